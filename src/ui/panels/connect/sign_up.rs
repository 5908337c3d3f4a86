//! "Create an account": a new account with a service.

use egui::Ui;

use super::fold::{FoldWords, fold_ui};
use crate::api::user::SignUp;
use crate::base::secret::Secret;
use crate::desk::sign_in::intent::SignInIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::base_url::base_url_problem;
use crate::ui::tokens::space;
use crate::ui::widgets::{Button, Field};

#[derive(Default)]
pub struct SignUpFields {
    pub base_url: String,
    company: String,
    first_name: String,
    last_name: String,
    email: String,
    password: String,
    signup_key: String,
    tried: bool,
    /// The form is visible. Few users need it, so it opens on a click.
    is_unfolded: bool,
}

pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut SignUpFields) {
    let mut wanted = None;
    let words = FoldWords {
        title: text!("connect-sign-up"),
        explained: text!("connect-sign-up-explained"),
        open: text!("connect-sign-up-open"),
    };
    let mut is_unfolded = local.is_unfolded;
    fold_ui(ui, &words, &mut is_unfolded, |ui, is_new| {
        let tried = local.tried;
        let required = text!("connect-required");
        let needed = |value: &str| (tried && value.trim().is_empty()).then_some(required);
        let problem = tried.then(|| base_url_problem(&local.base_url)).flatten();
        let first = Field::new(text!("connect-base-url"))
            .name(text!("connect-sign-up-base-url"))
            .hint("https://api.example.com/v3.1")
            .problem(problem)
            .show_ui(ui, &mut local.base_url);
        if is_new {
            first.request_focus();
        }
        let problem = needed(&local.company);
        Field::new(text!("connect-company")).problem(problem).show_ui(ui, &mut local.company);
        let half = (ui.available_width() - space::S) * 0.5;
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let problem = needed(&local.first_name);
            Field::new(text!("connect-first-name"))
                .width(half)
                .problem(problem)
                .show_ui(ui, &mut local.first_name);
            let problem = needed(&local.last_name);
            Field::new(text!("connect-last-name"))
                .width(half)
                .problem(problem)
                .show_ui(ui, &mut local.last_name);
        });
        let problem = tried.then(|| email_problem(&local.email)).flatten();
        Field::new(text!("connect-email")).problem(problem).show_ui(ui, &mut local.email);
        let problem = needed(&local.password);
        Field::new(text!("connect-password"))
            .name(text!("connect-new-password"))
            .password()
            .problem(problem)
            .show_ui(ui, &mut local.password);
        Field::new(text!("connect-sign-up-key"))
            .explain(text!("connect-sign-up-key-explained"))
            .show_ui(ui, &mut local.signup_key);
        ui.add_space(space::S);
        if Button::secondary(text!("connect-create-account")).full_width().show_ui(ui).clicked() {
            local.tried = true;
            wanted = sign_up_of(local);
        }
    });
    local.is_unfolded = is_unfolded;
    if let Some((base_url, form)) = wanted {
        cx.ask(SignInIntent::SignUp { base_url, form });
    }
}

fn sign_up_of(local: &mut SignUpFields) -> Option<(String, Box<SignUp>)> {
    let filled = [&local.company, &local.first_name, &local.last_name, &local.password]
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

fn email_problem(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Some(text!("connect-required"));
    }
    let (name, host) = text.rsplit_once('@').unwrap_or_default();
    let whole = !name.is_empty() && host.contains('.') && !text.contains(char::is_whitespace);
    (!whole).then_some(text!("connect-email-problem"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_e_mail_has_a_name_and_a_host() {
        for (text, fine) in
            [("a@b.example", true), ("a@b", false), ("@b.example", false), ("a b@c.example", false)]
        {
            assert_eq!(email_problem(text).is_none(), fine, "{text}");
        }
    }
}
