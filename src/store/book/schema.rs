//! The tables of `book.db`.

use crate::store::fts::{fts_options, prefix_lengths};

/// "PsBk": distinguishes an address book from any other SQLite file.
pub(super) const APPLICATION_ID: i64 = 0x5073_426b;

pub(super) const STEPS: &[&str] = &[
    // 1: the records.
    "PRAGMA application_id = 1349730923;
     CREATE TABLE records (
       row INTEGER PRIMARY KEY AUTOINCREMENT,
       name TEXT NOT NULL,
       search_text TEXT NOT NULL,
       json TEXT NOT NULL,
       last_used INTEGER
     ) STRICT;
     CREATE INDEX records_by_use ON records (last_used DESC, name COLLATE NOCASE, row);",
    // 2: the full-text index, filled from the existing records.
    concat!(
        "CREATE VIRTUAL TABLE record_words USING fts5 (words, ",
        fts_options!("1 2 3"),
        ");
         INSERT INTO record_words (rowid, words) SELECT row, search_text FROM records;"
    ),
    // 3: groups the user sorts records into.
    "CREATE TABLE memberships (
       group_name TEXT NOT NULL COLLATE NOCASE,
       row INTEGER NOT NULL,
       PRIMARY KEY (group_name, row)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX memberships_by_row ON memberships (row);",
    // 4: a prefix index for every length of a typed word.
    concat!(
        "DROP TABLE record_words;
         CREATE VIRTUAL TABLE record_words USING fts5 (words, ",
        fts_options!(prefix_lengths!()),
        ");
         INSERT INTO record_words (rowid, words) SELECT row, search_text FROM records;"
    ),
    // 5: the number of records. Every page of the list shows it, and counting would read all
    // rows.
    "CREATE TABLE tally (one INTEGER PRIMARY KEY CHECK (one = 1), records INTEGER NOT NULL) STRICT;
     INSERT INTO tally SELECT 1, count(*) FROM records;
     CREATE TRIGGER records_are_counted AFTER INSERT ON records BEGIN
       INSERT INTO tally VALUES (1, 1) ON CONFLICT DO UPDATE SET records = records + 1;
     END;
     CREATE TRIGGER records_are_counted_out AFTER DELETE ON records BEGIN
       UPDATE tally SET records = records - 1;
     END;",
    // 6: what a book needs that several computers share. Every record has a UUID. `revision` is
    // the one of the server that the record was last the same as, 0 for none. `owed` counts the
    // changes made here since; `base` is what the record said before the first of them. `removed`
    // keeps the keys of records that are gone. `mirror` has a row in the book of a workspace.
    "ALTER TABLE records ADD COLUMN key TEXT NOT NULL DEFAULT '';
     ALTER TABLE records ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE records ADD COLUMN owed INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE records ADD COLUMN base TEXT;
     ALTER TABLE records ADD COLUMN changed_by TEXT NOT NULL DEFAULT '';
     UPDATE records SET key = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4'
       || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-'
       || hex(randomblob(6)));
     CREATE UNIQUE INDEX records_by_key ON records (key);
     CREATE INDEX records_owed ON records (row) WHERE owed > 0;
     CREATE TABLE removed (
       row INTEGER PRIMARY KEY,
       key TEXT NOT NULL UNIQUE,
       revision INTEGER NOT NULL,
       is_owed INTEGER NOT NULL
     ) STRICT;
     CREATE INDEX removed_owed ON removed (row) WHERE is_owed = 1;
     CREATE TABLE mirror (
       one INTEGER PRIMARY KEY CHECK (one = 1),
       workspace TEXT NOT NULL,
       sequence INTEGER NOT NULL
     ) STRICT;",
    // 7: names in the order in which a person looks for them, Émile before Sam. Words of other
    // alphabets than that of a keyboard are found from it.
    "ALTER TABLE records ADD COLUMN sort_name TEXT NOT NULL DEFAULT '';
     UPDATE records SET sort_name = folded(name);
     DROP INDEX records_by_use;
     CREATE INDEX records_by_use ON records (last_used DESC, sort_name, row);
     CREATE INDEX records_by_name ON records (sort_name, row);
     DELETE FROM record_words WHERE rowid IN
       (SELECT row FROM records WHERE search_text GLOB '*[^ -~]*');
     INSERT INTO record_words (rowid, words)
       SELECT row, folded(search_text) FROM records WHERE search_text GLOB '*[^ -~]*';",
];

/// Deleting all rows also deletes the row of `tally`, hence the default of 0.
pub(super) const COUNT: &str = "SELECT coalesce((SELECT records FROM tally), 0)";
