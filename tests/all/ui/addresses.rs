//! The Addresses panel: a list of any length, and the open entry beside it.

use postroom::api::address::Address;
use postroom::base::id::AddressId;
use postroom::desk::addresses::{BookSort, WINDOW};
use postroom::desk::records::contact::Contact;
use postroom::parcel::address_check::AddressCheck;
use postroom::parcel::draft::Side;

use super::board::{berlin, chicago, san_francisco};
use super::{is_whole, times_painted};
use crate::prelude::*;

pub fn contact(row: i64, form: AddressForm) -> Arc<Contact> {
    Arc::new(Contact {
        row,
        form,
        groups: if row % 2 == 0 { vec!["Customers".to_owned()] } else { Vec::new() },
        id: None,
        last_used: None,
        changed_by: if row == 2 { "Bench 1 / Ana".to_owned() } else { String::new() },
    })
}

pub fn people() -> Vec<AddressForm> {
    let abroad = |[name, company, street1, city, zip, country]: [&str; 6]| AddressForm {
        name: name.to_owned(),
        company: company.to_owned(),
        street1: street1.to_owned(),
        city: city.to_owned(),
        zip: zip.to_owned(),
        country: country.to_owned(),
        ..AddressForm::default()
    };
    let checked = |word: &str, form: AddressForm| AddressForm {
        verification: Some(word.to_owned()),
        residential: Some(true),
        ..form
    };
    vec![
        checked("Success", san_francisco()),
        checked("KeptAsTyped", chicago()),
        checked("Failed", berlin()),
        abroad(["山田 太郎", "サンプル商会", "千代田1-1", "東京", "100-0001", "JP"]),
        abroad(["محمد علي", "", "شارع النيل ١٢", "القاهرة", "11511", "EG"]),
        abroad(["홍길동", "샘플", "세종대로 110", "서울", "04524", "KR"]),
    ]
}

pub fn filled() -> AnsweringScene {
    let mut board = AnsweringScene::new();
    let rows = (1..).zip(people()).map(|(row, form)| contact(row, form));
    board.state.addresses.rows = rows.collect();
    board.state.addresses.matching = board.state.addresses.rows.len() as u64;
    board.state.addresses.groups = vec![("Customers".to_owned(), 3)];
    board.state.addresses.loaded = true;
    board.state.ship.book.count = board.state.addresses.matching;
    board.go_to(Panel::Addresses);
    board
}

pub fn open(board: &mut AnsweringScene, at: usize) {
    board.state.addresses.open = board.state.addresses.rows.get(at).cloned();
    board.settle();
}

pub fn asked(board: &AnsweringScene, wanted: impl Fn(&AddressIntent) -> bool) -> usize {
    board.count(|intent| matches!(intent, Intent::Addresses(intent) if wanted(intent)))
}

#[test]
fn every_state_says_what_it_is_and_what_to_do() {
    let mut board = AnsweringScene::new();
    board.go_to(Panel::Addresses);
    assert!(board.stage.shows("Opening the address book"));
    board.state.addresses.loaded = true;
    board.settle();
    board.shot("addresses-empty");
    board.click("Add address");
    assert!(board.stage.shows("Street line 2"));
    board.click("Close form");
    board.state.addresses.trouble = Some(Trouble {
        attempted: "Reading the address book".into(),
        cause: "The disk cannot be read".into(),
        retry_is_safe: true,
        ..Trouble::default()
    });
    board.settle();
    board.shot("addresses-error");
    board.click("Try again");
    assert_eq!(asked(&board, |intent| matches!(intent, AddressIntent::Show { first: 0, .. })), 1);

    let mut board = filled();
    board.state.connectivity =
        Connectivity::Offline { since: board.now, trouble: Trouble::default() };
    open(&mut board, 1);
    board.shot("addresses-offline");
    assert!(board.stage.shows("Casey Example"), "the book is on this computer");
    assert!(board.stage.find("Check address").unwrap().disabled);
    assert!(!board.stage.find("Ship to this address").unwrap().disabled);
}

