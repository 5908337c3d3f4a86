//! Determines the page size of a label: the declared size, or the known size nearest to its ink.

use crate::note::InkOutside;
use crate::size::known_resolution;

const DEFAULT_WIDTH: i32 = 812;
const DEFAULT_LENGTH: i32 = 1218;
const USUAL_WIDTH_IN: f32 = 4.0;
/// 7 inches, the widest label.
const LANDSCAPE_WIDTH: i32 = 1421;
/// The drawing area if a label does not declare its size.
pub const ROOM_WIDTH: i32 = 1726;
pub const ROOM_LENGTH: i32 = 3248;

/// How far a label may exceed its paper and still be meant for it: the gap between two labels,
/// where they are torn off. The head of a 4 inch printer is 4.1 inches wide, and the ink of
/// carriers' labels can end 10 or 12 dots below 6 inches.
pub const TEAR_OFF_IN: f32 = 0.15;
/// The same at 203 dots per inch.
pub const TEAR_OFF_DOTS: i32 = 30;

/// A line of text that runs past the edge makes no label of four inches a page of Letter size: the ink
/// of such a page reaches farther than this.
const LETTER_INK_IN: f32 = 5.0;

/// The usual sizes of ZPL labels in inches. If several contain the ink, the first one is chosen.
const SIZES: [(f32, f32); 8] = [
    (4.0, 6.0),
    (4.0, 6.5),
    (4.0, 6.75),
    (4.0, 8.0),
    (6.0, 4.0),
    (7.0, 3.0),
    (8.5, 11.0),
    (11.0, 8.5),
];

/// Width and length in dots, and the resolution in dots per inch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageSize {
    pub width: i32,
    pub length: i32,
    pub dots_per_inch: f32,
}

impl PageSize {
    /// `width` and `length` are the values of `^PW` and `^LL`; `ink` is the right and lower end
    /// of the ink.
    pub fn from_commands_and_ink(width: Option<i32>, length: Option<i32>, ink: (i32, i32)) -> Self {
        Self::known(width, length, ink).unwrap_or_else(|| {
            let width = width.unwrap_or_else(|| half_inches(ink.0, DEFAULT_WIDTH, ROOM_WIDTH));
            let length = length.unwrap_or_else(|| half_inches(ink.1, DEFAULT_LENGTH, ROOM_LENGTH));
            Self { width, length, dots_per_inch: resolution(width, length) }
        })
    }

    /// The usual size of such a label, if there is one.
    pub fn known(width: Option<i32>, length: Option<i32>, ink: (i32, i32)) -> Option<Self> {
        let at = |dpi: f32, ink: (i32, i32)| {
            SIZES.iter().find_map(|size| near(*size, dpi, (width, length), ink))
        };
        // Only if both are declared is it known that a label is made for a 300 dpi head.
        let fine = width.and(length).and_then(|_| at(300.0, ink));
        // Of a label of undeclared width that reaches too far, the printer clips what is past the
        // usual one.
        let reaches_letter = ink.0 as f32 > LETTER_INK_IN * 203.0;
        let clipped = at(203.0, (ink.0.min(DEFAULT_WIDTH), ink.1));
        let clipped = clipped.filter(|_| width.is_none() && !reaches_letter);
        match at(203.0, ink) {
            Some(page) if page.width <= LANDSCAPE_WIDTH || clipped.is_none() => Some(page),
            _ => clipped.or(fine),
        }
    }

    /// The ink beyond the page.
    pub fn beyond(&self, ink: (i32, i32)) -> InkOutside {
        let past = |ink: i32, edge: i32| {
            let over = ink - edge;
            let inches = (edge as f32 / self.dots_per_inch * 100.0).round() / 100.0;
            (over > 0).then_some((over, inches))
        };
        InkOutside { right: past(ink.0, self.width), below: past(ink.1, self.length) }
    }
}

/// This size, if it matches the label. A declared side must equal it or be some dots longer. An
/// undeclared side must contain the ink, with some dots of tolerance.
fn near(
    (wide, high): (f32, f32),
    dpi: f32,
    declared: (Option<i32>, Option<i32>),
    ink: (i32, i32),
) -> Option<PageSize> {
    // Rounding to millimeters and points changes a side by up to this many dots.
    const ROUNDING: i32 = 6;
    let more = (TEAR_OFF_IN * dpi) as i32;
    let side = |inches: f32, declared: Option<i32>, ink: i32, least: i32| {
        let dots = (inches * dpi).round() as i32;
        match declared {
            Some(declared) => {
                let is_this = (dots - ROUNDING..=dots + ROUNDING).contains(&declared);
                let is_longer = (dots..=dots + more).contains(&declared);
                is_this.then_some(declared).or(is_longer.then_some(dots))
            }
            None => (ink > least && ink <= dots + more).then_some(dots),
        }
    };
    // A larger width is only chosen if the ink does not fit the usual width.
    let least = if wide > USUAL_WIDTH_IN { DEFAULT_WIDTH + more } else { -1 };
    Some(PageSize {
        width: side(wide, declared.0, ink.0, least)?,
        length: side(high, declared.1, ink.1, -1)?,
        dots_per_inch: dpi,
    })
}

fn half_inches(ink: i32, usual: i32, most: i32) -> i32 {
    if ink <= usual { usual } else { ((ink + 100) / 101 * 203 / 2).min(most) }
}

/// 203 dpi, unless the size is a known label size only at 300 dpi.
pub fn resolution(width: i32, length: i32) -> f32 {
    match known_resolution(width.unsigned_abs(), length.unsigned_abs()) {
        Some(300.0) => 300.0,
        _ => 203.0,
    }
}
