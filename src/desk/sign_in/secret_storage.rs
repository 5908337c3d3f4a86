//! Storing the secrets of saved accounts in the keyring or the vault, and reading them. This always
//! runs in a job: a keyring may ask the user first, and deriving the vault's key is slow.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};

use crate::base::locale::Message;
use crate::base::secret::Secret;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{NoSlot, Outbox};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::secret_places::SecretPlaces;
use crate::desk::kernel::session::SignIn;
use crate::desk::sign_in::Accounts;
use crate::desk::sign_in::saved_accounts::{Keyring, SavedAccount, SecretLocation, VaultState};
use crate::message;
use crate::store::secret::vault::Vault;
use crate::store::secret::{Readiness, SecretError, SecretStore, vault};
use crate::store::small;
use crate::text;

/// The list of saved accounts and the stores of their secrets.
pub(in crate::desk) struct AccountFiles {
    pub(super) keyring: Option<Arc<dyn SecretStore>>,
    pub(super) vault: Vault,
    pub(super) list: List,
    /// Accounts signed in during this run; switching back to them does not ask for secrets.
    pub(super) signed_in_this_run: HashMap<String, SignIn>,
}

impl Default for AccountFiles {
    fn default() -> Self {
        Self::new(Path::new(""), None)
    }
}

impl AccountFiles {
    pub(in crate::desk) fn new(folder: &Path, keyring: Option<Arc<dyn SecretStore>>) -> Self {
        Self {
            keyring,
            vault: Vault::at(folder),
            list: List { path: folder.join("accounts.json"), ..List::default() },
            signed_in_this_run: HashMap::new(),
        }
    }

    /// The same places for secrets of other features.
    pub(in crate::desk) fn secret_places(&self) -> SecretPlaces {
        SecretPlaces::new(self.keyring.clone(), self.vault.clone())
    }

    pub(super) fn vault_file(&self) -> PathBuf {
        self.list.path.with_file_name(vault::FILE)
    }

    fn place(&self, kept: SecretLocation) -> Option<Arc<dyn SecretStore>> {
        match kept {
            SecretLocation::Nowhere => None,
            SecretLocation::Keyring => self.keyring.clone(),
            SecretLocation::Vault => Some(Arc::new(self.vault.clone())),
        }
    }
}

/// The list of accounts on disk. Jobs that write it may run in any order.
#[derive(Clone, Default)]
pub(super) struct List {
    path: PathBuf,
    given: u64,
    written: Arc<Mutex<u64>>,
}

impl List {
    pub(super) fn read(&self) -> Result<Vec<SavedAccount>, Trouble> {
        let failed = |error: &dyn std::error::Error| {
            crate::desk::kernel::failure::describe_local_error(
                message!("connect-failed-read-list"),
                error,
            )
        };
        match small::read(&self.path).map_err(|error| failed(&error))? {
            Some(bytes) => serde_json::from_slice(&bytes).map_err(|error| failed(&error)),
            None => Ok(Vec::new()),
        }
    }

    /// A snapshot of the list, to be written by a job.
    pub(super) fn next(&mut self, accounts: &[SavedAccount]) -> Option<AccountListSnapshot> {
        self.given += 1;
        let text = serde_json::to_vec_pretty(accounts).ok()?;
        Some(AccountListSnapshot { list: self.clone(), text })
    }
}

impl List {
    /// Deletes the file and drops snapshots that are not written yet.
    fn remove(&self) -> Result<(), crate::store::FileError> {
        let mut written = self.written.lock().unwrap_or_else(|broken| broken.into_inner());
        small::remove(&self.path)?;
        *written = self.given;
        Ok(())
    }
}

pub(super) struct AccountListSnapshot {
    list: List,
    text: Vec<u8>,
}

impl AccountListSnapshot {
    /// Writes the snapshot, unless a newer one was written. Blocks, so it must not run on the
    /// window's thread.
    pub(super) fn write(&self) -> Result<(), crate::store::FileError> {
        let mut written = self.list.written.lock().unwrap_or_else(|broken| broken.into_inner());
        if *written < self.list.given {
            small::write(&self.list.path, &self.text)?;
            *written = self.list.given;
        }
        Ok(())
    }
}

/// The JSON of one item in the keyring or vault.
#[derive(Serialize)]
struct Written<'a> {
    api_key: &'a str,
    api_secret: &'a str,
    password: &'a str,
}

#[derive(Deserialize)]
struct Read {
    /// Missing in items of the first version.
    api_key: Option<String>,
    api_secret: String,
    password: String,
}

