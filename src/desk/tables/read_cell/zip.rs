//! Postcodes of a cell. Spreadsheets store `02035` as the number 2035; the zeros are restored where
//! the country, and in the United States the state, show that they are missing.

use std::borrow::Cow;

use super::plain_text;
use crate::base::geography;
use crate::desk::tables::sheet::Cell;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZipReading<'a> {
    pub zip: Cow<'a, str>,
    /// Zeros at the start were restored.
    pub restored: bool,
}

/// Reads a postcode. `country` is a two-letter code, `state` the text of the state or empty.
pub fn read_zip<'a>(cell: &'a Cell, country: &str, state: &str) -> ZipReading<'a> {
    let text = plain_text(cell);
    // A table written by a program can have `2035.0`.
    let text = text.strip_suffix(".0").filter(|it| is_digits(it)).unwrap_or(text);
    let unchanged = ZipReading { zip: Cow::Borrowed(text), restored: false };
    if !text.bytes().all(|b| b.is_ascii_digit() || b == b'-') || text.is_empty() {
        return unchanged;
    }
    let restored = match is_american(country) {
        true if is_digits(text) && text.len() == 5 => return unchanged,
        true => american_zip(text, country, state),
        false => foreign_postcode(text, country),
    };
    match restored {
        Some(zip) => {
            ZipReading { restored: digits_of(&zip) != digits_of(text), zip: Cow::Owned(zip) }
        }
        None => unchanged,
    }
}

fn digits_of(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether the postcodes of a country are ZIP codes.
fn is_american(country: &str) -> bool {
    matches!(country, "US" | "PR" | "VI" | "GU" | "AS" | "MP" | "FM" | "MH" | "PW" | "UM")
}

/// A ZIP or ZIP+4 of which up to two zeros and the hyphen may be missing. `None` if no such ZIP
/// exists in the state.
fn american_zip(text: &str, country: &str, state: &str) -> Option<String> {
    let (five, four) = match text.split_once('-') {
        Some(parts) => parts,
        None if (7..=9).contains(&text.len()) => text.split_at_checked(text.len() - 4)?,
        None => (text, ""),
    };
    if !is_digits(five) || !(3..=5).contains(&five.len()) {
        return None;
    }
    let zip = match four.len() {
        0 => format!("{five:0>5}"),
        4 if is_digits(four) => format!("{five:0>5}-{four}"),
        _ => return None,
    };
    let is_whole = five.len() == 5;
    (is_whole || exists_in_state(&zip, country, state)).then_some(zip)
}

/// Whether the area of a ZIP exists and, if the state is known, belongs to it.
fn exists_in_state(zip: &str, country: &str, state: &str) -> bool {
    let state = geography::us_state(state).map(|state| state.code.as_str());
    if geography::is_military_zip(zip) {
        return state.is_none_or(|state| matches!(state, "AA" | "AE" | "AP"));
    }
    let wanted = match country {
        "US" => state,
        territory => Some(territory),
    };
    let Some(area) = geography::zip3(zip) else {
        return false;
    };
    wanted.is_none_or(|wanted| {
        area.state == wanted || geography::us_zip(zip).is_some_and(|row| row.state == wanted)
    })
}

/// Countries whose postcodes can begin with zeros: the digits of a postcode and the most zeros at
/// its start.
const WITH_ZEROS: [(&str, usize, usize); 29] = [
    ("AU", 4, 1),
    ("BR", 8, 1),
    ("CN", 6, 1),
    ("CO", 6, 1),
    ("DE", 5, 1),
    ("DK", 4, 1),
    ("DZ", 5, 1),
    ("EC", 6, 1),
    ("ES", 5, 1),
    ("FI", 5, 2),
    ("FR", 5, 1),
    ("GT", 5, 1),
    ("IT", 5, 2),
    ("JP", 7, 2),
    ("KR", 5, 1),
    ("KZ", 6, 1),
    ("LT", 5, 1),
    ("MX", 5, 1),
    ("MY", 5, 1),
    ("NO", 4, 2),
    ("PE", 5, 1),
    ("PL", 5, 2),
    ("RO", 6, 1),
    ("SG", 6, 1),
    ("SK", 5, 1),
    ("TR", 5, 1),
    ("UA", 5, 1),
    ("VA", 5, 2),
    ("ZA", 4, 3),
];

fn foreign_postcode(text: &str, country: &str) -> Option<String> {
    let (_, length, zeros) = WITH_ZEROS.iter().find(|(code, ..)| *code == country)?;
    let missing = length.checked_sub(digits_of(text))?;
    let length = *length;
    if missing > *zeros || (missing == 0 && country != "PL") {
        return None;
    }
    let digits = text.replace('-', "");
    let mut padded = format!("{digits:0>length$}");
    // A postcode of Poland always has its hyphen, the others only if it was there.
    let behind = match (country, text.find('-')) {
        ("PL", _) => Some(3),
        (_, Some(at)) => Some(text.len().checked_sub(at + 1)?),
        _ => None,
    };
    if let Some(behind) = behind {
        padded.insert(padded.len().checked_sub(behind)?, '-');
    }
    let country = geography::country(country)?;
    country.postcode_fits(&padded).then_some(padded)
}

#[cfg(test)]
mod tests;
