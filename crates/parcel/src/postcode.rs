//! Postcodes as people and tables write them, in the form of the country. Spreadsheets store `02035`
//! as the number 2035; the zeros are restored where the country, and in the United States the state,
//! show that they are missing.

use std::borrow::Cow;

use crate::draft::AddressForm;
use postroom_base::geography;
use postroom_base::geography::Country;

/// Countries whose postcodes can begin with zeros: the digits of a postcode, and the most zeros at its
/// start.
const WITH_ZEROS: &str = include_str!("../../../assets/place/postcode_zeros.tsv");

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

fn foreign_postcode(text: &str, country: &Country) -> Option<String> {
    let digits = text.replace('-', "");
    let mut rows = WITH_ZEROS.lines().filter_map(|row| row.strip_prefix(&country.a2));
    let (length, zeros) = rows.next()?.trim_start().split_once('\t')?;
    let (length, zeros) = (length.parse::<usize>().ok()?, zeros.parse().ok()?);
    let missing = length.checked_sub(digits.len())?;
    let is_short = is_digits(&digits) && (1..=zeros).contains(&missing);
    is_short.then(|| country.usual_postcode(&format!("{digits:0>length$}"))).flatten()
}

#[cfg(test)]
mod tests;
