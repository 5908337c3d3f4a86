//! What the user asks of the list of shipments.

use std::path::PathBuf;

use crate::base::id::ShipmentId;
use crate::desk::kernel::batch_job::BatchIntent;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::shipments::list::{ShipmentFilter, Shipments};
use crate::desk::shipments::{export, list, never_scanned, sync};

#[derive(Clone, Debug)]
pub enum ShipmentIntent {
    Refresh,
    Search {
        text: String,
        filter: ShipmentFilter,
    },
    LoadMore,
    Select(Option<ShipmentId>),
    /// A scanned number: shows its shipment, or tracks the number if no shipment has it.
    LookUpScanned(String),
    Export {
        file: PathBuf,
    },
    RefreshNeverScanned,
    /// Pauses or resumes fetching older shipments.
    PauseSync(bool),
    SyncBatch(BatchIntent),
}

pub(in crate::desk) fn apply(me: &mut Shipments, ctx: &mut Ctx<'_>, intent: ShipmentIntent) {
    match intent {
        ShipmentIntent::Refresh => list::refresh(me, ctx),
        ShipmentIntent::Search { text, filter } => list::search(me, ctx, text, filter),
        ShipmentIntent::LoadMore => list::load_more(me, ctx),
        ShipmentIntent::Select(shipment) => list::select(me, ctx, shipment),
        ShipmentIntent::LookUpScanned(code) => list::look_up_scanned(ctx, code),
        ShipmentIntent::Export { file } => export::shipments(me, ctx, file),
        ShipmentIntent::RefreshNeverScanned => never_scanned::reload_never_scanned(me, ctx),
        ShipmentIntent::PauseSync(paused) => sync::pause(me, ctx, paused),
        ShipmentIntent::SyncBatch(step) => sync::work(me, ctx, step),
    }
}
