//! Shipping by scanning order numbers, where it concerns other features: unknown numbers, the scale,
//! printing.

use crate::base::id::ShipmentId;
use crate::desk::flows::printing;
use crate::desk::orders::scan_flow;
use crate::desk::orders::scan_flow::Unfound;
use crate::desk::owner::Desk;
use crate::desk::printing::state::PrintRequest;
use crate::desk::scale::KnownToScale;
use crate::desk::shipments::list;
use crate::desk::state::State;
use crate::desk::{ship, tracking};

/// A scanned number belongs to no known shipment: it may be that of an order.
pub(in crate::desk) fn look_up_order(desk: &mut Desk, code: &str) {
    desk.orders(|me, ctx| scan_flow::scan(me, ctx, code, Unfound::MayBeParcel));
}

/// A scanned number belongs to no known shipment and to no order: it may be that of a parcel of
/// somebody else.
pub(in crate::desk) fn track_unknown(desk: &mut Desk, code: &str) {
    desk.tracking(|me, ctx| tracking::track(me, ctx, code));
    desk.shipments(|me, _| list::note_unknown_scan(me));
}

/// The weight of the scale belongs to the scanned order or to the draft.
pub(in crate::desk) fn take_weight(desk: &mut Desk) {
    if let Some(weighed) = desk.state.scale.weighed_order.take() {
        desk.orders(|me, ctx| scan_flow::take_weight(me, ctx, weighed));
    }
    if let Some((package, weighed)) = desk.state.scale.weighed.take() {
        desk.ship(|me, ctx| ship::draft_edit::put_weight(me, ctx, package, weighed));
    }
}

/// Whose weight the scale's is, as long as nothing is being bought in Ship: that of the scanned order
/// while it waits for one. Where parcels are shipped by scanning, a parcel may lie on the scale before
/// its order is scanned, so an empty draft does not take its weight.
pub(in crate::desk) fn known_to_scale(state: &State, of_draft: KnownToScale) -> KnownToScale {
    if state.orders.scan.awaits_weight() {
        return KnownToScale::OfOrder;
    }
    let is_empty = state.ship.draft.to.is_blank();
    match of_draft {
        KnownToScale::Free(_) if is_empty && state.orders.ships_by_scan() => KnownToScale::Reserved,
        of_draft => of_draft,
    }
}

/// Prints the label of the scanned order, on the printer of its preset if it names one.
pub(in crate::desk) fn print(desk: &mut Desk, shipment: ShipmentId, printer: Option<String>) {
    let printers = printer.map(|printer| (shipment.clone(), printer));
    let request = PrintRequest {
        shipments: vec![shipment],
        printers: printers.into_iter().collect(),
        ..PrintRequest::default()
    };
    printing::print(desk, request);
}
