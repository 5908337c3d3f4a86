//! A bitmap of exactly the paper's size, and a label placed on it without scaling.

use super::{Language, PrintError, Printer, Turn, measure, media};
use crate::{Page, size};
use postroom_base::message;

/// The largest difference in inches that rounding to points and pixels causes.
pub const TOLERANCE_IN: f32 = 0.03;
/// Larger or finer than any label printer.
const LONGEST_IN: f32 = 40.0;
const FINEST_DPI: u16 = 1_200;
/// Gray levels below this are printed as black dots.
pub const INK_BELOW: u8 = 128;

pub fn fits(label: (f32, f32), media: (f32, f32)) -> bool {
    label.0 <= media.0 + TOLERANCE_IN && label.1 <= media.1 + TOLERANCE_IN
}

/// A part of a sheet in dots, and its width and height in inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
    pub size_in: (f32, f32),
}

/// The dots of a sheet, row by row; true is black.
#[derive(Clone, Debug, PartialEq)]
pub struct Paper {
    pub width: usize,
    pub height: usize,
    pub dpi: u16,
    dots: Vec<bool>,
}

impl Paper {
    pub fn blank(printer: &Printer) -> Result<Self, PrintError> {
        let (wide, high) = match printer.language {
            Language::Pwg | Language::PwgBlack => media::exact(printer.media_in),
            _ => printer.media_in,
        };
        let sound = |inches: f32| inches.is_finite() && inches > 0.1 && inches <= LONGEST_IN;
        if !sound(wide) || !sound(high) || !(72..=FINEST_DPI).contains(&printer.dpi) {
            return Err(PrintError::BadPrinter { printer: printer.name.clone() });
        }
        let dots = |inches: f32| (inches * f32::from(printer.dpi)).round() as usize;
        let (width, height) = (dots(wide), dots(high));
        Ok(Self { width, height, dpi: printer.dpi, dots: vec![false; width * height] })
    }

    /// Places the label on the printer's paper: turned as set, rotated by 90° if only that fits,
    /// and moved by the offset.
    ///
    /// Ink decides what fits: blank space beyond the paper is no loss, and of a larger page, such as a
    /// Letter page with a label in its middle, the ink is moved onto the paper.
    pub fn with(page: &Page, printer: &Printer) -> Result<Self, PrintError> {
        Self::holding(page, printer, false)
    }

    /// Like [`Paper::with`]; ink beyond the paper is cut off.
    pub fn with_cut(page: &Page, printer: &Printer) -> Result<Self, PrintError> {
        Self::holding(page, printer, true)
    }

    fn holding(page: &Page, printer: &Printer, is_cut: bool) -> Result<Self, PrintError> {
        let mut paper = Self::blank(printer)?;
        let whole = Slot {
            x: 0,
            y: 0,
            width: paper.width,
            height: paper.height,
            size_in: printer.media_in,
        };
        paper.place(&whole, page, printer, is_cut)?;
        Ok(paper)
    }

    /// Like [`Paper::with`], in a part of the paper.
    pub fn lay_in(
        &mut self,
        slot: &Slot,
        page: &Page,
        printer: &Printer,
    ) -> Result<(), PrintError> {
        self.place(slot, page, printer, false)
    }

