//! What is done for the scanned order, one step after the other. Rates and labels go through the same
//! batches as those of many orders, with the same claim and the same journal.

use std::sync::Arc;

use super::{ScanToShip, ScannedOrder, is_unread, open_next};
use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::base::money::Money;
use crate::desk::kernel::batch_job::{BatchJob, RowState};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::message;
use crate::orders::order::Order;
use crate::orders::order_row::{OrderInList, in_list};
use crate::orders::order_state::{OrderProblem, OrderProblemField};
use crate::orders::scan_state::{ScanAction, ScanFacts, ScanStage, pieces_left};
use crate::parcel::draft::Field;
use crate::store::workspace::OrderState;

const READ: Slot<ScanToShip> = Slot::with_account("scanned order");

/// Does what comes next for the scanned order. To be called after each change and with each tick.
pub(in crate::desk) fn go_on(me: &mut ScanToShip, ctx: &mut Ctx<'_>) {
    if me.open.is_none() {
        return;
    }
    if !follow_batch(me, ctx) {
        return;
    }
    let lists_read = me.known.lists_read;
    let is_outdated = me.open.as_ref().is_some_and(|scanned| scanned.seen != lists_read);
    if is_outdated {
        return read_again(me, ctx);
    }
    if is_unread(me) {
        return;
    }
    // Another number is being looked up; the parcel on the scale may be its own already.
    if me.look_up.is_some() {
        return;
    }
    let Some(facts) = facts(me, ctx) else { return };
    let action = me.open.as_mut().and_then(|scanned| {
        let action = scanned.progress.advance(&facts);
        scanned.show_stage(&facts);
        action
    });
    if let Some(action) = action {
        *ctx.changed = true;
        carry_out(me, ctx, action);
    }
}

/// Shows at once how many pieces are left, also while the order is read again.
pub(super) fn show_pieces_left(me: &mut ScanToShip, ctx: &mut Ctx<'_>) {
    let Some(facts) = facts(me, ctx) else { return };
    if let Some(scanned) = &mut me.open
        && scanned.stage_awaits_items()
    {
        scanned.show_stage(&facts);
    }
}

/// A person buys at the price on screen.
pub(super) fn buy(me: &mut ScanToShip, ctx: &mut Ctx<'_>, price: Money) {
    let Some(facts) = facts(me, ctx) else { return };
    let action = me.open.as_mut().and_then(|scanned| {
        let action = scanned.progress.buy(&facts, price);
        scanned.show_stage(&facts);
        action
    });
    if let Some(action) = action {
        carry_out(me, ctx, action);
    }
}

impl ScannedOrder {
    fn show_stage(&mut self, facts: &ScanFacts) {
        let stage = self.progress.stage(facts);
        if stage != self.stage {
            self.stage = stage;
        }
        self.halt.clone_from(&self.progress.halt);
        self.is_elsewhere = facts.is_elsewhere;
    }
}

/// Follows the batch of the order. Returns whether there is nothing to wait for.
fn follow_batch(me: &mut ScanToShip, ctx: &mut Ctx<'_>) -> bool {
    let is_running = me.known.has_batch;
    let Some(scanned) = &mut me.open else {
        return false;
    };
    if !scanned.owns_work {
        return !scanned.is_reading;
    }
    if is_running {
        return false;
    }
    scanned.owns_work = false;
    ctx.announce(Event::ScannedOrderWorkOver);
    read_again(me, ctx);
    false
}

/// Why the batch did not do its work, in words.
pub(super) fn outcome_of(work: &BatchJob) -> Option<Message> {
    let row = work.rows.first().and_then(|row| match &row.state {
        RowState::NeedsReview(why) | RowState::Skipped(why) => Some(why.clone()),
        RowState::Failed(trouble) => Some(trouble.cause.clone()),
        _ => None,
    });
    let ended = work.trouble.as_ref().map(|trouble| trouble.cause.clone());
    row.or(ended)
}

pub(super) fn read_again(me: &mut ScanToShip, ctx: &mut Ctx<'_>) {
    let seen = me.known.lists_read;
    let Some(scanned) = &mut me.open else {
        return;
    };
    if scanned.is_reading && scanned.seen == seen {
        return;
    }
    scanned.is_reading = true;
    scanned.is_unread = false;
    scanned.seen = seen;
    let id = scanned.order.id.clone();
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    let work = async move {
        let read_id = id.clone();
        let found = async { workspace.open().await?.orders_by_id(vec![read_id]).await };
        (found.await, id)
    };
    ctx.jobs.answer(READ, work, move |me, ctx, (found, id)| {
        let row = match found {
            Ok(rows) => rows.into_iter().next(),
            Err(error) => {
                return note_unread(me, error.to_string().into());
            }
        };
        let order = row.map(|row| Arc::new(in_list(row, &basis)));
        take_read(me, &id, order);
        go_on(me, ctx);
    });
}

