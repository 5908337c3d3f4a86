//! Taking the purchase journal away as proof: where to, and as what.

use std::path::PathBuf;

use egui::{Key, Ui};

use crate::desk::intent::Intent;
use crate::desk::keeping::{KeepingIntent, ProofFormat};
use crate::ui::Cx;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::widgets::choice::segmented_ui;
use crate::ui::widgets::file_row::usual_folder;
use crate::ui::widgets::text::small_muted_ui;
use crate::ui::widgets::{Button, Field, Icon};

#[derive(Default)]
pub struct Local {
    /// Where to, while the question is open.
    path: Option<String>,
    /// The field has yet to take the keyboard.
    fresh: bool,
    format: ProofFormat,
}

const FORMATS: [(ProofFormat, &str); 2] = [(ProofFormat::Csv, "CSV"), (ProofFormat::Json, "JSON")];

pub fn button_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let busy = cx
        .state
        .keeping
        .exporting
        .then_some("The journal is being written");
    let hint = shortcut_text(&Command::ExportJournal).unwrap_or_default();
    let export = Button::secondary("Export journal…")
        .icon(Icon::Save)
        .hint(&hint)
        .disabled_because(busy);
    let asked = export.show_ui(ui).clicked();
    if asked || (busy.is_none() && cx.take(&Command::ExportJournal)) {
        let folder = PathBuf::from(usual_folder(&cx.state.settings.label_folder));
        let local = &mut cx.local.activity.journal;
        local.path = match local.path {
            Some(_) => None,
            None => Some(folder.join(name_of(local.format)).display().to_string()),
        };
        local.fresh = true;
    }
}

pub fn question_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut local = std::mem::take(&mut cx.local.activity.journal);
    if let Some(mut typed) = local.path.take() {
        let open = path_ui(ui, cx, &mut local, &mut typed);
        local.path = open.then_some(typed);
    }
    cx.local.activity.journal = local;
}

/// Whether the question stays.
fn path_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut Local, typed: &mut String) -> bool {
    let (mut send, mut done) = (false, ui.input(|input| input.key_pressed(Key::Escape)));
    ui.horizontal(|ui| {
        let before = local.format;
        segmented_ui(ui, "Format of the export", &mut local.format, &FORMATS);
        if local.format != before
            && let Some(stem) = typed.strip_suffix(ending(before))
        {
            *typed = format!("{stem}{}", ending(local.format));
        }
        let field = Field::new("Export the journal to file")
            .hide_label()
            .width(420.0)
            .show_ui(ui, typed);
        if std::mem::take(&mut local.fresh) {
            field.request_focus();
        }
        let empty = typed.trim().is_empty().then_some("Say where to");
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let export = Button::primary("Export")
            .name("Export the journal")
            .disabled_because(empty);
        send = empty.is_none() && (export.show_ui(ui).clicked() || enter);
        let cancel = Button::quiet("Cancel").name("Do not export the journal");
        done |= cancel.show_ui(ui).clicked();
    });
    small_muted_ui(
        ui,
        "Every event of every purchase with its hash. postroom journal verify FILE checks such a file; requests, answers and secrets are not in it",
    );
    if send {
        cx.ask(Intent::Keeping(KeepingIntent::ExportJournal {
            file: PathBuf::from(typed.trim()),
            format: local.format,
        }));
    }
    !(send || done)
}

fn name_of(format: ProofFormat) -> String {
    format!("postroom-journal{}", ending(format))
}

fn ending(format: ProofFormat) -> &'static str {
    match format {
        ProofFormat::Csv => ".csv",
        ProofFormat::Json => ".json",
    }
}
