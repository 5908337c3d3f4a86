//! What the user asks of labels.

use crate::base::id::ShipmentId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::files::SaveTo;
use crate::desk::labels::save::SavedFiles;
use crate::desk::labels::{Labels, fetch_again, render, save, show};

#[derive(Clone, Debug)]
pub enum LabelIntent {
    Show(ShipmentId),
    /// Draws the pages again for the screen, at this many dots per inch.
    Render {
        shipment: ShipmentId,
        dpi: f32,
    },
    Save {
        shipments: Vec<ShipmentId>,
        to: SaveTo,
        files: SavedFiles,
    },
    FetchAgain(ShipmentId),
}

pub(in crate::desk) fn apply(me: &mut Labels, ctx: &mut Ctx<'_>, intent: LabelIntent) {
    match intent {
        LabelIntent::Show(shipment) => show(me, ctx, shipment),
        LabelIntent::Render { shipment, dpi } => render(me, ctx, shipment, dpi),
        LabelIntent::Save { shipments, to, files } => save(ctx, shipments, to, files),
        LabelIntent::FetchAgain(shipment) => fetch_again(me, ctx, shipment),
    }
}
