//! Why a file cannot be read as a table, and what a clerk can do about it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::message;
use postroom_base::locale::Message;

/// Why a file cannot be read as a table. Its `Display` is a sentence for the screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReadFileError {
    /// The file has no bytes.
    Empty,
    /// No cell of the file has anything in it.
    NoRows,
    TooLarge {
        megabytes: u64,
        most: u64,
    },
    /// The parts of a compressed workbook are too large.
    UnpacksTooLarge {
        megabytes: u64,
        most: u64,
    },
    TooManyCells {
        most: u64,
    },
    Password,
    /// Its end is missing, as while a program is still writing it.
    Unfinished,
    Damaged,
    NotATable(OtherFile),
    /// The child process took too long.
    TimedOut,
    /// The child process needed too much memory.
    OutOfMemory,
    /// The child process ended for an unknown reason.
    WorkerDied,
    /// The child process could not be started. The text is the system's.
    WorkerStart(String),
}

/// What a file is instead of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OtherFile {
    Pdf,
    Picture,
    /// A zip or another archive.
    Archive,
    /// A text document or a presentation.
    Document,
    /// HTML, which some shops name `.xls`.
    WebPage,
    /// XML or JSON.
    Data,
    /// A spreadsheet in a form that only its program reads: Numbers, Excel before 5.0, XML of 2003.
    ForeignSpreadsheet,
    /// The file by which a spreadsheet program notes that a workbook is open.
    LockFile,
    Unknown,
}

impl ReadFileError {
    /// The sentence for the screen, to be kept.
    pub fn message(&self) -> Message {
        match self {
            Self::Empty => message!("order-import-file-empty"),
            Self::NoRows => message!("order-import-file-no-rows"),
            Self::TooLarge { megabytes, most } => message!(
                "order-import-file-too-large",
                megabytes = *megabytes,
                most_megabytes = *most
            ),
            Self::UnpacksTooLarge { megabytes, most } => message!(
                "order-import-file-unpacks-too-large",
                megabytes = *megabytes,
                most_megabytes = *most
            ),
            Self::TooManyCells { most } => {
                message!("order-import-file-too-many-cells", most = *most)
            }
            Self::Password => message!("order-import-file-password"),
            Self::Unfinished => message!("order-import-file-unfinished"),
            Self::Damaged => message!("order-import-file-damaged"),
            Self::NotATable(other) => other.message(),
            Self::TimedOut => message!("order-import-file-timed-out"),
            Self::OutOfMemory => message!("order-import-file-out-of-memory"),
            Self::WorkerDied => message!("order-import-file-worker-died"),
            Self::WorkerStart(reason) => {
                message!("order-import-file-worker-start", reason = reason.as_str())
            }
        }
    }
}

impl OtherFile {
    fn message(self) -> Message {
        match self {
            Self::Pdf => message!("order-import-file-is-pdf"),
            Self::Picture => message!("order-import-file-is-picture"),
            Self::Archive => message!("order-import-file-is-archive"),
            Self::Document => message!("order-import-file-is-document"),
            Self::WebPage => message!("order-import-file-is-web-page"),
            Self::Data => message!("order-import-file-is-data"),
            Self::ForeignSpreadsheet => message!("order-import-file-is-foreign-spreadsheet"),
            Self::LockFile => message!("order-import-file-is-lock-file"),
            Self::Unknown => message!("order-import-file-is-unknown"),
        }
    }
}

impl From<OtherFile> for ReadFileError {
    fn from(other: OtherFile) -> Self {
        Self::NotATable(other)
    }
}

impl fmt::Display for ReadFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().as_str())
    }
}

impl std::error::Error for ReadFileError {}
