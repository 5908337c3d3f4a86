//! What differs between two versions of a document, in words.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use crate::rules::{Rule, RuleOutcome, rule_in_words};
use crate::text;
use postroom_parcel::preset::ServiceChoice;
use postroom_parcel::rate_ranking::service_name;
use postroom_rows::document::DocumentKind;

/// What follows from other fields, and no person types.
const DERIVED: [&str; 4] = ["stored", "verification", "carried_over", "weighed"];

/// In place of a text that is empty.
const NOTHING: &str = "–";

/// One part of a document that the two versions say otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The name of the part, as its form has it.
    pub part: String,
    pub before: String,
    pub theirs: String,
    pub mine: String,
}

impl Difference {
    pub fn words(&self) -> String {
        text!(
            "overtaken-difference",
            part = &self.part,
            before = &self.before,
            theirs = &self.theirs,
            mine = &self.mine
        )
    }
}

/// The parts in which `theirs` and `mine` differ, of the versions before, theirs and mine. `preset`
/// knows the name of a preset by its key.
pub fn differences(
    kind: DocumentKind,
    versions: &[Value; 3],
    preset: impl Fn(&str) -> Option<String>,
) -> Vec<Difference> {
    let [_, theirs, mine] = versions;
    let keys: BTreeSet<&String> = [theirs, mine]
        .into_iter()
        .filter_map(Value::as_object)
        .flat_map(|members| members.keys())
        .collect();
    let mut found: Vec<Difference> = Vec::new();
    for key in keys {
        let parts = versions.each_ref().map(|it| it.get(key).unwrap_or(&Value::Null));
        let [_, theirs, mine] = parts;
        if is_equal(theirs, mine) {
            continue;
        }
        let [before, theirs, mine] = match (kind, key.as_str()) {
            (DocumentKind::Rule, "conditions" | "outcome") => {
                versions.each_ref().map(|it| rule_words(it, &preset))
            }
            (DocumentKind::Preset, "service") => parts.map(service_words),
            (_, "keyed_database") => parts.map(whether_set),
            _ => texts_of(parts),
        };
        let part = part_words(kind, key).to_owned();
        let one = Difference { part, before, theirs, mine };
        // The conditions and the outcome of a rule are one sentence.
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

/// The versions of one document, for [`differences`].
pub fn versions_of<T: Serialize>(before: &T, theirs: &T, mine: &T) -> [Value; 3] {
    [before, theirs, mine].map(|it| serde_json::to_value(it).unwrap_or_default())
}

fn part_words(kind: DocumentKind, key: &str) -> &'static str {
    match (kind, key) {
        (DocumentKind::Preset, "name") => text!("presets-name"),
        (DocumentKind::Preset, "package") => text!("presets-card-package"),
        (DocumentKind::Preset, "packaging_weight" | "packaging_weight_unit") => {
            text!("presets-packaging")
        }
        (DocumentKind::Preset, "service") => text!("presets-choice"),
        (DocumentKind::Preset, "account") => text!("presets-account"),
        (DocumentKind::Preset, "from") => text!("presets-card-sender"),
        (DocumentKind::Preset, "options") => text!("presets-card-options"),
        (DocumentKind::Preset, "customs") => text!("presets-card-customs"),
        (DocumentKind::Preset, "label") => text!("presets-card-label"),
        (DocumentKind::Preset, "printer") => text!("presets-printer"),
        (DocumentKind::Preset, "key") => text!("presets-key"),
        (DocumentKind::Rule, "name") => text!("rules-name"),
        (DocumentKind::Rule, _) => text!("rules-card-rule"),
        (DocumentKind::Shop, "sender") => text!("order-printing-shop-sender"),
        (DocumentKind::Shop, "name") => text!("order-printing-shop-name"),
        (DocumentKind::Shop, "slip_text") => text!("order-printing-shop-text"),
        (DocumentKind::Shop, "logo") => text!("order-printing-shop-logo"),
        (DocumentKind::Shop, "paper") => text!("order-printing-shop-paper"),
        (DocumentKind::Shop, "slip_prices") => text!("order-printing-shop-prices"),
        (DocumentKind::Shop, "slips_with_labels") => {
            text!("order-printing-shop-slips-with-labels")
        }
        (DocumentKind::Shop, "slip_hides_note") => text!("overtaken-part-hides-note"),
        (DocumentKind::Shop, "keyed_database") => text!("scan-settings-database"),
        (DocumentKind::Shop, "scan_buys") => text!("scan-settings-buys"),
        (DocumentKind::Shop, "scan_checks_items") => text!("scan-settings-checks"),
        (_, "name") => text!("presets-name"),
        _ => text!("overtaken-part-other"),
    }
}

/// Keys of other documents say nothing to a person.
fn whether_set(part: &Value) -> String {
    match part.as_str().is_some_and(|key| !key.is_empty()) {
        true => text!("overtaken-set").to_owned(),
        false => text!("overtaken-not-set").to_owned(),
    }
}

fn service_words(part: &Value) -> String {
    match serde_json::from_value(part.clone()) {
        Ok(ServiceChoice::Cheapest) => text!("presets-choice-cheapest").to_owned(),
        Ok(ServiceChoice::Named(service)) => service_name(&service),
        Ok(ServiceChoice::CheapestWithin { days }) => {
            let words = text!("presets-choice-within");
            format!("{words}: {days}")
        }
        Ok(ServiceChoice::FastestUnder { amount }) => {
            let words = text!("presets-choice-under");
            format!("{words}: {amount}")
        }
        Err(_) => shown(part),
    }
}

fn rule_words(rule: &Value, preset: impl Fn(&str) -> Option<String>) -> String {
    let Ok(rule) = serde_json::from_value::<Rule>(rule.clone()) else {
        return shown(&Value::Null);
    };
    let name = match &rule.outcome {
        RuleOutcome::Preset { key } => preset(key),
        RuleOutcome::Hold { .. } => None,
    };
    rule_in_words(&rule, name.as_deref())
}

fn is_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            keys.into_iter().filter(|key| !DERIVED.contains(&key.as_str())).all(|key| {
                let [one, other] = [one, other].map(|of| of.get(key).unwrap_or(&Value::Null));
                is_equal(one, other)
            })
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_equal(one, other))
        }
        _ => is_blank(one) && is_blank(other) || one == other,
    }
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// The texts of a part that are not the same in all versions, in the order of its members.
fn texts_of(versions: [&Value; 3]) -> [String; 3] {
    let mut texts = [Vec::new(), Vec::new(), Vec::new()];
    collect(versions, &mut texts);
    texts.map(|texts| match texts.iter().all(|text| text == NOTHING) {
        true => NOTHING.to_owned(),
        false => texts.join(", "),
    })
}

