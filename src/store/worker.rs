//! Threads that own SQLite connections and take jobs from a bounded channel. A writer is a crew
//! of one thread; readers are a crew of a few threads that share the queue.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use crate::text;

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// Callers wait once this many jobs are in the queue.
const QUEUE: usize = 256;

/// The job gave no result: it panicked, or the threads have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", text!("storage-thread-stopped"))]
pub struct Stopped;

/// Handle to the threads. Dropping the last clone finishes the queued jobs, closes the
/// connections and waits for that, so that the file can be opened again at once.
#[derive(Clone, Debug)]
pub struct ConnectionThreads(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    queue: Option<mpsc::Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

impl ConnectionThreads {
    /// Starts one thread for each connection, all with the name `name`.
    pub fn start(name: &str, connections: Vec<Connection>) -> io::Result<Self> {
        let (queue, jobs) = mpsc::channel::<Job>(QUEUE);
        let jobs = Arc::new(Mutex::new(jobs));
        let mut inner =
            Inner { queue: Some(queue), threads: Vec::with_capacity(connections.len()) };
        for mut connection in connections {
            let jobs = Arc::clone(&jobs);
            let work = move || {
                while let Some(job) = next(&jobs) {
                    // After a panic the transaction is rolled back, the caller gets `Stopped`,
                    // and the thread goes on with the next job.
                    let _ = catch_unwind(AssertUnwindSafe(|| job(&mut connection)));
                }
            };
            inner.threads.push(Builder::new().name(name.to_owned()).spawn(work)?);
        }
        Ok(Self(Arc::new(inner)))
    }

    /// No threads: every job gets [`Stopped`].
    pub fn ended() -> Self {
        Self(Arc::new(Inner { queue: None, threads: Vec::new() }))
    }

    /// Runs the job on one of the connections. Once queued, it runs to its end even if the caller
    /// stops waiting.
    pub async fn run<T, E, F>(&self, job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Stopped> + Send + 'static,
        F: FnOnce(&mut Connection) -> Result<T, E> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            // The caller may have stopped waiting; the job still has to run.
            let _ = reply.send(job(connection));
        });
        let queue = self.0.queue.as_ref().ok_or(Stopped)?;
        queue.send(job).await.map_err(|_| Stopped)?;
        answer.await.map_err(|_| Stopped)?
    }
}

impl ConnectionThreads {
    /// Queues a job once there is room. `before` runs right before that, and not at all if the
    /// caller stops waiting for room.
    pub async fn enqueue(
        &self,
        before: impl FnOnce(),
        job: impl FnOnce(&mut Connection) + Send + 'static,
    ) -> Result<(), Stopped> {
        let queue = self.0.queue.as_ref().ok_or(Stopped)?;
        let room = queue.reserve().await.map_err(|_| Stopped)?;
        before();
        room.send(Box::new(job));
        Ok(())
    }
}

/// A weak handle that can queue one more job and does not keep the threads running.
#[derive(Clone, Debug)]
pub struct WeakJobQueue(mpsc::WeakSender<Job>);

impl ConnectionThreads {
    pub fn afterwards(&self) -> Option<WeakJobQueue> {
        let queue = self.0.queue.as_ref()?;
        Some(WeakJobQueue(queue.downgrade()))
    }
}

impl WeakJobQueue {
    /// Queues a job without waiting, so that it can be called from `drop`. Returns false if the
    /// threads have ended or the queue is full.
    pub fn try_enqueue(&self, job: impl FnOnce(&mut Connection) + Send + 'static) -> bool {
        let queue = self.0.upgrade();
        queue.is_some_and(|queue| queue.try_send(Box::new(job)).is_ok())
    }
}

/// The lock is held only while waiting for work, never while doing it.
fn next(jobs: &Mutex<mpsc::Receiver<Job>>) -> Option<Job> {
    jobs.lock().unwrap_or_else(|broken| broken.into_inner()).blocking_recv()
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.queue = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing left to close.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_panics_changes_nothing_and_the_next_one_is_done() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE rows (row INTEGER)").unwrap();
        let crew = ConnectionThreads::start("test", vec![connection]).unwrap();
        let count = |connection: &Connection| -> i64 {
            let found = connection.query_row("SELECT count(*) FROM rows", [], |row| row.get(0));
            found.unwrap()
        };
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
            let first: Result<(), Stopped> = crew
                .run(|connection| {
                    let transaction = connection.transaction().unwrap();
                    transaction.execute("INSERT INTO rows VALUES (1)", []).unwrap();
                    panic!("before the commit")
                })
                .await;
            assert_eq!(first, Err(Stopped));
            let rows = crew.run(move |connection| Ok::<_, Stopped>(count(connection)));
            assert_eq!(rows.await, Ok(0));
        });
    }
}
