//! The daily backup of the files that cannot be fetched again. Each file is checked first, so that
//! a damaged one does not replace good copies.

use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::base::clock::{Clock, Stopwatch};
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::shop_outbox::OutboxHandle;
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::desk::kernel::{failure, pace};
use crate::desk::safekeeping::Safekeeping;
use crate::message;
use crate::store::backup::Copying;
use crate::store::book::Book;
use crate::store::journal::{Journal, JournalError};
use crate::store::spool::Spool;
use crate::store::{FileError, backup, look_through};

const BACKUPS: Slot<Safekeeping> = Slot::with_window("backups");

const DAY: SignedDuration = SignedDuration::from_hours(24);
/// Time between two checks whether a backup is due.
const LOOK: Duration = Duration::from_secs(3600);
const JOURNAL: &str = "journal";
const BOOK: &str = "book";
const SPOOL: &str = "print";
const OUTBOX: &str = "outbox";
const WORKSPACE: &str = "workspace";

/// State of the daily backup, shown in Settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backup {
    pub last: Option<Timestamp>,
    pub running: bool,
    /// Why the last backup failed.
    pub trouble: Option<Message>,
}

/// Time between two runs of [`when_due`].
fn pause(me: &Safekeeping, ctx: &Ctx<'_>) -> Duration {
    if me.looked_at_backups { LOOK } else { ctx.pace.backup }
}

pub(in crate::desk) fn next_wake(me: &Safekeeping, ctx: &Ctx<'_>) -> Option<Duration> {
    pace::remaining(me.backup_looked.as_ref(), pause(me, ctx))
}

pub(in crate::desk) fn when_due(me: &mut Safekeeping, ctx: &mut Ctx<'_>) {
    let wait = pause(me, ctx);
    let due = me.backup_looked.as_ref().is_some_and(|since| since.elapsed() >= wait);
    if !due || me.backup.running {
        return;
    }
    me.looked_at_backups = true;
    me.backup_looked = Some(Stopwatch::start());
    let data = ctx.data_dir.clone();
    let name = ctx.journal.as_ref().map_or(BOOK, |_| JOURNAL);
    let clock = ctx.clock.clone();
    let work = async move {
        let found = tokio::task::spawn_blocking(move || backup::newest(&data, name)).await;
        let last = found.unwrap_or_default();
        let due = last.is_none_or(|last| clock.now().duration_since(last) >= DAY);
        (last, due)
    };
    ctx.jobs.answer(BACKUPS, work, move |me, ctx, (last, due)| {
        me.backup.last = last;
        if due {
            run(me, ctx);
        }
    });
}

fn run(me: &mut Safekeeping, ctx: &mut Ctx<'_>) {
    me.backup.running = true;
    let (book, journal, spool) = (ctx.own_book.clone(), ctx.journal.clone(), ctx.spool.clone());
    let (data, clock) = (ctx.data_dir.clone(), ctx.clock.clone());
    let (shop_outbox, orders) = (ctx.shop_outbox.clone(), ctx.workspaces.shop());
    ctx.jobs.spawn_lasting(|outbox: Outbox<Safekeeping>| async move {
        let copied = copy(&data, &clock, &book, journal.as_ref(), spool.as_ref()).await;
        let copied = match copied {
            Ok(()) => copy_orders(&data, &clock, &orders).await,
            failed => failed,
        };
        let made = match copied {
            Ok(()) => copy_outbox(&data, &clock, &shop_outbox).await,
            failed => failed,
        };
        let now = clock.now();
        outbox
            .send(move |me, ctx| {
                let backup = &mut me.backup;
                backup.running = false;
                match made {
                    Ok(()) => {
                        backup.last = Some(now);
                        backup.trouble = None;
                    }
                    Err(failure) => failed(me, ctx, failure),
                }
            })
            .await;
    });
}

/// Why the backup failed.
enum Failure {
    Journal(JournalError),
    Other(Box<dyn std::error::Error + Send + Sync>),
}

fn failed(me: &mut Safekeeping, ctx: &mut Ctx<'_>, failure: Failure) {
    let attempted = message!("storage-failed-daily-backup");
    let trouble = match failure {
        Failure::Journal(error @ JournalError::Damaged { .. }) => {
            let text = message!("storage-buying-stopped", reason = error.to_string());
            ctx.announce(Event::JournalDamaged(text));
            failure::describe_local_error(attempted, &error)
        }
        Failure::Journal(error) => failure::describe_local_error(attempted, &error),
        Failure::Other(error) => failure::describe_local_error(attempted, error.as_ref()),
    };
    me.backup.trouble = Some(trouble.cause.clone());
    ctx.notice_failure(trouble);
}

async fn copy(
    data: &Path,
    clock: &Clock,
    book: &Book,
    journal: Option<&Journal>,
    spool: Option<&Spool>,
) -> Result<(), Failure> {
    if let Some(journal) = journal {
        journal.check().await.map_err(Failure::Journal)?;
        let copying = begin(data, JOURNAL, clock).await?;
        let made = journal.backup(copying.draft.clone()).await;
        made.map_err(Failure::Journal)?;
        finish(copying).await?;
    }
    if let Some(spool) = spool {
        look(data.join("print.db")).await?;
        let copying = begin(data, SPOOL, clock).await?;
        spool.backup(copying.draft.clone()).await.map_err(other)?;
        finish(copying).await?;
    }
    look(data.join("book.db")).await?;
    let copying = begin(data, BOOK, clock).await?;
    book.backup(copying.draft.clone()).await.map_err(other)?;
    finish(copying).await?;
    // The cache is not backed up, but it is checked once a day too.
    look(data.join("cache.db")).await
}

/// The orders, presets and rules, if there ever were any.
async fn copy_orders(data: &Path, clock: &Clock, orders: &WorkspaceHandle) -> Result<(), Failure> {
    let Some(workspace) = orders.open_if_there().await.map_err(other)? else {
        return Ok(());
    };
    look(data.join("workspace.db")).await?;
    let copying = begin(data, WORKSPACE, clock).await?;
    let copied = workspace.backup(copying.draft.clone()).await;
    copied.map_err(other)?;
    finish(copying).await
}

/// What waits for the shop's database, if anything ever did.
async fn copy_outbox(data: &Path, clock: &Clock, outbox: &OutboxHandle) -> Result<(), Failure> {
    let Some(outbox) = outbox.open_if_there().await.map_err(other)? else {
        return Ok(());
    };
    look(data.join("outbox.db")).await?;
    let copying = begin(data, OUTBOX, clock).await?;
    outbox.backup(copying.draft.clone()).await.map_err(other)?;
    finish(copying).await
}

async fn look(path: PathBuf) -> Result<(), Failure> {
    blocking(move || look_through(&path)).await
}

async fn begin(data: &Path, name: &'static str, clock: &Clock) -> Result<Copying, Failure> {
    let (data, now) = (data.to_owned(), clock.now());
    blocking(move || backup::begin(&data, name, now)).await
}

async fn finish(copying: Copying) -> Result<(), Failure> {
    blocking(move || copying.finish().map(drop)).await
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, FileError> + Send + 'static,
) -> Result<T, Failure> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(other),
        Err(error) => Err(other(error)),
    }
}

fn other(error: impl std::error::Error + Send + Sync + 'static) -> Failure {
    Failure::Other(Box::new(error))
}
