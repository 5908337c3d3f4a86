//! The keys of a new account, which the service returns only once: each can be
//! copied, and no secret is displayed.

use egui::Ui;

use crate::desk::kernel::session::Environment;
use crate::desk::sign_in::new_keys::NewKeys;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::Button;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::text::{code_ui, line_ui, muted_ui, strong_ui};

pub fn card_ui(ui: &mut Ui, keys: &NewKeys) {
    if keys.pairs.is_empty() {
        return;
    }
    Card::new("Keep your keys").show_ui(ui, |ui| {
        muted_ui(
            ui,
            "The service tells them this once: copy them into your password manager now. Postroom keeps them until it ends, and longer only where you sign in and tick Remember on this computer.",
        );
        line_ui(ui, size::CONTROL_COMPACT, |ui| {
            muted_ui(ui, "User name");
            code_ui(ui, &keys.user_name);
        });
        for pair in &keys.pairs {
            let word = match pair.environment {
                Environment::Production => "Production",
                Environment::Test | Environment::Practice => "Test",
            };
            ui.add_space(space::XS);
            strong_ui(ui, &format!("{word} key"));
            ui.horizontal(|ui| {
                code_ui(ui, &pair.key);
                let name = format!("Copy the {word} key");
                if Button::quiet("Copy key").name(&name).compact().show_ui(ui).clicked() {
                    ui.ctx().copy_text(pair.key.clone());
                }
                let name = format!("Copy the {word} secret");
                let secret = Button::quiet("Copy secret").name(&name).compact();
                if secret.show_ui(ui).clicked() {
                    ui.ctx().copy_text(pair.secret.expose().to_owned());
                }
            });
        }
    });
}
