//! The names of the system keyrings, used in all messages about them.

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
    pub const fn words(self) -> &'static str {
        match self {
            Self::SecretService => "this computer’s keyring",
            Self::CredentialManager => "Windows Credential Manager",
            Self::Keychain => "the macOS Keychain",
        }
    }

    /// Whether it may prompt the user before it returns a secret.
    pub const fn asks(self) -> bool {
        !matches!(self, Self::CredentialManager)
    }

    /// The name at the start of a sentence.
    pub const fn first_words(self) -> &'static str {
        match self {
            Self::SecretService => "This computer’s keyring",
            Self::Keychain => "The macOS Keychain",
            named @ Self::CredentialManager => named.words(),
        }
    }
}

impl Default for KeyringKind {
    fn default() -> Self {
        Self::HERE
    }
}
