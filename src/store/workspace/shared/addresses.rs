//! The address book on PostgreSQL. Every write takes the next number of a sequence that only one
//! transaction has at a time, so rows become visible in the order of their numbers: a station that
//! has read up to a number has missed none below it. Removed addresses stay, without their text, for
//! stations that were away.

use std::time::Duration;

use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{AssertSqlSafe, Row};

use super::changes::Told;
use super::{SharedWorkspace, TRIES, limited};
use crate::store::book::mirror::AddressContent;
use crate::store::workspace::WorkspaceError;

/// An address as the server has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedAddress {
    /// A UUID.
    pub key: String,
    /// Grows with every write of any address.
    pub sequence: i64,
    /// Grows with every write of this one.
    pub revision: i64,
    /// `None` if it was removed.
    pub content: Option<AddressContent>,
    /// The station and the person that changed it last.
    pub changed_by: String,
}

/// Addresses in the sequence of their last change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedAddressPage {
    /// The id of the workspace.
    pub workspace: String,
    /// The number of the last change of all.
    pub last: i64,
    pub rows: Vec<SharedAddress>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressWrite {
    pub key: String,
    /// The revision that the change was made on; 0 for a new address.
    pub revision: i64,
    /// `None` removes it.
    pub content: Option<AddressContent>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressOutcome {
    /// With the new revision.
    Written(i64),
    /// The address as it is now; nothing was written.
    Conflict(Box<SharedAddress>),
}

impl SharedWorkspace {
    /// The addresses that changed after `sequence`, in the sequence of their last change.
    pub async fn addresses_after(
        &self,
        sequence: i64,
        limit: i64,
    ) -> Result<SharedAddressPage, WorkspaceError> {
        read!(self, "read addresses", connection => {
            changed_after(connection, sequence, limit)
        })
    }

    /// Writes addresses in one commit and returns one outcome for each.
    pub async fn write_addresses(
        &self,
        writes: &[AddressWrite],
    ) -> Result<Vec<AddressOutcome>, WorkspaceError> {
        let author = self.signed();
        write!(self, "write addresses", connection => async {
            self.check_writable(connection).await?;
            let outcomes = write(connection, writes, &author).await?;
            self.tell(connection, Told::Addresses).await?;
            Ok::<_, sqlx::Error>(outcomes)
        })
    }

    /// Adds addresses that are not there yet, in one commit, and says of each whether it was added.
    pub async fn copy_addresses_in(
        &self,
        copies: &[(String, AddressContent)],
    ) -> Result<Vec<bool>, WorkspaceError> {
        let author = self.signed();
        write!(self, "copy addresses", connection => async {
            self.check_writable(connection).await?;
            let added = copy_in(connection, copies, &author).await?;
            self.tell(connection, Told::Addresses).await?;
            Ok::<_, sqlx::Error>(added)
        })
    }
}

const COLUMNS: &str = "key, sequence, revision, json, groups, is_removed, changed_by";

/// The addresses that changed after `sequence`, at most `limit`.
pub(super) async fn changed_after(
    connection: &mut PgConnection,
    sequence: i64,
    limit: i64,
) -> Result<SharedAddressPage, sqlx::Error> {
    let position = sqlx::query(
        "SELECT workspace, (SELECT last FROM postroom.address_sequence) FROM postroom.format",
    )
    .persistent(false)
    .fetch_one(&mut *connection)
    .await?;
    let query = format!(
        "SELECT {COLUMNS} FROM postroom.addresses WHERE sequence > $1 ORDER BY sequence LIMIT $2"
    );
    let rows = sqlx::query(AssertSqlSafe(query))
        .persistent(false)
        .bind(sequence)
        .bind(limit)
        .fetch_all(connection)
        .await?;
    Ok(SharedAddressPage {
        workspace: position.try_get(0)?,
        last: position.try_get(1)?,
        rows: rows.iter().map(address).collect::<Result<_, _>>()?,
    })
}

/// Writes the addresses that nobody else has changed since their revision.
pub(super) async fn write(
    connection: &mut PgConnection,
    writes: &[AddressWrite],
    author: &str,
) -> Result<Vec<AddressOutcome>, sqlx::Error> {
    let last = take_sequence(connection).await?;
    let keys: Vec<&str> = writes.iter().map(|write| write.key.as_str()).collect();
    let query = format!("SELECT {COLUMNS} FROM postroom.addresses WHERE key = ANY($1)");
    let rows = sqlx::query(AssertSqlSafe(query))
        .persistent(false)
        .bind(&keys)
        .fetch_all(&mut *connection)
        .await?;
    let known: Vec<SharedAddress> = rows.iter().map(address).collect::<Result<_, _>>()?;
    let mut new = Columns::default();
    let mut outcomes = Vec::with_capacity(writes.len());
    for write in writes {
        let now = known.iter().find(|known| known.key == write.key);
        let outcome = match now {
            Some(now) if now.revision != write.revision => {
                AddressOutcome::Conflict(Box::new(now.clone()))
            }
            // Nobody has to hear of an address that nobody had.
            None if write.content.is_none() => AddressOutcome::Written(write.revision),
            _ => {
                let revision = write.revision + 1;
                new.add(&write.key, revision, write.content.as_ref());
                AddressOutcome::Written(revision)
            }
        };
        outcomes.push(outcome);
    }
    new.insert(connection, last, author).await?;
    leave_sequence(connection, last + new.count()).await?;
    Ok(outcomes)
}

/// Adds copies of addresses, and returns for each whether it was added: not if its key is there, nor
/// if an address is there word for word. An address that was removed comes back.
pub(super) async fn copy_in(
    connection: &mut PgConnection,
    copies: &[(String, AddressContent)],
    author: &str,
) -> Result<Vec<bool>, sqlx::Error> {
    let last = take_sequence(connection).await?;
    let keys: Vec<&str> = copies.iter().map(|(key, _)| key.as_str()).collect();
    let texts: Vec<&str> = copies.iter().map(|(_, it)| it.json.as_str()).collect();
    let rows = sqlx::query(
        "SELECT (SELECT revision FROM postroom.addresses WHERE key = given.key) AS revision,
           EXISTS (SELECT FROM postroom.addresses WHERE NOT is_removed AND
             (key = given.key OR (md5(json) = md5(given.json) AND json = given.json))) AS is_there
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (key, json, at) ORDER BY at",
    )
    .persistent(false)
    .bind(&keys)
    .bind(&texts)
    .fetch_all(&mut *connection)
    .await?;
    let mut new = Columns::default();
    let mut added = Vec::with_capacity(copies.len());
    for ((key, content), row) in copies.iter().zip(&rows) {
        let is_there: bool = row.try_get("is_there")?;
        let revision: Option<i64> = row.try_get("revision")?;
        if !is_there {
            new.add(key, revision.unwrap_or_default() + 1, Some(content));
        }
        added.push(!is_there);
    }
    new.insert(connection, last, author).await?;
    leave_sequence(connection, last + new.count()).await?;
    Ok(added)
}

/// Waits until no other transaction writes addresses, and returns the last number that was given.
async fn take_sequence(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT last FROM postroom.address_sequence FOR UPDATE")
        .persistent(false)
        .fetch_one(connection)
        .await
}

async fn leave_sequence(connection: &mut PgConnection, last: i64) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE postroom.address_sequence SET last = $1 WHERE last <> $1")
        .persistent(false)
        .bind(last)
        .execute(connection)
        .await
        .map(drop)
}

