//! The lines of an address as the country of the address writes them, for people who read it on
//! paper. Carriers get the fields themselves.

use postroom_base::geography;
use postroom_base::geography::address_layout;
use postroom_base::geography::address_layout::AddressFields;
use postroom_parcel::draft::AddressForm;

/// Name and company, then the other lines. The country's name is the last line unless it is
/// `home`, a two-letter code. No field is left out but telephone and email.
pub fn address_lines(form: &AddressForm, home: &str) -> Vec<String> {
    let country = geography::country(&form.country);
    let fields = AddressFields {
        streets: [&form.street1, &form.street2, &form.street3].map(String::as_str),
        city: &form.city,
        state: &form.state,
        zip: &form.zip,
    };
    let mut lines: Vec<String> =
        [&form.name, &form.company].into_iter().map(|field| field.trim().to_owned()).collect();
    lines.extend(address_layout::lines(&fields, country));
    let code = form.country.trim();
    if !code.eq_ignore_ascii_case(home.trim()) {
        lines.push(country.map_or(code, |country| country.name()).to_owned());
    }
    lines.retain(|line| !line.is_empty());
    lines
}

#[cfg(test)]
mod tests;
