//! Amounts, weights and dates where the comma is the decimal separator: what is typed reaches the
//! service with its value, and is written back in that form. The locale is one for the whole process,
//! so each test runs in a process of its own.

use jiff::Span;
use postroom::api::value::SpecialService;
use postroom::base::locale;
use postroom::desk::ship::rate_history::RateHistoryIntent;
use postroom::parcel::draft::{CustomsForm, CustomsItemForm};

use super::board::berlin;
use super::settings_language::is_own_process;
use crate::desk::harness::journal_of;
use crate::prelude::*;

const PATIENCE: Duration = Duration::from_secs(30);

fn in_spain() {
    locale::start(Some("es-ES".to_owned()));
}

#[test]
fn typed_amounts_of_money_keep_their_value() {
    if is_own_process("decimal_comma::typed_amounts_of_money_keep_their_value") {
        in_spain();
        tops_up();
    }
}

fn tops_up() {
    let world = DeskFixture::new();
    let desk = world.open_connected();
    let mut window = desk.into_window(&world);
    window.window().panel = Panel::Balance;
    window.settle();

    window.click("Cambiar AutoBuy").unwrap();
    window.type_into("Si baja de", "1.250,00").unwrap();
    window.type_into("Agregar", "1250,5").unwrap();
    window.click("Guardar AutoBuy").unwrap();
    window
        .wait_until("the limits at the service", PATIENCE, |state| {
            state.balance.summary.value().is_some_and(|summary| {
                summary.auto_buy_threshold == Some(Amount::from_cents(125_000))
                    && summary.auto_buy_amount == Some(Amount::from_cents(125_050))
            })
        })
        .unwrap();
    window.click("Cambiar AutoBuy").unwrap();
    let value = |window: &Driver, name: &str| window.find(name).unwrap().value;
    assert_eq!(value(&window, "Si baja de").as_deref(), Some("1250,00"));
    assert_eq!(value(&window, "Agregar").as_deref(), Some("1250,50"));

    // An open form keeps its values in another language.
    window.type_into("Si baja de", "1.250").unwrap();
    window.type_into("Monto de la recarga", "0,5").unwrap();
    locale::choose("en-US");
    window.settle();
    let below = value(&window, "If balance is below");
    assert_eq!(below.as_deref(), Some("1,250.00"));
    let added = value(&window, "Add this much");
    assert_eq!(added.as_deref(), Some("1,250.50"));
    assert_eq!(value(&window, "Top-up amount").as_deref(), Some("0.50"));
    assert!(window.shows("If balance is below ($)"));
    locale::choose("es-ES");
    window.settle();
    assert_eq!(value(&window, "Si baja de").as_deref(), Some("1250,00"));
    assert!(window.shows("Si baja de (US$)"));

    // More than the daily limit of 1,000, and not 1.25.
    window.type_into("Monto de la recarga", "1.250").unwrap();
    window.click("Recargar el saldo").unwrap();
    let problem = window.find("Monto de la recarga").unwrap().description;
    let problem = problem.unwrap_or_default();
    assert!(problem.contains("límite diario de 1000,00"), "{problem}");
    window.type_into("Monto de la recarga", "250,5").unwrap();
    window.click("Recargar el saldo").unwrap();
    assert!(window.shows("¿Recargar 250,50"));
    window.click("Confirmar recarga").unwrap();
    window
        .wait_until("topped up", PATIENCE, |state| {
            let topped_up = state.balance.ledger.topped_up;
            let newest = state.purchases.list.first();
            newest.is_some_and(|it| matches!(it.status, PurchaseStatus::ToppedUp { .. }))
                && topped_up == Some(Amount::from_cents(25_050))
        })
        .unwrap();
}

#[test]
fn typed_values_of_a_parcel_keep_their_value() {
    if is_own_process("decimal_comma::typed_values_of_a_parcel_keep_their_value") {
        in_spain();
        ships();
    }
}

