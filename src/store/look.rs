//! Looking through a database file for damage: a small one before it is opened, a large one
//! beside the window, because reading a gigabyte would hold up every start.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};

use super::file::{self, FileError, io_error, sql_error};
use crate::base::private;

/// Up to this a file is read through while nobody notices.
const SMALL_BYTES: u64 = 8 << 20;

/// Reads every page, now or later. `true`: later, by [`through`]. A file that the last look
/// found damaged is looked at now, whatever its size.
///
/// # Errors
/// Damage, or that the file cannot be read.
pub fn now_or_later(connection: &Connection, path: &Path) -> Result<bool, FileError> {
    let bytes = fs::metadata(path).map_err(io_error("measure", path))?.len();
    let mark = mark(path);
    if bytes > SMALL_BYTES && !mark.exists() {
        return Ok(true);
    }
    let whole = file::check_whole(connection, path, "quick_check");
    if mark.exists() {
        fs::remove_file(&mark).map_err(io_error("remove", &mark))?;
    }
    whole.map(|()| false)
}

/// Reads every table of an open database through a connection of its own, one database at a
/// time: on two processors a second look would leave none to the window. Full-text indexes are
/// read as what they are stored in; comparing them word by word takes most of a minute, and
/// they can be made again. Not for the window's thread. Damage leaves a mark, so that the next
/// opening deals with it.
///
/// # Errors
/// Damage, or that the file cannot be read.
pub fn through(path: &Path) -> Result<(), FileError> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection =
        Connection::open_with_flags(path, flags).map_err(sql_error("open the database", path))?;
    let whole = file::check_tables(&connection, path);
    if whole.as_ref().is_err_and(FileError::is_damage) {
        let mark = mark(path);
        private::write_bytes(&mark, b"damaged\n").map_err(io_error("write", &mark))?;
    }
    whole
}

fn mark(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".suspect");
    PathBuf::from(name)
}
