//! Converts field data to text: hexadecimal escapes, then the label's character set (`^CI`).

use encoding_rs::{
    EUC_JP, Encoding, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255,
};

use postroom_base::dos_code_page::{CODE_PAGE_850, decode};

/// The signs that sets 0 to 12 print instead of `# @ [ \ ] ^ ` { | }` (manual, `^CI`, table of
/// international character sets). Set 13 is the bare code page.
const NATIONAL: [&str; 13] = [
    "#@[¢]^`{|}",
    "#@⅓¢⅔^`¼½¾",
    "£@[¢]^`{|}",
    "ƒ§[Ĳ]^`{ĳ}",
    "#@ÆØÅ^`æøå",
    "ÜÉÄÖÅÜéäöå",
    "#§ÄÖÜ^`äöü",
    "£à[ç]^`é|ù",
    "#àâçêîôéùè",
    "£§[çé^ùàòè",
    "#§¡Ñ¿^`{ñç",
    "£ÉÄÖÜ^äëïö",
    "#@[¥]^`{|}",
];
const REPLACED: &str = "#@[\\]^`{|}";
/// The most characters that one command remaps (manual, `^CI`).
const MOST_PAIRS: usize = 256;

/// The place of the euro sign in sets 0 to 13, where other programs have a control character.
const EURO: char = '\u{15}';

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charset {
    set: Set,
    /// The bytes that print another character of the set: its place, and the byte that stands for
    /// it (`^CI`, from the second parameter on).
    pairs: Vec<(u8, u8)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// Code page 850 of DOS, which `encoding_rs` does not include, with the number of `^CI`.
    CodePage850(u8),
    Known(&'static Encoding),
}

impl Default for Charset {
    /// The set of a printer that was just switched on.
    fn default() -> Charset {
        Charset { set: Set::CodePage850(0), pairs: Vec::new() }
    }
}

impl Charset {
    /// The character set of a `^CI` number, or `None` if it is not supported.
    pub fn from_number(number: i32) -> Option<Charset> {
        let set = match number {
            0..=13 => Set::CodePage850(number as u8),
            15 => Set::Known(SHIFT_JIS),
            16 => Set::Known(EUC_JP),
            27 => Set::Known(WINDOWS_1252),
            28 => Set::Known(UTF_8),
            29 => Set::Known(UTF_16BE),
            30 => Set::Known(UTF_16LE),
            31 => Set::Known(WINDOWS_1250),
            33 => Set::Known(WINDOWS_1251),
            34 => Set::Known(WINDOWS_1253),
            35 => Set::Known(WINDOWS_1254),
            36 => Set::Known(WINDOWS_1255),
            _ => return None,
        };
        let pairs = Vec::new();
        Some(Charset { set, pairs })
    }

    /// The same set with remapped characters. The space keeps its place (manual, `^CI`), and so do
    /// all characters of sets with more than one byte each.
    pub fn remapped(self, pairs: impl Iterator<Item = (u8, u8)>) -> Charset {
        let is_of_bytes = match self.set {
            Set::Known(encoding) => encoding.is_single_byte(),
            Set::CodePage850(_) => true,
        };
        let pairs =
            pairs.filter(|(_, byte)| is_of_bytes && *byte != b' ').take(MOST_PAIRS).collect();
        Charset { pairs, ..self }
    }

    pub fn text(&self, bytes: &[u8]) -> String {
        match self.set {
            Set::Known(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
            Set::CodePage850(_) => decode(bytes, CODE_PAGE_850),
        }
    }

    /// The text of a field that is printed in a font: some bytes are remapped, and sets 0 to 12
    /// replace some signs. Barcodes keep theirs. In blocks a backslash in front of `&`, `-` or
    /// another one is a command, not a sign.
    pub fn printed(&self, bytes: &[u8], in_block: bool) -> String {
        let printed_by = |byte: &u8| {
            let pair = self.pairs.iter().find(|(_, from)| from == byte);
            pair.map_or(*byte, |(place, _)| *place)
        };
        let bytes: Vec<u8> = bytes.iter().map(printed_by).collect();
        let text = self.text(&bytes);
        let Set::CodePage850(number) = self.set else {
            return text;
        };
        let text = text.replace(EURO, "€");
        let Some(signs) = NATIONAL.get(usize::from(number)) else {
            return text;
        };
        let mut letters = text.chars().peekable();
        let mut out = String::with_capacity(text.len());
        while let Some(letter) = letters.next() {
            let is_command = letter == '\\' && matches!(letters.peek(), Some('&' | '-' | '\\'));
            if in_block && is_command {
                out.push(letter);
                out.extend(letters.next());
                continue;
            }
            let at = REPLACED.chars().position(|replaced| replaced == letter);
            let sign = at.and_then(|at| signs.chars().nth(at));
            out.push(sign.unwrap_or(letter));
        }
        out
    }
}

/// Replaces `_41` by `A` when `mark` is `_`.
pub fn unescaped(bytes: &[u8], mark: u8) -> Vec<u8> {
    let digit = |byte: Option<&u8>| byte.and_then(|b| char::from(*b).to_digit(16));
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((first, tail)) = rest.split_first() {
        match (*first == mark, digit(tail.first()), digit(tail.get(1))) {
            (true, Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                rest = tail.get(2..).unwrap_or_default();
            }
            _ => {
                out.push(*first);
                rest = tail;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_text_by_the_set_in_force() {
        let check = |number: i32, bytes: &[u8], text: &str| {
            let set = Charset::from_number(number).unwrap();
            assert_eq!(set.text(bytes), text, "^CI{number}");
        };
        check(0, b"M\x81ller \x9c5 \xe1", "Müller £5 ß");
        check(13, b"\xd5", "ı");
        check(27, b"\x804 \xfc\x81", "€4 ü\u{81}");
        check(28, "Łódź".as_bytes(), "Łódź");
        check(28, b"\xef\xbb\xbfa\xff", "\u{feff}a\u{fffd}");
        check(31, b"\xa3\xf3d\x9f", "Łódź");
        check(33, b"\xcf\xf0\xe8\xe2\xe5\xf2", "Привет");
        check(34, b"\xc1\xe8\xde\xed\xe1", "Αθήνα");
        check(35, b"\xdd\xfe\xf0", "İşğ");
        check(36, b"\xf9\xec\xe5\xed", "שלום");
        assert_eq!(Charset::from_number(14), None);
        assert_eq!(Charset::from_number(26), None);
        check(15, b"\x93\x8c", "東");
        check(29, b"\x67\x71", "東");
    }

    #[test]
    fn national_sets_replace_signs_of_printed_text() {
        let check = |number: i32, text: &str, expected: &str| {
            let set = Charset::from_number(number).unwrap();
            assert_eq!(set.printed(text.as_bytes(), true), expected, "^CI{number}");
        };
        check(0, "#1 a\\b", "#1 a¢b");
        check(0, "one\\\\two\\b", "one\\\\two¢b");
        let plain = Charset::default().printed(b"one\\&\\\\", false);
        assert_eq!(plain, "one¢&¢¢");
        check(0, "one\\&two\\-", "one\\&two\\-");
        check(2, "#5", "£5");
        check(6, "M}nchen", "München");
        check(12, "\\500", "¥500");
        check(13, "a\\b#", "a\\b#");
        check(28, "a\\b#", "a\\b#");
        assert!(NATIONAL.iter().all(|set| set.chars().count() == REPLACED.chars().count()));
    }

    #[test]
    fn bytes_print_what_they_are_remapped_to() {
        let check = |number: i32, pairs: &[(u8, u8)], bytes: &[u8], expected: &str| {
            let set = Charset::from_number(number).unwrap().remapped(pairs.iter().copied());
            assert_eq!(set.printed(bytes, false), expected, "^CI{number}");
        };
        check(0, &[(0x15, b'$')], b"$5 \x15", "€5 €");
        check(2, &[(b'#', b'$')], b"$#", "££");
        check(27, &[(0x80, b'$'), (b'A', b' ')], b"$ 5", "€ 5");
        // The bytes of a character are not characters.
        check(28, &[(b'A', 0xc3)], "é".as_bytes(), "é");
        let set = Charset::default().remapped([(0x15, b'$')].into_iter());
        assert_eq!(set.text(b"$"), "$");
    }

    #[test]
    fn hexadecimal_escapes_are_replaced() {
        let check = |text: &str, mark: u8, expected: &[u8]| {
            assert_eq!(unescaped(text.as_bytes(), mark), expected)
        };
        check("a_41_zz_4", b'_', b"aA_zz_4");
        check("\\E2\\82\\AC", b'\\', "€".as_bytes());
    }
}
