//! The fields that fit a condition of a rule.

use egui::Ui;

use super::rule_form::{ConditionForm, ConditionKind};
use crate::base::measure::WeightUnit;
use crate::orders::rules::{Condition, condition_in_words};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::choice::named_combo_ui;
use crate::ui::widgets::{Field, combo_box_ui, small_muted_ui};

/// Width of a unit or a currency.
const UNIT: f32 = 72.0;

/// The fields of a condition of the rule with this key; `number` counts the conditions.
pub fn show_ui(ui: &mut Ui, cx: &Cx<'_>, key: &str, number: usize, form: &mut ConditionForm) {
    let at = Place { key, number };
    match form.kind {
        ConditionKind::EveryOrder => {
            small_muted_ui(ui, text!("rules-every-order-words"));
        }
        ConditionKind::Country => {
            list_ui(ui, &at, text!("rules-countries"), text!("rules-countries-hint"), form, 1);
        }
        ConditionKind::State => {
            list_ui(ui, &at, text!("rules-states"), text!("rules-states-hint"), form, 1);
        }
        ConditionKind::ZipPrefix => {
            list_ui(ui, &at, text!("rules-prefixes"), text!("rules-prefixes-hint"), form, 1);
        }
        ConditionKind::Sku => {
            list_ui(ui, &at, text!("rules-skus"), text!("rules-skus-hint"), form, 3);
        }
        ConditionKind::Shipping => {
            list_ui(ui, &at, text!("rules-shipping"), text!("rules-shipping-hint"), form, 3);
        }
        ConditionKind::Source => sources_ui(ui, cx, &at, form),
        ConditionKind::ZipRange => {
            range_ui(ui, &at, [text!("rules-from"), text!("rules-to")], form, |_, _| {}, 0.0);
        }
        ConditionKind::Items | ConditionKind::Pieces | ConditionKind::Parcels => {
            range_ui(ui, &at, least_and_most(), form, |_, _| {}, 0.0);
        }
        ConditionKind::Weight => {
            let name = at.name(text!("rules-unit"));
            range_ui(
                ui,
                &at,
                least_and_most(),
                form,
                |ui, form| {
                    let units = WeightUnit::ALL.map(|unit| (unit, unit.code()));
                    named_combo_ui(ui, text!("rules-unit"), &name, UNIT, &mut form.unit, &units);
                },
                UNIT + space::S,
            );
        }
        ConditionKind::Value => {
            let name = at.name(text!("rules-currency"));
            range_ui(
                ui,
                &at,
                least_and_most(),
                form,
                |ui, form| {
                    Field::new(text!("rules-currency"))
                        .name(&name)
                        .width(UNIT)
                        .id(at.id("currency"))
                        .show_ui(ui, &mut form.currency);
                },
                UNIT + space::S,
            );
        }
        ConditionKind::Note => yes_ui(ui, &at, form, Condition::Note),
        ConditionKind::International => yes_ui(ui, &at, form, Condition::International),
        ConditionKind::PoBox => yes_ui(ui, &at, form, Condition::PoBox),
        ConditionKind::Military => yes_ui(ui, &at, form, Condition::Military),
        ConditionKind::ShipBy => {
            let name = at.name(text!("rules-days"));
            Field::new(text!("rules-days"))
                .name(&name)
                .hint("0")
                .right_aligned()
                .width(2.0 * UNIT)
                .id(at.id("days"))
                .show_ui(ui, &mut form.most);
            small_muted_ui(ui, text!("rules-days-words"));
        }
    }
}

/// Where a field is: the rule, and the number of the condition.
struct Place<'a> {
    key: &'a str,
    number: usize,
}

impl Place<'_> {
    /// The name for screen readers, which no other condition's field has.
    fn name(&self, label: &str) -> String {
        text!("rules-field-name", field = label, number = self.number)
    }

    fn id(&self, field: &'static str) -> (&'static str, String, usize, &'static str) {
        ("condition", self.key.to_owned(), self.number, field)
    }
}

fn least_and_most() -> [&'static str; 2] {
    [text!("rules-least"), text!("rules-most")]
}

/// Several texts: with commas in one row, else one on each line.
fn list_ui(
    ui: &mut Ui,
    at: &Place<'_>,
    label: &str,
    hint: &str,
    form: &mut ConditionForm,
    rows: usize,
) {
    let name = at.name(label);
    Field::new(label)
        .name(&name)
        .hint(hint)
        .rows(rows)
        .expects_scans()
        .id(at.id("list"))
        .show_ui(ui, &mut form.list);
    if rows > 1 {
        small_muted_ui(ui, text!("rules-one-per-line"));
    }
}

/// The sources can be typed before an order of theirs is there; those that are there are named.
fn sources_ui(ui: &mut Ui, cx: &Cx<'_>, at: &Place<'_>, form: &mut ConditionForm) {
    let known = cx.state.orders.sources.join(", ");
    list_ui(ui, at, text!("rules-sources"), "", form, 2);
    if !known.is_empty() {
        small_muted_ui(ui, &text!("rules-sources-known", sources = known));
    }
}

/// Two ends of a range, and something of this width behind them.
fn range_ui(
    ui: &mut Ui,
    at: &Place<'_>,
    labels: [&str; 2],
    form: &mut ConditionForm,
    behind: impl FnOnce(&mut Ui, &mut ConditionForm),
    width: f32,
) {
    let each = ((ui.available_width() - width - space::S) / 2.0).floor();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let [first, second] = labels;
        for (label, id, value) in
            [(first, "least", &mut form.least), (second, "most", &mut form.most)]
        {
            let name = at.name(label);
            let field = Field::new(label).name(&name).width(each).right_aligned().id(at.id(id));
            let field = match form.kind {
                ConditionKind::Weight => field.weight(form.unit),
                _ => field,
            };
            field.show_ui(ui, value);
        }
        behind(ui, form);
    });
}

/// The two answers of a condition, in the words of the rule.
fn yes_ui(ui: &mut Ui, at: &Place<'_>, form: &mut ConditionForm, condition: fn(bool) -> Condition) {
    let options = [true, false].map(|yes| (yes, condition_in_words(&condition(yes))));
    let name = at.name(text!("rules-answer"));
    let width = ui.available_width();
    combo_box_ui(ui, &name, width, &mut form.yes, &options);
}
