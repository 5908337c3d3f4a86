//! The problems of an order.

use super::*;

#[test]
fn a_whole_order_has_no_problem_and_needs_no_preset() {
    assert_eq!(words(&whole()), [""; 0]);
}

type Change = fn(&mut Order);

#[test]
fn each_problem_names_its_field() {
    let cases: &[(&str, Change, &[&str])] = &[
        ("a field of the recipient", |o| o.to.zip.clear(), &["Recipient ZIP: Enter a ZIP code"]),
        (
            "no parcel and no weight",
            |o| o.parcels.clear(),
            &[
                "Weight: Enter a weight",
                "Length: Enter a length",
                "Width: Enter a width",
                "Height: Enter a height",
            ],
        ),
        ("no number", |o| o.number = " ".to_owned(), &["Order number: Enter an order number"]),
        (
            "a note without a column",
            |o| o.import_notes = vec![note(ImportNoteKind::NumberMissing, "", "")],
            &["Row 7 of the file: This row has no order number"],
        ),
        (
            "the number is told once",
            |o| {
                o.number.clear();
                o.import_notes = vec![note(ImportNoteKind::NumberMissing, "Name", "")];
            },
            &["Name: This row has no order number"],
        ),
        (
            "information is no problem",
            |o| o.import_notes = vec![note(ImportNoteKind::ZipRestored, "Zip", "2035")],
            &[],
        ),
        (
            "a settled note is none",
            |o| {
                let mut settled = note(ImportNoteKind::DateUnreadable, "Paid at", "soon");
                settled.settled = true;
                o.import_notes = vec![settled];
            },
            &[],
        ),
        (
            "a weight that the file has is told once",
            |o| {
                o.parcels[0].weight.clear();
                o.import_notes = vec![note(ImportNoteKind::WeightUnclear, "Weight", "1,250")];
            },
            &["Weight: “1,250” can be read as two weights or has no unit"],
        ),
        (
            "and so is a country",
            |o| {
                o.to.country = "Atlantis".to_owned();
                o.import_notes = vec![note(ImportNoteKind::CountryUnknown, "Land", "Atlantis")];
            },
            &["Land: “Atlantis” isn’t a country"],
        ),
        (
            "a quantity that a person typed",
            |o| {
                o.items = vec![OrderItem { quantity: "a few".to_owned(), ..OrderItem::default() }];
            },
            &["Quantity of item 1: “a few” isn’t a number of pieces, such as 1 or 2"],
        ),
        (
            "a quantity of the file is told once",
            |o| {
                o.items = vec![OrderItem::default()];
                let kind = ImportNoteKind::QuantityUnreadable;
                o.import_notes = vec![note(kind, "Qty", "a few")];
            },
            &["Qty: “a few” isn’t a number of pieces, such as 1 or 2"],
        ),
        (
            "another spelling of the service",
            |o| o.suggested_address = Some(Box::default()),
            &["Recipient’s address: The service has another spelling of this address; choose one \
                 of the two"],
        ),
        (
            "an address that the service refuses",
            |o| {
                o.suggested_address = Some(Box::new(SuggestedAddress {
                    remark: "No such street".to_owned(),
                    ..SuggestedAddress::default()
                }));
            },
            &["Recipient’s address: The service doesn’t know this address: No such street"],
        ),
        (
            "a row that is no order",
            |o| {
                *o = Order {
                    raw_row: Some("?;?".to_owned()),
                    import_notes: vec![note(ImportNoteKind::RowUnreadable, "", "?;?")],
                    ..Order::default()
                };
            },
            &["Row 7 of the file: This row can’t be read as an order"],
        ),
        (
            "an order of a newer version",
            |o| o.raw_row = Some("{}".to_owned()),
            &[
                "Order: This order can’t be read and is left alone; a newer version of Postroom may have written it",
            ],
        ),
    ];
    for (case, change, expected) in cases {
        let mut order = whole();
        change(&mut order);
        assert_eq!(words(&order), *expected, "{case}");
    }
}

#[test]
fn a_row_that_a_person_completed_is_an_order() {
    let mut order = whole();
    let mut settled = note(ImportNoteKind::RowUnreadable, "", "?;?");
    settled.settled = true;
    order.raw_row = Some("?;?".to_owned());
    order.import_notes = vec![settled];
    assert_eq!(words(&order), [""; 0]);
}

#[test]
fn a_field_that_both_have_changed_is_named_in_the_language_of_the_window() {
    let mut order = whole();
    let mut named = |column: &str| {
        order.import_notes = vec![note(ImportNoteKind::ChangedByBoth, column, "Salem")];
        let problems = problems(&order, None);
        problems.first().map(|problem| problem.name.to_string())
    };
    assert_eq!(named("ship-by").as_deref(), Some("Ship by"));
    // As earlier versions stored it.
    assert_eq!(named("Ship by").as_deref(), Some("Ship by"));
    assert_eq!(named("Fecha límite").as_deref(), Some("Fecha límite"));
}

