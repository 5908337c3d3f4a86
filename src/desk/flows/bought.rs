//! What follows a purchase: its label, the lists that contain it, and the next parcel.

use crate::desk::flows::copy_state;
use crate::desk::kernel::event::Bought;
use crate::desk::kernel::notices::{NoticeSubject, Tone};
use crate::desk::order_batches::settle;
use crate::desk::owner::Desk;
use crate::desk::records::label_files;
use crate::desk::ship::{address_sides, draft_edit};
use crate::desk::shipments::list;
use crate::desk::{balance, labels, manifests, printing, tracking};
use crate::message;
use crate::store::journal::EntryState;

/// Shows a purchase. If it belongs to another account than the one on screen, only a notice is
/// stored for that account.
pub(in crate::desk) fn show(desk: &mut Desk, bought: Bought) {
    let (entry, shipment) = (&bought.entry.0, &bought.shipment.0);
    if let (Some(charged), true) = (bought.charged, bought.differs) {
        let expected = entry.expected.unwrap_or_default();
        let text = message!(
            "ship-flow-price-differs",
            label = &entry.title,
            charged = charged,
            expected = expected
        );
        desk.kernel(|ctx| ctx.notice_of(&bought.scope, Tone::Warning, text, None));
    }
    if entry.state == EntryState::Rejected {
        let text = message!("ship-flow-bought-after-all", label = &entry.title);
        desk.kernel(|ctx| ctx.notice_of(&bought.scope, Tone::Warning, text, None));
    }
    if let Some(order) = entry.order.clone() {
        desk.kernel(|ctx| ctx.remove_notices_about(&NoticeSubject::Unbought(order)));
    }
    let to = shipment.to_address.as_ref();
    let draft = &desk.state.ship.draft;
    let is_of_draft = entry.order.as_ref() == Some(&draft.order);
    let checked = is_of_draft.then(|| draft.to.clone());
    desk.kernel(|ctx| address_sides::bought_to(ctx, &entry.body, to, checked.as_ref()));
    if desk.scope.as_ref() != Some(&bought.scope) {
        return;
    }
    let draft = &desk.state.ship.draft;
    if entry.order.as_ref() == Some(&draft.order) && entry.sequence == draft.sequence {
        desk.state.ship.just_bought = Some(bought.id.clone());
        desk.ship(draft_edit::reset_after_purchase);
    } else {
        let text = message!("ship-flow-bought", label = &entry.title);
        desk.kernel(|ctx| ctx.notice(Tone::Good, text, None));
    }
    copy_state::to_each(desk);
    match entry.order.clone().filter(|_| entry.claimed) {
        // Several stations may find it. The scan prints its own label.
        Some(order) if desk.state.scan_to_ship.awaits_label_of(&order) => {}
        Some(order) => {
            let transaction = entry.transaction.clone();
            desk.order_batches(|me, ctx| settle::print_found(me, ctx, order, transaction));
        }
        None => desk.printing(|me, ctx| printing::after_purchase(me, ctx, &bought.id)),
    }
    let files = label_files::inside(shipment);
    desk.labels(|me, ctx| labels::arrived(me, ctx, &bought.id, shipment, files));
    if let (Some(number), Some(tracking)) = (shipment.tracking_number(), &shipment.tracking) {
        desk.tracking(|me, ctx| {
            tracking::watch(me, ctx, number.clone(), Some(tracking.clone()));
        });
    }
    desk.shipments(list::show_bought);
    desk.manifests(|me, _| manifests::mark_regroup_needed(me));
    desk.balance(balance::refresh);
}
