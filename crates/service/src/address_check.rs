//! Address validation against the place tables: fills in the fields that follow from the others,
//! normalizes spelling to postal form, and reports what does not match. The tables contain cities,
//! states and ZIPs but no streets.

use serde_json::{Value, json};

use super::address::Address;
use super::fail::{self, Fail};
use super::routing;
use postroom_base::geography;
use postroom_base::geography::UsZip;
use postroom_base::text;

/// The number of characters that fit on a label line.
const LINE_LIMIT: usize = 46;
/// At most this many edits count as a typo in a city name.
const TYPO_EDITS: usize = 2;
/// Armed Forces Americas, Europe and Pacific.
const MILITARY: [&str; 3] = ["AA", "AE", "AP"];

/// The validated address: corrected where the correction is certain, with `errors` set and
/// `verificationStatus` `Success` or `Failed`.
pub fn check(mut address: Address) -> Address {
    address.errors.clear();
    let mut errors = Vec::new();
    if address.street1.is_empty() {
        errors.push(problem("street1", text!("practice-service-no-street"), None));
    }
    for (field, text) in [
        ("name", Some(&address.name)),
        ("company", address.company.as_ref()),
        ("street1", Some(&address.street1)),
        ("street2", address.street2.as_ref()),
        ("street3", address.street3.as_ref()),
    ] {
        if text.is_some_and(|text| text.chars().count() > LINE_LIMIT) {
            let words = text!("practice-service-long-line", field = field, most = LINE_LIMIT);
            errors.push(problem(field, &words, None));
        }
    }
    if address.is_domestic() {
        check_us(&mut address, &mut errors);
    } else {
        check_abroad(&mut address, &mut errors);
    }
    let status = if errors.is_empty() { "Success" } else { "Failed" };
    address.verification_status = Some(status.to_owned());
    // Set only when the address was found; otherwise the caller's value stays.
    if errors.is_empty() && address.is_domestic() {
        address.is_residential = Some(is_residential(&address));
    }
    address.errors = errors;
    address
}

/// Rejects an address that cannot be rated or delivered: an unknown state or ZIP, or a ZIP of
/// another state. A misspelled city is accepted, as the post accepts it.
pub fn deliverable(mut address: Address) -> Result<Address, Fail> {
    let invalid = |words: String| Fail::new(fail::ADDRESS_VALIDATION_FAILED, words);
    if !address.is_domestic() {
        let fits = geography::country(&address.country)
            .is_none_or(|country| country.takes_postcode(&address.zip));
        return if fits {
            Ok(address)
        } else {
            Err(invalid(text!(
                "practice-service-not-a-postcode",
                zip = address.zip.as_str(),
                country = address.country.as_str()
            )))
        };
    }
    let state = us_state_code(&address).ok_or_else(|| {
        invalid(text!("practice-service-not-a-state", state = address.state.as_str()))
    })?;
    address.state = state.to_owned();
    if let Some(row) = geography::us_zip(&address.zip).filter(|_| is_zip_shaped(&address.zip)) {
        return if row.state == address.state {
            Ok(address)
        } else {
            Err(invalid(text!(
                "practice-service-zip-of-other-state",
                zip = address.zip.as_str(),
                there = row.state.as_str(),
                state = address.state.as_str()
            )))
        };
    }
    if is_military(&address) {
        Ok(address)
    } else {
        Err(invalid(text!("practice-service-unknown-zip", zip = address.zip.as_str())))
    }
}

/// Whether the address is a home. The place tables have no streets, so the answer is simulated: a
/// hash of the house and its ZIP, independent of how they are written. Companies and post-office
/// boxes are not homes, and neither is one in six of the other addresses.
fn is_residential(address: &Address) -> bool {
    if address.is_po_box() || address.company.is_some() {
        return false;
    }
    let house: String = address
        .street1
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_uppercase)
        .collect();
    let zip = address.zip.get(..5).unwrap_or_default();
    routing::hash_permille("residential", &format!("{house} {zip}")) >= 167
}

