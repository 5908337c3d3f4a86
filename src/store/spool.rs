//! `print.db`: the printers the user set up and their print jobs. A job is marked on disk as
//! being sent before its first byte is sent. If that mark is found at the next program start, the
//! outcome is unknown, and the user is asked instead of printing twice.
//!
//! Printers are JSON text and documents are bytes here: the store does not interpret them.

mod claim;
mod lists;
mod schema;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::backup;
use super::file::{self, Durability, FileError, FileStep, io_error, time_column};
use super::worker::{ConnectionThreads, Stopped};
use crate::base::clock::Clock;
use crate::base::locale::Message;
use crate::store::file_step::{log_failed_call, shown};
use crate::text;

pub use self::claim::Claim;
use self::schema::STEPS;

/// The state of a print job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobState {
    /// Waiting for its printer; nothing was sent.
    Queued,
    /// Committed before the first byte is sent.
    Sending,
    /// Every byte was sent; whether it printed is unknown.
    Sent,
    /// Reported as printed by the print queue or by the user.
    Printed,
    /// Known not to have printed.
    Failed,
    /// Some bytes were sent and the outcome is unknown.
    Interrupted,
    /// Canceled by the user.
    Cancelled,
}

impl JobState {
    const ALL: [Self; 7] = [
        Self::Queued,
        Self::Sending,
        Self::Sent,
        Self::Printed,
        Self::Failed,
        Self::Interrupted,
        Self::Cancelled,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Sending => "sending",
            Self::Sent => "sent",
            Self::Printed => "printed",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether the job needs no more work and no decision of the user.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Printed | Self::Cancelled)
    }
}

/// A job without its document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobRecord {
    pub row: i64,
    /// What is printed, to avoid queueing the same label twice: a shipment and a package, one
    /// line for each label on the sheet.
    pub subject: String,
    pub title: Message,
    /// Where it is sent. Jobs with the same destination are sent in order.
    pub destination: String,
    /// The printer's settings at the time the job was created.
    pub printer: String,
    pub state: JobState,
    /// Why it waits or failed, as text.
    pub detail: String,
    /// The job's id in the print queue.
    pub remote: Option<i32>,
    pub created: Timestamp,
    pub updated: Timestamp,
}

/// The labels of a job's subject as the log names them: without the account.
pub fn labels_of(subject: &str) -> String {
    let label = |line: &str| line.splitn(3, '/').last().unwrap_or_default().to_owned();
    subject.lines().map(label).collect::<Vec<_>>().join(" ")
}

/// The data of a new job.
#[derive(Clone, Debug)]
pub struct NewJob {
    pub subject: String,
    pub title: Message,
    pub destination: String,
    pub printer: String,
    pub document: Vec<u8>,
}

