//! Parses typed numbers, amounts and dates. The draft stores the text; only checks and requests use
//! the parsed value.

use jiff::civil::Date;

use crate::base::measure::{Length, LengthUnit, Weight, WeightUnit, parse_number};
use crate::base::money::{Amount, AmountError};

/// Parses `12.50`, `$12.50`, `12,50` and `1,250.00`. A comma is the decimal separator if it is the
/// only separator and one or two digits follow; otherwise it groups thousands.
pub fn amount(text: &str) -> Result<Amount, AmountError> {
    let text = text.trim().trim_start_matches(['$', '€', '£']).trim();
    let decimal_comma = text
        .rsplit_once(',')
        .is_some_and(|(whole, cents)| !whole.contains([',', '.']) && cents.len() <= 2)
        && !text.contains('.');
    let plain = if decimal_comma {
        text.replace(',', ".")
    } else {
        text.replace(',', "")
    };
    plain.parse()
}

pub fn weight(text: &str, unit: WeightUnit) -> Option<Weight> {
    parse_number(text).map(|value| Weight::new(value, unit))
}

pub fn length(text: &str, unit: LengthUnit) -> Option<Length> {
    parse_number(text).map(|value| Length::new(value, unit))
}

/// Parses `2026-11-21` or the American `11/21/2026`.
pub fn date(text: &str) -> Option<Date> {
    let text = text.trim();
    text.parse()
        .ok()
        .or_else(|| Date::strptime("%m/%d/%Y", text).ok())
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
    fn dates_as_people_type_them() {
        let day = Date::constant(2026, 11, 21);
        assert_eq!(date("2026-11-21"), Some(day));
        assert_eq!(date(" 11/21/2026 "), Some(day));
        assert_eq!(date("21.11."), None);
    }
}
