//! Rates for many orders: one request each, and the rate that the preset chooses.

use std::sync::Arc;

use crate::api;
use crate::api::rate::Rate;
use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::base::money::Money;
use crate::desk::kernel::batch_job::early_end::EarlyEnd;
use crate::desk::kernel::batch_job::pause::Pause;
use crate::desk::kernel::batch_job::{BatchJob, BatchRow, RowState};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::session::{Link, RequestError};
use crate::desk::order_batches::OrderBatches;
use crate::desk::order_batches::work::runner::{Finished, run};
use crate::desk::order_batches::work::{WORK, start};
use crate::desk::order_records::changes::Change;
use crate::desk::order_records::unreadable;
use crate::message;
use crate::orders::basis::{OrderBasis, scope_text};
use crate::orders::order::{Order, OrderQuote};
use crate::orders::order_row::order_of_row;
use crate::parcel::draft::Draft;
use crate::parcel::preset::{Preset, choose_rate, left_out};
use crate::parcel::rate_ranking::service_name;
use crate::parcel::requests;
use crate::store::workspace::OrderRow;

/// Which label of an order is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    There,
    /// A return label.
    Back,
}

pub(super) fn begin(
    me: &mut OrderBatches,
    ctx: &mut Ctx<'_>,
    batch: BatchJob,
    ids: Vec<OrderId>,
    way: Way,
    link: Arc<Link>,
) {
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    let clock = ctx.clock.clone();
    start(me, ctx, &WORK, batch, |progress| async move {
        let workspace = workspace.open().await.map_err(|error| unreadable(&error))?;
        let early = EarlyEnd::of_batch(&progress);
        let inquiry = RateInquiry::of_batch(Arc::clone(&basis), link, &early);
        let one = |row: OrderRow| {
            let (inquiry, clock) = (inquiry.clone(), clock.clone());
            async move {
                let order = order_of_row(&row);
                let asked = inquiry.get_rate(&row.id, &order, way).await;
                let (quote, left_out) = match asked {
                    Ok(rate) => {
                        let quote = OrderQuote {
                            rate: rate.rate,
                            inputs: rate.inputs,
                            at: clock.now(),
                            scope: scope_text(&inquiry.link.scope),
                            changed_from: None,
                        };
                        (Box::new(quote), rate.left_out)
                    }
                    Err(NotRated::Skipped(state)) => return Finished::new(&order, &row.id, state),
                    Err(NotRated::Failed(error)) => {
                        let state = RowState::Failed(Box::new(error.trouble));
                        return Finished::new(&order, &row.id, state);
                    }
                };
                inquiry.basis.asked.note(&quote);
                finished(row, order, quote, left_out, way)
            }
        };
        run(workspace.as_ref(), &basis, ids, &progress, &early, one).await
    });
}

pub(in crate::desk) struct Rated {
    pub rate: api::rate::Rate,
    inputs: String,
    /// Which rate was not considered, and why.
    pub left_out: Option<Message>,
}

enum NotRated {
    Skipped(RowState),
    Failed(Box<RequestError>),
}

/// Asks for rates of orders. Several may be asked for at once.
#[derive(Clone)]
pub(in crate::desk) struct RateInquiry {
    basis: Arc<OrderBasis>,
    link: Arc<Link>,
    pause: Pause,
    early: EarlyEnd,
}

/// Why a planned order has no rate.
#[derive(Debug)]
pub(in crate::desk) struct RateRefusal {
    pub reason: Message,
    pub codes: Vec<String>,
    /// The same would meet the other orders too.
    pub concerns_all: bool,
}

impl RateRefusal {
    /// The task that asked has panicked.
    pub(in crate::desk) fn crashed() -> Self {
        let reason = message!("parts-work-crashed");
        Self { reason, codes: Vec::new(), concerns_all: false }
    }
}

impl RateInquiry {
    pub(in crate::desk) fn new(basis: Arc<OrderBasis>, link: Arc<Link>) -> Self {
        Self { basis, link, pause: Pause::default(), early: EarlyEnd::default() }
    }

    /// The same for a batch that ends for these reasons.
    pub(super) fn of_batch(basis: Arc<OrderBasis>, link: Arc<Link>, early: &EarlyEnd) -> Self {
        Self { early: early.clone(), ..Self::new(basis, link) }
    }

    /// What the service asks now for the service of a rate; `None` if it does not offer it.
    pub(in crate::desk) async fn price_now(
        &self,
        draft: &Draft,
        rate: &Rate,
    ) -> Result<Option<Money>, Box<RequestError>> {
        let request = requests::rate_request(draft);
        let answer = self.pause.keep(|| self.link.send(api::rate::quote(&request))).await;
        self.early.note_outcome(&answer);
        let rates = answer.map_err(Box::new)?.rates;
        let is_same = |other: &&Rate| {
            other.carrier_account_id == rate.carrier_account_id
                && other.final_service == rate.final_service
        };
        let prices = rates.iter().filter(is_same).filter_map(Rate::price);
        Ok(prices.min_by_key(|price| price.amount))
    }

