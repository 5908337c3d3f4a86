//! The keyboard in Orders and in the heads of the panels.

use egui::Rect;

use super::order_grid::{click_text, shop};
use crate::prelude::*;

/// W16: F2 said “start the next shipment first”, because a label was on screen in Ship.
#[test]
fn f2_changes_a_row_also_after_a_label_was_bought() {
    let mut state = shop();
    state.ship.just_bought = Some(ShipmentId::new("s-1"));
    let mut scene = Scene::on(Panel::Orders, state);
    click_text(&mut scene, "1.1 lb", 1);
    let intents = scene.key(Key::F2);
    assert!(scene.element("Weight of order #1").focused);
    assert!(!intents.iter().any(|intent| matches!(intent, Intent::Scale(_))), "{intents:?}");
}

/// W72: in Presets the rail's *Orders* did nothing.
#[test]
fn the_rail_leads_from_every_view_of_orders_to_the_list() {
    for view in ["Presets", "Rules", "Day report", "Tracking file for the shop…"] {
        let mut scene = Scene::on(Panel::Orders, shop());
        scene.stage.click(view).unwrap();
        assert!(scene.stage.find("Search orders").is_err(), "{view}");
        scene.click("Settings");
        scene.click("Orders");
        assert!(scene.stage.find("Search orders").is_ok(), "{view}");
        scene.click(view);
        scene.click("Orders");
        assert!(scene.stage.find("Search orders").is_ok(), "{view}");
    }
}

/// The places of the controls that Tab comes to, in their order.
fn stops(scene: &mut Scene) -> Vec<(String, Rect)> {
    let mut stops: Vec<(String, Rect)> = Vec::new();
    for _ in 0..60 {
        scene.key(Key::Tab);
        let mut all = scene.stage.elements();
        let Some(element) = all.find(|it| it.focused && it.is_control()) else {
            continue;
        };
        if stops.iter().any(|(name, place)| (name, *place) == (&element.name, element.bounds)) {
            break;
        }
        stops.push((element.name, element.bounds));
    }
    stops
}

/// W69: Tab ran from right to left in the heads of Orders, Addresses and Presets.
#[test]
fn tab_runs_from_left_to_right_in_the_heads() {
    for (panel, view) in [
        (Panel::Orders, None),
        (Panel::Orders, Some("Presets")),
        (Panel::Orders, Some("Day report")),
        (Panel::Addresses, None),
        (Panel::Manifests, None),
    ] {
        let mut scene = Scene::on(panel, shop());
        if let Some(view) = view {
            scene.stage.click(view).unwrap();
        }
        let stops = stops(&mut scene);
        let mut beside = 0;
        for pair in stops.windows(2) {
            let [(before, left), (after, right)] = pair else { continue };
            let is_in_head = left.center().y < 120.0 && left.left() > 200.0;
            if is_in_head && (left.center().y - right.center().y).abs() < 4.0 {
                assert!(left.left() < right.left(), "{panel:?} {view:?}: {before} then {after}");
                beside += 1;
            }
        }
        assert!(beside > 0, "{panel:?} {view:?}: {stops:?}");
    }
}

/// W69: *Add package* came before *Preset*.
#[test]
fn in_ship_the_preset_comes_before_another_package() {
    let mut scene = Scene::on(Panel::Ship, shop());
    let names: Vec<String> = stops(&mut scene).into_iter().map(|(name, _)| name).collect();
    let place = |start: &str| names.iter().position(|name| name.starts_with(start));
    let (preset, add) = (place("Preset"), place("Add package"));
    assert!(preset.is_some() && preset < add, "{names:?}");
}
