use super::*;
use postroom_base::clock::Stopwatch;
use postroom_base::money::{Amount, Currency, Money};
use postroom_label::{Limits, decode_in_process, read_barcodes};
use postroom_parcel::draft::AddressForm;

fn item(sku: &str, name: &str, quantity: &str) -> OrderItem {
    OrderItem {
        sku: sku.to_owned(),
        name: name.to_owned(),
        quantity: quantity.to_owned(),
        ..OrderItem::default()
    }
}

fn order(number: &str, items: Vec<OrderItem>) -> Order {
    Order {
        number: number.to_owned(),
        to: AddressForm {
            name: "Ann Reed".to_owned(),
            street1: "1 Main Street".to_owned(),
            city: "Chicago".to_owned(),
            state: "IL".to_owned(),
            zip: "60601".to_owned(),
            ..AddressForm::default()
        },
        items,
        ..Order::default()
    }
}

fn many_items(count: usize) -> Vec<OrderItem> {
    let items = (1..=count).map(|at| item(&format!("SKU-{at:03}"), &format!("Item {at:03}"), "2"));
    items.collect()
}

fn shop() -> ShopIdentity {
    ShopIdentity {
        name: "Bright Mugs".to_owned(),
        address: vec!["12 Kiln Lane".to_owned(), "Portland, OR 97201".to_owned()],
        country: "US".to_owned(),
        footer: "Thank you for your order.".to_owned(),
        ..ShopIdentity::default()
    }
}

/// A text with its place: left, top and bottom of its letters, right.
struct Placed {
    words: String,
    area: [f32; 4],
}

/// The texts of each page. Fails if one is outside the margins or covers another.
fn pages(order: &Order, shop: &ShopIdentity, paper: PaperSize) -> Vec<Vec<Placed>> {
    let faces = Typefaces::open().unwrap();
    let style = PageStyle::of_paper(paper);
    let maker = SlipMaker { faces: &faces, shop, style, logo: None };
    let (_, high) = paper.points();
    let pages = maker.pages(order).into_iter().map(|page| {
        let mut texts: Vec<Placed> = Vec::new();
        for mark in page {
            let Mark::Text { left, baseline, line } = mark else {
                continue;
            };
            let area =
                [left, baseline - 0.6 * line.size, left + line.width, baseline + 0.1 * line.size];
            let words = line.words().to_owned();
            assert!(area[0] >= style.frame.left - 0.01, "{words}");
            assert!(area[2] <= style.frame.right + 0.01, "{words}");
            assert!(area[1] >= style.frame.top, "{words}");
            assert!(area[3] <= high - style.frame.top + 2.0, "{words}");
            for other in &texts {
                let apart = area[0] >= other.area[2]
                    || area[2] <= other.area[0]
                    || area[1] >= other.area[3]
                    || area[3] <= other.area[1];
                assert!(apart, "{words} covers {}", other.words);
            }
            texts.push(Placed { words, area });
        }
        texts
    });
    pages.collect()
}

fn words(pages: &[Vec<Placed>]) -> Vec<Vec<&str>> {
    let words = pages.iter().map(|page| page.iter().map(|text| text.words.as_str()).collect());
    words.collect()
}

#[test]
fn a_slip_says_who_gets_what() {
    let order = Order {
        ordered: Some(jiff::civil::date(2026, 11, 3)),
        shipping: "Standard".to_owned(),
        reference: "PO 7".to_owned(),
        note: "Please leave it at the door.".to_owned(),
        ..order("1001", vec![item("A1", "Blue mug", "2"), item("", "Card", "1")])
    };
    for paper in PaperSize::ALL {
        let pages = pages(&order, &shop(), paper);
        assert_eq!(
            words(&pages),
            [[
                "Bright Mugs",
                "12 Kiln Lane",
                "Portland, OR 97201",
                "Packing slip",
                "Order 1001",
                "Ship to",
                "Ann Reed",
                "1 Main Street",
                "Chicago, IL 60601",
                "Order date",
                "Nov 3, 2026",
                "Shipping",
                "Standard",
                "Reference",
                "PO 7",
                "Note",
                "Please leave it at the door.",
                "SKU",
                "Item",
                "Qty",
                "A1",
                "Blue mug",
                "2",
                "Card",
                "1",
                "3 pieces",
                "Thank you for your order.",
            ]],
            "{paper:?}"
        );
    }
}

