//! The state of the simulated printer: settings that apply to all following labels, the current
//! label, stored formats and graphics.

mod barcodes;
mod commands;
mod fonts;
mod graphics;
mod settings;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::charset::Charset;
use super::clock::ClockOffset;
use super::field::{Field, FontChoice, Warnings};
use super::font::Downloaded;
use super::linear::Module;
use super::mask::{MOST_DOTS, Mask, Paint, Turn};
use super::page::{PageSize, ROOM_LENGTH, ROOM_WIDTH, TEAR_OFF_DOTS, resolution};
use super::token::{Command, Tokens};
use super::{Budget, Printed, Stream};
use crate::note::Note;

/// Room for a Letter page on its side at 300 dpi, and 32 inches at 203 dpi. A larger `^PW` or
/// `^LL` is clamped, and so is a length that together with the width exceeds [`MOST_DOTS`].
const MOST_WIDTH: i32 = 3_400;
const MOST_LENGTH: i32 = 6_496;
/// The most copies that are drawn, although a printer would print more.
const MOST_COPIES: i32 = 20;
/// The maximum depth of formats that recall other formats.
const DEEPEST: usize = 4;
const MOST_STORED: usize = 64;

#[derive(Clone)]
pub struct Printer {
    budget: Budget,
    printed: Vec<Printed>,
    commands: usize,
    left_out: Option<Note>,
    /// Whether the budget is used up and nothing more is read.
    spent: bool,
    // Settings, in the order of the manual.
    width: Option<i32>,
    length: Option<i32>,
    /// Whether the media is continuous (`^MNN`), and whether the length applies to all media.
    is_continuous: bool,
    has_length_everywhere: bool,
    /// Whether labels that may be longer than they declare get the room for it.
    has_long_labels: bool,
    runs_on: bool,
    home: (i32, i32),
    shift: (i32, i32),
    inverted: bool,
    mirrored: bool,
    reverse_all: bool,
    default_font: FontChoice,
    default_turn: Turn,
    /// Whether fields whose command does not say so are right-justified (`^FW`).
    default_right: bool,
    module: Module,
    bar_height: i32,
    charset: Charset,
    /// Whether the data of barcodes is checked (`^CV`).
    validates: bool,
    /// Whether each dot is printed as two by two (`^JM`).
    is_doubled: bool,
    /// Whether the bitmap of a label is kept for the next ones (`^MC`), and the ink that is kept.
    keeps_ink: bool,
    kept_ink: Option<Mask>,
    /// Whether the stream may have such a label.
    may_keep_ink: bool,
    /// How many dots one unit of measurement has (`^MU`).
    unit: f64,
    /// `^SO`, of the second and the third clock.
    clock_offsets: [ClockOffset; 2],
    /// The names of fonts that have an additional letter (`^CW`).
    aliases: BTreeMap<u8, String>,
    /// The font of the last `^A@`.
    named_font: Option<String>,
    graphics: BTreeMap<String, Mask>,
    /// The names of stored pictures whose kind is not drawn.
    foreign_pictures: BTreeSet<String>,
    /// The typefaces that the file brings.
    fonts: BTreeMap<String, Downloaded>,
    formats: BTreeMap<String, Vec<Command>>,
    /// Remarks about commands outside labels, for the next label.
    early_warnings: Warnings,
    // The current label.
    label: Option<Label>,
    /// How many stored formats are being recalled.
    recalling: usize,
    /// The name and the commands of the format that is being stored instead of printed.
    storing: Option<(String, Vec<Command>)>,
}

#[derive(Clone)]
struct Label {
    dots: Mask,
    /// The same without variable data, once the label has some and the bitmap may be kept.
    lasting: Option<Mask>,
    may_keep_ink: bool,
    field: Option<Field>,
    /// Numbered fields that still need their data.
    waiting: Vec<Field>,
    /// Numbered data that no field has taken yet.
    given: Vec<Field>,
    /// Fields that differ on each copy, drawn last.
    counting: Vec<Field>,
    /// The position after the last text, on its baseline.
    after_text: Option<(i32, i32)>,
    copies: i32,
    /// The number of copies before a serial number is increased.
    repeats: i32,
    warnings: Warnings,
    marked: bool,
}

