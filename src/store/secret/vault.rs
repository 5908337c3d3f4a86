//! The vault: secrets in one file of the data folder, encrypted with a key derived from a
//! passphrase. Argon2id makes guessing slow, and ChaCha20-Poly1305 detects a changed file. The
//! format is our own because `age` brings dozens of crates.
//!
//! Bytes of format 1, numbers big-endian:
//!
//! | at | what |
//! |---|---|
//! | 0 | `PRVAULT` and a zero |
//! | 8 | format, 1 |
//! | 9 | Argon2id: memory in KiB, passes, lanes, 4 bytes each |
//! | 21 | salt, 16 bytes |
//! | 37 | nonce, 12 bytes, new at each writing |
//! | 49 | sealed secrets with their 16-byte tag; everything before is authenticated with them |
//! | -32 | SHA-256 of everything before: tells damage from a wrong passphrase, protects nothing |
//!
//! The plain text is a JSON object of strings, padded with spaces to a multiple of 1 KiB, so that
//! the length of the file does not reveal that of a secret.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use zeroize::Zeroizing;

use super::{Pending, Readiness, SecretError, SecretStore};
use crate::base::secret::Secret;
use crate::store::small;
use crate::text;

pub const FILE: &str = "secrets.vault";
pub const LEAST_CHARACTERS: usize = 10;

const MAGIC: &[u8; 8] = b"PRVAULT\0";
const FORMAT: u8 = 1;
const SALT: usize = 16;
const NONCE: usize = 12;
const HEAD: usize = 8 + 1 + 12 + SALT + NONCE;
const CHECK: usize = 32;
const PADDING: usize = 1024;

/// The cost of deriving the key. Stored in the file, so that later versions can raise it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    pub memory_kib: u32,
    pub passes: u32,
    pub lanes: u32,
}

impl Default for Cost {
    /// Takes some tenths of a second on an old office computer.
    fn default() -> Self {
        Self { memory_kib: 64 * 1024, passes: 3, lanes: 1 }
    }
}

impl Cost {
    /// Whether the cost is within limits. This program never writes a file with more.
    fn is_bearable(self) -> bool {
        (8..=1024 * 1024).contains(&self.memory_kib)
            && (1..=64).contains(&self.passes)
            && (1..=16).contains(&self.lanes)
    }
}

/// Handle to the vault. Clones share the file and whether it is unlocked.
#[derive(Clone)]
pub struct Vault(Arc<Inner>);

struct Inner {
    path: PathBuf,
    cost: Cost,
    /// Set while unlocked. The lock is also held while the file is read and written.
    key: Mutex<Option<Key>>,
}

struct Key {
    bytes: Zeroizing<[u8; 32]>,
    cost: Cost,
    salt: [u8; SALT],
}

type Secrets = BTreeMap<String, Secret>;

impl Vault {
    /// Does not touch the file yet.
    pub fn at(folder: &Path) -> Self {
        Self::with_cost(folder, Cost::default())
    }

    pub fn with_cost(folder: &Path, cost: Cost) -> Self {
        Self(Arc::new(Inner { path: folder.join(FILE), cost, key: Mutex::new(None) }))
    }

    pub fn exists(&self) -> bool {
        self.0.path.exists()
    }

    pub fn is_unlocked(&self) -> bool {
        self.key().is_some()
    }

    /// Derives the key, which takes some tenths of a second: not for the UI thread. If there is
    /// no file yet, creates one with this passphrase.
    ///
    /// # Errors
    /// [`SecretError::WrongPassphrase`], [`SecretError::ShortPassphrase`] for a new file, damage,
    /// a newer format, or the disk.
    pub fn unlock(&self, passphrase: &Secret) -> Result<(), SecretError> {
        let mut key = self.key();
        match small::read(&self.0.path)? {
            Some(bytes) => {
                let sealed = Sealed::parse(&bytes)?;
                let made = make_key(passphrase, sealed.cost, sealed.salt)?;
                sealed.open(&made).ok_or(SecretError::WrongPassphrase)?;
                *key = Some(made);
            }
            None => {
                if passphrase.expose().chars().count() < LEAST_CHARACTERS {
                    return Err(SecretError::ShortPassphrase);
                }
                let made = make_key(passphrase, self.0.cost, random()?)?;
                self.write(&made, &Secrets::new())?;
                *key = Some(made);
            }
        }
        Ok(())
    }

