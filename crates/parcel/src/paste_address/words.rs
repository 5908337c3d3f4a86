//! Words of addresses in many languages, in lists by what they mean.

use std::collections::HashMap;
use std::sync::OnceLock;

use postroom_base::search_text::folded;

const LISTS: &str = include_str!("../../../../assets/place/address_words.tsv");

/// The words of a list. Labels, headings and boxes are there as
/// [`plain_name`](postroom_base::geography::plain_name) writes them, the others in lower case.
pub(super) fn words(list: &str) -> &'static [&'static str] {
    static WORDS: OnceLock<HashMap<&str, Vec<&str>>> = OnceLock::new();
    let lists = WORDS.get_or_init(|| {
        let lists = LISTS.lines().filter_map(|line| line.split_once('\t'));
        lists.map(|(list, words)| (list, words.split('|').collect())).collect()
    });
    lists.get(list).map_or(&[], Vec::as_slice)
}

pub(super) fn has(list: &str, word: &str) -> bool {
    words(list).contains(&word)
}

/// The street and the unit as they are compared: without case, accents and punctuation, and with the
/// usual short words written out, so that `77 Birch Rd.` is `77 Birch Road`.
pub fn plain_street(text: &str) -> String {
    let text = folded(text).replace(['\'', '’'], "");
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.map(written_out).collect()
}

fn written_out(word: &str) -> String {
    let pairs = |list| words(list).iter().filter_map(|pair| pair.split_once('='));
    if let Some((_, long)) = pairs("same").find(|(short, _)| *short == word) {
        return long.to_owned();
    }
    let mut endings = pairs("same ending");
    let ending = endings.find_map(|(short, long)| Some((word.strip_suffix(short)?, long)));
    ending.map_or_else(|| word.to_owned(), |(start, long)| format!("{start}{long}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W42: `77 Birch Rd` and `77 Birch Road` were two doors.
    #[test]
    fn the_short_words_of_a_street_are_the_long_ones() {
        for (one, other) in [
            ("77 Birch Rd", "77 Birch Road"),
            ("9 N. King St. Apt 4", "9 north king street, apartment 4"),
            ("1200 SW Oak Blvd, Ste. 300", "1200 Southwest Oak Boulevard Suite 300"),
            ("Hauptstr. 5", "Hauptstraße 5"),
            ("Berliner Str. 5", "Berliner Straße 5"),
            ("12 King's Rd", "12 KINGS ROAD"),
            ("5 N.E. Oak St", "5 Northeast Oak Street"),
            ("Avda. Ñuñoa 12", "avenida nunoa 12"),
            ("ul. Łącka 3", "Ulica Lacka 3"),
        ] {
            assert_eq!(plain_street(one), plain_street(other));
        }
        assert_ne!(plain_street("7 King St"), plain_street("7 King Ct"));
        assert_ne!(plain_street("7 N King St"), plain_street("7 S King St"));
    }

    #[test]
    fn each_list_that_is_named_has_words() {
        let files = [include_str!("lines.rs"), include_str!("people.rs"), include_str!("words.rs")];
        let named = files.iter().flat_map(|code| code.split('"').skip(1).step_by(2));
        let named: Vec<&str> = named.filter(|text| !words(text).is_empty()).collect();
        for (list, words) in LISTS.lines().filter_map(|line| line.split_once('\t')) {
            assert!(named.contains(&list), "{list} is not used");
            assert!(words.split('|').all(|word| !word.is_empty()), "{list}");
        }
    }
}
