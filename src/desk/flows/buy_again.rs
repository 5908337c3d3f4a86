//! Buying under another id what was not found. The only way to a second purchase of one
//! label: by a person's word, which the journal keeps before anything else happens.

use crate::base::id::{OrderId, TransactionId};
use crate::desk::Desk;
use crate::desk::parcel::draft::Usual;
use crate::desk::ship::{draft_edit, rates};
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::kernel::notices::Tone;
use crate::store::journal::JournalError;

/// Records the consent, then gives the draft a place of its own. It buys nothing: the
/// person sees the price and buys as always.
pub(in crate::desk) fn begin(desk: &mut Desk, transaction: TransactionId) {
    let order = desk.state.draft.order.clone();
    let absent = desk.state.purchases.iter().any(|purchase| {
        purchase.transaction == transaction
            && purchase.order.as_ref() == Some(&order)
            && matches!(purchase.status, PurchaseStatus::Absent { .. })
    });
    let Some(journal) = desk.journal.clone().filter(|_| absent) else {
        let text = "Not prepared: only a label that is on screen and was not found is bought again";
        return desk.notice(Tone::Warning, text, None);
    };
    desk.jobs.spawn_writing(|outbox| async move {
        let kept = journal.consent_to_another(&transaction).await;
        outbox
            .send(move |desk| match kept {
                Ok(_) if desk.state.draft.order == order => renew(desk),
                Ok(_) => {}
                Err(JournalError::WrongState { .. }) => {
                    let text = "Not prepared: the first try is no longer missing";
                    desk.notice(Tone::Warning, text, None);
                }
                Err(error) => {
                    desk.complain(crate::desk::kernel::failure::local(
                        "Recording the consent",
                        &error,
                    ));
                }
            })
            .await;
    });
}

/// The same shipment as a purchase of its own, priced anew.
fn renew(desk: &mut Desk) {
    let draft = &mut desk.state.draft;
    draft.order = OrderId::mint();
    if let Some(rate) = draft.chosen.take() {
        draft.usual = Some(Usual::of(&rate));
    }
    desk.changed = true;
    draft_edit::mark_quote(desk);
    draft_edit::save(desk);
    rates::get(desk);
    let text = "A new purchase, not bought yet. The first try is watched on; should it turn up, refund one of the two.";
    desk.notice(Tone::Info, text, None);
}
