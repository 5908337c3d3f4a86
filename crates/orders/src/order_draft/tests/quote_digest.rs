//! The digests that tell whether a quote still holds.

use super::*;

#[test]
fn the_digest_changes_with_everything_that_changes_a_price() {
    let cup = item("3", "4", WeightUnit::Oz);
    let whole = order(abroad(), vec![cup]);
    let boxed = boxed();
    let made = draft(&whole, Some(&boxed), &OrderDefaults::default());
    let before = quote_inputs(&made);
    assert_eq!(before.len(), 64);
    assert!(before.bytes().all(|byte| byte.is_ascii_hexdigit()));
    type Change = fn(&mut Draft);
    let cases: &[(&str, Change, bool)] = &[
        ("nothing", |_| {}, false),
        ("another number", |d| d.order = OrderId::new("o-2"), false),
        ("the recipient's name", |d| d.to.name.push('x'), false),
        ("a text on the label", |d| d.options.custom_text3.push('x'), false),
        ("the rate", |d| d.chosen = Some(Rate::default()), false),
        ("the weight", |d| d.packages[0].weight.push('1'), true),
        ("the unit", |d| d.packages[0].weight_unit = WeightUnit::Lb, true),
        ("a side", |d| d.packages[0].length_unit = LengthUnit::Cm, true),
        ("the street", |d| d.to.street1.push('x'), true),
        ("residential", |d| d.to.residential = Some(true), true),
        ("the sender's ZIP", |d| d.from.zip = "10001".to_owned(), true),
        (
            "a service",
            |d| {
                d.options.special_services.insert(SpecialService::AdultSignature);
            },
            true,
        ),
        ("a value", |d| d.customs.items[0].value = "1".to_owned(), true),
        ("another parcel", |d| d.packages.push(PackageForm::default()), true),
    ];
    for (case, change, changes) in cases {
        let mut other = made.clone();
        change(&mut other);
        assert_eq!(quote_inputs(&other) != before, *changes, "{case}");
        let equal = requests::rate_inputs_equal(&made, &other);
        assert_eq!(equal, !changes, "{case}");
    }
}

#[test]
fn a_quote_for_one_preset_is_none_for_another() {
    let made = draft(&order(at_home(), Vec::new()), None, &OrderDefaults::default());
    let with = |preset: Option<&Preset>| quote_inputs_for_preset(&made, preset);
    let mut preset = Preset::default();
    assert_eq!(with(None), with(Some(&preset)));
    preset.name = "Light".to_owned();
    preset.printer = Some("Dock".to_owned());
    assert_eq!(with(None), with(Some(&preset)));
    let mut seen = vec![with(None)];
    for service in [
        ServiceChoice::Named(Service::Ground),
        ServiceChoice::Named(Service::GroundAdvantage),
        ServiceChoice::CheapestWithin { days: 2 },
        ServiceChoice::CheapestWithin { days: 3 },
        ServiceChoice::FastestUnder { amount: "20".to_owned() },
    ] {
        preset.service = service;
        seen.push(with(Some(&preset)));
    }
    preset.account = Some(postroom_base::id::CarrierAccountId::new("a"));
    seen.push(with(Some(&preset)));
    let all = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), all);
}
