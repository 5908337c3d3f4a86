//! The SQLite database: one file, one writer thread, and read connections opened as needed.
//!
//! A write is a closure run on the writer thread. Closures that are queued at the same time share
//! one IMMEDIATE transaction, each inside its own savepoint: a refused one is rolled back alone,
//! and all callers get their result only after the one commit. Commits use `synchronous=FULL`, so a
//! reported result survives kill -9, and the cost of waiting for the disk is shared. A single
//! writer also means that two purchases can never both see the same balance.
//!
//! A read runs on the calling thread. It finds its rows by an index, which takes microseconds;
//! handing it to another thread and back took longer than the read.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use tokio::sync::oneshot;

use super::fail::Fail;
use super::schema;
use postroom_base::private;

/// Requests waiting for the writer. When the queue is full, callers wait to enqueue.
const QUEUE: usize = 256;
/// The most requests that share a commit: enough to make the wait for the disk worthwhile, few
/// enough that the first does not wait long for the last.
const TOGETHER: usize = 64;
/// The size of the statement cache: more than the number of different statements, so that none is
/// compiled twice.
const STATEMENTS: usize = 128;

/// The page cache per connection; a negative value is in KiB. It holds the upper pages of the
/// indexes. The operating system caches the rest once for all connections.
const PAGES_KEPT: i32 = -256;

/// Reports the result of a request to its caller, given the outcome of the commit.
type ReportOutcome = Box<dyn FnOnce(Result<(), Fail>) + Send>;

/// One request before the commit: whether to keep its changes, and how to report the result once
/// the commit is done.
struct Done {
    keep: bool,
    tell: ReportOutcome,
}

type Job = Box<dyn FnOnce(&Transaction<'_>) -> Done + Send>;

pub struct Db {
    path: PathBuf,
    writer: Mutex<Option<mpsc::SyncSender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// The idle read connections; there are never more than threads that read at once.
    readers: Mutex<Vec<Connection>>,
    commits: Arc<AtomicU64>,
}

#[derive(Debug, thiserror::Error)]
pub enum DbError {
    #[error("opening the practice database {path}: {source}")]
    Open { path: PathBuf, source: rusqlite::Error },
    #[error(
        "the practice database {path} was written by a newer version of Postroom (format {found}; \
         this version knows {known})"
    )]
    TooNew { path: PathBuf, found: usize, known: usize },
    #[error("copying the practice database to {path} before its format changes: {source}")]
    Copy { path: PathBuf, source: std::io::Error },
    #[error("starting the writer thread: {0}")]
    Thread(std::io::Error),
}

impl Db {
    /// Opens the file. One that ends with the service need not wait for the disk.
    pub fn open(path: &Path, is_temporary: bool) -> Result<Self, DbError> {
        let opening = |source| DbError::Open { path: path.to_owned(), source };
        let mut writer = connect(path, OpenFlags::default()).map_err(opening)?;
        if is_temporary {
            writer.pragma_update(None, "synchronous", "OFF").map_err(opening)?;
        }
        let (found, known) = schema::versions(&writer).map_err(opening)?;
        if found > known {
            return Err(DbError::TooNew { path: path.to_owned(), found, known });
        }
        if found > 0 && found < known {
            keep_copy(&writer, path, found)?;
        }
        schema::migrate(&mut writer).map_err(opening)?;
        let reader = connect_reader(path).map_err(opening)?;
        let (sender, jobs) = mpsc::sync_channel::<Job>(QUEUE);
        let commits = Arc::new(AtomicU64::new(0));
        let committed = Arc::clone(&commits);
        let thread = std::thread::Builder::new()
            .name("practice-writer".to_owned())
            .spawn(move || {
                while let Ok(first) = jobs.recv() {
                    let mut tell = Vec::new();
                    let outcome = commit_batch(&mut writer, first, &jobs, &mut tell);
                    committed.fetch_add(1, Ordering::Release);
                    for tell in tell {
                        tell(outcome.clone());
                    }
                }
            })
            .map_err(DbError::Thread)?;
        Ok(Self {
            path: path.to_owned(),
            writer: Mutex::new(Some(sender)),
            thread: Mutex::new(Some(thread)),
            readers: Mutex::new(vec![reader]),
            commits,
        })
    }

