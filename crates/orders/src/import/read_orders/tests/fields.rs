//! Single fields of rows.

use std::collections::HashSet;

use super::*;
use crate::order::ChosenBy;
use postroom_api::value::PackageType;

fn one(fields: &str, text: &str) -> Order {
    let read = read_with(&mapping(fields), text);
    assert_eq!(read.orders.len(), 1, "{:?}", numbers(&read));
    *read.orders.into_iter().next().unwrap().order
}

#[test]
fn a_name_is_put_together_from_its_parts() {
    let fields = "Order: number, Name: name, First: first-name, Last: last-name";
    for (row, name) in [
        ("1||Jane|Sample", "Jane Sample"),
        ("1|||Sample", "Sample"),
        ("1|J. Sample|Jane|Sample", "J. Sample"),
    ] {
        let order = one(fields, &format!("Order|Name|First|Last\n{row}"));
        assert_eq!(order.to.name, name, "{row}");
    }
}

#[test]
fn a_billing_address_is_used_where_there_is_no_other() {
    let mut mapping = mapping(
        "Order: number, Ship Name: name, Ship Street: street1, Ship City: city, Bill Name: name, \
         Bill Street: street1, Bill City: city, SKU: item-sku",
    );
    for column in &mut mapping.columns[4..7] {
        column.fallback = 1;
    }
    let read = read_with(
        &mapping,
        "Order|Ship Name|Ship Street|Ship City|Bill Name|Bill Street|Bill City|SKU
         1|Ann|1 A St||Bob|2 B St|Boston|A
         2||||Cid|3 C St|Salem|B
         1||||Bob|2 B St|Boston|C",
    );
    let places: Vec<[&str; 3]> = read
        .orders
        .iter()
        .map(|it| &it.order.to)
        .map(|to| [to.name.as_str(), &to.street1, &to.city])
        .collect();
    assert_eq!(places, [["Ann", "1 A St", ""], ["Cid", "3 C St", "Salem"]]);
    assert_eq!(read.orders[0].order.items.len(), 2);
    assert!(read.orders[0].order.import_notes.is_empty());
}

#[test]
fn a_whole_address_in_one_cell_fills_the_fields() {
    let fields = "Order: number, Name: name, Address: address";
    let text = "Order|Name|Address\n1|Dr. Sample|Jane Sample, 475 Main St, Boston, MA 02110";
    let order = one(fields, text);
    let to = &order.to;
    let address = [&to.name, &to.street1, &to.city, &to.state, &to.zip, &to.country];
    assert_eq!(address, ["Dr. Sample", "475 Main St", "Boston", "MA", "02110", "US"]);
    assert!(order.columns.is_empty());
    // What is not understood is kept beside it.
    let order = one(fields, "Order|Name|Address\n1|Ann|behind the mill");
    assert_eq!(order.columns, [("Address".to_owned(), "behind the mill".to_owned())]);
    let context =
        ImportContext { home_country: "Deutschland".to_owned(), ..ImportContext::default() };
    let sheet = table("Order|Address\n1|Ann Muster, Hauptstr. 5, 10115 Berlin");
    let read = read_orders(&sheet, Some(0), &mapping(fields), &context);
    let to = &read.orders[0].order.to;
    let address = [&to.name, &to.street1, &to.city, &to.zip, &to.country];
    assert_eq!(address, ["Ann Muster", "Hauptstr. 5", "Berlin", "10115", "DE"]);
}

#[test]
fn lines_of_a_street_become_fields() {
    let mut sheet = table("Order|Street\n1|x");
    sheet.rows[1].cells[1] = Cell::Text("1 A St\nApt 5\n\nLeft door".into());
    let read = read_orders(&sheet, Some(0), &mapping(USUAL), &ImportContext::default());
    let to = &read.orders[0].order.to;
    assert_eq!([&to.street1, &to.street2, &to.street3], ["1 A St", "Apt 5", "Left door"]);
}

#[test]
fn countries_are_codes_and_decide_the_postcode() {
    for (country, zip, code, expected, kinds) in [
        ("Deutschland", "n:1067", "DE", "01067", &[ImportNoteKind::ZipRestored][..]),
        ("ESP", "08001", "ES", "08001", &[]),
        ("", "n:2035", "US", "02035", &[ImportNoteKind::ZipRestored]),
        ("Narnia", "n:2035", "", "2035", &[ImportNoteKind::CountryUnknown]),
    ] {
        let order = one(USUAL, &format!("Order|Name|Country|ZIP\n1|Ann|{country}|{zip}"));
        assert_eq!([&order.to.country, &order.to.zip], [code, expected], "{country}");
        let found: Vec<_> = order.import_notes.iter().map(|note| note.kind).collect();
        assert_eq!(found, kinds, "{country}");
    }
}

