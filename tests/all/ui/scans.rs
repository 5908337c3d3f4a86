//! A scanner types into whatever has the focus; its input goes where it belongs.

use egui::{Event, Key, Modifiers};

use postroom::base::id::ShipmentId;
use postroom::desk::intent::Intent;
use postroom::desk::manifests::ManifestIntent;
use postroom::desk::shipments::intent::ShipmentIntent;
use postroom::desk::tracking::intent::TrackingIntent;
use postroom::ui::panel::Panel;
use postroom::ui::panels::manifests::View;

use super::Scene;
use super::board::AnsweringScene;
use super::keyboard::bought;
use super::panels::start;

impl Scene {
    /// Types letter by letter with `frames` frames of 1/60 s for each, then presses Enter.
    fn types(&mut self, words: &str, frames: usize) -> Vec<Intent> {
        self.intents();
        for letter in words.chars() {
            self.stage.event(Event::Text(letter.to_string()));
            self.stage.run_steps(frames);
        }
        let asked = self.intents();
        let enter = self.press(Modifiers::NONE, Key::Enter);
        asked.into_iter().chain(enter).collect()
    }
}

const NUMBER: &str = "9400111899223100000002";

#[test]
fn a_parcel_scanned_over_a_field_changes_no_field_and_is_shown() {
    let mut board = AnsweringScene::new();
    board.state.shipments = bought().shipments;
    board.type_into("To ZIP", "94111");
    board.letters(&format!("42094111{NUMBER}"));
    assert_ne!(board.value("To ZIP"), "94111", "the field took the letters");
    board.press(Modifiers::NONE, Key::Enter);
    let shown = board
        .count(|intent| matches!(intent, Intent::Shipments(ShipmentIntent::Select(Some(id))) if id.as_str() == "s-2"));
    assert_eq!(shown, 1, "{:?}", board.asked);
    assert_eq!(board.window.panel, Panel::Shipments);
    assert_eq!(board.count(|intent| matches!(intent, Intent::Buy)), 0);
    board.go_to(Panel::Ship);
    assert_eq!(board.value("To ZIP"), "94111", "and has its own again");
    assert_eq!(board.state.ship.draft.to.zip, "94111");
}

#[test]
fn an_unknown_number_is_looked_up_and_a_parcel_that_leaves_is_ticked() {
    let mut scene = Scene::on(Panel::Balance, bought());
    let asked = scene.types("1Z999AA10123456784", 1);
    assert!(
        matches!(asked.as_slice(), [.., Intent::Shipments(ShipmentIntent::LookUpScanned(code))] if code == "1Z999AA10123456784"),
        "{asked:?}"
    );
    assert_eq!(
        scene.window.panel,
        Panel::Balance,
        "until it is known what it is"
    );
    scene.state.shipments.scanned.answered = 1;
    scene.settle();
    assert_eq!(scene.window.panel, Panel::Tracking);
    scene.window.panel = Panel::Balance;
    scene.settle();
    assert_eq!(
        scene.window.panel,
        Panel::Balance,
        "an answer leads somewhere once"
    );
    scene.state.shipments.scanned.answered = 2;
    scene.state.shipments.scanned.shipment = Some(ShipmentId::new("s-2"));
    scene.settle();
    assert_eq!(scene.window.panel, Panel::Shipments);
    // A search that matches nothing would hide the shipment that was found.
    scene.type_into("Search shipments", "nobody");
    scene.state.shipments.rows.clear();
    scene.intents();
    scene.state.shipments.scanned.answered = 3;
    scene.settle();
    let asked = scene.intents();
    assert!(
        asked.iter().any(|intent| matches!(intent,
            Intent::Shipments(ShipmentIntent::Search { text, .. }) if text.is_empty())),
        "{asked:?}"
    );
    scene.window.panel = Panel::Manifests;
    scene.window.local.manifests.view = View::Closing;
    scene.settle();
    let asked = scene.types(NUMBER, 1);
    assert!(
        asked.iter().any(|intent| matches!(intent,
            Intent::Manifests(ManifestIntent::Scan(text)) if text == NUMBER)),
        "{asked:?}"
    );
}

#[test]
fn hands_and_passwords_are_no_scans() {
    let mut scene = Scene::on(Panel::Tracking, bought());
    scene.click("Tracking numbers");
    let asked = scene.types(NUMBER, 5);
    assert!(
        matches!(asked.as_slice(), [.., Intent::Tracking(TrackingIntent::Track { text })] if text == NUMBER),
        "typed by hand it is the field's: {asked:?}"
    );
    scene.window.panel = Panel::Addresses;
    scene.settle();
    let short = scene.types("94111", 1);
    assert!(
        !short
            .iter()
            .any(|intent| matches!(intent, Intent::Tracking(TrackingIntent::Track { .. })))
    );
    // Password managers fill in keys as fast as a scanner types.
    let mut scene = Scene::new(start());
    scene.click("Enter keys");
    scene.click("API key");
    let asked = scene.types("abcdef0123456789", 1);
    assert!(asked.is_empty(), "{asked:?}");
    let key = scene.element("API key").value.unwrap_or_default();
    assert_eq!(key, "abcdef0123456789");
}