#[test]
fn every_kind_of_note_has_its_own_words() {
    use ImportNoteKind as Kind;
    let kinds = [
        Kind::RowUnreadable,
        Kind::NumberMissing,
        Kind::NumberDamaged,
        Kind::NumberTwice,
        Kind::WeightUnreadable,
        Kind::WeightUnclear,
        Kind::SizeUnreadable,
        Kind::SizeUnclear,
        Kind::QuantityUnreadable,
        Kind::QuantityMissing,
        Kind::ValueUnreadable,
        Kind::ValueUnclear,
        Kind::DateUnreadable,
        Kind::CountryUnknown,
        Kind::CellError,
        Kind::RowsDisagree,
        Kind::Undecodable,
        Kind::ClosedInShop,
        Kind::HeldInShop,
        Kind::NotCarried,
        Kind::WordUnknown,
        Kind::CellChanged,
        Kind::CellTooLong,
        Kind::WeightsDiffer,
        Kind::RowsEqual,
        Kind::LinesDisagree,
        Kind::NumberOfAnother,
        Kind::PresetUnknown,
        Kind::ChangedByBoth,
    ];
    let mut seen = Vec::new();
    for kind in kinds {
        let mut order = whole();
        order.import_notes = vec![note(kind, "Column", "what it says")];
        let found = problems(&order, None);
        let [problem] = found.as_slice() else {
            panic!("{kind:?}: {found:?}");
        };
        assert_eq!(problem.field, OrderProblemField::Note(0));
        assert_eq!(problem.name, "Column");
        let has_text = problem.message.contains("what it says");
        let is_of_row = matches!(kind, Kind::RowUnreadable | Kind::NumberMissing | Kind::RowsEqual);
        assert_eq!(has_text, !is_of_row, "{kind:?}: {}", problem.message);
        seen.push(problem.message.to_string());
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), kinds.len());
}

#[test]
fn a_preset_that_is_gone_is_a_problem() {
    let chosen = |by| ChosenPreset { key: "k".to_owned(), by };
    let rule = ChosenBy::Rule { key: "r".to_owned(), name: "Light".to_owned() };
    let by_rule = "Preset: The preset that the rule “Light” chose no longer exists";
    let by_person = "Preset: The chosen preset no longer exists; choose another";
    for (by, expected) in
        [(rule, by_rule), (ChosenBy::Person, by_person), (ChosenBy::File, by_person)]
    {
        let mut order = whole();
        order.preset = Some(chosen(by));
        assert_eq!(words(&order), [expected]);
        assert_eq!(problems(&order, Some(&Preset::default())), []);
    }
}

#[test]
fn problems_of_a_declaration_are_those_of_its_items() {
    let mut order = whole();
    order.to.country = "CH".to_owned();
    order.to.zip = "8001".to_owned();
    order.items = vec![
        OrderItem {
            name: "Cup".to_owned(),
            quantity: "?".to_owned(),
            weight: "1".to_owned(),
            weight_unit: WeightUnit::Oz,
            value: Some(Money::new(Amount::from_cents(995), Currency::USD)),
            tariff_number: "6912.00".to_owned(),
            origin_country: "PT".to_owned(),
            ..OrderItem::default()
        },
        OrderItem { name: "Plate".to_owned(), quantity: "1".to_owned(), ..OrderItem::default() },
    ];
    let fields = |order: &Order| -> Vec<OrderProblemField> {
        let found = problems(order, None);
        found.iter().map(|problem| problem.field).collect()
    };
    let draft = OrderProblemField::Draft;
    let plate = |part| draft(Field::CustomsItem(1, part));
    let signature = [CustomsField::Signer, CustomsField::Certify];
    let signature = signature.map(|part| draft(Field::Customs(part)));
    let mut expected = vec![
        OrderProblemField::Quantity(0),
        plate(CustomsItemField::Weight),
        plate(CustomsItemField::Value),
        plate(CustomsItemField::HsTariffNumber),
        plate(CustomsItemField::OriginCountry),
    ];
    expected.extend(signature);
    assert_eq!(fields(&order), expected);
    let name = problems(&order, None)[1].name.to_string();
    assert_eq!(name, "Item 2 weight");
    order.items.pop();
    order.items[0].quantity = "2".to_owned();
    assert_eq!(fields(&order), signature);
}

#[test]
fn fields_lead_to_the_draft() {
    let mut order = whole();
    order.to.name.clear();
    order.parcels[0].weight = "heavy".to_owned();
    let found = problems(&order, None);
    let fields: Vec<OrderProblemField> = found.iter().map(|problem| problem.field).collect();
    let expected = [Field::To(AddressField::Name), Field::Package(0, PackageField::Weight)];
    assert_eq!(fields, expected.map(OrderProblemField::Draft));
}
