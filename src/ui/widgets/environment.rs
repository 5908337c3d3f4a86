//! The environment of the account: a band with its color and name, the same everywhere.

use egui::{Frame, Response, RichText, Ui};

use crate::desk::kernel::session::Environment;
use crate::ui::theme::margins;
use crate::ui::tokens::{Tokens, radius, space, text};

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
                RichText::new(environment.word())
                    .font(text::small_strong())
                    .color(hue.on_solid),
            )
            .on_hover_text(match environment {
                Environment::Practice => "Practice: no real money, no real carrier",
                Environment::Test => "The service’s test world: labels are not valid for mailing",
                Environment::Production => "Real money, real labels",
            })
        })
        .inner
}
