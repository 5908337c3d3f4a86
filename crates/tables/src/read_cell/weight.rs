//! Weights of a cell: `1.5 lb`, `1 lb 4 oz`, `680g`, `0,5 kg`.

use super::number::{NumberReading, is_zero, read_number, times_plus};
use super::plain_text;
use crate::mapping::DecimalMark;
use crate::sheet::Cell;
use postroom_base::measure::WeightUnit;
use postroom_base::measure::weight_words;
use postroom_base::measure::weight_words::WeightParts;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightReading {
    /// Empty or zero: shops write zero for a weight that they do not know.
    Blank,
    Read {
        /// As [`postroom_base::measure::parse_number`] reads it.
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
    let Some(parts) = weight_words::split(text) else {
        return WeightReading::Unreadable;
    };
    match parts {
        WeightParts::One(number, named) => one_number(number, named.or(unit), decimal),
        WeightParts::Two { large, small, unit, factor } => {
            match (read_number(large, decimal), read_number(small, decimal)) {
                (NumberReading::Unreadable, _) | (_, NumberReading::Unreadable) => {
                    WeightReading::Unreadable
                }
                (NumberReading::Read { digits: large, .. }, NumberReading::Read { digits, .. }) => {
                    match times_plus(&large, factor.into(), &digits) {
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
    let factor = weight_words::factor_of(large.1, small.1)?;
    Some((times_plus(large.0, factor.into(), small.0)?, small.1))
}

#[cfg(test)]
mod tests;
