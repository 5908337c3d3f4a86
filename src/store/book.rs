//! `book.db`: the address book of this installation. The API can neither list nor change
//! addresses, so this file is the only copy: it is never rebuilt, and it uses synchronous=FULL.

pub mod carried;
pub mod mirror;
mod pages;
mod schema;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Params, Row, params};

use super::backup;
use super::file::{self, Durability, FileError, FileStep, io_error, optional_time_column};
use super::fts;
use super::integrity_check;
use super::worker::{ConnectionThreads, Stopped};
use crate::base::clock::Clock;
use crate::store::file_step::{log_failed_call, shown};
use crate::text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookRecord {
    pub row: i64,
    pub name: String,
    /// The text of every field that can be searched.
    pub search_text: String,
    pub json: String,
    pub last_used: Option<Timestamp>,
    /// A UUID, the same on every computer that shares the record.
    pub key: String,
    /// The computer and the person that changed it last, of a shared record.
    pub changed_by: String,
}

#[derive(Debug, thiserror::Error)]
pub enum BookError {
    #[error("{}", text!("storage-book-damaged", path = shown(path), reason = detail))]
    Damaged { path: PathBuf, detail: String },
    #[error("{}", text!("storage-book-failed"))]
    Sql { attempted: &'static str, source: rusqlite::Error },
    #[error("{}", text!("storage-book-not-opened"))]
    File(#[from] FileError),
    #[error("{}", text!("storage-book-closed"))]
    Stopped(#[from] Stopped),
}

pub use self::pages::{BookChange, BookPage, BookQuery, BookSort, GroupedRecord};
use self::schema::{APPLICATION_ID, COUNT, STEPS};

/// Handle to the address book. Clones share the file.
#[derive(Clone, Debug)]
pub struct Book {
    readers: ConnectionThreads,
    writer: ConnectionThreads,
    clock: Clock,
    file: Arc<Path>,
    owes_a_look: bool,
}

/// How many matches of a search are sorted: ranking every match of one typed letter among a
/// million addresses takes a third of a second.
const CANDIDATES: u32 = 500;
const READERS: usize = 2;
impl Book {
    /// Opens the address book and checks a small file for damage. Not for the UI thread.
    ///
    /// # Errors
    /// [`BookError::Damaged`] leaves the file untouched, so that it can be rescued.
    pub fn open(dir: &Path, clock: Clock) -> Result<Self, BookError> {
        Self::open_as(dir, clock, |_| Ok(()))
    }

    /// Opens the book of a workspace that several computers share, as [`Self::open`] does.
    pub fn open_mirror(dir: &Path, clock: Clock) -> Result<Self, BookError> {
        Self::open_as(dir, clock, mirror::begin)
    }

    /// A book without a file: every call fails.
    pub fn closed(clock: Clock) -> Self {
        Self {
            readers: ConnectionThreads::ended(),
            writer: ConnectionThreads::ended(),
            clock,
            file: Path::new("").into(),
            owes_a_look: false,
        }
    }

    fn open_as(
        dir: &Path,
        clock: Clock,
        begin: fn(&Connection) -> rusqlite::Result<()>,
    ) -> Result<Self, BookError> {
        file::private_dir(dir)?;
        let path = dir.join("book.db");
        let (connection, owes_a_look) = open_whole(&path, &clock).map_err(|error| match error {
            FileError::NotWhole { path, detail } => BookError::Damaged { path, detail },
            error if error.is_damage() => BookError::Damaged {
                path: path.clone(),
                detail: text!("storage-detail-not-whole").to_owned(),
            },
            error => error.into(),
        })?;
        begin(&connection).map_err(sql("begin a shared book"))?;
        let readers = file::readers(&path, READERS)?;
        let start = |name, connections| {
            ConnectionThreads::start(name, connections)
                .map_err(io_error(FileStep::StartThread, &path))
        };
        Ok(Self {
            readers: start("book-read", readers)?,
            writer: start("book-write", vec![connection])?,
            clock,
            file: path.into(),
            owes_a_look,
        })
    }

    /// The path of the file if it was too large to check while opening:
    /// [`crate::store::look_through`] has to check it in the background.
    pub fn unchecked_file(&self) -> Option<&Path> {
        self.owes_a_look.then_some(&*self.file)
    }

    /// Its file, which tells books apart.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Writes a complete copy of the current state to `to`, which must not exist yet.
    pub async fn backup(&self, to: std::path::PathBuf) -> Result<(), BookError> {
        self.readers.run(move |connection| Ok(file::backup(connection, &to)?)).await
    }

    /// Deletes every record. The book of a workspace is filled from there again.
    pub async fn clear(&self) -> Result<(), BookError> {
        self.writer
            .run(|connection| {
                let mut clear = || {
                    let is_mirror = mirror::is_mirror(connection)?;
                    file::empty(connection)?;
                    match is_mirror {
                        true => mirror::begin(connection),
                        false => Ok(()),
                    }
                };
                clear().map_err(sql("empty everything"))
            })
            .await
    }

    /// Adds a record or replaces the given row, keeping the time it was last used. Returns the
    /// row.
    pub async fn put(
        &self,
        row: Option<i64>,
        name: &str,
        search_text: &str,
        json: String,
    ) -> Result<i64, BookError> {
        let (name, search_text) = (name.to_owned(), search_text.to_owned());
        self.writer
            .run(move |connection| {
                put(connection, row, [&name, &search_text, &json]).map_err(sql("store an address"))
            })
            .await
    }

    /// Adds records in one commit, all or none, for an import. Each is name, search text and
    /// JSON.
    pub async fn put_all(&self, records: Vec<[String; 3]>) -> Result<(), BookError> {
        self.writer
            .run(move |connection| {
                let mut write = || {
                    let transaction = connection.transaction()?;
                    for [name, search_text, json] in &records {
                        put_one(&transaction, None, [name, search_text, json])?;
                    }
                    transaction.commit()
                };
                write().map_err(sql("store the addresses"))
            })
            .await
    }

    /// Marks the record as used now.
    pub async fn touch(&self, row: i64) -> Result<(), BookError> {
        let now = file::now(&self.clock).as_microsecond();
        self.writer
            .run(move |connection| {
                connection
                    .execute("UPDATE records SET last_used = ?2 WHERE row = ?1", [row, now])
                    .map(|_| ())
                    .map_err(sql("mark an address as used"))
            })
            .await
    }

    /// Records in which every typed word is the start of a word, last used first. If `text` has
    /// no searchable word, all records match.
    pub async fn find(&self, text: &str, limit: u32) -> Result<Vec<BookRecord>, BookError> {
        let Some(expression) = fts::expression(text) else {
            return self.all(limit).await;
        };
        self.readers
            .run(move |connection| {
                list(
                    connection,
                    "SELECT * FROM records WHERE row IN
                       (SELECT rowid FROM record_words WHERE record_words MATCH ?1
                        ORDER BY rowid DESC LIMIT ?2)
                     ORDER BY last_used DESC, sort_name, row LIMIT ?3",
                    params![expression, CANDIDATES, limit],
                )
            })
            .await
    }

    /// Records last used first, then those never used, by name.
    async fn all(&self, limit: u32) -> Result<Vec<BookRecord>, BookError> {
        self.readers
            .run(move |connection| {
                list(
                    connection,
                    "SELECT * FROM records ORDER BY last_used DESC, sort_name, row
                     LIMIT ?1",
                    [limit],
                )
            })
            .await
    }

    /// Records that were used, the last used first.
    pub async fn recent(&self, limit: u32) -> Result<Vec<BookRecord>, BookError> {
        self.readers
            .run(move |connection| {
                list(
                    connection,
                    "SELECT * FROM records WHERE last_used IS NOT NULL
                     ORDER BY last_used DESC, sort_name, row LIMIT ?1",
                    [limit],
                )
            })
            .await
    }

    pub async fn get(&self, row: i64) -> Result<Option<BookRecord>, BookError> {
        self.readers
            .run(move |connection| {
                connection
                    .query_row("SELECT * FROM records WHERE row = ?1", [row], read)
                    .optional()
                    .map_err(sql("look up an address"))
            })
            .await
    }

    pub async fn count(&self) -> Result<u64, BookError> {
        self.readers
            .run(|connection| {
                connection
                    .query_row(COUNT, [], |row| row.get(0))
                    .map(|count: i64| u64::try_from(count).unwrap_or_default())
                    .map_err(sql("count the addresses"))
            })
            .await
    }

    pub async fn remove(&self, row: i64) -> Result<(), BookError> {
        self.change(vec![BookChange::Remove(row)]).await.map(|_| ())
    }
}

/// The connection, and whether the file still has to be checked for damage.
fn open_whole(path: &Path, clock: &Clock) -> Result<(Connection, bool), FileError> {
    file::create_if_missing(path, STEPS)?;
    file::check_length(path)?;
    let mut connection = file::connect_bare(path)?;
    let owed = integrity_check::check_now_if_small(&connection, path)?;
    file::check_identity(&connection, path, APPLICATION_ID, text!("storage-detail-not-a-book"))?;
    drop(std::mem::replace(&mut connection, file::connect(path, Durability::Full)?));
    backup::before_migration(&connection, path, STEPS.len(), clock)?;
    file::migrate(&mut connection, path, STEPS)?;
    Ok((connection, owed))
}

fn put(connection: &mut Connection, row: Option<i64>, record: [&str; 3]) -> rusqlite::Result<i64> {
    let transaction = connection.transaction()?;
    let row = put_one(&transaction, row, record)?;
    transaction.commit()?;
    Ok(row)
}

fn put_one(
    connection: &Connection,
    row: Option<i64>,
    [name, search_text, json]: [&str; 3],
) -> rusqlite::Result<i64> {
    if let Some(row) = row {
        mirror::owe(connection, row)?;
    }
    // A record that comes back under its old row gets its old key.
    let row = connection
        .prepare_cached(
            "INSERT INTO records (row, name, sort_name, search_text, json, key, revision, owed)
             VALUES (?1, ?2, folded(?2), ?3, ?4, coalesce((SELECT key FROM removed WHERE row = ?1), ?5),
               coalesce((SELECT revision FROM removed WHERE row = ?1), 0),
               EXISTS (SELECT 1 FROM mirror))
             ON CONFLICT (row) DO UPDATE SET name = excluded.name, sort_name = excluded.sort_name,
               search_text = excluded.search_text, json = excluded.json
             RETURNING row",
        )?
        .query_row(params![row, name, search_text, json, new_key()], |row| row.get(0))?;
    connection.prepare_cached("DELETE FROM removed WHERE row = ?1")?.execute([row])?;
    write_words(connection, row, search_text)?;
    Ok(row)
}

fn new_key() -> String {
    uuid::Uuid::new_v4().to_string()
}

fn write_words(connection: &Connection, row: i64, search_text: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM record_words WHERE rowid = ?1")?.execute([row])?;
    connection
        .prepare_cached("INSERT INTO record_words (rowid, words) VALUES (?1, folded(?2))")?
        .execute(params![row, search_text])?;
    Ok(())
}

fn list(
    connection: &Connection,
    query: &str,
    params: impl Params,
) -> Result<Vec<BookRecord>, BookError> {
    connection
        .prepare_cached(query)
        .and_then(|mut rows| rows.query_map(params, read)?.collect())
        .map_err(sql("search"))
}

fn read(row: &Row<'_>) -> rusqlite::Result<BookRecord> {
    Ok(BookRecord {
        row: row.get("row")?,
        name: row.get("name")?,
        search_text: row.get("search_text")?,
        json: row.get("json")?,
        last_used: optional_time_column(row, "last_used")?,
        key: row.get("key")?,
        changed_by: row.get("changed_by")?,
    })
}

fn sql(attempted: &'static str) -> impl FnOnce(rusqlite::Error) -> BookError {
    move |source| {
        log_failed_call(attempted, &source);
        BookError::Sql { attempted, source }
    }
}

#[cfg(test)]
mod tests;
