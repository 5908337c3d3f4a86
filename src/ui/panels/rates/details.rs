//! The selected rate: its fees, and the button to ship with it.

use egui::{RichText, Ui};

use crate::api::rate::Rate;
use crate::base::money::Money;
use crate::parcel::rate_ranking::{service_name, spaced};
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::rate_words::{account_words, arrival, only_for};
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::{
    Button, Card, from_left_ui, from_right_ui, money_words, short_ui, small_muted_ui, wrapped_ui,
};

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, rate: Option<&Rate>) {
    let tokens = Tokens::of_theme(ui);
    let Some(rate) = rate else {
        Card::new(text!("rates-choose-title")).show_ui(ui, |ui| {
            small_muted_ui(ui, text!("rates-choose-hint"));
        });
        return;
    };
    let service = rate.final_service.as_ref().map(service_name).unwrap_or_default();
    Card::new(&service).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        small_muted_ui(ui, &account_words(cx.state, rate));
        if rate.delivery_days.is_some() {
            small_muted_ui(ui, &arrival(rate, cx.zone));
        }
        if let Some(words) = only_for(rate) {
            wrapped_ui(ui, words, text::small(), tokens.ink);
        }
        let currency = rate.price().map(|price| price.currency).unwrap_or_default();
        for fee in &rate.fees {
            let kind = fee.kind.as_deref().map(spaced);
            let kind = kind.unwrap_or_else(|| text!("rates-fee").to_owned());
            let package = match fee.package_number {
                Some(number) if cx.state.ship.draft.packages.len() > 1 => {
                    text!("rates-fee-of-package", fee = kind, number = number)
                }
                _ => kind,
            };
            let how = fee.rating_type.as_deref().map(spaced);
            line_ui(
                ui,
                &package,
                fee.fee.map(|fee| money_words(Money::new(fee, currency))),
                how.as_deref(),
            );
        }
        let line = egui::Stroke::new(size::HAIRLINE, tokens.line);
        let (rect, _) = ui.allocate_exact_size(
            egui::vec2(ui.available_width(), size::HAIRLINE),
            egui::Sense::empty(),
        );
        ui.painter().hline(rect.x_range(), rect.center().y, line);
        ui.add_space(space::XS);
        let total = rate.price().map(money_words);
        line_ui(ui, text!("rates-total"), total, None);
        ui.add_space(space::XS);
        let button = Button::primary(text!("rates-ship-with")).shortcut("Enter").full_width();
        if button.show_ui(ui).clicked() {
            cx.commands.push(Command::ShipWith(Box::new(rate.clone())));
        }
    });
}

fn line_ui(ui: &mut Ui, name: &str, amount: Option<String>, how: Option<&str>) {
    let tokens = Tokens::of_theme(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = size::ICON;
        // The amount takes its room first: a long name of a fee is cut, the amount never.
        from_right_ui(ui, |ui| {
            let words = amount.unwrap_or_else(|| "–".to_owned());
            ui.label(RichText::new(words).font(text::body_medium()).color(tokens.ink));
            from_left_ui(ui, |ui| {
                let response = short_ui(ui, name, text::body(), tokens.ink);
                if let Some(how) = how {
                    response.on_hover_text(how);
                }
            });
        });
    });
}
