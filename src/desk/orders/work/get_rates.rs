//! Rates for many orders: one request each, and the rate that the preset chooses.

use std::sync::Arc;

use crate::api;
use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::desk::kernel::batch_job::{BatchJob, RowState};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::session::{Link, RequestError};
use crate::desk::orders::basis::{OrderBasis, scope_text};
use crate::desk::orders::order_row::order_of_row;
use crate::desk::orders::work::pause::Pause;
use crate::desk::orders::work::runner::{Change, EarlyEnd, Finished, run};
use crate::desk::orders::work::{AT_ONCE, WORK, start};
use crate::desk::orders::{Orders, list};
use crate::desk::parcel::preset::{Preset, choose_rate};
use crate::desk::parcel::rate_ranking::service_name;
use crate::desk::parcel::requests;
use crate::desk::records::order::{Order, OrderQuote};
use crate::message;
use crate::store::workspace::OrderRow;

pub(super) fn begin(
    me: &mut Orders,
    ctx: &mut Ctx<'_>,
    batch: BatchJob,
    ids: Vec<OrderId>,
    link: Arc<Link>,
) {
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.basis));
    let clock = ctx.clock.clone();
    start(me, ctx, &WORK, batch, |progress| async move {
        let workspace = workspace
            .open()
            .await
            .map_err(|error| list::unreadable(&error))?;
        let (early, pause) = (EarlyEnd::default(), Pause::default());
        let one = |row: OrderRow| {
            let (basis, link) = (Arc::clone(&basis), Arc::clone(&link));
            let (early, pause, clock) = (early.clone(), pause.clone(), clock.clone());
            async move {
                let order = order_of_row(&row);
                let asked = get_rate(&basis, (&link, &pause), &row.id, &order).await;
                let quote = match asked {
                    Ok(rate) => OrderQuote {
                        rate: rate.rate,
                        inputs: rate.inputs,
                        at: clock.now(),
                        scope: scope_text(&link.scope),
                        changed_from: None,
                    },
                    Err(NotRated::Skipped(state)) => return Finished::new(&order, &row.id, state),
                    Err(NotRated::Failed(error)) => {
                        if ends_batch(&error) {
                            early.ask_for(error.trouble.clone());
                        }
                        let state = RowState::Failed(Box::new(error.trouble));
                        return Finished::new(&order, &row.id, state);
                    }
                };
                finished(row, order, quote)
            }
        };
        run(
            workspace.as_ref(),
            &basis,
            ids,
            AT_ONCE,
            (&progress, &early),
            one,
        )
        .await
    });
}

struct Rated {
    rate: api::rate::Rate,
    inputs: String,
}

enum NotRated {
    Skipped(RowState),
    Failed(Box<RequestError>),
}

/// Asks for rates of orders that are only planned. Several may be asked for at once.
#[derive(Clone)]
pub(in crate::desk) struct RateInquiry {
    basis: Arc<OrderBasis>,
    link: Arc<Link>,
    pause: Pause,
}

/// Why a planned order has no rate.
#[derive(Debug)]
pub(in crate::desk) struct RateRefusal {
    pub reason: Message,
    pub codes: Vec<String>,
    /// The same would meet the other orders too.
    pub concerns_all: bool,
}

impl RateInquiry {
    pub(in crate::desk) fn new(basis: Arc<OrderBasis>, link: Arc<Link>) -> Self {
        Self {
            basis,
            link,
            pause: Pause::default(),
        }
    }

    /// The rate that the order's preset chooses. Nothing is kept of it.
    pub(in crate::desk) async fn rate(
        &self,
        id: &OrderId,
        order: &Order,
    ) -> Result<api::rate::Rate, RateRefusal> {
        let asked = get_rate(&self.basis, (&self.link, &self.pause), id, order).await;
        asked
            .map(|rated| rated.rate)
            .map_err(|refusal| match refusal {
                NotRated::Skipped(state) => RateRefusal {
                    reason: match state {
                        RowState::Skipped(reason) | RowState::NeedsReview(reason) => reason,
                        _ => Message::default(),
                    },
                    codes: Vec::new(),
                    concerns_all: false,
                },
                NotRated::Failed(error) => RateRefusal {
                    concerns_all: ends_batch(&error),
                    reason: error.trouble.cause,
                    codes: error.trouble.codes,
                },
            })
    }
}

async fn get_rate(
    basis: &OrderBasis,
    (link, pause): (&Link, &Pause),
    id: &OrderId,
    order: &Order,
) -> Result<Rated, NotRated> {
    if order.may_have_cost_money() {
        let text = message!("orders-work-bought-already");
        return Err(NotRated::Skipped(RowState::Skipped(text)));
    }
    let assessed = basis.assess(id, order);
    if let Some(problem) = assessed.problems.first() {
        let text = message!("orders-work-problem", problem = problem.in_words());
        return Err(NotRated::Skipped(RowState::NeedsReview(text)));
    }
    let request = requests::rate_request(&assessed.draft);
    let answer = pause.keep(|| link.send(api::rate::quote(&request))).await;
    let answer = answer.map_err(|error| NotRated::Failed(Box::new(error)))?;
    let cheapest = Preset::default();
    let preset = basis.preset(order).unwrap_or(&cheapest);
    let rate = choose_rate(preset, &answer.rates, &basis.hidden_services);
    let rate = rate.map_err(|none| NotRated::Skipped(RowState::NeedsReview(none.in_words())))?;
    Ok(Rated {
        rate: rate.clone(),
        inputs: basis.quote_inputs(order, &assessed.draft),
    })
}

fn finished(row: OrderRow, mut order: Order, mut quote: OrderQuote) -> Finished {
    let before = order.quote.as_ref().and_then(|quote| quote.rate.price());
    let price = quote.rate.price();
    quote.changed_from = before.filter(|before| Some(*before) != price);
    let service = quote.rate.final_service.as_ref().map(service_name);
    let state = RowState::Done(message!(
        "orders-work-rated",
        service = service.unwrap_or_default(),
        price = price.unwrap_or_default()
    ));
    let take = move |order: &mut Order| {
        if !order.may_have_cost_money() {
            order.quote = Some(quote.clone());
        }
    };
    take(&mut order);
    let finished = Finished::new(&order, &row.id, state);
    let mut finished = finished.with_change(Change {
        id: row.id,
        revision: row.revision,
        order,
        again: Box::new(take),
    });
    finished.row = finished.row.priced(price);
    finished
}

/// Whether the failure would meet the other orders too: no connection, or no sign-in.
pub(super) fn ends_batch(error: &RequestError) -> bool {
    error.trouble.offline || error.sign_in || error.trouble.retry_after.is_some()
}
