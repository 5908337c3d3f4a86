//! What a money job touches, each behind a narrow trait: the journal, the wire, the time
//! and the screen. `settle` and `resolver` know nothing else, so the very code that spends
//! money runs in the desk and, a million times over, in the simulator of the tests.
//!
//! Chance has no trait of its own: the only thing drawn is the transaction id, and
//! [`Records::intend`] is the only place that draws it.

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

/// What these traits answer with, some time.
pub type Promise<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The journal. Every change is on the disk when its promise is kept, or nothing changed
/// and it fails.
pub trait Records: Send + Sync {
    /// Draws the transaction id.
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
    /// With the answer that could not be taken as one, where there was any.
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
    /// Looked for until then all the same.
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
    /// Of one that was not found, or refused.
    fn watch<'a>(
        &'a self,
        transaction: &'a TransactionId,
        until: Timestamp,
    ) -> Promise<'a, Result<Entry, JournalError>>;
    /// The balance history names it.
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
    /// What is neither confirmed nor cancelled and has one of these ids, in any spelling, or
    /// asks for the money of one of these shipments back.
    fn unconfirmed(
        &self,
        transactions: Vec<TransactionId>,
        shipments: Vec<ShipmentId>,
    ) -> Promise<'_, Result<Vec<Entry>, JournalError>>;
}

/// The service, at the other end of a line that loses, delays and doubles.
pub trait Wire: Send + Sync {
    /// Sends the bytes of the permit under its id, once.
    fn send(&self, kind: Kind, permit: SendPermit) -> Promise<'_, Result<Proof, ApiError>>;
    /// `None`: the service answered, and has none.
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
    /// What the service's clock says, once an answer told.
    fn server_now(&self) -> Option<Timestamp>;
    fn sleep(&self, time: Duration) -> Promise<'_, ()>;
}

/// Whether the journal takes what must be in it.
#[derive(Clone, Debug)]
pub enum Recording {
    /// No further purchase, and why.
    Stopped(String),
    /// The same, with money that moved and is not recorded yet.
    Owed(String),
    /// What was owed is recorded.
    Again,
}

/// What the clerk is told. Said only after the journal holds it.
pub trait Screen: Send + Sync {
    fn show<'a>(
        &'a self,
        transaction: &'a TransactionId,
        status: PurchaseStatus,
    ) -> Promise<'a, ()>;
    /// What a failed call says of the line.
    fn line(&self, trouble: Trouble) -> Promise<'_, ()>;
    fn refused<'a>(&'a self, entry: &'a Entry, trouble: Trouble) -> Promise<'a, ()>;
    fn recording(&self, news: Recording) -> Promise<'_, ()>;
    /// The token was refused and could not be renewed.
    fn turned_away(&self, trouble: Trouble) -> Promise<'_, ()>;
    /// Money moved and the journal says so.
    fn done<'a>(
        &'a self,
        entry: &'a Entry,
        proof: Found,
        status: PurchaseStatus,
    ) -> Promise<'a, ()>;
}

/// What a money job owns.
#[derive(Clone)]
pub struct Hands {
    pub records: Arc<dyn Records>,
    pub wire: Arc<dyn Wire>,
    pub time: Arc<dyn Time>,
    pub screen: Arc<dyn Screen>,
    pub pace: Pace,
    pub place: Place,
}

/// Whose money it is, and where.
#[derive(Clone, Debug)]
pub struct Place {
    pub environment: String,
    pub account: String,
    /// Other API keys of the same account, by their marks: a key that was replaced.
    pub other_keys: Vec<String>,
    pub base_url: String,
    /// The practice service listens on another port at each start, so its address does not
    /// tell it from itself; for every other server it does.
    pub moves: bool,
}

/// A shipment as a look-up brought it, with the bytes of the answer.
#[derive(Clone, Debug)]
pub struct Seen {
    pub shipment: Box<Shipment>,
    pub answer: Arc<[u8]>,
}

/// The proof that money moved, with the bytes it came in. They are the evidence that the
/// journal keeps.
#[derive(Clone, Debug)]
pub struct Proof {
    pub found: Found,
    pub answer: Arc<[u8]>,
}

impl Proof {
    /// Of a row of a list, whose own bytes are not known any more.
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

/// What is known of a purchase that is not settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Learned {
    #[default]
    Nothing,
    /// The service refused it; whether nothing was bought is being made sure of.
    Refused,
    /// The balance history names it: it was bought, and its shipment is looked for.
    Charged,
}

/// The proof that money moved.
#[derive(Clone, Debug)]
pub enum Found {
    Shipment(Box<Shipment>),
    TopUp(Option<Box<Account>>, Option<Box<BalanceEntry>>),
    /// With its `refundStatus`.
    Refund(Box<Shipment>),
}
