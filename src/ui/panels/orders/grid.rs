//! The grid of orders. Rows outside the loaded window show dots until the desk loads them, so that
//! scrolling never blocks.

pub mod cell_edit;
mod columns_menu;
mod edit_steps;
mod shown_cells;

use std::cell::RefCell;
use std::sync::Arc;

use egui::Ui;
use jiff::civil::Date;

use self::cell_edit::{CellEdit, CellLeft, date_words, is_editable};
use self::edit_steps::{begin_by_key, leave, left_unseen, select};
use self::shown_cells::{chosen_cells, shown_cells};
use super::state_words::state_words;
use crate::base::id::OrderId;
use crate::base::measure::{WeightUnit, rounded_weight};
use crate::base::money::Money;
use crate::desk::order_batches::claims_elsewhere::{ClaimElsewhere, WhyElsewhere};
use crate::desk::orders::intent::OrderIntent;
use crate::desk::orders::list::WINDOW;
use crate::desk::orders::{OrderSort, OrderState};
use crate::desk::state::State;
use crate::orders::order_edit::OrderEdit;
use crate::orders::order_row::OrderInList;
use crate::parcel::rate_ranking::service_name;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::{person, place_line};
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::tokens::{Tokens, size, text};
use crate::ui::widgets::table::TableEvents;
use crate::ui::widgets::text::number_cell_ui;
use crate::ui::widgets::words::{cut_inside_ui, ending_ui};
use crate::ui::widgets::{
    Column, Meaning, MenuItem, Table, TableState, money_words, pill_ui, words_ui,
};

#[derive(Debug, Default)]
pub struct GridViewState {
    table: TableState,
    /// A row chosen by keyboard that is not loaded yet.
    pending: Option<usize>,
    /// First row of the window requested last, so that it is requested only once.
    asked: Option<u64>,
    /// The cell that is being changed.
    edit: Option<CellEdit>,
    /// The order that is selected and not open, because a cell of it is to be changed.
    picked: Option<OrderId>,
    /// The order that was opened by Enter or a double click.
    entered: Option<OrderId>,
    /// The first window of another list was requested in this frame. The rows on screen are still
    /// those of the old one.
    is_new: bool,
}

impl GridViewState {
    /// Another list, whose first window is requested by the caller. It is shown from its beginning.
    /// Resets the selection and the requests, which belong to the old one.
    pub fn begin(&mut self) {
        let mut table = TableState::default();
        table.sort = self.table.sort;
        table.scroll_to(0);
        *self = Self { table, asked: Some(0), is_new: true, ..Self::default() };
    }

    pub fn take_focus(&mut self) {
        self.table.take_focus();
    }

    /// The order that the keyboard goes to.
    pub fn take_entered(&mut self) -> Option<OrderId> {
        self.entered.take()
    }
}

/// The columns of the grid, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    Tick,
    Number,
    State,
    Recipient,
    /// What is wrong with an order that needs attention.
    Problem,
    Place,
    Items,
    Weight,
    Preset,
    Price,
    ShipBy,
    Service,
    Carrier,
    Tracking,
    Ordered,
    Source,
}

/// The columns that the list has by itself if there is room, in their order.
const ALL: [Cell; 11] = [
    Cell::Tick,
    Cell::Number,
    Cell::State,
    Cell::Recipient,
    Cell::Problem,
    Cell::Place,
    Cell::Items,
    Cell::Weight,
    Cell::Preset,
    Cell::Price,
    Cell::ShipBy,
];
/// Beside an open order, or in a narrow window.
const FEW: [Cell; 7] = [
    Cell::Tick,
    Cell::Number,
    Cell::State,
    Cell::Recipient,
    Cell::Problem,
    Cell::Weight,
    Cell::Price,
];
/// Columns that a wide list has too, the most useful first.
const MORE: [Cell; 5] = [Cell::Service, Cell::Tracking, Cell::Ordered, Cell::Carrier, Cell::Source];
/// Width of the numbers that the import makes up, in points.
const NUMBER: f32 = 128.0;

