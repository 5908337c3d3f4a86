use super::postgres_code::error_of_code as of_postgres;
use super::*;
use crate::base::secret::Secret;

fn database() -> ShopDatabase {
    ShopDatabase {
        host: "db.example.com".to_owned(),
        user: "postroom".to_owned(),
        database: "shop".to_owned(),
        ..ShopDatabase::default()
    }
}

#[test]
fn what_may_pass_is_told_from_what_a_person_must_change() {
    let of_mysql = |number: u16, state: &str| {
        mysql_code::error_of_code(number, Some(state), "why".to_owned(), &database())
    };
    let of_postgres = |code: &str| of_postgres(code, "why".to_owned(), &database());
    for (error, may_pass, is_lost) in [
        (of_postgres("28P01"), false, false),
        (of_postgres("42P01"), false, false),
        (of_postgres("42601"), false, false),
        (of_postgres("22P02"), false, false),
        (of_postgres("23505"), false, false),
        (of_postgres("25006"), false, false),
        (of_postgres("57014"), true, false),
        (of_postgres("55P03"), true, false),
        (of_postgres("40001"), true, false),
        (of_postgres("57P01"), true, true),
        (of_postgres("08006"), true, true),
        (of_mysql(1045, "28000"), false, false),
        (of_mysql(1146, "42S02"), false, false),
        (of_mysql(1064, "42000"), false, false),
        (of_mysql(1406, "22001"), false, false),
        (of_mysql(1792, "25006"), false, false),
        (of_mysql(1205, "HY000"), true, false),
        (of_mysql(1213, "40001"), true, false),
        (of_mysql(1969, "70100"), true, false),
        (of_mysql(3024, "HY000"), true, false),
        (of_mysql(1053, "08S01"), true, true),
    ] {
        assert_eq!(error.may_pass(), may_pass, "{error:?}");
        assert_eq!(error.is_connection_lost(), is_lost, "{error:?}");
    }
}

#[test]
fn only_a_refused_commit_is_certainly_undone() {
    for (code, wanted) in [
        ("23505", true),
        ("40001", true),
        ("P0001", true),
        ("57014", true),
        ("40003", false),
        ("57P01", false),
        ("08006", false),
        ("XX000", false),
        ("", false),
    ] {
        assert_eq!(postgres_code::is_certainly_undone(code), wanted, "{code}");
    }
    for (number, wanted) in [(1213, true), (1205, true), (1053, false), (2013, false)] {
        assert_eq!(mysql_code::is_certainly_undone(number), wanted, "{number}");
    }
}

#[test]
fn the_words_of_a_server_are_kept_without_secrets_and_short() {
    let secret = Secret::new("canary-password");
    let said = "could not use\n\tcanary-password for user \"postroom\"";
    assert_eq!(without_secrets(said), "could not use … for user \"postroom\"");
    drop(secret);
    let long = without_secrets(&"wörter ".repeat(100));
    assert_eq!(long.chars().count(), LONGEST_REASON + 1);
    assert!(long.ends_with('…'));
}

#[test]
fn a_refused_certificate_and_an_open_line_have_their_own_words() {
    let of_io = |kind| {
        let error = sqlx::Error::Io(io::Error::from(kind));
        ShopDatabaseError::of_connecting(&error, &database())
    };
    let refused = of_io(io::ErrorKind::InvalidData);
    assert!(matches!(refused, ShopDatabaseError::Tls { .. }), "{refused:?}");
    let refused = of_io(io::ErrorKind::ConnectionRefused);
    assert!(matches!(refused, ShopDatabaseError::NotReachable { .. }), "{refused:?}");
    let error = sqlx::Error::Configuration("RSA auth backend disabled".into());
    let found = ShopDatabaseError::of_connecting(&error, &database());
    let host = "db.example.com".to_owned();
    assert_eq!(found, ShopDatabaseError::TlsNeeded { host });
}
