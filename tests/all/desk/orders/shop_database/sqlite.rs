//! A shop whose database is an SQLite file.

use postroom::orders::shop_database::WriteBackSettings;
use postroom::shop_database::error::ShopDatabaseError;
use postroom::shop_database::fetch::test_connection;
use postroom::tables::sheet::Cell;
use rusqlite::Connection;

use super::{Desk, Folder, mapping, rows, run, texts, try_fetch, zone};
use crate::prelude::*;

const ORDERS: &str = "CREATE TABLE orders (number INTEGER, name TEXT, zip TEXT, sku TEXT,
       cost REAL, tracking TEXT, shipped TEXT, writes INTEGER NOT NULL DEFAULT 0);
     INSERT INTO orders (number, name, zip, sku, cost) VALUES
       (1001, 'Ann Lee', '02108', 'MUG', 0.1), (1001, 'Ann Lee', '02108', 'CUP', 12.0),
       (1002, 'Bob Ray', '78701', 'MUG', NULL),
       (1003, 'Ann Lee', '02108', 'MUG', 1), (1003, 'Bob Ray', '78701', 'MUG', 1);
     CREATE TABLE pictures (number INTEGER, picture BLOB);
     INSERT INTO pictures VALUES (1001, x'00ff')";

fn shop(folder: &Folder) -> ShopDatabase {
    let path = folder.file("shop.sqlite");
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(ORDERS).unwrap();
    ShopDatabase {
        name: "Test shop".to_owned(),
        kind: ShopDatabaseKind::SqliteFile,
        database: path.display().to_string(),
        query: "SELECT number, name, zip, sku, cost FROM orders WHERE number = :number
                ORDER BY sku"
            .to_owned(),
        mapping: mapping(&[
            ("number", OrderField::Number),
            ("name", OrderField::Name),
            ("zip", OrderField::Zip),
            ("sku", OrderField::ItemSku),
        ]),
        write_back: Some(WriteBackSettings {
            statement: "UPDATE orders SET tracking = :tracking_number, shipped = :time,
                          writes = writes + 1
                        WHERE number = :number AND tracking IS NULL"
                .to_owned(),
            verify_query: "SELECT 1 FROM orders
                           WHERE number = :number AND tracking = :tracking_number"
                .to_owned(),
            ..WriteBackSettings::default()
        }),
        statement_seconds: 1,
        ..ShopDatabase::default()
    }
}

#[test]
fn an_order_is_found_by_its_number() {
    let folder = Folder::new();
    let database = shop(&folder);
    let fetch = |number: &str| try_fetch(&database, None, number);
    let fetched = fetch("1001").unwrap();
    let number = |digits: &str| Cell::Number(digits.into());
    let text = |text: &str| Cell::Text(text.into());
    let row = |sku, cost| vec![number("1001"), text("Ann Lee"), text("02108"), text(sku), cost];
    assert_eq!(rows(&fetched.sheet), [row("CUP", number("12")), row("MUG", number("0.1"))]);
    assert_eq!(texts(&fetch("1002").unwrap().sheet)[0][4], "");
    for missing in ["1009", "1001-B", "1001 OR 1=1", "' OR '1'='1"] {
        let found = fetch(missing);
        assert!(matches!(found, Err(ShopDatabaseError::NoSuchNumber { .. })), "{found:?}");
    }
    let several = fetch("1003").unwrap_err();
    assert!(matches!(several, ShopDatabaseError::SeveralOrders { orders: 2, .. }));
    let found = run(test_connection(&database, None, Some("1001"), &zone())).unwrap();
    assert!(found.server.starts_with("SQLite 3."), "{}", found.server);
    assert_eq!(found.write_back, Some(Ok(())));
    assert_eq!(found.filled_columns(&database)[2].texts, ["02108", "02108"]);
}

