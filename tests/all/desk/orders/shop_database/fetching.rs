//! An order by its number, and everything that can be in the way of it.

use postroom::orders::import::read_orders::read_orders;
use postroom::orders::shop_database::{TlsMode, WriteBackSettings};
use postroom::shop_database::error::ShopDatabaseError;
use postroom::shop_database::fetch::test_connection;

use super::{mapping, run, texts, try_fetch, zone};
use crate::database_servers::{PASSWORD, Server, make_certificates, password};
use crate::prelude::*;

const ORDERS: &str =
    "CREATE TABLE orders (number VARCHAR(20), name VARCHAR(40), street VARCHAR(40),
       city VARCHAR(40), state VARCHAR(20), zip VARCHAR(10), sku VARCHAR(20), quantity INT);
     INSERT INTO orders VALUES
       ('1001', 'Ann Lee', '1 Main St', 'Boston', 'MA', '02108', 'MUG', 2),
       ('1001', 'Ann Lee', '1 Main St', 'Boston', 'MA', '02108', 'CUP', 1),
       ('1002', 'Bob Ray', '2 Oak Ave', 'Austin', 'TX', '78701', 'MUG', 1),
       ('1003', 'Ann Lee', '1 Main St', 'Boston', 'MA', '02108', 'MUG', 1),
       ('1003', 'Bob Ray', '2 Oak Ave', 'Austin', 'TX', '78701', 'CUP', 1);
     CREATE TABLE secrets (id INT)";

fn with_orders(server: &Server) -> ShopDatabase {
    server.make(ORDERS);
    let database = server.database();
    if database.kind == ShopDatabaseKind::Postgres {
        server.admin("REVOKE ALL ON secrets FROM shop");
    } else {
        server.admin("CREATE DATABASE other; CREATE TABLE other.secrets (id INT)");
    }
    ShopDatabase {
        query: "SELECT number, name, street, city, state, zip, sku, quantity
                FROM orders WHERE number = :number ORDER BY sku DESC"
            .to_owned(),
        mapping: mapping(&[
            ("number", OrderField::Number),
            ("name", OrderField::Name),
            ("street", OrderField::Street1),
            ("city", OrderField::City),
            ("state", OrderField::State),
            ("zip", OrderField::Zip),
            ("sku", OrderField::ItemSku),
            ("quantity", OrderField::ItemQuantity),
        ]),
        ..database
    }
}

fn finds_orders(kind: ShopDatabaseKind) {
    let Some(server) = Server::start(kind) else { return };
    let database = with_orders(&server);
    let secret = password();
    let fetch = |number: &str| try_fetch(&database, Some(&secret), number);

    let fetched = fetch(" 1001\r\n").unwrap();
    assert_eq!(texts(&fetched.sheet)[0][..2], ["1001", "Ann Lee"]);
    let items: Vec<[&str; 2]> = texts(&fetched.sheet).iter().map(|row| [row[6], row[7]]).collect();
    assert_eq!(items, [["MUG", "2"], ["CUP", "1"]]);
    // The import makes one order with two items of it.
    let context = ImportContext::default();
    let read = read_orders(&fetched.sheet, Some(0), &database.mapping, &context);
    let [read] = read.orders.as_slice() else { panic!("{read:?}") };
    assert_eq!(read.order.number, "1001");
    assert_eq!(read.order.items.len(), 2);
    assert_eq!(read.order.open_import_problems().count(), 0);

    assert_eq!(texts(&fetch("1002").unwrap().sheet).len(), 1);
    let missing =
        ShopDatabaseError::NoSuchNumber { number: "1009".to_owned(), name: "Test shop".to_owned() };
    assert_eq!(fetch("1009"), Err(missing));
    let several = ShopDatabaseError::SeveralOrders { number: "1003".to_owned(), orders: 2 };
    assert_eq!(fetch("1003"), Err(several));
    assert_eq!(fetch(" \n"), Err(ShopDatabaseError::NumberMissing));
    for odd in ["10\u{0}01", &"1".repeat(300)] {
        let found = fetch(odd);
        assert!(matches!(found, Err(ShopDatabaseError::NoSuchNumber { .. })), "{found:?}");
    }
    let many = ShopDatabase {
        query: "SELECT a.number FROM orders a, orders b, orders c, orders d, orders e
                WHERE :number = '1'"
            .to_owned(),
        ..database.clone()
    };
    let refused = try_fetch(&many, Some(&secret), "1");
    assert!(
        matches!(refused, Err(ShopDatabaseError::TooManyRows { most: 1000, .. })),
        "{refused:?}"
    );
    let long = ShopDatabase {
        query: "SELECT repeat('x', 40000) AS note FROM orders WHERE number = :number".to_owned(),
        ..database.clone()
    };
    let refused = try_fetch(&long, Some(&secret), "1002");
    assert!(matches!(refused, Err(ShopDatabaseError::LongCell { .. })), "{refused:?}");
}

