//! Where label files go and in what form: one question, asked beside a label and for
//! several chosen shipments.

use std::path::PathBuf;

use egui::Ui;

use crate::base::id::ShipmentId;
use crate::desk::intent::{Intent, SavedFiles};
use crate::desk::state::Settings;
use crate::ui::Cx;
use crate::ui::widgets::choice::segmented_ui;
use crate::ui::widgets::file_row::usual_folder;
use crate::ui::widgets::{Button, Field};

#[derive(Debug)]
pub struct Saving {
    folder: String,
    files: SavedFiles,
}

impl Saving {
    pub fn new(settings: &Settings) -> Self {
        Self {
            folder: usual_folder(&settings.label_folder),
            files: SavedFiles::AsDelivered,
        }
    }

    /// True when the question is answered. `more` tells two of these on one screen apart.
    pub fn form_ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx<'_>,
        shipments: &[ShipmentId],
        several: bool,
        more: &str,
    ) -> bool {
        let mut done = false;
        if several {
            let ways = [
                (SavedFiles::AsDelivered, "Files as delivered"),
                (SavedFiles::OnePdf, "One PDF"),
            ];
            segmented_ui(ui, "Save as", &mut self.files, &ways);
        }
        Field::new("Folder")
            .name(&format!("Label folder{more}"))
            .hint("Where the label file goes")
            .show_ui(ui, &mut self.folder);
        ui.horizontal(|ui| {
            let folder = self.folder.trim();
            let nowhere = folder.is_empty().then_some("Name a folder first");
            let name = format!("Save here{more}");
            let save = Button::secondary("Save here")
                .name(&name)
                .compact()
                .disabled_because(nowhere);
            if save.show_ui(ui).clicked() {
                save_to(cx, shipments, folder, self.files);
                done = true;
            }
            done |= Button::quiet("Cancel")
                .name(&format!("Cancel saving{more}"))
                .compact()
                .show_ui(ui)
                .clicked();
        });
        done
    }
}

/// Saves, and remembers the folder for the next label.
fn save_to(cx: &mut Cx<'_>, shipments: &[ShipmentId], folder: &str, files: SavedFiles) {
    if cx.state.settings.label_folder != folder {
        let mut settings = cx.state.settings.clone();
        folder.clone_into(&mut settings.label_folder);
        cx.ask(Intent::ChangeSettings(Box::new(settings)));
    }
    cx.ask(Intent::SaveLabels {
        shipments: shipments.to_vec(),
        folder: PathBuf::from(folder),
        files,
    });
}
