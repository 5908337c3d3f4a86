//! The interfaces of a money job, each a narrow trait: the journal, the service, the time and the
//! screen. `send` and `resolver` use nothing else, so the same code that spends money runs in the
//! desk and, a million times over, in the simulator of the tests.
//!
//! Randomness needs no trait: the only random value is the transaction id, and [`Records::intend`]
//! is the only place that draws it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::api::account::{Account, BalanceEntry};
use crate::api::error::ApiError;
use crate::api::page::{DateRange, Page};
use crate::api::shipment::{Key, Shipment};
use crate::base::id::{ShipmentId, TransactionId};
use crate::base::money::Money;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::pace::Pace;
pub(in crate::desk) use crate::desk::money::adapters::hands;
use crate::desk::money::purchase::PurchaseStatus;
use crate::store::journal::{Beside, Entry, JournalError, Kind, NewEntry, SendPermit};

/// The future that these traits return.
pub type Promise<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The journal. When a future succeeds, the change is on the disk; when it fails, nothing changed.
pub trait Records: Send + Sync {
    /// Draws the transaction id and writes the row.
    fn intend(&self, new: NewEntry, beside: Beside) -> Promise<'_, Result<Entry, JournalError>>;
    fn mark_sending<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> Promise<'a, Result<SendPermit, JournalError>>;
    fn mark_unsent<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
    ) -> Promise<'a, Result<Entry, JournalError>>;
    /// Stores the answer too, if there was an unreadable one.
    fn mark_unknown<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
        answer: Option<Vec<u8>>,
    ) -> Promise<'a, Result<Entry, JournalError>>;
    fn confirm<'a>(
        &'a self,
        transaction: &'a TransactionId,
        result_id: &'a str,
        charged: Option<Money>,
        reply: Vec<u8>,
    ) -> Promise<'a, Result<Entry, JournalError>>;
    /// The row is still watched until `watched_until`.
    fn reject<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
        watched_until: Timestamp,
    ) -> Promise<'a, Result<Entry, JournalError>>;
    fn mark_absent<'a>(
        &'a self,
        transaction: &'a TransactionId,
        watched_until: Timestamp,
    ) -> Promise<'a, Result<Entry, JournalError>>;
    /// Sets how long a row that was not found, or was rejected, is watched.
    fn watch<'a>(
        &'a self,
        transaction: &'a TransactionId,
        until: Timestamp,
    ) -> Promise<'a, Result<Entry, JournalError>>;
    /// The balance history contains the purchase.
    fn mark_charged<'a>(
        &'a self,
        transaction: &'a TransactionId,
        charged: Money,
    ) -> Promise<'a, Result<Entry, JournalError>>;
    fn cancel<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> Promise<'a, Result<Entry, JournalError>>;
    /// The user accepts that a missing top-up may be charged twice.
    fn consent_to_another<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> Promise<'a, Result<Entry, JournalError>>;
    fn get<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> Promise<'a, Result<Option<Entry>, JournalError>>;
    fn unsettled(&self) -> Promise<'_, Result<Vec<Entry>, JournalError>>;
    /// Rows that are neither confirmed nor canceled and either have one of these ids, in any
    /// spelling, or request a refund of one of these shipments.
    fn unconfirmed(
        &self,
        transactions: Vec<TransactionId>,
        shipments: Vec<ShipmentId>,
    ) -> Promise<'_, Result<Vec<Entry>, JournalError>>;
}

/// The service, over a connection that may lose, delay or duplicate messages.
pub trait Wire: Send + Sync {
    /// Sends the bytes of the permit under its transaction id, once.
    fn send(&self, kind: Kind, permit: SendPermit) -> Promise<'_, Result<Proof, ApiError>>;
    /// `None` if the service answered that it has no such shipment.
    fn shipment<'a>(
        &'a self,
        key: Key,
        value: &'a str,
    ) -> Promise<'a, Result<Option<Seen>, ApiError>>;
    fn shipments(
        &self,
        range: DateRange,
        page_token: Option<String>,
    ) -> Promise<'_, Result<Page<Shipment>, ApiError>>;
    fn balance_history(
        &self,
        range: DateRange,
        page_token: Option<String>,
    ) -> Promise<'_, Result<Page<BalanceEntry>, ApiError>>;
}

