//! Buys labels for many orders. Each order is claimed in the workspace, then its purchase is written
//! to the journal, and only then sent; so a program that is killed anywhere knows at its next start
//! what it had begun. The batch can be stopped between two labels, and ends by itself when the money,
//! the connection or the disk fails.

mod claim;

pub(in crate::desk::order_batches) use self::claim::is_covered;

use std::sync::Arc;
use std::time::Duration;

use crate::base::clock::{Clock, Stopwatch};
use crate::base::id::{OrderId, TransactionId};
use crate::base::locale::Message;
use crate::base::money::{Amount, Money};
use crate::desk::kernel::batch_job::early_end::EarlyEnd;
use crate::desk::kernel::batch_job::row_engine::{NextRows, RowBatch, RowName, run_rows};
use crate::desk::kernel::batch_job::{BatchJob, Progress, RowState};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::{self, Trouble};
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::Link;
use crate::desk::money::Purchases;
use crate::desk::money::batch_purchase::{BatchBuyer, BatchedPurchases, LabelOutcome};
use crate::desk::money::claim_keeper::{ClaimKeeper, Patience};
use crate::desk::money::ports::MoneyParts;
use crate::desk::order_batches::OrderBatches;
use crate::desk::order_batches::settle::fate_of_entry;
use crate::desk::order_batches::work::buy::claim::Claimed;
use crate::desk::order_batches::work::get_rates::RateInquiry;
use crate::desk::order_batches::work::runner::{Finished, Results, subject};
use crate::desk::order_batches::work::{AT_ONCE, BUY, start};
use crate::desk::order_records::changes::Change;
use crate::desk::order_records::unreadable;
use crate::message;
use crate::orders::agreed_return::AgreedReturn;
use crate::orders::basis::OrderBasis;
use crate::orders::fate::{BoughtLabel, Fate, apply_fate_of};
use crate::orders::order::Order;
use crate::orders::order_label::LabelStatus;
use crate::orders::price_rise::{PriceRise, price_rise};
use crate::store::journal::{Entry, EntryState, JournalError};
use crate::store::workspace::{Workspace, WorkspaceAuthor};

/// The code of a refusal for lack of money (section 7.4).
const NO_FUNDS: &str = "ACCOUNT.BALANCE.VALIDATION_FAILED";
/// A label that did not get onto the line is tried again this often before the batch ends.
const MOST_ROUNDS: u32 = 3;

/// Which labels a batch buys.
pub(super) enum Wanted {
    /// New ones, at the prices that were agreed to.
    New(Vec<(OrderId, Money)>),
    /// Those that are in the journal and were not sent.
    Unsent(Vec<OrderId>),
    Returns(Vec<AgreedReturn>),
}

