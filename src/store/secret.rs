//! Where secrets may rest between two starts: the keyring of the system, or a vault file
//! locked with a passphrase. Nowhere else; whoever wants neither is asked at each start.

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

pub use kind::Kind;

use super::file::FileError;
use crate::base::secret::Secret;

/// What a store answers, some time later. Never to be waited for by the window.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, SecretError>> + Send + 'a>>;

/// The item of a trial, which is removed again.
const TRIAL: &str = "trial";
const TRIAL_LABEL: &str = "Postroom: trial";

/// How long the other side may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// A call that asks nobody.
    pub call: Duration,
    /// A person answering the keyring's own question.
    pub question: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            call: Duration::from_secs(5),
            question: Duration::from_secs(60),
        }
    }
}

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
    #[error("{here} cannot be used: {0}", here = Kind::HERE.words())]
    Absent(String),
    #[error("{} is locked", Kind::HERE.words())]
    Locked,
    #[error("the question of {} was closed without an answer", Kind::HERE.words())]
    Dismissed,
    #[error("{} did not answer in time", Kind::HERE.words())]
    TimedOut,
    /// The most bytes it keeps in one item.
    #[error(
        "the API secret and the password are longer than the {0} bytes that {here} keeps",
        here = Kind::HERE.words()
    )]
    TooLong(u32),
    /// Anything else it says.
    #[error("{here} refused: {0}", here = Kind::HERE.words())]
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
#[cfg(target_os = "linux")]
pub fn system() -> Option<Arc<dyn SecretStore>> {
    Some(Arc::new(service::SecretService::of_session()))
}

/// The keyring of this system, if this program can speak to one here.
#[cfg(windows)]
pub fn system() -> Option<Arc<dyn SecretStore>> {
    let drawer = native::windows::CredentialManager;
    Some(Arc::new(blocking::Blocking::over(
        drawer,
        Patience::default(),
    )))
}

/// The keyring of this system, if this program can speak to one here.
#[cfg(target_os = "macos")]
pub fn system() -> Option<Arc<dyn SecretStore>> {
    let drawer = native::macos::Keychain;
    Some(Arc::new(blocking::Blocking::over(
        drawer,
        Patience::default(),
    )))
}

/// The keyring of this system, if this program can speak to one here.
#[cfg(not(any(target_os = "linux", windows, target_os = "macos")))]
pub fn system() -> Option<Arc<dyn SecretStore>> {
    None
}
