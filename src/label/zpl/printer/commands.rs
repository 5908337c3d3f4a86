//! The commands that define fields, and those that draw at once.

use super::{Printer, object_name};
use crate::label::note::Note;
use crate::label::zpl::field::{Anchor, Field, FontChoice, Printing, Symbol};
use crate::label::zpl::linear::Fixed;
use crate::label::zpl::mask::{Mask, Paint, Turn};
use crate::label::zpl::matrix::Pdf417Options;
use crate::label::zpl::serial::Serial;
use crate::label::zpl::text::{Block, Direction, Justify};
use crate::label::zpl::token::{Command, Parameters};
use crate::label::zpl::{graphic, maxicode, shape};

/// The largest number of stored graphics.
const MOST_STORED: usize = 64;

impl Printer {
    /// Handles the parts of a field and commands that draw at once.
    pub(super) fn part(&mut self, command: &Command, p: &Parameters<'_>) {
        match &command.name {
            b"FO" | b"FT" => {
                self.end_field();
                let anchor = match command.name {
                    [_, b'T'] => Anchor::Baseline,
                    _ => Anchor::Corner {
                        right: p.int(2) == Some(1),
                    },
                };
                let (x, y) = self.placed(p.dots(0).unwrap_or(0), p.dots(1).unwrap_or(0));
                if let Some(field) = self.field() {
                    (field.x, field.y, field.anchor) = (x, y, anchor);
                }
            }
            b"FS" => self.end_field(),
            b"FD" | b"FV" | b"SN" => {
                let (data, serial) = match command.name {
                    [b'S', _] => {
                        let step = p.decimal(1).map_or(1, |step| step as i64);
                        let zeros = p.letter(2) == Some(b'Y');
                        // Leading spaces count as part of the number's width.
                        let data = command.data.split(|byte| *byte == command.delimiter);
                        let data = data.into_iter().next().unwrap_or_default();
                        (data.to_vec(), Some(Serial { step, zeros }))
                    }
                    _ => (command.data.clone(), None),
                };
                if let Some(field) = self.field() {
                    field.data = Some(data);
                    field.serial = serial;
                }
            }
            b"FH" => {
                let mark = command.data.first().copied().unwrap_or(b'_');
                if let Some(field) = self.field() {
                    field.hex = Some(mark);
                }
            }
            b"FR" => {
                if let Some(field) = self.field() {
                    field.reverse = true;
                }
            }
            b"FN" => {
                let number = p.int(0);
                if let Some(field) = self.field() {
                    field.number = number;
                }
            }
            b"FP" => {
                let direction = match p.letter(0) {
                    Some(b'V') => Direction::Down,
                    Some(b'R') => Direction::Backwards,
                    _ => Direction::Across,
                };
                let gap = p.int(1).unwrap_or(0).clamp(0, 9_999);
                if let Some(field) = self.field() {
                    (field.direction, field.gap) = (direction, gap);
                }
            }
            b"FB" => {
                let block = Block {
                    width: p.dots(0).unwrap_or(0),
                    lines: p.int(1).unwrap_or(1),
                    spacing: p.dots(2).unwrap_or(0),
                    justify: match p.letter(3) {
                        Some(b'C') => Justify::Center,
                        Some(b'R') => Justify::Right,
                        Some(b'J') => Justify::Both,
                        _ => Justify::Left,
                    },
                    hanging: p.dots(4).unwrap_or(0),
                };
                if let Some(field) = self.field() {
                    field.block = (block.width > 0).then_some(block);
                }
            }
            [b'A', name] => self.font(*name, p),
            [b'B', kind] => self.barcode(*kind, p),
            b"TB" => self.symbol(
                p,
                Symbol::Clipped {
                    width: p.dots(1).unwrap_or(1).max(1),
                    height: p.dots(2).unwrap_or(1).max(1),
                },
            ),
            b"GS" => {
                self.font(b'0', p);
                self.symbol(p, Symbol::Sign);
            }
            b"GB" | b"GC" | b"GE" | b"GD" | b"GF" | b"XG" | b"IM" => self.graphic(command, p),
            name => self.unknown(*name),
        }
    }

    /// Ignores commands that do not affect the printed label; reports all others.
    fn unknown(&mut self, name: [u8; 2]) {
        const SILENT: [&[u8; 2]; 30] = [
            b"FX", b"MN", b"MT", b"MM", b"MD", b"MC", b"MF", b"ML", b"MP", b"MW", b"PR", b"PP",
            b"PN", b"PF", b"JU", b"JM", b"JS", b"JZ", b"JT", b"JB", b"JJ", b"SD", b"ID", b"HH",
            b"TA", b"ST", b"SE", b"CV", b"EF", b"CN",
        ];
        if !SILENT.iter().any(|silent| **silent == name) {
            let name = String::from_utf8_lossy(&name).into_owned();
            self.warn(Note::UnknownCommand { name });
        }
    }

    fn placed(&self, x: i32, y: i32) -> (i32, i32) {
        (
            x + self.home.0 - self.shift.0,
            y + self.home.1 + self.shift.1,
        )
    }