pub(super) fn begin(
    me: &mut OrderBatches,
    ctx: &mut Ctx<'_>,
    batch: BatchJob,
    wanted: Wanted,
    link: Arc<Link>,
) {
    if let Some(stopped) = me.known.buying_stopped.clone() {
        return ctx.notice(Tone::Warning, stopped, None);
    }
    let Some(journal) = ctx.journal.clone() else {
        return ctx.notice(Tone::Warning, message!("ship-flow-no-journal"), None);
    };
    let (handle, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    let parts = MoneyParts {
        journal,
        cache: ctx.cache.clone(),
        link,
        links: ctx.links.clone(),
        clock: ctx.clock.clone(),
        pace: ctx.pace.clone(),
    };
    let (station, batched) = (ctx.station(), me.known.batched.clone());
    let balance_every = ctx.pace.balance_while_buying;
    let price_rise_limit = ctx.settings.price_rise_limit();
    let author = ctx.workspaces.author().clone();
    start(me, ctx, &BUY, batch, |progress| async move {
        let outbox = progress.outbox().to::<Purchases>();
        let workspace = handle.open().await.map_err(|error| unreadable(&error))?;
        let clock = parts.clock.clone();
        let patience = Patience {
            stop: progress.stop_flag(),
            retry: parts.pace.reconnect,
            tell: progress.waiting_line(),
        };
        let keeper = ClaimKeeper::new(handle, clock.clone()).patient(patience.clone());
        let keeper = Arc::new(keeper);
        let claims = Arc::clone(&keeper);
        let buyer = BatchBuyer::new(parts, outbox, claims);
        let shop = Shop {
            workspace,
            keeper,
            patience,
            basis,
            buyer,
            station,
            author,
            clock,
            batched,
            early: EarlyEnd::of_batch(&progress),
            price_rise_limit,
            balance_every,
        };
        let ended = shop.buy_all(wanted, &progress).await;
        tell_others(progress.outbox()).await;
        ended
    });
}

/// Other features show what was bought.
async fn tell_others(outbox: &Outbox<OrderBatches>) {
    outbox
        .lasting()
        .send(|_, ctx| {
            ctx.announce(Event::ShipmentsChanged);
            ctx.announce(Event::BalanceOutdated);
        })
        .await;
}

/// A balance from before the batch would be wrong for as long as it takes.
async fn balance_is_outdated(outbox: &Outbox<OrderBatches>) {
    outbox.lasting().send(|_, ctx| ctx.announce(Event::BalanceOutdated)).await;
}

/// What one batch works with.
pub(super) struct Shop {
    workspace: Arc<dyn Workspace>,
    keeper: Arc<ClaimKeeper>,
    patience: Patience,
    basis: Arc<OrderBasis>,
    buyer: BatchBuyer,
    station: Arc<str>,
    author: WorkspaceAuthor,
    clock: Clock,
    batched: BatchedPurchases,
    early: EarlyEnd,
    /// The batch ends after a label that was charged more above its quote.
    price_rise_limit: Amount,
    /// At least between refreshes of the balance on screen.
    balance_every: Duration,
}

impl Shop {
    async fn buy_all(
        &self,
        wanted: Wanted,
        progress: &Progress<OrderBatches>,
    ) -> Result<(), Trouble> {
        let link = Arc::clone(self.buyer.link());
        let mut purchases = BatchOfPurchases {
            shop: self,
            progress,
            waiting: claim::Waiting::new(wanted),
            results: Results::kept_for(self.patience.clone()),
            inquiry: RateInquiry::of_batch(Arc::clone(&self.basis), link, &self.early),
            has_waited: false,
            balance_asked: Stopwatch::start(),
        };
        let claimed = run_rows(&mut purchases, AT_ONCE).await;
        if purchases.has_waited {
            self.patience.is_over().await;
        }
        let mut results = purchases.results;
        // Orders that were claimed and not begun are as they were before.
        for label in claimed {
            results.add(label.released());
        }
        let workspace = self.workspace.as_ref();
        results.write(workspace, &self.basis, progress).await?;
        self.early.reason().map_or(Ok(()), Err)
    }

    fn unwritable(&self, error: &crate::store::workspace::WorkspaceError) -> Trouble {
        failure::describe_workspace_error(message!("orders-attempted-claim"), error)
    }
}

/// Orders are claimed some at a time, and each label is bought in a task of its own.
struct BatchOfPurchases<'a> {
    shop: &'a Shop,
    progress: &'a Progress<OrderBatches>,
    waiting: claim::Waiting,
    results: Results,
    inquiry: RateInquiry,
    /// The workspace was away when it was last asked for claims.
    has_waited: bool,
    balance_asked: Stopwatch,
}

impl RowBatch for BatchOfPurchases<'_> {
    type Row = Claimed;
    /// With the label, if it did not get onto the line and may be tried once more.
    type Outcome = (Finished, Option<Claimed>);

    fn early(&self) -> &EarlyEnd {
        &self.shop.early
    }

    async fn next_rows(&mut self) -> NextRows<Claimed> {
        match self.shop.claim_next(&mut self.waiting, &mut self.results).await {
            Ok(claimed) => {
                if std::mem::take(&mut self.has_waited) {
                    self.shop.patience.is_over().await;
                }
                NextRows::Rows(claimed)
            }
            // What was bought meanwhile is written before anything new is claimed.
            Err(error) if error.passes() && self.shop.patience.wait().await => {
                self.has_waited = true;
                NextRows::AskAgain
            }
            Err(error) => {
                self.shop.early.ask_for(self.shop.unwritable(&error));
                NextRows::Rows(Vec::new())
            }
        }
    }

    fn begin(
        &self,
        mut label: Claimed,
    ) -> (RowName, impl Future<Output = Self::Outcome> + Send + 'static) {
        let name = RowName { key: label.id.as_str().to_owned(), subject: subject(&label.order) };
        let (buyer, clock) = (self.shop.buyer.clone(), self.shop.clock.clone());
        let (inquiry, early) = (self.inquiry.clone(), self.shop.early.clone());
        let limit = self.shop.price_rise_limit;
        let task = async move {
            if early.must_stop() {
                return (label.released(), None);
            }
            if let Some(refused) = label.refuse_price(&inquiry).await {
                return (refused, None);
            }
            let (finished, label) = buy_one(buyer, clock, label, limit).await;
            // Before the turn ends, so that the next label knows of it.
            watch_line(&early, &finished);
            (finished, label)
        };
        (name, task)
    }

    async fn take_in(&mut self, name: RowName, outcome: Option<Self::Outcome>) -> Option<Claimed> {
        let Some((finished, label)) = outcome else {
            // It may have been sent before the panic. The journal knows, and the desk looks it up.
            self.shop.buyer.look_up().await;
            self.results.add(Finished::of_row(name.row(RowState::Uncertain)));
            return None;
        };
        let again = label.filter(|_| !self.shop.early.must_stop());
        if again.is_none() {
            self.results.add(finished);
        }
        again
    }

    fn unwritten(&self) -> usize {
        self.results.len()
    }

    /// What is under way ends as usual, also if the results cannot be written: the journal has it.
    async fn write(&mut self) {
        let shop = self.shop;
        let workspace = shop.workspace.as_ref();
        let written = self.results.write(workspace, &shop.basis, self.progress).await;
        written.unwrap_or_else(|trouble| shop.early.ask_for(trouble));
        if self.balance_asked.elapsed() >= shop.balance_every {
            self.balance_asked = Stopwatch::start();
            balance_is_outdated(self.progress.outbox()).await;
        }
    }
}

