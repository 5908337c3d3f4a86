//! A preview of text before it is written to a file: diagnostics, and crash reports
//! offered at the next start.

use egui::{ScrollArea, TextEdit, Ui};

use crate::desk::safekeeping::{Previewed, SafekeepingIntent};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs;
use crate::ui::dialogs::{FileAction, Files};
use crate::ui::tokens::{size, space, text};
use crate::ui::widgets::{Button, card, heading_ui, muted_ui};

/// Rows of the text; a short text fills the same room.
const ROWS: usize = 22;

pub fn show_ui(ui: &Ui, cx: &mut Cx<'_>, files: &mut Files) {
    if cx.state.safekeeping.preview.is_some() {
        preview_ui(ui, cx, files);
    } else if cx.state.safekeeping.crashes > 0 {
        offer_ui(ui, cx);
    }
}

/// In a small window a dialog is narrower.
fn fitting(ui: &Ui, width: f32) -> f32 {
    width.min(ui.ctx().content_rect().width() - 2.0 * space::XXL)
}

fn offer_ui(ui: &Ui, cx: &mut Cx<'_>) {
    let (mut look, mut delete, mut later) = (false, false, false);
    let count = cx.state.safekeeping.crashes;
    let modal = card::question("crash reports", cx.tokens).show(ui.ctx(), |ui| {
        ui.set_width(fitting(ui, size::PALETTE * 0.75));
        heading_ui(ui, text!("shell-crash-title"));
        muted_ui(ui, &text!("shell-crash-saved", count = count));
        muted_ui(ui, text!("shell-crash-purchases"));
        ui.add_space(space::M);
        ui.horizontal(|ui| {
            look = Button::primary(text!("shell-crash-view")).show_ui(ui).clicked();
            delete = Button::secondary(text!("shell-crash-delete")).show_ui(ui).clicked();
            let no = Button::secondary(text!("shell-crash-later"));
            later = card::no_ui(ui, "crash reports", no.name(text!("shell-crash-later-name")));
        });
    });
    let intent = if look {
        SafekeepingIntent::ShowCrashes
    } else if delete {
        SafekeepingIntent::DeleteCrashes
    } else if later || modal.should_close() {
        SafekeepingIntent::PostponeCrashReports
    } else {
        return;
    };
    cx.ask(intent);
}

fn preview_ui(ui: &Ui, cx: &mut Cx<'_>, files: &mut Files) {
    let state = cx.state;
    let Some(preview) = &state.safekeeping.preview else {
        return;
    };
    let what = preview.what;
    let title = match what {
        Previewed::Diagnostics => text!("shell-preview-diagnostics"),
        Previewed::Crashes => text!("shell-preview-crashes"),
    };
    let crashes = what == Previewed::Crashes;
    let (mut save, mut delete, mut close) = (false, false, false);
    let modal = card::question("preview", cx.tokens).show(ui.ctx(), |ui| {
        ui.set_width(fitting(ui, size::PALETTE * 1.25));
        heading_ui(ui, title);
        muted_ui(ui, text!("shell-preview-text"));
        ui.add_space(space::S);
        ScrollArea::vertical().max_height(size::PALETTE * 0.6).auto_shrink([false, false]).show(
            ui,
            |ui| {
                let mut shown = &*preview.text;
                let edit = TextEdit::multiline(&mut shown)
                    .font(text::mono())
                    .desired_width(f32::INFINITY)
                    .desired_rows(ROWS)
                    .show(ui);
                let name = text!("shell-preview-text-name");
                edit.response.response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, true, name)
                });
            },
        );
        ui.add_space(space::S);
        dialogs::bands_ui(ui, cx, files);
        ui.horizontal(|ui| {
            let button = Button::primary(text!("shell-preview-save"))
                .name(text!("shell-preview-save-name"))
                .disabled_because(cx.files_busy);
            save = button.show_ui(ui).clicked();
            if crashes {
                delete = Button::secondary(text!("shell-crash-delete")).show_ui(ui).clicked();
            }
            let button =
                Button::quiet(text!("shell-preview-close")).name(text!("shell-preview-close-name"));
            close = button.show_ui(ui).clicked();
        });
    });
    if save {
        cx.choose_file(FileAction::SavePreview(what));
    }
    let intent = if delete {
        SafekeepingIntent::DeleteCrashes
    } else if close || modal.should_close() {
        SafekeepingIntent::ClosePreview
    } else {
        return;
    };
    cx.ask(intent);
}
