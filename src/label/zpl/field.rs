//! One field: the settings between `^FO` and `^FS`, and how it is drawn.

use super::charset::{Charset, unescaped};
use super::font::Font;
use super::linear::{self, Bars, Fixed, Module};
use super::mask::{Mask, Paint, Turn};
use super::matrix::{self, Pdf417Options};
use super::maxicode;
use super::postal;
use super::serial::Serial;
use super::text::{self, Block, Direction, Drawn};
use crate::label::note::{Note, SymbolKind};

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
    Code128 {
        mode: u8,
    },
    Code39 {
        check: bool,
    },
    Interleaved {
        check: bool,
    },
    Fixed(Fixed),
    Postal {
        kind: u8,
    },
    Qr {
        magnification: i32,
    },
    DataMatrix {
        module: i32,
        escape: char,
        rectangular: bool,
    },
    Pdf417(Pdf417Options),
    Aztec {
        magnification: i32,
        size: i32,
    },
    MaxiCode(maxicode::MaxicodeOptions),
    /// Recognized but not supported: an outlined box is drawn instead.
    Unknown {
        name: &'static str,
        width: i32,
        height: i32,
    },
}

/// The appearance of a linear barcode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printing {
    pub module: Module,
    pub height: i32,
    pub line_below: bool,
    pub line_above: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FontChoice {
    pub name: u8,
    pub height: Option<i32>,
    pub width: Option<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// `^FO`: the upper left or the upper right corner.
    Corner { right: bool },
    /// `^FT`: the start of the baseline.
    Baseline,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub x: i32,
    pub y: i32,
    pub anchor: Anchor,
    pub turn: Turn,
    pub font: FontChoice,
    pub symbol: Symbol,
    pub printing: Printing,
    pub block: Option<Block>,
    pub direction: Direction,
    pub gap: i32,
    pub reverse: bool,
    pub hex: Option<u8>,
    pub charset: Charset,
    pub data: Option<Vec<u8>>,
    pub number: Option<i32>,
    /// `^SN`: the number in the data increases from label to label.
    pub serial: Option<Serial>,
}

/// What is drawn differently from what was requested.
pub type Warnings = Vec<Note>;

impl Field {
    /// The same field `steps` labels later.
    pub fn counted(&self, steps: i64) -> Field {
        let mut field = self.clone();
        if let (Some(serial), Some(data)) = (self.serial, &self.data) {
            field.data = Some(serial.counted(data, steps));
        }
        field
    }

    /// Draws the data of the field on the label.
    pub fn draw(&self, label: &mut Mask, warnings: &mut Warnings) {
        let Some(data) = &self.data else { return };
        let bytes = match self.hex {
            Some(mark) => unescaped(data, mark),
            None => data.clone(),
        };
        let text = self.charset.text(&bytes);
        if text.is_empty() {
            return;
        }
        match self.drawn(&text) {
            Some(drawn) => self.place(drawn, label),
            None => warnings.push(Note::NotDrawn {
                symbol: self.symbol_kind(),
                data: shortened(&text),
            }),
        }
    }

    /// Draws a shape or graphic without data; its lower edge is the baseline.
    pub fn draw_mask(&self, mask: Mask, label: &mut Mask, paint: Paint) {
        let paint = if self.reverse { Paint::Reverse } else { paint };
        self.put(upright(mask), label, paint);
    }

    fn place(&self, drawn: Drawn, label: &mut Mask) {
        let paint = if self.reverse {
            Paint::Reverse
        } else {
            Paint::Black
        };
        self.put(drawn, label, paint);
    }

