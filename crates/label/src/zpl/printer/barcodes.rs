//! The commands that make a field a barcode.

use super::Printer;
use crate::note::Note;
use crate::zpl::barcode::Symbology;
use crate::zpl::codablock::CodablockOptions;
use crate::zpl::databar::DataBarOptions;
use crate::zpl::datamatrix::DataMatrixOptions;
use crate::zpl::field::{Printing, Symbol};
use crate::zpl::linear::Module;
use crate::zpl::linear::retail::Retail;
use crate::zpl::mask::Turn;
use crate::zpl::matrix::Pdf417Options;
use crate::zpl::maxicode;
use crate::zpl::tlc39::Tlc39Options;
use crate::zpl::token::Parameters;

/// Where the parameters of a linear barcode are, and whether its text is printed by default, below
/// or above.
#[derive(Clone, Copy)]
struct Places {
    height: usize,
    line: usize,
    lined: bool,
    above: bool,
}

/// The order of most symbologies: height, line, line above.
const fn from(height: usize) -> Places {
    Places { height, line: height + 1, lined: true, above: false }
}

impl Printer {
    pub(super) fn symbol(&mut self, p: &Parameters<'_>, symbol: Symbol) {
        let given = Turn::from_letter(p.letter(0));
        let turn = given.unwrap_or(self.default_turn);
        let mut printing = Printing {
            module: self.module,
            height: self.bar_height,
            line_below: false,
            line_above: false,
            line_font: None,
            fine_head: self.dots_per_inch() > 250.0,
            validates: self.validates,
        };
        if let Some(field) = self.field() {
            printing.line_font = field.font_given.then(|| field.font.clone());
            (field.turn, field.symbol, field.printing) = (turn, symbol, printing);
            field.turn_given |= given.is_some();
        }
    }

    fn linear(&mut self, p: &Parameters<'_>, symbology: Symbology, places: Places) {
        self.symbol(p, Symbol::Barcode(symbology));
        let height = p.dots(places.height).filter(|h| *h > 0);
        let flag = |at: usize, otherwise: bool| match p.letter(at) {
            Some(b'Y') => true,
            Some(b'N') => false,
            _ => otherwise,
        };
        let below = flag(places.line, places.lined);
        let above = flag(places.line + 1, places.above);
        if let Some(field) = self.field() {
            field.printing.height = height.unwrap_or(field.printing.height);
            field.printing.line_below = below;
            field.printing.line_above = below && above;
        }
    }

    pub(super) fn barcode(&mut self, kind: u8, p: &Parameters<'_>) {
        let yes = |at: usize| p.letter(at) == Some(b'Y');
        let not_no = |at: usize| p.letter(at) != Some(b'N');
        let letter = |at: usize, otherwise: u8| p.letter(at).unwrap_or(otherwise);
        let retail = |kind: Retail| (Symbology::Retail(kind), from(1));
        let (symbology, places) = match kind {
            b'1' => (Symbology::Code11 { two_checks: !yes(1) }, from(2)),
            b'2' => (Symbology::Interleaved { check: yes(4) }, from(1)),
            b'3' => (Symbology::Code39 { check: yes(1) }, from(2)),
            b'5' => (Symbology::Planet, Places { lined: false, ..from(1) }),
            b'8' => retail(Retail::Ean8),
            b'9' => retail(Retail::UpcE { show_check: not_no(4) }),
            b'A' => (Symbology::Code93 { show_check: yes(4) }, from(1)),
            b'C' => (Symbology::Code128 { mode: letter(5, b'N'), check: yes(4) }, from(1)),
            b'E' => retail(Retail::Ean13),
            b'I' => (Symbology::BarsOfFive { industrial: true }, from(1)),
            b'J' => (Symbology::BarsOfFive { industrial: false }, from(1)),
            b'K' => {
                let guard = |at: usize| match letter(at, b'A') {
                    known @ b'A'..=b'D' => char::from(known),
                    _ => 'A',
                };
                let symbology = Symbology::Codabar { start: guard(5), stop: guard(6) };
                (symbology, from(2))
            }
            // The text of LOGMARS has no parameter: it is always printed.
            b'L' => (Symbology::Logmars, Places { line: 1, ..from(1) }),
            b'M' => (Symbology::Msi { check: letter(1, b'B'), show_check: yes(5) }, from(2)),
            b'P' => (Symbology::Plessey { show_check: yes(1) }, from(2)),
            b'S' => (Symbology::Retail(Retail::Extension), Places { above: true, ..from(1) }),
            b'U' => retail(Retail::UpcA { show_check: not_no(4) }),
            b'Z' => {
                (Symbology::Postal { kind: letter(4, b'0') }, Places { lined: false, ..from(1) })
            }
            _ => return self.matrix(kind, p),
        };
        self.linear(p, symbology, places);
    }

    /// The module of a matrix symbology by default: printers of more dots per inch use more.
    fn default_magnification(&self) -> i32 {
        if self.dots_per_inch() > 250.0 { 3 } else { 2 }
    }

