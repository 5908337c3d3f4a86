//! Opens the journal: takes the instance lock, creates a new file in one step, and refuses a
//! damaged file without touching it.

use std::fs::{self, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::pending_comparison::RollbackDetector;
use super::schema::{APPLICATION_ID, STEPS};
use super::shared_commit::WaitingChanges;
use super::{Journal, JournalError, chain, change};
use crate::base::clock::Clock;
use crate::store::file::{Durability, FileError, FileStep, io_error, sql_error};
use crate::store::worker::ConnectionThreads;
use crate::store::{backup, file};
use crate::text;

const READERS: usize = 2;

pub fn open(dir: &Path, clock: Clock) -> Result<Journal, JournalError> {
    file::private_dir(dir)?;
    let instance = take_instance_lock(dir)?;
    let path = dir.join("journal.db");
    if exists(&path)? {
        check(&path)?;
    } else {
        // Never an incomplete journal, which would look like an emptied one.
        file::create(&path, STEPS)?;
    }
    // The permissions first: the side files inherit them from the database.
    file::private_file(&path)?;
    let mut connection = file::connect(&path, Durability::Full)?;
    backup::before_migration(&connection, &path, STEPS.len(), &clock)?;
    file::migrate(&mut connection, &path, STEPS)?;
    let care = RollbackDetector::open(dir, &connection)?;
    let orphans = change::adopt_orphans(&mut connection, &clock)?;
    care.update_mark(&connection);
    if orphans > 0 {
        tracing::warn!(orphans, "purchases were interrupted while being sent");
    }
    let readers = file::readers(&path, READERS)?;
    let start = |name, connections| {
        ConnectionThreads::start(name, connections).map_err(io_error(FileStep::StartThread, &path))
    };
    Ok(Journal {
        readers: start("journal-read", readers)?,
        writer: start("journal-write", vec![connection])?,
        waiting: WaitingChanges::default(),
        clock,
        care,
        path: Arc::from(path.as_path()),
        _instance: Arc::new(instance),
    })
}

/// One window at a time works with the files of a folder.
pub(in crate::store) fn take_instance_lock(dir: &Path) -> Result<fs::File, JournalError> {
    let path = dir.join("journal.lock");
    let lock = file::private_file(&path)?;
    let mut looks = LOCK_LOOKS;
    loop {
        looks -= 1;
        match lock.try_lock() {
            Ok(()) => return Ok(lock),
            Err(TryLockError::WouldBlock) if looks > 0 => std::thread::sleep(LOCK_PAUSE),
            Err(TryLockError::WouldBlock) => {
                return Err(JournalError::InUse { dir: dir.to_owned() });
            }
            Err(TryLockError::Error(source)) => {
                return Err(io_error(FileStep::Lock, &path)(source).into());
            }
        }
    }
}

/// Between fork and exec, a child process of another instance holds a copy of its lock. Without
/// these retries, an instance that closes at that moment would still seem open.
const LOCK_LOOKS: u32 = 10;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// Whether there is a journal. A non-empty write-ahead log without a database means that the
/// database was lost, not that this is the first start.
fn exists(path: &Path) -> Result<bool, JournalError> {
    let length = |path: &Path| match fs::metadata(path) {
        Ok(found) => Ok(Some(found.len())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io_error(FileStep::Read, path)(error)),
    };
    let [_, log, _] = file::with_side_files(path);
    match (length(path)?, length(&log)?) {
        (None, None | Some(0)) => Ok(false),
        (None, Some(_)) => Err(damaged(path, text!("storage-detail-only-log").to_owned())),
        // `file::create` never leaves an empty file under this name.
        (Some(0), _) => Err(damaged(path, text!("storage-detail-empty").to_owned())),
        (Some(_), _) => Ok(true),
    }
}

/// Reads the whole file and returns an error if anything does not match.
pub(super) fn check(path: &Path) -> Result<(), JournalError> {
    let connection = file::connect_bare(path)?;
    // Closing must not write the log into a file that is about to be reported as damaged.
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
        .map_err(sql_error(FileStep::Check, path))?;
    check_content(connection, path).map_err(|error| call_damaged(error, path))
}

/// The same check for a journal that is open.
pub(super) fn check_open(connection: &mut Connection, path: &Path) -> Result<u64, JournalError> {
    file::check_whole(connection, path, "quick_check")
        .map_err(JournalError::File)
        .and_then(|()| chain::verify(connection, path))
        .map_err(|error| call_damaged(error, path))
}

fn check_content(mut connection: Connection, path: &Path) -> Result<(), JournalError> {
    file::check_length(path)?;
    file::check_whole(&connection, path, "integrity_check")?;
    let id: i64 = connection
        .pragma_query_value(None, "application_id", |row| row.get(0))
        .map_err(sql_error(FileStep::Read, path))?;
    let format = file::version(&connection, path)?;
    if id != APPLICATION_ID || format == 0 {
        let detail = text!("storage-detail-not-a-journal");
        return Err(damaged(path, detail.to_owned()));
    }
    if format > STEPS.len() {
        return Err(JournalError::File(FileError::TooNew {
            path: path.to_owned(),
            found: format,
            known: STEPS.len(),
        }));
    }
    chain::verify(&mut connection, path)?;
    Ok(())
}

/// During a check, every error that is not about the disk, permissions or a lock is reported as
/// damage.
fn call_damaged(error: JournalError, path: &Path) -> JournalError {
    let source = match &error {
        JournalError::File(FileError::NotWhole { detail, .. }) => {
            return damaged(path, detail.clone());
        }
        JournalError::File(FileError::Sql { source, .. }) | JournalError::Sql { source, .. } => {
            source
        }
        _ => return error,
    };
    match file::is_of_content(source) {
        true => damaged(path, source.to_string()),
        false => error,
    }
}

fn damaged(path: &Path, detail: String) -> JournalError {
    JournalError::Damaged { path: PathBuf::from(path), detail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::backup;

    #[test]
    fn a_journal_of_an_older_format_is_copied_before_it_changes() {
        let kept = tempfile::tempdir().unwrap();
        let dir = kept.path();
        file::private_dir(dir).unwrap();
        let path = dir.join("journal.db");
        drop(file::private_file(&path).unwrap());
        let mut connection = file::connect_bare(&path).unwrap();
        file::migrate(&mut connection, &path, &STEPS[..3]).unwrap();
        drop(connection);
        let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
        drop(Journal::open(dir, clock.clone()).unwrap());
        assert!(backup::newest(dir, "journal").is_some());
        let copy = backup::folder(dir).join("journal-20261121T100000Z.db");
        let copy = file::connect_bare(&copy).unwrap();
        assert_eq!(file::version(&copy, &path).unwrap(), 3);
    }
}
