//! Jobs: async tasks that own what they need and answer through one bounded channel.
//!
//! An answer is a *fold*, the change it makes to the desk. It is dropped unread when its
//! job was replaced by a newer one of the same slot, or when the world was switched since:
//! so rows of one account can never land on another's screen. Money jobs outlive a switch,
//! because what they learn is true whatever is on the screen.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};
use tokio::task::{AbortHandle, JoinSet};

use super::Desk;
use super::documents::DocumentId;
use super::state::Side;
use crate::api::value::Service;
use crate::base::id::{CarrierAccountId, ShipmentId, TransactionId};

/// Wakes the window after an answer, so that an idle window can sleep.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

pub(super) type Fold = Box<dyn FnOnce(&mut Desk) + Send>;

/// More answers than this wait in their jobs, not in memory.
const CHANNEL_DEPTH: usize = 1024;
/// From here on finished jobs are looked for.
const MANY_SLOTS: usize = 256;

/// What a person did is written down before the program ends, and what a label printer has
/// taken: a disk or a printer may take this long.
const FINISHING_ENDS: Duration = Duration::from_secs(5);

/// What a job is about; a new job of a slot replaces the one under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    Connect,
    Balance,
    History,
    /// What this computer knows of the money.
    Ledger,
    HistoryExport,
    Carriers,
    Quote,
    /// Why one account gave no rate for one service.
    Why(CarrierAccountId, Service),
    /// A label like the draft, bought minutes ago.
    Twin,
    /// The draft in other packages.
    Compare,
    /// The list of past quotes, one of them, and a cheaper one than today's.
    Past,
    PastQuote,
    Cheaper,
    Book,
    Account,
    AccountQuestion,
    /// The window of the address list.
    Addresses,
    OpenAddress,
    StoreAddress,
    CheckAddress,
    Duplicates,
    Import,
    AddressWork,
    Check(Side),
    Save(Side),
    SaveDraft,
    SaveSettings,
    /// Shipments older than a person wants to keep.
    Forget,
    Refresh,
    /// The older shipments.
    Sync,
    Search,
    Scanned,
    Detail,
    Label(ShipmentId),
    /// Its pages at the scale they are looked at.
    ZoomedLabel(ShipmentId),
    /// A form that belongs to no shipment.
    Document(DocumentId),
    ZoomedDocument(DocumentId),
    /// The shipments no manifest holds yet.
    ManifestGroups,
    ManifestList,
    ManifestWatch,
    /// A manifest asked for, by our own number.
    ManifestOrder(String),
    /// What must survive a restart.
    KeepManifests,
    Tracking,
    Route,
    Radar,
    Refunds,
    /// What is under way, asked about.
    RefundWatch,
    Practice,
    Faults,
    Containers,
    /// The journal compared with the account.
    Sweep,
    LookAtBackups,
    /// Whether the journal takes a commit again.
    Probe,
    ContainerList,
    PrintJobs,
    /// Several labels being drawn.
    PrintWork,
    FindPrinters,
    AskPrinter,
    /// What waits for one printer.
    Print(String),
    /// What a queue says of one job.
    PrintWatch(i64),
    /// One purchase or top-up of the journal.
    Money(TransactionId),
}

/// Which world and which run of a slot an answer belongs to.
#[derive(Clone, Debug)]
struct Stamp {
    epoch: Option<u64>,
    slot: Option<(Slot, u64)>,
}

struct Reply {
    stamp: Stamp,
    fold: Fold,
}

/// The jobs under way. Dropping it aborts them all, as closing the window does.
pub(super) struct Jobs {
    runtime: Handle,
    tasks: JoinSet<()>,
    /// Jobs that end in order when the window closes: they write on this computer, or a printer
    /// has begun to take them.
    finishing: JoinSet<()>,
    closing: watch::Sender<bool>,
    slots: HashMap<Slot, (u64, AbortHandle)>,
    sender: mpsc::Sender<Reply>,
    receiver: mpsc::Receiver<Reply>,
    waker: Waker,
    epoch: u64,
    generation: u64,
    panicked: usize,
}

/// Where a job puts its answers.
#[derive(Clone)]
pub(super) struct Outbox {
    sender: mpsc::Sender<Reply>,
    waker: Waker,
    stamp: Stamp,
}

impl Jobs {
    pub(super) fn new(runtime: Handle, waker: Waker) -> Self {
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

    /// Starts the job of a slot in the world on screen, in place of an older one.
    pub(super) fn start<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        slot: Slot,
        job: impl FnOnce(Outbox) -> F,
    ) {
        let epoch = Some(self.epoch);
        self.launch(epoch, slot, job);
    }

