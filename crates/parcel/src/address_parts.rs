//! The fields of an address one by one, and whether two addresses are the same.

use postroom_base::locale::TextOf;
use postroom_base::search_text::folded;

use crate::draft::{AddressField, AddressForm};
use crate::paste_address::plain_street;
use crate::text;

/// Whether both are the same address, apart from id and validation results.
pub fn same_words(a: &AddressForm, b: &AddressForm) -> bool {
    let words = |form: &AddressForm| AddressForm {
        stored: None,
        residential: None,
        verification: None,
        ..form.clone()
    };
    words(a) == words(b)
}

/// The name, or the company if there is no name.
pub fn shown_name(form: &AddressForm) -> &str {
    if form.name.trim().is_empty() { &form.company } else { &form.name }
}

/// What the fields say, in the order of [`AddressField::ALL`].
pub fn parts(form: &AddressForm) -> [&str; AddressField::ALL.len()] {
    AddressField::ALL.map(|field| field.text(form))
}

pub fn search_text(form: &AddressForm) -> String {
    parts(form).join(" ")
}

/// Why the book does not accept an address; `None` if it does. The service requires more, which is
/// checked when shipping.
pub fn problem(form: &AddressForm) -> Option<TextOf> {
    let empty = |text: &str| text.trim().is_empty();
    if empty(&form.name) && empty(&form.company) {
        return Some(|| text!("addresses-problem-name"));
    }
    if empty(&form.street1) {
        return Some(|| text!("addresses-problem-street"));
    }
    if empty(&form.city) && empty(&form.zip) {
        return Some(|| text!("addresses-problem-city"));
    }
    if postroom_base::geography::country(&form.country).is_none() {
        return Some(|| text!("addresses-problem-country"));
    }
    None
}

/// Whether both are the same person or company at the same street, ZIP and country, so that a
/// carrier would deliver to the same door.
pub fn same_door(a: &AddressForm, b: &AddressForm) -> bool {
    door_words(a) == door_words(b)
}

pub fn door_words(form: &AddressForm) -> [String; 4] {
    let plain =
        |text: &str| -> String { folded(text).chars().filter(|c| c.is_alphanumeric()).collect() };
    // Only the first five digits: a ZIP and its ZIP+4 are the same place.
    let zip: String = plain(&form.zip);
    let zip = match form.country.eq_ignore_ascii_case("US") {
        true => zip.chars().take(5).collect(),
        false => zip,
    };
    let street = plain_street(&format!("{} {}", form.street1, form.street2));
    [plain(shown_name(form)), street, zip, plain(&form.country)]
}
