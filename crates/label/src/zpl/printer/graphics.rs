//! The commands that draw shapes and graphics, and those that store graphics.

use super::{Printer, object_name};
use crate::note::Note;
use crate::zpl::field::Field;
use crate::zpl::graphic::{GraphicError, Unpacked};
use crate::zpl::mask::{Mask, Paint, Turn};
use crate::zpl::token::{Command, Parameters};
use crate::zpl::{graphic, shape};

/// The largest number of stored graphics.
const MOST_STORED: usize = 64;

impl Printer {
    pub(super) fn graphic(&mut self, command: &Command, p: &Parameters<'_>) {
        let size = |at: usize| p.dots(at).unwrap_or(0);
        let white = |at: usize| p.letter(at) == Some(b'W');
        let (mask, is_white) = match &command.name {
            b"GB" => {
                let thick = p.dots(2).filter(|t| *t > 0).unwrap_or(1);
                let rounding = p.int(4).unwrap_or(0);
                (shape::rectangle(size(0), size(1), thick, rounding), white(3))
            }
            b"GC" => (shape::ellipse(size(0), size(0), p.dots(1).unwrap_or(1)), white(2)),
            b"GE" => (shape::ellipse(size(0), size(1), p.dots(2).unwrap_or(1)), white(3)),
            b"GD" => {
                let right = !matches!(p.letter(4), Some(b'L' | b'\\'));
                (shape::diagonal(size(0), size(1), p.dots(2).unwrap_or(1), right), white(3))
            }
            b"GF" => (self.field_graphic(command, p), false),
            _ => {
                let name = object_name(&p.text(0));
                let times = |at: usize| match command.name {
                    [b'X', _] => p.int(at).unwrap_or(1).clamp(1, 10),
                    _ => 1,
                };
                let stored = self.graphics.get(&name).and_then(|g| g.magnified(times(1), times(2)));
                if stored.is_none() {
                    self.warn_of_absent(name);
                }
                (stored, false)
            }
        };
        let paint = if is_white { Paint::White } else { Paint::Black };
        let Some(field) = self.field() else {
            return;
        };
        field.has_graphic = true;
        let field = field.clone();
        // Shapes are drawn unrotated, whatever the default orientation of text.
        let upright = Field { turn: Turn::Normal, ..field };
        if let (Some(mask), Some(label)) = (mask, self.label()) {
            label.ink(|dots| upright.draw_mask(&mask, dots, paint));
        }
    }

    fn field_graphic(&mut self, command: &Command, p: &Parameters<'_>) -> Option<Mask> {
        let raw = matches!(p.letter(0), Some(b'B' | b'C'));
        let data = command.after_delimiters(4);
        let unpacked = graphic::unpack(data, raw, p.count(2).unwrap_or(0), p.count(3).unwrap_or(0));
        self.accepted(unpacked)
    }

    /// Stores a graphic: `~DGd:o.x,total,row,data`.
    pub(super) fn download(&mut self, command: &Command) {
        let p = command.parameters();
        let (total, row) = (p.count(1).unwrap_or(0), p.count(2).unwrap_or(0));
        let unpacked = graphic::unpack(command.after_delimiters(3), false, total, row);
        if let Some(mask) = self.accepted(unpacked) {
            self.store(object_name(&p.text(0)), mask);
        }
    }

    /// Stores an object: `~DYd:f,b,x,total,row,data`. The format `b` is A for hexadecimal digits, B
    /// for bytes and P for a PNG file; the kind `x` is G for a graphic, P for a PNG file, B and X for
    /// other pictures, and T and E for a typeface. All other kinds are settings of the printer.
    pub(super) fn download_object(&mut self, command: &Command) {
        let p = command.parameters();
        let (total, row) = (p.count(3).unwrap_or(0), p.count(4).unwrap_or(0));
        let data = command.after_delimiters(5);
        let format = p.letter(1);
        let unpacked = match (p.letter(2), format) {
            (Some(b'P'), _) | (_, Some(b'P')) => graphic::png(data, format == Some(b'B'), total),
            (Some(b'G') | None, _) => graphic::unpack(data, format == Some(b'B'), total, row),
            (Some(b'T' | b'E'), _) => {
                return self.store_font(&p.text(0), data, format == Some(b'B'), total);
            }
            (Some(b'B' | b'X'), _) if self.foreign_pictures.len() < MOST_STORED => {
                self.foreign_pictures.insert(object_name(&p.text(0)));
                return;
            }
            _ => return,
        };
        if let Some(mask) = self.accepted(unpacked) {
            self.store(object_name(&p.text(0)), mask);
        }
    }

