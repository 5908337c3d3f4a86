//! Settings, Stations: the workspace that several computers share, and the names at this one.

use postroom::desk::order_moves::{MoveReport, Moved};
use postroom::desk::stations::{
    MissingReports, ServerFault, SharedStatus, WorkspaceAddress, WorkspaceCheck, WorkspaceFormat,
    WorkspaceTls,
};

use super::{connected, now};
use crate::prelude::*;

fn scene(change: impl FnOnce(&mut State)) -> Scene {
    let mut state = connected();
    state.stations.usual_name = "office".to_owned();
    state.order_rules.documents.loaded = true;
    change(&mut state);
    Scene::settings(SettingsCategory::Stations, state)
}

fn address() -> WorkspaceAddress {
    WorkspaceAddress {
        host: "db.example".to_owned(),
        port: 6432,
        database: "shop".to_owned(),
        user: "bench".to_owned(),
        ..WorkspaceAddress::default()
    }
}

fn shared(state: &mut State, status: SharedStatus) {
    state.stations.settings.workspace = Some(address());
    state.stations.status = status;
}

fn lost(fault: ServerFault) -> SharedStatus {
    SharedStatus::Lost { fault, since: now(), is_tried_again: true }
}

fn asked(intents: &[Intent]) -> &StationsIntent {
    let last = intents.iter().rev().find_map(|intent| match intent {
        Intent::Stations(intent) => Some(intent),
        _ => None,
    });
    last.unwrap_or_else(|| panic!("{intents:?}"))
}

#[test]
fn an_address_is_typed_tested_and_used() {
    let mut scene = scene(|_| {});
    scene.check("stations-own");
    scene.click("Share with other computers…");
    scene.settle();
    scene.check("stations-form");
    assert!(scene.try_click("Use this database").is_err(), "nothing is typed");
    scene.type_into("Server", "db.example");
    scene.type_into("Port", "6432");
    scene.type_into("Database", "shop");
    scene.type_into("User", "bench");
    scene.type_into("Password", "canary-Pa55");
    let intents = scene.click("Test");
    let StationsIntent::Test { address: typed, password } = asked(&intents) else {
        panic!("{intents:?}");
    };
    assert_eq!(**typed, address());
    assert_eq!(typed.tls, WorkspaceTls::Verified, "as long as nobody says otherwise");
    assert_eq!(password.as_ref().unwrap().expose(), "canary-Pa55");
    assert!(!format!("{intents:?}").contains("canary"));

    let found = WorkspaceCheck {
        server: "PostgreSQL 15.4".to_owned(),
        format: WorkspaceFormat::None,
        hears: false,
        may_work: None,
        may_prepare: true,
    };
    scene.state.stations.test = Remote::ready(found, now());
    scene.settle();
    scene.check("stations-tested");
    scene.assert_shows(
        "PostgreSQL 15.4 answers. The database is empty: Postroom asks before it prepares it.",
    );
    assert!(scene.stage.elements().any(|it| it.name.starts_with("Announcements of other")));
    let trouble = Trouble { cause: ServerFault::WrongPassword.message(), ..Trouble::default() };
    scene.state.stations.test = Remote::Failed { trouble, previous: None };
    scene.settle();
    assert!(scene.stage.elements().any(|it| it.name.contains("does not accept the user")));

    let intents = scene.click("Use this database");
    let is_used = intents.iter().any(|intent| {
        matches!(intent, Intent::Stations(StationsIntent::Use { address: used, is_remembered: true, .. })
            if **used == address())
    });
    assert!(is_used, "{intents:?}");
}

/// A whole address in the field of the server is divided.
#[test]
fn a_pasted_address_fills_the_form() {
    let mut scene = scene(|_| {});
    scene.click("Share with other computers…");
    scene.settle();
    scene.type_into("Server", "postgres://bench:canary-Pa55@db.example:6432/shop");
    scene.settle();
    let intents = scene.click("Test");
    let StationsIntent::Test { address: typed, password } = asked(&intents) else {
        panic!("{intents:?}");
    };
    assert_eq!(**typed, address());
    assert_eq!(password.as_ref().unwrap().expose(), "canary-Pa55");
}

