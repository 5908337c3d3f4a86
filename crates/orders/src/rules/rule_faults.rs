//! What is wrong with a rule, in words for the form that edits it.

use super::{Condition, Rule, RuleOutcome};
use crate::message;
use postroom_base::geography;
use postroom_base::locale::Message;
use postroom_base::measure::WeightUnit;
use postroom_base::measure::exact_weight::ExactWeightSum;
use postroom_base::money::Amount;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFault {
    /// The place of the condition; `None` for a fault of the rule itself.
    pub condition: Option<usize>,
    pub message: Message,
}

/// All faults of the rule, in reading order. A faulty condition fits no order.
pub fn rule_faults(rule: &Rule, preset_exists: impl Fn(&str) -> bool) -> Vec<RuleFault> {
    let mut faults = Vec::new();
    let mut of_rule = |message| {
        faults.push(RuleFault { condition: None, message });
    };
    if rule.name.trim().is_empty() {
        of_rule(message!("rules-fault-name-missing"));
    }
    if rule.conditions.is_empty() {
        of_rule(message!("rules-fault-no-condition"));
    }
    let conditions = rule.conditions.iter().enumerate();
    let states_are_american = names_only_the_united_states(rule);
    faults.extend(conditions.filter_map(|(place, condition)| {
        let message = fault_of_condition(condition, states_are_american)?;
        Some(RuleFault { condition: Some(place), message })
    }));
    let of_outcome = match &rule.outcome {
        RuleOutcome::Preset { key } if key.is_empty() => {
            Some(message!("rules-fault-preset-missing"))
        }
        RuleOutcome::Preset { key } if !preset_exists(key) => {
            Some(message!("rules-fault-preset-gone"))
        }
        RuleOutcome::Hold { reason } if reason.trim().is_empty() => {
            Some(message!("rules-fault-reason-missing"))
        }
        RuleOutcome::Preset { .. } | RuleOutcome::Hold { .. } => None,
    };
    faults.extend(of_outcome.map(|message| RuleFault { condition: None, message }));
    faults
}

/// Only then a state can be looked up; elsewhere any name may be one.
fn names_only_the_united_states(rule: &Rule) -> bool {
    let is_american =
        |text: &String| geography::country(text).is_some_and(|country| country.a2 == "US");
    let mut countries = rule.conditions.iter().filter_map(|condition| match condition {
        Condition::Country { any_of } => Some(any_of),
        _ => None,
    });
    countries.any(|any_of| !any_of.is_empty() && any_of.iter().all(is_american))
}

fn fault_of_condition(condition: &Condition, states_are_american: bool) -> Option<Message> {
    match condition {
        Condition::Country { any_of } => {
            let unknown = |text: &&String| geography::country(text).is_none();
            match any_of.iter().find(unknown) {
                Some(text) if !text.trim().is_empty() => {
                    Some(message!("rules-fault-country-unknown", text = text.trim()))
                }
                found => (found.is_some() || any_of.is_empty())
                    .then(|| message!("rules-fault-country-missing")),
            }
        }
        Condition::State { any_of } => {
            let unknown =
                |text: &&String| states_are_american && geography::us_state(text).is_none();
            if is_blank(any_of) {
                return Some(message!("rules-fault-state-missing"));
            }
            let unknown = any_of.iter().find(unknown);
            unknown.map(|text| message!("rules-fault-state-unknown", text = text.trim()))
        }
        Condition::ZipRange { from, to } => zip_range_fault(from, to),
        Condition::ZipPrefix { any_of } => {
            is_blank(any_of).then(|| message!("rules-fault-zip-missing"))
        }
        Condition::Weight { least, most, unit } => weight_fault(least, most, *unit),
        Condition::Value { least, most, .. } => value_fault(*least, *most),
        Condition::Items { least, most }
        | Condition::Pieces { least, most }
        | Condition::Parcels { least, most } => count_fault(*least, *most),
        Condition::Sku { any_of } => is_blank(any_of).then(|| message!("rules-fault-sku-missing")),
        Condition::Source { any_of } => {
            is_blank(any_of).then(|| message!("rules-fault-source-missing"))
        }
        Condition::Shipping { contains } => {
            is_blank(contains).then(|| message!("rules-fault-shipping-missing"))
        }
        Condition::EveryOrder
        | Condition::Note(_)
        | Condition::International(_)
        | Condition::PoBox(_)
        | Condition::Military(_)
        | Condition::ShipBy { .. } => None,
    }
}

fn is_blank(texts: &[String]) -> bool {
    texts.iter().all(|text| text.trim().is_empty())
}

fn zip_range_fault(from: &str, to: &str) -> Option<Message> {
    let plain = super::facts_of_order::plain_zip;
    let (from, to) = (plain(from), plain(to));
    if from.is_empty() || to.is_empty() {
        return Some(message!("rules-fault-zip-end-missing"));
    }
    if from.len() != to.len() {
        return Some(message!("rules-fault-zip-lengths"));
    }
    (from > to).then(|| message!("rules-fault-range-reversed"))
}

fn weight_fault(least: &str, most: &str, unit: WeightUnit) -> Option<Message> {
    let ends = [least.trim(), most.trim()];
    if ends.iter().all(|end| end.is_empty()) {
        return Some(message!("rules-fault-range-open"));
    }
    let is_wrong = |end: &&&str| !end.is_empty() && ExactWeightSum::parse(end, unit).is_none();
    if let Some(wrong) = ends.iter().find(is_wrong) {
        return Some(message!("rules-fault-weight-unreadable", text = *wrong));
    }
    let [least, most] = ends.map(|end| ExactWeightSum::parse(end, unit));
    range_fault(least.zip(most))
}

fn value_fault(least: Option<Amount>, most: Option<Amount>) -> Option<Message> {
    if least.is_none() && most.is_none() {
        return Some(message!("rules-fault-range-open"));
    }
    range_fault(least.zip(most))
}

fn count_fault(least: Option<u32>, most: Option<u32>) -> Option<Message> {
    if least.is_none() && most.is_none() {
        return Some(message!("rules-fault-range-open"));
    }
    range_fault(least.zip(most))
}

/// The first end must not be above the last.
fn range_fault<T: PartialOrd>(ends: Option<(T, T)>) -> Option<Message> {
    let reversed = ends.is_some_and(|(least, most)| least > most);
    reversed.then(|| message!("rules-fault-range-reversed"))
}
