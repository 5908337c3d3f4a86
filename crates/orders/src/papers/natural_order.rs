//! The order in which people expect SKUs: A2 before A10.

/// Compares as a person would: digits by their value, letters without regard to case. Texts that
/// only differ in case or leading zeros follow each other by their characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NaturalKey(Vec<Part>, String);

/// Digits come before other text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// The count of digits without leading zeros, then the digits.
    Number(usize, String),
    Words(String),
}

impl NaturalKey {
    pub fn of_text(text: &str) -> Self {
        let letters: Vec<char> = text.trim().chars().collect();
        let parts = letters.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()).map(|part| {
            let part: String = part.iter().collect();
            if part.starts_with(|letter: char| letter.is_ascii_digit()) {
                let value = part.trim_start_matches('0');
                Part::Number(value.len(), value.to_owned())
            } else {
                Part::Words(part.to_lowercase())
            }
        });
        Self(parts.collect(), text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skus_are_sorted_as_people_expect() {
        // A02 and A2 have one value: the characters decide, and 0 comes before 2.
        let sorted = [
            "2",
            "10",
            "10-XL",
            "A",
            "a",
            "A02",
            "A2",
            "A10",
            "A10-2",
            "A10-11",
            "B1",
            "Mug 99999999999999999999998",
            "mug 99999999999999999999999",
            "Ñ1",
        ];
        let mut shuffled: Vec<&str> = sorted.iter().rev().copied().collect();
        shuffled.sort_by_key(|sku| NaturalKey::of_text(sku));
        assert_eq!(shuffled, sorted);
    }
}
