//! Label files, stored so that a reprint works offline.

use rusqlite::{Connection, params};

use super::schema::{scope_number, scope_number_or_new};
use super::{CacheError, Scope, sql};
use crate::base::id::ShipmentId;

/// A label file: one per package and file type.
pub struct Label {
    pub scope: Scope,
    pub shipment: ShipmentId,
    pub package_number: u32,
    pub file_type: String,
    pub bytes: Vec<u8>,
}

pub fn put_label(connection: &Connection, label: &Label) -> Result<(), CacheError> {
    let write = || {
        let scope = scope_number_or_new(connection, &label.scope)?;
        connection
            .prepare_cached("INSERT OR REPLACE INTO labels VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![
                scope,
                label.shipment.as_str(),
                label.package_number,
                label.file_type,
                label.bytes,
            ])
    };
    write().map(|_| ()).map_err(sql("store a label"))
}

pub fn list(
    connection: &Connection,
    scope: &Scope,
    shipment: &ShipmentId,
) -> Result<Vec<(u32, String, Vec<u8>)>, CacheError> {
    let read = || {
        let scope = scope_number(connection, scope)?;
        connection
            .prepare_cached(
                "SELECT package_number, file_type, bytes FROM labels
                 WHERE scope = ?1 AND shipment = ?2 ORDER BY package_number, file_type",
            )?
            .query_map(params![scope, shipment.as_str()], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?
            .collect::<rusqlite::Result<Vec<_>>>()
    };
    read().map_err(sql("look up labels"))
}
