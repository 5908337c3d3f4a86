//! Weights in words: `1.5 lb`, `1 lb 4 oz`, `680g`, `0,5 kg`, as people type them and tables have them.

use super::exact_weight::ExactWeightSum;
use super::{WeightUnit, stored_number};

/// A weight as the user typed it in a field whose unit is `usual`: the number as it is stored, and the
/// unit that was typed, the smaller of two. An empty number is no weight. `None` if it cannot be read.
pub fn typed_weight(typed: &str, usual: WeightUnit) -> Option<(String, WeightUnit)> {
    match split(typed)? {
        WeightParts::One(number, unit) => {
            let (number, unit) = (stored_number(number.trim()), unit.unwrap_or(usual));
            let is_read = number.is_empty() || ExactWeightSum::parse(&number, unit).is_some();
            is_read.then_some((number, unit))
        }
        WeightParts::Two { large, small, unit, factor } => {
            let read = |number: &str| ExactWeightSum::parse(number.trim(), unit);
            let sum = read(large)?.times(factor)?.checked_add(read(small)?)?;
            Some((sum.digits_in(unit), unit))
        }
    }
}

/// A typed weight as it is stored in a field of this unit; what cannot be read stays as it is.
pub fn stored_weight(typed: &str, unit: WeightUnit) -> String {
    match typed_weight(typed, unit) {
        Some((number, named)) if named == unit || number.is_empty() => number,
        Some((number, named)) => ExactWeightSum::parse(&number, named)
            .map_or_else(|| typed.to_owned(), |weight| weight.digits_in(unit)),
        None => typed.to_owned(),
    }
}

/// How many of the small unit are one of the large unit of the same system.
pub fn factor_of(large: WeightUnit, small: WeightUnit) -> Option<u32> {
    match (large, small) {
        (WeightUnit::Lb, WeightUnit::Oz) => Some(16),
        (WeightUnit::Kg, WeightUnit::G) => Some(1000),
        _ => None,
    }
}

/// The numbers of a weight, not read yet, with their units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightParts<'a> {
    One(&'a str, Option<WeightUnit>),
    /// A number of a large unit and one of a small unit, the small unit, and how many of it are one
    /// of the large unit.
    Two {
        large: &'a str,
        small: &'a str,
        unit: WeightUnit,
        factor: u32,
    },
}

/// Splits a weight into its numbers and units; `None` for a word that is no unit.
pub fn split(text: &str) -> Option<WeightParts<'_>> {
    let text = text.trim();
    let (before, rest) = text.split_at_checked(word_length(text))?;
    if !before.is_empty() {
        let unit = weight_unit_of_word(before)?;
        return Some(WeightParts::One(rest.trim(), Some(unit)));
    }
    let (first, rest) = rest.split_at_checked(number_length(rest))?;
    let rest = rest.trim_start();
    let (word, rest) = rest.split_at_checked(word_length(rest))?;
    if word.is_empty() {
        return rest.is_empty().then_some(WeightParts::One(first, None));
    }
    let unit = weight_unit_of_word(word)?;
    let rest = rest.trim_start_matches([' ', ',', '+', '&']);
    if rest.is_empty() {
        return Some(WeightParts::One(first, Some(unit)));
    }
    let (second, rest) = rest.split_at_checked(number_length(rest))?;
    let small = weight_unit_of_word(rest)?;
    let factor = factor_of(unit, small)?;
    Some(WeightParts::Two { large: first, small: second, unit: small, factor })
}

/// The length of the number at the start of the text: digits, their separators, and an exponent.
fn number_length(text: &str) -> usize {
    let is_of_number = |c: char| c.is_ascii_digit() || ".,'’ \u{a0}\u{202f}\u{2009}".contains(c);
    let digits = text.find(|c| !is_of_number(c)).unwrap_or(text.len());
    let rest = text.get(digits..).unwrap_or_default();
    let Some(exponent) = rest.strip_prefix(['e', 'E']) else {
        return digits;
    };
    let power = exponent.trim_start_matches(['+', '-']);
    match power.bytes().take_while(u8::is_ascii_digit).count() {
        0 => digits,
        long => digits + 1 + (exponent.len() - power.len()) + long,
    }
}

