//! The messages of each language, from `assets/language/`. They are handed to `base`, so that an
//! edited word builds this package anew and not the packages below it.

use crate::base::locale::catalog::{Files, Sources};

/// The files of a language with their names, in the order in which they are read.
macro_rules! files {
    ($language:literal: $($name:literal),+) => {
        &[$((
            concat!($language, "/", $name, ".ftl"),
            include_str!(concat!("../assets/language/", $language, "/", $name, ".ftl")),
        )),+]
    };
}

/// The languages that have every message, each with the same files. A file has the name of the part
/// of the program whose texts it has.
macro_rules! complete_languages {
    ($($name:literal),+ $(,)?) => {
        const ENGLISH: Files = files!("en": $($name),+);
        const SPANISH: Files = files!("es": $($name),+);
    };
}

complete_languages!(
    "common",
    "shell",
    "commands",
    "parts",
    "connect",
    "ship",
    "problems",
    "rates",
    "shipments",
    "refunds",
    "manifests",
    "tracking",
    "addresses",
    "carriers",
    "balance",
    "containers",
    "activity",
    "practice",
    "settings",
    "printing",
    "labels",
    "errors",
    "storage",
    "stations",
    "countries",
    "orders",
    "order-import",
    "order-presets",
    "order-papers",
    "order-printing",
    "order-day",
    "shop-database",
    "order-scan",
    "order-returns",
);

const BRITISH_ENGLISH: Files = files!("en-GB": "spelling");

pub static SOURCES: Sources =
    Sources { english: ENGLISH, british_english: BRITISH_ENGLISH, spanish: SPANISH };

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
    use super::{ENGLISH, SPANISH};
    use crate::base::geography::{countries, country};

    #[test]
    fn every_country_is_found_by_its_name_in_each_language() {
        for files in [ENGLISH, SPANISH] {
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
