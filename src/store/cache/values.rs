//! Small values by key, and tracked numbers.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::schema::{NO_SCOPE, note_forgotten, scope_number, scope_number_or_new};
use super::{CacheError, Scope, Snapshot, sql};
use crate::base::id::TrackingNumber;
use crate::store::file::time_column;

pub fn put_value(
    connection: &Connection,
    scope: Option<&Scope>,
    key: &str,
    json: &str,
    at: Timestamp,
) -> Result<(), CacheError> {
    let write = || {
        let scope = match scope {
            Some(scope) => scope_number_or_new(connection, scope)?,
            None => NO_SCOPE,
        };
        connection
            .prepare_cached("INSERT OR REPLACE INTO snapshots VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![scope, key, json, at.as_microsecond()])
    };
    write().map(|_| ()).map_err(sql("store a value"))
}

pub fn get(
    connection: &Connection,
    scope: Option<&Scope>,
    key: &str,
) -> Result<Option<Snapshot>, CacheError> {
    let read = || {
        let number = match scope {
            Some(scope) => scope_number(connection, scope)?,
            None => Some(NO_SCOPE),
        };
        let Some(number) = number else {
            return Ok(None);
        };
        connection
            .prepare_cached("SELECT json, at FROM snapshots WHERE scope = ?1 AND key = ?2")?
            .query_row(params![number, key], snapshot)
            .optional()
    };
    read().map_err(sql("look up a value"))
}

pub fn put_tracking(
    connection: &Connection,
    scope: &Scope,
    number: &TrackingNumber,
    json: &str,
    at: Timestamp,
) -> Result<(), CacheError> {
    let write = || {
        let scope = scope_number_or_new(connection, scope)?;
        connection
            .prepare_cached(
                "INSERT INTO tracked (scope, tracking_number, json, at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (scope, tracking_number)
                 DO UPDATE SET json = excluded.json, at = excluded.at",
            )?
            .execute(params![scope, number.as_str(), json, at.as_microsecond()])
    };
    write().map(|_| ()).map_err(sql("store tracking"))
}

pub fn tracked(
    connection: &Connection,
    scope: &Scope,
) -> Result<Vec<(TrackingNumber, Snapshot)>, CacheError> {
    let read = || {
        let Some(scope) = scope_number(connection, scope)? else {
            return Ok(Vec::new());
        };
        connection
            .prepare_cached("SELECT * FROM tracked WHERE scope = ?1 ORDER BY watch")?
            .query_map([scope], |row| {
                let number: String = row.get("tracking_number")?;
                Ok((TrackingNumber::new(number), snapshot(row)?))
            })?
            .collect()
    };
    read().map_err(sql("list what is tracked"))
}

pub fn untrack(
    connection: &Connection,
    scope: &Scope,
    number: &TrackingNumber,
) -> Result<(), CacheError> {
    let write = || {
        let scope = scope_number(connection, scope)?;
        connection
            .prepare_cached("DELETE FROM tracked WHERE scope = ?1 AND tracking_number = ?2")?
            .execute(params![scope, number.as_str()])
    };
    write().map(|_| ()).map_err(sql("stop tracking"))
}

/// Deletes everything that belongs to the scope except its shipments and quotes, which the caller
/// removes first.
pub fn forget_scope(connection: &mut Connection, scope: &Scope) -> Result<(), CacheError> {
    let mut remove = || {
        let transaction = connection.transaction()?;
        note_forgotten(&transaction, scope)?;
        let Some(number) = scope_number(&transaction, scope)? else {
            return transaction.commit();
        };
        for table in ["snapshots", "tracked", "documents", "labels", "spending", "scopes"] {
            let rows = format!("DELETE FROM {table} WHERE scope = ?1");
            transaction.execute(&rows, [number])?;
        }
        transaction.commit()
    };
    remove().map_err(sql("remove an account's values"))
}

fn snapshot(row: &Row<'_>) -> rusqlite::Result<Snapshot> {
    Ok(Snapshot { json: row.get("json")?, at: time_column(row, "at")? })
}
