//! The wizard by keyboard and name: its texts, the fields it jumps to, and its intents.

use egui::Event;
use postroom::api::rate::Fee;
use postroom::desk::ship::special_prices::prices;
use postroom::parcel::draft::Side;

use super::board::{berlin, complete_draft};
use crate::prelude::*;

const BUY: (Modifiers, Key) = (Modifiers::COMMAND, Key::Enter);

#[test]
fn a_label_is_bought_with_the_keyboard_alone() {
    let mut board = AnsweringScene::new();
    board.click("Use sample addresses");
    assert_eq!(
        board.count(|intent| matches!(intent, Intent::Ship(ShipIntent::UseSampleAddresses))),
        1
    );
    // The keyboard is in the weight, as after any recipient.
    board.stage.burst(vec![Event::Text("1.5".to_owned())]);
    assert_eq!(board.value("Weight"), "1.5");
    for (field, words) in [("Length", "10"), ("Width", "6"), ("Height", "4")] {
        board.type_into(field, words);
        assert_eq!(board.value(field), words);
    }
    board.click("Get rates");
    assert_eq!(board.count(|intent| matches!(intent, Intent::Ship(ShipIntent::GetRates))), 1);
    board.click(&board.named("Ground Advantage, "));
    assert!(board.stage.shows("Ready to buy"));
    assert!(board.stage.shows("Balance after: $92.10"));
    board.shot("ship-chosen");
    board.press(BUY.0, BUY.1);
    assert_eq!(board.count(|intent| matches!(intent, Intent::Buy)), 1);
}

/// A weight with a separator of thousands was a thousandth of what was typed.
#[test]
fn a_weight_is_read_with_its_separators() {
    let mut board = AnsweringScene::new();
    for (typed, stored) in [("1,250", "1250"), ("1,250.5", "1250.5"), ("1,5", "1.5")] {
        board.type_into("Weight", typed);
        assert_eq!(board.value("Weight"), typed, "it stays while it is typed");
        assert_eq!(board.state.ship.draft.packages[0].weight, stored);
        board.click("Length");
        assert_eq!(board.value("Weight"), stored);
    }
    // What is no number stays, with its problem.
    board.type_into("Weight", "heavy");
    board.click("Length");
    assert_eq!(board.value("Weight"), "heavy");
}

#[test]
fn digits_typed_faster_than_frames_land_in_their_fields() {
    let tab = |pressed| Event::Key {
        key: Key::Tab,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let text = |words: &str| Event::Text(words.to_owned());
    let mut board = AnsweringScene::new();
    board.type_into("Length", "10");
    board.burst(vec![tab(true), tab(false), text("6"), tab(true), tab(false), text("4")]);
    let fields = ["Length", "Width", "Height"].map(|name| board.value(name));
    assert_eq!(fields, ["10", "6", "4"]);
}

#[test]
fn buying_too_early_jumps_to_the_first_gap_and_says_what_is_missing() {
    let mut board = AnsweringScene::new();
    assert!(!board.stage.shows("Enter a name"), "nothing is red before it was tried");
    board.shot("ship-empty");
    board.press(BUY.0, BUY.1);
    assert_eq!(board.focus().as_deref(), Some("Sender name"));
    assert!(board.stage.shows("Enter a name") && board.stage.shows("Enter a weight"));
    board.shot("ship-tried");
    board.state.settings.theme = Theme::Dark;
    board.settle();
    board.shot("ship-tried-dark");
    assert_eq!(board.count(|intent| matches!(intent, Intent::Buy)), 0);
    board.click("Go to Sender ZIP");
    assert_eq!(board.focus().as_deref(), Some("Sender ZIP"));
}

#[test]
fn a_mistake_shows_once_the_field_is_left() {
    let mut board = AnsweringScene::new();
    board.state.ship.draft = complete_draft();
    board.recheck_draft();
    board.type_into("Weight", "heavy");
    assert!(!board.stage.shows("such as 1.5"), "not while still typing");
    board.press(Modifiers::NONE, Key::Tab);
    assert!(board.stage.shows("Weight must be a number, such as 1.5"));
    board.type_into("Weight", "2");
    assert!(!board.stage.shows("such as 1.5"));
}

#[test]
fn the_book_answers_while_typing_and_enter_takes_the_first() {
    let mut board = AnsweringScene::new();
    board.click("To search");
    assert!(board.stage.shows("Casey Example") && board.stage.shows("Riley Sample"));
    board.shot("ship-search");
    board.press(Modifiers::NONE, Key::ArrowDown);
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(board.state.ship.draft.to.name, "Riley Sample");
    assert!(!board.stage.shows("Recent"), "the rows are gone");
    board.type_into("From search", "case");
    let searched = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::SearchBook { text }) if text == "case");
    assert_eq!(board.count(searched), 1);
}

#[test]
fn a_pasted_block_becomes_fields() {
    let block = "Riley Sample\n233 S Wacker Dr\nChicago, IL 60606";
    let mut board = AnsweringScene::new();
    board.click("Paste: To");
    board.type_into("To full address", block);
    board.click("Fill in: To");
    let pasted = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::PasteAddress { side: Side::To, text }) if text == block);
    assert_eq!(board.count(pasted), 1);
    assert_eq!(board.state.ship.draft.to.city, "Chicago");
    assert!(board.stage.shows("Chicago, IL 60606"), "a whole address shows as a summary");
}

#[test]
fn an_edit_takes_the_stored_id_off_an_address() {
    let mut board = AnsweringScene::new();
    board.state.ship.draft = complete_draft();
    board.state.ship.draft.to.stored = Some(postroom::base::id::AddressId::new("a-1"));
    board.state.ship.draft.to.verification = Some("Success".to_owned());
    board.recheck_draft();
    assert!(board.stage.shows("In address book"));
    board.click("Edit: To");
    board.type_into("Recipient street", "2 Ferry Building");
    assert_eq!(board.state.ship.draft.to.stored, None);
    assert_eq!(board.state.ship.draft.to.verification, None);
}