    pub fn lock(&self) {
        *self.key() = None;
    }

    /// Removes the file with all secrets. Needs no passphrase.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn destroy(&self) -> Result<(), SecretError> {
        let mut key = self.key();
        small::remove(&self.0.path)?;
        *key = None;
        Ok(())
    }

    fn read(&self, key: &Key) -> Result<Secrets, SecretError> {
        let Some(bytes) = small::read(&self.0.path)? else {
            return Ok(Secrets::new());
        };
        let sealed = Sealed::parse(&bytes)?;
        // The file was replaced by another one that the key does not open.
        let plain = sealed.open(key).ok_or(SecretError::VaultLocked)?;
        let texts: BTreeMap<String, String> = serde_json::from_slice(&plain)
            .map_err(|_| SecretError::Damaged(text!("storage-vault-unreadable")))?;
        Ok(texts.into_iter().map(|(item, text)| (item, Secret::new(text))).collect())
    }

    fn write(&self, key: &Key, secrets: &Secrets) -> Result<(), SecretError> {
        small::write(&self.0.path, &seal(key, secrets)?)?;
        Ok(())
    }

    fn change(&self, with: impl FnOnce(&mut Secrets)) -> Result<(), SecretError> {
        let key = self.key();
        let key = key.as_ref().ok_or(SecretError::VaultLocked)?;
        let mut secrets = self.read(key)?;
        with(&mut secrets);
        self.write(key, &secrets)
    }

    /// The key is only ever assigned as a whole, so it is valid even after a panic elsewhere.
    fn key(&self) -> MutexGuard<'_, Option<Key>> {
        self.0.key.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

impl SecretStore for Vault {
    fn probe(&self) -> Pending<'_, Readiness> {
        let readiness = match self.is_unlocked() {
            true => Readiness::Ready,
            false => Readiness::LockedMayPrompt,
        };
        Box::pin(async move { Ok(readiness) })
    }

    fn put<'a>(&'a self, item: &'a str, _label: &'a str, secret: &'a Secret) -> Pending<'a, ()> {
        Box::pin(async move {
            self.change(|secrets| {
                secrets.insert(item.to_owned(), secret.clone());
            })
        })
    }

    fn get<'a>(&'a self, item: &'a str) -> Pending<'a, Option<Secret>> {
        Box::pin(async move {
            let key = self.key();
            let key = key.as_ref().ok_or(SecretError::VaultLocked)?;
            Ok(self.read(key)?.remove(item))
        })
    }

    fn remove<'a>(&'a self, item: &'a str) -> Pending<'a, ()> {
        Box::pin(async move {
            if !self.exists() {
                return Ok(());
            }
            self.change(|secrets| {
                secrets.remove(item);
            })
        })
    }
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Vault").field(&self.0.path).finish()
    }
}

/// A file whose structure and checksum are valid.
struct Sealed<'a> {
    head: &'a [u8],
    cost: Cost,
    salt: [u8; SALT],
    nonce: [u8; NONCE],
    text: &'a [u8],
}

impl<'a> Sealed<'a> {
    fn parse(bytes: &'a [u8]) -> Result<Self, SecretError> {
        let Some((&format, _)) = bytes.strip_prefix(MAGIC).and_then(|rest| rest.split_first())
        else {
            return Err(SecretError::Damaged(text!("storage-vault-not-a-vault")));
        };
        if format > FORMAT {
            return Err(SecretError::TooNew(format));
        }
        if format < FORMAT {
            return Err(SecretError::Damaged(text!("storage-vault-format")));
        }
        let parts = bytes
            .split_last_chunk::<CHECK>()
            .and_then(|(body, check)| Some((body.split_at_checked(HEAD)?, body, check)));
        let Some(((head, text), body, check)) = parts else {
            return Err(SecretError::Damaged(text!("storage-vault-cut-off")));
        };
        if digest(&SHA256, body).as_ref() != check {
            return Err(SecretError::Damaged(text!("storage-vault-checksum")));
        }
        let mut rest = head.get(9..).unwrap_or_default();
        let mut number = || take::<4>(&mut rest).map(u32::from_be_bytes);
        let cost = number().zip(number()).zip(number()).map(|((memory_kib, passes), lanes)| Cost {
            memory_kib,
            passes,
            lanes,
        });
        let (Some(cost), Some(salt), Some(nonce)) = (cost, take(&mut rest), take(&mut rest)) else {
            return Err(SecretError::Damaged(text!("storage-vault-cut-off")));
        };
        if !cost.is_bearable() {
            return Err(SecretError::Damaged(text!("storage-vault-cost")));
        }
        Ok(Self { head, cost, salt, nonce, text })
    }

