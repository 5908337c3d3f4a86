//! Carrier accounts from creation to deletion, against the practice service.

use postroom::api::carrier_account::CarrierAccount;
use postroom::desk::carriers::{
    AccountForm, CarrierIntent, ConfigEntry, ConfigValue, Risk, ShipFrom,
};

use super::harness::is_bought;
use crate::prelude::*;

/// Stored only at the service: not on this computer's disk, nor in any state.
const CANARY: &str = "canary-4711-secret";

fn form(name: &str) -> AccountForm {
    let entry = |key: &str, value| ConfigEntry { key: key.to_owned(), value };
    AccountForm {
        name: name.to_owned(),
        carrier_code: "NOVA".to_owned(),
        enabled: true,
        entries: vec![
            entry("accountNumber", ConfigValue::Text("48213".to_owned())),
            entry("clientSecret", ConfigValue::Secret(Secret::new(CANARY))),
        ],
        ..AccountForm::default()
    }
}

/// Applies the change and waits until it and the reload of the list have finished.
#[track_caller]
fn act(desk: &mut TestDesk, intent: CarrierIntent) {
    let before = desk.state().carriers.change.done;
    desk.apply(Intent::Carriers(intent));
    desk.run_until("the change", |state| {
        let settled =
            state.carriers.change.done > before || state.carriers.change.trouble.is_some();
        settled
            && state.carriers.change.under_way.is_none()
            && !state.carriers.accounts.is_loading()
    });
}

fn named(desk: &TestDesk, name: &str) -> Option<CarrierAccount> {
    let accounts = desk.state().carriers.accounts.value().unwrap();
    accounts.iter().find(|account| account.name.as_deref() == Some(name)).cloned()
}

fn id(desk: &TestDesk, name: &str) -> CarrierAccountId {
    named(desk, name).unwrap().id.unwrap()
}

/// The stored configuration, from the service's own database.
fn configuration_at_service(world: &DeskFixture, name: &str) -> String {
    let file = world.folder.join("practice").join("practice.db");
    let database = rusqlite::Connection::open(file).unwrap();
    let query = "SELECT configuration FROM carrier_accounts WHERE name = ?1 AND deleted = 0";
    database.query_row(query, [name], |row| row.get(0)).unwrap()
}

#[test]
fn an_account_is_made_changed_switched_and_deleted() {
    let (world, mut desk) = connected_desk();
    desk.run_until("the book", |state| !state.ship.book.rows.is_empty());
    let row = desk.state().ship.book.rows[0].row;
    let first = AccountForm { ship_from: ShipFrom::Book(row), ..form("Second Nova") };
    act(&mut desk, CarrierIntent::Save(Box::new(first)));
    let made = named(&desk, "Second Nova").unwrap();
    let stored = made.ship_from_address_id().unwrap().to_owned();
    desk.run_until("the id in the book", |state| {
        let known = |contact: &postroom::desk::records::contact::Contact| {
            contact.id.as_ref().is_some_and(|id| id.as_str() == stored)
        };
        state.addresses.rows.iter().any(|contact| known(contact))
    });
    let configuration = made.configuration.clone().unwrap();
    assert_eq!(configuration["accountNumber"], json!("48213"));
    assert!(configuration["clientSecret"].is_null(), "never shown back");
    assert!(configuration_at_service(&world, "Second Nova").contains(CANARY));

    // A secret that was not edited stays at the service when the name changes.
    let renamed = AccountForm {
        id: made.id.clone(),
        entries: vec![ConfigEntry { key: "clientSecret".to_owned(), value: ConfigValue::Kept }],
        ship_from: ShipFrom::Id(stored.clone()),
        ..form("Nova two")
    };
    act(&mut desk, CarrierIntent::Save(Box::new(renamed)));
    let kept = configuration_at_service(&world, "Nova two");
    assert!(kept.contains(CANARY) && !kept.contains("48213"), "{kept}");
    assert_eq!(named(&desk, "Nova two").unwrap().ship_from_address_id(), Some(stored.as_str()));

    // Nothing happens until the question is answered.
    let account = id(&desk, "Nova two");
    let ask = |desk: &mut TestDesk, risk| {
        desk.apply(CarrierIntent::Ask(account.clone(), risk));
        desk.run_until("the question", |state| state.carriers.change.question.is_some());
    };
    ask(&mut desk, Risk::Disable);
    desk.apply(CarrierIntent::Answer(false));
    assert!(named(&desk, "Nova two").unwrap().is_enabled());
    ask(&mut desk, Risk::Disable);
    act(&mut desk, CarrierIntent::Answer(true));
    assert!(!named(&desk, "Nova two").unwrap().is_enabled());
    act(&mut desk, CarrierIntent::Enable(account.clone()));
    assert!(named(&desk, "Nova two").unwrap().is_enabled());
    assert!(configuration_at_service(&world, "Nova two").contains(CANARY));
    ask(&mut desk, Risk::Delete);
    act(&mut desk, CarrierIntent::Answer(true));
    assert!(named(&desk, "Nova two").is_none());
    assert!(desk.state().carriers.change.trouble.is_none());

    assert!(!format!("{:?}", desk.state()).contains(CANARY), "in no state");
    drop(desk);
    for file in fs::read_dir(world.folder.join("desk")).unwrap() {
        let path = file.unwrap().path();
        let bytes = fs::read(&path).unwrap_or_default();
        let found = bytes.windows(CANARY.len()).any(|part| part == CANARY.as_bytes());
        assert!(!found, "the secret is in {}", path.display());
    }
}

