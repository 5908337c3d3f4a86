//! The commands that choose fonts.

use super::{Printer, object_name};
use crate::note::Note;
use crate::zpl::field::FontChoice;
use crate::zpl::font::Downloaded;
use crate::zpl::graphic;
use crate::zpl::mask::Turn;
use crate::zpl::token::{Command, Parameters};

/// A font of the printer by its letter, and the typeface of the file that takes its place.
type Chosen = (u8, Option<Downloaded>);

/// The most typefaces of a file that are kept.
const MOST_FONTS: usize = 16;

impl Printer {
    /// `^A` with the letter of a font.
    pub(super) fn font(&mut self, letter: u8, p: &Parameters<'_>) {
        let name = self.resident(letter);
        self.choose(name, p);
    }

    /// `^A@`: a font by the name of its file. Without a name, the font of the last `^A@`.
    pub(super) fn font_of_file(&mut self, p: &Parameters<'_>) {
        let file = p.text(3);
        if !file.is_empty() {
            self.named_font = Some(file);
        }
        let name = match self.named_font.clone() {
            Some(file) => self.font_in_file(&file),
            None => (self.default_font.name, self.default_font.file.clone()),
        };
        self.choose(name, p);
    }

    fn choose(&mut self, (name, file): Chosen, p: &Parameters<'_>) {
        let turn = Turn::from_letter(p.letter(0));
        let (height, width) = (p.dots(1), p.dots(2));
        // Without a size, the font has the size of the default font.
        let asked = match (height, width) {
            (None, None) => FontChoice { name, file, ..self.default_font },
            _ => FontChoice { name, file, height, width },
        };
        if let Some(field) = self.field() {
            field.font = asked;
            field.font_given = true;
            field.turn = turn.unwrap_or(field.turn);
            field.turn_given |= turn.is_some();
        }
    }

    /// `^CF`. It also applies to the field that has already been started, unless that field has a
    /// font of its own.
    pub(super) fn set_default_font(&mut self, p: &Parameters<'_>) {
        let letter = p.letter(0);
        let (name, file) = match letter {
            Some(letter) => self.resident(letter),
            None => (self.default_font.name, self.default_font.file.clone()),
        };
        let asked = FontChoice { name, file, height: p.dots(1), width: p.dots(2) };
        let has_size =
            [asked.height, asked.width].iter().any(|side| side.is_some_and(|side| side > 0));
        if !has_size && letter.is_none() {
            return;
        }
        self.default_font = asked.clone();
        if let Some(field) = self.label.as_mut().and_then(|label| label.field.as_mut())
            && !field.font_given
        {
            field.font = asked;
        }
    }

    /// The font with this letter that is in every printer, or font A with a remark: a printer that
    /// lacks a font takes that (manual, `^CF`: its default).
    fn resident(&mut self, letter: u8) -> Chosen {
        if let Some(file) = self.aliases.get(&letter).cloned() {
            return self.font_in_file(&file);
        }
        if !matches!(letter, b'0' | b'A'..=b'H' | b'P'..=b'V') {
            let name = char::from(letter).to_string();
            self.warn(Note::OtherFont { name });
            return (b'A', None);
        }
        (letter, None)
    }

    /// The font of a file: one that the label brings, or one such as `Z:D.FNT`, whose name is the
    /// letter of a font in every printer.
    fn font_in_file(&mut self, file: &str) -> Chosen {
        let name = object_name(file);
        if let Some(file) = self.fonts.get(&name) {
            return (b'0', Some(file.clone()));
        }
        if let [letter @ (b'0' | b'A'..=b'H' | b'P'..=b'V')] = name.as_bytes() {
            return (*letter, None);
        }
        self.warn(Note::OtherFont { name });
        (b'A', None)
    }

    /// Stores a typeface: `~DUd:o.x,size,data`.
    pub(super) fn download_font(&mut self, command: &Command) {
        let p = command.parameters();
        let data = command.after_delimiters(2);
        self.store_font(&p.text(0), data, false, p.count(1).unwrap_or(0));
    }

    /// Stores a typeface. One that cannot be read is as absent as one that the file does not bring:
    /// only a field that uses it is a reason for a remark.
    pub(super) fn store_font(&mut self, file: &str, data: &[u8], raw: bool, total: usize) {
        let bytes = graphic::file_bytes(data, raw, total).ok();
        let name = object_name(file);
        if self.fonts.len() < MOST_FONTS
            && let Some(font) = bytes.and_then(|(bytes, _)| Downloaded::new(bytes))
        {
            self.fonts.insert(name, font);
        }
    }
}
