//! What rules change in an order, and what they leave to persons.

use super::*;
use crate::order::{ChosenBy, ChosenPreset, Hold};
use crate::order_label::{LabelStatus, OrderLabel};

fn chosen(key: &str, by: ChosenBy) -> Option<ChosenPreset> {
    Some(ChosenPreset { key: key.to_owned(), by })
}

fn by_rule(name: &str) -> ChosenBy {
    ChosenBy::Rule { key: name.to_owned(), name: name.to_owned() }
}

fn held(by_rule: Option<&str>) -> Option<Hold> {
    Some(Hold { reason: "Ask first".to_owned(), by_rule: by_rule.map(str::to_owned) })
}

fn verdict_of(keyed: KeyedRule) -> RuleVerdict {
    first_fit(&[keyed], &Order::default(), &facts())
}

fn every(name: &str) -> KeyedRule {
    rule(name, vec![Condition::EveryOrder])
}

fn label(status: &str) -> OrderLabel {
    let json = serde_json::json!({
        "sequence": 1, "transaction": "t", "scope": "", "station": "",
        "status": status, "begun": "2026-11-23T08:00:00Z", "carrier": "", "service": "",
    });
    serde_json::from_value(json).unwrap()
}

#[test]
fn a_verdict_changes_only_what_rules_decided() {
    let preset = verdict_of(every("a"));
    let hold = verdict_of(holding("h", vec![Condition::EveryOrder]));
    let none = RuleVerdict::None;
    let undecided = verdict_of(rule("w", vec![weight("1", "", WeightUnit::Lb)]));
    assert!(undecided.why_undecided().is_some());
    type Preset = Option<ChosenPreset>;
    let person = || chosen("mine", ChosenBy::Person);
    let file = || chosen("mine", ChosenBy::File);
    let old = || chosen("old", by_rule("old"));
    let new = || chosen("a", by_rule("a"));
    let cases: &[(&str, &RuleVerdict, Preset, Option<Hold>, Preset, Option<Hold>)] = &[
        ("a preset", &preset, None, None, new(), None),
        ("another rule", &preset, old(), None, new(), None),
        ("a person’s preset stays", &preset, person(), None, person(), None),
        ("the file’s preset stays", &preset, file(), None, file(), None),
        ("a rule’s hold ends", &preset, None, held(Some("h")), new(), None),
        ("a person’s hold stays", &preset, None, held(None), new(), held(None)),
        ("a hold", &hold, None, None, None, held(Some("h"))),
        ("a hold takes a rule’s preset", &hold, old(), None, None, held(Some("h"))),
        ("a hold leaves a person’s preset", &hold, person(), None, person(), held(Some("h"))),
        ("another rule’s hold", &hold, None, held(Some("g")), None, held(Some("h"))),
        ("a hold over a person’s", &hold, None, held(None), None, held(None)),
        ("no rule any more", &none, old(), held(Some("h")), None, None),
        ("no rule, a person’s", &none, person(), held(None), person(), held(None)),
        ("undecided keeps a hold", &undecided, old(), held(Some("h")), None, held(Some("h"))),
        ("undecided", &undecided, person(), held(None), person(), held(None)),
    ];
    for (case, verdict, preset, hold, preset_after, hold_after) in cases {
        let mut order = Order { preset: preset.clone(), hold: hold.clone(), ..Order::default() };
        let changed = apply_verdict(&mut order, verdict);
        assert_eq!((&order.preset, &order.hold), (preset_after, hold_after), "{case}");
        assert_eq!(changed, preset != preset_after || hold != hold_after, "{case}");
        assert!(!apply_verdict(&mut order, verdict), "{case}, again");
    }
}

#[test]
fn an_order_that_is_bought_or_canceled_is_left_alone() {
    for (status, is_changed) in [
        ("buying", false),
        ("in-doubt", false),
        ("bought", false),
        ("not-bought", true),
        ("refunded", true),
    ] {
        let mut order = Order { labels: vec![label(status)], ..Order::default() };
        assert!(order.labels[0].status != LabelStatus::Buying || status == "buying");
        let changed = apply_verdict(&mut order, &verdict_of(every("a")));
        assert_eq!((changed, order.preset.is_some()), (is_changed, is_changed), "{status}");
    }
    let mut canceled = Order { canceled: true, ..Order::default() };
    assert!(!apply_verdict(&mut canceled, &verdict_of(every("a"))));
    assert_eq!(canceled.preset, None);
}

#[test]
fn a_hold_that_a_person_lifted_does_not_come_back() {
    let rules = [
        holding("h", vec![Condition::EveryOrder]),
        holding("g", vec![country(&["DE"])]),
        every("a"),
    ];
    let mut order = to("US", "NY", "10118");
    apply_rules(&rules, &mut order);
    assert_eq!(order.hold, held(Some("h")));
    lift_hold(&mut order);
    assert_eq!(order.hold, None);
    let verdict = apply_rules(&rules, &mut order);
    assert!(matches!(verdict, RuleVerdict::Fits { key, .. } if key == "a"));
    assert_eq!((&order.hold, &order.preset), (&None, &chosen("a", by_rule("a"))));
    // Another rule still may hold it, and a person's hold names no rule.
    order.to.country = "DE".to_owned();
    apply_rules(&rules, &mut order);
    assert_eq!(order.hold, held(Some("g")));
    order.hold = held(None);
    lift_hold(&mut order);
    assert_eq!(order.lifted_holds, ["h"]);
    lift_hold(&mut order);
    assert_eq!((order.hold, order.lifted_holds.len()), (None, 1));
}
