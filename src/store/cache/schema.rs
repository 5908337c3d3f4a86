//! The tables of `cache.db`, and the numbers of scopes. Append-only: a released step is never
//! edited.

use rusqlite::{Connection, OptionalExtension};

use super::Scope;
use crate::store::fts::{fts_options, prefix_lengths};

pub const STEPS: &[&str] = &[
    // 1: values and shipments. A shipment's row number increases with its time of creation (see
    // `shipments::put_shipments`), so the full-text table lists the newest first. Columns a list does not
    // show are in a separate table: a search visits many rows, and small rows share pages.
    // `scopes.shipments` is the number of shipments. A list always shows it, and counting would
    // read all rows.
    concat!(
        "PRAGMA application_id = 1349731176;
         CREATE TABLE scopes (
           scope INTEGER PRIMARY KEY,
           environment TEXT NOT NULL,
           account TEXT NOT NULL,
           shipments INTEGER NOT NULL DEFAULT 0,
           UNIQUE (environment, account)
         ) STRICT;
         CREATE TABLE snapshots (
           scope INTEGER NOT NULL,
           key TEXT NOT NULL,
           json TEXT NOT NULL,
           at INTEGER NOT NULL,
           PRIMARY KEY (scope, key)
         ) STRICT;
         CREATE TABLE shipments (
           row INTEGER PRIMARY KEY,
           scope INTEGER NOT NULL,
           id TEXT NOT NULL,
           created INTEGER NOT NULL,
           to_name TEXT NOT NULL,
           to_place TEXT NOT NULL,
           carrier TEXT NOT NULL,
           service TEXT NOT NULL,
           tracking_number TEXT,
           status TEXT NOT NULL,
           sub_status TEXT NOT NULL,
           price_micros INTEGER,
           price_currency TEXT,
           packages INTEGER NOT NULL,
           refund_status TEXT,
           UNIQUE (scope, id)
         ) STRICT;
         CREATE TABLE shipment_bodies (
           row INTEGER PRIMARY KEY,
           search_text TEXT NOT NULL,
           json TEXT NOT NULL
         ) STRICT;
         CREATE INDEX shipments_by_filter ON shipments (scope, row, status, refund_status, created);
         CREATE INDEX shipments_by_tracking ON shipments (scope, tracking_number)
           WHERE tracking_number IS NOT NULL;
         CREATE VIRTUAL TABLE shipment_words USING fts5 (words, ",
        fts_options!("1 2 3"),
        ");"
    ),
    // 2: labels and tracked numbers.
    "CREATE TABLE labels (
       scope INTEGER NOT NULL,
       shipment TEXT NOT NULL,
       package_number INTEGER NOT NULL,
       file_type TEXT NOT NULL,
       bytes BLOB NOT NULL,
       PRIMARY KEY (scope, shipment, package_number, file_type)
     ) STRICT;
     CREATE TABLE tracked (
       watch INTEGER PRIMARY KEY,
       scope INTEGER NOT NULL,
       tracking_number TEXT NOT NULL,
       json TEXT NOT NULL,
       at INTEGER NOT NULL,
       UNIQUE (scope, tracking_number)
     ) STRICT;",
    // 3: forms that belong to no shipment.
    "CREATE TABLE documents (
       scope INTEGER NOT NULL,
       name TEXT NOT NULL,
       bytes BLOB NOT NULL,
       PRIMARY KEY (scope, name)
     ) STRICT;",
    // 4: a prefix index for every length of a typed word.
    concat!(
        "DROP TABLE shipment_words;
         CREATE VIRTUAL TABLE shipment_words USING fts5 (words, ",
        fts_options!(prefix_lengths!()),
        ");
         INSERT INTO shipment_words (rowid, words) SELECT row, search_text FROM shipment_bodies;"
    ),
    // 5: keeps the queries of a program start cheap. The indexes find labels that were never
    // scanned, and refunds. `spending` holds sums of cost per service for spans of row numbers of
    // about 18 hours each. The view `spent` defines which shipments count, both for the sums and
    // for single rows.
    "CREATE INDEX shipments_by_status ON shipments (scope, status, row, refund_status, created);
     CREATE INDEX shipments_refunded ON shipments (scope, row) WHERE refund_status IS NOT NULL;
     CREATE VIEW spent AS SELECT * FROM shipments
       WHERE price_micros IS NOT NULL AND price_currency IS NOT NULL
         AND refund_status IS NOT 'Refunded';
     CREATE TABLE spending (
       scope INTEGER NOT NULL,
       span INTEGER NOT NULL,
       carrier TEXT NOT NULL,
       service TEXT NOT NULL,
       currency TEXT NOT NULL,
       micros INTEGER NOT NULL,
       shipments INTEGER NOT NULL,
       PRIMARY KEY (scope, span, carrier, service, currency)
     ) STRICT, WITHOUT ROWID;
     INSERT INTO spending
       SELECT scope, row >> 46, carrier, service, price_currency, sum(price_micros), count(*)
       FROM spent GROUP BY 1, 2, 3, 4, 5;
     CREATE TRIGGER shipments_are_added_up AFTER INSERT ON shipments
       WHEN new.price_micros IS NOT NULL AND new.price_currency IS NOT NULL
         AND new.refund_status IS NOT 'Refunded'
     BEGIN
       INSERT INTO spending VALUES (new.scope, new.row >> 46, new.carrier, new.service,
         new.price_currency, new.price_micros, 1)
       ON CONFLICT DO UPDATE SET micros = micros + excluded.micros, shipments = shipments + 1;
     END;
     CREATE TRIGGER shipments_are_taken_off AFTER DELETE ON shipments
       WHEN old.price_micros IS NOT NULL AND old.price_currency IS NOT NULL
         AND old.refund_status IS NOT 'Refunded'
     BEGIN
       UPDATE spending SET micros = micros - old.price_micros, shipments = shipments - 1
         WHERE scope = old.scope AND span = old.row >> 46 AND carrier = old.carrier
           AND service = old.service AND currency = old.price_currency;
       DELETE FROM spending
         WHERE scope = old.scope AND span = old.row >> 46 AND carrier = old.carrier
           AND service = old.service AND currency = old.price_currency AND shipments = 0;
     END;",
    // 6: past quotes. Their row numbers contain the time, as those of shipments do.
    concat!(
        "CREATE TABLE quotes (
           row INTEGER PRIMARY KEY,
           scope INTEGER NOT NULL,
           at INTEGER NOT NULL,
           label TEXT NOT NULL,
           likeness TEXT NOT NULL,
           micros INTEGER,
           currency TEXT,
           listed TEXT NOT NULL
         ) STRICT;
         CREATE TABLE quote_bodies (row INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
         CREATE INDEX quotes_by_time ON quotes (scope, row);
         CREATE INDEX quotes_by_price ON quotes (scope, likeness, currency, micros);
         CREATE VIRTUAL TABLE quote_words USING fts5 (words, ",
        fts_options!("1 2 3"),
        ");"
    ),
    // 7: what else a list shows of a shipment. `reference` is NULL in rows stored before, whose
    // new columns are read from the body. `further_numbers` has the numbers of the second and
    // further packages, one per line.
    "ALTER TABLE shipments ADD COLUMN to_country TEXT;
     ALTER TABLE shipments ADD COLUMN to_email TEXT;
     ALTER TABLE shipments ADD COLUMN reference TEXT;
     ALTER TABLE shipments ADD COLUMN further_numbers TEXT;",
    // 8: when the service reported the shipment. NULL in rows stored before.
    "ALTER TABLE shipments ADD COLUMN received INTEGER;",
];

/// The low bits of a row number that are the same span of `spending`.
pub const SPAN_BITS: u32 = 46;

/// The scope number of values that belong to this installation and not to an account.
pub const NO_SCOPE: i64 = 0;

/// The number of a scope, or `None` if nothing was ever stored under it.
pub fn scope_number(connection: &Connection, scope: &Scope) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT scope FROM scopes WHERE environment = ?1 AND account = ?2")?
        .query_row([&scope.environment, &scope.account], |row| row.get(0))
        .optional()
}

