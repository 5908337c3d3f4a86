//! Quoted-printable, in which cards of version 2.1 write their letters: `=C3=BC` is ü, and a
//! line that ends in `=` goes on below.

use crate::desk::addresses::encoding::Encoding;

/// Whether the head of a property says that its value is written so.
pub fn is_quoted(head: &str) -> bool {
    head.to_ascii_uppercase()
        .split(';')
        .any(|part| part.trim_start_matches("ENCODING=") == "QUOTED-PRINTABLE")
}

/// Without a `CHARSET` the letters are UTF-8 where they can be.
pub fn decode(head: &str, value: &str) -> String {
    let bytes = bytes(value);
    let upper = head.to_ascii_uppercase();
    let named = upper
        .split(';')
        .find_map(|part| part.strip_prefix("CHARSET="));
    let encoding = match named {
        Some(name) if name.starts_with("ISO-8859") || name.starts_with("WINDOWS-125") => {
            Encoding::Latin1
        }
        Some(_) => Encoding::Utf8,
        None => Encoding::detect(&bytes),
    };
    // Lines end as on paper, not as on the wire.
    encoding.decode(&bytes).replace("\r\n", "\n")
}

fn bytes(value: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let pair = after
            .get(..2)
            .and_then(|pair| std::str::from_utf8(pair).ok());
        let byte = pair.and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match byte.filter(|_| *first == b'=') {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_back_in_their_charset() {
        for (head, value, text) in [
            (
                "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE",
                "J=C3=BCrgen",
                "Jürgen",
            ),
            (
                "FN;QUOTED-PRINTABLE;CHARSET=ISO-8859-1",
                "J=FCrgen",
                "Jürgen",
            ),
            ("FN;ENCODING=QUOTED-PRINTABLE", "J=FCrgen", "Jürgen"),
            ("FN;ENCODING=QUOTED-PRINTABLE", "a=0D=0Ab = c=", "a\nb = c="),
        ] {
            assert!(is_quoted(head), "{head}");
            assert_eq!(decode(head, value), text, "{head}");
        }
        assert!(!is_quoted("FN;CHARSET=UTF-8"));
    }
}
