//! Converts the text of a search box to an FTS5 expression that is always valid.

use crate::base::search_text::folded;

/// Options of every full-text table. The tokenizer removes accents; what enters a table is folded
/// before, as what is searched for. A prefix of one of the listed
/// lengths has its own index, which returns matches newest first and stops when enough are read.
/// For any other length, FTS5 collects the matches of every word with that prefix before it
/// returns the first row: with a million parcels, these can be all parcels to one city or all
/// that contain "9400".
macro_rules! fts_options {
    ($lengths:expr) => {
        concat!(
            "content='', contentless_delete=1, prefix='",
            $lengths,
            "', tokenize=\"unicode61 remove_diacritics 2\""
        )
    };
}
pub(crate) use fts_options;

/// Longer prefixes match few words: the rest of a 22-digit tracking number after 16 is six
/// digits.
macro_rules! prefix_lengths {
    () => {
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"
    };
}
pub(crate) use prefix_lengths;

/// More or longer words than any record contains only cost time.
const MAX_WORDS: usize = 16;
const MAX_WORD_CHARS: usize = 64;

/// Each typed word must be a prefix of a word in the record. Returns `None` if the text has no
/// searchable word, which matches everything. Each word becomes an FTS5 string, so user input is
/// never FTS5 syntax.
pub fn expression(text: &str) -> Option<String> {
    // A quote ends an FTS5 string, and a NUL ends the expression.
    let breaks = |c: char| c.is_whitespace() || c.is_control() || c == '"';
    let words: Vec<String> = text
        .split(breaks)
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .take(MAX_WORDS)
        .map(|word| {
            let word: String = word.chars().take(MAX_WORD_CHARS).collect();
            let plain = folded(&word).replace('"', "");
            match word.is_ascii() {
                true => format!("\"{plain}\"*"),
                // Rows of an earlier version have the letters as they were written.
                false => format!("(\"{plain}\"* OR \"{word}\"*)"),
            }
        })
        .collect();
    (!words.is_empty()).then(|| words.join(" AND "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_and_noise_is_dropped() {
        for (text, wanted) in [
            ("", None),
            ("  \t", None),
            ("\"", None),
            ("* - ( )", None),
            ("ann", Some("\"ann\"*")),
            ("Ann AND Lee", Some("\"ann\"* AND \"and\"* AND \"lee\"*")),
            ("a\"b", Some("\"a\"* AND \"b\"*")),
            ("NEAR(x", Some("\"near(x\"*")),
            ("Łuk 7", Some("(\"luk\"* OR \"Łuk\"*) AND \"7\"*")),
            ("x\0y", Some("\"x\"* AND \"y\"*")),
        ] {
            assert_eq!(expression(text).as_deref(), wanted, "{text:?}");
        }
        assert_eq!(expression(&"word ".repeat(500)).unwrap().matches("word").count(), MAX_WORDS);
    }
}
