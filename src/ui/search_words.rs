//! What people call things: the words of `assets/search/`, by which the palette and the search of
//! Settings find what has another name on screen.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::base::locale::{Language, language};
use crate::base::search_text::folded;

/// One language, read at its first use: what each key is called, in plain words.
struct SearchWords {
    phrases: HashMap<&'static str, Vec<&'static str>>,
    /// Words that say nothing about what is searched for.
    ignored: Vec<&'static str>,
}

const ENGLISH: &str = include_str!("../../assets/search/en.txt");
const SPANISH: &str = include_str!("../../assets/search/es.txt");
const IGNORED: &str = "ignored";

fn search_words() -> &'static SearchWords {
    static READ: [OnceLock<SearchWords>; 2] = [const { OnceLock::new() }; 2];
    let [english, spanish] = &READ;
    match language() {
        Language::Spanish => spanish.get_or_init(|| SearchWords::read(SPANISH)),
        _ => english.get_or_init(|| SearchWords::read(ENGLISH)),
    }
}

impl SearchWords {
    /// Each line is a key, an equals sign, and words with commas between them. Lines that begin with
    /// `#` are for readers.
    fn read(source: &'static str) -> Self {
        let lines = source.lines().filter(|line| !line.starts_with('#'));
        let entries = lines.filter_map(|line| line.split_once('='));
        let mut phrases: HashMap<_, Vec<_>> = HashMap::new();
        for (key, words) in entries {
            phrases.entry(key.trim()).or_default().extend(words.split(',').map(str::trim));
        }
        let ignored = phrases.remove(IGNORED).unwrap_or_default();
        Self { phrases, ignored }
    }
}

/// What people call the thing with this key, in lower case and without accents.
pub fn words_of(key: &str) -> &'static [&'static str] {
    search_words().phrases.get(key).map_or(&[], Vec::as_slice)
}

/// The words to search for: without those that say nothing, unless there are no others.
pub fn needles(query: &str) -> Vec<String> {
    let all: Vec<String> = query.split_whitespace().map(folded).collect();
    let ignored = &search_words().ignored;
    let telling = all.iter().filter(|word| !ignored.contains(&word.as_str()));
    let telling: Vec<String> = telling.cloned().collect();
    if telling.is_empty() { all } else { telling }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_say_nothing_are_left_out() {
        assert_eq!(needles("How do I void a Label"), ["void", "label"]);
        assert_eq!(needles("how to"), ["how", "to"]);
    }
}
