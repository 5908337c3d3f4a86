//! The keyrings of Windows and macOS through the `keyring-core` crates: the code both share. Each
//! implements [`BlockingKeyring`](super::blocking::Drawer) in its own file.

#[cfg(target_os = "macos")]
pub mod macos;
#[cfg(windows)]
pub mod windows;

use keyring_core::{Entry, Error};
use zeroize::Zeroizing;

use super::SecretError;
use crate::base::secret::Secret;
use crate::text;

/// The prefix or service name of our items in the keyring, in front of the account id.
const FOLDER: &str = "Postroom";

/// Converts the system's own error.
type Explain = fn(&(dyn std::error::Error + 'static)) -> SecretError;

fn put(entry: &Entry, secret: &Secret, explain: Explain) -> Result<(), SecretError> {
    entry.set_secret(secret.expose().as_bytes()).map_err(|error| describe_error(error, explain))
}

fn get(entry: &Entry, explain: Explain) -> Result<Option<Secret>, SecretError> {
    let bytes = match entry.get_secret() {
        Ok(bytes) => Zeroizing::new(bytes),
        Err(Error::NoEntry) => return Ok(None),
        Err(error) => return Err(describe_error(error, explain)),
    };
    let text = std::str::from_utf8(&bytes).map_err(|_| not_text())?;
    Ok(Some(Secret::new(text)))
}

fn remove(entry: &Entry, explain: Explain) -> Result<(), SecretError> {
    match entry.delete_credential() {
        Ok(()) | Err(Error::NoEntry) => Ok(()),
        Err(error) => Err(describe_error(error, explain)),
    }
}

/// Converts an error. Some errors contain the data that was read: it is wiped and never shown.
fn describe_error(error: Error, explain: Explain) -> SecretError {
    match error {
        Error::PlatformFailure(own) | Error::NoStorageAccess(own) => explain(own.as_ref()),
        Error::TooLong(_, most) => SecretError::TooLong(most),
        Error::BadEncoding(bytes) | Error::BadDataFormat(bytes, _) => {
            drop(Zeroizing::new(bytes));
            not_text()
        }
        Error::NoEntry => SecretError::Refused(text!("storage-keyring-no-item").to_owned()),
        Error::Ambiguous(_) => SecretError::Refused(text!("storage-keyring-two-items").to_owned()),
        Error::Invalid(what, why) => SecretError::Refused(format!("{what} {why}")),
        // These calls return none of the other errors, and their texts contain no secret.
        other => SecretError::Refused(other.to_string()),
    }
}

fn not_text() -> SecretError {
    SecretError::Refused(text!("storage-keyring-not-text").to_owned())
}
