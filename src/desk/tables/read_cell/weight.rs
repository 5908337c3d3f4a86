//! Weights of a cell: `1.5 lb`, `1 lb 4 oz`, `680g`, `0,5 kg`.

use super::number::{NumberReading, is_zero, read_number, times_plus};
use super::plain_text;
use crate::base::measure::WeightUnit;
use crate::desk::tables::mapping::DecimalMark;
use crate::desk::tables::sheet::Cell;
use crate::desk::tables::word_lists::{key_of, stored};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightReading {
    /// Empty or zero: shops write zero for a weight that they do not know.
    Blank,
    Read {
        /// As [`crate::base::measure::parse_number`] reads it.
        digits: String,
        unit: WeightUnit,
        /// The cell was in scientific notation.
        repaired: bool,
    },
    /// A number with two readings, such as `1,250`.
    TwoReadings,
    /// A number, and neither the cell nor `unit` names its unit.
    NoUnit,
    Unreadable,
}

/// Reads a weight. `unit` is used if the cell names none, `decimal` if a number has two readings.
/// `1 lb 4 oz` becomes 20 oz.
pub fn read_weight(
    cell: &Cell,
    unit: Option<WeightUnit>,
    decimal: Option<DecimalMark>,
) -> WeightReading {
    let (text, decimal) = match cell {
        Cell::Empty => return WeightReading::Blank,
        Cell::Number(digits) => (digits.as_str(), Some(DecimalMark::Point)),
        Cell::Text(_) => (plain_text(cell), decimal),
        Cell::Date(_) | Cell::Error(_) => return WeightReading::Unreadable,
    };
    if text.is_empty() {
        return WeightReading::Blank;
    }
    let Some(parts) = split_units(text) else {
        return WeightReading::Unreadable;
    };
    match parts {
        Parts::One(number, named) => one_number(number, named.or(unit), decimal),
        Parts::Two(large, small, unit, factor) => {
            match (read_number(large, decimal), read_number(small, decimal)) {
                (NumberReading::Unreadable, _) | (_, NumberReading::Unreadable) => {
                    WeightReading::Unreadable
                }
                (NumberReading::Read { digits: large, .. }, NumberReading::Read { digits, .. }) => {
                    match times_plus(&large, factor, &digits) {
                        Some(sum) if is_zero(&sum) => WeightReading::Blank,
                        Some(digits) => WeightReading::Read { digits, unit, repaired: false },
                        None => WeightReading::Unreadable,
                    }
                }
                _ => WeightReading::TwoReadings,
            }
        }
    }
}

fn one_number(
    number: &str,
    unit: Option<WeightUnit>,
    decimal: Option<DecimalMark>,
) -> WeightReading {
    match (read_number(number, decimal), unit) {
        (NumberReading::Unreadable, _) => WeightReading::Unreadable,
        (NumberReading::Unclear, _) => WeightReading::TwoReadings,
        (NumberReading::Read { digits, .. }, _) if is_zero(&digits) => WeightReading::Blank,
        (NumberReading::Read { .. }, None) => WeightReading::NoUnit,
        (NumberReading::Read { digits, repaired }, Some(unit)) => {
            WeightReading::Read { digits, unit, repaired }
        }
    }
}

/// The weights of two columns together, such as one of pounds and one of ounces, in the smaller
/// unit. `None` for two columns of one unit, and for units of two systems.
pub fn sum_of_units(
    one: (&str, WeightUnit),
    other: (&str, WeightUnit),
) -> Option<(String, WeightUnit)> {
    let (large, small) = match (one.1, other.1) {
        (WeightUnit::Lb, WeightUnit::Oz) | (WeightUnit::Kg, WeightUnit::G) => (one, other),
        (WeightUnit::Oz, WeightUnit::Lb) | (WeightUnit::G, WeightUnit::Kg) => (other, one),
        _ => return None,
    };
    let factor = factor_of(large.1, small.1)?;
    Some((times_plus(large.0, factor, small.0)?, small.1))
}

fn factor_of(large: WeightUnit, small: WeightUnit) -> Option<i128> {
    match (large, small) {
        (WeightUnit::Lb, WeightUnit::Oz) => Some(16),
        (WeightUnit::Kg, WeightUnit::G) => Some(1000),
        _ => None,
    }
}

enum Parts<'a> {
    One(&'a str, Option<WeightUnit>),
    /// A number of a large unit and one of a small unit, the small unit, and how many of it are a
    /// large one.
    Two(&'a str, &'a str, WeightUnit, i128),
}

/// Splits a weight into its numbers and units; `None` for a word that is no unit.
fn split_units(text: &str) -> Option<Parts<'_>> {
    let (before, rest) = text.split_at_checked(word_length(text))?;
    if !before.is_empty() {
        let unit = weight_unit_of_word(before)?;
        return Some(Parts::One(rest.trim(), Some(unit)));
    }
    let (first, rest) = rest.split_at_checked(number_length(rest))?;
    let rest = rest.trim_start();
    let (word, rest) = rest.split_at_checked(word_length(rest))?;
    if word.is_empty() {
        return rest.is_empty().then_some(Parts::One(first, None));
    }
    let unit = weight_unit_of_word(word)?;
    let rest = rest.trim_start_matches([' ', ',', '+', '&']);
    if rest.is_empty() {
        return Some(Parts::One(first, Some(unit)));
    }
    let (second, rest) = rest.split_at_checked(number_length(rest))?;
    let small = weight_unit_of_word(rest)?;
    Some(Parts::Two(first, second, small, factor_of(unit, small)?))
}

/// The length of the number at the start of the text: digits, their separators, and an exponent.
fn number_length(text: &str) -> usize {
    let is_of_number = |c: char| c.is_ascii_digit() || ".,'’ \u{a0}\u{202f}\u{2009}".contains(c);
    let digits = text.find(|c| !is_of_number(c)).unwrap_or(text.len());
    let rest = text.get(digits..).unwrap_or_default();
    let Some(exponent) = rest.strip_prefix(['e', 'E']) else {
        return digits;
    };
    let power = exponent.trim_start_matches(['+', '-']);
    match power.bytes().take_while(u8::is_ascii_digit).count() {
        0 => digits,
        long => digits + 1 + (exponent.len() - power.len()) + long,
    }
}

/// The length of the word at the start of the text, with the spaces and the point behind it.
fn word_length(text: &str) -> usize {
    let is_letter = |c: char| c.is_alphabetic() || c == '#';
    let word = text.find(|c| !is_letter(c)).unwrap_or(text.len());
    if word == 0 {
        return 0;
    }
    let rest = text.get(word..).unwrap_or_default();
    word + rest.len() - rest.trim_start_matches(['.', ' ', '\u{a0}', ':']).len()
}

/// The unit that a word names: `oz`, `Ounces`, `lbs.`, `#`.
pub fn weight_unit_of_word(word: &str) -> Option<WeightUnit> {
    let word = word.trim().trim_end_matches(['.', ':']).trim_end();
    let by_word = || stored(key_of("weight unit", &word.to_lowercase())?);
    WeightUnit::parse(word).or_else(by_word)
}

#[cfg(test)]
mod tests;
