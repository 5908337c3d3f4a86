//! The format, the size and the orientation of a label, in the wizard and in a preset.

use egui::Ui;

use crate::api::value::{LabelFileType, LabelOrientation, LabelSize};
use crate::parcel::draft::LabelForm;
use crate::parcel::names;
use crate::text;
use crate::ui::tokens::space;
use crate::ui::widgets::{Choice, pick_ui};

pub fn label_fields_ui(ui: &mut Ui, label: &mut LabelForm) {
    let third = ((ui.available_width() - 2.0 * space::S) / 3.0).floor();
    ui.horizontal_top(|ui| {
        let formats: Vec<_> = LabelFileType::ALL
            .iter()
            .map(|kind| Choice::new(kind.clone(), kind.as_str()))
            .collect();
        let name = text!("ship-label-format-name");
        pick_ui(ui, text!("ship-label-format"), name, third, &mut label.file_type, &formats);
        let sizes: Vec<_> = LabelSize::ALL
            .iter()
            .map(|size| Choice::new(size.clone(), names::label_size(size)))
            .collect();
        let name = text!("ship-label-size-name");
        pick_ui(ui, text!("ship-label-size"), name, third, &mut label.size, &sizes);
        let turns: Vec<_> = LabelOrientation::ALL
            .iter()
            .map(|turn| Choice::new(turn.clone(), names::label_orientation(turn)))
            .collect();
        let rest = ui.available_width();
        let name = text!("ship-label-orientation-name");
        pick_ui(ui, text!("ship-label-orientation"), name, rest, &mut label.orientation, &turns);
    });
}

/// `Label: PDF, 4 × 6 in, portrait`
pub fn label_words(label: &LabelForm) -> String {
    let format = label.file_type.as_str();
    let size = names::label_size(&label.size);
    match &label.orientation {
        LabelOrientation::Portrait => {
            text!("ship-label-words-portrait", format = format, size = size)
        }
        LabelOrientation::Landscape => {
            text!("ship-label-words-landscape", format = format, size = size)
        }
        unknown @ LabelOrientation::Unknown(_) => text!(
            "ship-label-words",
            format = format,
            size = size,
            orientation = names::label_orientation(unknown)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_label_reads_as_its_form_does() {
        let label = LabelForm {
            file_type: LabelFileType::Pdf,
            size: LabelSize::S4x6,
            orientation: LabelOrientation::Portrait,
        };
        assert_eq!(label_words(&label), "Label: PDF, 4 × 6 in, portrait");
    }
}
