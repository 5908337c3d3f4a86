//! The messages of each language, from `assets/language/`. They are handed to `base`, so that an
//! edited word builds this package anew and not the packages below it.

#[path = "../assets/language/sources.rs"]
mod sources;

pub use sources::SOURCES;

/// Hands the messages to `base`, once. [`text!`](crate::text!) and [`message!`](crate::message!) do
/// so before they name one, so no order of starting can be wrong.
pub fn install() {
    crate::base::locale::install(&SOURCES);
}

/// As [`postroom_base::text!`], for this package.
#[macro_export]
macro_rules! text {
    ($($message:tt)*) => {{
        $crate::catalogs::install();
        $crate::base::text!($($message)*)
    }};
}

/// As [`postroom_base::message!`], for this package.
#[macro_export]
macro_rules! message {
    ($($message:tt)*) => {{
        $crate::catalogs::install();
        $crate::base::message!($($message)*)
    }};
}

#[cfg(test)]
mod tests {
    use crate::base::geography::{countries, country};
    use crate::base::locale::countries::country_names;

    #[test]
    fn every_country_is_found_by_its_name_in_each_language() {
        super::install();
        for land in countries() {
            assert!(!land.name().is_empty(), "{}", land.a2);
            for name in country_names(&land.a2) {
                assert!(!name.starts_with("countries-"), "{name}");
                assert_eq!(country(&name).unwrap().a2, land.a2, "{name}");
            }
        }
    }

    #[test]
    fn countries_are_found_by_what_people_type() {
        super::install();
        assert_eq!(country("Germany").unwrap().a2, "DE");
        for (name, code) in [
            ("alemania", "DE"),
            ("JAPON", "JP"),
            ("Mexico", "MX"),
            ("Me\u{301}xico", "MX"),
            ("EE.UU.", "US"),
            ("Czechia", "CZ"),
            ("Czech Republic", "CZ"),
        ] {
            assert_eq!(country(name).unwrap().a2, code, "{name}");
        }
    }
}
