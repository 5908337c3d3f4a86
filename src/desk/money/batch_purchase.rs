//! Buying a label as part of a batch, without the window: the batch waits for the outcome of each
//! label, and a label whose outcome is uncertain is handed to the desk, which resolves it like any
//! other while the batch goes on.

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::api::shipment::Shipment;
use crate::base::clock::Clock;
use crate::base::id::TransactionId;
use crate::base::money::Money;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::session::Link;
use crate::desk::money::Purchases;
use crate::desk::money::adapters::{MoneyParts, keep_bought_shipment, money_ports};
use crate::desk::money::desk_host::{DeskHost, MONEY};
use crate::desk::money::nudge::Nudge;
use crate::desk::money::ports::{
    BoxFuture, ClaimPort, JournalStatus, MoneyPorts, PurchaseResult, ScreenPort,
};
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::purchases;
use crate::desk::money::resolver;
use crate::desk::money::send::{MoneyTask, as_text, run_marked_job, run_money_job};
use crate::desk::records::package_numbers;
use crate::message;
use crate::store::cache::Cache;
use crate::store::journal::{Entry, EntryContext, Journal, JournalError, NewEntry};

/// Purchases that a batch is sending. The desk starts no other job for them.
#[derive(Clone, Debug, Default)]
pub(in crate::desk) struct BatchedPurchases(Arc<Mutex<HashSet<TransactionId>>>);

impl BatchedPurchases {
    pub(in crate::desk) fn has(&self, transaction: &TransactionId) -> bool {
        self.lock().contains(transaction)
    }

