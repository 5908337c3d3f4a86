//! The keys of a table.

use egui::{Key, Modifiers, Response, Ui};

use super::{OpenMenu, Pressed, Table, TableState};
use crate::ui::widgets::spoken::answer_free_keys;

impl<R> Table<'_, '_, R> {
    /// Handles keys while the table has the focus, or nothing else has it. Returns the row to scroll
    /// to.
    pub(super) fn keys(
        &self,
        ui: &Ui,
        stop: &Response,
        state: &mut TableState,
        pressed: &mut Pressed,
    ) -> Option<usize> {
        let free = ui.memory(|memory| memory.focused().is_none());
        let ours = stop.has_focus() || free;
        if self.total == 0 || !ours || state.menu.is_some() || !ui.is_enabled() {
            return None;
        }
        if free {
            answer_free_keys(stop);
        }
        let chosen = state.selected.is_some();
        let take = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let down = take(Key::ArrowDown);
        let up = chosen && take(Key::ArrowUp);
        let first = chosen && take(Key::Home);
        let last = chosen && take(Key::End);
        let enter = chosen && take(Key::Enter);
        let space = chosen && take(Key::Space);
        let menu = chosen
            && (take(Key::Menu)
                || ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, Key::F10)));
        let copy = ui.input_mut(|input| {
            let before = input.events.len();
            input.events.retain(|event| !matches!(event, egui::Event::Copy));
            input.events.len() < before
        });
        if copy {
            let words = match state.selected {
                Some(row) => self.tsv([row]),
                None => self.tsv_of_loaded(),
            };
            ui.ctx().copy_text(words);
        }
        if enter {
            pressed.opened = state.selected;
        }
        if space {
            pressed.ticked = state.selected;
        }
        if let Some(row) = state.selected.filter(|_| menu) {
            state.menu = Some(OpenMenu { row, column: None, at: None });
        }
        let moved = match state.selected {
            None if down => 0,
            Some(row) if down => (row + 1).min(self.total - 1),
            Some(row) if up => row.saturating_sub(1),
            Some(_) if first => 0,
            Some(_) if last => self.total - 1,
            _ => return None,
        };
        state.selected = Some(moved);
        pressed.selected = Some(moved);
        Some(moved)
    }
}