fn check_us(address: &mut Address, errors: &mut Vec<Value>) {
    upper_case(address);
    let state_given = !address.state.is_empty();
    match us_state_code(address) {
        Some(code) => address.state = code.to_owned(),
        None if state_given => {
            errors.push(problem(
                "state",
                &text!("practice-service-not-a-state", state = address.state.as_str()),
                None,
            ));
        }
        None => {}
    }
    if address.zip.is_empty() {
        return propose_zips(address, errors);
    }
    if address.zip.len() == 4 && address.zip.bytes().all(|byte| byte.is_ascii_digit()) {
        let longer = format!("0{}", address.zip);
        let suggestion = geography::us_zip(&longer).map(|_| longer);
        return errors.push(problem(
            "zip",
            text!("practice-service-zip-digits"),
            suggestion.as_deref(),
        ));
    }
    if !is_zip_shaped(&address.zip) {
        return errors.push(problem("zip", text!("practice-service-zip-shape"), None));
    }
    if is_military(address) {
        return;
    }
    let Some(row) = geography::us_zip(&address.zip) else {
        return errors.push(problem(
            "zip",
            &text!("practice-service-unknown-zip", zip = address.zip.as_str()),
            None,
        ));
    };
    if address.state.is_empty() {
        address.state.clone_from(&row.state);
    }
    if address.city.is_empty() {
        address.city = row.city.to_uppercase();
    }
    if address.state != row.state {
        let words = text!(
            "practice-service-zip-of-other-state",
            zip = address.zip.as_str(),
            there = row.state.as_str(),
            state = address.state.as_str()
        );
        let other = zip_range_of(&address.city, &address.state);
        let suggestion = match other {
            Some(zips) => text!("practice-service-or-zip", place = row.state.as_str(), zips = zips),
            None => row.state.clone(),
        };
        return errors.push(problem("state", &words, Some(&suggestion)));
    }
    check_city(address, row, errors);
}

fn check_city(address: &Address, row: &UsZip, errors: &mut Vec<Value>) {
    if plain(&address.city) == plain(&row.city) {
        return;
    }
    // The table has one preferred city per ZIP, but in reality a ZIP has several names: another
    // city of the same three-digit area is accepted.
    let here = |zip: &UsZip| zip.state == row.state && plain(&zip.city) == plain(&address.city);
    if geography::us_zips().iter().any(|zip| here(zip) && zip.zip.get(..3) == row.zip.get(..3)) {
        return;
    }
    if edits(&plain(&address.city), &plain(&row.city)) <= TYPO_EDITS {
        let words = text!(
            "practice-service-not-a-city",
            city = address.city.as_str(),
            zip = row.zip.as_str(),
            other = row.city.as_str()
        );
        return errors.push(problem("city", &words, Some(&row.city)));
    }
    let words = text!(
        "practice-service-zip-of-other-city",
        zip = row.zip.as_str(),
        other = row.city.as_str(),
        city = address.city.as_str()
    );
    let suggestion = match zip_range_of(&address.city, &address.state) {
        Some(zips) => text!("practice-service-or-zip", place = row.city.as_str(), zips = zips),
        None => row.city.clone(),
    };
    errors.push(problem("city", &words, Some(&suggestion)));
}

/// For an address without a ZIP: fills it in if the city has only one, otherwise suggests some.
fn propose_zips(address: &mut Address, errors: &mut Vec<Value>) {
    let city = plain(&address.city);
    let zips: Vec<&str> = geography::us_zips()
        .iter()
        .filter(|row| row.state == address.state && plain(&row.city) == city)
        .map(|row| row.zip.as_str())
        .collect();
    match zips.as_slice() {
        [only] => address.zip = (*only).to_owned(),
        [] => errors.push(problem("zip", text!("practice-service-no-zip"), None)),
        several => {
            let some = several.iter().take(10).copied().collect::<Vec<_>>().join(", ");
            errors.push(problem("zip", text!("practice-service-no-zip-of-several"), Some(&some)));
        }
    }
}

