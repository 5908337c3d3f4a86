//! `outbox.db`: what goes back to a shop's database for each label that was bought. An entry is
//! committed before anything is sent, so neither a crash nor a database that is down loses one, and
//! it is marked as being sent before its statement runs. An entry with that mark at the next start,
//! or whose commit got no answer, is *unknown*: it may have been written, so it is verified before
//! it is sent again.
//!
//! The file is no part of the workspace, which several computers may share: the computer that bought
//! a label must write it back, and its own disk is what it can rely on. It is not in `print.db` or
//! in the journal either, because it has another life: the journal is never deleted and covered by
//! a chain.
//!
//! What is written is JSON text here: the store does not interpret it.

mod claim;
mod entry;
mod open;

use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};

use self::entry::read_entry;
use super::file::{self, FileError, FileStep, io_error};
use super::worker::ConnectionThreads;
use crate::base::clock::Clock;
use crate::base::id::TransactionId;
use crate::base::locale::Message;
use crate::message;
use crate::store::file_step::{log_failed_call, shown};
use crate::text;

pub use self::claim::WriteBackClaim;
pub use self::entry::{NewWriteBack, WriteBackEntry, WriteBackOutcome, WriteBackState};
pub use super::worker::Stopped;

#[derive(Debug, thiserror::Error)]
pub enum OutboxError {
    #[error("{}", text!("shop-database-outbox-damaged", path = shown(path), reason = detail))]
    Damaged { path: PathBuf, detail: String },
    #[error("{}", text!("shop-database-outbox-failed"))]
    Sql { attempted: &'static str, source: rusqlite::Error },
    #[error("{}", text!("shop-database-outbox-not-opened"))]
    File(#[from] FileError),
    #[error("{}", text!("shop-database-outbox-closed"))]
    Stopped(#[from] Stopped),
}

/// Handle to the entries. Clones share the file.
#[derive(Clone, Debug)]
pub struct ShopOutbox {
    writer: ConnectionThreads,
    clock: Clock,
}

/// How long a statement that got lost may still be at work in the database: what to wait before it is
/// verified.
pub const SETTLING: SignedDuration = SignedDuration::from_secs(30);

/// How many entries are listed.
const LISTED: i64 = 1000;

/// How long to wait after this many attempts in vain: seconds at first, because a network is often
/// gone for a moment only, and never more than a quarter of an hour, because a database that is back
/// should soon have everything.
pub fn retry_delay(attempts: u32) -> SignedDuration {
    let seconds = match attempts {
        0 | 1 => 5,
        2 => 15,
        3 => 60,
        4 => 300,
        _ => 900,
    };
    SignedDuration::from_secs(seconds)
}

/// Entries whose turn it is: due, and no older one of the same order is open. An older one that
/// waits for a person holds back the newer ones, so that an older number never replaces a newer one.
const DUE: &str = "SELECT * FROM write_backs AS entry
     WHERE state IN ('waiting', 'failed', 'unknown') AND retry_at <= ?1
       AND NOT EXISTS (
         SELECT 1 FROM write_backs AS older
         WHERE older.shop = entry.shop AND older.order_id = entry.order_id
           AND older.row < entry.row AND older.state NOT IN ('written', 'given-up'))
     ORDER BY row LIMIT ?2";

impl ShopOutbox {
    /// Opens the file. Entries that were being sent become unknown; they are verified once
    /// `settling` has passed, because the database may still be at work on them. Reads every page
    /// to find damage: not for the UI thread.
    ///
    /// # Errors
    /// [`OutboxError::Damaged`] leaves the file untouched.
    pub fn open(dir: &Path, clock: Clock, settling: SignedDuration) -> Result<Self, OutboxError> {
        file::private_dir(dir)?;
        let path = dir.join("outbox.db");
        let connection = open::open_whole(&path, &clock).map_err(|error| match error {
            FileError::NotWhole { path, detail } => OutboxError::Damaged { path, detail },
            error if error.is_damage() => OutboxError::Damaged {
                path: path.clone(),
                detail: text!("storage-detail-not-whole").to_owned(),
            },
            error => error.into(),
        })?;
        let now = file::now(&clock);
        open::take_up_entries(&connection, now, settling).map_err(sql("take up the entries"))?;
        let writer = ConnectionThreads::start("outbox", vec![connection])
            .map_err(io_error(FileStep::StartThread, &path))?;
        Ok(Self { writer, clock })
    }

    /// Commits an entry and returns its row. If the database has one for this purchase already,
    /// that one is returned unchanged.
    pub async fn add(&self, entry: NewWriteBack) -> Result<i64, OutboxError> {
        self.change("keep an entry", move |connection, now| {
            connection.execute(
                "INSERT INTO write_backs (shop, order_id, number, transaction_id, contents, state,
                   retry_at, created, updated)
                 VALUES (?1, ?2, ?3, ?4, ?5, 'waiting', ?6, ?6, ?6)
                 ON CONFLICT (shop, transaction_id) DO NOTHING",
                params![
                    entry.shop,
                    entry.order.as_str(),
                    entry.number,
                    entry.transaction.as_str(),
                    entry.values,
                    now
                ],
            )?;
            connection.query_row(
                "SELECT row FROM write_backs WHERE shop = ?1 AND transaction_id = ?2",
                [&entry.shop, entry.transaction.as_str()],
                |row| row.get(0),
            )
        })
        .await
    }

    /// The entries whose turn it is, oldest first, at most one of each order.
    pub async fn due(&self, most: u32) -> Result<Vec<WriteBackEntry>, OutboxError> {
        self.change("list what is due", move |connection, now| {
            let mut statement = connection.prepare_cached(DUE)?;
            statement.query_map(params![now, most], read_entry)?.collect()
        })
        .await
    }

    /// When the next entry is due; `None` if none waits for its time. Entries that an older one of
    /// their order holds back do not count.
    pub async fn next_due(&self) -> Result<Option<Timestamp>, OutboxError> {
        self.change("find the next time", |connection, _| {
            let next: Option<i64> = connection.query_row(
                "SELECT min(retry_at) FROM write_backs AS entry
                 WHERE state IN ('waiting', 'failed', 'unknown')
                   AND NOT EXISTS (
                     SELECT 1 FROM write_backs AS older
                     WHERE older.shop = entry.shop AND older.order_id = entry.order_id
                       AND older.row < entry.row AND older.state NOT IN ('written', 'given-up'))",
                [],
                |row| row.get(0),
            )?;
            Ok(next.and_then(|next| Timestamp::from_microsecond(next).ok()))
        })
        .await
    }

    /// Marks an entry as being sent, before its statement runs; `None` if its turn is over. An entry
    /// is never given to two callers.
    pub async fn claim(&self, row: i64) -> Result<Option<WriteBackClaim>, OutboxError> {
        let afterwards = self.writer.afterwards();
        self.change("take an entry", move |connection, now| {
            connection
                .query_row(
                    "UPDATE write_backs SET state = 'sending', updated = ?2
                     WHERE row = ?1 AND state IN ('waiting', 'failed', 'unknown')
                       AND retry_at IS NOT NULL
                     RETURNING *",
                    params![row, now],
                    |row| Ok(WriteBackClaim::new(read_entry(row)?, afterwards)),
                )
                .optional()
        })
        .await
    }

    /// Records what became of a claimed entry and returns it as it is now.
    pub async fn settle(
        &self,
        claim: WriteBackClaim,
        outcome: WriteBackOutcome,
    ) -> Result<WriteBackEntry, OutboxError> {
        let entry = claim.into_entry();
        let attempts = match outcome {
            WriteBackOutcome::Written => entry.attempts,
            _ => entry.attempts.saturating_add(1),
        };
        self.change("record an outcome", move |connection, now| {
            let later = now + micros(retry_delay(attempts));
            let (state, detail, retry_at) = match outcome {
                WriteBackOutcome::Written => (WriteBackState::Written, Message::default(), None),
                WriteBackOutcome::FailedForNow(why) => (WriteBackState::Failed, why, Some(later)),
                WriteBackOutcome::Failed(why) => (WriteBackState::Failed, why, None),
                WriteBackOutcome::Unknown(why, verify_at) => {
                    let verify_at = verify_at.map(|at| at.as_microsecond().max(later));
                    (WriteBackState::Unknown, why, verify_at)
                }
            };
            connection.query_row(
                "UPDATE write_backs SET state = ?2, detail = ?3, attempts = ?4, retry_at = ?5,
                   updated = ?6, in_doubt = ?2 = 'unknown'
                 WHERE row = ?1 AND state = 'sending'
                 RETURNING *",
                params![entry.row, state.word(), detail.to_stored(), attempts, retry_at, now],
                read_entry,
            )
        })
        .await
    }

    /// Puts off entries of a database that cannot be reached. Their states stay.
    pub async fn put_off(&self, rows: Vec<i64>, why: Message) -> Result<(), OutboxError> {
        self.in_transaction("put entries off", move |connection, now| {
            let why = why.to_stored();
            let mut read = connection.prepare_cached(
                "SELECT attempts FROM write_backs WHERE row = ?1
                   AND state IN ('waiting', 'failed', 'unknown') AND retry_at IS NOT NULL",
            )?;
            let mut write = connection.prepare_cached(
                "UPDATE write_backs SET attempts = ?2, retry_at = ?3, detail = ?4, updated = ?5
                 WHERE row = ?1",
            )?;
            for row in rows {
                let before: Option<u32> = read.query_row([row], |row| row.get(0)).optional()?;
                let Some(before) = before else { continue };
                let attempts = before.saturating_add(1);
                let later = now + micros(retry_delay(attempts));
                write.execute(params![row, attempts, later, why, now])?;
            }
            Ok(())
        })
        .await
    }

    /// Makes everything due that waits for its time, for example because the database is back.
    pub async fn hurry(&self, shop: &str) -> Result<(), OutboxError> {
        let shop = shop.to_owned();
        self.change("hurry entries", move |connection, now| {
            connection.execute(
                "UPDATE write_backs SET retry_at = ?2
                 WHERE shop = ?1 AND state IN ('waiting', 'failed') AND retry_at > ?2",
                params![shop, now],
            )
        })
        .await
        .map(|_| ())
    }

    /// Sends an entry again that failed or was given up. Returns false if it did not, or if a newer
    /// entry of the order was written. One that may have been written is verified first.
    pub async fn retry(&self, row: i64) -> Result<bool, OutboxError> {
        self.change("send an entry again", move |connection, now| {
            let changed = connection.execute(
                "UPDATE write_backs AS entry SET retry_at = ?2, updated = ?2, attempts = 0,
                   state = CASE WHEN in_doubt THEN 'unknown' ELSE 'waiting' END
                 WHERE row = ?1 AND state IN ('failed', 'given-up', 'unknown')
                   AND NOT EXISTS (
                     SELECT 1 FROM write_backs AS newer
                     WHERE newer.shop = entry.shop AND newer.order_id = entry.order_id
                       AND newer.row > entry.row
                       AND newer.state IN ('sending', 'unknown', 'written'))",
                params![row, now],
            )?;
            Ok(changed == 1)
        })
        .await
    }

    /// Sends everything again that failed, for example after a statement was corrected. Returns how
    /// many entries that are.
    pub async fn retry_all(&self, shop: &str) -> Result<usize, OutboxError> {
        let shop = shop.to_owned();
        self.change("send entries again", move |connection, now| {
            connection.execute(
                "UPDATE write_backs SET retry_at = ?2, updated = ?2, attempts = 0,
                   state = 'waiting'
                 WHERE shop = ?1 AND state = 'failed'",
                params![shop, now],
            )
        })
        .await
    }

    /// Records a person's decision on an unknown entry: it is in the database, or it is sent again.
    pub async fn settle_unknown(&self, row: i64, is_written: bool) -> Result<bool, OutboxError> {
        self.change("settle an entry", move |connection, now| {
            let (state, retry_at) = match is_written {
                true => (WriteBackState::Written, None),
                false => (WriteBackState::Waiting, Some(now)),
            };
            let changed = connection.execute(
                "UPDATE write_backs SET state = ?2, retry_at = ?3, updated = ?4, detail = ?5,
                   in_doubt = 0
                 WHERE row = ?1 AND state = 'unknown'",
                params![
                    row,
                    state.word(),
                    retry_at,
                    now,
                    message!("shop-database-settled-by-person").to_stored()
                ],
            )?;
            Ok(changed == 1)
        })
        .await
    }

    /// Gives an entry up: nothing more is sent. One that is being sent cannot be given up.
    pub async fn give_up(&self, row: i64) -> Result<bool, OutboxError> {
        self.change("give an entry up", move |connection, now| {
            let changed = connection.execute(
                "UPDATE write_backs SET state = 'given-up', retry_at = NULL, updated = ?2
                 WHERE row = ?1 AND state IN ('waiting', 'failed', 'unknown')",
                params![row, now],
            )?;
            Ok(changed == 1)
        })
        .await
    }

    /// Everything that is not over, oldest first.
    pub async fn open_entries(&self) -> Result<Vec<WriteBackEntry>, OutboxError> {
        self.change("list open entries", |connection, _| {
            connection
                .prepare_cached(
                    "SELECT * FROM write_backs WHERE state NOT IN ('written', 'given-up')
                     ORDER BY row",
                )?
                .query_map([], read_entry)?
                .collect()
        })
        .await
    }

    /// The newest entries, newest first.
    pub async fn newest_entries(&self) -> Result<Vec<WriteBackEntry>, OutboxError> {
        self.change("list entries", |connection, _| {
            connection
                .prepare_cached("SELECT * FROM write_backs ORDER BY row DESC LIMIT ?1")?
                .query_map([LISTED], read_entry)?
                .collect()
        })
        .await
    }

    /// The entries of these purchases. A label whose purchase has none although its order wants one
    /// was bought just before a crash, and is to be added again.
    pub async fn entries_of(
        &self,
        transactions: Vec<TransactionId>,
    ) -> Result<Vec<WriteBackEntry>, OutboxError> {
        self.change("find entries", move |connection, _| {
            let mut statement = connection.prepare_cached(
                "SELECT * FROM write_backs WHERE transaction_id = ?1 ORDER BY row",
            )?;
            let mut found = Vec::new();
            for transaction in &transactions {
                for entry in statement.query_map([transaction.as_str()], read_entry)? {
                    found.push(entry?);
                }
            }
            Ok(found)
        })
        .await
    }

    /// Deletes every entry.
    pub async fn clear(&self) -> Result<(), OutboxError> {
        self.writer.run(|connection| file::empty(connection).map_err(sql("empty everything"))).await
    }

    /// Writes a complete copy of the current state to `to`, which must not exist yet.
    pub async fn backup(&self, to: PathBuf) -> Result<(), OutboxError> {
        self.writer.run(move |connection| Ok(file::backup(connection, &to)?)).await
    }

    /// The current time, as the entries are compared with it.
    pub fn now(&self) -> Timestamp {
        file::now(&self.clock)
    }

    async fn change<T: Send + 'static>(
        &self,
        attempted: &'static str,
        work: impl FnOnce(&Connection, i64) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, OutboxError> {
        let now = self.now().as_microsecond();
        self.writer.run(move |connection| work(connection, now).map_err(sql(attempted))).await
    }

    async fn in_transaction<T: Send + 'static>(
        &self,
        attempted: &'static str,
        work: impl FnOnce(&Connection, i64) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, OutboxError> {
        let now = self.now().as_microsecond();
        self.writer
            .run(move |connection| {
                let transaction = connection.transaction().map_err(sql(attempted))?;
                let result = work(&transaction, now).map_err(sql(attempted))?;
                transaction.commit().map_err(sql(attempted))?;
                Ok(result)
            })
            .await
    }
}

fn micros(duration: SignedDuration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

fn sql(attempted: &'static str) -> impl FnOnce(rusqlite::Error) -> OutboxError {
    move |source| {
        log_failed_call(attempted, &source);
        OutboxError::Sql { attempted, source }
    }
}
