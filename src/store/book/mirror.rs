//! The book of a workspace that several computers share: a copy of the records of the server, and
//! what this computer has changed and the server does not know yet.
//!
//! Every change is committed here first and counted in `owed`. What the server says replaces a
//! record only while nothing is owed for it, so that nothing typed here is lost.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::pages::{join, leave_all};
use super::{Book, BookError, sql, write_words};

/// What computers share of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressContent {
    pub json: String,
    /// Sorted by name.
    pub groups: Vec<String>,
}

/// A change of this computer that the server does not know yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwedRecord {
    pub row: i64,
    pub key: String,
    /// The revision of the server that the change was made on; 0 for a new record.
    pub revision: i64,
    /// The number of changes; -1 for a removal.
    pub owed: i64,
    /// `None` if the record was removed.
    pub content: Option<AddressContent>,
    /// What the record said before the change; `None` if that is not known.
    pub base: Option<AddressContent>,
}

/// An owed change that the server has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfirmedRecord {
    pub key: String,
    /// As it was in the [`OwedRecord`]; what was changed since stays owed.
    pub owed: i64,
    pub revision: i64,
    pub sent: Option<AddressContent>,
    /// Who has changed it; `None` leaves it as it is known here.
    pub changed_by: Option<String>,
}

/// All that is stored of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordFields {
    pub name: String,
    pub search_text: String,
    pub json: String,
    pub groups: Vec<String>,
}

/// A record as the server has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenRecord {
    pub key: String,
    pub revision: i64,
    pub changed_by: String,
    /// `None` if it was removed.
    pub fields: Option<RecordFields>,
}

/// An owed change after the server had another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledRecord {
    pub key: String,
    /// As it was in the [`OwedRecord`]; a record that was changed since is left as it is.
    pub owed: i64,
    /// The revision that the server has.
    pub revision: i64,
    pub changed_by: String,
    /// What the record says from now on; `None` leaves it.
    pub fields: Option<RecordFields>,
    /// What the server says.
    pub base: Option<AddressContent>,
    /// Whether the record still has to be written.
    pub is_owed: bool,
}

/// Which workspace a book belongs to, and how far it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MirrorPosition {
    /// The id of the workspace; empty until it was reached for the first time.
    pub workspace: String,
    pub sequence: i64,
}

impl Book {
    /// `None` for the book of this computer alone.
    pub async fn mirror_position(&self) -> Result<Option<MirrorPosition>, BookError> {
        self.writer
            .run(|connection| {
                let query = "SELECT workspace, sequence FROM mirror";
                let position = |row: &Row<'_>| {
                    Ok(MirrorPosition { workspace: row.get(0)?, sequence: row.get(1)? })
                };
                let found = connection.query_row(query, [], position).optional();
                found.map_err(sql("look up the shared book"))
            })
            .await
    }

    /// Says which workspace the book belongs to, and that its records are read from the first one.
    pub async fn begin_reading(&self, workspace: String) -> Result<(), BookError> {
        self.writer
            .run(move |connection| {
                let query = "UPDATE mirror SET workspace = ?1, sequence = 0";
                let written = connection.execute(query, [workspace]);
                written.map(drop).map_err(sql("begin a shared book"))
            })
            .await
    }

    /// What the server does not know yet, at most `limit` changes.
    pub async fn owed_records(&self, limit: u32) -> Result<Vec<OwedRecord>, BookError> {
        self.writer
            .run(move |connection| owed(connection, limit).map_err(sql("list owed addresses")))
            .await
    }

    /// Notes that the server has these changes.
    pub async fn confirm_records(&self, confirmed: Vec<ConfirmedRecord>) -> Result<(), BookError> {
        self.writer
            .run(move |connection| {
                let mut write = || {
                    let transaction = connection.transaction()?;
                    for one in &confirmed {
                        confirm(&transaction, one)?;
                    }
                    transaction.commit()
                };
                write().map_err(sql("note what was sent"))
            })
            .await
    }

    /// Takes over what the server says up to `sequence`, in one commit, except where a change of
    /// this computer is owed. `keep_local` gets the JSON of the record as it is here and as the
    /// server has it, and returns the second one with what is not shared. Returns the rows that
    /// changed.
    pub async fn take_records(
        &self,
        records: Vec<TakenRecord>,
        sequence: i64,
        keep_local: fn(&str, String) -> String,
    ) -> Result<Vec<i64>, BookError> {
        self.writer
            .run(move |connection| {
                let write = || {
                    let transaction = connection.transaction()?;
                    let mut changed = Vec::new();
                    for record in records {
                        changed.extend(take(&transaction, record, keep_local)?);
                    }
                    transaction.execute("UPDATE mirror SET sequence = ?1", [sequence])?;
                    transaction.commit()?;
                    Ok(changed)
                };
                write().map_err(sql("take over shared addresses"))
            })
            .await
    }

    /// Writes what became of an owed change that met another one. Returns `false`, and writes
    /// nothing, if the record was changed here since.
    pub async fn settle_record(&self, settled: SettledRecord) -> Result<bool, BookError> {
        self.writer
            .run(move |connection| {
                let write = || {
                    let transaction = connection.transaction()?;
                    let is_written = settle(&transaction, settled)?;
                    transaction.commit()?;
                    Ok(is_written)
                };
                write().map_err(sql("settle an address"))
            })
            .await
    }
}