#[test]
fn blank_parts_take_no_room() {
    let bare = ShopIdentity::default();
    let lone = pages(&order("", vec![item("", "Card", "")]), &bare, PaperSize::Letter);
    assert_eq!(
        words(&lone),
        [[
            "Packing slip",
            "Order without a number",
            "Ship to",
            "Ann Reed",
            "1 Main Street",
            "Chicago, IL 60601",
            "United States",
            "Item",
            "Qty",
            "Card",
            // No quantity is known, so no sum is.
            "?",
        ]]
    );
    let empty = pages(&order("7", Vec::new()), &bare, PaperSize::Letter);
    let last = words(&empty)[0].last().copied();
    assert_eq!(last, Some("This order names no items."));
}

#[test]
fn prices_and_notes_are_shown_as_the_shop_wants() {
    let usd = |amount: &str| {
        let currency = Currency::parse("USD").unwrap();
        Some(Money::new(amount.parse::<Amount>().unwrap(), currency))
    };
    let mut order = order("1", vec![item("A", "Mug", "2"), item("B", "Card", "1")]);
    order.note = "Gift".to_owned();
    order.items[0].value = usd("12.50");
    order.items[1].value = usd("3");
    for (prices, hide_note) in [(false, false), (true, true)] {
        let shop = ShopIdentity { show_prices: prices, hide_note, ..shop() };
        let pages = pages(&order, &shop, PaperSize::Letter);
        let all = words(&pages).concat();
        for (text, expected) in
            [("Price", prices), ("$12.50", prices), ("Total $28.00", prices), ("Gift", !hide_note)]
        {
            assert_eq!(all.contains(&text), expected, "{text}");
        }
    }
}

#[test]
fn five_hundred_items_go_on_with_the_heading_repeated() {
    for (paper, expected) in
        [(PaperSize::Letter, 19), (PaperSize::A4, 17), (PaperSize::Label4x6, 25)]
    {
        let pages = pages(&order("113-1234567-1234567", many_items(500)), &shop(), paper);
        assert_eq!(pages.len(), expected, "{paper:?}");
        let all = words(&pages);
        let mut items: Vec<&str> = Vec::new();
        for (at, page) in all.iter().enumerate() {
            let number = format!("Page {} of {expected}", at + 1);
            assert_eq!(page.last().copied(), Some(number.as_str()));
            for repeated in
                ["Bright Mugs", "Packing slip", "Order 113-1234567-1234567", "SKU", "Item", "Qty"]
            {
                assert!(page.contains(&repeated), "{repeated} on page {at}");
            }
            items.extend(page.iter().copied().filter(|text| text.starts_with("Item ")));
        }
        let names: Vec<String> = (1..=500).map(|at| format!("Item {at:03}")).collect();
        assert_eq!(items, names);
        assert!(all.concat().contains(&"1,000 pieces"));
    }
}

#[test]
fn nothing_is_cut_however_long() {
    let long = "Handpainted porcelain mug with a very long description ".repeat(60);
    let code = "X".repeat(300);
    let order = Order {
        note: "word ".repeat(4_000),
        shipping: long.clone(),
        reference: code.clone(),
        ..order(&format!("NUMBER-{code}"), vec![item(&code, &long, "99999999999999999999")])
    };
    let shop = ShopIdentity {
        name: long.clone(),
        address: vec![long.clone(), code.clone()],
        footer: long.clone(),
        ..ShopIdentity::default()
    };
    let letters = |text: &str| -> usize { text.chars().filter(|it| !it.is_whitespace()).count() };
    for paper in PaperSize::ALL {
        let pages = pages(&order, &shop, paper);
        assert!(pages.len() > 5, "{paper:?}");
        let all: String = words(&pages).concat().concat();
        // The shop's name, its address, the shipping, the name of the item and the footer.
        for (what, expected) in [("porcelain", 300), ("word", 4_000)] {
            assert!(all.matches(what).count() >= expected, "{what} on {paper:?}");
        }
        assert!(all.matches('X').count() >= 4 * 300);
        assert!(all.contains(&"9".repeat(7)));
        assert!(letters(&all) >= 5 * letters(&long) + 4 * 300 + 4 * 4_000 + 20);
    }
}

