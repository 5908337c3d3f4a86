//! Saving labels as files: the format, if there is a choice, and the proposed name.

use egui::Ui;

use crate::base::id::ShipmentId;
use crate::desk::labels::file_names;
use crate::desk::labels::save::SavedFiles;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::widgets::Button;
use crate::ui::widgets::choice::segmented_ui;

/// Asks for the format in which to save several files.
#[derive(Debug, Default)]
pub struct Saving {
    files: SavedFiles,
}

impl Saving {
    /// Returns true once the user has chosen. `more` makes the names of the controls unique
    /// if the screen has two of them.
    pub fn form_ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx<'_>,
        shipments: &[ShipmentId],
        more: &str,
    ) -> bool {
        let ways = [
            (SavedFiles::AsDelivered, "Files as delivered"),
            (SavedFiles::OnePdf, "One PDF"),
        ];
        segmented_ui(ui, "Save as", &mut self.files, &ways);
        let mut done = false;
        ui.horizontal(|ui| {
            let name = format!("Choose where{more}");
            let choose = Button::secondary("Choose where…").name(&name);
            let choose = choose.compact().disabled_because(cx.files_busy);
            if choose.show_ui(ui).clicked() {
                let deed = save_labels_action(cx, shipments, self.files);
                cx.choose_file(deed);
                done = true;
            }
            let name = format!("Cancel saving{more}");
            let cancel = Button::quiet("Cancel").name(&name).compact();
            done |= cancel.show_ui(ui).clicked();
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
                format!("{today}_{} labels.pdf", shipments.len())
            }
        }),
    };
    FileAction::SaveLabels {
        shipments: shipments.to_vec(),
        files,
        name,
    }
}