    /// Starts a job whose answers count in every world: the journal, settings, the book.
    pub(super) fn start_lasting<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        slot: Slot,
        job: impl FnOnce(Outbox) -> F,
    ) {
        self.launch(None, slot, job);
    }

    /// Starts a job that nothing replaces, in the world on screen.
    pub(super) fn spawn<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        job: impl FnOnce(Outbox) -> F,
    ) {
        let outbox = self.outbox(Some(self.epoch), None);
        self.tasks.spawn_on(job(outbox), &self.runtime);
    }

    /// As [`Jobs::spawn`], for answers that count in every world.
    pub(super) fn spawn_lasting<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        job: impl FnOnce(Outbox) -> F,
    ) {
        let outbox = self.outbox(None, None);
        self.tasks.spawn_on(job(outbox), &self.runtime);
    }

    /// As [`Jobs::spawn_lasting`], for what a person did and nothing else holds: it is written to
    /// its end when the window closes.
    pub(super) fn spawn_writing<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        job: impl FnOnce(Outbox) -> F,
    ) {
        let outbox = self.outbox(None, None);
        self.finishing.spawn_on(job(outbox), &self.runtime);
    }

    /// Ends the job of a slot; an answer of it that waits already no longer counts.
    pub(super) fn call_off(&mut self, slot: &Slot) {
        if let Some((_, handle)) = self.slots.remove(slot) {
            handle.abort();
        }
    }

    /// Ends every job and waits until none holds a file open any more.
    pub(super) async fn stop(&mut self) {
        self.closing.send_replace(true);
        // Answers are no longer read: nobody may wait for room for one.
        self.receiver.close();
        self.tasks.shutdown().await;
        let ends = async { while self.finishing.join_next().await.is_some() {} };
        if tokio::time::timeout(FINISHING_ENDS, ends).await.is_err() {
            tracing::warn!("a printer or a disk was still busy when the window closed");
        }
        self.finishing.shutdown().await;
    }

    /// Becomes true when the window closes.
    pub(super) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    pub(super) fn is_running(&self, slot: &Slot) -> bool {
        self.slots
            .get(slot)
            .is_some_and(|(_, handle)| !handle.is_finished())
    }

    /// A new world is on screen: answers of the old one are dropped from here on.
    pub(super) fn next_epoch(&mut self) {
        self.epoch += 1;
        self.slots.retain(|slot, (_, handle)| {
            let keep = matches!(
                slot,
                Slot::Money(_)
                    | Slot::SaveDraft
                    | Slot::SaveSettings
                    | Slot::Book
                    | Slot::Addresses
                    | Slot::OpenAddress
                    | Slot::Duplicates
                    | Slot::Import
                    | Slot::KeepManifests
                    | Slot::PrintJobs
                    | Slot::LookAtBackups
                    | Slot::Probe
                    | Slot::FindPrinters
                    | Slot::AskPrinter
                    | Slot::Print(_)
                    | Slot::PrintWatch(_)
            );
            if !keep {
                handle.abort();
            }
            keep
        });
    }

    /// The next answer that still counts, if one waits.
    pub(super) fn next_fold(&mut self) -> Option<Fold> {
        while let Some(ended) = self
            .tasks
            .try_join_next()
            .or_else(|| self.finishing.try_join_next())
        {
            self.panicked += usize::from(ended.is_err_and(|error| error.is_panic()));
        }
        loop {
            let Ok(reply) = self.receiver.try_recv() else {
                self.forget_finished();
                return None;
            };
            if self.counts(&reply.stamp) {
                return Some(reply.fold);
            }
        }
    }

    /// Every purchase and label has a slot of its own. Those of finished jobs go once all
    /// their answers are in: what a job sent before it ended is in the channel when it has.
    fn forget_finished(&mut self) {
        if self.slots.len() < MANY_SLOTS {
            return;
        }
        let finished: Vec<Slot> = self
            .slots
            .iter()
            .filter(|(_, (_, handle))| handle.is_finished())
            .map(|(slot, _)| slot.clone())
            .collect();
        if self.receiver.is_empty() {
            for slot in finished {
                self.slots.remove(&slot);
            }
        }
    }

    /// How many jobs ended in a panic since this was last asked.
    pub(super) fn take_panicked(&mut self) -> usize {
        std::mem::take(&mut self.panicked)
    }

    pub(super) fn has_more(&self) -> bool {
        !self.receiver.is_empty()
    }

    fn counts(&self, stamp: &Stamp) -> bool {
        let same_world = stamp.epoch.is_none_or(|epoch| epoch == self.epoch);
        let newest = stamp.slot.as_ref().is_none_or(|(slot, generation)| {
            self.slots
                .get(slot)
                .is_some_and(|(current, _)| current == generation)
        });
        same_world && newest
    }

    fn launch<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        epoch: Option<u64>,
        slot: Slot,
        job: impl FnOnce(Outbox) -> F,
    ) {
        self.generation += 1;
        let generation = self.generation;
        let outbox = self.outbox(epoch, Some((slot.clone(), generation)));
        let tasks = match slot {
            Slot::Print(_) | Slot::SaveDraft | Slot::SaveSettings | Slot::KeepManifests => {
                &mut self.finishing
            }
            _ => &mut self.tasks,
        };
        let handle = tasks.spawn_on(job(outbox), &self.runtime);
        if let Some((_, replaced)) = self.slots.insert(slot, (generation, handle)) {
            replaced.abort();
        }
    }

    fn outbox(&self, epoch: Option<u64>, slot: Option<(Slot, u64)>) -> Outbox {
        Outbox {
            sender: self.sender.clone(),
            waker: Arc::clone(&self.waker),
            stamp: Stamp { epoch, slot },
        }
    }
}

