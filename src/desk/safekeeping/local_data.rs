//! Data stored on this computer: removing old shipments, and a backup of what cannot be fetched
//! again. The purchase journal is never deleted: it is the proof of what was paid.

use std::path::{Path, PathBuf};

use jiff::SignedDuration;

use crate::base::clock::desk_zone;
use crate::base::locale::format;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::shop_outbox::OutboxHandle;
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::desk::kernel::{failure, saved_values, settings};
use crate::desk::safekeeping::Safekeeping;
use crate::message;
use crate::store::book::Book;
use crate::store::journal::Journal;
use crate::store::spool::Spool;
use crate::text;

/// Removes old shipments.
const FORGET: Slot<Safekeeping> = Slot::with_account("shipments to forget");

/// Shipments removed from the cache in one transaction.
const CHUNK: u32 = 500;

/// What is being done with the files, so that nothing is started twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LocalDataTask {
    #[default]
    Nothing,
    BackingUp,
    Deleting,
}

/// Removes shipments and quotes from the cache that are older than the user's setting. The service
/// still has the shipments.
pub(in crate::desk) fn forget_old(ctx: &mut Ctx<'_>) {
    let (Some(before), Some(scope)) = (settings::oldest_kept(ctx), ctx.scope.clone()) else {
        return;
    };
    let cache = ctx.cache.clone();
    // Quotes are dated by this computer's clock, even in the practice environment.
    let days = i64::from(ctx.settings.keep_shipments_days);
    let quotes_before = ctx.clock.now().checked_sub(SignedDuration::from_hours(days * 24));
    let work = async move {
        if let Ok(before) = quotes_before {
            saved_values::logged(cache.forget_quotes(&scope, before).await);
        }
        let mut forgotten = 0;
        let end = loop {
            match cache.forget_before(&scope, before, CHUNK).await {
                Ok(0) => break Ok(()),
                Ok(count) => forgotten += count,
                Err(error) => break Err(error),
            }
        };
        (forgotten, end)
    };
    ctx.jobs.answer(FORGET, work, move |_, ctx, (forgotten, end)| {
        if let Err(error) = end {
            ctx.notice_failure(failure::describe_local_error(
                message!("storage-failed-remove-old"),
                &error,
            ));
        }
        if forgotten > 0 {
            ctx.announce(Event::ShipmentsForgotten);
        }
    });
}

/// Copies the files that cannot be fetched again into a new folder inside the given one.
pub(in crate::desk) fn back_up(me: &mut Safekeeping, ctx: &mut Ctx<'_>, folder: PathBuf) {
    if me.local_data_task != LocalDataTask::Nothing {
        return;
    }
    me.local_data_task = LocalDataTask::BackingUp;
    let at = ctx.clock.now().to_zoned(desk_zone());
    let into = folder.join(format!("postroom-backup-{}", at.strftime("%Y%m%d-%H%M%S")));
    let (book, journal, spool) = (ctx.own_book.clone(), ctx.journal.clone(), ctx.spool.clone());
    let (shop_outbox, orders) = (ctx.shop_outbox.clone(), ctx.workspaces.shop());
    ctx.jobs.spawn_lasting(|outbox: Outbox<Safekeeping>| async move {
        let (journal, spool) = (journal.as_ref(), spool.as_ref());
        let answer = copy(&into, &book, journal, spool, &shop_outbox, &orders).await;
        outbox
            .send(move |me, ctx| {
                me.local_data_task = LocalDataTask::Nothing;
                match answer {
                    Ok(files) => {
                        let text = message!(
                            "storage-backed-up",
                            files = format::list(&files),
                            folder = into.display().to_string()
                        );
                        ctx.notice_here(Tone::Good, text);
                    }
                    Err(error) => ctx.notice_failure(failure::describe_local_error(
                        message!("storage-failed-back-up"),
                        error.as_ref(),
                    )),
                }
            })
            .await;
    });
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Copies the stores, as far as they could be opened.
async fn copy(
    into: &Path,
    book: &Book,
    journal: Option<&Journal>,
    spool: Option<&Spool>,
    outbox: &OutboxHandle,
    orders: &WorkspaceHandle,
) -> Result<Vec<&'static str>, Failure> {
    let mut files = vec![text!("storage-name-book")];
    book.backup(into.join("book.db")).await?;
    if let Some(journal) = journal {
        journal.backup(into.join("journal.db")).await?;
        files.push(text!("storage-name-journal"));
    }
    if let Some(spool) = spool {
        spool.backup(into.join("print.db")).await?;
        files.push(text!("storage-name-printers"));
    }
    if let Some(workspace) = orders.open_if_there().await? {
        workspace.backup(into.join("workspace.db")).await?;
        files.push(text!("storage-name-orders"));
    }
    if let Some(outbox) = outbox.open_if_there().await? {
        outbox.backup(into.join("outbox.db")).await?;
        files.push(text!("storage-name-outbox"));
    }
    Ok(files)
}
