//! First start: try it with the practice service, sign in, or sign up and accept the
//! terms (sections 3.1 and 4.2). Everything wrong is said beside its field before any call.

mod keys;

use egui::{Align, Layout, RichText, ScrollArea, Ui};

use crate::api::user::SignUp;
use crate::base::id::AccountId;
use crate::base::secret::Secret;
use crate::desk::intent::{Intent, SignIn};
use crate::desk::state::{Connection, Environment};
use crate::ui::Cx;
use crate::ui::tokens::{size, space, text};
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::{check_ui, segmented_ui};
use crate::ui::widgets::field::label_ui;
use crate::ui::widgets::notice::{Answer, trouble_ui};
use crate::ui::widgets::text::{heading_ui, line_ui, muted_ui, small_muted_ui};
use crate::ui::widgets::{Button, Field, Icon, icon};

#[derive(Default)]
pub struct Local {
    account: AccountFields,
    new: SignUpFields,
    terms_accepted: bool,
    /// Filled from the settings once.
    is_filled: bool,
}

struct AccountFields {
    environment: Environment,
    base_url: String,
    api_key: String,
    api_secret: String,
    user_name: String,
    password: String,
    /// The button was pressed: from now on empty fields are named.
    tried: bool,
}

impl Default for AccountFields {
    fn default() -> Self {
        Self {
            environment: Environment::Test,
            base_url: String::new(),
            api_key: String::new(),
            api_secret: String::new(),
            user_name: String::new(),
            password: String::new(),
            tried: false,
        }
    }
}

#[derive(Default)]
struct SignUpFields {
    base_url: String,
    company: String,
    first_name: String,
    last_name: String,
    email: String,
    password: String,
    signup_key: String,
    tried: bool,
}

const WIDEST: f32 = 1120.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    fill_once(cx);
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            let side = ((ui.available_width() - WIDEST) * 0.5).max(0.0).floor();
            ui.horizontal_top(|ui| {
                ui.add_space(side);
                ui.vertical(|ui| {
                    ui.set_width(ui.available_width().min(WIDEST));
                    ui.add_space(space::XL);
                    ui.label(RichText::new("Postroom").font(text::display()));
                    muted_ui(ui, "Compare rates, buy and print labels, track parcels");
                    ui.add_space(space::L);
                    content_ui(ui, cx);
                });
            });
        });
}

fn content_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    match &cx.state.connection {
        Connection::Connecting { environment } => connecting_ui(ui, *environment),
        Connection::TermsPending {
            account,
            account_name,
        } => terms_ui(ui, cx, account.clone(), account_name.clone()),
        Connection::SignInNeeded {
            environment,
            trouble,
        } => {
            if let Some(trouble) = trouble {
                if trouble_ui(ui, trouble, *environment == Environment::Practice)
                    == Some(Answer::Retry)
                {
                    cx.intents.push(Intent::TryPractice);
                }
            } else {
                let words = format!(
                    "Sign in to {} to go on. What was saved here stays",
                    environment.word().to_lowercase()
                );
                muted_ui(ui, &words);
            }
            ui.add_space(space::S);
            doors_ui(ui, cx);
        }
        Connection::None | Connection::Connected(_) => doors_ui(ui, cx),
    }
}

fn connecting_ui(ui: &mut Ui, environment: Environment) {
    let words = match environment {
        Environment::Practice => "Starting the practice service…",
        Environment::Test | Environment::Production => "Signing in…",
    };
    Card::new(words).show_ui(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spinner();
            muted_ui(ui, "This takes a few seconds at most");
        });
    });
}

fn doors_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.spacing_mut().item_spacing.x = space::L;
    ui.columns_const(|[practice, account, new]| {
        try_ui(practice, cx);
        account_ui(account, cx);
        sign_up_ui(new, cx);
    });
}

fn try_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    Card::new("Try it now").show_ui(ui, |ui| {
        muted_ui(
            ui,
            "A complete practice service runs inside this program. No account, no network, no real money",
        );
        ui.add_space(space::S);
        for words in [
            "Four carriers with their own prices",
            "$500.00 to spend, refilled at will",
            "Parcels that move as practice days pass",
        ] {
            line_ui(ui, size::ICON, |ui| {
                icon::small_ui(ui, Icon::Check, cx.tokens.good.ink);
                ui.label(words);
            });
        }
        ui.add_space(space::M);
        let button = Button::primary("Try it now").full_width();
        if button.show_ui(ui).clicked() {
            cx.ask(Intent::TryPractice);
        }
    });
}

