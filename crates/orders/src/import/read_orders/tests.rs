use super::*;
use crate::test_mapping;
use crate::test_tables::sheet;
use postroom_base::measure::{LengthUnit, WeightUnit};
use postroom_base::money::Money;
use postroom_tables::mapping::WeightIs;
use postroom_tables::sheet::RowFault;

/// The rows of a table, one for each line.
fn table(text: &str) -> Sheet {
    sheet(text.lines().map(str::trim).filter(|line| !line.is_empty()))
}

/// A mapping that leaves no question about pieces and weights.
fn mapping(columns: &str) -> Mapping {
    let weight_is = Some(WeightIs::OfOrder);
    Mapping { weight_is, one_piece_each: true, ..test_mapping::mapping(columns) }
}

const USUAL: &str = "Order: number, Name: name, Street: street1, City: city, State: state, \
     ZIP: zip, Country: country, Weight: weight, SKU: item-sku, Qty: item-quantity, \
     Price: item-value, Date: ordered, Size: length, Total: total";

fn read_with(mapping: &Mapping, text: &str) -> ReadOrders {
    let sheet = table(text);
    let read = read_orders(&sheet, Some(0), mapping, &ImportContext::default());
    let rows: usize = read.orders.iter().map(|order| order.rows.len()).sum();
    assert_eq!(rows + read.skipped.len(), sheet.rows.len() - 1);
    read
}

fn read(text: &str) -> ReadOrders {
    read_with(&mapping(USUAL), text)
}

/// The kinds and texts of the notes of an order.
fn notes(order: &Order) -> Vec<(ImportNoteKind, &str)> {
    let notes = order.import_notes.iter();
    notes.map(|note| (note.kind, note.text.as_str())).collect()
}

fn only_question(read: &ReadOrders) -> &Question {
    let [question] = read.questions.as_slice() else {
        panic!("{:?}", read.questions);
    };
    question
}

fn numbers(read: &ReadOrders) -> Vec<&str> {
    read.orders.iter().map(|it| it.order.number.as_str()).collect()
}

fn usd(amount: &str) -> Option<Money> {
    Some(Money::new(amount.parse().unwrap(), Currency::USD))
}

#[test]
fn a_row_becomes_an_order() {
    let read = read(
        "Order|Name|Street|City|State|ZIP|Country|Weight|SKU|Qty|Price|Date|Size|Color
         #1001|Jane Sample|475 Main St|Boston|MA|2035|United States|1 lb 4 oz|MUG|2|$12.50|11/23/2026|12x9x4 in|red",
    );
    let [ReadOrder { order, rows }] = read.orders.as_slice() else {
        panic!("{:?}", numbers(&read));
    };
    assert_eq!(rows, &[2]);
    assert_eq!((order.number.as_str(), order.source.as_str()), ("#1001", "Shop"));
    let to = &order.to;
    let address = [&to.name, &to.street1, &to.city, &to.state, &to.zip, &to.country];
    assert_eq!(address, ["Jane Sample", "475 Main St", "Boston", "MA", "02035", "US"]);
    let [parcel] = order.parcels.as_slice() else {
        panic!("{:?}", order.parcels);
    };
    assert_eq!((parcel.weight.as_str(), parcel.weight_unit), ("20", WeightUnit::Oz));
    assert_eq!([&parcel.length, &parcel.width, &parcel.height], ["12", "9", "4"]);
    assert_eq!(parcel.length_unit, LengthUnit::In);
    let [item] = order.items.as_slice() else {
        panic!("{:?}", order.items);
    };
    assert_eq!((item.sku.as_str(), item.quantity.as_str()), ("MUG", "2"));
    assert_eq!(item.value, usd("12.5"));
    assert_eq!(order.ordered, Some("2026-11-23".parse().unwrap()));
    assert_eq!(order.columns, [("Color".to_owned(), "red".to_owned())]);
    assert_eq!(notes(order), [(ImportNoteKind::ZipRestored, "2035")]);
    assert_eq!(order.open_import_problems().count(), 0);
    assert!(read.skipped.is_empty() && read.questions.is_empty());
    assert_eq!(order.digest.len(), 64);
}

#[test]
fn rows_of_one_number_are_one_order() {
    let read = read(
        "Order|Name|Street|City|ZIP|SKU|Qty|Note
         1|Ann|1 A St|Boston|02110|A|1|red
         2|Bob|2 B St|Boston|02110|B|1|
         1|||||C|3|blue
         2|BOB|2 B St.|boston||D|1|
         1|||||E|1|blue",
    );
    assert_eq!(numbers(&read), ["1", "2"]);
    let [one, two] = read.orders.as_slice() else {
        panic!("{}", read.orders.len());
    };
    assert_eq!((one.rows.as_slice(), two.rows.as_slice()), (&[2, 4, 6][..], &[3, 5][..]));
    let skus = |read: &ReadOrder| -> Vec<String> {
        read.order.items.iter().map(|item| item.sku.clone()).collect()
    };
    assert_eq!(
        (skus(one), skus(two)),
        (vec!["A".into(), "C".into(), "E".into()], vec!["B".into(), "D".into()])
    );
    assert_eq!(one.order.to.name, "Ann");
    // A cell that repeats the row before is kept once.
    let columns = [("Note", "red"), ("Note", "blue")];
    let columns = columns.map(|(heading, text)| (heading.to_owned(), text.to_owned()));
    assert_eq!(one.order.columns, columns);
    assert!(one.order.import_notes.is_empty() && two.order.import_notes.is_empty());
}

