mod declarations;
mod packing;
mod quote_digest;

use super::*;
use crate::order::OrderItem;
use crate::order_label::{LabelStatus, OrderLabel};
use postroom_api::rate::Rate;
use postroom_api::value::Service;
use postroom_base::measure::{LengthUnit, WeightUnit};
use postroom_base::money::{Amount, Money};
use postroom_parcel::draft::{AddressField, CustomsItemForm, Field};
use postroom_parcel::preset::ServiceChoice;
use postroom_parcel::problems;

const TODAY: Date = Date::constant(2026, 11, 23);

fn sender() -> AddressForm {
    AddressForm {
        name: "Example Goods".to_owned(),
        street1: "350 5th Ave".to_owned(),
        city: "New York".to_owned(),
        state: "NY".to_owned(),
        zip: "10118".to_owned(),
        ..AddressForm::default()
    }
}

fn at_home() -> AddressForm {
    AddressForm {
        name: "Casey Example".to_owned(),
        street1: "1 Ferry Building".to_owned(),
        city: "San Francisco".to_owned(),
        state: "CA".to_owned(),
        zip: "94111".to_owned(),
        ..AddressForm::default()
    }
}

fn abroad() -> AddressForm {
    AddressForm {
        name: "Erika Muster".to_owned(),
        street1: "Musterweg 5".to_owned(),
        city: "Berlin".to_owned(),
        zip: "10115".to_owned(),
        country: "DE".to_owned(),
        ..AddressForm::default()
    }
}

fn usd(cents: i64) -> Option<Money> {
    Some(Money::new(Amount::from_cents(cents), Currency::USD))
}

fn item(quantity: &str, weight: &str, unit: WeightUnit) -> OrderItem {
    OrderItem {
        sku: "CUP-1".to_owned(),
        name: "Cup".to_owned(),
        quantity: quantity.to_owned(),
        weight: weight.to_owned(),
        weight_unit: unit,
        value: usd(995),
        origin_country: "Portugal".to_owned(),
        tariff_number: "6912.00".to_owned(),
        ..OrderItem::default()
    }
}

fn order(to: AddressForm, items: Vec<OrderItem>) -> Order {
    Order { number: "1001".to_owned(), to, items, ..Order::default() }
}

/// A box of 10 × 6 × 4 in that weighs 3 oz itself.
fn boxed() -> Preset {
    Preset {
        package: Some(PackageForm {
            weight: "2".to_owned(),
            length: "10".to_owned(),
            width: "6".to_owned(),
            height: "4".to_owned(),
            ..PackageForm::default()
        }),
        packaging_weight: "3".to_owned(),
        packaging_weight_unit: WeightUnit::Oz,
        ..Preset::default()
    }
}

fn parcel(weight: &str, sides: [&str; 3]) -> PackageForm {
    let [length, width, height] = sides.map(str::to_owned);
    PackageForm { weight: weight.to_owned(), length, width, height, ..PackageForm::default() }
}

fn draft(order: &Order, preset: Option<&Preset>, defaults: &OrderDefaults) -> Draft {
    draft_of_order(order, &OrderId::new("o-1"), preset, &sender(), defaults)
}

fn weights(order: &Order, preset: Option<&Preset>) -> Vec<String> {
    let draft = draft(order, preset, &OrderDefaults::default());
    let words =
        |package: &PackageForm| format!("{} {}", package.weight, package.weight_unit.code());
    draft.packages.iter().map(words).collect()
}

