//! The data folder that the build of 28 November 2026 (2be52dfd) wrote is read whole: settings,
//! addresses, documents, orders and purchases. What it stored is stored again in the same form.
//!
//! That build imported a table with an unknown column, wrote each kind of document, bought three
//! labels, had one of them refunded, kept two addresses, and changed five settings.

use std::fs;
use std::path::Path;

use postroom::base::money::Amount;
use postroom::desk::orders::OrderState;
use rusqlite::Connection;
use serde::Serialize;
use serde_json::Value;

use super::harness::{DeskFixture, is_connected};

const FILES: [&str; 8] = [
    "book.db",
    "cache.db",
    "journal.db",
    "journal.mark",
    "outbox.db",
    "print.db",
    "station.txt",
    "practice-orders/workspace.db",
];

fn kept() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/workspaces/data-of-28-november"))
}

/// The stored texts of one kind of document, or of all orders, by key.
fn stored(query: &str) -> Vec<(String, Value)> {
    let database = Connection::open(kept().join("practice-orders/workspace.db")).unwrap();
    let mut statement = database.prepare(query).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?))).unwrap();
    rows.map(|row| row.map(|(key, json)| (key, serde_json::from_str(&json).unwrap())).unwrap())
        .collect()
}

/// Everything of `stored` is in `read`, which may have more, and may leave out what is empty.
#[track_caller]
fn holds(read: &Value, stored: &Value, place: &str) {
    match (read, stored) {
        (Value::Object(read), Value::Object(stored)) => {
            for (name, value) in stored {
                let missing = Value::Null;
                let found = read.get(name).unwrap_or(&missing);
                holds(found, value, &format!("{place}.{name}"));
            }
        }
        (Value::Array(read), Value::Array(stored)) => {
            assert_eq!(read.len(), stored.len(), "{place}");
            for (index, (read, stored)) in read.iter().zip(stored).enumerate() {
                holds(read, stored, &format!("{place}[{index}]"));
            }
        }
        (Value::Null, Value::Bool(false)) => {}
        (Value::Null, Value::String(text)) if text.is_empty() => {}
        _ => assert_eq!(read, stored, "{place}"),
    }
}

#[track_caller]
fn hold_all<T: Serialize>(kind: &str, read: impl IntoIterator<Item = (String, T)>) {
    let query = format!("SELECT key, json FROM documents WHERE kind = '{kind}' ORDER BY key");
    let mut read: Vec<(String, Value)> =
        read.into_iter().map(|(key, it)| (key, serde_json::to_value(it).unwrap())).collect();
    read.sort_by(|one, other| one.0.cmp(&other.0));
    let stored = stored(&query);
    assert!(!stored.is_empty(), "{kind}");
    assert_eq!(read.len(), stored.len(), "{kind}");
    for ((read_key, read), (key, stored)) in read.iter().zip(&stored) {
        assert_eq!(read_key, key);
        holds(read, stored, kind);
    }
}

#[test]
fn the_data_of_an_older_build_is_read_whole() {
    let world = DeskFixture::new();
    let folder = world.folder.join("desk");
    fs::create_dir_all(folder.join("practice-orders")).unwrap();
    for file in FILES {
        fs::copy(kept().join(file), folder.join(file)).unwrap();
    }
    // It goes back to the account that was on screen by itself.
    let mut desk = world.open();
    desk.run_until("connected", is_connected);
    desk.run_until("orders", |state| {
        state.order_rules.documents.loaded && state.orders.rows.len() == 6
    });
    let documents = desk.state().order_rules.documents.clone();
    hold_all("preset", documents.presets.iter().map(|it| (it.key.clone(), &it.preset)));
    hold_all("rule", documents.rules.iter().map(|it| (it.key.clone(), &it.rule)));
    hold_all("mapping", documents.mappings.iter().map(|it| (it.key.clone(), &it.document)));
    hold_all("shop-database", documents.databases.iter().map(|it| (it.key.clone(), &it.document)));
    hold_all("own-export", documents.exports.iter().map(|it| (it.key.clone(), &it.document)));
    hold_all("shop", [("shop".to_owned(), &documents.shop.profile)]);

    let orders = stored(
        "SELECT orders.number, json FROM orders JOIN order_details USING (position) ORDER BY number",
    );
    let mut rows = desk.state().orders.rows.clone();
    rows.sort_by(|one, other| one.order.number.cmp(&other.order.number));
    for (row, (number, stored)) in rows.iter().zip(&orders) {
        assert_eq!(row.order.number, *number);
        holds(&serde_json::to_value(&row.order).unwrap(), stored, number);
    }
    let states: Vec<OrderState> = rows.iter().map(|row| row.state).collect();
    let wanted = [
        OrderState::Refunded,
        OrderState::Bought,
        OrderState::Bought,
        OrderState::OnHold,
        OrderState::NeedsAttention,
        OrderState::NeedsAttention,
    ];
    assert_eq!(states, wanted);

    let settings = &desk.state().settings;
    assert_eq!((settings.regret_secs, settings.express), (7, true));
    assert_eq!(settings.label_folder, "/labels");
    assert_eq!(settings.daily_top_up_cap, Amount::from_cents(25_000));
    assert_eq!(settings.pick_up_time, "16:30");
    desk.run_until("addresses", |state| {
        let rows = &state.addresses.rows;
        ["Ann Kept", "Zoë Kept"].iter().all(|name| rows.iter().any(|row| row.form.name == *name))
    });
    drop(desk);
    let journal = Connection::open(folder.join("journal.db")).unwrap();
    let query =
        "SELECT group_concat(kind || ' ' || state || ' ' || ifnull(charged_micros, 0), ', ')
                   FROM (SELECT * FROM entries ORDER BY number)";
    let purchases: String = journal.query_row(query, [], |row| row.get(0)).unwrap();
    let wanted = "label confirmed 7240000, label confirmed 8230000, label confirmed 8900000, \
                  refund confirmed 0";
    assert_eq!(purchases, wanted);
}
