//! Where secrets may rest between two starts: the keyring of the system, or a vault file
//! locked with a passphrase. Nowhere else; whoever wants neither is asked at each start.

#[cfg(target_os = "linux")]
pub mod service;
pub mod vault;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::file::FileError;
use crate::base::secret::Secret;

/// What a store answers, some time later. Never to be waited for by the window.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, SecretError>> + Send + 'a>>;

/// A place for secrets. Items are named by ids that tell nothing about what is in them.
/// Every call ends by itself within a limit, whatever the other side does.
pub trait SecretStore: Send + Sync + fmt::Debug {
    /// Whether a secret put here can be had back: one is written, read and removed, since
    /// some keyrings open and then refuse. Asks the person nothing.
    fn probe(&self) -> Pending<'_, Readiness>;
    /// `label` is what the system's own password program shows.
    fn put<'a>(&'a self, item: &'a str, label: &'a str, secret: &'a Secret) -> Pending<'a, ()>;
    fn get<'a>(&'a self, item: &'a str) -> Pending<'a, Option<Secret>>;
    /// An item that is not there is removed already.
    fn remove<'a>(&'a self, item: &'a str) -> Pending<'a, ()>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    Ready,
    /// Locked: the system asks for its password when something is put in or taken out.
    AsksFirst,
}

#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    #[error("this computer offers no keyring: {0}")]
    Absent(String),
    #[error("the keyring is locked")]
    Locked,
    #[error("the keyring’s question was closed without an answer")]
    Dismissed,
    #[error("the keyring did not answer in time")]
    TimedOut,
    /// Anything else it says.
    #[error("the keyring refused: {0}")]
    Refused(String),
    #[error("the vault is locked")]
    VaultLocked,
    #[error("this is not the passphrase of the vault")]
    WrongPassphrase,
    #[error("a passphrase has at least {} characters", vault::LEAST_CHARACTERS)]
    ShortPassphrase,
    #[error("the vault file is damaged: {0}")]
    Damaged(&'static str),
    #[error("the vault file was written by a newer version of Postroom (format {0})")]
    TooNew(u8),
    #[error("the vault could not be sealed")]
    Sealing,
    #[error(transparent)]
    File(#[from] FileError),
}

/// The keyring of this system, if this program can speak to one here.
pub fn system() -> Option<Arc<dyn SecretStore>> {
    #[cfg(target_os = "linux")]
    return Some(Arc::new(service::SecretService::of_session()));
    #[cfg(not(target_os = "linux"))]
    return None;
}
