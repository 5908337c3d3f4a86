//! Units that a heading names: `Weight (oz)`, `Pounds`, `Length in`.

use crate::read_cell::size::length_unit_of_word;
use postroom_base::geography::plain_name;
use postroom_base::measure::weight_words::weight_unit_of_word;
use postroom_base::measure::{LengthUnit, WeightUnit};

/// The unit of weight that a heading names, such as `Weight (oz)`, `weight_kg` or `Pounds`.
pub fn weight_unit_of_heading(heading: &str) -> Option<WeightUnit> {
    let words = words_of_heading(heading);
    only_one(words.iter().filter_map(|word| weight_unit_of_word(word)))
}

/// The unit of length that a heading names, such as `Length (in)` or `height_cm`.
pub fn length_unit_of_heading(heading: &str) -> Option<LengthUnit> {
    let words = words_of_heading(heading);
    only_one(words.iter().filter_map(|word| length_unit_of_word(word)))
}

/// Whether a word of a heading, as [`words_of_heading`] returns it, is a unit.
pub(super) fn is_unit_word(word: &str) -> bool {
    weight_unit_of_word(word).is_some() || length_unit_of_word(word).is_some()
}

/// A heading that names two units, such as `Weight (lb or kg)`, names none.
fn only_one<T: PartialEq>(mut units: impl Iterator<Item = T>) -> Option<T> {
    let first = units.next()?;
    units.all(|other| other == first).then_some(first)
}

/// The words of a heading in lower case and without accents. A capital letter inside a word begins
/// the next one: `weightOz`.
pub fn words_of_heading(heading: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before_was_lower = false;
    for letter in heading.chars() {
        let begins = letter.is_uppercase() && before_was_lower;
        if begins || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        before_was_lower = letter.is_lowercase();
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.push(letter);
        }
    }
    let words = words.into_iter().filter(|word| !word.is_empty());
    words.map(|word| plain_name(&word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_names_its_unit() {
        for (heading, weight, length) in [
            ("Weight (oz)", Some(WeightUnit::Oz), None),
            ("weight_kg", Some(WeightUnit::Kg), None),
            ("WeightOz", Some(WeightUnit::Oz), None),
            ("Pounds", Some(WeightUnit::Lb), None),
            ("Package Weight (lb)", Some(WeightUnit::Lb), None),
            ("Gewicht [g]", Some(WeightUnit::G), None),
            ("Weight (lb or kg)", None, None),
            ("Weight", None, None),
            ("Length (in)", None, Some(LengthUnit::In)),
            ("height_cm", None, Some(LengthUnit::Cm)),
            ("Width", None, None),
            ("Shipping", None, None),
        ] {
            assert_eq!(weight_unit_of_heading(heading), weight, "{heading}");
            assert_eq!(length_unit_of_heading(heading), length, "{heading}");
        }
    }
}
