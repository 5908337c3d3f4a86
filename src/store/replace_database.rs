//! Puts another database file in the place of one that is not open. What lay there is copied to a
//! folder of its own first, and a file exists at every moment: a crash in between must not look like a
//! first start.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::file::{self, FileError, FileStep, io_error};
use crate::base::clock::Clock;
use crate::base::private;

/// Copies the database and its log into a folder beside it, named after it, the reason and the
/// current time.
pub fn put_aside(path: &Path, why: &str, clock: &Clock) -> Result<PathBuf, FileError> {
    let stamp = clock.now().strftime("%Y%m%dT%H%M%S%.3fZ").to_string();
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let aside = path.with_file_name(format!("{name}-{why}-{stamp}"));
    private::create_or_restrict_dir(&aside).map_err(io_error(FileStep::MakeFolder, &aside))?;
    for from in file::with_side_files(path).iter().take(2) {
        let Some(name) = from.file_name() else {
            continue;
        };
        let mut source = match fs::File::open(from) {
            Ok(source) => source,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(io_error(FileStep::Read, from)(error)),
        };
        private::write_atomically(&aside.join(name), |out| io::copy(&mut source, out).map(drop))
            .map_err(io_error(FileStep::Copy, from))?;
    }
    Ok(aside)
}

/// Puts `draft` in the place of `path`, both in `dir`. The log goes first: SQLite would apply it to a
/// database it does not belong to.
pub fn take_place(dir: &Path, path: &Path, draft: &Path) -> Result<(), FileError> {
    for side in file::with_side_files(path).iter().skip(1) {
        remove(side)?;
    }
    fs::rename(draft, path).map_err(io_error(FileStep::Write, draft))?;
    file::sync_dir(dir)
}

/// Removes a file, if it is there.
pub fn remove(path: &Path) -> Result<(), FileError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(io_error(FileStep::Remove, path)(error))
        }
        _ => Ok(()),
    }
}
