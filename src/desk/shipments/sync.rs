//! Keeps the shipments in the cache up to date: new ones at every refresh, then the older ones in
//! the background until all are there. A mark in the cache says for which period nothing is
//! missing, so an interrupted run continues where it stopped.
//!
//! The order of the list and of its pages is not assumed: `SyncMark::order` is the order observed so
//! far, and the service's total is compared with the number of rows in the cache.

mod mark;
mod reading;

use std::time::Duration;

use jiff::Timestamp;

use crate::base::clock::{Clock, desk_zone};
use crate::base::locale::{Message, format};
use crate::desk::kernel::batch_job::{BatchIntent, BatchJob, BatchRow, RowState};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::session::{Link, RequestError};
use crate::desk::kernel::settings;
use crate::desk::shipments::list::Shipments;
use crate::desk::shipments::sync::mark::SyncMark;
use crate::desk::shipments::sync::reading::Means;
use crate::desk::shipments::{list, never_scanned};
use crate::message;
use crate::store::cache::Cache;
use crate::text;

const SYNC: Slot<Shipments> = Slot::with_account("older shipments");

/// Pages between two updates of the list on screen.
const PAGES_A_LOOK: u64 = 10;

/// State of the synchronization, as the screen shows it.
#[derive(Clone, Debug, Default)]
pub struct Sync {
    /// Older shipments are being fetched now.
    pub running: bool,
    /// Paused by the user, until they continue or the next start.
    pub paused: bool,
    /// Every shipment of the account is in the cache.
    pub complete: bool,
    /// From here on, up to the newest shipment, nothing is missing.
    pub back_to: Option<Timestamp>,
    /// Rows fetched in this run.
    pub fetched: u64,
    pub trouble: Option<Trouble>,
    /// Why the list of shipments is known to be incomplete, in one sentence.
    pub incomplete: Option<Message>,
    /// The current or last run, with one row per page.
    pub work: Option<BatchJob>,
}

/// How far back shipments are fetched.
#[derive(Clone, Copy, Debug)]
struct FetchLimit {
    days: u32,
    from: Option<Timestamp>,
}

/// Why a list made from the cached shipments may be incomplete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Older shipments are being fetched.
    OnTheWay,
    /// The reason, in one sentence. Another attempt or an action of the user is needed.
    Known(String),
}

pub fn missing(sync: &Sync) -> Option<Missing> {
    let stopped = sync.paused || sync.trouble.as_ref().is_some_and(|it| !it.offline);
    match &sync.incomplete {
        _ if sync.complete => None,
        _ if sync.running => Some(Missing::OnTheWay),
        Some(why) => Some(Missing::Known(text!("shipments-missing", reason = why))),
        None if stopped => Some(Missing::Known(text!("shipments-missing-older").to_owned())),
        None => None,
    }
}

/// Fetches new shipments.
pub(in crate::desk) async fn newest(
    link: &Link,
    cache: &Cache,
    clock: &Clock,
    pause: Duration,
    outbox: &Outbox<Shipments>,
) -> Result<(), RequestError> {
    let means = Means { link, cache, clock, pause, outbox };
    reading::newest(means).await
}

/// Fetches the older shipments until none is left or a request fails.
pub(in crate::desk) fn fetch_older(me: &mut Shipments, ctx: &mut Ctx<'_>) {
    run(me, ctx, false);
}

