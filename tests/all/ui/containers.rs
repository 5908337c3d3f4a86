//! Container labels: the form, its missing fields, and the labels made earlier.

use postroom::api::carrier_account::CarrierAccount;
use postroom::desk::containers::{ContainerIntent, PlacedContainerOrder};
use postroom::desk::records::stored_address::BookEntry;

use super::{connected, is_whole, now};
use crate::prelude::*;

fn ready() -> State {
    let mut state = connected();
    let entry = |row, name: &str| BookEntry {
        row,
        address: AddressForm {
            name: name.into(),
            street1: "1 Ferry Building".into(),
            city: "San Francisco".into(),
            state: "CA".into(),
            zip: "94111".into(),
            ..AddressForm::default()
        },
        last_used: None,
    };
    state.ship.book.recent = vec![entry(1, "Casey Example"), entry(2, "Riley Sample")];
    state.ship.book.rows = state.ship.book.recent.clone();
    state.ship.book.count = 2;
    let account = CarrierAccount {
        id: Some(CarrierAccountId::new("a-1")),
        name: Some("Postal Service".into()),
        carrier_code: Some("POST-eVS".into()),
        ..CarrierAccount::default()
    };
    state.carriers.accounts = Remote::ready(vec![account], now());
    state
}

#[test]
fn labels_are_ordered_by_keyboard_and_the_button_says_what_is_missing() {
    use egui::{Key, Modifiers};
    let mut scene = Scene::on(Panel::Containers, ready());
    scene.check("containers");
    let make = scene.element("Create labels");
    assert!(make.disabled, "{make:?}");
    for field in ["Container from", "Container to"] {
        scene.type_into(field, "ca");
        scene.press(Modifiers::NONE, Key::Enter);
    }
    scene.type_into("Content code", "FLATS-7");
    scene.type_into("How many", "0");
    scene.assert_shows("Enter a whole number from 1 to 100");
    scene.press(Modifiers::COMMAND, Key::A);
    scene.type_into("How many", "12");
    scene.check("containers-filled");
    let asked = scene.click("Create labels");
    let order = asked.iter().find_map(|intent| match intent {
        Intent::Containers(ContainerIntent::Make(order)) => Some(order),
        _ => None,
    });
    let order = order.unwrap_or_else(|| panic!("{asked:?}"));
    assert_eq!((order.pages, order.content_code.as_str()), (12, "FLATS-7"));
    assert_eq!(order.from.name, "Casey Example");
    assert_eq!(order.account.as_str(), "a-1");

    let order = order.clone();
    scene.state.containers.trouble = Some(Trouble {
        attempted: "Couldn’t create the container labels".into(),
        cause: "The carrier does not answer".into(),
        advice: "Wait a moment, then try again".into(),
        codes: vec!["SHIPMENT.OPERATION_FAILED".into()],
        retry_is_safe: true,
        ..Trouble::default()
    });
    scene.settle();
    scene.check("containers-refused");
    scene.assert_shows("SHIPMENT.OPERATION_FAILED");
    let again = scene.click("Try again");
    assert!(
        matches!(again.as_slice(), [Intent::Containers(ContainerIntent::Make(again))] if *again == order),
        "{again:?}"
    );
    // An edited form is a different request, so the error disappears; so is one that must not be
    // sent.
    scene.type_into("Content code", "FLATS-8");
    assert!(!scene.stage.shows("SHIPMENT.OPERATION_FAILED"));
    scene.type_into("Content code", "FLATS-7");
    scene.assert_shows("SHIPMENT.OPERATION_FAILED");
    if let Some(trouble) = &mut scene.state.containers.trouble {
        trouble.retry_is_safe = false;
    }
    scene.settle();
    scene.check("containers-refused-for-good");
    let words = scene.element("Wait a moment, then try again").bounds;
    let copy = scene.element("Copy details").bounds;
    assert_eq!(copy.left() + 8.0, words.left(), "{copy:?} {words:?}");
    scene.state.connectivity = Connectivity::Offline { since: now(), trouble: Trouble::default() };
    scene.settle();
    assert!(!scene.stage.shows("SHIPMENT.OPERATION_FAILED"));
}

#[test]
fn what_was_made_is_opened_again_also_offline() {
    let mut state = ready();
    state.connectivity = Connectivity::Offline { since: now(), trouble: Trouble::default() };
    let made: PlacedContainerOrder = serde_json::from_str(
        r#"{"name":"n-1","content_code":"FLATS-7","to":"Plant","pages":3,"at":1764000000000000}"#,
    )
    .unwrap();
    state.containers.made = vec![made.clone()];
    state.containers.latest = Some("n-1".into());
    let mut scene = Scene::on(Panel::Containers, state);
    scene.check("containers-offline");
    scene.assert_shows("FLATS-7 for Plant");
    assert!(scene.element("Create labels").disabled);
}

/// W12: the list is in the time of the desk, as every other time on screen, also for an order from
/// another zone.
#[test]
fn the_list_is_in_the_time_of_the_desk() {
    let mut state = ready();
    // Written by an older version: two in the morning in London, the day before in Chicago.
    let made = r#"{"name":"n-1","content_code":"FLATS-7","to":"Plant","pages":3,
        "at":1795312800000000,"zone":"America/Chicago"}"#;
    state.containers.made = vec![serde_json::from_str(made).unwrap()];
    let scene = Scene::on(Panel::Containers, state);
    scene.assert_shows("Nov 22, 2:00\u{a0}AM");
}

/// "Casey Exa…" stood beside empty room of the column of times.
#[test]
fn the_recipient_of_a_label_gets_the_room_that_its_time_does_not_need() {
    let mut state = ready();
    let made = r#"{"name":"n-1","content_code":"FLATS-7","to":"Casey Example","pages":3,
        "at":1795312800000000,"zone":"America/Chicago"}"#;
    state.containers.made = vec![serde_json::from_str(made).unwrap()];
    let scene = Scene::on(Panel::Containers, state);
    for words in ["FLATS-7", "Casey Example", "Nov 22, 2:00\u{a0}AM"] {
        assert!(is_whole(&scene.stage, words), "{words}");
    }
}