impl Cell {
    fn column(self) -> Column {
        match self {
            Self::Tick => Column::new("", size::TICK_COLUMN),
            Self::Number => {
                Column::new(text!("orders-column-number"), NUMBER).sortable(self as usize)
            }
            Self::State => Column::new(text!("orders-column-state"), 132.0).leaving(2),
            Self::Recipient => Column::new(text!("orders-column-recipient"), 170.0)
                .growing(0.4)
                .shrinking(120.0)
                .sortable(self as usize),
            Self::Problem => Column::wide(text!("orders-import-column-problem")),
            Self::Place => Column::wide(text!("orders-column-place")),
            Self::Items => {
                Column::new(text!("orders-column-items"), 168.0).growing(0.3).shrinking(150.0)
            }
            Self::Weight => Column::new(text!("orders-column-weight"), 84.0).right().leaving(1),
            Self::Preset => {
                Column::new(text!("orders-column-preset"), 120.0).growing(0.2).shrinking(106.0)
            }
            Self::Price => Column::new(text!("orders-column-price"), 84.0).right(),
            Self::ShipBy => Column::new(text!("orders-column-ship-by"), 136.0)
                .shrinking(92.0)
                .whole()
                .sortable(self as usize),
            Self::Service => {
                Column::new(text!("orders-column-service"), 168.0).growing(0.1).shrinking(100.0)
            }
            Self::Carrier => Column::new(text!("orders-column-carrier"), 120.0).shrinking(84.0),
            Self::Tracking => Column::new(text!("orders-column-tracking"), 204.0).shrinking(120.0),
            Self::Ordered => {
                Column::new(text!("orders-column-ordered"), 112.0).shrinking(92.0).whole()
            }
            Self::Source => Column::new(text!("orders-source"), 108.0).shrinking(80.0),
        }
    }

    fn sort(self, is_down: bool) -> Option<OrderSort> {
        Some(match (self, is_down) {
            (Self::Number, false) => OrderSort::Number,
            (Self::Number, true) => OrderSort::NumberDown,
            (Self::Recipient, false) => OrderSort::Recipient,
            (Self::Recipient, true) => OrderSort::RecipientDown,
            (Self::ShipBy, false) => OrderSort::ShipBy,
            (Self::ShipBy, true) => OrderSort::ShipByDown,
            _ => return None,
        })
    }

    fn words(self, state: &State, row: &OrderInList) -> String {
        let order = &row.order;
        match self {
            Self::Tick => String::new(),
            Self::Number => order.number.clone(),
            Self::State => match state.order_batches.claim_elsewhere(row) {
                Some((claim, _)) => elsewhere_words(claim).0.to_owned(),
                None => state_words(row.state).1.to_owned(),
            },
            Self::Recipient => person(&order.to),
            Self::Problem => problem(row).unwrap_or_default(),
            Self::Place => place_line(&order.to),
            Self::Items => {
                let (first, others) = items(row);
                and_others(&first, others)
            }
            Self::Weight => weight(row, rounded_weight),
            Self::Preset => preset(state, row),
            Self::Price => price(row).map(money_words).unwrap_or_default(),
            Self::ShipBy => date_words(order.ship_by),
            Self::Service => service(row).map(|(_, service)| service).unwrap_or_default(),
            Self::Carrier => {
                service(row).map(|(carrier, _)| carrier_name(state, carrier)).unwrap_or_default()
            }
            Self::Tracking => tracking(row),
            Self::Ordered => date_words(order.ordered),
            Self::Source => order.source.clone(),
        }
    }
}