#[derive(Debug, thiserror::Error)]
pub enum SpoolError {
    #[error("{}", text!("storage-spool-damaged", path = shown(path), reason = detail))]
    Damaged { path: PathBuf, detail: String },
    #[error("{}", text!("storage-spool-failed"))]
    Sql { attempted: &'static str, source: rusqlite::Error },
    #[error("{}", text!("storage-spool-not-opened"))]
    File(#[from] FileError),
    #[error("{}", text!("storage-spool-closed"))]
    Stopped(#[from] Stopped),
}

/// Handle to the print jobs. Clones share the file.
#[derive(Clone, Debug)]
pub struct Spool {
    writer: ConnectionThreads,
    clock: Clock,
}

/// "PsPq": distinguishes a print queue from any other SQLite file.
const APPLICATION_ID: i64 = 0x5073_5071;
/// How long printed, canceled and sent jobs are kept: documents contain people's addresses.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 14);
/// A label that is printed again within this time was pressed twice.
pub const SECOND_PRESS: SignedDuration = SignedDuration::from_secs(2);
/// A label that is printed again within this time is asked about.
const ASKED_AGAIN: SignedDuration = SignedDuration::from_secs(60);

impl Spool {
    /// Opens the file and marks jobs that were being sent as interrupted. Reads every page to
    /// find damage: not for the UI thread.
    ///
    /// # Errors
    /// [`SpoolError::Damaged`] leaves the file untouched.
    pub fn open(dir: &Path, clock: Clock) -> Result<Self, SpoolError> {
        file::private_dir(dir)?;
        let path = dir.join("print.db");
        let connection = open_whole(&path, &clock).map_err(|error| match error {
            FileError::NotWhole { path, detail } => SpoolError::Damaged { path, detail },
            error if error.is_damage() => SpoolError::Damaged {
                path: path.clone(),
                detail: text!("storage-detail-not-whole").to_owned(),
            },
            error => error.into(),
        })?;
        let now = file::now(&clock);
        tidy_up(&connection, now).map_err(sql("take up the jobs"))?;
        let writer = ConnectionThreads::start("print", vec![connection])
            .map_err(io_error(FileStep::StartThread, &path))?;
        Ok(Self { writer, clock })
    }

    /// Adds a printer or replaces the one with this name.
    pub async fn put_printer(&self, name: &str, json: String) -> Result<(), SpoolError> {
        let name = name.to_owned();
        self.change("store a printer", move |connection, _| {
            connection.execute(
                "INSERT INTO printers (name, json) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET json = excluded.json",
                params![name, json],
            )
        })
        .await
        .map(|_| ())
    }

    /// Removes a printer. Its jobs stay: they contain the settings they need.
    pub async fn remove_printer(&self, name: &str) -> Result<(), SpoolError> {
        let name = name.to_owned();
        self.change("remove a printer", move |connection, _| {
            connection.execute("DELETE FROM printers WHERE name = ?1", [name])
        })
        .await
        .map(|_| ())
    }

    /// Writes a complete copy of the current state to `to`, which must not exist yet.
    pub async fn backup(&self, to: PathBuf) -> Result<(), SpoolError> {
        self.writer.run(move |connection| Ok(file::backup(connection, &to)?)).await
    }

    /// The JSON of every printer, oldest first.
    pub async fn printers(&self) -> Result<Vec<String>, SpoolError> {
        self.change("list the printers", |connection, _| {
            connection
                .prepare_cached("SELECT json FROM printers ORDER BY row")?
                .query_map([], |row| row.get(0))?
                .collect()
        })
        .await
    }

    /// Queues a job. `None` if one of its labels is there already, see [`Spool::add_all`].
    pub async fn add(&self, job: NewJob) -> Result<Option<i64>, SpoolError> {
        let added = self.add_all(vec![job]).await?;
        Ok(added.into_iter().next().flatten())
    }

    /// Queues jobs in their order, in one commit: all or none. `None` for a job of which a label
    /// waits for the same destination, or was queued for it within [`SECOND_PRESS`]: a key or a
    /// button that is pressed twice prints once.
    pub async fn add_all(&self, jobs: Vec<NewJob>) -> Result<Vec<Option<i64>>, SpoolError> {
        let subjects: Vec<String> = jobs.iter().map(|job| labels_of(&job.subject)).collect();
        let queue = self.change("queue jobs", move |connection, now| {
            let transaction = connection.unchecked_transaction()?;
            let mut waits: HashMap<String, HashSet<String>> = HashMap::new();
            let mut added = Vec::with_capacity(jobs.len());
            for job in jobs {
                let waits = match waits.entry(job.destination.clone()) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => new.insert(waiting(&transaction, &job.destination, now)?),
                };
                if job.subject.lines().any(|line| waits.contains(line)) {
                    added.push(None);
                    continue;
                }
                let mut statement = transaction.prepare_cached(
                    "INSERT INTO jobs (subject, title, destination, printer, state, created, updated)
                     VALUES (?1, ?2, ?3, ?4, 'queued', ?5, ?5)",
                )?;
                let row = statement.insert(params![
                    job.subject,
                    job.title.to_stored(),
                    job.destination,
                    job.printer,
                    now
                ])?;
                transaction
                    .prepare_cached("INSERT INTO documents VALUES (?1, ?2)")?
                    .execute(params![row, job.document])?;
                waits.extend(job.subject.lines().map(str::to_owned));
                added.push(Some(row));
            }
            transaction.commit()?;
            Ok(added)
        });
        let added = queue.await?;
        for (row, labels) in added.iter().zip(subjects) {
            match row {
                Some(row) => tracing::debug!(row, labels, "a print job is queued"),
                None => tracing::info!(labels, "a print job is queued already"),
            }
        }
        Ok(added)
    }

    /// The labels that [`Spool::add_all`] does not queue for a destination once more.
    pub async fn waiting(&self, destination: &str) -> Result<HashSet<String>, SpoolError> {
        let destination = destination.to_owned();
        self.change("list what waits", move |connection, now| {
            waiting(connection, &destination, now)
        })
        .await
    }

    /// The labels that went to a destination less than a minute ago, each with the seconds since.
    pub async fn sent_lately(&self, destination: &str) -> Result<HashMap<String, i64>, SpoolError> {
        let destination = destination.to_owned();
        self.change("list what was sent lately", move |connection, now| {
            let sent = lately(connection, &destination, now, ASKED_AGAIN)?;
            Ok(sent.into_iter().map(|(label, at)| (label, (now - at) / 1_000_000)).collect())
        })
        .await
    }

    /// The oldest job waiting for a destination, without claiming it. Connect to the printer
    /// before claiming: a claim left over at the next program start has to be decided by the
    /// user.
    pub async fn next(&self, destination: &str) -> Result<Option<JobRecord>, SpoolError> {
        let destination = destination.to_owned();
        self.change("find the next job", move |connection, _| {
            connection
                .prepare_cached(
                    "SELECT * FROM jobs WHERE state = 'queued' AND destination = ?1
                     ORDER BY row LIMIT 1",
                )?
                .query_row([destination], read)
                .optional()
        })
        .await
    }

    /// Marks a waiting job as being sent and returns it with its document; `None` if it no longer
    /// waits. Only this returns the document, and a job is never given to two callers.
    pub async fn claim(&self, row: i64) -> Result<Option<Claim>, SpoolError> {
        let afterwards = self.writer.afterwards();
        self.change("take a job", move |connection, now| {
            connection
                .prepare_cached(
                    "UPDATE jobs SET state = 'sending', detail = '', updated = ?2
                     WHERE row = ?1 AND state = 'queued'
                     RETURNING *, (SELECT document FROM documents WHERE job = jobs.row) AS document",
                )?
                .query_row(params![row, now], |row| Claim::read(row, afterwards))
                .optional()
        })
        .await
    }

    /// Records why a job still waits. Returns false if it no longer waits.
    pub async fn set_waiting_reason(&self, row: i64, reason: &str) -> Result<bool, SpoolError> {
        let from = [JobState::Queued];
        self.moved(row, &from, JobState::Queued, reason, None).await
    }

    /// Records the outcome of sending: queued again, sent, failed or interrupted. The document is
    /// deleted if it went directly to a printer; while a print queue has the job, it may still be
    /// needed.
    pub async fn settle_sending(
        &self,
        row: i64,
        state: JobState,
        detail: &str,
        remote: Option<i32>,
    ) -> Result<bool, SpoolError> {
        self.moved(row, &[JobState::Sending], state, detail, remote).await
    }

    /// Records what the print queue reports about a job it accepted.
    pub async fn settle_sent(
        &self,
        row: i64,
        state: JobState,
        detail: &str,
    ) -> Result<bool, SpoolError> {
        self.moved(row, &[JobState::Sent], state, detail, None).await
    }

    /// Stops tracking a job that disappeared from the print queue without a final state. It stays
    /// *sent*, the queue is not asked again, and the document is deleted.
    pub async fn stop_tracking(&self, row: i64, detail: &str) -> Result<bool, SpoolError> {
        let detail = detail.to_owned();
        self.change("let a job go", move |connection, now| {
            let changed = connection.execute(
                "UPDATE jobs SET remote = NULL, detail = ?2, updated = ?3
                 WHERE row = ?1 AND state = 'sent'",
                params![row, detail, now],
            )?;
            Ok(changed == 1)
        })
        .await
    }

    /// Records the user's decision on an interrupted job.
    pub async fn settle_interrupted(&self, row: i64, printed: bool) -> Result<bool, SpoolError> {
        let (state, detail) = match printed {
            true => (JobState::Printed, text!("storage-job-settled")),
            false => (JobState::Queued, ""),
        };
        self.moved(row, &[JobState::Interrupted], state, detail, None).await
    }

    /// Queues a failed job again.
    pub async fn retry(&self, row: i64) -> Result<bool, SpoolError> {
        self.moved(row, &[JobState::Failed], JobState::Queued, "", None).await
    }

    /// Cancels a job. One that is being sent cannot be canceled.
    pub async fn cancel(&self, row: i64) -> Result<bool, SpoolError> {
        let from = [JobState::Queued, JobState::Sent, JobState::Failed, JobState::Interrupted];
        self.moved(row, &from, JobState::Cancelled, "", None).await
    }

    /// Changes the state if it is one of `from`. Returns whether it was.
    async fn moved(
        &self,
        row: i64,
        from: &[JobState],
        to: JobState,
        detail: &str,
        remote: Option<i32>,
    ) -> Result<bool, SpoolError> {
        let from: Vec<&str> = from.iter().map(|state| state.word()).collect();
        let from = from.join(" ");
        let detail = detail.to_owned();
        self.change("change a job", move |connection, now| {
            let mut statement = connection.prepare_cached(
                "UPDATE jobs SET state = ?3, detail = ?4, updated = ?6,
                   remote = CASE WHEN ?3 = 'queued' THEN NULL ELSE coalesce(?5, remote) END
                 WHERE row = ?1 AND instr(' ' || ?2 || ' ', ' ' || state || ' ') > 0",
            )?;
            Ok(statement.execute(params![row, from, to.word(), detail, remote, now])? == 1)
        })
        .await
    }

    async fn change<T: Send + 'static>(
        &self,
        attempted: &'static str,
        work: impl FnOnce(&Connection, i64) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, SpoolError> {
        let now = file::now(&self.clock).as_microsecond();
        self.writer.run(move |connection| work(connection, now).map_err(sql(attempted))).await
    }
}

/// The labels that wait for a destination, are being sent to it, or were pressed twice.
fn waiting(
    connection: &Connection,
    destination: &str,
    now: i64,
) -> rusqlite::Result<HashSet<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT subject FROM jobs
         WHERE destination = ?1 AND state IN ('queued', 'sending')",
    )?;
    let mut labels = HashSet::new();
    for subject in statement.query_map([destination], |row| row.get::<_, String>(0))? {
        labels.extend(subject?.lines().map(str::to_owned));
    }
    labels.extend(lately(connection, destination, now, SECOND_PRESS)?.into_keys());
    Ok(labels)
}

