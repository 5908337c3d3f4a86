//! Claims: which computer buys the label of an order, and what another one needs to finish it.
//!
//! A claim carries the transaction id and the exact bytes of the request, and it is written before
//! the first byte leaves. If its computer falls silent, another one takes it over under the same
//! transaction id and the same bytes, so the label is bought at most once, whoever asks for it.
//! Where the service has it already, nothing is sent at all.

use std::time::Duration;

use super::OrderWrite;
use crate::base::id::{OrderId, TransactionId};

/// How long claims are kept for a computer that says nothing, and how long it is asked before they
/// are taken from it. The clock of the workspace judges both, not that of a computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimTimes {
    pub lease: Duration,
    /// From the question whether the computer is still there to the taking over.
    pub answer: Duration,
}

impl Default for ClaimTimes {
    fn default() -> Self {
        Self { lease: Duration::from_secs(60), answer: Duration::from_secs(10) }
    }
}

/// What another computer needs to finish a purchase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimedPurchase {
    /// Account, address of the service and what the journal needs, as JSON of the desk.
    pub context: String,
    /// The request, to the byte.
    pub body: Vec<u8>,
}

/// An order that this computer takes for buying its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderClaim {
    /// The order as being bought, on the revision that was read.
    pub write: OrderWrite,
    pub transaction: TransactionId,
    pub purchase: ClaimedPurchase,
}

/// A claim of another computer whose lease has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LapsedClaim {
    pub order: OrderId,
    pub transaction: TransactionId,
    /// The computer that has it.
    pub station: String,
    pub purchase: ClaimedPurchase,
    /// Its computer was asked long enough ago and did not answer.
    pub may_be_taken: bool,
}
