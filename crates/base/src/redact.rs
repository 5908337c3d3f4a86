//! Removes sensitive parts from text before it is logged: known secrets first, then what looks like
//! a secret, then personal data.

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
}
