//! Texts as searches compare them. One folding serves every search, the order of names and the search
//! for duplicates.

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

/// The text in small letters, without accents, and with the letters of the Latin alphabet that a
/// keyboard without the others has: `lacka` for `Łącka`, `strasse` for `Straße`.
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let small = text.chars().flat_map(char::to_lowercase);
    let parted = DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(small);
    let plain: String = parted.filter(|letter| !is_accent(*letter)).collect();
    let mut folded = String::with_capacity(plain.len());
    // Syllables of Korean and voiced kana are one letter again.
    for letter in ComposingNormalizerBorrowed::new_nfc().normalize_iter(plain.chars()) {
        match plain_letters(letter) {
            Some(letters) => folded.push_str(letters),
            None => folded.push(letter),
        }
    }
    folded
}

/// Combining marks, which stand behind the letter that they belong to.
fn is_accent(letter: char) -> bool {
    matches!(u32::from(letter), 0x0300..=0x036f | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20ff)
}

/// Letters that are one sign of their own and no letter with an accent.
fn plain_letters(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ł' => "l",
        'ı' => "i",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ŧ' => "t",
        'ŋ' => "n",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ς' => "σ",
        _ => return None,
    })
}

/// What a person searches for: every word must be somewhere in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search(Vec<String>);

impl Search {
    pub fn new(typed: &str) -> Self {
        Self(folded(typed).split_whitespace().map(str::to_owned).collect())
    }

    /// Nothing is searched for, which everything matches.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn finds(&self, text: &str) -> bool {
        let text = if self.is_empty() { String::new() } else { folded(text) };
        self.0.iter().all(|word| text.contains(word.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W77: `nunez` was found, `lacka` and `irem isik` were not.
    #[test]
    fn names_are_found_from_any_keyboard() {
        for (name, typed) in [
            ("Łącka", "lacka"),
            ("İrem Işık", "irem isik"),
            ("IREM ISIK", "İrem Işık"),
            ("Núñez", "nunez"),
            ("ZOË", "zoe"),
            ("Straße", "STRASSE"),
            ("Søren Ærø", "soren aero"),
            ("Đặng Thị", "dang thi"),
            ("Þórður", "thordur"),
            ("Œuvre", "oeuvre"),
            ("Ángel Ñandú", "nandu angel"),
            ("ﬁnal １２", "final 12"),
            ("Ωδός", "ωδοσ"),
            ("김민준", "김"),
            ("ガラス", "ガラ"),
        ] {
            assert!(Search::new(typed).finds(name), "{typed} in {name}: {}", folded(name));
        }
        assert!(!Search::new("lacka x").finds("Łącka"));
        assert!(Search::new("  ").finds(""));
        // What is folded stays as it is.
        for text in ["Łącka", "İ", "ガ", "각", "ß"] {
            assert_eq!(folded(&folded(text)), folded(text));
        }
    }
}
