use super::*;
use crate::order::OrderItem;
use postroom_label::{Limits, decode_in_process};

fn item(sku: &str, name: &str, quantity: &str) -> OrderItem {
    OrderItem {
        sku: sku.to_owned(),
        name: name.to_owned(),
        quantity: quantity.to_owned(),
        ..OrderItem::default()
    }
}

fn words(orders: &[PickOrder<'_>], paper: PaperSize) -> Vec<Vec<String>> {
    let faces = Typefaces::open().unwrap();
    let maker = ListMaker {
        faces: &faces,
        style: PageStyle::of_paper(paper),
        shop: "Bright Mugs",
        made: "Nov 23, 2026, 8:31 AM".to_owned(),
    };
    let pages = maker.pages(orders).into_iter().map(|page| {
        let texts = page.into_iter().filter_map(|mark| match mark {
            Mark::Text { line, .. } => Some(line.words().to_owned()),
            _ => None,
        });
        texts.collect()
    });
    pages.collect()
}

#[test]
fn a_list_names_what_to_fetch_and_then_the_orders() {
    let contents = [
        ("1001", "Ann Reed", vec![item("A10", "Mug", "1"), item("A2", "Cup", "3")]),
        ("1002", "Bo", vec![item("A10", "Mug", "2"), item("", "Card", "x")]),
        ("1003", "Cy", vec![item("A2", "Cup", "1")]),
    ];
    let orders: Vec<PickOrder<'_>> = contents
        .iter()
        .map(|(number, recipient, items)| PickOrder { number, recipient, items })
        .collect();
    let expected = [
        "Pick list",
        "Bright Mugs",
        "Nov 23, 2026, 8:31 AM",
        "3 orders · 3 different items · 7 pieces · 1 unclear quantity",
        "Pieces",
        "SKU",
        "Item",
        "Orders",
        "4",
        "A2",
        "Cup",
        "1003, 1001\u{a0}×\u{a0}3",
        "3",
        "A10",
        "Mug",
        "1001, 1002\u{a0}×\u{a0}2",
        "?",
        "Card",
        "1002 (unclear quantity “x”)",
        "Orders in packing sequence",
        "The labels print in this sequence.",
        "No.",
        "Order",
        "Recipient",
        "Items",
        "1",
        "1003",
        "Cy",
        "A2",
        "2",
        "1001",
        "Ann Reed",
        "A10",
        "A2\u{a0}×\u{a0}3",
        "3",
        "1002",
        "Bo",
        "A10\u{a0}×\u{a0}2",
        "Card\u{a0}×\u{a0}“x”",
    ];
    assert_eq!(words(&orders, PaperSize::A4), [expected]);
    // On label stock the order numbers are below the name of the item, and the recipient is above
    // the items: without headings of their own.
    let mut narrow = words(&orders, PaperSize::Label4x6).concat();
    let mut all: Vec<&str> =
        expected.iter().copied().filter(|text| !["Orders", "Recipient"].contains(text)).collect();
    narrow.sort_unstable();
    all.sort_unstable();
    assert_eq!(narrow.join(" "), all.join(" "));
}

#[test]
fn every_order_and_every_number_is_on_some_page() {
    // One SKU in all orders: its order numbers alone are longer than a page.
    let contents: Vec<(String, Vec<OrderItem>)> = (0..2_000)
        .map(|at| {
            let items =
                vec![item("EVERY", "In every order", "1"), item(&format!("S{at}"), "Rare", "1")];
            (format!("N{at:04}"), items)
        })
        .collect();
    let orders: Vec<PickOrder<'_>> = contents
        .iter()
        .map(|(number, items)| PickOrder { number, recipient: "Ann", items })
        .collect();
    let pages = words(&orders, PaperSize::Letter);
    let count = pages.len();
    for (at, page) in pages.iter().enumerate() {
        let number = format!("Page {} of {count}", at + 1);
        assert_eq!(page.last(), Some(&number));
        assert_eq!(page.first().map(String::as_str), Some("Pick list"));
    }
    let all = pages.concat().join(" ");
    for (number, _) in &contents {
        // Behind EVERY, behind its rare item, and in the sequence.
        assert_eq!(all.matches(number.as_str()).count(), 3, "{number}");
    }
}

#[test]
fn the_list_is_a_pdf_of_the_paper() {
    let items = [item("A", "Mug", "1")];
    let orders = [PickOrder { number: "1", recipient: "Ann", items: &items }];
    let made = jiff::civil::date(2026, 11, 23).at(8, 31, 0, 0);
    for paper in PaperSize::ALL {
        let bytes = pick_list(&orders, "Bright Mugs", made, paper).unwrap();
        let pages = decode_in_process(&bytes, 100.0, &Limits::default()).unwrap();
        assert_eq!(pages.len(), 1);
        let dark = pages[0].luma.iter().filter(|level| **level < 128).count();
        assert!(dark > 500, "{dark}");
    }
    let none = pick_list(&[], "Bright Mugs", made, PaperSize::A4);
    assert_eq!(none, Err(PaperError::NoOrders));
}
