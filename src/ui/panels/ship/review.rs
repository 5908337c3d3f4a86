//! A short summary of the purchase, for a last check.

use egui::{RichText, Ui};

use super::options::size_words;
use crate::desk::parcel::draft::{Draft, LabelForm};
use crate::desk::parcel::rate_ranking::service_name;
use crate::desk::ship::rate_history::package_words;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::place_line;
use crate::ui::parts::rate_words::{account_words, arrival};
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::card::Card;
use crate::ui::widgets::words::wrapped_ui;

pub fn card_ui(ui: &mut Ui, cx: &Cx<'_>, draft: &Draft) {
    let Some(rate) = &draft.chosen else {
        return;
    };
    Card::new("Review")
        .done(cx.state.ship.problems.is_empty())
        .show_ui(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            row_ui(
                ui,
                "From",
                &format!("{}, {}", draft.from.name.trim(), place_line(&draft.from)),
            );
            row_ui(
                ui,
                "To",
                &format!("{}, {}", draft.to.name.trim(), place_line(&draft.to)),
            );
            for package in &draft.packages {
                row_ui(ui, "Package", &package_words(package));
            }
            let service = rate
                .final_service
                .as_ref()
                .map(service_name)
                .unwrap_or_default();
            row_ui(
                ui,
                "Service",
                &format!("{service}, {}", account_words(cx.state, rate)),
            );
            row_ui(ui, "Arrives", &arrival(rate, cx.zone));
            let label = &draft.label;
            row_ui(ui, "Label", &label_words(label));
        });
}

fn row_ui(ui: &mut Ui, name: &str, value: &str) {
    let tokens = Tokens::of_theme(ui);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        crate::ui::widgets::field::column_ui(ui, NAME_WIDTH, |ui| {
            ui.label(
                RichText::new(name)
                    .font(text::label())
                    .color(tokens.ink_muted),
            );
        });
        wrapped_ui(ui, value, text::body(), tokens.ink);
    });
}

const NAME_WIDTH: f32 = 60.0;

/// `PDF, 4 × 6 in, portrait`
fn label_words(label: &LabelForm) -> String {
    let turned = label.orientation.as_str().to_lowercase();
    format!("{}, {}, {turned}", label.file_type, size_words(&label.size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::value::{LabelFileType, LabelOrientation, LabelSize};

    #[test]
    fn the_label_reads_as_its_form_does() {
        let label = LabelForm {
            file_type: LabelFileType::Pdf,
            size: LabelSize::S4x6,
            orientation: LabelOrientation::Portrait,
        };
        assert_eq!(label_words(&label), "PDF, 4 × 6 in, portrait");
    }
}
