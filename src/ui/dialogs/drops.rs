//! Files dropped on the window: which panel accepts which files, shown while they hover.

use std::path::{Path, PathBuf};

use egui::Ui;

use super::file_action::{ADDRESS_FILES, CERTIFICATE_FILES, ORDER_FILES, extension};
use super::{FileAction, PendingFileAction, session};
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::state::State;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::Files;
use crate::ui::panel::Panel;
use crate::ui::tokens::size;
use crate::ui::widgets::{card, heading_ui, muted_ui};

/// What a panel does with a dropped file.
struct Target {
    deed: FileAction,
    extensions: &'static [&'static str],
}

impl Target {
    /// `Import addresses from book.csv`.
    fn title(&self, file: &Path) -> String {
        let file = name(file);
        match self.deed {
            FileAction::ImportAddresses => text!("parts-drop-addresses", file = file),
            FileAction::ImportOrders => text!("parts-drop-orders", file = file),
            _ => text!("parts-drop-certificates", file = file),
        }
    }

    fn refusal(&self, panel: Panel, file: &Path) -> String {
        let (file, panel) = (name(file), panel.title());
        match self.deed {
            FileAction::ImportAddresses => {
                text!("parts-drop-no-addresses", file = file, panel = panel)
            }
            FileAction::ImportOrders => {
                text!("parts-drop-no-orders", file = file, panel = panel)
            }
            _ => text!("parts-drop-no-certificates", file = file, panel = panel),
        }
    }
}

fn target(panel: Panel) -> Option<Target> {
    match panel {
        Panel::Addresses => {
            Some(Target { deed: FileAction::ImportAddresses, extensions: &ADDRESS_FILES })
        }
        Panel::Orders => Some(Target { deed: FileAction::ImportOrders, extensions: &ORDER_FILES }),
        Panel::Settings => {
            Some(Target { deed: FileAction::Authority, extensions: &CERTIFICATE_FILES })
        }
        _ => None,
    }
}

/// What a drop of these files would do, or why it would do nothing.
fn judge(panel: Panel, state: &State, files: &[PathBuf]) -> Result<(Target, PathBuf), String> {
    let Some(target) = target(panel) else {
        return Err(text!(
            "parts-drop-no-files",
            panel = panel.title(),
            orders = Panel::Orders.title(),
            addresses = Panel::Addresses.title(),
            settings = Panel::Settings.title(),
        ));
    };
    let [file] = files else {
        return Err(text!("parts-drop-one").to_owned());
    };
    let work = state.addresses.work.as_ref();
    if target.deed == FileAction::ImportAddresses && work.is_some_and(BatchJob::is_running) {
        return Err(text!("parts-drop-busy").to_owned());
    }
    if target.deed == FileAction::ImportOrders && state.is_busy_with_orders() {
        return Err(text!("parts-drop-busy-orders").to_owned());
    }
    if !target.extensions.contains(&extension(file).as_str()) {
        return Err(target.refusal(panel, file));
    }
    Ok((target, file.clone()))
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

impl Files {
    /// Does with the files what the panel does with dropped ones, or says why not.
    pub(super) fn accept(&mut self, panel: Panel, state: &State, files: &[PathBuf]) {
        match judge(panel, state, files) {
            Ok((target, path)) => {
                let session = session(state).cloned();
                self.refusal = None;
                self.decided =
                    Some((PendingFileAction { deed: target.deed, session }, path, false));
            }
            Err(reason) => self.refusal = Some(reason),
        }
    }
}

pub fn show_ui(ui: &Ui, cx: &mut Cx<'_>, files: &mut Files) {
    let (hovered, dropped) = ui.input(|input| {
        let hovered = input.raw.hovered_files.iter();
        let hovered: Vec<PathBuf> = hovered.filter_map(|file| file.path.clone()).collect();
        let dropped = input.raw.dropped_files.iter();
        let dropped: Vec<PathBuf> = dropped.map(|file| file.path().to_owned()).collect();
        (hovered, dropped)
    });
    let panel = *cx.panel;
    if !dropped.is_empty() {
        files.accept(panel, cx.state, &dropped);
        // The band with the refusal is above the panel, which this frame has already drawn.
        ui.ctx().request_repaint();
    } else if !hovered.is_empty() {
        let (title, words) = match judge(panel, cx.state, &hovered) {
            Ok((target, path)) => (target.title(&path), text!("parts-drop-now").to_owned()),
            Err(reason) => (text!("parts-drop-nothing").to_owned(), reason),
        };
        card::question("drop target", cx.tokens).show(ui.ctx(), |ui| {
            ui.set_width(size::PALETTE * 0.75);
            heading_ui(ui, &title);
            muted_ui(ui, &words);
        });
    }
}