/// W1
#[test]
fn a_narrow_window_shows_the_list_and_an_open_address_whole() {
    let mut board = filled();
    board.stage.set_size(egui::vec2(1024.0, 700.0));
    board.settle();
    board.shot("addresses-1024");
    for control in ["New address", "Check all addresses", "Search addresses"] {
        let place = board.stage.find(control).unwrap().bounds;
        assert!(place.right() <= 1024.0, "{control} ends at {place:?}");
    }
    open(&mut board, 1);
    board.shot("addresses-1024-open");
    assert!(board.stage.shows("Last changed by Bench 1, Ana"));
    assert!(board.stage.shows("Stored on this computer"));
    board.state.addresses.is_shared = true;
    board.settle();
    assert!(board.stage.shows("Shared with other stations"));
    let place = board.stage.find("Ship to this address").unwrap().bounds;
    assert!(place.right() <= 1024.0, "{place:?}");
}

#[test]
fn searches_as_you_type_and_ships_by_keyboard_alone() {
    let mut board = filled();
    board.shot("addresses");
    assert_eq!(board.bad_names(), Vec::<String>::new());
    tab_to(&mut board, "Search addresses");
    for letter in ["c", "a"] {
        board.burst(vec![egui::Event::Text(letter.to_owned())]);
    }
    let asked_for = |text: &str| {
        asked(
            &board,
            |intent| matches!(intent, AddressIntent::Show { text: asked, .. } if asked == text),
        )
    };
    assert_eq!((asked_for("c"), asked_for("ca")), (1, 1));
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(asked(&board, |intent| matches!(intent, AddressIntent::Open(Some(1)))), 1);
    open(&mut board, 0);
    tab_to(&mut board, "Ship to this address");
    board.press(Modifiers::NONE, Key::Enter);
    let picked = board.count(|intent| {
        matches!(intent, Intent::Ship(ShipIntent::PickAddress { side: Side::To, row: 1 }))
    });
    assert_eq!(picked, 1);
    assert_eq!(board.window.panel, Panel::Ship);
}

#[test]
fn a_million_rows_load_a_window_at_a_time() {
    let mut board = filled();
    board.state.addresses.matching = 1_000_000;
    board.state.addresses.rows =
        (1..=i64::from(WINDOW)).map(|row| contact(row, chicago())).collect();
    board.settle();
    let shows = |board: &AnsweringScene| {
        asked(board, |intent| matches!(intent, AddressIntent::Show { .. }))
    };
    assert_eq!(shows(&board), 0, "the window holds what is seen");
    assert!(board.stage.shows("1,000,000 addresses"));
    // Scrolled far down: the rows show placeholders, and only the rows in view are requested.
    board.stage.hover_at(egui::pos2(700.0, 500.0));
    board.burst(vec![egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -16_000_000.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    }]);
    board.wait(40);
    assert!(shows(&board) >= 1);
    let first = board.asked.iter().rev().find_map(|intent| match intent {
        Intent::Addresses(AddressIntent::Show { first, .. }) => Some(*first),
        _ => None,
    });
    assert!(first.unwrap() > 400_000, "{first:?}");
    let before = shows(&board);
    board.wait(5);
    assert_eq!(shows(&board), before, "asked once");
    board.state.addresses.first = first.unwrap();
    board.settle();
    board.shot("addresses-million");
    assert!(board.stage.shows("Riley Sample"));
}

#[test]
fn the_suggestion_stands_beside_the_words_typed() {
    let mut board = filled();
    open(&mut board, 1);
    board.click("Check address");
    assert_eq!(asked(&board, |intent| matches!(intent, AddressIntent::Check(2))), 1);
    let suggested = Address {
        name: Some("Riley Sample".to_owned()),
        street1: Some("233 S WACKER DR".to_owned()),
        city: Some("CHICAGO".to_owned()),
        state: Some("IL".to_owned()),
        zip: Some("60606-6306".to_owned()),
        country: Some("US".to_owned()),
        ..Address::default()
    };
    let check = AddressCheck {
        typed: board.state.addresses.rows[1].form.clone(),
        suggested,
        remarks: Vec::new(),
        differs: true,
    };
    board.state.addresses.check = Remote::ready(check, board.now);
    board.settle();
    board.shot("addresses-check");
    assert!(board.stage.shows("60606-6306"));
    board.click("Use suggestion: address");
    assert_eq!(asked(&board, |intent| matches!(intent, AddressIntent::Accept(2))), 1);
    board.click("Keep mine: address");
    assert_eq!(asked(&board, |intent| matches!(intent, AddressIntent::KeepMine(2))), 1);
    let mut stored = (*board.state.addresses.rows[1]).clone();
    stored.id = Some(AddressId::new("0f9d-77"));
    board.state.addresses.open = Some(Arc::new(stored));
    board.settle();
    assert!(board.stage.shows("0f9d-77"));
}

