//! Safekeeping of local data: exporting the journal as proof, backups, reporting a damaged journal,
//! crash reports, and diagnostics that are shown before they are saved.

pub(in crate::desk) mod backup;
mod crashes;
pub(in crate::desk) mod diagnostics;
mod journal;

pub mod local_data;
mod restore;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::clock::Stopwatch;
use crate::base::locale::Message;
use crate::base::{crash, log, private};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices;
use crate::desk::kernel::notices::Tone;
pub use crate::desk::money::account_comparison::AccountComparison;
pub use crate::desk::safekeeping::backup::Backup;
use crate::desk::safekeeping::diagnostics::Counts;
use crate::desk::safekeeping::local_data::LocalDataTask;
pub use crate::desk::safekeeping::restore::put_backup_in_place;
use crate::message;
use crate::store::backup as backup_files;
pub use crate::store::journal::ProofFormat;
use crate::store::journal::Salvage;

/// Actions of the user.
#[derive(Clone, Debug)]
pub enum SafekeepingIntent {
    /// Copies what cannot be fetched again into a new folder inside this one.
    BackUp {
        folder: PathBuf,
    },
    /// Exports every event of the purchase journal, with its hash chain.
    ExportJournal {
        file: PathBuf,
        format: ProofFormat,
    },
    /// Collects the diagnostics and shows them; nothing is written.
    ShowDiagnostics,
    /// Shows the crash reports.
    ShowCrashes,
    /// Hides the offer of crash reports until the next start.
    PostponeCrashReports,
    DeleteCrashes,
    /// Writes exactly what the preview shows.
    SavePreview {
        file: PathBuf,
    },
    ClosePreview,
    /// Shows the data folder in the file manager of the system.
    OpenDataFolder,
}

/// State of safekeeping, as the screen shows it.
#[derive(Debug, Default)]
pub struct Safekeeping {
    /// What is being done with the files of this computer.
    pub local_data_task: LocalDataTask,
    /// The journal is being written to a file.
    pub exporting: bool,
    /// Number of crash reports from earlier runs.
    pub crashes: usize,
    /// The text that would be saved, shown first.
    pub preview: Option<Preview>,
    pub backup: Backup,
    /// The crash reports from earlier runs, while they are offered.
    reports: Vec<crate::base::crash::Report>,
    looked_at_backups: bool,
    /// Time since the last check whether a backup is due.
    backup_looked: Option<Stopwatch>,
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

pub(in crate::desk) fn apply(
    me: &mut Safekeeping,
    ctx: &mut Ctx<'_>,
    intent: SafekeepingIntent,
    counts: &Counts,
) {
    match intent {
        SafekeepingIntent::BackUp { folder } => local_data::back_up(me, ctx, folder),
        SafekeepingIntent::ExportJournal { file, format } => journal::export(me, ctx, file, format),
        SafekeepingIntent::ShowDiagnostics => diagnostics::show(ctx, counts),
        SafekeepingIntent::ShowCrashes => crashes::show(me),
        SafekeepingIntent::PostponeCrashReports => me.crashes = 0,
        SafekeepingIntent::DeleteCrashes => crashes::delete(me, ctx),
        SafekeepingIntent::SavePreview { file } => save_preview(me, ctx, file),
        SafekeepingIntent::ClosePreview => me.preview = None,
        SafekeepingIntent::OpenDataFolder => notices::open_path(ctx, ctx.data_dir.to_path_buf()),
    }
}

/// Looks for crash reports and starts the timer of the backup.
pub(in crate::desk) fn at_start(me: &mut Safekeeping, ctx: &mut Ctx<'_>) {
    crashes::count_crash_reports(ctx);
    me.backup_looked = Some(Stopwatch::start());
}

/// Folder of the crash reports inside the data folder.
pub fn crash_folder(data: &Path) -> PathBuf {
    data.join("crashes")
}

/// Folder of the log inside the data folder.
pub fn log_folder(data: &Path) -> PathBuf {
    data.join("logs")
}

/// Creates the folder of a file, which may not exist yet.
fn create_parent_folder(file: &Path) -> std::io::Result<()> {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => private::create_private_dir(folder),
        _ => Ok(()),
    }
}

fn save_preview(me: &mut Safekeeping, ctx: &mut Ctx<'_>, file: PathBuf) {
    let Some(preview) = me.preview.clone() else {
        return;
    };
    ctx.jobs.spawn_lasting(|outbox: Outbox<Safekeeping>| async move {
        let path = file.clone();
        let written = tokio::task::spawn_blocking(move || {
            create_parent_folder(&path)?;
            private::write_bytes(&path, preview.text.as_bytes())
        })
        .await
        .unwrap_or_else(|error| Err(std::io::Error::other(error)));
        outbox
            .send(move |me, ctx| match written {
                Ok(()) => {
                    me.preview = None;
                    let text = message!("storage-saved", file = file.display().to_string());
                    ctx.notice_here(Tone::Good, text);
                }
                Err(error) => {
                    let attempted = message!("storage-failed-save");
                    ctx.notice_failure(failure::describe_local_error(attempted, &error))
                }
            })
            .await;
    });
}

/// The message about a damaged journal and what was saved of it.
pub(in crate::desk) fn salvage_message(salvage: &Salvage) -> Message {
    let folder = salvage.folder.display().to_string();
    match salvage.original_events {
        Some(of) => message!(
            "storage-salvaged-of",
            events = salvage.events,
            total = of,
            purchases = salvage.entries,
            doubtful = salvage.doubtful,
            folder = folder
        ),
        None => message!(
            "storage-salvaged",
            events = salvage.events,
            purchases = salvage.entries,
            doubtful = salvage.doubtful,
            folder = folder
        ),
    }
}

/// Deletes backups of the address book, of the orders and of what waited for the shop's database,
/// orders that a restored backup replaced, crash reports, old logs and damaged caches, as part of deleting the user's data. The journal and its backups stay: they prove what was paid.
pub(in crate::desk) fn forget_files(data: &Path) -> std::io::Result<()> {
    for name in ["book", "outbox", "workspace"] {
        backup_files::remove_all(data, name).map_err(std::io::Error::other)?;
    }
    crash::delete(&crash_folder(data), &crash::reports(&crash_folder(data)))?;
    // The newest log is still being written; its lines name no customer.
    for old in log::files(&log_folder(data)).iter().skip(1) {
        std::fs::remove_file(old)?;
    }
    for entry in std::fs::read_dir(data)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_string_lossy().starts_with("cache.db.damaged-") {
            std::fs::remove_file(entry.path())?;
        }
        if name.to_string_lossy().starts_with("workspace-replaced-") {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}
