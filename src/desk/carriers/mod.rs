//! Carrier accounts: created, changed, enabled, disabled and deleted (sections 2.8 and 4.4).
//!
//! Secrets of a configuration are never stored in the state. They are removed from every response
//! before anything else sees it. A change reads the account again, applies what the user typed and
//! sends it back, so that an untouched secret stays as it is.

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
use crate::parcel::catalogs::Catalogs;

/// The carriers, the carrier accounts and the catalogs of what they offer.
#[derive(Debug, Default)]
pub struct Carriers {
    pub list: Remote<Vec<Carrier>>,
    pub accounts: Remote<Vec<CarrierAccount>>,
    pub catalogs: Remote<Catalogs>,
    pub change: CarrierAccountChange,
    /// The account whose rate is chosen for the draft. Copied here after each change of the draft.
    pub(in crate::desk) chosen_for_draft: Option<CarrierAccountId>,
}

impl AccountChange for Carriers {
    fn give_up_requests(&mut self) {
        let Self { list, accounts, catalogs, change, chosen_for_draft: _ } = self;
        list.cancel_loading();
        accounts.cancel_loading();
        catalogs.cancel_loading();
        change.under_way = None;
    }

    fn forget_rows(&mut self) {
        *self = Self::default();
    }
}

/// The one configuration key that the interface names. Responses capitalize it differently.
pub const SHIP_FROM: &str = "shipFromAddressId";

/// The result of the last change, and the question that waits for confirmation.
#[derive(Debug, Default)]
pub struct CarrierAccountChange {
    /// What is being done now.
    pub under_way: Option<&'static str>,
    pub trouble: Option<Trouble>,
    /// Counts successful changes. A form that was opened at a lower count has been saved.
    pub done: u64,
    pub question: Option<Question>,
}

/// Confirmation before an account is disabled or deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub account: CarrierAccountId,
    pub name: String,
    pub risk: Risk,
    /// What will no longer work, one sentence each.
    pub breaks: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Risk {
    Disable,
    Delete,
}

/// A carrier account as typed. A new account has no id.
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

/// The ship-from address of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ShipFrom {
    #[default]
    Unset,
    /// Id of an address stored at the service.
    Id(String),
    /// A row of the address book; stored at the service if it is not there yet.
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
    /// Keeps the service's value: a secret that was not typed again.
    Kept,
}

#[derive(Clone, Debug)]
pub enum CarrierIntent {
    Refresh,
    Save(Box<AccountForm>),
    Enable(CarrierAccountId),
    /// Asks for confirmation and says what will stop working.
    Ask(CarrierAccountId, Risk),
    /// Answers the question on screen.
    Answer(bool),
    /// The form was closed or reopened, so the last error no longer applies.
    DropTrouble,
}

pub(in crate::desk) fn apply(me: &mut Carriers, ctx: &mut Ctx<'_>, intent: CarrierIntent) {
    match intent {
        CarrierIntent::Refresh => catalogs::refresh_carriers(me, ctx),
        CarrierIntent::Save(form) => change::save(me, ctx, *form),
        CarrierIntent::Enable(id) => change::set_enabled(me, ctx, id, true),
        CarrierIntent::Ask(id, risk) => change::question(me, ctx, id, risk),
        CarrierIntent::Answer(yes) => {
            let question = me.change.question.take();
            match question.filter(|_| yes) {
                Some(question) if question.risk == Risk::Delete => {
                    change::delete(me, ctx, question.account);
                }
                Some(question) => change::set_enabled(me, ctx, question.account, false),
                None => {}
            }
        }
        CarrierIntent::DropTrouble => me.change.trouble = None,
    }
}

/// Whether the value of a key is hidden from the screen, the log and the disk.
pub fn is_secret(key: &str) -> bool {
    const PARTS: [&str; 7] =
        ["password", "passwd", "passphrase", "secret", "token", "credential", "signature"];
    const ENDS: [&str; 4] = ["key", "pin", "pass", "pwd"];
    let plain: String =
        key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    PARTS.iter().any(|part| plain.contains(part)) || ENDS.iter().any(|end| plain.ends_with(end))
}

/// Whether a value is hidden from the screen. Hidden values are replaced by `null`.
pub fn is_hidden(key: &str, value: &Value) -> bool {
    is_secret(key) || value.is_object() || value.is_array() || value.is_null()
}

/// Removes every secret from the service's response. Objects and arrays are removed whole, because
/// their contents are unknown.
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

/// A configuration value as a text field shows it.
pub fn displayed_value(value: &Value) -> String {
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
        assert!(!stripped.contains("hunter2") && stripped.contains("17"), "{stripped}");
    }
}