/// The labels of the newest jobs for a destination that came out or may have, each with the time of
/// its last job.
fn lately(
    connection: &Connection,
    destination: &str,
    now: i64,
    age: SignedDuration,
) -> rusqlite::Result<HashMap<String, i64>> {
    let since = now.saturating_sub(i64::try_from(age.as_micros()).unwrap_or(i64::MAX));
    let mut statement = connection.prepare_cached(
        "SELECT subject, created FROM jobs
         WHERE row > ifnull((SELECT row FROM jobs WHERE created < ?2 ORDER BY row DESC LIMIT 1), 0)
           AND destination = ?1 AND created <= ?3
           AND state IN ('sent', 'printed', 'interrupted')
         ORDER BY row",
    )?;
    let mut labels = HashMap::new();
    let rows = statement.query_map(params![destination, since, now], |row| {
        Ok((row.get::<_, String>(0)?, row.get(1)?))
    })?;
    for row in rows {
        let (subject, created) = row?;
        labels.extend(subject.lines().map(|label| (label.to_owned(), created)));
    }
    Ok(labels)
}

fn open_whole(path: &Path, clock: &Clock) -> Result<Connection, FileError> {
    file::create_if_missing(path, STEPS)?;
    file::check_length(path)?;
    let bare = file::connect_bare(path)?;
    file::check_whole(&bare, path, "quick_check")?;
    let otherwise = text!("storage-detail-not-a-spool");
    file::check_identity(&bare, path, APPLICATION_ID, otherwise)?;
    drop(bare);
    let mut connection = file::connect(path, Durability::Full)?;
    backup::before_migration(&connection, path, STEPS.len(), clock)?;
    file::migrate(&mut connection, path, STEPS)?;
    Ok(connection)
}

