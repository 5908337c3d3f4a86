//! One change of all selected orders: what is checked is changed in each of them.

use egui::Ui;

use super::grid::cell_edit::{Unreadable, read_date, read_weight};
use crate::base::measure::{LengthUnit, WeightUnit, parse_number};
use crate::desk::orders::intent::OrderIntent;
use crate::orders::order_edit::OrderEdit;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::calendar::days_to_ship;
use crate::ui::widgets::card::{no_ui, question};
use crate::ui::widgets::{
    Button, Field, check_ui, column_ui, combo_box_ui, date_field_ui, heading_ui, problem_ui,
    small_muted_ui, weight_ui,
};

/// Each field with whether it is checked.
#[derive(Debug, Default)]
pub struct ManyEditForm {
    weight: (bool, String, WeightUnit),
    size: (bool, [String; 3], LengthUnit),
    preset: (bool, Option<String>),
    ship_by: (bool, String),
    note: (bool, String),
}

const WIDTH: f32 = 520.0;
/// Width of the check boxes with their words.
const NAMES: f32 = 168.0;
const DATE: f32 = 180.0;
const SIDE: f32 = 72.0;

impl ManyEditForm {
    /// Returns whether the form stays open.
    pub fn show_ui(&mut self, ui: &Ui, cx: &mut Cx<'_>) -> bool {
        let count = cx.state.orders.selection.len();
        let title = text!("orders-many-title", count = count);
        let mut is_over = count == 0;
        let shown = question(text!("orders-many-menu"), cx.tokens).show(ui.ctx(), |ui| {
            ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 2.0 * space::XXL));
            ui.spacing_mut().item_spacing.y = space::S;
            heading_ui(ui, &title);
            small_muted_ui(ui, text!("orders-many-words"));
            match all_have_labels(cx) {
                true => {
                    small_muted_ui(ui, text!("orders-many-note-only"));
                    note_ui(ui, self);
                }
                false => fields_ui(ui, cx, self),
            }
            ui.add_space(space::S);
            ui.horizontal(|ui| is_over |= self.steps_ui(ui, cx, count));
        });
        !is_over && !shown.should_close()
    }

    /// Returns whether the form is closed.
    fn steps_ui(&self, ui: &mut Ui, cx: &mut Cx<'_>, count: usize) -> bool {
        let edits = self.edits();
        let nothing = edits.as_ref().is_ok_and(Vec::is_empty);
        let why = match &edits {
            Err(problem) => Some(*problem),
            Ok(_) => nothing.then(|| text!("orders-many-nothing")),
        };
        let words = text!("orders-many-change", count = count);
        let change =
            Button::primary(&words).name(text!("orders-many-change-name")).disabled_because(why);
        let mut is_over = false;
        if change.show_ui(ui).clicked()
            && let Ok(edits) = edits
        {
            cx.ask(OrderIntent::Edit {
                ids: cx.state.orders.selection.ids().to_vec(),
                edit: OrderEdit::Several(edits),
            });
            is_over = true;
        }
        let no = Button::secondary(text!("orders-many-cancel"));
        is_over | no_ui(ui, text!("orders-many-menu"), no)
    }

    /// The changes that are checked, or why they can't be made.
    fn edits(&self) -> Result<Vec<OrderEdit>, &'static str> {
        let mut edits = Vec::new();
        if let (true, text, unit) = &self.weight {
            let (text, unit) =
                read_weight(text, *unit).map_err(|Unreadable| text!("orders-cell-weight-wrong"))?;
            edits.push(OrderEdit::Weight { text, unit, weighed: None });
        }
        if let (true, sides, unit) = &self.size {
            if !is_size(sides) {
                return Err(text!("orders-many-size-wrong"));
            }
            edits.push(OrderEdit::SizeUnit(*unit));
            edits.push(OrderEdit::Size(sides.clone()));
        }
        if let (true, preset) = &self.preset {
            edits.push(OrderEdit::Preset(preset.clone()));
        }
        if let (true, text) = &self.ship_by {
            let day = read_date(text).map_err(|Unreadable| text!("orders-cell-ship-by-wrong"))?;
            edits.push(OrderEdit::ShipBy(day));
        }
        if let (true, text) = &self.note {
            edits.push(OrderEdit::Note(text.clone()));
        }
        Ok(edits)
    }
}

