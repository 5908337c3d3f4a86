//! Checks a database file for damage: a small one before it is opened, a large one in the
//! background, because reading a gigabyte would delay every start.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};

use super::file::{self, FileError, FileStep, io_error, sql_error};
use crate::base::private;

/// The largest file that is checked before opening, which the user does not notice.
const SMALL_BYTES: u64 = 8 << 20;

/// Reads every page of a small file now. Returns `true` if the file is large and [`check_in_background`] has
/// to check it later. A file that the last check found damaged is read now, whatever its size.
///
/// # Errors
/// The file is damaged or cannot be read.
pub fn check_now_if_small(connection: &Connection, path: &Path) -> Result<bool, FileError> {
    let bytes = fs::metadata(path).map_err(io_error(FileStep::Read, path))?.len();
    let mark = mark(path);
    if bytes > SMALL_BYTES && !mark.exists() {
        return Ok(true);
    }
    let whole = file::check_whole(connection, path, "quick_check");
    if mark.exists() {
        fs::remove_file(&mark).map_err(io_error(FileStep::Remove, &mark))?;
    }
    whole.map(|()| false)
}

/// Reads every table of an open database through a separate connection. One database at a time:
/// on two processors, a second check would leave none for the UI. Full-text indexes are read only
/// as the tables they are stored in: comparing them word by word takes most of a minute, and they
/// can be rebuilt. Not for the UI thread. Damage leaves a mark file, so that the next opening
/// handles it.
///
/// # Errors
/// The file is damaged or cannot be read.
pub fn check_in_background(path: &Path) -> Result<(), FileError> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection =
        Connection::open_with_flags(path, flags).map_err(sql_error(FileStep::Open, path))?;
    let whole = file::check_tables(&connection, path);
    if whole.as_ref().is_err_and(FileError::is_damage) {
        let mark = mark(path);
        private::write_bytes(&mark, b"damaged\n").map_err(io_error(FileStep::Write, &mark))?;
    }
    whole
}

fn mark(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".suspect");
    PathBuf::from(name)
}
