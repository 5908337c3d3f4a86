//! Batches of orders: check addresses, get rates, buy. Each row has its result, a batch can be
//! stopped between two orders, and what failed can be tried again.

mod buy;
mod check_addresses;
mod get_rates;
mod runner;

pub(in crate::desk::order_batches) use self::buy::is_covered;
pub(in crate::desk) use self::get_rates::{RateInquiry, RateRefusal, Rated};
use crate::base::id::OrderId;
use crate::base::money::Money;
use crate::desk::kernel::batch_job;
use crate::desk::kernel::batch_job::{BatchIntent, BatchJob, BatchSlot};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::order_batches::work::get_rates::Way;
use crate::desk::order_batches::{OrderBatches, settle};
use crate::message;
use crate::orders::agreed_return::AgreedReturn;
use crate::text;

/// What is done for many orders.
#[derive(Clone, Debug, PartialEq)]
pub enum OrderWork {
    CheckAddresses(Vec<OrderId>),
    GetRates(Vec<OrderId>),
    /// Buys each order at the price that was agreed to; an order whose price is another one by now
    /// is left out.
    Buy(Vec<(OrderId, Money)>),
    /// Sends the labels that a stopped batch left unsent, under the same transaction ids.
    SendUnsent(Vec<OrderId>),
    /// Gets rates of return labels.
    RateReturns(Vec<OrderId>),
    /// Buys a return label for each order.
    BuyReturns(Vec<AgreedReturn>),
}

/// Requests that are under way at once. The service answers rates in some tenths of a second; more
/// would not shorten a batch by much, and a busy service refuses them.
pub const AT_ONCE: usize = 6;

/// Ends when another account is shown.
const WORK: BatchSlot<OrderBatches> = BatchSlot {
    slot: Slot::with_account("work with orders"),
    batch: |me| &mut me.work,
    ended: |_, ctx| ctx.announce(Event::OrderBatchEnded),
};

/// Goes on until the labels under way have their results, whichever account is shown.
const BUY: BatchSlot<OrderBatches> = BatchSlot {
    slot: Slot::with_window("buying labels of orders"),
    batch: |me| &mut me.work,
    ended: |me, ctx| {
        // A list may have settled one of them meanwhile.
        settle::settle_all(me, ctx);
        ctx.announce(Event::OrderBatchEnded);
        ctx.announce(Event::OrderLabelsBought);
    },
};

impl OrderWork {
    pub fn ids(&self) -> Vec<OrderId> {
        match self {
            Self::CheckAddresses(ids)
            | Self::GetRates(ids)
            | Self::SendUnsent(ids)
            | Self::RateReturns(ids) => ids.clone(),
            Self::Buy(agreed) => agreed.iter().map(|(id, _)| id.clone()).collect(),
            Self::BuyReturns(agreed) => agreed.iter().map(|it| it.order.clone()).collect(),
        }
    }

    /// The same for some of its orders.
    fn only(&self, keys: &[String]) -> Self {
        let has = |id: &OrderId| keys.iter().any(|key| key == id.as_str());
        let some = |ids: &[OrderId]| ids.iter().filter(|id| has(id)).cloned().collect();
        match self {
            Self::CheckAddresses(ids) => Self::CheckAddresses(some(ids)),
            Self::GetRates(ids) => Self::GetRates(some(ids)),
            Self::SendUnsent(ids) => Self::SendUnsent(some(ids)),
            Self::Buy(agreed) => {
                Self::Buy(agreed.iter().filter(|(id, _)| has(id)).cloned().collect())
            }
            Self::RateReturns(ids) => Self::RateReturns(some(ids)),
            Self::BuyReturns(agreed) => {
                let agreed = agreed.iter().filter(|it| has(&it.order));
                Self::BuyReturns(agreed.cloned().collect())
            }
        }
    }
}

