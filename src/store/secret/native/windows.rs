//! Windows Credential Manager. It belongs to the signed-in user and shows no prompt.

use std::collections::HashMap;
use std::error::Error;

use keyring_core::Entry;
use keyring_core::api::CredentialStoreApi;
use windows_native_keyring_store::Store;

use super::FOLDER;
use crate::base::secret::Secret;
use crate::store::secret::SecretError;
use crate::store::secret::blocking::BlockingKeyring;
use crate::text;

/// Generic credentials of this user, stored on this computer only.
#[derive(Debug)]
pub struct CredentialManager;

/// The entry named `Postroom/<item>`, which is what Credential Manager lists.
fn entry(item: &str) -> Result<Entry, SecretError> {
    let target = format!("{FOLDER}/{item}");
    // The default persistence copies credentials to the user's other computers in a domain.
    let how = HashMap::from([("target", target.as_str()), ("persistence", "Local")]);
    Store::new()
        .and_then(|store| store.build(FOLDER, item, Some(&how)))
        .map_err(|error| super::describe_error(error, explain))
}

impl BlockingKeyring for CredentialManager {
    fn put(&self, item: &str, label: &str, secret: &Secret) -> Result<(), SecretError> {
        let entry = entry(item)?;
        super::put(&entry, secret, explain)?;
        // Shown as the user name. The secret is stored even if this fails.
        let _ = entry.update_attributes(&HashMap::from([("username", label)]));
        Ok(())
    }

    fn get(&self, item: &str) -> Result<Option<Secret>, SecretError> {
        super::get(&entry(item)?, explain)
    }

    fn remove(&self, item: &str) -> Result<(), SecretError> {
        super::remove(&entry(item)?, explain)
    }

    fn may_ask(&self) -> bool {
        false
    }
}

/// The library returns some error codes as names and others as numbers; for a number, Windows
/// provides the message.
fn explain(own: &(dyn Error + 'static)) -> SecretError {
    let text = own.to_string();
    let text = text.strip_prefix("Windows ").unwrap_or(&text);
    let code = text.strip_prefix("error code ");
    if text == "ERROR_NO_SUCH_LOGON_SESSION" {
        let why = text!("storage-keyring-no-session");
        return SecretError::Absent(why.to_owned());
    }
    SecretError::Refused(match code.and_then(|code| code.parse::<u32>().ok()) {
        Some(code) => std::io::Error::from_raw_os_error(code.cast_signed()).to_string(),
        None => text.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::io::Error;

    use super::explain;

    #[test]
    fn a_refusal_is_told_in_the_words_of_windows() {
        let told = |text: &str| explain(&Error::other(text)).to_string();
        let denied = told("Windows error code 5");
        assert!(denied.contains("refused: Access"), "{denied}");
        assert!(denied.ends_with("(os error 5)"), "{denied}");
        let session = told("Windows ERROR_NO_SUCH_LOGON_SESSION");
        assert!(session.ends_with("keeps no credentials"), "{session}");
        let user = told("Windows ERROR_BAD_USERNAME");
        assert!(user.ends_with("refused: ERROR_BAD_USERNAME"), "{user}");
    }
}
