//! The row that asks for a typed path: the field, the action button, and Cancel.

use std::path::PathBuf;

use egui::{Key, Ui};

use super::{Button, Field};
use crate::text;

const FIELD: f32 = 560.0;

/// The texts of a question for a path.
pub struct FileRow {
    /// The name of the field: `File to save`.
    field: &'static str,
    hint: &'static str,
    /// The text of the action button: `Save file`.
    go: &'static str,
    /// Whether the path may end in a separator.
    is_folder: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileAnswer {
    Go(PathBuf),
    Cancel,
}

impl FileRow {
    pub fn write() -> Self {
        Self {
            field: text!("parts-path-write"),
            hint: text!("parts-path-file-hint"),
            go: text!("parts-path-write-go"),
            is_folder: false,
        }
    }

    pub fn read() -> Self {
        Self {
            field: text!("parts-path-read"),
            hint: text!("parts-path-file-hint"),
            go: text!("parts-path-read-go"),
            is_folder: false,
        }
    }

    pub fn folder() -> Self {
        Self {
            field: text!("parts-path-folder"),
            hint: text!("parts-path-folder-hint"),
            go: text!("parts-path-folder-go"),
            is_folder: true,
        }
    }

    /// Enter in the field also confirms. `take_keyboard` requests the focus in the first frame.
    pub fn show_ui(
        &self,
        ui: &mut Ui,
        path: &mut String,
        take_keyboard: bool,
    ) -> Option<FileAnswer> {
        ui.horizontal(|ui| {
            let field = Field::new(self.field).hide_label().hint(self.hint);
            let field = field.width(FIELD).expects_scans().show_ui(ui, path);
            if take_keyboard {
                field.request_focus();
            }
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let typed = path.trim();
            let is_unnamed = typed.is_empty() || (!self.is_folder && typed.ends_with(['/', '\\']));
            let reason = match self.is_folder {
                true => text!("parts-path-folder-first"),
                false => text!("parts-path-file-first"),
            };
            let go = Button::primary(self.go).disabled_because(is_unnamed.then_some(reason));
            if go.show_ui(ui).clicked() || (entered && !is_unnamed) {
                return Some(FileAnswer::Go(PathBuf::from(typed)));
            }
            let cancel = Button::quiet(text!("parts-cancel")).name(text!("parts-path-cancel"));
            let cancel = cancel.show_ui(ui);
            cancel.clicked().then_some(FileAnswer::Cancel)
        })
        .inner
    }
}
