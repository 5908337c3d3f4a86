//! One purchase of the journal, as the screen shows it.

use jiff::Timestamp;

use crate::base::id::{OrderId, ShipmentId, TransactionId};
use crate::base::money::Money;
use crate::desk::kernel::failure::Trouble;
use crate::desk::money::ports::PurchaseEvidence;
use crate::store::cache::Scope;

/// One purchase of the journal, as the screen shows it.
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
    /// The account it belongs to; may differ from the one on screen.
    pub scope: Scope,
    /// Of a top-up: the user chose not to wait for it.
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
    /// In its regret window; it can still be canceled at no cost.
    Held {
        until: Timestamp,
    },
    /// In the journal, not sent. After a crash it waits for the clerk.
    NotSent {
        trouble: Option<Trouble>,
    },
    Sending,
    /// Sent without a certain answer: being looked up. It must not be bought again.
    Checking {
        attempts: u32,
        trouble: Option<Trouble>,
        learned: PurchaseEvidence,
    },
    Bought {
        shipment: ShipmentId,
        charged: Option<Money>,
        differs: bool,
    },
    ToppedUp {
        balance: Option<Money>,
    },
    /// A refund was requested from the carrier; `status` is defined in section 3.3.
    RefundAsked {
        shipment: ShipmentId,
        status: String,
    },
    Rejected {
        trouble: Trouble,
    },
    /// Not found after the quiet period; watched for 24 hours, because an earlier request may still
    /// arrive. `trouble` is the last refusal, if any.
    Absent {
        watched_until: Timestamp,
        trouble: Option<Trouble>,
    },
}

impl PurchaseStatus {
    /// Whether the service refused it for lack of money.
    pub fn lacks_money(&self) -> bool {
        match self {
            Self::Checking { trouble, .. } | Self::Absent { trouble, .. } => {
                trouble.as_ref().is_some_and(Trouble::lacks_money)
            }
            Self::Rejected { trouble } => trouble.lacks_money(),
            Self::Held { .. }
            | Self::NotSent { .. }
            | Self::Sending
            | Self::Bought { .. }
            | Self::ToppedUp { .. }
            | Self::RefundAsked { .. } => false,
        }
    }
}
