//! "Create an account": a new account with a service.

use egui::Ui;

use super::fold::{FoldWords, fold_ui};
use super::is_entered;
use crate::api::user::SignUp;
use crate::base::secret::Secret;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::session::Connection;
use crate::desk::sign_in::intent::SignInIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::base_url::base_url_problem;
use crate::ui::tokens::space;
use crate::ui::widgets::{Button, Field, fields_ui, trouble_ui};

#[derive(Default)]
pub struct SignUpFields {
    pub base_url: String,
    company: String,
    first_name: String,
    last_name: String,
    email: String,
    /// Stays until the account is created: a mistake elsewhere in the form must not cost it.
    password: String,
    signup_key: String,
    tried: bool,
    /// The form is visible. Few users need it, so it opens on a click.
    is_unfolded: bool,
    /// The address that the form was sent to last, while its answer counts.
    sent_to: Option<String>,
}

impl SignUpFields {
    /// Whether a failure on this page is the answer to this form.
    pub fn is_sent(&self) -> bool {
        self.sent_to.is_some()
    }

    /// Something else was asked for.
    pub fn forget_answer(&mut self) {
        self.sent_to = None;
    }

    /// The account is there: its keys and the terms are on screen.
    pub fn created(&mut self) {
        self.password.clear();
        self.sent_to = None;
    }

    /// What is wrong with the address: how it is written, or that no service answered there.
    fn url_problem(&self, trouble: Option<&Trouble>) -> Option<String> {
        let is_unanswered =
            trouble.is_some_and(|it| it.offline || it.status == Some(404) && it.codes.is_empty());
        let is_same = self.sent_to.as_deref() == Some(self.base_url.trim());
        let unanswered = (is_unanswered && is_same).then(|| text!("connect-url-unanswered"));
        let written = self.tried.then(|| base_url_problem(&self.base_url)).flatten();
        written.or(unanswered.map(ToOwned::to_owned))
    }
}

pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut SignUpFields) {
    let mut wanted = None;
    let words = FoldWords {
        title: text!("connect-sign-up"),
        explained: text!("connect-sign-up-explained"),
        open: text!("connect-sign-up-open"),
    };
    let trouble = match &cx.state.connection {
        Connection::SignInNeeded { trouble, .. } if local.is_sent() => trouble.as_ref(),
        _ => None,
    };
    let mut is_unfolded = local.is_unfolded;
    fold_ui(ui, &words, &mut is_unfolded, |ui, is_new| {
        if let Some(trouble) = trouble {
            trouble_ui(ui, trouble, false);
            ui.add_space(space::S);
        }
        let tried = local.tried;
        let required = text!("connect-required");
        let needed = |value: &str| (tried && value.trim().is_empty()).then_some(required);
        let problem = local.url_problem(trouble);
        let mut entered = false;
        let mut field_ui = |ui: &mut Ui, field: Field<'_>, value: &mut String| {
            let response = field.show_ui(ui, value);
            entered |= is_entered(ui, &response);
            response
        };
        let url = Field::new(text!("connect-base-url"))
            .name(text!("connect-sign-up-base-url"))
            .hint("https://api.example.com/v3.1")
            .problem(problem.as_deref());
        let first = field_ui(ui, url, &mut local.base_url);
        if is_new {
            first.request_focus();
        }
        let company = Field::new(text!("connect-company")).problem(needed(&local.company));
        field_ui(ui, company, &mut local.company);
        let first_name = Field::new(text!("connect-first-name")).problem(needed(&local.first_name));
        let last_name = Field::new(text!("connect-last-name")).problem(needed(&local.last_name));
        let names =
            fields_ui(ui, [(first_name, &mut local.first_name), (last_name, &mut local.last_name)]);
        let problem = tried.then(|| email_problem(&local.email)).flatten();
        let email = Field::new(text!("connect-email")).problem(problem);
        field_ui(ui, email, &mut local.email);
        let password = Field::new(text!("connect-password"))
            .name(text!("connect-new-password"))
            .password()
            .problem(needed(&local.password));
        field_ui(ui, password, &mut local.password);
        let key = Field::new(text!("connect-sign-up-key"))
            .explain(text!("connect-sign-up-key-explained"));
        field_ui(ui, key, &mut local.signup_key);
        ui.add_space(space::S);
        let is_named = names.iter().any(|name| is_entered(ui, name));
        let create = Button::secondary(text!("connect-create-account")).full_width();
        if create.show_ui(ui).clicked() || entered || is_named {
            local.tried = true;
            wanted = sign_up_of(local);
        }
    });
    local.is_unfolded = is_unfolded;
    if let Some((base_url, form)) = wanted {
        local.sent_to = Some(base_url.clone());
        cx.ask(SignInIntent::SignUp { base_url, form });
    }
}

fn sign_up_of(local: &SignUpFields) -> Option<(String, Box<SignUp>)> {
    let filled = [&local.company, &local.first_name, &local.last_name, &local.password]
        .iter()
        .all(|text| !text.trim().is_empty());
    let valid =
        base_url_problem(&local.base_url).is_none() && email_problem(&local.email).is_none();
    (filled && valid).then(|| {
        let key = local.signup_key.trim();
        let form = SignUp {
            email: local.email.trim().to_owned(),
            password: Secret::new(local.password.clone()),
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
