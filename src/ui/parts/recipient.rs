//! The recipient of a parcel in a cell of a table.

use egui::Ui;

use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::{line_width, short_ui};

/// A place that has less room than this is left out: two letters of it tell nothing.
const LEAST_PLACE: f32 = 48.0;

/// The name, and the place where there is room for it beside the name.
pub fn name_and_place_ui(ui: &mut Ui, name: &str, place: &str) {
    let tokens = Tokens::of_theme(ui);
    ui.spacing_mut().item_spacing.x = space::S;
    short_ui(ui, name, text::body_medium(), tokens.ink);
    let room = ui.available_width();
    if room >= LEAST_PLACE.min(line_width(ui, place, &text::body())) {
        short_ui(ui, place, text::body(), tokens.ink_muted);
    }
}
