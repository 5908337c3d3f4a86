use super::*;
use postroom_tables::mapping::{MappedColumn, OrderField};

fn complete() -> ShopDatabase {
    ShopDatabase {
        name: "Shop".to_owned(),
        host: "db.example.com".to_owned(),
        database: "shop".to_owned(),
        user: "postroom".to_owned(),
        query: "SELECT * FROM orders WHERE number = :number".to_owned(),
        ..ShopDatabase::default()
    }
}

#[test]
fn the_settings_say_what_is_missing() {
    use ShopDatabaseProblem as Problem;
    assert_eq!(complete().problems(), []);
    assert_eq!(
        ShopDatabase::default().problems(),
        [
            Problem::NameMissing,
            Problem::HostMissing,
            Problem::DatabaseMissing,
            Problem::UserMissing,
            Problem::Query(StatementProblem::Empty),
        ]
    );
    let file = ShopDatabase {
        kind: ShopDatabaseKind::SqliteFile,
        host: String::new(),
        user: String::new(),
        database: " ".to_owned(),
        ..complete()
    };
    assert_eq!(file.problems(), [Problem::FileMissing]);
    let settings = WriteBackSettings {
        statement: "UPDATE orders SET tracking = :tracking_number".to_owned(),
        verify_query: "SELECT 1".to_owned(),
        ..WriteBackSettings::default()
    };
    let wrong = ShopDatabase { write_back: Some(settings), ..complete() };
    assert_eq!(
        wrong.problems(),
        [
            Problem::WriteBack(StatementProblem::WhereMissing),
            Problem::VerifyQuery(StatementProblem::OrderMissing),
        ]
    );
    for problem in wrong.problems() {
        assert!(problem.message().ends_with('.'), "{}", problem.message());
    }
}

#[test]
fn a_stored_connection_is_read_back_and_older_ones_get_defaults() {
    let database = ShopDatabase {
        kind: ShopDatabaseKind::MySql,
        tls: TlsMode::Unverified,
        mapping: Mapping {
            columns: vec![MappedColumn {
                heading: "number".to_owned(),
                occurrence: 0,
                field: Some(OrderField::Number),
                ..MappedColumn::default()
            }],
            ..Mapping::default()
        },
        write_back: Some(WriteBackSettings::default()),
        ..complete()
    };
    let stored = serde_json::to_string(&database).unwrap();
    assert_eq!(serde_json::from_str::<ShopDatabase>(&stored).unwrap(), database);
    let read: ShopDatabase = serde_json::from_str(r#"{"name":"Shop"}"#).unwrap();
    assert_eq!((read.connect_seconds, read.statement_seconds), (8, 10));
    assert_eq!(read.write_back, None, "read-only unless it says otherwise");
    assert_eq!(read.tls, TlsMode::Verified);
}

#[test]
fn a_limit_is_never_none_and_never_endless() {
    for (seconds, connect, statement) in [(0, 1, 1), (5, 5, 5), (u16::MAX, 120, 600)] {
        let database = ShopDatabase {
            connect_seconds: seconds,
            statement_seconds: seconds,
            ..ShopDatabase::default()
        };
        assert_eq!(database.connect_limit().as_secs(), connect);
        assert_eq!(database.statement_limit().as_secs(), statement);
    }
}
