//! What a column of each type becomes.

use postroom::orders::shop_database::{ShopDatabase, ShopDatabaseKind};
use postroom::shop_database::error::ShopDatabaseError;
use postroom::tables::sheet::Cell;

use super::{rows, try_fetch};
use crate::database_servers::{Server, password};

fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

fn number(digits: &str) -> Cell {
    Cell::Number(digits.into())
}

fn date(date: &str) -> Cell {
    Cell::Date(date.into())
}

/// Asks for each expression as a column, and compares the cells.
fn check(server: &Server, expected: &[(&str, Cell)]) {
    let columns: Vec<&str> = expected.iter().map(|(sql, _)| *sql).collect();
    let database = ShopDatabase {
        query: format!("SELECT {} FROM typed WHERE id = :number", columns.join(", ")),
        ..server.database()
    };
    let fetched = try_fetch(&database, Some(&password()), "1").unwrap();
    let cells = rows(&fetched.sheet).remove(0);
    assert_eq!(cells.len(), expected.len());
    for ((sql, wanted), found) in expected.iter().zip(cells) {
        assert_eq!(found, *wanted, "{sql}");
    }
}

fn check_refused(server: &Server, column: &str) {
    let database = ShopDatabase {
        query: format!("SELECT id, {column} AS picture FROM typed WHERE id = :number"),
        ..server.database()
    };
    let refused = try_fetch(&database, Some(&password()), "1");
    let wanted = ShopDatabaseError::BinaryColumn { column: "picture".to_owned() };
    assert_eq!(refused, Err(wanted), "{column}");
}

#[test]
fn every_type_of_postgresql_is_text_to_the_last_digit() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    server.make(
        "CREATE TYPE size AS ENUM ('small', 'extra large');
         CREATE DOMAIN postcode AS varchar(10);
         CREATE DOMAIN grams AS numeric(12,3);
         CREATE DOMAIN due AS date;
         CREATE TYPE pair AS (a int, b text);
         CREATE TABLE typed (id int8 PRIMARY KEY, picture bytea, pictures bytea[]);
         INSERT INTO typed VALUES (1, '\\x00ff', '{}')",
    );
    check(
        &server,
        &[
            ("id", number("1")),
            ("(-32768)::int2", number("-32768")),
            ("9223372036854775807::int8", number("9223372036854775807")),
            (
                "12345678901234567890.123456789012345678900::numeric",
                number("12345678901234567890.123456789012345678900"),
            ),
            ("'NaN'::numeric", text("NaN")),
            ("0.1::float8", number("0.1")),
            ("1e22::float8", number("1e+22")),
            ("0.1::float4", number("0.1")),
            ("'Infinity'::float8", text("Infinity")),
            ("1234.5::money", number("1234.50")),
            ("'2.500'::grams", number("2.500")),
            ("'02035'::postcode", text("02035")),
            ("'02035'::char(8)", text("02035")),
            ("'  Zoë  '::varchar(20)", text("Zoë")),
            ("''::text", Cell::Empty),
            ("NULL::text", Cell::Empty),
            ("NULL", Cell::Empty),
            ("NULL::numeric", Cell::Empty),
            ("true", text("true")),
            ("'extra large'::size", text("extra large")),
            (
                "'6f9619ff-8b86-d011-b42d-00cf4fc964ff'::uuid",
                text("6f9619ff-8b86-d011-b42d-00cf4fc964ff"),
            ),
            ("'{\"a\": [1,2]}'::json", text("{\"a\": [1,2]}")),
            ("'{\"a\": [1,2]}'::jsonb", text("{\"a\": [1, 2]}")),
            ("ARRAY['a b','c']", text("{\"a b\",c}")),
            ("ARRAY[1,2]", text("{1,2}")),
            ("'2026-11-23'::date", date("2026-11-23")),
            ("'2026-11-24'::due", date("2026-11-24")),
            ("'infinity'::date", text("infinity")),
            ("'2026-11-23 14:05:09.75'::timestamp", date("2026-11-23T14:05:09")),
            // Five hours behind: it is still Sunday here.
            ("'2026-11-23 02:05:09+00'::timestamptz", date("2026-11-22T21:05:09")),
            ("'14:05'::time", text("14:05:00")),
            ("'1 day 02:00'::interval", text("1 day 02:00:00")),
            ("'10.0.0.1'::inet", text("10.0.0.1/32")),
            ("B'101'", text("101")),
            ("ROW(1,'a')::pair", text("(1,a)")),
            ("'[1,5)'::int4range", text("[1,5)")),
        ],
    );
    for column in ["picture", "pictures"] {
        check_refused(&server, column);
    }
    // Names that are there twice, and a comment at the end.
    let database = ShopDatabase {
        query: "SELECT 'a' AS x, 'b' AS x FROM typed WHERE id = :number; -- the end".to_owned(),
        ..server.database()
    };
    let fetched = try_fetch(&database, Some(&password()), "1").unwrap();
    assert_eq!(rows(&fetched.sheet), [[text("a"), text("b")]]);
    let headings: Vec<&str> = fetched.columns.iter().map(|it| it.heading.as_str()).collect();
    assert_eq!(headings, ["x", "x"]);
}

