//! The room that the texts of a cell lack, from the text that is cut to the table around it.

use egui::{Context, Id};

/// A text in a cell lacks this room, in points.
pub fn add_cut(ctx: &Context, lacking: f32) {
    ctx.data_mut(|data| *data.get_temp_mut_or_default::<f32>(cut_id()) += lacking.max(0.0));
}

/// What the texts lacked since this was last asked.
pub fn take_cut(ctx: &Context) -> f32 {
    ctx.data_mut(|data| data.remove_temp(cut_id()).unwrap_or_default())
}

fn cut_id() -> Id {
    Id::unique("room that cut texts lack")
}
