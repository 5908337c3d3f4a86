//! The row that asks for a file: its path, the step, and the way back.

use std::path::{Path, PathBuf};

use egui::{Key, Ui};

use super::text::small_muted_ui;
use super::{Button, Field};

const FIELD: f32 = 420.0;

/// Words of one such question.
pub struct FileRow<'a> {
    /// Name of the field: `File to write`.
    pub field: &'a str,
    pub hint: &'a str,
    /// The step: `Write file`.
    pub go: &'a str,
    /// Name of the way back: `Cancel export`.
    pub cancel: &'a str,
    /// What else there is to know.
    pub note: &'a str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileAnswer {
    Go(PathBuf),
    Cancel,
}

impl<'a> FileRow<'a> {
    /// Every list is taken away with these words.
    pub fn export(note: &'a str) -> Self {
        Self {
            field: "File to write",
            hint: "Path of the file",
            go: "Write file",
            cancel: "Cancel export",
            note,
        }
    }

    /// Inside a row; Enter in the field is the step too.
    pub fn show_ui(&self, ui: &mut Ui, path: &mut String) -> Option<FileAnswer> {
        let field = Field::new(self.field).hide_label().hint(self.hint);
        let entered = field.width(FIELD).show_ui(ui, path).lost_focus()
            && ui.input(|input| input.key_pressed(Key::Enter));
        let typed = path.trim();
        let unnamed = typed.is_empty() || typed.ends_with(['/', '\\']);
        let reason = unnamed.then_some("Name a file first");
        let go = Button::secondary(self.go)
            .disabled_because(reason)
            .show_ui(ui);
        if go.clicked() || (entered && !unnamed) {
            return Some(FileAnswer::Go(PathBuf::from(typed)));
        }
        let cancel = Button::quiet("Cancel").name(self.cancel).show_ui(ui);
        if !self.note.is_empty() {
            small_muted_ui(ui, self.note);
        }
        cancel.clicked().then_some(FileAnswer::Cancel)
    }
}

/// A file of this name where the person keeps such files.
pub fn usual_file(folder: &str, name: &str) -> String {
    Path::new(&usual_folder(folder))
        .join(name)
        .display()
        .to_string()
}

/// The remembered folder, or one in the person's home.
pub fn usual_folder(remembered: &str) -> String {
    if !remembered.is_empty() {
        return remembered.to_owned();
    }
    etcetera::home_dir()
        .map(|home| home.join("Postroom labels").display().to_string())
        .unwrap_or_default()
}
