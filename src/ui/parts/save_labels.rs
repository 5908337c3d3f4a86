//! Saving labels as files: the format, if there is a choice, and the proposed name.

use egui::Ui;

use crate::base::id::ShipmentId;
use crate::desk::labels::file_names;
use crate::desk::labels::save::SavedFiles;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::widgets::{Button, segmented_ui};

/// Asks for the format in which to save several files.
#[derive(Debug, Default)]
pub struct Saving {
    files: SavedFiles,
}

impl Saving {
    /// Returns true once the user has chosen. `selected` is for the rows selected in a list; its
    /// controls have other names than those of one label, as the screen may have both.
    pub fn form_ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx<'_>,
        shipments: &[ShipmentId],
        selected: bool,
    ) -> bool {
        let ways = [
            (SavedFiles::AsDelivered, text!("shipments-save-original")),
            (SavedFiles::OnePdf, text!("shipments-save-one-pdf")),
        ];
        segmented_ui(ui, text!("shipments-save-as"), &mut self.files, &ways);
        let mut done = false;
        ui.horizontal(|ui| {
            let name = match selected {
                true => text!("shipments-save-choose-selected"),
                false => text!("shipments-save-choose-name"),
            };
            let choose = Button::secondary(text!("shipments-save-choose")).name(name);
            let choose = choose.compact().disabled_because(cx.files_busy);
            if choose.show_ui(ui).clicked() {
                let deed = save_labels_action(cx, shipments, self.files);
                cx.choose_file(deed);
                done = true;
            }
            let name = match selected {
                true => text!("shipments-save-cancel-selected"),
                false => text!("shipments-save-cancel-name"),
            };
            let cancel = Button::quiet(text!("shipments-save-cancel")).name(name);
            done |= cancel.compact().show_ui(ui).clicked();
        });
        done
    }
}

/// Saves to a file if the labels fit in a single one, else to a folder.
pub fn save_labels_action(cx: &Cx<'_>, shipments: &[ShipmentId], files: SavedFiles) -> FileAction {
    let pattern = &cx.state.settings.label_name;
    let view = match shipments {
        [only] => cx.state.labels.views.get(only),
        _ => None,
    };
    let name = match files {
        SavedFiles::AsDelivered => view.and_then(|view| view.file_name(pattern)),
        SavedFiles::OnePdf => Some(match view.and_then(|view| view.names.as_ref()) {
            Some(names) => format!("{}.pdf", file_names::stem(pattern, names)),
            None => {
                let today = cx.now.to_zoned(cx.zone.clone()).date();
                let labels = text!("shipments-save-file-name", count = shipments.len());
                format!("{today}_{labels}.pdf")
            }
        }),
    };
    FileAction::SaveLabels { shipments: shipments.to_vec(), files, name }
}