fn collect(versions: [&Value; 3], texts: &mut [Vec<String>; 3]) {
    let [before, theirs, mine] = versions;
    if is_equal(theirs, mine) && is_equal(before, mine) {
        return;
    }
    let members = versions.map(Value::as_object);
    // A part that is left open is compared as one without content.
    if members.iter().any(Option::is_some)
        && versions.iter().all(|it| it.is_object() || it.is_null())
    {
        let keys: BTreeSet<&String> = members.iter().flatten().flat_map(|it| it.keys()).collect();
        for key in keys.into_iter().filter(|key| !DERIVED.contains(&key.as_str())) {
            collect(versions.map(|it| it.get(key).unwrap_or(&Value::Null)), texts);
        }
        return;
    }
    for (version, texts) in versions.into_iter().zip(texts) {
        texts.push(shown(version));
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => NOTHING.to_owned(),
        Value::String(text) if text.is_empty() => NOTHING.to_owned(),
        Value::String(text) => text.clone(),
        Value::Bool(true) => text!("overtaken-set").to_owned(),
        Value::Bool(false) => text!("overtaken-not-set").to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) if items.is_empty() => NOTHING.to_owned(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(shown).collect();
            items.join(", ")
        }
        Value::Object(members) => {
            let members = members
                .iter()
                .filter(|(key, it)| !DERIVED.contains(&key.as_str()) && !is_blank(it));
            let members: Vec<String> = members.map(|(_, it)| shown(it)).collect();
            members.join(" ")
        }
    }
}
