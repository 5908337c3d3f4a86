//! The tables of the shops and programs that are known, with words of status and shipping drawn at
//! random: known ones in twelve languages, and words that nobody has ever written. An order is never
//! ready if a word of it is in no list, and no known word is asked about.

use std::fmt::Write;

use postroom::orders::basis::OrderBasis;
use postroom::orders::import::read_orders::{Answer, QuestionKind, ReadOrders, read_orders};
use postroom::orders::order::Order;
use postroom::orders::order_state::OrderProblemField;
use postroom::parcel::draft::Field;
use postroom::tables::headings::recognize;
use postroom::tables::import_note::ImportNoteKind;
use postroom::tables::mapping::{EqualRows, cell_at};
use postroom::tables::read_file::read_file;
use postroom::tables::sheet::{Cell, SheetRow};
use postroom::tables::shop_words::{ShopChoices, WordColumn, is_open_payment};

use crate::extent::extent;
use crate::prelude::*;
use crate::random::Random;

const FILES: [&str; 12] = [
    "amazon_unshipped_orders.txt",
    "click_n_ship.csv",
    "ebay_orders.csv",
    "etsy_sold_order_items.csv",
    "etsy_sold_orders.csv",
    "pirate_ship.csv",
    "shipstation.csv",
    "shopify_orders.csv",
    "stamps_com.csv",
    "woocommerce_advanced_export.csv",
    "woocommerce_order_items.csv",
    "worldship.csv",
];

/// A word that no language has.
fn invented(random: &mut Random) -> String {
    let syllables = ["zwor", "quax", "fbli", "xnom", "vrku", "jhep", "kzot", "pfyx"];
    let count = 2 + random.below(2);
    (0..count).map(|_| *random.choose(&syllables)).collect()
}

/// A word of a shop with the section of the lists that it is in, or `question`.
struct Word {
    column: WordColumn,
    text: &'static str,
    section: &'static str,
}

fn words() -> Vec<Word> {
    let table = include_str!("../../../data/shop_words_read.tsv");
    let lines = table.lines().skip(1).filter(|line| !line.starts_with('#'));
    let words = lines.filter_map(|line| {
        let mut cells = line.split('\t');
        let column = match cells.next()? {
            "status" => WordColumn::Status,
            _ => WordColumn::Shipping,
        };
        Some(Word { column, text: cells.next()?, section: cells.next()? })
    });
    words.collect()
}

/// The heading of a file and the row of an order of it that nothing is wrong with, both with a
/// column for the status and one for the shipping method.
fn clean_table(file: &str) -> Sheet {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/orders/shops");
    let bytes = fs::read(folder.join(file)).unwrap();
    let mut sheet = read_file(file, &bytes, &ReadOptions::default()).unwrap().sheets.remove(0);
    for (field, heading) in
        [(OrderField::Status, "Order status"), (OrderField::Shipping, "Shipping method")]
    {
        let known = recognize(&sheet);
        if !known.mapping.columns.iter().any(|column| column.field == Some(field)) {
            let width = sheet.rows.iter().map(|row| row.cells.len()).max().unwrap();
            for (at, row) in sheet.rows.iter_mut().enumerate() {
                row.cells.resize(width, Cell::Empty);
                let title = if at == 0 { Cell::Text(heading.into()) } else { Cell::Empty };
                row.cells.push(title);
            }
        }
    }
    let heading = sheet.rows[0].clone();
    let is_clean = |row: &SheetRow| {
        let read = read(&Sheet { rows: vec![heading.clone(), row.clone()], ..Sheet::default() });
        read.orders.len() == 1 && is_ready(&read.orders[0].order)
    };
    let row = sheet.rows.iter().skip(1).find(|row| is_clean(row));
    let row = row.unwrap_or_else(|| panic!("{file} has no order without a note")).clone();
    Sheet { rows: vec![heading, row], ..Sheet::default() }
}

