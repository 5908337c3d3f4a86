//! The address book on a real PostgreSQL.

use postroom::store::book::mirror::AddressContent;
use postroom::store::workspace::SharedWorkspace;
use postroom::store::workspace::shared::{
    AddressOutcome, AddressWrite, WorkspaceFormat, check_server,
};

use super::places::run;
use super::server::{Database, owner};
use crate::database_servers::{PASSWORD, Server};
use crate::prelude::*;

fn content(name: &str) -> AddressContent {
    AddressContent { json: format!("{{\"name\":\"{name}\"}}"), groups: vec!["A".to_owned()] }
}

fn write(key: &str, revision: i64, name: Option<&str>) -> AddressWrite {
    AddressWrite { key: key.to_owned(), revision, content: name.map(content) }
}

fn opened(database: &Database<'_>) -> SharedWorkspace {
    database.try_open("shop", Secret::new(PASSWORD)).unwrap()
}

#[test]
fn a_write_on_an_older_revision_changes_nothing() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "addresses");
    let workspace = opened(&database);
    let send = |writes: &[AddressWrite]| run(workspace.write_addresses(writes)).unwrap();
    let new = [write("a", 0, Some("Ann")), write("b", 0, Some("Bob"))];
    assert_eq!(send(&new), [AddressOutcome::Written(1), AddressOutcome::Written(1)]);
    assert_eq!(send(&[write("a", 1, Some("Anna"))]), [AddressOutcome::Written(2)]);
    let outcomes = send(&[write("a", 1, None), write("b", 1, None), write("c", 0, None)]);
    let [AddressOutcome::Conflict(now), AddressOutcome::Written(2), AddressOutcome::Written(0)] =
        &outcomes[..]
    else {
        panic!("{outcomes:?}")
    };
    assert_eq!((now.revision, now.content.as_ref()), (2, Some(&content("Anna"))));
    assert_eq!(now.changed_by, "bench 1");

    let page = run(workspace.addresses_after(0, 9)).unwrap();
    let rows: Vec<(&str, i64, bool)> = page
        .rows
        .iter()
        .map(|row| (row.key.as_str(), row.sequence, row.content.is_some()))
        .collect();
    assert_eq!(rows, [("a", 3, true), ("b", 4, false)]);
    assert_eq!(page.last, 4);
    assert_eq!(run(workspace.addresses_after(3, 9)).unwrap().rows.len(), 1);
    assert_eq!(run(workspace.addresses_after(0, 1)).unwrap().rows.len(), 1);
    // A removed address has no text left.
    let text = database.admin("SELECT json || groups FROM postroom.addresses WHERE key = 'b'");
    assert_eq!(text.trim(), "[]");
}

#[test]
fn a_copy_is_added_once_by_its_key_and_by_its_words() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "copies");
    let workspace = opened(&database);
    let copy = |keys: &[(&str, &str)]| {
        let copies: Vec<(String, AddressContent)> =
            keys.iter().map(|(key, name)| ((*key).to_owned(), content(name))).collect();
        run(workspace.copy_addresses_in(&copies)).unwrap()
    };
    assert_eq!(copy(&[("a", "Ann"), ("b", "Bob")]), [true, true]);
    assert_eq!(copy(&[("a", "Other"), ("c", "Bob"), ("d", "Cy")]), [false, false, true]);
    // What was removed comes back.
    run(workspace.write_addresses(&[write("a", 1, None)])).unwrap();
    assert_eq!(copy(&[("a", "Ann")]), [true]);
    let page = run(workspace.addresses_after(0, 9)).unwrap();
    let keys: Vec<(&str, i64)> =
        page.rows.iter().map(|row| (row.key.as_str(), row.revision)).collect();
    assert_eq!(keys, [("b", 1), ("d", 1), ("a", 3)]);
}

/// What another station does when it writes an address, in one transaction that ends as soon as
/// somebody waits for it.
const WRITE_THAT_IS_WAITED_FOR: &str = "DO $$ BEGIN
    PERFORM last FROM postroom.address_sequence FOR UPDATE;
    INSERT INTO postroom.addresses VALUES ('late', 1, 1, '{}', '[]', false, now(), 'bench 2');
    UPDATE postroom.address_sequence SET last = 1;
    FOR turn IN 1..1000 LOOP
      EXIT WHEN EXISTS (SELECT FROM pg_locks WHERE NOT granted);
      PERFORM pg_sleep(0.01);
    END LOOP;
  END $$";

/// A number that is given before another one must be seen before it: whoever has read the second
/// never looks for the first again.
#[test]
fn an_address_of_a_transaction_that_ends_late_is_not_missed() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "late");
    let workspace = opened(&database);
    std::thread::scope(|scope| {
        let late = scope.spawn(|| database.admin(WRITE_THAT_IS_WAITED_FOR));
        let is_writing = "SELECT count(*) FROM pg_locks
            WHERE relation = 'postroom.addresses'::regclass AND mode = 'RowExclusiveLock'";
        while database.admin(is_writing).trim() != "1" {
            assert!(!late.is_finished(), "nobody has waited for it");
        }
        run(workspace.write_addresses(&[write("soon", 0, Some("Ann"))])).unwrap();
        let page = run(workspace.addresses_after(0, 9)).unwrap();
        let rows: Vec<(&str, i64)> =
            page.rows.iter().map(|row| (row.key.as_str(), row.sequence)).collect();
        assert_eq!(rows, [("late", 1), ("soon", 2)]);
    });
}

/// Tables of the first version, with the rights that were granted then.
#[test]
fn stations_may_use_the_book_as_soon_as_the_tables_were_moved_forward() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "older");
    database.admin(
        "DROP TABLE postroom.addresses, postroom.address_sequence;
         DROP INDEX postroom.claims_wanted;
         CREATE ROLE \"Bench 2\" LOGIN PASSWORD 'x';
         GRANT INSERT ON postroom.orders TO \"Bench 2\";
         UPDATE postroom.format SET version = 1",
    );
    let password = || Some(Secret::new(PASSWORD));
    let format = run(SharedWorkspace::format_at(database.address("shop"), password())).unwrap();
    assert_eq!(format, WorkspaceFormat::Older(1));
    let check = || run(check_server(database.address("shop"), password())).unwrap();
    assert_eq!(check().may_work, Some(true));
    run(SharedWorkspace::prepare(database.address("owner"), owner())).unwrap();
    assert_eq!(check().may_work, Some(true));
    assert_eq!(check().format, WorkspaceFormat::Current);
    let workspace = opened(&database);
    run(workspace.write_addresses(&[write("a", 0, Some("Ann"))])).unwrap();
    let other = "SELECT has_table_privilege('Bench 2', 'postroom.addresses', 'UPDATE')";
    assert_eq!(database.admin(other).trim(), "t");
    // The version before this one goes on writing.
    assert_eq!(database.admin("SELECT oldest_writer FROM postroom.format").trim(), "1");
    database.admin("REVOKE UPDATE ON postroom.addresses FROM shop");
    assert_eq!(check().may_work, Some(false));
}
