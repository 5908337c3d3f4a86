//! Section 5: bearer tokens (JWT, HS256), key secrets and passwords.
//!
//! No secret is stored in clear text: passwords are hashed with argon2id, API secrets (256 random
//! bits, so dictionary attacks do not apply) with SHA-256, and the signing key is only in memory. A
//! restarted service therefore refuses old tokens, and clients request new ones.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use ring::rand::SystemRandom;
use ring::{digest, hmac};
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::fail::{self, Fail};
use super::luck::{Luck, Lucks};
use postroom_base::text;

/// Measured by the machine's clock: at 60 seconds per day, an hour of simulated time would pass too
/// fast.
pub const TOKEN_LIFETIME_SECS: i64 = 3600;

/// The kind of key that the token was made from (section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Env {
    Production,
    Test,
}

impl Env {
    pub fn code(self) -> &'static str {
        match self {
            Self::Production => "P",
            Self::Test => "T",
        }
    }

    pub fn parse(code: &str) -> Option<Self> {
        [Self::Production, Self::Test].into_iter().find(|env| env.code() == code)
    }
}

/// The authenticated caller.
#[derive(Clone, Debug)]
pub struct Identity {
    pub account_id: String,
    pub user_id: String,
    pub app_id: String,
    pub env: Env,
    /// What the account draws its ids from.
    pub luck: Luck,
}

pub struct Keys {
    signing: hmac::Key,
    pub lucks: Lucks,
    /// Tokens already verified, by their SHA-256, so that later calls with the same token need not
    /// verify it again.
    passed: Mutex<HashMap<[u8; digest::SHA256_OUTPUT_LEN], VerifiedToken>>,
}

#[derive(Clone)]
pub struct VerifiedToken {
    pub who: Arc<Identity>,
    pub expires_secs: i64,
    /// The database version at which the account was known to be active.
    pub version: u64,
}

/// More clients than a practice service has. A full table is cleared.
pub const MOST_PASSED: usize = 1024;

impl Keys {
    /// New keys; with a seed the same as before.
    pub fn generate(seed: Option<u64>) -> Result<Self, Fail> {
        let lucks = Lucks::new(seed);
        let signing = match seed {
            None => hmac::Key::generate(hmac::HMAC_SHA256, &SystemRandom::new())
                .map_err(|_| Fail::internal("no random bytes for the signing key"))?,
            Some(_) => hmac::Key::new(hmac::HMAC_SHA256, lucks.row("signing").text()?.as_bytes()),
        };
        Ok(Self { signing, lucks, passed: Mutex::default() })
    }

    /// Forgets which tokens were verified.
    pub fn forget_passed(&self) {
        self.passed().clear();
    }

    pub fn token(&self, who: &Identity, now: Timestamp) -> String {
        let header = URL_SAFE_NO_PAD.encode(r#"{"alg":"HS256","typ":"JWT"}"#);
        let claims = json!({
            "sub": who.user_id, "account": who.account_id, "app": who.app_id,
            "env": who.env.code(), "iat": now.as_second(),
            "exp": now.as_second() + TOKEN_LIFETIME_SECS,
        });
        let signed = format!("{header}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let tag = hmac::sign(&self.signing, signed.as_bytes());
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(tag.as_ref()))
    }

    /// Compares in constant time, by comparing the HMAC tags of both texts.
    pub fn secrets_equal(&self, given: &str, kept: &str) -> bool {
        let tag = hmac::sign(&self.signing, kept.as_bytes());
        hmac::verify(&self.signing, given.as_bytes(), tag.as_ref()).is_ok()
    }

    /// The account of the token in this header, if this service signed it.
    pub fn account_of(&self, authorization: &str, now: Timestamp) -> Option<String> {
        let (_, token) = authorization.trim().split_once(' ')?;
        Some(self.check(token.trim(), now)?.0.account_id)
    }

    /// Verifies a token. `None` if this service did not sign it or if it has expired.
    pub fn check(&self, token: &str, now: Timestamp) -> Option<(Identity, i64)> {
        let (signed, tag) = token.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let header: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(header).ok()?).ok()?;
        if header.get("alg").and_then(Value::as_str) != Some("HS256") {
            return None;
        }
        // ring compares in constant time.
        let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
        hmac::verify(&self.signing, signed.as_bytes(), &tag).ok()?;
        let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).ok()?).ok()?;
        let text = |name: &str| claims.get(name).and_then(Value::as_str).map(str::to_owned);
        let expires = claims.get("exp").and_then(Value::as_i64)?;
        if now.as_second() >= expires {
            return None;
        }
        let account_id = text("account")?;
        let who = Identity {
            luck: self.lucks.row(&account_id),
            account_id,
            user_id: text("sub")?,
            app_id: text("app")?,
            env: Env::parse(&text("env")?)?,
        };
        Some((who, expires))
    }

    pub fn passed(
        &self,
    ) -> MutexGuard<'_, HashMap<[u8; digest::SHA256_OUTPUT_LEN], VerifiedToken>> {
        self.passed.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

/// Fails for an account that an administrator closed: then not even its terms can be approved.
pub fn need_open(conn: &Connection, account_id: &str) -> Result<(), Fail> {
    let closed: bool = conn
        .prepare_cached(
            "SELECT EXISTS(SELECT 1 FROM admin WHERE kind = 'account' AND subject = ?1)",
        )?
        .query_row([account_id], |row| row.get(0))?;
    if closed {
        return Err(Fail::new(fail::ACCOUNT_NOT_ACTIVE, text!("practice-service-account-closed")));
    }
    Ok(())
}

