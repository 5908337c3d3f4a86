//! What shops and programs put into a cell beside its text: HTML, and letters that nobody sees.

use std::borrow::Cow;

/// The text without letters that have no width and no meaning for a label, and with HTML as a
/// person would read it: `O&#8217;Brien`, `100 Main St<br/>Apt 4B`.
pub(super) fn cleaned_text(text: &str) -> Cow<'_, str> {
    let mut cleaned = Cow::Borrowed(text);
    if !cleaned.is_ascii() && cleaned.contains(is_invisible) {
        cleaned = cleaned.replace(is_invisible, "").into();
    }
    if memchr::memchr2(b'&', b'<', cleaned.as_bytes()).is_none() {
        return cleaned;
    }
    let without_tags = without_tags(&cleaned);
    // A shop that escapes a text that is escaped already writes `&amp;amp;`.
    let once = html_escape::decode_html_entities(&without_tags);
    let twice = html_escape::decode_html_entities(&once);
    Cow::Owned(twice.into_owned())
}

/// Letters that only direct how others are shown. The joiners of Persian and of Indian scripts are
/// none of them: they change how a word looks.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{AD}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}' | '\u{FEFF}'
    )
}

/// Tags that end a line, and tags that only say how a text looks. Anything else between `<` and `>`
/// is text.
const LINES: [&str; 4] = ["br", "p", "div", "li"];
const LOOKS: [&str; 10] = ["a", "b", "em", "font", "i", "small", "span", "strong", "u", "ul"];

fn without_tags(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        kept.push_str(before);
        let tag = after.split_once('>').and_then(|(tag, behind)| {
            let name = tag.trim_matches('/').split([' ', '/']).next().unwrap_or_default();
            let name = name.to_ascii_lowercase();
            let ends_line = LINES.contains(&name.as_str());
            (ends_line || LOOKS.contains(&name.as_str())).then_some((ends_line, behind))
        });
        rest = match tag {
            Some((ends_line, behind)) => {
                if ends_line && !kept.is_empty() && !kept.ends_with('\n') {
                    kept.push('\n');
                }
                behind
            }
            None => {
                kept.push('<');
                after
            }
        };
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn o19_html_is_read_as_a_person_would() {
        for (text, wanted) in [
            ("O&#8217;Brien &amp; Sons", "O’Brien & Sons"),
            ("100 Main St<br/>Apt 4B", "100 Main St\nApt 4B"),
            ("100 Main St<br>Apt 4B<BR />Rear", "100 Main St\nApt 4B\nRear"),
            ("<p>Ana</p><p>Test</p>", "Ana\nTest\n"),
            ("<b>Caf&eacute;</b> M&uuml;ller", "Café Müller"),
            ("A&amp;amp;B", "A&B"),
            ("<strong class=\"x\">Ring</strong>", "Ring"),
            ("I <3 you", "I <3 you"),
            ("a < b > c", "a < b > c"),
            ("AT&T", "AT&T"),
            ("R&D; Lab", "R&D; Lab"),
            ("x&nosuch;y", "x&nosuch;y"),
        ] {
            assert_eq!(cleaned_text(text), wanted, "{text}");
        }
    }

    #[test]
    fn o29_letters_that_nobody_sees_are_dropped() {
        for (text, wanted) in [
            ("\u{202A}37206\u{202C}", "37206"),
            ("\u{200E}+1 615 555 0100", "+1 615 555 0100"),
            ("T\u{200B}N", "TN"),
            ("Nash\u{AD}ville", "Nashville"),
            ("\u{2066}US\u{2069}", "US"),
            // A joiner that Persian needs.
            ("می\u{200C}خواهم", "می\u{200C}خواهم"),
        ] {
            assert_eq!(cleaned_text(text), wanted, "{text:?}");
        }
    }
}
