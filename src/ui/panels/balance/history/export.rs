//! Taking the history away: where to, and how far it has come.

use egui::Ui;

use crate::desk::intent::Intent;
use crate::ui::Cx;
use crate::ui::widgets::Button;
use crate::ui::widgets::file_row::{FileAnswer, FileRow, usual_file};
use crate::ui::widgets::text::small_muted_ui;

/// `path` is some while the question is open.
pub fn button_ui(ui: &mut Ui, cx: &mut Cx<'_>, path: &mut Option<String>) {
    if let Some(count) = cx.state.ledger.exporting {
        let stop = Button::secondary("Cancel").name("Cancel the export");
        if stop.compact().show_ui(ui).clicked() {
            cx.ask(Intent::CancelHistoryExport);
        }
        small_muted_ui(ui, &format!("Exporting, {count} entries so far"));
        return;
    }
    let export = Button::secondary("Export CSV…").name("Export the history");
    if export.show_ui(ui).clicked() {
        *path = match path {
            Some(_) => None,
            None => Some(usual_file(
                &cx.state.settings.label_folder,
                "balance-history.csv",
            )),
        };
    }
}

pub fn question_ui(ui: &mut Ui, cx: &mut Cx<'_>, path: &mut Option<String>) {
    let Some(typed) = path else {
        return;
    };
    let note = "All entries of the days chosen";
    let answer = ui.horizontal(|ui| FileRow::export(note).show_ui(ui, typed));
    if let Some(FileAnswer::Go(file)) = &answer.inner {
        cx.ask(Intent::ExportHistory { file: file.clone() });
    }
    if answer.inner.is_some() {
        *path = None;
    }
}
