//! Errors that end a tour.

use std::collections::BTreeMap;
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
    #[error("texts that cannot be read, or are in no catalog:\n{}", in_lines(.misset, .plain_texts))]
    Texts {
        /// Each with its picture.
        misset: Vec<String>,
        /// By text; the value is the first picture and the plain word.
        plain_texts: BTreeMap<String, String>,
    },
    #[error("writing {path}: {source}")]
    File {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
}

fn in_lines(misset: &[String], plain_texts: &BTreeMap<String, String>) -> String {
    let plain = plain_texts.iter();
    let plain = plain.map(|(text, place)| format!("{place}: “{text}” is in no catalog"));
    let lines = misset.iter().cloned().chain(plain);
    lines.collect::<Vec<_>>().join("\n")
}
