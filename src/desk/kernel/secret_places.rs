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
    of_this_run: Arc<Mutex<OfThisRun>>,
    /// Held while a secret is stored or removed: one change after the other.
    changing: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Default)]
struct OfThisRun {
    secrets: HashMap<String, Secret>,
    /// How many changes of each item were asked for.
    changes: HashMap<String, u64>,
}

impl OfThisRun {
    fn changes_of(&self, item: &str) -> u64 {
        self.changes.get(item).copied().unwrap_or_default()
    }

    fn is_latest(&self, change: &SecretChange) -> bool {
        self.changes_of(&change.item) == change.number
    }
}

/// The right to store or remove a secret. Of several for one item, only the latest does something.
#[derive(Debug)]
pub(in crate::desk) struct SecretChange {
    item: String,
    number: u64,
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
        Self { keyring, vault, of_this_run: Arc::default(), changing: Arc::default() }
    }

    /// Begins a change of a secret. To be called when a person asks for it, not in the job that does
    /// it: jobs start in any order, and a password that was just entered must not be removed by an
    /// earlier wish.
    pub(in crate::desk) fn change(&self, item: &str) -> SecretChange {
        let mut known = self.in_memory();
        let number = known.changes.entry(item.to_owned()).or_default();
        *number += 1;
        SecretChange { item: item.to_owned(), number: *number }
    }

    /// Stores a secret, in the keyring or the vault if it is to be remembered. It can be used in this
    /// run in any case, unless a later change was asked for.
    pub(in crate::desk) async fn store(
        &self,
        change: SecretChange,
        label: &str,
        secret: &Secret,
        is_remembered: bool,
    ) -> SecretPlace {
        let _one_by_one = self.changing.lock().await;
        let item = &change.item;
        {
            let mut known = self.in_memory();
            if !known.is_latest(&change) {
                return SecretPlace::ThisRun(None);
            }
            known.secrets.insert(item.clone(), secret.clone());
        }
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
        let asked = {
            let known = self.in_memory();
            if let Some(secret) = known.secrets.get(item) {
                return Ok(Some(secret.clone()));
            }
            known.changes_of(item)
        };
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
            let mut known = self.in_memory();
            if known.changes_of(item) == asked {
                known.secrets.insert(item.to_owned(), secret.clone());
            }
        }
        found
    }

    /// Removes the secret from every place, unless a later change was asked for. A locked vault keeps
    /// it.
    ///
    /// # Errors
    /// The keyring refuses.
    pub(in crate::desk) async fn remove(&self, change: SecretChange) -> Result<(), SecretError> {
        let _one_by_one = self.changing.lock().await;
        let item = &change.item;
        {
            let mut known = self.in_memory();
            if !known.is_latest(&change) {
                return Ok(());
            }
            known.secrets.remove(item);
        }
        if let Some(keyring) = &self.keyring {
            keyring.remove(item).await?;
        }
        match self.vault.is_unlocked() {
            true => self.vault.remove(item).await,
            false => Ok(()),
        }
    }

    fn in_memory(&self) -> MutexGuard<'_, OfThisRun> {
        self.of_this_run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEM: &str = "password of a test";

    async fn after(run: impl AsyncFnOnce(&SecretPlaces)) -> Option<String> {
        // Nothing is remembered, so no file is made.
        let folder = std::env::temp_dir().join("postroom-no-vault");
        let places = SecretPlaces::new(None, Vault::at(&folder));
        run(&places).await;
        let read = places.read(ITEM).await.unwrap();
        read.map(|secret| secret.expose().to_owned())
    }

    #[tokio::test]
    async fn a_password_that_is_entered_after_a_removal_stays_whichever_job_runs_first() {
        let secret = Secret::new("entered");
        let removal_ran_first = after(async |places| {
            let (removal, entry) = (places.change(ITEM), places.change(ITEM));
            places.remove(removal).await.unwrap();
            places.store(entry, "test", &secret, false).await;
        });
        assert_eq!(removal_ran_first.await.as_deref(), Some("entered"));
        let removal_ran_last = after(async |places| {
            let (removal, entry) = (places.change(ITEM), places.change(ITEM));
            places.store(entry, "test", &secret, false).await;
            places.remove(removal).await.unwrap();
        });
        assert_eq!(removal_ran_last.await.as_deref(), Some("entered"));
    }

    #[tokio::test]
    async fn a_password_that_is_removed_after_its_entry_is_gone_whichever_job_runs_first() {
        let secret = Secret::new("entered");
        for entry_runs_first in [true, false] {
            let left = after(async |places| {
                let (entry, removal) = (places.change(ITEM), places.change(ITEM));
                if entry_runs_first {
                    places.store(entry, "test", &secret, false).await;
                    places.remove(removal).await.unwrap();
                } else {
                    places.remove(removal).await.unwrap();
                    places.store(entry, "test", &secret, false).await;
                }
            });
            assert_eq!(left.await, None);
        }
    }
}
