//! The line that says what was changed last and offers to undo it.

use egui::{Key, KeyboardShortcut, Modifiers, Ui};

use crate::text;
use crate::ui::command;
use crate::ui::widgets::{Button, Icon, Meaning, band_with_ui, icon_button_ui};

const UNDO: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Z);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoStep {
    Undo,
    Close,
}

/// Returns what the user asks for, with a button or with Ctrl+Z. A text field that has the keyboard
/// undoes its own typing.
pub fn undo_band_ui(ui: &mut Ui, change: &str) -> Option<UndoStep> {
    let is_free = !ui.ctx().text_edit_focused()
        && !egui::Popup::is_any_open(ui.ctx())
        && ui.memory(|memory| memory.top_modal_layer()).is_none();
    let is_pressed = is_free && ui.input_mut(|input| input.consume_shortcut(&UNDO));
    let mut step = is_pressed.then_some(UndoStep::Undo);
    band_with_ui(ui, Meaning::Info, change, |ui| {
        if icon_button_ui(ui, Icon::Cross, text!("parts-undo-close")) {
            step = Some(UndoStep::Close);
        }
        let keys = command::text_of(&UNDO);
        let undo = Button::secondary(text!("parts-undo")).compact().shortcut(&keys);
        if undo.show_ui(ui).clicked() {
            step = Some(UndoStep::Undo);
        }
    });
    step
}