    fn place(
        &mut self,
        slot: &Slot,
        page: &Page,
        printer: &Printer,
        is_cut: bool,
    ) -> Result<(), PrintError> {
        let mut sheet = Sheet::of(page, printer.dpi).turned(printer.turn);
        let (mut spare, mut is_cropped) = (0, false);
        if !fits(sheet.size_in, slot.size_in) {
            let turned = sheet.clone().turned(Turn::Quarter);
            if fits(turned.size_in, slot.size_in) {
                sheet = turned;
            } else {
                let lost = |sheet: &Sheet| sheet.ink_beyond(slot.size_in);
                let ((right, below), is_turned) = match (lost(&sheet), lost(&turned)) {
                    (own, other) if own.0 + own.1 <= other.0 + other.1 => (own, false),
                    (_, other) => (other, true),
                };
                let cropped = sheet.cropped_to_ink();
                is_cropped = right.max(below) > TOLERANCE_IN && fits(cropped.size_in, slot.size_in);
                if !is_cut && !is_cropped && right.max(below) > TOLERANCE_IN {
                    let millimeters = |inches: f32| (inches * 25.4).ceil() as i64;
                    return Err(PrintError::Cut(message!(
                        "printing-too-large",
                        label = measure((page.width_in, page.height_in)),
                        media = measure(slot.size_in),
                        printer = &printer.name,
                        right = millimeters(right),
                        below = millimeters(below),
                    )));
                }
                sheet = match (is_cropped, is_turned) {
                    (true, _) => cropped,
                    (false, true) => turned,
                    (false, false) => sheet,
                };
                // Rounding to pixels makes a label some dots larger.
                spare = (TOLERANCE_IN * f32::from(printer.dpi)).round() as usize;
            }
        }
        let spare = if is_cut { usize::MAX } else { spare };
        // Label rolls start at the corner of the print head. On office paper the label is
        // centered, because office printers cannot print near the edges, and so is ink that was cut
        // out of a larger page.
        let room = |paper: usize, label: usize| paper.saturating_sub(label) as i64 / 2;
        let (left, top) = match printer.language {
            language if language.is_of_label_printers() && !is_cropped => (0, 0),
            _ => (
                slot.x as i64 + room(slot.width, sheet.width),
                slot.y as i64 + room(slot.height, sheet.height),
            ),
        };
        let (x, y) = (left + i64::from(printer.offset.0), top + i64::from(printer.offset.1));
        if !self.lay(&sheet, x, y, spare) {
            return Err(PrintError::OverTheEdge { printer: printer.name.clone() });
        }
        Ok(())
    }

    /// A page at its own resolution on paper of its own size.
    pub fn of_page(page: &Page) -> Self {
        let dpi = page.dpi.round().clamp(1.0, f32::from(FINEST_DPI)) as u16;
        let sheet = Sheet::of(page, dpi);
        Self { width: sheet.width, height: sheet.height, dpi, dots: sheet.dots }
    }

    /// The dots of a part of the paper, as a page.
    pub fn part(&self, slot: &Slot) -> Page {
        let columns = slot.x..(slot.x + slot.width).min(self.width);
        let rows = slot.y..(slot.y + slot.height).min(self.height);
        let (width, height) = (columns.len(), rows.len());
        let dots = rows.flat_map(|y| self.row(y).get(columns.clone()).unwrap_or_default());
        Self { width, height, dpi: self.dpi, dots: dots.copied().collect() }.into_page()
    }

    pub fn row(&self, y: usize) -> &[bool] {
        self.dots.get(y * self.width..(y + 1) * self.width).unwrap_or_default()
    }

    /// The dots of a row, eight in each byte, the first in the highest bit; set is black.
    pub fn packed_row(&self, y: usize) -> impl Iterator<Item = u8> {
        self.row(y).chunks(8).map(|dots| {
            let dots = dots.iter().enumerate();
            dots.fold(0, |byte, (at, ink)| byte | (u8::from(*ink) << (7 - at)))
        })
    }

    pub fn fill(&mut self, x: usize, y: usize, width: usize, height: usize) {
        for row in y..y.saturating_add(height).min(self.height) {
            let start = row * self.width + x.min(self.width);
            let end = row * self.width + x.saturating_add(width).min(self.width);
            if let Some(dots) = self.dots.get_mut(start..end) {
                dots.fill(true);
            }
        }
    }

    /// Draws the sheet at this position. Returns false if a black dot is outside the paper, more than
    /// `spare` dots beyond its right or lower edge.
    fn lay(&mut self, sheet: &Sheet, x: i64, y: i64, spare: usize) -> bool {
        let is_near = |at: usize, edge: usize| at < edge.saturating_add(spare);
        for (row, line) in (y..).zip(sheet.dots.chunks(sheet.width.max(1))) {
            for (column, _) in (x..).zip(line).filter(|(_, ink)| **ink) {
                let place = usize::try_from(column).ok().zip(usize::try_from(row).ok());
                let Some((column, row)) = place.filter(|(column, row)| {
                    is_near(*column, self.width) && is_near(*row, self.height)
                }) else {
                    return false;
                };
                let dot = (column < self.width).then(|| row * self.width + column);
                if let Some(dot) = dot.and_then(|at| self.dots.get_mut(at)) {
                    *dot = true;
                }
            }
        }
        true
    }

