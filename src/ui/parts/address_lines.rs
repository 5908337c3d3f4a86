//! Addresses as text: lines for a summary, one line for a list.

use crate::api::address::Address;
use crate::base::geography;
use crate::desk::records::stored_address::BookEntry;
use crate::desk::ship::address_sides::AddressBook;
use crate::parcel::address_check::form_of;
use crate::parcel::draft::AddressForm;
use crate::text;
use crate::ui::widgets::suggest::Offer;

/// Most suggestions below a field of a form, where there is little room.
pub const FEW_OFFERS: usize = 8;

/// Company, street, city and country lines, without the name of the person.
pub fn lines(form: &AddressForm) -> Vec<String> {
    let mut lines: Vec<String> =
        [form.company.trim(), form.street1.trim(), form.street2.trim(), form.street3.trim()]
            .into_iter()
            .map(str::to_owned)
            .chain([place_words([&form.city, &form.state, &form.zip, ""])])
            .filter(|line| !line.is_empty())
            .collect();
    if !form.country.eq_ignore_ascii_case("US") {
        lines.push(country_name(&form.country).to_owned());
    }
    lines
}

pub fn suggested_lines(address: &Address) -> Vec<String> {
    let form = form_of(address);
    let mut all = vec![form.name.clone()];
    all.extend(lines(&form));
    all
}

pub fn person(form: &AddressForm) -> String {
    with_commas([&form.name, &form.company])
}

/// Name and place in one line, for the field of an address that was picked.
pub fn one_line(form: &AddressForm) -> String {
    with_commas([&*person(form), &place_line(form)])
}

/// Suggestions from the address book: matches of the typed text, or else the addresses that labels
/// were bought to last, and the first ones of a book that was never used.
pub fn offered<'a>(
    book: &'a AddressBook,
    typed: &str,
    most: usize,
) -> (&'a [BookEntry], Vec<Offer>) {
    let rows: &[BookEntry] = match typed.trim() {
        "" if !book.recent.is_empty() => &book.recent,
        // The rows of an earlier search are no answer to an empty field.
        "" if !book.query.trim().is_empty() => &[],
        _ => &book.rows,
    };
    let offers = rows
        .iter()
        .take(most)
        .map(|entry| Offer { title: person(&entry.address), detail: place_line(&entry.address) });
    (rows, offers.collect())
}

/// Heads the suggestions of [`offered`].
pub fn offers_heading(book: &AddressBook, typed: &str) -> &'static str {
    match (typed.trim(), book.recent.is_empty()) {
        ("", false) => text!("parts-address-recent"),
        ("", true) => text!("parts-address-book"),
        _ => "",
    }
}

/// The full name of a country: `CA` behind a postcode would read as California. Text that is not a
/// country code is returned unchanged.
pub fn country_name(code: &str) -> &str {
    geography::country(code).map_or(code, |country| country.name())
}

/// `1 Ferry Building, Ste 50, San Francisco, CA 94111`: includes the street, which
/// distinguishes two tenants of a building.
pub fn whole_line(form: &AddressForm) -> String {
    let [first, second, third] = [&form.street1, &form.street2, &form.street3];
    with_commas([first, second, third, &place_line(form)])
}

/// `San Francisco, CA 94111`, with the country if it is not the US.
pub fn place_line(form: &AddressForm) -> String {
    place_words([&form.city, &form.state, &form.zip, &form.country])
}

/// The same from a city, a state, a postcode and a country, by its code or name. Empty ones are
/// omitted, and so is a state of the city's name: `Porto, Portugal`.
pub fn place_words([city, state, zip, country]: [&str; 4]) -> String {
    let state = match state.trim() {
        same if same.eq_ignore_ascii_case(city.trim()) => "",
        state => state,
    };
    let state = format!("{state} {}", zip.trim());
    let country = match geography::country(country.trim()) {
        Some(known) if known.a2 == "US" => "",
        Some(known) => known.name(),
        None => country.trim(),
    };
    with_commas([city, &state, country])
}

/// These parts in one line. Empty ones are omitted.
fn with_commas<const COUNT: usize>(parts: [&str; COUNT]) -> String {
    let known: Vec<&str> = parts.into_iter().map(str::trim).filter(|it| !it.is_empty()).collect();
    known.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W60: `Fresno CA 93706 US` in Orders, `Fresno, CA` elsewhere, and `Porto, Porto, Portugal`.
    #[test]
    fn a_place_is_written_in_one_way() {
        for (parts, words) in [
            (["Fresno", "CA", "93706", "US"], "Fresno, CA 93706"),
            (["Fresno", "CA", "93706", "United States"], "Fresno, CA 93706"),
            (["Porto", "Porto", "4050-262", "PT"], "Porto, 4050-262, Portugal"),
            (["Toronto", "ON", "M5H 1A1", "Canada"], "Toronto, ON M5H 1A1, Canada"),
            ([" Bern ", "", "", "CH"], "Bern, Switzerland"),
            (["", "", "", "Freedonia"], "Freedonia"),
            (["", "", "", ""], ""),
        ] {
            assert_eq!(place_words(parts), words);
        }
    }
}
