//! Changing a cell of the grid where it stands: a field or a list in place of its text. Enter
//! stores it and goes to the row below, Tab to the next cell, Esc leaves it as it was.

use std::sync::Arc;

use egui::{EventFilter, Key, Modifiers, Response, Ui};
use jiff::civil::Date;

use super::Cell;
use crate::base::locale::format;
use crate::base::measure::weight_words::typed_weight;
use crate::base::measure::{WeightUnit, parse_number, plain_number, shown_weight};
use crate::orders::order_edit::OrderEdit;
use crate::orders::order_row::OrderInList;
use crate::parcel::parse_input;
use crate::parcel::preset::KeyedPreset;
use crate::text;
use crate::ui::widgets::calendar::{days_to_ship, whole_date_field_ui};
use crate::ui::widgets::choice::{is_list_open, open_list};
use crate::ui::widgets::{Field, combo_box_ui, keyboard};

/// The cell that is being changed.
#[derive(Clone, Debug)]
pub struct CellEdit {
    pub row: usize,
    /// The order as it was when the cell was entered.
    pub entered: Arc<OrderInList>,
    pub cell: Cell,
    text: String,
    preset: Option<String>,
    /// It has not been drawn yet.
    is_new: bool,
    /// The user was in the calendar when it was drawn last.
    was_in_calendar: bool,
}

/// What happens to the cell after this frame.
#[derive(Clone, Debug, PartialEq)]
pub struct CellLeft {
    /// `None` if it stays as it was.
    pub edit: Option<OrderEdit>,
    pub then: Then,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The table has the keyboard.
    Table,
    /// The user clicked elsewhere.
    Elsewhere,
    Below,
    Right,
    Left,
}

/// The cells that can be changed in place, from the left.
const EDITABLE: [Cell; 3] = [Cell::Weight, Cell::Preset, Cell::ShipBy];

pub fn is_editable(cell: Cell) -> bool {
    EDITABLE.contains(&cell)
}

/// The cell that can be changed beside this one, among those on screen.
pub fn beside(cell: Cell, shown: &[Cell], to_right: bool) -> Option<Cell> {
    let mut cells = shown.iter().copied().filter(|cell| is_editable(*cell));
    match to_right {
        true => cells.skip_while(|other| *other != cell).nth(1),
        false => cells.by_ref().take_while(|other| *other != cell).last(),
    }
}

impl CellEdit {
    /// `None` if the order can't be changed any more.
    pub fn begin(row: usize, order: &Arc<OrderInList>, cell: Cell) -> Option<Self> {
        if order.is_fixed() || !is_editable(cell) {
            return None;
        }
        let text = match cell {
            Cell::Weight => super::weight(order, shown_weight),
            Cell::ShipBy => date_words(order.order.ship_by),
            _ => String::new(),
        };
        let preset = order.order.preset.as_ref();
        Some(Self {
            row,
            entered: Arc::clone(order),
            cell,
            text,
            preset: preset.map(|preset| preset.key.clone()),
            is_new: true,
            was_in_calendar: false,
        })
    }

    pub fn is_of(&self, order: &OrderInList, cell: Cell) -> bool {
        self.entered.id == order.id && self.cell == cell
    }

    /// Whether it was drawn before.
    pub fn was_seen(&self) -> bool {
        !self.is_new
    }

    /// As if the user had clicked elsewhere: what can't be read is dropped.
    pub fn left_elsewhere(&self, order: &OrderInList) -> CellLeft {
        CellLeft { edit: self.read(order).ok().flatten(), then: Then::Elsewhere }
    }

    /// Draws the field in the cell of this order.
    pub fn show_ui(
        &mut self,
        ui: &mut Ui,
        order: &OrderInList,
        presets: &[KeyedPreset],
        today: Date,
    ) -> Option<CellLeft> {
        match self.cell {
            Cell::Preset => self.list_ui(ui, order, presets),
            _ => self.field_ui(ui, order, today),
        }
    }

    fn field_ui(&mut self, ui: &mut Ui, order: &OrderInList, today: Date) -> Option<CellLeft> {
        let read = self.read(order);
        let (name, problem) = match self.cell {
            Cell::Weight => (text!("orders-field-weight"), text!("orders-cell-weight-wrong")),
            _ => (text!("orders-ship-by"), text!("orders-cell-ship-by-wrong")),
        };
        let number = &order.order.number;
        let name = text!("orders-cell", field = name, number = number);
        let id = ("cell of the grid", &self.entered.id, self.cell);
        let field = Field::new(&name)
            .hide_label()
            .id(id)
            .width(ui.available_width())
            .problem(read.is_err().then_some(problem))
            .problem_on_hover();
        let mut is_picked = false;
        let mut is_in_calendar = false;
        let response = match self.cell {
            Cell::ShipBy => {
                let (width, days) = (ui.available_width(), days_to_ship(today));
                let drawn = whole_date_field_ui(ui, field, width, &mut self.text, today, &days);
                (is_picked, is_in_calendar) = (drawn.is_picked, drawn.is_in_calendar);
                drawn.response
            }
            _ => field.right_aligned().show_ui(ui, &mut self.text),
        };
        let was_in_calendar = std::mem::replace(&mut self.was_in_calendar, is_in_calendar);
        if std::mem::take(&mut self.is_new) {
            keyboard::enter(ui.ctx(), response.id);
            ui.ctx().request_repaint();
            return None;
        }
        hold_tab(ui, &response);
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        let is_escaped = ui.input(|input| input.key_pressed(Key::Escape));
        if is_in_calendar && !is_picked {
            // A calendar that was closed by a key leaves the keyboard at its button.
            if is_escaped {
                response.request_focus();
            }
            return None;
        }
        // The click that closed the calendar was elsewhere.
        let is_left =
            response.lost_focus() || is_escaped || was_in_calendar && !response.has_focus();
        let then = if is_picked {
            Then::Table
        } else if response.has_focus() && pressed(Modifiers::SHIFT, Key::Tab) {
            Then::Left
        } else if response.has_focus() && pressed(Modifiers::NONE, Key::Tab) {
            Then::Right
        } else if !is_left {
            return None;
        } else if is_escaped {
            return Some(CellLeft { edit: None, then: Then::Table });
        } else if ui.input(|input| input.key_pressed(Key::Enter)) {
            Then::Below
        } else {
            Then::Elsewhere
        };
        match self.read(order) {
            Ok(edit) => Some(CellLeft { edit, then }),
            // What cannot be read stays in the field, unless the user is elsewhere.
            Err(Unreadable) if then == Then::Elsewhere => Some(self.left_elsewhere(order)),
            Err(Unreadable) => {
                response.request_focus();
                None
            }
        }
    }

