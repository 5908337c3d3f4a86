//! Sizes of a cell: `12 in`, `30,5 cm`, `12x9x4 in`.

use super::number::{NumberReading, is_zero, read_number};
use super::plain_text;
use crate::mapping::DecimalMark;
use crate::sheet::Cell;
use crate::word_lists::{key_of, stored};
use postroom_base::measure::LengthUnit;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SizeReading {
    /// Empty or zero.
    Blank,
    One(String, LengthUnit),
    /// Length, width and height; the height is empty if the cell names two sides.
    Several([String; 3], LengthUnit),
    /// A number with two readings, such as `1,250`.
    TwoReadings,
    /// Numbers, and neither the cell nor `unit` names their unit.
    NoUnit,
    Unreadable,
}

/// Reads one side of a parcel, or all of them. `unit` is used if the cell names none, `decimal` if
/// a number has two readings.
pub fn read_size(
    cell: &Cell,
    unit: Option<LengthUnit>,
    decimal: Option<DecimalMark>,
) -> SizeReading {
    let (text, decimal) = match cell {
        Cell::Empty => return SizeReading::Blank,
        Cell::Number(digits) => (digits.as_str(), Some(DecimalMark::Point)),
        Cell::Text(_) => (plain_text(cell), decimal),
        Cell::Date(_) | Cell::Error(_) => return SizeReading::Unreadable,
    };
    if text.is_empty() {
        return SizeReading::Blank;
    }
    let mut sides: Vec<String> = Vec::new();
    let mut named: Option<LengthUnit> = None;
    for part in text.split(['x', 'X', '×', '*']) {
        let Some((number, part_unit)) = split_unit(part) else {
            return SizeReading::Unreadable;
        };
        match read_number(number, decimal) {
            NumberReading::Read { digits, .. } => sides.push(digits),
            NumberReading::Unclear => return SizeReading::TwoReadings,
            NumberReading::Unreadable => return SizeReading::Unreadable,
        }
        match (named, part_unit) {
            (Some(one), Some(other)) if one != other => return SizeReading::Unreadable,
            (_, Some(unit)) => named = Some(unit),
            (_, None) => {}
        }
    }
    if sides.iter().all(|side| is_zero(side)) {
        return SizeReading::Blank;
    }
    let Some(unit) = named.or(unit) else {
        return SizeReading::NoUnit;
    };
    let mut sides = sides.into_iter();
    match (sides.next(), sides.next(), sides.next(), sides.next()) {
        (Some(side), None, ..) => SizeReading::One(side, unit),
        (Some(length), Some(width), height, None) => {
            SizeReading::Several([length, width, height.unwrap_or_default()], unit)
        }
        _ => SizeReading::Unreadable,
    }
}

/// The number of one side and its unit. A letter that names the side is left out: `12" L`.
fn split_unit(part: &str) -> Option<(&str, Option<LengthUnit>)> {
    let part = part.trim();
    let sides = ['l', 'L', 'w', 'W', 'h', 'H', 'd', 'D'];
    let part = part.strip_prefix(sides).unwrap_or(part).trim_start();
    let part = part.trim_start_matches([':', '=']).trim_start();
    let number = part.trim_end_matches(|c: char| !c.is_ascii_digit());
    let word = part.get(number.len()..)?.trim();
    let without_side = word.strip_suffix(sides).unwrap_or(word).trim_end();
    if without_side.is_empty() || without_side == "." {
        return Some((number, None));
    }
    let unit = length_unit_of_word(word).or_else(|| length_unit_of_word(without_side))?;
    Some((number, Some(unit)))
}

/// The unit that a word names: `in`, `inches`, `"`, `cm.`.
pub fn length_unit_of_word(word: &str) -> Option<LengthUnit> {
    let word = word.trim().trim_end_matches('.').trim_end();
    let by_word = || stored(key_of("length unit", &word.to_lowercase())?);
    LengthUnit::parse(word).or_else(by_word)
}

#[cfg(test)]
mod tests;
