//! How long a settled purchase stays in the list on the screen.

use crate::desk::money::Purchases;
use crate::desk::money::purchase::PurchaseStatus;

/// Longest list before settled purchases are removed from it; the journal keeps all of them.
const MOST_LISTED: usize = 500;

/// Neither the program nor the user does anything more with it.
fn is_over(status: &PurchaseStatus) -> bool {
    matches!(
        status,
        PurchaseStatus::Bought { .. }
            | PurchaseStatus::ToppedUp { .. }
            | PurchaseStatus::RefundAsked { .. }
            | PurchaseStatus::Rejected { .. }
    )
}

/// Money moved and the journal has recorded it.
pub(super) fn is_done(status: &PurchaseStatus) -> bool {
    is_over(status) && !matches!(status, PurchaseStatus::Rejected { .. })
}

/// A window that is open for weeks must not hold every purchase of those weeks.
pub(super) fn forget_settled(me: &mut Purchases) {
    let purchases = &mut me.list;
    while purchases.len() > MOST_LISTED {
        let oldest = purchases.iter().rposition(|it| is_over(&it.status));
        let Some(at) = oldest else { return };
        let gone = purchases.remove(at);
        me.nudges.remove(&gone.transaction);
    }
}
