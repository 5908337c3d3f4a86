//! The form of one rule.

use egui::Ui;

use super::condition_fields;
use super::rule_form::{ConditionForm, ConditionKind, RuleForm};
use crate::orders::rules::{RuleFault, rule_in_words};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Button, Card, Field, Icon, combo_box_ui, combo_ui, problem_ui, segmented_ui, small_muted_ui,
    strong_ui,
};

/// Shows the rule with this key; returns whether to remove it. `shown`: gaps are shown too.
pub fn show_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    key: &str,
    form: &mut RuleForm,
    faults: &[RuleFault],
    shown: bool,
) -> bool {
    let mut removes = false;
    let is_complete = faults.is_empty();
    let faults = FaultsByField::new(form, faults, shown);
    ui.spacing_mut().item_spacing.y = space::M;
    Card::new(text!("rules-card-rule")).show_with_ui(
        ui,
        |ui| {
            let remove = Button::quiet(text!("rules-remove")).compact();
            removes = remove.show_ui(ui).clicked();
        },
        |ui| {
            Field::new(text!("rules-name"))
                .hint(text!("rules-name-hint"))
                .problem(faults.name.as_deref())
                .id(("rule name", key))
                .show_ui(ui, &mut form.name);
            if !is_complete {
                return;
            }
            let presets = &cx.state.order_rules.documents.presets;
            let preset = presets.iter().find(|keyed| keyed.key == form.preset);
            let preset = preset.map(|keyed| keyed.preset.name.as_str());
            small_muted_ui(ui, &rule_in_words(&form.rule(), preset));
        },
    );
    conditions_ui(ui, cx, key, form, &faults);
    outcome_ui(ui, cx, key, form, &faults);
    ui.add_space(space::L);
    removes
}

/// The faults beside their fields.
struct FaultsByField {
    name: Option<String>,
    no_condition: Option<String>,
    conditions: Vec<(usize, String)>,
    outcome: Option<String>,
}

impl FaultsByField {
    fn new(form: &RuleForm, faults: &[RuleFault], shown: bool) -> Self {
        let faults: &[RuleFault] = if shown { faults } else { &[] };
        let of_rule = faults.iter().filter(|fault| fault.condition.is_none());
        let mut of_rule = of_rule.map(|fault| fault.message.to_string());
        // In reading order: the name, the conditions as a whole, the outcome.
        let mut next = |is_next: bool| is_next.then(|| of_rule.next()).flatten();
        let conditions = faults.iter();
        Self {
            name: next(form.name.trim().is_empty()),
            no_condition: next(form.conditions.is_empty()),
            outcome: next(true),
            conditions: conditions
                .filter_map(|fault| Some((fault.condition?, fault.message.to_string())))
                .collect(),
        }
    }

    fn of_condition(&self, place: usize) -> Option<&str> {
        let mut all = self.conditions.iter();
        let found = all.find(|(of, _)| *of == place);
        found.map(|(_, message)| message.as_str())
    }
}

fn conditions_ui(ui: &mut Ui, cx: &Cx<'_>, key: &str, form: &mut RuleForm, faults: &FaultsByField) {
    let mut add = false;
    let mut remove = None;
    Card::new(text!("rules-card-conditions")).show_with_ui(
        ui,
        |ui| {
            let button = Button::quiet(text!("rules-condition-add")).icon(Icon::Plus);
            add = button.compact().show_ui(ui).clicked();
        },
        |ui| {
            small_muted_ui(ui, text!("rules-conditions-words"));
            if let Some(fault) = &faults.no_condition {
                problem_ui(ui, fault);
            }
            for (place, condition) in form.conditions.iter_mut().enumerate() {
                ui.push_id((key, place), |ui| {
                    if condition_ui(ui, cx, key, place, condition, faults.of_condition(place)) {
                        remove = Some(place);
                    }
                });
            }
        },
    );
    if add {
        form.conditions.push(ConditionForm::default());
    }
    if let Some(place) = remove {
        form.conditions.remove(place);
    }
}

/// One condition; returns whether to remove it.
fn condition_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    key: &str,
    place: usize,
    condition: &mut ConditionForm,
    fault: Option<&str>,
) -> bool {
    let number = place + 1;
    let mut removes = false;
    ui.horizontal(|ui| {
        strong_ui(ui, &text!("rules-condition", number = number));
        let name = text!("rules-condition-remove-name", number = number);
        let button = Button::quiet(text!("rules-condition-remove")).name(&name);
        removes = button.compact().show_ui(ui).clicked();
    });
    let kinds = ConditionKind::ALL.map(|kind| (kind, kind.words()));
    let name = text!("rules-condition-kind-name", number = number);
    let width = ui.available_width();
    let before = condition.kind;
    combo_box_ui(ui, &name, width, &mut condition.kind, &kinds);
    if condition.kind != before {
        // The texts of one kind mean nothing to another.
        *condition = ConditionForm { kind: condition.kind, ..ConditionForm::default() };
    }
    condition_fields::show_ui(ui, cx, key, number, condition);
    if let Some(fault) = fault {
        problem_ui(ui, fault);
    }
    removes
}

fn outcome_ui(ui: &mut Ui, cx: &Cx<'_>, key: &str, form: &mut RuleForm, faults: &FaultsByField) {
    Card::new(text!("rules-card-outcome")).show_ui(ui, |ui| {
        let kinds = [(false, text!("rules-outcome-preset")), (true, text!("rules-outcome-hold"))];
        segmented_ui(ui, text!("rules-outcome"), &mut form.holds, &kinds);
        if form.holds {
            Field::new(text!("rules-reason"))
                .hint(text!("rules-reason-hint"))
                .id(("rule reason", key))
                .problem(faults.outcome.as_deref())
                .show_ui(ui, &mut form.reason);
            return;
        }
        let presets = &cx.state.order_rules.documents.presets;
        let options: Vec<(String, &str)> =
            presets.iter().map(|keyed| (keyed.key.clone(), keyed.preset.name.as_str())).collect();
        let width = ui.available_width();
        combo_ui(ui, text!("rules-preset"), width, &mut form.preset, &options);
        if let Some(fault) = &faults.outcome {
            problem_ui(ui, fault);
        }
        if presets.is_empty() {
            small_muted_ui(ui, text!("rules-preset-none"));
        }
    });
}
