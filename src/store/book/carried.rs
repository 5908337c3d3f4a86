//! Addresses in the file of an exported workspace: a table beside those of the workspace. A version
//! that does not know it leaves it alone.

use std::path::Path;

use rusqlite::{Connection, Row, params};

use super::mirror::{AddressContent, RecordFields, write_fields};
use super::{Book, BookError, sql};
use crate::store::file;

/// An address in such a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarriedAddress {
    /// Its number in the file.
    pub row: i64,
    pub key: String,
    pub content: AddressContent,
}

/// Adds addresses to the file. Not for the UI thread.
pub fn add_to_file(path: &Path, addresses: &[(String, AddressContent)]) -> Result<(), BookError> {
    let mut connection = file::connect_bare(path)?;
    let mut write = || {
        let transaction = connection.transaction()?;
        transaction.execute_batch(
            "CREATE TABLE IF NOT EXISTS carried_addresses (
               row INTEGER PRIMARY KEY,
               key TEXT NOT NULL,
               json TEXT NOT NULL,
               groups TEXT NOT NULL
             ) STRICT",
        )?;
        for (key, AddressContent { json, groups }) in addresses {
            let groups = serde_json::to_string(groups).unwrap_or_default();
            transaction
                .prepare_cached(
                    "INSERT INTO carried_addresses (key, json, groups) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![key, json, groups])?;
        }
        transaction.commit()
    };
    write().map_err(sql("add addresses to a file"))
}

/// The addresses of the file after `row`, at most `limit`; none if it has no such table. Not for the
/// UI thread.
pub fn read_from_file(path: &Path, row: i64, limit: u32) -> Result<Vec<CarriedAddress>, BookError> {
    let connection = file::connect_bare(path)?;
    let read = || {
        let has_table: bool = connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM sqlite_schema
               WHERE type = 'table' AND name = 'carried_addresses')",
            [],
            |row| row.get(0),
        )?;
        if !has_table {
            return Ok(Vec::new());
        }
        connection
            .prepare(
                "SELECT row, key, json, groups FROM carried_addresses WHERE row > ?1
                 ORDER BY row LIMIT ?2",
            )?
            .query_map(params![row, limit], carried)?
            .collect()
    };
    read().map_err(sql("read addresses of a file"))
}

fn carried(row: &Row<'_>) -> rusqlite::Result<CarriedAddress> {
    let groups: String = row.get("groups")?;
    Ok(CarriedAddress {
        row: row.get("row")?,
        key: row.get("key")?,
        content: AddressContent {
            json: row.get("json")?,
            groups: serde_json::from_str(&groups).unwrap_or_default(),
        },
    })
}

impl Book {
    /// Adds copies of records whose keys are not there, in one commit, and says of each whether it
    /// was added. For the book of this computer alone.
    pub async fn add_copies(
        &self,
        copies: Vec<(String, RecordFields)>,
    ) -> Result<Vec<bool>, BookError> {
        self.writer
            .run(move |connection| {
                let mut write = || {
                    let transaction = connection.transaction()?;
                    let mut added = Vec::with_capacity(copies.len());
                    for (key, fields) in &copies {
                        let is_there = has_key(&transaction, key)?;
                        if !is_there {
                            write_fields(&transaction, key, fields)?;
                        }
                        added.push(!is_there);
                    }
                    transaction.commit()?;
                    Ok(added)
                };
                write().map_err(sql("copy addresses"))
            })
            .await
    }
}

fn has_key(connection: &Connection, key: &str) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM records WHERE key = ?1)")?
        .query_row([key], |row| row.get(0))
}
