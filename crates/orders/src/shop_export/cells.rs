//! Cells that a spreadsheet program must not take for a formula, and that a shop must recognize.
//!
//! People open these files before they upload them, and a text that begins with `=`, `+`, `-` or
//! `@` is a formula to a spreadsheet program. The usual guard, an apostrophe before the text, would
//! make an order number unknown to the shop. So it depends on the column:
//!
//! | column | a text that begins like a formula |
//! |---|---|
//! | order number, tracking number | written as it is if it can do no harm, such as `-100`; else the order is left out, and the reason is told |
//! | a further column of the source, which may identify a line to the shop | written as it is if it can do no harm, else with an apostrophe |
//! | carrier, service, recipient, reference, fixed text | with an apostrophe |
//! | dates, amounts and words that we write | never begins like a formula |
//!
//! So does a text with a semicolon before such a sign, in a spreadsheet whose language separates cells
//! by semicolons.

use std::borrow::Cow;

use postroom_base::spreadsheet_cell::escape_formula;

/// Whether the text can stand in a cell as it is: it does not begin like a formula, or it is a sign
/// with a plain number or name, which refers to nothing outside of the sheet and calls nothing.
/// Control characters, which could begin a new cell, are never safe.
pub(super) fn is_safe_identifier(text: &str) -> bool {
    if text.chars().any(char::is_control) {
        return false;
    }
    let after_sign = text.trim_start_matches(['+', '-']);
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./# ".contains(letter);
    if text.starts_with(['+', '-']) {
        return after_sign.chars().all(is_plain);
    }
    escape_formula(text) == text
}

/// A further column of the source.
pub(super) fn source_cell(text: &str) -> Cow<'_, str> {
    if is_safe_identifier(text) { Cow::Borrowed(text) } else { Cow::Owned(escape_formula(text)) }
}

/// A cell that no shop compares with anything.
pub(super) fn text_cell(text: &str) -> String {
    escape_formula(text.trim())
}

/// For a file whose cells cannot be quoted: tabs and line breaks become spaces.
pub(super) fn without_breaks(text: &str) -> String {
    text.replace(|letter: char| letter.is_control(), " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_is_safe_or_refused_and_never_changed() {
        for (text, safe) in [
            ("1001", true),
            ("#1001", true),
            ("-100", true),
            ("100;=1+1", false),
            ("＝100", false),
            ("+49-7", true),
            ("--A.7/b", true),
            ("058-3563777-5518068", true),
            ("a=b", true),
            ("=1+1", false),
            ("=100", false),
            ("@SUM(1)", false),
            ("-2+cmd|' /C calc'!A0", false),
            ("+HYPERLINK(\"x\")", false),
            ("10\t01", false),
            ("10\n01", false),
            ("", true),
        ] {
            assert_eq!(is_safe_identifier(text), safe, "{text:?}");
        }
    }

    #[test]
    fn other_cells_get_an_apostrophe() {
        assert_eq!(source_cell("-100"), "-100");
        assert_eq!(source_cell("=1+1"), "'=1+1");
        assert_eq!(text_cell("-100"), "'-100");
        assert_eq!(text_cell(" Ann "), "Ann");
        assert_eq!(without_breaks("a\tb\r\nc"), "a b  c");
    }
}
