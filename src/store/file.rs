//! Opens SQLite files the way all stores need it: private to the user before SQLite touches them,
//! checked, in WAL mode, migrated. Migrations are append-only: step `n` takes `user_version` from
//! `n` to `n + 1` in one transaction, and a released step is never edited.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::base::clock::Clock;
use crate::base::money::{Amount, Currency, Money};
use crate::base::private;
use crate::base::search_text::folded;
use crate::store::file_step::{damaged, too_new};
use crate::text;

pub use crate::store::file_step::FileStep;

/// An error of a database file, such as I/O, damage or an unknown format.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{}", attempted.failed(path))]
    Io { attempted: FileStep, path: PathBuf, source: io::Error },
    #[error("{}", attempted.failed(path))]
    Sql { attempted: FileStep, path: PathBuf, source: rusqlite::Error },
    #[error("{}", damaged(path, detail))]
    NotWhole { path: PathBuf, detail: String },
    #[error("{}", too_new(path, *found, *known))]
    TooNew { path: PathBuf, found: usize, known: usize },
}

impl FileError {
    /// Whether a newer version of the program wrote the file, which this one must not touch.
    pub fn is_of_newer_version(&self) -> bool {
        matches!(self, Self::TooNew { .. })
    }

    /// Whether the content is damaged, as opposed to a disk, permission or lock problem.
    pub fn is_damage(&self) -> bool {
        match self {
            Self::NotWhole { .. } => true,
            Self::Sql { source, .. } => is_damage(source),
            Self::Io { .. } | Self::TooNew { .. } => false,
        }
    }
}

/// How much of a commit must be on the disk when it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// All of it: synchronous=FULL.
    Full,
    /// Enough that the file stays consistent: synchronous=NORMAL.
    Normal,
}

/// The page cache of one connection: 256 KiB, the upper pages of the indexes (SQLite counts a
/// negative value in KiB). There are about a dozen connections and a working day fills each
/// cache, so SQLite's default of 2 MB would let memory grow all day. The operating system caches
/// the file once for all of them.
const PAGES_KEPT: i32 = -256;

/// How many statements a connection keeps compiled. A batch uses more than the library's default of 16,
/// and would compile the same ones again for each order.
const STATEMENTS_KEPT: usize = 64;

/// Whether an SQLite error means that the content of the file is damaged.
pub fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    matches!(error.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase))
}

/// Whether an error while opening or checking a file is caused by its content: every error that
/// is not about the disk, permissions or locks. SQLite does not report an index of an unknown
/// format as corruption, for example.
pub fn is_of_content(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode as Code;
    !matches!(
        error.sqlite_error_code(),
        Some(
            Code::DatabaseBusy
                | Code::DatabaseLocked
                | Code::CannotOpen
                | Code::PermissionDenied
                | Code::ReadOnly
                | Code::SystemIoFailure
                | Code::DiskFull
                | Code::OutOfMemory,
        )
    )
}

/// Makes the folder if it does not exist, readable by this user only.
pub fn private_dir(dir: &Path) -> Result<(), FileError> {
    private::create_private_dir(dir).map_err(io_error(FileStep::MakeFolder, dir))
}

/// Opens or creates a file that only this user can read. Must run before SQLite opens it, because
/// SQLite gives its side files the permissions of the main file.
pub fn private_file(path: &Path) -> Result<File, FileError> {
    private::open_private_file(path).map_err(io_error(FileStep::Open, path))
}

/// Creates a file with all its tables, which must not exist. It is written under another name, flushed
/// as a whole and then renamed: a crash leaves no part of it, and SQLite would flush it step by step.
pub fn create(path: &Path, steps: &[&str]) -> Result<(), FileError> {
    let draft = private::beside(path, ".new");
    for leftover in with_side_files(&draft) {
        match fs::remove_file(&leftover) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(io_error(FileStep::Remove, &leftover)(error));
            }
            _ => {}
        }
    }
    let handle = private_file(&draft)?;
    let mut connection = connect_bare(&draft)?;
    connection
        .pragma_update(None, "synchronous", "OFF")
        .map_err(sql_error(FileStep::Open, &draft))?;
    migrate(&mut connection, &draft, steps)?;
    // After the tables, which are in the file itself then and in no log.
    use_log(&connection, &draft)?;
    connection.close().map_err(|(_, source)| sql_error(FileStep::Write, &draft)(source))?;
    handle
        .sync_all()
        .and_then(|()| fs::rename(&draft, path))
        .map_err(io_error(FileStep::Write, path))?;
    sync_dir(private::folder_of(path))
}

/// As [`create`], unless there is a file, or a log of one. The file is private in either case.
pub fn create_if_missing(path: &Path, steps: &[&str]) -> Result<(), FileError> {
    let [_, log, _] = with_side_files(path);
    if !path.exists() && !log.exists() {
        create(path, steps)?;
    }
    private_file(path).map(drop)
}

