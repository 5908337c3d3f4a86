//! Runs a batch as a job: the job reports rows as they are done and checks whether it was canceled.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::locale::Message;
use crate::desk::kernel::batch_job::{BatchJob, BatchRow};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{Feature, Outbox, Slot};

/// Where a feature stores its batch, and the slot of the batch's job.
pub(in crate::desk) struct BatchSlot<F> {
    pub slot: Slot<F>,
    pub batch: fn(&mut F) -> &mut Option<BatchJob>,
    /// Called when the batch ends, to update whatever else on screen depends on it.
    pub ended: fn(&mut F, &mut Ctx<'_>),
}

impl<F> Clone for BatchSlot<F> {
    fn clone(&self) -> Self {
        Self { slot: self.slot.clone(), batch: self.batch, ended: self.ended }
    }
}

/// Shows why a batch waits, or that it goes on.
pub(in crate::desk) type WaitingLine =
    Arc<dyn Fn(Option<Message>) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// The running batch as its job sees it.
pub(in crate::desk) struct Progress<F> {
    outbox: Outbox<F>,
    of: fn(&mut F) -> &mut Option<BatchJob>,
    stop: Arc<AtomicBool>,
}

impl<F: Feature> Progress<F> {
    pub(in crate::desk) fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// As [`Self::is_cancelled`], for tasks that the job has started.
    pub(in crate::desk) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    pub(in crate::desk) fn outbox(&self) -> &Outbox<F> {
        &self.outbox
    }

    /// Says why the batch does not go on at the moment; `None` when it does. For tasks that the job
    /// has started.
    pub(in crate::desk) fn waiting_line(&self) -> WaitingLine {
        let (outbox, of) = (self.outbox.clone(), self.of);
        Arc::new(move |waiting_for| {
            let outbox = outbox.clone();
            Box::pin(async move {
                let show = move |me: &mut F, ctx: &mut Ctx<'_>| {
                    if let Some(work) = of(me).as_mut().filter(|work| work.open) {
                        work.waiting_for = waiting_for;
                        *ctx.changed = true;
                    }
                };
                outbox.send(show).await;
            })
        })
    }

    /// As [`BatchJob::add_finished_rows`], called from the job.
    pub(in crate::desk) async fn report_rows(&self, over: u64, rows: Vec<BatchRow>) {
        let of = self.of;
        self.outbox
            .send(move |me, _| {
                if let Some(work) = of(me) {
                    work.add_finished_rows(over, rows);
                }
            })
            .await;
    }
}

/// Ends the batch on screen if its job ends without doing so: aborted by a switch of accounts, or
/// by a panic. A batch that never ends would keep its panel locked.
struct Unfinished<F: Feature> {
    outbox: Outbox<F>,
    place: BatchSlot<F>,
    /// Identifies this run, as a later one may use the same place.
    stop: Arc<AtomicBool>,
    finished: bool,
}

impl<F: Feature> Unfinished<F> {
    fn finish(mut self) {
        self.finished = true;
    }
}

impl<F: Feature> Drop for Unfinished<F> {
    fn drop(&mut self) {
        if self.finished {
            return;
        }
        let (place, stop) = (self.place.clone(), Arc::clone(&self.stop));
        // Aborting the job removed its slot, so the answer must not depend on the slot.
        self.outbox.lasting().send_from_drop(move |me, ctx| {
            let work = (place.batch)(me).as_mut();
            let Some(work) = work.filter(|work| Arc::ptr_eq(&work.stop, &stop)) else {
                return;
            };
            work.cancel();
            work.end(None);
            (place.ended)(me, ctx);
        });
    }
}

/// Shows the batch and starts its job, unless one is running in this slot.
pub(in crate::desk) fn start<F: Feature, J>(
    me: &mut F,
    ctx: &mut Ctx<'_>,
    place: &BatchSlot<F>,
    mut work: BatchJob,
    job: impl FnOnce(Progress<F>) -> J,
) where
    J: Future<Output = Result<(), Trouble>> + Send + 'static,
{
    if ctx.jobs.is_running(&place.slot) {
        return;
    }
    work.open = true;
    let (of, ended, stop) = (place.batch, place.ended, Arc::clone(&work.stop));
    *of(me) = Some(work);
    ctx.jobs.start(place.slot.clone(), |outbox| {
        let unfinished = Unfinished {
            outbox: outbox.clone(),
            place: place.clone(),
            stop: Arc::clone(&stop),
            finished: false,
        };
        let progress = Progress { outbox: outbox.clone(), of, stop };
        let working = job(progress);
        async move {
            let worked = working.await;
            unfinished.finish();
            outbox
                .finish(move |me, ctx| {
                    let trouble = worked.err();
                    if let Some(trouble) = &trouble {
                        ctx.note_connection_failure(trouble);
                    }
                    if let Some(work) = of(me) {
                        work.end(trouble);
                    }
                    ended(me, ctx);
                })
                .await;
        }
    });
}