/// Shows the grid; returns whether an order was opened.
pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut GridViewState, is_narrow: bool) -> bool {
    let orders = &cx.state.orders;
    let rows = usize::try_from(orders.matching).unwrap_or(usize::MAX);
    let first = usize::try_from(orders.first).unwrap_or(usize::MAX);
    let order = |row: usize| row.checked_sub(first).and_then(|at| orders.rows.get(at));
    if let Some(chosen) = local.pending.and_then(order) {
        let id = chosen.id.clone();
        local.pending = None;
        cx.ask(OrderIntent::Open(Some(id)));
    }
    let open = orders.open.as_ref();
    if open.is_some() {
        local.picked = None;
    }
    let shown = open.map(|open| &open.id).or(local.picked.as_ref());
    let shown = shown.and_then(|id| orders.rows.iter().position(|row| row.id == *id));
    local.table.selected = local.pending.or(shown.map(|at| first + at));
    let cells = cells_with_room(cx.state, is_narrow, ui.available_width());
    let cells = cells.as_slice();
    let head = columns_menu::place(ui);
    begin_by_key(cx, local, cells, order);
    let selection = &orders.selection;
    let today = cx.today();
    let editing = RefCell::new(Editing { edit: local.edit.as_mut(), left: None, drawn_in: None });
    let mut table = Table::new(text!("orders-table"), &orders.rows)
        .window(first, rows, |number| text!("orders-row", number = number));
    for cell in cells {
        table = table.column(cell.column(), |row| cell.words(cx.state, row));
        table = match cell {
            Cell::Tick => table.tick(
                |row| selection.has(&row.id),
                |row| text!("orders-select", number = &row.order.number),
            ),
            _ => table.drawn(|ui, row| {
                let is_edited = editing.borrow_mut().show_ui(ui, cx.state, row, *cell, today);
                if !is_edited {
                    cell_ui(ui, cx.state, row, *cell);
                }
            }),
        };
    }
    let (events, step) = table.with_menu_ui(ui, &mut local.table, steps);
    let Editing { left, drawn_in: edited, .. } = editing.into_inner();
    if let Some(edit) = &mut local.edit
        && let Some(at) = orders.rows.iter().position(|row| Some(&row.id) == edited.as_ref())
    {
        edit.row = first + at;
    }
    columns_menu::button_ui(ui, cx, head, cells);
    if let Some(row) = events.ticked {
        let is_ticked = !selection.has(&row.id);
        cx.ask(OrderIntent::Tick { ids: vec![row.id.clone()], ticked: is_ticked });
    }
    if let Some(intent) = step {
        cx.ask(intent);
    }
    if events.sort_changed {
        sort(cx, local, cells);
    }
    if let Some(left) = left.or_else(|| left_unseen(local, edited.is_some(), order)) {
        leave(cx, local, left, cells, order);
    }
    let is_new = std::mem::take(&mut local.is_new);
    local.pending = events.unloaded.or(local.pending);
    match events.missing {
        None => local.asked = None,
        Some(middle) if !is_new && !events.sort_changed => ask_window(cx, local, middle),
        Some(_) => {}
    }
    let opened = events.entered().map(|order| enter(cx, local, cells, &events, order));
    opened.unwrap_or_default()
}

fn cells_with_room(state: &State, is_narrow: bool, room: f32) -> Vec<Cell> {
    let chosen = columns_menu::chosen(&state.settings.order_columns);
    let has_presets = !state.order_rules.documents.presets.is_empty();
    match chosen.is_empty() {
        true => shown_cells(&state.orders.rows, has_presets, is_narrow, room),
        false => chosen_cells(&chosen, room),
    }
}

/// Selects or opens an order, or begins to change one of its cells. Returns whether it was opened.
fn enter(
    cx: &mut Cx<'_>,
    local: &mut GridViewState,
    cells: &[Cell],
    events: &TableEvents<'_, Arc<OrderInList>>,
    order: &Arc<OrderInList>,
) -> bool {
    let row = local.table.selected.unwrap_or_default();
    let cell = events.column.and_then(|column| cells.get(column).copied());
    let cell = cell.filter(|cell| is_editable(*cell));
    let begun = cell.filter(|_| events.opened.is_some());
    let begun = begun.and_then(|cell| CellEdit::begin(row, order, cell));
    // A click on a cell that can be changed opens nothing: the second click would fall on
    // another cell of the smaller grid beside the order.
    let is_pick = cx.state.orders.open.is_none()
        && events.opened.is_none()
        && (cell.is_some() || events.clicked.is_none() && local.picked.is_some());
    let is_begun = begun.is_some();
    local.edit = begun.or_else(|| local.edit.take());
    if is_begun || is_pick {
        select(cx, local, order);
        return false;
    }
    local.entered = events.opened.map(|_| order.id.clone());
    cx.ask(OrderIntent::Open(Some(order.id.clone())));
    events.clicked.is_some() || events.opened.is_some()
}

