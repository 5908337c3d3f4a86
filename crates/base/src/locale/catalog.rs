//! The messages of each language. The program hands them in with [`install`]: they change more often
//! than this package.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::langid;

use super::{Argument, Language, format};

/// The messages of one language, with English for what it does not list.
pub struct Catalog {
    bundle: FluentBundle<FluentResource>,
    /// The files that have every id.
    english: Files,
    /// Texts without arguments that are not one piece of their file; each is kept for the run.
    written: Mutex<HashMap<&'static str, &'static str>>,
}

pub type Files = &'static [(&'static str, &'static str)];

/// The messages of every language, each a list of file names and contents.
pub struct Sources {
    /// The source of every message.
    pub english: Files,
    /// The words that differ from `english`.
    pub british_english: Files,
    pub spanish: Files,
}

static SOURCES: OnceLock<&Sources> = OnceLock::new();

/// Hands in the messages of this program. The first call counts.
pub fn install(sources: &'static Sources) {
    let _ = SOURCES.set(sources);
}

static CATALOGS: [OnceLock<Catalog>; 4] = [const { OnceLock::new() }; 4];

/// The catalog of a language; read at its first use. Without messages until [`install`] was called.
pub fn catalog_of(language: Language) -> &'static Catalog {
    static EMPTY: OnceLock<Catalog> = OnceLock::new();
    let Some(sources) = SOURCES.get() else {
        let none = Sources { english: &[], british_english: &[], spanish: &[] };
        return EMPTY.get_or_init(|| Catalog::read(language, &none));
    };
    let [english, british, spanish, pseudo] = &CATALOGS;
    let kept = match language {
        Language::English => english,
        Language::BritishEnglish => british,
        Language::Spanish => spanish,
        Language::Pseudo => pseudo,
    };
    kept.get_or_init(|| Catalog::read(language, sources))
}

impl Catalog {
    fn read(language: Language, sources: &Sources) -> Self {
        let locale = match language {
            Language::Spanish => langid!("es"),
            _ => langid!("en"),
        };
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // Isolating marks would be drawn; `postroom_drawing::bidi` orders names inside a text.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(|value, _| match value {
            FluentValue::Number(number) => Some(format::number(number.value)),
            _ => None,
        }));
        if language == Language::Pseudo {
            bundle.set_transform(Some(in_other_letters));
        }
        let own = match language {
            Language::BritishEnglish => sources.british_english,
            Language::Spanish => sources.spanish,
            _ => &[],
        };
        for (_, source) in sources.english.iter().chain(own) {
            let resource = match FluentResource::try_new((*source).to_owned()) {
                Ok(resource) => resource,
                // Everything but the damaged messages; a test reads every file.
                Err((resource, _)) => resource,
            };
            bundle.add_resource_overriding(resource);
        }
        Self { bundle, english: sources.english, written: Mutex::default() }
    }

    /// The message without arguments; the id itself if there is none.
    pub fn text(&'static self, id: &'static str) -> &'static str {
        let Some(pattern) = self.bundle.get_message(id).and_then(|one| one.value()) else {
            return id;
        };
        match self.bundle.format_pattern(pattern, None, &mut Vec::new()) {
            Cow::Borrowed(text) => text,
            Cow::Owned(text) => {
                let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
                written.entry(id).or_insert_with(|| text.leak())
            }
        }
    }

    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// The id of a text that [`Catalog::text`] returned: the same piece of memory, because two
    /// messages can have the same words in one language.
    pub fn id_of(&'static self, text: &'static str) -> Option<&'static str> {
        let lines = self.english.iter().flat_map(|(_, source)| source.lines());
        let mut ids = lines.filter_map(|line| Some(line.split_once(" =")?.0));
        ids.find(|id| {
            let is_id = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
            id.chars().all(is_id) && self.has(id) && std::ptr::eq(self.text(id), text)
        })
    }

    /// The message with its arguments; the id itself if there is none.
    pub fn text_with(&self, id: &str, arguments: &[(&str, Argument)]) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|one| one.value()) else {
            return id.to_owned();
        };
        let mut values = FluentArgs::with_capacity(arguments.len());
        for (name, argument) in arguments {
            values.set(*name, argument.value());
        }
        self.bundle.format_pattern(pattern, Some(&values), &mut Vec::new()).into_owned()
    }
}

/// Writes each letter as a similar one of another alphabet and doubles some vowels, so a text that
/// is in no catalog, and one with no room to grow, can be seen.
fn in_other_letters(text: &str) -> Cow<'_, str> {
    let mut other = String::with_capacity(text.len() * 2);
    for letter in text.chars() {
        match letter {
            'a' => other.push_str("ää"),
            'e' => other.push_str("ëë"),
            'o' => other.push_str("öö"),
            _ => {
                let at = PLAIN.chars().position(|plain| plain == letter);
                other.push(at.and_then(|at| OTHER.chars().nth(at)).unwrap_or(letter));
            }
        }
    }
    Cow::Owned(other)
}

const PLAIN: &str = "bcdfghijklmnpqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const OTHER: &str = "ƀčďƒğĥïĵķłɱñƥɋřšťüṽŵẋÿžÅßČĐËƑĞĤÎĴĶĿṀÑÖƤɊŘŠŤÜṼŴẊŸŽ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plain_letter_has_another() {
        assert_eq!(PLAIN.chars().count(), OTHER.chars().count());
        assert!(OTHER.chars().all(|letter| !letter.is_ascii()));
        assert_eq!(in_other_letters("Buy 2"), "ßüÿ 2");
    }
}
