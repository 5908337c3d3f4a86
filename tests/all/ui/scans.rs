//! A scanner types into whatever has the focus; its input goes where it belongs.

use egui::Event;

use postroom::desk::carriers::{CarrierIntent, ConfigValue};
use postroom::desk::manifests::groups::UnmanifestedShipments;
use postroom::ui::panels::manifests::View;
use postroom::ui::stage::Stage;

use super::board::{berlin, complete_draft, shipment_row};
use super::keyboard::bought;
use super::panels::start;
use super::{carriers, connected, now};
use crate::prelude::*;

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
/// Of no shipment.
const UNKNOWN: &str = "1Z999AA10123456784";

/// The events of a key pressed and released.
fn stroke(letter: char) -> Vec<Event> {
    let turned = |pressed| {
        let key = Key::from_name(&letter.to_string())?;
        Some(key_event(key, pressed))
    };
    let text = Event::Text(letter.to_string());
    let events = [turned(true), Some(text), turned(false)];
    events.into_iter().flatten().collect()
}

fn key_event(key: Key, pressed: bool) -> Event {
    Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE }
}

fn enter() -> [Event; 2] {
    [true, false].map(|pressed| key_event(Key::Enter, pressed))
}

/// Types as a scanner does: 3 ms a character, so five of them in a frame, and Enter right after the
/// last one.
pub fn scan<S>(stage: &mut Stage<S>, code: &str) {
    let letters: Vec<char> = code.chars().collect();
    let frames = letters.chunks(5).count();
    for (frame, letters) in letters.chunks(5).enumerate() {
        let typed = letters.iter().flat_map(|letter| stroke(*letter));
        stage.input_mut().events.extend(typed);
        if frame + 1 < frames {
            stage.step();
        }
    }
    stage.burst(enter().into());
}

impl AnsweringScene {
    /// What a scan leads to, except that the draft and the searches follow the fields.
    fn scans(&mut self, code: &str) -> Vec<Intent> {
        self.settle();
        self.asked.clear();
        scan(&mut self.stage, code);
        let mut asked = std::mem::take(&mut self.asked);
        asked.retain(|intent| {
            !matches!(
                intent,
                Intent::Ship(ShipIntent::EditDraft(_) | ShipIntent::SearchBook { .. })
                    | Intent::Shipments(ShipmentIntent::Search { .. })
                    | Intent::ChangeSettings(_)
            )
        });
        asked
    }
}

fn is_look_up(asked: &[Intent], wanted: &str) -> bool {
    matches!(asked, [Intent::Shipments(ShipmentIntent::LookUpScanned(code))] if code == wanted)
}

