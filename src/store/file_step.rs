//! What is done with the files of the stores, and what to say if it fails.

use std::path::Path;

use crate::text;

/// A step of work with a file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileStep {
    MakeFolder,
    Open,
    Lock,
    Read,
    /// Includes flushing, renaming and changing permissions.
    Write,
    Copy,
    Move,
    Remove,
    /// Looks for damage.
    Check,
    /// Brings a database to the newest format.
    Migrate,
    StartThread,
}

impl FileStep {
    /// The message of the failure, without its cause. It follows a colon.
    pub(super) fn failed(self, path: &Path) -> String {
        let path = shown(path);
        match self {
            Self::MakeFolder => text!("storage-cannot-make-folder", path = path),
            Self::Open => text!("storage-cannot-open", path = path),
            Self::Lock => text!("storage-cannot-lock", path = path),
            Self::Read => text!("storage-cannot-read", path = path),
            Self::Write => text!("storage-cannot-write", path = path),
            Self::Copy => text!("storage-cannot-copy", path = path),
            Self::Move => text!("storage-cannot-move", path = path),
            Self::Remove => text!("storage-cannot-remove", path = path),
            Self::Check => text!("storage-cannot-check", path = path),
            Self::Migrate => text!("storage-cannot-migrate", path = path),
            Self::StartThread => text!("storage-cannot-start-thread", path = path),
        }
    }
}

/// Logs which call of a store failed. The message on screen names only the file.
pub(super) fn log_failed_call(attempted: &'static str, source: &rusqlite::Error) {
    let code = source.sqlite_error_code();
    tracing::warn!(attempted, ?code, "a call of a database failed");
}

/// A path as an argument of a message.
pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}

pub(super) fn damaged(path: &Path, detail: &str) -> String {
    text!("storage-damaged", path = shown(path), reason = detail)
}

pub(super) fn too_new(path: &Path, found: usize, known: usize) -> String {
    text!("storage-too-new", path = shown(path), found = found, known = known)
}
