//! Puts a backup of the orders in their place. The files that lay there are kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{WorkspaceError, local};
use crate::base::clock::Clock;
use crate::base::private;
use crate::store::file::{self, FileError, FileStep, io_error};
use crate::store::journal;
use crate::store::replace_database::{put_aside, remove, take_place};

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
    private::write_atomically(&draft, |out| io::copy(&mut fs::File::open(backup)?, out).map(drop))
        .map_err(io_error(FileStep::Read, backup))?;
    if let Err(error) = check(&draft, clock) {
        remove_with_side_files(&draft)?;
        return Err(error);
    }
    let path = dir.join(FILE);
    let aside = put_aside(&path, "replaced", clock)?;
    take_place(dir, &path, &draft)?;
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
        .map_err(|source| WorkspaceError::Sql { attempted: "check a backup", source })
}

fn remove_with_side_files(path: &Path) -> Result<(), FileError> {
    file::with_side_files(path).iter().try_for_each(|it| remove(it))
}