/// Section 3.1: no call works before the terms are approved or after the account is closed.
pub fn need_active(conn: &Connection, account_id: &str) -> Result<(), Fail> {
    need_open(conn, account_id)?;
    let status: Option<String> = conn
        .prepare_cached("SELECT status FROM accounts WHERE id = ?1")?
        .query_row([account_id], |row| row.get(0))
        .optional()?;
    match status.as_deref() {
        Some("Active") => Ok(()),
        Some(_) => Err(Fail::new(fail::ACCOUNT_NOT_ACTIVE, text!("practice-service-terms-open"))),
        None => Err(Fail::new(
            fail::ACCOUNT_APP_AUTHENTICATION_FAILED,
            "The token belongs to an account that does not exist here.",
        )),
    }
}

/// An app found by one of its keys, with the stored hash of that key's secret.
pub struct FoundApp {
    pub app_id: String,
    pub account_id: String,
    pub env: Env,
    pub secret_hash: String,
}

pub fn find_app(conn: &Connection, key: &str) -> Result<Option<FoundApp>, Fail> {
    let row: Option<(String, String, String, String, String)> = conn
        .prepare_cached(
            "SELECT id, account_id, api_key, secret_hash, test_secret_hash
             FROM apps WHERE api_key = ?1 OR test_api_key = ?1",
        )?
        .query_row(params![key], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
        })
        .optional()?;
    Ok(row.map(|(app_id, account_id, api_key, production, test)| {
        let (env, secret_hash) =
            if api_key == key { (Env::Production, production) } else { (Env::Test, test) };
        FoundApp { app_id, account_id, env, secret_hash }
    }))
}

pub fn hash_secret(secret: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, secret.as_bytes()))
}

/// Limits concurrent hashing: each hash takes 8 MiB, and sign-up needs no token.
static HASHING: Semaphore = Semaphore::const_new(2);

/// Hashes with argon2id, 8 MiB and two passes: some tens of milliseconds, off the async threads.
pub async fn hash_password(password: String, salt: String) -> Result<String, Fail> {
    let _turn = HASHING.acquire().await.map_err(Fail::internal)?;
    tokio::task::spawn_blocking(move || {
        let config = argon2::Config {
            variant: argon2::Variant::Argon2id,
            mem_cost: 8 * 1024,
            time_cost: 2,
            lanes: 1,
            ..argon2::Config::default()
        };
        argon2::hash_encoded(password.as_bytes(), salt.as_bytes(), &config).map_err(Fail::internal)
    })
    .await
    .map_err(Fail::internal)?
}

/// A password that whoever made the world wrote down: hashing a thousand of them slowly would delay
/// the start by half a minute and protect nothing.
pub fn known_password(password: &str) -> String {
    format!("{KNOWN}{}", hash_secret(password))
}

const KNOWN: &str = "sha256:";

pub async fn password_fits(hash: String, password: String) -> Result<bool, Fail> {
    if hash.starts_with(KNOWN) {
        return Ok(hash == known_password(&password));
    }
    let _turn = HASHING.acquire().await.map_err(Fail::internal)?;
    tokio::task::spawn_blocking(move || {
        argon2::verify_encoded(&hash, password.as_bytes()).map_err(Fail::internal)
    })
    .await
    .map_err(Fail::internal)?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithm_and_expiry_count_even_under_the_right_signature() {
        let keys = Keys::generate(None).unwrap();
        let now = Timestamp::from_second(1_000).unwrap();
        let passes = |header: Value, claims: Value| {
            let encode = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
            let signed = format!("{}.{}", encode(header), encode(claims));
            let tag = hmac::sign(&keys.signing, signed.as_bytes());
            let token = format!("{signed}.{}", URL_SAFE_NO_PAD.encode(tag.as_ref()));
            keys.check(&token, now).is_some()
        };
        let good = json!({"sub": "u", "account": "a", "app": "p", "env": "P", "exp": 1_001});
        assert!(passes(json!({"alg": "HS256"}), good.clone()));
        for header in [json!({"alg": "HS512"}), json!({"alg": "none"}), json!({}), json!("HS256")] {
            assert!(!passes(header.clone(), good.clone()), "{header}");
        }
        for (name, value) in [
            ("exp", Value::Null),
            ("exp", json!("1001")),
            ("exp", json!(1_000)),
            ("env", json!("X")),
            ("account", json!(7)),
            ("sub", Value::Null),
        ] {
            let mut claims = good.clone();
            claims[name] = value.clone();
            assert!(!passes(json!({"alg": "HS256"}), claims), "{name} {value}");
        }
    }

    #[test]
    fn only_own_fresh_tokens_pass() {
        let keys = Keys::generate(None).unwrap();
        let who = Identity {
            account_id: "a".into(),
            user_id: "u".into(),
            app_id: "p".into(),
            env: Env::Test,
            luck: Luck::System,
        };
        let now = Timestamp::from_second(1_000).unwrap();
        let late = Timestamp::from_second(1_000 + TOKEN_LIFETIME_SECS).unwrap();
        let token = keys.token(&who, now);
        assert_eq!(keys.check(&token, now).unwrap().0.env, Env::Test);
        assert!(keys.check(&token, late).is_none());
        assert!(Keys::generate(None).unwrap().check(&token, now).is_none());
        let (header, rest) = token.split_once('.').unwrap();
        let (claims, _) = rest.split_once('.').unwrap();
        let none = URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#);
        for forged in [
            format!("{none}.{claims}."),
            format!("{header}.{claims}."),
            format!("{header}.{claims}.AAAA"),
            "x".to_owned(),
        ] {
            assert!(keys.check(&forged, now).is_none(), "{forged}");
        }
    }
}
