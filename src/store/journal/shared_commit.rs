//! Changes that wait for the writer at the same time share one commit. The disk takes as long for
//! one as for several, and a batch of labels makes three changes for each label.
//!
//! Every caller still waits for the commit with its own change. A change that is refused is taken
//! back alone, and the others are committed. If they cannot be committed together, each is tried on
//! its own, so that each caller gets its own error.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::oneshot;
use tracing::field::display;

use super::pending_comparison::RollbackDetector;
use super::row::sql;
use super::{Entry, EntryState, Journal, JournalError};
use crate::store::worker::Stopped;

/// So many changes share a commit at most.
const MOST_TOGETHER: usize = 64;

type Outcome = Result<Entry, JournalError>;

/// A change that is not carried out yet.
struct WaitingChange {
    attempted: &'static str,
    /// May run twice: with others, and alone after these could not be committed.
    change: Box<dyn FnMut(&Connection) -> Outcome + Send>,
    reply: oneshot::Sender<Outcome>,
}

/// The changes whose jobs are in the queue of the writer. There is a job for each, and the first job
/// that runs carries out all of them.
#[derive(Clone, Default)]
pub(super) struct WaitingChanges(Arc<Mutex<VecDeque<WaitingChange>>>);

impl fmt::Debug for WaitingChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WaitingChanges").finish_non_exhaustive()
    }
}

impl Journal {
    /// Carries out a change and commits it. Once it is in the queue, it runs to its end even if the
    /// caller stops waiting.
    pub(super) async fn commit(
        &self,
        attempted: &'static str,
        change: impl FnMut(&Connection) -> Outcome + Send + 'static,
    ) -> Outcome {
        let (reply, answer) = oneshot::channel();
        let change = WaitingChange { attempted, change: Box::new(change), reply };
        let (waiting, care) = (self.waiting.clone(), self.care.clone());
        let carry_out = move |connection: &mut Connection| waiting.carry_out(connection, &care);
        self.writer.enqueue(|| self.waiting.add(change), carry_out).await?;
        let outcome = answer.await.map_err(|_| Stopped)?;
        log(attempted, &outcome);
        outcome
    }
}

/// The states that every purchase has for a moment are not written to the log file.
fn log(attempted: &'static str, outcome: &Outcome) {
    let entry = match outcome {
        Ok(entry) => entry,
        Err(error) => return tracing::warn!(%error, attempted, "the journal was not changed"),
    };
    let Entry { transaction, kind, state, sequence, .. } = entry;
    let order = entry.order.as_ref().map(display);
    match state {
        EntryState::Intent | EntryState::Sending => {
            tracing::debug!(%transaction, ?state, ?kind, order, sequence, "the journal committed");
        }
        _ => {
            let result = entry.result_id.as_deref();
            tracing::info!(%transaction, ?state, ?kind, result, "the journal committed");
        }
    }
}

impl WaitingChanges {
    fn add(&self, change: WaitingChange) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push_back(change);
    }

    fn take(&self) -> Vec<WaitingChange> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let together = waiting.len().min(MOST_TOGETHER);
        waiting.drain(..together).collect()
    }

    fn carry_out(&self, connection: &mut Connection, care: &RollbackDetector) {
        let mut changes = self.take();
        let together = match changes.as_mut_slice() {
            // An earlier job has carried them out.
            [] => return,
            [_] => None,
            several => commit_together(connection, several),
        };
        let outcomes = together.unwrap_or_else(|| {
            let each = changes.iter_mut();
            each.map(|change| commit_alone(connection, change)).collect()
        });
        if outcomes.iter().any(Result::is_ok) {
            care.update_mark(connection);
        }
        for (change, outcome) in changes.into_iter().zip(outcomes) {
            // The caller may have stopped waiting.
            let _ = change.reply.send(outcome);
        }
    }
}

/// `None` if nothing was committed.
fn commit_together(
    connection: &mut Connection,
    changes: &mut [WaitingChange],
) -> Option<Vec<Outcome>> {
    let mut transaction = connection.transaction().ok()?;
    let mut outcomes = Vec::with_capacity(changes.len());
    for change in changes {
        let savepoint = transaction.savepoint().ok()?;
        let outcome = (change.change)(&savepoint);
        match &outcome {
            Ok(_) => savepoint.commit().ok()?,
            // SQLite may have taken back the whole transaction.
            Err(JournalError::Sql { .. } | JournalError::File(_)) => return None,
            // Dropping a savepoint takes its change back.
            Err(_) => savepoint.finish().ok()?,
        }
        outcomes.push(outcome);
    }
    transaction.commit().ok()?;
    Some(outcomes)
}

fn commit_alone(connection: &mut Connection, change: &mut WaitingChange) -> Outcome {
    let transaction = connection.transaction().map_err(sql(change.attempted))?;
    let entry = (change.change)(&transaction)?;
    transaction.commit().map_err(sql(change.attempted))?;
    Ok(entry)
}

#[cfg(test)]
mod tests;
