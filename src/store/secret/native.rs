//! The keyrings of Windows and macOS, through the `keyring-core` family: what both have in
//! common. Each is a [`Drawer`](super::blocking::Drawer) in a file of its own.

#[cfg(target_os = "macos")]
pub mod macos;
#[cfg(windows)]
pub mod windows;

use keyring_core::{Entry, Error};
use zeroize::Zeroizing;

use super::SecretError;
use crate::base::secret::Secret;

/// What the person's own items are called there, before the id of the account.
const FOLDER: &str = "Postroom";

/// How a system's own refusal reads.
type Explain = fn(&(dyn std::error::Error + 'static)) -> SecretError;

fn put(entry: &Entry, secret: &Secret, explain: Explain) -> Result<(), SecretError> {
    entry
        .set_secret(secret.expose().as_bytes())
        .map_err(|error| told(error, explain))
}

fn get(entry: &Entry, explain: Explain) -> Result<Option<Secret>, SecretError> {
    let bytes = match entry.get_secret() {
        Ok(bytes) => Zeroizing::new(bytes),
        Err(Error::NoEntry) => return Ok(None),
        Err(error) => return Err(told(error, explain)),
    };
    let text = std::str::from_utf8(&bytes).map_err(|_| not_text())?;
    Ok(Some(Secret::new(text)))
}

fn remove(entry: &Entry, explain: Explain) -> Result<(), SecretError> {
    match entry.delete_credential() {
        Ok(()) | Err(Error::NoEntry) => Ok(()),
        Err(error) => Err(told(error, explain)),
    }
}

/// Some errors carry what was read: it is wiped and never told.
fn told(error: Error, explain: Explain) -> SecretError {
    match error {
        Error::PlatformFailure(own) | Error::NoStorageAccess(own) => explain(own.as_ref()),
        Error::TooLong(_, most) => SecretError::TooLong(most),
        Error::BadEncoding(bytes) | Error::BadDataFormat(bytes, _) => {
            drop(Zeroizing::new(bytes));
            not_text()
        }
        Error::NoEntry => SecretError::Refused("the item is not there".to_owned()),
        Error::Ambiguous(_) => SecretError::Refused("it has two items of one name".to_owned()),
        Error::Invalid(what, why) => SecretError::Refused(format!("{what} {why}")),
        // None of the others arises from these calls; their texts hold no secret.
        other => SecretError::Refused(other.to_string()),
    }
}

fn not_text() -> SecretError {
    SecretError::Refused("what it gave back is not text".to_owned())
}
