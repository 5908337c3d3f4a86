//! Adds purchases that the server knows and the journal does not, after damage or after an older
//! copy was restored. They are entered as confirmed and marked as adopted.

use jiff::Timestamp;
use rusqlite::Connection;

use super::row::{self, Stored, sql};
use super::{Entry, EntryKind, EntryState, JournalError, chain};
use crate::base::clock::Clock;
use crate::base::id::{OrderId, TransactionId};
use crate::base::money::Money;
use crate::store::file;

/// One purchase as the server reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphan {
    pub transaction: TransactionId,
    pub kind: EntryKind,
    pub environment: String,
    pub account: String,
    pub base_url: String,
    pub result_id: String,
    pub charged: Option<Money>,
    pub title: String,
    /// When it was made, according to the server.
    pub created: Timestamp,
    /// The server's data, stored as the response.
    pub reply: Vec<u8>,
}

/// The result of an adoption.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adoption {
    /// Purchases added as new entries.
    pub adopted: u64,
    /// Existing entries that were not confirmed before.
    pub confirmed: u64,
}

/// The value of the `origin` column.
pub(super) const ADOPTED: &str = "adopted";

pub fn adopt(
    connection: &mut Connection,
    clock: &Clock,
    orphans: Vec<Orphan>,
) -> Result<Adoption, JournalError> {
    let failed = || sql("adopt purchases the service knows");
    let transaction = connection.transaction().map_err(failed())?;
    let mut adoption = Adoption::default();
    for orphan in orphans {
        match row::load(&transaction, &orphan.transaction)? {
            None => {
                enter(&transaction, clock, orphan).map_err(failed())?;
                adoption.adopted += 1;
            }
            // A row of the balance history can carry the id of a label, which is not a top-up.
            Some(known)
                if known.entry.kind == orphan.kind
                    && !matches!(
                        known.entry.state,
                        EntryState::Confirmed | EntryState::Cancelled
                    ) =>
            {
                let step = super::change::Step::Confirmed {
                    result_id: orphan.result_id,
                    charged: orphan.charged,
                    reply: super::reply::packed(&orphan.reply),
                };
                super::change::apply_within(&transaction, clock, &orphan.transaction, step)?;
                adoption.confirmed += 1;
            }
            Some(_) => {}
        }
    }
    transaction.commit().map_err(failed())?;
    Ok(adoption)
}

fn enter(connection: &Connection, clock: &Clock, orphan: Orphan) -> rusqlite::Result<()> {
    let now = file::now(clock);
    // The order is unknown, so the entry gets a unique made-up order id.
    let order = match orphan.kind {
        EntryKind::TopUp => None,
        EntryKind::Label | EntryKind::Refund => {
            Some(OrderId::new(format!("adopted:{}", orphan.result_id)))
        }
    };
    let entry = Entry {
        number: 0,
        transaction: orphan.transaction,
        kind: orphan.kind,
        order,
        sequence: 0,
        environment: orphan.environment,
        account: orphan.account,
        base_url: orphan.base_url,
        call: String::new(),
        body: Vec::new(),
        sha256: chain::sha256_hex(&[]),
        expected: None,
        title: orphan.title,
        state: EntryState::Confirmed,
        attempts: 0,
        uncertain_once: true,
        created: file::whole_micros(orphan.created),
        updated: now,
        result_id: Some(orphan.result_id),
        charged: orphan.charged,
        trouble: None,
        watched_until: None,
        server_time: None,
        claimed: false,
    };
    let mut stored = Stored {
        entry,
        reply: Some(super::reply::packed(&orphan.reply)),
        superseded: false,
        origin: Some(ADOPTED.to_owned()),
        witness: None,
    };
    stored.entry.number = row::insert_stored(connection, &stored)?;
    chain::append(connection, &stored)
}
