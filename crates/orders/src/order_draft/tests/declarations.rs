//! The customs declaration of an order.

use super::*;
use postroom_api::value::ContentType;

fn with_customs(items: Vec<CustomsItemForm>) -> Preset {
    Preset {
        customs: Some(CustomsForm {
            content_type: ContentType::Gift,
            signer: "Sam Signer".to_owned(),
            items,
            ..CustomsForm::default()
        }),
        ..boxed()
    }
}

fn usual_item() -> CustomsItemForm {
    CustomsItemForm {
        description: "Pottery".to_owned(),
        quantity: "9".to_owned(),
        weight: "9".to_owned(),
        value: "9".to_owned(),
        hs_tariff_number: "6911.10".to_owned(),
        origin_country: "IT".to_owned(),
        ..CustomsItemForm::default()
    }
}

/// `2 × Cup, 0.5 lb, 19.90, HS 6912.00, PT`
fn words(item: &CustomsItemForm) -> String {
    let unit = item.weight_unit.code();
    format!(
        "{} × {}, {} {unit}, {}, HS {}, {}",
        item.quantity,
        item.description,
        item.weight,
        item.value,
        item.hs_tariff_number,
        item.origin_country
    )
}

fn declared(order: &Order, preset: Option<&Preset>) -> CustomsForm {
    draft(order, preset, &OrderDefaults::default()).customs
}

fn lines(order: &Order, preset: Option<&Preset>) -> Vec<String> {
    declared(order, preset).items.iter().map(words).collect()
}

#[test]
fn a_line_has_weight_and_value_of_all_its_pieces() {
    let blank = || OrderItem { quantity: "2".to_owned(), ..OrderItem::default() };
    let cup = || item("3", "0.1", WeightUnit::Lb);
    let usual = with_customs(vec![usual_item()]);
    let cases: &[(&str, Vec<OrderItem>, Option<&Preset>, &[&str])] = &[
        (
            "all in the order",
            vec![cup(), item(" 2 ", "120", WeightUnit::G)],
            Some(&usual),
            &["3 × Cup, 0.3 lb, 29.85, HS 6912.00, PT", "2 × Cup, 240 g, 19.90, HS 6912.00, PT"],
        ),
        (
            "defaults of the preset",
            vec![blank(), cup()],
            Some(&usual),
            &["2 × Pottery,  lb, , HS 6911.10, IT", "3 × Cup, 0.3 lb, 29.85, HS 6912.00, PT"],
        ),
        (
            "nothing is invented",
            vec![blank(), cup()],
            None,
            &["2 × ,  lb, , HS , ", "3 × Cup, 0.3 lb, 29.85, HS 6912.00, PT"],
        ),
        (
            "a SKU is better than nothing",
            vec![OrderItem { sku: "CUP-1".to_owned(), ..blank() }, cup()],
            None,
            &["2 × CUP-1,  lb, , HS , ", "3 × Cup, 0.3 lb, 29.85, HS 6912.00, PT"],
        ),
        (
            "an unreadable quantity",
            vec![item("some", "1", WeightUnit::Lb), cup()],
            None,
            &["some × Cup,  lb, , HS 6912.00, PT", "3 × Cup, 0.3 lb, 29.85, HS 6912.00, PT"],
        ),
    ];
    for (case, items, preset, expected) in cases {
        let order = order(abroad(), items.clone());
        assert_eq!(lines(&order, *preset), *expected, "{case}");
    }
}

#[test]
fn an_order_without_items_is_declared_by_its_preset() {
    let mut without = order(abroad(), Vec::new());
    without.total = usd(4250);
    let mut open = usual_item();
    open.value.clear();
    open.weight.clear();
    let one = with_customs(vec![open.clone()]);
    let expected = ["9 × Pottery, 2 lb, 42.50, HS 6911.10, IT"];
    assert_eq!(lines(&without, Some(&one)), expected);
    let two = with_customs(vec![open, usual_item()]);
    let expected = ["9 × Pottery,  lb, , HS 6911.10, IT", "9 × Pottery, 9 lb, 9, HS 6911.10, IT"];
    assert_eq!(lines(&without, Some(&two)), expected);
    assert_eq!(lines(&without, None), [""; 0]);
}

#[test]
fn a_single_line_takes_what_is_known_of_the_order() {
    let mut only = item("4", "", WeightUnit::G);
    only.value = None;
    let mut order = order(abroad(), vec![only]);
    order.total = usd(4250);
    order.parcels.push(parcel("1.5", ["", "", ""]));
    assert_eq!(lines(&order, None), ["4 × Cup, 1.5 lb, 42.50, HS 6912.00, PT"]);
    order.parcels.push(parcel("1.5", ["", "", ""]));
    assert_eq!(lines(&order, None), ["4 × Cup,  g, 42.50, HS 6912.00, PT"]);
}

#[test]
fn the_currency_is_that_of_the_goods() {
    let eur = |cents| Some(Money::new(Amount::from_cents(cents), Currency::parse("EUR").unwrap()));
    let mut first = item("1", "1", WeightUnit::Lb);
    first.value = eur(1250);
    let mut second = item("1", "1", WeightUnit::Lb);
    second.value = usd(300);
    let mixed = order(abroad(), vec![first, second]);
    assert_eq!(declared(&mixed, None).currency, "EUR");
    let values: Vec<String> =
        declared(&mixed, None).items.into_iter().map(|item| item.value).collect();
    // O39: a person converts it; until then it is no amount.
    assert_eq!(values, ["12.50", "3.00 USD"]);
    let fine = Some(Money::new(Amount::from_micros(125_000), Currency::USD));
    let mut cheap = item("3", "1", WeightUnit::Lb);
    cheap.value = fine;
    let cheap = order(abroad(), vec![cheap]);
    assert_eq!(declared(&cheap, None).items[0].value, "0.38");
}

#[test]
fn who_signs_and_certifies() {
    let to_germany = order(abroad(), vec![item("1", "1", WeightUnit::Lb)]);
    let usual = with_customs(Vec::new());
    let mut certified = usual.clone();
    certified.customs.as_mut().unwrap().certify = true;
    let defaults = |certify| OrderDefaults {
        signer: "Pat Clerk".to_owned(),
        certify,
        ..OrderDefaults::default()
    };
    for (preset, certify, signer, expected) in [
        (None, false, "Pat Clerk", false),
        (None, true, "Pat Clerk", true),
        (Some(&usual), false, "Sam Signer", false),
        (Some(&usual), true, "Sam Signer", true),
        (Some(&certified), false, "Sam Signer", true),
    ] {
        let customs = draft(&to_germany, preset, &defaults(certify)).customs;
        assert_eq!((customs.signer.as_str(), customs.certify), (signer, expected));
        let gift = preset.is_some();
        assert_eq!(customs.content_type == ContentType::Gift, gift);
    }
}

#[test]
fn nothing_is_declared_at_home() {
    let usual = with_customs(vec![usual_item()]);
    let at_home = order(at_home(), vec![item("1", "1", WeightUnit::Lb)]);
    assert_eq!(declared(&at_home, Some(&usual)), CustomsForm::default());
}