    /// The plain text, or `None` if the key is wrong. The cipher compares the tag in constant
    /// time.
    fn open(&self, key: &Key) -> Option<Zeroizing<Vec<u8>>> {
        let mut buffer = Zeroizing::new(self.text.to_vec());
        let nonce = Nonce::assume_unique_for_key(self.nonce);
        let length =
            cipher(key).ok()?.open_in_place(nonce, Aad::from(self.head), &mut buffer).ok()?.len();
        buffer.truncate(length);
        Some(buffer)
    }
}

fn seal(key: &Key, secrets: &Secrets) -> Result<Zeroizing<Vec<u8>>, SecretError> {
    let nonce: [u8; NONCE] = random()?;
    let mut head = Vec::with_capacity(HEAD);
    head.extend_from_slice(MAGIC);
    head.push(FORMAT);
    for number in [key.cost.memory_kib, key.cost.passes, key.cost.lanes] {
        head.extend_from_slice(&number.to_be_bytes());
    }
    head.extend_from_slice(&key.salt);
    head.extend_from_slice(&nonce);
    let mut text = written(secrets)?;
    cipher(key)?
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(&head), &mut *text)
        .map_err(|_| SecretError::Sealing)?;
    let mut file = Zeroizing::new(head);
    file.extend_from_slice(&text);
    let check = digest(&SHA256, &file);
    file.extend_from_slice(check.as_ref());
    Ok(file)
}

/// The secrets as JSON in one buffer that never grows, so that no copy stays in memory.
fn written(secrets: &Secrets) -> Result<Zeroizing<Vec<u8>>, SecretError> {
    // Escaping turns a byte into six bytes at most.
    let longest: usize =
        secrets.iter().map(|(item, secret)| 6 * (item.len() + secret.expose().len()) + 8).sum();
    let room = (longest + 2).next_multiple_of(PADDING) + CHACHA20_POLY1305.tag_len();
    let mut text = Zeroizing::new(Vec::with_capacity(room));
    let exposed: BTreeMap<&str, &str> =
        secrets.iter().map(|(item, secret)| (item.as_str(), secret.expose())).collect();
    serde_json::to_writer(&mut *text, &exposed).map_err(|_| SecretError::Sealing)?;
    let padded = text.len().next_multiple_of(PADDING);
    text.resize(padded, b' ');
    Ok(text)
}

fn cipher(key: &Key) -> Result<LessSafeKey, SecretError> {
    UnboundKey::new(&CHACHA20_POLY1305, key.bytes.as_slice())
        .map(LessSafeKey::new)
        .map_err(|_| SecretError::Sealing)
}

fn make_key(passphrase: &Secret, cost: Cost, salt: [u8; SALT]) -> Result<Key, SecretError> {
    let config = argon2::Config {
        variant: argon2::Variant::Argon2id,
        version: argon2::Version::Version13,
        mem_cost: cost.memory_kib,
        time_cost: cost.passes,
        lanes: cost.lanes,
        hash_length: 32,
        ..argon2::Config::default()
    };
    let made = argon2::hash_raw(passphrase.expose().as_bytes(), &salt, &config);
    let made = Zeroizing::new(made.map_err(|_| SecretError::Sealing)?);
    let mut bytes = Zeroizing::new([0; 32]);
    let whole = made.first_chunk::<32>().ok_or(SecretError::Sealing)?;
    bytes.copy_from_slice(whole);
    Ok(Key { bytes, cost, salt })
}

fn random<const N: usize>() -> Result<[u8; N], SecretError> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).map_err(|_| SecretError::Sealing)?;
    Ok(bytes)
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, left) = rest.split_first_chunk::<N>()?;
    *rest = left;
    Some(*taken)
}
