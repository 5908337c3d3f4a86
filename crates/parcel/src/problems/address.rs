//! Checks the sender, recipient and return address (section 2.6).

use crate::draft::{AddressField, AddressForm, Field};
use crate::message;
use crate::problems::{MessageOf, Report, postal_country, us_territory};
use postroom_base::geography;
use postroom_base::geography::Country;
use postroom_base::locale::Message;

const MILITARY_STATES: [&str; 3] = ["AA", "AE", "AP"];
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

pub(super) fn check(report: &mut Report, form: &AddressForm, side: fn(AddressField) -> Field) {
    let needed: [(AddressField, &str, MessageOf); 3] = [
        (AddressField::Name, &form.name, || message!("problems-name-missing")),
        (AddressField::Street1, &form.street1, || message!("problems-street-missing")),
        (AddressField::City, &form.city, || message!("problems-city-missing")),
    ];
    for (part, text, missing) in needed {
        if text.trim().is_empty() {
            report.missing(side(part), missing());
        }
    }
    match geography::country(&form.country) {
        Some(country) => {
            state(report, form, country, side);
            zip(report, form, country, side);
        }
        None if form.country.trim().is_empty() => {
            report.missing(side(AddressField::Country), message!("problems-country-missing"));
        }
        None => report.wrong(
            side(AddressField::Country),
            message!("problems-country-unknown", text = form.country.trim()),
        ),
    }
    if !form.phone.trim().is_empty()
        && let Some(fault) = phone_fault(&form.phone)
    {
        report.wrong(side(AddressField::Phone), fault);
    }
    if !form.email.trim().is_empty() && !looks_like_email(form.email.trim()) {
        report.wrong(side(AddressField::Email), message!("problems-email-malformed"));
    }
}

/// Why the text is not a telephone number, or `None` if it is.
pub(super) fn phone_fault(text: &str) -> Option<Message> {
    let spoken = text.to_ascii_lowercase().replace("ext", "x");
    if spoken.chars().any(|c| !c.is_ascii_digit() && !" +-().x/#".contains(c)) {
        return Some(message!("problems-phone-letters"));
    }
    let main = spoken.split('x').next().unwrap_or_default();
    let digits = main.chars().filter(char::is_ascii_digit).count();
    (!PHONE_DIGITS.contains(&digits)).then(|| message!("problems-phone-digits"))
}

/// The name in the language of the window.
fn name_of(country: &'static Country) -> Message {
    Message::composed(|| country.name().to_owned())
}

fn looks_like_email(text: &str) -> bool {
    let Some((user, domain)) = text.split_once('@') else {
        return false;
    };
    let clean =
        |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c == '@');
    clean(user)
        && clean(domain)
        && domain.rsplit_once('.').is_some_and(|(host, top)| !host.is_empty() && top.len() >= 2)
        && !domain.contains("..")
}

/// The interface requires a state at both ends of a shipment (section 2.6). The user need not enter
/// one for countries without states; the request then repeats the city.
fn state(
    report: &mut Report,
    form: &AddressForm,
    country: &'static Country,
    side: fn(AddressField) -> Field,
) {
    let text = form.state.trim();
    let field = side(AddressField::State);
    if country.a2 == "US" {
        if text.is_empty() {
            report.missing(field, message!("problems-state-missing"));
        } else if geography::us_state(text).is_none() {
            report.wrong(field, message!("problems-state-unknown", text = text));
        }
    } else if text.is_empty() && country.needs_state() && us_territory(&country.a2).is_none() {
        report.missing(field, message!("problems-province-missing", country = name_of(country)));
    }
}

fn zip(
    report: &mut Report,
    form: &AddressForm,
    country: &'static Country,
    side: fn(AddressField) -> Field,
) {
    let text = form.zip.trim();
    let field = side(AddressField::Zip);
    let american = postal_country(&country.a2) == "US";
    let example = country.postcode_example();
    if text.is_empty() {
        if example.is_some() {
            let message = match american {
                true => message!("problems-zip-missing"),
                false if country.needs_postcode() => message!("problems-postal-code-missing"),
                false => message!(
                    "problems-postal-code-or-zeros",
                    country = name_of(country),
                    zeros = geography::NO_POSTCODE
                ),
            };
            report.missing(field, message);
        }
        return;
    }
    if !country.takes_postcode(text) {
        let country = name_of(country);
        let message = match (american, example) {
            (true, Some(example)) => {
                message!("problems-zip-malformed", text = text, example = example)
            }
            (true, None) => message!("problems-zip-strange", text = text),
            (false, Some(example)) => message!(
                "problems-postal-code-malformed",
                text = text,
                country = country,
                example = example
            ),
            (false, None) => {
                message!("problems-postal-code-strange", text = text, country = country)
            }
        };
        report.wrong(field, message);
        return;
    }
    match country.a2.as_str() {
        "US" => us_zip(report, text, form.state.trim(), field),
        "CA" => {
            let state = country.subdivision(&form.state).map_or("", |found| found.label);
            canadian_postcode(report, text, state, field);
        }
        _ => {}
    }
}

/// Checks that the postcode belongs to the province.
fn canadian_postcode(report: &mut Report, postcode: &str, province: &str, field: Field) {
    let actual = geography::provinces_of_postcode(postcode);
    if let Some(first) = actual.first()
        && !province.is_empty()
        && !actual.contains(&province)
    {
        report.wrong(
            field,
            message!(
                "problems-postal-code-elsewhere",
                zip = postcode,
                actual = *first,
                state = province
            ),
        );
    }
}

/// Checks that the ZIP belongs to the state; a ZIP of another state is the most common typing
/// error.
fn us_zip(report: &mut Report, zip: &str, state: &str, field: Field) {
    let Some(state) = geography::us_state(state) else {
        return;
    };
    if geography::is_military_zip(zip) {
        if !MILITARY_STATES.contains(&state.code.as_str()) {
            report.wrong(field, message!("problems-zip-military", zip = zip));
        }
        return;
    }
    let found = geography::us_zip(zip)
        .map(|row| (row.city.as_str(), row.state.as_str()))
        .or_else(|| geography::zip3(zip).map(|area| (area.name.as_str(), area.state.as_str())));
    match found {
        Some((city, actual)) if actual != state.code => report.wrong(
            field,
            message!(
                "problems-zip-elsewhere",
                zip = zip,
                city = city,
                actual = actual,
                state = &state.code
            ),
        ),
        Some(_) => {}
        None => report.wrong(field, message!("problems-zip-unused", zip = zip)),
    }
}
