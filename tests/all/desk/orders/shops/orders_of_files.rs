//! The orders of each file, read as the program reads it.

use postroom::orders::import::read_orders::{QuestionKind, ReadOrders, SkipReason, read_orders};
use postroom::orders::order::Order;
use postroom::tables::headings::recognize;
use postroom::tables::read_file::read_file;
use postroom::tables::shop_words::WordColumn;

use super::{bytes_of, listed};
use crate::prelude::*;

fn orders_of(file: &str) -> ReadOrders {
    let workbook = read_file(file, &bytes_of(file), &ReadOptions::default()).unwrap();
    let sheet = &workbook.sheets[0];
    let read = recognize(sheet);
    assert!(read.sure, "{file}");
    let mut context = ImportContext::default();
    context.presets.insert("Small box".to_owned(), "small".to_owned());
    read_orders(sheet, read.heading_row, &read.mapping, &context)
}

/// As the lists of this test write an order.
fn shown(order: &Order) -> String {
    let to = &order.to;
    let address = [
        &to.name,
        &to.company,
        &to.street1,
        &to.street2,
        &to.street3,
        &to.city,
        &to.state,
        &to.zip,
        &to.country,
        &to.phone,
    ];
    let address: Vec<&str> = address.into_iter().map(String::as_str).collect();
    let address: Vec<&str> = address.into_iter().filter(|part| !part.is_empty()).collect();
    let day = order.ship_by.map_or(String::new(), |day| format!(" by {day}"));
    let parcels: Vec<String> = order
        .parcels
        .iter()
        .map(|parcel| {
            let weight = match parcel.weight.as_str() {
                "" => "-".to_owned(),
                weight => format!("{weight} {}", parcel.weight_unit.code()),
            };
            match parcel.length.as_str() {
                "" => weight,
                length => format!(
                    "{weight} {length}x{}x{} {}",
                    parcel.width,
                    parcel.height,
                    parcel.length_unit.code()
                ),
            }
        })
        .collect();
    let total = order
        .total
        .map_or(String::new(), |total| format!("{} {}", total.amount, total.currency.code()));
    let items: Vec<String> = order.items.iter().map(shown_item).collect();
    let mut more = Vec::new();
    if !order.reference.is_empty() {
        more.push(format!("ref {}", order.reference));
    }
    if !order.note.is_empty() {
        more.push(format!("note {}", order.note.replace('\n', "/")));
    }
    if let Some(preset) = &order.preset {
        more.push(format!("preset {}", preset.key));
    }
    if order.canceled {
        more.push("canceled".to_owned());
    }
    for note in &order.import_notes {
        more.push(format!("{:?} {}", note.kind, note.text));
    }
    [
        order.number.clone(),
        address.join(", "),
        format!("{}{day}", order.shipping),
        parcels.join("; "),
        total,
        items.join("; "),
        more.join("; "),
    ]
    .join(" | ")
    .trim_end()
    .to_owned()
}

fn shown_item(item: &OrderItem) -> String {
    let name = if item.sku.is_empty() { &item.name } else { &item.sku };
    let mut shown = format!("{} {name}", item.quantity);
    if let Some(value) = item.value {
        shown.push_str(&format!(" {} {}", value.amount, value.currency.code()));
    }
    if !item.weight.is_empty() {
        shown.push_str(&format!(" {} {}", item.weight, item.weight_unit.code()));
    }
    shown
}

#[test]
fn the_orders_of_each_file_are_read() {
    for (file, expected) in listed("orders.txt") {
        let read = orders_of(&file);
        let orders: Vec<String> = read.orders.iter().map(|it| shown(&it.order)).collect();
        assert_eq!(orders, expected, "{file}");
    }
}

/// Orders of several rows with a weight in each: of the order, or of a piece?
#[test]
fn the_spanish_table_asks_one_question() {
    let read = orders_of("generic_spanish.csv");
    let numbers: Vec<&str> = read.orders.iter().map(|it| it.order.number.as_str()).collect();
    assert_eq!(numbers, ["A-71", "A-72", "A-73", "A-74", "A-75"]);
    let questions: Vec<_> = read.questions.iter().map(|it| &it.columns).collect();
    assert_eq!(questions, [&["Peso (kg)"]]);
}

#[test]
fn files_of_shops_and_programs_ask_nothing_but_an_unnamed_currency() {
    let currency_is_open = ["shipstation.csv", "woocommerce_advanced_export.csv"];
    for (file, _) in listed("orders.txt") {
        let generic = file.starts_with("generic");
        let read = orders_of(&file);
        let open = currency_is_open.contains(&file.as_str());
        // What a local carrier is, only the shop knows.
        let is_own = |kind: &QuestionKind| {
            *kind == QuestionKind::Word(WordColumn::Shipping, "local carrier signature".to_owned())
        };
        let must = read.questions.iter();
        let must = must.filter(|question| !question.is_assumed && !is_own(&question.kind));
        assert!(generic || must.count() == 0, "{file}: {:?}", read.questions);
        let assumed = read.questions.iter().any(|question| question.is_assumed);
        assert_eq!(assumed, open, "{file}: {:?}", read.questions);
    }
}

#[test]
fn what_is_no_order_is_named() {
    let read = orders_of("ebay_orders.csv");
    let reasons: Vec<SkipReason> = read.skipped.iter().map(|skipped| skipped.reason).collect();
    assert_eq!(reasons, [SkipReason::Footer; 2]);
    assert!(read.skipped[1].text.starts_with("Seller ID"));
}

#[test]
fn columns_of_a_shop_without_a_field_are_kept() {
    let read = orders_of("shopify_orders.csv");
    let kept = |at: usize, heading: &str| {
        let columns = &read.orders[at].order.columns;
        let found = columns.iter().find(|(name, _)| name == heading);
        found.map(|(_, text)| text.clone())
    };
    assert_eq!(kept(5, "Billing City").as_deref(), Some("Laval"));
    assert_eq!(kept(0, "Total").as_deref(), Some("106.83"));
    assert_eq!(kept(0, "Shipping Zip"), None);
}