on_both_servers!(finds_orders);

fn tells_what_is_wrong(kind: ShopDatabaseKind) {
    let Some(mut server) = Server::start(kind) else { return };
    let good = with_orders(&server);
    let is_postgres = kind == ShopDatabaseKind::Postgres;
    let sleep = if is_postgres { "pg_sleep(30)" } else { "SLEEP(30)" };
    let secrets = if is_postgres { "secrets" } else { "other.secrets" };
    let query = |query: String| ShopDatabase { query, statement_seconds: 1, ..good.clone() };
    let other = |change: fn(&mut ShopDatabase)| {
        let mut database = good.clone();
        change(&mut database);
        database
    };
    type Check = fn(&ShopDatabaseError) -> bool;
    use ShopDatabaseError as Error;
    let mut cases: Vec<(ShopDatabase, Check)> = vec![
        (query(format!("SELECT {sleep} AS a FROM orders WHERE :number = '1'")), |error| {
            matches!(error, Error::TooSlow { seconds: 1 })
        }),
        (query("SELECT * FROM ordes WHERE number = :number".to_owned()), |error| {
            matches!(error, Error::UnknownName { .. })
        }),
        (query("SELECT price FROM orders WHERE number = :number".to_owned()), |error| {
            matches!(error, Error::UnknownName { .. })
        }),
        (query("SELECT * FORM orders WHERE number = :number".to_owned()), |error| {
            matches!(error, Error::StatementRefused { .. })
        }),
        (query(format!("SELECT * FROM {secrets} WHERE :number = '1'")), |error| {
            matches!(error, Error::NotAllowed { .. })
        }),
        (query("DELETE FROM orders WHERE number = :number".to_owned()), |error| {
            matches!(error, Error::Settings(_))
        }),
        (other(|database| database.database = "nowhere".to_owned()), |error| {
            // MariaDB does not tell a user whether a database exists.
            matches!(error, Error::NoSuchDatabase { .. } | Error::NotAllowed { .. })
        }),
        (other(|database| database.user = "nobody".to_owned()), |error| {
            matches!(error, Error::WrongPassword { .. })
        }),
        (other(|database| database.tls = TlsMode::Verified), |error| {
            matches!(error, Error::Tls { .. })
        }),
        (other(|database| database.host = "/nowhere".to_owned()), |error| {
            matches!(error, Error::NotReachable { .. })
        }),
    ];
    if is_postgres {
        cases.push((
            query(
                "WITH gone AS (UPDATE orders SET name = 'x' RETURNING name)
                 SELECT name FROM gone WHERE :number = '1'"
                    .to_owned(),
            ),
            // A query inside of another one may not even be written so.
            |error| matches!(error, Error::StatementRefused { .. } | Error::Other { .. }),
        ));
        server.admin(
            "CREATE FUNCTION touched() RETURNS text LANGUAGE sql AS
               $$ UPDATE orders SET name = 'x' RETURNING name $$",
        );
        cases.push((query("SELECT touched() WHERE :number = '1'".to_owned()), |error| {
            matches!(error, Error::ReadOnly { .. })
        }));
    } else {
        server.shop("CREATE SEQUENCE counter");
        cases.push((
            query("SELECT NEXT VALUE FOR counter FROM orders WHERE :number = '1'".to_owned()),
            |error| matches!(error, Error::ReadOnly { .. }),
        ));
    }
    let secret = password();
    for (database, is_expected) in cases {
        let begun = Instant::now();
        let error = try_fetch(&database, Some(&secret), "1").unwrap_err();
        assert!(is_expected(&error), "{}: {error:?}", database.query);
        let words = error.to_string();
        assert!(!words.contains(PASSWORD), "{words}");
        assert!(words.len() > 30, "{words}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{words}");
    }
    let wrong = Secret::new("another-canary-password");
    for secret in [None, Some(&wrong)] {
        let error = try_fetch(&good, secret, "1001").unwrap_err();
        assert!(matches!(error, Error::WrongPassword { .. }), "{error:?}");
        assert!(!error.to_string().contains("another-canary"), "{error}");
    }
    assert_eq!(server.shop("SELECT count(*) FROM orders WHERE name = 'x'"), "0");
    server.stop();
    assert!(!server.connects());
    let error = try_fetch(&good, Some(&secret), "1001").unwrap_err();
    assert!(matches!(error, Error::NotReachable { .. }), "{error:?}");
    assert!(error.may_pass());
}

on_both_servers!(tells_what_is_wrong);

