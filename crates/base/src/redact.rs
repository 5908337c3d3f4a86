//! Removes sensitive parts from text before it is logged: known secrets first, then what looks like
//! a secret, then personal data.

use std::fmt;
use std::fmt::Write;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::secret;

/// Where the text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RedactedText {
    Line,
    Report,
}

static RULES: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    [
        // Authorization headers, and tokens by their form.
        (r"(?i)\b(bearer|basic)\s+[a-z0-9._~+/=-]{6,}", "$1 …"),
        (r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*", "…"),
        // Values after a name that marks them as secret.
        (
            r#"(?i)((?:secret|password|passwd|token|authorization|api_?key|credential)[a-z_-]*"?\s*[:=]\s*)(?:"[^"]*"|[^\s,;}&]+)"#,
            "$1…",
        ),
        // The address of a label file may have a signature in its query.
        (r#"(https?://[^\s"'?]+)\?[^\s"']+"#, "$1?…"),
        (r"[\w.+-]+@[\w-]+\.[\w.-]+", "…@…"),
        // serde quotes the value it could not read.
        (r#"\b(string|character|variant|field) (?:"[^"]*"|`[^`]*`)"#, "$1 …"),
    ]
    .into_iter()
    .filter_map(|(rule, instead)| Some((Regex::new(rule).ok()?, instead)))
    .collect()
});

/// A panic message can quote the text that was being processed.
static QUOTED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"`[^`]*`|"[^"]*"|'[^']{2,}'"#).ok());

/// The names of the variants at the beginning of a `Debug` text, and the ids in it. Inside a text,
/// quotes are escaped, so what looks like an id there is none.
static OUTLINE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"^\w+(?:\([A-Z]\w*)*|\w+Id\("[^"\\]+"\)"#).ok());

/// Length of a `Debug` text that is searched for ids.
const MOST_OUTLINED: usize = 1000;

/// What the log says of a request or an event: which one it is, and the ids that it names. The rest
/// of it may be personal.
pub fn outline(value: &impl fmt::Debug) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        let mut text = Beginning(String::new());
        // It ends with an error where the text is cut off.
        let _ = write!(text, "{value:?}");
        let found = OUTLINE.iter().flat_map(|outline| outline.find_iter(&text.0));
        for (number, part) in found.enumerate() {
            let space = if number == 0 { "" } else { " " };
            write!(f, "{space}{}", part.as_str())?;
        }
        Ok(())
    })
}

/// The beginning of a text.
struct Beginning(String);

impl Write for Beginning {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_str(text);
        if self.0.len() < MOST_OUTLINED { Ok(()) } else { Err(fmt::Error) }
    }
}

/// Redacts a line for the log.
pub fn redact_line(text: &str) -> String {
    redacted(text, RedactedText::Line)
}

/// Redacts a message of unknown origin, such as a panic's: all quoted text is removed too.
pub fn redact_message(text: &str) -> String {
    redacted(text, RedactedText::Report)
}

fn redacted(text: &str, kind: RedactedText) -> String {
    let Some(mut text) = secret::mask_secrets(text) else {
        // If the secrets cannot be checked, the whole line is withheld.
        return format!("(withheld, {} bytes)", text.len());
    };
    for (rule, instead) in RULES.iter() {
        if rule.is_match(&text) {
            text = rule.replace_all(&text, *instead).into_owned();
        }
    }
    if let (RedactedText::Report, Some(quoted)) = (kind, QUOTED.as_ref()) {
        let count = |found: &Captures<'_>| {
            let letters = found.get(0).map_or(0, |text| text.as_str().chars().count());
            format!("({} letters)", letters.saturating_sub(2))
        };
        text = quoted.replace_all(&text, count).into_owned();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::OrderId;

    #[test]
    fn what_looks_like_a_secret_or_names_a_person_is_taken_out() {
        assert_eq!(RULES.len(), 6, "a rule is not a regex");
        for (text, wanted) in [
            ("Authorization: Bearer abc.def-123", "Authorization: … …"),
            ("sent Bearer abcdefgh and more", "sent Bearer … and more"),
            (r#"{"apiSecret":"x y","a":1}"#, r#"{"apiSecret":…,"a":1}"#),
            ("apiKey=k123&b=2", "apiKey=…&b=2"),
            ("password: hunter2, user", "password: …, user"),
            (
                "GET https://files.example/l.pdf?sig=abc&x=1 failed",
                "GET https://files.example/l.pdf?… failed",
            ),
            ("mail to jane@example.com now", "mail to …@… now"),
            (
                r#"invalid type: string "Jane Sample", expected u32"#,
                "invalid type: string …, expected u32",
            ),
            ("GET Shipment 200 in 12 ms", "GET Shipment 200 in 12 ms"),
        ] {
            assert_eq!(redact_line(text), wanted);
        }
        assert_eq!(
            redact_message(
                "byte index 1 is not a char boundary; it is inside 'ü' of `Jürg Müller`"
            ),
            "byte index 1 is not a char boundary; it is inside 'ü' of (11 letters)"
        );
    }
    #[test]
    fn of_a_request_the_log_has_its_kind_and_its_ids() {
        #[derive(Debug)]
        #[expect(dead_code, reason = "only the texts are read")]
        enum Request {
            Buy,
            Note(Option<Part>),
            Many(Vec<Part>),
        }
        #[derive(Debug)]
        #[expect(dead_code, reason = "only the texts are read")]
        enum Part {
            Text(String),
            Order { id: OrderId, name: &'static str },
        }
        let order = |name| Part::Order { id: OrderId::new("7"), name };
        let quoted = r#"Jane OrderId("8")"#;
        for (request, wanted) in [
            (Request::Buy, "Buy"),
            (Request::Note(None), "Note(None"),
            (Request::Note(Some(Part::Text(quoted.to_owned()))), "Note(Some(Text"),
            (Request::Note(Some(order(quoted))), r#"Note(Some(Order OrderId("7")"#),
            (Request::Many(vec![order("Jane"), order("")]), r#"Many OrderId("7") OrderId("7")"#),
        ] {
            assert_eq!(outline(&request).to_string(), wanted);
        }
        let many = (0..1_000_000).map(|_| order("Jane")).collect();
        assert!(outline(&Request::Many(many)).to_string().len() < MOST_OUTLINED);
    }
}
