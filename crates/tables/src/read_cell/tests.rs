use super::date::{DateReading, read_date};
use super::money::{MoneyReading, read_money};
use super::number::{Marks, marks_of};
use super::size::{SizeReading, read_size};
use super::weight::{WeightReading, read_weight};
use super::*;

pub(super) fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

fn weight(reading: WeightReading) -> String {
    match reading {
        WeightReading::Blank => "blank".to_owned(),
        WeightReading::Read { digits, unit, .. } => format!("{digits} {}", unit.code()),
        WeightReading::TwoReadings => "two readings".to_owned(),
        WeightReading::NoUnit => "no unit".to_owned(),
        WeightReading::Unreadable => "unreadable".to_owned(),
    }
}

fn size(reading: SizeReading) -> String {
    match reading {
        SizeReading::Blank => "blank".to_owned(),
        SizeReading::One(side, unit) => format!("{side} {}", unit.code()),
        SizeReading::Several(sides, unit) => format!("{} {}", sides.join(" x "), unit.code()),
        SizeReading::TwoReadings => "two readings".to_owned(),
        SizeReading::NoUnit => "no unit".to_owned(),
        SizeReading::Unreadable => "unreadable".to_owned(),
    }
}

fn money(reading: MoneyReading) -> String {
    match reading {
        MoneyReading::Blank => "blank".to_owned(),
        MoneyReading::Read { amount, currency } => {
            let code = currency.map_or_else(String::new, |currency| format!(" {currency:?}"));
            format!("{amount}{code}")
        }
        MoneyReading::TwoReadings => "two readings".to_owned(),
        MoneyReading::SharedSign => "shared sign".to_owned(),
        MoneyReading::Unreadable => "unreadable".to_owned(),
    }
}

fn date(reading: DateReading) -> String {
    match reading {
        DateReading::Read { date, repaired: false } => date.to_string(),
        other => format!("{other:?}").to_lowercase(),
    }
}

fn number(text: &str, decimal: Option<DecimalMark>) -> String {
    match read_number(text, decimal) {
        NumberReading::Read { digits, repaired: false } => digits,
        NumberReading::Read { digits, repaired: true } => format!("{digits}, repaired"),
        NumberReading::Unclear => "two readings".to_owned(),
        NumberReading::Unreadable => "unreadable".to_owned(),
    }
}

fn marks(text: &str) -> &'static str {
    match marks_of(text) {
        None => "no number",
        Some(Marks::None) => "no marks",
        Some(Marks::Clear(DecimalMark::Point)) => "point",
        Some(Marks::Clear(DecimalMark::Comma)) => "comma",
        Some(Marks::Either) => "either",
    }
}

#[test]
fn cells_are_read_as_shops_write_them() {
    let rows = include_str!("tests/cells.tsv").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(rows.clone().count(), 232);
    for row in rows {
        let [kind, written, expected] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let cell = text(written);
        let read = match kind {
            "weight" => weight(read_weight(&cell, None, None)),
            "size" => size(read_size(&cell, None, None)),
            "money" => money(read_money(&cell, None, None)),
            "date" => date(read_date(&cell, None)),
            "marks" => marks(written).to_owned(),
            "number" => number(written, None),
            "number with point" => number(written, Some(DecimalMark::Point)),
            "number with comma" => number(written, Some(DecimalMark::Comma)),
            other => panic!("{other}"),
        };
        assert_eq!(read, expected, "{row}");
    }
    assert_eq!(marks("1\u{202f}250,500"), "comma");
}

#[test]
fn the_apostrophe_of_a_spreadsheet_is_no_part_of_the_text() {
    for (cell, plain) in [
        ("'02035", "02035"),
        ("'+1 613 555 0100", "+1 613 555 0100"),
        ("'=1+1", "=1+1"),
        ("'t Hooft", "'t Hooft"),
        ("O'Brien", "O'Brien"),
        ("'", "'"),
        ("", ""),
    ] {
        assert_eq!(plain_text(&text(cell)), plain, "{cell}");
    }
    assert_eq!(plain_text(&Cell::Error("#REF!".into())), "");
    assert_eq!(plain_text(&Cell::Number("2035".into())), "2035");
}

#[test]
fn a_number_that_a_spreadsheet_has_shortened_is_no_identifier() {
    for (cell, damaged) in [
        (text("1.23457E+11"), true),
        (text("1,23457E+11"), true),
        (text("1E+15"), true),
        (text("1E15"), false),
        (text("12E+3"), false),
        (text("ABE+7"), false),
        (text("1.E+5"), false),
        (text("E+5"), false),
        (text("#1001"), false),
        (text("12-34567-89012"), false),
        (Cell::Number("123456789012345".into()), false),
        (Cell::Number("1234567890123450".into()), true),
        (Cell::Number("1e21".into()), true),
        (Cell::Date("2026-02-01".into()), true),
        (Cell::Empty, false),
    ] {
        assert_eq!(is_damaged_identifier(&cell), damaged, "{cell:?}");
    }
}

#[test]
fn pieces_are_whole_numbers() {
    use QuantityReading::{Blank, Read, Unclear, Unreadable};
    let read = |digits: &str| Read(digits.to_owned());
    for (cell, quantity) in [
        (Cell::Empty, Blank),
        (text(""), Blank),
        (text("2"), read("2")),
        (text("2.0"), read("2")),
        (text("2,00"), read("2")),
        (text("x3"), read("3")),
        (text("3 x"), read("3")),
        (text("12 pcs"), read("12")),
        (text("4 Stück"), read("4")),
        (Cell::Number("5".into()), read("5")),
        (Cell::Number("1.5".into()), Unreadable),
        (Cell::Number("1.125".into()), Unreadable),
        (text("1,000"), Unclear),
        (text("1,000,000"), read("1000000")),
        (text("1000001"), Unreadable),
        (text("0"), Unreadable),
        (text("-1"), Unreadable),
        (text("two"), Unreadable),
        (text("2 kg"), Unreadable),
        (Cell::Date("2026-01-02".into()), Unreadable),
        (Cell::Error("#N/A".into()), Unreadable),
    ] {
        assert_eq!(read_quantity(&cell, None), quantity, "{cell:?}");
    }
    let cell = text("1,000");
    assert_eq!(read_quantity(&cell, Some(DecimalMark::Point)), read("1000"));
    assert_eq!(read_quantity(&cell, Some(DecimalMark::Comma)), read("1"));
}
