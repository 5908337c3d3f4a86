//! Parses a pasted address block, as copied from an e-mail, a web shop or a spreadsheet, into
//! fields. What is not read with certainty stays blank, so that it is asked for. Headings such as
//! `Ship to:` are skipped; every other line is put into some field or set aside.

mod japanese;
mod lines;
mod people;
mod place;
mod regions;
mod words;

pub use words::plain_street;

use crate::draft::AddressForm;
use crate::postcode::read_zip;
use postroom_base::geography;

use lines::Lines;
use place::{country_of_postcode, take_country, take_place};

/// A block as it was read.
#[derive(Debug, Default)]
pub struct Block {
    /// Its country is blank if nothing tells it.
    pub form: AddressForm,
    /// Lines that belong to no field, such as a tax number.
    pub aside: Vec<String>,
}

/// Parses a block of lines, or one line with commas.
pub fn parse_block(text: &str) -> AddressForm {
    let mut form = read_block(text, "", "US").form;
    if form.country.is_empty() {
        "US".clone_into(&mut form.country);
    }
    form
}

/// As [`parse_block`]. `known` is the code of the country, if something else than the text tells it,
/// and `home` that of the sender.
pub fn read_block(text: &str, known: &str, home: &str) -> Block {
    let mut lines = Lines::read(text);
    let mut named = lines.country.take().or_else(|| take_country(&mut lines.parts));
    if let [only] = lines.parts.as_slice() {
        let pieces = only.clone();
        lines.parts.clear();
        lines.add_pieces(&pieces);
        named = named.or_else(|| take_country(&mut lines.parts));
    }
    let Lines { mut form, mut parts, aside, .. } = lines;
    let named = named.or_else(|| geography::country(known));
    let named = named.or_else(|| country_of_postcode(&form.zip));
    let found = take_place(&mut parts, named, home);
    if let Some(country) = found.as_ref().map(|(country, _)| *country).or(named) {
        form.country.clone_from(&country.a2);
    }
    if let Some((_, place)) = found {
        let fields = [&mut form.city, &mut form.state, &mut form.zip];
        for (field, text) in fields.into_iter().zip([place.city, place.state, place.zip]) {
            // What a label names is certain.
            if field.is_empty() {
                *field = text;
            }
        }
    }
    let country = geography::country(match form.country.as_str() {
        "" => home,
        country => country,
    });
    if let Some(country) = country {
        form.state = country.usual_state(&form.state).to_owned();
        form.zip = read_zip(&form.zip, &country.a2, &form.state).zip.into_owned();
    }
    people::take_person_and_street(&mut form, parts);
    Block { form, aside }
}

/// The address of a text in which nothing is missing: somebody, a street, a city and a postcode.
pub fn whole_address(text: &str) -> Option<AddressForm> {
    let form = parse_block(text);
    let somebody = !form.name.is_empty() || !form.company.is_empty();
    let place = [&form.street1, &form.city, &form.zip];
    (somebody && place.iter().all(|part| !part.is_empty())).then_some(form)
}

#[cfg(test)]
mod tests;