#[test]
fn o23_states_are_what_carriers_are_told() {
    for (country, state, zip, expected) in [
        ("Canada", "Québec", "h2w 1y4", ["CA", "QC", "H2W 1Y4"]),
        ("CA", "British Columbia", "V8X3X4", ["CA", "BC", "V8X 3X4"]),
        ("Australia", "Victoria", "3001", ["AU", "VIC", "3001"]),
        ("MX", "Jalisco", "44100", ["MX", "JAL", "44100"]),
        ("Grèce", "I", "10188", ["GR", "Attica", "101 88"]),
        ("NL", "NL-LI", "6211AB", ["NL", "Limburg", "6211 AB"]),
        ("DE", "Bayern", "80331", ["DE", "Bayern", "80331"]),
        ("", "Armed Forces Europe", "09012", ["US", "AE", "09012"]),
        ("US", "Washington, D.C.", "20001", ["US", "DC", "20001"]),
        ("Narnia", "Ontario", "", ["", "Ontario", ""]),
    ] {
        let row = format!("Order|Name|State|Country|ZIP\n1|Ann|{state}|{country}|{zip}");
        let order = one(USUAL, &row);
        let to = &order.to;
        assert_eq!([&to.country, &to.state, &to.zip], expected, "{country} {state}");
    }
}

#[test]
fn o32_a_state_with_the_name_of_the_city_is_filled() {
    let filled = |state| vec![(ImportNoteKind::StateFilled, state)];
    for (country, city, state, expected, notes_of_row) in [
        ("AE", "Dubai", "", "Dubai", filled("Dubai")),
        ("AE", "Al Ain", "", "Abu Dhabi", filled("Abu Dhabi")),
        ("HK", "Mong Kok", "", "Kowloon", filled("Kowloon")),
        ("HK", "旺角", "", "Kowloon", filled("Kowloon")),
        ("TW", "Taipei", "", "Taipei City", filled("Taipei City")),
        ("JM", "Kingston", "", "Kingston", filled("Kingston")),
        ("AE", "Dubai", "Sharjah", "Sharjah", vec![]),
        // The city does not say it.
        ("HK", "Hong Kong", "", "", vec![]),
        ("TW", "Hsinchu", "", "", vec![]),
        ("US", "Washington", "", "", vec![]),
        ("BR", "São Paulo", "", "", vec![]),
    ] {
        let row = format!("Order|Name|City|State|Country\n1|Ann|{city}|{state}|{country}");
        let order = one(USUAL, &row);
        assert_eq!(order.to.state, expected, "{country} {city}");
        assert_eq!(notes(&order), notes_of_row, "{country} {city}");
    }
}

#[test]
fn broken_cells_are_named() {
    let mut sheet = table("Order|Name|City|Other\n1|e:#REF!|Bos\u{FFFD}ton|e:#N/A");
    sheet.rows[1].fault = Some(RowFault::Undecodable);
    let read = read_orders(&sheet, Some(0), &mapping(USUAL), &ImportContext::default());
    let order = &read.orders[0].order;
    let found: Vec<_> = order
        .import_notes
        .iter()
        .map(|note| (note.kind, note.column.as_str(), note.text.as_str(), note.row))
        .collect();
    let expected = [
        (ImportNoteKind::CellError, "Name", "#REF!", 2),
        (ImportNoteKind::Undecodable, "City", "Bos\u{FFFD}ton", 2),
    ];
    assert_eq!(found, expected);
    assert_eq!(order.columns, [("Other".to_owned(), "#N/A".to_owned())]);
}

#[test]
fn presets_are_found_by_their_names() {
    let fields = "Order: number, Preset: preset";
    let context = ImportContext {
        presets: HashMap::from([("Small box".to_owned(), "k1".to_owned())]),
        ..ImportContext::default()
    };
    let sheet = table("Order|Preset\n1|small BOX\n2|Huge box\n3|");
    let read = read_orders(&sheet, Some(0), &mapping(fields), &context);
    let preset = |at: usize| read.orders[at].order.preset.as_ref();
    assert_eq!(preset(0).map(|it| (it.key.as_str(), &it.by)), Some(("k1", &ChosenBy::File)));
    assert_eq!((preset(1), preset(2)), (None, None));
    assert_eq!(notes(&read.orders[1].order), [(ImportNoteKind::PresetUnknown, "Huge box")]);
}

