//! What the journal holds of doubt: the charge that the history tells, the watch over a
//! refusal, answers that were none, and the one living top-up with its cap.

use jiff::Timestamp;

use super::{Entry, EntryState, Journal, JournalError, Kind, NewEntry, change, reply, row};
use crate::base::id::{ShipmentId, TransactionId};
use crate::base::money::{Amount, Money};
use crate::store::file;

/// What is written in the commit of an intent beside the request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// What the scale showed.
    pub witness: Option<String>,
    /// What the service's clock says, where that is known.
    pub server_time: Option<Timestamp>,
    /// Of a top-up: what may go in during 24 hours. Counted in the same commit.
    pub daily_cap: Option<Amount>,
}

impl Entry {
    /// The balance history names this label: it was bought, whatever else is not known of it.
    pub fn is_charged(&self) -> bool {
        let open = matches!(
            self.state,
            EntryState::Sending | EntryState::Unknown | EntryState::Absent | EntryState::Rejected
        );
        self.kind == Kind::Label && self.charged.is_some() && open
    }
}

impl Journal {
    /// [`Journal::mark_unknown`], with the answer that could not be taken as one.
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

    /// The balance history names it, and the shipment cannot be had yet: a fact that stays.
    pub async fn mark_charged(
        &self,
        transaction: &TransactionId,
        charged: Money,
    ) -> Result<Entry, JournalError> {
        self.change(transaction, change::Step::Charged { charged })
            .await
    }

    /// [`Journal::reject`], and looked for until the given time: a gateway that sends twice
    /// answers with the refusal of the second.
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

    /// Until when an `Absent` or `Rejected` one is looked for; a time that is not in the
    /// future ends the watch.
    pub async fn watch(
        &self,
        transaction: &TransactionId,
        until: Timestamp,
    ) -> Result<Entry, JournalError> {
        let until = file::whole_micros(until);
        self.change(transaction, change::Step::Watched { until })
            .await
    }

    /// What is neither confirmed nor cancelled and has one of these ids, in any spelling, or
    /// asks for the money of one of these shipments back.
    pub async fn unconfirmed(
        &self,
        transactions: Vec<TransactionId>,
        shipments: Vec<ShipmentId>,
    ) -> Result<Vec<Entry>, JournalError> {
        self.readers
            .run(move |connection| row::unconfirmed(connection, &transactions, &shipments))
            .await
    }

    /// The top-up of this account that keeps another one from being begun.
    pub async fn living_top_up(
        &self,
        environment: &str,
        account: &str,
    ) -> Result<Option<Entry>, JournalError> {
        let (environment, account) = (environment.to_owned(), account.to_owned());
        self.readers
            .run(move |connection| row::living_top_up(connection, &environment, &account))
            .await
    }

    /// What went in, or may have gone in, by top-ups of the last 24 hours. `server_now` is
    /// the service's clock, where it is known: this computer's may have been put right.
    pub async fn topped_up(
        &self,
        environment: &str,
        account: &str,
        server_now: Option<Timestamp>,
    ) -> Result<Amount, JournalError> {
        let (environment, account) = (environment.to_owned(), account.to_owned());
        let now = file::now(&self.clock);
        self.readers
            .run(move |connection| {
                row::topped_up(connection, &environment, &account, (now, server_now))
            })
            .await
    }

    /// [`Journal::intend`], with what is known beside the request.
    pub async fn intend_with(&self, new: NewEntry, beside: Beside) -> Result<Entry, JournalError> {
        let (clock, care) = (self.clock.clone(), self.care.clone());
        self.writer
            .run(move |connection| {
                let entry = change::intend(connection, &clock, new, beside)?;
                care.moved(connection);
                Ok(entry)
            })
            .await
    }
}
