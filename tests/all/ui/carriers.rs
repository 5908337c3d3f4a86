//! The Carriers panel: accounts over their life cycle, and the catalog, in every state.

use postroom::api::carrier_account::CarrierAccount;
use postroom::api::value::CarrierAccountStatus;
use postroom::desk::carriers::{CarrierIntent, ConfigValue, Question, Risk};

use crate::prelude::*;

fn account(number: usize, name: &str, code: &str, enabled: bool) -> CarrierAccount {
    let configuration = json!({
        "ShipFromAddressId": "7c1a9e52-0b7d-4c53-9a54-6d1f0f6f2f11",
        "accountNumber": 48_213,
        "password": null,
    });
    CarrierAccount {
        id: Some(CarrierAccountId::new(format!("account-{number}"))),
        name: Some(name.to_owned()),
        carrier_code: Some(code.to_owned()),
        configuration: configuration.as_object().cloned(),
        description: Some("Contract of the shop".to_owned()),
        status: Some(match enabled {
            true => CarrierAccountStatus::Enabled,
            false => CarrierAccountStatus::Disabled,
        }),
        modified_date: WireTime::parse("2026-11-03T09:00:00Z"),
        ..CarrierAccount::default()
    }
}

pub(super) fn filled() -> AnsweringScene {
    let mut board = AnsweringScene::new();
    let accounts = vec![
        account(1, "Main post account", "POST-eVS", true),
        account(2, "Northline contract", "NORTHLINE", true),
        account(3, "Skyway trial", "SKYWAY", false),
    ];
    board.state.carriers.accounts = Remote::ready(accounts, board.now);
    board.go_to(Panel::Carriers);
    board
}

fn trouble(offline: bool) -> Trouble {
    Trouble {
        attempted: "Couldn’t load the carrier accounts".into(),
        cause: "The server did not answer".into(),
        advice: "Check the network".into(),
        status: (!offline).then_some(503),
        correlation: Some(CorrelationId::new("c-17")),
        retry_is_safe: true,
        offline,
        ..Trouble::default()
    }
}

fn asked(board: &AnsweringScene, wanted: impl Fn(&CarrierIntent) -> bool) -> usize {
    board.count(|intent| matches!(intent, Intent::Carriers(intent) if wanted(intent)))
}

#[test]
fn every_state_says_what_it_is_and_what_to_do() {
    let mut board = AnsweringScene::new();
    board.state.carriers.accounts = Remote::NotAsked;
    board.go_to(Panel::Carriers);
    board.click("Load accounts");
    assert_eq!(board.count(|intent| matches!(intent, Intent::Carriers(CarrierIntent::Refresh))), 1);
    board.state.carriers.accounts.start_loading();
    board.settle();
    assert!(board.stage.shows("Loading carrier accounts"));

    board.state.carriers.accounts = Remote::ready(Vec::new(), board.now);
    board.settle();
    board.shot("carriers-empty");
    board.click("Create first account");
    assert!(board.stage.shows("Account name"));
    board.click("Close form");

    let mut board = filled();
    let now = board.now;
    board.state.carriers.accounts.settle(Err(trouble(false)), now);
    board.settle();
    board.shot("carriers-error");
    assert!(board.stage.shows("Northline contract"), "old rows stay");
    assert!(board.stage.shows("c-17"));
    board.click("Try again");
    assert_eq!(board.count(|intent| matches!(intent, Intent::Carriers(CarrierIntent::Refresh))), 1);

    board.state.connectivity = Connectivity::Offline { since: board.now, trouble: trouble(true) };
    board.settle();
    assert!(board.stage.find("New account").unwrap().disabled);
    let row = board.named("Main post account");
    board.click(&row);
    board.shot("carriers-offline");
    assert!(board.stage.shows("Offline: the service stores carrier accounts"));
    assert!(board.stage.find("Edit…").unwrap().disabled);
}

