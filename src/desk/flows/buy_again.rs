//! Buying a label again under another transaction id after the first purchase was not found. This
//! is the only way to a second purchase of one label. It needs the user's consent, which is written
//! to the journal before anything else happens.

use crate::base::id::{OrderId, TransactionId};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::NoSlot;
use crate::desk::kernel::notices::Tone;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::owner::Desk;
use crate::desk::ship::{Ship, draft_edit, rates};
use crate::message;
use crate::parcel::draft::PreferredService;
use crate::store::journal::JournalError;

/// Records the consent, then gives the draft a new order id. It buys nothing: the user sees the
/// price and buys as usual.
pub(in crate::desk) fn begin(desk: &mut Desk, transaction: TransactionId) {
    let order = desk.state.ship.draft.order.clone();
    let absent = desk.state.purchases.list.iter().any(|purchase| {
        purchase.transaction == transaction
            && purchase.order.as_ref() == Some(&order)
            && matches!(purchase.status, PurchaseStatus::Absent { .. })
    });
    let Some(journal) = desk.journal.clone().filter(|_| absent) else {
        let text = message!("ship-flow-again-not-absent");
        return desk.kernel(|ctx| ctx.notice(Tone::Warning, text, None));
    };
    let work = async move { journal.consent_to_another(&transaction).await };
    desk.jobs.answer(NoSlot::<Ship>::until_finished(), work, move |ship, ctx, kept| match kept {
        Ok(_) if ship.draft.order == order => renew(ship, ctx),
        Ok(_) => {}
        Err(JournalError::WrongState { .. }) => {
            let text = message!("ship-flow-again-found");
            ctx.notice(Tone::Warning, text, None);
        }
        Err(error) => {
            ctx.notice_failure(crate::desk::kernel::failure::describe_local_error(
                message!("ship-flow-again-attempt"),
                &error,
            ));
        }
    });
}

/// Makes the same shipment a separate purchase with new rates.
fn renew(ship: &mut Ship, ctx: &mut Ctx<'_>) {
    let draft = &mut ship.draft;
    draft.order = OrderId::mint();
    if let Some(rate) = draft.chosen.take() {
        draft.usual = Some(PreferredService::chosen_now(&rate));
    }
    *ctx.changed = true;
    draft_edit::mark_quote(ship);
    draft_edit::save(ship, ctx);
    rates::get(ship, ctx);
    let text = message!("ship-flow-again-prepared");
    ctx.notice(Tone::Info, text, None);
}
