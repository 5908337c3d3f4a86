//! What the user asks of a purchase that the journal has.

use crate::base::id::TransactionId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::money::Purchases;
use crate::desk::money::desk_host::DeskHost;
use crate::desk::money::purchases::{cancel, check_again, send_now, top_up};

#[derive(Clone, Debug)]
pub enum PurchaseIntent {
    /// Cancels a purchase that is held back or was not sent.
    Cancel(TransactionId),
    SendNow(TransactionId),
    /// Looks up an uncertain purchase again now.
    CheckAgain(TransactionId),
    /// Stops waiting for a missing top-up: the user accepts that it may be charged twice.
    GiveUpTopUp(TransactionId),
}

pub(in crate::desk) fn apply(me: &mut Purchases, ctx: &mut Ctx<'_>, intent: PurchaseIntent) {
    let host = &mut DeskHost::new(me, ctx);
    match intent {
        PurchaseIntent::Cancel(transaction) => cancel(host, transaction),
        PurchaseIntent::SendNow(transaction) => send_now(host, transaction),
        PurchaseIntent::CheckAgain(transaction) => check_again(host, transaction),
        PurchaseIntent::GiveUpTopUp(transaction) => top_up::consent(host, transaction),
    }
}
