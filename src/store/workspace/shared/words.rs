//! The words of an order for the full-text search of PostgreSQL.
//!
//! The words are found here and not by the server: its dictionaries differ from place to place, and
//! the search has to find the same orders in a workspace of one computer, where SQLite's
//! `unicode61` divides the text.

use crate::base::search_text::folded;

/// More or longer words than any order contains only cost time.
const MOST_TYPED_WORDS: usize = 16;
const LONGEST_WORD: usize = 64;
/// PostgreSQL keeps no greater position of a word.
const LAST_POSITION: usize = 16_383;

/// The words of a text as every search folds them.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words: Vec<String> = folded(text)
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| word.chars().take(LONGEST_WORD).collect())
        .collect();
    words.into_iter()
}

/// The text as a value of the type `tsvector`: `'ann':1 'lee':2`.
pub fn vector(text: &str) -> String {
    let mut vector = String::new();
    for (at, word) in words(text).take(LAST_POSITION).enumerate() {
        if at > 0 {
            vector.push(' ');
        }
        vector.push_str(&format!("'{word}':{}", at + 1));
    }
    vector
}

/// The typed text as a value of the type `tsquery`: each typed word is the start of a word. `None`
/// if there is no word, which matches everything. Words are letters and digits only, so what is
/// typed is never syntax.
pub fn query(text: &str) -> Option<String> {
    let typed =
        text.split(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '"');
    let parts: Vec<String> = typed
        .filter_map(|typed| {
            let parts: Vec<String> = words(typed).map(|word| format!("'{word}'")).collect();
            // "94-00" is two words, one right behind the other.
            (!parts.is_empty()).then(|| format!("({}:*)", parts.join(" <-> ")))
        })
        .take(MOST_TYPED_WORDS)
        .collect();
    (!parts.is_empty()).then(|| parts.join(" & "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_small_and_without_accents() {
        for (text, wanted) in [
            ("", ""),
            ("  - ", ""),
            ("Ann Lee", "'ann':1 'lee':2"),
            ("Zoë MÜLLER", "'zoe':1 'muller':2"),
            ("O'Brien #10-42", "'o':1 'brien':2 '10':3 '42':4"),
            ("山田 太郎", "'山田':1 '太郎':2"),
        ] {
            assert_eq!(vector(text), wanted, "{text:?}");
        }
    }

    #[test]
    fn what_is_typed_is_never_syntax() {
        for (text, wanted) in [
            ("", None),
            (" & | ! ", None),
            ("mull", Some("('mull':*)")),
            ("100 Sam", Some("('100':*) & ('sam':*)")),
            ("10-42", Some("('10' <-> '42':*)")),
            ("a' | 'b", Some("('a':*) & ('b':*)")),
            ("a\"b", Some("('a':*) & ('b':*)")),
        ] {
            assert_eq!(query(text).as_deref(), wanted, "{text:?}");
        }
        assert_eq!(query(&"word ".repeat(50)).unwrap().matches("word").count(), MOST_TYPED_WORDS);
    }
}
