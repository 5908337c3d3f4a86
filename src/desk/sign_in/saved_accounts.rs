//! The saved accounts and where their secrets are stored, as plain data. The file `accounts.json`
//! holds no secrets.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::base::secret::Secret;
use crate::desk::kernel::session::SignIn;
use crate::rows::scope::Environment;
use crate::store::cache::Scope;
use crate::text;

pub use crate::store::secret::KeyringKind;
pub use crate::store::secret::vault::LEAST_CHARACTERS;

#[derive(Clone, Debug, Default)]
pub struct SavedAccounts {
    /// The most recently used first. Practice accounts are not in the list.
    pub accounts: Vec<SavedAccount>,
    /// Whether a practice service is available.
    pub practice: bool,
    /// The scope whose rows are on screen.
    pub current_scope: Option<Scope>,
    /// Id of the account that is being opened and may need its secrets.
    pub opening_account_id: Option<String>,
    pub keyring: Keyring,
    /// Which keyring the system has.
    pub keyring_kind: KeyringKind,
    pub vault: VaultState,
    /// Why the vault could not be opened.
    pub vault_trouble: Option<String>,
    /// Path of the vault's file.
    pub vault_file: PathBuf,
}

/// A saved account and user, without secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedAccount {
    /// Random; also the name of its item in the keyring or the vault.
    pub id: String,
    pub environment: Environment,
    pub base_url: String,
    /// Identifies the API key without revealing it; see [`crate::desk::kernel::session::key_mark`].
    #[serde(default)]
    pub key_mark: String,
    /// The last characters of the API key, by which the user can distinguish keys.
    #[serde(default)]
    pub key_end: String,
    /// The API key, which builds of the first version stored here. It is removed as soon as it is
    /// stored with the secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_key: Option<String>,
    pub user_name: String,
    /// The service's name of the account.
    pub name: String,
    /// The account's id at the service, once a shipment or history entry has named it. API keys
    /// with the same id belong to the same account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account_id: Option<String>,
    pub kept: SecretLocation,
}

/// Where an account's API secret and password are stored between two runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SecretLocation {
    /// Asked for at each start.
    #[default]
    Nowhere,
    Keyring,
    Vault,
}

/// State of the system's keyring.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Keyring {
    #[default]
    NotAsked,
    Asking,
    /// A test secret was written and read back.
    Ready,
    /// Locked: the system will ask for its password.
    AsksFirst,
    /// Why there is no keyring.
    None(String),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VaultState {
    /// There is no vault file.
    #[default]
    Absent,
    Locked,
    Opening,
    Open,
}

/// Where the user wants the secrets of an account stored.
#[derive(Clone, Debug)]
pub enum SecretDestination {
    Keyring,
    /// With its passphrase, unless the vault is unlocked already.
    Vault(Option<Secret>),
}

impl SavedAccounts {
    pub fn account(&self, id: &str) -> Option<&SavedAccount> {
        self.accounts.iter().find(|account| account.id == id)
    }

    /// The account whose rows are on screen, if it is in the list.
    pub fn current(&self) -> Option<&SavedAccount> {
        let here = self.current_scope.as_ref()?;
        self.accounts.iter().find(|account| account.scope() == *here)
    }

    /// The display name of a scope: `Byron Books, production`.
    pub fn name_of(&self, scope: &Scope) -> String {
        let name = self
            .accounts
            .iter()
            .find(|account| account.scope() == *scope)
            .map_or(&scope.account, |account| &account.name);
        let environments = [Environment::Practice, Environment::Test, Environment::Production];
        let environment =
            environments.into_iter().find(|environment| environment.word() == scope.environment);
        match environment {
            Some(environment) => name_in_environment(name, environment),
            None => name.clone(),
        }
    }
}

/// `Byron Books, production`
pub fn name_in_environment(name: &str, environment: Environment) -> String {
    match environment {
        Environment::Practice => text!("connect-name-in-practice", account = name),
        Environment::Test => text!("connect-name-in-test", account = name),
        Environment::Production => text!("connect-name-in-production", account = name),
    }
}

impl SavedAccount {
    pub fn scope(&self) -> Scope {
        let account = match self.environment {
            Environment::Practice => self.user_name.clone(),
            Environment::Test | Environment::Production => self.key_mark.clone(),
        };
        Scope { environment: self.environment.word().to_owned(), account }
    }

    /// The end of the API key, for [`SavedAccount::key_end`].
    pub(in crate::desk) fn end_of(api_key: &str) -> String {
        let cut = api_key.char_indices().rev().nth(5);
        cut.and_then(|(at, _)| api_key.get(at..)).unwrap_or(api_key).to_owned()
    }

    /// Migrates an entry written by the first version. Returns true if the file has to be written
    /// again: without stored secrets, the API key is dropped.
    pub(in crate::desk) fn bring_up_to_date(&mut self) -> bool {
        let Some(key) = &self.api_key else {
            return false;
        };
        self.key_mark = crate::desk::kernel::session::key_mark(key);
        self.key_end = Self::end_of(key);
        if self.kept == SecretLocation::Nowhere {
            self.api_key = None;
            return true;
        }
        false
    }

    pub(in crate::desk) fn matches_sign_in(&self, sign_in: &SignIn, base_url: &str) -> bool {
        self.environment == sign_in.environment
            && self.base_url == base_url
            && self.key_mark == crate::desk::kernel::session::key_mark(&sign_in.api_key)
            && self.user_name == sign_in.user_name
    }
}

impl SecretDestination {
    pub(in crate::desk) fn secret_location(&self) -> SecretLocation {
        match self {
            Self::Keyring => SecretLocation::Keyring,
            Self::Vault(_) => SecretLocation::Vault,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finding M6: the first version stored the API key itself.
    #[test]
    fn a_list_of_the_first_version_is_read_and_its_keys_leave_the_file() {
        for (kept, stays) in [("Nowhere", false), ("Keyring", true), ("Vault", true)] {
            let line = format!(
                r#"{{"id":"a","environment":"Production","base_url":"https://a.example/v3.1",
                    "api_key":"pk_live_0123456789","user_name":"clerk","name":"Shop","kept":"{kept}"}}"#
            );
            let mut account: SavedAccount = serde_json::from_str(&line).unwrap();
            assert_eq!(account.bring_up_to_date(), !stays, "{kept}");
            assert_eq!(account.key_end, "456789");
            let sign_in = SignIn {
                environment: Environment::Production,
                base_url: String::new(),
                api_key: "pk_live_0123456789".to_owned(),
                api_secret: Secret::new(""),
                user_name: "clerk".to_owned(),
                password: Secret::new(""),
            };
            assert!(account.matches_sign_in(&sign_in, "https://a.example/v3.1"), "{kept}");
            let written = serde_json::to_string(&account).unwrap();
            // If the secret is in a keyring or vault, the key is moved there at the next sign-in.
            assert_eq!(written.contains("pk_live_"), stays, "{kept}");
            assert_eq!(serde_json::from_str::<SavedAccount>(&written).unwrap(), account);
        }
    }
}
