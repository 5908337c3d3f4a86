//! An SQLite file of the shop, which belongs to another program. Each open file has a thread of its
//! own and callers wait no longer than a time limit, because the file may be on a network drive.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, InterruptHandle, OpenFlags, params_from_iter};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::base::secret;

/// How long a statement that was stopped has to say so.
const GRACE: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShopFileAccess {
    /// Nothing can be written, whatever the statement says.
    Read,
    Write,
}

/// Why the file or a statement failed, with SQLite's own words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShopFileError {
    #[error("there is no such file")]
    Missing,
    #[error("{0}")]
    NotOpened(String),
    #[error("not a database")]
    NotADatabase,
    #[error("{0}")]
    Busy(String),
    #[error("{0}")]
    ReadOnly(String),
    /// A table or a column that does not exist.
    #[error("{0}")]
    UnknownName(String),
    #[error("{0}")]
    Statement(String),
    /// A value that the table does not take.
    #[error("{0}")]
    Value(String),
    #[error("{0}")]
    Disk(String),
    /// The time limit has passed and the statement was undone.
    #[error("stopped")]
    Stopped,
    /// The time limit has passed, and nothing is known of the statement.
    #[error("no answer")]
    NoAnswer,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ShopFileValue {
    Empty,
    Integer(i64),
    Real(f64),
    Text(String),
    Bytes,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShopFileRows {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<ShopFileValue>>,
    /// There are more rows than were asked for.
    pub has_more: bool,
}

type Job = Box<dyn FnOnce(&Connection) + Send>;

/// An open file. Dropping it closes the file and undoes an open transaction.
pub struct ShopFile {
    jobs: mpsc::Sender<Job>,
    interrupt: InterruptHandle,
    limit: Duration,
}

impl std::fmt::Debug for ShopFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ShopFile").finish_non_exhaustive()
    }
}

impl ShopFile {
    /// Opens an existing file. `limit` is for each statement, and for waiting until another program
    /// has finished writing.
    ///
    /// # Errors
    /// The file is missing, not readable, not a database, or does not answer.
    pub async fn open(
        path: &Path,
        access: ShopFileAccess,
        limit: Duration,
    ) -> Result<Self, ShopFileError> {
        let path = path.to_owned();
        let (jobs, queue) = mpsc::channel::<Job>();
        let (opened, answer) = oneshot::channel();
        let work = move || match connect(&path, access, limit) {
            Ok(connection) => {
                // The caller may have stopped waiting; then the queue is closed.
                let _ = opened.send(Ok(connection.get_interrupt_handle()));
                for job in queue {
                    job(&connection);
                }
            }
            Err(error) => {
                let _ = opened.send(Err(error));
            }
        };
        thread::Builder::new()
            .name("shop-file".to_owned())
            .spawn(work)
            .map_err(|error| ShopFileError::NotOpened(error.to_string()))?;
        let opened = timeout(limit + GRACE, answer).await;
        let interrupt =
            opened.map_err(|_| ShopFileError::NoAnswer)?.map_err(|_| ShopFileError::NoAnswer)??;
        Ok(Self { jobs, interrupt, limit })
    }

    /// The columns of a query, without running it.
    ///
    /// # Errors
    /// SQLite refuses the statement.
    pub async fn columns(&self, sql: String) -> Result<Vec<String>, ShopFileError> {
        self.run(move |connection| {
            let statement = connection.prepare(&sql)?;
            let names = statement.column_names();
            Ok(names.map(str::to_owned).collect())
        })
        .await
    }

    /// At most `most` rows of a query. A statement that is no query is refused.
    ///
    /// # Errors
    /// Any of [`ShopFileError`].
    pub async fn rows(
        &self,
        sql: String,
        parameters: Vec<Option<String>>,
        most: usize,
    ) -> Result<ShopFileRows, ShopFileError> {
        self.run(move |connection| {
            let mut statement = connection.prepare(&sql)?;
            if !statement.readonly() {
                let why = "attempt to write in a query";
                return Err(ShopFileError::ReadOnly(why.to_owned()));
            }
            let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let count = columns.len();
            let mut found = ShopFileRows { columns, ..ShopFileRows::default() };
            let mut rows = statement.query(params_from_iter(parameters))?;
            while let Some(row) = rows.next()? {
                if found.rows.len() == most {
                    found.has_more = true;
                    break;
                }
                let values = (0..count).map(|at| row.get_ref(at).map(value_of));
                found.rows.push(values.collect::<Result<_, _>>()?);
            }
            Ok(found)
        })
        .await
    }

    /// Runs a statement that changes rows and returns how many it changed.
    ///
    /// # Errors
    /// Any of [`ShopFileError`].
    pub async fn change(
        &self,
        sql: String,
        parameters: Vec<Option<String>>,
    ) -> Result<u64, ShopFileError> {
        self.run(move |connection| {
            let mut statement = connection.prepare(&sql)?;
            let mut rows = statement.query(params_from_iter(parameters))?;
            // A RETURNING clause makes rows; the change is done when all of them were read.
            while rows.next()?.is_some() {}
            drop(rows);
            Ok(connection.changes())
        })
        .await
    }

