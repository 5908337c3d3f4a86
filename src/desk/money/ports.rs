//! The interfaces of a money job, each a narrow trait: the journal, the service, the time and the
//! screen. `send` and `resolver` use nothing else, so the same code that spends money runs in the
//! desk and, a million times over, in the simulator of the tests.
//!
//! Randomness needs no trait: the only random value is the transaction id, and [`JournalPort::intend`]
//! is the only place that draws it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::api::account::{Account, BalanceEntry};
use crate::api::error::ApiError;
use crate::api::page::{DateRange, Page};
use crate::api::shipment::{Shipment, ShipmentKey};
use crate::base::id::{ShipmentId, TransactionId};
use crate::base::locale::Message;
use crate::base::money::Money;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::pace::Timing;
pub(in crate::desk) use crate::desk::money::adapters::{MoneyParts, money_ports};
use crate::desk::money::purchase::PurchaseStatus;
use crate::store::journal::{Entry, EntryContext, EntryKind, JournalError, NewEntry, SendPermit};

/// The future that these traits return.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The journal. When a future succeeds, the change is on the disk; when it fails, nothing changed.
pub trait JournalPort: Send + Sync {
    /// Draws the transaction id and writes the row.
    fn intend(
        &self,
        new: NewEntry,
        beside: EntryContext,
    ) -> BoxFuture<'_, Result<Entry, JournalError>>;
    fn mark_sending<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<SendPermit, JournalError>>;
    fn mark_unsent<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
    ) -> BoxFuture<'a, Result<Entry, JournalError>>;
    /// Stores the answer too, if there was an unreadable one.
    fn mark_unknown<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
        answer: Option<Vec<u8>>,
    ) -> BoxFuture<'a, Result<Entry, JournalError>>;
    fn confirm<'a>(
        &'a self,
        transaction: &'a TransactionId,
        result_id: &'a str,
        charged: Option<Money>,
        reply: Vec<u8>,
    ) -> BoxFuture<'a, Result<Entry, JournalError>>;
    /// The row is still watched until `watched_until`.
    fn reject<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
        watched_until: Timestamp,
    ) -> BoxFuture<'a, Result<Entry, JournalError>>;
    fn mark_absent<'a>(
        &'a self,
        transaction: &'a TransactionId,
        watched_until: Timestamp,
    ) -> BoxFuture<'a, Result<Entry, JournalError>>;
    /// Sets how long a row that was not found, or was rejected, is watched.
    fn watch<'a>(
        &'a self,
        transaction: &'a TransactionId,
        until: Timestamp,
    ) -> BoxFuture<'a, Result<Entry, JournalError>>;
    /// The balance history contains the purchase.
    fn mark_charged<'a>(
        &'a self,
        transaction: &'a TransactionId,
        charged: Money,
    ) -> BoxFuture<'a, Result<Entry, JournalError>>;
    fn cancel<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Entry, JournalError>>;
    /// Another computer has the claim. Allowed only if nothing was ever sent from here.
    fn give_up<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        self.cancel(transaction)
    }
    /// The user accepts that a missing top-up may be charged twice.
    fn consent_to_another<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Entry, JournalError>>;
    fn get<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Option<Entry>, JournalError>>;
    fn unsettled(&self) -> BoxFuture<'_, Result<Vec<Entry>, JournalError>>;
    /// Rows that are neither confirmed nor canceled and either have one of these ids, in any
    /// spelling, or request a refund of one of these shipments.
    fn unconfirmed(
        &self,
        transactions: Vec<TransactionId>,
        shipments: Vec<ShipmentId>,
    ) -> BoxFuture<'_, Result<Vec<Entry>, JournalError>>;
}

/// The service, over a connection that may lose, delay or duplicate messages.
pub trait ServicePort: Send + Sync {
    /// Sends the bytes of the permit under its transaction id, once.
    fn send(&self, kind: EntryKind, permit: SendPermit) -> BoxFuture<'_, Result<Proof, ApiError>>;
    /// `None` if the service answered that it has no such shipment.
    fn shipment<'a>(
        &'a self,
        key: ShipmentKey,
        value: &'a str,
    ) -> BoxFuture<'a, Result<Option<Seen>, ApiError>>;
    fn shipments(
        &self,
        range: DateRange,
        page_token: Option<String>,
    ) -> BoxFuture<'_, Result<Page<Shipment>, ApiError>>;
    fn balance_history(
        &self,
        range: DateRange,
        page_token: Option<String>,
    ) -> BoxFuture<'_, Result<Page<BalanceEntry>, ApiError>>;
}

pub trait ClockPort: Send + Sync {
    fn now(&self) -> Timestamp;
    /// The service's current time, once an answer had a date.
    fn server_now(&self) -> Option<Timestamp>;
    fn sleep(&self, time: Duration) -> BoxFuture<'_, ()>;
}

