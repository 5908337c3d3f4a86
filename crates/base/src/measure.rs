//! Weights and lengths with the units of section 2.10. Requests carry them in the unit of their field,
//! a weight with as many digits as a scale has ([`sent_weight`]).

pub mod exact_weight;
pub mod weight_words;

use serde::{Deserialize, Serialize};

use self::exact_weight::{ExactWeightSum, scale_places};
use crate::locale::format::formats;
use crate::locale::parse;

/// `weightUnit`: `oz`, `lb`, `g`, `kg`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WeightUnit {
    Oz,
    #[default]
    Lb,
    G,
    Kg,
}

impl WeightUnit {
    pub const ALL: [Self; 4] = [Self::Oz, Self::Lb, Self::G, Self::Kg];

    pub fn code(self) -> &'static str {
        match self {
            Self::Oz => "oz",
            Self::Lb => "lb",
            Self::G => "g",
            Self::Kg => "kg",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.code().eq_ignore_ascii_case(text.trim()))
    }

    /// The unit of a parcel in the region of the system: `lb` in the United States.
    pub fn of_region() -> Self {
        if formats().is_metric() { Self::Kg } else { Self::Lb }
    }

    /// Exact by definition: one pound is 453.592 37 g.
    fn grams(self) -> f64 {
        match self {
            Self::Oz => 453.592_37 / 16.0,
            Self::Lb => 453.592_37,
            Self::G => 1.0,
            Self::Kg => 1000.0,
        }
    }
}

/// `dimensionUnit`: `cm`, `mm`, `m`, `in`, `ft`, `yd`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LengthUnit {
    Cm,
    Mm,
    M,
    #[default]
    In,
    Ft,
    Yd,
}

impl LengthUnit {
    pub const ALL: [Self; 6] = [Self::In, Self::Cm, Self::Mm, Self::M, Self::Ft, Self::Yd];