impl Label {
    /// Draws a field now, or on each copy if it has a serial number.
    fn put(&mut self, field: Field) {
        self.marked = true;
        if field.serial.is_some() && self.counting.len() < 1_000 {
            self.counting.push(field);
        } else {
            self.draw(&field);
        }
    }

    fn draw(&mut self, field: &Field) {
        if field.is_variable && self.may_keep_ink && self.lasting.is_none() {
            self.lasting = Some(self.dots.clone());
        }
        let end = field.draw(&mut self.dots, &mut self.warnings);
        self.after_text = end.or(self.after_text);
        if let Some(lasting) = self.lasting.as_mut().filter(|_| !field.is_variable) {
            // The remarks are those of the first drawing.
            field.draw(lasting, &mut Vec::new());
        }
    }

    /// Draws on the bitmap, and on what is kept of it.
    fn ink(&mut self, draw: impl Fn(&mut Mask)) {
        self.marked = true;
        draw(&mut self.dots);
        self.lasting.iter_mut().for_each(draw);
    }
}

impl Printer {
    pub fn new(budget: Budget) -> Printer {
        Printer {
            budget,
            printed: Vec::new(),
            commands: 0,
            left_out: None,
            spent: false,
            width: None,
            length: None,
            is_continuous: false,
            has_length_everywhere: false,
            has_long_labels: false,
            runs_on: false,
            home: (0, 0),
            shift: (0, 0),
            inverted: false,
            mirrored: false,
            reverse_all: false,
            default_font: FontChoice { name: b'A', file: None, height: None, width: None },
            default_turn: Turn::Normal,
            default_right: false,
            module: Module { dots: 2, ratio: 3.0 },
            bar_height: 10,
            charset: Charset::default(),
            validates: false,
            is_doubled: false,
            keeps_ink: false,
            kept_ink: None,
            may_keep_ink: false,
            unit: 1.0,
            clock_offsets: [ClockOffset::default(); 2],
            aliases: BTreeMap::new(),
            named_font: None,
            graphics: BTreeMap::new(),
            foreign_pictures: BTreeSet::new(),
            fonts: BTreeMap::new(),
            formats: BTreeMap::new(),
            early_warnings: Vec::new(),
            label: None,
            recalling: 0,
            storing: None,
        }
    }

    pub fn with_long_labels(self) -> Printer {
        Printer { has_long_labels: true, ..self }
    }

    pub fn run(mut self, bytes: &[u8]) -> Stream {
        self.may_keep_ink = bytes.windows(3).any(|part| part.eq_ignore_ascii_case(b"MCN"));
        self.read(&mut Tokens::new(bytes));
        Stream { labels: self.printed, left_out: self.left_out, runs_on: self.runs_on }
    }

    fn read(&mut self, tokens: &mut Tokens<'_>) {
        for command in tokens {
            if self.spent {
                break;
            }
            self.obey(&command, 0);
        }
        // A truncated stream shows what it contains.
        self.finish();
    }

    /// Records what is not printed. Only the first remark is kept.
    fn leave_out(&mut self, what: Note) {
        self.left_out.get_or_insert(what);
    }

    fn obey(&mut self, command: &Command, depth: usize) {
        self.commands += 1;
        let most = self.budget.commands;
        if self.commands > most {
            self.spent = true;
            self.leave_out(Note::MoreCommands { most });
        }
        if self.spent {
            return;
        }
        if let Some((_, stored)) = &mut self.storing
            && command.name != *b"XZ"
            && stored.len() < 5_000
        {
            stored.push(command.clone());
            return;
        }
        let p = command.parameters().in_units(self.unit);
        match &command.name {
            b"XA" => self.begin(),
            b"XZ" => self.finish(),
            b"DG" if command.control => self.download(command),
            b"DY" if command.control => self.download_object(command),
            b"EG" => self.graphics.clear(),
            b"DU" if command.control => self.download_font(command),
            b"DF" => self.storing = Some((object_name(&p.text(0)), Vec::new())),
            b"XF" => self.recall(&object_name(&p.text(0)), depth),
            _ if command.control => {}
            _ => {
                if !self.set(command, &p) {
                    self.part(command, &p);
                }
            }
        }
    }

