//! One field: the settings between `^FO` and `^FS`, and how it is drawn.

use super::barcode::{FieldData, Symbology};
use super::charset::{Charset, unescaped};
use super::clock::FieldClocks;
use super::font::{Downloaded, Font};
use super::linear::Module;
use super::mask::{Mask, Paint, Turn};
use super::serial::Serial;
use super::sign;
use super::text::{self, Block, Direction, Drawn};
use crate::note::{Note, SymbolKind};

/// How the data of a field is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Symbol {
    Text,
    /// `^TB`.
    Clipped {
        width: i32,
        height: i32,
    },
    /// `^GS`: letters stand for symbols.
    Sign,
    /// Data of an RFID tag, which is not on paper.
    Tag,
    Barcode(Symbology),
}

/// The appearance of a linear barcode.
#[derive(Clone, Debug, PartialEq)]
pub struct Printing {
    pub module: Module,
    pub height: i32,
    pub line_below: bool,
    pub line_above: bool,
    /// The font of the text line, if the field gives one before its barcode.
    pub line_font: Option<FontChoice>,
    /// Whether the head has 300 dots per inch.
    pub fine_head: bool,
    /// Whether the printer checks the data and refuses faulty ones (`^CV`).
    pub validates: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FontChoice {
    pub name: u8,
    /// A typeface that the file brings, in place of the one with the name.
    pub file: Option<Downloaded>,
    pub height: Option<i32>,
    pub width: Option<i32>,
}

impl FontChoice {
    pub fn open(&self, fine_head: bool) -> Option<Font> {
        match &self.file {
            Some(file) => Font::downloaded(file, self.height, self.width),
            None => Font::on_head(self.name, self.height, self.width, fine_head),
        }
    }

    /// Whether the typeface that the file brings has the character.
    fn brings(&self, character: char) -> bool {
        self.file.as_ref().is_some_and(|file| file.has(character))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// `^FO`: the upper left or the upper right corner.
    Corner { right: bool },
    /// `^FT`: the start of the baseline, or its end.
    Baseline { right: bool },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub x: i32,
    pub y: i32,
    pub anchor: Anchor,
    pub turn: Turn,
    /// Whether a command of the field gives its orientation or its font. Otherwise the defaults in
    /// force at its end count.
    pub turn_given: bool,
    pub font_given: bool,
    pub font: FontChoice,
    /// Whether the head has 300 dots per inch, for which some bitmap fonts are larger.
    pub fine_head: bool,
    pub symbol: Symbol,
    pub printing: Printing,
    pub block: Option<Block>,
    pub direction: Direction,
    pub gap: i32,
    pub reverse: bool,
    pub hex: Option<u8>,
    pub charset: Charset,
    pub data: Option<Vec<u8>>,
    /// Whether the data is that of this label only (`^FV`).
    pub is_variable: bool,
    /// The first place of `^FM`, for a symbol whose data the printer may divide.
    pub first_place: Option<(i32, i32)>,
    /// The sign around the numbers of fields whose data is put into this one (`^FE`).
    pub embeds: Option<u8>,
    /// Whether a graphic of the field is drawn already: another position starts a new field.
    pub has_graphic: bool,
    /// Whether the field has a position of its own.
    pub positioned: bool,
    pub number: Option<i32>,
    /// `^SN` and `^SF`: the data changes from label to label.
    pub serial: Option<Serial>,
    /// `^FC`: date and time in the data.
    pub clock: Option<FieldClocks>,
}

/// What is drawn differently from what was requested.
pub type Warnings = Vec<Note>;

impl Field {
    /// The same field `steps` labels later.
    pub fn counted(&self, steps: i64) -> Field {
        let mut field = self.clone();
        if let (Some(serial), Some(data)) = (&self.serial, &self.data) {
            field.data = Some(serial.counted(data, steps));
        }
        field
    }

