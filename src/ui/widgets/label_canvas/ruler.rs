//! Rulers along the upper and left edge of the sheet.

use egui::{Align2, CornerRadius, Pos2, Rect, Stroke, Ui, pos2};

use crate::base::locale::format;
use crate::label::{Page, inches};
use crate::text;
use crate::ui::tokens::{Tokens, size, text};

/// The unit of the rulers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    #[default]
    Inches,
    Millimetres,
}

/// Width of a ruler beside the sheet.
pub const WIDE: f32 = 32.0;
/// Length of the marks with a number, and the distance from a mark to its number.
const LONG: f32 = 6.0;
const TO_NUMBER: f32 = 2.0;
const MILLIMETRES_AN_INCH: f32 = 25.4;
/// Minimum distance of numbers, and of marks, in points.
const BETWEEN_NUMBERS: f32 = 30.0;
const BETWEEN_MARKS: f32 = 5.0;

/// The marks of a ruler: their distance, and which of them have which number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Marks {
    /// Distance between two marks, in points.
    apart: f32,
    /// Number of marks from one number to the next.
    to_number: usize,
    /// Difference between two successive numbers.
    by: usize,
}

impl Unit {
    pub fn other(self) -> Unit {
        match self {
            Unit::Inches => Unit::Millimetres,
            Unit::Millimetres => Unit::Inches,
        }
    }

    /// A page's size and resolution as text.
    pub fn measures(self, page: &Page) -> String {
        let millimetres = |inches: f32| (inches * MILLIMETRES_AN_INCH * 10.0).round() / 10.0;
        let written = |side: f32| format::formats().decimal(&side.to_string());
        match self {
            Unit::Inches => text!(
                "parts-size-inches",
                width = inches(page.width_in),
                height = inches(page.height_in),
                dpi = page.dpi.round(),
            ),
            Unit::Millimetres => text!(
                "parts-size-millimeters",
                width = written(millimetres(page.width_in)),
                height = written(millimetres(page.height_in)),
                dpi = page.dpi.round(),
            ),
        }
    }

    fn marks(self, points_an_inch: f32) -> Marks {
        // The steps between numbers, and the marks between two numbers from finest to coarsest.
        let (one, numbers, between): (f32, &[usize], &[usize]) = match self {
            Unit::Inches => (points_an_inch, &[1, 2, 5, 10], &[16, 8, 4, 2]),
            Unit::Millimetres => {
                (points_an_inch / MILLIMETRES_AN_INCH, &[10, 20, 50, 100], &[10, 5, 2])
            }
        };
        let wide = |by: usize| one * by as f32;
        let by = numbers.iter().copied().find(|by| wide(*by) >= BETWEEN_NUMBERS);
        let by = by.or(numbers.last().copied()).unwrap_or(1);
        let to_number =
            between.iter().copied().find(|count| wide(by) / *count as f32 >= BETWEEN_MARKS);
        let to_number = to_number.unwrap_or(1);
        Marks { apart: wide(by) / to_number as f32, to_number, by }
    }
}

impl Marks {
    /// The position of each mark, its length, and its number.
    fn along(self, length: f32) -> impl Iterator<Item = (f32, f32, Option<String>)> {
        // The sheet is rounded to whole points; include its last mark even if
        // rounding made it shorter.
        let count = ((length + 1.0) / self.apart).floor().max(0.0) as usize;
        (0..=count).map(move |mark| {
            let long = match mark % self.to_number {
                0 => LONG,
                at if at * 2 == self.to_number => 4.5,
                _ => 3.0,
            };
            let number = (mark > 0 && mark.is_multiple_of(self.to_number))
                .then(|| (mark / self.to_number * self.by).to_string());
            (mark as f32 * self.apart, long, number)
        })
    }
}

/// Draws both rulers, with zero at the sheet's corner. When the sheet is scrolled past them, they
/// stay at the edges of the window, over the sheet.
pub fn show_ui(ui: &Ui, sheet: Rect, window: Rect, unit: Unit, points_an_inch: f32) {
    let tokens = Tokens::of_theme(ui);
    let painter = ui.painter();
    let line = Stroke::new(size::HAIRLINE, tokens.line_strong);
    let marks = unit.marks(points_an_inch);
    let top = sheet.top().max(window.top() + WIDE);
    let left = sheet.left().max(window.left() + WIDE);
    let band = |from: Pos2, to: Pos2| {
        let band = Rect::from_min_max(from, to);
        painter.rect_filled(band, CornerRadius::ZERO, tokens.sunken);
    };
    if top > sheet.top() {
        band(pos2(window.left(), top - WIDE), pos2(window.right(), top));
    }
    if left > sheet.left() {
        band(pos2(left - WIDE, window.top()), pos2(left, window.bottom()));
    }
    let write = |number: Option<String>, place: Pos2, align: Align2| {
        if let Some(number) = number {
            painter.text(place, align, number, text::small(), tokens.ink_muted);
        }
    };
    for (at, long, number) in marks.along(sheet.width()) {
        let (x, foot) = (sheet.left() + at, top - 2.0);
        if x < left - 0.5 {
            continue;
        }
        painter.line_segment([pos2(x, foot - long), pos2(x, foot)], line);
        let place = pos2(x, foot - LONG - TO_NUMBER);
        write(number, place, Align2::CENTER_BOTTOM);
    }
    for (at, long, number) in marks.along(sheet.height()) {
        let (y, foot) = (sheet.top() + at, left - 2.0);
        if y < top - 0.5 {
            continue;
        }
        painter.line_segment([pos2(foot - long, y), pos2(foot, y)], line);
        let place = pos2(foot - LONG - TO_NUMBER, y);
        write(number, place, Align2::RIGHT_CENTER);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_never_run_into_each_other() {
        let check = |unit: Unit, points: f32, to_number: usize, by: usize| {
            let marks = unit.marks(points);
            assert_eq!((marks.to_number, marks.by), (to_number, by), "{unit:?} {points}");
            assert!(marks.apart >= BETWEEN_MARKS);
        };
        check(Unit::Inches, 96.0, 16, 1);
        check(Unit::Inches, 48.0, 8, 1);
        check(Unit::Inches, 20.0, 8, 2);
        check(Unit::Millimetres, 96.0, 5, 10);
        check(Unit::Millimetres, 40.0, 5, 20);
        check(Unit::Millimetres, 200.0, 10, 10);
    }

    #[test]
    fn the_last_inch_has_its_number_at_any_zoom() {
        for percent in 30..=300 {
            let points = 96.0 * percent as f32 / 100.0;
            let sheet = (4.0 * points).floor();
            let marks = Unit::Inches.marks(points).along(sheet);
            let last = marks.filter_map(|(_, _, number)| number).last();
            assert_eq!(last.as_deref(), Some("4"), "{percent} %");
        }
    }

    #[test]
    fn sizes_are_said_in_the_rulers_unit() {
        let page = Page {
            width_px: 812,
            height_px: 1218,
            dpi: 203.0,
            width_in: 4.0,
            height_in: 6.0,
            luma: Vec::new(),
        };
        assert_eq!(Unit::Inches.measures(&page), "4 × 6 in, 203 dpi");
        assert_eq!(Unit::Inches.other().measures(&page), "101.6 × 152.4 mm, 203 dpi");
    }
}
