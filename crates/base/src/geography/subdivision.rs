//! States, provinces and other parts of countries.

use super::names::NameTable;
use super::{Country, country, plain_name};

#[derive(Clone, Debug)]
pub struct Subdivision {
    /// What carriers are told: a code where they take codes, else a name, mostly in Latin letters.
    pub label: &'static str,
    /// Other codes, of ISO 3166-2 and of shops.
    codes: Vec<&'static str>,
    /// Each code and name as [`plain_name`] writes it.
    pub spellings: Vec<String>,
}

/// The parts of one country.
#[derive(Clone, Debug, Default)]
pub(super) struct Subdivisions {
    rows: Vec<Subdivision>,
    by_name: NameTable,
}

/// Countries whose carriers take the code of a state.
const WITH_CODES: [&str; 7] = ["AU", "BR", "CA", "IT", "MX", "SO", "US"];

/// Countries where a code stays as it is: people write it as well as the name, and in Mexico carriers
/// and shops have several.
const CODES_STAY: [&str; 5] = ["CH", "IN", "MX", "RO", "ZA"];

impl Country {
    /// Finds a part of the country by a code or a name: `Québec`, `CA-QC`, `Quebec (QC)`.
    pub fn subdivision(&self, text: &str) -> Option<&Subdivision> {
        let known = self.subdivisions.get_or_init(|| Subdivisions::of(&self.a2));
        let is_this = |part: &str| country(part).is_some_and(|country| country.a2 == self.a2);
        known.rows.get(known.by_name.find(text, is_this)?)
    }

    /// A state as carriers are told it. Where they take no codes, a code becomes a name, and a name
    /// stays as it is. So does a text that is no state.
    pub fn usual_state<'a>(&self, text: &'a str) -> &'a str {
        let text = text.trim();
        let with_codes = WITH_CODES.contains(&self.a2.as_str());
        // No code is longer, and the rest of an import need not be looked up.
        if !with_codes && text.len() > 8 {
            return text;
        }
        let Some(found) = self.subdivision(text) else {
            return text;
        };
        let plain = plain_name(text);
        let is_code_behind = |prefix: &str| {
            let mut codes = found.codes.iter();
            codes.any(|code| plain == plain_name(&[prefix, code].concat()))
        };
        let stays = CODES_STAY.contains(&self.a2.as_str()) && plain.eq_ignore_ascii_case(text);
        match (is_code_behind(""), is_code_behind(&self.a2)) {
            (true, _) if stays => text,
            (false, false) if !with_codes => text,
            _ => found.label,
        }
    }
}

impl Subdivisions {
    fn of(country: &str) -> Self {
        let tables = [
            include_str!("../../../../assets/place/subdivisions.tsv"),
            include_str!("../../../../assets/place/subdivision_aliases.tsv"),
        ];
        let lines = tables.into_iter().flat_map(str::lines);
        let mut parts = Self::default();
        for line in lines.filter_map(|line| line.strip_prefix(country)?.strip_prefix('\t')) {
            let mut cells = line.split('\t');
            let label = cells.next().unwrap_or_default();
            let mut list = || {
                let texts = cells.next().unwrap_or_default().split('|');
                texts.filter(|text| !text.is_empty()).collect::<Vec<_>>()
            };
            parts.add(country, label, &list(), &list());
        }
        parts
    }

    fn add(
        &mut self,
        country: &str,
        label: &'static str,
        codes: &[&'static str],
        names: &[&'static str],
    ) {
        let known = self.rows.iter().position(|row| row.label == label);
        let at = known.unwrap_or(self.rows.len());
        if known.is_none() {
            self.rows.push(Subdivision { label, codes: Vec::new(), spellings: Vec::new() });
        }
        let Some(row) = self.rows.get_mut(at) else {
            return;
        };
        row.codes.extend(codes);
        // A number alone may mean anything.
        let words = codes.iter().filter(|code| code.contains(char::is_alphabetic));
        let words = words.chain(names).chain([&label]).map(|text| (*text).to_owned());
        let with_country = codes.iter().chain([&label]).map(|code| [country, code].concat());
        for spelling in words.chain(with_country) {
            self.by_name.add(&spelling, Some(at));
            row.spellings.push(plain_name(&spelling));
        }
    }
}
