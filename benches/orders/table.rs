//! Tables of orders as shops export them.

use std::fmt::Write;

use super::workbooks::Xlsx;

const HEADINGS: [&str; 15] = [
    "Order number",
    "Name",
    "Street 1",
    "City",
    "State",
    "ZIP",
    "Country",
    "Email",
    "SKU",
    "Item name",
    "Quantity",
    "Weight (lb)",
    "Length (in)",
    "Width (in)",
    "Height (in)",
];
const FIRST: [&str; 8] = ["Anna", "Bertil", "Chloë", "Dmitri", "Esra", "Farid", "Günther", "Hana"];
const LAST: [&str; 7] = ["Löwe", "Moreau", "Nakamura", "O'Brien", "Petrov", "Quist", "Rossi"];
const PLACES: [(&str, &str, &str); 6] = [
    ("New York", "NY", "10118"),
    ("Boston", "MA", "02108"),
    ("Chicago", "IL", "60606"),
    ("Omaha", "NE", "68102"),
    ("Denver", "CO", "80202"),
    ("San Francisco", "CA", "94111"),
];
const GOODS: [(&str, &str); 4] = [
    ("TEA-01", "Tea tin, green"),
    ("CUP-02", "Cup with a lid"),
    ("MAT-10", "Table mat"),
    ("POT-03", "Cast iron pot"),
];

fn cells(number: usize) -> [String; 15] {
    let (first, last) = (FIRST[number % 8], LAST[number / 8 % 7]);
    let (city, state, zip) = PLACES[number % 6];
    let (sku, item) = GOODS[number % 4];
    [
        format!("T{number:06}"),
        format!("{first} {last}"),
        format!("{} Sample Street", number % 9_000 + 1),
        city.to_owned(),
        state.to_owned(),
        zip.to_owned(),
        "US".to_owned(),
        format!("buyer{number}@example.com"),
        sku.to_owned(),
        item.to_owned(),
        "1".to_owned(),
        format!("1.{}", number % 10),
        "10".to_owned(),
        "6".to_owned(),
        "4".to_owned(),
    ]
}

pub fn csv(rows: usize) -> Vec<u8> {
    written((0..rows).map(cells))
}

/// Every fourth order has two rows, as shops write one with two items.
pub fn several_items(rows: usize) -> Vec<u8> {
    let orders = (0..).flat_map(|number| {
        let rows = if number % 4 == 0 { 2 } else { 1 };
        (0..rows).map(move |row| {
            let (mut cells, other) = (cells(number), cells(number + row));
            cells[8..10].clone_from_slice(&other[8..10]);
            cells
        })
    });
    written(orders.take(rows))
}

fn written(rows: impl Iterator<Item = [String; 15]>) -> Vec<u8> {
    let quoted = |cell: &str| match cell.contains(',') {
        true => format!("\"{cell}\""),
        false => cell.to_owned(),
    };
    let mut table = HEADINGS.join(",");
    for cells in rows {
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        write!(table, "\n{}", cells.join(",")).expect("a text");
    }
    table.into_bytes()
}

/// Every cell is an inline text, as programs that export tables write them.
pub fn xlsx(rows: usize) -> Vec<u8> {
    let mut table = String::new();
    let mut add = |at: usize, cells: &[&str]| {
        write!(table, "<row r=\"{at}\">").expect("a text");
        for (column, cell) in (b'A'..).zip(cells) {
            let column = char::from(column);
            write!(table, "<c r=\"{column}{at}\" t=\"inlineStr\"><is><t>{cell}</t></is></c>")
                .expect("a text");
        }
        table.push_str("</row>");
    };
    add(1, &HEADINGS);
    for number in 0..rows {
        let cells = cells(number);
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        add(number + 2, &cells);
    }
    Xlsx::of(&table).bytes()
}
