use super::*;
use crate::orders::practice_orders::practice_rules;

fn every_condition() -> Vec<Condition> {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    vec![
        Condition::EveryOrder,
        Condition::Country { any_of: texts(&["US", "Germany"]) },
        Condition::State { any_of: texts(&["CA"]) },
        Condition::ZipRange { from: "10000".to_owned(), to: "14999".to_owned() },
        Condition::ZipPrefix { any_of: texts(&["10", "11"]) },
        Condition::Weight { least: String::new(), most: "2".to_owned(), unit: WeightUnit::Kg },
        Condition::Value {
            least: Some(Amount::from_cents(125_050)),
            most: None,
            currency: Currency::parse("EUR").unwrap(),
        },
        Condition::Items { least: Some(1), most: None },
        Condition::Pieces { least: None, most: Some(3) },
        Condition::Parcels { least: Some(2), most: Some(2) },
        Condition::Sku { any_of: texts(&["MUG-*", "A,B"]) },
        Condition::Source { any_of: texts(&["Shopify"]) },
        Condition::Shipping { contains: texts(&["Standard, 3 days", "express"]) },
        Condition::Note(false),
        Condition::International(true),
        Condition::PoBox(true),
        Condition::Military(false),
        Condition::ShipBy { days: 2 },
    ]
}

#[test]
fn a_rule_that_is_only_opened_stays_as_it_is() {
    let all = Rule {
        name: "All".to_owned(),
        conditions: every_condition(),
        outcome: RuleOutcome::Hold { reason: "Ask".to_owned() },
    };
    let practice = practice_rules().into_iter().map(|(_, rule)| rule);
    for rule in practice.chain([all]) {
        assert_eq!(RuleForm::of_rule(&rule).rule(), rule);
    }
    let kinds = every_condition().into_iter();
    let kinds: Vec<ConditionKind> =
        kinds.map(|condition| ConditionForm::of_condition(&condition).kind).collect();
    assert!(ConditionKind::ALL.iter().all(|kind| kinds.contains(kind)));
}

#[test]
fn lists_are_read_as_they_are_typed() {
    let typed = |kind, list: &str| {
        let form = ConditionForm { kind, list: list.to_owned(), ..ConditionForm::default() };
        form.condition()
    };
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        typed(ConditionKind::State, " CA,  NY,\nWA ,"),
        Condition::State { any_of: texts(&["CA", "NY", "WA"]) }
    );
    // A comma may be a part of a SKU or of the shop's words.
    assert_eq!(
        typed(ConditionKind::Sku, "A,1\n\n B "),
        Condition::Sku { any_of: texts(&["A,1", "B"]) }
    );
}

#[test]
fn a_number_that_cannot_be_read_is_a_fault_of_its_condition() {
    let cases = [
        (ConditionKind::Items, "two", "", "“two” isn’t a number"),
        (ConditionKind::Pieces, "1", "2.5", "“2.5” isn’t a number"),
        (ConditionKind::Value, "5", "much", "“much” isn’t a number"),
        (ConditionKind::ShipBy, "", "soon", "“soon” isn’t a number"),
        (ConditionKind::Items, "", "", "Enter at least one end of the range"),
        (ConditionKind::Weight, "x", "", "“x” isn’t a weight"),
    ];
    for (kind, least, most, expected) in cases {
        let form = RuleForm {
            name: "Rule".to_owned(),
            conditions: vec![
                ConditionForm { kind: ConditionKind::EveryOrder, ..ConditionForm::default() },
                ConditionForm {
                    kind,
                    least: least.to_owned(),
                    most: most.to_owned(),
                    ..ConditionForm::default()
                },
            ],
            preset: "a".to_owned(),
            ..RuleForm::default()
        };
        let faults = form.faults(|_| true);
        let faults: Vec<_> =
            faults.iter().map(|fault| (fault.condition, fault.message.to_string())).collect();
        assert_eq!(faults, [(Some(1), expected.to_owned())], "{kind:?}");
    }
}

#[test]
fn an_edited_rule_is_kept_under_its_key_and_revision() {
    let keyed = KeyedRule {
        key: "a".to_owned(),
        revision: 7,
        rank: 4,
        rule: Rule { name: "Light".to_owned(), ..Rule::default() },
        changed_by: "Bench 1".to_owned(),
    };
    let mut edited = EditedRule::of_keyed(&keyed);
    assert!(!edited.is_changed() && !edited.is_new());
    assert_eq!(edited.keyed(4), keyed);
    edited.form.name = "Lighter".to_owned();
    assert!(edited.is_changed());
    let kept = edited.keyed(2);
    assert_eq!((kept.revision, kept.rank, kept.rule.name.as_str()), (7, 2, "Lighter"));
    let new = EditedRule::new_rule();
    assert!(new.is_new() && new.is_changed() && new.key != EditedRule::new_rule().key);
}