/// A server that takes the connection and then says nothing.
#[test]
fn a_server_that_says_nothing_is_given_up() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    for kind in [ShopDatabaseKind::Postgres, ShopDatabaseKind::MySql] {
        let database = ShopDatabase {
            kind,
            host: "127.0.0.1".to_owned(),
            port: listener.local_addr().unwrap().port(),
            database: "shop".to_owned(),
            user: "shop".to_owned(),
            tls: TlsMode::Off,
            query: "SELECT 1 WHERE :number = 1".to_owned(),
            connect_seconds: 1,
            ..ShopDatabase::default()
        };
        let begun = Instant::now();
        let error = try_fetch(&database, None, "1").unwrap_err();
        let wanted = ShopDatabaseError::NoAnswer { host: "127.0.0.1".to_owned(), seconds: 1 };
        assert_eq!(error, wanted);
        assert!(begun.elapsed() < Duration::from_secs(5));
    }
}

fn tests_the_settings(kind: ShopDatabaseKind) {
    let Some(server) = Server::start(kind) else { return };
    let mut database = with_orders(&server);
    let secret = password();
    let test = |database: &ShopDatabase, number: Option<&str>| {
        run(test_connection(database, Some(&secret), number, &zone()))
    };
    // Without a number, the columns are known for the mapping.
    let found = test(&database, None).unwrap();
    let name = match kind {
        ShopDatabaseKind::Postgres => "PostgreSQL ",
        _ => "MariaDB ",
    };
    let version = found.server.strip_prefix(name).unwrap_or_default();
    let is_version = |letter: char| letter.is_ascii_digit() || letter == '.';
    assert!(version.len() > 1 && version.chars().all(is_version), "{}", found.server);
    assert_eq!(found.columns.len(), 8);
    assert_eq!(found.fetched, None);
    assert_eq!(found.write_back, None);

    let found = test(&database, Some("1001")).unwrap();
    let filled = found.filled_columns(&database);
    assert_eq!(filled[5].column.heading, "zip");
    assert_eq!(filled[5].field, Some(OrderField::Zip));
    assert_eq!(filled[5].texts, ["02108", "02108"]);
    assert_eq!(filled[7].texts, ["2", "1"]);
    let found = test(&database, Some("1009")).unwrap();
    assert!(matches!(found.fetched, Some(Err(ShopDatabaseError::NoSuchNumber { .. }))));

    // The statement for the way back is understood, and not run.
    let statement = |text: &str| {
        Some(WriteBackSettings {
            statement: text.to_owned(),
            verify_query: "SELECT 1 FROM orders WHERE number = :number".to_owned(),
            ..WriteBackSettings::default()
        })
    };
    database.write_back = statement("UPDATE orders SET name = :carrier WHERE number = :number");
    let found = test(&database, Some("1001")).unwrap();
    assert_eq!(found.write_back, Some(Ok(())));
    database.write_back = statement("UPDATE orders SET nmae = :carrier WHERE number = :number");
    let found = test(&database, None).unwrap();
    assert!(
        matches!(found.write_back, Some(Err(ShopDatabaseError::UnknownName { .. }))),
        "{:?}",
        found.write_back
    );
    let names = server.shop("SELECT count(*) FROM orders WHERE name = 'USPS'");
    assert_eq!(names, "0");
}

on_both_servers!(tests_the_settings);

#[test]
fn an_encrypted_connection_checks_the_certificate() {
    let mut authority = String::new();
    let server = Server::start_with(ShopDatabaseKind::Postgres, |folder| {
        make_certificates(folder);
        let file = |name: &str| folder.join(name).display().to_string();
        authority = file("ca.pem");
        let settings = [
            "ssl=on".to_owned(),
            format!("ssl_cert_file={}", file("server.pem")),
            format!("ssl_key_file={}", file("server.key")),
        ];
        settings.into_iter().flat_map(|setting| ["-c".to_owned(), setting]).collect()
    });
    let Some(server) = server else { return };
    let with = |tls, certificate: &str| ShopDatabase {
        query: "SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND :number = '1'"
            .to_owned(),
        tls,
        certificate: certificate.to_owned(),
        ..server.database()
    };
    let secret = password();
    let fetch = |database: &ShopDatabase| try_fetch(database, Some(&secret), "1");
    let is_encrypted = |database: &ShopDatabase| {
        let fetched = fetch(database).unwrap();
        texts(&fetched.sheet)[0][0] == "true"
    };
    assert!(is_encrypted(&with(TlsMode::Verified, &authority)));
    assert!(is_encrypted(&with(TlsMode::Unverified, "")));
    assert!(!is_encrypted(&with(TlsMode::Off, "")));
    // The system does not know this authority.
    let refused = fetch(&with(TlsMode::Verified, "")).unwrap_err();
    assert!(matches!(refused, ShopDatabaseError::Tls { .. }), "{refused:?}");
    // The certificate is for another name.
    let mut elsewhere = with(TlsMode::Verified, &authority);
    elsewhere.host = "localhost".to_owned();
    let refused = fetch(&elsewhere).unwrap_err();
    assert!(matches!(refused, ShopDatabaseError::Tls { .. }), "{refused:?}");
}
