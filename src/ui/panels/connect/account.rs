//! "I have an account": the keys and the user, and whether to store them on this computer.

use egui::Ui;

use super::fold::{FoldWords, fold_ui};
use super::{is_entered, remember};
use crate::base::secret::Secret;
use crate::desk::kernel::session::SignIn;
use crate::desk::sign_in::intent::SignInIntent;
use crate::desk::sign_in::saved_accounts::{SavedAccount, SecretLocation};
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::base_url::base_url_problem;
use crate::ui::tokens::space;
use crate::ui::widgets::{Button, Field, fields_ui, labelled_ui};

pub struct AccountFields {
    pub environment: Environment,
    pub base_url: String,
    api_key: String,
    /// The last characters of the API key of the known account that signs in again.
    key_end: String,
    api_secret: String,
    user_name: String,
    password: String,
    /// The button was pressed: from then on empty fields are marked.
    tried: bool,
    remember: remember::Fields,
    /// The form is visible.
    pub is_unfolded: bool,
}

impl Default for AccountFields {
    fn default() -> Self {
        Self {
            environment: Environment::Test,
            base_url: String::new(),
            api_key: String::new(),
            key_end: String::new(),
            api_secret: String::new(),
            user_name: String::new(),
            password: String::new(),
            tried: false,
            remember: remember::Fields::default(),
            is_unfolded: false,
        }
    }
}

impl AccountFields {
    /// Fills in everything except the secrets.
    pub fn of_saved_account(account: &SavedAccount) -> Self {
        Self {
            environment: account.environment,
            base_url: account.base_url.clone(),
            key_end: account.key_end.clone(),
            user_name: account.user_name.clone(),
            remember: remember::Fields::wanted(account.kept != SecretLocation::Nowhere),
            ..Self::default()
        }
    }
}

/// `focus` puts the keyboard into the form.
pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AccountFields, focus: bool) {
    let mut wanted = None;
    let mut look = false;
    let known = &cx.state.accounts.saved;
    local.remember.tried = local.tried;
    let words = FoldWords {
        title: text!("connect-account"),
        explained: text!("connect-account-explained"),
        open: text!("connect-account-open"),
    };
    let mut is_unfolded = local.is_unfolded;
    fold_ui(ui, &words, &mut is_unfolded, |ui, is_new| {
        let entered = keys_ui(ui, local, is_new || focus);
        ui.add_space(space::S);
        let looking = remember::choice_ui(ui, known, &mut local.remember, &mut look);
        ui.add_space(space::XS);
        let connect = Button::secondary(text!("connect-sign-in")).full_width();
        let pressed = connect.disabled_because(looking.as_deref()).show_ui(ui).clicked();
        if pressed || entered && looking.is_none() {
            local.tried = true;
            let place = local.remember.place(known);
            if let Ok(place) = place {
                wanted = sign_in_of(local).map(|sign_in| (sign_in, place));
            }
        }
    });
    local.is_unfolded = is_unfolded;
    if look {
        cx.ask(SignInIntent::LookForKeyring);
    }
    match wanted {
        Some((sign_in, None)) => cx.ask(SignInIntent::SignIn(sign_in)),
        Some((sign_in, Some(place))) => {
            cx.ask(SignInIntent::SignInAndKeep { sign_in, place });
        }
        None => {}
    }
}

/// The environment, the keys and the user; `focus` puts the keyboard into the first empty field.
/// Returns whether Enter was pressed in one of them.
fn keys_ui(ui: &mut Ui, local: &mut AccountFields, focus: bool) -> bool {
    labelled_ui(
        ui,
        text!("connect-environment"),
        &mut local.environment,
        &[
            (Environment::Test, text!("connect-environment-test")),
            (Environment::Production, text!("connect-environment-production")),
        ],
    );
    let tried = local.tried;
    let required = text!("connect-required");
    let needed = |value: &str| (tried && value.trim().is_empty()).then_some(required);
    let problem = tried.then(|| base_url_problem(&local.base_url)).flatten();
    let has_url = !local.base_url.trim().is_empty();
    let url = Field::new(text!("connect-base-url"))
        .hint("https://api.example.com/v3.1")
        .problem(problem.as_deref())
        .show_ui(ui, &mut local.base_url);
    let ending = text!("connect-api-key-ends-in", end = &local.key_end);
    let key = Field::new(text!("connect-api-key")).problem(needed(&local.api_key));
    let key = if local.key_end.is_empty() { key } else { key.explain(&ending) };
    let secret = Field::new(text!("connect-api-secret")).problem(needed(&local.api_secret));
    let [key, secret] =
        fields_ui(ui, [(key, &mut local.api_key), (secret.password(), &mut local.api_secret)]);
    if focus {
        let first = if has_url { &key } else { &url };
        first.request_focus();
    }
    let user = Field::new(text!("connect-user-name"))
        .problem(needed(&local.user_name))
        .explain(text!("connect-user-name-explained"));
    let password = Field::new(text!("connect-password"))
        .name(text!("connect-account-password"))
        .password()
        .problem(needed(&local.password));
    let [user, password] =
        fields_ui(ui, [(user, &mut local.user_name), (password, &mut local.password)]);
    [url, key, secret, user, password].iter().any(|field| is_entered(ui, field))
}

/// The sign-in request, or `None` if something is missing. Takes the secrets out of the form.
fn sign_in_of(local: &mut AccountFields) -> Option<SignIn> {
    let filled = [&local.api_key, &local.api_secret, &local.user_name, &local.password]
        .iter()
        .all(|text| !text.trim().is_empty());
    (filled && base_url_problem(&local.base_url).is_none()).then(|| SignIn {
        environment: local.environment,
        base_url: local.base_url.trim().to_owned(),
        api_key: local.api_key.trim().to_owned(),
        api_secret: Secret::new(std::mem::take(&mut local.api_secret)),
        user_name: local.user_name.trim().to_owned(),
        password: Secret::new(std::mem::take(&mut local.password)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_leave_the_form_with_the_request() {
        let mut local = AccountFields {
            base_url: "https://api.example.com/v3.1".into(),
            api_key: "key".into(),
            api_secret: "canary".into(),
            user_name: "clerk".into(),
            password: "canary".into(),
            ..AccountFields::default()
        };
        let sign_in = sign_in_of(&mut local).unwrap();
        assert_eq!(sign_in.password.expose(), "canary");
        assert!(local.api_secret.is_empty() && local.password.is_empty());
    }
}
