//! The environment of the account: a band with its color and name, the same everywhere.

use egui::{Frame, Response, RichText, Ui};

use crate::rows::scope::Environment;
use crate::text;
use crate::ui::theme::margins;
use crate::ui::tokens::{Tokens, radius, space, text};

/// The width of the band.
pub fn band_width(ui: &Ui, environment: Environment) -> f32 {
    let words = environment.name().to_uppercase();
    let ink = egui::Color32::PLACEHOLDER;
    let line = ui.painter().layout_no_wrap(words, text::small_strong(), ink);
    line.size().x.ceil() + 2.0 * space::M
}

pub fn band_ui(ui: &mut Ui, environment: Environment) -> Response {
    let tokens = Tokens::of_theme(ui);
    let hue = match environment {
        Environment::Practice => tokens.practice,
        Environment::Test => tokens.test,
        Environment::Production => tokens.production,
    };
    Frame::new()
        .fill(hue.solid)
        .corner_radius(radius::CONTROL)
        .inner_margin(margins(space::M, space::XS))
        .show(ui, |ui| {
            ui.label(
                RichText::new(environment.name().to_uppercase())
                    .font(text::small_strong())
                    .color(hue.on_solid),
            )
            .on_hover_text(match environment {
                Environment::Practice => text!("parts-environment-practice"),
                Environment::Test => text!("parts-environment-test"),
                Environment::Production => text!("parts-environment-production"),
            })
        })
        .inner
}