/// Whether a batch is at work, also one of another account that is about to end.
pub(in crate::desk) fn is_busy(me: &OrderBatches, ctx: &Ctx<'_>) -> bool {
    me.is_busy() || me.known.is_importing || ctx.jobs.is_running(&BUY.slot)
}

pub(in crate::desk) fn begin(me: &mut OrderBatches, ctx: &mut Ctx<'_>, work: OrderWork) {
    if is_busy(me, ctx) {
        return ctx.notice(Tone::Info, message!("orders-work-busy"), None);
    }
    let ids = work.ids();
    if ids.is_empty() {
        return;
    }
    let Some(link) = ctx.link.clone() else {
        return ctx.notice(Tone::Info, message!("orders-work-sign-in"), None);
    };
    me.work_kind = Some(work.clone());
    ctx.announce(Event::OrderBatchBegun);
    let total = ids.len() as u64;
    match work {
        OrderWork::CheckAddresses(ids) => {
            let batch = BatchJob::with_expected_rows(message!("orders-work-checking"), total);
            let batch = batch.finished_as(|| text!("orders-work-all-checked"));
            check_addresses::begin(me, ctx, batch, ids, link);
        }
        OrderWork::GetRates(ids) => {
            let batch = BatchJob::with_expected_rows(message!("orders-work-rating"), total);
            let batch = batch.finished_as(|| text!("orders-work-all-rated"));
            get_rates::begin(me, ctx, batch, ids, Way::There, link);
        }
        OrderWork::Buy(agreed) => {
            let batch = BatchJob::with_expected_rows(message!("orders-work-buying"), total);
            let batch = batch.finished_as(|| text!("orders-work-all-bought"));
            buy::begin(me, ctx, batch, buy::Wanted::New(agreed), link);
        }
        OrderWork::SendUnsent(ids) => {
            let batch = BatchJob::with_expected_rows(message!("orders-work-sending"), total);
            let batch = batch.finished_as(|| text!("orders-work-all-sent"));
            buy::begin(me, ctx, batch, buy::Wanted::Unsent(ids), link);
        }
        OrderWork::RateReturns(ids) => {
            let batch = BatchJob::with_expected_rows(message!("order-returns-rating"), total);
            let batch = batch.finished_as(|| text!("order-returns-all-rated"));
            get_rates::begin(me, ctx, batch, ids, Way::Back, link);
        }
        OrderWork::BuyReturns(agreed) => {
            let batch = BatchJob::with_expected_rows(message!("order-returns-buying"), total);
            let batch = batch.finished_as(|| text!("order-returns-all-bought"));
            buy::begin(me, ctx, batch, buy::Wanted::Returns(agreed), link);
        }
    }
}

pub(in crate::desk) fn apply(me: &mut OrderBatches, ctx: &mut Ctx<'_>, intent: BatchIntent) {
    let is_retried = intent.obey(&mut me.work);
    let Some(batch) = me.work.as_ref() else {
        me.work_kind = None;
        return;
    };
    if let Some(kind) = me.work_kind.clone().filter(|_| is_retried) {
        let failed = batch.rows.iter().filter(|row| row.is_undone());
        let mut keys: Vec<String> = failed.map(|row| row.key.clone()).collect();
        // Orders that were never begun have no row.
        let ids = kind.ids().into_iter().map(|id| id.as_str().to_owned());
        keys.extend(ids.filter(|key| batch.row(key).is_none()));
        begin(me, ctx, kind.only(&keys));
    }
}

/// Starts the batch's job; see [`batch_job::start`].
fn start<J>(
    me: &mut OrderBatches,
    ctx: &mut Ctx<'_>,
    place: &BatchSlot<OrderBatches>,
    batch: BatchJob,
    job: impl FnOnce(batch_job::Progress<OrderBatches>) -> J,
) where
    J: Future<Output = Result<(), Trouble>> + Send + 'static,
{
    // `OrderWork` has the orders that the batch never comes to.
    batch_job::start(me, ctx, place, batch.with_known_rows(), job);
}