    fn matrix(&mut self, kind: u8, p: &Parameters<'_>) {
        let magnification = p.int(1).filter(|m| *m > 0);
        let usual = self.default_magnification();
        let symbology = match kind {
            b'0' | b'O' => {
                if p.letter(4) == Some(b'Y') || p.int(5).is_some_and(|count| count > 1) {
                    self.warn(Note::MarkedAztec);
                }
                Symbology::Aztec {
                    magnification: magnification.unwrap_or(usual).clamp(1, 10),
                    size: p.int(3).unwrap_or(0),
                }
            }
            b'7' => Symbology::Pdf417(Pdf417Options {
                module: self.module.dots,
                row_height: magnification.unwrap_or(0).min(400),
                height: self.bar_height,
                security: p.count(2).unwrap_or(0).min(8) as u32,
                columns: p.count(3).unwrap_or(0),
                rows: p.count(4).unwrap_or(0),
                truncated: p.letter(5) == Some(b'Y'),
            }),
            b'D' => {
                let count = |at: usize| p.int(at).unwrap_or(1).clamp(1, 8) as u8;
                Symbology::MaxiCode(maxicode::MaxicodeOptions {
                    mode: p.int(0).unwrap_or(2).clamp(2, 6) as u8,
                    number: count(1),
                    total: count(2),
                    dots_per_inch: self.dots_per_inch() as i32,
                })
            }
            b'4' => {
                self.symbol(
                    p,
                    Symbol::Barcode(Symbology::Code49 {
                        mode: p.letter(3).unwrap_or(b'A'),
                        // The height is a number of modules, as is that of `^BY` where it is none.
                        row_height: magnification.unwrap_or(self.bar_height).min(4_000),
                    }),
                );
                let line = p.letter(2);
                if let Some(field) = self.field() {
                    field.printing.line_below = matches!(line, Some(b'A' | b'B'));
                    field.printing.line_above = line == Some(b'A');
                }
                return;
            }
            b'B' => Symbology::Codablock(CodablockOptions {
                row_height: magnification.unwrap_or(8).min(4_000),
                columns: p.count(3).unwrap_or(0),
                rows: p.count(4).unwrap_or(0),
                mode: p.letter(5).unwrap_or(b'F'),
                has_checks: p.letter(2) != Some(b'N'),
            }),
            b'F' => {
                let mode = p.count(2).unwrap_or(0);
                self.symbol(p, Symbol::Barcode(Symbology::MicroPdf417 { mode }));
                let height = p.dots(1).filter(|h| *h > 0);
                if let Some(field) = self.field() {
                    field.printing.height = height.unwrap_or(field.printing.height);
                }
                return;
            }
            b'T' => {
                let dots = |at: usize, usual: i32, most: i32| {
                    p.int(at).filter(|n| *n > 0).unwrap_or(usual).min(most)
                };
                // The manual's defaults are those of 203 and 300 dots per inch.
                Symbology::Tlc39(Tlc39Options {
                    module: Module {
                        dots: dots(1, 2, 10),
                        ratio: p.decimal(2).unwrap_or(2.0).clamp(2.0, 3.0),
                    },
                    height: dots(3, if usual == 3 { 60 } else { 40 }, 9_999),
                    micro_module: dots(4, 2, 10),
                    micro_row_height: dots(5, 4, 255),
                })
            }
            b'Q' => {
                if p.int(1) == Some(1) {
                    self.warn(Note::OlderQr);
                }
                Symbology::Qr {
                    magnification: p.int(2).filter(|m| *m > 0).unwrap_or(usual).min(100),
                }
            }
            b'R' => Symbology::DataBar(DataBarOptions {
                kind: p.int(1).unwrap_or(1).clamp(1, 12) as u8,
                magnification: p.int(2).filter(|m| *m > 0).unwrap_or(usual).min(10),
                separator: p.int(3).unwrap_or(1).clamp(1, 2),
                height: p.dots(4).filter(|h| *h > 0).unwrap_or(25),
                segments: p.count(5).unwrap_or(22).clamp(2, 22) / 2 * 2,
            }),
            b'X' => {
                let quality = p.int(2).unwrap_or(0);
                if quality != 200 {
                    self.warn(Note::OlderDataMatrix { quality });
                }
                // Values beyond the largest number of the manual count as none.
                let count = |at: usize| p.count(at).filter(|count| *count <= 144).unwrap_or(0);
                Symbology::DataMatrix(DataMatrixOptions {
                    module: magnification.map(|module| module.min(200)),
                    height: self.bar_height,
                    columns: count(3),
                    rows: count(4),
                    escape: p.text(6).chars().next().unwrap_or('~'),
                    rectangular: p.int(7) == Some(2),
                })
            }
            // No barcode: the field stays a text.
            _ => {
                let name = format!("B{}", char::from(kind));
                return self.warn(Note::UnknownCommand { name });
            }
        };
        self.symbol(p, Symbol::Barcode(symbology));
    }
}
