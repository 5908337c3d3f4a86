//! What the user asks of watched parcels.

use crate::desk::kernel::ctx::Ctx;
use crate::desk::tracking::{Parcels, refresh_all, route, track, untrack};

#[derive(Clone, Debug)]
pub enum TrackingIntent {
    /// One or several numbers, with any separators.
    Track {
        text: String,
    },
    Untrack(String),
    Refresh,
    /// Locates a watched parcel's scans for the map.
    ShowRoute(String),
}

pub(in crate::desk) fn apply(me: &mut Parcels, ctx: &mut Ctx<'_>, intent: TrackingIntent) {
    match intent {
        TrackingIntent::Track { text } => track(me, ctx, &text),
        TrackingIntent::Untrack(number) => untrack(me, ctx, number),
        TrackingIntent::Refresh => refresh_all(me, ctx),
        TrackingIntent::ShowRoute(number) => route::show(me, ctx, &number),
    }
}
