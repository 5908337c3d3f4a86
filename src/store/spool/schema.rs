//! The tables of `print.db`, one step for each version of the program that changed them.

pub(super) const STEPS: &[&str] = &[
    // 1: printers in the order they were created, and jobs. A document is deleted once it cannot
    // be needed again.
    "PRAGMA application_id = 1349734513;
     CREATE TABLE printers (
       row INTEGER PRIMARY KEY AUTOINCREMENT,
       name TEXT NOT NULL UNIQUE,
       json TEXT NOT NULL
     ) STRICT;
     CREATE TABLE jobs (
       row INTEGER PRIMARY KEY AUTOINCREMENT,
       subject TEXT NOT NULL,
       title TEXT NOT NULL,
       destination TEXT NOT NULL,
       printer TEXT NOT NULL,
       document BLOB,
       state TEXT NOT NULL,
       detail TEXT NOT NULL DEFAULT '',
       remote INTEGER,
       created INTEGER NOT NULL,
       updated INTEGER NOT NULL
     ) STRICT;
     CREATE INDEX jobs_by_state ON jobs (state, row);",
    // 2: whether what came out of the printer is recorded where it belongs, such as in an order.
    // Jobs of earlier versions belong to no order.
    "ALTER TABLE jobs ADD COLUMN recorded INTEGER NOT NULL DEFAULT 0;
     UPDATE jobs SET recorded = 1;
     CREATE INDEX jobs_to_record ON jobs (row)
       WHERE recorded = 0 AND (state = 'printed' OR (state = 'sent' AND remote IS NULL));",
    // 3: documents in a table of their own. In the row of a job, each one of a thousand lists of the
    // queue reads all of them, and each change of a state writes one.
    "CREATE TABLE documents (
       job INTEGER PRIMARY KEY,
       document BLOB NOT NULL
     ) STRICT;
     INSERT INTO documents SELECT row, document FROM jobs WHERE document IS NOT NULL;
     ALTER TABLE jobs DROP COLUMN document;
     CREATE TRIGGER documents_go_with_jobs AFTER DELETE ON jobs BEGIN
       DELETE FROM documents WHERE job = old.row;
     END;
     CREATE TRIGGER documents_that_are_out AFTER UPDATE OF state, remote ON jobs
     WHEN new.state IN ('printed', 'cancelled') OR (new.state = 'sent' AND new.remote IS NULL)
     BEGIN
       DELETE FROM documents WHERE job = new.row;
     END;",
];