/// The length of the word at the start of the text, with the spaces and the point behind it.
fn word_length(text: &str) -> usize {
    let is_letter = |c: char| c.is_alphabetic() || c == '#';
    let word = text.find(|c| !is_letter(c)).unwrap_or(text.len());
    if word == 0 {
        return 0;
    }
    let rest = text.get(word..).unwrap_or_default();
    word + rest.len() - rest.trim_start_matches(['.', ' ', '\u{a0}', ':']).len()
}

/// The unit that a word names: `oz`, `Ounces`, `lbs.`, `#`.
pub fn weight_unit_of_word(word: &str) -> Option<WeightUnit> {
    let word = word.trim().trim_end_matches(['.', ':']).trim_end();
    if let Some(unit) = WeightUnit::parse(word) {
        return Some(unit);
    }
    Some(match word.to_lowercase().as_str() {
        "ozs" | "ounce" | "ounces" | "onza" | "onzas" | "unze" | "unzen" | "once" | "onces"
        | "oncia" | "onça" | "onças" => WeightUnit::Oz,
        "lbs" | "#" | "pound" | "pounds" | "libra" | "libras" | "livre" | "livres" => {
            WeightUnit::Lb
        }
        "gr" | "grs" | "gm" | "gms" | "gram" | "grams" | "gramm" | "gramme" | "grammes"
        | "gramo" | "gramos" | "grammo" | "grammi" | "grama" | "gramas" => WeightUnit::G,
        "kgs" | "kilo" | "kilos" | "kilogram" | "kilograms" | "kilogramm" | "kilogramme"
        | "kilogrammes" | "kilogramo" | "kilogramos" | "chilogrammi" | "quilograma"
        | "quilogramas" => WeightUnit::Kg,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use WeightUnit::{G, Kg, Lb, Oz};

    /// W8: one reader for every field of weight.
    #[test]
    fn a_typed_weight_is_read_with_one_unit_or_two_or_none() {
        for (typed, read, in_pounds) in [
            ("1.5", Some(("1.5", Lb)), "1.5"),
            (" 24 oz ", Some(("24", Oz)), "1.5"),
            ("24OZ", Some(("24", Oz)), "1.5"),
            ("2 lbs.", Some(("2", Lb)), "2"),
            ("#3", Some(("3", Lb)), "3"),
            ("0,75 kg", Some(("0.75", Kg)), "1.6535"),
            ("1,250 g", Some(("1250", G)), "2.7558"),
            ("2 lb 3 oz", Some(("35", Oz)), "2.1875"),
            ("2lb3.5oz", Some(("35.5", Oz)), "2.2188"),
            ("1 pound, 8 ounces", Some(("24", Oz)), "1.5"),
            ("1 kg 200 g", Some(("1200", G)), "2.6456"),
            ("0 lb 9 oz", Some(("9", Oz)), "0.5625"),
            ("", Some(("", Lb)), ""),
            ("kg", Some(("", Kg)), ""),
            ("heavy", None, "heavy"),
            ("1 stone", None, "1 stone"),
            ("2 lb 3", None, "2 lb 3"),
            ("2 oz 3 lb", None, "2 oz 3 lb"),
            ("2 lb 3 g", None, "2 lb 3 g"),
            ("-1 lb", None, "-1 lb"),
            ("1 2", None, "1 2"),
            ("1e3", None, "1e3"),
        ] {
            let wanted = read.map(|(number, unit): (&str, _)| (number.to_owned(), unit));
            assert_eq!(typed_weight(typed, Lb), wanted, "{typed:?}");
            assert_eq!(stored_weight(typed, Lb), in_pounds, "{typed:?}");
        }
    }
}
