//! Every question before money moves looks and begins alike.

use egui::Shape;
use postroom::desk::orders::selection::SelectionSums;
use postroom::ui::tokens::{LIGHT, text};

use super::colours::drawn;
use super::now;
use super::order_hand_over::{labels, of_today};
use super::order_money::{dollars, id, selected};
use super::panels::rich;
use super::refunds::three;
use crate::prelude::*;

fn refund() -> Scene {
    let mut scene = Scene::on(Panel::Refunds, three());
    scene.click("Select all");
    scene.click("Request refunds…");
    scene
}

fn top_up() -> Scene {
    let mut scene = Scene::on(Panel::Balance, rich());
    scene.type_into("Top-up amount", "25");
    scene.click("Top up the balance");
    scene
}

fn buy() -> Scene {
    let sums = SelectionSums {
        totals: vec![dollars(4_000)],
        priced: vec![(id(1), dollars(4_000))],
        ..SelectionSums::default()
    };
    let mut scene = Scene::on(Panel::Orders, selected(OrderState::Rated, sums));
    scene.click("Buy 1 label, $40.00");
    scene
}

fn hand_over() -> Scene {
    let mut state = selected(OrderState::Printed, labels(4));
    state.manifests.day = Remote::ready(of_today(), now());
    let mut scene = Scene::on(Panel::Orders, state);
    scene.click("Hand over");
    scene
}

/// W56, W67: some questions had a large title and a bordered *Cancel* with the keyboard on it, others
/// a small title and a bare *Cancel* without.
#[test]
fn every_question_has_one_kind_of_title_and_begins_on_its_cancel() {
    for (title, open) in [
        ("Request $8.60 in refunds?", refund as fn() -> Scene),
        ("Top up $25.00?", top_up),
        ("Buy 1 label?", buy),
        ("Hand over 4 orders?", hand_over),
    ] {
        let mut scene = open();
        scene.settle();
        let sizes = drawn(&scene.stage, |shape| match shape {
            Shape::Text(drawn) if drawn.galley.text() == title => {
                drawn.galley.job.sections.first().map(|section| section.format.font_id.clone())
            }
            _ => None,
        });
        assert_eq!(sizes, [text::heading()], "{title} {:?}", scene.stage.painted());
        let focus = scene.focus().unwrap_or_default();
        assert!(focus.starts_with("Cancel"), "{title} begins on {focus:?}");
        // Its own border, without the ring of the keyboard.
        scene.key(Key::Tab);
        let cancel = scene.element(&focus).bounds;
        let borders = drawn(&scene.stage, |shape| match shape {
            Shape::Rect(rect) if rect.rect.center().distance(cancel.center()) < 1.0 => {
                Some(rect.stroke.color)
            }
            _ => None,
        });
        assert!(borders.contains(&LIGHT.line_strong), "{title}: {borders:?}");
    }
}
