//! What forms have in common: fields side by side, the field that has a problem, and the buttons at the
//! end.

use egui::{Response, Ui};

use super::{Button, Field};
use crate::ui::tokens::space;

/// The width of one of several controls side by side, in whole points.
pub fn share_of_width(ui: &Ui, controls: usize) -> f32 {
    let gaps = space::S * controls.saturating_sub(1) as f32;
    ((ui.available_width() - gaps) / controls.max(1) as f32).floor()
}

/// Controls of a form side by side.
pub fn side_by_side_ui<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        contents(ui)
    })
    .inner
}

/// Fields of one width side by side, each with its text.
pub fn fields_ui<const N: usize>(
    ui: &mut Ui,
    fields: [(Field<'_>, &mut String); N],
) -> [Response; N] {
    let width = share_of_width(ui, N);
    side_by_side_ui(ui, |ui| fields.map(|(field, text)| field.width(width).show_ui(ui, text)))
}

/// The first problem of a form: the field that has it, and what is said below that field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldProblem<K> {
    pub field: K,
    pub words: &'static str,
}

impl<K: PartialEq> FieldProblem<K> {
    pub fn new(field: K, words: &'static str) -> Self {
        Self { field, words }
    }

    /// What is said below this field.
    pub fn words_below(problem: Option<&Self>, field: K) -> Option<&'static str> {
        problem.filter(|problem| problem.field == field).map(|problem| problem.words)
    }
}

/// How a person ends a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormEnd {
    Save,
    Cancel,
}

/// The buttons at the end of a form.
pub fn end_ui(ui: &mut Ui, save: Button<'_>, cancel: Button<'_>) -> Option<FormEnd> {
    ui.horizontal_wrapped(|ui| {
        let saves = save.show_ui(ui).clicked().then_some(FormEnd::Save);
        let cancels = cancel.show_ui(ui).clicked().then_some(FormEnd::Cancel);
        saves.or(cancels)
    })
    .inner
}