#[test]
fn a_secret_is_never_on_screen() {
    let mut board = filled();
    let row = board.named("Northline contract");
    board.click(&row);
    board.shot("carriers-detail");
    for words in ["Set, not shown", "48213", "Contract of the shop", "account-2"] {
        assert!(board.stage.shows(words), "{words}");
    }
    board.click("Edit…");
    board.shot("carriers-edit");
    board.type_into("Value 2", "hunter2");
    assert!(!board.stage.shows("hunter2"), "typed blind");
    board.click("Save account");
    let saved = board.asked.iter().rev().find_map(|intent| match intent {
        Intent::Carriers(CarrierIntent::Save(form)) => Some(form.clone()),
        _ => None,
    });
    let saved = saved.unwrap();
    assert!(!format!("{saved:?}").contains("hunter2"), "nor in a log");
    let number = saved.entries.iter().find(|entry| entry.key == "accountNumber");
    assert_eq!(number.unwrap().value, ConfigValue::Text("48213".to_owned()));
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.state.carriers.change.done += 1;
    board.settle();
    assert!(board.stage.find("Save account").is_err(), "a saved form closes");
}

#[test]
fn disabling_and_deleting_ask_first() {
    let mut board = filled();
    let row = board.named("Main post account");
    board.click(&row);
    board.click("Delete…");
    assert_eq!(asked(&board, |intent| matches!(intent, CarrierIntent::Ask(_, Risk::Delete))), 1);
    board.state.carriers.change.question = Some(Question {
        account: CarrierAccountId::new("account-1"),
        name: "Main post account".to_owned(),
        risk: Risk::Delete,
        breaks: vec!["You can no longer get rates or buy labels with it".to_owned()],
    });
    board.settle();
    board.shot("carriers-question");
    assert!(board.stage.shows("Delete Main post account?"));
    board.press(Modifiers::NONE, Key::Escape);
    assert_eq!(asked(&board, |intent| matches!(intent, CarrierIntent::Answer(true))), 0);
    board.click("Delete account");
    assert_eq!(asked(&board, |intent| matches!(intent, CarrierIntent::Answer(true))), 1);
}

#[test]
fn an_account_is_made_by_keyboard_alone() {
    let mut board = filled();
    board.go_to(Panel::Ship);
    board.press(Modifiers::NONE, Key::F6);
    assert_eq!(board.window.panel, Panel::Carriers);
    tab_to(&mut board, "New account");
    board.press(Modifiers::NONE, Key::Enter);
    tab_to(&mut board, "Account name");
    board.burst(vec![egui::Event::Text("Second".to_owned())]);
    tab_to(&mut board, "Create account");
    board.press(Modifiers::NONE, Key::Enter);
    let made = asked(
        &board,
        |intent| matches!(intent, CarrierIntent::Save(form) if form.name == "Second" && form.id.is_none()),
    );
    assert_eq!(made, 1);
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

#[test]
fn the_catalogue_is_browsed_by_carrier() {
    let mut board = filled();
    board.click("Catalog");
    board.shot("carriers-catalogue");
    assert!(board.stage.shows("Ground Advantage"));
    board.click("Special services");
    board.shot("carriers-special");
    assert!(board.stage.shows("Insured amount"));
    let catalogs = board.state.carriers.catalogs.value().cloned().unwrap();
    let mut catalogs = catalogs;
    let sized = catalogs.package_types.get_mut("POST-eVS").unwrap();
    sized[1].length = Some(12.5);
    sized[1].width = Some(9.5);
    board.state.carriers.catalogs = Remote::ready(catalogs, board.now);
    board.click("Package types");
    board.click("cm");
    board.shot("carriers-packages");
    assert!(board.stage.shows("31.75 × 24.13 × any cm"));
    board.type_into("Search the catalog", "flat rate env");
    assert!(!board.stage.shows("Soft Pack") && board.stage.shows("Flat Rate Envelope"));
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.click("Carrier Northline");
    assert!(board.stage.shows("This carrier offers none of these"));
    board.state.settings.theme = Theme::Dark;
    board.click("Accounts");
    let row = board.named("Skyway trial");
    board.click(&row);
    board.shot("carriers-dark");
    board.click("Enable");
    assert_eq!(asked(&board, |intent| matches!(intent, CarrierIntent::Enable(_))), 1);
}
