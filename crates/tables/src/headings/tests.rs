mod saved_and_problems;

use super::*;
use crate::mapping::{DecimalMark, cell_at};
use crate::sheet::Cell;
use crate::test_tables;
use OrderField as F;

fn sheet(rows: &[&str]) -> Sheet {
    test_tables::sheet(rows.iter().copied())
}

/// The columns that have a field, as `heading: Field`, with the rank behind it if it is not 0.
fn given(mapping: &Mapping) -> Vec<String> {
    let columns = mapping.columns.iter();
    let given = columns.filter_map(|column| {
        let field = column.field?;
        let occurrence = match column.occurrence {
            0 => String::new(),
            occurrence => format!("#{occurrence}"),
        };
        let rank = match column.fallback {
            0 => String::new(),
            rank => format!(" {rank}"),
        };
        Some(format!("{}{occurrence}: {field:?}{rank}", column.heading))
    });
    given.collect()
}

const PLAIN: &str = "Order Number|Name|Street|City|State|ZIP";

#[test]
fn the_heading_is_found_below_titles_and_told_apart_from_data() {
    for (rows, wanted) in [
        (vec![PLAIN, "1|Ann Lee|2 Elm St|Ely|NV|89301"], Some(0)),
        (
            vec![
                "Orders of the week",
                "Printed on 11/23/2026||",
                PLAIN,
                "1|Ann Lee|2 Elm St|Ely|NV|89301",
            ],
            Some(2),
        ),
        // No heading: the first row is an order.
        (vec!["1001|Ann Lee|2 Elm St|Ely|NV|89301", "1002|Bo Day|4 Oak St|Ely|NV|89301"], None),
        (vec!["Ann Lee|Acme|US|2 Elm St|Ely|NV"], None),
        // Words of no known language, above rows with digits.
        (vec!["Numer|Odbiorca|Ulica|Miasto", "17|Jan Kos|Długa 4|Łódź"], Some(0)),
        // A row of an order whose cells are also words of headings.
        (vec![PLAIN, "7|Name Company|1 Total Ln|City|State|10001"], Some(0)),
        (vec!["Address", "Ann Lee, 2 Elm St, Ely NV 89301"], Some(0)),
        (vec![], None),
        (vec![PLAIN], Some(0)),
    ] {
        assert_eq!(find_heading_row(&sheet(&rows)), wanted, "{rows:?}");
    }
}

#[test]
fn a_row_of_numbers_is_no_heading() {
    let mut sheet = sheet(&["Name|City|ZIP", "Ann Lee|Ely|x"]);
    sheet.rows[0].cells[2] = Cell::Number("89301".into());
    sheet.rows[1].cells[2] = Cell::Number("89301".into());
    assert_eq!(find_heading_row(&sheet), None);
}

#[test]
fn footers_and_repeated_headings_are_no_orders() {
    let heading = PLAIN;
    for (row, wanted) in [
        ("1|Ann Lee|2 Elm St|Ely|NV|89301", true),
        ("5|record(s) downloaded", false),
        ("|5|Record(s) downloaded| from |Nov-18-26| to |Nov-21-26", false),
        ("Seller ID : dover_lamps", false),
        ("seller id: dover_lamps", false),
        ("Seller Identity|Ann Lee|2 Elm St", true),
        ("order number|NAME|Street|City|State|Zip", false),
        ("Order Number||||", true),
        ("1|record(s) downloaded|2 Elm St|Ely|NV|89301|a|b|c", true),
    ] {
        let table = sheet(&[heading, row]);
        let is_order = is_order_row(&table.rows[1], Some(&table.rows[0]));
        assert_eq!(is_order, wanted, "{row}");
    }
}

#[test]
fn words_give_fields_to_the_nearest_columns() {
    for (heading, wanted) in crate::test_lists::listed(include_str!("tests/tables.txt")) {
        let read = recognize(&sheet(&[&heading, "1|2|3|4|5|6|7|8"]));
        assert_eq!(vec![given(&read.mapping).join(", ")], wanted, "{heading}");
        assert_eq!(read.origin, None, "{heading}");
        assert!(read.sure, "{heading}");
        let columns = heading.split('|').count();
        assert_eq!(read.mapping.columns.len(), columns, "{heading}");
    }
}

#[test]
fn shipping_is_a_method_or_a_price_by_its_cells() {
    let heading = "Order|Name|Street|City|Zip|Shipping";
    for (cell, wanted) in [("Express", Some(F::Shipping)), ("$7.90", None), ("", None)] {
        let row = format!("1|Ann|2 Elm St|Ely|89301|{cell}");
        let read = recognize(&sheet(&[heading, &row]));
        assert_eq!(read.mapping.columns[5].field, wanted, "{cell}");
    }
}

