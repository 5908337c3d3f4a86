//! The symbologies of ZPL: which encoder draws each, and the text at its bars.

use super::codablock::{self, CodablockOptions};
use super::codablock_a;
use super::code49;
use super::databar::{self, DataBarOptions};
use super::datamatrix::{DataMatrixOptions, data_matrix};
use super::field::Printing;
use super::font::Font;
use super::linear::code128::{code128, with_check_digit};
use super::linear::retail::{Retail, RetailBars, retail};
use super::linear::{self, Bars, two_widths};
use super::mask::{Mask, Paint, Turn};
use super::matrix::{self, Pdf417Options};
use super::maxicode::{self, MaxicodeOptions};
use super::micropdf;
use super::postal;
use super::tlc39::{self, Tlc39Options};
use crate::note::SymbolKind;

/// A symbology with the parameters that only it has.
#[derive(Clone, Debug, PartialEq)]
pub enum Symbology {
    Aztec {
        magnification: i32,
        size: i32,
    },
    Code11 {
        two_checks: bool,
    },
    Interleaved {
        check: bool,
    },
    Code39 {
        check: bool,
    },
    Planet,
    Pdf417(Pdf417Options),
    Retail(Retail),
    /// The height of a row is in modules.
    Code49 {
        mode: u8,
        row_height: i32,
    },
    Codablock(CodablockOptions),
    Tlc39(Tlc39Options),
    /// The mode is that of `^BF`, which gives the size.
    MicroPdf417 {
        mode: usize,
    },
    Code93 {
        show_check: bool,
    },
    Code128 {
        mode: u8,
        /// Whether a check digit is added to a number.
        check: bool,
    },
    MaxiCode(MaxicodeOptions),
    /// `^BI` and `^BJ`.
    BarsOfFive {
        industrial: bool,
    },
    Codabar {
        start: char,
        stop: char,
    },
    Logmars,
    Msi {
        check: u8,
        show_check: bool,
    },
    Plessey {
        show_check: bool,
    },
    Qr {
        magnification: i32,
    },
    DataBar(DataBarOptions),
    DataMatrix(DataMatrixOptions),
    Postal {
        kind: u8,
    },
}

/// The data of a field: its text, and its bytes as one character each. Matrix symbologies encode
/// the bytes, whatever characters they are.
pub struct FieldData<'a> {
    pub text: &'a str,
    pub bytes: &'a str,
}

/// An upright barcode and the box that its position refers to. Text beside the bars is outside.
pub struct Placed {
    pub mask: Mask,
    left: i32,
    top: i32,
    width: i32,
    height: i32,
}

impl Placed {
    pub fn whole(mask: Mask) -> Placed {
        Placed { left: 0, top: 0, width: mask.width(), height: mask.height(), mask }
    }

    /// The place of the turned mask relative to the field's position. `^FO` is the upper left
    /// corner of the box, or with `right` the upper right one; `^FT` is the start of its base,
    /// or with `right` the end, wherever it is turned to.
    pub fn offset(&self, turn: Turn, at_base: bool, right: bool) -> (i32, i32) {
        let after = self.mask.width() - self.left - self.width;
        let below = self.mask.height() - self.top - self.height;
        let (before, above, wide, high) = match turn {
            Turn::Normal => (self.left, self.top, self.width, self.height),
            Turn::Right => (below, self.left, self.height, self.width),
            Turn::Inverted => (after, below, self.width, self.height),
            Turn::Bottom => (self.top, after, self.height, self.width),
        };
        let (x, y) = match (at_base, turn) {
            (false, _) => (if right { -wide } else { 0 }, 0),
            (true, Turn::Normal) => (if right { -wide } else { 0 }, -high),
            (true, Turn::Right) => (0, if right { -high } else { 0 }),
            (true, Turn::Inverted) => (if right { 0 } else { -wide }, 0),
            (true, Turn::Bottom) => (-wide, if right { 0 } else { -high }),
        };
        (x - before, y - above)
    }
}

/// How far the guard bars of EAN and UPC reach below the others, whatever the module.
const GUARD: i32 = 13;
/// The dots between bars and the text below them, and between the text above and the bars.
const GAP_BELOW: i32 = 7;
const GAP_ABOVE: i32 = 8;

