//! Values stored in the cache between runs: settings, the draft, the last answers.

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::rows::scope::Environment;
use crate::store::cache::{Cache, Scope};

pub(in crate::desk) const SETTINGS: &str = "settings";
pub(in crate::desk) const DRAFT: &str = "draft";
pub(in crate::desk) const WORLD: &str = "world";
pub(in crate::desk) const BALANCE: &str = "balance";
pub(in crate::desk) const HISTORY: &str = "history";
pub(in crate::desk) const CARRIERS: &str = "carriers";
pub(in crate::desk) const CARRIER_ACCOUNTS: &str = "carrier-accounts";
pub(in crate::desk) const CATALOGS: &str = "catalogs";
/// Has no content; its time is when the shipments were last refreshed.
pub(in crate::desk) const REFRESHED: &str = "shipments-refreshed";

/// The account that was open last. Contains no secret.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::desk) struct LastAccount {
    pub environment: Environment,
    pub account: String,
    pub account_name: String,
    pub base_url: String,
}

impl LastAccount {
    pub(in crate::desk) fn scope(&self) -> Scope {
        Scope { environment: self.environment.word().to_owned(), account: self.account.clone() }
    }
}

/// A value of the cache and the time it was valid.
pub(in crate::desk) type SavedValue<T> = Option<(T, Timestamp)>;

/// Reads a value. One that cannot be parsed counts as missing: the server still has it.
pub(in crate::desk) async fn read<T: DeserializeOwned>(
    cache: &Cache,
    scope: Option<&Scope>,
    key: &str,
) -> Option<T> {
    read_with_time(cache, scope, key).await.map(|(value, _)| value)
}

/// Stores a value for the next run. If the cache cannot be written, the next run starts without the
/// value and nothing else is lost.
pub(in crate::desk) async fn save<T: Serialize>(
    cache: &Cache,
    scope: &Scope,
    key: &str,
    value: &T,
) {
    let Ok(json) = serde_json::to_string(value) else {
        return;
    };
    logged(cache.put(Some(scope), key, json).await);
}

/// Reads a row of a store. One that cannot be parsed is left out, and the log says so.
pub(in crate::desk) fn readable<T: DeserializeOwned>(json: &str, what: &'static str) -> Option<T> {
    let read = serde_json::from_str(json);
    read.inspect_err(|error| tracing::warn!(%error, what, "a stored row cannot be read")).ok()
}

pub(in crate::desk) fn logged<T, E: std::error::Error>(result: Result<T, E>) -> Option<T> {
    result.inspect_err(|error| tracing::warn!(%error, "the cache could not be used")).ok()
}

pub(in crate::desk) async fn read_with_time<T: DeserializeOwned>(
    cache: &Cache,
    scope: Option<&Scope>,
    key: &str,
) -> SavedValue<T> {
    let snapshot = logged(cache.get(scope, key).await)??;
    let value = serde_json::from_str(&snapshot.json)
        .inspect_err(|error| tracing::warn!(%error, key, "a cached value is not readable"))
        .ok()?;
    Some((value, snapshot.at))
}
