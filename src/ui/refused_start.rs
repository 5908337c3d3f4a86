//! The window of a start whose data folder cannot be used: what was attempted, the reason, and
//! another folder. A person who clicked an icon sees no line on standard error.

use std::path::PathBuf;

use egui::{CentralPanel, Frame, Key, Ui};

use crate::text;
use crate::ui::theme::margin;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::{Button, Field, Meaning, band_ui, heading_ui, muted_ui};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusedStartAnswer {
    /// Starts again with this folder.
    Start(PathBuf),
    Quit,
}

/// What the window shows.
#[derive(Debug)]
pub struct RefusedStart {
    /// What was attempted and why it failed, as on standard error.
    reason: String,
    /// The folder of the next attempt, as it is typed.
    folder: String,
    has_keyboard: bool,
}

impl RefusedStart {
    pub fn new(reason: String, folder: &std::path::Path) -> Self {
        Self { reason, folder: folder.display().to_string(), has_keyboard: false }
    }

    pub fn show_ui(&mut self, ui: &mut Ui) -> Option<RefusedStartAnswer> {
        let frame = Frame::new().inner_margin(margin(space::L));
        CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| {
                heading_ui(ui, text!("shell-refused-title"));
                ui.add_space(space::S);
                band_ui(ui, Meaning::Bad, &self.reason, None);
                muted_ui(ui, text!("shell-refused-advice"));
                ui.add_space(space::M);
                let field = Field::new(text!("shell-refused-folder")).width(size::READING);
                let field = field.show_ui(ui, &mut self.folder);
                if !std::mem::replace(&mut self.has_keyboard, true) {
                    field.request_focus();
                }
                let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
                ui.add_space(space::S);
                ui.horizontal(|ui| {
                    let folder = self.folder.trim();
                    let lacks = folder.is_empty().then(|| text!("parts-path-folder-first"));
                    let again = Button::primary(text!("parts-try-again")).disabled_because(lacks);
                    if again.show_ui(ui).clicked() || (entered && lacks.is_none()) {
                        return Some(RefusedStartAnswer::Start(PathBuf::from(folder)));
                    }
                    let quit = Button::secondary(text!("shell-refused-quit"));
                    quit.show_ui(ui).clicked().then_some(RefusedStartAnswer::Quit)
                })
                .inner
            })
            .inner
    }
}