impl Outbox {
    /// Waits while the channel is full; after the desk is gone the answer is dropped.
    pub(super) async fn send(&self, fold: impl FnOnce(&mut Desk) + Send + 'static) {
        if self.sender.send(self.reply(fold)).await.is_ok() {
            (self.waker)();
        }
    }

    /// For callers that must not wait; the answer is lost when the channel is full.
    pub(super) fn offer(&self, fold: impl FnOnce(&mut Desk) + Send + 'static) {
        if self.sender.try_send(self.reply(fold)).is_ok() {
            (self.waker)();
        }
    }

    /// For destructors: waits for room in a task of its own where the channel is full.
    pub(super) fn send_from_drop(&self, fold: impl FnOnce(&mut Desk) + Send + 'static) {
        match self.sender.try_send(self.reply(fold)) {
            Ok(()) => (self.waker)(),
            Err(mpsc::error::TrySendError::Closed(_)) => {}
            Err(mpsc::error::TrySendError::Full(reply)) => {
                let Ok(runtime) = Handle::try_current() else {
                    return;
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

    /// For threads, which may wait while the channel is full.
    pub(super) fn put(&self, fold: impl FnOnce(&mut Desk) + Send + 'static) {
        if self.sender.blocking_send(self.reply(fold)).is_ok() {
            (self.waker)();
        }
    }

    fn reply(&self, fold: impl FnOnce(&mut Desk) + Send + 'static) -> Reply {
        Reply {
            stamp: self.stamp.clone(),
            fold: Box::new(fold),
        }
    }

    /// The same box for answers that outlive a switch of worlds.
    pub(super) fn lasting(&self) -> Self {
        Self {
            stamp: Stamp {
                epoch: None,
                slot: None,
            },
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_being_written_is_finished_when_the_window_closes() {
        let folder = std::env::temp_dir().join(format!("postroom-{}", uuid::Uuid::new_v4()));
        std::fs::create_dir_all(&folder).unwrap();
        type Start = fn(&mut Jobs, std::path::PathBuf);
        let starts: [(Start, bool); 3] = [
            (|jobs, file| jobs.spawn_writing(|_| write(file)), true),
            (
                |jobs, file| jobs.start_lasting(Slot::SaveSettings, |_| write(file)),
                true,
            ),
            (|jobs, file| jobs.spawn_lasting(|_| write(file)), false),
        ];
        async fn write(file: std::path::PathBuf) {
            tokio::time::sleep(Duration::from_millis(200)).await;
            std::fs::write(file, b"kept").unwrap();
        }
        for (number, (start, is_kept)) in starts.into_iter().enumerate() {
            let file = folder.join(number.to_string());
            crate::desk::tests::with_desk(|desk| start(&mut desk.jobs, file.clone()));
            assert_eq!(file.exists(), is_kept, "{number}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_job_or_an_answer_that_panics_is_told_and_the_desk_goes_on() {
        crate::desk::tests::with_desk(|desk| {
            let fault = |desk: &Desk| {
                let notices = &desk.state().notices;
                notices
                    .iter()
                    .position(|notice| notice.text.contains("because of a fault"))
            };
            type Start = fn(&mut Desk);
            let starts: [Start; 2] = [
                |desk| desk.jobs.spawn(|_| async { panic!("a job") }),
                |desk| {
                    desk.jobs
                        .spawn(|outbox| async move { outbox.send(|_| panic!("an answer")).await });
                },
            ];
            for start in starts {
                start(desk);
                let watch = crate::base::clock::Stopwatch::start();
                while fault(desk).is_none() {
                    assert!(watch.elapsed().as_secs() < 60, "waited in vain");
                    desk.tick();
                    std::thread::yield_now();
                }
                desk.state.notices.clear();
            }
        });
    }
}