    fn begin(&mut self) {
        if self.label.as_ref().is_some_and(|label| label.marked) {
            self.finish();
        }
        self.label = self.new_label();
    }

    /// The drawing area, before it is known how much of it a label uses.
    fn room(&self) -> (i32, i32) {
        let width = self.width.unwrap_or(ROOM_WIDTH);
        let length = match self.length {
            Some(length) if self.has_long_labels && !self.ends_at_length() => {
                length.max(ROOM_LENGTH)
            }
            length => length.unwrap_or(ROOM_LENGTH),
        };
        (width, longest(width, length))
    }

    /// Whether a label ends at its length, `^LL`, which "is necessary when using continuous media"
    /// (manual). Media with gaps or marks ends where they are.
    fn ends_at_length(&self) -> bool {
        self.is_continuous || self.has_length_everywhere
    }

    fn new_label(&mut self) -> Option<Label> {
        let (width, length) = self.room();
        let dots = self.blank(width, length)?;
        let warnings = std::mem::take(&mut self.early_warnings);
        Some(Label {
            dots,
            lasting: None,
            may_keep_ink: self.may_keep_ink,
            field: None,
            waiting: Vec::new(),
            given: Vec::new(),
            counting: Vec::new(),
            after_text: None,
            copies: 1,
            repeats: 1,
            warnings,
            marked: false,
        })
    }

    /// A bitmap with nothing but the ink that is kept.
    fn blank(&self, width: i32, length: i32) -> Option<Mask> {
        let mut dots = Mask::new(width, length)?;
        if let Some(kept) = &self.kept_ink {
            dots.draw(kept, 0, 0, Paint::Black);
        }
        Some(dots)
    }

    /// The current label. Commands outside `^XA` and `^XZ` start one too.
    fn label(&mut self) -> Option<&mut Label> {
        if self.label.is_none() {
            self.label = self.new_label();
        }
        self.label.as_mut()
    }

    /// Makes room for a size that is declared after the start of the label. If there is ink already,
    /// a smaller size keeps the ink beyond it, so that it can be reported.
    fn resize(&mut self) {
        let (width, length) = self.room();
        let blank = match &self.label {
            Some(label) if !label.marked => self.blank(width, length),
            _ => None,
        };
        if let Some(label) = &mut self.label {
            let enlarged = |dots: &Mask| dots.enlarged(width, length);
            let dots = if label.marked { enlarged(&label.dots) } else { blank };
            if let Some(dots) = dots {
                label.lasting = label.lasting.as_ref().and_then(enlarged);
                label.dots = dots;
            }
        }
    }

    fn finish(&mut self) {
        if let Some((name, commands)) = self.storing.take() {
            if self.formats.len() < MOST_STORED {
                self.formats.insert(name, commands);
            }
            self.label = None;
            return;
        }
        self.end_field();
        let Some(mut label) = self.label.take() else {
            return;
        };
        // Defaults that no data has replaced.
        for field in std::mem::take(&mut label.waiting) {
            if field.data.is_some() {
                label.put(field);
            }
        }
        if !label.marked {
            // "^MCY clears the bitmap" (manual), also in a format without fields.
            self.kept_ink = self.kept_ink.take().filter(|_| self.keeps_ink);
            return;
        }
        let kept = || label.lasting.as_ref().unwrap_or(&label.dots).clone();
        self.kept_ink = self.keeps_ink.then(kept);
        let copies = label.copies.clamp(1, MOST_COPIES);
        if label.copies > MOST_COPIES {
            let (asked, most) = (label.copies, MOST_COPIES);
            self.leave_out(Note::MoreCopies { asked, most });
        }
        if label.counting.is_empty() {
            if let Some(printed) = self.printed_from(label) {
                self.deliver(printed, copies);
            }
            return;
        }
        for copy in 0..copies {
            let mut dots = label.dots.clone();
            let mut warnings = label.warnings.clone();
            for field in &label.counting {
                let steps = i64::from(copy / label.repeats.max(1));
                field.counted(steps).draw(&mut dots, &mut warnings);
            }
            let printed = self.printed_from(Label {
                dots,
                warnings,
                lasting: None,
                counting: Vec::new(),
                field: None,
                waiting: Vec::new(),
                given: Vec::new(),
                ..label
            });
            if let Some(printed) = printed {
                self.deliver(printed, 1);
            }
        }
    }

