//! Installed typefaces, for scripts the bundled typeface lacks. Which ones exist depends on the
//! machine; a character that none of them has is drawn as an empty square, except for an emoji,
//! which is left out.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use fontique::{
    Attributes, Blob, Collection, CollectionOptions, FallbackKey, FontStyle, FontWeight, FontWidth,
    GenericFamily, Language, QueryFamily, QueryStatus, Script, SourceCache, SourceCacheOptions,
};

use super::emoji::is_emoji;
use super::{Face, FontFile};

/// Limit of typefaces searched per script; further ones rarely add characters.
const MOST_OF_A_SCRIPT: usize = 8;

/// The shapes and the coverage of Han characters differ by country. The system's default comes
/// first, then these languages, so that a character only one of them has is found too.
const HAN: [u8; 4] = *b"Hani";
const HAN_PLACES: [&str; 4] = ["ja", "zh-SG", "zh-TW", "ko"];

/// The system's first choice for Hebrew can be a medieval script style that few people can read.
const HEBREW: [u8; 4] = *b"Hebr";
const PLAIN_HEBREW: [QueryFamily<'static>; 2] =
    [QueryFamily::Named("Noto Sans Hebrew"), QueryFamily::Named("DejaVu Sans")];

/// Emoji belong to no script; this is the code of their own.
const EMOJI: [u8; 4] = *b"Zsye";
/// Those with outlines come first: a printer and the window draw no others.
const WITH_EMOJI: [QueryFamily<'static>; 4] = [
    QueryFamily::Named("Noto Emoji"),
    QueryFamily::Named("Symbola"),
    QueryFamily::Named("Segoe UI Emoji"),
    QueryFamily::Generic(GenericFamily::Emoji),
];

/// The installed typeface that has a character.
pub fn face_for(letter: char, bold: bool) -> Option<&'static Face> {
    if letter.is_control() || letter.is_whitespace() {
        return None;
    }
    static INSTALLED: OnceLock<Mutex<Installed>> = OnceLock::new();
    let installed = INSTALLED.get_or_init(|| Mutex::new(Installed::open()));
    // A search that panicked leaves at most an incomplete list.
    let mut installed = installed.lock().unwrap_or_else(PoisonError::into_inner);
    installed.faces_of(script(letter), bold).iter().copied().find(|face| face.draws(letter))
}

/// The script of a character as its four-letter code; `Zyyy` for characters common to all scripts.
fn script(letter: char) -> [u8; 4] {
    if is_emoji(letter) {
        return EMOJI;
    }
    let mut buffer = harfrust::UnicodeBuffer::new();
    buffer.add(letter, 0);
    buffer.guess_segment_properties();
    buffer.script().tag().to_be_bytes()
}

struct Installed {
    collection: Collection,
    sources: SourceCache,
    /// The same faces for every character of a script, so that the choice does not depend on what
    /// was drawn before.
    scripts: HashMap<([u8; 4], bool), Vec<&'static Face>>,
    opened: HashMap<(u64, u32), Option<&'static Face>>,
}

impl Installed {
    fn open() -> Installed {
        Installed {
            collection: Collection::new(CollectionOptions { shared: false, system_fonts: true }),
            sources: SourceCache::new(SourceCacheOptions::default()),
            scripts: HashMap::new(),
            opened: HashMap::new(),
        }
    }

    fn faces_of(&mut self, script: [u8; 4], bold: bool) -> &[&'static Face] {
        if !self.scripts.contains_key(&(script, bold)) {
            let faces = self.search(script, bold);
            self.scripts.insert((script, bold), faces);
        }
        self.scripts.get(&(script, bold)).map(Vec::as_slice).unwrap_or_default()
    }

    fn search(&mut self, script: [u8; 4], bold: bool) -> Vec<&'static Face> {
        let mut places: Vec<Option<Language>> = vec![None];
        if script == HAN {
            let known = HAN_PLACES.iter().map(|place| Language::parse(place).ok());
            places.extend(known.filter(Option::is_some));
        }
        let weight = FontWeight::new(if bold { 700.0 } else { 400.0 });
        let mut found: Vec<&'static Face> = Vec::new();
        // The script's fallbacks come first, then any sans-serif: the long list of the latter would
        // leave no room for the former.
        let generic = [QueryFamily::Generic(GenericFamily::SansSerif)];
        let preferred: &[QueryFamily] = match script {
            HEBREW => &PLAIN_HEBREW,
            EMOJI => &WITH_EMOJI,
            _ => &[],
        };
        let own = places.iter().map(|place| (place, preferred));
        let searches = own.chain([(&None, &generic[..])]);
        for (place, families) in searches {
            let mut query = self.collection.query(&mut self.sources);
            query.set_attributes(Attributes::new(FontWidth::NORMAL, FontStyle::Normal, weight));
            query.set_families(families.iter().copied());
            query.set_fallbacks(FallbackKey::new(Script::from_bytes(script), place.as_ref()));
            let opened = &mut self.opened;
            query.matches_with(|font| {
                let face = *opened.entry((font.blob.id(), font.index)).or_insert_with(|| {
                    // Leaked: opened once and used while the program runs, like the bundled
                    // face.
                    let blob: &'static Blob<u8> = Box::leak(Box::new(font.blob.clone()));
                    let file = FontFile { bytes: blob.as_ref(), index: font.index };
                    Face::of(file, bold).map(|face| &*Box::leak(Box::new(face)))
                });
                if let Some(face) = face
                    && !found.iter().any(|known| std::ptr::eq(*known, face))
                {
                    found.push(face);
                }
                if found.len() < MOST_OF_A_SCRIPT {
                    QueryStatus::Continue
                } else {
                    QueryStatus::Stop
                }
            });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_told_apart_by_script() {
        for (letter, code) in
            [('日', "Hani"), ('ع', "Arab"), ('a', "Latn"), ('한', "Hang"), ('🎁', "Zsye")]
        {
            assert_eq!(script(letter), code.as_bytes(), "{letter}");
        }
    }

    /// True whatever is installed: a face that is found draws the character.
    #[test]
    fn only_faces_that_draw_a_letter_are_found() {
        for letter in ['漢', 'ع', 'ก', '🎁', '\u{10fffd}', '\n', ' '] {
            if let Some(face) = face_for(letter, false) {
                assert!(face.draws(letter), "{letter:?}");
                let again = face_for(letter, false).expect("the same again");
                assert!(std::ptr::eq(face, again), "{letter:?}");
            }
        }
        assert!(face_for('\n', true).is_none());
        assert!(face_for('\u{10fffd}', true).is_none(), "no letter at all");
    }
}