/// The claims of orders that several computers share.
pub trait ClaimPort: Send + Sync {
    /// Whether this computer still has the claim of this purchase; asked before each send.
    fn hold<'a>(&'a self, transaction: &'a TransactionId) -> BoxFuture<'a, ClaimAnswer>;
    /// As [`ClaimPort::hold`], without waiting for a workspace that is away.
    fn is_held_now<'a>(&'a self, transaction: &'a TransactionId) -> BoxFuture<'a, bool>;
}

#[derive(Clone, Debug)]
pub enum ClaimAnswer {
    Held,
    /// Another computer took the purchase over, or it is over.
    TakenOver,
    /// The workspace could not be asked.
    Unknown(Trouble),
}

/// Claims where no order is shared: everything may be sent.
pub struct NoClaims;

impl ClaimPort for NoClaims {
    fn hold<'a>(&'a self, _: &'a TransactionId) -> BoxFuture<'a, ClaimAnswer> {
        Box::pin(std::future::ready(ClaimAnswer::Held))
    }

    fn is_held_now<'a>(&'a self, _: &'a TransactionId) -> BoxFuture<'a, bool> {
        Box::pin(std::future::ready(true))
    }
}

/// Whether the journal can record purchases.
#[derive(Clone, Debug)]
pub enum JournalStatus {
    /// No further purchase may start, for this reason.
    Stopped(Message),
    /// As [`JournalStatus::Stopped`], and a purchase was made that is not recorded yet.
    Owed(Message),
    /// The purchase made meanwhile is recorded.
    Again,
}

/// What the user is shown, always after the journal has recorded it.
pub trait ScreenPort: Send + Sync {
    fn show<'a>(
        &'a self,
        transaction: &'a TransactionId,
        status: PurchaseStatus,
    ) -> BoxFuture<'a, ()>;
    /// Updates the connection state after a failed call.
    fn line(&self, trouble: Trouble) -> BoxFuture<'_, ()>;
    fn refused<'a>(&'a self, entry: &'a Entry, trouble: Trouble) -> BoxFuture<'a, ()>;
    fn recording(&self, news: JournalStatus) -> BoxFuture<'_, ()>;
    /// Another computer carries the purchase out, and nothing was ever sent from here.
    fn taken_over<'a>(&'a self, entry: &'a Entry) -> BoxFuture<'a, ()> {
        let _ = entry;
        Box::pin(std::future::ready(()))
    }
    /// The token was refused and could not be renewed.
    fn turned_away(&self, trouble: Trouble) -> BoxFuture<'_, ()>;
    /// Money moved and the journal has recorded it.
    fn done<'a>(
        &'a self,
        entry: &'a Entry,
        proof: PurchaseResult,
        status: PurchaseStatus,
    ) -> BoxFuture<'a, ()>;
}

/// Everything a money job uses.
#[derive(Clone)]
pub struct MoneyPorts {
    pub journal: Arc<dyn JournalPort>,
    pub service: Arc<dyn ServicePort>,
    pub clock: Arc<dyn ClockPort>,
    pub screen: Arc<dyn ScreenPort>,
    pub claims: Arc<dyn ClaimPort>,
    pub pace: Timing,
    pub account: PurchaseAccount,
}

/// The account and server that money moves at.
#[derive(Clone, Debug)]
pub struct PurchaseAccount {
    pub environment: String,
    pub account: String,
    /// Marks of other API keys of the same account, for example of a key that was replaced.
    pub other_keys: Vec<String>,
    pub base_url: String,
    /// The server's address changes: the practice service listens on another port at each start.
    /// For every other server the address must match.
    pub moves: bool,
}

impl PurchaseAccount {
    /// Whether it is the account that a purchase names.
    pub fn is_at(&self, environment: &str, account: &str, base_url: &str) -> bool {
        let same_key =
            account == self.account || self.other_keys.iter().any(|other| other == account);
        let same_account = environment == self.environment && same_key;
        same_account && (self.moves || base_url == self.base_url)
    }
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
    pub found: PurchaseResult,
    pub answer: Arc<[u8]>,
}

impl Proof {
    /// The proof from a row of a list. The original bytes are not known, so the row is serialized
    /// again.
    pub fn of_row(found: PurchaseResult) -> Self {
        let answer = match &found {
            PurchaseResult::Shipment(shipment) | PurchaseResult::Refund(shipment) => {
                serde_json::to_vec(shipment)
            }
            PurchaseResult::TopUp(Some(account), _) => serde_json::to_vec(account),
            PurchaseResult::TopUp(None, line) => serde_json::to_vec(line),
        };
        Self { found, answer: Arc::from(answer.unwrap_or_default()) }
    }
}

/// What is known about an unsettled purchase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PurchaseEvidence {
    #[default]
    Nothing,
    /// The service refused it; look-ups check that nothing was bought.
    Refused,
    /// The balance history contains it: it was bought, and its shipment is being looked up.
    Charged,
}

/// The object that proves that money moved.
#[derive(Clone, Debug)]
pub enum PurchaseResult {
    Shipment(Box<Shipment>),
    TopUp(Option<Box<Account>>, Option<Box<BalanceEntry>>),
    /// The shipment with its `refundStatus`.
    Refund(Box<Shipment>),
}
