//! What the user asks of the orders.

use std::sync::Arc;

use crate::base::id::OrderId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::orders::change;
use crate::desk::orders::list::{self, OrderFilter};
use crate::desk::orders::{Orders, selection};
use crate::orders::order_edit::OrderEdit;
use crate::orders::order_row::OrderInList;
use crate::parcel::preset::PresetPick;
use crate::store::workspace::OrderSort;

#[derive(Clone, Debug)]
pub enum OrderIntent {
    /// Shows the window of the list that begins at `first`.
    Show {
        filter: OrderFilter,
        first: u64,
    },
    /// Shows another window of the list. The filter stays as it is when this is applied: the one on
    /// screen may be older.
    ShowWindow {
        first: u64,
    },
    /// Shows the list in another order, from its beginning.
    Sort(OrderSort),
    Open(Option<OrderId>),
    Tick {
        ids: Vec<OrderId>,
        ticked: bool,
    },
    /// Every order that matches the filter.
    TickAll,
    UntickAll,
    Edit {
        ids: Vec<OrderId>,
        edit: OrderEdit,
    },
    /// Changes one field, which was entered when the order was so.
    EditEntered {
        entered: Arc<OrderInList>,
        edit: OrderEdit,
    },
    Delete(Vec<OrderId>),
    Undo,
    /// What was changed last is not undone any more.
    DropUndo,
    /// Gives the preset to the ticked orders, else to the open one.
    UsePreset(PresetPick),
}

pub(in crate::desk) fn apply(me: &mut Orders, ctx: &mut Ctx<'_>, intent: OrderIntent) {
    match intent {
        OrderIntent::Show { filter, first } => list::show(me, ctx, filter, first),
        OrderIntent::ShowWindow { first } => list::show(me, ctx, me.filter.clone(), first),
        OrderIntent::Sort(sort) => list::sort(me, ctx, sort),
        OrderIntent::Open(id) => list::open(me, ctx, id),
        OrderIntent::Tick { ids, ticked } => selection::tick(me, ctx, ids, ticked),
        OrderIntent::TickAll => selection::tick_all(me, ctx),
        OrderIntent::UntickAll => selection::untick_all(me, ctx),
        OrderIntent::Edit { ids, edit } => change::edit(me, ctx, ids, edit),
        OrderIntent::EditEntered { entered, edit } => change::edit_entered(me, ctx, &entered, edit),
        OrderIntent::Delete(ids) => change::remove(ctx, ids),
        OrderIntent::Undo => change::undo(me, ctx),
        OrderIntent::DropUndo => me.changes.undo = None,
        OrderIntent::UsePreset(pick) => change::use_preset(me, ctx, &pick),
    }
}