fn read(sheet: &Sheet) -> ReadOrders {
    let known = recognize(sheet);
    let mut mapping = known.mapping;
    Answer::OnePieceEach.apply(&mut mapping);
    Answer::EqualRows(EqualRows::Each).apply(&mut mapping);
    read_orders(sheet, known.heading_row, &mapping, &ImportContext::default())
}

fn is_ready(order: &Order) -> bool {
    !order.canceled && order.open_import_problems().next().is_none()
}

/// The places of the columns of a field: those of the recipient and those of the buyer.
fn columns_of(sheet: &Sheet, field: OrderField) -> Vec<usize> {
    let known = recognize(sheet);
    let places = known.mapping.places(&sheet.rows[0]);
    let columns = known.mapping.columns.iter().zip(places);
    let of_field = columns.filter(|(column, _)| column.field == Some(field));
    of_field.filter_map(|(_, place)| place).collect()
}

/// Puts a text into every column of a field.
fn put(sheet: &mut Sheet, field: OrderField, text: &str) {
    let of_field = columns_of(sheet, field);
    assert!(!of_field.is_empty());
    let row = &mut sheet.rows[1];
    for at in of_field {
        if row.cells.len() <= at {
            row.cells.resize(at + 1, Cell::Empty);
        }
        row.cells[at] = Cell::Text(text.into());
        assert_eq!(cell_at(row, Some(at)).text(), text);
    }
}

/// A place as it is written, with country, state and postcode as they are sent; `None` if a person is
/// asked about it. The state `*` is any.
struct PlaceRow {
    written: [&'static str; 3],
    sent: Option<[&'static str; 3]>,
}

fn places() -> Vec<PlaceRow> {
    let table = include_str!("../../../data/places_read.tsv");
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let sent = [cells[3], cells[4], cells[5]];
        PlaceRow { written: [cells[0], cells[1], cells[2]], sent: (sent[0] != "?").then_some(sent) }
    });
    rows.collect()
}

