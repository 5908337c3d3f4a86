use super::*;

fn text(text: &str) -> Cell {
    Cell::Text(text.into())
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