/// With `again`, the list is read again even if the last run could not read all of it.
fn run(me: &mut Shipments, ctx: &mut Ctx<'_>, again: bool) {
    let Some(link) = ctx.link.clone() else {
        return;
    };
    if me.sync.paused || ctx.jobs.is_running(&SYNC) {
        return;
    }
    let (cache, clock, pause) = (ctx.cache.clone(), ctx.clock.clone(), ctx.pace.page);
    let kept =
        FetchLimit { days: ctx.settings.keep_shipments_days, from: settings::oldest_kept(ctx) };
    me.sync.running = true;
    me.sync.trouble = None;
    me.sync.fetched = 0;
    me.sync.work = None;
    ctx.jobs.start(SYNC, |outbox| async move {
        let means = Means { link: &link, cache: &cache, clock: &clock, pause, outbox: &outbox };
        let answer = reading::older(means, kept, again).await;
        outbox
            .finish(move |me, ctx| {
                let trouble = ctx.note_failure(answer).err();
                end_run(&mut me.sync, trouble.as_ref());
                me.sync.trouble = trouble;
                ctx.announce(Event::OlderShipmentsRead);
                never_scanned::reload_never_scanned(me, ctx);
                ctx.announce(Event::ShipmentsChanged);
            })
            .await;
    });
}

pub(in crate::desk) fn pause(me: &mut Shipments, ctx: &mut Ctx<'_>, paused: bool) {
    me.sync.paused = paused;
    if paused {
        // Pages received so far stay in the cache.
        ctx.jobs.abort(&SYNC);
        end_run(&mut me.sync, None);
    } else {
        run(me, ctx, true);
    }
}

/// Marks the run as ended, also in the progress on screen.
pub(in crate::desk) fn end_run(sync: &mut Sync, trouble: Option<&Trouble>) {
    sync.running = false;
    let Some(work) = sync.work.as_mut().filter(|work| work.is_running()) else {
        return;
    };
    if let Some(trouble) = trouble {
        let state = RowState::Failed(Box::new(trouble.clone()));
        work.add_finished_rows(
            1,
            vec![BatchRow::new("rest", text!("shipments-pages-left"), state)],
        );
    }
    // Pages that were not fetched are not canceled rows: the next run continues with them.
    work.expect(Some(0));
    work.end(None);
}

/// Controls the run.
pub(in crate::desk) fn work(me: &mut Shipments, ctx: &mut Ctx<'_>, intent: BatchIntent) {
    match intent {
        BatchIntent::Cancel => pause(me, ctx, true),
        BatchIntent::Retry => pause(me, ctx, false),
        BatchIntent::Close => drop(intent.obey(&mut me.sync.work)),
    }
}

/// A fetched page of older shipments.
#[derive(Clone, Copy, Debug, Default)]
struct Fetched {
    page: u64,
    rows: u64,
    /// Rows fetched in this run.
    all: u64,
    /// Pages left to fetch, if the service reports it.
    left: Option<u64>,
}

impl Fetched {
    fn row(self, back_to: Option<Timestamp>) -> BatchRow {
        let reached = back_to.map(|at| format::moment(at, &desk_zone()));
        let words = reached.map(|time| message!("shipments-page-reached", time = time));
        let state = RowState::Done(words.unwrap_or_default());
        let subject = text!("shipments-page", page = self.page, count = self.rows);
        BatchRow::new(self.page.to_string(), subject, state)
    }
}

async fn report_progress(outbox: &Outbox<Shipments>, mark: &SyncMark, fetched: Option<Fetched>) {
    let (oldest, whole) = (mark.oldest, mark.is_whole());
    let (incomplete, ended) = (mark.incomplete.clone(), !mark.wants_more());
    outbox
        .send(move |me, ctx| {
            let sync = &mut me.sync;
            sync.back_to = oldest;
            sync.complete = whole;
            sync.incomplete = incomplete;
            let Some(fetched) = fetched else { return };
            sync.fetched = fetched.all;
            let work = sync.work.get_or_insert_with(|| {
                BatchJob::with_expected_rows(message!("shipments-loading-older"), 0)
                    .finished_as(|| text!("shipments-loaded-older"))
            });
            work.add_finished_rows(1, vec![fetched.row(oldest)]);
            work.expect(if ended { Some(0) } else { fetched.left });
            if fetched.page % PAGES_A_LOOK == 0 {
                list::search_again(me, ctx);
            }
        })
        .await;
}