impl Symbology {
    /// Draws the data. `None` if it is not valid for the symbology.
    pub fn draw(&self, data: &FieldData<'_>, printing: &Printing, at_base: bool) -> Option<Placed> {
        let text = data.text;
        let module = printing.module;
        let whole = |mask: Option<Mask>| mask.map(Placed::whole);
        let bars = |bars: Option<Bars>| lined(bars?, printing);
        match self {
            Self::Aztec { magnification, size } => {
                whole(matrix::aztec(data.bytes, *magnification, *size))
            }
            Self::Code11 { two_checks } => bars(two_widths::code11(text, *two_checks, module)),
            Self::Interleaved { check } => bars(two_widths::interleaved(text, *check, module)),
            Self::Code39 { check } => bars(two_widths::code39(text, *check, module)),
            Self::Planet => {
                let digits: String = text.chars().filter(char::is_ascii_digit).collect();
                let count = if digits.len() > 11 { 13 } else { 11 };
                let digits = format!("{digits:0>count$}");
                let mask = postal::mask(b'1', &digits, module.dots, printing.height)?;
                captioned(mask, &digits, printing)
            }
            Self::Pdf417(asked) => whole(matrix::pdf417(data.bytes, *asked)),
            Self::Retail(kind) => retail_lined(*kind, &retail(*kind, text)?, printing),
            Self::Code93 { show_check } => bars(linear::code93(text, *show_check, module.dots)),
            Self::Code128 { mode, check } => {
                let checked = if *check { with_check_digit(text, *mode) } else { None };
                let bars = code128(checked.as_deref().unwrap_or(text), *mode, module.dots)?;
                let mask = drawn(&bars.widths, printing.height)?;
                match mode {
                    b'D' => captioned_with(mask, &bars.text, printing, |wide| {
                        element_string_font(&bars.text, module.dots, wide)
                    }),
                    _ => captioned(mask, &bars.text, printing),
                }
            }
            Self::MaxiCode(asked) => whole(maxicode::mask(text, *asked)),
            Self::BarsOfFive { industrial } => {
                bars(two_widths::bars_of_five(text, *industrial, module))
            }
            Self::Codabar { start, stop } => bars(two_widths::codabar(text, *start, *stop, module)),
            Self::Logmars => bars(two_widths::logmars(text, module)),
            Self::Msi { check, show_check } => {
                bars(two_widths::msi(text, *check, *show_check, module))
            }
            Self::Plessey { show_check } => bars(two_widths::plessey(text, *show_check, module)),
            Self::Qr { magnification } => {
                let code = matrix::qr(data.bytes, *magnification)?;
                // `^FO` is above the code by the height of `^BY`, `^FT` below it by three modules.
                let (sink, lift) = match at_base {
                    true => (0, 3 * magnification),
                    false => (printing.height, 0),
                };
                let placed = Placed::whole(code);
                Some(Placed { top: -sink, height: placed.height + sink + lift, ..placed })
            }
            Self::Code49 { mode, row_height } => {
                let rows = code49::rows(text, *mode, *row_height)?;
                captioned(databar::draw_rows(&rows, module.dots, 1)?, text, printing)
            }
            Self::Codablock(asked) => match (asked.columns, asked.rows, asked.mode) {
                (_, _, b'A') => {
                    whole(databar::draw_dots(&codablock_a::rows(text, asked, module)?, 1))
                }
                (0, 0, b'E') => bars(code128(&format!(">8{text}"), b'A', module.dots)),
                (0, 0, _) => bars(code128(text, b'A', module.dots)),
                _ => whole(databar::draw_rows(&codablock::rows(text, asked)?, module.dots, 1)),
            },
            Self::Tlc39(asked) => whole(tlc39::mask(text, *asked)),
            Self::MicroPdf417 { mode } => {
                let mut rows = micropdf::rows(
                    &micropdf::codewords(data.bytes)?,
                    *micropdf::SIZES.get(*mode)?,
                    false,
                )?;
                rows.0.iter_mut().for_each(|row| row.1 = printing.height);
                whole(databar::draw_dots(&rows, module.dots))
            }
            Self::DataBar(asked) => whole(databar::mask(text, asked)),
            Self::DataMatrix(asked) => whole(data_matrix(data.bytes, *asked)),
            Self::Postal { kind } => {
                let mask = postal::mask(*kind, text, module.dots, printing.height)?;
                captioned(mask, text, printing)
            }
        }
    }