fn check_abroad(address: &mut Address, errors: &mut Vec<Value>) {
    let Some(country) = geography::country(&address.country) else {
        return errors.push(problem("country", text!("practice-service-unknown-country"), None));
    };
    if address.city.is_empty() && country.require.contains('C') {
        errors.push(problem("city", text!("practice-service-no-city"), None));
    }
    if address.state.is_empty() && country.needs_state() {
        errors.push(problem(
            "state",
            &text!("practice-service-no-state", country = country.name()),
            None,
        ));
    }
    if address.zip.is_empty() && country.needs_postcode() {
        errors.push(problem(
            "zip",
            text!("practice-service-no-postcode"),
            country.postcode_example(),
        ));
    } else if !country.takes_postcode(&address.zip) {
        let words = text!(
            "practice-service-not-a-postcode",
            zip = address.zip.as_str(),
            country = country.name()
        );
        errors.push(problem("zip", &words, country.postcode_example()));
    }
}

/// One element of `errors`. The interface does not define its shape; this uses the error object of
/// section 7.1 with the field and a suggestion in `AdditionalInfo`.
fn problem(field: &str, words: &str, suggestion: Option<&str>) -> Value {
    let info = match suggestion {
        Some(text) => json!({"field": field, "suggestion": text}),
        None => json!({"field": field}),
    };
    Fail::new(fail::ADDRESS_VALIDATION_FAILED, words).with_info(info).entry()
}

/// Domestic addresses are written in capitals, as the post does.
fn upper_case(address: &mut Address) {
    for text in [&mut address.name, &mut address.street1, &mut address.city, &mut address.state] {
        *text = text.to_uppercase();
    }
    for text in
        [&mut address.company, &mut address.street2, &mut address.street3].into_iter().flatten()
    {
        *text = text.to_uppercase();
    }
}

fn us_state_code(address: &Address) -> Option<&'static str> {
    // The military regions have no map coordinates, so the table has no row for them.
    let military = MILITARY.into_iter().find(|code| address.state.eq_ignore_ascii_case(code));
    let listed = || {
        geography::us_state(&address.state)
            .or_else(|| {
                let territory = address.state.is_empty();
                territory.then(|| geography::us_state(&address.country)).flatten()
            })
            .map(|state| state.code.as_str())
    };
    military.or_else(listed)
}

/// Whether the text has the form `00802` or `00802-1234`.
fn is_zip_shaped(zip: &str) -> bool {
    let digits = |text: &str, count: usize| {
        text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    match zip.split_once('-') {
        Some((five, four)) => digits(five, 5) && digits(four, 4),
        None => digits(zip, 5),
    }
}

/// Whether this is a military ZIP in a military region. About 300 of them are missing from the
/// table.
fn is_military(address: &Address) -> bool {
    is_zip_shaped(&address.zip)
        && geography::is_military_zip(&address.zip)
        && MILITARY.contains(&address.state.as_str())
}

/// The ZIP prefix of the city in that state, such as `041xx`.
fn zip_range_of(city: &str, state: &str) -> Option<String> {
    let city = plain(city);
    geography::us_zips()
        .iter()
        .find(|row| row.state == state && plain(&row.city) == city)
        .and_then(|row| row.zip.get(..3))
        .map(|prefix| format!("{prefix}xx"))
}

/// Normalizes a city name for comparison: lower case, letters only, `saint` as `st`, without
/// accents.
fn plain(city: &str) -> String {
    let lower = city.to_lowercase().replace("saint ", "st ").replace('å', "a").replace('ñ', "n");
    lower.chars().filter(|letter| letter.is_alphabetic()).collect()
}

/// Levenshtein distance.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        for ((right, diagonal), above) in b.iter().zip(&row).zip(row.iter().skip(1)) {
            let beside = next.last().copied().unwrap_or_default();
            let changed = diagonal + usize::from(left != *right);
            next.push(changed.min(above + 1).min(beside + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits() {
        for (a, b, count) in
            [("", "abc", 3), ("chicgo", "chicago", 1), ("kitten", "sitting", 3), ("a", "a", 0)]
        {
            assert_eq!(edits(a, b), count, "{a} {b}");
        }
    }

    #[test]
    fn a_city_with_one_zip_gets_it() {
        let given = Address {
            name: "A".into(),
            street1: "1 Elm St".into(),
            city: "Adjuntas".into(),
            state: "PR".into(),
            country: "US".into(),
            ..Address::default()
        };
        let checked = check(given);
        assert_eq!((checked.zip.as_str(), checked.errors.len()), ("00601", 0));
    }
}
