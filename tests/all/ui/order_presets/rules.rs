//! The rules: made, moved, tried and kept.

use postroom::desk::order_rules::trial::Trial;
use postroom::orders::rules::Condition;

use super::shop::{abroad, light, open, preset, row, rule, shop, tried};
use crate::prelude::*;

fn kept(intents: &[Intent]) -> (Vec<KeyedRule>, Vec<KeyedRule>) {
    let mut found = intents.iter().filter_map(|intent| match intent {
        Intent::OrderRules(OrderRuleIntent::Document(DocumentEdit::KeepRules {
            before,
            after,
        })) => Some((before.clone(), after.clone())),
        _ => None,
    });
    found.next().unwrap_or_else(|| panic!("{intents:?}"))
}

#[test]
fn a_rule_is_made_tried_and_kept() {
    let mut scene = open("Rules", shop());
    scene.assert_shows("Weight is up to 2 lb: preset Small box");
    scene.assert_shows(
        "Shipment is international and order has no note: on hold, Ask for the tariff number",
    );
    assert!(scene.element("Save rules").disabled);
    scene.check("order-rules-list");
    scene.click("New rule");
    scene.assert_shows("Not complete yet");
    assert!(!scene.stage.shows("Enter a name for the rule"), "not before it is tried");
    scene.type_into("Name of the rule", "New York");
    scene.click("What condition 1 asks");
    scene.click("ZIP from … to …");
    scene.type_into("First ZIP, condition 1", "10000");
    scene.type_into("Last ZIP, condition 1", "149");
    // It is not complete: trying shows why.
    assert!(scene.click("Try").is_empty());
    scene.assert_shows("The first and the last ZIP must have the same number of characters");
    scene.assert_shows("Choose a preset");
    scene.check("order-rules-faults");
    scene.type_into("Last ZIP, condition 1", "14999");
    scene.click("Preset");
    scene.click("Fast");
    scene.assert_shows("ZIP is from 10000 to 14999: preset Fast");
    let tried = scene.click("Try");
    let [Intent::OrderRules(OrderRuleIntent::TryRules(rules))] = tried.as_slice() else {
        panic!("{tried:?}");
    };
    let ranks: Vec<_> = rules.iter().map(|rule| (rule.rule.name.as_str(), rule.rank)).collect();
    assert_eq!(ranks, [("Light", 0), ("Abroad", 1), ("New York", 2)]);
    let tried = rules.clone();
    let (before, after) = kept(&scene.click("Save rules"));
    assert_eq!((before, after), (vec![light(), abroad()], tried));
}

#[test]
fn rules_move_by_buttons_and_by_keys() {
    let order = |scene: &mut Scene| -> Vec<String> {
        let (_, after) = kept(&scene.click("Save rules"));
        after.into_iter().map(|rule| rule.key).collect()
    };
    let mut scene = open("Rules", shop());
    scene.click(&row(&scene, "2, Abroad"));
    assert!(scene.element("Down").disabled);
    scene.click("Up");
    assert_eq!(order(&mut scene), ["abroad", "light"]);
    assert!(scene.element("Up").disabled);
    scene.click(&row(&scene, "1, Abroad"));
    scene.press(Modifiers::ALT, Key::ArrowDown);
    assert!(scene.element("Save rules").disabled, "as they were");
    scene.press(Modifiers::ALT, Key::ArrowUp);
    assert_eq!(order(&mut scene), ["abroad", "light"]);
    scene.click("Remove rule");
    assert_eq!(order(&mut scene), ["light"]);
    scene.click("Discard changes");
    assert!(scene.element("Save rules").disabled);
}

#[test]
fn each_kind_of_condition_has_its_fields() {
    let mut scene = open("Rules", shop());
    scene.click("New rule");
    for (kind, field) in [
        ("Country", "Countries, condition 1"),
        ("State", "States, condition 1"),
        ("ZIP begins with …", "Beginnings, condition 1"),
        ("Weight", "Unit, condition 1"),
        ("Value of the goods", "Currency, condition 1"),
        ("Number of different items", "At least, condition 1"),
        ("Number of pieces", "At most, condition 1"),
        ("Number of parcels", "At most, condition 1"),
        ("SKU of an item", "SKUs, condition 1"),
        ("The shop’s words for the shipping", "Words, condition 1"),
        ("Source of the order", "Sources, condition 1"),
        ("PO box", "Answer, condition 1"),
        ("Military address", "Answer, condition 1"),
        ("Domestic or international", "Answer, condition 1"),
        ("Note", "Answer, condition 1"),
        ("Ship-by date", "Days from today, condition 1"),
    ] {
        scene.click("What condition 1 asks");
        scene.click(kind);
        assert!(scene.stage.find(field).is_ok(), "{kind}: {field}");
    }
    scene.click("Add condition");
    scene.check("order-rules-conditions");
    scene.click("Remove condition 1");
    assert!(scene.stage.find("Countries, condition 1").is_ok());
    assert!(scene.stage.find("What condition 2 asks").is_err());
}

#[test]
fn a_trial_shows_what_each_rule_takes_and_what_would_change() {
    let mut state = shop();
    state.order_rules.trial = Some(Trial { read: 5_000, all: 100_000, ..Trial::default() });
    let mut scene = open("Rules", state);
    scene.assert_shows("5,000 of 100,000 orders read");
    let stopped = scene.click("Stop");
    assert!(
        matches!(stopped.as_slice(), [Intent::OrderRules(OrderRuleIntent::DropTrial)]),
        "{stopped:?}"
    );
    let trial = tried(&scene.state);
    scene.state.order_rules.trial = Some(trial);
    scene.settle();
    scene.check("order-rules-tried");
    for words in [
        "2 orders would change",
        "No rule fits 12 orders",
        "4 orders are bought or canceled, and no rule changes them",
        "1,204",
        "#1001",
        "No preset",
        "On hold: Ask",
    ] {
        scene.assert_shows(words);
    }
    assert!(!scene.stage.shows("Try them again"));
    scene.click(&row(&scene, "1, Light"));
    scene.click("Down");
    scene.assert_shows("The rules were changed since. Try them again.");
}

#[test]
fn another_computers_rules_do_not_overwrite_what_is_typed() {
    let mut scene = open("Rules", shop());
    scene.click(&row(&scene, "1, Light"));
    scene.type_into("Name of the rule", "Featherweight");
    scene.state.order_rules.documents.rules.push(KeyedRule {
        rank: 2,
        changed_by: "Bench 1 / Ana".to_owned(),
        ..rule("new", "Theirs", vec![Condition::EveryOrder], preset("fast"))
    });
    scene.settle();
    scene.assert_shows("Bench 1, Ana changed the rules meanwhile.");
    scene.check("order-rules-overtaken");
    assert!(scene.element("Save rules").disabled);
    scene.click("Keep mine");
    let (_, after) = kept(&scene.click("Save rules"));
    let names: Vec<_> = after.iter().map(|rule| rule.rule.name.as_str()).collect();
    assert_eq!(names, ["Featherweight", "Abroad", "Theirs"]);
}