    /// Printers draw a QR code and a MaxiCode upright, whatever orientation is requested.
    pub fn can_turn(&self) -> bool {
        !matches!(self, Self::Qr { .. } | Self::MaxiCode(_))
    }

    pub fn kind(&self) -> SymbolKind {
        match self {
            Self::Aztec { .. } => SymbolKind::Aztec,
            Self::Code11 { .. } => SymbolKind::Code11,
            Self::Interleaved { .. } => SymbolKind::Interleaved,
            Self::Code39 { .. } => SymbolKind::Code39,
            Self::Planet | Self::Postal { .. } => SymbolKind::Postal,
            Self::Pdf417(_) => SymbolKind::Pdf417,
            Self::Retail(Retail::Ean13) => SymbolKind::Ean13,
            Self::Retail(Retail::Ean8) => SymbolKind::Ean8,
            Self::Retail(Retail::UpcA { .. }) => SymbolKind::UpcA,
            Self::Retail(Retail::UpcE { .. }) => SymbolKind::UpcE,
            Self::Retail(Retail::Extension) => SymbolKind::Extension,
            Self::Code93 { .. } => SymbolKind::Code93,
            Self::Code128 { .. } => SymbolKind::Code128,
            Self::MaxiCode(_) => SymbolKind::MaxiCode,
            Self::BarsOfFive { industrial: true } => SymbolKind::Industrial,
            Self::BarsOfFive { industrial: false } => SymbolKind::Standard,
            Self::Codabar { .. } => SymbolKind::Codabar,
            Self::Logmars => SymbolKind::Logmars,
            Self::Msi { .. } => SymbolKind::Msi,
            Self::Plessey { .. } => SymbolKind::Plessey,
            Self::Qr { .. } => SymbolKind::Qr,
            Self::Code49 { .. } => SymbolKind::Code49,
            Self::Codablock(_) => SymbolKind::Codablock,
            Self::Tlc39(_) => SymbolKind::Tlc39,
            Self::MicroPdf417 { .. } => SymbolKind::MicroPdf417,
            Self::DataBar(_) => SymbolKind::DataBar,
            Self::DataMatrix(_) => SymbolKind::DataMatrix,
        }
    }
}

/// Draws bars of one height.
fn drawn(widths: &[i32], height: i32) -> Option<Mask> {
    let height = height.clamp(1, 4_000);
    let wide = widths.iter().try_fold(0_i32, |sum, width| sum.checked_add(*width))?;
    let mut mask = Mask::new(wide, height)?;
    let mut x = 0;
    for (at, width) in widths.iter().enumerate() {
        if at % 2 == 0 {
            mask.fill(x, 0, *width, height, Paint::Black);
        }
        x += width;
    }
    Some(mask)
}

fn lined(bars: Bars, printing: &Printing) -> Option<Placed> {
    let mask = drawn(&bars.widths, printing.height)?;
    captioned(mask, &bars.text, printing)
}

/// Font A, scaled by the module width.
fn line_font(dots: i32) -> Option<Font> {
    let times = dots.clamp(1, 10);
    Font::named(b'A', Some(9 * times), Some(5 * times))
}

/// The text of element strings is larger, in font 0, and at most as wide as 94 % of the bars.
fn element_string_font(text: &str, dots: i32, wide: i32) -> Option<Font> {
    let height = 17 * dots.clamp(1, 10);
    let font = Font::named(b'0', Some(height), None)?;
    let share = wide as f32 * 0.94 / font.width(text, 0).max(1.0);
    if share >= 1.0 {
        return Some(font);
    }
    Font::named(b'0', Some((height as f32 * share) as i32), None)
}

/// A barcode with its text, if the text is enabled. The bars stay where they are: text wider than
/// they are reaches beyond both of their ends, and text above them is above the field's position.
///
/// The text has the font that the field gives before its barcode (manual, `^A`), else font A.
fn captioned(bars: Mask, text: &str, printing: &Printing) -> Option<Placed> {
    captioned_with(bars, text, printing, |_| line_font(printing.module.dots))
}

