//! The columns of the grid: those that say something of the loaded orders, as far as there is room.

use std::sync::Arc;

use super::{ALL, Cell, FEW, MORE, price, problem, service, tracking};
use crate::orders::order_row::OrderInList;
use crate::ui::tokens::space;
use crate::ui::widgets::Column;
use crate::ui::widgets::table::shown;

/// Below this width only the few columns are shown, and of the others those that have room.
const ROOM_FOR_ALL: f32 = 1000.0;
/// The least width of a problem with which its beginning still says what is wrong.
const PROBLEM: f32 = 130.0;
/// The width below which the places of the orders are hard to tell apart.
const PLACE: f32 = 140.0;

/// The columns of a grid of this width. `is_narrow` is for a list beside an open order.
pub fn shown_cells(
    rows: &[Arc<OrderInList>],
    has_presets: bool,
    is_narrow: bool,
    room: f32,
) -> Vec<Cell> {
    let is_small = is_narrow || room < ROOM_FOR_ALL;
    let all = filled(&ALL, rows, has_presets);
    if !is_small {
        let mut cells = for_problems(all, room);
        for more in filled(&MORE, rows, has_presets) {
            cells.push(more);
            if !has_ease(&cells, room) {
                cells.pop();
            }
        }
        return with_room(&cells, room);
    }
    let mut cells = for_problems(filled(&FEW, rows, has_presets), room);
    if cells.contains(&Cell::Problem) {
        // It takes all that is left.
        return with_room(&cells, room);
    }
    for more in [Cell::Place, Cell::Items, Cell::Preset] {
        let with_it = all.iter().copied();
        let with_it: Vec<Cell> =
            with_it.filter(|cell| *cell == more || cells.contains(cell)).collect();
        if has_room(&with_it, room) {
            cells = with_it;
        }
    }
    with_room(&cells, room)
}

/// The columns that were chosen, of which the last leave a list that is too narrow for all.
pub fn chosen_cells(chosen: &[Cell], room: f32) -> Vec<Cell> {
    let mut cells = vec![Cell::Tick];
    for cell in chosen {
        cells.push(*cell);
        let columns: Vec<Column> = cells.iter().map(|cell| cell.column().leaving(0)).collect();
        if shown(&columns, room).len() < cells.len() {
            cells.pop();
            break;
        }
    }
    cells
}

/// Of this many loaded orders one must have a problem, or the column would be empty on most screens.
const ROWS_OF_A_PROBLEM: usize = 10;

/// Every column but those that would be empty. The room of an empty price column is for the problems.
fn filled(cells: &[Cell], rows: &[Arc<OrderInList>], has_presets: bool) -> Vec<Cell> {
    let is_dated = rows.iter().any(|row| row.order.ship_by.is_some());
    let problems = rows.iter().filter(|row| problem(row).is_some()).count();
    let has_problems = problems > 0 && problems * ROWS_OF_A_PROBLEM >= rows.len();
    let has_prices = rows.iter().any(|row| price(row).is_some());
    let cells = cells.iter().copied().filter(|cell| match cell {
        Cell::ShipBy => is_dated,
        Cell::Preset => has_presets,
        Cell::Problem => has_problems,
        Cell::Price => has_prices || !has_problems,
        Cell::Service | Cell::Carrier => rows.iter().any(|row| service(row).is_some()),
        Cell::Tracking => rows.iter().any(|row| !tracking(row).is_empty()),
        Cell::Ordered => rows.iter().any(|row| row.order.ordered.is_some()),
        Cell::Source => rows.windows(2).any(|pair| match pair {
            [one, other] => one.order.source != other.order.source,
            _ => false,
        }),
        _ => true,
    });
    cells.collect()
}

/// Without the columns that give way to the problems, or without the problems if there is no room
/// for them even then. The open order says what is left out.
fn for_problems(mut cells: Vec<Cell>, room: f32) -> Vec<Cell> {
    let others: Vec<Cell> = without(&cells, Cell::Problem);
    if others.len() == cells.len() {
        return cells;
    }
    for gives_way in [Cell::Items, Cell::Weight] {
        if has_room(&cells, room) {
            return cells;
        }
        cells = without(&cells, gives_way);
    }
    match has_room(&cells, room) {
        true => cells,
        false => others,
    }
}

