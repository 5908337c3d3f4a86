//! How the grid gets to a cell that is changed, and from one to the next.

use std::sync::Arc;

use super::cell_edit::{CellEdit, CellLeft, Then, beside, is_editable};
use super::{Cell, GridViewState};
use crate::desk::orders::intent::OrderIntent;
use crate::orders::order_row::OrderInList;
use crate::ui::command::Command;
use crate::ui::cx::Cx;

/// F2 begins to change the selected row, at its first cell that can be changed.
pub fn begin_by_key<'a>(
    cx: &mut Cx<'_>,
    local: &mut GridViewState,
    cells: &[Cell],
    order: impl Fn(usize) -> Option<&'a Arc<OrderInList>>,
) {
    if !cx.take_panel_command(&Command::Weigh) {
        return;
    }
    let row = local.table.selected;
    let cell = cells.iter().copied().find(|cell| is_editable(*cell));
    let Some((row, cell)) = row.zip(cell) else {
        return;
    };
    if let Some(order) = order(row) {
        match CellEdit::begin(row, order, cell) {
            Some(edit) => local.edit = Some(edit),
            // The open order says why it can't be changed.
            None => cx.ask(OrderIntent::Open(Some(order.id.clone()))),
        }
    }
}

/// Selects an order without opening it, unless another one is open: then it takes its place.
pub fn select(cx: &mut Cx<'_>, local: &mut GridViewState, order: &OrderInList) {
    match cx.state.orders.open.is_some() {
        true => cx.ask(OrderIntent::Open(Some(order.id.clone()))),
        false => local.picked = Some(order.id.clone()),
    }
}

/// Stores the changed cell and goes to the next one.
pub fn leave<'a>(
    cx: &mut Cx<'_>,
    local: &mut GridViewState,
    left: CellLeft,
    cells: &[Cell],
    order: impl Fn(usize) -> Option<&'a Arc<OrderInList>>,
) {
    let Some(edited) = local.edit.take() else {
        return;
    };
    if let Some(edit) = left.edit {
        cx.ask(OrderIntent::EditEntered { entered: edited.entered, edit });
    }
    let (row, cell) = match left.then {
        Then::Below => (edited.row + 1, Some(edited.cell)),
        Then::Right => (edited.row, beside(edited.cell, cells, true)),
        Then::Left => (edited.row, beside(edited.cell, cells, false)),
        Then::Table => (edited.row, None),
        Then::Elsewhere => return,
    };
    let next = order(row);
    if let Some(next) = next.filter(|_| left.then == Then::Below) {
        local.table.scroll_to(row);
        select(cx, local, next);
    }
    let begun = next.zip(cell).and_then(|(next, cell)| CellEdit::begin(row, next, cell));
    match begun {
        Some(begun) => local.edit = Some(begun),
        None => local.table.take_focus(),
    }
}

/// A cell that was scrolled out of sight is stored as if the user had clicked elsewhere. One that
/// the table is about to scroll to stays.
pub fn left_unseen<'a>(
    local: &mut GridViewState,
    is_seen: bool,
    order: impl Fn(usize) -> Option<&'a Arc<OrderInList>>,
) -> Option<CellLeft> {
    let edit = local.edit.as_ref().filter(|edit| !is_seen && edit.was_seen())?;
    let order = order(edit.row).filter(|order| order.id == edit.entered.id);
    match order {
        Some(order) => Some(edit.left_elsewhere(order)),
        None => {
            local.edit = None;
            None
        }
    }
}
