//! What the user asks of refunds. Requesting one concerns the journal too: see
//! `flows/refund.rs`.

use crate::desk::kernel::batch_job::BatchIntent;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::refunds::{Refunds, refresh, work};

#[derive(Clone, Debug)]
pub enum RefundIntent {
    Refresh,
    Batch(BatchIntent),
}

pub(in crate::desk) fn apply(me: &mut Refunds, ctx: &mut Ctx<'_>, intent: RefundIntent) {
    match intent {
        RefundIntent::Refresh => refresh(me, ctx),
        RefundIntent::Batch(step) => work(me, ctx, step),
    }
}