    /// The rate that the order's preset chooses. Nothing is kept of it.
    pub(in crate::desk) async fn rate(
        &self,
        id: &OrderId,
        order: &Order,
    ) -> Result<Rated, RateRefusal> {
        let asked = self.get_rate(id, order, Way::There).await;
        asked.map_err(|refusal| match refusal {
            NotRated::Skipped(state) => RateRefusal {
                reason: match state {
                    RowState::Skipped(reason) | RowState::NeedsReview(reason) => reason,
                    _ => Message::default(),
                },
                codes: Vec::new(),
                concerns_all: false,
            },
            NotRated::Failed(error) => RateRefusal {
                concerns_all: self.early.reason_at_end().is_some(),
                reason: error.trouble.cause,
                codes: error.trouble.codes,
            },
        })
    }

    async fn get_rate(&self, id: &OrderId, order: &Order, way: Way) -> Result<Rated, NotRated> {
        let basis = &*self.basis;
        let draft = match way {
            Way::There => draft_there(basis, id, order)?,
            Way::Back => draft_back(basis, id, order)?,
        };
        let request = requests::rate_request(&draft);
        let answer = self.pause.keep(|| self.link.send(api::rate::quote(&request))).await;
        self.early.note_outcome(&answer);
        let answer = answer.map_err(|error| NotRated::Failed(Box::new(error)))?;
        let cheapest = Preset::default();
        let preset = basis.preset(order).unwrap_or(&cheapest);
        let rate = choose_rate(preset, &answer.rates, &basis.hidden_services);
        let rate =
            rate.map_err(|none| NotRated::Skipped(RowState::NeedsReview(none.in_words())))?;
        let left_out = left_out(&answer.rates);
        Ok(Rated { rate: rate.clone(), inputs: basis.quote_inputs(order, &draft), left_out })
    }
}

fn draft_there(basis: &OrderBasis, id: &OrderId, order: &Order) -> Result<Draft, NotRated> {
    if order.may_have_cost_money() {
        let text = message!("orders-work-bought-already");
        return Err(NotRated::Skipped(RowState::Skipped(text)));
    }
    let assessed = basis.assess(id, order);
    match assessed.problems.first() {
        Some(problem) => {
            let text = message!("orders-work-problem", problem = problem.in_words());
            Err(NotRated::Skipped(RowState::NeedsReview(text)))
        }
        None => Ok(assessed.draft),
    }
}

fn draft_back(basis: &OrderBasis, id: &OrderId, order: &Order) -> Result<Draft, NotRated> {
    let draft = basis.return_draft(id, order);
    match basis.return_obstacle(order, &draft) {
        Some(why) => Err(NotRated::Skipped(RowState::NeedsReview(why))),
        None => Ok(draft),
    }
}

fn finished(
    row: OrderRow,
    mut order: Order,
    mut quote: Box<OrderQuote>,
    left_out: Option<Message>,
    way: Way,
) -> Finished {
    let known = match way {
        Way::There => &order.quote,
        Way::Back => &order.return_quote,
    };
    let before = known.as_ref().and_then(|quote| quote.rate.price());
    let price = quote.rate.price();
    quote.changed_from = before.filter(|before| Some(*before) != price);
    let chosen = chosen_words(&quote.rate);
    let state = RowState::Done(match &left_out {
        None => chosen,
        Some(left) => {
            message!("orders-work-rated-left-out", chosen = chosen, left = left.clone())
        }
    });
    let take = move |order: &mut Order| match way {
        Way::There if order.may_have_cost_money() => {}
        Way::There => order.quote = Some(quote.clone()),
        Way::Back => order.return_quote = Some(quote.clone()),
    };
    take(&mut order);
    let finished = Finished::new(&order, &row.id, state);
    let mut finished = finished.with_change(Change {
        id: row.id,
        revision: row.revision,
        order,
        again: Box::new(take),
    });
    finished.row = BatchRow { left_out, ..finished.row.priced(price) };
    finished
}

/// `Ground Advantage, 5 days`; the price is a cell of its own.
fn chosen_words(rate: &Rate) -> Message {
    let service = rate.final_service.as_ref().map(service_name);
    let service = service.unwrap_or_default();
    match rate.delivery_days {
        Some(days) => message!("orders-work-rated", service = service, days = days),
        None => service.as_str().into(),
    }
}
