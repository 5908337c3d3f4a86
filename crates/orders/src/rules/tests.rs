mod applying;
mod faults;
mod measures;
mod places;
mod trial;
mod words;

use jiff::civil::Date;

use super::*;
use crate::order::{Order, OrderItem};
use postroom_base::money::Money;
use postroom_parcel::draft::{AddressForm, PackageForm};

const TODAY: Date = Date::constant(2026, 11, 23);

fn facts() -> OrderFacts {
    OrderFacts { sender_country: "US".to_owned(), today: TODAY }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().copied().map(str::to_owned).collect()
}

/// A rule with the key and the name `name` that chooses the preset `name`.
fn rule(name: &str, conditions: Vec<Condition>) -> KeyedRule {
    KeyedRule {
        key: name.to_owned(),
        rule: Rule {
            name: name.to_owned(),
            conditions,
            outcome: RuleOutcome::Preset { key: name.to_owned() },
        },
        ..KeyedRule::default()
    }
}

fn holding(name: &str, conditions: Vec<Condition>) -> KeyedRule {
    let mut keyed = rule(name, conditions);
    keyed.rule.outcome = RuleOutcome::Hold { reason: "Ask first".to_owned() };
    keyed
}

fn to(country: &str, state: &str, zip: &str) -> Order {
    Order {
        to: AddressForm {
            country: country.to_owned(),
            state: state.to_owned(),
            zip: zip.to_owned(),
            ..AddressForm::default()
        },
        ..Order::default()
    }
}

fn item(sku: &str, quantity: &str, weight: &str) -> OrderItem {
    OrderItem {
        sku: sku.to_owned(),
        quantity: quantity.to_owned(),
        weight: weight.to_owned(),
        ..OrderItem::default()
    }
}

fn weighing(weight: &str, weight_unit: WeightUnit) -> Order {
    Order {
        parcels: vec![PackageForm {
            weight: weight.to_owned(),
            weight_unit,
            ..PackageForm::default()
        }],
        ..to("US", "NY", "10118")
    }
}

fn with_items(items: &[(&str, &str, &str)]) -> Order {
    let items = items.iter();
    Order {
        items: items.map(|(sku, quantity, weight)| item(sku, quantity, weight)).collect(),
        ..to("US", "NY", "10118")
    }
}

fn country(any_of: &[&str]) -> Condition {
    Condition::Country { any_of: texts(any_of) }
}

fn state(any_of: &[&str]) -> Condition {
    Condition::State { any_of: texts(any_of) }
}

fn zip_range(from: &str, to: &str) -> Condition {
    Condition::ZipRange { from: from.to_owned(), to: to.to_owned() }
}

fn zip_prefix(any_of: &[&str]) -> Condition {
    Condition::ZipPrefix { any_of: texts(any_of) }
}

fn weight(least: &str, most: &str, unit: WeightUnit) -> Condition {
    Condition::Weight { least: least.to_owned(), most: most.to_owned(), unit }
}

fn value(least: Option<i64>, most: Option<i64>, currency: &str) -> Condition {
    Condition::Value {
        least: least.map(Amount::from_cents),
        most: most.map(Amount::from_cents),
        currency: Currency::parse(currency).unwrap(),
    }
}

fn sku(any_of: &[&str]) -> Condition {
    Condition::Sku { any_of: texts(any_of) }
}

fn apply_rules(rules: &[KeyedRule], order: &mut Order) -> RuleVerdict {
    let verdict = first_fit(rules, order, &facts());
    apply_verdict(order, &verdict);
    verdict
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Says {
    Yes,
    No,
    Lacks(Missing),
}
use Says::{Lacks, No, Yes};

fn says(conditions: Vec<Condition>, order: &Order) -> Says {
    match first_fit(&[rule("a", conditions)], order, &facts()) {
        RuleVerdict::Fits { .. } => Yes,
        RuleVerdict::None => No,
        RuleVerdict::Undecided { missing, .. } => Lacks(missing),
    }
}

fn check(cases: Vec<(&str, Vec<Condition>, Order, Says)>) {
    for (case, conditions, order, expected) in cases {
        assert_eq!(says(conditions.clone(), &order), expected, "{case}: {conditions:?}");
    }
}

#[test]
fn all_conditions_must_hold_and_the_first_rule_wins() {
    let light = || weight("", "1", WeightUnit::Lb);
    let german = || country(&["DE"]);
    let mut to_germany = weighing("0.5", WeightUnit::Lb);
    to_germany.to = to("DE", "", "10115").to;
    check(vec![
        ("both", vec![german(), light()], to_germany.clone(), Yes),
        ("one", vec![german(), light()], weighing("0.5", WeightUnit::Lb), No),
        ("a rule without conditions", Vec::new(), to_germany.clone(), No),
        ("what fails decides", vec![light(), german()], to("FR", "", ""), No),
        (
            "the first that is missing",
            vec![light(), state(&["NY"])],
            to("US", "", ""),
            Lacks(Missing::Weight),
        ),
    ]);
    let rules = [
        rule("german", vec![german()]),
        rule("light", vec![light()]),
        rule("rest", vec![Condition::EveryOrder]),
    ];
    let winner = |order: &Order| match first_fit(&rules, order, &facts()) {
        RuleVerdict::Fits { key, name, outcome } => {
            assert_eq!(outcome, RuleOutcome::Preset { key: key.clone() });
            assert_eq!(key, name);
            key
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(winner(&to_germany), "german");
    assert_eq!(winner(&weighing("1", WeightUnit::Lb)), "light");
    assert_eq!(winner(&weighing("2", WeightUnit::Lb)), "rest");
}

#[test]
fn a_rule_that_cannot_be_decided_stops_the_later_ones() {
    let rules = [
        rule("heavy", vec![weight("20", "", WeightUnit::Lb)]),
        rule("rest", vec![Condition::EveryOrder]),
    ];
    let verdict = first_fit(&rules, &to("US", "NY", "10118"), &facts());
    let undecided = RuleVerdict::Undecided {
        key: "heavy".to_owned(),
        name: "heavy".to_owned(),
        missing: Missing::Weight,
    };
    assert_eq!(verdict, undecided);
    let words = "The rule “heavy” can’t be decided without the weight";
    assert_eq!(verdict.why_undecided().unwrap(), words);
    assert_eq!(RuleVerdict::None.why_undecided(), None);
    let missing = [
        Missing::Country,
        Missing::Sender,
        Missing::State,
        Missing::Zip,
        Missing::Weight,
        Missing::Value,
        Missing::Currency,
        Missing::Quantity,
    ];
    let mut sentences: Vec<String> = missing
        .into_iter()
        .map(|missing| {
            let verdict =
                RuleVerdict::Undecided { key: String::new(), name: "X".to_owned(), missing };
            verdict.why_undecided().unwrap().to_string()
        })
        .collect();
    assert!(sentences.iter().all(|words| words.contains("“X”")));
    sentences.sort();
    sentences.dedup();
    assert_eq!(sentences.len(), missing.len());
}

#[test]
fn rules_are_stored_with_every_condition() {
    let rule = Rule {
        name: "All".to_owned(),
        conditions: words::every_condition(),
        outcome: RuleOutcome::Hold { reason: "Ask first".to_owned() },
    };
    let json = serde_json::to_string(&rule).unwrap();
    assert_eq!(serde_json::from_str::<Rule>(&json).unwrap(), rule, "{json}");
    assert_eq!(serde_json::from_str::<Rule>("{}").unwrap(), Rule::default());
}
