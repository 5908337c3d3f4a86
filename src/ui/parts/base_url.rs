//! Validation of a typed base URL.

use crate::api::url::check_base;
use crate::text;
use crate::ui::widgets::capital;

/// Why no request can go to this URL, as the client judges it.
pub fn base_url_problem(text: &str) -> Option<String> {
    if text.trim().is_empty() {
        return Some(text!("parts-required").to_owned());
    }
    let why = check_base(text).err()?;
    Some(text!("parts-base-url-problem", reason = capital(&why.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W33: an address without a version was let through, and the request for it failed.
    #[test]
    fn only_addresses_that_the_client_takes_are_let_through() {
        for (text, fine) in [
            ("https://api.example.com/v3.1", true),
            ("https://api.example.com/v3.1/", true),
            ("http://127.0.0.1:8331/v3.1", true),
            ("http://127.0.0.1.evil.example/v3.1", false),
            ("http://api.example.com/v3.1", false),
            ("https://api.example.com", false),
            ("https://api.example.com/v3", false),
            ("api.example.com/v3.1", false),
            ("https://", false),
            ("", false),
        ] {
            assert_eq!(base_url_problem(text).is_none(), fine, "{text}");
        }
    }
}
