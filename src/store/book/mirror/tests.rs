//! A shared book: what is owed, what is taken over, and what is left.

use std::path::Path;

use super::*;
use crate::store::book::schema::STEPS;
use crate::store::book::{BookChange, pages, put};
use crate::store::file;

fn mirror() -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    file::migrate(&mut connection, Path::new("memory"), STEPS).unwrap();
    begin(&connection).unwrap();
    connection
}

fn fields(name: &str, groups: &[&str]) -> RecordFields {
    RecordFields {
        name: name.to_owned(),
        search_text: name.to_owned(),
        json: format!("{{\"name\":\"{name}\"}}"),
        groups: groups.iter().map(|group| (*group).to_owned()).collect(),
    }
}

fn taken(key: &str, revision: i64, fields: Option<RecordFields>) -> TakenRecord {
    TakenRecord { key: key.to_owned(), revision, changed_by: "bench 2".to_owned(), fields }
}

fn take_one(connection: &Connection, record: TakenRecord) -> bool {
    take(connection, record, |_, theirs| theirs).unwrap().is_some()
}

fn change(connection: &Connection, change: BookChange) {
    pages::apply(connection, &change).unwrap();
}

fn found(connection: &Connection, words: &str) -> Vec<i64> {
    connection
        .prepare("SELECT rowid FROM record_words WHERE record_words MATCH ?1")
        .unwrap()
        .query_map([words], |row| row.get(0))
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap()
}

fn revision(connection: &Connection, key: &str) -> i64 {
    connection
        .query_row("SELECT revision FROM records WHERE key = ?1", [key], |row| row.get(0))
        .unwrap()
}

#[test]
fn a_book_of_one_computer_owes_nothing() {
    let mut connection = Connection::open_in_memory().unwrap();
    file::migrate(&mut connection, Path::new("memory"), STEPS).unwrap();
    let row = put(&mut connection, None, ["Ann", "Ann", "{}"]).unwrap();
    assert_eq!(row, 1);
    change(&connection, BookChange::Remove(row));
    assert_eq!(owed(&connection, 9).unwrap(), []);
}

#[test]
fn a_change_is_owed_with_what_was_there_before() {
    let mut connection = mirror();
    let row = put(&mut connection, None, ["Ann", "Ann", "{}"]).unwrap();
    assert!(row >= 1 << 32, "{row}");
    let [new] = &owed(&connection, 9).unwrap()[..] else { panic!("one is owed") };
    assert_eq!((new.revision, new.owed, &new.base), (0, 1, &None));
    let confirmed = ConfirmedRecord {
        key: new.key.clone(),
        owed: 1,
        revision: 1,
        sent: new.content.clone(),
        changed_by: None,
    };
    confirm(&connection, &confirmed).unwrap();
    assert_eq!(owed(&connection, 9).unwrap(), []);

    let group = "Friends".to_owned();
    change(&connection, BookChange::Join { row, group });
    put(&mut connection, Some(row), ["Ann", "Ann", "{\"a\":1}"]).unwrap();
    let [changed] = &owed(&connection, 9).unwrap()[..] else { panic!("one is owed") };
    assert_eq!((changed.revision, changed.owed), (1, 2));
    let before = AddressContent { json: "{}".to_owned(), groups: Vec::new() };
    assert_eq!(changed.base, Some(before));
    let now = changed.content.as_ref().unwrap();
    assert_eq!((now.json.as_str(), &now.groups[..]), ("{\"a\":1}", &["Friends".to_owned()][..]));

    // Changed again while it was sent: the rest stays owed, on what was sent.
    let sent = now.clone();
    put(&mut connection, Some(row), ["Ann", "Ann", "{\"a\":2}"]).unwrap();
    let confirmed = ConfirmedRecord { owed: 2, revision: 2, sent: Some(sent.clone()), ..confirmed };
    confirm(&connection, &confirmed).unwrap();
    let [rest] = &owed(&connection, 9).unwrap()[..] else { panic!("one is owed") };
    assert_eq!((rest.revision, rest.base.as_ref()), (2, Some(&sent)));
}

#[test]
fn what_the_server_says_is_taken_over_except_where_something_is_owed() {
    let connection = mirror();
    assert!(take_one(&connection, taken("k", 1, Some(fields("Ann", &["VIP"])))));
    let row = found(&connection, "ann")[0];
    assert!(!take_one(&connection, taken("k", 1, Some(fields("Bo", &[])))));
    assert!(take_one(&connection, taken("k", 2, Some(fields("Anna", &[])))));
    assert_eq!(found(&connection, "anna"), [row]);
    assert_eq!(owed(&connection, 9).unwrap(), []);

    let group = "Mine".to_owned();
    change(&connection, BookChange::Join { row, group });
    assert!(!take_one(&connection, taken("k", 3, Some(fields("Hanna", &[])))));
    assert!(!take_one(&connection, taken("k", 4, None)));
    assert_eq!(found(&connection, "anna"), [row]);
    assert_eq!(revision(&connection, "k"), 2);
}

