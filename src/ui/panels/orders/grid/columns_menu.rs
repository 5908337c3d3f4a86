//! Which columns the list has, and in which order: a menu at the head of the table. What a person
//! chooses is kept in the settings of this computer.

use egui::{Popup, PopupCloseBehavior, Rect, ScrollArea, Ui, UiBuilder, vec2};

use super::{ALL, Cell, MORE};
use crate::desk::intent::Intent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::{Button, Icon, check_ui, from_right_ui, icon_button_ui};

const WIDTH: f32 = 264.0;

/// What the user does with a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Turn(Cell),
    /// One place to the left.
    Up(Cell),
    Down(Cell),
    Reset,
}

impl Cell {
    /// Its name in the settings; `None` for the boxes, which are always there.
    fn key(self) -> Option<&'static str> {
        Some(match self {
            Self::Tick => return None,
            Self::Number => "number",
            Self::State => "state",
            Self::Recipient => "recipient",
            Self::Problem => "problem",
            Self::Place => "place",
            Self::Items => "items",
            Self::Weight => "weight",
            Self::Preset => "preset",
            Self::Price => "price",
            Self::ShipBy => "ship-by",
            Self::Service => "service",
            Self::Carrier => "carrier",
            Self::Tracking => "tracking",
            Self::Ordered => "ordered",
            Self::Source => "source",
        })
    }

    /// The order's number tells one row from another.
    fn may_be_hidden(self) -> bool {
        self != Self::Number
    }
}

fn all() -> impl Iterator<Item = Cell> {
    ALL.into_iter().chain(MORE).filter(|cell| cell.key().is_some())
}

/// The columns that the settings name; without any, the list chooses them.
pub fn chosen(kept: &[String]) -> Vec<Cell> {
    let of_key = |key: &String| all().find(|cell| cell.key() == Some(key));
    let mut cells: Vec<Cell> = Vec::new();
    for cell in kept.iter().filter_map(of_key) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    if !cells.is_empty() && !cells.contains(&Cell::Number) {
        cells.insert(0, Cell::Number);
    }
    cells
}

/// The left end of the head of the table that is drawn next, above the boxes.
pub fn place(ui: &Ui) -> Rect {
    let start = egui::pos2(ui.next_widget_position().x, ui.cursor().top());
    Rect::from_min_size(start, vec2(size::CONTROL_COMPACT, size::CONTROL_COMPACT + space::XS))
}

/// The button in the head of the table, drawn after it. `shown` are the columns on screen.
pub fn button_ui(ui: &mut Ui, cx: &mut Cx<'_>, place: Rect, shown: &[Cell]) {
    let kept = chosen(&cx.state.settings.order_columns);
    let is_own = !kept.is_empty();
    let in_use = match is_own {
        true => kept,
        false => shown.iter().copied().filter(|cell| *cell != Cell::Tick).collect(),
    };
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let mut corner = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    let button = Button::quiet("").icon(Icon::Columns).name(text!("orders-columns")).compact();
    let button = button.hint(text!("orders-columns-hint")).show_ui(&mut corner);
    let mut step = None;
    // Not the style of a menu, in which a box that is not ticked cannot be seen.
    Popup::from_toggle_button_response(&button)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .accessible_name(text!("orders-columns"))
        .show(|ui| {
            ui.set_width(WIDTH);
            ui.spacing_mut().item_spacing.y = 0.0;
            let others = all().filter(|cell| !in_use.contains(cell));
            let rows: Vec<(Cell, bool)> = in_use
                .iter()
                .map(|cell| (*cell, true))
                .chain(others.map(|cell| (cell, false)))
                .collect();
            let room = ui.ctx().content_rect().height() - place.bottom();
            let area = ScrollArea::vertical().max_height(room - 2.0 * size::CONTROL);
            area.show(ui, |ui| {
                for (at, (cell, is_shown)) in rows.into_iter().enumerate() {
                    step = row_ui(ui, cell, is_shown, at, in_use.len()).or(step);
                }
            });
            ui.add_space(space::XS);
            let usual = (!is_own).then(|| text!("orders-columns-usual-now"));
            let reset = Button::quiet(text!("orders-columns-usual")).compact();
            if reset.disabled_because(usual).show_ui(ui).clicked() {
                step = Some(Step::Reset);
            }
        });
    if let Some(step) = step {
        keep(cx, after(in_use, step));
    }
}

/// A column with its box and, if it is shown, the buttons that move it.
fn row_ui(ui: &mut Ui, cell: Cell, mut is_shown: bool, at: usize, shown: usize) -> Option<Step> {
    let title = cell.column().title;
    let mut step = None;
    ui.horizontal(|ui| {
        ui.set_min_width(WIDTH);
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.add_enabled_ui(cell.may_be_hidden(), |ui| {
            if check_ui(ui, title, &mut is_shown) {
                step = Some(Step::Turn(cell));
            }
        });
        if at >= shown {
            return;
        }
        from_right_ui(ui, |ui| {
            let down = text!("orders-columns-later", column = title);
            if at + 1 < shown && icon_button_ui(ui, Icon::Down, &down) {
                step = Some(Step::Down(cell));
            }
            let up = text!("orders-columns-sooner", column = title);
            if at > 0 && icon_button_ui(ui, Icon::Up, &up) {
                step = Some(Step::Up(cell));
            }
        });
    });
    step
}

fn after(mut cells: Vec<Cell>, step: Step) -> Vec<Cell> {
    let place = |cells: &[Cell], cell| cells.iter().position(|other| *other == cell);
    match step {
        Step::Turn(cell) => match place(&cells, cell) {
            Some(at) => drop(cells.remove(at)),
            None => cells.push(cell),
        },
        Step::Up(cell) => {
            if let Some(at) = place(&cells, cell).filter(|at| *at > 0) {
                cells.swap(at, at - 1);
            }
        }
        Step::Down(cell) => {
            if let Some(at) = place(&cells, cell).filter(|at| *at + 1 < cells.len()) {
                cells.swap(at, at + 1);
            }
        }
        Step::Reset => cells.clear(),
    }
    cells
}

fn keep(cx: &mut Cx<'_>, cells: Vec<Cell>) {
    let mut settings = cx.state.settings.clone();
    let keys = cells.into_iter().filter_map(Cell::key);
    settings.order_columns = keys.map(str::to_owned).collect();
    cx.ask(Intent::ChangeSettings(Box::new(settings)));
}