pub trait Time: Send + Sync {
    fn now(&self) -> Timestamp;
    /// The service's current time, once an answer had a date.
    fn server_now(&self) -> Option<Timestamp>;
    fn sleep(&self, time: Duration) -> Promise<'_, ()>;
}

/// Whether the journal can record purchases.
#[derive(Clone, Debug)]
pub enum Recording {
    /// No further purchase may start, for this reason.
    Stopped(String),
    /// As [`Recording::Stopped`], and a purchase was made that is not recorded yet.
    Owed(String),
    /// The purchase made meanwhile is recorded.
    Again,
}

/// What the user is shown, always after the journal has recorded it.
pub trait Screen: Send + Sync {
    fn show<'a>(
        &'a self,
        transaction: &'a TransactionId,
        status: PurchaseStatus,
    ) -> Promise<'a, ()>;
    /// Updates the connection state after a failed call.
    fn line(&self, trouble: Trouble) -> Promise<'_, ()>;
    fn refused<'a>(&'a self, entry: &'a Entry, trouble: Trouble) -> Promise<'a, ()>;
    fn recording(&self, news: Recording) -> Promise<'_, ()>;
    /// The token was refused and could not be renewed.
    fn turned_away(&self, trouble: Trouble) -> Promise<'_, ()>;
    /// Money moved and the journal has recorded it.
    fn done<'a>(
        &'a self,
        entry: &'a Entry,
        proof: Found,
        status: PurchaseStatus,
    ) -> Promise<'a, ()>;
}

/// Everything a money job uses.
#[derive(Clone)]
pub struct Hands {
    pub records: Arc<dyn Records>,
    pub wire: Arc<dyn Wire>,
    pub time: Arc<dyn Time>,
    pub screen: Arc<dyn Screen>,
    pub pace: Pace,
    pub place: Place,
}

/// The account and server that money moves at.
#[derive(Clone, Debug)]
pub struct Place {
    pub environment: String,
    pub account: String,
    /// Marks of other API keys of the same account, for example of a key that was replaced.
    pub other_keys: Vec<String>,
    pub base_url: String,
    /// The server's address changes: the practice service listens on another port at each start.
    /// For every other server the address must match.
    pub moves: bool,
}

/// A shipment found by a look-up, with the bytes of the answer.
#[derive(Clone, Debug)]
pub struct Seen {
    pub shipment: Box<Shipment>,
    pub answer: Arc<[u8]>,
}

/// Proof that money moved, with the bytes it arrived in. The journal stores them as evidence.
#[derive(Clone, Debug)]
pub struct Proof {
    pub found: Found,
    pub answer: Arc<[u8]>,
}

impl Proof {
    /// The proof from a row of a list. The original bytes are not known, so the row is serialized
    /// again.
    pub fn of_row(found: Found) -> Self {
        let answer = match &found {
            Found::Shipment(shipment) | Found::Refund(shipment) => serde_json::to_vec(shipment),
            Found::TopUp(Some(account), _) => serde_json::to_vec(account),
            Found::TopUp(None, line) => serde_json::to_vec(line),
        };
        Self {
            found,
            answer: Arc::from(answer.unwrap_or_default()),
        }
    }
}

/// What is known about an unsettled purchase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Learned {
    #[default]
    Nothing,
    /// The service refused it; look-ups check that nothing was bought.
    Refused,
    /// The balance history contains it: it was bought, and its shipment is being looked up.
    Charged,
}

/// The object that proves that money moved.
#[derive(Clone, Debug)]
pub enum Found {
    Shipment(Box<Shipment>),
    TopUp(Option<Box<Account>>, Option<Box<BalanceEntry>>),
    /// The shipment with its `refundStatus`.
    Refund(Box<Shipment>),
}