#[test]
fn a_removal_is_owed_and_can_be_taken_back() {
    let mut connection = mirror();
    take_one(&connection, taken("k", 3, Some(fields("Ann", &[]))));
    let row = found(&connection, "ann")[0];
    change(&connection, BookChange::Remove(row));
    let [gone] = &owed(&connection, 9).unwrap()[..] else { panic!("one is owed") };
    assert_eq!((gone.revision, gone.owed, &gone.content), (3, -1, &None));
    // The server must not bring it back meanwhile.
    assert!(!take_one(&connection, taken("k", 4, Some(fields("Ann", &[])))));
    let confirmed = ConfirmedRecord {
        key: "k".to_owned(),
        owed: -1,
        revision: 5,
        sent: None,
        changed_by: None,
    };
    confirm(&connection, &confirmed).unwrap();
    assert_eq!(owed(&connection, 9).unwrap(), []);
    // Undo: the same record, on the revision of its removal.
    put(&mut connection, Some(row), ["Ann", "Ann", "{}"]).unwrap();
    let [back] = &owed(&connection, 9).unwrap()[..] else { panic!("one is owed") };
    assert_eq!((back.key.as_str(), back.row, back.revision), ("k", row, 5));
}

#[test]
fn a_removal_by_the_server_goes_and_comes_back_under_its_row() {
    let connection = mirror();
    take_one(&connection, taken("k", 1, Some(fields("Ann", &["VIP"]))));
    let row = found(&connection, "ann")[0];
    assert!(take_one(&connection, taken("k", 2, None)));
    assert_eq!(found(&connection, "ann"), [] as [i64; 0]);
    assert!(take_one(&connection, taken("k", 3, Some(fields("Ann", &[])))));
    assert_eq!(found(&connection, "ann"), [row]);
    assert_eq!(owed(&connection, 9).unwrap(), []);
}

#[test]
fn what_met_another_change_is_settled_unless_it_was_changed_again() {
    let mut connection = mirror();
    take_one(&connection, taken("k", 1, Some(fields("Ann", &[]))));
    let row = found(&connection, "ann")[0];
    put(&mut connection, Some(row), ["Anna", "Anna", "{}"]).unwrap();
    let settled = SettledRecord {
        key: "k".to_owned(),
        owed: 1,
        revision: 2,
        changed_by: "bench 2".to_owned(),
        fields: Some(fields("Anna Lee", &[])),
        base: Some(AddressContent::default()),
        is_owed: true,
    };
    put(&mut connection, Some(row), ["Annabel", "Annabel", "{}"]).unwrap();
    assert!(!settle(&connection, settled.clone()).unwrap());
    assert_eq!(found(&connection, "annabel"), [row]);
    let settled = SettledRecord { owed: 2, ..settled };
    assert!(settle(&connection, settled).unwrap());
    let [left] = &owed(&connection, 9).unwrap()[..] else { panic!("one is owed") };
    assert_eq!((left.revision, left.base.as_ref()), (2, Some(&AddressContent::default())));
    assert_eq!(found(&connection, "lee"), [row]);
}

#[test]
fn a_removal_that_lost_brings_the_record_back() {
    let connection = mirror();
    take_one(&connection, taken("k", 1, Some(fields("Ann", &[]))));
    let row = found(&connection, "ann")[0];
    change(&connection, BookChange::Remove(row));
    let settled = SettledRecord {
        key: "k".to_owned(),
        owed: -1,
        revision: 2,
        changed_by: "bench 2".to_owned(),
        fields: Some(fields("Anna", &[])),
        base: None,
        is_owed: false,
    };
    assert!(settle(&connection, settled).unwrap());
    assert_eq!(found(&connection, "anna"), [row]);
    assert_eq!(owed(&connection, 9).unwrap(), []);
    assert_eq!(revision(&connection, "k"), 2);
}

/// A million records: what is owed is found without reading the others.
#[test]
fn what_is_owed_is_found_by_an_index() {
    let connection = mirror();
    for query in [
        "SELECT row FROM records WHERE owed > 0 ORDER BY row LIMIT 9",
        "SELECT row FROM removed WHERE is_owed = 1 ORDER BY row LIMIT 9",
    ] {
        let plan = file::plan(&connection, query);
        assert!(plan.iter().all(|step| step.contains("_owed")), "{plan:?}");
    }
}
