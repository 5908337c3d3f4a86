//! The member by which `serde_json` hands over exact numbers (`arbitrary_precision`). Text from others
//! that has such a member would be read as a number that it does not have, or not be read at all.

use std::borrow::Cow;

const TOKEN: &str = "$serde_json::private::Number";
/// What stands for it: a member that no interface has.
const OTHER: &str = "\"$serde_json::private::number\"";

/// JSON text in which no member has that name, however it is escaped.
pub fn without_number_token(json: &str) -> Cow<'_, str> {
    // Every character of the name can be written as `\u00…`, and in no other way.
    if !json.contains(TOKEN) && !json.contains("\\u00") {
        return Cow::Borrowed(json);
    }
    let mut plain = String::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(begin) = json.get(at..).and_then(|rest| rest.find('"')).map(|to| at + to) {
        let Some(end) = end_of_string(json, begin) else { break };
        let string = json.get(begin..end).unwrap_or_default();
        if serde_json::from_str::<String>(string).is_ok_and(|name| name == TOKEN) {
            plain.push_str(json.get(kept..begin).unwrap_or_default());
            plain.push_str(OTHER);
            kept = end;
        }
        at = end;
    }
    match kept {
        0 => Cow::Borrowed(json),
        _ => Cow::Owned(plain + json.get(kept..).unwrap_or_default()),
    }
}

/// Behind the quote that ends the string which begins at `begin`.
fn end_of_string(json: &str, begin: usize) -> Option<usize> {
    let mut is_escaped = false;
    let bytes = json.as_bytes().iter().enumerate().skip(begin + 1);
    for (at, byte) in bytes {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_name_of_the_number_is_another_one() {
        for (json, plain) in [
            (r#"{"$serde_json::private::Number":"5"}"#, true),
            (r#"{"a":[{"\u0024serde_json::private::\u004eumber":"x"}],"b":1}"#, true),
            (r#"{"a\"":"\\","$serde_json::private::Number":"5"}"#, true),
            (r#"{"note":"$serde_json::private::Number, she said","u":"\u00e9"}"#, false),
            (r#"{"weight":5.10,"note":"\u00e9\"}"}"#, false),
        ] {
            let read = without_number_token(json);
            assert_eq!(matches!(read, Cow::Owned(_)), plain, "{json}");
            let value: serde_json::Value = serde_json::from_str(&read).unwrap();
            assert!(!has_number(&value), "{value}");
        }
        // Text that ends inside a string is left to whoever reads it.
        assert_eq!(without_number_token(r#"{"\u0024"#), r#"{"\u0024"#);
    }

    /// Whether one of the examples was read as the number 5 that it hides.
    fn has_number(value: &serde_json::Value) -> bool {
        value.is_number() || value.get("a").is_some_and(|items| items[0].is_number())
    }
}
