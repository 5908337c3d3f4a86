//! Text that must never reach a log, a file or a screen by accident.

use std::fmt;

use zeroize::Zeroizing;

/// A password, API secret or bearer token. `Debug` shows dots, there is no
/// `Display` and no `Serialize`; whoever needs the text says so with [`Secret::expose`].
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(Zeroizing::new(text.into()))
    }

    /// The text itself. Call it only where the bytes leave for the wire.
    pub fn expose(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_hides_the_text() {
        assert!(!format!("{:?}", Secret::new("hunter2")).contains("hunter2"));
    }
}
