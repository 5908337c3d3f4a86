//! Stores secrets between two program starts: in the keyring of the system, or in a vault file
//! locked with a passphrase. A user who wants neither enters them at each start.

pub mod blocking;
mod kind;
#[cfg(any(windows, target_os = "macos"))]
pub mod native;
#[cfg(target_os = "linux")]
pub mod service;
pub mod vault;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub use kind::KeyringKind;

use super::file::FileError;
use crate::base::secret::Secret;
use crate::text;

/// The future of a store's result. The UI must not block on it.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, SecretError>> + Send + 'a>>;

/// The item used to test a store. It is removed again.
const TRIAL: &str = "trial";
const TRIAL_LABEL: &str = "Postroom: trial";

/// Time limits for a keyring.
#[derive(Clone, Copy, Debug)]
pub struct KeyringTimeouts {
    /// For a call that shows no prompt.
    pub call: Duration,
    /// For the user to answer a prompt of the keyring.
    pub question: Duration,
}

impl Default for KeyringTimeouts {
    fn default() -> Self {
        Self { call: Duration::from_secs(5), question: Duration::from_secs(60) }
    }
}

/// A store for secrets. The ids of items reveal nothing about their content. Every call ends
/// within a time limit, whatever the keyring does.
pub trait SecretStore: Send + Sync + fmt::Debug {
    /// Tests whether a stored secret can be read back: writes, reads and removes one, since some
    /// keyrings open and then refuse. Shows no prompt.
    fn probe(&self) -> Pending<'_, Readiness>;
    /// Stores a secret. `label` is shown by the system's own password program.
    fn put<'a>(&'a self, item: &'a str, label: &'a str, secret: &'a Secret) -> Pending<'a, ()>;
    fn get<'a>(&'a self, item: &'a str) -> Pending<'a, Option<Secret>>;
    /// Removes an item. Succeeds if it does not exist.
    fn remove<'a>(&'a self, item: &'a str) -> Pending<'a, ()>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    Ready,
    /// Locked: the system asks for its password when a secret is stored or read.
    LockedMayPrompt,
}

#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    #[error("{}", text!("storage-keyring-absent", keyring = here(), reason = .0))]
    Absent(String),
    #[error("{}", text!("storage-keyring-locked", keyring = here()))]
    Locked,
    #[error("{}", text!("storage-keyring-dismissed", keyring = here()))]
    Dismissed,
    #[error("{}", text!("storage-keyring-timed-out", keyring = here()))]
    TimedOut,
    /// The item is longer than this limit in bytes.
    #[error("{}", text!("storage-keyring-too-long", keyring = here(), bytes = .0.to_string()))]
    TooLong(u32),
    /// Any other error of the keyring.
    #[error("{}", text!("storage-keyring-refused", keyring = here(), reason = .0))]
    Refused(String),
    #[error("{}", text!("storage-vault-locked"))]
    VaultLocked,
    #[error("{}", text!("storage-vault-wrong-passphrase"))]
    WrongPassphrase,
    #[error("{}", text!("storage-vault-short-passphrase", count = vault::LEAST_CHARACTERS))]
    ShortPassphrase,
    #[error("{}", text!("storage-vault-damaged", reason = *.0))]
    Damaged(&'static str),
    #[error("{}", text!("storage-vault-too-new", format = *.0))]
    TooNew(u8),
    #[error("{}", text!("storage-vault-not-sealed"))]
    Sealing,
    #[error(transparent)]
    File(#[from] FileError),
}

fn here() -> &'static str {
    KeyringKind::HERE.words()
}

/// The keyring of this system, if the program supports one here.
#[cfg(target_os = "linux")]
pub fn system() -> Option<Arc<dyn SecretStore>> {
    Some(Arc::new(service::SecretService::of_session()))
}

/// The keyring of this system, if the program supports one here.
#[cfg(windows)]
pub fn system() -> Option<Arc<dyn SecretStore>> {
    let drawer = native::windows::CredentialManager;
    Some(Arc::new(blocking::Blocking::over(drawer, KeyringTimeouts::default())))
}

/// The keyring of this system, if the program supports one here.
#[cfg(target_os = "macos")]
pub fn system() -> Option<Arc<dyn SecretStore>> {
    let drawer = native::macos::Keychain;
    Some(Arc::new(blocking::Blocking::over(drawer, KeyringTimeouts::default())))
}

/// The keyring of this system, if the program supports one here.
#[cfg(not(any(target_os = "linux", windows, target_os = "macos")))]
pub fn system() -> Option<Arc<dyn SecretStore>> {
    None
}