/// Marks jobs that were being sent when the program ended as interrupted, and deletes old jobs.
fn tidy_up(connection: &Connection, now: Timestamp) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE jobs SET state = 'interrupted', updated = ?1,
           detail = ?2
         WHERE state = 'sending'",
        params![now.as_microsecond(), text!("storage-job-interrupted")],
    )?;
    let oldest = now.saturating_sub(KEPT).unwrap_or(now);
    connection.execute(
        "DELETE FROM jobs WHERE state IN ('printed', 'cancelled', 'sent') AND updated < ?1",
        [oldest.as_microsecond()],
    )?;
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<JobRecord> {
    let word: String = row.get("state")?;
    let state = JobState::ALL
        .into_iter()
        .find(|state| state.word() == word)
        .ok_or_else(|| file::bad_column(format!("{word:?} is no state of a job").into()))?;
    Ok(JobRecord {
        row: row.get("row")?,
        subject: row.get("subject")?,
        title: Message::from_stored(&row.get::<_, String>("title")?),
        destination: row.get("destination")?,
        printer: row.get("printer")?,
        state,
        detail: row.get("detail")?,
        remote: row.get("remote")?,
        created: time_column(row, "created")?,
        updated: time_column(row, "updated")?,
    })
}

fn sql(attempted: &'static str) -> impl FnOnce(rusqlite::Error) -> SpoolError {
    move |source| {
        log_failed_call(attempted, &source);
        SpoolError::Sql { attempted, source }
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
