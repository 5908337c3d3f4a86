//! Services that a carrier accepts for certain contents or senders only. Postage of other parcels is
//! charged again or the parcel is returned, so such a service is never recommended and never chosen
//! automatically.

use crate::text;
use postroom_api::rate::Rate;
use postroom_api::value::Service;

/// What the service is for, in a sentence; `None` if it takes all goods.
pub fn allowed_use(service: &Service) -> Option<&'static str> {
    match service {
        Service::MediaMail => Some(text!("rates-only-media")),
        Service::LibraryMail => Some(text!("rates-only-libraries")),
        Service::BoundPrintedMatter => Some(text!("rates-only-printed")),
        Service::Unknown(code) => allowed_use_of_code(code),
        _ => None,
    }
}

/// Variants of the three services in a spelling that this version does not know, such as
/// `Bound-Printed-Matter` or `MediaMailFlats`.
fn allowed_use_of_code(code: &str) -> Option<&'static str> {
    let letters = code.chars().filter(char::is_ascii_alphanumeric);
    let plain: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    let known = [
        ("mediamail", Service::MediaMail),
        ("librarymail", Service::LibraryMail),
        ("boundprintedmatter", Service::BoundPrintedMatter),
    ];
    let mut found = known.iter().filter(|(name, _)| plain.contains(name));
    found.next().and_then(|(_, service)| allowed_use(service))
}

pub fn is_restricted(rate: &Rate) -> bool {
    rate.final_service.as_ref().and_then(allowed_use).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W15
    #[test]
    fn every_spelling_says_what_the_service_is_for() {
        let of = |code: &str| allowed_use(&Service::parse(code));
        for code in ["MediaMail", "Media Mail", "MEDIA_MAIL", "Media-Mail"] {
            assert_eq!(of(code), Some("Only books, film, and recorded media"));
        }
        for code in ["LibraryMail", "library mail"] {
            let words = "Only between libraries, schools, and museums";
            assert_eq!(of(code), Some(words));
        }
        for code in ["BoundPrintedMatter", "Bound-Printed-Matter"] {
            let words = "Only bound, printed matter such as catalogs and books";
            assert_eq!(of(code), Some(words));
        }
        let known = Service::ALL.iter();
        let restricted = known.filter(|service| allowed_use(service).is_some());
        assert_eq!(restricted.count(), 3);
        assert_eq!(of("ParcelSelectLightweight"), None);
    }
}