fn use_log(connection: &Connection, path: &Path) -> Result<(), FileError> {
    let mode: String = connection
        .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
        .map_err(sql_error(FileStep::Open, path))?;
    if mode != "wal" {
        return Err(FileError::Io {
            attempted: FileStep::Open,
            path: path.to_owned(),
            source: io::Error::other(format!("SQLite chose {mode}")),
        });
    }
    Ok(())
}

/// Opens a writing connection in WAL mode. The file must exist already, see [`private_file`].
pub fn connect(path: &Path, durability: Durability) -> Result<Connection, FileError> {
    let mut connection = connect_bare(path)?;
    use_log(&connection, path)?;
    // One that reads before it writes does not wait for another writer unless it begins as a writer.
    connection.set_transaction_behavior(TransactionBehavior::Immediate);
    let level = match durability {
        Durability::Full => "FULL",
        Durability::Normal => "NORMAL",
    };
    connection
        .pragma_update(None, "synchronous", level)
        .and_then(|()| connection.pragma_update(None, "fullfsync", durability == Durability::Full))
        .and_then(|()| keep_few_pages(&connection))
        .map_err(sql_error(FileStep::Open, path))?;
    Ok(connection)
}

/// Opens a connection without any setting that writes to the file.
pub fn connect_bare(path: &Path) -> Result<Connection, FileError> {
    let connection =
        open(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(sql_error(FileStep::Open, path))?;
    connection
        .pragma_update(None, "trusted_schema", false)
        .and_then(|()| connection.pragma_update(None, "cell_size_check", true))
        .map_err(sql_error(FileStep::Open, path))?;
    Ok(connection)
}

/// Opens `count` connections that can only read.
pub fn readers(path: &Path, count: usize) -> Result<Vec<Connection>, FileError> {
    (0..count)
        .map(|_| {
            open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
                .and_then(|connection| keep_few_pages(&connection).map(|()| connection))
                .map_err(sql_error(FileStep::Open, path))
        })
        .collect()
}

/// Limits the page cache. This reads the file, so the file must have been checked.
fn keep_few_pages(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "cache_size", PAGES_KEPT)
}

/// Opens a connection without a mutex, for use by one thread at a time.
fn open(path: &Path, rights: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, rights | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
    // Else SQLite compiles a statement that joins tables anew each time that its values are bound, in
    // case that another plan suits these values better.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    add_folded(&connection)?;
    Ok(connection)
}

/// Lets statements fold a text as searches do: `folded(name)`.
fn add_folded(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("folded", 1, flags, |context| {
        Ok(folded(&context.get::<String>(0)?))
    })
}

/// Checks that the file ends at a page boundary: SQLite writes only complete pages and would read
/// the missing part of one as zeros. A non-empty log may still hold that page, so it is accepted.
pub fn check_length(path: &Path) -> Result<(), FileError> {
    let failed = || io_error(FileStep::Read, path);
    let [_, log, _] = with_side_files(path);
    let log_bytes = fs::metadata(&log).map_or(0, |found| found.len());
    let bytes = fs::metadata(path).map_err(failed())?.len();
    if bytes == 0 || log_bytes > 0 {
        return Ok(());
    }
    let mut header = [0; 18];
    let page_bytes = File::open(path)
        .and_then(|mut file| io::Read::read_exact(&mut file, &mut header))
        .map(|()| match header {
            // The value 1 stands for 65,536, which does not fit into two bytes.
            [.., 0, 1] => 65_536,
            [.., high, low] => u64::from(u16::from_be_bytes([high, low])),
        });
    match page_bytes {
        Ok(page_bytes) if page_bytes > 0 && bytes.is_multiple_of(page_bytes) => Ok(()),
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(failed()(error)),
        _ => Err(FileError::NotWhole {
            path: path.to_owned(),
            detail: text!("storage-detail-cut-off").to_owned(),
        }),
    }
}

/// Writes a complete copy, readable by this user only. The target must not exist.
pub fn backup(connection: &Connection, to: &Path) -> Result<(), FileError> {
    if to.exists() {
        return Err(FileError::Io {
            attempted: FileStep::Write,
            path: to.to_owned(),
            source: io::ErrorKind::AlreadyExists.into(),
        });
    }
    if let Some(folder) = to.parent() {
        private_dir(folder)?;
    }
    drop(private_file(to)?);
    let target = to.to_string_lossy();
    connection
        .execute("VACUUM INTO ?1", [target.as_ref()])
        .map_err(sql_error(FileStep::Copy, to))?;
    to_flush(to).and_then(|copy| copy.sync_all()).map_err(io_error(FileStep::Write, to))
}