    /// Crops a label to its size and orients it as it leaves the printer. Ink beyond the page is
    /// reported and not drawn.
    ///
    /// At half the density (`^JM`) each dot of a label becomes two by two of the head. The paper, and
    /// with it `^PW` and `^LL`, stays as it is: the manual says that the format is doubled.
    fn printed_from(&mut self, label: Label) -> Option<Printed> {
        let times = if self.is_doubled { 2 } else { 1 };
        let on_head = |(x, y): (i32, i32)| (x * times, y * times);
        let ink = on_head(label.dots.extent());
        let reach = on_head(label.dots.reach());
        let is_longer = |length: i32| !self.ends_at_length() && reach.1 > length + TEAR_OFF_DOTS;
        let is_longer = self.length.is_some_and(is_longer);
        self.runs_on |= is_longer;
        let longer = PageSize::known(self.width, None, ink).filter(|_| is_longer);
        let page =
            longer.unwrap_or_else(|| PageSize::from_commands_and_ink(self.width, self.length, ink));
        let length = longest(page.width, page.length);
        let mut dots = match self.is_doubled {
            true => {
                let half = |side: i32| (side + 1) / 2;
                let dots = label.dots.cropped(half(page.width), half(length))?;
                dots.magnified(2, 2)?.cropped(page.width, length)?
            }
            false if (label.dots.width(), label.dots.height()) == (page.width, length) => {
                label.dots
            }
            false => label.dots.cropped(page.width, length)?,
        };
        if self.mirrored {
            dots = dots.mirrored();
        }
        if self.inverted {
            dots = dots.turned(Turn::Inverted);
        }
        Some(Printed {
            dots,
            dots_per_inch: page.dots_per_inch,
            warnings: label.warnings,
            beyond: page.beyond(reach),
        })
    }

    fn deliver(&mut self, printed: Printed, copies: i32) {
        let left = self.budget.labels.saturating_sub(self.printed.len());
        let copies = usize::try_from(copies).unwrap_or(0);
        if copies > left {
            let most = self.budget.labels;
            self.spent = true;
            self.leave_out(Note::MorePages { most });
        }
        let copies = copies.min(left);
        self.printed.extend(std::iter::repeat_n(printed, copies));
    }

    /// The resolution of the printer the label is made for, as far as its size tells.
    fn dots_per_inch(&self) -> f32 {
        match (self.width, self.length) {
            (Some(width), Some(length)) => resolution(width, length),
            _ => 203.0,
        }
    }

    fn recall(&mut self, name: &str, depth: usize) {
        let Some(commands) = self.formats.get(name).cloned() else {
            let name = name.to_owned();
            self.warn(Note::AbsentFormat { name });
            return;
        };
        if depth >= DEEPEST {
            let name = name.to_owned();
            self.warn(Note::EndlessFormat { name });
            return;
        }
        self.recalling += 1;
        for command in &commands {
            self.obey(command, depth + 1);
        }
        self.end_field();
        self.recalling -= 1;
    }

    fn warn(&mut self, warning: Note) {
        let warnings = match &mut self.label {
            Some(label) => &mut label.warnings,
            None => &mut self.early_warnings,
        };
        if warnings.len() < 50 && !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
}

fn longest(width: i32, length: i32) -> i32 {
    length.min(MOST_DOTS / width.max(1))
}

/// `R:LOGO.GRF` and `logo` are the same object. Without a device a printer looks for an object on all
/// of its devices (manual, `^XG`), and what lay on them before is not known here, so the device is
/// ignored. The extension is fixed by the command.
fn object_name(text: &str) -> String {
    let bare = text.rsplit(':').next().unwrap_or_default();
    bare.split('.').next().unwrap_or_default().trim().to_ascii_uppercase()
}
