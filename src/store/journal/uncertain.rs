//! Purchases with an uncertain outcome: charges found in the balance history, watched refusals,
//! responses that could not be interpreted, and the one open top-up with its daily cap.

use jiff::Timestamp;
use rusqlite::Connection;

use super::{
    Entry, EntryKind, EntryState, Journal, JournalError, NewEntry, SendPermit, change, reply, row,
};
use crate::base::id::{ShipmentId, TransactionId};
use crate::base::money::{Amount, Money};
use crate::store::file;

/// What is written together with the request when an entry is created.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryContext {
    /// What the scale showed.
    pub scale_reading: Option<String>,
    /// The server's time, if known.
    pub server_time: Option<Timestamp>,
    /// For a top-up: the cap on all top-ups within 24 hours, checked in the same commit.
    pub daily_cap: Option<Amount>,
    /// The transaction id, if the caller wrote it down before; else a new one is created.
    pub transaction: Option<TransactionId>,
    /// The order of a workspace was claimed for it: it is sent only while this computer has the
    /// claim.
    pub claimed: bool,
}

impl Entry {
    /// Whether the balance history contains the charge of this label, so it was bought, although
    /// it is not confirmed yet.
    pub fn is_charged(&self) -> bool {
        let open = matches!(
            self.state,
            EntryState::Sending | EntryState::Unknown | EntryState::Absent | EntryState::Rejected
        );
        self.kind == EntryKind::Label && self.charged.is_some() && open
    }
}

impl Journal {
    /// [`Journal::mark_unknown`], with the response that could not be interpreted.
    pub async fn mark_unknown_by(
        &self,
        transaction: &TransactionId,
        trouble: &str,
        answer: Option<Vec<u8>>,
    ) -> Result<Entry, JournalError> {
        let step = change::Step::Unknown {
            trouble: trouble.to_owned(),
            reply: answer.map(|answer| reply::packed(&answer)),
        };
        self.change(transaction, step).await
    }

    /// Records that the balance history contains the charge while the shipment cannot be loaded
    /// yet. The charge is never removed.
    pub async fn mark_charged(
        &self,
        transaction: &TransactionId,
        charged: Money,
    ) -> Result<Entry, JournalError> {
        self.change(transaction, change::Step::Charged { charged }).await
    }

    /// [`Journal::reject`], with lookups until the given time: a gateway that sends a request
    /// twice returns the refusal of the second one.
    pub async fn reject_watched(
        &self,
        transaction: &TransactionId,
        trouble: &str,
        watched_until: Timestamp,
    ) -> Result<Entry, JournalError> {
        let step = change::Step::Rejected {
            trouble: trouble.to_owned(),
            watched_until: Some(file::whole_micros(watched_until)),
        };
        self.change(transaction, step).await
    }

    /// Sets until when an `Absent` or `Rejected` entry is looked up. A time that is not in the
    /// future ends the watch.
    pub async fn watch(
        &self,
        transaction: &TransactionId,
        until: Timestamp,
    ) -> Result<Entry, JournalError> {
        let until = file::whole_micros(until);
        self.change(transaction, change::Step::Watched { until }).await
    }

    /// Entries neither confirmed nor canceled that have one of these transaction ids, compared
    /// without case and surrounding spaces, or that request a refund of one of these shipments.
    pub async fn unconfirmed(
        &self,
        transactions: Vec<TransactionId>,
        shipments: Vec<ShipmentId>,
    ) -> Result<Vec<Entry>, JournalError> {
        self.readers
            .run(move |connection| row::unconfirmed(connection, &transactions, &shipments))
            .await
    }

    /// The open top-up of this account that prevents another one.
    pub async fn open_top_up(
        &self,
        environment: &str,
        account: &str,
    ) -> Result<Option<Entry>, JournalError> {
        let (environment, account) = (environment.to_owned(), account.to_owned());
        self.readers
            .run(move |connection| row::living_top_up(connection, &environment, &account))
            .await
    }

    /// The sum of the top-ups of the last 24 hours, including those that may have been made.
    /// `server_now` is the server's time, if known: this computer's clock may have been
    /// corrected.
    pub async fn top_up_sum_last_day(
        &self,
        environment: &str,
        account: &str,
        server_now: Option<Timestamp>,
    ) -> Result<Amount, JournalError> {
        let (environment, account) = (environment.to_owned(), account.to_owned());
        let now = file::now(&self.clock);
        self.readers
            .run(move |connection| {
                row::topped_up(connection, &environment, &account, now, server_now)
            })
            .await
    }

    /// [`Journal::intend`], with additional data to write in the same commit.
    pub async fn intend_with(
        &self,
        new: NewEntry,
        beside: EntryContext,
    ) -> Result<Entry, JournalError> {
        let clock = self.clock.clone();
        let change = move |connection: &Connection| {
            change::intend_within(connection, &clock, new.clone(), beside.clone())
        };
        self.commit(change::INTEND, change).await
    }

    /// [`Journal::intend_with`] and [`Journal::mark_sending`] in one commit, for a caller that sends
    /// at once. The entry is returned as marked.
    pub async fn intend_and_mark_sending(
        &self,
        new: NewEntry,
        beside: EntryContext,
    ) -> Result<(Entry, SendPermit), JournalError> {
        let clock = self.clock.clone();
        let change = move |connection: &Connection| {
            let entry = change::intend_within(connection, &clock, new.clone(), beside.clone())?;
            change::apply_within(connection, &clock, &entry.transaction, change::Step::Sending)
        };
        let entry = self.commit(change::INTEND, change).await?;
        let permit = SendPermit::after_commit(entry.clone());
        Ok((entry, permit))
    }
}
