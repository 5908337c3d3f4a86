//! `workspace.db`: the workspace of one computer. It is the only copy, so it is never rebuilt and
//! uses synchronous=FULL.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use super::local_claims::{self, Asking};
use super::local_orders::{Words, Writer, remove_order, write_orders};
use super::many_orders::{self, OwedWords};
use super::order_page;
use super::schema::{APPLICATION_ID, STEPS};
use super::{
    ClaimTimes, DocumentKind, DocumentOutcome, DocumentRow, LapsedClaim, OrderClaim, OrderPage,
    OrderQuery, OrderRow, OrderWrite, Workspace, WorkspaceAuthor, WorkspaceError, WorkspaceFuture,
    WriteOutcome,
};
use crate::base::clock::Clock;
use crate::base::id::{OrderId, TransactionId};
use crate::store::backup;
use crate::store::file::{self, Durability, FileError, FileStep, io_error, sql_error};
use crate::store::file_step::log_failed_call;
use crate::store::integrity_check;
use crate::store::worker::ConnectionThreads;
use crate::text;

const READERS: usize = 2;
/// Bytes. Orders are long, and an import fills pages of SQLite's usual 4,096 more slowly.
const PAGE_SIZE: u32 = 8_192;

/// Handle to the workspace of this computer. Clones share the file.
#[derive(Clone, Debug)]
pub struct LocalWorkspace {
    readers: ConnectionThreads,
    pub(super) writer: ConnectionThreads,
    pub(super) owed_words: OwedWords,
    clock: Clock,
    /// The name of this computer, which claims are made in.
    pub(super) station: String,
    author: WorkspaceAuthor,
    unchecked: Option<PathBuf>,
}

impl LocalWorkspace {
    /// Opens the workspace and checks a small file for damage. Not for the UI thread.
    ///
    /// # Errors
    /// [`WorkspaceError::Damaged`] leaves the file untouched, so that it can be rescued.
    pub fn open(dir: &Path, clock: Clock, station: String) -> Result<Self, WorkspaceError> {
        file::private_dir(dir)?;
        let path = dir.join("workspace.db");
        let (connection, owed) =
            open_whole(&path, &clock).map_err(|error| as_damage(error, &path))?;
        let readers = file::readers(&path, READERS)?;
        let owed_words = OwedWords::of_file(&connection).map_err(sql("look for owed words"))?;
        let start = |name, connections| {
            ConnectionThreads::start(name, connections)
                .map_err(io_error(FileStep::StartThread, &path))
        };
        Ok(Self {
            readers: start("workspace-read", readers)?,
            writer: start("workspace-write", vec![connection])?,
            owed_words,
            clock,
            author: WorkspaceAuthor::new(&station),
            station,
            unchecked: owed.then_some(path),
        })
    }

    /// What is written from now on is signed by this author.
    pub fn signed_by(self, author: WorkspaceAuthor) -> Self {
        Self { author, ..self }
    }

    /// The path of the file if it was too large to check while opening:
    /// [`crate::store::look_through`] has to check it in the background.
    pub fn unchecked_file(&self) -> Option<&Path> {
        self.unchecked.as_deref()
    }

    /// Writes a complete copy of the current state to `to`, which must not exist yet.
    pub async fn backup(&self, to: PathBuf) -> Result<(), WorkspaceError> {
        self.readers.run(move |connection| Ok(file::backup(connection, &to)?)).await
    }

    /// Deletes everything.
    pub async fn clear(&self) -> Result<(), WorkspaceError> {
        self.writer.run(|connection| file::empty(connection).map_err(sql("empty everything"))).await
    }

    fn read<T: Send + 'static>(
        &self,
        attempted: &'static str,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> WorkspaceFuture<'_, T> {
        let job = move |connection: &mut Connection| job(connection).map_err(sql(attempted));
        Box::pin(self.readers.run(job))
    }

    /// Runs the job in one transaction, which is committed only if the job succeeds.
    fn write<T: Send + 'static>(
        &self,
        attempted: &'static str,
        job: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T> + Send + 'static,
    ) -> WorkspaceFuture<'_, T> {
        let job = move |connection: &mut Connection| {
            let transaction = connection.transaction().map_err(sql(attempted))?;
            let result = job(&transaction).map_err(sql(attempted))?;
            transaction.commit().map_err(sql(attempted))?;
            Ok(result)
        };
        Box::pin(self.writer.run(job))
    }

    /// Writes under the name of this computer, at this time.
    fn write_asking<T: Send + 'static>(
        &self,
        attempted: &'static str,
        job: impl FnOnce(&Connection, Asking<'_>) -> rusqlite::Result<T> + Send + 'static,
    ) -> WorkspaceFuture<'_, T> {
        let now = file::now(&self.clock).as_microsecond();
        let (station, author) = (self.station.clone(), self.author.signed());
        self.write(attempted, move |transaction| {
            let asking =
                Asking { now, station: &station, author: &author, times: ClaimTimes::default() };
            job(transaction, asking)
        })
    }
}

