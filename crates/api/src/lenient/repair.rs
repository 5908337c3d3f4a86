//! Repair of mistakes in JSON whose meaning is unambiguous.

use std::borrow::Cow;

use super::UnreadableMember;

/// The text of a response. Removes a byte order mark, decodes UTF-16 and UTF-32 with a
/// mark, and replaces bytes that are not UTF-8 with the replacement character.
pub(super) fn text<'a>(bytes: &'a [u8], oddities: &mut Vec<UnreadableMember>) -> Cow<'a, str> {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => text(rest, oddities),
        // The mark of UTF-16 and a character that no JSON has.
        [0xFF, 0xFE, 0, 0, rest @ ..] => utf32(rest, u32::from_le_bytes).into(),
        [0, 0, 0xFE, 0xFF, rest @ ..] => utf32(rest, u32::from_be_bytes).into(),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes).into(),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes).into(),
        _ => {
            let text = String::from_utf8_lossy(bytes);
            if let Cow::Owned(_) = text {
                oddities.push(UnreadableMember {
                    path: String::new(),
                    was: "text with bytes that are not UTF-8".to_owned(),
                });
            }
            text
        }
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> =
        bytes.chunks_exact(2).filter_map(|pair| pair.try_into().ok()).map(unit).collect();
    String::from_utf16_lossy(&units)
}

fn utf32(bytes: &[u8], unit: fn([u8; 4]) -> u32) -> String {
    let units = bytes.chunks_exact(4).filter_map(|four| four.try_into().ok()).map(unit);
    units.map(|unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// The text with bare `NaN`, `Infinity` and `undefined` replaced by `null`, control characters in
/// strings escaped, and unpaired surrogates replaced. `None` if nothing was changed.
pub(super) fn json(text: &str) -> Option<String> {
    let mut mended = String::with_capacity(text.len());
    let mut rest = text;
    let mut changed = false;
    while let Some(first) = rest.chars().next() {
        if first == '"' {
            let (string, after, was_odd) = mend_string(rest);
            mended.push_str(&string);
            changed |= was_odd;
            rest = after;
            continue;
        }
        let word = BARE.iter().find_map(|word| rest.strip_prefix(word));
        if let Some(after) = word {
            mended.push_str("null");
            changed = true;
            rest = after;
            continue;
        }
        mended.push(first);
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
    }
    changed.then_some(mended)
}

const BARE: [&str; 4] = ["NaN", "-Infinity", "Infinity", "undefined"];

/// The string at the start of `text` with its quotes, the text after it, and whether anything was
/// changed.
fn mend_string(text: &str) -> (String, &str, bool) {
    let mut mended = String::from("\"");
    let mut changed = false;
    let mut rest = text.get(1..).unwrap_or_default();
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '"' => {
                mended.push('"');
                return (mended, after, changed);
            }
            '\\' => {
                let (escape, after, was_odd) = mend_escape(rest);
                mended.push_str(escape);
                changed |= was_odd;
                rest = after;
            }
            c if c.is_control() && c < ' ' => {
                mended.push_str(&format!("\\u{:04x}", u32::from(c)));
                changed = true;
                rest = after;
            }
            c => {
                mended.push(c);
                rest = after;
            }
        }
    }
    (mended, rest, changed)
}

/// One escape sequence; a surrogate pair counts as one.
fn mend_escape(text: &str) -> (&str, &str, bool) {
    let length = if text.starts_with("\\u") { 6 } else { 2 };
    let split = |length: usize| text.split_at_checked(length).unwrap_or((text, ""));
    let Some(unit) = unit_of(text) else {
        let (escape, rest) = split(length);
        return (escape, rest, false);
    };
    let is_pair =
        || text.get(6..).and_then(unit_of).is_some_and(|second| (0xDC00..0xE000).contains(&second));
    match unit {
        0xD800..0xDC00 if is_pair() => {
            let (escape, rest) = split(12);
            (escape, rest, false)
        }
        0xD800..0xE000 => ("\\ufffd", split(6).1, true),
        _ => {
            let (escape, rest) = split(6);
            (escape, rest, false)
        }
    }
}

fn unit_of(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}
