//! Jobs: async tasks that own their inputs and answer through one bounded channel.
//!
//! An answer is a *fold*, a change to the state of one feature. It is dropped unread when its job
//! was replaced by a newer one of the same slot, or when the account was switched since, so that
//! rows of one account never appear on another's screen. Money jobs survive a switch, because their
//! results are true whichever account is on the screen.

mod slot;

use std::any::Any;
use std::collections::HashMap;
use std::future::Future;
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};
use tokio::task::{AbortHandle, JoinSet};
use tracing::{Instrument, Span};

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::slot::{Key, Lives};
pub(in crate::desk) use crate::desk::kernel::jobs::slot::{NoSlot, Slot};

/// Wakes the window when an answer arrives, so that an idle window can sleep.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// A change to the desk, which is passed as [`Any`].
pub(in crate::desk) type Fold = Box<dyn FnOnce(&mut dyn Any) + Send>;

/// A state that answers can change. The desk implements for each of its features how it is lent, so
/// an answer for a state that the desk does not have does not compile.
pub(in crate::desk) trait Feature: Sized + 'static {
    fn lend(desk: &mut dyn Any, fold: impl FnOnce(&mut Self, &mut Ctx<'_>));
}

/// Capacity of the answer channel. When it is full, jobs wait before they answer.
const CHANNEL_DEPTH: usize = 1024;
/// Finished jobs are removed once there are this many slots.
const MANY_SLOTS: usize = 256;

/// Time allowed, when the window closes, for finishing writes to disk and jobs that a label printer
/// has started to receive.
const FINISHING_ENDS: Duration = Duration::from_secs(5);

/// Where a job runs: in its slot, or beside all others.
pub(in crate::desk) trait JobPlace<F> {
    fn start<J: Future<Output = ()> + Send + 'static>(
        self,
        jobs: &mut Jobs,
        job: impl FnOnce(Outbox<F>) -> J,
    );
}

impl<F> JobPlace<F> for Slot<F> {
    fn start<J: Future<Output = ()> + Send + 'static>(
        self,
        jobs: &mut Jobs,
        job: impl FnOnce(Outbox<F>) -> J,
    ) {
        jobs.start(self, job);
    }
}

impl<F> JobPlace<F> for NoSlot<F> {
    #[track_caller]
    fn start<J: Future<Output = ()> + Send + 'static>(
        self,
        jobs: &mut Jobs,
        job: impl FnOnce(Outbox<F>) -> J,
    ) {
        match self.lives {
            Lives::WithAccount => jobs.spawn(job),
            Lives::WithWindow => jobs.spawn_lasting(job),
            Lives::UntilFinished => jobs.spawn_writing(job),
        }
    }
}

/// Which epoch and which run of a slot an answer belongs to.
#[derive(Clone, Debug)]
struct Stamp {
    epoch: Option<u64>,
    slot: Option<(Key, u64)>,
    /// The job sends nothing after this answer.
    is_last: bool,
    /// What the log calls the job.
    span: Span,
}

impl Stamp {
    /// Of a job without a slot, which the log names by the place that starts it. Its answers count
    /// in every epoch.
    #[track_caller]
    fn without_slot() -> Self {
        let at = Location::caller();
        let span = tracing::info_span!(parent: None, "job", from = %at.file(), line = at.line());
        Self { epoch: None, slot: None, is_last: false, span }
    }
}

struct Reply {
    stamp: Stamp,
    fold: Fold,
}

/// The newest job of a slot, which may have ended.
struct Running {
    generation: u64,
    handle: AbortHandle,
    /// What it reads has changed since it began.
    is_stale: bool,
    /// Its last answer was taken. The thread may not have ended it yet.
    has_answered: bool,
}

impl Running {
    fn is_at_work(&self) -> bool {
        !self.has_answered && !self.handle.is_finished()
    }
}

/// The running jobs. Dropping it aborts all of them, as closing the window does.
pub(in crate::desk) struct Jobs {
    runtime: Handle,
    tasks: JoinSet<()>,
    /// Jobs that may finish when the window closes: they write on this computer, or send to a
    /// printer.
    finishing: JoinSet<()>,
    closing: watch::Sender<bool>,
    slots: HashMap<Key, Running>,
    sender: mpsc::Sender<Reply>,
    receiver: mpsc::Receiver<Reply>,
    waker: Waker,
    epoch: u64,
    generation: u64,
    panicked: usize,
}

/// Sends the answers of a job to one feature.
pub(in crate::desk) struct Outbox<F> {
    sender: mpsc::Sender<Reply>,
    waker: Waker,
    stamp: Stamp,
    feature: PhantomData<fn(&mut F)>,
}

