//! Copies kept below the data folder: `backups/journal-20261121T101112Z.db` and the like.
//! A copy is made under another name, flushed, and renamed, so that what bears the name of
//! a backup is whole.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use rusqlite::Connection;

use super::file::{self, FileError, io_error};
use crate::base::clock::Clock;
use crate::base::private;

/// Copies of one file that stay.
pub const KEPT: usize = 7;
/// Of a file too large to lie there seven times.
const KEPT_OF_LARGE: usize = 2;
const LARGE_BYTES: u64 = 64 << 20;
const STAMP: &str = "%Y%m%dT%H%M%SZ";

/// A copy being made.
#[derive(Clone, Debug)]
pub struct Copying {
    /// Where the copy is to be written; nothing is there.
    pub draft: PathBuf,
    path: PathBuf,
    name: String,
}

/// Where the copies lie.
pub fn folder(data: &Path) -> PathBuf {
    data.join("backups")
}

/// Begins a copy of `data/NAME.db`.
///
/// # Errors
/// The folder cannot be made, or a leftover cannot be removed.
pub fn begin(data: &Path, name: &str, now: Timestamp) -> Result<Copying, FileError> {
    let folder = folder(data);
    private::own_dir(&folder).map_err(io_error("make the folder", &folder))?;
    let path = folder.join(format!("{name}-{}.db", now.strftime(STAMP)));
    let draft = private::beside(&path, ".new");
    if draft.exists() {
        fs::remove_file(&draft).map_err(io_error("clear away", &draft))?;
    }
    Ok(Copying {
        draft,
        path,
        name: name.to_owned(),
    })
}

impl Copying {
    /// Makes the written copy a backup, and takes away those that are one too many.
    ///
    /// # Errors
    /// What the file system says; the older backups stay then.
    pub fn finish(self) -> Result<PathBuf, FileError> {
        let failed = || io_error("keep", &self.path);
        File::open(&self.draft)
            .and_then(|draft| draft.sync_all())
            .and_then(|()| fs::rename(&self.draft, &self.path))
            .map_err(failed())?;
        let folder = self.path.parent().unwrap_or(&self.path);
        file::sync_dir(folder)?;
        let bytes = fs::metadata(&self.path).map_err(failed())?.len();
        let kept = if bytes > LARGE_BYTES {
            KEPT_OF_LARGE
        } else {
            KEPT
        };
        let found = list(folder, &self.name);
        for (_, old) in found.iter().take(found.len().saturating_sub(kept)) {
            fs::remove_file(old).map_err(io_error("remove", old))?;
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

/// When the newest copy of `NAME.db` was made.
pub fn newest(data: &Path, name: &str) -> Option<Timestamp> {
    list(&folder(data), name).last().map(|(at, _)| *at)
}

/// Removes every copy of `NAME.db`.
///
/// # Errors
/// What the file system says of the first that stays.
pub fn remove_all(data: &Path, name: &str) -> Result<(), FileError> {
    for (_, path) in list(&folder(data), name) {
        fs::remove_file(&path).map_err(io_error("remove", &path))?;
    }
    Ok(())
}

/// The copies of one file, the oldest first.
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
