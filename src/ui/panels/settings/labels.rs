//! The format, size and orientation of the labels of new shipments.

use egui::Ui;

use crate::api::value::{LabelFileType, LabelOrientation, LabelSize};
use crate::desk::kernel::settings::Settings;
use crate::parcel::names;
use crate::text;
use crate::ui::tokens::space;
use crate::ui::widgets::{Card, combo_ui, hint_ui};

pub(super) fn card_ui(ui: &mut Ui, settings: &mut Settings) {
    let before = settings.label_defaults();
    let mut label = before.clone();
    Card::new(text!("settings-labels")).show_ui(ui, |ui| {
        let third = ((ui.available_width() - 2.0 * space::S) / 3.0).floor();
        ui.horizontal_top(|ui| {
            let formats: Vec<_> =
                LabelFileType::ALL.iter().map(|kind| (kind.clone(), kind.as_str())).collect();
            let name = text!("settings-label-format");
            combo_ui(ui, name, third, &mut label.file_type, &formats);
            let sizes: Vec<_> =
                LabelSize::ALL.iter().map(|size| (size.clone(), names::label_size(size))).collect();
            let name = text!("settings-label-size");
            combo_ui(ui, name, third, &mut label.size, &sizes);
            let turns: Vec<_> = LabelOrientation::ALL
                .iter()
                .map(|turn| (turn.clone(), names::label_orientation(turn)))
                .collect();
            let name = text!("settings-label-orientation");
            combo_ui(ui, name, third, &mut label.orientation, &turns);
        });
        hint_ui(ui, text!("settings-labels-explained"));
    });
    if label != before {
        settings.new_label = Some(label);
    }
}