fn account_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut wanted = None;
    let local = &mut cx.local.connect.account;
    Card::new("I have an account").show_ui(ui, |ui| {
        label_ui(ui, "Environment");
        segmented_ui(
            ui,
            "Environment",
            &mut local.environment,
            &[
                (Environment::Test, "Test"),
                (Environment::Production, "Production"),
            ],
        );
        let tried = local.tried;
        let needed = |value: &str| (tried && value.trim().is_empty()).then_some("This is needed");
        let problem = tried.then(|| base_url_problem(&local.base_url)).flatten();
        Field::new("Base URL")
            .hint("https://api.example.com/v3.1")
            .problem(problem)
            .show_ui(ui, &mut local.base_url);
        let problem = needed(&local.api_key);
        Field::new("API key")
            .problem(problem)
            .show_ui(ui, &mut local.api_key);
        let problem = needed(&local.api_secret);
        Field::new("API secret")
            .password()
            .problem(problem)
            .show_ui(ui, &mut local.api_secret);
        let problem = needed(&local.user_name);
        Field::new("User name")
            .problem(problem)
            .explain("The identifier of the user, not the e-mail address")
            .show_ui(ui, &mut local.user_name);
        let problem = needed(&local.password);
        Field::new("Password")
            .name("Account password")
            .password()
            .problem(problem)
            .show_ui(ui, &mut local.password);
        ui.add_space(space::S);
        if Button::secondary("Connect")
            .full_width()
            .show_ui(ui)
            .clicked()
        {
            local.tried = true;
            wanted = sign_in_of(local);
        }
        small_muted_ui(ui, "Secrets stay in memory and are asked for at each start");
    });
    if let Some(sign_in) = wanted {
        cx.ask(Intent::SignIn(sign_in));
    }
}

/// The request, once nothing is missing; the secrets leave the form.
fn sign_in_of(local: &mut AccountFields) -> Option<SignIn> {
    let filled = [
        &local.api_key,
        &local.api_secret,
        &local.user_name,
        &local.password,
    ]
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

fn sign_up_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut wanted = None;
    let local = &mut cx.local.connect.new;
    Card::new("Sign me up").show_ui(ui, |ui| {
        let tried = local.tried;
        let needed = |value: &str| (tried && value.trim().is_empty()).then_some("This is needed");
        let problem = tried.then(|| base_url_problem(&local.base_url)).flatten();
        Field::new("Base URL")
            .name("Sign-up base URL")
            .hint("https://api.example.com/v3.1")
            .problem(problem)
            .show_ui(ui, &mut local.base_url);
        let problem = needed(&local.company);
        Field::new("Company")
            .problem(problem)
            .show_ui(ui, &mut local.company);
        let half = (ui.available_width() - space::S) * 0.5;
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let problem = needed(&local.first_name);
            Field::new("First name")
                .width(half)
                .problem(problem)
                .show_ui(ui, &mut local.first_name);
            let problem = needed(&local.last_name);
            Field::new("Last name")
                .width(half)
                .problem(problem)
                .show_ui(ui, &mut local.last_name);
        });
        let problem = tried.then(|| email_problem(&local.email)).flatten();
        Field::new("E-mail")
            .problem(problem)
            .show_ui(ui, &mut local.email);
        let problem = needed(&local.password);
        Field::new("Password")
            .name("New password")
            .password()
            .problem(problem)
            .show_ui(ui, &mut local.password);
        Field::new("Sign-up key")
            .explain("Only if you were given one")
            .show_ui(ui, &mut local.signup_key);
        ui.add_space(space::S);
        if Button::secondary("Sign me up")
            .full_width()
            .show_ui(ui)
            .clicked()
        {
            local.tried = true;
            wanted = sign_up_of(local);
        }
    });
    if let Some((base_url, form)) = wanted {
        cx.ask(Intent::SignUp { base_url, form });
    }
}