#[test]
fn each_order_begins_a_page_and_its_barcode_reads_back() {
    let numbers = [
        "1001",
        "#1002",
        "12-34567-89012",
        "113-1234567-1234567",
        "ORD 2026/11/0000017 (B)",
        "año-7",
        "注文 12",
    ];
    // At the resolutions of label printers and at a low one of an office printer.
    for (paper, dpi) in
        [(PaperSize::Label4x6, 203.0), (PaperSize::Label4x6, 300.0), (PaperSize::Letter, 200.0)]
    {
        let orders: Vec<Order> =
            numbers.iter().map(|number| order(number, many_items(3))).collect();
        let slips: Vec<SlipOrder<'_>> = orders.iter().map(SlipOrder::from).collect();
        let bytes = packing_slips(&slips, &shop(), paper).unwrap();
        let pages = decode_in_process(&bytes, dpi, &Limits::default()).unwrap();
        assert_eq!(pages.len(), numbers.len());
        for (page, number) in pages.iter().zip(numbers) {
            let (width, height) = paper.inches();
            assert!((page.width_in - width).abs() < 0.01 && (page.height_in - height).abs() < 0.01);
            let read: Vec<String> = read_barcodes(page).into_iter().map(|it| it.text).collect();
            assert_eq!(read, [number], "{paper:?} at {dpi}");
        }
    }
}

#[test]
fn every_page_of_an_order_has_its_barcode() {
    let order = order("1001", many_items(60));
    let bytes = packing_slips(&[SlipOrder::from(&order)], &shop(), PaperSize::Label4x6).unwrap();
    let pages = decode_in_process(&bytes, 203.0, &Limits::default()).unwrap();
    assert!(pages.len() > 2);
    for page in &pages {
        let read: Vec<String> = read_barcodes(page).into_iter().map(|it| it.text).collect();
        assert_eq!(read, ["1001"]);
    }
}

#[test]
fn three_hundred_slips_take_a_moment() {
    let orders: Vec<Order> = (0..300)
        .map(|at| {
            let mut items = many_items(8);
            items.push(item("TASSE-Ж", "Žluťoučký hrnek מאג 山田 マグカップ", "1"));
            order(&format!("10{at}"), items)
        })
        .collect();
    let slips: Vec<SlipOrder<'_>> = orders.iter().map(SlipOrder::from).collect();
    let watch = Stopwatch::start();
    let bytes = packing_slips(&slips, &shop(), PaperSize::Letter).unwrap();
    let took = watch.elapsed();
    // This build is not optimized; the program as shipped is many times faster.
    assert!(took.as_secs() < 20, "{took:?}");
    assert!(bytes.len() < 6_000_000, "{}", bytes.len());
    assert_eq!(bytes, packing_slips(&slips, &shop(), PaperSize::Letter).unwrap());
}

#[test]
fn the_logo_is_on_the_first_page_of_each_order() {
    let mut file = Vec::new();
    let black = image::GrayImage::from_pixel(96, 48, image::Luma([0]));
    black.write_to(&mut std::io::Cursor::new(&mut file), image::ImageFormat::Png).unwrap();
    let shop = ShopIdentity { logo: Some(file), ..shop() };
    let order = order("1001", many_items(60));
    let bytes = packing_slips(&[SlipOrder::from(&order)], &shop, PaperSize::Letter).unwrap();
    let pages = decode_in_process(&bytes, 72.0, &Limits::default()).unwrap();
    // 96 by 48 points from the margins of 48; one inside, one outside.
    let dark = |page: &postroom_label::Page, x: u32, y: u32| {
        page.luma[(y * page.width_px + x) as usize] < 9
    };
    assert!(dark(&pages[0], 50, 50) && dark(&pages[0], 142, 94));
    assert!(!dark(&pages[0], 46, 50) && !dark(&pages[0], 146, 50));
    assert!(!dark(&pages[1], 142, 94));
    let broken = ShopIdentity { logo: Some(b"GIF89a".to_vec()), ..shop };
    let refused = packing_slips(&[SlipOrder::from(&order)], &broken, PaperSize::Letter);
    assert_eq!(refused, Err(PaperError::LogoKind));
    let none = packing_slips(&[], &broken, PaperSize::Letter);
    assert_eq!(none, Err(PaperError::NoOrders));
}