    fn list_ui(
        &mut self,
        ui: &mut Ui,
        order: &OrderInList,
        presets: &[KeyedPreset],
    ) -> Option<CellLeft> {
        let number = &order.order.number;
        let name = text!("orders-cell-preset", number = number);
        let mut options = vec![(None, text!("orders-preset-by-rules").to_owned())];
        options.extend(
            presets.iter().map(|keyed| (Some(keyed.key.clone()), keyed.preset.name.clone())),
        );
        let is_new = std::mem::take(&mut self.is_new);
        if is_new {
            open_list(ui, &name);
        }
        let width = ui.available_width();
        let picked = combo_box_ui(ui, &name, width, &mut self.preset, &options);
        let edit = picked.then(|| OrderEdit::Preset(self.preset.clone()));
        let is_over = picked || !is_new && !is_list_open(ui, &name);
        is_over.then_some(CellLeft { edit, then: Then::Table })
    }

    /// The change that the text makes; `None` for none.
    fn read(&self, order: &OrderInList) -> Result<Option<OrderEdit>, Unreadable> {
        match self.cell {
            Cell::Weight => {
                let package = order.packages.first().cloned().unwrap_or_default();
                let stored = package.weight.trim();
                let stored = plain_number(stored).unwrap_or_else(|| stored.to_owned());
                let (text, unit) = read_weight(&self.text, package.weight_unit)?;
                let is_empty = text.is_empty() && stored.is_empty();
                let is_same = text == stored && unit == package.weight_unit || is_empty;
                Ok((!is_same).then_some(OrderEdit::Weight { text, unit, weighed: None }))
            }
            Cell::ShipBy => {
                let day = read_date(&self.text)?;
                Ok((day != order.order.ship_by).then_some(OrderEdit::ShipBy(day)))
            }
            _ => Ok(None),
        }
    }
}

/// The text is neither empty nor of the cell's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

/// A weight that may be sent, as [`typed_weight`] reads it, or none.
pub fn read_weight(text: &str, usual: WeightUnit) -> Result<(String, WeightUnit), Unreadable> {
    let (number, unit) = typed_weight(text, usual).ok_or(Unreadable)?;
    let is_weight = parse_number(&number).is_some_and(|value| value > 0.0);
    match number.is_empty() || is_weight {
        true => Ok((number, unit)),
        false => Err(Unreadable),
    }
}

/// A day as the region writes it; empty for none.
pub fn read_date(text: &str) -> Result<Option<Date>, Unreadable> {
    match text.trim() {
        "" => Ok(None),
        text => parse_input::date(text).map(Some).ok_or(Unreadable),
    }
}

pub fn date_words(day: Option<Date>) -> String {
    day.map(|day| format::formats().date(day)).unwrap_or_default()
}

/// Tab goes to the next cell and not to the next control.
fn hold_tab(ui: &Ui, field: &Response) {
    let filter =
        EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: false };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(field.id, filter));
    keyboard::hold_tab(ui.ctx(), field.id);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_of_nothing_is_refused() {
        use WeightUnit::{Lb, Oz};
        for (text, read) in [
            ("1.5", Ok(("1.5", Lb))),
            ("1 lb 8 oz", Ok(("24", Oz))),
            ("", Ok(("", Lb))),
            ("heavy", Err(Unreadable)),
            ("0", Err(Unreadable)),
            ("0 lb 0 oz", Err(Unreadable)),
        ] {
            let wanted = read.map(|(number, unit): (&str, _)| (number.to_owned(), unit));
            assert_eq!(read_weight(text, Lb), wanted, "{text:?}");
        }
    }

    #[test]
    fn the_cell_beside_is_one_that_can_be_changed() {
        let all = super::super::ALL;
        let few = super::super::FEW;
        for (cell, shown, right, wanted) in [
            (Cell::Weight, all.as_slice(), true, Some(Cell::Preset)),
            (Cell::Preset, &all, true, Some(Cell::ShipBy)),
            (Cell::ShipBy, &all, true, None),
            (Cell::ShipBy, &all, false, Some(Cell::Preset)),
            (Cell::Preset, &all, false, Some(Cell::Weight)),
            (Cell::Weight, &all, false, None),
            (Cell::Weight, &few, true, None),
        ] {
            assert_eq!(beside(cell, shown, right), wanted, "{cell:?} {right}");
        }
    }
}