impl Workspace for LocalWorkspace {
    fn orders(&self, query: OrderQuery) -> WorkspaceFuture<'_, OrderPage> {
        Box::pin(async move {
            self.index_for_search(&query).await?;
            let page =
                self.read("list orders", move |connection| order_page::page(connection, &query));
            let page = page.await;
            self.index_in_background();
            page
        })
    }

    fn order_ids(&self, query: OrderQuery) -> WorkspaceFuture<'_, Vec<OrderId>> {
        Box::pin(async move {
            self.index_for_search(&query).await?;
            let ids =
                self.read("list order keys", move |connection| order_page::ids(connection, &query));
            ids.await
        })
    }

    fn orders_by_id(&self, ids: Vec<OrderId>) -> WorkspaceFuture<'_, Vec<OrderRow>> {
        self.read("read orders", move |connection| {
            let rows = ids.iter().map(|id| order_page::by_id(connection, id));
            rows.filter_map(Result::transpose).collect()
        })
    }

    fn orders_by_number(
        &self,
        source: Option<String>,
        numbers: Vec<String>,
    ) -> WorkspaceFuture<'_, Vec<OrderRow>> {
        self.read("look up orders by number", move |connection| {
            let mut found = Vec::new();
            for number in &numbers {
                found.extend(order_page::by_number(connection, source.as_deref(), number)?);
            }
            Ok(found)
        })
    }

    fn write_orders(&self, writes: Vec<OrderWrite>) -> WorkspaceFuture<'_, Vec<WriteOutcome>> {
        let now = file::now(&self.clock).as_microsecond();
        let author = self.author.signed();
        if writes.len() >= many_orders::MANY {
            return self.write_many(writes, now, author);
        }
        let station = self.station.clone();
        self.write("write orders", move |transaction| {
            let by = Writer { now, station: &station, author: &author };
            write_orders(transaction, &writes, by, Words::AtOnce)
        })
    }

    fn remove_orders(&self, orders: Vec<(OrderId, i64)>) -> WorkspaceFuture<'_, Vec<WriteOutcome>> {
        self.write("remove orders", move |transaction| {
            let orders = orders.iter();
            orders.map(|(id, revision)| remove_order(transaction, id, *revision)).collect()
        })
    }

    fn claim_orders(&self, claims: Vec<OrderClaim>) -> WorkspaceFuture<'_, Vec<WriteOutcome>> {
        self.write_asking("claim orders", move |transaction, asking| {
            local_claims::claim(transaction, &claims, asking)
        })
    }

    fn hold_claims(&self, transactions: Vec<TransactionId>) -> WorkspaceFuture<'_, Vec<bool>> {
        self.write_asking("renew the lease", move |transaction, asking| {
            local_claims::hold(transaction, &transactions, asking)
        })
    }

    fn own_claims(&self) -> WorkspaceFuture<'_, Vec<(OrderId, TransactionId)>> {
        let station = self.station.clone();
        self.read("list claims", move |connection| local_claims::own(connection, &station))
    }

    fn end_claims(&self, transactions: Vec<TransactionId>) -> WorkspaceFuture<'_, ()> {
        self.write_asking("end claims", move |transaction, asking| {
            local_claims::end(transaction, &transactions, asking)
        })
    }

    fn lapsed_claims(&self) -> WorkspaceFuture<'_, Vec<LapsedClaim>> {
        self.write_asking("look for lapsed claims", local_claims::lapsed)
    }

    fn take_over_claim(
        &self,
        claim: LapsedClaim,
        write: OrderWrite,
    ) -> WorkspaceFuture<'_, WriteOutcome> {
        self.write_asking("take over a claim", move |transaction, asking| {
            local_claims::take_over(transaction, &claim, &write, asking)
        })
    }

    fn documents(&self, kind: DocumentKind) -> WorkspaceFuture<'_, Vec<DocumentRow>> {
        self.read("list documents", move |connection| {
            connection
                .prepare_cached(
                    "SELECT key, name, rank, json, revision FROM documents WHERE kind = ?1
                     ORDER BY rank, name COLLATE NOCASE, key",
                )?
                .query_map([kind.code()], |row| document(kind, row))?
                .collect()
        })
    }

    fn write_document(&self, row: DocumentRow) -> WorkspaceFuture<'_, DocumentOutcome> {
        self.write("write a document", move |transaction| {
            let now = document_by_key(transaction, row.kind, &row.key)?;
            match now {
                Some(now) if now.revision != row.revision => {
                    return Ok(DocumentOutcome::Conflict(Box::new(now)));
                }
                None if row.revision != 0 => return Ok(DocumentOutcome::Missing),
                _ => {}
            }
            let revision = row.revision + 1;
            transaction
                .prepare_cached("INSERT OR REPLACE INTO documents VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
                .execute(params![
                    row.kind.code(),
                    row.key,
                    row.name,
                    row.rank,
                    row.json,
                    revision
                ])?;
            Ok(DocumentOutcome::Written(revision))
        })
    }

    fn remove_document(
        &self,
        kind: DocumentKind,
        key: String,
        revision: i64,
    ) -> WorkspaceFuture<'_, DocumentOutcome> {
        self.write("remove a document", move |transaction| {
            match document_by_key(transaction, kind, &key)? {
                None => Ok(DocumentOutcome::Missing),
                Some(now) if now.revision != revision => {
                    Ok(DocumentOutcome::Conflict(Box::new(now)))
                }
                Some(_) => {
                    transaction
                        .prepare_cached("DELETE FROM documents WHERE kind = ?1 AND key = ?2")?
                        .execute(params![kind.code(), key])?;
                    Ok(DocumentOutcome::Removed)
                }
            }
        })
    }
}