fn without(cells: &[Cell], left_out: Cell) -> Vec<Cell> {
    let cells = cells.iter().copied().filter(|cell| *cell != left_out);
    cells.collect()
}

/// Whether every column has its usual width.
fn has_ease(cells: &[Cell], room: f32) -> bool {
    let widths = cells.iter().map(|cell| cell.column().width.unwrap_or(PROBLEM + PLACE));
    let gaps = space::M * cells.len().saturating_sub(1) as f32;
    widths.sum::<f32>() + gaps <= room
}

/// Whether every column has its least width.
fn has_room(cells: &[Cell], room: f32) -> bool {
    let widths = cells.iter().map(|cell| match cell {
        Cell::Problem => PROBLEM,
        Cell::Place => PLACE,
        cell => {
            let column = cell.column();
            column.least.or(column.width).unwrap_or_default()
        }
    });
    let gaps = space::M * cells.len().saturating_sub(1) as f32;
    widths.sum::<f32>() + gaps <= room
}

/// Without those that leave a grid of this width, so that none of their cells can be changed. The open
/// order says what they say.
fn with_room(cells: &[Cell], room: f32) -> Vec<Cell> {
    let columns: Vec<Column> = cells.iter().map(|cell| cell.column()).collect();
    let places = shown(&columns, room).into_iter();
    places.filter_map(|at| cells.get(at).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::locale::Message;
    use crate::desk::orders::OrderState;
    use crate::orders::order::Order;
    use crate::orders::order_state::{OrderProblem, OrderProblemField};

    fn row(state: OrderState, is_dated: bool) -> Arc<OrderInList> {
        let problem = OrderProblem {
            field: OrderProblemField::Number,
            name: Message::from("Recipient ZIP"),
            message: Message::from("Enter a ZIP code"),
        };
        Arc::new(OrderInList {
            id: crate::base::id::OrderId::new("id"),
            revision: 1,
            state,
            order: Order {
                ship_by: is_dated.then_some(jiff::civil::date(2026, 11, 22)),
                ..Order::default()
            },
            problems: vec![problem],
            packages: Vec::new(),
            changed_by: String::new(),
            changed: jiff::Timestamp::UNIX_EPOCH,
        })
    }

    #[test]
    fn problems_have_a_column_where_there_is_room_and_an_order_has_one() {
        use Cell::{Items, Number, Place, Preset, Price, Problem, Recipient, ShipBy, State, Tick};
        let attention = [row(OrderState::NeedsAttention, true)];
        let undated = [row(OrderState::NeedsAttention, false)];
        // An order on hold has its problems too, and they are not what it waits for.
        let others = [row(OrderState::OnHold, true)];
        let first = [Tick, Number, State, Recipient];
        for (rows, is_narrow, room, rest) in [
            // A window of 1366 points, with the list alone and with an order beside it.
            (&undated, false, 1154.0, vec![Problem, Place, Items, Cell::Weight, Preset]),
            (&attention, false, 1154.0, vec![Problem, Place, Cell::Weight, Preset, ShipBy]),
            (&others, false, 1154.0, vec![Place, Items, Cell::Weight, Preset, Price, ShipBy]),
            (&attention, true, 718.0, vec![Problem, Cell::Weight]),
            (&attention, true, 650.0, vec![Problem]),
            (&attention, true, 500.0, vec![Cell::Weight]),
            (&others, true, 718.0, vec![Cell::Weight, Price]),
            // A window of 1024 points.
            (&attention, false, 812.0, vec![Problem, Cell::Weight]),
            (&others, false, 936.0, vec![Place, Cell::Weight, Preset, Price]),
            // Beside an open order in a window of 1920 points.
            (&others, true, 1270.0, vec![Place, Items, Cell::Weight, Preset, Price]),
        ] {
            let shown = shown_cells(rows, true, is_narrow, room);
            let wanted: Vec<Cell> = first.into_iter().chain(rest).collect();
            assert_eq!(shown, wanted, "{room}");
        }
    }
}
