//! Replaces the journal with another file: a backup or a salvaged journal. The replaced files are
//! copied to a separate folder first, and a journal exists at every moment: a crash in between
//! must not look like a first start.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{JournalError, open};
use crate::base::clock::Clock;
use crate::base::private;
use crate::store::file;
use crate::store::file::{FileError, FileStep, io_error};
use crate::store::replace_database;

pub(super) use crate::store::replace_database::remove;

const FILE: &str = "journal.db";

/// A file written last. A folder without it belongs to an operation that a crash interrupted.
const DONE: &str = "done";

/// Replaces the journal in `dir`, which must not be open, with a backup. Returns the folder of
/// the replaced files. When the journal is opened next, a comparison with the server is due.
///
/// # Errors
/// The backup is damaged or not a journal, the journal is open in another window, or the disk
/// fails.
pub fn restore(dir: &Path, backup: &Path, clock: &Clock) -> Result<PathBuf, JournalError> {
    private::create_private_dir(dir).map_err(io_error(FileStep::MakeFolder, dir))?;
    let _instance = open::take_instance_lock(dir)?;
    let draft = dir.join("journal.db.restored");
    remove(&draft)?;
    private::write_atomically(&draft, |out| io::copy(&mut fs::File::open(backup)?, out).map(drop))
        .map_err(io_error(FileStep::Read, backup))?;
    if let Err(error) = open::check(&draft) {
        for file in file::with_side_files(&draft) {
            remove(&file)?;
        }
        return Err(error);
    }
    for side in file::with_side_files(&draft).iter().skip(1) {
        remove(side)?;
    }
    let aside = put_aside(dir, "replaced", clock)?;
    take_place(dir, &draft)?;
    done(&aside)?;
    Ok(aside)
}

/// Copies the journal and its log into a folder beside it named after the current time.
pub(super) fn put_aside(dir: &Path, why: &str, clock: &Clock) -> Result<PathBuf, FileError> {
    replace_database::put_aside(&dir.join(FILE), why, clock)
}

pub(super) fn take_place(dir: &Path, draft: &Path) -> Result<(), FileError> {
    replace_database::take_place(dir, &dir.join(FILE), draft)
}

pub(super) fn done(aside: &Path) -> Result<(), FileError> {
    let note = aside.join(DONE);
    private::write_bytes(&note, b"").map_err(io_error(FileStep::Write, &note))
}

/// Folders of damaged journals whose rows are not in a new journal yet.
pub(super) fn unfinished(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .filter(|entry| {
            let name = entry.file_name();
            name.to_string_lossy().starts_with("journal-damaged-")
        })
        .map(|entry| entry.path())
        .filter(|path| path.is_dir() && !path.join(DONE).exists())
        .collect()
}
