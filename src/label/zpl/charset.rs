//! Converts field data to text: hexadecimal escapes, then the label's character set (`^CI`).

use encoding_rs::{
    Encoding, UTF_8, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254,
    WINDOWS_1255,
};

const CODE_PAGE_850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// Code page 850 of DOS, which `encoding_rs` does not include.
    CodePage850,
    Known(&'static Encoding),
}

impl Charset {
    /// The character set of a `^CI` number, or `None` if it is not supported.
    pub fn from_number(number: i32) -> Option<Charset> {
        match number {
            0..=13 => Some(Charset::CodePage850),
            27 => Some(Charset::Known(WINDOWS_1252)),
            28 => Some(Charset::Known(UTF_8)),
            31 => Some(Charset::Known(WINDOWS_1250)),
            33 => Some(Charset::Known(WINDOWS_1251)),
            34 => Some(Charset::Known(WINDOWS_1253)),
            35 => Some(Charset::Known(WINDOWS_1254)),
            36 => Some(Charset::Known(WINDOWS_1255)),
            _ => None,
        }
    }

    pub fn text(self, bytes: &[u8]) -> String {
        let high = |byte: u8| CODE_PAGE_850.chars().nth(usize::from(byte - 0x80));
        match self {
            Charset::Known(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
            Charset::CodePage850 => bytes
                .iter()
                .map(|byte| match byte {
                    0x80.. => high(*byte).unwrap_or('\u{fffd}'),
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
        assert_eq!(CODE_PAGE_850.chars().count(), 128);
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
        assert_eq!(Charset::from_number(29), None);
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
