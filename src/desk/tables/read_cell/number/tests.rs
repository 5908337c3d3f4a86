use super::*;
use crate::base::measure::parse_number;
use DecimalMark::{Comma, Point};

fn read(digits: &str) -> NumberReading {
    NumberReading::Read { digits: digits.to_owned(), repaired: false }
}

#[test]
fn separators_show_the_decimal_mark() {
    for (text, marks) in [
        ("0", Some(Marks::None)),
        ("1250", Some(Marks::None)),
        ("12.", Some(Marks::None)),
        ("1 250", Some(Marks::None)),
        ("1'250", Some(Marks::None)),
        ("0.5", Some(Marks::Clear(Point))),
        ("0,5", Some(Marks::Clear(Comma))),
        (".125", Some(Marks::Clear(Point))),
        ("0.125", Some(Marks::Clear(Point))),
        ("0,125", Some(Marks::Clear(Comma))),
        ("1,25", Some(Marks::Clear(Comma))),
        ("1234.567", Some(Marks::Clear(Point))),
        ("1,2345", Some(Marks::Clear(Comma))),
        ("1,250.5", Some(Marks::Clear(Point))),
        ("1.250,5", Some(Marks::Clear(Comma))),
        ("1,250,000", Some(Marks::Clear(Point))),
        ("1.250.000", Some(Marks::Clear(Comma))),
        ("1 250,5", Some(Marks::Clear(Comma))),
        ("1\u{202f}250,500", Some(Marks::Clear(Comma))),
        ("1,250", Some(Marks::Either)),
        ("12.345", Some(Marks::Either)),
        ("999,999", Some(Marks::Either)),
        ("", None),
        (".", None),
        ("-1", None),
        ("1.2.3", None),
        ("1,25,000", None),
        ("1,250.500,3", None),
        ("12 34", None),
        ("1 250 5", None),
        ("23.11.2026", None),
        ("abc", None),
        ("1.5kg", None),
    ] {
        assert_eq!(marks_of(text), marks, "{text}");
    }
}

#[test]
fn numbers_are_read_as_point_numbers() {
    for (text, decimal, reading) in [
        ("12", None, read("12")),
        ("012", None, read("12")),
        ("1.50", None, read("1.5")),
        ("12.00", None, read("12")),
        ("120.", None, read("120")),
        ("0,5", None, read("0.5")),
        (",5", None, read("0.5")),
        ("1.250,5", None, read("1250.5")),
        ("1,250.5", None, read("1250.5")),
        ("1,250,000", None, read("1250000")),
        ("1'250.75", None, read("1250.75")),
        ("1,250", None, NumberReading::Unclear),
        ("1.250", None, NumberReading::Unclear),
        ("1,250", Some(Point), read("1250")),
        ("1,250", Some(Comma), read("1.25")),
        ("1.250", Some(Point), read("1.25")),
        ("1.250", Some(Comma), read("1250")),
        // Clear by itself, whatever the column says.
        ("0.5", Some(Comma), read("0.5")),
        ("1,250.5", Some(Comma), read("1250.5")),
        ("0", None, read("0")),
        ("0.0", None, read("0")),
        ("", None, NumberReading::Unreadable),
        ("-5", None, NumberReading::Unreadable),
        ("ten", None, NumberReading::Unreadable),
        ("1e999", None, NumberReading::Unreadable),
    ] {
        assert_eq!(read_number(text, decimal), reading, "{text}");
    }
}

#[test]
fn scientific_notation_is_read_exactly() {
    for (text, expected) in [
        ("1.25E+2", "125"),
        ("1,25E+02", "125"),
        ("1.25e-2", "0.0125"),
        ("5E-1", "0.5"),
        ("1.125E+3", "1125"),
        ("2E+3", "2000"),
    ] {
        let expected = NumberReading::Read { digits: expected.to_owned(), repaired: true };
        assert_eq!(read_number(text, None), expected, "{text}");
    }
}

/// Whatever text is read, [`parse_number`] gives the same number for the digits.
#[test]
fn what_is_read_is_plain() {
    let pieces = ["1", "0", "25", "250", ",", ".", " ", "'", "e", "-", "E+2", ""];
    let mut tried = 0;
    for one in pieces {
        for two in pieces {
            for three in pieces {
                for four in pieces {
                    let text = [one, two, three, four].concat();
                    for decimal in [None, Some(Point), Some(Comma)] {
                        let NumberReading::Read { digits, .. } = read_number(&text, decimal) else {
                            continue;
                        };
                        tried += 1;
                        let number = parse_number(&digits);
                        assert!(number.is_some(), "{text}: {digits}");
                        assert_eq!(digits.parse::<f64>().ok(), number, "{text}: {digits}");
                        assert!(!digits.ends_with('.') && !digits.starts_with('.'), "{text}");
                    }
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn large_and_small_units_are_added_exactly() {
    for (large, factor, small, sum) in [
        ("1", 16, "4", Some("20")),
        ("1.5", 16, "0.25", Some("24.25")),
        ("0", 16, "3.1", Some("3.1")),
        ("2", 1000, "0.005", Some("2000.005")),
        ("0.1", 16, "0", Some("1.6")),
        ("1", 16, "0.0000000000001", None),
    ] {
        let found = times_plus(large, factor, small);
        assert_eq!(found.as_deref(), sum, "{large} {small}");
    }
}