#[test]
fn what_the_shop_has_closed_is_not_shipped_unseen() {
    let fields =
        "Order: number, Name: name, Status: status, Cancelled at: canceled-on, SKU: item-sku";
    let read = read_with(
        &mapping(fields),
        "Order|Name|Status|Cancelled at|SKU
         1|Ann|paid||A
         2|Bob|cancelled||A
         3|Cid||2026-11-20|A
         3||||B
         4|Dan|shipped||A
         5|Eve|Cancelled||A
         5|Eve|Unshipped||B",
    );
    let found: Vec<_> =
        read.orders.iter().map(|it| (it.order.canceled, notes(&it.order))).collect();
    let closed = |text| vec![(ImportNoteKind::ClosedInShop, text)];
    let expected = [
        (false, vec![]),
        (true, vec![]),
        (true, vec![]),
        (false, closed("shipped")),
        (false, closed("Cancelled")),
    ];
    assert_eq!(found, expected);
}

#[test]
fn values_of_a_line_are_divided_by_its_pieces() {
    let fields = "Order: number, Qty: item-quantity, Line: item-line-value, Each: item-value, \
         Currency: currency";
    for (row, value) in [
        ("1|4|10||EUR", Some("2.50 EUR")),
        ("1|3|10||EUR", Some("3.333333 EUR")),
        ("1|3|20||EUR", Some("6.666667 EUR")),
        ("1|2|10|4|EUR", Some("4.00 EUR")),
        ("1|two|10||EUR", None),
    ] {
        let order = one(fields, &format!("Order|Qty|Line|Each|Currency\n{row}"));
        let found = order.items[0].value.map(|it| format!("{} {}", it.amount, it.currency.code()));
        assert_eq!(found.as_deref(), value, "{row}");
    }
}

#[test]
fn the_currency_of_an_order_holds_for_all_its_rows() {
    let fields = "Order: number, Name: name, SKU: item-sku, Price: item-value, Currency: currency";
    let text = "Order|Name|SKU|Price|Currency\n1|Ann|A|$5|CAD\n1||B|6|";
    let order = one(fields, text);
    let codes: Vec<_> =
        order.items.iter().map(|it| it.value.unwrap().currency.code().to_owned()).collect();
    assert_eq!(codes, ["CAD", "CAD"]);
}

#[test]
fn quantities_stay_as_they_came_if_they_cannot_be_read() {
    for (quantity, kept, kinds) in [
        ("2.0", "2", &[][..]),
        ("1.5", "1.5", &[ImportNoteKind::QuantityUnreadable]),
        ("1,000", "1,000", &[ImportNoteKind::QuantityUnreadable]),
        ("", "", &[ImportNoteKind::QuantityUnreadable]),
    ] {
        let order = one(USUAL, &format!("Order|SKU|Qty\n1|A|{quantity}"));
        assert_eq!(order.items[0].quantity, kept);
        let found: Vec<_> = order.import_notes.iter().map(|note| note.kind).collect();
        assert_eq!(found, kinds, "{quantity}");
        assert_eq!(order.items[0].pieces().is_some(), kinds.is_empty());
    }
    // A table without quantities has one piece of each item.
    let order = one(USUAL, "Order|SKU\n1|A");
    assert_eq!(order.items[0].quantity, "1");
}

#[test]
fn a_row_for_the_whole_order_is_no_item() {
    for (rows, skus) in [
        ("1|Ann|Boston||3\n1|||A|2\n1|||B|1", vec!["A", "B"]),
        ("1|Ann|Boston||4\n1|||A|2\n1|||B|1", vec!["", "A", "B"]),
        ("1|Ann|Boston||2\n1||||1\n1|||B|1", vec!["", "", "B"]),
        ("1|Ann|Boston||3", vec![""]),
    ] {
        let order = one(USUAL, &format!("Order|Name|City|SKU|Qty\n{rows}"));
        let found: Vec<&str> = order.items.iter().map(|item| item.sku.as_str()).collect();
        assert_eq!(found, skus, "{rows}");
    }
}