#[test]
fn who_sends_it_and_under_which_number() {
    let warehouse = AddressForm { name: "Warehouse B".to_owned(), ..sender() };
    let with_sender = Preset { from: Some(warehouse), ..Preset::default() };
    let mut bought_twice = order(at_home(), Vec::new());
    let label = |sequence, status| -> OrderLabel {
        let json = serde_json::json!({
            "sequence": sequence, "transaction": "t", "scope": "", "station": "",
            "status": status, "begun": "2026-11-23T08:00:00Z", "carrier": "", "service": "",
        });
        serde_json::from_value(json).unwrap()
    };
    bought_twice.labels = vec![label(1, LabelStatus::Refunded), label(2, LabelStatus::NotBought)];
    let defaults = OrderDefaults {
        label: LabelForm {
            file_type: postroom_api::value::LabelFileType::Zpl,
            ..LabelForm::default()
        },
        return_address: Some(sender()),
        ship_date: Some(TODAY),
        ..OrderDefaults::default()
    };
    let made = draft(&bought_twice, Some(&with_sender), &defaults);
    assert_eq!((made.order.as_str(), made.sequence), ("o-1", 3));
    assert_eq!(made.from.name, "Warehouse B");
    assert_eq!(made.to, at_home());
    assert_eq!(made.label, defaults.label);
    assert_eq!(made.options.return_address, Some(sender()));
    assert_eq!(made.options.ship_date, "2026-11-23");
    assert_eq!(made.chosen, None);
    let other_label = Preset {
        label: Some(LabelForm::default()),
        options: Some(OptionsForm {
            ship_date: "2020-01-01".to_owned(),
            return_address: Some(at_home()),
            ..OptionsForm::default()
        }),
        ..Preset::default()
    };
    let made = draft(&bought_twice, Some(&other_label), &OrderDefaults::default());
    assert_eq!(made.from.name, "Example Goods");
    assert_eq!(made.label, LabelForm::default());
    assert_eq!(made.options.return_address, Some(at_home()));
    assert_eq!(made.options.ship_date, "");
}

#[test]
fn insurance_without_an_amount_is_for_the_goods() {
    let insured = |amount: &str, services: &[SpecialService]| Preset {
        options: Some(OptionsForm {
            special_services: services.iter().cloned().collect(),
            insurance_amount: amount.to_owned(),
            ..OptionsForm::default()
        }),
        ..Preset::default()
    };
    let eur = Some(Money::new(Amount::from_cents(500), Currency::parse("EUR").unwrap()));
    let insurance = [SpecialService::Insurance];
    for (amount, services, value, expected) in [
        ("", insurance.as_slice(), usd(995), "29.85"),
        ("50", &insurance, usd(995), "50"),
        ("", &insurance, eur, ""),
        ("", &[], usd(995), ""),
    ] {
        let mut items = vec![item("3", "4", WeightUnit::Oz)];
        items[0].value = value;
        let order = order(at_home(), items);
        let preset = insured(amount, services);
        let made = draft(&order, Some(&preset), &OrderDefaults::default());
        assert_eq!(made.options.insurance_amount, expected, "{amount} {value:?}");
    }
}

#[test]
fn what_is_printed_on_the_label() {
    let long = "x".repeat(70);
    let cases: &[(&str, &str, bool, [&str; 3], bool, [&str; 3])] = &[
        ("R-7", "number and reference", true, ["", "", ""], false, ["1001", "R-7", ""]),
        ("1001", "the same once", true, ["", "", ""], false, ["1001", "", ""]),
        ("R-7", "abroad in the third", true, ["", "", ""], true, ["", "", "1001 R-7"]),
        ("R-7", "not wanted", false, ["", "", ""], false, ["", "", ""]),
        (
            "R-7",
            "the texts of the preset",
            true,
            ["Order {number}", "{SKUs} {reference}", ""],
            false,
            ["Order 1001", "CUP-1 CUP-1 R-7", ""],
        ),
        ("R-7", "a text without names", true, ["", "Thanks", ""], false, ["", "Thanks", ""]),
        (
            "{source}",
            "what the order says is no name",
            true,
            ["{reference}", "{nobody} {", "{source}"],
            false,
            ["{source}", "{nobody} {", "Shop"],
        ),
        (
            "R-7",
            "the texts of the preset abroad",
            true,
            ["A {number}", "", "B"],
            true,
            ["", "", "A 1001 B"],
        ),
        (&long, "cut", true, ["", "", ""], false, ["1001", &long[..50], ""]),
    ];
    for (reference, case, wanted, texts, is_abroad, expected) in cases {
        let to = if *is_abroad { abroad() } else { at_home() };
        let cup = item("1", "4", WeightUnit::Oz);
        let mut order = order(to, vec![cup.clone(), cup]);
        order.reference = (*reference).to_owned();
        order.source = "Shop".to_owned();
        let [custom_text1, custom_text2, custom_text3] = texts.map(str::to_owned);
        let preset = Preset {
            options: Some(OptionsForm {
                custom_text1,
                custom_text2,
                custom_text3,
                ..OptionsForm::default()
            }),
            ..Preset::default()
        };
        let defaults = OrderDefaults { number_on_label: *wanted, ..OrderDefaults::default() };
        let options = draft(&order, Some(&preset), &defaults).options;
        let found = [&options.custom_text1, &options.custom_text2, &options.custom_text3];
        assert_eq!(found, *expected, "{case}");
    }
}