    /// Runs `work` atomically: its changes are committed if it returns `Ok`, otherwise rolled back.
    pub async fn write<T, F>(&self, work: F) -> Result<T, Fail>
    where
        T: Send + 'static,
        F: FnOnce(&Transaction<'_>) -> Result<T, Fail> + Send + 'static,
    {
        let (answer, wait) = oneshot::channel();
        let job: Job = Box::new(move |tx| {
            let result = work(tx);
            Done {
                keep: result.is_ok(),
                // If the caller is gone, the commit stays. A refusal also waits for the commit: its
                // reason may be a change in the same one.
                tell: Box::new(move |outcome| {
                    answer.send(outcome.and(result)).ok();
                }),
            }
        });
        let sender = self
            .writer
            .lock()
            .map_err(|_| Fail::internal("the writer's lock is broken"))?
            .clone()
            .ok_or_else(|| Fail::internal("the practice service is stopping"))?;
        match sender.try_send(job) {
            Ok(()) => {}
            Err(mpsc::TrySendError::Full(job)) => {
                tokio::task::spawn_blocking(move || sender.send(job))
                    .await
                    .map_err(Fail::internal)?
                    .map_err(|_| Fail::internal("the writer thread has ended"))?;
            }
            Err(mpsc::TrySendError::Disconnected(_)) => {
                return Err(Fail::internal("the writer thread has ended"));
            }
        }
        wait.await.map_err(|_| Fail::internal("the writer thread dropped a request"))?
    }

    /// Runs `work` on a read connection, on the calling thread. Only for rows found by an index.
    pub async fn read<T, F>(&self, work: F) -> Result<T, Fail>
    where
        F: FnOnce(&Connection) -> Result<T, Fail>,
    {
        let broken = |_| Fail::internal("the readers' lock is broken");
        let kept = self.readers.lock().map_err(broken)?.pop();
        let conn = match kept {
            Some(conn) => conn,
            None => connect_reader(&self.path)?,
        };
        let answer = work(&conn);
        self.readers.lock().map_err(|_| Fail::internal("the readers' lock is broken"))?.push(conn);
        answer
    }

    /// A number that changes with every commit, before its callers get their results: data read at
    /// one version is valid while the version is the same. Nothing else writes the file.
    pub fn version(&self) -> u64 {
        self.commits.load(Ordering::Acquire)
    }

    /// Lets the writer finish the queued requests and stops it.
    pub fn close(&self) {
        if let Ok(mut writer) = self.writer.lock() {
            writer.take();
        }
        let thread = self.thread.lock().ok().and_then(|mut thread| thread.take());
        if let Some(thread) = thread
            && thread.join().is_err()
        {
            tracing::error!("the writer thread ended in a panic");
        }
    }
}

/// Runs `work` inside a write so that its failure rolls back only its own changes.
///
/// # Errors
/// Fails when the transaction itself is lost; then nothing of the write is stored.
pub fn in_savepoint<T>(
    tx: &Connection,
    work: impl FnOnce() -> Result<T, Fail>,
) -> Result<Result<T, Fail>, Fail> {
    let run = |sql: &str| -> rusqlite::Result<()> { tx.prepare_cached(sql)?.execute([]).map(drop) };
    run("SAVEPOINT apart")?;
    let outcome = work();
    if outcome.is_err() {
        run("ROLLBACK TO apart")?;
    }
    run("RELEASE apart")?;
    Ok(outcome)
}

/// Runs `first` and the requests queued behind it in one commit. An error means that nothing of any
/// of them was stored.
fn commit_batch(
    conn: &mut Connection,
    first: Job,
    jobs: &mpsc::Receiver<Job>,
    tell: &mut Vec<ReportOutcome>,
) -> Result<(), Fail> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let run = |sql: &str| -> rusqlite::Result<()> { tx.prepare_cached(sql)?.execute([]).map(drop) };
    let mut next = Some(first);
    while let Some(job) = next {
        run("SAVEPOINT one")?;
        // A request that panics must not affect the others or stop the writer.
        let keep = match catch_unwind(AssertUnwindSafe(|| job(&tx))) {
            Ok(done) => {
                tell.push(done.tell);
                done.keep
            }
            Err(_) => {
                tracing::error!("a write panicked and was undone");
                false
            }
        };
        // When the disk is full, SQLite itself rolls back everything, including the earlier
        // requests.
        if tx.is_autocommit() {
            return Err(Fail::internal("SQLite gave up a transaction"));
        }
        if !keep {
            run("ROLLBACK TO one")?;
        }
        run("RELEASE one")?;
        next = (tell.len() < TOGETHER).then(|| jobs.try_recv().ok()).flatten();
    }
    Ok(tx.commit()?)
}

fn connect_reader(path: &Path) -> rusqlite::Result<Connection> {
    let read_only = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    connect(path, read_only)
}

fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let conn = Connection::open_with_flags(path, flags)?;
    conn.busy_timeout(std::time::Duration::from_secs(10))?;
    conn.set_prepared_statement_cache_capacity(STATEMENTS);
    conn.pragma_update(None, "cache_size", PAGES_KEPT)?;
    // Without this, SQLite recompiles a statement for every new bound value, in case the value
    // changes the plan. Each query has only one index to use.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    if flags == OpenFlags::default() {
        conn.pragma_update(None, "journal_mode", "WAL")?;
        conn.pragma_update(None, "synchronous", "FULL")?;
        conn.pragma_update(None, "foreign_keys", true)?;
    }
    Ok(conn)
}