fn captioned_with(
    bars: Mask,
    text: &str,
    printing: &Printing,
    font: impl FnOnce(i32) -> Option<Font>,
) -> Option<Placed> {
    if !printing.line_below || text.is_empty() {
        return Some(Placed::whole(bars));
    }
    let (width, height) = (bars.width(), bars.height());
    let font = match &printing.line_font {
        Some(given) => given.open(printing.fine_head)?,
        None => font(width)?,
    };
    let line_wide = font.width(text, 0).ceil() as i32;
    let left = ((line_wide - width) / 2).max(0);
    let line_high = font.height() + if printing.line_above { GAP_ABOVE } else { GAP_BELOW };
    let top = if printing.line_above { line_high } else { 0 };
    let mut mask = Mask::new(width.max(line_wide), height + line_high)?;
    mask.draw(&bars, left, top, Paint::Black);
    let x = left + (width - line_wide) / 2;
    let y = if printing.line_above { 0 } else { height + GAP_BELOW };
    font.draw(&mut mask, x as f32, y, text, 0);
    Some(Placed { mask, left, top, width, height })
}

/// The module of a head with 203 dots per inch that is nearest to that of the printer's head.
fn dots_at_203(printing: &Printing) -> i32 {
    if printing.fine_head { (printing.module.dots * 2 + 1) / 3 } else { printing.module.dots }
}

/// Font E, `times` its smallest size on the printer's head.
fn font_e(printing: &Printing, times: i32) -> Option<Font> {
    let smallest = if printing.fine_head { 42 } else { 28 };
    Font::on_head(b'E', Some(smallest * times), None, printing.fine_head)
}

/// EAN and UPC: digits below the bars of each, in font A up to a module of two dots, in font E above
/// it. On a head with 300 dots per inch the same bars have more dots; the manual does not say where
/// its digits change, so they change at the same size. The fonts have those of the printer whatever
/// the field gives. The guard bars are longer, with or without the digits. A line above the bars is one text in
/// the middle; only the digits of an extension keep their places there.
fn retail_lined(kind: Retail, bars: &RetailBars, printing: &Printing) -> Option<Placed> {
    let dots = printing.module.dots;
    let is_extension = kind == Retail::Extension;
    let tail = if is_extension { 0 } else { GUARD };
    let height = printing.height.clamp(1, 4_000);
    let count = i32::try_from(bars.modules.len()).ok()?;
    let width = count.checked_mul(dots)?;
    let mut symbol = Mask::new(width, height + tail)?;
    for (at, _) in (0..).zip(&bars.modules).filter(|(_, dark)| **dark) {
        let place = usize::try_from(at).ok()?;
        let guard = bars.guards.iter().any(|(from, to)| (*from..*to).contains(&place));
        let high = if guard { height + tail } else { height };
        symbol.fill(at * dots, 0, dots, high, Paint::Black);
    }
    let plain = |mask: Mask, left: i32, top: i32| Placed { mask, left, top, width, height };
    if !printing.line_below {
        return Some(plain(symbol, 0, 0));
    }
    if printing.line_above && !is_extension {
        let text: String = bars.digits.iter().map(|(digit, _)| digit).collect();
        let own_font = Printing { line_font: None, ..printing.clone() };
        let placed = captioned(symbol, &text, &own_font)?;
        return Some(Placed { height, ..placed });
    }
    let (font, gap) = match dots_at_203(printing) {
        ..=2 => (line_font(dots)?, if is_extension { 2 * dots } else { 4 }),
        3..=7 => (font_e(printing, 1)?, if is_extension { 3 } else { 5 }),
        _ => (font_e(printing, 2)?, if is_extension { 5 } else { 7 }),
    };
    let placed: Vec<(String, i32)> = bars
        .digits
        .iter()
        .map(|(digit, twice)| {
            let digit = digit.to_string();
            let wide = font.width(&digit, 0).ceil() as i32;
            (digit, (twice * dots - wide) / 2)
        })
        .collect();
    let left = placed.iter().map(|(_, x)| -x).max().unwrap_or(0).max(0);
    let digit_wide = font.width("0", 0).ceil() as i32;
    let right = placed.iter().map(|(_, x)| x + digit_wide).max().unwrap_or(0);
    // Digits stand on a line; their cell reaches a little below it.
    let top = if printing.line_above { font.ascent() + gap } else { 0 };
    let line = if printing.line_above { 0 } else { height + gap };
    let high = (height + tail + top).max(line + font.height());
    let mut mask = Mask::new(left + right.max(width), high)?;
    mask.draw(&symbol, left, top, Paint::Black);
    for (digit, x) in &placed {
        font.draw(&mut mask, (left + x) as f32, line, digit, 0);
    }
    Some(plain(mask, left, top))
}