/// Orders with all that a label needs have no problem but the rate.
#[test]
fn the_draft_of_a_whole_order_can_be_rated_and_bought() {
    let signed =
        OrderDefaults { signer: "Pat Clerk".to_owned(), certify: true, ..OrderDefaults::default() };
    let sized = parcel("2.5", ["10", "6", "4"]);
    let mut in_parcel = order(at_home(), Vec::new());
    in_parcel.parcels.push(sized.clone());
    in_parcel.reference = "R-7".to_owned();
    let mut in_two = order(at_home(), Vec::new());
    in_two.parcels = vec![sized.clone(), sized];
    let by_items = order(at_home(), vec![item("3", "4", WeightUnit::Oz)]);
    let items = vec![item("2", "120", WeightUnit::G), item("1", "0,5", WeightUnit::Kg)];
    let mut to_germany = order(abroad(), items);
    to_germany.reference = "R-7".to_owned();
    let to_base = AddressForm {
        city: "APO".to_owned(),
        state: "AE".to_owned(),
        zip: "09012".to_owned(),
        ..at_home()
    };
    let to_soldier = order(to_base, vec![item("1", "4", WeightUnit::Oz)]);
    let boxed = boxed();
    for (case, order, preset) in [
        ("in its parcel, without a preset", &in_parcel, None),
        ("in two parcels", &in_two, Some(&boxed)),
        ("by its items", &by_items, Some(&boxed)),
        ("abroad", &to_germany, Some(&boxed)),
        ("to a base", &to_soldier, Some(&boxed)),
    ] {
        let made = draft(order, preset, &signed);
        let problems = problems::check(&made, None, &[], TODAY);
        let fields: Vec<Field> = problems.iter().map(|problem| problem.field).collect();
        assert_eq!(fields, [Field::Rate], "{case}: {problems:?}");
        assert!(problems::ready_for_quote(&problems), "{case}");
    }
    let mut broken = draft(&in_parcel, None, &signed);
    broken.to.zip.clear();
    let problems = problems::check(&broken, None, &[], TODAY);
    assert_eq!(problems[0].field, Field::To(AddressField::Zip));
}

#[test]
fn the_defaults_are_stored_without_the_day() {
    let defaults = OrderDefaults {
        signer: "Pat Clerk".to_owned(),
        ship_date: Some(TODAY),
        ..OrderDefaults::default()
    };
    let json = serde_json::to_string(&defaults).unwrap();
    let expected = OrderDefaults { ship_date: None, ..defaults };
    assert_eq!(serde_json::from_str::<OrderDefaults>(&json).unwrap(), expected);
    let empty: OrderDefaults = serde_json::from_str("{}").unwrap();
    assert!(empty.number_on_label && !empty.certify);
}
