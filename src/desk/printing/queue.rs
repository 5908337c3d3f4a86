//! Sends jobs to their printers in order, and follows their progress in the queues of the system.

mod sending;

use std::collections::HashMap;
use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::{NoSlot, Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::saved_values;
use crate::desk::printing::queue::sending::PrintSender;
use crate::desk::printing::state::{PrintJob, Printing};
use crate::desk::printing::{complain, usable};
use crate::label::print::cups::Progress;
use crate::label::print::spooler::Spooler;
use crate::label::print::{Destination, Printer, cups, office};
use crate::message;
use crate::store::SpoolError;
use crate::store::spool::{JobRecord, JobState, Spool};

const JOBS: Slot<Printing> = Slot::with_window("print jobs");
/// Sends the jobs that wait for one printer.
const SEND: Slot<Printing> = Slot::until_finished("jobs of a printer");
/// Follows one job in a queue of the system.
const WATCH: Slot<Printing> = Slot::with_window("job in a queue of the system");
/// Jobs followed at once; each is asked about on its own.
const MOST_WATCHED: usize = 100;

pub(in crate::desk) fn retry(me: &mut Printing, ctx: &mut Ctx<'_>, row: i64) {
    change(me, ctx, move |spool| async move { spool.retry(row).await });
}

pub(in crate::desk) fn settle_interrupted(
    me: &mut Printing,
    ctx: &mut Ctx<'_>,
    row: i64,
    printed: bool,
) {
    change(me, ctx, move |spool| async move { spool.settle_interrupted(row, printed).await });
}

/// Cancels a job. A job that a queue has accepted is canceled there first.
pub(in crate::desk) fn cancel(me: &mut Printing, ctx: &mut Ctx<'_>, row: i64) {
    let jobs = &me.jobs;
    let Some(job) = jobs.iter().find(|job| job.row == row) else {
        return;
    };
    let at_queue = JobAtQueue::of(job);
    let spooler = ctx.spooler.clone();
    let Some(spool) = usable(me, ctx) else {
        return;
    };
    ctx.jobs.spawn_lasting(|outbox: Outbox<Printing>| async move {
        if let Some(held) = at_queue
            && let Err(reason) = held.cancel(&spooler).await
        {
            let words = message!("printing-error-cancel-because", reason = reason);
            return outbox.send(move |_, ctx| ctx.notice_here(Tone::Warning, words)).await;
        }
        if let Err(error) = spool.cancel(row).await {
            complain(
                &outbox,
                failure::describe_local_error(message!("printing-error-cancel"), &error),
            )
            .await;
        }
        outbox.send(|_, ctx| refresh(ctx)).await;
    });
}

fn change<F>(me: &mut Printing, ctx: &mut Ctx<'_>, work: impl FnOnce(Spool) -> F)
where
    F: Future<Output = Result<bool, SpoolError>> + Send + 'static,
{
    let Some(spool) = usable(me, ctx) else {
        return;
    };
    // What the user requests is attempted at once, regardless of any pause.
    me.pauses.clear();
    ctx.jobs.answer(NoSlot::<Printing>::until_finished(), work(spool), |_, ctx, changed| {
        if let Err(error) = changed {
            let attempted = message!("printing-error-change-queue");
            ctx.notice_failure(failure::describe_local_error(attempted, &error));
        }
        refresh(ctx);
    });
}

/// Reads the jobs again. A new reading replaces one under way, so the newest is shown.
pub(in crate::desk) fn refresh(ctx: &mut Ctx<'_>) {
    let Some(spool) = ctx.spool.clone() else {
        return;
    };
    ctx.jobs.start(JOBS, |outbox| async move {
        match spool.jobs().await {
            Ok(jobs) => {
                let jobs = readable(jobs);
                let printed = spool.has_unrecorded().await.unwrap_or_else(|error| {
                    tracing::warn!(%error, "printed labels could not be looked for");
                    false
                });
                let show = move |me: &mut Printing, ctx: &mut Ctx<'_>| {
                    me.jobs = jobs;
                    note_end_of_batch(me);
                    if printed {
                        ctx.announce(Event::LabelsPrinted);
                    }
                };
                outbox.send(show).await
            }
            Err(error) => {
                complain(
                    &outbox,
                    failure::describe_local_error(message!("printing-error-read-queue"), &error),
                )
                .await
            }
        }
    });
}

/// A batch that is wholly queued is over once no job waits.
fn note_end_of_batch(me: &mut Printing) {
    let is_queued = |work: &BatchJob| {
        let tally = work.tally();
        !work.is_running() && work.trouble.is_none() && tally.done == tally.total()
    };
    let is_over = |job: &PrintJob| match job.state {
        JobState::Printed | JobState::Cancelled => true,
        JobState::Sent => job.remote.is_none(),
        JobState::Queued | JobState::Sending | JobState::Failed | JobState::Interrupted => false,
    };
    me.batch_is_over |= me.work.as_ref().is_some_and(is_queued) && me.jobs.iter().all(is_over);
}

pub(in crate::desk) fn show_jobs(me: &mut Printing, ctx: &mut Ctx<'_>, jobs: Vec<JobRecord>) {
    me.jobs = readable(jobs);
    *ctx.changed = true;
}

fn readable(jobs: Vec<JobRecord>) -> Vec<PrintJob> {
    // Hundreds of jobs have the same few printers.
    let mut printers: HashMap<String, Option<Printer>> = HashMap::new();
    let readable = jobs.into_iter().filter_map(|job| {
        let printer = printers.entry(job.printer);
        let read = |json: &String| saved_values::readable(json, "a printer of a job");
        let printer = printer.or_insert_with_key(read).clone()?;
        Some(PrintJob {
            row: job.row,
            subject: job.subject,
            title: job.title,
            printer,
            state: job.state,
            detail: job.detail,
            remote: job.remote,
            updated: job.updated,
        })
    });
    readable.collect()
}

/// Starts pending work: sending queued jobs, and following jobs that are not finished in their
/// queue.
pub(in crate::desk) fn work_when_due(me: &mut Printing, ctx: &mut Ctx<'_>) {
    let Some(spool) = ctx.spool.clone() else {
        return;
    };
    let pause = ctx.pace.print_retry;
    let mut destinations: Vec<&Destination> = Vec::new();
    for job in me.jobs.iter().filter(|job| job.state == JobState::Queued) {
        if !destinations.contains(&&job.printer.destination) {
            destinations.push(&job.printer.destination);
        }
    }
    let places: Vec<String> = destinations.iter().map(ToString::to_string).collect();
    // A queue prints in the order in which it got the jobs.
    let oldest_first = me.jobs.iter().rev();
    let watched = oldest_first.filter_map(|job| Some((job.row, JobAtQueue::of(job)?)));
    let watched: Vec<(i64, JobAtQueue)> = watched.take(MOST_WATCHED).collect();
    me.pauses.retain(|place, since| places.contains(place) && since.elapsed() < pause);
    for place in places {
        let slot = SEND.about(&place);
        if ctx.jobs.is_running(&slot) || me.pauses.contains_key(&place) {
            continue;
        }
        let hands = PrintSender {
            cache: ctx.cache.clone(),
            spool: spool.clone(),
            spooler: ctx.spooler.clone(),
            closing: ctx.jobs.closing(),
            shown: None,
        };
        ctx.jobs.start(slot, |outbox| hands.work(place, outbox));
    }
    for (row, held) in watched {
        let slot = WATCH.about(&row);
        if !ctx.jobs.is_running(&slot) {
            let (spool, spooler) = (spool.clone(), ctx.spooler.clone());
            let pause = ctx.pace.print_watch;
            ctx.jobs.start(slot, |outbox| watch(spool, spooler, row, held, pause, outbox));
        }
    }
}

/// Time until the next paused printer is tried again.
pub(in crate::desk) fn next_wake(me: &Printing, ctx: &Ctx<'_>) -> Option<Duration> {
    let left = |since: &Stopwatch| ctx.pace.print_retry.saturating_sub(since.elapsed());
    me.pauses.values().map(left).min()
}

/// A job that a queue of the system has accepted.
#[derive(Clone)]
struct JobAtQueue {
    at: Destination,
    title: String,
    remote: i32,
    /// The last known detail, possibly from an earlier run.
    known: String,
}

impl JobAtQueue {
    fn of(job: &PrintJob) -> Option<Self> {
        let remote = job.remote.filter(|_| job.state == JobState::Sent)?;
        Some(Self {
            at: job.printer.destination.clone(),
            title: job.title.as_stored().to_owned(),
            known: job.detail.clone(),
            remote,
        })
    }

    /// Asks the queue for the job's progress. `known` is the last reported detail. `None` if the
    /// queue cannot be asked.
    async fn progress(&self, spooler: &Spooler, known: &str) -> Option<Progress> {
        let remote = self.remote;
        match self.at.clone() {
            Destination::Raw { .. } => None,
            Destination::Cups { uri } => {
                let asked = tokio::task::spawn_blocking(move || cups::progress(&uri, remote));
                asked.await.ok()
            }
            Destination::Office { uri } => {
                let title = self.title.clone();
                let ask = move || office::progress(&uri, remote, &title);
                tokio::task::spawn_blocking(ask).await.ok()
            }
            Destination::Windows { queue } => {
                Some(spooler.progress(&queue, &self.title, remote, known).await)
            }
        }
    }

    async fn cancel(&self, spooler: &Spooler) -> Result<(), String> {
        let remote = self.remote;
        match self.at.clone() {
            Destination::Raw { .. } => Ok(()),
            Destination::Cups { uri } => {
                let taken = tokio::task::spawn_blocking(move || cups::cancel(&uri, remote)).await;
                taken.unwrap_or_else(|error| Err(error.to_string()))
            }
            Destination::Office { uri } => {
                let taken = tokio::task::spawn_blocking(move || office::cancel(&uri, remote)).await;
                taken.unwrap_or_else(|error| Err(error.to_string()))
            }
            Destination::Windows { queue } => spooler.cancel(&queue, &self.title, remote).await,
        }
    }
}

/// Polls the queue about a job that it accepted until the job is finished.
async fn watch(
    spool: Spool,
    spooler: Spooler,
    row: i64,
    held: JobAtQueue,
    pause: Duration,
    outbox: Outbox<Printing>,
) {
    let mut last = held.known.clone();
    loop {
        let Some(asked) = held.progress(&spooler, &last).await else {
            return;
        };
        let let_go = matches!(asked, Progress::Gone { .. });
        // Windows removes a job as soon as it is printed. A pause here could miss that.
        let follows =
            matches!((&held.at, &asked), (Destination::Windows { .. }, Progress::Waiting { .. }));
        let (state, words) = match asked {
            Progress::Printed => (JobState::Printed, String::new()),
            Progress::Failed { reason } => (JobState::Failed, reason),
            Progress::Forgotten { reason } => (JobState::Interrupted, reason),
            Progress::Waiting { words } | Progress::Gone { words } => (JobState::Sent, words),
            Progress::NoAnswer { reason } => (JobState::Sent, reason),
        };
        if state != JobState::Sent || words != last {
            let settled = match let_go {
                true => spool.stop_tracking(row, &words).await,
                false => spool.settle_sent(row, state, &words).await,
            };
            match settled {
                // The job was canceled in the meantime.
                Ok(false) => return outbox.finish(|_, ctx| refresh(ctx)).await,
                Ok(true) => outbox.send(|_, ctx| refresh(ctx)).await,
                Err(error) => {
                    return complain(
                        &outbox,
                        failure::describe_local_error(message!("printing-error-record"), &error),
                    )
                    .await;
                }
            }
        }
        if state != JobState::Sent || let_go {
            return;
        }
        last = words;
        if !follows {
            tokio::time::sleep(pause).await;
        }
    }
}
