//! Countries, states, ZIP codes and postal zones, from the tables in `assets/place` (sources and
//! licenses: `assets/NOTICE.md`). Each table loads once, on first use. The ZIP table takes tens of
//! milliseconds, so a window calls [`warm_up`] on another thread.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::base::locale::countries::{country_name, country_names};

/// One country of `countries.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct Country {
    pub a2: String,
    pub a3: String,
    /// For requests and files; [`Country::name`] is for the screen.
    #[serde(rename = "name")]
    pub english_name: String,
    pub lat: f64,
    pub lon: f64,
    #[serde(default)]
    pub capital: String,
    #[serde(default)]
    pub cap_lat: f64,
    #[serde(default)]
    pub cap_lon: f64,
    #[serde(default)]
    pub currency: String,
    #[serde(default)]
    pub phone: String,
    #[serde(default)]
    pub eu: bool,
    /// The EU, Norway and Switzerland require an HS tariff number (section 2.15).
    #[serde(default)]
    pub hts_required: bool,
    /// Address layout, `%N%O%A%C%S%Z` with `%n` for a line break.
    #[serde(default)]
    pub fmt: String,
    /// Letters of `fmt` that must be present: A street, C city, S state, Z postal code.
    #[serde(default)]
    pub require: String,
    #[serde(default, rename = "zip")]
    zip_pattern: String,
    /// Compiled once: a form checks it at every keystroke.
    #[serde(skip)]
    zip_shape: OnceLock<Option<regex::Regex>>,
    #[serde(default)]
    pub zipex: String,
}

impl Country {
    /// The name in the language of the program.
    pub fn name(&self) -> &'static str {
        country_name(&self.a2)
    }

    pub fn needs_state(&self) -> bool {
        self.require.contains('S')
    }

    pub fn needs_postcode(&self) -> bool {
        self.require.contains('Z')
    }

    /// Whether the text matches this country's postal code format; `true` if no format is known.
    pub fn postcode_fits(&self, text: &str) -> bool {
        if self.zip_pattern.is_empty() {
            return true;
        }
        let shape = self
            .zip_shape
            .get_or_init(|| regex::Regex::new(&format!("(?i)^(?:{})$", self.zip_pattern)).ok());
        shape
            .as_ref()
            .is_none_or(|shape| shape.is_match(text.trim()))
    }

    /// The first example postal code, for hints beside the field.
    pub fn postcode_example(&self) -> Option<&str> {
        self.zipex.split(',').next().filter(|text| !text.is_empty())
    }
}

/// A state, district, territory or military region of the United States.
#[derive(Clone, Debug, Deserialize)]
pub struct UsState {
    pub code: String,
    pub name: String,
    /// `state`, `district`, `territory`, `military` or `freely_associated`.
    pub kind: String,
    /// `None` for military regions, which have no point on the map.
    pub lat: Option<f64>,
    pub lon: Option<f64>,
}

/// One row of `us_zips.csv`: a ZIP with its preferred city.
#[derive(Clone, Debug, Deserialize)]
pub struct UsZip {
    pub zip: String,
    pub city: String,
    pub state: String,
    pub lat: f64,
    pub lon: f64,
}

/// One three-digit ZIP area.
#[derive(Clone, Debug, Deserialize)]
pub struct Zip3 {
    pub zip3: String,
    pub name: String,
    pub state: String,
    pub lat: f64,
    pub lon: f64,
    pub timezone: String,
}

/// A place with coordinates outside the United States.
#[derive(Clone, Debug, Deserialize)]
pub struct City {
    pub country: String,
    pub city: String,
    pub lat: f64,
    pub lon: f64,
    pub population: u64,
    pub timezone: String,
}

pub fn countries() -> &'static [Country] {
    static TABLE: OnceLock<Vec<Country>> = OnceLock::new();
    TABLE.get_or_init(|| {
        serde_json::from_str(include_str!("../../assets/place/countries.json")).unwrap_or_default()
    })
}

