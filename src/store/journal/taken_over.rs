//! Purchases of orders that several computers share: a computer that died leaves its claims, and
//! another one takes them over under the same transaction id and the same bytes.

use jiff::Timestamp;
use rusqlite::Connection;

use super::row::{self, Stored, sql};
use super::{Entry, EntryContext, EntryState, Journal, JournalError, NewEntry, chain, change};
use crate::base::clock::Clock;
use crate::base::id::TransactionId;
use crate::store::file;

/// The value of the `origin` column.
const TAKEN_OVER: &str = "taken over";

impl Journal {
    /// Adds the purchase of another computer, or opens this computer's own row of it again. The row
    /// is uncertain: that computer may have sent the request. What is confirmed stays confirmed.
    /// `begun` is when that computer claimed the order.
    ///
    /// # Errors
    /// [`JournalError::AlreadyLive`] if the journal has another purchase of the same label,
    /// [`JournalError::Altered`] if it has this one with another request.
    pub async fn take_over(
        &self,
        transaction: &TransactionId,
        new: NewEntry,
        beside: EntryContext,
        begun: Timestamp,
    ) -> Result<Entry, JournalError> {
        let (transaction, clock) = (transaction.clone(), self.clock.clone());
        let change = move |connection: &Connection| {
            let (new, beside) = (new.clone(), beside.clone());
            take_over(connection, &clock, &transaction, new, beside, begun)
        };
        self.commit(change::Step::TakenOver.attempted(), change).await
    }

    /// The claim of this purchase is this computer's, whatever was concluded before it was certain:
    /// the row is uncertain again. What is confirmed stays confirmed.
    pub async fn take_back(&self, transaction: &TransactionId) -> Result<Entry, JournalError> {
        self.change(transaction, change::Step::TakenOver).await
    }

    /// Another computer has the claim, so nothing is sent from here any more. Allowed only where
    /// this computer never sent anything; else the row stays as it is, and is looked up and watched
    /// like any other.
    pub async fn give_up(&self, transaction: &TransactionId) -> Result<Entry, JournalError> {
        self.change(transaction, change::Step::GivenUp).await
    }
}

fn take_over(
    connection: &Connection,
    clock: &Clock,
    transaction: &TransactionId,
    new: NewEntry,
    beside: EntryContext,
    begun: Timestamp,
) -> Result<Entry, JournalError> {
    let step = change::Step::TakenOver;
    let attempted = step.attempted();
    let order = new.order.clone().ok_or(JournalError::OrderMissing)?;
    let living = row::living(connection, &order, new.sequence)?;
    if let Some(living) = living.filter(|living| living != transaction) {
        return Err(JournalError::AlreadyLive { transaction: living });
    }
    let sha256 = chain::sha256_hex(&new.body);
    if let Some(known) = row::get(connection, transaction)? {
        if known.sha256 != sha256 {
            return Err(JournalError::Altered { transaction: transaction.clone() });
        }
        return change::apply_within(connection, clock, transaction, step);
    }
    let entry = Entry {
        number: 0,
        transaction: transaction.clone(),
        kind: new.kind,
        order: Some(order),
        sequence: new.sequence,
        environment: new.environment,
        account: new.account,
        base_url: new.base_url,
        call: new.call,
        sha256,
        body: new.body,
        expected: new.expected,
        title: new.title,
        state: EntryState::Unknown,
        attempts: 0,
        uncertain_once: true,
        created: file::whole_micros(begun),
        updated: file::now(clock),
        result_id: None,
        charged: None,
        trouble: None,
        watched_until: None,
        server_time: beside.server_time.map(file::whole_micros),
        claimed: true,
    };
    let mut stored = Stored {
        entry,
        reply: None,
        superseded: false,
        origin: Some(TAKEN_OVER.to_owned()),
        witness: beside.scale_reading,
    };
    stored.entry.number = row::insert_stored(connection, &stored).map_err(sql(attempted))?;
    chain::append(connection, &stored).map_err(sql(attempted))?;
    Ok(stored.entry)
}
