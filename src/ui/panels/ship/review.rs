//! A short summary of the purchase, for a last check.

use egui::{RichText, Ui};

use crate::desk::parcel::draft::{AddressForm, Draft, LabelForm};
use crate::desk::parcel::names;
use crate::desk::parcel::rate_ranking::service_name;
use crate::desk::ship::rate_history::package_words;
use crate::text;
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
    Card::new(text!("ship-review-title"))
        .done(cx.state.ship.problems.is_empty())
        .show_ui(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            row_ui(ui, text!("ship-review-from"), &address_words(&draft.from));
            row_ui(ui, text!("ship-review-to"), &address_words(&draft.to));
            for package in &draft.packages {
                let words = package_words(package);
                row_ui(ui, text!("ship-review-package"), &words);
            }
            let service = rate
                .final_service
                .as_ref()
                .map(service_name)
                .unwrap_or_default();
            let account = account_words(cx.state, rate);
            let words = text!(
                "ship-review-service-words",
                service = service,
                account = account
            );
            row_ui(ui, text!("ship-review-service"), &words);
            let words = arrival(rate, cx.zone);
            row_ui(ui, text!("ship-review-arrives"), &words);
            let words = label_words(&draft.label);
            row_ui(ui, text!("ship-review-label"), &words);
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

fn address_words(form: &AddressForm) -> String {
    text!(
        "ship-review-address",
        name = form.name.trim(),
        place = place_line(form)
    )
}

/// `PDF, 4 × 6 in, Portrait`
fn label_words(label: &LabelForm) -> String {
    text!(
        "ship-review-label-words",
        format = label.file_type.as_str(),
        size = names::label_size(&label.size),
        orientation = names::label_orientation(&label.orientation)
    )
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
        assert_eq!(label_words(&label), "PDF, 4 × 6 in, Portrait");
    }
}
