//! Keeping what must not be lost: the journal as proof, its backups, what becomes of it
//! after damage, reports of crashes, and diagnostics that are read before they are saved.

mod crashes;
mod diagnostics;
mod journal;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::state::Tone;
use super::{Desk, trouble};
use crate::base::private;
pub use crate::store::journal::ProofFormat;

/// What a person asks for.
#[derive(Clone, Debug)]
pub enum KeepingIntent {
    /// Every event of the purchase journal, with its chain.
    ExportJournal {
        file: PathBuf,
        format: ProofFormat,
    },
    /// Gathers the diagnostics and shows them; nothing is written.
    ShowDiagnostics,
    /// The reports of the last crashes, to be read.
    ShowCrashes,
    /// The offer is not wanted now; it comes again at the next start.
    LaterCrashes,
    DeleteCrashes,
    /// Writes exactly what the preview shows.
    SavePreview {
        file: PathBuf,
    },
    ClosePreview,
}

/// What the screen tells of it.
#[derive(Debug, Default)]
pub struct Keeping {
    /// The journal is being written to a file.
    pub exporting: bool,
    /// Reports that earlier runs left.
    pub crashes: usize,
    /// What would be written, on screen before it is.
    pub preview: Option<Preview>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    pub what: Previewed,
    pub text: Arc<str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Previewed {
    Diagnostics,
    Crashes,
}

pub(super) fn apply(desk: &mut Desk, intent: KeepingIntent) {
    match intent {
        KeepingIntent::ExportJournal { file, format } => journal::export(desk, file, format),
        KeepingIntent::ShowDiagnostics => diagnostics::show(desk),
        KeepingIntent::ShowCrashes => crashes::show(desk),
        KeepingIntent::LaterCrashes => desk.state.keeping.crashes = 0,
        KeepingIntent::DeleteCrashes => crashes::delete(desk),
        KeepingIntent::SavePreview { file } => save_preview(desk, file),
        KeepingIntent::ClosePreview => desk.state.keeping.preview = None,
    }
}

/// What the last run left to be told.
pub(super) fn at_start(desk: &mut Desk) {
    crashes::look(desk);
}

/// Where crash reports lie below the data folder.
pub fn crash_folder(data: &Path) -> PathBuf {
    data.join("crashes")
}

/// Where the log lies below the data folder.
pub fn log_folder(data: &Path) -> PathBuf {
    data.join("logs")
}

fn save_preview(desk: &mut Desk, file: PathBuf) {
    let Some(preview) = desk.state.keeping.preview.clone() else {
        return;
    };
    desk.jobs.spawn_lasting(|outbox| async move {
        let path = file.clone();
        let written = tokio::task::spawn_blocking(move || {
            private::write_bytes(&path, preview.text.as_bytes())
        })
        .await
        .unwrap_or_else(|error| Err(std::io::Error::other(error)));
        outbox
            .send(move |desk| match written {
                Ok(()) => {
                    desk.state.keeping.preview = None;
                    let text = format!("Saved {}", file.display());
                    desk.notice(Tone::Good, text, None);
                }
                Err(error) => desk.complain(trouble::local("Saving the file", &error)),
            })
            .await;
    });
}
