//! Detects that the journal was replaced by an older copy. A mark beside the journal names its
//! last event. A journal without that event is older than what this installation has written, so
//! purchases may be missing from it, and nothing may be bought until the server was asked.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};

use super::row::sql;
use super::{JournalError, Proof, chain};
use crate::base::private;
use crate::store::file::{FileError, FileStep, io_error};

const MARK: &str = "journal.mark";

/// Why the server's shipments and history must be compared with the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ComparisonReason {
    /// The journal was replaced by an older copy.
    Restored,
    /// The journal was damaged; the readable parts are in a new one.
    Salvaged,
}

/// A comparison that is due once for each account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingComparison {
    pub why: ComparisonReason,
    /// Everything before this time, in microseconds, is in the journal. `None`: no such time is
    /// known.
    pub since: Option<i64>,
    /// The number of salvaged entries, and how many of them are on a broken chain.
    #[serde(default)]
    pub entries: u64,
    #[serde(default)]
    pub doubtful: u64,
    /// The folder of the damaged files.
    #[serde(default)]
    pub folder: Option<PathBuf>,
    /// Environment and account of those that were compared since.
    #[serde(default)]
    pub(super) compared_accounts: Vec<[String; 2]>,
}

impl PendingComparison {
    pub fn new(why: ComparisonReason, since: Option<i64>) -> Self {
        Self { why, since, entries: 0, doubtful: 0, folder: None, compared_accounts: Vec::new() }
    }

    pub fn since(&self) -> Option<Timestamp> {
        Timestamp::from_microsecond(self.since?).ok()
    }

    fn names(&self, environment: &str, account: &str) -> bool {
        let wanted = [environment, account];
        self.compared_accounts.iter().any(|swept| *swept == wanted)
    }
}

/// The mark and the pending comparison, shared by the clones of a journal.
#[derive(Clone, Debug)]
pub(super) struct RollbackDetector {
    mark: PathBuf,
    owed_path: PathBuf,
    owed: Arc<Mutex<Option<PendingComparison>>>,
}

impl RollbackDetector {
    /// Compares the journal with its mark and writes a new mark.
    pub fn open(dir: &Path, connection: &Connection) -> Result<Self, JournalError> {
        let care = Self {
            mark: dir.join(MARK),
            owed_path: owed_path(dir),
            owed: Arc::new(Mutex::new(read_owed(dir)?)),
        };
        let head = chain::head(connection)?;
        if is_older(connection, &care.mark, &head)? {
            let last: Option<i64> = connection
                .query_row("SELECT max(at) FROM events", [], |row| row.get(0))
                .map_err(sql("read the chain of events"))?;
            let before = care.lock().clone();
            match before {
                // This is the salvaged journal itself; a crash prevented writing its mark.
                Some(owed)
                    if owed.why == ComparisonReason::Salvaged
                        && owed.compared_accounts.is_empty() => {}
                // What the earlier comparison should have covered is still uncertain.
                Some(owed) => care.set(PendingComparison::new(
                    ComparisonReason::Restored,
                    owed.since.zip(last).map(|(before, now)| before.min(now)),
                ))?,
                None => care.set(PendingComparison::new(ComparisonReason::Restored, last))?,
            }
        }
        write_mark(dir, &head)?;
        Ok(care)
    }

    /// Updates the mark after a commit, in place and with a fixed length: a killed process leaves
    /// the old mark or the new one. It need not be flushed: an older mark still names an event of
    /// the journal.
    pub fn update_mark(&self, connection: &Connection) {
        let written = chain::head(connection).map(|head| {
            let mut file = OpenOptions::new().write(true).open(&self.mark)?;
            file.write_all(line(&head).as_bytes())
        });
        if !matches!(written, Ok(Ok(()))) {
            tracing::warn!("the mark of the journal could not be written");
        }
    }

    pub fn owes(&self, environment: &str, account: &str) -> Option<PendingComparison> {
        let owed = self.lock().clone()?;
        (!owed.names(environment, account)).then_some(owed)
    }

    pub fn swept(&self, environment: &str, account: &str) -> Result<(), JournalError> {
        let Some(mut owed) = self.lock().clone() else {
            return Ok(());
        };
        if !owed.names(environment, account) {
            owed.compared_accounts.push([environment.to_owned(), account.to_owned()]);
            self.set(owed)?;
        }
        Ok(())
    }

    fn set(&self, owed: PendingComparison) -> Result<(), JournalError> {
        write_owed(&self.owed_path, &owed)?;
        *self.lock() = Some(owed);
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<PendingComparison>> {
        self.owed.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

pub(super) fn owed_path(dir: &Path) -> PathBuf {
    dir.join("journal.owed")
}

pub(super) fn write_owed(path: &Path, owed: &PendingComparison) -> Result<(), JournalError> {
    let json = serde_json::to_vec(owed).unwrap_or_default();
    private::write_bytes(path, &json)
        .map_err(io_error(FileStep::Write, path))
        .map_err(JournalError::File)
}

pub(super) fn write_mark(dir: &Path, head: &Proof) -> Result<(), FileError> {
    let path = dir.join(MARK);
    private::write_bytes(&path, line(head).as_bytes()).map_err(io_error(FileStep::Write, &path))
}

/// An unreadable note still means that a comparison is due.
pub(super) fn read_owed(dir: &Path) -> Result<Option<PendingComparison>, FileError> {
    let path = owed_path(dir);
    match fs::read(&path) {
        Ok(bytes) => {
            let read = serde_json::from_slice(&bytes);
            Ok(Some(read.unwrap_or(PendingComparison::new(ComparisonReason::Restored, None))))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io_error(FileStep::Read, &path)(error)),
    }
}

/// The number of the last event this installation wrote, if there is a mark.
pub(super) fn marked(dir: &Path) -> Option<u64> {
    read_mark(&dir.join(MARK)).map(|mark| mark.events)
}

fn is_older(connection: &Connection, mark: &Path, head: &Proof) -> Result<bool, JournalError> {
    let Some(known) = read_mark(mark) else {
        // Without a mark, this installation did not write this journal.
        return Ok(head.events > 0);
    };
    if known.events == 0 {
        return Ok(false);
    }
    let hash: Option<String> = connection
        .query_row(
            "SELECT hash FROM events WHERE number = ?1",
            [i64::try_from(known.events).unwrap_or(i64::MAX)],
            |row| row.get(0),
        )
        .optional()
        .map_err(sql("read the chain of events"))?;
    Ok(hash.as_deref() != Some(known.last_hash.as_str()))
}

fn read_mark(path: &Path) -> Option<Proof> {
    let text = fs::read_to_string(path).ok()?;
    let (events, hash) = text.trim_end().split_once(' ')?;
    Some(Proof { events: events.parse().ok()?, last_hash: hash.trim().to_owned() })
}

fn line(head: &Proof) -> String {
    format!("{:020} {:>64}\n", head.events, head.last_hash)
}
