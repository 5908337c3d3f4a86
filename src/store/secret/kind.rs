//! What the keyring of a system is called: the one place for the words of every sentence about
//! it.

/// Each system has one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    SecretService,
    CredentialManager,
    Keychain,
}

impl Kind {
    /// That of the system this program was built for.
    pub const HERE: Self = if cfg!(windows) {
        Self::CredentialManager
    } else if cfg!(target_os = "macos") {
        Self::Keychain
    } else {
        Self::SecretService
    };

    /// Within a sentence, as in "kept in …".
    pub const fn words(self) -> &'static str {
        match self {
            Self::SecretService => "this computer’s keyring",
            Self::CredentialManager => "Windows Credential Manager",
            Self::Keychain => "the macOS Keychain",
        }
    }

    /// Whether it may ask the person something before it gives a secret.
    pub const fn asks(self) -> bool {
        !matches!(self, Self::CredentialManager)
    }

    /// At its beginning.
    pub const fn first_words(self) -> &'static str {
        match self {
            Self::SecretService => "This computer’s keyring",
            Self::Keychain => "The macOS Keychain",
            named @ Self::CredentialManager => named.words(),
        }
    }
}

impl Default for Kind {
    fn default() -> Self {
        Self::HERE
    }
}
