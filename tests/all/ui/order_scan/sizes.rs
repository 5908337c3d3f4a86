//! The card of a scanned order in windows and texts of every size.

use postroom::base::locale;
use postroom::desk::scale::Status;
use postroom::orders::scan_state::BeltStop;

use super::super::settings_language::is_own_process;
use super::{
    bought, is_over_limit, is_painted, on, price, scanned_at, several, steps, unreachable,
    with_look_up, with_order, with_scale,
};
use crate::prelude::*;

/// Nothing is cut at the smallest window and at the largest text, in both languages. The language is
/// one for the whole process.
#[test]
fn the_card_fits_at_every_size_and_in_both_languages() {
    let test = "order_scan::sizes::the_card_fits_at_every_size_and_in_both_languages";
    if is_own_process(test) {
        for language in ["en", "es"] {
            locale::choose(language);
            for size in [(1366, 768, 1.0), (1024, 700, 1.0), (1366, 768, 2.0), (1024, 700, 2.0)] {
                fits(language, size);
            }
        }
    }
}

/// An order number is never shortened, and a weight can be typed at once.
#[test]
fn number_and_weight_are_in_sight_at_the_largest_text() {
    let number = "2026-ACME-0000123456-REPLACEMENT-7";
    for (size, scale) in [((1024, 700), 2.0), ((1024, 700), 1.0), ((1366, 768), 1.0)] {
        let mut state = with_scale(Status::UnderZero, 0);
        let scanned = state.scan_to_ship.open.as_mut().unwrap();
        Arc::make_mut(&mut scanned.order).order.number = number.to_owned();
        state.settings.scale = scale;
        let mut scene = on(state);
        scene.stage.resize(size);
        scene.settle();
        scene.check(&format!("orders-scan-long-number-{}-{scale}", size.0));
        assert!(is_painted(&scene, number), "{size:?} at {scale}");
        let field = scene.element("Weight of this parcel").bounds;
        // Without the margins of the page and of the card.
        let bottom = size.1 as f32 / scale - 32.0;
        assert!(field.bottom() <= bottom, "{field:?}, {size:?} at {scale}");
    }
}

/// Enter stores a weight, and says so if it is none.
#[test]
fn the_weight_of_a_scanned_order_is_typed_into_the_card() {
    let mut scene = on(with_scale(Status::UnderZero, 0));
    scene.type_into("Weight of this parcel", "heavy");
    assert!(steps(&scene.key(Key::Enter)).is_empty());
    scene.assert_shows("Weight must be a number");
    scene.type_into("Weight of this parcel", "12.5");
    let asked = scene.key(Key::Enter);
    let typed = ScanStep::Weight { text: "12.5".to_owned(), unit: WeightUnit::Lb };
    assert_eq!(steps(&asked), [typed]);
}

fn fits(language: &str, (width, height, scale): (usize, usize, f32)) {
    let stopped = ScanStage::Stopped(BeltStop::OneTooMany {
        code: "MUG".to_owned(),
        name: "A mug with a handle".to_owned(),
    });
    let mut over_limit = scanned_at(ScanStage::Priced(price()));
    over_limit.halt = Some(is_over_limit());
    let mut next = scanned_at(ScanStage::Halted(postroom::message!("scan-no-printer")));
    next.filled_from = Some("Shop in Boston".to_owned());
    let mut with_next = with_order(next);
    with_next.scan_to_ship.next = Some("1002".to_owned());
    let mut checks = with_order(scanned_at(ScanStage::Items(2)));
    checks.order_rules.documents.shop.profile.scan_checks_items = true;
    checks.scan_to_ship.open.as_mut().unwrap().scanned = vec![1, 0];
    let mut stops = with_order(scanned_at(stopped));
    stops.order_rules.documents.shop.profile.scan_checks_items = true;
    for (mut state, view) in [
        (with_order(over_limit), "priced"),
        (with_next, "halted"),
        (checks, "items"),
        (stops, "stopped"),
        (with_scale(Status::UnderZero, 0), "weight"),
        (bought(JobState::Queued), "bought"),
        (with_look_up(several()), "several"),
        (with_look_up(unreachable()), "unreachable"),
    ] {
        state.settings.scale = scale;
        let mut scene = on(state);
        scene.stage.resize((width, height));
        scene.settle();
        scene.check(&format!("orders-scan-{view}-{language}-{width}-{scale}"));
    }
}
