//! Field data to text: hexadecimal escapes, then the label's character set (`^CI`).

const CODE_PAGE_850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";
/// 0x80 to 0x9F; the rest of the code page is Latin-1.
const CODE_PAGE_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    CodePage850,
    CodePage1252,
    Utf8,
}

impl Charset {
    /// The set a `^CI` number selects; `None` for those not known here.
    pub fn from_number(number: i32) -> Option<Charset> {
        match number {
            0..=13 => Some(Charset::CodePage850),
            27 => Some(Charset::CodePage1252),
            28 => Some(Charset::Utf8),
            _ => None,
        }
    }

    pub fn text(self, bytes: &[u8]) -> String {
        let high = |table: &str, byte: u8| table.chars().nth(usize::from(byte - 0x80));
        match self {
            Charset::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Charset::CodePage850 => bytes
                .iter()
                .map(|byte| match byte {
                    0x80.. => high(CODE_PAGE_850, *byte).unwrap_or('\u{fffd}'),
                    _ => char::from(*byte),
                })
                .collect(),
            Charset::CodePage1252 => bytes
                .iter()
                .map(|byte| match byte {
                    0x80..=0x9f => high(CODE_PAGE_1252, *byte).unwrap_or('\u{fffd}'),
                    _ => char::from(*byte),
                })
                .collect(),
        }
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
        let check = |set: Charset, bytes: &[u8], text: &str| assert_eq!(set.text(bytes), text);
        assert_eq!(CODE_PAGE_850.chars().count(), 128);
        assert_eq!(CODE_PAGE_1252.chars().count(), 32);
        check(Charset::CodePage850, b"M\x81ller \x9c5 \xe1", "Müller £5 ß");
        check(Charset::CodePage1252, b"\x804 \xfc", "€4 ü");
        check(Charset::Utf8, "Łódź".as_bytes(), "Łódź");
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
