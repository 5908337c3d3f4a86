//! The identifiers of the interface, such as `SignatureConfirmation`, as words.

/// Splits an identifier of the interface into words.
pub fn spaced(code: &str) -> String {
    let chars: Vec<char> = code.chars().collect();
    let mut words = String::new();
    for (at, c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let after = chars.get(at + 1);
        let starts = before.is_some_and(|before| {
            (c.is_uppercase()
                && (before.is_lowercase()
                    || before.is_ascii_digit()
                    || after.is_some_and(|next| next.is_lowercase()) && before.is_uppercase()))
                || (c.is_ascii_digit() && before.is_lowercase())
        });
        if *c == '_' {
            words.push(' ');
            continue;
        }
        if starts && !words.ends_with(' ') {
            words.push(' ');
        }
        words.push(*c);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_as_words() {
        for (code, words) in [
            ("GroundAdvantage", "Ground Advantage"),
            ("Express12:00DOC", "Express 12:00 DOC"),
            ("SecondDayAirAM", "Second Day Air AM"),
            ("MediumFlatRateBox1", "Medium Flat Rate Box 1"),
            ("Class9_DryIce", "Class 9 Dry Ice"),
            ("HAZMAT", "HAZMAT"),
            ("SignatureConfirmation", "Signature Confirmation"),
            ("RegionalRateBoxB2", "Regional Rate Box B2"),
        ] {
            assert_eq!(spaced(code), words);
        }
    }
}