#[test]
fn types_of_packages_are_recognized() {
    let fields = "Order: number, Type: package-type";
    for (text, kind, columns) in [
        ("Flat Rate Envelope", Some(PackageType::FlatRateEnvelope), 0),
        ("soft_pack", Some(PackageType::SoftPack), 0),
        ("Box", None, 0),
        ("Bubble mailer", None, 1),
    ] {
        let order = one(fields, &format!("Order|Type\n1|{text}"));
        assert_eq!(order.parcels.first().map(|it| it.kind.clone()), kind, "{text}");
        assert_eq!(order.columns.len(), columns, "{text}");
    }
}

#[test]
fn columns_without_a_heading_have_their_letter() {
    let order = one(USUAL, "Order||Name\n1|x|Ann|y");
    let columns = [("B", "x"), ("D", "y")];
    let columns = columns.map(|(heading, text)| (heading.to_owned(), text.to_owned()));
    assert_eq!(order.columns, columns);
    assert_eq!(columns::letters_of(25), "Z");
    assert_eq!(columns::letters_of(26), "AA");
    assert_eq!(columns::letters_of(701), "ZZ");
    assert_eq!(columns::letters_of(702), "AAA");
}

#[test]
fn sides_of_a_parcel_have_one_unit() {
    let fields = "Order: number, L (in): length, W: width, H: height, Unit: size-unit";
    for (row, sides, unit, kinds) in [
        ("1|12|9|4|in", ["12", "9", "4"], LengthUnit::In, &[][..]),
        ("1|12|9 in|4 in|", ["12", "9", "4"], LengthUnit::In, &[]),
        ("1|12|9 cm|4 in|", ["12", "", "4"], LengthUnit::In, &[ImportNoteKind::SizeUnclear]),
        ("1|12|9|4 in|", ["12", "", "4"], LengthUnit::In, &[ImportNoteKind::SizeUnclear]),
        ("1|12|big|4 in|", ["12", "", "4"], LengthUnit::In, &[ImportNoteKind::SizeUnreadable]),
        ("1|30 x 20 x 10 cm|||", ["30", "20", "10"], LengthUnit::Cm, &[]),
    ] {
        let order = one(fields, &format!("Order|L (in)|W|H|Unit\n{row}"));
        let parcel = &order.parcels[0];
        assert_eq!([&parcel.length, &parcel.width, &parcel.height], sides, "{row}");
        assert_eq!(parcel.length_unit, unit, "{row}");
        let found: Vec<_> = order.import_notes.iter().map(|note| note.kind).collect();
        assert_eq!(found, kinds, "{row}");
    }
}

#[test]
fn a_digest_is_of_what_the_rows_say() {
    let digest = |text: &str| one(USUAL, text).digest;
    let first = digest("Order|Name|City|ZIP\n1|Ann|Boston|02035");
    // Other columns around it, and a repaired ZIP, say the same.
    assert_eq!(digest("ZIP|City|Name|Order\nn:2035|Boston|Ann|1"), first);
    for other in [
        "Order|Name|City|ZIP\n1|Ann|Salem|02035",
        "Order|Name|City|ZIP\n2|Ann|Boston|02035",
        "Order|Name|City|ZIP|Color\n1|Ann|Boston|02035|red",
        "Order|Name|City|ZIP|SKU\n1|Ann|Boston|02035|A",
        "Order|Name|City|ZIP|Weight\n1|Ann|Boston|02035|heavy",
    ] {
        assert_ne!(digest(other), first, "{other}");
    }
}

#[test]
fn orders_of_two_sheets_keep_different_numbers() {
    let mut orders = Vec::new();
    for city in ["Boston", "Salem", "Boston", "Salem"] {
        let read = read_with(&mapping(USUAL), &format!("Order|Name|City\n1|Ann|{city}"));
        orders.extend(read.orders);
    }
    assert_eq!(make_numbers_unique(&mut orders), HashSet::from([2, 3]));
    let found: Vec<&str> = orders.iter().map(|it| it.order.number.as_str()).collect();
    assert_eq!(found, ["1", "1 (2)", "1", "1 (2)"]);
    assert_eq!(orders[1].order.digest, orders[3].order.digest);
    assert_ne!(orders[0].order.digest, orders[1].order.digest);
    assert_eq!(notes(&orders[1].order), [(ImportNoteKind::NumberTwice, "1")]);
    let again = orders.clone();
    assert_eq!(make_numbers_unique(&mut orders), HashSet::from([2, 3]));
    assert_eq!(orders, again);
    orders.truncate(2);
    assert_eq!(make_numbers_unique(&mut orders), HashSet::new());
}