#[test]
fn the_server_of_postgresql_says_what_a_parameter_is() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    server.make(
        "CREATE SCHEMA goods; GRANT USAGE ON SCHEMA goods TO shop;
         CREATE TYPE goods.\"Kind\" AS ENUM ('a', 'b');
         CREATE TABLE keyed (i int4, n numeric, u uuid, v varchar(5), c char(5), d date,
           k goods.\"Kind\", t text, b bigint[]);
         INSERT INTO keyed VALUES (7, 7.50, '6f9619ff-8b86-d011-b42d-00cf4fc964ff', 'v-7',
           'c-7', '2026-11-23', 'a', 'T', '{7}')",
    );
    for (condition, number, is_there) in [
        ("i = :number", "7", true),
        ("i = :number", "007", true),
        ("i = :number", "7-B", false),
        ("i = :number", "99999999999999", false),
        ("n = :number", "7.5", true),
        ("u = :number", "6F9619FF8B86D011B42D00CF4FC964FF", true),
        ("u = :number", "7", false),
        ("v = :number", "v-7", true),
        ("v = :number", "v-7xyz", false),
        ("c = :number", "c-7", true),
        ("c = :number", "c", false),
        ("d = :number", "2026-11-23", true),
        ("k = :number", "a", true),
        ("k = :number", "z", false),
        ("t = :number", "T", true),
        ("t = upper(:number)", "t", true),
        ("t LIKE :number || '%'", "T", true),
        (":number = ANY (b)", "7", true),
        ("t = :number OR i::text = :number", "7", true),
        ("i = :number::int", "7", true),
        ("t = ':number' OR t = :number", "T", true),
        ("t = :number", "' OR '1'='1", false),
    ] {
        let database = ShopDatabase {
            query: format!("SELECT t FROM keyed WHERE {condition}"),
            ..server.database()
        };
        let found = try_fetch(&database, Some(&password()), number);
        match is_there {
            true => assert!(found.is_ok(), "{condition} {number}: {found:?}"),
            false => assert!(
                matches!(found, Err(ShopDatabaseError::NoSuchNumber { .. })),
                "{condition} {number}: {found:?}"
            ),
        }
    }
}