/// Whether no selected order can be changed but for its note.
fn all_have_labels(cx: &Cx<'_>) -> bool {
    let sums = cx.state.orders.selection.sums.as_ref();
    sums.is_some_and(|sums| {
        let mut states = sums.by_state.iter().filter(|(_, count)| **count > 0).peekable();
        states.peek().is_some() && states.all(|(state, _)| state.may_have_cost_money())
    })
}

fn is_size(sides: &[String; 3]) -> bool {
    let is_length = |side: &String| parse_number(side).is_some_and(|length| length > 0.0);
    sides.iter().all(|side| side.trim().is_empty()) || sides.iter().all(is_length)
}

/// A check box, and beside it what it is about. A change of the control checks the box.
fn line_ui(
    ui: &mut Ui,
    words: &str,
    is_checked: &mut bool,
    control_ui: impl FnOnce(&mut Ui) -> bool,
) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().interact_size.y = size::CONTROL;
        ui.spacing_mut().item_spacing.x = space::S;
        column_ui(ui, NAMES, |ui| {
            ui.horizontal(|ui| check_ui(ui, words, is_checked));
        });
        let room = ui.available_width();
        *is_checked |= column_ui(ui, room, control_ui);
    });
}

fn fields_ui(ui: &mut Ui, cx: &Cx<'_>, form: &mut ManyEditForm) {
    let (checked, text, unit) = &mut form.weight;
    line_ui(ui, text!("orders-field-weight"), checked, |ui| {
        let name = new_value(text!("orders-field-weight"));
        let field = Field::new(&name).hide_label().width(DATE);
        weight_ui(ui, field, text, unit).changed()
    });
    if *checked && read_weight(text, *unit).is_err() {
        problem_ui(ui, text!("orders-cell-weight-wrong"));
    }
    size_ui(ui, form);
    let (checked, preset) = &mut form.preset;
    line_ui(ui, text!("orders-preset"), checked, |ui| {
        let mut options = vec![(None, text!("orders-preset-by-rules").to_owned())];
        let presets = cx.state.order_rules.documents.presets.iter();
        options.extend(presets.map(|keyed| (Some(keyed.key.clone()), keyed.preset.name.clone())));
        let (name, width) = (new_value(text!("orders-preset")), ui.available_width());
        combo_box_ui(ui, &name, width, preset, &options)
    });
    let (checked, text) = &mut form.ship_by;
    line_ui(ui, text!("orders-ship-by"), checked, |ui| {
        let today = cx.today();
        let allowed = days_to_ship(today);
        let name = new_value(text!("orders-ship-by"));
        let field = Field::new(&name).hide_label();
        date_field_ui(ui, field, DATE, text, today, &allowed).changed()
    });
    if *checked && read_date(text).is_err() {
        problem_ui(ui, text!("orders-cell-ship-by-wrong"));
    }
    note_ui(ui, form);
}

/// The note is changed after the purchase too.
fn note_ui(ui: &mut Ui, form: &mut ManyEditForm) {
    let (checked, text) = &mut form.note;
    line_ui(ui, text!("orders-field-note"), checked, |ui| {
        let name = new_value(text!("orders-field-note"));
        let field = Field::new(&name).hide_label().rows(2);
        field.show_ui(ui, text).changed()
    });
}

/// The name of a control whose check box has the name of the field.
fn new_value(field: &str) -> String {
    text!("orders-many-new", field = field)
}

fn size_ui(ui: &mut Ui, form: &mut ManyEditForm) {
    let (checked, sides, unit) = &mut form.size;
    line_ui(ui, text!("orders-many-size"), checked, |ui| {
        let names = [
            text!("orders-field-length"),
            text!("orders-field-width"),
            text!("orders-field-height"),
        ];
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            let mut is_changed = false;
            for (name, side) in names.into_iter().zip(sides.iter_mut()) {
                let field = Field::new(name).hint(name).hide_label().measure().width(SIDE);
                is_changed |= field.show_ui(ui, side).changed();
            }
            let units = LengthUnit::ALL.map(|unit| (unit, unit.code()));
            is_changed |= combo_box_ui(ui, text!("orders-many-size-unit"), SIDE, unit, &units);
            is_changed
        })
        .inner
    });
    if *checked && !is_size(sides) {
        problem_ui(ui, text!("orders-many-size-wrong"));
    }
}
