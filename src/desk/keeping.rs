//! Keeping what must not be lost: the journal as proof, its backups, what becomes of it
//! after damage, reports of crashes, and diagnostics that are read before they are saved.

mod journal;

use std::path::PathBuf;

use super::Desk;
pub use crate::store::journal::ProofFormat;

/// What a person asks for.
#[derive(Clone, Debug)]
pub enum KeepingIntent {
    /// Every event of the purchase journal, with its chain.
    ExportJournal { file: PathBuf, format: ProofFormat },
}

/// What the screen tells of it.
#[derive(Debug, Default)]
pub struct Keeping {
    /// The journal is being written to a file.
    pub exporting: bool,
}

pub(super) fn apply(desk: &mut Desk, intent: KeepingIntent) {
    match intent {
        KeepingIntent::ExportJournal { file, format } => journal::export(desk, file, format),
    }
}
