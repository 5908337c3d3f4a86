//! The accounts this computer knows and where their secrets are, as plain data. What is
//! written down of them (`accounts.json`) holds no secret.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::base::secret::Secret;
use crate::desk::kernel::session::Environment;
use crate::desk::kernel::session::SignIn;
use crate::store::cache::Scope;

pub use crate::store::secret::Kind as KeyringKind;
pub use crate::store::secret::vault::LEAST_CHARACTERS;

#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The one used last first. The practice service needs none of this.
    pub accounts: Vec<KnownAccount>,
    /// There is a practice service to switch to.
    pub practice: bool,
    /// Whose rows are on the screen.
    pub here: Option<Scope>,
    /// The account whose secrets are wanted now, by its id.
    pub wanted: Option<String>,
    pub keyring: Keyring,
    /// What it is called.
    pub keyring_kind: KeyringKind,
    pub vault: VaultState,
    /// Why the vault did not open, in words.
    pub vault_trouble: Option<String>,
    /// The file of the vault.
    pub vault_file: PathBuf,
}

/// One account and user, as far as it may be written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownAccount {
    /// Random; names its item in the keyring or the vault.
    pub id: String,
    pub environment: Environment,
    pub base_url: String,
    /// Tells its API key from others; see [`crate::desk::kernel::session::key_mark`].
    #[serde(default)]
    pub key_mark: String,
    /// The last characters of the API key, by which a person tells two keys apart.
    #[serde(default)]
    pub key_end: String,
    /// The API key itself, which builds of the first version wrote here. It goes as soon as
    /// it stands beside the secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_key: Option<String>,
    pub user_name: String,
    /// What the service calls it.
    pub name: String,
    /// Its id at the service, once a shipment or a line of the history has named it. Two API
    /// keys with the same one belong to the same account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account_id: Option<String>,
    pub kept: Kept,
}

/// Where an account's API secret and password are between two starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kept {
    /// Asked for at each start.
    #[default]
    Nowhere,
    Keyring,
    Vault,
}

/// The keyring of the system, as far as it was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Keyring {
    #[default]
    NotAsked,
    Asking,
    /// A secret put in was had back.
    Ready,
    /// Locked: the system will ask for its password.
    AsksFirst,
    /// Why there is none, in words.
    None(String),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VaultState {
    /// No file.
    #[default]
    Absent,
    Locked,
    Opening,
    Open,
}

#[derive(Clone, Debug)]
pub enum KnownIntent {
    /// Tries the keyring once, for whoever is about to be asked where secrets go.
    LookForKeyring,
    /// Signs in, and keeps the secrets once the service has taken them.
    SignInAndKeep {
        sign_in: SignIn,
        place: Place,
    },
    SwitchTo(String),
    /// To the Connect panel; nobody is signed out.
    Another,
    /// Its secrets, its saved rows and its line in the list. The journal stays.
    Forget(String),
    /// Only its secrets: asked for at each start again.
    ForgetSecrets(String),
    /// Then opens the account that is waiting for it.
    UnlockVault(Secret),
    /// The file with everything in it, for who forgot the passphrase.
    DestroyVault,
}

/// Where a person wants the secrets of an account kept.
#[derive(Clone, Debug)]
pub enum Place {
    Keyring,
    /// With its passphrase, where the vault is not open yet.
    Vault(Option<Secret>),
}

impl Known {
    pub fn account(&self, id: &str) -> Option<&KnownAccount> {
        self.accounts.iter().find(|account| account.id == id)
    }

    /// The account whose rows are on the screen, if it is one of the list.
    pub fn current(&self) -> Option<&KnownAccount> {
        let here = self.here.as_ref()?;
        self.accounts
            .iter()
            .find(|account| account.scope() == *here)
    }

    /// What a scope is called, for sentences: `Byron Books, production`.
    pub fn name_of(&self, scope: &Scope) -> String {
        let name = self
            .accounts
            .iter()
            .find(|account| account.scope() == *scope)
            .map_or(&scope.account, |account| &account.name);
        format!("{name}, {}", scope.environment.to_lowercase())
    }
}

impl KnownAccount {
    pub fn scope(&self) -> Scope {
        let account = match self.environment {
            Environment::Practice => self.user_name.clone(),
            Environment::Test | Environment::Production => self.key_mark.clone(),
        };
        Scope {
            environment: self.environment.word().to_owned(),
            account,
        }
    }

    /// The end of the API key, for [`KnownAccount::key_end`].
    pub(in crate::desk) fn end_of(api_key: &str) -> String {
        let cut = api_key.char_indices().rev().nth(5);
        cut.and_then(|(at, _)| api_key.get(at..))
            .unwrap_or(api_key)
            .to_owned()
    }

    /// Reads what builds of the first version wrote. True where the file is to be written
    /// again: an account whose secrets are kept nowhere has no use for the key.
    pub(in crate::desk) fn bring_up_to_date(&mut self) -> bool {
        let Some(key) = &self.api_key else {
            return false;
        };
        self.key_mark = crate::desk::kernel::session::key_mark(key);
        self.key_end = Self::end_of(key);
        if self.kept == Kept::Nowhere {
            self.api_key = None;
            return true;
        }
        false
    }

    pub(in crate::desk) fn is(&self, sign_in: &SignIn, base_url: &str) -> bool {
        self.environment == sign_in.environment
            && self.base_url == base_url
            && self.key_mark == crate::desk::kernel::session::key_mark(&sign_in.api_key)
            && self.user_name == sign_in.user_name
    }
}

impl Place {
    pub(in crate::desk) fn kept(&self) -> Kept {
        match self {
            Self::Keyring => Kept::Keyring,
            Self::Vault(_) => Kept::Vault,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finding M6: the first version wrote the API key itself.
    #[test]
    fn a_list_of_the_first_version_is_read_and_its_keys_leave_the_file() {
        for (kept, stays) in [("Nowhere", false), ("Keyring", true), ("Vault", true)] {
            let line = format!(
                r#"{{"id":"a","environment":"Production","base_url":"https://a.example/v3.1",
                    "api_key":"pk_live_0123456789","user_name":"clerk","name":"Shop","kept":"{kept}"}}"#
            );
            let mut account: KnownAccount = serde_json::from_str(&line).unwrap();
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
            assert!(account.is(&sign_in, "https://a.example/v3.1"), "{kept}");
            let written = serde_json::to_string(&account).unwrap();
            // Where a keyring or a vault has the secret, the key goes there at the next sign-in.
            assert_eq!(written.contains("pk_live_"), stays, "{kept}");
            assert_eq!(
                serde_json::from_str::<KnownAccount>(&written).unwrap(),
                account
            );
        }
    }
}
