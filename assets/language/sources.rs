//! The files of each language. The root hands them to `base`; tests of the packages below it, which
//! compare words, do so too.

use postroom_base::locale::catalog::{Files, Sources};

/// The files of a language with their names, in the order in which they are read.
macro_rules! files {
    ($language:literal: $($name:literal),+) => {
        &[$((
            concat!($language, "/", $name, ".ftl"),
            include_str!(concat!($language, "/", $name, ".ftl")),
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
    "help",
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
    "practice-service",
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
