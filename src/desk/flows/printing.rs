//! Printing labels: adds the recipient of each from the list of shipments.

use std::collections::BTreeMap;

use crate::base::id::ShipmentId;
use crate::desk::owner::Desk;
use crate::desk::printing;
use crate::desk::printing::state::PrintRequest;
use crate::text;

pub(in crate::desk) fn print(desk: &mut Desk, request: PrintRequest) {
    let rows = &desk.state.shipments.rows;
    let subject = |id: &ShipmentId| {
        let row = rows.iter().find(|row| row.id == *id)?;
        let (name, place) = (&row.to_name, &row.to_place);
        let words = text!("ship-flow-print-subject", name = name, place = place);
        Some((id.clone(), words))
    };
    let subjects = request.shipments.iter().filter_map(subject).collect();
    print_named(desk, request, subjects);
}

/// Prints labels whose names in lists are known.
pub(in crate::desk) fn print_named(
    desk: &mut Desk,
    request: PrintRequest,
    subjects: BTreeMap<ShipmentId, String>,
) {
    desk.printing(|me, ctx| printing::print(me, ctx, request, &subjects));
}
