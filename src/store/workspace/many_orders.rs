//! Orders that are written by the thousand.
//!
//! Indexing their words takes as long as writing them. So the words are stored beside the orders in
//! the same commit, and get into the index when the list has been read, or before the next search:
//! a search finds every order at any time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::{Connection, params};

use super::local::sql;
use super::local_orders::{self, Words, Writer};
use super::{
    LocalWorkspace, OrderQuery, OrderWrite, WorkspaceError, WorkspaceFuture, WriteOutcome,
};
use crate::store::fts;
use crate::store::worker::WeakJobQueue;

/// Fewer orders are indexed at once.
pub(super) const MANY: usize = 1_000;
/// Orders whose words are indexed in one commit. Nothing else is written meanwhile.
const INDEXED_AT_ONCE: u32 = 2_000;
/// Kibibytes of pages that the writer keeps meanwhile. The keys are random, so every order changes
/// other pages of their index.
const PAGES_KEPT: i32 = -16_000;
/// Pages in the log before they are moved into the file; with less, most are moved several times.
const PAGES_IN_LOG: i32 = 8_000;

/// Whether words of orders are not in the index yet. Clones share the answer.
#[derive(Clone, Debug)]
pub(super) struct OwedWords(Arc<AtomicBool>);

impl OwedWords {
    /// An earlier run may have ended before it had indexed them.
    pub(super) fn of_file(connection: &Connection) -> rusqlite::Result<Self> {
        let owed = are_owed(connection)?;
        Ok(Self(Arc::new(AtomicBool::new(owed))))
    }

    fn are_there(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// Indexes some. Called by the writer alone.
    fn index_some(&self, connection: &mut Connection) -> rusqlite::Result<()> {
        index_words(connection)?;
        self.0.store(are_owed(connection)?, Ordering::Release);
        Ok(())
    }
}

impl LocalWorkspace {
    pub(super) fn write_many(
        &self,
        writes: Vec<OrderWrite>,
        now: i64,
        author: String,
    ) -> WorkspaceFuture<'_, Vec<WriteOutcome>> {
        let (owed, station) = (self.owed_words.clone(), self.station.clone());
        let job = move |connection: &mut Connection| {
            let usual = keep_pages(connection, PAGES_KEPT, PAGES_IN_LOG);
            let by = Writer { now, station: &station, author: &author };
            let written = write_all(connection, &writes, by);
            owed.0.store(true, Ordering::Release);
            if let Ok((kept, in_log)) = usual {
                // If this fails, only memory is lost.
                let _ = keep_pages(connection, kept, in_log);
                let _ = connection.execute_batch("PRAGMA shrink_memory");
            }
            written.map_err(sql("write orders"))
        };
        Box::pin(self.writer.run(job))
    }

    /// Indexes every order before a search for words.
    pub(super) async fn index_for_search(&self, query: &OrderQuery) -> Result<(), WorkspaceError> {
        if fts::expression(&query.text).is_none() {
            return Ok(());
        }
        while self.owed_words.are_there() {
            let owed = self.owed_words.clone();
            let index = move |connection: &mut Connection| owed.index_some(connection);
            let indexed = self
                .writer
                .run(move |connection| index(connection).map_err(sql("index the words of orders")));
            indexed.await?;
        }
        Ok(())
    }

    /// Indexes what is owed, some orders at a time, so that other writes come between.
    pub(super) fn index_in_background(&self) {
        if self.owed_words.are_there()
            && let Some(queue) = self.writer.afterwards()
        {
            index_next(&queue, &self.owed_words);
        }
    }
}

/// If the queue is full or the file is being closed, a later list or search does it.
fn index_next(queue: &WeakJobQueue, owed: &OwedWords) {
    let (next, owed) = (queue.clone(), owed.clone());
    queue.try_enqueue(move |connection| {
        if !owed.are_there() {
            return;
        }
        match owed.index_some(connection) {
            Ok(()) => index_next(&next, &owed),
            Err(error) => tracing::warn!(%error, "words of orders could not be indexed"),
        }
    });
}

fn write_all(
    connection: &mut Connection,
    writes: &[OrderWrite],
    by: Writer<'_>,
) -> rusqlite::Result<Vec<WriteOutcome>> {
    let transaction = connection.transaction()?;
    let outcomes = local_orders::write_orders(&transaction, writes, by, Words::Later)?;
    transaction.commit()?;
    Ok(outcomes)
}

fn are_owed(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT EXISTS (SELECT 1 FROM owed_words)", [], |row| row.get(0))
}

fn index_words(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    let last: Option<i64> = transaction.query_row(
        "SELECT max(position) FROM
           (SELECT position FROM owed_words ORDER BY position LIMIT ?1)",
        [INDEXED_AT_ONCE],
        |row| row.get(0),
    )?;
    transaction
        .prepare_cached(
            "INSERT INTO order_words (rowid, words)
             SELECT position, words FROM owed_words WHERE position <= ?1 ORDER BY position",
        )?
        .execute(params![last])?;
    transaction
        .prepare_cached("DELETE FROM owed_words WHERE position <= ?1")?
        .execute(params![last])?;
    transaction.commit()
}

/// Returns both numbers as they were.
fn keep_pages(connection: &Connection, kept: i32, in_log: i32) -> rusqlite::Result<(i32, i32)> {
    let number = |row: &rusqlite::Row<'_>| row.get(0);
    let before = (
        connection.pragma_query_value(None, "cache_size", number)?,
        connection.pragma_query_value(None, "wal_autocheckpoint", number)?,
    );
    connection.pragma_update(None, "cache_size", kept)?;
    connection.pragma_update_and_check(None, "wal_autocheckpoint", in_log, |_| Ok(()))?;
    Ok(before)
}

#[cfg(test)]
mod tests;
