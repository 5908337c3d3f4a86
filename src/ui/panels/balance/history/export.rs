//! Taking the history away: where to, and how far it has come.

use std::path::PathBuf;

use egui::Ui;

use crate::desk::intent::Intent;
use crate::ui::Cx;
use crate::ui::panels::ship::save::usual_folder;
use crate::ui::widgets::text::small_muted_ui;
use crate::ui::widgets::{Button, Field};

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
            None => Some(usual_path(&cx.state.settings.label_folder)),
        };
    }
}

pub fn question_ui(ui: &mut Ui, cx: &mut Cx<'_>, path: &mut Option<String>) {
    let Some(typed) = path else {
        return;
    };
    let mut done = false;
    ui.horizontal(|ui| {
        Field::new("Export to file")
            .hide_label()
            .width(360.0)
            .show_ui(ui, typed);
        let empty = typed.trim().is_empty().then_some("Say where to");
        let export = Button::primary("Export").disabled_because(empty);
        if export.show_ui(ui).clicked() {
            cx.ask(Intent::ExportHistory {
                file: PathBuf::from(typed.trim()),
            });
            done = true;
        }
        let cancel = Button::quiet("Cancel").name("Do not export");
        done |= cancel.show_ui(ui).clicked();
        small_muted_ui(ui, "All entries of the days chosen");
    });
    if done {
        *path = None;
    }
}

fn usual_path(folder: &str) -> String {
    let folder = PathBuf::from(usual_folder(folder));
    folder.join("balance-history.csv").display().to_string()
}