/// The cell that is being changed, while the grid is drawn.
struct Editing<'a> {
    edit: Option<&'a mut CellEdit>,
    left: Option<CellLeft>,
    /// The order in which it was drawn.
    drawn_in: Option<OrderId>,
}

impl Editing<'_> {
    /// Draws the cell if it is the one that is being changed; returns whether it is.
    fn show_ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        row: &OrderInList,
        cell: Cell,
        today: Date,
    ) -> bool {
        let Some(edit) = self.edit.as_mut().filter(|edit| edit.is_of(row, cell)) else {
            return false;
        };
        self.drawn_in = Some(row.id.clone());
        self.left = edit.show_ui(ui, row, &state.order_rules.documents.presets, today);
        true
    }
}

fn sort(cx: &mut Cx<'_>, local: &GridViewState, cells: &[Cell]) {
    let by = local.table.sort.and_then(|sort| {
        let cell = cells.iter().find(|cell| **cell as usize == sort.key)?;
        cell.sort(sort.descending)
    });
    cx.ask(OrderIntent::Sort(by.unwrap_or(OrderSort::Newest)));
}

/// Asks for the window around a row. A small scroll does not ask for rows that are being loaded.
fn ask_window(cx: &mut Cx<'_>, local: &mut GridViewState, middle: usize) {
    let half = usize::try_from(WINDOW / 2).unwrap_or_default();
    let wanted = middle.saturating_sub(half) as u64;
    let near = |asked: u64| asked.abs_diff(wanted) < u64::from(WINDOW / 4);
    if local.asked.is_some_and(near) {
        return;
    }
    local.asked = Some(wanted);
    cx.ask(OrderIntent::ShowWindow { first: wanted });
}

fn steps(row: &Arc<OrderInList>) -> Vec<MenuItem<OrderIntent>> {
    let edit = |edit| OrderIntent::Edit { ids: vec![row.id.clone()], edit };
    let bought = row.order.may_have_cost_money().then(|| text!("orders-bought-cannot-change"));
    let mut steps =
        vec![MenuItem::new(text!("orders-open"), OrderIntent::Open(Some(row.id.clone())))];
    steps.push(match &row.order.hold {
        Some(_) => MenuItem::new(text!("orders-release"), edit(OrderEdit::Release)),
        None => MenuItem::new(text!("orders-hold"), edit(OrderEdit::Hold(String::new())))
            .disabled_because(bought),
    });
    steps.push(match row.order.canceled {
        true => MenuItem::new(text!("orders-restore"), edit(OrderEdit::Restore)),
        false => MenuItem::new(text!("orders-cancel-order"), edit(OrderEdit::Cancel))
            .disabled_because(bought),
    });
    let delete = OrderIntent::Delete(vec![row.id.clone()]);
    steps.push(MenuItem::new(text!("orders-delete"), delete).disabled_because(bought));
    steps
}

/// Why an order that another computer left is not finished here: the pill, and its hint.
fn elsewhere_words(claim: &ClaimElsewhere) -> (&'static str, String) {
    match &claim.why {
        WhyElsewhere::OtherAccount => (
            text!("stations-order-elsewhere-pill"),
            text!("stations-order-elsewhere-short", account = &claim.account),
        ),
        WhyElsewhere::OtherAddress(_) => (
            text!("stations-claim-other-address-pill"),
            text!("stations-claim-other-address-short").to_owned(),
        ),
        WhyElsewhere::OtherRequest(_) => {
            (text!("stations-claim-differs-pill"), text!("stations-claim-differs-short").to_owned())
        }
    }
}

