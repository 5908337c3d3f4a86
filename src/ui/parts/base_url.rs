//! Validation of a typed base URL.

use crate::text;

/// Why the URL cannot be used. HTTPS is required, except for plain HTTP to this computer.
pub fn base_url_problem(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Some(text!("parts-required"));
    }
    let here = ["http://127.0.0.1", "http://[::1]", "http://localhost"]
        .iter()
        .filter_map(|start| text.strip_prefix(start))
        .any(|rest| rest.is_empty() || rest.starts_with([':', '/']));
    let host = text.strip_prefix("https://").unwrap_or_default();
    let named = !host.is_empty() && !host.starts_with(['/', ':']);
    (!here && !named).then(|| text!("parts-base-url-malformed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_safe_addresses_are_let_through() {
        for (text, fine) in [
            ("https://api.example.com/v3.1", true),
            ("http://127.0.0.1:8331/v3.1", true),
            ("http://localhost:8331", true),
            ("http://127.0.0.1.evil.example", false),
            ("http://api.example.com", false),
            ("api.example.com", false),
            ("https://", false),
            ("", false),
        ] {
            assert_eq!(base_url_problem(text).is_none(), fine, "{text}");
        }
    }
}
