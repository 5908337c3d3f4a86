//! The formats of the file, oldest first.

use super::*;

#[test]
fn every_older_format_reaches_the_newest() {
    file::check_migrations(STEPS);
}

#[test]
fn the_words_of_older_records_are_taken_over() {
    let mut connection = Connection::open_in_memory().unwrap();
    let path = Path::new("memory");
    file::migrate(&mut connection, path, &STEPS[..1]).unwrap();
    connection
        .execute_batch(
            "INSERT INTO records (name, search_text, json) VALUES ('Ann', 'Ann Zürich', '{}')",
        )
        .unwrap();
    file::migrate(&mut connection, path, STEPS).unwrap();
    let found: i64 = connection
        .query_row(
            "SELECT count(*) FROM record_words WHERE record_words MATCH 'zurich'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(found, 1);
}

#[test]
fn the_number_of_records_is_kept_and_not_counted() {
    let mut connection = Connection::open_in_memory().unwrap();
    let path = Path::new("memory");
    file::migrate(&mut connection, path, &STEPS[..4]).unwrap();
    connection
        .execute_batch("INSERT INTO records (name, search_text, json) VALUES ('Ann', 'Ann', '{}')")
        .unwrap();
    file::migrate(&mut connection, path, STEPS).unwrap();
    let count = |connection: &Connection| -> i64 {
        connection.query_row(COUNT, [], |row| row.get(0)).unwrap()
    };
    assert_eq!(count(&connection), 1);
    let row = put(&mut connection, None, ["Bob", "Bob", "{}"]).unwrap();
    put(&mut connection, Some(row), ["Bo", "Bo", "{}"]).unwrap();
    assert_eq!(count(&connection), 2);
    connection.execute("DELETE FROM records WHERE row = ?1", [row]).unwrap();
    assert_eq!(count(&connection), 1);
    file::empty(&mut connection).unwrap();
    assert_eq!(count(&connection), 0);
    put(&mut connection, None, ["Cy", "Cy", "{}"]).unwrap();
    assert_eq!(count(&connection), 1);
    let plan = file::plan(&connection, COUNT);
    assert!(!plan.iter().any(|step| step.contains("records")), "{plan:?}");
}

/// A book of an older version has no keys; each record gets one of its own.
#[test]
fn every_record_of_an_older_book_gets_a_key() {
    let mut connection = Connection::open_in_memory().unwrap();
    let path = Path::new("memory");
    file::migrate(&mut connection, path, &STEPS[..5]).unwrap();
    connection
        .execute_batch(
            "INSERT INTO records (name, search_text, json, last_used)
               VALUES ('Ann', 'Ann', '{}', 7), ('Bob', 'Bob', '{}', NULL);
             INSERT INTO memberships VALUES ('Friends', 1);",
        )
        .unwrap();
    file::migrate(&mut connection, path, STEPS).unwrap();
    let records = list(&connection, "SELECT * FROM records ORDER BY row", []).unwrap();
    assert_eq!(records.len(), 2);
    assert!(records[0].last_used.is_some());
    assert_ne!(records[0].key, records[1].key);
    for record in records {
        let key = uuid::Uuid::parse_str(&record.key).unwrap();
        assert_eq!(key.get_version_num(), 4);
    }
    let row = put(&mut connection, None, ["Cy", "Cy", "{}"]).unwrap();
    let key: String = connection
        .query_row("SELECT key FROM records WHERE row = ?1", [row], |row| row.get(0))
        .unwrap();
    assert!(uuid::Uuid::parse_str(&key).is_ok());
}
