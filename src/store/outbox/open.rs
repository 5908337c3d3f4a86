//! Opens `outbox.db`, brings it to the newest format, and takes up what the last run left.

use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, params};

use super::micros;
use crate::base::clock::Clock;
use crate::message;
use crate::store::backup;
use crate::store::file::{self, Durability, FileError};
use crate::text;

/// How long written and given up entries are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 90);
/// "PsOb": distinguishes an outbox from any other SQLite file.
const APPLICATION_ID: i64 = 0x5073_4f62;

const STEPS: &[&str] = &[
    // 1: the entries.
    "PRAGMA application_id = 1349734242;
     CREATE TABLE write_backs (
       row INTEGER PRIMARY KEY AUTOINCREMENT,
       shop TEXT NOT NULL,
       order_id TEXT NOT NULL,
       number TEXT NOT NULL,
       transaction_id TEXT NOT NULL,
       contents TEXT NOT NULL,
       state TEXT NOT NULL,
       in_doubt INTEGER NOT NULL DEFAULT 0,
       detail TEXT NOT NULL DEFAULT '',
       attempts INTEGER NOT NULL DEFAULT 0,
       retry_at INTEGER,
       created INTEGER NOT NULL,
       updated INTEGER NOT NULL,
       UNIQUE (shop, transaction_id)
     ) STRICT;
     CREATE INDEX write_backs_by_state ON write_backs (state, retry_at);
     CREATE INDEX write_backs_by_order ON write_backs (shop, order_id);",
];

pub(super) fn open_whole(path: &Path, clock: &Clock) -> Result<Connection, FileError> {
    file::private_file(path)?;
    file::check_length(path)?;
    let bare = file::connect_bare(path)?;
    file::check_whole(&bare, path, "quick_check")?;
    let otherwise = text!("shop-database-detail-not-an-outbox");
    file::check_identity(&bare, path, APPLICATION_ID, otherwise)?;
    drop(bare);
    let mut connection = file::connect(path, Durability::Full)?;
    backup::before_migration(&connection, path, STEPS.len(), clock)?;
    file::migrate(&mut connection, path, STEPS)?;
    Ok(connection)
}

/// Marks entries that were being sent when the program ended as unknown, and deletes old ones.
pub(super) fn take_up_entries(
    connection: &Connection,
    now: Timestamp,
    settling: SignedDuration,
) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE write_backs SET state = 'unknown', in_doubt = 1, detail = ?1, retry_at = ?2
         WHERE state = 'sending'",
        params![
            message!("shop-database-interrupted").to_stored(),
            now.as_microsecond() + micros(settling)
        ],
    )?;
    let oldest = now.saturating_sub(KEPT).unwrap_or(now);
    connection.execute(
        "DELETE FROM write_backs WHERE state IN ('written', 'given-up') AND updated < ?1",
        [oldest.as_microsecond()],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_older_format_reaches_the_newest() {
        file::check_migrations(STEPS);
    }
}
