//! The tables of `journal.db` and the values of its text columns. Append-only: a released step is
//! never edited.

use super::{EntryKind, EntryState};

/// "PsRm": distinguishes a journal from any other SQLite file.
pub const APPLICATION_ID: i64 = 0x5073_526d;

pub const STEPS: &[&str] = &[
    // 1: entries, their events, and the rule that an order's label has one current purchase.
    // `superseded` marks a rejected purchase that turned out to have been made after another was
    // started for the same label: both happened, and neither may be lost.
    "PRAGMA application_id = 1349735021;
     CREATE TABLE entries (
       number INTEGER PRIMARY KEY AUTOINCREMENT,
       txn TEXT NOT NULL UNIQUE,
       kind TEXT NOT NULL CHECK (kind IN ('label', 'top_up', 'refund')),
       order_id TEXT CHECK (kind <> 'label' OR order_id IS NOT NULL),
       sequence INTEGER NOT NULL,
       environment TEXT NOT NULL,
       account TEXT NOT NULL,
       base_url TEXT NOT NULL,
       call TEXT NOT NULL,
       body BLOB NOT NULL,
       sha256 TEXT NOT NULL,
       expected_micros INTEGER,
       expected_currency TEXT,
       title TEXT NOT NULL,
       state TEXT NOT NULL CHECK (state IN ('intent', 'sending', 'unknown', 'confirmed',
                                            'rejected', 'absent', 'cancelled')),
       attempts INTEGER NOT NULL,
       uncertain_once INTEGER NOT NULL,
       created INTEGER NOT NULL,
       updated INTEGER NOT NULL,
       result_id TEXT CHECK (state <> 'confirmed' OR result_id IS NOT NULL),
       charged_micros INTEGER,
       charged_currency TEXT,
       trouble TEXT,
       watched_until INTEGER CHECK (state <> 'absent' OR watched_until IS NOT NULL),
       reply BLOB,
       overtaken INTEGER NOT NULL DEFAULT 0
     ) STRICT;
     CREATE UNIQUE INDEX one_living_label ON entries (order_id, sequence)
       WHERE kind = 'label' AND overtaken = 0
         AND state IN ('intent', 'sending', 'unknown', 'confirmed', 'absent');
     CREATE INDEX entries_by_state ON entries (state);
     CREATE TABLE events (
       number INTEGER PRIMARY KEY,
       txn TEXT NOT NULL REFERENCES entries (txn),
       state TEXT NOT NULL,
       at INTEGER NOT NULL,
       payload TEXT NOT NULL,
       digest TEXT NOT NULL,
       previous TEXT NOT NULL,
       hash TEXT NOT NULL UNIQUE
     ) STRICT;
     CREATE INDEX events_by_transaction ON events (txn, number);",
    // 2: forbidden changes are refused by the file itself, not only by this program.
    "CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
       BEGIN SELECT raise(ABORT, 'an event is never changed'); END;
     CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
       BEGIN SELECT raise(ABORT, 'an event is never deleted'); END;
     CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
       BEGIN SELECT raise(ABORT, 'an entry is never deleted'); END;
     CREATE TRIGGER requests_are_never_changed
       BEFORE UPDATE OF number, txn, kind, order_id, sequence, environment, account,
         base_url, call, body, sha256, expected_micros, expected_currency, created ON entries
       BEGIN SELECT raise(ABORT, 'a recorded request is never changed'); END;
     CREATE TRIGGER terminal_states_stay BEFORE UPDATE OF state ON entries
       WHEN old.state <> new.state AND (old.state IN ('confirmed', 'cancelled')
         OR (old.state = 'rejected' AND new.state <> 'confirmed'))
       BEGIN SELECT raise(ABORT, 'a settled purchase stays settled'); END;",
    // 3: one current refund per shipment. The shipment id is in `order_id`.
    "CREATE UNIQUE INDEX one_living_refund ON entries (environment, account, order_id)
       WHERE kind = 'refund'
         AND state IN ('intent', 'sending', 'unknown', 'confirmed', 'absent');",
    // 4: `origin` says where a row came from if no purchase of this installation wrote it.
    // `probe` has one row that is written only to find out whether the disk accepts a commit
    // again.
    "ALTER TABLE entries ADD COLUMN origin TEXT;
     CREATE TABLE probe (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL,
       room BLOB NOT NULL) STRICT;",
    // 5: a refund can be overtaken too. A shipment has two refunds if a refusal was lost with a
    // damaged journal, or if a refused refund was made after all.
    "DROP INDEX one_living_refund;
     CREATE UNIQUE INDEX one_living_refund ON entries (environment, account, order_id)
       WHERE kind = 'refund' AND overtaken = 0
         AND state IN ('intent', 'sending', 'unknown', 'confirmed', 'absent');",
    // 6: what the scale showed when the label's weight was taken. It is written when the entry is
    // created and, like the request, never changed. It is looked up by the shipment's id.
    "ALTER TABLE entries ADD COLUMN witness TEXT;
     CREATE INDEX witnesses ON entries (environment, account, result_id)
       WHERE witness IS NOT NULL;
     CREATE TRIGGER witnesses_are_never_changed BEFORE UPDATE OF witness ON entries
       BEGIN SELECT raise(ABORT, 'what the scale showed is never changed'); END;",
    // 7: the server's time when the request was recorded, if known. This computer's clock may be
    // days off, and may be corrected later.
    "ALTER TABLE entries ADD COLUMN server_time INTEGER;
     CREATE TRIGGER server_times_are_never_changed BEFORE UPDATE OF server_time ON entries
       BEGIN SELECT raise(ABORT, 'a recorded request is never changed'); END;",
    // 8: purchases of orders that several computers share. What was refused or canceled here may
    // have been sent by the computer that had the claim meanwhile, so it is open again when the
    // claim comes back.
    "ALTER TABLE entries ADD COLUMN claimed INTEGER NOT NULL DEFAULT 0;
     CREATE TRIGGER claims_are_never_changed BEFORE UPDATE OF claimed ON entries
       BEGIN SELECT raise(ABORT, 'a recorded request is never changed'); END;
     DROP TRIGGER terminal_states_stay;
     CREATE TRIGGER terminal_states_stay BEFORE UPDATE OF state ON entries
       WHEN old.state <> new.state AND (old.state = 'confirmed'
         OR (old.state = 'cancelled' AND NOT (old.claimed = 1 AND new.state = 'unknown'))
         OR (old.state = 'rejected' AND new.state <> 'confirmed'
           AND NOT (old.claimed = 1 AND new.state = 'unknown')))
       BEGIN SELECT raise(ABORT, 'a settled purchase stays settled'); END;",
];

impl EntryKind {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::TopUp => "top_up",
            Self::Refund => "refund",
        }
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        [Self::Label, Self::TopUp, Self::Refund].into_iter().find(|kind| kind.word() == word)
    }
}

impl EntryState {
    const ALL: [Self; 7] = [
        Self::Intent,
        Self::Sending,
        Self::Unknown,
        Self::Confirmed,
        Self::Rejected,
        Self::Absent,
        Self::Cancelled,
    ];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Intent => "intent",
            Self::Sending => "sending",
            Self::Unknown => "unknown",
            Self::Confirmed => "confirmed",
            Self::Rejected => "rejected",
            Self::Absent => "absent",
            Self::Cancelled => "cancelled",
        }
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

impl std::fmt::Display for EntryState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::file;

    #[test]
    fn every_older_format_reaches_the_newest() {
        file::check_migrations(STEPS);
    }

    #[test]
    fn the_file_says_what_it_is() {
        let mut connection = rusqlite::Connection::open_in_memory().unwrap();
        file::migrate(&mut connection, std::path::Path::new("memory"), STEPS).unwrap();
        let id: i64 =
            connection.pragma_query_value(None, "application_id", |row| row.get(0)).unwrap();
        assert_eq!(id, APPLICATION_ID);
    }
}
