//! Countries of a cell.

use std::collections::HashMap;

use postroom_base::geography;
use postroom_base::geography::Country;

/// Countries by the texts of a file: a column has few different ones.
#[derive(Default)]
pub struct CountryLookup<'a> {
    found: HashMap<&'a str, Option<&'static Country>>,
    last: Option<(&'a str, Option<&'static Country>)>,
}

impl<'a> CountryLookup<'a> {
    pub fn find(&mut self, text: &'a str) -> Option<&'static Country> {
        if let Some((last, found)) = self.last
            && last == text
        {
            return found;
        }
        let found = *self.found.entry(text).or_insert_with(|| geography::country(text));
        self.last = Some((text, found));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lookup_finds_what_a_reading_finds() {
        let mut lookup = CountryLookup::default();
        for text in ["France", "France", "Atlantis", "Italia", "France", "Atlantis"] {
            let found = lookup.find(text).map(|country| &country.a2);
            assert_eq!(found, geography::country(text).map(|country| &country.a2), "{text}");
        }
    }
}