/// O23, O25, O26, O30: names in ten languages and as shops write them.
#[test]
fn places_are_read_by_their_usual_names_or_asked_about() {
    let tables = extent(600, 5_000);
    let places = places();
    let fields = [OrderField::Country, OrderField::State, OrderField::Zip];
    let has_all = |sheet: &Sheet| {
        let columns = recognize(sheet).mapping.columns;
        fields.iter().all(|field| columns.iter().any(|column| column.field == Some(*field)))
    };
    let clean: Vec<(&str, Sheet)> = FILES
        .into_iter()
        .map(|file| (file, clean_table(file)))
        .filter(|(_, sheet)| has_all(sheet))
        .collect();
    assert!(clean.len() >= 8, "{}", clean.len());
    let basis = OrderBasis::default();
    let mut random = Random(0x2026_1129);
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut wrong = Vec::new();
    for number in 0..tables {
        // Each place once, then at random.
        let place = places.get(number).unwrap_or_else(|| random.choose(&places));
        let (file, sheet) = random.choose(&clean);
        let mut sheet = sheet.clone();
        let new_word = invented(&mut random);
        let (mut written, mut sent) = (place.written, place.sent);
        if number >= places.len() && random.below(5) == 0 {
            (written[0], sent) = (&new_word, None);
        }
        for (field, text) in fields.into_iter().zip(written) {
            put(&mut sheet, field, text);
        }
        let order = &read(&sheet).orders[0].order;
        let assessed = basis.assess(&OrderId::default(), order);
        let about_place = assessed.problems.iter().filter(|problem| match problem.field {
            OrderProblemField::Draft(Field::To(field)) => {
                matches!(field, AddressField::Country | AddressField::State | AddressField::Zip)
            }
            OrderProblemField::Note(_) => true,
            _ => false,
        });
        let is_asked = about_place.count() > 0;
        let to = &order.to;
        let read = [to.country.as_str(), to.state.as_str(), to.zip.as_str()];
        let is_right = match sent {
            Some([country, state, zip]) => {
                let state = if state == "*" { read[1] } else { state };
                !is_asked && read == [country, state, zip]
            }
            None => is_asked,
        };
        if !is_right {
            wrong.push(format!("{file}: {written:?}, read {read:?}, asked {is_asked}"));
        }
        counts.entry(file).or_default()[usize::from(is_asked)] += 1;
    }
    let mut table = format!("{:34}{:>7}{:>7}\n", "file", "read", "asked");
    for (file, [read, asked]) in &counts {
        writeln!(table, "{file:34}{read:>7}{asked:>7}").unwrap();
    }
    let asked = places.iter().filter(|place| place.sent.is_none());
    let asked: Vec<_> = asked.map(|place| place.written.join(", ")).collect();
    println!("{table}\nasked about: {}", asked.join(" | "));
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{} of {tables}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_order_is_ready_whose_word_is_in_no_list_and_no_known_word_is_asked_about() {
    let tables = extent(600, 5_000);
    let words = words();
    let known: Vec<&Word> = words.iter().filter(|word| word.section != "question").collect();
    let unknown: Vec<&Word> = words.iter().filter(|word| word.section == "question").collect();
    let clean = FILES.map(clean_table);
    let mut random = Random(0x2026_1128);
    // Ready, held back, asked about; by file.
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut wrong = Vec::new();
    for number in 0..tables {
        let file = FILES[number % FILES.len()];
        let mut sheet = clean[number % FILES.len()].clone();
        let new_word = invented(&mut random);
        let (column, text, section) = match random.below(4) {
            0 => {
                let word = random.choose(&unknown);
                (word.column, word.text, word.section)
            }
            1 => {
                let columns = [WordColumn::Status, WordColumn::Shipping];
                (columns[random.below(2)], new_word.as_str(), "question")
            }
            _ => {
                let word = random.choose(&known);
                (word.column, word.text, word.section)
            }
        };
        let field = match column {
            WordColumn::Status => OrderField::Status,
            _ => OrderField::Shipping,
        };
        put(&mut sheet, field, text);
        let read = read(&sheet);
        let asked = read.questions.iter().any(|it| matches!(it.kind, QuestionKind::Word(..)));
        let order = &read.orders[0].order;
        let kinds: Vec<_> = order.open_import_problems().map(|note| note.kind).collect();
        // `In progress` is an order to be shipped, and a payment that has not come.
        let none = ShopChoices::new();
        let is_unpaid = columns_of(&sheet, field)
            .into_iter()
            .any(|at| is_open_payment(sheet.rows[0].cells[at].text(), text, &none));
        let is_right = match section {
            "open" if is_unpaid => kinds.contains(&ImportNoteKind::HeldInShop) && !asked,
            "open" | "carried" => is_ready(order) && !asked,
            "held" => kinds.contains(&ImportNoteKind::HeldInShop) && !asked,
            "closed" => kinds.contains(&ImportNoteKind::ClosedInShop) && !asked,
            "canceled" => order.canceled && !asked,
            "pickup" | "local" | "digital" => kinds.contains(&ImportNoteKind::NotCarried) && !asked,
            _ => asked && !is_ready(order),
        };
        if !is_right {
            wrong.push(format!("{file}: {column:?} “{text}” ({section}) {kinds:?}"));
        }
        let count = counts.entry(file).or_default();
        let place = if asked { 2 } else { usize::from(!is_ready(order)) };
        count[place] += 1;
    }
    let mut table = format!("{:34}{:>7}{:>11}{:>7}\n", "file", "ready", "held back", "asked");
    for (file, [ready, held, asked]) in &counts {
        writeln!(table, "{file:34}{ready:>7}{held:>11}{asked:>7}").unwrap();
    }
    let lacking: Vec<_> = unknown.iter().map(|word| word.text).collect();
    println!("{table}\nasked about, since no list has it: {}", lacking.join(" | "));
    assert!(wrong.is_empty(), "{} of {tables}:\n{}", wrong.len(), wrong.join("\n"));
}
