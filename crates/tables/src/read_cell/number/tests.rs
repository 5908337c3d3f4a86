use super::*;
use DecimalMark::{Comma, Point};
use postroom_base::measure::parse_number;

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
