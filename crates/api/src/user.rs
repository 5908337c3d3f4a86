//! Users, sign-up and terms: sections 2.3, 2.4 and the calls of 4.2.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::account::Account;
use super::call::Call;
use super::lenient::{self, Decoded};
use super::page::{self, ListItem, RowMatch};
use crate::text;
use postroom_base::clock::WireTime;
use postroom_base::id::{AccountId, UserId};
use postroom_base::secret::Secret;

wire! {
    /// A user of the account (section 2.3). `user_name` is an identifier, not the e-mail address.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct User {
        pub id: Option<UserId>,
        pub role: Option<String>,
        pub is_email_verified: Option<bool>,
        pub first_name: Option<String>,
        pub last_name: Option<String>,
        pub user_name: Option<String>,
        pub email: Option<String>,
        pub last_login_date: Option<WireTime>,
        pub password_change_date: Option<WireTime>,
        pub password_change_due_date: Option<WireTime>,
        pub created_date: Option<WireTime>,
        pub is_activated: Option<bool>,
        pub account: Option<Box<Account>>,
    }

    /// An application and its keys, in the sign-up response (section 2.4).
    #[derive(Clone, Default, PartialEq, Deserialize)]
    pub struct App {
        pub id: Option<String>,
        pub account_id: Option<AccountId>,
        pub app_id: Option<String>,
        pub partner_account_id: Option<String>,
        pub partner_name: Option<String>,
        pub app_name: Option<String>,
        pub app_description: Option<String>,
        pub api_version: Option<String>,
        pub help_url: Option<String>,
        pub date_created: Option<WireTime>,
        pub api_key: Option<String>,
        pub api_secret: Secret,
        pub test_api_key: Option<String>,
        pub test_api_secret: Secret,
        pub status: Option<String>,
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").field("app_name", &self.app_name).finish_non_exhaustive()
    }
}

/// Body of POST /User/SignUp/Customer (section 4.2). Not `Serialize`, so that only the call itself
/// can write out the password.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SignUp {
    pub email: String,
    pub password: Secret,
    pub company_name: String,
    pub first_name: String,
    pub last_name: String,
    pub signup_key: Option<String>,
}

wire! {
    /// Response of POST /User/SignUp/Customer.
    #[derive(Clone, Debug, Default, PartialEq, Deserialize)]
    pub struct SignUpReply {
        pub user: Option<User>,
        pub access_token: Secret,
        pub refresh_token: Secret,
        pub api_key: Option<String>,
        pub account: Option<Account>,
        pub apps: Vec<App>,
        pub status: Option<String>,
    }

    /// Response of POST /User/ApproveTermsAndConditions: `result` is `Activated`.
    #[derive(Clone, Debug, Default, PartialEq, Deserialize)]
    pub struct TermsReply {
        pub account_id: Option<AccountId>,
        pub result: Option<String>,
    }
}

/// Creates an account; its status is `TnCPending` until the terms are approved. No token is sent. A
/// conflict gives `ACCOUNT.VALIDATION_FAILED` or `USER.VALIDATION_FAILED`.
pub fn sign_up(form: &SignUp) -> Call<SignUpReply> {
    let mut body = json!({
        "email": form.email,
        "password": form.password.expose(),
        "companyName": form.company_name,
        "firstName": form.first_name,
        "lastName": form.last_name,
    });
    if let (Some(key), Some(fields)) = (&form.signup_key, body.as_object_mut()) {
        fields.insert("signupKey".into(), key.clone().into());
    }
    let decode = |bytes: &[u8]| {
        page::one(bytes, |reply: &SignUpReply| match reply.says_anything() {
            true => RowMatch::Requested,
            false => RowMatch::Another,
        })
    };
    Call::with_decoder("POST /User/SignUp/Customer", || text!("errors-attempt-sign-up"), decode)
        .write()
        .uncertain(|| text!("errors-uncertain-sign-up"))
        .unauthorized()
        .json(&body)
}

/// Accepts the terms and conditions for an account. No token is sent.
pub fn approve_terms(account: &AccountId) -> Call<TermsReply> {
    let name = "POST /User/ApproveTermsAndConditions";
    Call::with_decoder(name, || text!("errors-attempt-accept-terms"), terms_reply)
        .write()
        .uncertain(|| text!("errors-uncertain-accept-terms"))
        .unauthorized()
        .json(&json!({ "accountId": account }))
}

/// Reads the response to accepted terms. Any object or `null` counts, because the sign-in that
/// follows shows whether the terms are accepted. An unknown form is reported as an oddity.
fn terms_reply(bytes: &[u8]) -> Result<Decoded<TermsReply>, serde_json::Error> {
    if let Ok(reply) = page::one(bytes, |_: &TermsReply| RowMatch::Requested) {
        return Ok(reply);
    }
    let mut oddities = Vec::new();
    let value = lenient::parse(bytes, &mut oddities)?;
    if !value.is_object() && !value.is_null() {
        return Err(Error::custom("the reply is no object"));
    }
    oddities.push(lenient::oddity(String::new(), &value));
    Ok(Decoded { value: TermsReply::default(), oddities })
}

impl SignUpReply {
    fn says_anything(&self) -> bool {
        let has_token = !self.access_token.expose().is_empty();
        has_token || self.account.is_some() || self.user.is_some() || !self.apps.is_empty()
    }
}

impl ListItem for SignUpReply {
    const NAME: &'static str = "new account";
    const MARKS: &'static [&'static str] =
        &["user", "accessToken", "refreshToken", "apiKey", "account", "apps"];
}

impl ListItem for TermsReply {
    const NAME: &'static str = "accepted terms";
    const MARKS: &'static [&'static str] = &["accountId", "result"];
}
