//! Dates follow a change of the language, also those in a field. The language is one for the whole
//! process, so each test runs in a process of its own.

use postroom::base::locale::{self, format};

use super::now;
use super::order_day::{report, with_report};
use super::settings_language::is_own_process;
use crate::prelude::*;

#[test]
fn the_day_of_a_report_is_written_again_in_another_language() {
    let test = "language_of_dates::the_day_of_a_report_is_written_again_in_another_language";
    if is_own_process(test) {
        writes_the_day_again();
    }
}

fn writes_the_day_again() {
    let mut scene = Scene::on(Panel::Orders, with_report(report(0)));
    scene.click("Day report");
    let day = |scene: &Scene, name: &str| scene.element(name).value;
    assert_eq!(day(&scene, "Day").as_deref(), Some("Nov 21, 2026"));
    locale::choose("es-ES");
    scene.settle();
    assert_eq!(day(&scene, "Día").as_deref(), Some("21 nov 2026"));
    // What a user typed in a form of its own stays.
    scene.type_into("Día", "2026-11-20");
    locale::choose("en-US");
    scene.settle();
    assert_eq!(day(&scene, "Day").as_deref(), Some("2026-11-20"));
}

#[test]
fn a_date_that_stands_alone_begins_with_a_capital() {
    let test = "language_of_dates::a_date_that_stands_alone_begins_with_a_capital";
    if is_own_process(test) {
        for (tag, written) in
            [("en-US", "Saturday, November 21, 2026"), ("es-ES", "Sábado, 21 de noviembre de 2026")]
        {
            locale::choose(tag);
            assert_eq!(format::heading_date(now(), &TimeZone::UTC), written);
        }
    }
}