/// Finds a country by two-letter code, three-letter code or name, ignoring case. The name may be in
/// any language of the program, with or without its accents and punctuation.
pub fn country(text: &str) -> Option<&'static Country> {
    let text = text.trim();
    let by_code = countries().iter().find(|country| {
        country.a2.eq_ignore_ascii_case(text)
            || country.a3.eq_ignore_ascii_case(text)
            || country.english_name.eq_ignore_ascii_case(text)
            || (text.eq_ignore_ascii_case("USA") && country.a2 == "US")
    });
    by_code.or_else(|| countries().get(*by_name().get(&plain_name(text))?))
}

/// Spanish names in use beside those of the catalog.
const OTHER_NAMES: [(&str, &str); 19] = [
    ("Arabia Saudí", "SA"),
    ("Bahréin", "BH"),
    ("Belarús", "BY"),
    ("Birmania", "MM"),
    ("EE. UU.", "US"),
    ("Escocia", "GB"),
    ("Estados Unidos de América", "US"),
    ("Federación Rusa", "RU"),
    ("Gales", "GB"),
    ("Gran Bretaña", "GB"),
    ("Holanda", "NL"),
    ("Inglaterra", "GB"),
    ("Irlanda del Norte", "GB"),
    ("Islas Falkland", "FK"),
    ("Islas Malvinas", "FK"),
    ("Kazajstán", "KZ"),
    ("República Checa", "CZ"),
    ("República Popular China", "CN"),
    ("Vaticano", "VA"),
];

/// The index of each country in the table, by its names as [`plain_name`] writes them.
fn by_name() -> &'static HashMap<String, usize> {
    static TABLE: OnceLock<HashMap<String, usize>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = HashMap::new();
        for (at, country) in countries().iter().enumerate() {
            let others = OTHER_NAMES.iter().filter(|(_, code)| *code == country.a2);
            let names = country_names(&country.a2);
            for name in names.iter().chain([&country.english_name]) {
                table.insert(plain_name(name), at);
            }
            table.extend(others.map(|(name, _)| (plain_name(name), at)));
        }
        table
    })
}

/// A name as names are compared: in lower case, without accents, spaces and punctuation.
pub fn plain_name(name: &str) -> String {
    name.chars()
        .flat_map(char::to_lowercase)
        .filter(|letter| letter.is_alphanumeric())
        .map(|letter| match letter {
            'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' => 'a',
            'ç' => 'c',
            'é' | 'è' | 'ê' | 'ë' => 'e',
            'í' | 'ì' | 'î' | 'ï' => 'i',
            'ñ' => 'n',
            'ó' | 'ò' | 'ô' | 'õ' | 'ö' => 'o',
            'ú' | 'ù' | 'û' | 'ü' => 'u',
            other => other,
        })
        .collect()
}

pub fn us_states() -> &'static [UsState] {
    static TABLE: OnceLock<Vec<UsState>> = OnceLock::new();
    TABLE.get_or_init(|| rows(include_str!("../../assets/place/us_states.csv")))
}

/// Finds a state by code or name, ignoring case.
pub fn us_state(text: &str) -> Option<&'static UsState> {
    let text = text.trim();
    us_states().iter().find(|state| {
        state.code.eq_ignore_ascii_case(text) || state.name.eq_ignore_ascii_case(text)
    })
}

pub fn us_zips() -> &'static [UsZip] {
    static TABLE: OnceLock<Vec<UsZip>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table: Vec<UsZip> = rows(include_str!("../../assets/place/us_zips.csv"));
        table.sort_by(|a, b| a.zip.cmp(&b.zip));
        table
    })
}

/// The row of a five-digit ZIP; a ZIP+4 is cut to five digits first.
pub fn us_zip(zip: &str) -> Option<&'static UsZip> {
    let five = zip.trim().get(..5)?;
    let table = us_zips();
    let at = table
        .binary_search_by(|row| row.zip.as_str().cmp(five))
        .ok()?;
    table.get(at)
}

