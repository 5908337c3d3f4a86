//! Quoted-printable as old telephones write it: without the parameter name, without a charset, with
//! unescaped equals signs. These lines are corrected so that `calcard` can decode them.

use std::borrow::Cow;

/// A charset name that `calcard` does not know. With it, `calcard` returns text if the bytes are
/// UTF-8, and the raw bytes otherwise. Without any charset it assumes Latin-1.
const UNNAMED: &str = ";CHARSET=unnamed";

/// The lines of one card, corrected one by one.
#[derive(Default)]
pub struct Lines {
    text: String,
    /// The previous line is quoted-printable and continues on this one.
    goes_on: bool,
}

impl Lines {
    pub fn push(&mut self, line: &str) {
        let (head, value) = match line.split_once(':') {
            _ if self.goes_on => ("", line),
            Some((head, value)) if is_quoted(head) => (head, value),
            _ => {
                self.text.push_str(line);
                self.text.push('\n');
                return;
            }
        };
        if !head.is_empty() {
            self.text.push_str(&named(head));
            self.text.push(':');
        }
        self.text.push_str(&escaped(value));
        self.text.push('\n');
        self.goes_on = value.ends_with('=');
    }

    pub fn text(self) -> String {
        self.text
    }
}

fn is_quoted(head: &str) -> bool {
    let name = |part: &str| {
        let part = part.to_ascii_uppercase();
        part.trim_start_matches("ENCODING=") == QUOTED
    };
    head.split(';').skip(1).any(name)
}

const QUOTED: &str = "QUOTED-PRINTABLE";

/// Adds the missing parameter name and charset.
fn named(head: &str) -> String {
    let parts = head.split(';').map(|part| match part.eq_ignore_ascii_case(QUOTED) {
        true => Cow::Owned(format!("ENCODING={QUOTED}")),
        false => Cow::Borrowed(part),
    });
    let mut head = parts.collect::<Vec<_>>().join(";");
    if !head.to_ascii_uppercase().contains(";CHARSET=") {
        head.push_str(UNNAMED);
    }
    head
}

/// Escapes an equals sign that neither begins an encoded byte nor ends the line.
fn escaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('=') {
        out.push_str(before);
        let pair = after.as_bytes().get(..2).unwrap_or_default();
        let letter = pair.len() == 2 && pair.iter().all(u8::is_ascii_hexdigit);
        out.push_str(if letter || after.is_empty() { "=" } else { "=3D" });
        rest = after;
    }
    out.push_str(rest);
    out
}
