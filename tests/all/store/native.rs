//! The real keyring of Windows (or Wine) or macOS, used as the program uses it. The items have
//! names unique to this run and are removed.

use postroom::store::secret;
use postroom::store::secret::{Readiness, SecretStore};

use crate::prelude::*;

fn keyring() -> Arc<dyn SecretStore> {
    secret::system().expect("this system has a keyring")
}

fn item() -> String {
    format!("test-{}", uuid::Uuid::new_v4())
}

/// The probe uses one item name for all, so only this test runs a probe.
#[tokio::test]
async fn a_trial_succeeds_and_leaves_nothing() {
    assert_eq!(keyring().probe().await.unwrap(), Readiness::Ready);
    assert_eq!(keyring().get("trial").await.unwrap(), None);
}

#[tokio::test]
async fn secrets_go_in_and_come_out() {
    let (a, b) = (item(), item());
    assert_eq!(keyring().get(&a).await.unwrap(), None);
    keyring().remove(&a).await.unwrap();
    for text in ["first", "second, with “words” of ünïcödé", ""] {
        let secret = Secret::new(text);
        keyring().put(&a, "Postroom: A", &secret).await.unwrap();
        // Through a new store, as at the next start.
        assert_eq!(keyring().get(&a).await.unwrap(), Some(secret));
    }
    let other = Secret::new("kept");
    keyring().put(&b, "Postroom: B", &other).await.unwrap();
    keyring().remove(&a).await.unwrap();
    assert_eq!(keyring().get(&a).await.unwrap(), None);
    assert_eq!(keyring().get(&b).await.unwrap(), Some(other));
    keyring().remove(&b).await.unwrap();
    assert_eq!(keyring().get(&b).await.unwrap(), None);
}

#[cfg(windows)]
mod windows {
    use std::collections::HashMap;

    use keyring_core::api::CredentialStoreApi;
    use postroom::store::secret::SecretError;
    use windows_native_keyring_store::Store;

    use super::*;

    const MOST: usize = 2560;

    #[tokio::test]
    async fn a_secret_that_is_too_long_is_told_in_a_sentence_without_it() {
        let item = item();
        let longest = Secret::new("canary-".repeat(MOST)[..MOST].to_owned());
        let label = "Postroom: long";
        keyring().put(&item, label, &longest).await.unwrap();
        let too_long = Secret::new(format!("{}x", longest.expose()));
        let refused = keyring().put(&item, label, &too_long).await.unwrap_err();
        assert!(matches!(refused, SecretError::TooLong(2560)), "{refused}");
        let told = format!("{refused} {refused:?}");
        assert!(told.contains("2560 bytes that Windows Credential Manager keeps"));
        assert!(!told.contains("canary"), "{told}");
        // The existing item stays.
        assert_eq!(keyring().get(&item).await.unwrap(), Some(longest));
        keyring().remove(&item).await.unwrap();
    }

    /// The name that Credential Manager shows, and that the item stays on this computer.
    #[tokio::test]
    async fn an_item_is_named_for_the_person_and_stays_on_this_computer() {
        let item = item();
        let label = "Postroom: ada, production";
        let secret = Secret::new("s");
        keyring().put(&item, label, &secret).await.unwrap();
        let target = format!("Postroom/{item}");
        let how = HashMap::from([("target", target.as_str())]);
        let entry = Store::new().unwrap().build("", "", Some(&how)).unwrap();
        let attributes = entry.get_attributes().unwrap();
        assert_eq!(attributes["username"], label);
        assert_eq!(attributes["persistence"], "Local");
        keyring().remove(&item).await.unwrap();
        assert!(entry.get_secret().is_err());
    }

    /// Bytes of another program under our name: refused, and not shown.
    #[tokio::test]
    async fn what_is_not_text_is_refused() {
        let item = item();
        let target = format!("Postroom/{item}");
        let how = HashMap::from([("target", target.as_str())]);
        let entry = Store::new().unwrap().build("", "", Some(&how)).unwrap();
        entry.set_secret(&[0xff, 0xfe, 0x80]).unwrap();
        let refused = keyring().get(&item).await.unwrap_err();
        assert!(refused.to_string().ends_with("isn’t text"), "{refused}");
        keyring().remove(&item).await.unwrap();
    }
}