/// Rows to write, by column.
#[derive(Default)]
struct Columns<'a> {
    keys: Vec<&'a str>,
    revisions: Vec<i64>,
    texts: Vec<&'a str>,
    groups: Vec<String>,
    removed: Vec<bool>,
}

impl<'a> Columns<'a> {
    fn add(&mut self, key: &'a str, revision: i64, content: Option<&'a AddressContent>) {
        self.keys.push(key);
        self.revisions.push(revision);
        self.texts.push(content.map_or("", |content| &content.json));
        let groups = content.map(|content| content.groups.as_slice());
        let groups = serde_json::to_string(groups.unwrap_or_default());
        self.groups.push(groups.unwrap_or_default());
        self.removed.push(content.is_none());
    }

    fn count(&self) -> i64 {
        i64::try_from(self.keys.len()).unwrap_or_default()
    }

    async fn insert(
        &self,
        connection: &mut PgConnection,
        last: i64,
        author: &str,
    ) -> Result<(), sqlx::Error> {
        if self.keys.is_empty() {
            return Ok(());
        }
        sqlx::query(
            "INSERT INTO postroom.addresses
               (key, sequence, revision, json, groups, is_removed, changed, changed_by)
             SELECT key, $1 + at, revision, json, groups, is_removed, now(), $2
             FROM unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::boolean[])
               WITH ORDINALITY AS given (key, revision, json, groups, is_removed, at)
             ON CONFLICT (key) DO UPDATE SET sequence = excluded.sequence,
               revision = excluded.revision, json = excluded.json, groups = excluded.groups,
               is_removed = excluded.is_removed, changed = excluded.changed,
               changed_by = excluded.changed_by",
        )
        .persistent(false)
        .bind(last)
        .bind(author)
        .bind(&self.keys)
        .bind(&self.revisions)
        .bind(&self.texts)
        .bind(&self.groups)
        .bind(&self.removed)
        .execute(connection)
        .await
        .map(drop)
    }
}

fn address(row: &PgRow) -> Result<SharedAddress, sqlx::Error> {
    let is_removed: bool = row.try_get("is_removed")?;
    let groups: String = row.try_get("groups")?;
    let mut groups: Vec<String> = serde_json::from_str(&groups).unwrap_or_default();
    groups.sort();
    let json = row.try_get("json")?;
    Ok(SharedAddress {
        key: row.try_get("key")?,
        sequence: row.try_get("sequence")?,
        revision: row.try_get("revision")?,
        content: (!is_removed).then_some(AddressContent { json, groups }),
        changed_by: row.try_get("changed_by")?,
    })
}
