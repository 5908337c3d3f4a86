//! The label that brings a shipment back to its sender.

use crate::base::id::ShipmentId;
use crate::desk::owner::Desk;
use crate::desk::ship::draft_edit;

/// Loads a draft with the addresses of the shipment exchanged. It buys nothing: the user sees the
/// rates and buys as usual.
pub(in crate::desk) fn begin(desk: &mut Desk, shipment: ShipmentId) {
    desk.kernel(|ctx| draft_edit::return_of(ctx, shipment));
}