/// The point groups thousands where the comma is the decimal separator, and stays as typed until the
/// field is left.
#[test]
fn a_typed_weight_is_stored_plain() {
    if is_own_process("decimal_comma::a_typed_weight_is_stored_plain") {
        in_spain();
        let mut board = AnsweringScene::new();
        for (typed, stored, shown) in [
            ("1.250", "1250", "1250"),
            ("1.250,5", "1250.5", "1250,5"),
            ("0,125", "0.125", "0,125"),
        ] {
            board.type_into("Peso", typed);
            assert_eq!(board.value("Peso"), typed);
            assert_eq!(board.state.ship.draft.packages[0].weight, stored);
            board.type_into("Largo", "2,5");
            assert_eq!(board.state.ship.draft.packages[0].length, "2.5");
            assert_eq!(board.value("Peso"), shown);
        }
    }
}

/// Buys the parcel of the draft; returns the request as it was recorded and sent.
fn bought(world: &DeskFixture, desk: &mut TestDesk) -> Value {
    desk.quote();
    desk.choose_rate(0);
    desk.buy_and_wait();
    let journal = rusqlite::Connection::open_with_flags(
        journal_of(&world.folder),
        rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY,
    )
    .unwrap();
    let newest = "SELECT body FROM entries ORDER BY number DESC LIMIT 1";
    let body: Vec<u8> = journal.query_row(newest, [], |row| row.get(0)).unwrap();
    serde_json::from_slice(&body).unwrap()
}

/// The first member with this name, however deep.
fn member<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    match value {
        Value::Object(members) => {
            members.get(name).or_else(|| members.values().find_map(|inner| member(inner, name)))
        }
        Value::Array(items) => items.iter().find_map(|inner| member(inner, name)),
        _ => None,
    }
}

fn number(value: &Value, name: &str) -> Option<f64> {
    member(value, name)?.as_f64()
}

fn ships() {
    let (world, mut desk) = connected_desk();
    desk.fill();
    let tomorrow = jiff::Zoned::now().date().checked_add(Span::new().days(1));
    let tomorrow = tomorrow.unwrap();
    desk.edit(|draft| {
        draft.packages[0].weight = "1,5".into();
        draft.packages[0].length = "10,25".into();
        let options = &mut draft.options;
        options.special_services.insert(SpecialService::Insurance);
        options.insurance_amount = "1.250,5".into();
        let (day, month, year) = (tomorrow.day(), tomorrow.month(), tomorrow.year());
        options.ship_date = format!("{day}/{month}/{year}");
    });
    let sent = bought(&world, &mut desk);
    assert_eq!(number(&sent, "weight"), Some(1.5), "{sent}");
    assert_eq!(number(&sent, "length"), Some(10.25), "{sent}");
    assert_eq!(number(&sent, "insuranceAmount"), Some(1250.5), "{sent}");
    let date = member(&sent, "shipDate").and_then(Value::as_str).unwrap();
    assert!(date.starts_with(&tomorrow.to_string()), "{sent}");

    desk.apply(ShipIntent::NewDraft);
    desk.fill();
    desk.edit(|draft| {
        draft.to = berlin();
        draft.packages[0].weight = "2,5".into();
        draft.customs = CustomsForm {
            certify: true,
            signer: "Riley Sample".into(),
            items: vec![CustomsItemForm {
                description: "Mug".into(),
                quantity: "1".into(),
                weight: "0,75".into(),
                value: "1.250,5".into(),
                hs_tariff_number: "691110".into(),
                origin_country: "US".into(),
                ..CustomsItemForm::default()
            }],
            ..CustomsForm::default()
        };
    });
    let sent = bought(&world, &mut desk);
    let item = member(&sent, "customsItem").unwrap();
    assert_eq!(number(item, "weight"), Some(0.75), "{sent}");
    assert_eq!(number(item, "value"), Some(1250.5), "{sent}");
    assert_eq!(world.shipments_at_service(), 2);
    // The parcel is written back in the form of the region.
    let all = RateHistoryIntent::Search(String::new());
    desk.apply(ShipIntent::RateHistory(all));
    desk.run_until("the past quotes", |state| state.ship.rate_history.total > 1);
    let rows = &desk.state().ship.rate_history.rows;
    let row = rows.iter().find(|row| row.parcel.starts_with("2,5 lb"));
    let row = row.unwrap();
    // The same row in another language, without another search.
    locale::choose("en-US");
    assert!(row.parcel.starts_with("2.5 lb"), "{}", row.parcel);
}
