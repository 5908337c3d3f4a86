//! The list of orders: one window of any number, searched and filtered in the workspace.

use std::sync::Arc;

use jiff::civil::Date;

use crate::base::id::OrderId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Slot;
use crate::desk::order_records::unreadable;
use crate::desk::orders::{Orders, selection};
use crate::orders::order_row::{OrderInList, in_list};
use crate::store::workspace::{OrderQuery, OrderSort, OrderState};

const LIST: Slot<Orders> = Slot::with_account("orders");
const OPEN: Slot<Orders> = Slot::with_account("order");

/// Rows of one window: a few screens full.
pub const WINDOW: u32 = 200;

/// States of orders for which something is to be done until the carrier has the parcel.
pub const TO_DO: [OrderState; 9] = [
    OrderState::Unreadable,
    OrderState::NeedsAttention,
    OrderState::Refunded,
    OrderState::Ready,
    OrderState::Rated,
    OrderState::Buying,
    OrderState::InDoubt,
    OrderState::Bought,
    OrderState::Printed,
];

/// Which orders the list shows. The default is all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderFilter {
    pub text: String,
    /// Any of these; empty for all.
    pub states: Vec<OrderState>,
    pub source: Option<String>,
    /// The key of a preset.
    pub preset: Option<String>,
    /// Only orders that must be shipped by this day.
    pub ship_by: Option<Date>,
    pub sort: OrderSort,
}

impl OrderFilter {
    /// Whether every order is shown.
    pub fn is_all(&self) -> bool {
        self.shows_as(&Self::default())
    }

    /// Whether the same orders are shown, in whatever sequence.
    fn shows_as(&self, other: &Self) -> bool {
        *self == Self { sort: self.sort, ..other.clone() }
    }

    pub(in crate::desk) fn query(&self, first: u64, limit: u32) -> OrderQuery {
        OrderQuery {
            text: self.text.clone(),
            states: self.states.clone(),
            source: self.source.clone(),
            preset: self.preset.clone(),
            ship_by: self.ship_by,
            changed_since: None,
            sort: self.sort,
            offset: first,
            limit,
        }
    }
}

/// Shows the window of the list that begins at `first`.
pub(in crate::desk) fn show(me: &mut Orders, ctx: &mut Ctx<'_>, filter: OrderFilter, first: u64) {
    let query = filter.query(first, WINDOW);
    let is_other = !filter.shows_as(&me.filter);
    me.filter = filter;
    if is_other {
        selection::follow_filter(me, ctx);
    }
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    let work = async move {
        let page = async { workspace.open().await?.orders(query).await };
        page.await.map(|page| {
            let rows = page.rows.into_iter();
            let rows: Vec<_> = rows.map(|row| Arc::new(in_list(row, &basis))).collect();
            (rows, page.matching, page.by_state, page.sources)
        })
    };
    ctx.jobs.answer(LIST, work, move |me, ctx, page| {
        match page {
            Ok((rows, matching, by_state, sources)) => {
                (me.rows, me.first) = (rows, first);
                (me.matching, me.by_state, me.sources) = (matching, by_state, sources);
                (me.loaded, me.trouble) = (true, None);
                me.answered += 1;
            }
            Err(error) => me.trouble = Some(unreadable(&error)),
        }
        if ctx.jobs.take_stale(&LIST) {
            show(me, ctx, me.filter.clone(), me.first);
        }
    });
}

/// Shows the list in another order, from its beginning.
pub(in crate::desk) fn sort(me: &mut Orders, ctx: &mut Ctx<'_>, sort: OrderSort) {
    let filter = OrderFilter { sort, ..me.filter.clone() };
    show(me, ctx, filter, 0);
}

/// Reads the window on screen, the open order and the sums of the selection again.
pub(in crate::desk) fn refresh(me: &mut Orders, ctx: &mut Ctx<'_>) {
    let (filter, first) = (me.filter.clone(), me.first);
    show(me, ctx, filter, first);
    if let Some(open) = &me.open {
        let id = open.id.clone();
        read_open(me, ctx, id);
    }
    selection::sum_up(me, ctx);
}

/// As [`refresh`], after a batch. A list of orders of one state shows those of the next steps too, as
/// the selected orders have gone on to them.
pub(in crate::desk) fn refresh_after_batch(me: &mut Orders, ctx: &mut Ctx<'_>) {
    let states = &me.filter.states;
    let is_step = !states.is_empty() && states.iter().all(|state| TO_DO.contains(state));
    let has_ticked = !me.selection.is_empty() || me.selection.outside() > 0;
    if is_step && states.len() < TO_DO.len() && has_ticked {
        let filter = OrderFilter { states: TO_DO.to_vec(), ..me.filter.clone() };
        show(me, ctx, filter, 0);
    }
    // The next step is not known before they are read again.
    me.selection.sums = None;
    refresh(me, ctx);
}

/// As [`refresh`], after news of other computers. What is being read is read to its end first, so
/// that news without end leave time for answers.
pub(in crate::desk) fn follow_news(me: &mut Orders, ctx: &mut Ctx<'_>) {
    if !ctx.jobs.mark_stale(&LIST) {
        show(me, ctx, me.filter.clone(), me.first);
    }
    if let Some(open) = &me.open
        && !ctx.jobs.mark_stale(&OPEN)
    {
        let id = open.id.clone();
        read_open(me, ctx, id);
    }
    selection::follow_news(me, ctx);
}

/// Opens an order of the list, or closes the open one.
pub(in crate::desk) fn open(me: &mut Orders, ctx: &mut Ctx<'_>, id: Option<OrderId>) {
    let Some(id) = id else {
        me.open = None;
        return ctx.jobs.abort(&OPEN);
    };
    let mut rows = me.rows.iter();
    me.open = rows.find(|row| row.id == id).cloned();
    read_open(me, ctx, id);
}

fn read_open(me: &Orders, ctx: &mut Ctx<'_>, id: OrderId) {
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    let work = async move { workspace.open().await?.orders_by_id(vec![id]).await };
    ctx.jobs.answer_or_notice(OPEN, work, unreadable, move |me, ctx, rows| {
        let row = rows.into_iter().next();
        let row: Option<OrderInList> = row.map(|row| in_list(row, &basis));
        me.open = row.map(Arc::new);
        if let Some(open) = &me.open
            && ctx.jobs.take_stale(&OPEN)
        {
            let id = open.id.clone();
            read_open(me, ctx, id);
        }
    });
}
