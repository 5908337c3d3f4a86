//! What a test of the database has found: the row as it would be filled.

use egui::Ui;

use crate::desk::order_import::database::DatabaseTest;
use crate::tables::mapping::{FieldGroup, Mapping, OrderField, same_heading};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::{
    Button, Meaning, band_ui, column_ui, combo_box_ui, line_ui, short_ui, small_muted_ui,
    strong_ui, wrapped_ui,
};

/// Width of the box with the fields of a column.
const FIELDS: f32 = 220.0;

/// Returns whether a question was answered, so that the test is to be repeated.
pub(super) fn show_ui(ui: &mut Ui, found: &DatabaseTest, mapping: &mut Mapping) -> bool {
    let words = text!("shop-database-connected", server = &found.server);
    band_ui(ui, Meaning::Good, &words, None);
    if let Some(problem) = &found.number_problem {
        band_ui(ui, Meaning::Warning, problem, None);
    }
    match &found.write_back {
        Some(Ok(())) => {
            band_ui(ui, Meaning::Good, text!("shop-database-change-understood"), None);
        }
        Some(Err(why)) => {
            band_ui(ui, Meaning::Warning, why, None);
        }
        None => {}
    }
    if !found.new_columns.is_empty() {
        let words = text!("shop-database-new-columns", columns = found.new_columns.join(", "));
        band_ui(ui, Meaning::Info, &words, None);
    }
    let mut is_answered = false;
    for question in &found.questions {
        let ink = Tokens::of_theme(ui).ink;
        wrapped_ui(ui, &question.text(), text::body_medium(), ink);
        small_muted_ui(ui, &question.detail());
        ui.horizontal_wrapped(|ui| {
            for answer in &question.answers {
                let button = Button::secondary(&answer.text()).compact().show_ui(ui);
                if button.clicked() {
                    answer.apply(mapping);
                    is_answered = true;
                }
            }
        });
    }
    is_answered
}

/// One line for each column: its name, what the test has found in it, and the field it is.
pub(super) fn columns_ui(ui: &mut Ui, cx: &mut Cx<'_>, mapping: &mut Mapping) {
    strong_ui(ui, text!("shop-database-columns"));
    let options = field_options();
    let found = cx.state.order_import.database_test.value();
    let found = found.map(|found| found.columns.as_slice()).unwrap_or_default();
    let mut changed = None;
    for (at, column) in mapping.columns.iter().enumerate() {
        let heading = &column.heading;
        let mut tested = found.iter();
        let tested = tested.find(|it| same_heading(&it.column.heading) == same_heading(heading));
        let texts = tested.map(|tested| tested.texts.join(" · ")).unwrap_or_default();
        let type_name = tested.map_or("", |tested| tested.column.type_name.as_str());
        line_ui(ui, size::CONTROL, |ui| {
            let width = FIELDS.min(ui.available_width() * 0.55);
            let room = ui.available_width() - width - space::S;
            column_ui(ui, room, |ui| {
                let tokens = Tokens::of_theme(ui);
                short_ui(ui, heading, text::body(), tokens.ink);
                let below = if texts.is_empty() { type_name } else { &texts };
                short_ui(ui, below, text::small(), tokens.ink_muted);
            });
            let mut field = column.field;
            let name = text!("shop-database-field-of", column = heading);
            if combo_box_ui(ui, &name, width, &mut field, &options) {
                changed = Some((at, field));
            }
        });
    }
    if let Some((at, field)) = changed
        && let Some(column) = mapping.columns.get_mut(at)
    {
        column.field = field;
    }
}

fn field_options() -> Vec<(Option<OrderField>, &'static str)> {
    let mut options = vec![
        (None, text!("shop-database-field-kept")),
        (Some(OrderField::Ignored), OrderField::Ignored.name()),
    ];
    for group in FieldGroup::ALL {
        options.extend(group.fields().map(|field| (Some(field), field.name())));
    }
    options
}
