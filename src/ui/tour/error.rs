//! Errors that end a tour.

use std::path::PathBuf;

use crate::desk::DeskError;
use crate::ui::driver::DriveError;

#[derive(Debug, thiserror::Error)]
pub enum TourError {
    #[error("opening the desk: {0}")]
    Desk(#[source] Box<DeskError>),
    #[error("{step}: {source}")]
    Drive {
        step: String,
        #[source]
        source: DriveError,
    },
    #[error("{step}: {sentence}")]
    DoesNotHold { step: String, sentence: String },
    #[error("words that cannot be read:\n{}", .0.join("\n"))]
    Misset(Vec<String>),
    #[error("writing {path}: {source}")]
    File {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
}