    pub fn into_page(self) -> Page {
        let inches = |dots: usize| dots as f32 / f32::from(self.dpi);
        Page {
            width_px: u32::try_from(self.width).unwrap_or(u32::MAX),
            height_px: u32::try_from(self.height).unwrap_or(u32::MAX),
            dpi: f32::from(self.dpi),
            width_in: inches(self.width),
            height_in: inches(self.height),
            luma: self.dots.iter().map(|ink| if *ink { 0 } else { 255 }).collect(),
        }
    }
}

/// A label's dots at the printer's resolution, before it is placed on the paper.
#[derive(Clone)]
struct Sheet {
    width: usize,
    height: usize,
    size_in: (f32, f32),
    dots: Vec<bool>,
}

impl Sheet {
    fn of(page: &Page, dpi: u16) -> Self {
        // A decoded picture still has its own pixels; here it gets the printer's resolution.
        let dots = |inches: f32| (inches * f32::from(dpi)).round().max(1.0) as u32;
        let (width, height) = (dots(page.width_in), dots(page.height_in));
        let from = (page.width_px, page.height_px);
        // A page whose size differs only by rounding is taken over dot by dot: scaling would blur
        // every bar.
        let near = |a: u32, b: u32| a.abs_diff(b) <= 1;
        let (width, height) = match near(width, from.0) && near(height, from.1) {
            true => from,
            false => (width, height),
        };
        let luma = size::resampled(&page.luma, from, (width, height));
        Self {
            width: width as usize,
            height: height as usize,
            size_in: (page.width_in, page.height_in),
            dots: luma.into_iter().map(|level| level < INK_BELOW).collect(),
        }
    }

    /// How far the ink reaches beyond paper of this size, to the right and below, in inches.
    fn ink_beyond(&self, (wide, high): (f32, f32)) -> (f32, f32) {
        let mut end = (0, 0);
        for (row, line) in (1..).zip(self.dots.chunks(self.width.max(1))) {
            if let Some(last) = line.iter().rposition(|ink| *ink) {
                end = (end.0.max(last + 1), row);
            }
        }
        let inches = |dots: usize, side: usize, size: f32| dots as f32 / side.max(1) as f32 * size;
        let right = inches(end.0, self.width, self.size_in.0) - wide;
        let below = inches(end.1, self.height, self.size_in.1) - high;
        (right.max(0.0), below.max(0.0))
    }

    /// The smallest part with all ink.
    fn cropped_to_ink(&self) -> Self {
        let rows = || self.dots.chunks(self.width.max(1));
        let has_ink = |row: &[bool]| row.contains(&true);
        let top = rows().position(has_ink).unwrap_or(0);
        let height = rows().rposition(has_ink).map_or(1, |last| last + 1 - top);
        let first = rows().filter_map(|row| row.iter().position(|ink| *ink)).min();
        let last = rows().filter_map(|row| row.iter().rposition(|ink| *ink)).max();
        let (left, last) = (first.unwrap_or(0), last.unwrap_or(0));
        let width = last + 1 - left;
        let part = rows().skip(top).take(height);
        let inches = |dots: usize, side: usize, size: f32| dots as f32 / side.max(1) as f32 * size;
        Self {
            width,
            height,
            size_in: (
                inches(width, self.width, self.size_in.0),
                inches(height, self.height, self.size_in.1),
            ),
            dots: part.flat_map(|row| row.iter().skip(left).take(width)).copied().collect(),
        }
    }

