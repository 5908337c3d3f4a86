//! One purchase of the journal, as the screen tells it.

use jiff::Timestamp;

use crate::base::id::{OrderId, ShipmentId, TransactionId};
use crate::base::money::Money;
use crate::desk::kernel::failure::Trouble;
use crate::desk::money::ports::Learned;
use crate::store::cache::Scope;

/// One purchase of the journal, as the screen tells it.
#[derive(Clone, Debug)]
pub struct Purchase {
    pub transaction: TransactionId,
    pub kind: PurchaseKind,
    pub order: Option<OrderId>,
    pub sequence: u32,
    pub title: String,
    pub expected: Option<Money>,
    pub status: PurchaseStatus,
    pub started: Timestamp,
    /// In whose name; perhaps not the account on screen.
    pub scope: Scope,
    /// Of a top-up: a person chose not to wait for it.
    pub given_up: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PurchaseKind {
    Label,
    TopUp,
    Refund,
}

#[derive(Clone, Debug)]
pub enum PurchaseStatus {
    /// Held back for the regret window; Esc costs nothing.
    Held {
        until: Timestamp,
    },
    /// Written to the journal, not sent. After a crash it waits for the clerk.
    NotSent {
        trouble: Option<Trouble>,
    },
    Sending,
    /// Sent, no certain answer: being looked up. Must not be bought again.
    Checking {
        attempts: u32,
        trouble: Option<Trouble>,
        learned: Learned,
    },
    Bought {
        shipment: ShipmentId,
        charged: Option<Money>,
        differs: bool,
    },
    ToppedUp {
        balance: Option<Money>,
    },
    /// The carrier was asked for the money back; `status` is section 3.3's.
    RefundAsked {
        shipment: ShipmentId,
        status: String,
    },
    Rejected {
        trouble: Trouble,
    },
    /// Not found after the quiet period; watched for 24 hours. With the last no, if one
    /// came: an earlier sending may still arrive.
    Absent {
        watched_until: Timestamp,
        trouble: Option<Trouble>,
    },
}
