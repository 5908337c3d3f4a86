//! Forms that belong to no shipment, stored so that a reprint works offline.

use rusqlite::{Connection, OptionalExtension, params};

use super::schema::{scope_number, scope_number_or_new};
use super::{CacheError, Scope, sql};

pub fn put_document(
    connection: &Connection,
    scope: &Scope,
    name: &str,
    bytes: &[u8],
) -> Result<(), CacheError> {
    let write = || {
        let scope = scope_number_or_new(connection, scope)?;
        connection
            .prepare_cached("INSERT OR REPLACE INTO documents VALUES (?1, ?2, ?3)")?
            .execute(params![scope, name, bytes])
    };
    write().map(|_| ()).map_err(sql("store a document"))
}

pub fn get(
    connection: &Connection,
    scope: &Scope,
    name: &str,
) -> Result<Option<Vec<u8>>, CacheError> {
    let read = || {
        let scope = scope_number(connection, scope)?;
        connection
            .prepare_cached("SELECT bytes FROM documents WHERE scope = ?1 AND name = ?2")?
            .query_row(params![scope, name], |row| row.get(0))
            .optional()
    };
    read().map_err(sql("look up a document"))
}