#[test]
fn the_database_is_prepared_and_left_only_after_a_question() {
    let mut scene = scene(|state| shared(state, lost(ServerFault::NotPrepared)));
    scene.check("stations-question");
    let intents = scene.click("Prepare the database");
    assert!(matches!(asked(&intents), StationsIntent::Prepare));
    scene.state.stations.status = lost(ServerFault::Older { version: 1 });
    scene.settle();
    let intents = scene.click("Move the tables forward");
    assert!(matches!(asked(&intents), StationsIntent::Prepare));

    scene.state.stations.status = SharedStatus::Open { newer: None };
    scene.state.stations.is_listening = true;
    scene.settle();
    scene.check("stations-open");
    assert!(scene.click("Use the orders of this computer").is_empty());
    scene.settle();
    scene.check("stations-leave");
    let intents = scene.click("Use this computer’s orders");
    assert!(matches!(asked(&intents), StationsIntent::Leave));
}

/// Whatever panel is on screen, the bar says why shared orders cannot be used.
#[test]
fn the_top_bar_says_what_is_wrong_and_leads_to_the_settings() {
    for (status, words) in [
        (lost(ServerFault::Away), "Shared orders: no connection, since"),
        (lost(ServerFault::NotPrepared), "Shared orders: a question"),
        (SharedStatus::Open { newer: Some(9) }, "Shared orders: read only"),
    ] {
        let mut state = connected();
        shared(&mut state, status);
        let mut scene = Scene::on(Panel::Balance, state);
        scene.check("stations-bar");
        let name = {
            let mut all = scene.stage.elements();
            let pill = all.find(|element| element.name.starts_with(words));
            pill.unwrap().name
        };
        scene.click(&name);
        assert_eq!(scene.window.panel, Panel::Settings, "{words}");
        assert_eq!(scene.window.local.settings.category, SettingsCategory::Stations);
    }
}

#[test]
fn the_names_are_kept_when_their_field_is_left() {
    let mut scene = scene(|_| {});
    scene.type_into("Name of this station", "Bench 3");
    scene.type_into("Name of the person here", "Ana");
    scene.intents();
    let intents = scene.key(Key::Tab);
    let StationsIntent::Sign { name, person } = asked(&intents) else {
        panic!("{intents:?}");
    };
    assert_eq!((name.as_str(), person.as_str()), ("Bench 3", "Ana"));
}

#[test]
fn what_was_copied_and_what_was_there_is_reported() {
    let mut scene = scene(|state| {
        shared(state, SharedStatus::Open { newer: None });
        let report = MoveReport {
            orders: Moved { copied: 12, were_there: 1 },
            documents: Moved { copied: 2, were_there: 0 },
            addresses: Moved { copied: 1, were_there: 340 },
            different: vec!["1001".to_owned()],
            ..MoveReport::default()
        };
        state.order_moves.moving = Remote::ready(report, now());
    });
    scene.check("stations-moved");
    scene.assert_shows("12 orders were copied");
    scene.assert_shows("1 order was there already and stays as it is");
    scene.assert_shows("2 presets, rules and settings were copied");
    scene.assert_shows("1 address was copied");
    scene.assert_shows("340 addresses were there already and stay as they are");
}

/// Z10: the band says whose reports are missing, and its button asks before anything is bought.
#[test]
fn a_person_is_asked_before_orders_are_bought_without_reports() {
    let mut state = connected();
    shared(&mut state, SharedStatus::Open { newer: None });
    state.stations.reports.missing =
        MissingReports { named: vec!["bench-1".to_owned(), "bench-2".to_owned()], others: 3 };
    if let Connection::Connected(session) = &mut state.connection {
        session.environment = Environment::Production;
    }
    let mut scene = Scene::on(Panel::Balance, state);
    scene.check("stations-reports-missing");
    let band = "No order is bought now. The shared orders were put back to an older copy.";
    assert!(scene.stage.elements().any(|it| it.name.starts_with(band)));
    assert!(scene.click("Buy without them…").is_empty());
    scene.settle();
    scene.check("stations-reports-question");
    assert!(scene.stage.elements().any(|it| it.name.contains("bench-1, bench-2 and 3 more")));
    // "No" has the keyboard.
    assert!(scene.key(Key::Enter).is_empty());
    scene.settle();
    scene.click("Buy without them…");
    scene.settle();
    let intents = scene.click("Buy without them");
    let StationsIntent::BuyWithoutReports(seen) = asked(&intents) else {
        panic!("{intents:?}");
    };
    assert_eq!(seen.missing.others, 3);
}
