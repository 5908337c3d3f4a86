//! The keys of a new account, which the service returns only once: each can be
//! copied, and no secret is displayed.

use egui::Ui;

use crate::desk::kernel::session::Environment;
use crate::desk::sign_in::new_keys::NewKeys;
use crate::text;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::Button;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::text::{code_ui, line_ui, muted_ui, strong_ui};

pub fn card_ui(ui: &mut Ui, keys: &NewKeys) {
    if keys.pairs.is_empty() {
        return;
    }
    Card::new(text!("connect-keys")).show_ui(ui, |ui| {
        muted_ui(ui, text!("connect-keys-explained"));
        line_ui(ui, size::CONTROL_COMPACT, |ui| {
            muted_ui(ui, text!("connect-user-name"));
            code_ui(ui, &keys.user_name);
        });
        for pair in &keys.pairs {
            let [title, copy_key, copy_secret] = match pair.environment {
                Environment::Production => [
                    text!("connect-keys-production"),
                    text!("connect-keys-copy-production-key"),
                    text!("connect-keys-copy-production-secret"),
                ],
                Environment::Test | Environment::Practice => [
                    text!("connect-keys-test"),
                    text!("connect-keys-copy-test-key"),
                    text!("connect-keys-copy-test-secret"),
                ],
            };
            ui.add_space(space::XS);
            strong_ui(ui, title);
            ui.horizontal(|ui| {
                code_ui(ui, &pair.key);
                let key = Button::quiet(text!("connect-keys-copy-key"));
                if key.name(copy_key).compact().show_ui(ui).clicked() {
                    ui.ctx().copy_text(pair.key.clone());
                }
                let secret = Button::quiet(text!("connect-keys-copy-secret"));
                let secret = secret.name(copy_secret).compact();
                if secret.show_ui(ui).clicked() {
                    ui.ctx().copy_text(pair.secret.expose().to_owned());
                }
            });
        }
    });
}
