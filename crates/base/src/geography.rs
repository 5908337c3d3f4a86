//! Countries, states, ZIP codes and postal zones, from the tables in `assets/place` (sources and
//! licenses: `assets/NOTICE.md`). Each table loads once, on first use. The ZIP table takes tens of
//! milliseconds, so a window calls [`warm_up`] on another thread.

pub mod address_layout;
mod names;
mod postcode;
mod subdivision;

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use serde::Deserialize;

use crate::locale::text;
use names::NameTable;
use subdivision::Subdivisions;

pub use postcode::{NO_POSTCODE, provinces_of_postcode};
pub use subdivision::Subdivision;

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
    #[serde(skip)]
    subdivisions: OnceLock<Subdivisions>,
}

impl Country {
    /// The name in the language of the program, `countries-us` of its texts.
    pub fn name(&self) -> &'static str {
        static IDS: LazyLock<HashMap<&str, String>> = LazyLock::new(|| {
            let codes = countries().iter().map(|country| country.a2.as_str());
            codes.map(|code| (code, format!("countries-{}", code.to_lowercase()))).collect()
        });
        IDS.get(self.a2.as_str()).map_or("", |id| text(id))
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
        shape.as_ref().is_none_or(|shape| shape.is_match(text.trim()))
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
        serde_json::from_str(include_str!("../../../assets/place/countries.json"))
            .unwrap_or_default()
    })
}

/// Finds a country by a code or a name. Names are known in the languages of the program, in German,
/// French, Italian, Dutch, Portuguese, Polish, Chinese, Japanese and those of the country, and in the
/// spellings of ISO 3166 and of shops. A name of two countries finds none.
pub fn country(text: &str) -> Option<&'static Country> {
    static CODES: OnceLock<TwoLetterCodes> = OnceLock::new();
    let text = text.trim();
    let codes = CODES.get_or_init(|| {
        let countries = countries().iter();
        TwoLetterCodes::new(countries.map(|country| country.a2.as_str()))
    });
    codes.find(text, countries()).or_else(|| countries().get(by_name().find(text, |_| false)?))
}

const LETTERS: usize = 26;

/// The rows of a table by their codes of two letters: every address of thousands of orders is looked
/// up several times.
struct TwoLetterCodes(Vec<Option<usize>>);

impl TwoLetterCodes {
    fn new<'a>(codes: impl Iterator<Item = &'a str>) -> Self {
        let mut rows = vec![None; LETTERS * LETTERS];
        for (row, code) in codes.enumerate() {
            if let Some(place) = Self::place(code)
                && let Some(slot) = rows.get_mut(place)
            {
                slot.get_or_insert(row);
            }
        }
        Self(rows)
    }

    fn find<'t, T>(&self, code: &str, table: &'t [T]) -> Option<&'t T> {
        let row = self.0.get(Self::place(code)?)?;
        table.get((*row)?)
    }

    /// The place of a code, whatever its case; `None` for any other text.
    fn place(code: &str) -> Option<usize> {
        let [first, second] = code.as_bytes() else {
            return None;
        };
        let letter = |byte: &u8| {
            let letter = byte.to_ascii_uppercase().checked_sub(b'A')?;
            Some(usize::from(letter)).filter(|letter| *letter < LETTERS)
        };
        Some(letter(first)? * LETTERS + letter(second)?)
    }
}

/// Countries whose name says another place with another form of state: there are two republics of
/// Korea and of Congo, the Republic of China is Taiwan, and `Dominika` and `Island` are words of several
/// languages.
const NEED_FORM: [&str; 9] = ["CD", "CG", "CN", "DM", "DO", "IS", "KP", "KR", "TW"];

/// The index of each country in the table, by its codes and names.
fn by_name() -> &'static NameTable {
    static TABLE: OnceLock<NameTable> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = NameTable::default();
        for (at, country) in countries().iter().enumerate() {
            for name in [&country.a2, &country.a3, &country.english_name] {
                table.add(name, Some(at));
            }
            if NEED_FORM.contains(&country.a2.as_str()) {
                table.need_form.push(at);
            }
        }
        let tables = [
            include_str!("../../../assets/place/country_names.tsv"),
            include_str!("../../../assets/place/country_aliases.tsv"),
        ];
        let lines = tables.into_iter().flat_map(str::lines);
        for (code, names) in lines.filter_map(|line| line.split_once('\t')) {
            // Names behind a `-` belong to no country.
            let at = countries().iter().position(|country| country.a2 == code);
            for name in names.split('|') {
                table.add(name, at);
            }
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
            'ς' => 'σ',
            other => other,
        })
        .collect()
}

pub fn us_states() -> &'static [UsState] {
    static TABLE: OnceLock<Vec<UsState>> = OnceLock::new();
    TABLE.get_or_init(|| rows(include_str!("../../../assets/place/us_states.csv")))
}

/// Finds a state by a code or a name.
pub fn us_state(text: &str) -> Option<&'static UsState> {
    static CODES: OnceLock<TwoLetterCodes> = OnceLock::new();
    let text = text.trim();
    let codes = CODES.get_or_init(|| {
        let states = us_states().iter();
        TwoLetterCodes::new(states.map(|state| state.code.as_str()))
    });
    codes.find(text, us_states()).or_else(|| {
        let state = country("US")?.subdivision(text)?;
        codes.find(state.label, us_states())
    })
}

pub fn us_zips() -> &'static [UsZip] {
    static TABLE: OnceLock<Vec<UsZip>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table: Vec<UsZip> = rows(include_str!("../../../assets/place/us_zips.csv"));
        table.sort_by(|a, b| a.zip.cmp(&b.zip));
        table
    })
}

/// The row of a five-digit ZIP; a ZIP+4 is cut to five digits first.
pub fn us_zip(zip: &str) -> Option<&'static UsZip> {
    let five = zip.trim().get(..5)?;
    let table = us_zips();
    let at = table.binary_search_by(|row| row.zip.as_str().cmp(five)).ok()?;
    table.get(at)
}

pub fn zip3(zip: &str) -> Option<&'static Zip3> {
    static TABLE: OnceLock<HashMap<String, Zip3>> = OnceLock::new();
    TABLE
        .get_or_init(|| {
            rows::<Zip3>(include_str!("../../../assets/place/us_zip3.csv"))
                .into_iter()
                .map(|row| (row.zip3.clone(), row))
                .collect()
        })
        .get(zip.trim().get(..3)?)
}

/// Whether the code stands for military addresses in place of a state of the United States.
pub fn is_military_state(code: &str) -> bool {
    ["AA", "AE", "AP"].iter().any(|military| military.eq_ignore_ascii_case(code.trim()))
}

/// Whether the ZIP is military: 090–098, 340 and 962–966. The table has only some of them.
pub fn is_military_zip(zip: &str) -> bool {
    let Some(prefix) = zip.trim().get(..3).and_then(|text| text.parse::<u16>().ok()) else {
        return false;
    };
    matches!(prefix, 90..=98 | 340 | 962..=966)
}

pub fn world_cities() -> &'static [City] {
    static TABLE: OnceLock<Vec<City>> = OnceLock::new();
    TABLE.get_or_init(|| rows(include_str!("../../../assets/place/world_cities.csv")))
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
    let five = to_zip.trim().get(..5).and_then(|text| text.parse::<u32>().ok());
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
    csv::Reader::from_reader(text.as_bytes()).into_deserialize().filter_map(Result::ok).collect()
}

#[cfg(test)]
mod tests;
