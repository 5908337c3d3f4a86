//! The hold on a job that is about to be sent. Whatever drops it before the first byte has
//! left, a window that closes for one, gives the job back to the queue.

use rusqlite::Row;

use super::{JobRecord, read};
use crate::store::worker::Afterwards;

#[derive(Debug)]
pub struct Claim {
    pub job: JobRecord,
    pub document: Vec<u8>,
    /// `None` once a byte may have left.
    give_back: Option<Afterwards>,
}

impl Claim {
    pub(super) fn read(row: &Row<'_>, give_back: Option<Afterwards>) -> rusqlite::Result<Self> {
        Ok(Self {
            job: read(row)?,
            document: row.get("document")?,
            give_back,
        })
    }

    /// From here on bytes leave, and only what became of them ends the sending.
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
        let left = give_back.leave(move |connection| {
            let queued = connection.execute(
                "UPDATE jobs SET state = 'queued' WHERE row = ?1 AND state = 'sending'",
                [row],
            );
            if let Err(error) = queued {
                tracing::warn!(%error, "a print job could not be given back");
            }
        });
        if !left {
            // The next start asks a person about it.
            tracing::warn!("a print job could not be given back");
        }
    }
}