impl<F> Clone for Outbox<F> {
    fn clone(&self) -> Self {
        Self {
            sender: self.sender.clone(),
            waker: Arc::clone(&self.waker),
            stamp: self.stamp.clone(),
            feature: PhantomData,
        }
    }
}

impl Jobs {
    pub(in crate::desk) fn new(runtime: Handle, waker: Waker) -> Self {
        let (sender, receiver) = mpsc::channel(CHANNEL_DEPTH);
        Self {
            runtime,
            tasks: JoinSet::new(),
            finishing: JoinSet::new(),
            closing: watch::Sender::new(false),
            slots: HashMap::new(),
            sender,
            receiver,
            waker,
            epoch: 0,
            generation: 0,
            panicked: 0,
        }
    }

    /// Starts the job of a slot and aborts the previous one.
    pub(in crate::desk) fn start<F, J: Future<Output = ()> + Send + 'static>(
        &mut self,
        slot: Slot<F>,
        job: impl FnOnce(Outbox<F>) -> J,
    ) {
        let slot = slot.key;
        self.generation += 1;
        let generation = self.generation;
        let (epoch, may_finish) = match slot.lives {
            Lives::WithAccount => (Some(self.epoch), false),
            Lives::WithWindow => (None, false),
            Lives::UntilFinished => (None, true),
        };
        let about = slot.about.as_ref().map(tracing::field::display);
        let span = tracing::info_span!(parent: None, "job", slot = slot.name, about);
        let slot_of_stamp = Some((slot.clone(), generation));
        let stamp = Stamp { epoch, slot: slot_of_stamp, is_last: false, span: span.clone() };
        let handle = self.run(job(self.outbox(stamp)), span, may_finish);
        let running = Running { generation, handle, is_stale: false, has_answered: false };
        if let Some(replaced) = self.slots.insert(slot, running) {
            if replaced.is_at_work() {
                tracing::debug!(generation, "a newer job replaces the one of its slot");
            }
            replaced.handle.abort();
        }
    }

    /// Starts a job without a slot; its answers count while the current account is shown.
    #[track_caller]
    pub(in crate::desk) fn spawn<F, J: Future<Output = ()> + Send + 'static>(
        &mut self,
        job: impl FnOnce(Outbox<F>) -> J,
    ) {
        self.run_without_slot(Some(self.epoch), false, job);
    }

    /// As [`Jobs::spawn`], but the answers count whichever account is shown.
    #[track_caller]
    pub(in crate::desk) fn spawn_lasting<F, J: Future<Output = ()> + Send + 'static>(
        &mut self,
        job: impl FnOnce(Outbox<F>) -> J,
    ) {
        self.run_without_slot(None, false, job);
    }

    /// As [`Jobs::spawn_lasting`], for storing user input that exists nowhere else: the job may
    /// finish when the window closes.
    #[track_caller]
    pub(in crate::desk) fn spawn_writing<F, J: Future<Output = ()> + Send + 'static>(
        &mut self,
        job: impl FnOnce(Outbox<F>) -> J,
    ) {
        self.run_without_slot(None, true, job);
    }

    /// Starts a job that answers once: `take` gets the result of the work. Its slot is free by then.
    #[track_caller]
    pub(in crate::desk) fn answer<F: Feature, T: Send + 'static>(
        &mut self,
        place: impl JobPlace<F>,
        work: impl Future<Output = T> + Send + 'static,
        take: impl FnOnce(&mut F, &mut Ctx<'_>, T) + Send + 'static,
    ) {
        place.start(self, |outbox| async move {
            let result = work.await;
            outbox.finish(move |me, ctx| take(me, ctx, result)).await;
        });
    }

    /// As [`Jobs::answer`], for work that can fail: a notice says what `failed` makes of the error.
    #[track_caller]
    pub(in crate::desk) fn answer_or_notice<F: Feature, T: Send + 'static, E: Send + 'static>(
        &mut self,
        place: impl JobPlace<F>,
        work: impl Future<Output = Result<T, E>> + Send + 'static,
        failed: impl FnOnce(&E) -> Trouble + Send + 'static,
        take: impl FnOnce(&mut F, &mut Ctx<'_>, T) + Send + 'static,
    ) {
        self.answer(place, work, move |me, ctx, result| match result {
            Ok(result) => take(me, ctx, result),
            Err(error) => ctx.notice_failure(failed(&error)),
        });
    }

    #[track_caller]
    fn run_without_slot<F, J: Future<Output = ()> + Send + 'static>(
        &mut self,
        epoch: Option<u64>,
        may_finish: bool,
        job: impl FnOnce(Outbox<F>) -> J,
    ) {
        let stamp = Stamp { epoch, ..Stamp::without_slot() };
        let span = stamp.span.clone();
        self.run(job(self.outbox(stamp)), span, may_finish);
    }

    /// Every job begins here, in a box: the runtime's code for a task is then built once and not for
    /// each of some two hundred jobs.
    fn run<J: Future<Output = ()> + Send + 'static>(
        &mut self,
        job: J,
        span: Span,
        may_finish: bool,
    ) -> AbortHandle {
        span.in_scope(|| tracing::debug!("a job begins"));
        let job: BoxFuture<'static, ()> = Box::pin(job);
        let tasks = if may_finish { &mut self.finishing } else { &mut self.tasks };
        tasks.spawn_on(job.instrument(span), &self.runtime)
    }

    /// Aborts the job of a slot; an answer that is already queued no longer counts.
    pub(in crate::desk) fn abort<F>(&mut self, slot: &Slot<F>) {
        if let Some(running) = self.slots.remove(&slot.key) {
            running.handle.abort();
        }
    }

    /// Stops every job and waits until none holds a file open.
    pub(in crate::desk) async fn stop(&mut self) {
        self.closing.send_replace(true);
        // Nobody reads answers any more, so no job may wait for room in the channel.
        self.receiver.close();
        self.tasks.shutdown().await;
        let ends = async { while self.finishing.join_next().await.is_some() {} };
        if tokio::time::timeout(FINISHING_ENDS, ends).await.is_err() {
            tracing::warn!("a printer or a disk was still busy when the window closed");
        }
        self.finishing.shutdown().await;
    }

    /// A receiver whose value becomes true when the window closes.
    pub(in crate::desk) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    pub(in crate::desk) fn is_running<F>(&self, slot: &Slot<F>) -> bool {
        self.slots.get(&slot.key).is_some_and(Running::is_at_work)
    }

    /// What the job of a slot reads has changed. Returns whether the job is at work: then its answer
    /// finds out with [`Jobs::take_stale`] and starts the next one. A job that every change replaced
    /// would never answer where changes come faster than answers.
    pub(in crate::desk) fn mark_stale<F>(&mut self, slot: &Slot<F>) -> bool {
        let at_work = self.slots.get_mut(&slot.key).filter(|running| running.is_at_work());
        at_work.is_some_and(|running| {
            running.is_stale = true;
            true
        })
    }

    /// Whether [`Jobs::mark_stale`] was called since the newest job of the slot began.
    pub(in crate::desk) fn take_stale<F>(&mut self, slot: &Slot<F>) -> bool {
        let newest = self.slots.get_mut(&slot.key);
        newest.is_some_and(|running| std::mem::take(&mut running.is_stale))
    }

    /// Another account is shown: answers for the previous one are dropped from now on.
    pub(in crate::desk) fn next_epoch(&mut self) {
        self.epoch += 1;
        self.slots.retain(|slot, running| {
            let keep = match slot.lives {
                Lives::WithAccount => false,
                Lives::WithWindow | Lives::UntilFinished => true,
            };
            if !keep {
                running.handle.abort();
            }
            keep
        });
    }

    /// The next queued answer that still counts, if any, with the span of its job.
    pub(in crate::desk) fn next_fold(&mut self) -> Option<(Span, Fold)> {
        while let Some(ended) =
            self.tasks.try_join_next().or_else(|| self.finishing.try_join_next())
        {
            self.panicked += usize::from(ended.is_err_and(|error| error.is_panic()));
        }
        loop {
            let Ok(reply) = self.receiver.try_recv() else {
                self.forget_finished();
                return None;
            };
            let span = reply.stamp.span.clone();
            if self.counts(&reply.stamp) {
                span.in_scope(|| tracing::debug!("an answer"));
                self.note_answer(reply.stamp);
                return Some((span, reply.fold));
            }
            // A newer job answers instead, or its account is no longer on screen.
            span.in_scope(|| tracing::debug!("an answer is dropped: its job was replaced or left"));
        }
    }

    fn note_answer(&mut self, stamp: Stamp) {
        let slot = stamp.slot.filter(|_| stamp.is_last);
        if let Some(running) = slot.and_then(|(key, _)| self.slots.get_mut(&key)) {
            running.has_answered = true;
        }
    }

    /// Every purchase and label has its own slot. A finished job has put all its answers into the
    /// channel, so its slot can be removed once the channel is empty.
    fn forget_finished(&mut self) {
        if self.slots.len() < MANY_SLOTS {
            return;
        }
        let finished: Vec<Key> = self
            .slots
            .iter()
            .filter(|(_, running)| running.handle.is_finished())
            .map(|(slot, _)| slot.clone())
            .collect();
        if self.receiver.is_empty() {
            for slot in finished {
                self.slots.remove(&slot);
            }
        }
    }

    /// Number of jobs that panicked since the last call.
    pub(in crate::desk) fn take_panicked(&mut self) -> usize {
        std::mem::take(&mut self.panicked)
    }

    pub(in crate::desk) fn has_more(&self) -> bool {
        !self.receiver.is_empty()
    }

    fn counts(&self, stamp: &Stamp) -> bool {
        let same_world = stamp.epoch.is_none_or(|epoch| epoch == self.epoch);
        let newest = stamp.slot.as_ref().is_none_or(|(slot, generation)| {
            self.slots.get(slot).is_some_and(|newest| newest.generation == *generation)
        });
        same_world && newest
    }

    fn outbox<F>(&self, stamp: Stamp) -> Outbox<F> {
        Outbox {
            sender: self.sender.clone(),
            waker: Arc::clone(&self.waker),
            stamp,
            feature: PhantomData,
        }
    }
}

