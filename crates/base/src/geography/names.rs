//! Finds the row of a table by the name of a place, as people, shops and ISO 3166 write it:
//! `St. Lucia`, `Korea, Republic of`, `United States (US)`, `TN - Tennessee`.

use std::collections::HashMap;

use super::plain_name;

/// The rows of a table by their names.
#[derive(Clone, Debug, Default)]
pub(super) struct NameTable {
    /// `None` for a name that does not say which row is meant.
    rows: HashMap<String, Option<usize>>,
    /// Rows that are named only with their form of state, if a name has one.
    pub need_form: Vec<usize>,
}

/// A text with more bytes is no name.
const LONGEST: usize = 200;

impl NameTable {
    /// A name of two rows, or of `None`, finds no row.
    pub fn add(&mut self, name: &str, row: Option<usize>) {
        for key in [plain_name(name), sorted(&words(name))] {
            let known = self.rows.entry(key).or_insert(row);
            if *known != row {
                *known = None;
            }
        }
    }

    /// The row that the whole text names, or both halves of it. `is_known` tells whether a half says
    /// nothing new.
    pub fn find(&self, text: &str, is_known: impl Fn(&str) -> bool) -> Option<usize> {
        if text.len() > LONGEST {
            return None;
        }
        if let Some(row) = self.rows.get(&plain_name(text)) {
            return *row;
        }
        self.by_words(text).or_else(|| {
            let mut cuts = text.char_indices().filter(|(_, letter)| !letter.is_alphanumeric());
            cuts.find_map(|(at, letter)| {
                let (head, tail) = (text.get(..at)?, text.get(at + letter.len_utf8()..)?);
                match (self.by_words(head), self.by_words(tail)) {
                    (Some(one), Some(other)) => (one == other).then_some(one),
                    (Some(row), None) => is_known(tail).then_some(row),
                    (None, Some(row)) => is_known(head).then_some(row),
                    (None, None) => None,
                }
            })
        })
    }

    /// By the words in any order, with or without the form of state.
    fn by_words(&self, text: &str) -> Option<usize> {
        // A code is no part of a name: `Del Mar` is not MAR.
        let known = |words: &[String]| {
            let joined = Some(words.concat()).filter(|joined| joined.len() > 3)?;
            self.rows.get(&joined).or_else(|| self.rows.get(&sorted(words)))
        };
        if let Some(row) = self.rows.get(&plain_name(text)) {
            return *row;
        }
        let mut words = words(text);
        if let Some(row) = known(&words) {
            return *row;
        }
        words.retain(|word| FORMS_OF_STATE.split(' ').all(|form| form != word));
        let row = known(&words).copied().flatten();
        row.filter(|row| !self.need_form.contains(row))
    }
}

fn sorted(words: &[String]) -> String {
    let mut words = words.to_vec();
    words.sort_unstable();
    words.join(" ")
}

/// The words of a name in one spelling, without those that names are written with and without.
fn words(text: &str) -> Vec<String> {
    let is_apostrophe = |letter| matches!(letter, '\'' | '’');
    let ends_word =
        |letter: char| !(letter.is_alphanumeric() || is_apostrophe(letter) || letter == '.');
    let mut words = Vec::new();
    for word in text.split(ends_word) {
        // The article of `d’Irlande`.
        let mut letters = word.char_indices().skip(1);
        let word = match letters.next() {
            Some((at, letter)) if is_apostrophe(letter) => word.get(at + letter.len_utf8()..),
            _ => Some(word),
        };
        let word = plain_name(word.unwrap_or_default());
        match word.as_str() {
            "" => {}
            "saint" | "sainte" | "ste" | "sankt" => words.push("st".to_owned()),
            "rep" => words.push("republic".to_owned()),
            "dem" => words.push("democratic".to_owned()),
            word if SMALL_WORDS.contains(&word) => {}
            _ => words.push(word),
        }
    }
    words
}

const SMALL_WORDS: [&str; 27] = [
    "and", "d", "da", "de", "del", "der", "des", "di", "die", "do", "du", "e", "el", "en", "et",
    "formerly", "i", "l", "la", "las", "le", "les", "los", "of", "the", "und", "y",
];

/// As [`plain_name`] writes them.
const FORMS_OF_STATE: &str = "\
    arab bolivarian bundesrepublik commonwealth cooperative democratic democratica democratique \
    demokratische emirate estado estados federal federale federated federation federativa \
    federative furstentum hashemite independent islamic islamica islamique islamische \
    kingdom konigreich koninkrijk krolestwo peoples plurinacional plurinational popular \
    populaire principado principality principato principaute province provincia regno reino \
    republic republica republiek republik republika republique repubblica royaume rzeczpospolita \
    socialist staat state states stato sultanate unida unie union united vereinigte \
    volksrepublik volksrepubliek vorstendom";
