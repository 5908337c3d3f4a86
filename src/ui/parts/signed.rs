//! Who signed a change, in words.

use crate::desk::stations::Signature;
use crate::text;

/// The station, and the person if one was named.
pub fn signed_by(signed: &str) -> String {
    match Signature::parse(signed) {
        Signature {
            station,
            person: "",
        } => station.to_owned(),
        Signature { station, person } => {
            text!("stations-signed", station = station, person = person)
        }
    }
}