#[test]
fn customs_appear_at_the_border_only() {
    let mut board = AnsweringScene::new();
    board.state.ship.draft = complete_draft();
    board.recheck_draft();
    assert!(board.stage.find("Add item").is_err());
    board.click("Edit: To");
    board.click("Recipient country");
    board.shot("ship-country");
    board.type_into("Search recipient country", "germ");
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(board.state.ship.draft.to.country, "DE");
    board.state.ship.draft.to = berlin();
    board.recheck_draft();
    board.press(BUY.0, BUY.1);
    assert_eq!(board.focus().as_deref(), Some("Item 1 description"));
    assert_eq!(board.state.ship.draft.customs.items.len(), 1, "the first item is laid out");
    board.shot("ship-customs");
    board.type_into("Item 1 HS number", "6109.10");
    assert_eq!(board.state.ship.draft.customs.items[0].hs_tariff_number, "6109.10");
}

#[test]
fn what_cannot_be_chosen_says_why() {
    let mut board = AnsweringScene::new();
    board.click("Special services");
    let holiday = board.stage.find("Holiday delivery").unwrap();
    assert!(holiday.disabled);
    assert_eq!(holiday.description.as_deref(), Some("None of your carriers offers this"));
    board.click("Insurance");
    board.click("Hazmat");
    assert!(board.stage.find("Insurance amount").is_ok());
    assert!(board.stage.find("Hazmat type").is_ok());
    board.click("More options");
    board.click("Different return address");
    assert!(board.stage.find("Return city").is_ok());
    board.shot("ship-options");
    assert_eq!(board.bad_names(), Vec::<String>::new());
}

/// W14: what is used most comes first, what it costs stands beside it once the rate says so, and the
/// field that a service opens gets the keyboard.
#[test]
fn special_services_stand_in_the_order_of_their_use_with_their_price() {
    let mut board = AnsweringScene::new();
    board.ready_to_buy();
    board.click("Special services");
    // The left column comes first.
    let at = |board: &AnsweringScene, name: &str| {
        let place = board.stage.find(name).unwrap().bounds;
        (place.left() as i32, place.top() as i32)
    };
    for (often, seldom) in [
        ("Insurance", "Restricted delivery"),
        ("Signature confirmation", "Adult signature"),
        ("Adult signature", "Restricted delivery"),
        ("Insurance", "Signature confirmation"),
        ("COD", "Cremated remains"),
    ] {
        assert!(at(&board, often) < at(&board, seldom), "{often} {seldom}");
    }
    board.click("Insurance");
    board.settle();
    assert_eq!(board.focus().as_deref(), Some("Insurance amount"));
    board.type_into("Insurance amount", "200");
    board.settle();
    let mut rate = board.state.ship.quote.value().unwrap().rates[0].clone();
    rate.fees.push(Fee {
        kind: Some("Insurance".to_owned()),
        fee: Some(Amount::from_cents(440)),
        ..Fee::default()
    });
    let known = prices(&board.state.ship.draft, &[rate.clone()]);
    board.state.ship.draft.chosen = Some(rate);
    board.state.ship.quote_outdated = false;
    board.recheck_draft();
    board.shot("ship-service-prices");
    assert!(board.stage.shows("$4.40"));
    // Where it is not chosen, what it cost last.
    board.state.ship.draft.options.special_services.clear();
    board.settle();
    assert!(!board.stage.shows("$4.40"));
    board.state.ship.special_prices = known;
    board.settle();
    board.shot("ship-service-last-price");
    assert!(board.stage.shows("about $4.40"));
}

#[test]
fn carried_over_sizes_ask_to_be_looked_at() {
    let mut board = AnsweringScene::new();
    board.state.ship.draft = complete_draft();
    board.state.ship.draft.packages[0].carried_over = true;
    board.recheck_draft();
    assert!(board.stage.shows("Same size as last time?"));
    board.click("Keep size");
    assert!(!board.state.ship.draft.packages[0].carried_over);
    board.click("Medium box");
    assert_eq!(board.state.ship.draft.packages[0].length, "12");
    board.click("Add package");
    assert_eq!(board.focus().as_deref(), Some("Weight of package 2"));
    board.click("Remove package 1");
    assert_eq!(board.state.ship.draft.packages.len(), 1);
}

#[test]
fn every_control_has_a_name_of_its_own_at_any_width() {
    for (width, height) in [(1366, 768), (900, 700), (683, 384)] {
        let mut board = AnsweringScene::sized(width, height);
        assert_eq!(board.bad_names(), Vec::<String>::new(), "{width} empty");
        board.state.ship.draft = complete_draft();
        board.state.ship.draft.to = berlin();
        board.recheck_draft();
        board.click("Add item");
        assert_eq!(board.bad_names(), Vec::<String>::new(), "{width} abroad");
        board.shot(&format!("ship-{width}"));
    }
}

#[test]
fn tab_goes_in_reading_order() {
    let mut board = AnsweringScene::new();
    board.click("Recipient name");
    let mut order = Vec::new();
    for _ in 0..9 {
        order.push(board.focus().unwrap());
        board.press(Modifiers::NONE, Key::Tab);
    }
    assert_eq!(
        order,
        [
            "Recipient name",
            "Recipient company",
            "Recipient street",
            "Recipient street line 2",
            "Recipient city",
            "Recipient state",
            "Recipient ZIP",
            "Recipient country",
            "Recipient phone"
        ]
    );
}
