//! Carrier accounts: made, changed, switched on and off, removed (sections 2.8 and 4.4).
//!
//! Secrets of a configuration are never kept here. What the service answers is stripped of
//! them before anything else sees it; a change reads the account again, puts what was typed
//! in place and sends it back, so that a secret nobody touched stays as it is.

mod change;

pub(in crate::desk) mod catalogs;

use serde_json::Value;

use crate::api::carrier::Carrier;
use crate::api::carrier_account::CarrierAccount;
use crate::base::id::CarrierAccountId;
use crate::base::secret::Secret;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::remote::Remote;
use crate::desk::parcel::catalogs::Catalogs;

/// The carriers, the accounts held with them and what they offer.
#[derive(Debug, Default)]
pub struct Carriers {
    pub list: Remote<Vec<Carrier>>,
    pub accounts: Remote<Vec<CarrierAccount>>,
    pub catalogs: Remote<Catalogs>,
    pub change: CarrierAccountChange,
    /// Whose rate is chosen for the draft. Copied after each change of it.
    pub(in crate::desk) chosen_for_draft: Option<CarrierAccountId>,
}

impl AccountChange for Carriers {
    fn give_up_requests(&mut self) {
        let Self {
            list,
            accounts,
            catalogs,
            change,
            chosen_for_draft: _,
        } = self;
        list.give_up();
        accounts.give_up();
        catalogs.give_up();
        change.under_way = None;
    }

    fn forget_rows(&mut self) {
        *self = Self::default();
    }
}

/// The one configuration key the interface names. Replies capitalise it.
pub const SHIP_FROM: &str = "shipFromAddressId";

/// How the last change went, and what waits for a yes.
#[derive(Debug, Default)]
pub struct CarrierAccountChange {
    /// What is being done now, as the beginning of a sentence.
    pub under_way: Option<&'static str>,
    pub trouble: Option<Trouble>,
    /// Counts successful changes; a form open since an earlier count is done.
    pub done: u64,
    pub question: Option<Question>,
}

/// Asked before an account stops working.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub account: CarrierAccountId,
    pub name: String,
    pub risk: Risk,
    /// What will no longer work, in sentences.
    pub breaks: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Risk {
    Disable,
    Delete,
}

/// An account as typed. Without an id it is a new one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AccountForm {
    pub id: Option<CarrierAccountId>,
    pub name: String,
    pub carrier_code: String,
    pub description: String,
    pub enabled: bool,
    pub ship_from: ShipFrom,
    pub entries: Vec<ConfigEntry>,
}

/// Where parcels of the account start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ShipFrom {
    #[default]
    Unset,
    /// An address stored at the service.
    Id(String),
    /// A row of the book, stored at the service when it is not there yet.
    Book(i64),
}

#[derive(Clone, Debug, PartialEq)]
pub struct ConfigEntry {
    pub key: String,
    pub value: ConfigValue,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ConfigValue {
    Text(String),
    Secret(Secret),
    /// As the service has it: a secret that was not typed again.
    Kept,
}

#[derive(Clone, Debug)]
pub enum AccountIntent {
    Save(Box<AccountForm>),
    Enable(CarrierAccountId),
    /// Says what would break, before it is done.
    Ask(CarrierAccountId, Risk),
    /// Answers the question on screen.
    Answer(bool),
    /// The form was closed or begun anew: what went wrong with the last one is done with.
    DropTrouble,
}

pub(in crate::desk) fn apply(me: &mut Carriers, ctx: &mut Ctx<'_>, intent: AccountIntent) {
    match intent {
        AccountIntent::Save(form) => change::save(me, ctx, *form),
        AccountIntent::Enable(id) => change::set_enabled(me, ctx, id, true),
        AccountIntent::Ask(id, risk) => change::question(me, ctx, id, risk),
        AccountIntent::Answer(yes) => {
            let question = me.change.question.take();
            match question.filter(|_| yes) {
                Some(question) if question.risk == Risk::Delete => {
                    change::delete(me, ctx, question.account);
                }
                Some(question) => change::set_enabled(me, ctx, question.account, false),
                None => {}
            }
        }
        AccountIntent::DropTrouble => me.change.trouble = None,
    }
}

/// Whether the value behind a key is kept from the screen, the log and the disk.
pub fn is_secret(key: &str) -> bool {
    const PARTS: [&str; 7] = [
        "password",
        "passwd",
        "passphrase",
        "secret",
        "token",
        "credential",
        "signature",
    ];
    const ENDS: [&str; 4] = ["key", "pin", "pass", "pwd"];
    let plain: String = key
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    PARTS.iter().any(|part| plain.contains(part)) || ENDS.iter().any(|end| plain.ends_with(end))
}

/// Whether the value is one the screen never sees; what remains of it is `null`.
pub fn is_hidden(key: &str, value: &Value) -> bool {
    is_secret(key) || value.is_object() || value.is_array() || value.is_null()
}

/// Takes every secret out of what the service answered. Nested values go as a whole: what
/// is in them is not known.
pub(in crate::desk) fn strip(mut accounts: Vec<CarrierAccount>) -> Vec<CarrierAccount> {
    for account in &mut accounts {
        for (key, value) in account.configuration.iter_mut().flatten() {
            if is_hidden(key, value) {
                *value = Value::Null;
            }
        }
    }
    accounts
}

/// A value of a configuration as a field shows it.
pub fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_their_keys() {
        for (key, secret) in [
            ("password", true),
            ("clientSecret", true),
            ("API-Key", true),
            ("access_token", true),
            ("meterPin", true),
            ("shipFromAddressId", false),
            ("accountNumber", false),
            ("passenger", false),
        ] {
            assert_eq!(is_secret(key), secret, "{key}");
        }
    }

    #[test]
    fn answers_are_stripped_of_secrets() {
        let configuration = serde_json::json!({
            "password": "hunter2", "nested": {"a": "hunter2"}, "accountNumber": 17
        });
        let account = CarrierAccount {
            configuration: configuration.as_object().cloned(),
            ..CarrierAccount::default()
        };
        let stripped = format!("{:?}", strip(vec![account]));
        assert!(
            !stripped.contains("hunter2") && stripped.contains("17"),
            "{stripped}"
        );
    }
}
