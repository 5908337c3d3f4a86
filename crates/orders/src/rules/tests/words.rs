//! Rules and conditions as a person reads them.

use super::*;

/// One of each, with both forms where there are two.
pub(super) fn every_condition() -> Vec<Condition> {
    every_condition_in_words().into_iter().map(|(condition, _)| condition).collect()
}

fn every_condition_in_words() -> Vec<(Condition, &'static str)> {
    let count = |least, most| (least, most);
    let items = |(least, most)| Condition::Items { least, most };
    let pieces = |(least, most)| Condition::Pieces { least, most };
    let parcels = |(least, most)| Condition::Parcels { least, most };
    let source = |any_of: &[&str]| Condition::Source { any_of: texts(any_of) };
    let shipping = |contains: &[&str]| Condition::Shipping { contains: texts(contains) };
    let ship_by = |days| Condition::ShipBy { days };
    let kg = WeightUnit::Kg;
    vec![
        (Condition::EveryOrder, "Every order"),
        (country(&["de"]), "Country is Germany"),
        (country(&["DE", "France"]), "Country is one of Germany, France"),
        (state(&["NY"]), "State is NY"),
        (state(&["NY", "NJ"]), "State is one of NY, NJ"),
        (zip_range("10000", "14999"), "ZIP is from 10000 to 14999"),
        (zip_prefix(&["10", "11"]), "ZIP begins with 10, 11"),
        (weight("", "2", kg), "Weight is up to 2 kg"),
        (weight("0,5", "", kg), "Weight is at least 0.5 kg"),
        (weight("1", "2.5", kg), "Weight is from 1 to 2.5 kg"),
        (value(None, Some(5000), "USD"), "Value is up to $50.00"),
        (value(Some(5000), None, "USD"), "Value is at least $50.00"),
        (value(Some(1), Some(2), "EUR"), "Value is from €0.01 to €0.02"),
        (items(count(Some(1), Some(1))), "Number of different items is 1"),
        (items(count(None, Some(2))), "Number of different items is at most 2"),
        (items(count(Some(2), None)), "Number of different items is at least 2"),
        (items(count(Some(2), Some(3))), "Number of different items is from 2 to 3"),
        (pieces(count(Some(1), Some(1))), "Number of pieces is 1"),
        (pieces(count(None, Some(2))), "Number of pieces is at most 2"),
        (pieces(count(Some(2), None)), "Number of pieces is at least 2"),
        (pieces(count(Some(2), Some(3))), "Number of pieces is from 2 to 3"),
        (parcels(count(Some(1), Some(1))), "Number of parcels is 1"),
        (parcels(count(None, Some(2))), "Number of parcels is at most 2"),
        (parcels(count(Some(2), None)), "Number of parcels is at least 2"),
        (parcels(count(Some(2), Some(3))), "Number of parcels is from 2 to 3"),
        (sku(&["CUP*"]), "An item has the SKU CUP*"),
        (sku(&["CUP*", "HAT"]), "An item has one of the SKUs CUP*, HAT"),
        (source(&["Etsy"]), "Source is Etsy"),
        (source(&["Etsy", "eBay"]), "Source is one of Etsy, eBay"),
        (shipping(&["express"]), "Shipping contains “express”"),
        (shipping(&["a", "b"]), "Shipping contains one of “a, b”"),
        (Condition::Note(true), "Order has a note"),
        (Condition::Note(false), "Order has no note"),
        (Condition::International(true), "Shipment is international"),
        (Condition::International(false), "Shipment is domestic"),
        (Condition::PoBox(true), "Address is a PO box"),
        (Condition::PoBox(false), "Address is not a PO box"),
        (Condition::Military(true), "Address is military"),
        (Condition::Military(false), "Address is not military"),
        (ship_by(0), "Order must be shipped by today"),
        (ship_by(1), "Order must be shipped within 1 day"),
        (ship_by(3), "Order must be shipped within 3 days"),
    ]
}

#[test]
fn a_condition_is_a_sentence() {
    for (condition, words) in every_condition_in_words() {
        assert_eq!(condition_in_words(&condition), words);
    }
}

#[test]
fn a_rule_is_one_line() {
    crate::words::install();
    let light = || weight("", "2", WeightUnit::Kg);
    let preset = RuleOutcome::Preset { key: "k".to_owned() };
    let hold = RuleOutcome::Hold { reason: "Ask first ".to_owned() };
    for (conditions, outcome, name, words) in [
        (
            vec![country(&["DE"]), light()],
            &preset,
            Some("Light"),
            "Country is Germany and weight is up to 2 kg: preset Light",
        ),
        (
            vec![country(&["DE"]), light(), Condition::Note(false)],
            &preset,
            None,
            "Country is Germany, weight is up to 2 kg, and order has no note: a preset that no \
             longer exists",
        ),
        (vec![light()], &hold, None, "Weight is up to 2 kg: on hold, Ask first"),
        (Vec::new(), &preset, Some("Light"), "No condition: preset Light"),
    ] {
        let rule = Rule { name: "A".to_owned(), conditions, outcome: outcome.clone() };
        assert_eq!(rule_in_words(&rule, name), words);
    }
}
