//! The text of a field for a weight or a length while it is typed. The field's value is the number as
//! it is stored; what the user types stays as it is until the field has another value.

use egui::{Id, Ui};

use crate::base::measure::weight_words::stored_weight;
use crate::base::measure::{WeightUnit, stored_number, typed_number};

/// What a number is the measure of.
#[derive(Clone, Copy, Debug)]
pub enum Measure {
    Length,
    /// In this unit, whatever unit is typed.
    Weight(WeightUnit),
}

/// What was typed last, with the value that was stored for it.
#[derive(Clone)]
struct Typed {
    text: String,
    stored: String,
}

/// The text that the field with this id shows for its value.
pub fn shown(ui: &Ui, id: Id, value: &str) -> String {
    let key = id.with("typed measure");
    let is_edited = ui.memory(|memory| memory.has_focus(id));
    let typed = ui.data(|data| data.get_temp::<Typed>(key));
    typed
        .filter(|typed| is_edited && typed.stored == value)
        .map_or_else(|| typed_number(value), |typed| typed.text)
}

/// Stores what was typed.
pub fn store(ui: &Ui, id: Id, measure: Measure, text: String, value: &mut String) {
    *value = match measure {
        Measure::Length => stored_number(&text),
        Measure::Weight(unit) => stored_weight(&text, unit),
    };
    let typed = Typed { text, stored: value.clone() };
    let key = id.with("typed measure");
    ui.data_mut(|data| data.insert_temp(key, typed));
}