#[test]
fn every_refusal_says_why() {
    let (world, mut desk) = connected_desk();
    let accounts = desk.state().carriers.accounts.value().unwrap();
    let taken = accounts[0].name.clone().unwrap();
    let check = |desk: &mut TestDesk, form: AccountForm, code: &str, words: &str| {
        let before = desk.state().carriers.change.done;
        act(desk, CarrierIntent::Save(Box::new(form)));
        let trouble = desk.state().carriers.change.trouble.clone().expect(code);
        assert_eq!(trouble.codes, [code]);
        assert!(trouble.cause.contains(words), "{code}: {}", trouble.cause);
        assert!(!trouble.advice.is_empty() && trouble.correlation.is_some());
        assert_eq!(desk.state().carriers.change.done, before, "the form stays open");
    };
    check(&mut desk, form(&taken), "CARRIERACCOUNT.VALIDATION_FAILED", "this name already exists");
    let nowhere =
        AccountForm { ship_from: ShipFrom::Id("no-such-address".to_owned()), ..form("Lost") };
    check(&mut desk, nowhere, "ADDRESS.NOT_FOUND", "no ship-from address");
    let nobody = AccountForm { carrier_code: "NOBODY".to_owned(), ..form("Nobody") };
    check(&mut desk, nobody, "CARRIERACCOUNT.NOT_FOUND", "carrier code");
    world.practice("admin", &json!({"carrier": "NOVA", "disabled": true}));
    check(&mut desk, form("Nova off"), "CARRIER.NOT_ACTIVE", "administrator");
    world.practice("admin", &json!({"carrier": "NOVA", "disabled": false}));

    // Held by an administrator: saving works; enabling does not, and the message says so.
    act(&mut desk, CarrierIntent::Save(Box::new(form("Held"))));
    let account = id(&desk, "Held");
    world.practice("admin", &json!({"carrierAccountId": account, "status": "AwaitingApproval"}));
    act(&mut desk, CarrierIntent::Enable(account));
    assert!(!named(&desk, "Held").unwrap().is_enabled());
    let told =
        desk.state().notices.iter().any(|notice| notice.text.contains("waiting for approval"));
    assert!(told, "{:?}", desk.state().notices);

    let gone = AccountForm { id: Some(CarrierAccountId::new("gone")), ..form("Gone") };
    act(&mut desk, CarrierIntent::Save(Box::new(gone)));
    assert!(desk.state().carriers.change.trouble.as_ref().unwrap().cause.contains("no longer has"));
}

#[test]
fn the_question_names_what_breaks() {
    let (_world, mut desk) = desk_ready_to_buy();
    let chosen = desk.state().ship.draft.chosen.clone().unwrap();
    let account = chosen.carrier_account_id.clone().unwrap();
    desk.buy_and_wait();
    assert!(is_bought(&desk.state().purchases.list[0]));
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    desk.choose();
    let again = desk
        .state()
        .ship
        .quote
        .value()
        .unwrap()
        .rates
        .iter()
        .find(|rate| rate.carrier_account_id.as_ref() == Some(&account));
    let again = Box::new(again.unwrap().clone());
    desk.apply(ShipIntent::ChooseRate(again));
    desk.apply(CarrierIntent::Ask(account.clone(), Risk::Disable));
    desk.run_until("the question", |state| state.carriers.change.question.is_some());
    let breaks = desk.state().carriers.change.question.clone().unwrap().breaks.join("\n");
    for words in ["get rates or buy labels", "1 label of the last 30 days", "rate chosen on Ship"] {
        assert!(breaks.contains(words), "{words} in {breaks}");
    }
    act(&mut desk, CarrierIntent::Answer(true));
    assert!(desk.state().ship.draft.chosen.is_none(), "its rate cannot be bought any more");
}

#[test]
fn off_line_the_accounts_stay_readable() {
    let world = DeskFixture::new();
    let desk = world.open_connected();
    let count = desk.state().carriers.accounts.value().unwrap().len();
    drop(desk);
    world.stop_service();
    let mut setup = world.setup();
    setup.practice = None;
    let desk = TestDesk(Desk::open_paced(setup, super::harness::pace()).unwrap());
    let known = desk.state().carriers.accounts.known().unwrap();
    assert!(known.cached && known.value.len() == count);
    assert!(desk.state().carriers.catalogs.value().is_some());
}
