//! Export of the purchase journal: asks for the format and for the file.

use egui::{Key, Ui};

use crate::desk::safekeeping::ProofFormat;
use crate::text;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::widgets::{Button, Icon, segmented_ui, small_muted_ui};

#[derive(Default)]
pub struct JournalExportViewState {
    /// The format is being asked for.
    is_open: bool,
    /// The button has not yet requested the keyboard focus.
    is_new: bool,
    format: ProofFormat,
}

const FORMATS: [(ProofFormat, &str); 2] = [(ProofFormat::Csv, "CSV"), (ProofFormat::Json, "JSON")];

pub fn button_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut JournalExportViewState) {
    let busy = cx.state.safekeeping.exporting.then_some(text!("activity-export-busy"));
    let hint = shortcut_text(&Command::ExportJournal).unwrap_or_default();
    let export = Button::secondary(text!("activity-export"))
        .icon(Icon::Save)
        .hint(&hint)
        .disabled_because(busy);
    let asked = export.show_ui(ui).clicked();
    if asked || (busy.is_none() && cx.take_panel_command(&Command::ExportJournal)) {
        local.is_open = !local.is_open;
        local.is_new = local.is_open;
    }
}

pub fn question_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut JournalExportViewState) {
    if local.is_open {
        local.is_open = format_ui(ui, cx, local);
    }
}

/// Shows the question for the format; returns whether it stays open.
fn format_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut JournalExportViewState) -> bool {
    let mut done = ui.input(|input| input.key_pressed(Key::Escape));
    ui.horizontal(|ui| {
        let name = text!("activity-export-format");
        segmented_ui(ui, name, &mut local.format, &FORMATS);
        let choose = Button::primary(text!("activity-export-choose"))
            .name(text!("activity-export-choose-name"))
            .disabled_because(cx.files_busy)
            .show_ui(ui);
        if std::mem::take(&mut local.is_new) {
            choose.request_focus();
        }
        if choose.clicked() {
            cx.choose_file(FileAction::ExportJournal(local.format));
            done = true;
        }
        let cancel = Button::quiet(text!("activity-export-cancel"))
            .name(text!("activity-export-cancel-name"));
        done |= cancel.show_ui(ui).clicked();
    });
    small_muted_ui(ui, text!("activity-export-explained"));
    !done
}
