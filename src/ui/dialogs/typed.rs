//! Typing a path, where no dialog can open or where the user prefers it.

use std::path::PathBuf;

use egui::Ui;

use super::{FileDialogKind, PendingFileAction, Question};
use crate::ui::cx::Cx;
use crate::ui::dialogs::Files;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::file_row::{FileAnswer, FileRow};
use crate::ui::widgets::{card, heading_ui, muted_ui};

/// The path being typed.
pub(super) struct Typing {
    asked: PendingFileAction,
    wanted: FileDialogKind,
    /// Why no dialog is used.
    reason: Option<String>,
    path: String,
    /// The field has not yet requested the keyboard focus.
    is_new: bool,
}

impl Typing {
    /// Starts with the proposed name in the usual folder.
    pub(super) fn new(
        asked: PendingFileAction,
        question: &Question,
        reason: Option<String>,
    ) -> Self {
        let folder = question.folder.clone().unwrap_or_default();
        let path = match &question.wanted {
            FileDialogKind::FileToWrite { name } => folder.join(name),
            FileDialogKind::Folder => folder,
            // Ends with the separator, so that the user only types the name.
            FileDialogKind::FileToRead if folder.as_os_str().is_empty() => folder,
            FileDialogKind::FileToRead => folder.join(""),
        };
        Self {
            asked,
            wanted: question.wanted.clone(),
            reason,
            path: path.display().to_string(),
            is_new: true,
        }
    }
}

pub fn show_ui(ui: &Ui, cx: &mut Cx<'_>, files: &mut Files) {
    let Some(mut typing) = files.typing.take() else {
        return;
    };
    let row = match typing.wanted {
        FileDialogKind::FileToRead => FileRow::read(),
        FileDialogKind::FileToWrite { .. } => FileRow::write(),
        FileDialogKind::Folder => FileRow::folder(),
    };
    let mut answer = None;
    let modal = card::question("typed path", cx.tokens).show(ui.ctx(), |ui| {
        ui.set_width(size::PALETTE * 1.25);
        heading_ui(ui, typing.asked.deed.title());
        if let Some(reason) = &typing.reason {
            muted_ui(ui, reason);
        }
        ui.add_space(space::S);
        answer = row.show_ui(ui, &mut typing.path, std::mem::take(&mut typing.is_new));
    });
    match answer {
        Some(FileAnswer::Go(path)) => decide(files, typing.asked, path),
        Some(FileAnswer::Cancel) => {}
        None if modal.should_close() => {}
        None => files.typing = Some(typing),
    }
}

fn decide(files: &mut Files, asked: PendingFileAction, path: PathBuf) {
    files.decided = Some((asked, path, false));
}