/// Ends the batch when the balance is used up, a price rises, the connection is down, or the journal
/// fails.
fn watch_line(early: &EarlyEnd, finished: &Finished) {
    let Some(trouble) = &finished.trouble else {
        return early.note_answer();
    };
    if trouble.codes.iter().any(|code| code == NO_FUNDS) || finished.ends_batch {
        return early.ask_for(trouble.clone());
    }
    match trouble.offline {
        true => early.note_silence(trouble),
        false => early.note_answer(),
    }
}

/// Buys one label; returns it again if it did not get onto the line and may be tried once more.
async fn buy_one(
    buyer: BatchBuyer,
    clock: Clock,
    mut label: Claimed,
    limit: Amount,
) -> (Finished, Option<Claimed>) {
    let outcome = label.send(&buyer).await;
    match outcome {
        LabelOutcome::Bought { entry, shipment, charged } => {
            let bought = BoughtLabel {
                tracking_numbers: buyer.tracking_numbers(&shipment).await,
                ..BoughtLabel::of_shipment(&shipment, charged, clock.now())
            };
            (label.bought(bought, entry.expected, limit), None)
        }
        LabelOutcome::Settled(entry) => {
            let fate = fate_of_entry(buyer.journal(), &entry, clock.now()).await;
            (label.settled(fate, &entry, limit), None)
        }
        LabelOutcome::Refused { trouble } => {
            let reason = trouble.cause.clone();
            let state = RowState::Failed(Box::new(trouble.clone()));
            let finished = label.finished(state, Fate::NotBought(reason));
            (finished.with_trouble(trouble), None)
        }
        LabelOutcome::InDoubt { trouble } => {
            let finished = label.finished(RowState::Uncertain, Fate::InDoubt);
            match trouble {
                Some(trouble) => (finished.with_trouble(trouble), None),
                None => (finished, None),
            }
        }
        LabelOutcome::NotSent { trouble } => {
            // With a connection it is the account that cannot buy: nobody is signed in any more.
            let is_refused = trouble.as_ref().is_some_and(|trouble| !trouble.offline);
            let trouble = trouble.unwrap_or_else(|| not_bought(message!("orders-work-not-sent")));
            let state = RowState::Failed(Box::new(trouble.clone()));
            let mut finished = label.finished(state, Fate::NotSent).with_trouble(trouble);
            finished.ends_batch = is_refused;
            label.rounds += 1;
            let again = (label.rounds < MOST_ROUNDS && !is_refused).then_some(label);
            (finished, again)
        }
        LabelOutcome::TakenOver => {
            let state = RowState::NeedsReview(message!("orders-work-taken-over"));
            (Finished::new(&label.order, &label.id, state), None)
        }
        LabelOutcome::NotRecorded(JournalError::AlreadyLive { transaction }) => {
            // Another purchase of the very same label is in the journal, such as one that was made
            // after the backup from which the orders were restored. It is not bought twice, and the
            // order gets what the journal knows of it.
            (label.replaced_by(transaction), None)
        }
        LabelOutcome::NotRecorded(error) => {
            let attempted = message!("orders-attempted-journal");
            let trouble = failure::describe_local_error(attempted, &error);
            let state = RowState::Failed(Box::new(trouble.clone()));
            let mut finished = label.finished(state, Fate::NeverSent).with_trouble(trouble);
            finished.ends_batch = true;
            (finished, None)
        }
    }
}

