//! The folder whose files of orders are imported without a person.

use std::path::Path;

use egui::Ui;

use crate::desk::kernel::settings::Settings;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Button, Card, Field, Meaning, age, band_ui, code_ui, muted_ui, small_muted_ui,
};

#[derive(Default)]
pub(super) struct WatchedFolderViewState {
    /// The path before it is watched: a part of a path is another folder, whose files would be moved.
    pub typed: String,
}

pub(super) fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut WatchedFolderViewState,
    settings: &mut Settings,
) {
    Card::new(text!("watched-folder")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        muted_ui(ui, text!("watched-folder-explained"));
        match settings.watched_folder.is_empty() {
            true => choice_ui(ui, cx, local, settings),
            false => state_ui(ui, cx, settings),
        }
    });
}

fn choice_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut WatchedFolderViewState,
    settings: &mut Settings,
) {
    Field::new(text!("watched-folder-path")).expects_scans().show_ui(ui, &mut local.typed);
    let path = local.typed.trim();
    let obstacle = match path.is_empty() {
        true => Some(text!("watched-folder-empty")),
        false => (!Path::new(path).is_absolute()).then(|| text!("watched-folder-relative")),
    };
    ui.horizontal_wrapped(|ui| {
        let watch = Button::secondary(text!("watched-folder-begin")).disabled_because(obstacle);
        if watch.show_ui(ui).clicked() {
            path.clone_into(&mut settings.watched_folder);
        }
        let choose = Button::quiet(text!("settings-choose-folder"))
            .name(text!("watched-folder-choose"))
            .disabled_because(cx.files_busy);
        if choose.show_ui(ui).clicked() {
            cx.choose_file(FileAction::WatchedFolder);
        }
    });
    if !settings.watched_folder.is_empty() {
        local.typed.clear();
    }
}

fn state_ui(ui: &mut Ui, cx: &Cx<'_>, settings: &mut Settings) {
    code_ui(ui, &settings.watched_folder);
    let watch = &cx.state.order_import.watch;
    if let Some(trouble) = watch.trouble() {
        band_ui(ui, Meaning::Warning, trouble, None);
    } else if watch.folder.is_none() {
        small_muted_ui(ui, text!("watched-folder-signed-out"));
    }
    for (file, reason) in &watch.waiting {
        let reason = reason.to_string();
        let words = text!("order-import-folder-waits", file = file, reason = reason);
        small_muted_ui(ui, &words);
    }
    let last = watch.last.as_ref().map(|last| {
        let result = last.result.to_string();
        text!("watched-folder-last", age = age(last.at, cx.now), words = result)
    });
    small_muted_ui(ui, last.as_deref().unwrap_or(text!("watched-folder-nothing-yet")));
    if Button::secondary(text!("watched-folder-end")).compact().show_ui(ui).clicked() {
        settings.watched_folder.clear();
    }
}
