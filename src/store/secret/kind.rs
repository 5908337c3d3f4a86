//! The names of the system keyrings, used in all messages about them.

use crate::text;

/// The keyring of each operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyringKind {
    SecretService,
    CredentialManager,
    Keychain,
}

impl KeyringKind {
    /// The keyring of the system this program was built for.
    pub const HERE: Self = if cfg!(windows) {
        Self::CredentialManager
    } else if cfg!(target_os = "macos") {
        Self::Keychain
    } else {
        Self::SecretService
    };

    /// The name inside a sentence, as in "kept in …".
    pub fn words(self) -> &'static str {
        match self {
            Self::SecretService => text!("storage-keyring"),
            Self::CredentialManager => text!("storage-keyring-windows"),
            Self::Keychain => text!("storage-keyring-macos"),
        }
    }

    /// Whether it may prompt the user before it returns a secret.
    pub const fn asks(self) -> bool {
        !matches!(self, Self::CredentialManager)
    }

    /// The name at the start of a sentence.
    pub fn first_words(self) -> &'static str {
        match self {
            Self::SecretService => text!("storage-first-keyring"),
            Self::CredentialManager => text!("storage-first-keyring-windows"),
            Self::Keychain => text!("storage-first-keyring-macos"),
        }
    }
}

impl Default for KeyringKind {
    fn default() -> Self {
        Self::HERE
    }
}