#[test]
fn what_is_wrong_is_told_and_nothing_is_written_by_a_query() {
    let folder = Folder::new();
    let good = shop(&folder);
    let file = folder.file("shop.sqlite");
    let before = fs::read(&file).unwrap();
    let text_file = folder.file("orders.txt");
    fs::write(&text_file, "not a database at all, but long enough to be read").unwrap();
    let missing = folder.file("missing.sqlite");
    let query = |query: &str| ShopDatabase { query: query.to_owned(), ..good.clone() };
    let path = |path: &Path| ShopDatabase { database: path.display().to_string(), ..good.clone() };
    type Check = fn(&ShopDatabaseError) -> bool;
    use ShopDatabaseError as Error;
    let cases: Vec<(ShopDatabase, Check)> = vec![
        (path(&missing), |error| matches!(error, Error::FileNotThere { .. })),
        (path(&folder.0), |error| matches!(error, Error::NotADatabase { .. })),
        (path(&text_file), |error| matches!(error, Error::NotADatabase { .. })),
        (query("SELECT * FROM ordes WHERE number = :number"), |error| {
            matches!(error, Error::UnknownName { .. })
        }),
        (query("SELECT price FROM orders WHERE number = :number"), |error| {
            matches!(error, Error::UnknownName { .. })
        }),
        (query("SELECT FROM orders WHERE number = :number"), |error| {
            matches!(error, Error::StatementRefused { .. })
        }),
        (
            query(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                 SELECT max(i) FROM n WHERE i > :number",
            ),
            |error| matches!(error, Error::TooSlow { .. }),
        ),
        (query("SELECT picture FROM pictures WHERE :number = 1001"), |error| {
            matches!(error, Error::NoSuchNumber { .. })
        }),
        (query("SELECT picture FROM pictures WHERE number = :number"), |error| {
            matches!(error, Error::BinaryColumn { .. })
        }),
        (
            query("WITH n AS (SELECT :number) UPDATE orders SET name = 'x' RETURNING name"),
            |error| matches!(error, Error::ReadOnly { .. }),
        ),
    ];
    for (database, is_expected) in cases {
        let error = try_fetch(&database, None, "1001").unwrap_err();
        assert!(is_expected(&error), "{}: {error:?}", database.query);
        assert!(error.to_string().len() > 20, "{error}");
    }
    assert!(!missing.exists(), "no file is made");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_label_is_written_into_the_file_once() {
    let folder = Folder::new();
    let mut database = shop(&folder);
    let look = Connection::open(folder.file("shop.sqlite")).unwrap();
    let shop_row = |number: i64| -> (Option<String>, Option<String>, i64) {
        let sql = "SELECT tracking, shipped, writes FROM orders WHERE number = ?1";
        look.query_row(sql, [number], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap()
    };
    let desk = Desk::new();
    let row = desk.bought("1002");
    let delivery = desk.deliver(&database, None);
    assert_eq!(delivery.tried.len(), 1);
    assert_eq!(desk.state(row), WriteBackState::Written, "{delivery:?}");
    let tracking = Some("94001002".to_owned());
    let shipped = Some("2026-11-23T09:05:09-05:00".to_owned());
    assert_eq!(shop_row(1002), (tracking, shipped, 1));

    // Two rows of one number.
    let row = desk.bought("1001");
    desk.deliver(&database, None);
    let entry = desk.entry(row);
    assert_eq!((entry.state, entry.retry_at), (WriteBackState::Failed, None));
    assert!(entry.detail.contains("2 rows"), "{}", entry.detail);
    assert_eq!(shop_row(1001), (None, None, 0));
    if let Some(settings) = &mut database.write_back {
        settings.changes_several_rows = true;
    }
    assert!(run(desk.outbox().retry(row)).unwrap());
    desk.deliver(&database, None);
    assert_eq!(desk.state(row), WriteBackState::Written);
    assert_eq!(shop_row(1001).2, 1);

    let row = desk.bought("1009");
    desk.deliver(&database, None);
    assert!(desk.entry(row).detail.contains("No row was changed"));
}

#[test]
fn an_entry_found_in_the_middle_is_verified_before_it_is_sent() {
    let folder = Folder::new();
    let database = shop(&folder);
    let look = Connection::open(folder.file("shop.sqlite")).unwrap();
    let writes = || -> i64 {
        let sql = "SELECT writes FROM orders WHERE number = 1002";
        look.query_row(sql, [], |row| row.get(0)).unwrap()
    };
    for is_there in [false, true] {
        let mut desk = Desk::new();
        let row = desk.bought("1002");
        let mut claim = run(desk.outbox().claim(row)).unwrap().unwrap();
        claim.begin();
        std::mem::forget(claim);
        desk.restart();
        assert_eq!(desk.state(row), WriteBackState::Unknown);
        assert!(desk.deliver(&database, None).tried.is_empty(), "not at once");
        desk.wait();
        desk.deliver(&database, None);
        assert_eq!(desk.state(row), WriteBackState::Written, "{is_there}");
        assert_eq!(writes(), 1, "the second time it was there already");
    }
}

#[test]
fn a_file_that_another_program_holds_is_tried_again() {
    let folder = Folder::new();
    let database = shop(&folder);
    let other = Connection::open(folder.file("shop.sqlite")).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let busy = try_fetch(&database, None, "1002").unwrap_err();
    assert!(matches!(busy, ShopDatabaseError::Busy { .. }), "{busy:?}");
    let desk = Desk::new();
    let row = desk.bought("1002");
    let delivery = desk.deliver(&database, None);
    assert_eq!(desk.state(row), WriteBackState::Waiting);
    assert_eq!(delivery.unreachable.len(), 1);
    other.execute_batch("ROLLBACK").unwrap();
    // Only writing is held up.
    other.execute_batch("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE").unwrap();
    assert!(try_fetch(&database, None, "1002").is_ok());
    desk.wait();
    desk.deliver(&database, None);
    let entry = desk.entry(row);
    assert_eq!(entry.state, WriteBackState::Failed, "{}", entry.detail);
    assert!(entry.retry_at.is_some());
    other.execute_batch("ROLLBACK").unwrap();
    desk.wait();
    desk.deliver(&database, None);
    assert_eq!(desk.state(row), WriteBackState::Written);
}

/// Two shops, of which one is not among those that can be reached now.
#[test]
fn entries_of_another_shop_wait() {
    let folder = Folder::new();
    let database = shop(&folder);
    let desk = Desk::new();
    let here = desk.bought("1002");
    let values = super::label("1002");
    let elsewhere = super::enqueue(desk.outbox(), "other shop", &values);
    let elsewhere = run(elsewhere).unwrap();
    desk.deliver(&database, None);
    assert_eq!(desk.state(here), WriteBackState::Written);
    assert_eq!(desk.state(elsewhere), WriteBackState::Waiting);
    assert_eq!(desk.entry(elsewhere).attempts, 0);
}
