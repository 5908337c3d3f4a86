//! The button that reads a list again.

use egui::Ui;

use crate::text;
use crate::ui::widgets::{Button, Icon};

/// True when it was pressed. `name` tells it from those of other panels; F5 does the same.
pub fn refresh_button_ui(ui: &mut Ui, name: &str) -> bool {
    let button =
        Button::secondary(text!("parts-refresh")).name(name).icon(Icon::Refresh).shortcut("F5");
    button.show_ui(ui).clicked()
}
