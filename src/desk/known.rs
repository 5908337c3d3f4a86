//! The accounts this computer knows and where their secrets are, as plain data. What is
//! written down of them (`accounts.json`) holds no secret.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::intent::SignIn;
use super::state::{Environment, Scope};
use crate::base::secret::Secret;

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
    /// The public part of the key pair.
    pub api_key: String,
    pub user_name: String,
    /// What the service calls it.
    pub name: String,
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
        super::connect::scope_of(self.environment, &self.api_key, &self.user_name)
    }

    /// The end of the key, by which a person tells two keys apart.
    pub fn key_end(&self) -> &str {
        let cut = self.api_key.char_indices().rev().nth(5);
        cut.and_then(|(at, _)| self.api_key.get(at..))
            .unwrap_or(&self.api_key)
    }

    pub(super) fn is(&self, sign_in: &SignIn, base_url: &str) -> bool {
        self.environment == sign_in.environment
            && self.base_url == base_url
            && self.api_key == sign_in.api_key
            && self.user_name == sign_in.user_name
    }
}

impl Place {
    pub(super) fn kept(&self) -> Kept {
        match self {
            Self::Keyring => Kept::Keyring,
            Self::Vault(_) => Kept::Vault,
        }
    }
}
