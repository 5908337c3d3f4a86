//! Tracking numbers on their way back into a real server.

use postroom::orders::shop_database::{ShopDatabase, ShopDatabaseKind, WriteBackSettings};
use postroom::store::outbox::WriteBackState;

use super::{Desk, label};
use crate::database_servers::{Server, password};

/// Orders of a shop. `writes` counts how often a row was changed.
pub const ORDERS: &str = "CREATE TABLE orders (number VARCHAR(20), tracking VARCHAR(40),
       carrier VARCHAR(20), service VARCHAR(40), cost DECIMAL(10,2), currency CHAR(3),
       shipped TIMESTAMP NULL, purchase VARCHAR(60), known_as VARCHAR(60),
       writes INT NOT NULL DEFAULT 0);
     INSERT INTO orders (number) VALUES ('1001'), ('1002'), ('1003')";

/// The recommended statement: a second run changes nothing more.
pub const STATEMENT: &str = "UPDATE orders SET tracking = :tracking_number, carrier = :carrier,
       service = :service, cost = :cost, currency = :currency, shipped = :time,
       purchase = :transaction_id, known_as = :order_id, writes = writes + 1
     WHERE number = :number AND (tracking IS NULL OR tracking = :tracking_number)";

/// A statement that would count a second run.
pub const COUNTING: &str =
    "UPDATE orders SET tracking = :tracking_number, writes = writes + 1 WHERE number = :number";

pub const VERIFY: &str =
    "SELECT 1 FROM orders WHERE number = :number AND tracking = :tracking_number";

pub fn with_settings(database: ShopDatabase, statement: &str, verify: &str) -> ShopDatabase {
    ShopDatabase {
        write_back: Some(WriteBackSettings {
            statement: statement.to_owned(),
            verify_query: verify.to_owned(),
            ..WriteBackSettings::default()
        }),
        ..database
    }
}

pub fn row(server: &Server, number: &str) -> String {
    let columns = "tracking, writes";
    server.shop(&format!("SELECT {columns} FROM orders WHERE number = '{number}'"))
}

fn writes_back(kind: ShopDatabaseKind) {
    let Some(server) = Server::start(kind) else { return };
    server.make(ORDERS);
    if kind == ShopDatabaseKind::MySql {
        // The time is that of the server's own clock.
        server.admin("SET GLOBAL time_zone = '+02:00'");
    }
    let database = with_settings(server.database(), STATEMENT, VERIFY);
    let desk = Desk::new();
    let sent = desk.bought("1001");
    assert_eq!(desk.bought("1001"), sent, "the label is there once");
    assert_eq!(desk.state(sent), WriteBackState::Waiting);
    let delivery = desk.deliver(&database, Some(password()));
    assert_eq!(delivery.tried.len(), 1);
    assert_eq!(delivery.tried[0].state, WriteBackState::Written, "{delivery:?}");
    let time = match kind {
        // The clock of this computer, because the column has no zone.
        ShopDatabaseKind::Postgres => "2026-11-23 09:05:09",
        _ => "2026-11-23 16:05:09",
    };
    let wanted = [
        "94001001",
        "USPS",
        "Ground Advantage",
        "12.40",
        "USD",
        time,
        "transaction-1001",
        "order-1001",
        "1",
    ];
    let columns = "tracking, carrier, service, cost, currency, shipped, purchase, known_as, writes";
    let found = server.shop(&format!("SELECT {columns} FROM orders WHERE number = '1001'"));
    assert_eq!(found, wanted.join("\t"));
    let untouched = server.shop("SELECT count(*) FROM orders WHERE tracking IS NULL");
    assert_eq!(untouched, "2");
    // What was written is not sent again.
    assert!(desk.deliver(&database, Some(password())).tried.is_empty());
    assert_eq!(row(&server, "1001"), "94001001\t1");

    // Somebody typed it into the shop already.
    let typed = "UPDATE orders SET tracking = '94001002', writes = 7 WHERE number = '1002'";
    server.shop(typed);
    let statement = STATEMENT.replace("OR tracking = :tracking_number", "OR 1 = 2");
    let strict = with_settings(server.database(), &statement, VERIFY);
    let known = desk.bought("1002");
    desk.deliver(&strict, Some(password()));
    assert_eq!(desk.state(known), WriteBackState::Written);
    assert_eq!(row(&server, "1002"), "94001002\t7");

    // An order that is not there, or has another number.
    server.shop("UPDATE orders SET tracking = 'other' WHERE number = '1003'");
    for number in ["1003", "1009"] {
        let refused = desk.bought(number);
        desk.deliver(&database, Some(password()));
        let entry = desk.entry(refused);
        assert_eq!(entry.state, WriteBackState::Failed);
        assert_eq!(entry.retry_at, None, "a person must look");
        assert!(entry.detail.contains("No row was changed"), "{}", entry.detail);
    }
    assert_eq!(row(&server, "1003"), "other\t0");
}

on_both_servers!(writes_back);

