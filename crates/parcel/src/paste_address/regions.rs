//! States, provinces and counties by which the end of an address is recognized.

use postroom_base::geography;
use postroom_base::geography::{Country, plain_name};

/// Counties of the United Kingdom and its four countries, which people write between the city and
/// the postcode, as [`plain_name`] writes them. The parts of ISO 3166 are others: Leeds is one.
const COUNTIES: &str = include_str!("../../../../assets/place/uk_counties.txt");

/// The parts of Hong Kong. Quarters of them are cities.
const PARTS_OF_HONG_KONG: [&str; 8] =
    ["kowloon", "kln", "newterritories", "nt", "hongkongisland", "九龍", "新界", "香港島"];

/// The region that a text names, as carriers are told it.
pub(super) fn find(country: &Country, text: &str) -> Option<String> {
    let is_known = match country.a2.as_str() {
        "GB" => {
            let plain = plain_name(text).replace("county", "co");
            COUNTIES.lines().any(|county| county == plain)
        }
        "HK" => PARTS_OF_HONG_KONG.contains(&plain_name(text).as_str()),
        // `Cork` is a city, `Co. Cork` is none.
        "IE" => {
            let lower = text.trim_matches([',', ' ']).to_lowercase();
            let marks = ["co ", "co. ", "county "];
            let is_county = marks.iter().any(|mark| lower.starts_with(mark));
            is_county && country.subdivision(text).is_some()
        }
        _ => country.fmt.contains("%S") && country.subdivision(text).is_some(),
    };
    is_known.then(|| country.usual_state(text.trim_matches([',', ' ', '(', ')'])).to_owned())
}

/// Whether the region is one of the four countries of the United Kingdom.
pub(super) fn is_nation(state: &str) -> bool {
    let plain = plain_name(state);
    ["england", "scotland", "wales", "cymru", "northernireland"].contains(&plain.as_str())
}

/// Whether a place of this name is among the known ones of a country.
pub(super) fn is_city(country: &Country, text: &str) -> bool {
    let plain = plain_name(text);
    let mut rows = geography::world_cities().iter().filter(|row| row.country == country.a2);
    !plain.is_empty() && rows.any(|row| plain_name(&row.city) == plain)
}
