//! Rating and buying, a portion of the orders at a time: prices are fresh when they are paid, and
//! each row of the desk's batch is seen. Stations on one list take its portions in different orders, so
//! that they seldom meet, and leave each other's orders alone.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use jiff::SignedDuration;

use crate::api::rate::Rate;
use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::base::money::Money;
use crate::desk::flows::batch_run::doubts::Doubt;
use crate::desk::flows::batch_run::sorting::{Sorted, bought};
use crate::desk::flows::batch_run::waiting::{Obstacle, buying_obstacle};
use crate::desk::flows::batch_run::{Early, Run, Step};
use crate::desk::kernel::batch_job::{BatchIntent, BatchJob, BatchRow, RowState};
use crate::desk::kernel::failure::Trouble;
use crate::desk::order_batches::OrderBatchIntent;
use crate::desk::order_batches::work::{OrderWork, is_busy};
use crate::desk::owner::Desk;
use crate::message;
use crate::orders::batch_report::{LeftOut, OrderEvent, RunEnd};
use crate::orders::order::Order;
use crate::orders::order_label::{LabelStatus, OrderLabel};
use crate::orders::order_row::order_of_row;

/// Orders that are rated and then bought.
const PORTION: usize = 200;
/// As [`PORTION`], where other stations may have the same list: a few rounds of calls, so that little
/// is done twice when two stations meet.
const SHARED_PORTION: usize = 24;
/// A purchase lasts seconds. One that another station began so long ago is not under way any more.
const LONGEST_PURCHASE: SignedDuration = SignedDuration::from_mins(10);
/// For the job of the portion before to end.
pub(super) const LONGEST_ENDING: Duration = Duration::from_secs(10);

/// What the rows of a batch tell of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Rates,
    Buy,
    /// Purchases of an earlier run.
    Send,
}

impl Run<'_, '_> {
    pub(super) fn rate_all(&mut self, ready: &[OrderId]) -> Step<()> {
        for portion in self.portions(ready) {
            self.rate(&portion)?;
        }
        Ok(())
    }

    pub(super) fn buy_all(&mut self, sorted: Sorted) -> Step<()> {
        for portion in sorted.unsent.chunks(PORTION) {
            self.has_begun_buying = true;
            self.work(OrderWork::SendUnsent(portion.to_vec()), Stage::Send)?;
        }
        for portion in self.portions(&sorted.ready) {
            let left = self.left_over(portion)?;
            if left.is_empty() {
                continue;
            }
            let priced = self.rate(&left)?;
            if !priced.is_empty() {
                self.has_begun_buying = true;
                self.work(OrderWork::Buy(priced), Stage::Buy)?;
            }
        }
        Ok(())
    }

    /// In the order of the list, or in one of this station's own if others may have the list too.
    fn portions(&mut self, ready: &[OrderId]) -> Vec<Vec<OrderId>> {
        let (is_shared, station) =
            self.headless.desk.kernel(|ctx| (ctx.workspace_is_shared(), ctx.station()));
        let size = if is_shared { SHARED_PORTION } else { PORTION };
        let mut portions: Vec<Vec<OrderId>> = ready.chunks(size).map(<[_]>::to_vec).collect();
        if is_shared {
            portions.sort_by_cached_key(|portion| {
                let mut hasher = DefaultHasher::new();
                (&station, portion.first()).hash(&mut hasher);
                hasher.finish()
            });
        }
        portions
    }

    /// The orders that no other station has bought or is buying since the run began; tells of the
    /// others.
    fn left_over(&mut self, ids: Vec<OrderId>) -> Step<Vec<OrderId>> {
        let mut left = Vec::new();
        for row in self.orders_by_id(&ids)? {
            let order = order_of_row(&row);
            match self.is_bought_elsewhere(&order) {
                true => {
                    let left_out = OrderEvent::LeftOut(LeftOut::BoughtElsewhere);
                    self.tell_of(&row.id, &order, &left_out);
                }
                false => left.push(row.id),
            }
        }
        Ok(left)
    }

    /// Whether another station has bought the label of the order or is just buying it.
    pub(super) fn is_bought_elsewhere(&mut self, order: &Order) -> bool {
        let now = self.headless.desk.clock.now();
        order.newest_label().is_some_and(|label| {
            let is_done = match label.status {
                LabelStatus::Bought => true,
                LabelStatus::Buying => now.duration_since(label.begun) < LONGEST_PURCHASE,
                _ => false,
            };
            is_done && self.is_of_another_computer(label)
        })
    }

    /// Asks for rates, and returns the price of each order that got one.
    fn rate(&mut self, ids: &[OrderId]) -> Step<Vec<(OrderId, Money)>> {
        self.work(OrderWork::GetRates(ids.to_vec()), Stage::Rates)
    }

