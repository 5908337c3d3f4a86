//! Orders whose label another computer began to buy and left, with an account that nobody is signed
//! in to here. Only a computer with that account can look the purchase up and finish it.

use jiff::Timestamp;

use crate::base::id::TransactionId;
use crate::desk::orders::Orders;
use crate::desk::orders::order_row::OrderInList;
use crate::desk::records::order_label::OrderLabel;

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
}

impl Orders {
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