/// Makes the book one of a workspace. Its rows get numbers of their own, so that the row of one
/// book never names a record of another.
pub(super) fn begin(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("INSERT OR IGNORE INTO mirror VALUES (1, '', 0)", [])?;
    let (mark, _) = uuid::Uuid::new_v4().as_u64_pair();
    let first = i64::from(u16::try_from(mark >> 48).unwrap_or(1)) + 1;
    connection.execute(
        "INSERT INTO sqlite_sequence (name, seq) SELECT 'records', ?1
         WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'records')",
        [first << 32],
    )?;
    Ok(())
}

pub(super) fn is_mirror(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT EXISTS (SELECT 1 FROM mirror)", [], |row| row.get(0))
}

/// Notes, before the change, that the record is changed by this computer. Does nothing in a book
/// of this computer alone.
pub(super) fn owe(connection: &Connection, row: i64) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE records SET owed = owed + 1, base = CASE
               WHEN owed > 0 THEN base
               WHEN revision > 0 THEN json_object('json', json, 'groups', json((
                 SELECT json_group_array(group_name) FROM memberships
                 WHERE memberships.row = records.row)))
               END
             WHERE row = ?1 AND EXISTS (SELECT 1 FROM mirror)",
        )?
        .execute([row])?;
    Ok(())
}

fn owed(connection: &Connection, limit: u32) -> rusqlite::Result<Vec<OwedRecord>> {
    let changed = |row: &Row<'_>| {
        let groups: String = row.get("groups")?;
        let mut groups: Vec<String> = serde_json::from_str(&groups).unwrap_or_default();
        groups.sort();
        let base: Option<String> = row.get("base")?;
        let base = base.and_then(|base| serde_json::from_str::<AddressContent>(&base).ok());
        Ok(OwedRecord {
            row: row.get("row")?,
            key: row.get("key")?,
            revision: row.get("revision")?,
            owed: row.get("owed")?,
            content: Some(AddressContent { json: row.get("json")?, groups }),
            base: base.map(|mut base| {
                base.groups.sort();
                base
            }),
        })
    };
    let mut found: Vec<OwedRecord> = connection
        .prepare_cached(
            "SELECT row, key, revision, owed, json, base,
               (SELECT json_group_array(group_name) FROM memberships
                WHERE memberships.row = records.row) AS groups
             FROM records WHERE owed > 0 ORDER BY row LIMIT ?1",
        )?
        .query_map([limit], changed)?
        .collect::<rusqlite::Result<_>>()?;
    let removed = |row: &Row<'_>| {
        Ok(OwedRecord {
            row: row.get("row")?,
            key: row.get("key")?,
            revision: row.get("revision")?,
            owed: -1,
            content: None,
            base: None,
        })
    };
    let left = i64::from(limit) - i64::try_from(found.len()).unwrap_or(i64::MAX);
    let gone: Vec<OwedRecord> = connection
        .prepare_cached(
            "SELECT row, key, revision FROM removed WHERE is_owed = 1 ORDER BY row LIMIT ?1",
        )?
        .query_map([left.max(0)], removed)?
        .collect::<rusqlite::Result<_>>()?;
    found.extend(gone);
    Ok(found)
}

fn confirm(connection: &Connection, confirmed: &ConfirmedRecord) -> rusqlite::Result<()> {
    let ConfirmedRecord { key, owed, revision, sent, changed_by } = confirmed;
    let sent = sent.as_ref().map(base_text);
    connection
        .prepare_cached(
            "UPDATE records SET revision = ?2, changed_by = coalesce(?4, changed_by),
               base = CASE WHEN owed = ?3 THEN NULL ELSE ?5 END,
               owed = CASE WHEN owed = ?3 THEN 0 ELSE owed END
             WHERE key = ?1",
        )?
        .execute(params![key, revision, owed, changed_by, sent])?;
    connection
        .prepare_cached(
            "UPDATE removed SET revision = ?2, is_owed = is_owed AND ?3 >= 0 WHERE key = ?1",
        )?
        .execute(params![key, revision, owed])?;
    Ok(())
}

fn base_text(content: &AddressContent) -> String {
    serde_json::to_string(content).unwrap_or_default()
}

