//! Golden tables whose cells, rows and mappings are changed at random, from a seed.

use postroom::tables::headings::recognize;
use postroom::tables::mapping::{DateOrder, DecimalMark, Mapping, OrderField, WeightIs};
use postroom::tables::sheet::{Cell, RowFault, Sheet};

use super::{golden_sheets, read_and_check};
use crate::random::Random;

const TEXTS: [&str; 40] = [
    "",
    " ",
    "0",
    "1",
    "1,250",
    "1.250",
    "0,5",
    "1,250.5 lb",
    "1 lb 4 oz",
    "1.23457E+11",
    "-3",
    "12x9x4 in",
    "30,5 × 20 × 10 cm",
    "$1,234.50",
    "(3.00)",
    "1.234,50 €",
    "03/04/2026",
    "23.11.2026",
    "2026-11-23 08:15:00 -0500",
    "2035",
    "20351234",
    "'02035",
    "Total",
    "Order",
    "Deutschland",
    "Narnia",
    "MA",
    "#REF!",
    "\u{FFFD}\u{FFFD}",
    "Zoë\u{301} Müller-Lüdenscheidt",
    "line one\nline two\n\nline four",
    "日本",
    "e",
    ",",
    "x",
    "'",
    "1e5",
    "99999999999999999999999999",
    "\u{202e}abc",
    "🎁🎁",
];

fn mutate(random: &mut Random, sheet: &mut Sheet) {
    let rows = sheet.rows.len();
    for _ in 0..1 + random.below(12) {
        let at = random.below(rows);
        let row = &mut sheet.rows[at];
        let place = random.below(row.cells.len() + 2);
        let text = (*random.choose(&TEXTS)).to_owned();
        let cell = match random.below(8) {
            0 => Cell::Empty,
            1 => Cell::Number(random.below(100_000_000).to_string().into()),
            2 => Cell::Number(format!("{}.{}", random.below(2000), random.below(1000)).into()),
            3 => Cell::Date("2026-11-23".into()),
            4 => Cell::Error("#N/A".into()),
            _ => Cell::Text(text.trim().into()),
        };
        match random.below(10) {
            0 => row.cells.truncate(place),
            1 => row.cells.insert(place.min(row.cells.len()), cell),
            2 => row.fault = Some(RowFault::OpenQuote),
            3 => row.fault = Some(RowFault::Undecodable),
            _ => match row.cells.get_mut(place) {
                Some(slot) => *slot = cell,
                None => row.cells.push(cell),
            },
        }
    }
    // Rows that repeat others, as in files that were joined.
    if random.below(3) == 0 {
        let copy = random.choose(&sheet.rows).clone();
        let at = random.below(sheet.rows.len() + 1);
        sheet.rows.insert(at, copy);
    }
    for (row, number) in sheet.rows.iter_mut().zip(1..) {
        row.number = number;
    }
}

fn mutate_mapping(random: &mut Random, mapping: &mut Mapping) {
    for column in &mut mapping.columns {
        match random.below(12) {
            0 => column.field = Some(*random.choose(&OrderField::ALL)),
            1 => column.field = None,
            2 => column.fallback = 1,
            _ => {}
        }
    }
    mapping.weight_is = *random.choose(&[None, Some(WeightIs::OfOrder), Some(WeightIs::OfPiece)]);
    mapping.decimal = *random.choose(&[None, Some(DecimalMark::Point), Some(DecimalMark::Comma)]);
    mapping.dates = *random.choose(&[None, Some(DateOrder::DayFirst), Some(DateOrder::MonthFirst)]);
    if random.below(10) == 0 {
        mapping.headless = !mapping.headless;
    }
}

#[test]
fn every_row_of_a_damaged_table_is_accounted_for() {
    let sheets = golden_sheets();
    for seed in 1..600_u64 {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let (name, sheet) = random.choose(&sheets);
        let mut sheet = sheet.clone();
        let recognized = recognize(&sheet);
        mutate(&mut random, &mut sheet);
        let mut mapping = recognized.mapping;
        let heading_row = match random.below(10) {
            0 => None,
            1 => Some(random.below(sheet.rows.len() + 3)),
            _ => recognized.heading_row,
        };
        if random.below(2) == 0 {
            mutate_mapping(&mut random, &mut mapping);
        }
        read_and_check(&format!("{name}, seed {seed}"), &sheet, heading_row, &mapping);
    }
}

/// A column that is the same in every row, taken for the order number by mistake: the orders stay
/// apart, and the reading ends.
#[test]
fn one_number_for_all_rows_does_not_join_their_recipients() {
    let mut sheet = Sheet::default();
    let heading = ["Order", "Name", "City"].map(|text| Cell::Text(text.into()));
    for at in 0..5000_u64 {
        let cells = ["US".to_owned(), format!("Name {at}"), "Boston".to_owned()];
        let cells = match at {
            0 => heading.to_vec(),
            _ => cells.map(|text| Cell::Text(text.into())).to_vec(),
        };
        sheet.rows.push(postroom::tables::sheet::SheetRow { number: at + 1, cells, fault: None });
    }
    let recognized = recognize(&sheet);
    let read = read_and_check("one number", &sheet, recognized.heading_row, &recognized.mapping);
    assert_eq!(read.orders.len(), 4999);
}