/// What is known of the order may be outdated, a purchase that was recorded meanwhile too: nothing is
/// concluded from it until a person tries again or the list is read.
fn note_unread(me: &mut ScanToShip, why: Message) {
    if let Some(scanned) = &mut me.open {
        scanned.is_reading = false;
        scanned.is_unread = true;
        scanned.stage = ScanStage::Halted(why);
    }
}

fn take_read(me: &mut ScanToShip, id: &OrderId, order: Option<Arc<OrderInList>>) {
    let Some(scanned) = me.open.as_mut().filter(|scanned| scanned.order.id == *id) else {
        return;
    };
    let Some(order) = order else {
        // It was deleted.
        me.open = None;
        return;
    };
    scanned.is_reading = false;
    // A piece that was scanned just now is not stored yet.
    let stored = &order.order.scanned;
    let places = stored.len().max(scanned.scanned.len());
    let count = |counts: &[u32], place: usize| counts.get(place).copied().unwrap_or_default();
    let merged = (0..places).map(|place| count(stored, place).max(count(&scanned.scanned, place)));
    scanned.scanned = merged.collect();
    scanned.order = order;
}

fn facts(me: &ScanToShip, ctx: &Ctx<'_>) -> Option<ScanFacts> {
    let scanned = me.open.as_ref()?;
    let order = &scanned.order.order;
    let is_rated = scanned.order.state == OrderState::Rated;
    let quote = order.quote.as_ref().filter(|_| is_rated);
    let price = quote.and_then(|quote| quote.rate.price());
    let mut problems = scanned.order.problems.iter();
    let problem = problems.find(|problem| !waits_for_weight(&scanned.order, problem));
    let limit = price.map(|price| Money::new(ctx.settings.express_limit, price.currency));
    let mut rules = me.rules();
    rules.buys &= !scanned.is_typed;
    let has_other_work = me.known.is_busy();
    Some(ScanFacts {
        rules,
        state: scanned.order.state,
        problem: problem.map(OrderProblem::in_words),
        has_weight: has_weight(&scanned.order),
        pieces_left: pieces_left(&order.items, &scanned.scanned),
        price,
        shipment: scanned.shipment().cloned(),
        is_elsewhere: order.bought_label().is_some_and(|label| label.station != *ctx.station()),
        // A batch that is over may not have left its slot yet, also if older results are on screen.
        is_working: scanned.owns_work
            || scanned.is_reading
            || scanned.unwritten > 0
            || !has_other_work && me.known.is_ending,
        outcome: scanned.outcome.clone(),
        unreachable: unreachable(me, ctx),
        not_bought: not_bought(me, ctx, order),
        limit,
    })
}

fn has_weight(order: &OrderInList) -> bool {
    let first = order.packages.first();
    first.is_some_and(|package| !package.weight.trim().is_empty())
}

/// The scale settles this problem, or may settle it: rules choose by the weight how a parcel is
/// packed.
fn waits_for_weight(order: &OrderInList, problem: &OrderProblem) -> bool {
    let is_of_parcel = matches!(problem.field, OrderProblemField::Draft(Field::Package(0, _)));
    is_of_parcel && !has_weight(order)
}

fn unreachable(me: &ScanToShip, ctx: &Ctx<'_>) -> Option<Message> {
    if ctx.link.is_none() {
        return Some(message!("orders-work-sign-in"));
    }
    if ctx.connectivity.is_offline() {
        return Some(message!("scan-offline"));
    }
    me.known.is_busy().then(|| message!("scan-busy"))
}

fn not_bought(me: &ScanToShip, ctx: &Ctx<'_>, order: &Order) -> Option<Message> {
    if let Some(stopped) = &me.known.buying_stopped {
        return Some(stopped.clone());
    }
    if ctx.journal.is_none() {
        return Some(message!("ship-flow-no-journal"));
    }
    if !me.known.can_print {
        return Some(message!("scan-no-printer"));
    }
    // Labels that are bought meanwhile would pile up unseen.
    let printer = me.known.basis.preset(order).and_then(|preset| preset.printer.as_ref());
    let mut stuck = me.known.stuck_printers.iter();
    let stuck = stuck.find(|stuck| printer.is_none_or(|name| *name == stuck.printer));
    stuck.map(|stuck| stuck.why.clone())
}

fn carry_out(me: &mut ScanToShip, ctx: &mut Ctx<'_>, action: ScanAction) {
    let Some(scanned) = &mut me.open else {
        return;
    };
    match action {
        ScanAction::GetRate | ScanAction::Buy(_) => {
            let order = scanned.order.id.clone();
            ctx.announce(Event::ScannedOrderWork { order, action });
        }
        ScanAction::Print(shipment) => {
            let order = &scanned.order.order;
            let preset = me.known.basis.preset(order);
            let printer = preset.and_then(|preset| preset.printer.clone());
            let words = message!("scan-bought", number = &order.number);
            if me.known.can_print {
                scanned.is_printing = true;
                ctx.announce(Event::ScannedOrderBought { shipment, printer });
            }
            if me.next.is_some() {
                ctx.notice(Tone::Good, words, None);
                open_next(me, ctx);
            }
        }
    }
}