/// Stores the secrets once the service has accepted them, and records the place in the list of
/// accounts. With `told`, the user asked for it and gets a notice.
pub(super) fn store_secrets(
    me: &mut Accounts,
    ctx: &mut Ctx<'_>,
    id: String,
    sign_in: &SignIn,
    kept: SecretLocation,
    told: bool,
) {
    let Some(place) = me.secrets.place(kept) else {
        return;
    };
    let before = me.saved.account(&id).map(|account| account.kept);
    let left = before.filter(|before| *before != kept).and_then(|before| me.secrets.place(before));
    let written = Written {
        api_key: &sign_in.api_key,
        api_secret: sign_in.api_secret.expose(),
        password: sign_in.password.expose(),
    };
    // Large enough even if every byte is escaped: a buffer that grows leaves copies in memory.
    let longest =
        sign_in.api_key.len() + sign_in.api_secret.expose().len() + sign_in.password.expose().len();
    let mut text = Vec::with_capacity(6 * longest + 64);
    if serde_json::to_writer(&mut text, &written).is_err() {
        return;
    }
    let Ok(text) = String::from_utf8(text) else {
        return;
    };
    let secret = Secret::new(text);
    let label =
        format!("Postroom: {}, {}", sign_in.user_name, sign_in.environment.word().to_lowercase());
    ctx.jobs.spawn_lasting(|outbox: Outbox<Accounts>| async move {
        let mut outcome = place.put(&id, &label, &secret).await.map(|()| None);
        if let (Ok(stays), Some(left)) = (&mut outcome, left) {
            // Secrets are stored in one place only. A locked vault cannot remove an item.
            *stays = left.remove(&id).await.err();
        }
        outbox
            .send(move |me, ctx| match outcome {
                Ok(stays) => {
                    crate::desk::sign_in::opening::set_secret_location(me, ctx, &id, kept);
                    if told {
                        me.new_keys = None;
                        let text = match kept {
                            SecretLocation::Vault => message!("connect-kept-in-vault"),
                            _ => message!("connect-kept-in-keyring", keyring = keyring(me)),
                        };
                        ctx.notice_here(Tone::Good, text);
                    }
                    if let (Some(error), Some(before)) = (stays, before) {
                        let reason = error.to_string();
                        let text = match before {
                            SecretLocation::Vault => {
                                message!("connect-older-stay-in-vault", reason = reason)
                            }
                            _ => message!(
                                "connect-older-stay-in-keyring",
                                keyring = keyring(me),
                                reason = reason
                            ),
                        };
                        ctx.notice_here(Tone::Warning, text);
                    }
                }
                Err(error) => {
                    ctx.notice_failure(trouble(message!("connect-failed-remember"), &error))
                }
            })
            .await;
    });
}

/// Reads the secrets of an account for signing in; `Ok(None)` if they are missing.
pub(super) async fn read_secrets(
    place: &dyn SecretStore,
    account: &SavedAccount,
) -> Result<Option<SignIn>, SecretError> {
    let Some(secret) = place.get(&account.id).await? else {
        return Ok(None);
    };
    let read: Result<Read, _> = serde_json::from_str(secret.expose());
    if read.is_err() {
        tracing::warn!("the secrets of an account cannot be read");
    }
    let older = account.api_key.clone();
    Ok(read.ok().and_then(|read| {
        Some(SignIn {
            environment: account.environment,
            base_url: account.base_url.clone(),
            api_key: read.api_key.or(older)?,
            api_secret: Secret::new(read.api_secret),
            user_name: account.user_name.clone(),
            password: Secret::new(read.password),
        })
    }))
}

/// The store of an account's secrets, for a job.
pub(super) fn place_of(me: &Accounts, account: &SavedAccount) -> Option<Arc<dyn SecretStore>> {
    me.secrets.place(account.kept)
}

/// Tests the keyring, once per run.
pub(super) fn probe_keyring(me: &mut Accounts, ctx: &mut Ctx<'_>) {
    if me.saved.keyring != Keyring::NotAsked {
        return;
    }
    let Some(keyring) = me.secrets.keyring.clone() else {
        let known = cfg!(any(target_os = "linux", windows, target_os = "macos"));
        let why = match known {
            true => text!("connect-keyring-not-used"),
            false => text!("connect-keyring-unknown"),
        };
        me.saved.keyring = Keyring::None(why.to_owned());
        return;
    };
    me.saved.keyring = Keyring::Asking;
    let work = async move { keyring.probe().await };
    ctx.jobs.answer(NoSlot::<Accounts>::with_window(), work, move |me, _, tried| {
        me.saved.keyring = match tried {
            Ok(Readiness::Ready) => Keyring::Ready,
            Ok(Readiness::LockedMayPrompt) => Keyring::AsksFirst,
            Err(error) => Keyring::None(why_not(error)),
        };
    });
}

