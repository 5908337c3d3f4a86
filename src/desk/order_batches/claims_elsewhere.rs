//! Orders whose label another computer began to buy and left, and that are not finished here: with an
//! account that nobody is signed in to here, at another address of the service, or with a request that is
//! not what the order asks for.

use jiff::Timestamp;

use crate::base::id::TransactionId;
use crate::base::locale::Message;
use crate::desk::order_batches::OrderBatches;
use crate::desk::order_batches::claim_context::ClaimContext;
use crate::orders::order_label::OrderLabel;
use crate::orders::order_row::OrderInList;
use crate::store::workspace::LapsedClaim;

/// A claim that cannot be taken over here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimElsewhere {
    pub transaction: TransactionId,
    /// The computer that has it.
    pub station: String,
    /// The account that buys.
    pub account: String,
    /// When the purchase was begun, by the clock of that computer.
    pub begun: Timestamp,
    pub why: WhyElsewhere,
}

/// Why this computer does not finish a purchase by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyElsewhere {
    /// Nobody is signed in here to the account that buys.
    OtherAccount,
    /// The account is the same, and the other computer reaches the service at this address. Whether it
    /// is the same service is for a person to say.
    OtherAddress(String),
    /// What the request asks for, where the order asks for something else. A person decides.
    OtherRequest(Message),
}

impl ClaimElsewhere {
    pub(super) fn of_claim(claim: &LapsedClaim, context: &ClaimContext, why: WhyElsewhere) -> Self {
        Self {
            transaction: claim.transaction.clone(),
            station: claim.station.clone(),
            account: context.account.clone(),
            begun: context.begun,
            why,
        }
    }
}

impl OrderBatches {
    /// Why the order cannot be finished here, if another account holds it.
    pub fn claim_elsewhere<'a>(
        &'a self,
        row: &'a OrderInList,
    ) -> Option<(&'a ClaimElsewhere, &'a OrderLabel)> {
        let claim = self.claims_elsewhere.get(&row.id)?;
        let mut labels = row.order.labels.iter();
        let label = labels.find(|label| label.transaction == claim.transaction)?;
        label.is_open().then_some((claim, label))
    }
}