    /// The graphic, with a remark about its data.
    fn accepted(&mut self, unpacked: Result<Unpacked, GraphicError>) -> Option<Mask> {
        match unpacked {
            Ok(Unpacked { mask, checksum_fits }) => {
                if !checksum_fits {
                    self.warn(Note::GraphicChecksum);
                }
                Some(mask)
            }
            Err(error) => {
                self.warn(error.into());
                None
            }
        }
    }

    /// A remark about a graphic that a field uses and that is not stored.
    fn warn_of_absent(&mut self, name: String) {
        self.warn(match self.foreign_pictures.contains(&name) {
            true => Note::ForeignPicture { name },
            false => Note::AbsentGraphic { name },
        });
    }

    /// `^TO`: stores a copy of a graphic or a format under another name. A pattern with a star copies
    /// to another device under the same names, which are the same objects here.
    pub(super) fn copy_object(&mut self, from: &str, to: &str) {
        let (from, to) = (object_name(from), object_name(to));
        if let Some(mask) = self.graphics.get(&from).cloned() {
            self.store(to, mask);
        } else if let Some(format) = self.formats.get(&from).cloned()
            && self.formats.len() < MOST_STORED
        {
            self.formats.insert(to, format);
        }
    }

    fn store(&mut self, name: String, mask: Mask) {
        if self.graphics.len() < MOST_STORED || self.graphics.contains_key(&name) {
            self.graphics.insert(name, mask);
        } else {
            self.warn(Note::MoreGraphics);
        }
    }

    /// `^IL`: draws a stored picture of a label, always at the upper left corner.
    pub(super) fn load_image(&mut self, p: &Parameters<'_>) {
        let name = object_name(&p.text(0));
        let Some(image) = self.graphics.get(&name).cloned() else {
            return self.warn_of_absent(name);
        };
        if let Some(label) = self.label() {
            label.ink(|dots| dots.draw(&image, 0, 0, Paint::Black));
        }
    }

    /// `^IS`: stores the label so far as a picture. Unless the second parameter is N, the label is
    /// also printed.
    pub(super) fn save_image(&mut self, p: &Parameters<'_>) {
        self.end_field();
        let Some(label) = self.label() else { return };
        let (width, height) = label.dots.extent();
        let image = label.dots.cropped(width.max(1), height.max(1));
        if p.letter(1) == Some(b'N') {
            label.marked = false;
        }
        if let Some(image) = image {
            self.store(object_name(&p.text(0)), image);
        }
    }

    /// `^ID`: deletes stored graphics and formats. A star stands for any characters. The extension
    /// says which kind is deleted; without one it is that of graphics.
    pub(super) fn delete_objects(&mut self, pattern: &str) {
        let extension = pattern.rsplit_once('.').map_or("GRF", |(_, extension)| extension);
        let extension = extension.trim().to_ascii_uppercase();
        let pattern = object_name(pattern);
        let matches = |name: &str| match pattern.split_once('*') {
            Some((start, end)) => {
                name.len() >= start.len() + end.len()
                    && name.starts_with(start)
                    && name.ends_with(end)
            }
            None => name == pattern,
        };
        if extension != "ZPL" {
            self.graphics.retain(|name, _| !matches(name));
            self.foreign_pictures.retain(|name| !matches(name));
        }
        if matches!(extension.as_str(), "TTF" | "TTE" | "FNT" | "*") {
            self.fonts.retain(|name, _| !matches(name));
        }
        if matches!(extension.as_str(), "ZPL" | "*") {
            self.formats.retain(|name, _| !matches(name));
        }
    }
}