    /// Begins a transaction that holds the file for writing.
    ///
    /// # Errors
    /// Another program holds it, or the file cannot be written.
    pub async fn begin_writing(&self) -> Result<(), ShopFileError> {
        self.run(|connection| Ok(connection.execute_batch("BEGIN IMMEDIATE")?)).await
    }

    /// # Errors
    /// Nothing was committed, except after [`ShopFileError::NoAnswer`] and
    /// [`ShopFileError::Disk`]: then it is not known.
    pub async fn commit(&self) -> Result<(), ShopFileError> {
        self.run(|connection| Ok(connection.execute_batch("COMMIT")?)).await
    }

    /// # Errors
    /// The file does not answer.
    pub async fn roll_back(&self) -> Result<(), ShopFileError> {
        self.run(|connection| Ok(connection.execute_batch("ROLLBACK")?)).await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, ShopFileError> + Send + 'static,
    ) -> Result<T, ShopFileError> {
        let (reply, mut answer) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            // The caller may have stopped waiting.
            let _ = reply.send(work(connection));
        });
        self.jobs.send(job).map_err(|_| ShopFileError::NoAnswer)?;
        // Waiting for another program ends by itself within the limit.
        if let Ok(answered) = timeout(self.limit + GRACE, &mut answer).await {
            return answered.map_err(|_| ShopFileError::NoAnswer)?;
        }
        self.interrupt.interrupt();
        match timeout(GRACE, answer).await {
            Ok(Ok(answered)) => answered,
            _ => Err(ShopFileError::NoAnswer),
        }
    }
}

/// The version of SQLite that reads the file.
pub fn sqlite_version() -> &'static str {
    rusqlite::version()
}

fn connect(
    path: &PathBuf,
    access: ShopFileAccess,
    limit: Duration,
) -> Result<Connection, ShopFileError> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(ShopFileError::Missing);
        }
        Err(error) => return Err(ShopFileError::NotOpened(error.to_string())),
        Ok(found) if !found.is_file() => return Err(ShopFileError::NotADatabase),
        Ok(_) => {}
    }
    let rights = match access {
        ShopFileAccess::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
        ShopFileAccess::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
    };
    let connection = Connection::open_with_flags(path, rights | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(limit)?;
    if access == ShopFileAccess::Read {
        connection.pragma_update(None, "query_only", true)?;
    }
    // The first read shows whether it is a database at all.
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    Ok(connection)
}

fn value_of(value: ValueRef<'_>) -> ShopFileValue {
    match value {
        ValueRef::Null => ShopFileValue::Empty,
        ValueRef::Integer(number) => ShopFileValue::Integer(number),
        ValueRef::Real(number) => ShopFileValue::Real(number),
        ValueRef::Text(text) => ShopFileValue::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(_) => ShopFileValue::Bytes,
    }
}

impl From<rusqlite::Error> for ShopFileError {
    fn from(error: rusqlite::Error) -> Self {
        let reason = match &error {
            rusqlite::Error::SqliteFailure(_, Some(reason)) => reason.clone(),
            // Its full text repeats the whole statement.
            rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
            error => error.to_string(),
        };
        let reason = secret::mask_secrets(&reason).unwrap_or_else(|| "…".to_owned());
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy(reason),
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::NotADatabase,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly(reason),
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => Self::NotOpened(reason),
            Some(ErrorCode::OperationInterrupted) => Self::Stopped,
            Some(ErrorCode::SystemIoFailure | ErrorCode::DiskFull) => Self::Disk(reason),
            Some(ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch | ErrorCode::TooBig) => {
                Self::Value(reason)
            }
            _ if reason.starts_with("no such table") || reason.starts_with("no such column") => {
                Self::UnknownName(reason)
            }
            _ => Self::Statement(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_told_apart_and_does_not_repeat_the_statement() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE orders (number TEXT UNIQUE) STRICT").unwrap();
        let error = |sql: &str| ShopFileError::from(connection.execute_batch(sql).unwrap_err());
        assert_eq!(
            error("SELECT 'canary', * FROM other"),
            ShopFileError::UnknownName("no such table: other".to_owned())
        );
        assert_eq!(
            error("SELECT 'canary', price FROM orders"),
            ShopFileError::UnknownName("no such column: price".to_owned())
        );
        for (sql, is_value) in
            [("INSERT INTO orders VALUES ('a'), ('a')", true), ("SELECT 'canary' FROM FROM", false)]
        {
            let found = error(sql);
            let matches = match &found {
                ShopFileError::Value(_) => is_value,
                ShopFileError::Statement(reason) => !is_value && !reason.contains("canary"),
                _ => false,
            };
            assert!(matches, "{found:?}");
        }
        connection.pragma_update(None, "query_only", true).unwrap();
        let found = error("DELETE FROM orders");
        assert!(matches!(found, ShopFileError::ReadOnly(_)), "{found:?}");
    }
}