fn document_by_key(
    connection: &Connection,
    kind: DocumentKind,
    key: &str,
) -> rusqlite::Result<Option<DocumentRow>> {
    connection
        .prepare_cached(
            "SELECT key, name, rank, json, revision FROM documents WHERE kind = ?1 AND key = ?2",
        )?
        .query_row([kind.code(), key], |row| document(kind, row))
        .optional()
}

fn document(kind: DocumentKind, row: &Row<'_>) -> rusqlite::Result<DocumentRow> {
    Ok(DocumentRow {
        kind,
        key: row.get("key")?,
        name: row.get("name")?,
        rank: row.get("rank")?,
        json: row.get("json")?,
        revision: row.get("revision")?,
        changed_by: String::new(),
    })
}

/// Opens the file of a workspace, in the newest format.
pub(super) fn open_file(path: &Path, clock: &Clock) -> Result<Connection, WorkspaceError> {
    let opened = open_whole(path, clock).map_err(|error| as_damage(error, path))?;
    Ok(opened.0)
}

fn as_damage(error: FileError, path: &Path) -> WorkspaceError {
    match error {
        FileError::NotWhole { path, detail } => WorkspaceError::Damaged { path, detail },
        error if error.is_damage() => WorkspaceError::Damaged {
            path: path.to_owned(),
            detail: text!("storage-detail-not-whole").to_owned(),
        },
        error => error.into(),
    }
}

/// The connection, and whether the file still has to be checked for damage.
fn open_whole(path: &Path, clock: &Clock) -> Result<(Connection, bool), FileError> {
    file::private_file(path)?;
    file::check_length(path)?;
    let mut connection = file::connect_bare(path)?;
    let owed = integrity_check::check_now_if_small(&connection, path)?;
    file::check_identity(
        &connection,
        path,
        APPLICATION_ID,
        text!("storage-detail-not-a-workspace"),
    )?;
    choose_page_size(&connection).map_err(sql_error(FileStep::Open, path))?;
    drop(std::mem::replace(&mut connection, file::connect(path, Durability::Full)?));
    backup::before_migration(&connection, path, STEPS.len(), clock)?;
    file::migrate(&mut connection, path, STEPS)?;
    // A statement that may fail half way, such as one for the index of the words, keeps copies of the
    // pages that it changes. They are few and for a moment; else each has a file of its own.
    connection
        .pragma_update(None, "temp_store", "MEMORY")
        .map_err(sql_error(FileStep::Open, path))?;
    Ok((connection, owed))
}

/// Gives a file that is still empty its pages. One that is in use keeps its own.
fn choose_page_size(connection: &Connection) -> rusqlite::Result<()> {
    let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
    if pages > 0 {
        return Ok(());
    }
    connection.pragma_update(None, "page_size", PAGE_SIZE)?;
    connection.execute_batch("VACUUM")
}

pub(super) fn sql(attempted: &'static str) -> impl FnOnce(rusqlite::Error) -> WorkspaceError {
    move |source| {
        log_failed_call(attempted, &source);
        WorkspaceError::Sql { attempted, source }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_older_format_reaches_the_newest() {
        file::check_migrations(STEPS);
    }
}
