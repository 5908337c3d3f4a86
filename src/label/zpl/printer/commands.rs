//! The commands that define fields.

use super::{Label, Printer};
use crate::label::note::Note;
use crate::label::zpl::clock::{ClockOffset, FieldClocks};
use crate::label::zpl::field::{Anchor, Field, FontChoice, Printing, Symbol};
use crate::label::zpl::mask::Turn;
use crate::label::zpl::serial::Serial;
use crate::label::zpl::text::{Block, Direction, Justify};
use crate::label::zpl::token::{Command, Parameters};

/// The most numbered fields that wait for their data.
const MOST_NUMBERED: usize = 1_000;

impl Printer {
    /// Handles the parts of a field and commands that draw at once.
    pub(super) fn part(&mut self, command: &Command, p: &Parameters<'_>) {
        match &command.name {
            b"FO" | b"FT" => self.position(command, p),
            b"FS" => self.end_field(),
            b"FD" | b"FV" => {
                let data = command.data.clone();
                if let Some(field) = self.field() {
                    field.data = Some(data);
                }
            }
            b"SN" => {
                let step = p.decimal(1).map_or(1, |step| step as i64);
                let zeros = p.letter(2) == Some(b'Y');
                // Leading spaces count as part of the number's width.
                let mut data = command.data.split(|byte| *byte == command.delimiter);
                let data = data.next().unwrap_or_default().to_vec();
                if let Some(field) = self.field() {
                    field.data = Some(data);
                    field.serial = Some(Serial::Number { step, zeros });
                }
            }
            b"SF" => {
                let serial = Serial::masked(p.raw(0), p.raw(1));
                if let Some(field) = self.field() {
                    field.serial = Some(serial);
                }
            }
            b"FC" => {
                let sign = |at: usize| p.raw(at).first().copied().unwrap_or(0);
                let first = p.raw(0).first().copied().unwrap_or(b'%');
                let clocks = FieldClocks {
                    signs: [first, sign(1), sign(2)],
                    offsets: self.clock_offsets,
                };
                if let Some(field) = self.field() {
                    field.clock = Some(clocks);
                }
            }
            b"SO" => {
                let part = |at: usize| p.int(at).unwrap_or(0).clamp(-32_000, 32_000);
                let clock = p
                    .int(0)
                    .and_then(|clock| usize::try_from(clock.saturating_sub(2)).ok());
                let [months, days, years, hours, minutes, seconds] = [1, 2, 3, 4, 5, 6].map(part);
                if let Some(offset) = clock.and_then(|at| self.clock_offsets.get_mut(at)) {
                    *offset = ClockOffset {
                        months,
                        days,
                        years,
                        hours,
                        minutes,
                        seconds,
                    };
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
                    field.block = Some(block);
                }
            }
            b"A@" => self.font_of_file(p),
            [b'A', name] => self.font(*name, p),
            [b'B', kind] => self.barcode(*kind, p),
            b"TB" => {
                let turn = Turn::from_letter(p.letter(0));
                let symbol = Symbol::Clipped {
                    width: p.dots(1).unwrap_or(1).max(1),
                    height: p.dots(2).unwrap_or(1).max(1),
                };
                if let Some(field) = self.field() {
                    field.symbol = symbol;
                    // Without a letter, the block has the orientation of the font.
                    field.turn = turn.unwrap_or(field.turn);
                    field.turn_given |= turn.is_some();
                }
            }
            b"GS" => {
                let (height, width) = (p.dots(1), p.dots(2));
                self.symbol(p, Symbol::Sign);
                if let Some(field) = self.field() {
                    field.font = FontChoice {
                        name: b'0',
                        height,
                        width,
                    };
                    field.font_given = true;
                }
            }
            b"GB" | b"GC" | b"GE" | b"GD" | b"GF" | b"XG" | b"IM" => self.graphic(command, p),
            b"IL" => self.load_image(p),
            b"IS" => self.save_image(p),
            b"ID" => self.delete_objects(&p.text(0)),
            name => self.unknown(*name),
        }
    }

