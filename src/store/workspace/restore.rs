//! Puts a backup of the orders in their place. The files that lay there are kept.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::{WorkspaceError, local};
use crate::base::clock::Clock;
use crate::base::private;
use crate::store::file::{self, FileError, FileStep, io_error};
use crate::store::journal;

const FILE: &str = "workspace.db";

/// Replaces the orders in `dir`, which must not be open, with a backup. Returns the folder of the
/// replaced files. Labels that were bought since are settled from the journal when their orders are
/// bought again: the journal refuses a second purchase of the same label.
///
/// # Errors
/// The backup is damaged or holds no orders, a window is open on the folder, or the disk fails.
pub fn restore(dir: &Path, backup: &Path, clock: &Clock) -> Result<PathBuf, WorkspaceError> {
    private::create_private_dir(dir).map_err(io_error(FileStep::MakeFolder, dir))?;
    let _instance =
        journal::take_instance_lock(dir).map_err(|error| WorkspaceError::InUse(Box::new(error)))?;
    let draft = dir.join("workspace.db.restored");
    remove_with_side_files(&draft)?;
    private::write_atomically(&draft, |out| {
        io::copy(&mut fs::File::open(backup)?, out).map(drop)
    })
    .map_err(io_error(FileStep::Read, backup))?;
    if let Err(error) = check(&draft, clock) {
        remove_with_side_files(&draft)?;
        return Err(error);
    }
    let aside = put_aside(dir, clock)?;
    let path = dir.join(FILE);
    // The log first: SQLite would apply it to a database it does not belong to.
    for side in file::with_side_files(&path).iter().skip(1) {
        remove(side)?;
    }
    fs::rename(&draft, &path).map_err(io_error(FileStep::Write, &draft))?;
    for side in file::with_side_files(&draft).iter().skip(1) {
        remove(side)?;
    }
    file::sync_dir(dir)?;
    Ok(aside)
}

/// Reads every page, and brings an older format to the newest.
fn check(draft: &Path, clock: &Clock) -> Result<(), WorkspaceError> {
    let connection = local::open_file(draft, clock)?;
    file::check_whole(&connection, draft, "quick_check")?;
    connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .map_err(|source| WorkspaceError::Sql {
            attempted: "check a backup",
            source,
        })
}

/// Copies the orders and their log into a folder beside them, named after the current time.
fn put_aside(dir: &Path, clock: &Clock) -> Result<PathBuf, FileError> {
    let stamp = clock.now().strftime("%Y%m%dT%H%M%S%.3fZ").to_string();
    let aside = dir.join(format!("workspace-replaced-{stamp}"));
    private::create_or_restrict_dir(&aside).map_err(io_error(FileStep::MakeFolder, &aside))?;
    for from in file::with_side_files(&dir.join(FILE)).iter().take(2) {
        let Some(name) = from.file_name() else {
            continue;
        };
        let mut source = match fs::File::open(from) {
            Ok(source) => source,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(io_error(FileStep::Read, from)(error)),
        };
        private::write_atomically(&aside.join(name), |out| {
            io::copy(&mut source, out).map(drop)
        })
        .map_err(io_error(FileStep::Copy, from))?;
    }
    Ok(aside)
}

fn remove_with_side_files(path: &Path) -> Result<(), FileError> {
    file::with_side_files(path)
        .iter()
        .try_for_each(|it| remove(it))
}

fn remove(path: &Path) -> Result<(), FileError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(io_error(FileStep::Remove, path)(error))
        }
        _ => Ok(()),
    }
}
