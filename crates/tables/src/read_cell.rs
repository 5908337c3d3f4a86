//! Pure readings of one cell: weight, size, money, quantity, date, country. A text with two readings
//! is never decided here without the decimal mark or the order of the dates.

pub mod country;
pub mod date;
pub mod money;
pub mod nothing;
pub mod number;
pub mod size;
pub mod weight;

use super::mapping::DecimalMark;
use super::sheet::Cell;
use super::word_lists::has_word;
use number::{NumberReading, read_number};

/// A cell as a text of one line. The apostrophe is left out by which a table keeps a number or a
/// formula from being changed: `'02035`, `'+1 613`.
pub fn plain_text(cell: &Cell) -> &str {
    match cell {
        Cell::Error(_) => "",
        other => without_apostrophe(trimmed(other.text())),
    }
}

/// As [`str::trim`], which decodes both ends also where there is nothing to trim.
fn trimmed(text: &str) -> &str {
    let is_visible = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    let bytes = text.as_bytes();
    if is_visible(bytes.first()) && is_visible(bytes.last()) { text } else { text.trim() }
}

fn without_apostrophe(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit() || "=+-@".contains(c)) => rest,
        _ => text,
    }
}

/// Whether the spreadsheet has changed an identifier so that it cannot be restored: a number in
/// scientific notation (`1.23457E+11`), one with more than the 15 digits that a spreadsheet keeps,
/// or a date.
pub fn is_damaged_identifier(cell: &Cell) -> bool {
    match cell {
        Cell::Date(_) => true,
        Cell::Number(digits) => digits.len() > 15 || digits.contains(['e', 'E']),
        Cell::Text(text) => {
            let (mantissa, exponent) = text.split_once("E+").unwrap_or_default();
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            let whole = mantissa.get(..1).unwrap_or_default();
            let rest = mantissa.get(1..).unwrap_or_default();
            let fraction = rest.strip_prefix(['.', ',']);
            digits(whole) && digits(exponent) && (rest.is_empty() || fraction.is_some_and(digits))
        }
        Cell::Empty | Cell::Error(_) => false,
    }
}

/// Whether a spreadsheet has turned a text into a date, or a long number into a rounded one: the
/// cell is one, or it reads as a spreadsheet shows them, such as `5-Dec`, `Mar-01` or `1.23457E+11`.
pub fn is_changed_text(cell: &Cell) -> bool {
    is_damaged_identifier(cell) || matches!(cell, Cell::Text(text) if is_shown_date(text))
}

/// Whether a text was UTF-8 that some program has read as a code page of Windows, such as `ZoÃ«`: its
/// letters as bytes are UTF-8.
pub fn is_misread_text(text: &str) -> bool {
    let is_first = |letter: char| matches!(letter, '\u{C2}'..='\u{F4}');
    if text.is_ascii() || !text.contains(is_first) {
        return false;
    }
    let (bytes, _, is_lossy) = encoding_rs::WINDOWS_1252.encode(text);
    !is_lossy && std::str::from_utf8(&bytes).is_ok()
}

/// Telephone numbers of a column that a program has read as numbers: `16155551234.0`.
pub fn read_phone(text: &str) -> &str {
    let digits = text.strip_suffix(".0").or_else(|| text.strip_suffix(".00"));
    let is_number = |it: &&str| {
        let digits = it.strip_prefix('+').unwrap_or(it);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    digits.filter(is_number).unwrap_or(text)
}

/// A tariff number of 6, 8 or 10 digits. One with a digit less has lost the zero that eight chapters
/// begin with; the flag says that it was restored. Anything else stays as it is.
pub fn read_tariff_number(text: &str) -> (String, bool) {
    let is_mark = |letter: char| matches!(letter, '.' | ' ' | '-');
    let text = text.strip_suffix(".0").unwrap_or(text);
    let digits = text.chars().filter(|letter| !is_mark(*letter)).collect::<String>();
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    match are_digits && matches!(digits.len(), 5 | 7 | 9) {
        true => (format!("0{digits}"), true),
        false => (text.to_owned(), false),
    }
}

/// `5-Dec`, `Dec-05`, `5-Dec-26`: a day or a year beside a month in English.
fn is_shown_date(text: &str) -> bool {
    let months =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (mut is_month, mut is_number) = (false, false);
    let fits = text.len() <= 11
        && text.split('-').all(|part| {
            let digits =
                matches!(part.len(), 1 | 2 | 4) && part.bytes().all(|b| b.is_ascii_digit());
            let month = months.contains(&part);
            is_number |= digits;
            is_month |= month;
            digits || month
        });
    fits && is_month && is_number
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuantityReading {
    Blank,
    /// A whole number from 1 to a million.
    Read(String),
    /// A number with two readings, such as `1,000`.
    Unclear,
    Unreadable,
}

/// Reads a number of pieces: `2`, `2.0`, `x2`, `2 pcs`.
pub fn read_quantity(cell: &Cell, decimal: Option<DecimalMark>) -> QuantityReading {
    let text = plain_text(cell);
    let number = match cell {
        Cell::Empty => return QuantityReading::Blank,
        Cell::Number(digits) => read_number(digits, Some(DecimalMark::Point)),
        Cell::Text(_) if text.is_empty() => return QuantityReading::Blank,
        Cell::Text(_) => read_number(without_pieces(text), decimal),
        Cell::Date(_) | Cell::Error(_) => NumberReading::Unreadable,
    };
    match number {
        NumberReading::Read { digits, .. } => match digits.parse() {
            Ok(1..=1_000_000) => QuantityReading::Read(digits),
            Ok(0_u64 | 1_000_001..) | Err(_) => QuantityReading::Unreadable,
        },
        NumberReading::Unclear => QuantityReading::Unclear,
        NumberReading::Unreadable => QuantityReading::Unreadable,
    }
}

/// The number of `x2`, `2 x` and `2 pcs`.
fn without_pieces(text: &str) -> &str {
    let text = text.strip_prefix(['x', 'X', '×']).unwrap_or(text).trim();
    let number = text.trim_end_matches(|c: char| c.is_alphabetic() || matches!(c, '.' | '×'));
    let word = text.get(number.len()..).unwrap_or_default().trim_matches('.').to_lowercase();
    if has_word("piece", &word) { number.trim_end() } else { text }
}

#[cfg(test)]
mod tests;