    pub(in crate::desk) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Reserves the purchase for a batch until the value is dropped.
    pub(in crate::desk) fn reserve(&self, transaction: TransactionId) -> Batched {
        self.lock().insert(transaction.clone());
        Batched { all: self.clone(), transaction }
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<TransactionId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the entry of a purchase in [`BatchedPurchases`], also if its batch is aborted.
pub(in crate::desk) struct Batched {
    all: BatchedPurchases,
    transaction: TransactionId,
}

impl Drop for Batched {
    fn drop(&mut self) {
        self.all.lock().remove(&self.transaction);
    }
}

/// What became of one label of a batch.
#[derive(Debug)]
pub(in crate::desk) enum LabelOutcome {
    Bought {
        entry: Box<Entry>,
        shipment: Box<Shipment>,
        charged: Option<Money>,
    },
    Refused {
        trouble: Trouble,
    },
    /// It is in the journal and was not sent; it can be sent later under the same id.
    NotSent {
        trouble: Option<Trouble>,
    },
    /// It may have been bought. The desk goes on looking it up.
    InDoubt {
        trouble: Option<Trouble>,
    },
    /// Another computer has the claim and carries it out. Nothing was sent from here.
    TakenOver,
    /// Another path was faster and has settled it, as the journal says.
    Settled(Box<Entry>),
    /// The journal did not take it, so nothing was sent.
    NotRecorded(JournalError),
}

/// What a batch needs to buy labels of one account.
#[derive(Clone)]
pub(in crate::desk) struct BatchBuyer {
    journal: Journal,
    cache: Cache,
    link: Arc<Link>,
    clock: Clock,
    ports: MoneyPorts,
    outbox: Outbox<Purchases>,
}

impl BatchBuyer {
    pub(in crate::desk) fn new(
        parts: MoneyParts,
        outbox: Outbox<Purchases>,
        claims: Arc<dyn ClaimPort>,
    ) -> Self {
        let outbox = outbox.lasting();
        let ports = money_ports(parts.clone(), outbox.clone(), claims);
        let MoneyParts { journal, cache, link, clock, .. } = parts;
        Self { journal, cache, link, clock, ports, outbox }
    }

    pub(in crate::desk) fn journal(&self) -> &Journal {
        &self.journal
    }

    pub(in crate::desk) fn link(&self) -> &Arc<Link> {
        &self.link
    }

    /// The tracking numbers of a bought shipment, one for each package; those that cannot be fetched
    /// are left out.
    pub(in crate::desk) async fn tracking_numbers(&self, shipment: &Shipment) -> Vec<String> {
        package_numbers::of_shipment(&self.cache, &self.link, shipment).await
    }

    /// Writes the purchase to the journal, sends it once and waits for what became of it.
    pub(in crate::desk) async fn buy(
        &self,
        new: NewEntry,
        mut beside: EntryContext,
        batched: Batched,
    ) -> LabelOutcome {
        let transaction = batched.transaction.clone();
        beside.server_time = self.link.server_clock.now(&self.clock);
        beside.transaction = Some(transaction.clone());
        if !self.ports.account.is_at(&new.environment, &new.account, &new.base_url) {
            // The job that would send it says why not.
            return match self.journal.intend_with(new, beside).await {
                Ok(entry) => self.send(entry, batched).await,
                Err(error) => LabelOutcome::NotRecorded(error),
            };
        }
        let (entry, permit) = match self.journal.intend_and_mark_sending(new, beside).await {
            Ok(marked) => marked,
            Err(error) => return LabelOutcome::NotRecorded(error),
        };
        if entry.claimed && !self.ports.claims.is_held_now(&transaction).await {
            // Nothing was sent. The usual job waits for the workspace, or says who has the claim.
            let evidence = "the claim of the order was not confirmed".to_owned();
            let trouble = as_text(&Trouble { evidence, ..Trouble::default() });
            return match self.journal.mark_unsent(&transaction, &trouble).await {
                Ok(entry) => self.send(entry, batched).await,
                Err(_) => self.outcome_in_journal(&transaction).await,
            };
        }
        let marked = entry.clone();
        let job = |ports, nudge| run_marked_job(ports, marked, permit, nudge);
        self.follow(entry, batched, job).await
    }

    /// Sends a purchase of the journal that was never sent, or was not found.
    pub(in crate::desk) async fn send(&self, entry: Entry, batched: Batched) -> LabelOutcome {
        let transaction = entry.transaction.clone();
        let job = |ports, nudge| run_money_job(ports, transaction, MoneyTask::Send, nudge);
        self.follow(entry, batched, job).await
    }

    /// Starts the job of a purchase and waits for what becomes of it.
    async fn follow<J: Future<Output = ()> + Send + 'static>(
        &self,
        entry: Entry,
        batched: Batched,
        job: impl FnOnce(MoneyPorts, Arc<Nudge>) -> J,
    ) -> LabelOutcome {
        let nudge = Arc::new(Nudge::default());
        let (tell, mut told) = oneshot::channel();
        let screen = BatchScreen {
            usual: Arc::clone(&self.ports.screen),
            listener: Mutex::new(Listener::Batch(tell)),
            cache: self.cache.clone(),
            link: Arc::clone(&self.link),
            clock: self.clock.clone(),
            met: Mutex::default(),
        };
        let ports = MoneyPorts { screen: Arc::new(screen), ..self.ports.clone() };
        let mut job: MoneyJob = Box::pin(job(ports, Arc::clone(&nudge)));
        let outcome = tokio::select! {
            biased;
            outcome = &mut told => (outcome.ok(), Some(job)),
            // It may have told its result and ended in one go.
            () = &mut job => (told.try_recv().ok(), None),
        };
        match outcome {
            (Some(Told::InDoubt { status, trouble }), job) => {
                let status = *status;
                match job {
                    Some(job) => self.hand_over(entry, status, job, nudge, batched).await,
                    None => self.list(entry, status, nudge).await,
                }
                LabelOutcome::InDoubt { trouble }
            }
            (Some(Told::Over(outcome)), job) => {
                // It has told its result and has nothing left to do but to end.
                if let Some(job) = job {
                    job.await;
                }
                if let LabelOutcome::NotSent { trouble } = &*outcome {
                    let status = PurchaseStatus::NotSent { trouble: trouble.clone() };
                    self.list(entry, status, nudge).await;
                }
                *outcome
            }
            // It ended without a word.
            (None, _) => self.outcome_in_journal(&entry.transaction).await,
        }
    }

    /// Another path has settled the purchase meanwhile, such as a list that has it. The journal knows
    /// how; if it cannot be read, nobody knows.
    async fn outcome_in_journal(&self, transaction: &TransactionId) -> LabelOutcome {
        match self.journal.get(transaction).await {
            Ok(Some(entry)) => {
                if resolver::is_in_doubt(&entry) {
                    self.look_up().await;
                }
                LabelOutcome::Settled(Box::new(entry))
            }
            Ok(None) => LabelOutcome::NotSent { trouble: None },
            Err(error) => {
                self.look_up().await;
                let attempted = message!("errors-attempt-read-journal");
                let trouble = Some(failure::describe_local_error(attempted, &error));
                LabelOutcome::InDoubt { trouble }
            }
        }
    }

    /// The desk looks up what the journal has open.
    pub(in crate::desk) async fn look_up(&self) {
        self.outbox.send(|_, ctx| ctx.announce(Event::PurchaseResumeRequested)).await;
    }

    /// The desk lists a purchase that waits for a person.
    async fn list(&self, entry: Entry, status: PurchaseStatus, nudge: Arc<Nudge>) {
        self.outbox
            .send(move |me, ctx| {
                purchases::list_in_doubt(&mut DeskHost::new(me, ctx), &entry, status, nudge);
            })
            .await;
    }

    /// The desk lists the purchase and goes on with its job.
    async fn hand_over(
        &self,
        entry: Entry,
        status: PurchaseStatus,
        job: MoneyJob,
        nudge: Arc<Nudge>,
        batched: Batched,
    ) {
        self.outbox
            .send(move |me, ctx| {
                let transaction = entry.transaction.clone();
                purchases::list_in_doubt(&mut DeskHost::new(me, ctx), &entry, status, nudge);
                ctx.jobs.start(MONEY.about(&transaction), |_| job);
                drop(batched);
            })
            .await;
    }
}

type MoneyJob = Pin<Box<dyn Future<Output = ()> + Send>>;

enum Told {
    Over(Box<LabelOutcome>),
    InDoubt {
        status: Box<PurchaseStatus>,
        /// What the request met.
        trouble: Option<Trouble>,
    },
}

/// Tells the batch what became of its label, and the desk everything after a purchase was handed
/// over.
struct BatchScreen {
    usual: Arc<dyn ScreenPort>,
    listener: Mutex<Listener>,
    cache: Cache,
    link: Arc<Link>,
    clock: Clock,
    /// How the last call failed. A purchase whose answer was lost becomes uncertain without a reason,
    /// and a batch that gets no answers must end.
    met: Mutex<Option<Trouble>>,
}

/// Who hears of the purchase.
enum Listener {
    Batch(oneshot::Sender<Told>),
    Nobody,
    Desk,
}

impl BatchScreen {
    /// Tells the batch, if it still waits; `next` hears of the purchase afterwards.
    fn tell(&self, told: Told, next: Listener) {
        let mut listener = self.lock();
        if let Listener::Batch(sender) = std::mem::replace(&mut *listener, next) {
            // A batch that was aborted hears nothing; the journal knows.
            let _ = sender.send(told);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Listener> {
        self.listener.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_of_desk(&self) -> bool {
        matches!(&*self.lock(), Listener::Desk)
    }

    fn met(&self) -> MutexGuard<'_, Option<Trouble>> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn last_trouble(&self, status: &PurchaseStatus) -> Option<Trouble> {
        let named = match status {
            PurchaseStatus::Checking { trouble, .. } => trouble.clone(),
            _ => None,
        };
        named.or_else(|| self.met().clone())
    }

    fn over(&self, outcome: LabelOutcome) {
        self.tell(Told::Over(Box::new(outcome)), Listener::Nobody);
    }
}

impl ScreenPort for BatchScreen {
    fn show<'a>(
        &'a self,
        transaction: &'a TransactionId,
        status: PurchaseStatus,
    ) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            if self.is_of_desk() {
                return self.usual.show(transaction, status).await;
            }
            match status {
                PurchaseStatus::Checking { .. } | PurchaseStatus::Absent { .. } => {
                    let trouble = self.last_trouble(&status);
                    let status = Box::new(status);
                    self.tell(Told::InDoubt { status, trouble }, Listener::Desk);
                    // The batch hands the job over before its first look-up.
                    tokio::task::yield_now().await;
                }
                PurchaseStatus::NotSent { trouble } => {
                    self.over(LabelOutcome::NotSent { trouble });
                }
                PurchaseStatus::Rejected { trouble } => {
                    self.over(LabelOutcome::Refused { trouble });
                }
                // Of no interest to a batch, or told by `done` with the shipment.
                PurchaseStatus::Sending
                | PurchaseStatus::Held { .. }
                | PurchaseStatus::Bought { .. }
                | PurchaseStatus::ToppedUp { .. }
                | PurchaseStatus::RefundAsked { .. } => {}
            }
        })
    }

    fn line(&self, trouble: Trouble) -> BoxFuture<'_, ()> {
        *self.met() = Some(trouble.clone());
        self.usual.line(trouble)
    }

    fn refused<'a>(&'a self, entry: &'a Entry, trouble: Trouble) -> BoxFuture<'a, ()> {
        match self.is_of_desk() {
            true => self.usual.refused(entry, trouble),
            // The batch shows it in its row.
            false => Box::pin(async {}),
        }
    }

    fn recording(&self, news: JournalStatus) -> BoxFuture<'_, ()> {
        self.usual.recording(news)
    }

    fn taken_over<'a>(&'a self, entry: &'a Entry) -> BoxFuture<'a, ()> {
        match self.is_of_desk() {
            true => self.usual.taken_over(entry),
            false => Box::pin(async { self.over(LabelOutcome::TakenOver) }),
        }
    }

    fn turned_away(&self, trouble: Trouble) -> BoxFuture<'_, ()> {
        self.usual.turned_away(trouble)
    }

    fn done<'a>(
        &'a self,
        entry: &'a Entry,
        proof: PurchaseResult,
        status: PurchaseStatus,
    ) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let PurchaseResult::Shipment(shipment) = &proof else {
                return self.usual.done(entry, proof, status).await;
            };
            if self.is_of_desk() {
                return self.usual.done(entry, proof, status).await;
            }
            keep_bought_shipment(&self.cache, &self.link.scope, shipment, self.clock.now()).await;
            let charged = match &status {
                PurchaseStatus::Bought { charged, .. } => *charged,
                _ => None,
            };
            self.over(LabelOutcome::Bought {
                entry: Box::new(entry.clone()),
                shipment: shipment.clone(),
                charged,
            });
        })
    }
}