    /// The same field with the data of another one that has its number.
    pub fn filled_from(&self, given: &Field) -> Field {
        Field {
            data: given.data.clone(),
            is_variable: given.is_variable,
            hex: given.hex.or(self.hex),
            serial: given.serial.clone().or_else(|| self.serial.clone()),
            clock: given.clock.or(self.clock),
            charset: given.charset.clone(),
            ..self.clone()
        }
    }

    /// Draws the data of the field on the label. Returns where text that continues the field
    /// starts: the position after its last letter, on its baseline.
    pub fn draw(&self, label: &mut Mask, warnings: &mut Warnings) -> Option<(i32, i32)> {
        let data = self.data.as_ref().filter(|_| self.symbol != Symbol::Tag)?;
        // A block without a width prints no text (manual, `^FB`).
        let has_room = self.block.is_none_or(|block| block.width > 0);
        if self.symbol == Symbol::Text && !has_room {
            return None;
        }
        let bytes = match self.hex {
            Some(mark) => unescaped(data, mark),
            None => data.clone(),
        };
        let text = match self.symbol {
            Symbol::Text => self.charset.printed(&bytes, self.block.is_some()),
            Symbol::Clipped { .. } => self.charset.printed(&bytes, true),
            _ => self.charset.text(&bytes),
        };
        let text = match self.clock {
            Some(clocks) => {
                warnings.push(Note::PrinterClock);
                clocks.with_time(&text)
            }
            None => text,
        };
        if text.is_empty() {
            return None;
        }
        if matches!(self.symbol, Symbol::Text | Symbol::Clipped { .. }) {
            let lacking = |c: &char| is_foreign(*c) && !self.font.brings(*c);
            let foreign: String = text.chars().filter(lacking).take(12).collect();
            if !foreign.is_empty() {
                warnings.push(Note::ForeignScript { text: foreign });
            }
        }
        if let Symbol::Barcode(symbology) = &self.symbol {
            if self.printing.validates
                && let Some(code) = symbology.fault(&text)
            {
                let symbol = symbology.kind();
                warnings.push(Note::RefusedBarcode { symbol, code });
            }
            if self.draw_barcode(symbology, &text, &bytes, label) {
                return None;
            }
        }
        match self.drawn(&text) {
            Some(drawn) => {
                let can_go_on = matches!(self.symbol, Symbol::Text | Symbol::Sign);
                Some(self.place(drawn, label)).filter(|_| can_go_on)
            }
            None => {
                warnings
                    .push(Note::NotDrawn { symbol: self.symbol_kind(), data: shortened(&text) });
                None
            }
        }
    }

    /// Draws a barcode. False if its symbology cannot encode the data.
    fn draw_barcode(
        &self,
        symbology: &Symbology,
        text: &str,
        bytes: &[u8],
        label: &mut Mask,
    ) -> bool {
        let bytes: String = match self.clock {
            Some(_) => text.bytes().map(char::from).collect(),
            None => bytes.iter().copied().map(char::from).collect(),
        };
        let data = FieldData { text, bytes: &bytes };
        let (at_base, right) = match self.anchor {
            Anchor::Corner { right } => (false, right),
            Anchor::Baseline { right } => (true, right),
        };
        let Some(placed) = symbology.draw(&data, &self.printing, at_base) else {
            return false;
        };
        let turn = if symbology.can_turn() { self.turn } else { Turn::Normal };
        let (left, top) = placed.offset(turn, at_base, right);
        let paint = if self.reverse { Paint::Reverse } else { Paint::Black };
        let mask = placed.mask.turned(turn);
        label.draw(&mask, self.x + left, self.y + top, paint);
        true
    }

    /// Draws a shape or graphic without data; its lower edge is the baseline.
    pub fn draw_mask(&self, mask: &Mask, label: &mut Mask, paint: Paint) {
        let paint = if self.reverse { Paint::Reverse } else { paint };
        self.put(upright(mask.clone()), label, paint);
    }

