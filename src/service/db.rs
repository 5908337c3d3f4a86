//! One SQLite file, one writer thread, a few read connections.
//!
//! A write is a closure run in one IMMEDIATE transaction on the writer thread; its
//! answer is sent only after the commit, and commits are `synchronous=FULL`, so what a
//! caller was told survives kill -9. One writer also means that two buyers can never
//! both see the same balance.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use tokio::sync::{Semaphore, oneshot};

use super::fail::Fail;
use super::schema;

const READERS: usize = 4;
/// Requests waiting for the writer; more wait on the channel's own bound.
const QUEUE: usize = 256;

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

pub struct Db {
    writer: Mutex<Option<mpsc::SyncSender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    readers: Arc<Mutex<Vec<Connection>>>,
    permits: Arc<Semaphore>,
}

#[derive(Debug, thiserror::Error)]
pub enum DbError {
    #[error("opening the practice database {path}: {source}")]
    Open {
        path: PathBuf,
        source: rusqlite::Error,
    },
    #[error("starting the writer thread: {0}")]
    Thread(std::io::Error),
}

impl Db {
    pub fn open(path: &Path) -> Result<Self, DbError> {
        let opening = |source| DbError::Open {
            path: path.to_owned(),
            source,
        };
        let mut writer = connect(path, OpenFlags::default()).map_err(opening)?;
        schema::migrate(&mut writer).map_err(opening)?;
        let read_only = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let readers = (0..READERS)
            .map(|_| connect(path, read_only))
            .collect::<Result<Vec<_>, _>>()
            .map_err(opening)?;
        let (sender, jobs) = mpsc::sync_channel::<Job>(QUEUE);
        let thread = std::thread::Builder::new()
            .name("practice-writer".to_owned())
            .spawn(move || {
                for job in jobs {
                    job(&mut writer);
                }
            })
            .map_err(DbError::Thread)?;
        Ok(Self {
            writer: Mutex::new(Some(sender)),
            thread: Mutex::new(Some(thread)),
            readers: Arc::new(Mutex::new(readers)),
            permits: Arc::new(Semaphore::new(READERS)),
        })
    }

    /// Runs `work` in one transaction: committed when it answers `Ok`, else rolled back.
    pub async fn write<T, F>(&self, work: F) -> Result<T, Fail>
    where
        T: Send + 'static,
        F: FnOnce(&Transaction<'_>) -> Result<T, Fail> + Send + 'static,
    {
        let (answer, wait) = oneshot::channel();
        let job: Job = Box::new(move |conn| {
            // A caller that has gone away does not undo a commit.
            answer.send(in_transaction(conn, work)).ok();
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
        wait.await
            .map_err(|_| Fail::internal("the writer thread dropped a request"))?
    }

    /// Runs `work` on a read connection, off the async threads.
    pub async fn read<T, F>(&self, work: F) -> Result<T, Fail>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, Fail> + Send + 'static,
    {
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(Fail::internal)?;
        let readers = Arc::clone(&self.readers);
        tokio::task::spawn_blocking(move || {
            let conn = readers
                .lock()
                .map_err(|_| Fail::internal("the readers' lock is broken"))?
                .pop();
            let conn = conn.ok_or_else(|| Fail::internal("no read connection is free"))?;
            let answer = work(&conn);
            if let Ok(mut readers) = readers.lock() {
                readers.push(conn);
            }
            drop(permit);
            answer
        })
        .await
        .map_err(Fail::internal)?
    }

    /// Lets the writer finish what is queued and closes it.
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

fn in_transaction<T>(
    conn: &mut Connection,
    work: impl FnOnce(&Transaction<'_>) -> Result<T, Fail>,
) -> Result<T, Fail> {
    let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let answer = work(&transaction)?;
    transaction.commit()?;
    Ok(answer)
}

fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let conn = Connection::open_with_flags(path, flags)?;
    conn.busy_timeout(std::time::Duration::from_secs(10))?;
    if flags == OpenFlags::default() {
        conn.pragma_update(None, "journal_mode", "WAL")?;
        conn.pragma_update(None, "synchronous", "FULL")?;
        conn.pragma_update(None, "foreign_keys", true)?;
    }
    Ok(conn)
}
