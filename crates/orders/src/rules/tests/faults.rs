//! Faults of rules, in words.

use super::*;

fn faults(rule: &Rule) -> Vec<(Option<usize>, String)> {
    rule_faults(rule, |key| key == "light")
        .into_iter()
        .map(|fault| (fault.condition, fault.message.to_string()))
        .collect()
}

fn whole(conditions: Vec<Condition>) -> Rule {
    Rule {
        name: "Light".to_owned(),
        conditions,
        outcome: RuleOutcome::Preset { key: "light".to_owned() },
    }
}

#[test]
fn a_whole_rule_has_none() {
    assert_eq!(faults(&whole(words::every_condition())), []);
}

#[test]
fn faults_of_the_rule_itself() {
    let every = vec![Condition::EveryOrder];
    let preset = |key: &str| RuleOutcome::Preset { key: key.to_owned() };
    let hold = RuleOutcome::Hold { reason: " ".to_owned() };
    for (name, conditions, outcome, words) in [
        (" ", every.clone(), preset("light"), "Enter a name for the rule"),
        (
            "A",
            Vec::new(),
            preset("light"),
            "Add a condition; a rule for every order has the condition “every order”",
        ),
        ("A", every.clone(), preset(""), "Choose a preset"),
        (
            "A",
            every.clone(),
            preset("gone"),
            "The preset of this rule no longer exists; choose another",
        ),
        ("A", every, hold, "Say why the orders are put on hold"),
    ] {
        let rule = Rule { name: name.to_owned(), conditions, outcome };
        assert_eq!(faults(&rule), [(None, words.to_owned())]);
    }
}

#[test]
fn faults_of_a_condition() {
    use WeightUnit::{G, Lb};
    let reversed = "The end of the range is before its beginning, so no order fits";
    let open = "Enter at least one end of the range";
    let items = |least, most| Condition::Items { least, most };
    let source = Condition::Source { any_of: Vec::new() };
    let shipping = Condition::Shipping { contains: texts(&[" "]) };
    let cases = [
        (country(&[]), "Enter a country"),
        (country(&["DE", " "]), "Enter a country"),
        (country(&["DE", "Frnce"]), "Frnce isn’t a country; use a two-letter code such as US"),
        (state(&[]), "Enter a state"),
        (zip_prefix(&[" "]), "Enter the beginning of a ZIP"),
        (zip_range("", "14999"), "Enter the first and the last ZIP"),
        (
            zip_range("100", "14999"),
            "The first and the last ZIP must have the same number of characters",
        ),
        (zip_range("14999", "10000"), reversed),
        (weight("", "", Lb), open),
        (weight("heavy", "", Lb), "“heavy” isn’t a weight"),
        (weight("1", "-2", Lb), "“-2” isn’t a weight"),
        (weight("2", "1.9", G), reversed),
        (value(None, None, "USD"), open),
        (value(Some(2), Some(1), "USD"), reversed),
        (items(None, None), open),
        (items(Some(2), Some(1)), reversed),
        (sku(&[]), "Enter a SKU"),
        (source, "Enter a source"),
        (shipping, "Enter a word of the shop’s shipping"),
    ];
    for (condition, words) in cases {
        let rule = whole(vec![Condition::EveryOrder, condition.clone()]);
        assert_eq!(faults(&rule), [(Some(1), words.to_owned())], "{condition:?}");
        // What is faulty fits no order and leaves no order undecided. The other countries of a list
        // still count.
        let order = to("US", "", "");
        assert_eq!(says(rule.conditions, &order), No, "{condition:?}");
    }
}

#[test]
fn a_state_is_looked_up_only_for_the_united_states() {
    let american = whole(vec![country(&["USA"]), state(&["NY", "XX"])]);
    let words = "XX isn’t a US state; use two letters such as CA";
    assert_eq!(faults(&american), [(Some(1), words.to_owned())]);
    for other in [
        whole(vec![country(&["CA"]), state(&["ON"])]),
        whole(vec![country(&["US", "CA"]), state(&["ON"])]),
        whole(vec![state(&["Ontario"])]),
    ] {
        assert_eq!(faults(&other), []);
    }
}
