//! A claim on a print job that is about to be sent. If it is dropped before the first byte is
//! sent, for example because a window closes, the job goes back to the queue.

use rusqlite::Row;

use super::{JobRecord, read};
use crate::store::worker::WeakJobQueue;

#[derive(Debug)]
pub struct Claim {
    pub job: JobRecord,
    pub document: Vec<u8>,
    /// `None` once a byte may have been sent.
    give_back: Option<WeakJobQueue>,
}

impl Claim {
    pub(super) fn read(row: &Row<'_>, give_back: Option<WeakJobQueue>) -> rusqlite::Result<Self> {
        Ok(Self { job: read(row)?, document: row.get("document")?, give_back })
    }

    /// To be called before the first byte is sent. From then on, only a recorded outcome ends the
    /// sending.
    pub fn begin(&mut self) {
        self.give_back = None;
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let Some(give_back) = self.give_back.take() else {
            return;
        };
        let row = self.job.row;
        let left = give_back.try_enqueue(move |connection| {
            let queued = connection.execute(
                "UPDATE jobs SET state = 'queued' WHERE row = ?1 AND state = 'sending'",
                [row],
            );
            if let Err(error) = queued {
                tracing::warn!(%error, "a print job could not be given back");
            }
        });
        if !left {
            // The user is asked about the job at the next start.
            tracing::warn!("a print job could not be given back");
        }
    }
}