    fn turned(self, turn: Turn) -> Self {
        let (width, height) = (self.width, self.height);
        let at = |x: usize, y: usize| self.dots.get(y * width + x).copied().unwrap_or(false);
        let (wide, high) = self.size_in;
        let draw = |columns: usize, rows: usize, from: &dyn Fn(usize, usize) -> bool| {
            (0..rows)
                .flat_map(|y| (0..columns).map(move |x| (x, y)))
                .map(|(x, y)| from(x, y))
                .collect()
        };
        match turn {
            Turn::None => self,
            Turn::Quarter => Self {
                width: height,
                height: width,
                size_in: (high, wide),
                dots: draw(height, width, &|x, y| at(y, height - 1 - x)),
            },
            Turn::Half => Self {
                width,
                height,
                size_in: (wide, high),
                dots: draw(width, height, &|x, y| at(width - 1 - x, height - 1 - y)),
            },
            Turn::ThreeQuarters => Self {
                width: height,
                height: width,
                size_in: (high, wide),
                dots: draw(height, width, &|x, y| at(width - 1 - y, x)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page of 72 by 144 dots at 72 dpi with one black dot in the upper left corner.
    fn page() -> Page {
        Page {
            width_px: 72,
            height_px: 144,
            dpi: 72.0,
            width_in: 1.0,
            height_in: 2.0,
            luma: (0..72 * 144).map(|at| if at == 0 { 0 } else { 255 }).collect(),
        }
    }

    fn printer(media_in: (f32, f32)) -> Printer {
        Printer { name: "Zebra".into(), dpi: 72, media_in, ..Printer::default() }
    }

    fn ink(paper: &Paper) -> Vec<(usize, usize)> {
        (0..paper.height)
            .flat_map(|y| {
                let row = paper.row(y);
                (0..row.len()).filter(move |x| row[*x]).map(move |x| (x, y))
            })
            .collect()
    }

    #[test]
    fn a_label_turns_and_moves_but_never_shrinks() {
        postroom_base::locale::install(&crate::texts_of_program::SOURCES);
        let upright = printer((1.0, 2.0));
        let check = |printer: &Printer, wanted: (usize, usize)| {
            assert_eq!(ink(&Paper::with(&page(), printer).unwrap()), [wanted]);
        };
        check(&upright, (0, 0));
        for (turn, wanted) in [(Turn::Half, (71, 143)), (Turn::None, (0, 0))] {
            check(&Printer { turn, ..upright.clone() }, wanted);
        }
        // Rotated by 90°, because only that fits.
        check(&printer((2.0, 1.0)), (143, 0));
        let moved = Printer { offset: (5, 7), ..upright.clone() };
        check(&moved, (5, 7));
        let over = Printer { offset: (-1, 0), ..upright };
        assert!(matches!(Paper::with(&page(), &over), Err(PrintError::OverTheEdge { .. })));
    }

    /// Finding L5.
    #[test]
    fn ink_decides_what_fits() {
        postroom_base::locale::install(&crate::texts_of_program::SOURCES);
        let small = printer((0.9, 1.4));
        // One dot in the upper left corner: the rest of the page is blank.
        assert_eq!(ink(&Paper::with(&page(), &small).unwrap()), [(0, 0)]);
        let dark = |x: usize, y: usize| {
            let mut page = page();
            page.luma[y * 72 + x] = 0;
            page
        };
        // Ink at 1.3 in across and 0.5 in down, on its side.
        assert_eq!(ink(&Paper::with(&dark(36, 90), &printer((2.0, 0.9))).unwrap()).len(), 2);
        // A dot more than the paper has is rounding.
        assert_eq!(ink(&Paper::with(&dark(10, 101), &small).unwrap()).len(), 1);
        // Ink in the middle of a larger page is moved onto the paper.
        let mut middle = dark(30, 90);
        middle.luma[130 * 72 + 60] = 0;
        middle.luma[0] = 255;
        let tiny = printer((0.5, 0.6));
        assert_eq!(ink(&Paper::with(&middle, &tiny).unwrap()), [(2, 1), (32, 41)]);
        let large = dark(70, 140);
        let refused = Paper::with(&large, &small).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "The label is 1 × 2 in, but Zebra holds 0.9 × 1.4 in paper: 3 mm at the right and 15 mm at the bottom would be cut off, and labels are never scaled down"
        );
        assert_eq!(ink(&Paper::with_cut(&large, &small).unwrap()), [(0, 0)]);
    }

    #[test]
    fn a4_has_the_dots_of_its_millimetres() {
        let a4 = Printer { language: Language::Pwg, dpi: 300, ..printer((8.27, 11.69)) };
        let paper = Paper::blank(&a4).unwrap();
        assert_eq!((paper.width, paper.height), (2_480, 3_508));
    }

    #[test]
    fn no_paper_is_made_for_an_impossible_printer() {
        for media_in in [(0.0, 6.0), (f32::NAN, 6.0), (4.0, 9_000.0)] {
            assert!(Paper::blank(&printer(media_in)).is_err(), "{media_in:?}");
        }
    }
}
