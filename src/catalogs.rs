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
    use super::SOURCES;
    use crate::base::geography::{countries, country};

    #[test]
    fn every_country_is_found_by_its_name_in_each_language() {
        for files in [SOURCES.english, SOURCES.spanish] {
            let (_, lines) =
                files.iter().find(|(name, _)| name.ends_with("/countries.ftl")).unwrap();
            let names = lines.lines().filter_map(|line| {
                let (id, name) = line.strip_prefix("countries-")?.split_once(" = ")?;
                Some((id.to_ascii_uppercase(), name))
            });
            let mut count = 0;
            for (code, name) in names {
                assert_eq!(country(name).map(|land| &land.a2), Some(&code), "{name}");
                count += 1;
            }
            assert_eq!(count, countries().len());
        }
    }
}
