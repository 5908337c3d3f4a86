//! The printer's fonts, drawn with the bundled typeface.
//!
//! Font 0 is a bold condensed face: the bundled bold, pulled narrow, has its widths to
//! within a few parts in a hundred. The bitmap fonts keep the printer's cells, so that
//! columns set in them stay columns.

use super::mask::Mask;
use super::outline::{self, Pieces};
use crate::base::font::{CAP_HEIGHT, Face, Weight};

/// How wide font 0 is against the bundled bold.
const CONDENSED: f32 = 0.78;
/// Baseline below the top of a scalable cell, as a part of its height.
const ASCENT: f32 = 0.76;
/// Past this nothing readable fits a label; larger sizes are drawn this large.
const TALLEST: i32 = 2_000;

/// A cell font: name, width, height, gap between cells, baseline from the top.
const CELLS: [(u8, i32, i32, i32, i32); 8] = [
    (b'A', 5, 9, 1, 7),
    (b'B', 7, 11, 2, 11),
    (b'C', 10, 18, 2, 14),
    (b'D', 10, 18, 2, 14),
    (b'E', 15, 28, 5, 23),
    (b'F', 13, 26, 3, 21),
    (b'G', 40, 60, 8, 48),
    (b'H', 13, 21, 6, 21),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Set {
    Scalable {
        stretch: f32,
    },
    Cells {
        width: f32,
        advance: f32,
        capitals_only: bool,
    },
}

/// A font at a size.
pub struct Font {
    face: Face,
    set: Set,
    em: f32,
    height: i32,
    ascent: i32,
}

impl Font {
    /// The font of a name at the height and width a command asks for, either of which
    /// may be absent or 0 and then follows from the other.
    pub fn named(name: u8, height: Option<i32>, width: Option<i32>) -> Option<Font> {
        let height = height.filter(|h| *h > 0);
        let width = width.filter(|w| *w > 0);
        match CELLS.iter().find(|cell| cell.0 == name) {
            Some(&(_, cell_width, cell_height, gap, baseline)) => {
                let times = |asked: Option<i32>, base: i32| {
                    asked.map(|asked| ((asked + base / 2) / base).clamp(1, 10))
                };
                let down = times(height, cell_height);
                let across = times(width, cell_width);
                let (down, across) = match (down, across) {
                    (Some(down), Some(across)) => (down, across),
                    (Some(one), None) | (None, Some(one)) => (one, one),
                    (None, None) => (1, 1),
                };
                let ascent = baseline * down;
                Some(Font {
                    face: Face::open(Weight::SemiBold)?,
                    set: Set::Cells {
                        width: (cell_width * across) as f32,
                        advance: ((cell_width + gap) * across) as f32,
                        capitals_only: matches!(name, b'B' | b'H'),
                    },
                    em: ascent as f32 / CAP_HEIGHT,
                    height: cell_height * down,
                    ascent,
                })
            }
            None => {
                let height_or_width = height.or(width).unwrap_or(15).min(TALLEST);
                let width = width.unwrap_or(height_or_width).min(TALLEST);
                Some(Font {
                    face: Face::open(Weight::Bold)?,
                    set: Set::Scalable {
                        stretch: CONDENSED * width as f32 / height_or_width as f32,
                    },
                    em: height_or_width as f32,
                    height: height_or_width,
                    ascent: (height_or_width as f32 * ASCENT).round() as i32,
                })
            }
        }
    }

    /// The cell's height in dots.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Dots from the cell's top to the baseline.
    pub fn ascent(&self) -> i32 {
        self.ascent
    }

    /// Dots above the cell that an accent on a capital may take.
    pub fn headroom(&self) -> i32 {
        (self.em * 0.24).ceil() as i32
    }

    fn advance(&self, character: char) -> f32 {
        match self.set {
            Set::Scalable { stretch } => {
                self.face.advance(self.face.glyph(character)) * self.em * stretch
            }
            Set::Cells { advance, .. } => advance,
        }
    }

    /// The width of a line in dots, with `gap` more after each character.
    pub fn width(&self, text: &str, gap: i32) -> f32 {
        text.chars().map(|c| self.advance(c) + gap as f32).sum()
    }

    /// Draws a line with its cells' upper left corner at the given place.
    pub fn draw(&self, mask: &mut Mask, x: f32, y: i32, text: &str, gap: i32) {
        let mut x = x;
        let baseline = (y + self.ascent) as f32;
        for character in text.chars() {
            if x > mask.width() as f32 {
                return;
            }
            let character = match self.set {
                Set::Cells {
                    capitals_only: true,
                    ..
                } => character.to_ascii_uppercase(),
                _ => character,
            };
            let glyph = self.face.glyph(character);
            let natural = self.face.advance(glyph) * self.em;
            let (start, stretch) = match self.set {
                Set::Scalable { stretch } => (x, stretch),
                Set::Cells { width, .. } => {
                    let stretch = (width / natural.max(1.0)).min(1.0);
                    (x + (width - natural * stretch) / 2.0, stretch)
                }
            };
            let mut pieces = Pieces::new((start, baseline), stretch);
            if !character.is_whitespace() && self.face.outline(glyph, self.em, &mut pieces) {
                outline::fill(&pieces, mask);
            }
            x += self.advance(character) + gap as f32;
        }
    }
}