impl<F: Feature> Outbox<F> {
    /// Waits while the channel is full. The answer is dropped if the desk is gone.
    pub(in crate::desk) async fn send(
        &self,
        fold: impl FnOnce(&mut F, &mut Ctx<'_>) + Send + 'static,
    ) {
        if self.sender.send(self.reply(fold)).await.is_ok() {
            (self.waker)();
        }
    }

    /// Sends the last answer of a job. From then on its slot is free: the fold and everything after it
    /// can begin the next job, although the thread may not have ended this one.
    pub(in crate::desk) async fn finish(
        mut self,
        fold: impl FnOnce(&mut F, &mut Ctx<'_>) + Send + 'static,
    ) {
        self.stamp.is_last = true;
        self.send(fold).await;
    }

    /// For callers that must not wait; the answer is lost if the channel is full.
    pub(in crate::desk) fn offer(&self, fold: impl FnOnce(&mut F, &mut Ctx<'_>) + Send + 'static) {
        match self.sender.try_send(self.reply(fold)) {
            Ok(()) => (self.waker)(),
            // The desk is gone.
            Err(mpsc::error::TrySendError::Closed(_)) => {}
            Err(mpsc::error::TrySendError::Full(_)) => tracing::warn!("an answer is lost"),
        }
    }

    /// For destructors: if the channel is full, waits in a separate task.
    pub(in crate::desk) fn send_from_drop(
        &self,
        fold: impl FnOnce(&mut F, &mut Ctx<'_>) + Send + 'static,
    ) {
        match self.sender.try_send(self.reply(fold)) {
            Ok(()) => (self.waker)(),
            Err(mpsc::error::TrySendError::Closed(_)) => {}
            Err(mpsc::error::TrySendError::Full(reply)) => {
                let Ok(runtime) = Handle::try_current() else {
                    return tracing::warn!("an answer is lost: too many wait");
                };
                let (sender, waker) = (self.sender.clone(), Arc::clone(&self.waker));
                runtime.spawn(async move {
                    if sender.send(reply).await.is_ok() {
                        waker();
                    }
                });
            }
        }
    }

    /// For threads, which may block while the channel is full.
    pub(in crate::desk) fn send_blocking(
        &self,
        fold: impl FnOnce(&mut F, &mut Ctx<'_>) + Send + 'static,
    ) {
        if self.sender.blocking_send(self.reply(fold)).is_ok() {
            (self.waker)();
        }
    }

    fn reply(&self, fold: impl FnOnce(&mut F, &mut Ctx<'_>) + Send + 'static) -> Reply {
        Reply { stamp: self.stamp.clone(), fold: Box::new(move |desk| F::lend(desk, fold)) }
    }

    /// An outbox whose answers count even after the account is switched or the slot is replaced.
    pub(in crate::desk) fn lasting(&self) -> Self {
        let stamp = Stamp { epoch: None, slot: None, ..self.stamp.clone() };
        Self { stamp, ..self.clone() }
    }

    /// The same outbox for answers to another feature.
    pub(in crate::desk) fn to<G: Feature>(&self) -> Outbox<G> {
        Outbox {
            sender: self.sender.clone(),
            waker: Arc::clone(&self.waker),
            stamp: self.stamp.clone(),
            feature: PhantomData,
        }
    }

    /// Sends a change to the whole desk, for answers that involve several features.
    pub(in crate::desk) async fn send_to_desk(&self, fold: Fold) {
        let reply = Reply { stamp: self.stamp.clone(), fold };
        if self.sender.send(reply).await.is_ok() {
            (self.waker)();
        }
    }
}

#[cfg(test)]
mod tests;