/// W43 and W78: an entry that needs review says why, the city that the service names is one button, and
/// letters that no font can draw are named.
#[test]
fn an_entry_says_what_is_wrong_with_it() {
    let mut board = filled();
    let open = |board: &mut AnsweringScene, verification: &str, name: &str| {
        let mut contact = (*board.state.addresses.rows[1]).clone();
        contact.form.verification = Some(verification.to_owned());
        name.clone_into(&mut contact.form.name);
        board.state.addresses.open = Some(Arc::new(contact));
        board.settle();
    };
    let why = "“AUTSIN” is not a city; the ZIP 78701 belongs to AUSTIN.";
    open(&mut board, why, "Ada Byron");
    board.shot("addresses-needs-review");
    assert!(times_painted(&board.stage, why) == 1 && is_whole(&board.stage, "Needs review"));
    open(&mut board, "Failed", "Ada \u{11F04}");
    assert!(board.stage.shows("At its last check the service did not find"));
    assert!(board.stage.shows("No font on this computer can draw \u{11F04}."));
    let typed = board.state.addresses.open.as_ref().unwrap().form.clone();
    let suggested = Address { city: Some("Austin".to_owned()), ..Address::default() };
    let check = AddressCheck { typed, suggested, remarks: vec![why.to_owned()], differs: true };
    board.state.addresses.check = Remote::ready(check, board.now);
    board.settle();
    assert!(board.stage.painted().contains(&"Use Austin"));
    board.click("Use suggestion: address");
    assert_eq!(asked(&board, |intent| matches!(intent, AddressIntent::Accept(_))), 1);
}

#[test]
fn a_block_is_pasted_and_deleting_asks() {
    let mut board = filled();
    board.click("New address");
    board.click("Paste full address");
    board.type_into("Full address", "Ann Lee\n12 Main St\nChicago, IL 60606");
    board.click("Use this address");
    board.shot("addresses-form");
    assert_eq!(board.value("City"), "Chicago");
    board.type_into("Groups", "Customers; VIP");
    board.click("Save address");
    let saved = asked(&board, |intent| {
        matches!(intent, AddressIntent::Save { row: None, form, groups, .. }
            if form.name == "Ann Lee" && groups == &["Customers", "VIP"])
    });
    assert_eq!(saved, 1);
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.click("Close form");
    open(&mut board, 0);
    board.click("Delete…");
    board.shot("addresses-delete");
    assert_eq!(asked(&board, |intent| matches!(intent, AddressIntent::Remove(_))), 0);
    board.click("Delete address");
    assert_eq!(asked(&board, |intent| matches!(intent, AddressIntent::Remove(1))), 1);
}

fn tab_to(board: &mut AnsweringScene, name: &str) {
    for _ in 0..80 {
        board.press(Modifiers::NONE, Key::Tab);
        if board.focus().as_deref() == Some(name) {
            return;
        }
    }
    panic!("Tab never comes to {name}");
}

/// W44: one address at a time.
#[test]
fn several_addresses_are_ticked_and_acted_on_together() {
    let mut board = filled();
    board.click("Sort by name");
    assert_eq!(asked(&board, |it| matches!(it, AddressIntent::Sort(BookSort::Name))), 1);
    let names: Vec<String> = board
        .stage
        .elements()
        .filter(|element| element.name.starts_with("Select "))
        .map(|element| element.name)
        .collect();
    board.click(&names[0]);
    board.click(&names[2]);
    assert!(board.stage.shows("2 selected"));
    board.shot("addresses-selected");
    board.click("Check the selected addresses");
    assert_eq!(
        asked(&board, |it| matches!(it, AddressIntent::CheckRows(rows) if *rows == [1, 3])),
        1
    );
    assert!(!board.stage.shows("2 selected"));
    board.click(&names[1]);
    board.type_into("Search addresses", "x");
    assert!(!board.stage.shows("1 selected"), "another list");
    board.click(&names[1]);
    board.click("Delete the selected addresses");
    assert_eq!(
        asked(&board, |it| matches!(it, AddressIntent::RemoveMany(rows) if *rows == [2])),
        1
    );
}