#[test]
fn two_columns_with_one_heading_are_asked_about() {
    let table = sheet(&["Order|Name|Name|Street|City|Zip", "1|Ann|Gift|2 Elm St|Ely|89301"]);
    let read = recognize(&table);
    assert!(!read.sure);
    assert_eq!(read.mapping.columns[1].field, Some(F::Name));
    assert_eq!(read.mapping.columns[2].field, Some(F::Name));
    assert_eq!(read.mapping.columns[2].occurrence, 1);
    // Their cells differ.
    assert!(!problems(&read.mapping, &table).is_empty());
    let places = read.mapping.places(&table.rows[0]);
    assert_eq!(places, [0, 1, 2, 3, 4, 5].map(Some));
}

#[test]
fn a_reference_becomes_the_number_only_with_a_question() {
    let read = recognize(&sheet(&["Reference|Name|Street|City|Zip", "1|Ann|2 Elm St|Ely|89301"]));
    assert_eq!(read.mapping.columns[0].field, Some(F::Number));
    assert!(!read.sure);
}

const OWN_TEMPLATE: [(&str, F); 30] = [
    ("Order number", F::Number),
    ("Order date", F::Ordered),
    ("Ship by", F::ShipBy),
    ("Shipping method", F::Shipping),
    ("Reference", F::Reference),
    ("Note", F::Note),
    ("Name", F::Name),
    ("Company", F::Company),
    ("Street 1", F::Street1),
    ("Street 2", F::Street2),
    ("Street 3", F::Street3),
    ("City", F::City),
    ("State", F::State),
    ("ZIP", F::Zip),
    ("Country", F::Country),
    ("Phone", F::Phone),
    ("Email", F::Email),
    ("Preset", F::Preset),
    ("Parcel weight", F::Weight),
    ("Weight unit", F::WeightUnit),
    ("Length", F::Length),
    ("Width", F::Width),
    ("Height", F::Height),
    ("Size unit", F::SizeUnit),
    ("SKU", F::ItemSku),
    ("Item name", F::ItemName),
    ("Quantity", F::ItemQuantity),
    ("Item value", F::ItemValue),
    ("Currency", F::Currency),
    ("Tariff number", F::ItemTariffNumber),
];

#[test]
fn the_headings_of_our_own_template_are_read() {
    let titles: Vec<&str> = OWN_TEMPLATE.iter().map(|(title, _)| *title).collect();
    let row: Vec<&str> = titles.iter().map(|_| "x").collect();
    let read = recognize(&sheet(&[&titles.join("|"), &row.join("|")]));
    assert!(read.sure);
    for ((title, field), column) in OWN_TEMPLATE.iter().zip(&read.mapping.columns) {
        assert_eq!(column.field, Some(*field), "{title}");
    }
}

#[test]
fn a_table_without_a_heading_keeps_its_places() {
    let table = sheet(&["1001|Ann Lee|2 Elm St|Ely|NV|89301", "1002|Bo|4 Oak St|Ely|NV|89301"]);
    let read = recognize(&table);
    assert!(read.mapping.headless && !read.sure);
    assert_eq!(read.mapping.columns.len(), 6);
    let places = read.mapping.places(&table.rows[0]);
    assert_eq!(cell_at(&table.rows[1], places[3]).text(), "Ely");
    assert_eq!(
        problems(&read.mapping, &table),
        [
            MappingProblem::NumberMissing,
            MappingProblem::RecipientMissing,
            MappingProblem::AddressMissing
        ]
    );
}

#[test]
fn a_heading_that_names_the_weight_of_a_parcel_says_whose_it_is() {
    for (heading, wanted) in [
        ("Package weight (lb)", Some(WeightIs::OfOrder)),
        ("Total Weight", Some(WeightIs::OfOrder)),
        ("Weight (oz)", None),
        ("Peso", None),
        ("Ounces", None),
    ] {
        let heading = format!("Order|Name|Street|City|Zip|{heading}");
        let read = recognize(&sheet(&[&heading, "1|Ann|2 Elm St|Ely|89301|4"]));
        assert_eq!(read.mapping.columns[5].field, Some(F::Weight), "{heading}");
        assert_eq!(read.mapping.weight_is, wanted, "{heading}");
    }
}

#[test]
fn a_mapping_survives_being_stored() {
    let table = sheet(&[
        "Name|Email|Financial Status|Fulfillment Status|Lineitem quantity|Lineitem name|\
         Shipping Name|Shipping Street|Shipping City|Shipping Zip",
        "#1|a@example.com|paid|unfulfilled|1|Mug|Ann|2 Elm St|Ely|'89301",
    ]);
    let read = recognize(&table);
    assert_eq!((read.origin, read.sure), (Some("Shopify"), true));
    assert_eq!(read.mapping.decimal, Some(DecimalMark::Point));
    let stored = serde_json::to_string(&read.mapping).unwrap();
    assert_eq!(serde_json::from_str::<Mapping>(&stored).unwrap(), read.mapping);
    // One that was stored before there were ranks.
    let old = stored.replace(",\"fallback\":0", "").replace(",\"headless\":false", "");
    assert_ne!(old, stored);
    assert_eq!(serde_json::from_str::<Mapping>(&old).unwrap(), read.mapping);
}