    /// The current field; starts one if there is none.
    fn field(&mut self) -> Option<&mut Field> {
        let (x, y) = self.placed(0, 0);
        let fresh = Field {
            x,
            y,
            anchor: Anchor::Corner { right: false },
            turn: self.default_turn,
            font: self.default_font,
            symbol: Symbol::Text,
            printing: Printing {
                module: self.module,
                height: self.bar_height,
                line_below: false,
                line_above: false,
            },
            block: None,
            direction: Direction::Across,
            gap: 0,
            reverse: self.reverse_all,
            hex: None,
            charset: self.charset,
            data: None,
            number: None,
            serial: None,
        };
        let label = self.label()?;
        Some(label.field.get_or_insert(fresh))
    }

    pub(super) fn end_field(&mut self) {
        let Some(label) = &mut self.label else { return };
        let Some(mut field) = label.field.take() else {
            return;
        };
        if let Some(number) = field.number {
            let (filled, waiting): (Vec<Field>, Vec<Field>) = std::mem::take(&mut label.waiting)
                .into_iter()
                .partition(|waiting| field.data.is_some() && waiting.number == Some(number));
            label.waiting = waiting;
            if !filled.is_empty() {
                for mut waiting in filled {
                    waiting.data.clone_from(&field.data);
                    waiting.hex = field.hex.or(waiting.hex);
                    waiting.serial = field.serial.or(waiting.serial);
                    label.put(waiting);
                }
                return;
            }
            if field.data.is_none() {
                field.number = Some(number);
                if label.waiting.len() < 1_000 {
                    label.waiting.push(field);
                }
                return;
            }
        }
        if field.data.is_some() {
            label.put(field);
        }
    }

    fn font(&mut self, name: u8, p: &Parameters<'_>) {
        let name = self.aliases.get(&name).copied().unwrap_or(name);
        let turn = Turn::from_letter(p.letter(0));
        let (height, width) = (p.dots(1), p.dots(2));
        // Without a size, the font has the size of the default font.
        let asked = match (height, width) {
            (None, None) => FontChoice {
                name,
                ..self.default_font
            },
            _ => FontChoice {
                name,
                height,
                width,
            },
        };
        if let Some(field) = self.field() {
            field.font = asked;
            field.turn = turn.unwrap_or(field.turn);
        }
    }

    fn symbol(&mut self, p: &Parameters<'_>, symbol: Symbol) {
        let turn = Turn::from_letter(p.letter(0)).unwrap_or(self.default_turn);
        let printing = Printing {
            module: self.module,
            height: self.bar_height,
            line_below: false,
            line_above: false,
        };
        if let Some(field) = self.field() {
            (field.turn, field.symbol, field.printing) = (turn, symbol, printing);
        }
    }

    /// A linear barcode; the position of its height and text parameters varies.
    fn linear(&mut self, p: &Parameters<'_>, symbol: Symbol, height_at: usize) {
        self.symbol(p, symbol);
        let height = p.dots(height_at).filter(|h| *h > 0);
        let below = p.letter(height_at + 1) != Some(b'N');
        let above = p.letter(height_at + 2) == Some(b'Y');
        if let Some(field) = self.field() {
            field.printing.height = height.unwrap_or(field.printing.height);
            field.printing.line_below = below;
            field.printing.line_above = below && above;
        }
    }

