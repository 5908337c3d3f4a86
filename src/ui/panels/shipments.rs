//! Shipments.

use egui::Ui;

use crate::ui::Cx;
use crate::ui::widgets::text::heading_ui;

#[derive(Default)]
pub struct Local {}

pub fn show_ui(ui: &mut Ui, _cx: &mut Cx<'_>) {
    heading_ui(ui, "Shipments");
}