/// The reason in words that follow the keyring's name.
fn why_not(error: SecretError) -> String {
    match error {
        SecretError::Absent(why) => why,
        SecretError::TimedOut => text!("connect-keyring-timed-out").to_owned(),
        SecretError::Refused(why) => text!("connect-keyring-refused", reason = why),
        other => other.to_string(),
    }
}

/// Unlocks the vault, or creates one with this passphrase, then runs `then`.
pub(super) fn unlock(
    me: &mut Accounts,
    ctx: &mut Ctx<'_>,
    passphrase: Secret,
    then: impl FnOnce(&mut Accounts, &mut Ctx<'_>) + Send + 'static,
) {
    me.saved.vault = VaultState::Opening;
    me.saved.vault_trouble = None;
    let vault = me.secrets.vault.clone();
    let unlock = move || vault.unlock(&passphrase);
    let work = async { tokio::task::spawn_blocking(unlock).await };
    ctx.jobs.answer(NoSlot::<Accounts>::with_window(), work, move |me, ctx, outcome| {
        me.saved.vault_trouble = match outcome {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(text!("connect-vault-interrupted").to_owned()),
        };
        refresh_vault(me);
        then(me, ctx);
    });
}

pub(super) fn refresh_vault(me: &mut Accounts) {
    let vault = &me.secrets.vault;
    me.saved.vault = match (vault.exists(), vault.is_unlocked()) {
        (false, _) => VaultState::Absent,
        (true, false) => VaultState::Locked,
        (true, true) => VaultState::Open,
    };
}

/// Removes the secrets of all accounts, for "Delete my data".
pub(in crate::desk) struct EverySecret {
    keyring: Option<Arc<dyn SecretStore>>,
    in_keyring: Vec<String>,
    vault: Vault,
    list: List,
}

pub(in crate::desk) fn every_secret(me: &mut Accounts) -> EverySecret {
    me.secrets.list.given += 1;
    let kept = |account: &&SavedAccount| account.kept == SecretLocation::Keyring;
    let accounts = &me.saved.accounts;
    EverySecret {
        keyring: me.secrets.keyring.clone(),
        in_keyring: accounts.iter().filter(kept).map(|account| account.id.clone()).collect(),
        vault: me.secrets.vault.clone(),
        list: me.secrets.list.clone(),
    }
}

impl EverySecret {
    /// # Errors
    /// The first failure. What was removed before stays removed.
    pub(in crate::desk) async fn remove(&self) -> Result<(), SecretError> {
        if let Some(keyring) = &self.keyring {
            for item in &self.in_keyring {
                keyring.remove(item).await?;
            }
        }
        self.vault.destroy()?;
        self.list.remove()?;
        Ok(())
    }
}

fn keyring(me: &Accounts) -> &'static str {
    me.saved.keyring_kind.words()
}

/// Why an account cannot be opened whose secrets are not where they were stored.
pub(super) fn secrets_missing(me: &Accounts, kept: SecretLocation) -> Message {
    match kept {
        SecretLocation::Nowhere => message!("connect-secrets-not-kept"),
        SecretLocation::Keyring => {
            message!("connect-secrets-not-in-keyring", keyring = keyring(me))
        }
        SecretLocation::Vault => message!("connect-secrets-not-in-vault"),
    }
}

pub(super) fn trouble(attempted: impl Into<Message>, error: &SecretError) -> Trouble {
    let advice = match error {
        SecretError::Absent(_)
        | SecretError::TimedOut
        | SecretError::TooLong(_)
        | SecretError::Refused(_) => {
            message!("connect-advice-keyring")
        }
        SecretError::Locked | SecretError::Dismissed => {
            message!("connect-advice-prompt")
        }
        SecretError::VaultLocked | SecretError::WrongPassphrase => {
            message!("connect-advice-unlock")
        }
        SecretError::ShortPassphrase => message!("connect-advice-longer"),
        SecretError::Damaged(_) | SecretError::TooNew(_) => {
            message!("connect-advice-damaged")
        }
        SecretError::Sealing | SecretError::File(_) => {
            message!("connect-advice-disk")
        }
    };
    let mut cause = error.to_string();
    if let Some(source) = std::error::Error::source(error) {
        cause = format!("{cause}: {source}");
    }
    Trouble {
        attempted: attempted.into(),
        cause: cause.into(),
        advice,
        retry_is_safe: true,
        ..Trouble::default()
    }
}
