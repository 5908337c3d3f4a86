//! Type, size and weight of the parcels of an order.

use super::*;

#[test]
fn where_the_weight_comes_from() {
    use WeightUnit::{G, Lb, Oz};
    let boxed = boxed();
    let unreadable = Preset { packaging_weight: "light".to_owned(), ..boxed.clone() };
    let blank = || parcel("", ["", "", ""]);
    let one = |weight: &str| parcel(weight, ["", "", ""]);
    let cases: &[(&str, Vec<PackageForm>, Vec<OrderItem>, Option<&Preset>, &[&str])] = &[
        ("of the parcel", vec![one("1.5")], vec![item("1", "4", Oz)], Some(&boxed), &["1.5 lb"]),
        ("as typed", vec![one(" 1,50 ")], vec![], Some(&boxed), &[" 1,50  lb"]),
        ("of the items and the box", vec![], vec![item("3", "4", Oz)], Some(&boxed), &["15 oz"]),
        ("of the items alone", vec![], vec![item("3", "0.1", Lb)], None, &["0.3 lb"]),
        (
            "in the unit of the first item",
            vec![],
            vec![item("1", "500", G)],
            Some(&boxed),
            &["585.1 g"],
        ),
        ("also for a parcel without one", vec![blank()], vec![item("2", "4", Oz)], None, &["8 oz"]),
        ("of two units", vec![], vec![item("1", "1", Lb), item("2", "4", Oz)], None, &["1.5 lb"]),
        (
            "without an end in pounds, never too light",
            vec![],
            vec![item("1", "1", Lb), item("1", "100", G)],
            None,
            &["1.2205 lb"],
        ),
        (
            "one item weighs nothing",
            vec![],
            vec![item("1", "4", Oz), item("1", "0", Oz)],
            None,
            &["4 oz"],
        ),
        ("all weigh nothing", vec![], vec![item("1", "0", Oz)], Some(&boxed), &["2 lb"]),
        (
            "an item without weight",
            vec![],
            vec![item("1", "4", Oz), item("1", "", Oz)],
            Some(&boxed),
            &["2 lb"],
        ),
        ("a quantity that is none", vec![], vec![item("two", "4", Oz)], Some(&boxed), &["2 lb"]),
        ("packaging that is none", vec![], vec![item("1", "4", Oz)], Some(&unreadable), &["2 lb"]),
        ("nothing known", vec![], vec![item("1", "", Oz)], None, &[" lb"]),
        ("nothing at all", vec![], vec![], None, &[" lb"]),
        (
            "the items of two parcels cannot be divided",
            vec![one("1"), blank()],
            vec![item("1", "4", Oz)],
            Some(&boxed),
            &["1 lb", "2 lb"],
        ),
    ];
    for (case, parcels, items, preset, expected) in cases {
        let mut order = order(at_home(), items.clone());
        order.parcels.clone_from(parcels);
        assert_eq!(weights(&order, *preset), *expected, "{case}");
    }
}

#[test]
fn where_type_and_size_come_from() {
    let boxed = boxed();
    let mut envelope = boxed.clone();
    envelope.package =
        Some(PackageForm { kind: PackageType::FlatRateEnvelope, ..PackageForm::default() });
    let flat = PackageForm { kind: PackageType::SmallFlatRateBox, ..parcel("1", ["", "", ""]) };
    let soft = PackageForm { kind: PackageType::SoftPack, ..parcel("1", ["", "", ""]) };
    let parcel_kind = PackageType::Parcel;
    let cases: &[(&str, Option<PackageForm>, Option<&Preset>, PackageType, &str)] = &[
        ("of the preset", None, Some(&boxed), parcel_kind.clone(), "10"),
        (
            "a weight alone is no size",
            Some(parcel("1", ["", " ", ""])),
            Some(&boxed),
            parcel_kind.clone(),
            "10",
        ),
        (
            "the order's own",
            Some(parcel("1", ["9", "8", "7"])),
            Some(&boxed),
            parcel_kind.clone(),
            "9",
        ),
        (
            "half a size stays a problem",
            Some(parcel("1", ["9", "", ""])),
            Some(&boxed),
            parcel_kind.clone(),
            "9",
        ),
        (
            "a type of the preset",
            Some(parcel("1", ["", "", ""])),
            Some(&envelope),
            PackageType::FlatRateEnvelope,
            "",
        ),
        ("a type of the order", Some(flat), Some(&boxed), PackageType::SmallFlatRateBox, ""),
        ("another type of the order", Some(soft), Some(&boxed), PackageType::SoftPack, ""),
        ("no preset", None, None, parcel_kind, ""),
    ];
    for (case, parcel, preset, kind, length) in cases {
        let mut order = order(at_home(), Vec::new());
        order.parcels.extend(parcel.clone());
        let draft = draft(&order, *preset, &OrderDefaults::default());
        let [package] = draft.packages.as_slice() else {
            panic!("{case}: {:?}", draft.packages);
        };
        assert_eq!((&package.kind, package.length.as_str()), (kind, *length), "{case}");
    }
}

#[test]
fn a_weight_of_the_scale_stays_one() {
    let mut weighed = parcel("1.5", ["", "", ""]);
    weighed.weighed =
        Some(postroom_parcel::draft::Weighed { digits: "1.5".to_owned(), ..Default::default() });
    let mut order = order(at_home(), Vec::new());
    order.parcels.push(weighed);
    let draft = draft(&order, Some(&boxed()), &OrderDefaults::default());
    assert!(draft.packages[0].is_weighed());
}