pub fn zip3(zip: &str) -> Option<&'static Zip3> {
    static TABLE: OnceLock<HashMap<String, Zip3>> = OnceLock::new();
    TABLE
        .get_or_init(|| {
            rows::<Zip3>(include_str!("../../assets/place/us_zip3.csv"))
                .into_iter()
                .map(|row| (row.zip3.clone(), row))
                .collect()
        })
        .get(zip.trim().get(..3)?)
}

/// Whether the ZIP is military: 090–098, 340 and 962–966. The table has only some of them.
pub fn is_military_zip(zip: &str) -> bool {
    let Some(prefix) = zip
        .trim()
        .get(..3)
        .and_then(|text| text.parse::<u16>().ok())
    else {
        return false;
    };
    matches!(prefix, 90..=98 | 340 | 962..=966)
}

pub fn world_cities() -> &'static [City] {
    static TABLE: OnceLock<Vec<City>> = OnceLock::new();
    TABLE.get_or_init(|| rows(include_str!("../../assets/place/world_cities.csv")))
}

/// Great-circle miles between two points in degrees.
pub fn miles(from: (f64, f64), to: (f64, f64)) -> f64 {
    const EARTH_RADIUS_MILES: f64 = 3958.8;
    let (lat1, lat2) = (from.0.to_radians(), to.0.to_radians());
    let half_lat = (lat2 - lat1) / 2.0;
    let half_lon = (to.1 - from.1).to_radians() / 2.0;
    let h = half_lat.sin().powi(2) + lat1.cos() * lat2.cos() * half_lon.sin().powi(2);
    2.0 * EARTH_RADIUS_MILES * h.sqrt().min(1.0).asin()
}

/// Postal zone 1–9 between two ZIPs, by the distance of their three-digit areas (within one zone of
/// a published chart for 99.9 % of pairs). Zone 9 is only for the freely associated states in the
/// Pacific. `None` if a ZIP area is unknown.
pub fn postal_zone(from_zip: &str, to_zip: &str) -> Option<u8> {
    let five = to_zip
        .trim()
        .get(..5)
        .and_then(|text| text.parse::<u32>().ok());
    if matches!(five, Some(96939..=96944 | 96960 | 96970)) {
        return Some(9);
    }
    let (from, to) = (zip3(from_zip)?, zip3(to_zip)?);
    let distance = miles((from.lat, from.lon), (to.lat, to.lon));
    let limits = [50.0, 150.0, 300.0, 600.0, 1000.0, 1400.0, 1800.0];
    let passed = limits.iter().filter(|limit| distance > **limit).count();
    u8::try_from(passed + 1).ok()
}

/// Longitude and latitude of the location of a tracking event: by ZIP in the United States,
/// otherwise by city, state or country, whichever is known. `None` if not even the country is
/// known.
///
/// Searches whole tables: do not call it on the thread that draws.
pub fn locate_tracking_event(
    city: &str,
    state: &str,
    zip: &str,
    country_name: &str,
) -> Option<(f64, f64)> {
    let land = country(country_name);
    if land.is_none_or(|land| land.a2 == "US") {
        let by_zip = us_zip(zip).map(|row| (row.lon, row.lat));
        let by_zip = by_zip.or_else(|| zip3(zip).map(|row| (row.lon, row.lat)));
        let state = us_state(state);
        let by_city = || {
            let state = state?;
            us_zips()
                .iter()
                .find(|row| row.state == state.code && row.city.eq_ignore_ascii_case(city.trim()))
                .map(|row| (row.lon, row.lat))
        };
        let by_state = || state.and_then(|state| state.lon.zip(state.lat));
        if let Some(found) = by_zip.or_else(by_city).or_else(by_state) {
            return Some(found);
        }
    }
    let land = land?;
    world_cities()
        .iter()
        .filter(|row| row.country == land.a2 && row.city.eq_ignore_ascii_case(city.trim()))
        .max_by_key(|row| row.population)
        .map(|row| (row.lon, row.lat))
        .or(Some((land.lon, land.lat)))
}

