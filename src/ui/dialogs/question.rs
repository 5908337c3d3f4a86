//! What a file dialog asks for.

use std::path::PathBuf;

/// What a dialog shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub title: String,
    pub wanted: FileDialogKind,
    /// Names of filters with their extensions in lower case, without dots.
    pub filters: Vec<(&'static str, Vec<&'static str>)>,
    /// The folder in which the dialog starts.
    pub folder: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileDialogKind {
    FileToRead,
    FileToWrite {
        /// The proposed name.
        name: String,
    },
    Folder,
}
