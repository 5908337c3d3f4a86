//! Rules that are tried against all orders.

use super::*;
use crate::order::{ChosenBy, ChosenPreset};
use postroom_base::clock::Stopwatch;
use postroom_base::id::OrderId;

fn keyed(orders: Vec<Order>) -> Vec<(OrderId, Order)> {
    let orders = orders.into_iter().enumerate();
    orders.map(|(place, order)| (OrderId::new(place.to_string()), order)).collect()
}

fn trial(rules: &[KeyedRule], orders: &[(OrderId, Order)]) -> RuleTrial {
    try_rules(rules, orders.iter().map(|(id, order)| (id, order)), &facts())
}

#[test]
fn a_trial_counts_and_names_what_changes_and_changes_nothing() {
    let chosen = |key: &str, by: ChosenBy| Some(ChosenPreset { key: key.to_owned(), by });
    let by_rule = |key: &str| ChosenBy::Rule { key: key.to_owned(), name: key.to_owned() };
    let german = || to("DE", "", "10115");
    let mut unchanged = german();
    unchanged.preset = chosen("german", by_rule("a rule of before"));
    let mut of_person = german();
    of_person.preset = chosen("mine", ChosenBy::Person);
    let mut changing = german();
    changing.preset = chosen("old", by_rule("old"));
    let mut unfit = to("FR", "", "75001");
    unfit.preset = chosen("old", by_rule("old"));
    let mut canceled = german();
    canceled.canceled = true;
    let mut noted = to("FR", "", "75001");
    noted.note = "Gift".to_owned();
    let orders = keyed(vec![
        unchanged,
        of_person,
        changing,
        unfit,
        canceled,
        noted,
        to("US", "NY", "10118"),
        to("", "", ""),
    ]);
    let before = orders.clone();
    let rules = [
        rule("german", vec![country(&["DE"])]),
        holding("noted", vec![Condition::Note(true)]),
        rule("heavy", vec![country(&["US"]), weight("20", "", WeightUnit::Lb)]),
    ];
    let found = trial(&rules, &orders);
    assert_eq!(orders, before);
    let tallies: Vec<(&str, u64, u64)> = found
        .rules
        .iter()
        .map(|tally| (tally.name.as_str(), tally.fits, tally.undecided))
        .collect();
    assert_eq!(tallies, [("german", 3, 1), ("noted", 1, 0), ("heavy", 0, 1)]);
    assert_eq!((found.unfit, found.left_alone), (1, 1));
    let changes: Vec<(&str, Option<&str>, bool)> = found
        .changes
        .iter()
        .map(|change| {
            let preset = change.after.preset.as_ref();
            let preset = preset.map(|preset| preset.key.as_str());
            (change.id.as_str(), preset, change.after.hold.is_some())
        })
        .collect();
    let expected = [("2", Some("german"), false), ("3", None, false), ("5", None, true)];
    assert_eq!(changes, expected);
    // Each change is what applying the rules does.
    for change in &found.changes {
        let (_, order) = orders.iter().find(|(id, _)| *id == change.id).unwrap();
        let mut order = order.clone();
        assert_eq!(Placement::of_order(&order), change.before);
        apply_rules(&rules, &mut order);
        assert_eq!(Placement::of_order(&order), change.after);
    }
}

/// Measured in a build without optimization, which is many times slower than the program.
#[test]
fn a_hundred_thousand_orders_are_tried_quickly() {
    let countries = ["US", "Germany", "CA", "PR", "Australia"];
    let orders = (0..100_000_usize).map(|place| {
        let mut order = to(countries[place % 5], "NY", &format!("{:05}", place));
        order.number = place.to_string();
        order.shipping = "UPS Ground Residential".to_owned();
        order.source = "Shopify".to_owned();
        order.to.street1 = format!("{place} Example Street");
        order.items =
            vec![item(&format!("SKU-{}", place % 977), "2", "0.25"), item("HAT-1", "1", "1.5")];
        order
    });
    let orders = keyed(orders.collect());
    let rules = [
        holding("boxes", vec![Condition::PoBox(true)]),
        holding("bases", vec![Condition::Military(true)]),
        rule("express", vec![Condition::Shipping { contains: texts(&["express", "overnight"]) }]),
        rule("german", vec![country(&["Germany"]), weight("", "1", WeightUnit::Kg)]),
        rule("sku", vec![sku(&["SKU-9*1", "SKU-12"])]),
        rule("near", vec![state(&["NY", "NJ"]), zip_range("00100", "00900")]),
        rule("prefix", vec![country(&["AU"]), zip_prefix(&["00", "01"])]),
        rule("due", vec![Condition::ShipBy { days: 1 }]),
        rule("worth", vec![Condition::Pieces { least: Some(4), most: None }]),
        rule("light", vec![weight("", "1", WeightUnit::Lb)]),
        rule("rest", vec![Condition::EveryOrder]),
    ];
    let start = Stopwatch::start();
    let found = trial(&rules, &orders);
    let taken = start.elapsed();
    let fitting: u64 = found.rules.iter().map(|tally| tally.fits).sum();
    assert_eq!(fitting + found.unfit, 100_000);
    assert!(found.rules.iter().any(|tally| tally.name == "sku" && tally.fits > 100));
    assert!(taken.as_secs() < 20, "{taken:?}");
}