    /// Runs a batch of the desk to its end and tells of each of its rows.
    fn work(&mut self, work: OrderWork, stage: Stage) -> Step<Vec<(OrderId, Money)>> {
        self.checked()?;
        self.begin_work(&work)?;
        let mut priced = Vec::new();
        let (mut seen, mut is_cancelled) = (0, false);
        loop {
            self.headless.turn();
            if self.must_stop() && !is_cancelled {
                let cancel = OrderBatchIntent::Work(BatchIntent::Cancel);
                self.headless.desk.apply(cancel);
                is_cancelled = true;
            }
            let batch = self.headless.desk.state.order_batches.work.as_ref();
            let is_over = !batch.is_some_and(BatchJob::is_running);
            let rows = batch.and_then(|batch| batch.rows.get(seen..));
            let rows = rows.map(<[BatchRow]>::to_vec).unwrap_or_default();
            seen += rows.len();
            priced.extend(self.tell_rows(rows, stage)?);
            self.save_labels()?;
            if is_over {
                break;
            }
        }
        let batch = self.headless.desk.state.order_batches.work.take();
        self.checked()?;
        match batch.and_then(|batch| batch.trouble) {
            Some(trouble) => Err(self.ended_by(&trouble)),
            None => Ok(priced),
        }
    }

    fn begin_work(&mut self, work: &OrderWork) -> Step<()> {
        loop {
            if buys(work) {
                self.wait_until_buying_may_begin();
            }
            self.headless.run_until(LONGEST_ENDING, |desk| {
                let is_free = !desk.order_batches(|me, ctx| is_busy(me, ctx));
                if is_free && obstacle(desk, work).is_none() {
                    desk.state.order_batches.work = None;
                    desk.apply(OrderBatchIntent::Begin(work.clone()));
                }
                let has_begun = desk.state.order_batches.work.is_some();
                (is_free && has_begun) || obstacle(desk, work).is_some()
            });
            self.checked()?;
            let desk = &self.headless.desk;
            if desk.state.order_batches.work.is_some() {
                return Ok(());
            }
            let obstacle = obstacle(desk, work);
            if obstacle.as_ref().is_some_and(|obstacle| obstacle.passes) {
                continue;
            }
            let reason = obstacle.map(|obstacle| obstacle.reason);
            let reason = reason.unwrap_or_else(|| "the work could not be begun".to_owned());
            return Err(Early::End(RunEnd::Stopped { reason }));
        }
    }

    /// Why the run ends if the desk ended its batch.
    fn ended_by(&self, trouble: &Trouble) -> Early {
        let reason = format!("{}: {}", trouble.attempted, trouble.cause);
        let is_of_service =
            trouble.offline || trouble.status.is_some() || trouble.retry_after.is_some();
        Early::End(match is_of_service && !self.has_begun_buying {
            true => RunEnd::NothingSent { reason },
            false => RunEnd::Stopped { reason },
        })
    }