/// Deletes every row of every table and frees the space of the file and its log.
pub fn empty(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    let named = |query: &str| -> rusqlite::Result<Vec<String>> {
        let mut tables = transaction.prepare(query)?;
        let names = tables.query_map([], |row| row.get(0))?;
        names.collect()
    };
    let searched =
        named("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'")?;
    // The tables behind a virtual table have the type 'shadow'; 'delete-all' empties them.
    let plain = named(
        "SELECT name FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )?;
    for name in searched {
        transaction.execute(&format!("INSERT INTO {name} ({name}) VALUES ('delete-all')"), [])?;
    }
    for name in plain {
        transaction.execute(&format!("DELETE FROM {name}"), [])?;
    }
    transaction.commit()?;
    connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
}

/// Reads every page. The pragma `integrity_check` also compares indexes with their tables.
pub fn check_whole(
    connection: &Connection,
    path: &Path,
    pragma: &'static str,
) -> Result<(), FileError> {
    let verdict: String = connection
        .pragma_query_value(None, pragma, |row| row.get(0))
        .map_err(sql_error(FileStep::Check, path))?;
    judged(&verdict, path)
}

/// Reads every page of every table and its indexes, without integrity checks of virtual tables.
pub fn check_tables(connection: &Connection, path: &Path) -> Result<(), FileError> {
    let failed = || sql_error(FileStep::Check, path);
    let names: Vec<String> = connection
        .prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
        )
        .and_then(|mut rows| rows.query_map([], |row| row.get(0))?.collect())
        .map_err(failed())?;
    for name in names {
        let verdict: String = connection
            .query_row("SELECT * FROM pragma_quick_check(?1)", [&name], |row| row.get(0))
            .map_err(failed())?;
        judged(&verdict, path)?;
    }
    Ok(())
}

fn judged(verdict: &str, path: &Path) -> Result<(), FileError> {
    if verdict == "ok" {
        return Ok(());
    }
    Err(FileError::NotWhole {
        path: path.to_owned(),
        detail: verdict.lines().next().unwrap_or_default().to_owned(),
    })
}

/// Refuses a database of another program. One without any table is accepted as new.
pub fn check_identity(
    connection: &Connection,
    path: &Path,
    application_id: i64,
    otherwise: &str,
) -> Result<(), FileError> {
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(sql_error(FileStep::Read, path))?;
    let found: i64 = connection
        .pragma_query_value(None, "application_id", |row| row.get(0))
        .map_err(sql_error(FileStep::Read, path))?;
    if tables == 0 || found == application_id {
        return Ok(());
    }
    Err(FileError::NotWhole { path: path.to_owned(), detail: otherwise.to_owned() })
}

/// The format of the file: the number of migrations applied to it.
pub fn version(connection: &Connection, path: &Path) -> Result<usize, FileError> {
    let found: i64 = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(sql_error(FileStep::Read, path))?;
    usize::try_from(found).map_err(|_| FileError::NotWhole {
        path: path.to_owned(),
        detail: text!("storage-detail-format", format = found),
    })
}

/// Brings the file to the newest format, one commit per step. A new file gets all steps in one
/// commit: each commit waits for the disk, and there are dozens of steps.
pub fn migrate(connection: &mut Connection, path: &Path, steps: &[&str]) -> Result<(), FileError> {
    let found = version(connection, path)?;
    if found > steps.len() {
        return Err(FileError::TooNew { path: path.to_owned(), found, known: steps.len() });
    }
    let together = if found == 0 { steps.len().max(1) } else { 1 };
    let missing: Vec<(&str, i64)> = steps.iter().copied().zip(1..).skip(found).collect();
    for steps in missing.chunks(together) {
        let apply = |connection: &mut Connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            add_folded(&transaction)?;
            for (step, next) in steps {
                transaction.execute_batch(step)?;
                transaction.pragma_update(None, "user_version", next)?;
            }
            transaction.commit()
        };
        apply(connection).map_err(sql_error(FileStep::Migrate, path))?;
    }
    Ok(())
}

/// Opens a file written elsewhere for flushing. Windows flushes only files open for writing.
pub fn to_flush(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// Flushes the folder, so that a rename or a new file in it survives a power cut.
pub fn sync_dir(dir: &Path) -> Result<(), FileError> {
    private::sync_dir(dir).map_err(io_error(FileStep::Write, dir))
}

/// The database file and SQLite's two side files.
pub fn with_side_files(path: &Path) -> [PathBuf; 3] {
    ["", "-wal", "-shm"].map(|suffix| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    })
}

/// The current time in microseconds, as the files store it, so that a time read back is equal.
pub fn now(clock: &Clock) -> Timestamp {
    whole_micros(clock.now())
}

