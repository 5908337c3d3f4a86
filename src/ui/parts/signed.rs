//! Who signed a change, in words.

use crate::desk::stations::Signature;

/// The station, and the person if one was named.
pub fn signed_by(signed: &str) -> String {
    Signature::parse(signed).message().to_string()
}