#[test]
fn recipients_that_disagree_stay_apart() {
    let read = read(
        "Order|Name|Street|City|ZIP|SKU
         7|Ann|1 A St|Boston|02110|A
         7|Bob|2 B St|Boston|02110|B
         7|||||C
         7|Ann|1 A St|Boston|02110|D
         7 (2)|Cid|3 C St|Boston|02110|E",
    );
    assert_eq!(numbers(&read), ["7", "7 (3)", "7 (2)"]);
    let [ann, bob, cid] = read.orders.as_slice() else {
        panic!("{}", read.orders.len());
    };
    assert_eq!((ann.rows.as_slice(), bob.rows.as_slice()), (&[2, 5][..], &[3, 4][..]));
    assert_eq!(notes(&ann.order), [(ImportNoteKind::RowsDisagree, "Bob, 2 B St, Boston, 02110")]);
    assert_eq!(notes(&bob.order), [(ImportNoteKind::RowsDisagree, "Ann, 1 A St, Boston, 02110")]);
    assert_eq!(bob.order.columns, [("Order".to_owned(), "7".to_owned())]);
    assert!(cid.order.import_notes.is_empty());
}

#[test]
fn a_row_without_a_number_gets_one_that_stays() {
    let text = "Order|Name|City|SKU
        |Ann|Boston|A
        1.23457E+11|Bob|Boston|B
        |Ann|Boston|A
        d:2026-02-01|Cid|Boston|C";
    let first = read(text);
    assert_eq!(first.orders.len(), 4);
    for (read, kind, text) in [
        (&first.orders[0], ImportNoteKind::NumberMissing, "\tAnn\tBoston\tA"),
        (&first.orders[1], ImportNoteKind::NumberDamaged, "1.23457E+11"),
        (&first.orders[3], ImportNoteKind::NumberDamaged, "2026-02-01"),
    ] {
        assert_eq!(notes(&read.order), [(kind, text)]);
        assert!(read.order.number.starts_with("R-"), "{}", read.order.number);
    }
    let twice = format!("{}-2", first.orders[0].order.number);
    assert_eq!(first.orders[2].order.number, twice);
    // Rows above them do not change it.
    let later = read(&text.replacen('\n', "\n9|Dan|Boston|X\n", 1));
    let later = numbers(&later);
    assert_eq!(later.get(1..), Some(numbers(&first).as_slice()));
}

#[test]
fn a_table_without_numbers_needs_none() {
    let fields = "Name: name, ZIP: zip";
    let read = read_with(&mapping(fields), "Name|ZIP\nAnn|02110\nBob|02111");
    assert_eq!(read.orders.len(), 2);
    for order in &read.orders {
        assert!(order.order.number.starts_with("R-"));
        assert!(order.order.import_notes.is_empty());
    }
}

#[test]
fn a_row_that_says_nothing_needs_attention() {
    let mut sheet = table("Order|Name|City|Weight\n1|Ann|Boston|\n|||soon\nExported by Ann|||");
    sheet.rows[1].fault = Some(RowFault::OpenQuote);
    let read = read_orders(&sheet, Some(0), &mapping(USUAL), &ImportContext::default());
    let rows: Vec<Option<&str>> =
        read.orders.iter().map(|it| it.order.raw_row.as_deref()).collect();
    assert_eq!(rows, [Some("1\tAnn\tBoston"), Some("\t\t\tsoon"), None]);
    assert_eq!(read.orders[0].order.to.name, "Ann");
    let kinds: Vec<_> = read.orders[1].order.import_notes.iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [ImportNoteKind::RowUnreadable, ImportNoteKind::WeightUnreadable]);
    assert_eq!(read.orders[2].order.number, "Exported by Ann");
}

#[test]
fn rows_that_are_no_orders_are_named() {
    let read = read(
        "Order|Name|Street|City|ZIP|Total
         1|Ann|1 A St|Boston|02110|5
         Order|Name|Street|City|ZIP|Total
         2|Total Mugs Inc|2 B St|Boston|02110|5
         Total|||||10
         |||||
         Seller ID: ann|||||
         2|record(s) downloaded||||",
    );
    assert_eq!(numbers(&read), ["1", "2"]);
    let skipped: Vec<_> = read.skipped.iter().map(|it| (it.row, it.reason)).collect();
    assert_eq!(
        skipped,
        [
            (3, SkipReason::HeadingAgain),
            (5, SkipReason::Total),
            (6, SkipReason::Blank),
            (7, SkipReason::Footer),
            (8, SkipReason::Footer),
        ]
    );
    assert_eq!(read.skipped[1].text, "Total\t\t\t\t\t10");
}

mod fields;
mod questions;
mod recipients;
