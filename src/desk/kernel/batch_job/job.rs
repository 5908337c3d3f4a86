//! A long work that a job does: it hands in what it did and hears when it is to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::desk::Desk;
use crate::desk::kernel::batch_job::{Work, WorkRow};
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::state::{State, Trouble};

/// Where a work stands in the state, and the slot of its job.
#[derive(Clone)]
pub(in crate::desk) struct Place {
    pub slot: Slot,
    pub of: fn(&mut State) -> &mut Option<Work>,
    /// What else on screen changes when the work is over.
    pub ended: fn(&mut Desk),
}

/// The running work as its job sees it.
pub(in crate::desk) struct Progress {
    outbox: Outbox,
    of: fn(&mut State) -> &mut Option<Work>,
    stop: Arc<AtomicBool>,
}

impl Progress {
    pub(in crate::desk) fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(in crate::desk) fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// As [`Work::take`], from the job.
    pub(in crate::desk) async fn tell(&self, over: u64, rows: Vec<WorkRow>) {
        let of = self.of;
        self.outbox
            .send(move |desk| {
                if let Some(work) = of(&mut desk.state) {
                    work.take(over, rows);
                }
            })
            .await;
    }
}

/// Ends the work on screen when its job ends without saying so: aborted by a switch of
/// accounts, or by a panic. A work that never ends keeps its panel locked.
struct Unfinished {
    outbox: Outbox,
    place: Place,
    /// Tells this run from a later one in the same place.
    stop: Arc<AtomicBool>,
    finished: bool,
}

impl Unfinished {
    fn finish(mut self) {
        self.finished = true;
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if self.finished {
            return;
        }
        let (place, stop) = (self.place.clone(), Arc::clone(&self.stop));
        // Whoever aborted the job has removed its slot, so the answer must count without it.
        self.outbox.lasting().send_from_drop(move |desk| {
            let work = (place.of)(&mut desk.state).as_mut();
            let Some(work) = work.filter(|work| Arc::ptr_eq(&work.stop, &stop)) else {
                return;
            };
            work.cancel();
            work.end(None);
            (place.ended)(desk);
        });
    }
}

/// Shows the work and starts its job, unless one is running there.
pub(in crate::desk) fn start<F>(
    desk: &mut Desk,
    place: &Place,
    mut work: Work,
    job: impl FnOnce(Progress) -> F,
) where
    F: Future<Output = Result<(), Trouble>> + Send + 'static,
{
    if desk.jobs.is_running(&place.slot) {
        return;
    }
    work.open = true;
    let (of, ended, stop) = (place.of, place.ended, Arc::clone(&work.stop));
    *of(&mut desk.state) = Some(work);
    desk.jobs.start(place.slot.clone(), |outbox| {
        let unfinished = Unfinished {
            outbox: outbox.clone(),
            place: place.clone(),
            stop: Arc::clone(&stop),
            finished: false,
        };
        let progress = Progress {
            outbox: outbox.clone(),
            of,
            stop,
        };
        let working = job(progress);
        async move {
            let worked = working.await;
            unfinished.finish();
            outbox
                .send(move |desk| {
                    let trouble = worked.err();
                    if let Some(trouble) = &trouble {
                        desk.note_line(trouble);
                    }
                    if let Some(work) = of(&mut desk.state) {
                        work.end(trouble);
                    }
                    ended(desk);
                })
                .await;
        }
    });
}
