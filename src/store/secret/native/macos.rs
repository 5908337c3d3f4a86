//! The login keychain of macOS. An item is accessible to the program that created it. For another
//! or a modified program, and while the keychain is locked, macOS prompts the user.

use std::error::Error;

use apple_native_keyring_store::keychain::Store;
use keyring_core::Entry;
use keyring_core::api::CredentialStoreApi;
use security_framework::base::Error as OwnError;
use security_framework::os::macos::keychain::SecKeychain;

use super::FOLDER;
use crate::base::secret::Secret;
use crate::store::secret::blocking::{BlockingKeyring, round_trip};
use crate::store::secret::{Readiness, SecretError};
use crate::text;

/// Generic passwords of the service `Postroom`. The account of each is the item id.
#[derive(Debug)]
pub struct Keychain;

fn entry(item: &str) -> Result<Entry, SecretError> {
    Store::new()
        .and_then(|store| store.build(FOLDER, item, None))
        .map_err(|error| super::describe_error(error, explain))
}

impl BlockingKeyring for Keychain {
    /// Keychain Access shows the service; the library cannot set another label.
    fn put(&self, item: &str, _label: &str, secret: &Secret) -> Result<(), SecretError> {
        super::put(&entry(item)?, secret, explain)
    }

    fn get(&self, item: &str) -> Result<Option<Secret>, SecretError> {
        super::get(&entry(item)?, explain)
    }

    fn remove(&self, item: &str) -> Result<(), SecretError> {
        super::remove(&entry(item)?, explain)
    }

    fn may_ask(&self) -> bool {
        true
    }

    /// Runs with prompts disabled: a locked keychain refuses at once.
    fn probe_round_trip(&self) -> Result<Readiness, SecretError> {
        let quiet = SecKeychain::disable_user_interaction().map_err(|error| explain(&error))?;
        let outcome = round_trip(self);
        drop(quiet);
        match outcome {
            Err(SecretError::Locked) => Ok(Readiness::LockedMayPrompt),
            other => other,
        }
    }
}

const USER_CANCELED: i32 = -128;
const AUTH_FAILED: i32 = -25293;
const INTERACTION_NOT_ALLOWED: i32 = -25308;
const INTERACTION_REQUIRED: i32 = -25315;
const NOT_AVAILABLE: i32 = -25291;
const NO_SUCH_KEYCHAIN: i32 = -25294;
const INVALID_KEYCHAIN: i32 = -25295;
const NO_DEFAULT_KEYCHAIN: i32 = -25307;

fn explain(own: &(dyn Error + 'static)) -> SecretError {
    let Some(own) = own.downcast_ref::<OwnError>() else {
        return SecretError::Refused(own.to_string());
    };
    // The system's message, or the error number if there is none.
    let words = own
        .message()
        .unwrap_or_else(|| text!("storage-keyring-error", code = own.code().to_string()));
    match own.code() {
        USER_CANCELED => SecretError::Dismissed,
        AUTH_FAILED | INTERACTION_NOT_ALLOWED | INTERACTION_REQUIRED => SecretError::Locked,
        NOT_AVAILABLE | NO_SUCH_KEYCHAIN | INVALID_KEYCHAIN | NO_DEFAULT_KEYCHAIN => {
            SecretError::Absent(words)
        }
        _ => SecretError::Refused(words),
    }
}