    fn barcode(&mut self, kind: u8, p: &Parameters<'_>) {
        let yes = |at: usize| p.letter(at) == Some(b'Y');
        let magnification = p.int(1).filter(|m| *m > 0);
        match kind {
            b'C' => self.linear(
                p,
                Symbol::Code128 {
                    mode: p.letter(5).unwrap_or(b'N'),
                },
                1,
            ),
            b'3' => self.linear(p, Symbol::Code39 { check: yes(1) }, 2),
            b'2' => self.linear(p, Symbol::Interleaved { check: yes(4) }, 1),
            b'E' => self.linear(p, Symbol::Fixed(Fixed::Ean13), 1),
            b'8' => self.linear(p, Symbol::Fixed(Fixed::Ean8), 1),
            b'U' => self.linear(p, Symbol::Fixed(Fixed::UpcA), 1),
            b'9' => self.linear(p, Symbol::Fixed(Fixed::UpcE), 1),
            b'A' => self.linear(p, Symbol::Fixed(Fixed::Code93), 1),
            b'K' => self.linear(p, Symbol::Fixed(Fixed::Codabar), 2),
            b'Z' => {
                self.linear(
                    p,
                    Symbol::Postal {
                        kind: p.letter(4).unwrap_or(b'0'),
                    },
                    1,
                );
                // The text of a postal barcode is off by default.
                let (below, above) = (yes(2), yes(3));
                if let Some(field) = self.field() {
                    field.printing.line_below = below;
                    field.printing.line_above = below && above;
                }
            }
            b'Q' => self.symbol(
                p,
                Symbol::Qr {
                    magnification: p.int(2).unwrap_or(2).clamp(1, 100),
                },
            ),
            b'X' => self.symbol(
                p,
                Symbol::DataMatrix {
                    module: magnification.unwrap_or(2).clamp(1, 200),
                    escape: p.text(6).chars().next().unwrap_or('~'),
                    rectangular: p.int(7) == Some(2),
                },
            ),
            b'7' => self.symbol(
                p,
                Symbol::Pdf417(Pdf417Options {
                    module: self.module.dots,
                    row_height: magnification.unwrap_or(self.bar_height).clamp(1, 400),
                    security: p.count(2).unwrap_or(0).min(8) as u32,
                    columns: p.count(3).unwrap_or(0),
                    rows: p.count(4).unwrap_or(0),
                    truncated: yes(5),
                }),
            ),
            b'O' | b'0' => self.symbol(
                p,
                Symbol::Aztec {
                    magnification: magnification.unwrap_or(2).clamp(1, 10),
                    size: p.int(3).unwrap_or(0),
                },
            ),
            b'D' => {
                let count = |at: usize| p.int(at).unwrap_or(1).clamp(1, 8) as u8;
                let asked = maxicode::MaxicodeOptions {
                    mode: p.int(0).unwrap_or(2).clamp(2, 6) as u8,
                    number: count(1),
                    total: count(2),
                    dots_per_inch: self.dots_per_inch() as i32,
                };
                self.symbol(p, Symbol::MaxiCode(asked));
            }
            _ => {
                let name = char::from(kind);
                self.warn(Note::BoxedBarcode { name });
                self.symbol(
                    p,
                    Symbol::Unknown {
                        name: "barcode",
                        width: 300,
                        height: self.bar_height,
                    },
                );
            }
        }
    }

    fn graphic(&mut self, command: &Command, p: &Parameters<'_>) {
        let size = |at: usize| p.dots(at).unwrap_or(0);
        let white = |at: usize| p.letter(at) == Some(b'W');
        let (mask, is_white) = match &command.name {
            b"GB" => {
                let thick = p.dots(2).filter(|t| *t > 0).unwrap_or(1);
                let rounding = p.int(4).unwrap_or(0);
                (
                    shape::rectangle(size(0), size(1), thick, rounding),
                    white(3),
                )
            }
            b"GC" => (
                shape::ellipse(size(0), size(0), p.dots(1).unwrap_or(1)),
                white(2),
            ),
            b"GE" => (
                shape::ellipse(size(0), size(1), p.dots(2).unwrap_or(1)),
                white(3),
            ),
            b"GD" => {
                let right = !matches!(p.letter(4), Some(b'L' | b'\\'));
                (
                    shape::diagonal(size(0), size(1), p.dots(2).unwrap_or(1), right),
                    white(3),
                )
            }
            b"GF" => (self.field_graphic(command, p), false),
            _ => {
                let name = object_name(&p.text(0));
                let times = |at: usize| match command.name {
                    [b'X', _] => p.int(at).unwrap_or(1).clamp(1, 10),
                    _ => 1,
                };
                let stored = self
                    .graphics
                    .get(&name)
                    .and_then(|g| g.magnified(times(1), times(2)));
                if stored.is_none() {
                    self.warn(Note::AbsentGraphic { name });
                }
                (stored, false)
            }
        };
        let paint = if is_white { Paint::White } else { Paint::Black };
        let Some(field) = self.field().cloned() else {
            return;
        };
        // Shapes are drawn unrotated, whatever the default orientation of text.
        let upright = Field {
            turn: Turn::Normal,
            ..field
        };
        if let (Some(mask), Some(label)) = (mask, self.label()) {
            label.marked = true;
            upright.draw_mask(mask, &mut label.dots, paint);
        }
    }

    fn field_graphic(&mut self, command: &Command, p: &Parameters<'_>) -> Option<Mask> {
        let raw = matches!(p.letter(0), Some(b'B' | b'C'));
        let data = after_delimiters(command, 4);
        let unpacked = graphic::unpack(data, raw, p.count(2).unwrap_or(0), p.count(3).unwrap_or(0));
        unpacked.map_err(|error| self.warn(error.into())).ok()
    }

    /// Stores a graphic: `~DGd:o.x,total,row,data`.
    pub(super) fn download(&mut self, command: &Command) {
        let p = command.parameters();
        let (total, row) = (p.count(1).unwrap_or(0), p.count(2).unwrap_or(0));
        match graphic::unpack(after_delimiters(command, 3), false, total, row) {
            Ok(mask) if self.graphics.len() < MOST_STORED => {
                self.graphics.insert(object_name(&p.text(0)), mask);
            }
            Ok(_) => self.warn(Note::MoreGraphics),
            Err(error) => self.warn(error.into()),
        }
    }
}

/// The data after the first `count` delimiters; it may contain more of them.
fn after_delimiters(command: &Command, count: usize) -> &[u8] {
    command
        .data
        .splitn(count + 1, |byte| *byte == command.delimiter)
        .nth(count)
        .unwrap_or_default()
}