#[test]
fn a_parcel_scanned_over_a_field_changes_no_field_and_is_shown() {
    let mut board = AnsweringScene::new();
    board.state.shipments = bought().shipments;
    board.type_into("Recipient ZIP", "94111");
    board.letters(&format!("42094111{NUMBER}"));
    assert_ne!(board.value("Recipient ZIP"), "94111", "the field took the letters");
    board.press(Modifiers::NONE, Key::Enter);
    let shown = board
        .count(|intent| matches!(intent, Intent::Shipments(ShipmentIntent::Select(Some(id))) if id.as_str() == "s-2"));
    assert_eq!(shown, 1, "{:?}", board.asked);
    assert_eq!(board.window.panel, Panel::Shipments);
    assert_eq!(board.count(|intent| matches!(intent, Intent::Buy)), 0);
    board.go_to(Panel::Ship);
    assert_eq!(board.value("Recipient ZIP"), "94111", "and has its own again");
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
    assert_eq!(scene.window.panel, Panel::Balance, "until it is known what it is");
    scene.state.shipments.scanned.answered = 1;
    scene.settle();
    assert_eq!(scene.window.panel, Panel::Tracking);
    scene.window.panel = Panel::Balance;
    scene.settle();
    assert_eq!(scene.window.panel, Panel::Balance, "an answer leads somewhere once");
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

fn ship_options(board: &mut AnsweringScene) {
    board.state.ship.draft = complete_draft();
    board.recheck_draft();
    board.click("More options");
}

fn ship_abroad(board: &mut AnsweringScene) {
    board.state.ship.draft = complete_draft();
    board.state.ship.draft.to = berlin();
    board.recheck_draft();
    board.click("Add item");
}

/// W3: a reference, a number, a code or a path that has the keyboard gets the scan after its text,
/// and a search gets it instead of its text. Enter presses no button there.
#[test]
fn a_field_that_waits_for_a_scan_gets_it() {
    type SetUp = fn(&mut AnsweringScene);
    let shipments: SetUp = |board| board.go_to(Panel::Shipments);
    let containers: SetUp = |board| board.go_to(Panel::Containers);
    let files: SetUp = |board| board.open_settings(SettingsCategory::Files);
    for (set_up, field, text, code) in [
        (ship_options as SetUp, "Reference text 1", "PO ", NUMBER),
        (ship_options, "Reference text 2", "", "ORDER-10421"),
        (ship_abroad, "Item 1 HS number", "", "61091000"),
        (ship_abroad, "Invoice number", "INV-", "2026112177"),
        (containers, "Content code", "", "FLATS-2026"),
        (files, "Folder for saved labels", "/srv", "/labels/today"),
        (shipments, "Search shipments", "casey", NUMBER),
        (shipments, "Search shipments", "", UNKNOWN),
    ] {
        let mut board = AnsweringScene::new();
        board.state.shipments = bought().shipments;
        set_up(&mut board);
        board.type_into(field, text);
        let panel = board.window.panel;
        let asked = board.scans(code);
        let wanted = match field {
            "Search shipments" => code.to_owned(),
            _ => format!("{text}{code}"),
        };
        assert_eq!(board.value(field), wanted, "{field}");
        assert!(asked.is_empty(), "{field}: {asked:?}");
        assert_eq!(board.window.panel, panel, "{field}");
    }
}

/// W3: where Enter in the field does something, it does it once, with the entire number.
#[test]
fn the_enter_of_a_scan_completes_the_field_that_waits_for_it() {
    let mut board = AnsweringScene::new();
    board.go_to(Panel::Tracking);
    for text in ["", "1Z999"] {
        board.type_into("Tracking numbers", text);
        let asked = board.scans(NUMBER);
        assert!(
            matches!(asked.as_slice(), [Intent::Tracking(TrackingIntent::Track { text })] if text == NUMBER),
            "{asked:?}"
        );
        assert_eq!(board.value("Tracking numbers"), "");
    }

    board.state.manifests.day = Remote::ready(UnmanifestedShipments::default(), now());
    board.window.local.manifests.view = View::Closing;
    board.go_to(Panel::Manifests);
    board.click("Scan parcels");
    for number in [NUMBER, UNKNOWN] {
        let asked = board.scans(number);
        assert!(
            matches!(asked.as_slice(), [Intent::Manifests(ManifestIntent::Scan(text))] if text == number),
            "{asked:?}"
        );
        assert_eq!(board.value("Scan parcels"), "");
        assert_eq!(board.focus().as_deref(), Some("Scan parcels"));
    }

    board.state.shipments = bought().shipments;
    board.state.settings.type_paths = true;
    board.go_to(Panel::Shipments);
    board.click("Export CSV…");
    board.type_into("File to save", "/srv/");
    let asked = board.scans("exports/day.csv");
    assert!(
        matches!(asked.as_slice(), [Intent::Shipments(ShipmentIntent::Export { file })]
            if file.to_str() == Some("/srv/exports/day.csv")),
        "{asked:?}"
    );
    assert!(board.stage.find("File to save").is_err());
}

/// The last characters of a scan arrive in the same frame as its Enter, which must not choose
/// among the matches of the characters before.
#[test]
fn the_palette_looks_up_the_entire_scan() {
    for text in ["", "smith"] {
        let mut scene = Scene::on(Panel::Balance, connected());
        scene.press(Modifiers::COMMAND, Key::K);
        scene.type_into("Find anything", text);
        scene.state.finder.found = text.to_owned();
        scene.settle();
        scene.state.finder.shipments = vec![shipment_row(3, "PreTransit")];
        scene.state.finder.found = NUMBER.to_owned();
        scene.intents();
        scan(&mut scene.stage, NUMBER);
        let asked = scene.intents();
        assert!(
            matches!(asked.as_slice(), [.., Intent::Shipments(ShipmentIntent::Select(Some(id)))] if id.as_str() == "s-3"),
            "{text}: {asked:?}"
        );
    }
}

/// W3: a field that does not wait for a scan keeps its text and the keyboard, and the number is
/// looked up.
#[test]
fn any_other_field_keeps_its_text() {
    type SetUp = fn(&mut AnsweringScene);
    let new: SetUp = |_| {};
    let insured: SetUp = |board| {
        board.click("Special services");
        board.click("Insurance");
    };
    let block: SetUp = |board| board.click("Paste: To");
    let country: SetUp = |board| board.click("Recipient country");
    let balance: SetUp = |board| board.go_to(Panel::Balance);
    let address = "Riley Sample\n233 S Wacker Dr";
    for (set_up, field, text) in [
        (new, "Recipient name", "Casey Example"),
        (new, "Recipient ZIP", "94111"),
        (new, "Recipient ZIP", ""),
        (new, "Recipient phone", "212 555 01"),
        (new, "To search", "Casey"),
        (new, "Weight", "12.5"),
        (insured, "Insurance amount", "100"),
        (block, "To full address", address),
        (country, "Search recipient country", "ger"),
        (balance, "Top-up amount", "25"),
    ] {
        let mut board = AnsweringScene::new();
        set_up(&mut board);
        board.type_into(field, text);
        let panel = board.window.panel;
        let country = board.state.ship.draft.to.country.clone();
        let asked = board.scans(UNKNOWN);
        assert_eq!(board.value(field), text, "{field}");
        assert!(is_look_up(&asked, UNKNOWN), "{field}: {asked:?}");
        assert_eq!(board.focus().as_deref(), Some(field));
        assert_eq!(board.window.panel, panel, "{field}");
        assert_eq!(board.state.ship.draft.to.country, country, "{field}");
    }
}

/// W3: a table, a calendar, a question about money, a button and an empty panel act on the scan.
#[test]
fn where_no_field_has_the_keyboard_the_scan_is_acted_on() {
    let mut scene = Scene::on(Panel::Shipments, bought());
    scene.tab_to("Table of shipments");
    scene.key(Key::ArrowDown);
    scene.intents();
    scan(&mut scene.stage, NUMBER);
    let asked = scene.intents();
    assert!(
        matches!(asked.as_slice(), [Intent::Shipments(ShipmentIntent::Select(Some(id)))] if id.as_str() == "s-2"),
        "{asked:?}"
    );

    let mut scene = Scene::on(Panel::Shipments, bought());
    scene.tab_to("Export CSV");
    scene.intents();
    scan(&mut scene.stage, UNKNOWN);
    let asked = scene.intents();
    assert!(is_look_up(&asked, UNKNOWN), "{asked:?}");

    let mut board = AnsweringScene::new();
    board.go_to(Panel::Balance);
    assert_eq!(board.focus(), None);
    let asked = board.scans(UNKNOWN);
    assert!(is_look_up(&asked, UNKNOWN), "{asked:?}");

    let mut board = AnsweringScene::new();
    ship_options(&mut board);
    board.click("Ship date: open the calendar");
    let asked = board.scans(UNKNOWN);
    assert!(is_look_up(&asked, UNKNOWN), "{asked:?}");
    assert!(board.stage.find("Later month").is_ok(), "it is still open");
    assert_eq!(board.state.ship.draft.options.ship_date, "");

    let mut board = AnsweringScene::new();
    if let Connection::Connected(session) = &mut board.state.connection {
        session.environment = Environment::Production;
    }
    board.ready_to_buy();
    board.press(Modifiers::COMMAND, Key::Enter);
    assert!(board.stage.shows("Buy this label for $7.90?"));
    let asked = board.scans(UNKNOWN);
    assert!(is_look_up(&asked, UNKNOWN), "{asked:?}");
    assert!(board.stage.shows("Buy this label for $7.90?"), "unanswered");
}

/// Nobody means `*CLOSING*` as a reference.
#[test]
fn a_command_barcode_is_a_command_in_every_field() {
    let mut board = AnsweringScene::new();
    ship_options(&mut board);
    board.type_into("Reference text 1", "PO 1");
    board.scans("*BUY*");
    assert_eq!(board.value("Reference text 1"), "PO 1");
    assert_eq!(board.count(|intent| matches!(intent, Intent::Buy)), 0);
    board.click("Reference text 1");
    board.scans("*CLOSING*");
    assert_eq!(board.window.panel, Panel::Manifests);
    assert_eq!(board.window.local.manifests.view, View::Closing);
    assert_eq!(board.state.ship.draft.options.custom_text1, "PO 1");
}

/// Scanners differ: some send everything at once, some end with two Enters.
#[test]
fn a_scan_in_one_frame_or_with_two_enters_is_one_scan() {
    let at_once: Vec<Event> = UNKNOWN.chars().flat_map(stroke).chain(enter()).collect();
    let look_ups = |board: &AnsweringScene| {
        board.count(|intent| is_look_up(std::slice::from_ref(intent), UNKNOWN))
    };
    let mut board = AnsweringScene::new();
    board.state.shipments = bought().shipments;
    board.type_into("Recipient ZIP", "94111");
    board.burst(at_once.clone());
    assert_eq!(board.value("Recipient ZIP"), "94111");
    assert_eq!(look_ups(&board), 1);
    board.go_to(Panel::Shipments);
    board.type_into("Search shipments", "casey");
    board.burst(at_once.clone());
    assert_eq!(board.value("Search shipments"), UNKNOWN);
    assert_eq!(look_ups(&board), 1, "the search took it");

    let mut scene = Scene::on(Panel::Shipments, bought());
    scene.tab_to("Export CSV");
    scene.intents();
    scene.stage.input_mut().events.extend(at_once);
    scene.stage.step();
    scene.stage.burst(enter().into());
    let asked = scene.intents();
    assert!(is_look_up(&asked, UNKNOWN), "{asked:?}");
    assert!(!scene.stage.shows("File to save"), "no button was pressed");
}

/// A key held down repeats as fast as a scanner types.
#[test]
fn a_key_held_down_is_no_scan() {
    let mut board = AnsweringScene::new();
    board.click("Recipient ZIP");
    board.asked.clear();
    for _ in 0..20 {
        let held = [key_event(Key::Num0, true), Event::Text("0".to_owned())];
        board.stage.input_mut().events.extend(held);
        board.stage.step();
    }
    board.burst(vec![key_event(Key::Num0, false)]);
    board.burst(enter().into());
    assert_eq!(board.value("Recipient ZIP"), "0".repeat(20));
    let look_up =
        |intent: &Intent| matches!(intent, Intent::Shipments(ShipmentIntent::LookUpScanned(_)));
    assert_eq!(board.count(look_up), 0);
}

/// A password manager types as fast as a scanner. A password is neither looked up like a number nor
/// replaced by the dots that are shown for it.
#[test]
fn a_password_filled_in_is_no_scan() {
    let mut board = carriers::filled();
    let row = board.named("Northline contract");
    board.click(&row);
    board.click("Edit…");
    board.type_into("Value 2", "");
    let asked = board.scans("hunter2hunter2");
    assert!(asked.is_empty(), "{asked:?}");
    board.click("Save account");
    let kept = board.asked.iter().any(|intent| match intent {
        Intent::Carriers(CarrierIntent::Save(form)) => {
            let mut values = form.entries.iter().map(|entry| &entry.value);
            values.any(|value| matches!(value, ConfigValue::Secret(words) if words.expose() == "hunter2hunter2"))
        }
        _ => false,
    });
    assert!(kept, "{:?}", board.asked);
}
