//! Postcodes as people and tables write them, in the form of the country. Spreadsheets store `02035`
//! as the number 2035; the zeros are restored where the country, and in the United States the state,
//! show that they are missing.

use std::borrow::Cow;

use crate::base::geography::{self, Country};
use crate::desk::parcel::draft::AddressForm;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZipReading<'a> {
    pub zip: Cow<'a, str>,
    /// Zeros at the start were restored.
    pub restored: bool,
}

/// Reads a postcode; a text that is none stays as it is. `country` is a two-letter code, `state` the
/// text of the state or empty.
pub fn read_zip<'a>(text: &'a str, country: &str, state: &str) -> ZipReading<'a> {
    // A table written by a program can have `2035.0`.
    let text = text.strip_suffix(".0").filter(|it| is_digits(it)).unwrap_or(text);
    let unchanged = ZipReading { zip: Cow::Borrowed(text), restored: false };
    let is_american = is_american(country);
    if text.is_empty() || (is_american && is_digits(text) && text.len() == 5) {
        return unchanged;
    }
    let post = if is_american { "US" } else { country };
    let Some(post) = geography::country(post) else {
        return unchanged;
    };
    if let Some(zip) = post.usual_postcode(text) {
        return ZipReading { zip: Cow::Owned(zip), restored: false };
    }
    let restored = match is_american {
        true => american_zip(text, country, state),
        false => foreign_postcode(&post.bare_postcode(text), post),
    };
    restored.map_or(unchanged, |zip| ZipReading { zip: Cow::Owned(zip), restored: true })
}

/// Reads the postcode that was typed.
pub fn restore_zeros(form: &mut AddressForm) {
    form.zip = read_zip(form.zip.trim(), &form.country, &form.state).zip.into_owned();
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether the postcodes of a country are ZIP codes.
fn is_american(country: &str) -> bool {
    matches!(country, "US" | "PR" | "VI" | "GU" | "AS" | "MP" | "FM" | "MH" | "PW" | "UM")
}

/// A ZIP or ZIP+4 that lacks one or two zeros and maybe the hyphen. `None` if no such ZIP exists in
/// the state.
fn american_zip(text: &str, country: &str, state: &str) -> Option<String> {
    let (five, four) = match text.split_once('-') {
        Some(parts) => parts,
        None if (7..=8).contains(&text.len()) => text.split_at_checked(text.len() - 4)?,
        None => (text, ""),
    };
    if !is_digits(five) || !(3..=4).contains(&five.len()) {
        return None;
    }
    let zip = match four.len() {
        0 => format!("{five:0>5}"),
        4 if is_digits(four) => format!("{five:0>5}-{four}"),
        _ => return None,
    };
    exists_in_state(&zip, country, state).then_some(zip)
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
const WITH_ZEROS: [(&str, usize, usize); 37] = [
    ("AM", 4, 3),
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
    ("GE", 4, 1),
    ("GN", 3, 2),
    ("GT", 5, 1),
    ("IT", 5, 2),
    ("JP", 7, 2),
    ("KE", 5, 2),
    ("KR", 5, 1),
    ("KZ", 6, 1),
    ("LA", 5, 1),
    ("LK", 5, 2),
    ("LT", 5, 1),
    ("MX", 5, 1),
    ("MY", 5, 1),
    ("NO", 4, 2),
    ("NZ", 4, 1),
    ("PE", 5, 1),
    ("PH", 4, 1),
    ("PL", 5, 2),
    ("RO", 6, 1),
    ("SG", 6, 1),
    ("SK", 5, 1),
    ("TR", 5, 1),
    ("UA", 5, 1),
    ("VA", 5, 2),
    ("ZA", 4, 3),
];

fn foreign_postcode(text: &str, country: &Country) -> Option<String> {
    let digits = text.replace('-', "");
    let (_, length, zeros) = WITH_ZEROS.iter().find(|(code, ..)| *code == country.a2)?;
    let missing = length.checked_sub(digits.len())?;
    let is_short = is_digits(&digits) && (1..=*zeros).contains(&missing);
    is_short.then(|| country.usual_postcode(&format!("{digits:0>length$}"))).flatten()
}

#[cfg(test)]
mod tests;
