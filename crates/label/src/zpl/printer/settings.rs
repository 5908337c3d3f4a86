//! The commands that set something for all that follows.

use super::{MOST_LENGTH, MOST_STORED, MOST_WIDTH, Printer};
use crate::note::Note;
use crate::zpl::charset::Charset;
use crate::zpl::field::Symbol;
use crate::zpl::linear::Module;
use crate::zpl::mask::Turn;
use crate::zpl::token::{Command, Parameters};

impl Printer {
    /// Handles a setting. Returns false if the command is not one.
    pub(super) fn set(&mut self, command: &Command, p: &Parameters<'_>) -> bool {
        match &command.name {
            b"PW" => {
                self.width =
                    p.dots(0).filter(|w| *w > 0).map(|w| w.clamp(8, MOST_WIDTH)).or(self.width);
                self.resize();
            }
            b"LL" => {
                self.length =
                    p.dots(0).filter(|l| *l > 0).map(|l| l.clamp(8, MOST_LENGTH)).or(self.length);
                // "Y means that the length applies to all media, including Gap and Mark" (manual).
                self.has_length_everywhere = match p.letter(1) {
                    Some(letter) => letter == b'Y',
                    None => self.has_length_everywhere,
                };
                self.resize();
            }
            b"LH" => {
                self.home = (p.dots(0).unwrap_or(self.home.0), p.dots(1).unwrap_or(self.home.1))
            }
            b"MN" => self.is_continuous = p.letter(0) == Some(b'N'),
            b"LS" => self.shift.0 = p.dots(0).unwrap_or(0),
            b"LT" => self.shift.1 = p.dots(0).unwrap_or(0).clamp(-120, 120),
            b"PO" => self.inverted = p.letter(0) == Some(b'I'),
            b"PM" => self.mirrored = p.letter(0) == Some(b'Y'),
            b"LR" => self.reverse_all = p.letter(0) == Some(b'Y'),
            b"CF" => self.set_default_font(p),
            b"FW" => {
                self.default_turn = Turn::from_letter(p.letter(0)).unwrap_or(self.default_turn);
                self.default_right = p.int(1).map_or(self.default_right, |side| side == 1);
                // The new orientation also applies to the field that has already been started, and
                // to text whose `^A` gives one: the last command counts. FedEx writes its vertical
                // form codes like that. A barcode keeps the orientation of its own command.
                let turn = self.default_turn;
                if let Some(field) = self.label.as_mut().and_then(|label| label.field.as_mut())
                    && (!field.turn_given || field.symbol == Symbol::Text)
                {
                    field.turn = turn;
                }
            }
            b"BY" => {
                self.module = Module {
                    dots: p.dots(0).unwrap_or(self.module.dots).clamp(1, 10),
                    ratio: p.decimal(1).unwrap_or(self.module.ratio).clamp(2.0, 3.0),
                };
                self.bar_height = p.dots(2).filter(|h| *h > 0).unwrap_or(self.bar_height);
            }
            b"CI" => match p.int(0).and_then(Charset::from_number) {
                Some(charset) => {
                    let byte = |at: usize| u8::try_from(p.int(at)?).ok();
                    let pairs = (1..=511).step_by(2).filter_map(|at| byte(at).zip(byte(at + 1)));
                    self.charset = charset.remapped(pairs);
                    if let Some(field) = self.label.as_mut().and_then(|label| label.field.as_mut())
                    {
                        field.charset = self.charset.clone();
                    }
                }
                None => {
                    let number = p.text(0);
                    self.warn(Note::UnknownCharset { number });
                }
            },
            b"CV" => self.validates = p.letter(0) == Some(b'Y'),
            b"JM" => self.is_doubled = p.letter(0) == Some(b'B'),
            b"MC" => self.keeps_ink = p.letter(0) == Some(b'N'),
            b"CW" => {
                if let Some(alias) = p.letter(0)
                    && self.aliases.len() < MOST_STORED
                {
                    self.aliases.insert(alias, p.text(1));
                }
            }
            b"MU" => {
                let per_inch = f64::from(self.dots_per_inch());
                // Dots may be those of a printer with another resolution.
                let from = |at| p.decimal(at).map(f64::from).filter(|dpi| *dpi > 0.0);
                let scale = match (from(1), from(2)) {
                    (Some(drawn_at), Some(printed_at)) => printed_at / drawn_at,
                    _ => 1.0,
                };
                self.unit = match p.letter(0) {
                    Some(b'I') => per_inch,
                    Some(b'M') => per_inch / 25.4,
                    _ => scale.clamp(0.1, 10.0),
                };
            }
            b"PQ" => {
                let (copies, repeats) = (p.int(0).unwrap_or(1), p.int(2).unwrap_or(1));
                if let Some(label) = self.label() {
                    (label.copies, label.repeats) = (copies, repeats);
                }
            }
            _ => return false,
        }
        true
    }
}
