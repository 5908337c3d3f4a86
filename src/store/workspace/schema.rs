//! The tables of `workspace.db`.

use super::super::fts::fts_options;

/// "PsWs": distinguishes a workspace from any other SQLite file.
pub const APPLICATION_ID: i64 = 0x5073_5773;

/// The row that is listed and claimed is small; the order itself is beside it, so that a change of
/// state does not write it again.
pub const STEPS: &[&str] = &[
    // 1: orders, their words, documents, counts.
    concat!(
        "PRAGMA application_id = 1349736307;
         CREATE TABLE orders (
           position INTEGER PRIMARY KEY AUTOINCREMENT,
           id TEXT NOT NULL UNIQUE,
           revision INTEGER NOT NULL,
           source TEXT NOT NULL,
           number TEXT NOT NULL,
           state TEXT NOT NULL,
           recipient TEXT NOT NULL,
           ship_by TEXT,
           preset TEXT,
           changed INTEGER NOT NULL,
           changed_by TEXT NOT NULL,
           UNIQUE (source, number)
         ) STRICT;
         CREATE INDEX orders_by_number ON orders (number);
         CREATE INDEX orders_by_state ON orders (state, position);
         CREATE TABLE order_details (
           position INTEGER PRIMARY KEY,
           json TEXT NOT NULL
         ) STRICT;
         CREATE VIRTUAL TABLE order_words USING fts5 (words, ",
        fts_options!("1 2 3"),
        ");
         CREATE TABLE state_counts (
           state TEXT PRIMARY KEY,
           orders INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TRIGGER orders_are_counted AFTER INSERT ON orders BEGIN
           INSERT INTO state_counts VALUES (new.state, 1)
             ON CONFLICT DO UPDATE SET orders = orders + 1;
         END;
         CREATE TRIGGER orders_are_counted_out AFTER DELETE ON orders BEGIN
           UPDATE state_counts SET orders = orders - 1 WHERE state = old.state;
         END;
         CREATE TRIGGER orders_are_counted_over AFTER UPDATE OF state ON orders
         WHEN old.state <> new.state BEGIN
           UPDATE state_counts SET orders = orders - 1 WHERE state = old.state;
           INSERT INTO state_counts VALUES (new.state, 1)
             ON CONFLICT DO UPDATE SET orders = orders + 1;
         END;
         CREATE TABLE documents (
           kind TEXT NOT NULL,
           key TEXT NOT NULL,
           name TEXT NOT NULL,
           rank INTEGER NOT NULL,
           json TEXT NOT NULL,
           revision INTEGER NOT NULL,
           PRIMARY KEY (kind, key)
         ) STRICT, WITHOUT ROWID;"
    ),
    // Claims, so that a purchase can be finished by another computer.
    "CREATE TABLE stations (
       name TEXT PRIMARY KEY,
       lease_until INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE claims (
       order_id TEXT PRIMARY KEY,
       transaction_id TEXT NOT NULL UNIQUE,
       station TEXT NOT NULL,
       purchase TEXT NOT NULL,
       body BLOB NOT NULL,
       wanted_since INTEGER
     ) STRICT;",
    // Counting without an upsert: with one, SQLite copies every page that an insert changes.
    "DROP TRIGGER orders_are_counted;
     CREATE TRIGGER orders_are_counted AFTER INSERT ON orders BEGIN
       INSERT OR IGNORE INTO state_counts VALUES (new.state, 0);
       UPDATE state_counts SET orders = orders + 1 WHERE state = new.state;
     END;",
    // The words of orders that were written by the thousand, until they are in the index.
    "CREATE TABLE owed_words (
       position INTEGER PRIMARY KEY,
       words TEXT NOT NULL
     ) STRICT;",
    // A text of the workspace's own, so that a number has the same key after a backup was put back.
    "INSERT OR IGNORE INTO documents
       VALUES ('order-keys', 'workspace', '', 0, '\"' || lower(hex(randomblob(16))) || '\"', 1);",
    // Whoever adds orders adds to the counts.
    "DROP TRIGGER orders_are_counted;",
    // Of the words that are in the index, or owed to it: most changes of an order change none of them.
    "ALTER TABLE order_details ADD COLUMN words_digest INTEGER;",
];