fn cell_ui(ui: &mut Ui, state: &State, row: &OrderInList, cell: Cell) {
    let tokens = Tokens::of_theme(ui);
    match cell {
        Cell::Tick => {}
        Cell::State if state.order_batches.claim_elsewhere(row).is_some() => {
            if let Some((claim, _)) = state.order_batches.claim_elsewhere(row) {
                let (words, hint) = elsewhere_words(claim);
                let meaning = Meaning::Warning;
                pill_ui(ui, meaning, meaning.icon(), words).on_hover_text(hint);
            }
        }
        Cell::State => {
            let (meaning, words) = state_words(row.state);
            let response = pill_ui(ui, meaning, meaning.icon(), words);
            if let Some(problem) = problem(row) {
                response.on_hover_text(problem);
            }
        }
        Cell::Number => {
            ending_ui(ui, &row.order.number, text::body_medium(), tokens.ink);
        }
        Cell::Recipient => {
            words_ui(ui, &person(&row.order.to), text::body(), tokens.ink);
        }
        Cell::Problem => {
            let words = cell.words(state, row);
            words_ui(ui, &words, text::body(), tokens.ink);
        }
        Cell::Weight | Cell::Price => number_cell_ui(ui, &cell.words(state, row)),
        Cell::Items => {
            let (first, others) = items(row);
            let cut = |first: &str| and_others(first, others);
            cut_inside_ui(ui, &[&cut(&first)], &first, cut, text::body(), tokens.ink_muted);
        }
        Cell::Tracking => {
            ending_ui(ui, &cell.words(state, row), text::body(), tokens.ink_muted);
        }
        Cell::Place
        | Cell::Preset
        | Cell::ShipBy
        | Cell::Service
        | Cell::Carrier
        | Cell::Ordered
        | Cell::Source => {
            let words = cell.words(state, row);
            words_ui(ui, &words, text::body(), tokens.ink_muted);
        }
    }
}

/// The first item with its pieces, and how many other items there are.
fn items(row: &OrderInList) -> (String, usize) {
    let mut items = row.order.items.iter();
    let Some(first) = items.next() else {
        return Default::default();
    };
    let name = if first.sku.trim().is_empty() { &first.name } else { &first.sku };
    let first = match first.pieces() {
        Some(pieces) if pieces > 1 => text!("orders-items", name = name, pieces = pieces),
        _ => name.clone(),
    };
    (first, items.count())
}

fn and_others(first: &str, others: usize) -> String {
    match others {
        0 => first.to_owned(),
        others => text!("orders-items-more", first = first, count = others),
    }
}

/// The first problem, if the order needs attention.
fn problem(row: &OrderInList) -> Option<String> {
    let mut problems = row.problems.iter();
    let first = problems.next().filter(|_| row.state == OrderState::NeedsAttention)?;
    Some(first.in_words().to_string())
}

/// The weight of the first package, written by this function.
fn weight(row: &OrderInList, written: impl Fn(&str, WeightUnit) -> String) -> String {
    let mut packages = row.packages.iter();
    let first = packages.next();
    first
        .filter(|package| !package.weight.trim().is_empty())
        .map(|package| written(package.weight.trim(), package.weight_unit))
        .unwrap_or_default()
}

fn preset(state: &State, row: &OrderInList) -> String {
    let Some(chosen) = &row.order.preset else {
        return String::new();
    };
    let mut presets = state.order_rules.documents.presets.iter();
    let found = presets.find(|keyed| keyed.key == chosen.key);
    found.map_or_else(|| text!("orders-preset-gone").to_owned(), |keyed| keyed.preset.name.clone())
}

/// The carrier and the service of the label, else of the quote.
fn service(row: &OrderInList) -> Option<(&str, String)> {
    if let Some(label) = row.order.bought_label() {
        return Some((&label.carrier, label.service.clone()));
    }
    let rate = &row.order.quote.as_ref()?.rate;
    let service = rate.final_service.as_ref().map(service_name);
    Some((rate.carrier_code.as_deref()?, service.unwrap_or_default()))
}

/// The tracking numbers of the label, the first in full.
fn tracking(row: &OrderInList) -> String {
    let Some(label) = row.order.bought_label() else {
        return String::new();
    };
    let mut numbers = label.tracking_numbers.iter();
    let first = numbers.next().map(ToString::to_string).unwrap_or_default();
    and_others(&first, numbers.count())
}

/// What was charged, else what the quote says.
fn price(row: &OrderInList) -> Option<Money> {
    let label = row.order.bought_label();
    let charged = label.and_then(|label| label.charged.or(label.expected));
    charged.or_else(|| {
        let quote = row.order.quote.as_ref()?;
        quote.rate.price().filter(|_| row.state != OrderState::NeedsAttention)
    })
}
