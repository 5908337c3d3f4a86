//! The commands that define fields.

use super::{Label, Printer, object_name};
use crate::note::Note;
use crate::zpl::clock::{ClockOffset, FieldClocks};
use crate::zpl::field::{Anchor, Field, FontChoice, Printing, Symbol, shortened};
use crate::zpl::mask::Turn;
use crate::zpl::serial::Serial;
use crate::zpl::text::{Block, Direction, Justify};
use crate::zpl::token::{Command, Parameters};

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
                    field.is_variable = command.name == *b"FV";
                }
            }
            b"FM" => {
                // A place that is `e` is not printed.
                let pairs = (0..120).step_by(2);
                let mut places = pairs.filter_map(|at| p.dots(at).zip(p.dots(at + 1)));
                let place = places.next().map(|(x, y)| self.placed(x, y));
                if let Some(field) = self.field() {
                    field.first_place = place;
                }
            }
            b"FE" => {
                let mark = p.raw(0).first().copied().unwrap_or(b'#');
                if let Some(field) = self.field() {
                    field.embeds = Some(mark);
                }
            }
            b"FL" => {
                let name = object_name(&p.text(0));
                if p.int(2) != Some(0) {
                    self.warn(Note::LinkedFont { name });
                }
            }
            [b'R', b'A' | b'F' | b'I' | b'T' | b'U'] | b"WF" | b"WT" => self.tag(command, p),
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
                let clocks =
                    FieldClocks { signs: [first, sign(1), sign(2)], offsets: self.clock_offsets };
                if let Some(field) = self.field() {
                    field.clock = Some(clocks);
                }
            }
            b"SO" => {
                let part = |at: usize| p.int(at).unwrap_or(0).clamp(-32_000, 32_000);
                let clock =
                    p.int(0).and_then(|clock| usize::try_from(clock.saturating_sub(2)).ok());
                let [months, days, years, hours, minutes, seconds] = [1, 2, 3, 4, 5, 6].map(part);
                if let Some(offset) = clock.and_then(|at| self.clock_offsets.get_mut(at)) {
                    *offset = ClockOffset { months, days, years, hours, minutes, seconds };
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
                // Without a size, the signs have that of the last `^CF` (manual, `^GS`).
                let (height, width) = match (p.dots(1), p.dots(2)) {
                    (None, None) => (self.default_font.height, self.default_font.width),
                    given => given,
                };
                self.symbol(p, Symbol::Sign);
                if let Some(field) = self.field() {
                    field.font = FontChoice { name: b'0', file: None, height, width };
                    field.font_given = true;
                }
            }
            b"GB" | b"GC" | b"GE" | b"GD" | b"GF" | b"XG" | b"IM" => self.graphic(command, p),
            b"IL" => self.load_image(p),
            b"IS" => self.save_image(p),
            b"ID" => self.delete_objects(&p.text(0)),
            b"TO" => self.copy_object(&p.text(0), &p.text(1)),
            name => self.unknown(*name),
        }
    }

    /// RFID: the data of the field is that of a tag and not on paper, or a number of a field stands
    /// for what is read from a tag.
    fn tag(&mut self, command: &Command, p: &Parameters<'_>) {
        let reads = match &command.name {
            b"RF" => matches!(p.letter(0), Some(b'R' | b'P')),
            [kind, _] => *kind == b'R',
        };
        if reads {
            self.warn(Note::TagData);
        }
        if let Some(field) = self.field() {
            field.symbol = Symbol::Tag;
        }
    }

    /// Ignores commands that do not affect the printed label; reports all others. `^N` and `^W` set
    /// up networks, but `^WD` prints a list.
    fn unknown(&mut self, name: [u8; 2]) {
        const SILENT: [&[u8; 2]; 75] = [
            b"FX", b"MT", b"MM", b"MD", b"MF", b"ML", b"MP", b"MW", b"MA", b"MI", b"PR", b"PP",
            b"PN", b"PF", b"PH", b"PA", b"JU", b"JS", b"JZ", b"JT", b"JB", b"JJ", b"JH", b"JI",
            b"JW", b"SD", b"HF", b"HG", b"HH", b"HL", b"HR", b"HT", b"HV", b"HW", b"HY", b"HZ",
            b"TA", b"ST", b"SE", b"SX", b"SZ", b"SL", b"SP", b"CO", b"CM", b"CP", b"EF", b"CN",
            b"DN", b"XB", b"XS", b"KD", b"KL", b"KN", b"KP", b"KV", b"LF", b"SC", b"SI", b"SQ",
            b"SR", b"SS", b"ZZ", b"RB", b"RE", b"RL", b"RM", b"RN", b"RQ", b"RR", b"RS", b"RW",
            b"RZ", b"WV", b"RO",
        ];
        let is_network = matches!(name, [b'N', _]) || matches!(name, [b'W', kind] if kind != b'D');
        if !is_network && !SILENT.iter().any(|silent| **silent == name) {
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
        let after = label.and_then(|label| label.after_text).filter(|_| typeset);
        let x = after.filter(|_| p.dots(0).is_none()).map_or(x, |at| at.0);
        let y = after.filter(|_| p.dots(1).is_none()).map_or(y, |at| at.1);
        let anchor = if typeset { Anchor::Baseline { right } } else { Anchor::Corner { right } };
        if let Some(field) = self.field() {
            (field.x, field.y, field.anchor) = (x, y, anchor);
            field.positioned = true;
        }
    }

    fn placed(&self, x: i32, y: i32) -> (i32, i32) {
        (x + self.home.0 - self.shift.0, y + self.home.1 + self.shift.1)
    }

    /// The current field; starts one if there is none.
    pub(super) fn field(&mut self) -> Option<&mut Field> {
        let (x, y) = self.placed(0, 0);
        let fresh = Field {
            x,
            y,
            anchor: Anchor::Corner { right: self.default_right },
            turn: self.default_turn,
            turn_given: false,
            font_given: false,
            font: self.default_font.clone(),
            fine_head: self.dots_per_inch() > 250.0,
            symbol: Symbol::Text,
            printing: Printing {
                module: self.module,
                height: self.bar_height,
                line_below: false,
                line_above: false,
                line_font: None,
                fine_head: self.dots_per_inch() > 250.0,
                validates: self.validates,
            },
            block: None,
            direction: Direction::Across,
            gap: 0,
            reverse: self.reverse_all,
            hex: None,
            charset: self.charset.clone(),
            data: None,
            is_variable: false,
            first_place: None,
            embeds: None,
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
        let label = self.label.as_mut();
        let Some(mut field) = label.and_then(|label| label.field.take()) else {
            return;
        };
        if let Some((x, y)) = field.first_place.filter(|_| field.is_divisible()) {
            (field.x, field.y, field.positioned) = (x, y, true);
            let symbol = field.symbol_kind();
            self.warn(Note::DividedBarcode { symbol });
        }
        if let (Some(mark), Some(data)) = (field.embeds, &field.data)
            && data.contains(&mark)
        {
            let data = shortened(&field.charset.text(data));
            self.warn(Note::EmbeddedFields { data });
        }
        let Some(label) = &mut self.label else { return };
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