/// Loads every table. Takes some tens of milliseconds.
pub fn warm_up() {
    countries();
    by_name();
    us_states();
    us_zips();
    zip3("100");
    world_cities();
}

fn rows<T: for<'de> Deserialize<'de>>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes())
        .into_deserialize()
        .filter_map(Result::ok)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_whole() {
        assert_eq!(countries().len(), 250);
        assert_eq!(us_states().len(), 62);
        assert_eq!(us_zips().len(), 41_703);
        assert_eq!(world_cities().len(), 3_371);
    }

    #[test]
    fn every_zip_of_the_table_is_found() {
        let table = include_str!("../../assets/place/us_zips.csv");
        for line in table.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            let row = us_zip(cells[0]).unwrap();
            assert_eq!([&row.zip, &row.city, &row.state], cells[..3]);
            let degrees = |cell: &str| cell.parse::<f64>().unwrap();
            assert_eq!((row.lat, row.lon), (degrees(cells[3]), degrees(cells[4])));
        }
    }

    #[test]
    fn looks_up_by_what_people_type() {
        assert_eq!(country("usa").unwrap().a2, "US");
        assert_eq!(country("Germany").unwrap().a2, "DE");
        for (name, code) in [
            ("alemania", "DE"),
            ("JAPON", "JP"),
            ("Mexico", "MX"),
            ("Me\u{301}xico", "MX"),
            ("EE.UU.", "US"),
            ("Czechia", "CZ"),
            ("Czech Republic", "CZ"),
        ] {
            assert_eq!(country(name).unwrap().a2, code, "{name}");
        }
        assert!(country("Atlantis").is_none() && country("").is_none());
        assert!(country("no").unwrap().hts_required);
        assert_eq!(us_state("georgia").unwrap().code, "GA");
        assert_eq!(us_zip("60606-6306").unwrap().city, "Chicago");
        assert!(us_zip("00000").is_none());
        assert!(is_military_zip("09012") && !is_military_zip("10001"));
    }

    #[test]
    fn every_country_is_found_by_its_name_in_each_language() {
        for land in countries() {
            assert!(!land.name().is_empty(), "{}", land.a2);
            for name in country_names(&land.a2) {
                assert!(!name.starts_with("countries-"), "{name}");
                assert_eq!(country(&name).unwrap().a2, land.a2, "{name}");
            }
        }
    }

    #[test]
    fn a_scan_is_found_by_the_best_it_names() {
        let near = |found: Option<(f64, f64)>, lon: f64, lat: f64| {
            let (x, y) = found.unwrap();
            assert!((x - lon).abs() < 1.0 && (y - lat).abs() < 1.0, "{x} {y}");
        };
        near(locate_tracking_event("", "", "60606", "US"), -87.6, 41.9);
        near(locate_tracking_event("MEMPHIS", "TN", "", ""), -90.0, 35.1);
        near(
            locate_tracking_event("Nowhere at all", "CO", "", "USA"),
            -105.5,
            39.0,
        );
        near(
            locate_tracking_event("Toronto", "ON", "M5V 1A1", "CA"),
            -79.4,
            43.7,
        );
        near(
            locate_tracking_event("paris", "", "", "France"),
            2.35,
            48.85,
        );
        assert!(locate_tracking_event("Nowhere", "", "", "DE").is_some());
        assert!(locate_tracking_event("Nowhere", "", "", "").is_none());
    }

    #[test]
    fn postcodes_are_matched_whole() {
        let us = country("US").unwrap();
        assert!(us.postcode_fits("94111") && us.postcode_fits("94111-1234"));
        assert!(!us.postcode_fits("9411") && !us.postcode_fits("x94111"));
    }

    #[test]
    fn zones_grow_with_distance() {
        assert_eq!(postal_zone("10001", "10002"), Some(1));
        assert_eq!(postal_zone("10001", "94111"), Some(8));
        assert_eq!(postal_zone("10001", "96960"), Some(9));
        assert_eq!(postal_zone("10001", "zz"), None);
    }
}