#[test]
fn every_type_of_mariadb_is_text_to_the_last_digit() {
    let Some(server) = Server::start(ShopDatabaseKind::MySql) else { return };
    server.make(
        "CREATE TABLE typed (
           id INT PRIMARY KEY, ti TINYINT, tiu TINYINT UNSIGNED, si SMALLINT, mi MEDIUMINT,
           bi BIGINT, biu BIGINT UNSIGNED, flag BOOLEAN, de DECIMAL(30,10), fl FLOAT, dou DOUBLE,
           da DATE, dt DATETIME(3), ts TIMESTAMP NULL, tm TIME, ye YEAR, ch CHAR(10),
           vc VARCHAR(20), vb VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
           la VARCHAR(20) CHARACTER SET latin1, tx TEXT, en ENUM('small','extra large'),
           se SET('a','b','c'), js JSON, bt BIT(4), uu UUID, nu INT, em VARCHAR(5), ze DATE,
           picture BLOB, raw VARBINARY(5), place POINT);
         SET sql_mode = '';
         INSERT INTO typed VALUES (1, -128, 255, -32768, -8388608, -9223372036854775808,
           18446744073709551615, TRUE, 12345678901234567890.1234500000, 0.1, 0.1,
           '2026-11-23', '2026-11-23 14:05:09.750', '2026-11-23 14:05:09', '-30:15:00', 2026,
           '02035', '  Zoë ', 'Bin', 'Zoë', '日本', 'extra large', 'a,c', '{\"a\": [1,2]}', b'1010',
           '6f9619ff-8b86-d011-b42d-00cf4fc964ff', NULL, '', '0000-00-00', x'00ff', x'00ff',
           POINT(1,2))",
    );
    check(
        &server,
        &[
            ("id", number("1")),
            ("ti", number("-128")),
            ("tiu", number("255")),
            ("si", number("-32768")),
            ("mi", number("-8388608")),
            ("bi", number("-9223372036854775808")),
            ("biu", number("18446744073709551615")),
            ("flag", number("1")),
            ("de", number("12345678901234567890.1234500000")),
            ("fl", number("0.1")),
            ("dou", number("0.1")),
            ("da", date("2026-11-23")),
            ("dt", date("2026-11-23T14:05:09")),
            ("ts", date("2026-11-23T14:05:09")),
            ("tm", text("-30:15:00")),
            ("ye", number("2026")),
            ("ch", text("02035")),
            ("vc", text("Zoë")),
            ("vb", text("Bin")),
            ("la", text("Zoë")),
            ("tx", text("日本")),
            ("en", text("extra large")),
            ("se", text("a,c")),
            ("js", text("{\"a\": [1,2]}")),
            ("bt", number("10")),
            ("uu", text("6f9619ff-8b86-d011-b42d-00cf4fc964ff")),
            ("nu", Cell::Empty),
            ("em", Cell::Empty),
            ("ze", Cell::Empty),
            ("NULL", Cell::Empty),
            ("CONCAT(id, '-', vc)", text("1-  Zoë")),
            ("de * 2", number("24691357802469135780.2469000000")),
            ("COUNT(*) OVER ()", number("1")),
        ],
    );
    for column in ["picture", "raw", "place"] {
        check_refused(&server, column);
    }
}

/// MySQL compares `1001-B` with a number as if it were 1001.
#[test]
fn a_number_that_only_begins_like_one_finds_nothing_in_mariadb() {
    let Some(server) = Server::start(ShopDatabaseKind::MySql) else { return };
    server.make(
        "CREATE TABLE keyed (i INT PRIMARY KEY, v VARCHAR(20), d DECIMAL(10,2), note VARCHAR(20));
         INSERT INTO keyed VALUES (1001, 'A-1001', 1001.50, '5 pcs')",
    );
    for (query, number, is_there) in [
        ("SELECT v FROM keyed WHERE i = :number", "1001", true),
        ("SELECT v FROM keyed WHERE i = :number", "1001-B", false),
        ("SELECT v FROM keyed WHERE i = :number", "1001 B", false),
        ("SELECT v FROM keyed WHERE i = :number", "x", false),
        ("SELECT v FROM keyed WHERE d = :number", "1001.50", true),
        ("SELECT v FROM keyed WHERE d = :number", "1001.50.1", false),
        ("SELECT i FROM keyed WHERE v = :number", "A-1001", true),
        ("SELECT i FROM keyed WHERE v = :number", "a-1001", true),
        ("SELECT i FROM keyed WHERE v = :number", "A-1001-B", false),
        ("SELECT i FROM keyed WHERE v = CONCAT('A-', :number)", "1001", true),
        // A warning about another text is no reason.
        ("SELECT note + 0 FROM keyed WHERE i = :number", "1001", true),
        ("SELECT i FROM keyed WHERE v = :number", "' OR '1'='1", false),
    ] {
        let database = ShopDatabase { query: query.to_owned(), ..server.database() };
        let found = try_fetch(&database, Some(&password()), number);
        match is_there {
            true => assert!(found.is_ok(), "{query} {number}: {found:?}"),
            false => assert!(
                matches!(found, Err(ShopDatabaseError::NoSuchNumber { .. })),
                "{query} {number}: {found:?}"
            ),
        }
    }
}
