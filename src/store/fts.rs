//! From what a person types into a search box to an FTS5 expression that cannot fail.

/// Tokenizer and prefix indexes of every full-text table: accents fold, and a typed beginning
/// of a listed length is answered from an index of its own, newest first, as far as is asked.
/// A beginning without one is gathered whole from every word that fits before its first row
/// is known: at a million parcels that is all of them for a city or for "9400".
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

/// Longer beginnings fit few words: of a tracking number of 22 digits six are left.
macro_rules! prefix_lengths {
    () => {
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"
    };
}
pub(crate) use prefix_lengths;

/// More words or longer ones than any record has only cost time.
const MAX_WORDS: usize = 16;
const MAX_WORD_CHARS: usize = 64;

/// Every word must begin a word of the record. `None` where nothing searchable was
/// typed, which finds everything. Each word travels as an FTS5 string, so no user text
/// is FTS5 syntax.
pub fn expression(text: &str) -> Option<String> {
    // A quote would end the string, a NUL would end the expression.
    let breaks = |c: char| c.is_whitespace() || c.is_control() || c == '"';
    let words: Vec<String> = text
        .split(breaks)
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .take(MAX_WORDS)
        .map(|word| {
            let word: String = word.chars().take(MAX_WORD_CHARS).collect();
            format!("\"{word}\"*")
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
            ("Ann AND Lee", Some("\"Ann\"* AND \"AND\"* AND \"Lee\"*")),
            ("a\"b", Some("\"a\"* AND \"b\"*")),
            ("NEAR(x", Some("\"NEAR(x\"*")),
            ("x\0y", Some("\"x\"* AND \"y\"*")),
        ] {
            assert_eq!(expression(text).as_deref(), wanted, "{text:?}");
        }
        assert_eq!(
            expression(&"word ".repeat(500))
                .unwrap()
                .matches("word")
                .count(),
            MAX_WORDS
        );
    }
}
