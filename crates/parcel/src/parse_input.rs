//! Parses typed numbers, amounts and dates. The draft stores the text; only checks and requests use
//! the parsed value.

use jiff::civil::Date;

use postroom_base::locale::{format, parse};
use postroom_base::measure::{Length, LengthUnit, Weight, WeightUnit, parse_number};
use postroom_base::money::{Amount, AmountError};

/// Parses an amount in the form of the region: `12.50`, `$12.50` and `1,250.00`, or `1.250,00` where
/// the comma is the decimal separator. The other form is read too where it is unambiguous.
pub fn amount(text: &str) -> Result<Amount, AmountError> {
    parse::amount_in(text, format::formats().has_decimal_comma())
}

pub fn weight(text: &str, unit: WeightUnit) -> Option<Weight> {
    parse_number(text).map(|value| Weight::new(value, unit))
}

pub fn length(text: &str, unit: LengthUnit) -> Option<Length> {
    parse_number(text).map(|value| Length::new(value, unit))
}

/// Parses a date as the region writes it, or `2026-11-21`.
pub fn date(text: &str) -> Option<Date> {
    parse::date(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_as_people_type_them() {
        for (text, cents) in [
            ("12.50", Some(1250)),
            ("$12.5", Some(1250)),
            (" 12,50 ", Some(1250)),
            ("12,5", Some(1250)),
            ("1,250", Some(125_000)),
            ("1,250.00", Some(125_000)),
            ("", None),
            ("ten", None),
        ] {
            assert_eq!(amount(text).ok(), cents.map(Amount::from_cents), "{text}");
        }
    }

    #[test]
    fn amounts_where_the_comma_is_the_decimal_separator() {
        for (text, cents) in [
            ("12,50", 1250),
            ("1.250,00", 125_000),
            ("1.250", 125_000),
            ("1.250.000", 125_000_000),
            ("12.50", 1250),
            ("1,250.00", 125_000),
            ("0,5", 50),
            ("7", 700),
        ] {
            assert_eq!(parse::amount_in(text, true), Ok(Amount::from_cents(cents)), "{text}");
        }
        // The same texts mean something else where the point is the decimal separator.
        assert_eq!(parse::amount_in("1.250", false), Ok(Amount::from_micros(1_250_000)));
        assert_eq!(parse::amount_in("1.250,00", false), Ok(Amount::from_cents(125_000)));
    }
}