    /// Ignores commands that do not affect the printed label; reports all others.
    fn unknown(&mut self, name: [u8; 2]) {
        const SILENT: [&[u8; 2]; 56] = [
            b"FX", b"MN", b"MT", b"MM", b"MD", b"MC", b"MF", b"ML", b"MP", b"MW", b"MA", b"MI",
            b"PR", b"PP", b"PN", b"PF", b"PH", b"PA", b"JU", b"JM", b"JS", b"JZ", b"JT", b"JB",
            b"JJ", b"JH", b"JI", b"SD", b"HH", b"HT", b"HV", b"HW", b"HZ", b"TA", b"ST", b"SE",
            b"SX", b"SZ", b"SL", b"SP", b"CV", b"CO", b"CM", b"CP", b"EF", b"CN", b"DN", b"XB",
            b"XS", b"KD", b"KL", b"KN", b"KP", b"LF", b"SI", b"SS",
        ];
        if !SILENT.iter().any(|silent| **silent == name) {
            let name = String::from_utf8_lossy(&name).into_owned();
            self.warn(Note::UnknownCommand { name });
        }
    }

    /// `^FO` and `^FT`. Parts of the field may stand before its position: only data or a graphic
    /// that no `^FS` ends is a field of its own. The last of several positions counts.
    fn position(&mut self, command: &Command, p: &Parameters<'_>) {
        let label = self.label.as_ref();
        let field = label.and_then(|label| label.field.as_ref());
        if field.is_some_and(|field| field.data.is_some() || field.has_graphic) {
            self.end_field();
        }
        let right = p.int(2).map_or(self.default_right, |side| side == 1);
        let typeset = command.name == *b"FT";
        let (x, y) = self.placed(p.dots(0).unwrap_or(0), p.dots(1).unwrap_or(0));
        // A coordinate that `^FT` lacks is the one after the last text.
        let label = self.label.as_ref();
        let after = label.and_then(|label| label.after_text);
        let after = after.filter(|_| typeset);
        let x = after.filter(|_| p.dots(0).is_none()).map_or(x, |at| at.0);
        let y = after.filter(|_| p.dots(1).is_none()).map_or(y, |at| at.1);
        let anchor = match typeset {
            true => Anchor::Baseline { right },
            false => Anchor::Corner { right },
        };
        if let Some(field) = self.field() {
            (field.x, field.y, field.anchor) = (x, y, anchor);
            field.positioned = true;
        }
    }

    fn placed(&self, x: i32, y: i32) -> (i32, i32) {
        (
            x + self.home.0 - self.shift.0,
            y + self.home.1 + self.shift.1,
        )
    }

    /// The current field; starts one if there is none.
    pub(super) fn field(&mut self) -> Option<&mut Field> {
        let (x, y) = self.placed(0, 0);
        let fresh = Field {
            x,
            y,
            anchor: Anchor::Corner {
                right: self.default_right,
            },
            turn: self.default_turn,
            turn_given: false,
            font_given: false,
            font: self.default_font,
            fine_head: self.dots_per_inch() > 250.0,
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
            has_graphic: false,
            positioned: false,
            number: None,
            serial: None,
            clock: None,
        };
        let label = self.label()?;
        Some(label.field.get_or_insert(fresh))
    }

    pub(super) fn end_field(&mut self) {
        let recalling = self.recalling > 0;
        let Some(label) = &mut self.label else { return };
        let Some(field) = label.field.take() else {
            return;
        };
        match field.number {
            Some(number) => label.end_numbered(number, field, recalling),
            None if field.data.is_some() => label.put(field),
            None => {}
        }
    }
}

impl Label {
    /// Ends a field with a number (`^FN`). Data without a position is printed by the fields with its
    /// number; a field with a position takes its data from there. Data in a stored format is a
    /// default, which data outside the format replaces.
    fn end_numbered(&mut self, number: i32, field: Field, recalling: bool) {
        let has_number = |other: &Field| other.number == Some(number);
        if field.data.is_none() || (recalling && field.positioned) {
            let given = self.given.iter().find(|given| has_number(given));
            match given.map(|given| field.filled_from(given)) {
                Some(filled) => self.put(filled),
                None => self.wait(field),
            }
            return;
        }
        let waiting = std::mem::take(&mut self.waiting);
        let (filled, waiting): (Vec<Field>, Vec<Field>) =
            waiting.into_iter().partition(|waiting| has_number(waiting));
        self.waiting = waiting;
        for waiting in filled {
            self.put(waiting.filled_from(&field));
        }
        if self.given.len() < MOST_NUMBERED {
            self.given.push(field.clone());
        }
        if field.positioned {
            self.put(field);
        }
    }

    fn wait(&mut self, field: Field) {
        if self.waiting.len() < MOST_NUMBERED {
            self.waiting.push(field);
        }
    }
}