    pub fn code(self) -> &'static str {
        match self {
            Self::Cm => "cm",
            Self::Mm => "mm",
            Self::M => "m",
            Self::In => "in",
            Self::Ft => "ft",
            Self::Yd => "yd",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.code().eq_ignore_ascii_case(text.trim()))
    }

    /// The unit of a parcel in the region of the system: `in` in the United States.
    pub fn of_region() -> Self {
        if formats().is_metric() { Self::Cm } else { Self::In }
    }

    fn millimetres(self) -> f64 {
        match self {
            Self::Mm => 1.0,
            Self::Cm => 10.0,
            Self::M => 1000.0,
            Self::In => 25.4,
            Self::Ft => 304.8,
            Self::Yd => 914.4,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weight {
    pub value: f64,
    pub unit: WeightUnit,
}

impl Weight {
    pub fn new(value: f64, unit: WeightUnit) -> Self {
        Self { value, unit }
    }

    pub fn to(self, unit: WeightUnit) -> f64 {
        if unit == self.unit {
            return self.value;
        }
        self.value * self.unit.grams() / unit.grams()
    }

    pub fn grams(self) -> f64 {
        self.to(WeightUnit::G)
    }

    pub fn pounds(self) -> f64 {
        self.to(WeightUnit::Lb)
    }
}

/// A stored weight as it is sent; see [`ExactWeightSum::digits_in`].
pub fn sent_weight(stored: &str, unit: WeightUnit) -> Option<f64> {
    let exact = ExactWeightSum::parse(stored, unit);
    parse_number(&exact.map_or_else(|| stored.to_owned(), |weight| weight.digits_in(unit)))
}

/// A stored weight as the region writes it: `1,250 g`. What is no number has no unit.
pub fn shown_weight(stored: &str, unit: WeightUnit) -> String {
    match plain_number(stored) {
        Some(plain) => format!("{} {}", formats().decimal(&plain), unit.code()),
        None => stored.to_owned(),
    }
}

/// As [`shown_weight`], for a list: with at most two decimals, and no more than a scale has.
pub fn rounded_weight(stored: &str, unit: WeightUnit) -> String {
    match rounded(stored, scale_places(unit).min(2)) {
        Some(rounded) => shown_weight(&rounded, unit),
        None => shown_weight(stored, unit),
    }
}

/// `None` for what has no more decimals, and for what would become zero.
fn rounded(stored: &str, places: usize) -> Option<String> {
    let plain = plain_number(stored)?;
    let value: f64 = plain.parse().ok()?;
    let (_, decimals) = plain.split_once('.')?;
    let steps = (0..places).fold(1.0, |steps, _| steps * 10.0);
    let text = format!("{:.places$}", (value * steps).round() / steps);
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if decimals.len() <= places || is_zero {
        return None;
    }
    Some(text.trim_end_matches('0').trim_end_matches('.').to_owned())
}

/// A weight as a scale reports it: an integer times a power of ten, so that it enters a field with
/// exactly the reported decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactWeight {
    /// `123` of `12.3`.
    pub steps: i64,
    /// The power of ten of one step: `-1` for tenths. Between -20 and 20.
    pub exponent: i8,
    pub unit: WeightUnit,
}

impl ExactWeight {
    /// `12.3`, with every decimal the scale reports: `12.30` for one that weighs hundredths.
    pub fn digits(self) -> String {
        let places = usize::from(self.exponent.unsigned_abs());
        let sign = if self.steps < 0 { "-" } else { "" };
        let steps = self.steps.unsigned_abs().to_string();
        if self.exponent >= 0 {
            let zeros = if self.steps == 0 { 0 } else { places };
            return format!("{sign}{steps}{}", "0".repeat(zeros));
        }
        let padded = format!("{steps:0>width$}", width = places + 1);
        let (whole, decimals) = padded.split_at(padded.len() - places);
        format!("{sign}{whole}.{decimals}")
    }

    /// `12.30 oz`, with the decimal separator of the region.
    pub fn shown(self) -> String {
        shown_weight(&self.digits(), self.unit)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Length {
    pub value: f64,
    pub unit: LengthUnit,
}

impl Length {
    pub fn new(value: f64, unit: LengthUnit) -> Self {
        Self { value, unit }
    }

    pub fn to(self, unit: LengthUnit) -> f64 {
        if unit == self.unit {
            return self.value;
        }
        self.value * self.unit.millimetres() / unit.millimetres()
    }

    pub fn inches(self) -> f64 {
        self.to(LengthUnit::In)
    }
}

/// Parses a stored weight, length or count: `1.5`, ` 12 `. The result is never negative or infinite.
///
/// A field stores a typed number with a point before the decimals and without separators of
/// thousands (`stored_number`), so a single point is the decimal one whatever the region. A text with
/// a comma is as a user typed it: `1,5`, `1,250.5`, `1.250,5`.
pub fn parse_number(text: &str) -> Option<f64> {
    plain_number(text)?.parse().ok()
}

/// The number that [`parse_number`] reads, as digits with at most one point.
pub fn plain_number(text: &str) -> Option<String> {
    let text = text.trim();
    let plain = if text.contains(',') { parse::plain_number(text) } else { text.to_owned() };
    let is_plain = plain.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = plain.parse().ok()?;
    (is_plain && number.is_finite()).then_some(plain)
}

/// A typed number as it is stored: `1.5` and `1250` for `1,5` and `1.250` where the comma is the
/// decimal separator. What is no number stays as it is.
pub fn stored_number(typed: &str) -> String {
    let plain = parse::plain_number(typed.trim());
    match plain_number(&plain) {
        Some(plain) => plain,
        None => typed.to_owned(),
    }
}

/// A stored number as a user would type it: with the decimal separator of the region.
pub fn typed_number(stored: &str) -> String {
    match plain_number(stored) {
        Some(plain) if formats().has_decimal_comma() => plain.replace('.', ","),
        _ => stored.to_owned(),
    }
}

/// A stored number as the region writes it, for reading; what is no number stays as it is.
pub fn shown_number(stored: &str) -> String {
    match plain_number(stored) {
        Some(plain) => formats().decimal(&plain),
        None => stored.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_convert_and_keep_what_was_typed() {
        let weight = Weight::new(1.5, WeightUnit::Lb);
        assert_eq!(weight.to(WeightUnit::Lb), 1.5);
        assert_eq!(weight.to(WeightUnit::Oz), 24.0);
        assert!((weight.grams() - 680.388_555).abs() < 1e-6);
        assert!((Length::new(10.0, LengthUnit::Cm).inches() - 3.937_007_874).abs() < 1e-6);
        assert_eq!(Length::new(1.0, LengthUnit::Yd).to(LengthUnit::Ft), 3.0);
    }

    #[test]
    fn an_instrument_keeps_its_decimals() {
        for (steps, exponent, expected) in [
            (123, -1, "12.3"),
            (1230, -2, "12.30"),
            (5, -2, "0.05"),
            (0, -1, "0.0"),
            (7, 0, "7"),
            (3, 2, "300"),
            (0, 2, "0"),
            (-4, -1, "-0.4"),
            (65_535, -6, "0.065535"),
        ] {
            let weight = ExactWeight { steps, exponent, unit: WeightUnit::Oz };
            assert_eq!(weight.digits(), expected);
        }
    }

    #[test]
    fn a_weight_of_a_list_has_at_most_two_decimals() {
        for (stored, shown) in [
            ("39.7", "39.7 lb"),
            ("1.85", "1.85 lb"),
            ("1.50", "1.50 lb"),
            ("1.6625", "1.66 lb"),
            ("5.675", "5.68 lb"),
            ("1.999", "2 lb"),
            ("10.0001", "10 lb"),
            ("0.0625", "0.06 lb"),
            ("0.0004", "0.0004 lb"),
            ("16", "16 lb"),
            ("6 oz", "6 oz"),
            ("light", "light"),
        ] {
            assert_eq!(rounded_weight(stored, WeightUnit::Lb), shown);
        }
    }

    /// W20: lists showed 1,391.75 g, and 338.349523125 g was sent.
    #[test]
    fn a_weight_has_as_many_digits_as_a_scale() {
        for (stored, unit, shown, sent) in [
            ("1391.749523125", WeightUnit::G, "1,391.7 g", Some(1391.8)),
            ("338.349523125", WeightUnit::G, "338.3 g", Some(338.4)),
            ("10.934523", WeightUnit::Oz, "10.93 oz", Some(10.94)),
            ("2.1875", WeightUnit::Lb, "2.19 lb", Some(2.1875)),
            ("0.30000000000000004", WeightUnit::Kg, "0.3 kg", Some(0.3)),
            ("6 oz", WeightUnit::Lb, "6 oz", None),
        ] {
            assert_eq!(rounded_weight(stored, unit), shown);
            assert_eq!(sent_weight(stored, unit), sent);
        }
    }

    #[test]
    fn reads_a_typed_number() {
        assert_eq!(parse_number(" 1,5 "), Some(1.5));
        assert_eq!(parse_number("1,250.5"), Some(1250.5));
        assert_eq!(parse_number("1.250,5"), Some(1250.5));
        // A comma before three digits groups them, unless it is decimal in the region.
        assert_eq!(parse_number("1,250"), Some(1250.0));
        assert_eq!(parse_number("0,125"), Some(0.125));
        assert_eq!(parse_number("1.250"), Some(1.25));
        for bad in ["", ".", "-1", "1e9", "inf", "1.2.3", "1,2,3", "abc"] {
            assert_eq!(parse_number(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_typed_number_is_stored_plain_and_shown_as_the_region_writes_it() {
        for (typed, stored, shown) in [
            ("1,250", "1250", "1,250"),
            ("1,250.50", "1250.50", "1,250.50"),
            (" 1,5 ", "1.5", "1.5"),
            ("0.125", "0.125", "0.125"),
            ("", "", ""),
            ("heavy", "heavy", "heavy"),
        ] {
            assert_eq!(stored_number(typed), stored);
            assert_eq!(shown_number(stored), shown);
            assert_eq!(typed_number(stored), stored);
        }
        assert_eq!(
            (WeightUnit::of_region(), LengthUnit::of_region()),
            (WeightUnit::Lb, LengthUnit::In)
        );
    }
}
