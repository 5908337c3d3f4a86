//! Backup copies below the data folder, such as `backups/journal-20261121T101112Z.db`. A copy is
//! written under a temporary name, flushed and then renamed, so a file with the name of a backup
//! is always complete.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use rusqlite::Connection;

use super::file::{self, FileError, FileStep, io_error};
use crate::base::clock::Clock;
use crate::base::private;

/// How many copies of one database are kept.
pub const KEPT: usize = 7;
/// How many copies are kept of a database larger than [`LARGE_BYTES`].
const KEPT_OF_LARGE: usize = 2;
const LARGE_BYTES: u64 = 64 << 20;
const STAMP: &str = "%Y%m%dT%H%M%SZ";

/// A copy that is being written.
#[derive(Clone, Debug)]
pub struct Copying {
    /// Where the copy has to be written. The file does not exist yet.
    pub draft: PathBuf,
    path: PathBuf,
    name: String,
}

/// The folder that holds the copies.
pub fn folder(data: &Path) -> PathBuf {
    data.join("backups")
}

/// Starts a copy of `data/NAME.db`.
///
/// # Errors
/// The folder cannot be made, or the leftover of an earlier copy cannot be removed.
pub fn begin(data: &Path, name: &str, now: Timestamp) -> Result<Copying, FileError> {
    let folder = folder(data);
    private::create_or_restrict_dir(&folder).map_err(io_error(FileStep::MakeFolder, &folder))?;
    let path = folder.join(format!("{name}-{}.db", now.strftime(STAMP)));
    let draft = private::beside(&path, ".new");
    if draft.exists() {
        fs::remove_file(&draft).map_err(io_error(FileStep::Remove, &draft))?;
    }
    Ok(Copying { draft, path, name: name.to_owned() })
}

impl Copying {
    /// Turns the written copy into a backup and removes the oldest backups beyond the limit.
    ///
    /// # Errors
    /// Any error of the file system. On an error the older backups stay.
    pub fn finish(self) -> Result<PathBuf, FileError> {
        let failed = || io_error(FileStep::Write, &self.path);
        file::to_flush(&self.draft)
            .and_then(|draft| draft.sync_all())
            .and_then(|()| fs::rename(&self.draft, &self.path))
            .map_err(failed())?;
        let folder = self.path.parent().unwrap_or(&self.path);
        file::sync_dir(folder)?;
        let bytes = fs::metadata(&self.path).map_err(failed())?.len();
        let kept = if bytes > LARGE_BYTES { KEPT_OF_LARGE } else { KEPT };
        let found = list(folder, &self.name);
        for (_, old) in found.iter().take(found.len().saturating_sub(kept)) {
            fs::remove_file(old).map_err(io_error(FileStep::Remove, old))?;
        }
        Ok(self.path)
    }
}

/// Copies a database of an older format before it is migrated.
pub(super) fn before_migration(
    connection: &Connection,
    path: &Path,
    newest: usize,
    clock: &Clock,
) -> Result<(), FileError> {
    let format = file::version(connection, path)?;
    if format == 0 || format >= newest {
        return Ok(());
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let data = path.parent().unwrap_or(Path::new("."));
    let copying = begin(data, &name, clock.now())?;
    file::backup(connection, &copying.draft)?;
    copying.finish().map(drop)
}

/// When the newest backup of `NAME.db` was made.
pub fn newest(data: &Path, name: &str) -> Option<Timestamp> {
    list(&folder(data), name).last().map(|(at, _)| *at)
}

/// Removes every backup of `NAME.db`.
///
/// # Errors
/// The error of the first file that cannot be removed.
pub fn remove_all(data: &Path, name: &str) -> Result<(), FileError> {
    for (_, path) in list(&folder(data), name) {
        fs::remove_file(&path).map_err(io_error(FileStep::Remove, &path))?;
    }
    Ok(())
}

/// The backups of one database with their times, oldest first.
fn list(folder: &Path, name: &str) -> Vec<(Timestamp, PathBuf)> {
    let mut found: Vec<(Timestamp, PathBuf)> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let stamp = path.file_name()?.to_str()?.strip_prefix(name)?;
            let stamp = stamp.strip_prefix('-')?.strip_suffix(".db")?;
            let at = DateTime::strptime(STAMP, stamp).ok()?;
            Some((at.to_zoned(TimeZone::UTC).ok()?.timestamp(), path))
        })
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::SignedDuration;

    #[test]
    fn the_newest_seven_stay_and_nothing_else_is_touched() {
        let kept = tempfile::tempdir().unwrap();
        let data = kept.path();
        let start: Timestamp = "2026-11-01T08:00:00Z".parse().unwrap();
        let days = |count: i64| start + SignedDuration::from_hours(24 * count);
        fs::create_dir_all(folder(data)).unwrap();
        let stranger = folder(data).join("journal-notes.db");
        fs::write(&stranger, "mine").unwrap();
        for day in 0..9 {
            let copying = begin(data, "journal", days(day)).unwrap();
            fs::write(&copying.draft, format!("day {day}")).unwrap();
            assert_eq!(newest(data, "journal"), (day > 0).then(|| days(day - 1)));
            copying.finish().unwrap();
        }
        let found = list(&folder(data), "journal");
        let texts: Vec<String> =
            found.iter().map(|(_, path)| fs::read_to_string(path).unwrap()).collect();
        assert_eq!(texts, (2..9).map(|day| format!("day {day}")).collect::<Vec<_>>());
        assert_eq!(newest(data, "book"), None);
        remove_all(data, "journal").unwrap();
        assert_eq!(newest(data, "journal"), None);
        assert!(stranger.exists());
    }

    #[test]
    fn an_older_format_is_copied_before_it_is_migrated() {
        let kept = tempfile::tempdir().unwrap();
        let data = kept.path();
        let path = data.join("book.db");
        let connection = Connection::open(&path).unwrap();
        connection
            .execute_batch("CREATE TABLE a (b); INSERT INTO a VALUES (7); PRAGMA user_version = 2")
            .unwrap();
        let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
        for (newest_format, wanted) in [(2, false), (3, true)] {
            before_migration(&connection, &path, newest_format, &clock).unwrap();
            assert_eq!(newest(data, "book").is_some(), wanted);
        }
        let copy = folder(data).join("book-20261121T100000Z.db");
        let copy = Connection::open(copy).unwrap();
        let value: i64 = copy.query_row("SELECT b FROM a", [], |row| row.get(0)).unwrap();
        assert_eq!(value, 7);
    }
}
