//! Text that must not reach a log, a file or the screen by accident.

use std::fmt;
use std::sync::{Arc, Mutex, TryLockError, Weak};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use zeroize::Zeroizing;

/// A password, API secret or bearer token. `Debug` hides the text, and there is no `Display` and no
/// `Serialize`; code that needs the text calls [`Secret::expose`].
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(Arc<Zeroizing<String>>);

/// Every secret that is in use, so that [`mask_secrets`] can remove it from text. The references are weak:
/// the last owner still wipes the text.
static HELD: Mutex<Vec<Weak<Zeroizing<String>>>> = Mutex::new(Vec::new());

/// Shortest secret that is masked, in bytes; shorter ones would match ordinary words.
const LEAST_MASKED: usize = 6;
const MASK: &str = "…";
/// How often the list of secrets is looked for while another thread has it.
const LOOKS: u32 = 1_000;

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        let text = Arc::new(Zeroizing::new(text.into()));
        if text.len() >= LEAST_MASKED {
            let mut held = HELD.lock().unwrap_or_else(|broken| broken.into_inner());
            if held.len() == held.capacity() {
                held.retain(|secret| secret.strong_count() > 0);
            }
            held.push(Arc::downgrade(&text));
        }
        Self(text)
    }

    /// The text itself. Call it only where it is written to a request.
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

/// The text with every secret in use removed, as written and in base64, percent-encoded or hex
/// form. `None` if another thread keeps the list: a panic hook must not wait for it for long.
pub fn mask_secrets(text: &str) -> Option<String> {
    let mut masked = text.to_owned();
    for secret in secrets_in_use()? {
        for form in forms(&secret) {
            if masked.contains(form.as_str()) {
                masked = masked.replace(form.as_str(), MASK);
            }
        }
    }
    Some(masked)
}

/// The list is held for a moment only, so a few looks are enough, unless the thread that holds it is
/// the one that asks.
fn secrets_in_use() -> Option<Vec<Arc<Zeroizing<String>>>> {
    for _ in 0..LOOKS {
        let held = match HELD.try_lock() {
            Ok(held) => held,
            Err(TryLockError::Poisoned(broken)) => broken.into_inner(),
            Err(TryLockError::WouldBlock) => {
                std::thread::yield_now();
                continue;
            }
        };
        return Some(held.iter().filter_map(Weak::upgrade).collect());
    }
    None
}

/// The forms in which a secret can appear in text.
fn forms(secret: &str) -> Vec<Zeroizing<String>> {
    let bytes = secret.as_bytes();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let percent = utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string();
    [
        secret.to_owned(),
        STANDARD_NO_PAD.encode(bytes),
        URL_SAFE_NO_PAD.encode(bytes),
        percent.to_lowercase(),
        percent,
        hex.to_uppercase(),
        hex,
    ]
    .map(Zeroizing::new)
    .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_hides_the_text() {
        assert!(!format!("{:?}", Secret::new("hunter2")).contains("hunter2"));
    }

    #[test]
    fn a_held_secret_is_masked_in_every_form_and_forgotten_with_its_last_holder() {
        let words = "p@ss/word&canary";
        let secret = Secret::new(words);
        let copy = secret.clone();
        drop(secret);
        for form in forms(words) {
            let text = format!("before {} after", form.as_str());
            // Another test may hold the lock of the list for a moment.
            let masked = std::iter::repeat_with(|| mask_secrets(&text)).flatten().next();
            assert_eq!(masked.unwrap(), "before … after");
        }
        drop(copy);
        // A test that masks a text at this moment holds every secret until it is done.
        let mut masked = std::iter::repeat_with(|| mask_secrets(words)).flatten().take(1_000_000);
        assert!(masked.any(|text| text == words));
    }
}
