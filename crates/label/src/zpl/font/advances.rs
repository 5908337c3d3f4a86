//! The widths of the printer's scalable font 0, CG Triumvirate Bold Condensed.
//!
//! Its designer gave each character a width in 54ths of an em. No list of them is published by
//! the maker of the printers. The numbers below follow from two independent measurements of
//! pictures that printers' own renderers made, with runs of one character: both give whole
//! numbers of 54ths for every printable character of ASCII, to within a tenth of a unit, if an em
//! is 0.995 of the height of the font's cell. Hyphen, plus and equals are as wide as in a
//! typeface for mathematics, nearly twice the width of a digit.

/// The units of an em.
const UNITS: f32 = 54.0;
/// An em, relative to the width of the font in dots.
const EM: f32 = 0.995;

/// The widths of the characters from space to tilde, in units.
const ASCII: [u8; 95] = [
    16, 16, 26, 26, 26, 49, 33, 16, 16, 16, 26, 49, 16, 49, 16, 16, // space to /
    26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 16, 16, 54, 49, 54, 24, // 0 to ?
    49, 30, 30, 29, 32, 27, 27, 32, 33, 15, 24, 30, 26, 41, 33, 31, // @ to O
    30, 31, 32, 29, 27, 33, 29, 44, 30, 30, 27, 16, 26, 16, 27, 27, // P to _
    16, 25, 27, 24, 27, 26, 15, 27, 27, 14, 14, 24, 14, 41, 27, 26, // ` to o
    27, 27, 18, 23, 15, 27, 24, 36, 24, 24, 21, 27, 27, 27, 27, // p to ~
];

/// Characters beyond ASCII with a width of their own.
const OTHERS: [(char, u8); 9] = [
    ('\u{a0}', 16),
    ('£', 26),
    ('§', 26),
    ('°', 26),
    ('µ', 32),
    ('ß', 28),
    ('€', 26),
    ('–', 27),
    ('ı', 14),
];

/// Letters with marks are as wide as the letter below the mark.
const MARKED: [(char, &str); 39] = [
    ('A', "ÀÁÂÃÄÅĀĂĄ"),
    ('C', "ÇĆĈĊČ"),
    ('D', "ÐĎĐ"),
    ('E', "ÈÉÊËĒĔĖĘĚ"),
    ('G', "ĜĞĠĢ"),
    ('H', "ĤĦ"),
    ('I', "ÌÍÎÏĨĪĬĮİ"),
    ('J', "Ĵ"),
    ('K', "Ķ"),
    ('L', "ĹĻĽŁ"),
    ('N', "ÑŃŅŇ"),
    ('O', "ÒÓÔÕÖØŌŎŐ"),
    ('R', "ŔŖŘ"),
    ('S', "ŚŜŞŠȘ"),
    ('T', "ŢŤŦȚ"),
    ('U', "ÙÚÛÜŨŪŬŮŰŲ"),
    ('W', "Ŵ"),
    ('Y', "ÝŶŸ"),
    ('Z', "ŹŻŽ"),
    ('a', "àáâãäåāăą"),
    ('c', "çćĉċč"),
    ('d', "ďđ"),
    ('e', "èéêëēĕėęě"),
    ('g', "ĝğġģ"),
    ('h', "ĥħ"),
    ('i', "ìíîïĩīĭį"),
    ('j', "ĵ"),
    ('k', "ķ"),
    ('l', "ĺļľł"),
    ('n', "ñńņň"),
    ('o', "ðòóôõöøōŏő"),
    ('r', "ŕŗř"),
    ('s', "śŝşšș"),
    ('t', "ţťŧț"),
    ('u', "ùúûüũūŭůűų"),
    ('w', "ŵ"),
    ('y', "ýÿŷ"),
    ('z', "źżž"),
    ('p', "þ"),
];

/// The advance of a character, relative to the width of the font in dots. `None` if the font's own
/// width is not known.
pub fn advance(character: char) -> Option<f32> {
    units(character).map(|units| f32::from(units) * EM / UNITS)
}

fn units(character: char) -> Option<u8> {
    if let Some(at) = u32::from(character).checked_sub(0x20)
        && let Some(units) = ASCII.get(at as usize)
    {
        return Some(*units);
    }
    if let Some((_, units)) = OTHERS.iter().find(|(other, _)| *other == character) {
        return Some(*units);
    }
    let (letter, _) = MARKED.iter().find(|(_, marked)| marked.contains(character))?;
    units(*letter)
}

/// Whether the character fills its whole width. Other characters are drawn at the usual
/// compression and centered: stretching them to their width would make their strokes uneven.
pub fn fills_its_width(character: char) -> bool {
    matches!(character, '-' | '+' | '=' | '<' | '>' | '_' | '~' | '–' | '%' | '@' | '"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_has_the_width_of_the_printers_font() {
        let check = |text: &str, expected: u8| {
            for character in text.chars() {
                assert_eq!(units(character), Some(expected), "{character}");
            }
        };
        check("0123456789#$*\"\\L", 26);
        check(" !,./:;()[]'`", 16);
        check("+-=%@", 49);
        check("<>", 54);
        check("ÄÅABKPXY", 30);
        check("bdghnpqu", 27);
        check("HNU&ÑÜ", 33);
        check("éèëeo", 26);
        assert_eq!(units('中'), None);
        assert_eq!(units('\u{7}'), None);
        assert!((advance('0').unwrap() - 0.479).abs() < 0.001);
    }
}
