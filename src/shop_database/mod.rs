//! The shop's own database: an order number that is scanned fills an order from it, and what was
//! bought goes back into it.
//!
//! A connection is read-only until a statement for the way back is set up. Queries run in a
//! read-only transaction in any case. The password is no part of a [`ShopDatabase`]; it rests in a
//! [`SecretStore`] under [`secret_item`].

pub mod error;
pub mod fetch;
mod mysql;
mod postgres;
mod result_table;
mod session;
mod sqlite_file;
mod time_text;
pub mod write_back;

use crate::base::secret::Secret;
use crate::orders::shop_database::ShopDatabase;
use crate::store::journal::sha256_hex;
use crate::store::secret::{SecretError, SecretStore};

/// The item under which the password of a database rests. `key` is that of its document. The item
/// belongs to everything that decides where the password goes: another server, user or encryption
/// has none until it is entered again.
pub fn secret_item(key: &str, database: &ShopDatabase) -> String {
    let ShopDatabase { kind, host, user, tls, certificate, .. } = database;
    let goes_to = format!("{kind:?}\n{host}\n{}\n{user}\n{tls:?}\n{certificate}", database.port());
    let digest = sha256_hex(goes_to.as_bytes());
    format!("shop-database-{key}-{}", digest.get(..32).unwrap_or(&digest))
}

/// Stores the password of the database with this key.
///
/// # Errors
/// Those of the store.
pub async fn store_password(
    place: &dyn SecretStore,
    key: &str,
    database: &ShopDatabase,
    password: &Secret,
) -> Result<(), SecretError> {
    let label = format!("Postroom: {}", database.name);
    place.put(&secret_item(key, database), &label, password).await
}

/// The password of the database with this key, if one was stored for where it is now.
///
/// # Errors
/// Those of the store.
pub async fn stored_password(
    place: &dyn SecretStore,
    key: &str,
    database: &ShopDatabase,
) -> Result<Option<Secret>, SecretError> {
    place.get(&secret_item(key, database)).await
}

/// Removes the password of a database that is no longer set up.
///
/// # Errors
/// Those of the store.
pub async fn remove_password(
    place: &dyn SecretStore,
    key: &str,
    database: &ShopDatabase,
) -> Result<(), SecretError> {
    place.remove(&secret_item(key, database)).await
}
