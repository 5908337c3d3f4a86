//! The vault file: storing and reading secrets, wrong passphrases, and every kind of changed
//! byte.

use postroom::store::secret::vault::{Cost, FILE, Vault};
use postroom::store::secret::{SecretError, SecretStore};

use crate::prelude::*;

const CANARY: &str = "canary-7Qx-\"quoted\"-päss";
const PASSPHRASE: &str = "correct horse battery";

/// The lowest cost that Argon2id allows: the tests do not check how slow it is.
const CHEAP: Cost = Cost { memory_kib: 8, passes: 1, lanes: 1 };

struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("postroom-vault-{}", uuid::Uuid::new_v4()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn vault(&self) -> Vault {
        Vault::with_cost(&self.0, CHEAP)
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.0.join(FILE)).unwrap()
    }

    fn put_bytes(&self, bytes: &[u8]) {
        fs::write(self.0.join(FILE), bytes).unwrap();
    }

    fn unlocked(&self, passphrase: &str) -> Result<Vault, SecretError> {
        let vault = self.vault();
        vault.unlock(&Secret::new(passphrase)).map(|()| vault)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

async fn filled() -> Folder {
    let folder = Folder::new();
    let vault = folder.unlocked(PASSPHRASE).unwrap();
    vault.put("one", "One", &Secret::new(CANARY)).await.unwrap();
    vault.put("two", "Two", &Secret::new("other")).await.unwrap();
    folder
}

#[tokio::test]
async fn what_is_put_in_comes_out_after_a_restart() {
    let folder = filled().await;
    let vault = folder.vault();
    assert!(matches!(vault.get("one").await, Err(SecretError::VaultLocked)));
    vault.unlock(&Secret::new(PASSPHRASE)).unwrap();
    assert_eq!(vault.get("one").await.unwrap().unwrap().expose(), CANARY);
    assert_eq!(vault.get("none").await.unwrap(), None);
    vault.remove("one").await.unwrap();
    assert_eq!(vault.get("one").await.unwrap(), None);
    assert_eq!(vault.get("two").await.unwrap().unwrap().expose(), "other");
    vault.lock();
    assert!(matches!(vault.get("two").await, Err(SecretError::VaultLocked)));
    vault.destroy().unwrap();
    assert!(!vault.exists());
    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test]
async fn a_wrong_passphrase_opens_nothing_and_changes_nothing() {
    let folder = filled().await;
    let before = folder.bytes();
    for wrong in ["correct horse batterY", "", "correct horse battery "] {
        let refused = folder.unlocked(wrong).unwrap_err();
        assert!(matches!(refused, SecretError::WrongPassphrase), "{wrong}: {refused}");
    }
    assert_eq!(folder.bytes(), before);
    assert!(folder.unlocked(PASSPHRASE).is_ok());
}

#[test]
fn a_short_passphrase_makes_no_vault() {
    let folder = Folder::new();
    let refused = folder.unlocked("ninechars").unwrap_err();
    assert!(matches!(refused, SecretError::ShortPassphrase), "{refused}");
    assert!(!folder.vault().exists());
}

#[tokio::test]
async fn every_cut_and_every_flipped_bit_is_noticed() {
    let folder = filled().await;
    let whole = folder.bytes();
    for length in (0..whole.len()).step_by(7) {
        folder.put_bytes(&whole[..length]);
        let refused = folder.unlocked(PASSPHRASE).unwrap_err();
        assert!(matches!(refused, SecretError::Damaged(_)), "cut to {length}: {refused}");
    }
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << (at % 8);
        folder.put_bytes(&flipped);
        let refused = folder.unlocked(PASSPHRASE).unwrap_err();
        assert!(
            matches!(refused, SecretError::Damaged(_) | SecretError::TooNew(_)),
            "bit of byte {at}: {refused}"
        );
    }
    folder.put_bytes(&whole);
    assert!(folder.unlocked(PASSPHRASE).is_ok());
}

/// Correcting the checksum after changing the file does not help.
#[tokio::test]
async fn a_changed_file_with_a_right_checksum_opens_to_nobody() {
    let folder = filled().await;
    let whole = folder.bytes();
    let body = whole.len() - 32;
    for at in [10, 22, 40, 60, body - 1] {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        let check = ring::digest::digest(&ring::digest::SHA256, &changed[..body]);
        changed[body..].copy_from_slice(check.as_ref());
        folder.put_bytes(&changed);
        let refused = folder.unlocked(PASSPHRASE).unwrap_err();
        assert!(
            matches!(refused, SecretError::WrongPassphrase | SecretError::Damaged(_)),
            "byte {at}: {refused}"
        );
    }
    // A header that requests a huge amount of memory.
    let mut greedy = whole.clone();
    greedy[9..13].copy_from_slice(&u32::MAX.to_be_bytes());
    let check = ring::digest::digest(&ring::digest::SHA256, &greedy[..body]);
    greedy[body..].copy_from_slice(check.as_ref());
    folder.put_bytes(&greedy);
    assert!(matches!(folder.unlocked(PASSPHRASE), Err(SecretError::Damaged(_))));
}

#[tokio::test]
async fn other_formats_are_told_apart() {
    let folder = filled().await;
    let mut bytes = folder.bytes();
    bytes[8] = 2;
    folder.put_bytes(&bytes);
    assert!(matches!(folder.unlocked(PASSPHRASE), Err(SecretError::TooNew(2))));
    bytes[8] = 0;
    folder.put_bytes(&bytes);
    assert!(matches!(folder.unlocked(PASSPHRASE), Err(SecretError::Damaged(_))));
}

/// A file written when format 1 was new. All future versions must open it.
#[tokio::test]
async fn a_vault_of_an_older_postroom_opens() {
    let folder = Folder::new();
    folder.put_bytes(include_bytes!("format-1.vault"));
    let vault = folder.unlocked("an old passphrase").unwrap();
    let kept = vault.get("an-account").await.unwrap().unwrap();
    assert_eq!(kept.expose(), "kept since format 1");
}

#[tokio::test]
async fn the_file_holds_no_secret_and_is_for_this_user_only() {
    let folder = filled().await;
    let first = folder.bytes();
    let vault = folder.unlocked(PASSPHRASE).unwrap();
    vault.put("two", "Two", &Secret::new("x")).await.unwrap();
    let second = folder.bytes();
    for bytes in [&first, &second] {
        for secret in [CANARY, "canary", "other", PASSPHRASE, "one"] {
            let found = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!found, "{secret} can be read in the file");
        }
    }
    assert_eq!(first.len(), second.len(), "the length tells of a secret's");
    assert_ne!(first[37..49], second[37..49], "a nonce was used twice");
    assert_eq!(first[21..37], second[21..37]);
    assert!(!format!("{vault:?}").contains(CANARY));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(folder.0.join(FILE)).unwrap().permissions();
        assert_eq!(mode.mode() & 0o777, 0o600);
    }
}
