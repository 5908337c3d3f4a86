//! Conditions about weights, values, numbers and days.

use super::*;

#[test]
fn weights_and_values() {
    use WeightUnit::{G, Kg, Lb, Oz};
    let no_weight = || to("US", "NY", "10118");
    let worth = |cents: i64, currency: &str| Order {
        total: Some(Money::new(Amount::from_cents(cents), Currency::parse(currency).unwrap())),
        ..to("US", "NY", "10118")
    };
    let mut two = weighing("1", Lb);
    two.parcels.push(two.parcels[0].clone());
    let mut half_known = weighing("1", Lb);
    half_known.parcels.push(PackageForm::default());
    let mut by_items = with_items(&[("A", "2", "0.5")]);
    by_items.parcels.push(PackageForm::default());
    check(vec![
        ("up to, included", vec![weight("", "2", Kg)], weighing("2000", G), Yes),
        ("above", vec![weight("", "2", Kg)], weighing("2000.1", G), No),
        ("other units", vec![weight("", "16", Oz)], weighing("1", Lb), Yes),
        ("at least, included", vec![weight("1", "", Lb)], weighing("16", Oz), Yes),
        ("below", vec![weight("1", "", Lb)], weighing("15.99", Oz), No),
        ("between", vec![weight("0,5", "1,5", Kg)], weighing("1", Kg), Yes),
        ("of all parcels", vec![weight("2", "2", Lb)], two, Yes),
        ("of the items", vec![weight("1", "1", Lb)], with_items(&[("A", "2", "0.5")]), Yes),
        ("of the items of a parcel", vec![weight("1", "1", Lb)], by_items, Yes),
        ("of half the parcels", vec![weight("1", "", Lb)], half_known, Lacks(Missing::Weight)),
        ("missing", vec![weight("1", "", Lb)], no_weight(), Lacks(Missing::Weight)),
        ("unreadable", vec![weight("1", "", Lb)], weighing("heavy", Lb), Lacks(Missing::Weight)),
        ("zero is none", vec![weight("", "1", Lb)], weighing("0", Lb), Lacks(Missing::Weight)),
        (
            "an item without",
            vec![weight("1", "", Lb)],
            with_items(&[("A", "1", "1"), ("B", "1", "")]),
            Lacks(Missing::Weight),
        ),
        ("no ends", vec![weight("", " ", Lb)], weighing("1", Lb), No),
        ("an unreadable end", vec![weight("", "much", Lb)], weighing("1", Lb), No),
        ("value up to, included", vec![value(None, Some(5000), "USD")], worth(5000, "USD"), Yes),
        ("value above", vec![value(None, Some(5000), "USD")], worth(5001, "USD"), No),
        ("value at least", vec![value(Some(5000), None, "USD")], worth(5000, "USD"), Yes),
        ("value below", vec![value(Some(5000), None, "USD")], worth(4999, "USD"), No),
        (
            "value in another currency",
            vec![value(Some(1), None, "USD")],
            worth(1, "EUR"),
            Lacks(Missing::Currency),
        ),
        ("value missing", vec![value(Some(1), None, "USD")], no_weight(), Lacks(Missing::Value)),
        ("value without ends", vec![value(None, None, "USD")], worth(1, "USD"), No),
    ]);
}

#[test]
fn items_parcels_and_days() {
    let three = || with_items(&[("CUP-1", "2", "1"), ("cup-xl", "3", "1"), ("", "1", "1")]);
    let due = |day: Option<Date>| Order { ship_by: day, ..Order::default() };
    let items = |least, most| vec![Condition::Items { least, most }];
    let pieces = |least, most| vec![Condition::Pieces { least, most }];
    let parcels = |least, most| vec![Condition::Parcels { least, most }];
    let day = |day| Some(Date::constant(2026, 11, day));
    let ship_by = |days| vec![Condition::ShipBy { days }];
    let in_two =
        Order { parcels: vec![PackageForm::default(), PackageForm::default()], ..Order::default() };
    check(vec![
        ("items", items(Some(3), Some(3)), three(), Yes),
        ("more items", items(Some(4), None), three(), No),
        ("no items", items(None, Some(0)), Order::default(), Yes),
        ("items without ends", items(None, None), three(), No),
        ("pieces", pieces(Some(6), Some(6)), three(), Yes),
        ("fewer pieces", pieces(None, Some(5)), three(), No),
        (
            "unreadable pieces",
            pieces(Some(1), None),
            with_items(&[("A", "one", "1")]),
            Lacks(Missing::Quantity),
        ),
        ("no parcel is packed in one", parcels(Some(1), Some(1)), Order::default(), Yes),
        ("two parcels", parcels(Some(2), None), in_two, Yes),
        ("one parcel", parcels(Some(2), None), Order::default(), No),
        ("a SKU in any case", vec![sku(&["cup-1"])], three(), Yes),
        ("the whole SKU", vec![sku(&["cup"])], three(), No),
        ("any end", vec![sku(&["HAT*", "CUP*"])], three(), Yes),
        ("any beginning", vec![sku(&["*-XL"])], three(), Yes),
        ("any middle", vec![sku(&["c*p*l"])], three(), Yes),
        ("not twice the same letters", vec![sku(&["cup-1*1"])], three(), No),
        ("letters that are not there", vec![sku(&["c*z*l"])], three(), No),
        ("any SKU at all", vec![sku(&["*"])], three(), Yes),
        ("no items", vec![sku(&["*"])], Order::default(), No),
        ("no SKU in the rule", vec![sku(&[""])], three(), No),
        ("due today", ship_by(0), due(day(23)), Yes),
        ("due tomorrow", ship_by(0), due(day(24)), No),
        ("due within", ship_by(2), due(day(25)), Yes),
        ("due later", ship_by(2), due(day(26)), No),
        ("overdue", ship_by(0), due(day(1)), Yes),
        ("no day", ship_by(9), due(None), No),
    ]);
}
