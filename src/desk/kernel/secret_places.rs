//! The places of secrets that belong to no account, such as the password of the shop's database: the
//! system's keyring, else the vault if it is open, else the memory of this run.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::base::secret::Secret;
use crate::store::secret::vault::Vault;
use crate::store::secret::{SecretError, SecretStore};

/// Clones share the secrets of this run.
#[derive(Clone)]
pub(in crate::desk) struct SecretPlaces {
    keyring: Option<Arc<dyn SecretStore>>,
    vault: Vault,
    of_this_run: Arc<Mutex<HashMap<String, Secret>>>,
}

/// Where a secret was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretPlace {
    Keyring,
    Vault,
    /// Only in memory, with the reason if another place was wanted.
    ThisRun(Option<String>),
}

impl fmt::Debug for SecretPlaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretPlaces").finish_non_exhaustive()
    }
}

impl SecretPlaces {
    pub(in crate::desk) fn new(keyring: Option<Arc<dyn SecretStore>>, vault: Vault) -> Self {
        Self {
            keyring,
            vault,
            of_this_run: Arc::default(),
        }
    }

    /// Stores a secret, in the keyring or the vault if it is to be remembered. It can be used in this
    /// run in any case.
    pub(in crate::desk) async fn store(
        &self,
        item: &str,
        label: &str,
        secret: &Secret,
        is_remembered: bool,
    ) -> SecretPlace {
        self.in_memory().insert(item.to_owned(), secret.clone());
        if !is_remembered {
            return SecretPlace::ThisRun(None);
        }
        let mut reason = None;
        if let Some(keyring) = &self.keyring {
            match keyring.put(item, label, secret).await {
                Ok(()) => return SecretPlace::Keyring,
                Err(error) => reason = Some(error.to_string()),
            }
        }
        match self.vault.put(item, label, secret).await {
            Ok(()) => SecretPlace::Vault,
            // Without a vault, the reason of the keyring says more.
            Err(error) if self.vault.exists() || reason.is_none() => {
                SecretPlace::ThisRun(Some(error.to_string()))
            }
            Err(_) => SecretPlace::ThisRun(reason),
        }
    }

    /// The secret, if it was stored.
    ///
    /// # Errors
    /// It may be stored, but the keyring or the vault does not give it.
    pub(in crate::desk) async fn read(&self, item: &str) -> Result<Option<Secret>, SecretError> {
        let known = self.in_memory().get(item).cloned();
        if known.is_some() {
            return Ok(known);
        }
        let mut found = Ok(None);
        if let Some(keyring) = &self.keyring {
            found = keyring.get(item).await;
        }
        if !matches!(found, Ok(Some(_))) && self.vault.exists() {
            match self.vault.get(item).await {
                Ok(None) => {}
                // The vault may not have it either; the keyring's own error comes first.
                Err(error) if found.is_ok() => found = Err(error),
                Err(_) => {}
                there => found = there,
            }
        }
        if let Ok(Some(secret)) = &found {
            self.in_memory().insert(item.to_owned(), secret.clone());
        }
        found
    }

    /// Removes the secret from every place. A locked vault keeps it.
    ///
    /// # Errors
    /// The keyring refuses.
    pub(in crate::desk) async fn remove(&self, item: &str) -> Result<(), SecretError> {
        self.in_memory().remove(item);
        if let Some(keyring) = &self.keyring {
            keyring.remove(item).await?;
        }
        match self.vault.is_unlocked() {
            true => self.vault.remove(item).await,
            false => Ok(()),
        }
    }

    fn in_memory(&self) -> MutexGuard<'_, HashMap<String, Secret>> {
        self.of_this_run
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