    fn tell_rows(&mut self, rows: Vec<BatchRow>, stage: Stage) -> Step<Vec<(OrderId, Money)>> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let ids = rows.iter().map(|row| OrderId::new(row.key.as_str()));
        let ids: Vec<OrderId> = ids.collect();
        let found = self.orders_by_id(&ids)?;
        let orders: HashMap<OrderId, Order> =
            found.iter().map(|row| (row.id.clone(), order_of_row(row))).collect();
        let mut priced = Vec::new();
        for row in rows {
            let id = OrderId::new(row.key.as_str());
            let Some(order) = orders.get(&id) else {
                self.tell_removed(&id, &row.state, stage);
                continue;
            };
            match stage {
                Stage::Rates => priced.extend(self.tell_rate(&id, order, &row)),
                Stage::Buy | Stage::Send => self.tell_label(&id, order, &row, stage),
            }
        }
        Ok(priced)
    }

    /// Tells of an order that was removed while the run was at work.
    fn tell_removed(&mut self, id: &OrderId, state: &RowState, stage: Stage) {
        let Some(name) = self.orders.get(id).cloned() else {
            return;
        };
        let (reason, codes) = reason_of(state);
        let event = match stage {
            Stage::Rates => OrderEvent::NotRated { reason, codes },
            Stage::Buy | Stage::Send => OrderEvent::NotBought { transaction: None, reason, codes },
        };
        self.tell(&name, &event);
    }

    fn tell_rate(
        &mut self,
        id: &OrderId,
        order: &Order,
        row: &BatchRow,
    ) -> Option<(OrderId, Money)> {
        let rate = order.quote.as_ref().map(|quote| &quote.rate);
        let rate = rate.filter(|_| matches!(row.state, RowState::Done(_)));
        if let Some((rate, price)) = rate.and_then(|rate| Some((rate, rate.price()?))) {
            self.tell_of(id, order, &rated(rate, price, row.left_out.as_ref()));
            return Some((id.clone(), price));
        }
        let event = match self.is_bought_elsewhere(order) {
            true => OrderEvent::LeftOut(LeftOut::BoughtElsewhere),
            false => {
                let (reason, codes) = reason_of(&row.state);
                OrderEvent::NotRated { reason, codes }
            }
        };
        self.tell_of(id, order, &event);
        None
    }

    /// Tells what became of the newest attempt to buy a label for the order.
    fn tell_label(&mut self, id: &OrderId, order: &Order, row: &BatchRow, stage: Stage) {
        // It was claimed and released again.
        if row.state == RowState::Canceled {
            return;
        }
        let begun_earlier = stage == Stage::Send;
        let has_failed = matches!(row.state, RowState::Failed(_));
        let (reason, codes) = reason_of(&row.state);
        let label = order.newest_label();
        let transaction = label.map(|label| label.transaction.to_string());
        let event = match (label, label.map(|label| label.status)) {
            // Only a label that this batch has bought has a price.
            (Some(label), _) if row.price.is_some() => {
                self.labels.add(id, label);
                self.note_unnumbered(id, label);
                bought(order, label, begun_earlier)
            }
            // Another station was faster.
            (Some(_), _) if is_unclaimed(&row.state) && self.is_bought_elsewhere(order) => {
                OrderEvent::LeftOut(LeftOut::BoughtElsewhere)
            }
            // Another computer has it, which may buy it or has done so.
            (Some(label), _) if label.is_open() && self.is_of_another_computer(label) => {
                let transaction = label.transaction.to_string();
                OrderEvent::InDoubt { transaction, begun_earlier }
            }
            (Some(label), status)
                if row.state == RowState::Uncertain || status == Some(LabelStatus::InDoubt) =>
            {
                self.doubts.push(Doubt {
                    order: id.clone(),
                    transaction: label.transaction.clone(),
                    is_earlier: begun_earlier,
                });
                OrderEvent::InDoubt { transaction: label.transaction.to_string(), begun_earlier }
            }
            (_, Some(LabelStatus::NotBought)) if has_failed => OrderEvent::Refused {
                transaction: transaction.unwrap_or_default(),
                reason,
                codes,
                begun_earlier,
            },
            // A window of this computer was faster.
            (_, Some(LabelStatus::Bought)) => OrderEvent::LeftOut(LeftOut::BoughtBefore),
            // It is in the journal.
            (_, Some(LabelStatus::Buying)) => OrderEvent::NotBought { transaction, reason, codes },
            _ => OrderEvent::NotBought { transaction: None, reason, codes },
        };
        self.tell_of(id, order, &event);
    }

    fn is_of_another_computer(&mut self, label: &OrderLabel) -> bool {
        let own = self.headless.desk.kernel(|ctx| ctx.station());
        label.station != *own
    }
}

/// Why the desk would not begin this work.
fn obstacle(desk: &Desk, work: &OrderWork) -> Option<Obstacle> {
    if desk.link.is_none() {
        return Some(Obstacle { reason: "nobody is signed in any more".to_owned(), passes: false });
    }
    buying_obstacle(desk).filter(|_| buys(work))
}

fn buys(work: &OrderWork) -> bool {
    matches!(work, OrderWork::Buy(_) | OrderWork::SendUnsent(_))
}

pub(super) fn rated(rate: &Rate, price: Money, left_out: Option<&Message>) -> OrderEvent {
    OrderEvent::Rated {
        carrier: rate.carrier_code.clone().unwrap_or_default(),
        service: service_of(rate),
        price,
        days: whole_days(rate.delivery_days),
        left_out: left_out.map(ToString::to_string),
    }
}

/// The service as the interface spells it.
pub(super) fn service_of(rate: &Rate) -> String {
    let service = rate.final_service.as_ref();
    service.map(ToString::to_string).unwrap_or_default()
}

/// Days that are begun count as whole ones.
fn whole_days(days: Option<f64>) -> Option<u32> {
    let days = days.filter(|days| (0.0..10_000.0).contains(days))?;
    Some(days.ceil() as u32)
}

/// Whether this run never had the order: something else had changed it before it was claimed.
fn is_unclaimed(state: &RowState) -> bool {
    let reasons =
        [message!("orders-work-bought-already"), message!("orders-work-changed-meanwhile")];
    matches!(state, RowState::NeedsReview(reason) if reasons.contains(reason))
}

/// Why a row is not done, in words, with the codes of the service.
fn reason_of(state: &RowState) -> (String, Vec<String>) {
    match state {
        RowState::Failed(trouble) => (trouble.cause.to_string(), trouble.codes.clone()),
        RowState::Done(text) | RowState::Skipped(text) | RowState::NeedsReview(text) => {
            (text.to_string(), Vec::new())
        }
        RowState::Waiting | RowState::Doing | RowState::Uncertain | RowState::Canceled => {
            (String::new(), Vec::new())
        }
    }
}
