//! Words of addresses in many languages, in lists by what they mean.

use std::collections::HashMap;
use std::sync::OnceLock;

const LISTS: &str = include_str!("../../../../assets/place/address_words.tsv");

/// The words of a list. Labels, headings and boxes are there as
/// [`plain_name`](crate::base::geography::plain_name) writes them, the others in lower case.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_that_is_named_has_words() {
        let files = [include_str!("lines.rs"), include_str!("people.rs")];
        let named = files.iter().flat_map(|code| code.split('"').skip(1).step_by(2));
        let named: Vec<&str> = named.filter(|text| !words(text).is_empty()).collect();
        for (list, words) in LISTS.lines().filter_map(|line| line.split_once('\t')) {
            assert!(named.contains(&list), "{list} is not used");
            assert!(words.split('|').all(|word| !word.is_empty()), "{list}");
        }
    }
}