fn sign_up_of(local: &mut SignUpFields) -> Option<(String, Box<SignUp>)> {
    let filled = [
        &local.company,
        &local.first_name,
        &local.last_name,
        &local.password,
    ]
    .iter()
    .all(|text| !text.trim().is_empty());
    let valid =
        base_url_problem(&local.base_url).is_none() && email_problem(&local.email).is_none();
    (filled && valid).then(|| {
        let key = local.signup_key.trim();
        let form = SignUp {
            email: local.email.trim().to_owned(),
            password: Secret::new(std::mem::take(&mut local.password)),
            company_name: local.company.trim().to_owned(),
            first_name: local.first_name.trim().to_owned(),
            last_name: local.last_name.trim().to_owned(),
            signup_key: (!key.is_empty()).then(|| key.to_owned()),
        };
        (local.base_url.trim().to_owned(), Box::new(form))
    })
}

fn terms_ui(ui: &mut Ui, cx: &mut Cx<'_>, account: AccountId, account_name: String) {
    let mut accept = false;
    if let Some(new) = &cx.state.new_keys {
        keys::card_ui(ui, new);
        ui.add_space(space::S);
    }
    let local = &mut cx.local.connect;
    Card::new("Accept the terms").show_ui(ui, |ui| {
        heading_ui(ui, &account_name);
        ui.set_max_width(size::READING);
        muted_ui(
            ui,
            "The account exists. It can ship once the terms and conditions of the service are accepted; its operator gives you their text",
        );
        ui.add_space(space::S);
        check_ui(
            ui,
            "I have read the terms and conditions and accept them for this account",
            &mut local.terms_accepted,
        );
        ui.add_space(space::S);
        let reason = (!local.terms_accepted).then_some("Tick the sentence above first");
        ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
            accept = Button::primary("Accept and activate")
                .disabled_because(reason)
                .show_ui(ui)
                .clicked();
        });
    });
    if accept {
        cx.ask(Intent::ApproveTerms { account });
    }
    ui.add_space(space::S);
    if Button::quiet("Back").show_ui(ui).clicked() {
        cx.ask(Intent::Leave);
    }
}

fn fill_once(cx: &mut Cx<'_>) {
    let local = &mut cx.local.connect;
    if local.is_filled {
        return;
    }
    local.is_filled = true;
    local.account.base_url = cx.state.settings.base_url.clone();
    local.new.base_url = cx.state.settings.base_url.clone();
    if let Connection::SignInNeeded { environment, .. } = &cx.state.connection
        && *environment != Environment::Practice
    {
        local.account.environment = *environment;
    }
}

/// HTTPS everywhere, plain HTTP only to this machine.
pub fn base_url_problem(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Some("This is needed");
    }
    let here = ["http://127.0.0.1", "http://[::1]", "http://localhost"]
        .iter()
        .filter_map(|start| text.strip_prefix(start))
        .any(|rest| rest.is_empty() || rest.starts_with([':', '/']));
    let host = text.strip_prefix("https://").unwrap_or_default();
    let named = !host.is_empty() && !host.starts_with(['/', ':']);
    (!here && !named).then_some("Start it with https://, as in https://api.example.com/v3.1")
}

fn email_problem(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Some("This is needed");
    }
    let (name, host) = text.rsplit_once('@').unwrap_or_default();
    let whole = !name.is_empty() && host.contains('.') && !text.contains(char::is_whitespace);
    (!whole).then_some("Write it as name@company.com")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_safe_addresses_are_let_through() {
        for (text, fine) in [
            ("https://api.example.com/v3.1", true),
            ("http://127.0.0.1:8331/v3.1", true),
            ("http://localhost:8331", true),
            ("http://127.0.0.1.evil.example", false),
            ("http://api.example.com", false),
            ("api.example.com", false),
            ("https://", false),
            ("", false),
        ] {
            assert_eq!(base_url_problem(text).is_none(), fine, "{text}");
        }
    }

    #[test]
    fn an_e_mail_has_a_name_and_a_host() {
        for (text, fine) in [
            ("a@b.example", true),
            ("a@b", false),
            ("@b.example", false),
            ("a b@c.example", false),
        ] {
            assert_eq!(email_problem(text).is_none(), fine, "{text}");
        }
    }

    #[test]
    fn secrets_leave_the_form_with_the_request() {
        let mut local = AccountFields {
            base_url: "https://api.example.com".into(),
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