fn refuses_several_rows(kind: ShopDatabaseKind) {
    let Some(server) = Server::start(kind) else { return };
    server.make(ORDERS);
    server.shop("INSERT INTO orders (number) VALUES ('1001'), ('1001')");
    let mut database = with_settings(server.database(), STATEMENT, VERIFY);
    let desk = Desk::new();
    let row = desk.bought("1001");
    desk.deliver(&database, Some(password()));
    let entry = desk.entry(row);
    assert_eq!((entry.state, entry.retry_at), (WriteBackState::Failed, None));
    assert!(entry.detail.contains("3 rows"), "{}", entry.detail);
    let changed = "SELECT count(*) FROM orders WHERE tracking IS NOT NULL";
    assert_eq!(server.shop(changed), "0", "undone");

    // Where an order has several rows, that is right.
    if let Some(settings) = &mut database.write_back {
        settings.changes_several_rows = true;
    }
    assert_eq!(super::run(desk.outbox().retry_all("shop")).unwrap(), 1);
    desk.deliver(&database, Some(password()));
    assert_eq!(desk.state(row), WriteBackState::Written);
    assert_eq!(server.shop(changed), "3");
}

on_both_servers!(refuses_several_rows);

/// MyISAM tables have no transactions.
#[test]
fn a_table_that_cannot_undo_is_named() {
    let Some(server) = Server::start(ShopDatabaseKind::MySql) else { return };
    server.make(ORDERS);
    server.shop("ALTER TABLE orders ENGINE = MyISAM");
    server.shop("INSERT INTO orders (number) VALUES ('1001')");
    let database = with_settings(server.database(), STATEMENT, VERIFY);
    let desk = Desk::new();
    let row = desk.bought("1001");
    desk.deliver(&database, Some(password()));
    let entry = desk.entry(row);
    assert_eq!((entry.state, entry.retry_at), (WriteBackState::Failed, None));
    assert!(entry.detail.contains("can’t undo"), "{}", entry.detail);
}

fn refusals_wait_for_a_person(kind: ShopDatabaseKind) {
    let Some(server) = Server::start(kind) else { return };
    server.make(ORDERS);
    let database = with_settings(server.database(), STATEMENT, VERIFY);
    let narrow = match kind {
        ShopDatabaseKind::Postgres => "ALTER TABLE orders ALTER COLUMN tracking TYPE VARCHAR(4)",
        _ => "ALTER TABLE orders MODIFY tracking VARCHAR(4)",
    };
    let desk = Desk::new();
    let row = desk.bought("1001");
    let check = |database: &ShopDatabase, words: &str| {
        super::run(desk.outbox().retry_all("shop")).unwrap();
        desk.deliver(database, Some(password()));
        let entry = desk.entry(row);
        assert_eq!((entry.state, entry.retry_at), (WriteBackState::Failed, None));
        assert!(!entry.is_in_doubt);
        assert!(entry.detail.contains(words), "{}", entry.detail);
    };
    let missing = with_settings(server.database(), &STATEMENT.replace("orders", "ordes"), "");
    check(&missing, "doesn’t exist");
    let wrong = with_settings(server.database(), &STATEMENT.replace("SET", "STE"), "");
    check(&wrong, "doesn’t understand");
    let read_only = ShopDatabase { write_back: None, ..server.database() };
    check(&read_only, "isn’t set up");
    let endless = with_settings(server.database(), "UPDATE orders SET tracking = :number", "");
    check(&endless, "every order");
    server.shop(narrow);
    check(&database, "doesn’t take a value");
    assert_eq!(super::writing::row(&server, "1001").split('\t').next_back(), Some("0"));
}

on_both_servers!(refusals_wait_for_a_person);

/// A hundred labels over several connections, of which some belong to one order.
fn writes_many(kind: ShopDatabaseKind) {
    let Some(server) = Server::start(kind) else { return };
    server.make(
        "CREATE TABLE orders (number VARCHAR(20), tracking VARCHAR(40), writes INT DEFAULT 0);
         CREATE TABLE log (number VARCHAR(20), tracking VARCHAR(40), at DECIMAL(20,6))",
    );
    let numbers: Vec<String> = (0..60).map(|number| format!("N{number}")).collect();
    let values: Vec<String> = numbers.iter().map(|number| format!("('{number}')")).collect();
    server.shop(&format!("INSERT INTO orders (number) VALUES {}", values.join(", ")));
    let database = with_settings(server.database(), COUNTING, VERIFY);
    let desk = Desk::new();
    for number in &numbers {
        desk.bought(number);
    }
    // The first label of this order was voided and another one bought.
    let mut second = label("N7");
    second.transaction_id = postroom::base::id::TransactionId::new("transaction-second");
    second.tracking_number = "second".to_owned();
    let second = super::enqueue(desk.outbox(), "shop", &second);
    super::run(second).unwrap();
    let first = desk.deliver(&database, Some(password()));
    assert_eq!(first.tried.len(), 60);
    assert!(first.has_more);
    assert_eq!(row(&server, "N7"), "94000N7\t1".replace("94000", "9400"));
    let second = desk.deliver(&database, Some(password()));
    assert_eq!(second.tried.len(), 1);
    assert_eq!(row(&server, "N7"), "second\t2");
    assert!(desk.deliver(&database, Some(password())).tried.is_empty());
    let once = server.shop("SELECT count(*) FROM orders WHERE writes = 1");
    assert_eq!(once, "59");
    assert!(super::run(desk.outbox().open_entries()).unwrap().is_empty());
}

on_both_servers!(writes_many);