    fn place(&self, drawn: Drawn, label: &mut Mask) -> (i32, i32) {
        let paint = if self.reverse { Paint::Reverse } else { Paint::Black };
        self.put(drawn, label, paint)
    }

    /// Draws the field at its position. Returns the end of its baseline.
    fn put(&self, drawn: Drawn, label: &mut Mask, paint: Paint) -> (i32, i32) {
        let Drawn { mask, baseline, headroom } = drawn;
        let (width, height) = (mask.width(), mask.height());
        let below = height - baseline;
        let mask = mask.turned(self.turn);
        let (left, top) = match (self.anchor, self.turn) {
            (Anchor::Corner { right }, turn) => {
                // Headroom is outside the box of the field.
                let (before, above, across) = match turn {
                    Turn::Normal => (0, headroom, 0),
                    Turn::Right => (0, 0, headroom),
                    Turn::Inverted => (0, 0, 0),
                    Turn::Bottom => (headroom, 0, headroom),
                };
                let own_width = mask.width() - across;
                (if right { -own_width } else { 0 } - before, -above)
            }
            // A field anchored at its end is moved back along its own direction.
            (Anchor::Baseline { right }, turn) => {
                let back = if right { width } else { 0 };
                let from_end = width - back;
                match turn {
                    Turn::Normal => (-back, -baseline),
                    Turn::Right => (-below, -back),
                    Turn::Inverted => (-from_end, -below),
                    Turn::Bottom => (-baseline, -from_end),
                }
            }
        };
        let (left, top) = (self.x + left, self.y + top);
        label.draw(&mask, left, top, paint);
        match self.turn {
            Turn::Normal => (left + width, top + baseline),
            Turn::Right => (left + below, top + width),
            Turn::Inverted => (left, top + below),
            Turn::Bottom => (left + baseline, top),
        }
    }

    fn drawn(&self, text: &str) -> Option<Drawn> {
        let font = || self.font.open(self.fine_head);
        match &self.symbol {
            Symbol::Text => match self.block {
                Some(block) => text::block(&font()?, text, block, self.gap),
                None => text::line(&font()?, text, self.direction, self.gap),
            },
            Symbol::Clipped { width, height } => {
                let right = matches!(
                    self.anchor,
                    Anchor::Corner { right: true } | Anchor::Baseline { right: true }
                );
                text::clipped_block(&font()?, text, (*width, *height), right)
            }
            Symbol::Sign => sign::signs(text, self.font.height, self.font.width),
            // Barcodes are drawn by `draw_barcode`, and the data of a tag is not drawn.
            Symbol::Barcode(_) | Symbol::Tag => None,
        }
    }

    /// Whether the printer can divide the data among several symbols.
    pub fn is_divisible(&self) -> bool {
        matches!(self.symbol_kind(), SymbolKind::Pdf417 | SymbolKind::MicroPdf417)
    }

    pub fn symbol_kind(&self) -> SymbolKind {
        match &self.symbol {
            Symbol::Text | Symbol::Clipped { .. } | Symbol::Sign | Symbol::Tag => SymbolKind::Text,
            Symbol::Barcode(symbology) => symbology.kind(),
        }
    }
}

/// A shape's baseline is its lower edge.
fn upright(mask: Mask) -> Drawn {
    Drawn { baseline: mask.height(), headroom: 0, mask }
}

/// Whether the fonts in every printer lack the character: Hebrew, Arabic and the scripts of Asia.
/// A printer leaves its place empty unless it was given a font that has it.
fn is_foreign(character: char) -> bool {
    matches!(
        u32::from(character),
        0x0590..=0x1dff | 0x2e80..=0xd7ff | 0xf900..=0xfaff | 0xfb1d..=0xfdff | 0xfe70..=0xffef
            | 0x2_0000..=0x3_ffff
    )
}

pub fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}
