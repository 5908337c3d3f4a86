//! The lists of words in `assets/orders/`: sections in brackets, and lines of a key with its words.
//! Several lines with one key are one list.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, Error};

pub(super) const HEADING_WORDS: &str = include_str!("../../../assets/orders/heading_words.txt");
const CELL_WORDS: &str = include_str!("../../../assets/orders/cell_words.txt");

/// The section, the key and the words of each line.
pub(super) fn lines_of(text: &str) -> impl Iterator<Item = (&str, &str, Vec<&str>)> {
    let mut section = "";
    text.lines().map(str::trim).filter(|line| !line.starts_with('#')).filter_map(move |line| {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        }
        let (key, words) = line.split_once(':').filter(|_| !line.starts_with('['))?;
        Some((section, key, words.split(',').map(str::trim).collect()))
    })
}

/// The value that is stored under this name, such as a field of an order.
pub fn stored<'n, T: Deserialize<'n>>(name: &'n str) -> Option<T> {
    T::deserialize(BorrowedStrDeserializer::<Error>::new(name)).ok()
}

/// The key of a word in a section of the words of headings and cells.
pub fn key_of(section: &str, word: &str) -> Option<&'static str> {
    static KEYS: LazyLock<HashMap<&str, HashMap<&str, &str>>> = LazyLock::new(|| {
        let mut keys: HashMap<&str, HashMap<&str, &str>> = HashMap::new();
        for (section, key, words) in [HEADING_WORDS, CELL_WORDS].into_iter().flat_map(lines_of) {
            keys.entry(section).or_default().extend(words.into_iter().map(|word| (word, key)));
        }
        keys
    });
    KEYS.get(section)?.get(word).copied()
}

/// Whether a section has a word.
pub fn has_word(section: &str, word: &str) -> bool {
    key_of(section, word).is_some()
}
