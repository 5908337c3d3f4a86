//! A claim on an entry that is about to be sent. If it is dropped without an outcome, for example
//! because a window closes, the entry is what it was if its statement was not sent, else unknown.

use super::WriteBackEntry;
use crate::message;
use crate::store::worker::WeakJobQueue;

#[derive(Debug)]
pub struct WriteBackClaim {
    pub entry: WriteBackEntry,
    /// `None` once an outcome is recorded.
    give_back: Option<WeakJobQueue>,
    has_begun: bool,
}

impl WriteBackClaim {
    pub(super) fn new(entry: WriteBackEntry, give_back: Option<WeakJobQueue>) -> Self {
        Self { entry, give_back, has_begun: false }
    }

    /// To be called before the statement is sent.
    pub fn begin(&mut self) {
        self.has_begun = true;
    }

    /// The entry, whose outcome the caller records.
    pub(super) fn into_entry(mut self) -> WriteBackEntry {
        self.give_back = None;
        self.entry.clone()
    }
}

impl Drop for WriteBackClaim {
    fn drop(&mut self) {
        let Some(give_back) = self.give_back.take() else {
            return;
        };
        let row = self.entry.row;
        let is_in_doubt = self.entry.is_in_doubt || self.has_begun;
        let has_begun = self.has_begun;
        let left = give_back.try_enqueue(move |connection| {
            let detail = message!("shop-database-interrupted").to_stored();
            let kept = connection.execute(
                "UPDATE write_backs SET in_doubt = ?2,
                   state = CASE WHEN ?2 THEN 'unknown' ELSE 'waiting' END,
                   detail = CASE WHEN ?3 THEN ?4 ELSE detail END
                 WHERE row = ?1 AND state = 'sending'",
                rusqlite::params![row, is_in_doubt, has_begun, detail],
            );
            if let Err(error) = kept {
                tracing::warn!(%error, "an entry of the outbox could not be given back");
            }
        });
        if !left {
            // The next start finds it as being sent, and verifies it.
            tracing::warn!("an entry of the outbox could not be given back");
        }
    }
}
