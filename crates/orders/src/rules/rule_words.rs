//! A rule and its conditions as a person reads them, on one line.

use super::{Condition, Rule, RuleOutcome};
use crate::text;
use postroom_base::geography;
use postroom_base::locale::format::formats;
use postroom_base::money::{Amount, Currency, Money};

/// `Weight is up to 2 kg`
pub fn condition_in_words(condition: &Condition) -> String {
    capitalized(&inner_words(condition))
}

/// `Country is Germany and weight is up to 2 kg: preset Light`. `preset` is the name of the rule's
/// preset, if there is one.
pub fn rule_in_words(rule: &Rule, preset: Option<&str>) -> String {
    let conditions: Vec<String> = rule.conditions.iter().map(inner_words).collect();
    let conditions = match conditions.is_empty() {
        true => text!("rules-words-no-condition").to_owned(),
        false => formats().list(&conditions),
    };
    let conditions = capitalized(&conditions);
    match (&rule.outcome, preset) {
        (RuleOutcome::Preset { .. }, Some(preset)) => {
            text!("rules-words-preset", conditions = conditions, preset = preset)
        }
        (RuleOutcome::Preset { .. }, None) => {
            text!("rules-words-preset-gone", conditions = conditions)
        }
        (RuleOutcome::Hold { reason }, _) => {
            text!("rules-words-hold", conditions = conditions, reason = reason.trim())
        }
    }
}

/// The words as they are inside a sentence, with a small letter first.
fn inner_words(condition: &Condition) -> String {
    match condition {
        Condition::EveryOrder => text!("rules-words-every-order").to_owned(),
        Condition::Country { any_of } => {
            let name = |text: &String| match geography::country(text) {
                Some(country) => country.name().to_owned(),
                None => text.trim().to_owned(),
            };
            let countries: Vec<String> = any_of.iter().map(name).collect();
            text!("rules-words-country", count = countries.len(), countries = countries.join(", "))
        }
        Condition::State { any_of } => {
            text!("rules-words-state", count = any_of.len(), states = listed(any_of))
        }
        Condition::ZipRange { from, to } => {
            text!("rules-words-zip-range", from = from.trim(), to = to.trim())
        }
        Condition::ZipPrefix { any_of } => {
            text!("rules-words-zip-prefix", prefixes = listed(any_of))
        }
        Condition::Weight { least, most, unit } => {
            let number = |text: &str| formats().decimal(&text.trim().replace(',', "."));
            let ends = [least, most].map(|end| number(end));
            let unit = unit.code();
            match ends.each_ref().map(String::as_str) {
                ["", most] => text!("rules-words-weight-most", most = most, unit = unit),
                [least, ""] => text!("rules-words-weight-least", least = least, unit = unit),
                [least, most] => {
                    text!("rules-words-weight-between", least = least, most = most, unit = unit)
                }
            }
        }
        Condition::Value { least, most, currency } => value_words(*least, *most, *currency),
        Condition::Items { least, most } => match (least, most) {
            (Some(least), Some(most)) if least == most => {
                text!("rules-words-items-exact", count = *most)
            }
            (Some(least), Some(most)) => {
                text!("rules-words-items-between", least = *least, most = *most)
            }
            (Some(least), None) => text!("rules-words-items-least", least = *least),
            (None, most) => text!("rules-words-items-most", most = most.unwrap_or_default()),
        },
        Condition::Pieces { least, most } => match (least, most) {
            (Some(least), Some(most)) if least == most => {
                text!("rules-words-pieces-exact", count = *most)
            }
            (Some(least), Some(most)) => {
                text!("rules-words-pieces-between", least = *least, most = *most)
            }
            (Some(least), None) => text!("rules-words-pieces-least", least = *least),
            (None, most) => text!("rules-words-pieces-most", most = most.unwrap_or_default()),
        },
        Condition::Parcels { least, most } => match (least, most) {
            (Some(least), Some(most)) if least == most => {
                text!("rules-words-parcels-exact", count = *most)
            }
            (Some(least), Some(most)) => {
                text!("rules-words-parcels-between", least = *least, most = *most)
            }
            (Some(least), None) => text!("rules-words-parcels-least", least = *least),
            (None, most) => text!("rules-words-parcels-most", most = most.unwrap_or_default()),
        },
        Condition::Sku { any_of } => {
            text!("rules-words-sku", count = any_of.len(), skus = listed(any_of))
        }
        Condition::Source { any_of } => {
            text!("rules-words-source", count = any_of.len(), sources = listed(any_of))
        }
        Condition::Shipping { contains } => {
            text!("rules-words-shipping", count = contains.len(), words = listed(contains))
        }
        Condition::Note(true) => text!("rules-words-note").to_owned(),
        Condition::Note(false) => text!("rules-words-no-note").to_owned(),
        Condition::International(true) => text!("rules-words-international").to_owned(),
        Condition::International(false) => text!("rules-words-domestic").to_owned(),
        Condition::PoBox(true) => text!("rules-words-po-box").to_owned(),
        Condition::PoBox(false) => text!("rules-words-no-po-box").to_owned(),
        Condition::Military(true) => text!("rules-words-military").to_owned(),
        Condition::Military(false) => text!("rules-words-not-military").to_owned(),
        Condition::ShipBy { days } => text!("rules-words-ship-by", days = *days),
    }
}

fn value_words(least: Option<Amount>, most: Option<Amount>, currency: Currency) -> String {
    let money = |amount: Amount| Money::new(amount, currency);
    match (least.map(money), most.map(money)) {
        (Some(least), Some(most)) => text!("rules-words-value-between", least = least, most = most),
        (Some(least), None) => text!("rules-words-value-least", least = least),
        (None, most) => text!("rules-words-value-most", most = most.unwrap_or(money(Amount::ZERO))),
    }
}

fn listed(texts: &[String]) -> String {
    let texts = texts.iter().map(|text| text.trim());
    let given: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    given.join(", ")
}

fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