/// Accounts forgotten in this run that nobody has signed in to again.
const FORGOTTEN: &str = "CREATE TEMP TABLE IF NOT EXISTS forgotten (
     environment TEXT NOT NULL, account TEXT NOT NULL, PRIMARY KEY (environment, account))";

pub fn note_forgotten(connection: &Connection, scope: &Scope) -> rusqlite::Result<()> {
    connection.execute(FORGOTTEN, [])?;
    let note = "INSERT OR IGNORE INTO temp.forgotten VALUES (?1, ?2)";
    connection.execute(note, [&scope.environment, &scope.account])?;
    Ok(())
}

pub fn note_known_again(connection: &Connection, scope: &Scope) -> rusqlite::Result<()> {
    connection.execute(FORGOTTEN, [])?;
    let note = "DELETE FROM temp.forgotten WHERE environment = ?1 AND account = ?2";
    connection.execute(note, [&scope.environment, &scope.account])?;
    Ok(())
}

fn is_forgotten(connection: &Connection, scope: &Scope) -> rusqlite::Result<bool> {
    connection.execute(FORGOTTEN, [])?;
    let ask =
        "SELECT EXISTS (SELECT 1 FROM temp.forgotten WHERE environment = ?1 AND account = ?2)";
    connection.query_row(ask, [&scope.environment, &scope.account], |row| row.get(0))
}

pub fn scope_number_or_new(connection: &Connection, scope: &Scope) -> rusqlite::Result<i64> {
    if let Some(number) = scope_number(connection, scope)? {
        return Ok(number);
    }
    // A job that was running when its account was forgotten must not bring the account back.
    if is_forgotten(connection, scope)? {
        return Err(rusqlite::Error::QueryReturnedNoRows);
    }
    connection
        .prepare_cached("INSERT INTO scopes (environment, account) VALUES (?1, ?2)")?
        .insert([&scope.environment, &scope.account])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_older_format_reaches_the_newest() {
        crate::store::file::check_migrations(STEPS);
    }

    #[test]
    fn the_words_of_shipments_kept_earlier_are_taken_over() {
        let mut connection = Connection::open_in_memory().unwrap();
        let path = std::path::Path::new("memory");
        crate::store::file::migrate(&mut connection, path, &STEPS[..3]).unwrap();
        connection
            .execute_batch(
                "INSERT INTO shipment_bodies (row, search_text, json) VALUES (7, 'Ann Zürich', '{}');
                 INSERT INTO shipment_words (rowid, words) VALUES (7, 'Ann Zürich');",
            )
            .unwrap();
        crate::store::file::migrate(&mut connection, path, STEPS).unwrap();
        let found: i64 = connection
            .query_row(
                "SELECT rowid FROM shipment_words WHERE shipment_words MATCH '\"zuric\"*'",
                [],
                |row| row.get(0),
            )
            .unwrap();
        assert_eq!(found, 7);
    }

    #[test]
    fn no_scope_gets_the_number_of_the_desk() {
        let mut connection = Connection::open_in_memory().unwrap();
        crate::store::file::migrate(&mut connection, "memory".as_ref(), STEPS).unwrap();
        let empty = Scope { environment: String::new(), account: String::new() };
        assert_ne!(scope_number_or_new(&connection, &empty).unwrap(), NO_SCOPE);
    }
}
