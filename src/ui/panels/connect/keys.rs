//! The keys of a new account, which the service returns only once: each can be
//! copied, and no secret is displayed.

use std::collections::BTreeSet;

use egui::Ui;

use crate::desk::sign_in::intent::SignInIntent;
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::{Button, Card, code_ui, line_ui, muted_ui, strong_ui};

#[derive(Default)]
pub struct KeysViewState {
    /// The texts that were copied one by one.
    copied: BTreeSet<&'static str>,
}

pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut KeysViewState) {
    let Some(keys) = cx.state.accounts.new_keys.as_ref().filter(|keys| !keys.pairs.is_empty())
    else {
        return;
    };
    let mut all = false;
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
                    local.copied.insert(copy_key);
                }
                let secret = Button::quiet(text!("connect-keys-copy-secret"));
                let secret = secret.name(copy_secret).compact();
                if secret.show_ui(ui).clicked() {
                    ui.ctx().copy_text(pair.secret.expose().to_owned());
                    local.copied.insert(copy_secret);
                }
            });
        }
        ui.add_space(space::S);
        all = Button::secondary(text!("connect-keys-copy-all")).show_ui(ui).clicked();
    });
    if all {
        ui.ctx().copy_text(keys.as_text().expose().to_owned());
    }
    if all || local.copied.len() == 2 * keys.pairs.len() && !keys.copied {
        cx.ask(SignInIntent::KeysCopied);
    }
    ui.add_space(space::S);
}