pub fn whole_micros(time: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(time.as_microsecond()).unwrap_or(time)
}

/// The reverse of [`Timestamp::as_microsecond`] for a column.
pub fn time_column(row: &rusqlite::Row<'_>, name: &str) -> rusqlite::Result<Timestamp> {
    let micros = row.get(name)?;
    Timestamp::from_microsecond(micros).map_err(|source| bad_column(Box::new(source)))
}

pub fn optional_time_column(
    row: &rusqlite::Row<'_>,
    name: &str,
) -> rusqlite::Result<Option<Timestamp>> {
    match row.get::<_, Option<i64>>(name)? {
        None => Ok(None),
        Some(_) => time_column(row, name).map(Some),
    }
}

/// An amount in millionths and its currency code, or `None` if either is missing.
pub fn money_columns(
    row: &rusqlite::Row<'_>,
    micros: &str,
    currency: &str,
) -> rusqlite::Result<Option<Money>> {
    let amount = row.get::<_, Option<i64>>(micros)?.map(Amount::from_micros);
    let code: Option<String> = row.get(currency)?;
    let Some((amount, code)) = amount.zip(code) else {
        return Ok(None);
    };
    // Accepts only the spelling this program writes: a letter in another case is damage.
    Currency::parse(&code)
        .filter(|currency| currency.code() == code)
        .map(|currency| Some(Money::new(amount, currency)))
        .ok_or_else(|| bad_column(format!("{code:?} is not a currency").into()))
}

/// The error for a stored value that no version of this program writes.
pub fn bad_column(source: Box<dyn std::error::Error + Send + Sync>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Null, source)
}

pub fn io_error(attempted: FileStep, path: &Path) -> impl FnOnce(io::Error) -> FileError {
    let path = path.to_owned();
    move |source| FileError::Io { attempted, path, source }
}

pub fn sql_error(attempted: FileStep, path: &Path) -> impl FnOnce(rusqlite::Error) -> FileError {
    let path = path.to_owned();
    move |source| FileError::Sql { attempted, path, source }
}

/// The steps of SQLite's query plan for a statement.
#[cfg(test)]
pub fn plan(connection: &Connection, statement: &str) -> Vec<String> {
    let mut explain = connection.prepare(&format!("EXPLAIN QUERY PLAN {statement}")).unwrap();
    let steps = explain.raw_query().mapped(|row| row.get(3));
    steps.map(Result::unwrap).collect()
}

/// The migration test of every store: each older format must migrate to the schema of a new file.
#[cfg(test)]
pub fn check_migrations(steps: &[&str]) {
    let schema = |connection: &Connection| -> Vec<String> {
        let mut rows = connection
            .prepare("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY type, name")
            .unwrap();
        rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let path = Path::new("in memory");
    let mut fresh = Connection::open_in_memory().unwrap();
    migrate(&mut fresh, path, steps).unwrap();
    assert_eq!(version(&fresh, path).unwrap(), steps.len());
    for older in 0..=steps.len() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, path, &steps[..older]).unwrap();
        assert_eq!(version(&connection, path).unwrap(), older);
        migrate(&mut connection, path, steps).unwrap();
        assert_eq!(schema(&connection), schema(&fresh), "from format {older}");
    }
    fresh.pragma_update(None, "user_version", 999).unwrap();
    assert!(matches!(migrate(&mut fresh, path, steps), Err(FileError::TooNew { found: 999, .. })));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_durability_reaches_sqlite() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        private_file(&path).unwrap();
        for (durability, level) in [(Durability::Full, 2), (Durability::Normal, 1)] {
            let connection = connect(&path, durability).unwrap();
            let found: i64 =
                connection.pragma_query_value(None, "synchronous", |row| row.get(0)).unwrap();
            assert_eq!(found, level, "{durability:?}");
        }
    }

    #[test]
    fn what_reads_before_it_writes_waits_for_another_writer() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        private_file(&path).unwrap();
        let mut connection = connect(&path, Durability::Normal).unwrap();
        connection.execute_batch("CREATE TABLE rows (value INTEGER)").unwrap();
        let other = connect_bare(&path).unwrap();
        other.execute_batch("BEGIN IMMEDIATE; INSERT INTO rows VALUES (1)").unwrap();
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            other.execute_batch("COMMIT").unwrap();
        });
        let transaction = connection.transaction().unwrap();
        let rows = "SELECT count(*) FROM rows";
        let seen: i64 = transaction.query_row(rows, [], |row| row.get(0)).unwrap();
        transaction.execute("INSERT INTO rows VALUES (2)", []).unwrap();
        transaction.commit().unwrap();
        other.join().unwrap();
        assert_eq!(seen, 1, "what the other one wrote is seen");
    }
}
