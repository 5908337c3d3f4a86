//! The language of the program and the formats of dates, times, numbers and money.
//!
//! Every text that a person reads is a message of Fluent in `assets/language/`, one folder per
//! language with English as the source. Code names a message with [`crate::text!`]; nothing on
//! screen is put together from pieces. `tests/all/texts.rs` checks that every named message
//! exists, in every language, with the same arguments.
//!
//! The locale is one value for the whole process: the system chooses it at the start, the settings
//! can choose the language, and a change applies to the next frame.

pub mod arguments;
pub mod catalog;
pub mod format;
pub mod message;
pub mod parse;
pub mod typed_amounts;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

pub use arguments::Argument;
pub use catalog::install;
pub use format::Formats;
pub use message::{Message, Part};

/// A language with a complete set of messages in `assets/language/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    /// English as written outside the United States; only the words that differ are listed.
    BritishEnglish,
    Spanish,
    /// English in other letters and longer, for tests: a text in plain letters is in no catalog.
    Pseudo,
}

impl Language {
    pub const ALL: [Self; 4] = [Self::English, Self::BritishEnglish, Self::Spanish, Self::Pseudo];

    /// The language and region of a tag such as `es-MX`, `en_GB.UTF-8` or `en-XA` (pseudo). Every
    /// other language reads English.
    pub fn of_tag(tag: &str) -> Self {
        let tag = normal_tag(tag);
        let (language, rest) = tag.split_once('-').unwrap_or((&tag, ""));
        // A script may stand before the region, as in `en-Latn-GB`.
        let region = rest.rsplit('-').next().unwrap_or_default();
        match language {
            "es" => Self::Spanish,
            "en" if region == "XA" => Self::Pseudo,
            "en" if matches!(region, "" | "US" | "PR" | "PH" | "CA") => Self::English,
            "en" => Self::BritishEnglish,
            _ => Self::English,
        }
    }
}

/// `en_GB.UTF-8` as `en-GB`; the language in lower case and the region in upper case.
fn normal_tag(tag: &str) -> String {
    let tag = tag.split(['.', '@']).next().unwrap_or_default();
    let mut parts = tag.split(['-', '_']);
    let mut normal = parts.next().unwrap_or_default().to_lowercase();
    for part in parts {
        normal.push('-');
        match part.len() {
            2 => normal.push_str(&part.to_uppercase()),
            _ => normal.push_str(part),
        }
    }
    normal
}

static CURRENT: AtomicU8 = AtomicU8::new(0);

/// The language of the texts of this process; English until [`start`] is called.
pub fn language() -> Language {
    let at = language_place();
    Language::ALL.get(at).copied().unwrap_or(Language::English)
}

/// The place of the language in [`Language::ALL`].
fn language_place() -> usize {
    usize::from(CURRENT.load(Ordering::Relaxed))
}

/// The language tag of the system, such as `en-US`, if it tells one.
pub fn system_tag() -> Option<String> {
    let tag = normal_tag(&sys_locale::get_locale()?);
    // `C` and `POSIX` name no language.
    (tag.split('-').next()?.len() == 2).then_some(tag)
}

/// The language tag of the system, or of the command line; set at the start of the program.
static SYSTEM: OnceLock<String> = OnceLock::new();

/// Remembers the language tag of the system and makes it the locale of the process. Called once, at
/// the start; until then, and without a tag, the locale is that of the United States.
pub fn start(system: Option<String>) {
    if let Some(system) = system {
        let _ = SYSTEM.set(normal_tag(&system));
    }
    choose("");
}

/// Makes this the language of the process: the language tag of the settings (`es`, `en`), or empty
/// for the language of the system. The region, and with it the formats, stays that of the system.
pub fn choose(chosen: &str) {
    let tag = chosen_tag(chosen, SYSTEM.get().map(String::as_str).unwrap_or_default());
    let language = Language::of_tag(&tag);
    let at = Language::ALL.iter().position(|one| *one == language);
    let at = at.and_then(|at| u8::try_from(at).ok()).unwrap_or_default();
    CURRENT.store(at, Ordering::Relaxed);
    format::select(language, &tag);
}

fn chosen_tag(chosen: &str, system: &str) -> String {
    match (chosen.is_empty(), system.is_empty()) {
        (true, true) => "en-US".to_owned(),
        (true, false) => system.to_owned(),
        (false, _) if chosen.contains('-') => chosen.to_owned(),
        (false, _) => match system.rsplit_once('-') {
            Some((_, region)) => format!("{chosen}-{region}"),
            None => chosen.to_owned(),
        },
    }
}

/// Names a message in a table: a function, because the language can change.
pub type TextOf = fn() -> &'static str;

/// A message without arguments, by its id.
pub fn text(id: &'static str) -> &'static str {
    catalog::catalog_of(language()).text(id)
}

/// A message with arguments, by its id.
pub fn text_with(id: &str, arguments: &[(&str, Argument)]) -> String {
    catalog::catalog_of(language()).text_with(id, arguments)
}

/// The message of `assets/language/` with this id: a `&'static str` without arguments, a `String`
/// with arguments. An argument is text, a number, an amount of money or an [`Argument`].
///
/// ```ignore
/// text!("ship-buy");
/// text!("ship-balance-after", amount = price);
/// ```
#[macro_export]
macro_rules! text {
    ($id:literal $(,)?) => {
        $crate::locale::text($id)
    };
    ($id:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::locale::text_with(
            $id,
            &[$((stringify!($name), $crate::locale::Argument::from($value))),+],
        )
    };
}

/// As [`crate::text!`] for a text that is kept, such as a notice: a [`Message`], which is read in the
/// language of the window whenever it is shown.
#[macro_export]
macro_rules! message {
    ($id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::locale::Message::new(
            $id,
            vec![$((stringify!($name), $crate::locale::Part::from($value))),*],
        )
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_of_the_system_names_the_language() {
        for (tag, language) in [
            ("en_US.UTF-8", Language::English),
            ("en", Language::English),
            ("en-CA", Language::English),
            ("en_GB.UTF-8", Language::BritishEnglish),
            ("en-Latn-AU", Language::BritishEnglish),
            ("es_MX.UTF-8", Language::Spanish),
            ("es", Language::Spanish),
            ("de-DE", Language::English),
            ("en-XA", Language::Pseudo),
        ] {
            assert_eq!(Language::of_tag(tag), language, "{tag}");
        }
    }

    #[test]
    fn a_chosen_language_keeps_the_region_of_the_system() {
        for (chosen, system, tag) in [
            ("", "", "en-US"),
            ("", "es-MX", "es-MX"),
            ("es", "en-US", "es-US"),
            ("en", "de", "en"),
            ("en-XA", "en-US", "en-XA"),
        ] {
            assert_eq!(chosen_tag(chosen, system), tag, "{chosen} on {system}");
        }
    }
}