/// Returns the row if the record changed.
fn take(
    connection: &Connection,
    record: TakenRecord,
    keep_local: fn(&str, String) -> String,
) -> rusqlite::Result<Option<i64>> {
    let TakenRecord { key, revision, changed_by, fields } = record;
    let local: Option<(i64, i64, String)> = connection
        .prepare_cached("SELECT revision, owed, json FROM records WHERE key = ?1")?
        .query_row([&key], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let removed: Option<(i64, bool)> = connection
        .prepare_cached("SELECT revision, is_owed FROM removed WHERE key = ?1")?
        .query_row([&key], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let is_owed = local.as_ref().is_some_and(|(_, owed, _)| *owed > 0)
        || removed.is_some_and(|(_, is_owed)| is_owed);
    let known = local.as_ref().map(|(revision, ..)| *revision);
    let known = known.or(removed.map(|(revision, _)| revision));
    if is_owed || known == Some(revision) {
        return Ok(None);
    }
    match fields {
        Some(mut fields) => {
            if let Some((_, _, json)) = &local {
                fields.json = keep_local(json, fields.json);
            }
            let row = write_fields(connection, &key, &fields)?;
            let query = "UPDATE records SET revision = ?2, changed_by = ?3 WHERE key = ?1";
            connection.prepare_cached(query)?.execute(params![key, revision, changed_by])?;
            Ok(Some(row))
        }
        None => remove(connection, &key, revision),
    }
}

fn settle(connection: &Connection, settled: SettledRecord) -> rusqlite::Result<bool> {
    let SettledRecord { key, owed, revision, changed_by, fields, base, is_owed } = settled;
    let is_as_read: bool = connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM records WHERE key = ?1 AND owed = ?2)
           OR (?2 < 0 AND EXISTS (SELECT 1 FROM removed WHERE key = ?1 AND is_owed = 1))",
        params![key, owed],
        |row| row.get(0),
    )?;
    if !is_as_read {
        return Ok(false);
    }
    if let Some(fields) = fields {
        write_fields(connection, &key, &fields)?;
    }
    let base = base.as_ref().filter(|_| is_owed).map(base_text);
    connection.execute(
        "UPDATE records SET revision = ?2, changed_by = ?3, base = ?4,
           owed = CASE WHEN ?5 THEN max(owed, 1) ELSE 0 END
         WHERE key = ?1",
        params![key, revision, changed_by, base, is_owed],
    )?;
    connection.execute(
        "UPDATE removed SET revision = ?2, is_owed = ?3 WHERE key = ?1",
        params![key, revision, is_owed],
    )?;
    Ok(true)
}

/// Writes a record that comes from elsewhere, under the row it had before. Nothing is owed for it.
pub(super) fn write_fields(
    connection: &Connection,
    key: &str,
    fields: &RecordFields,
) -> rusqlite::Result<i64> {
    let RecordFields { name, search_text, json, groups } = fields;
    let row: i64 = connection
        .prepare_cached(
            "INSERT INTO records (row, name, sort_name, search_text, json, key)
             VALUES (coalesce((SELECT row FROM records WHERE key = ?1),
               (SELECT row FROM removed WHERE key = ?1)), ?2, folded(?2), ?3, ?4, ?1)
             ON CONFLICT (row) DO UPDATE SET name = excluded.name, sort_name = excluded.sort_name,
               search_text = excluded.search_text, json = excluded.json
             RETURNING row",
        )?
        .query_row(params![key, name, search_text, json], |row| row.get(0))?;
    connection.prepare_cached("DELETE FROM removed WHERE key = ?1")?.execute([key])?;
    write_words(connection, row, search_text)?;
    leave_all(connection, row)?;
    for group in groups {
        join(connection, row, group)?;
    }
    Ok(row)
}

/// Removes a record that the server has no more. Returns its row if there was one.
fn remove(connection: &Connection, key: &str, revision: i64) -> rusqlite::Result<Option<i64>> {
    let row: Option<i64> = connection
        .prepare_cached("SELECT row FROM records WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?;
    let Some(row) = row else {
        connection
            .prepare_cached("UPDATE removed SET revision = ?2 WHERE key = ?1")?
            .execute(params![key, revision])?;
        return Ok(None);
    };
    connection.prepare_cached("DELETE FROM records WHERE row = ?1")?.execute([row])?;
    connection.prepare_cached("DELETE FROM record_words WHERE rowid = ?1")?.execute([row])?;
    leave_all(connection, row)?;
    connection
        .prepare_cached("INSERT OR REPLACE INTO removed VALUES (?1, ?2, ?3, 0)")?
        .execute(params![row, key, revision])?;
    Ok(Some(row))
}

#[cfg(test)]
mod tests;
