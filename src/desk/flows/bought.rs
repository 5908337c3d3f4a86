//! What follows a purchase: its label, the lists it stands in, and the next parcel.

use crate::desk::kernel::event::Bought;
use crate::desk::money::purchases;
use crate::desk::ship::{address_sides, draft_edit};
use crate::desk::shipments::list;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::kernel::notices::Tone;
use crate::desk::{Desk, balance, labels, manifests, printing, tracking};
use crate::store::journal::EntryState;

/// Tells what was bought. What belongs to another account than the one on screen is told in a
/// sentence and nothing else.
pub(in crate::desk) fn show(desk: &mut Desk, bought: Bought) {
    let (entry, shipment) = (&bought.entry.0, &bought.shipment.0);
    if let PurchaseStatus::Bought {
        charged: Some(charged),
        differs: true,
        ..
    } = &bought.status
    {
        let expected = entry.expected.unwrap_or_default();
        let text = format!("{} cost {charged}; the quote said {expected}", entry.title);
        desk.notice_of(&bought.scope, Tone::Warning, text, None);
    }
    if entry.state == EntryState::Rejected {
        let text = format!(
            "{} was bought after all, though the service had refused it. If you bought it again, refund one of the two",
            entry.title
        );
        desk.notice_of(&bought.scope, Tone::Warning, text, None);
    }
    purchases::set_status(desk, &entry.transaction, bought.status);
    address_sides::bought_to(desk, &entry.body, shipment.to_address.as_ref());
    if desk.scope.as_ref() != Some(&bought.scope) {
        return;
    }
    let on_screen = entry.order.as_ref() == Some(&desk.state.draft.order)
        && entry.sequence == desk.state.draft.sequence;
    if on_screen {
        desk.state.just_bought = Some(bought.id.clone());
        draft_edit::reset_after_purchase(desk);
    } else {
        let text = format!("Bought: {}", entry.title);
        desk.notice(Tone::Good, text, None);
    }
    printing::after_purchase(desk, &bought.id);
    labels::arrived(desk, &bought.id, shipment, bought.files.0);
    if let (Some(number), Some(tracking)) = (shipment.tracking_number(), &shipment.tracking) {
        tracking::watch(desk, number.clone(), Some(tracking.clone()));
    }
    list::search_again(desk);
    manifests::stale(desk);
    balance::refresh(desk);
}