/// Copies the database to a file beside it, such as `practice.format-3.db`, before its format changes.
fn keep_copy(conn: &Connection, path: &Path, format: usize) -> Result<(), DbError> {
    let copy = path.with_extension(format!("format-{format}.db"));
    let draft = private::beside(&copy, ".new");
    let failed = |source| DbError::Copy { path: copy.clone(), source };
    if draft.exists() {
        std::fs::remove_file(&draft).map_err(failed)?;
    }
    // Made before SQLite writes to it, so that others cannot read it.
    let file = private::open_private_file(&draft).map_err(failed)?;
    conn.execute("VACUUM INTO ?1", [draft.to_string_lossy()])
        .map_err(|error| failed(std::io::Error::other(error)))?;
    file.sync_all().and_then(|()| std::fs::rename(&draft, &copy)).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::params;

    #[test]
    fn an_older_file_is_copied_before_it_changes_and_a_newer_one_is_refused() {
        let name = format!("postroom-formats-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("practice.db");
        let format = |path: &Path| -> i64 {
            let conn = Connection::open(path).unwrap();
            conn.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
        };
        let conn = Connection::open(&path).unwrap();
        conn.execute_batch(schema::MIGRATIONS[0]).unwrap();
        conn.pragma_update(None, "user_version", 1).unwrap();
        drop(conn);
        drop(Db::open(&path, false).unwrap());
        let newest = format(&path);
        assert!(newest > 1, "{newest}");
        assert_eq!(format(&folder.join("practice.format-1.db")), 1);

        let conn = Connection::open(&path).unwrap();
        conn.pragma_update(None, "user_version", newest + 1).unwrap();
        drop(conn);
        let refused = Db::open(&path, false).err().unwrap().to_string();
        assert!(refused.contains("newer version of Postroom"), "{refused}");
        assert_eq!(format(&path), newest + 1);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    fn insert(tx: &Connection, key: &str) -> Result<(), Fail> {
        tx.execute("INSERT INTO meta VALUES(?1, 1)", params![key])?;
        Ok(())
    }

    /// Jobs that are queued before the writer runs share its transaction.
    #[test]
    fn of_many_in_one_commit_only_the_refused_are_undone() {
        let mut conn = Connection::open_in_memory().unwrap();
        schema::migrate(&mut conn).unwrap();
        let (sender, jobs) = mpsc::sync_channel::<Job>(8);
        let (answers, answered) = mpsc::channel();
        let job = |key: &'static str, keep: bool| -> Job {
            let answers = answers.clone();
            Box::new(move |tx| {
                insert(tx, key).unwrap();
                assert_ne!(key, "panics", "on purpose");
                Done {
                    keep,
                    tell: Box::new(move |outcome| answers.send((key, outcome.is_ok())).unwrap()),
                }
            })
        };
        for (key, keep) in [("refused", false), ("panics", true), ("kept", true)] {
            sender.send(job(key, keep)).unwrap();
        }
        let mut tell = Vec::new();
        let outcome = commit_batch(&mut conn, job("first", true), &jobs, &mut tell);
        assert!(answered.try_recv().is_err(), "nobody is told before the commit");
        for tell in tell {
            tell(outcome.clone());
        }
        let told: Vec<_> = answered.try_iter().collect();
        assert_eq!(told, [("first", true), ("refused", true), ("kept", true)]);
        let kept: Vec<String> = conn
            .prepare("SELECT key FROM meta ORDER BY key")
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        assert_eq!(kept, ["first", "kept"]);
    }

    #[test]
    fn when_the_transaction_is_lost_nobody_is_told_that_it_was_kept() {
        let mut conn = Connection::open_in_memory().unwrap();
        schema::migrate(&mut conn).unwrap();
        let (sender, jobs) = mpsc::sync_channel::<Job>(8);
        let job = |lose: bool| -> Job {
            Box::new(move |tx| {
                insert(tx, if lose { "second" } else { "first" }).unwrap();
                if lose {
                    // What SQLite does by itself on a full disk.
                    tx.execute_batch("ROLLBACK").unwrap();
                }
                Done { keep: true, tell: Box::new(|_| {}) }
            })
        };
        sender.send(job(true)).unwrap();
        assert!(commit_batch(&mut conn, job(false), &jobs, &mut Vec::new()).is_err());
        let rows: i64 = conn.query_row("SELECT count(*) FROM meta", [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 0);
    }
}