/// Why a label was not bought, where no call and no file has failed.
fn not_bought(cause: Message) -> Trouble {
    Trouble { cause, ..Trouble::default() }
}

impl Claimed {
    fn bought(&self, bought: BoughtLabel, expected: Option<Money>, limit: Amount) -> Finished {
        let rise = price_rise(expected, bought.charged, limit);
        let differs = match (expected, bought.charged) {
            (Some(expected), Some(charged)) => expected != charged,
            _ => false,
        };
        let price = bought.charged.or(expected).unwrap_or_default();
        let text = match differs {
            true => message!(
                "orders-work-bought-other-price",
                charged = price,
                expected = expected.unwrap_or_default()
            ),
            // The price is a cell of its own.
            false if bought.tracking_numbers.is_empty() => {
                message!("orders-work-bought", price = price)
            }
            false => bought.tracking_numbers.join(", ").as_str().into(),
        };
        let state = match differs {
            true => RowState::NeedsReview(text),
            false => RowState::Done(text),
        };
        let mut finished = self.finished(state, Fate::Bought(Box::new(bought)));
        finished.row = finished.row.priced(Some(price));
        match rise {
            Some(PriceRise::AboveLimit) => Finished {
                trouble: Some(Trouble {
                    attempted: message!("orders-attempted-buy-at-price"),
                    cause: message!(
                        "orders-work-price-rise",
                        order = self.order.number.clone(),
                        charged = price,
                        expected = expected.unwrap_or_default()
                    ),
                    advice: message!("orders-advice-price-rise"),
                    ..Trouble::default()
                }),
                ends_batch: true,
                ..finished
            },
            Some(PriceRise::WithinLimit) | None => finished,
        }
    }

    /// Another path has settled the purchase: a list that has it, or a person.
    fn settled(&self, fate: Fate, entry: &Entry, limit: Amount) -> Finished {
        let failed = |cause: Message| RowState::Failed(Box::new(not_bought(cause)));
        let state = match &fate {
            Fate::Bought(bought) => {
                return self.bought((**bought).clone(), entry.expected, limit);
            }
            Fate::InDoubt => RowState::Uncertain,
            Fate::NotSent | Fate::NeverSent => failed(message!("orders-work-not-sent")),
            Fate::NotBought(_) if entry.state == EntryState::Cancelled => {
                failed(message!("orders-work-purchase-canceled"))
            }
            Fate::NotBought(refusal) if refusal.is_empty() => {
                failed(message!("orders-work-not-found"))
            }
            Fate::NotBought(refusal) => failed(refusal.clone()),
        };
        self.finished(state, fate)
    }

    /// What became of the label, and the change of its order.
    fn finished(&self, state: RowState, fate: Fate) -> Finished {
        let (label, transaction) = (self.label.clone(), self.label.transaction.clone());
        let take = move |order: &mut Order| {
            let has = |order: &Order| {
                let mut labels = order.labels.iter();
                labels.any(|other| other.transaction == transaction)
            };
            // What was paid for is recorded even if the claim is gone.
            if !has(order) && !matches!(fate, Fate::NeverSent) {
                order.labels.push(label.clone());
            }
            apply_fate_of(&label.station, order, &transaction, &fate);
        };
        let mut order = self.order.clone();
        take(&mut order);
        Finished::new(&order, &self.id, state).with_change(Change {
            id: self.id.clone(),
            revision: self.revision,
            order,
            again: Box::new(take),
        })
    }

    /// The order's label is that of the purchase which the journal has.
    fn replaced_by(&self, living: TransactionId) -> Finished {
        let mine = self.label.transaction.clone();
        let take = move |order: &mut Order| {
            let has_living = order.labels.iter().any(|it| it.transaction == living);
            if has_living {
                return order.labels.retain(|it| it.transaction != mine);
            }
            let mut labels = order.labels.iter_mut();
            if let Some(label) = labels.find(|it| it.transaction == mine) {
                label.transaction = living.clone();
                label.status = LabelStatus::InDoubt;
            }
        };
        let mut order = self.order.clone();
        take(&mut order);
        Finished::new(&order, &self.id, RowState::Uncertain).with_change(Change {
            id: self.id.clone(),
            revision: self.revision,
            order,
            again: Box::new(take),
        })
    }

    /// One that is in the journal stays there, to be sent later under the same id.
    fn released(&self) -> Finished {
        if self.rounds == 0 && self.is_new() {
            self.finished(RowState::Canceled, Fate::NeverSent)
        } else {
            let state = RowState::NeedsReview(message!("orders-work-not-sent"));
            self.finished(state, Fate::NotSent)
        }
    }
}