    fn put(&self, drawn: Drawn, label: &mut Mask, paint: Paint) {
        let Drawn {
            mask,
            baseline,
            headroom,
        } = drawn;
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
            (Anchor::Baseline, Turn::Normal) => (0, -baseline),
            (Anchor::Baseline, Turn::Right) => (-below, 0),
            (Anchor::Baseline, Turn::Inverted) => (-width, -below),
            (Anchor::Baseline, Turn::Bottom) => (-baseline, -width),
        };
        label.draw(&mask, self.x + left, self.y + top, paint);
    }

    fn drawn(&self, text: &str) -> Option<Drawn> {
        let font = || Font::named(self.font.name, self.font.height, self.font.width);
        let module = self.printing.module;
        let matrix = |mask: Option<Mask>| mask.map(upright);
        match &self.symbol {
            Symbol::Text => match self.block {
                Some(block) => text::block(&font()?, text, block, self.gap),
                None => text::line(&font()?, text, self.direction, self.gap),
            },
            Symbol::Clipped { width, height } => {
                text::clipped_block(&font()?, text, *width, *height)
            }
            Symbol::Sign => text::line(&font()?, sign(text)?, Direction::Across, 0),
            Symbol::Code128 { mode } => self.bars(linear::code128(text, *mode, module.dots)?),
            Symbol::Code39 { check } => self.bars(linear::code39(text, *check, module)?),
            Symbol::Interleaved { check } => self.bars(linear::interleaved(text, *check, module)?),
            Symbol::Fixed(kind) => self.bars(linear::fixed(*kind, text, module.dots)?),
            Symbol::Postal { kind } => {
                let bars = postal::mask(*kind, text, module.dots, self.printing.height)?;
                self.captioned(bars, text)
            }
            // Printers place a QR code ten dots below its origin.
            Symbol::Qr { magnification } => {
                let code = matrix::qr(text, *magnification)?;
                let mut mask = Mask::new(code.width(), code.height() + 10)?;
                mask.draw(&code, 0, 10, Paint::Black);
                matrix(Some(mask))
            }
            Symbol::DataMatrix {
                module,
                escape,
                rectangular,
            } => matrix(matrix::data_matrix(text, *module, *escape, *rectangular)),
            Symbol::Pdf417(asked) => matrix(matrix::pdf417(text, *asked)),
            Symbol::Aztec {
                magnification,
                size,
            } => matrix(matrix::aztec(text, *magnification, *size)),
            Symbol::MaxiCode(asked) => matrix(maxicode::mask(text, *asked)),
            Symbol::Unknown {
                name,
                width,
                height,
            } => placeholder(name, text, *width, *height),
        }
    }

    fn bars(&self, bars: Bars) -> Option<Drawn> {
        let height = self.printing.height.clamp(1, 4_000);
        let wide: i32 = bars
            .widths
            .iter()
            .try_fold(0_i32, |sum, width| sum.checked_add(*width))?;
        let mut mask = Mask::new(wide, height)?;
        let mut x = 0;
        for (at, width) in bars.widths.iter().enumerate() {
            if at % 2 == 0 {
                mask.fill(x, 0, *width, height, Paint::Black);
            }
            x += width;
        }
        self.captioned(mask, &bars.text)
    }

    /// A barcode with its text, if the text is enabled.
    fn captioned(&self, bars: Mask, text: &str) -> Option<Drawn> {
        let printing = self.printing;
        // The text is set in font A, scaled by the module width (one to four times).
        let times = printing.module.dots.clamp(1, 4);
        let font = Font::named(b'A', Some(9 * times), Some(5 * times))?;
        if !printing.line_below || text.is_empty() {
            return Some(upright(bars));
        }
        let (wide, height) = (bars.width(), bars.height());
        let line_wide = font.width(text, 0).ceil() as i32;
        let gap = 3 * times;
        let line_high = font.height() + gap;
        let total_wide = wide.max(line_wide);
        let mut mask = Mask::new(total_wide, height + line_high)?;
        let bars_top = if printing.line_above { line_high } else { 0 };
        mask.draw(&bars, (total_wide - wide) / 2, bars_top, Paint::Black);
        let top = if printing.line_above { 0 } else { height + gap };
        let x = ((total_wide - line_wide) / 2) as f32;
        font.draw(&mut mask, x, top, text, 0);
        Some(Drawn {
            mask,
            baseline: bars_top + height,
            headroom: 0,
        })
    }

    fn symbol_kind(&self) -> SymbolKind {
        match self.symbol {
            Symbol::Text | Symbol::Clipped { .. } | Symbol::Sign => SymbolKind::Text,
            Symbol::Code128 { .. } => SymbolKind::Code128,
            Symbol::Code39 { .. } => SymbolKind::Code39,
            Symbol::Interleaved { .. } => SymbolKind::Interleaved,
            Symbol::Fixed(_) => SymbolKind::Retail,
            Symbol::Postal { .. } => SymbolKind::Postal,
            Symbol::Qr { .. } => SymbolKind::Qr,
            Symbol::DataMatrix { .. } => SymbolKind::DataMatrix,
            Symbol::Pdf417(_) => SymbolKind::Pdf417,
            Symbol::Aztec { .. } => SymbolKind::Aztec,
            Symbol::MaxiCode(_) => SymbolKind::MaxiCode,
            Symbol::Unknown { .. } => SymbolKind::Other,
        }
    }
}

/// A shape's baseline is its lower edge.
fn upright(mask: Mask) -> Drawn {
    Drawn {
        baseline: mask.height(),
        headroom: 0,
        mask,
    }
}

fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// The symbols of `^GS` by their letter.
fn sign(text: &str) -> Option<&'static str> {
    match text.chars().next()? {
        'A' => Some("®"),
        'B' => Some("©"),
        'C' => Some("™"),
        'D' => Some("UL"),
        'E' => Some("CSA"),
        _ => None,
    }
}

/// A box with the name and the data of an unsupported barcode.
fn placeholder(name: &str, text: &str, width: i32, height: i32) -> Option<Drawn> {
    let mut mask = super::shape::rectangle(width.clamp(120, 2_000), height.clamp(60, 2_000), 2, 0)?;
    let font = Font::named(b'0', Some(20), None)?;
    let readable: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(200)
        .collect();
    let inside = text::clipped_block(
        &font,
        &format!("{name} {readable}"),
        mask.width() - 16,
        mask.height() - 16,
    )?;
    mask.draw(&inside.mask, 8, 8, Paint::Black);
    Some(upright(mask))
}
