//! The fonts of the printer, drawn with the bundled typeface.
//!
//! Font 0 is a bold condensed font: the bundled bold weight, compressed horizontally, has the
//! same widths within a few percent. Bitmap fonts keep the cell sizes of the printer, so that
//! columns stay aligned.

use super::mask::Mask;
use super::outline::{self, Pieces};
use crate::base::font::{CAP_HEIGHT, Face, GlyphRun, Weight};

/// The width of font 0 relative to the bundled bold weight.
const CONDENSED: f32 = 0.78;
/// The distance from the top of a scalable cell to its baseline, relative to its height.
const ASCENT: f32 = 0.76;
/// The largest font size in dots; nothing readable above it fits on a label. Larger sizes are
/// drawn at this size.
const TALLEST: i32 = 2_000;

/// The bitmap fonts: name, width, height, gap between cells, baseline from the top.
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

/// A font at a specific size.
pub struct Font {
    face: Face,
    set: Set,
    em: f32,
    height: i32,
    ascent: i32,
}

impl Font {
    /// The font with this name at the requested height and width. If one of them is missing or 0,
    /// it follows from the other.
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

    /// The height of a cell in dots.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// The distance from the top of a cell to the baseline in dots.
    pub fn ascent(&self) -> i32 {
        self.ascent
    }

    /// The space above the cell in dots that an accent on a capital letter may use.
    pub fn headroom(&self) -> i32 {
        (self.em * 0.24).ceil() as i32
    }

    /// The width of a line in dots, with `gap` added after each character.
    pub fn width(&self, text: &str, gap: i32) -> f32 {
        let gaps = text.chars().count() as f32 * gap as f32;
        match self.set {
            Set::Scalable { stretch } => self.face.width(text) * self.em * stretch + gaps,
            Set::Cells { advance, .. } => text.chars().count() as f32 * advance + gaps,
        }
    }

    /// Draws a line of text. The upper left corner of its first cell is at `x` and `y`.
    pub fn draw(&self, mask: &mut Mask, x: f32, y: i32, text: &str, gap: i32) {
        let baseline = (y + self.ascent) as f32;
        match self.set {
            Set::Scalable { stretch } => {
                let mut x = x;
                for piece in self.face.pieces(text) {
                    x = self.draw_piece(mask, (x, baseline), stretch, &piece, gap);
                }
            }
            Set::Cells {
                width,
                advance,
                capitals_only,
            } => {
                let mut x = x;
                for character in text.chars() {
                    if x > mask.width() as f32 {
                        return;
                    }
                    let character = if capitals_only {
                        character.to_ascii_uppercase()
                    } else {
                        character
                    };
                    for piece in self.face.pieces(character.encode_utf8(&mut [0; 4])) {
                        let natural = piece.width() * self.em;
                        let stretch = (width / natural.max(1.0)).min(1.0);
                        let start = x + (width - natural * stretch) / 2.0;
                        self.draw_piece(mask, (start, baseline), stretch, &piece, 0);
                    }
                    x += advance + gap as f32;
                }
            }
        }
    }

    /// Draws the glyphs of one face and returns the position after them.
    fn draw_piece(
        &self,
        mask: &mut Mask,
        (mut x, baseline): (f32, f32),
        stretch: f32,
        piece: &GlyphRun<'_>,
        gap: i32,
    ) -> f32 {
        for glyph in &piece.glyphs {
            if x > mask.width() as f32 {
                break;
            }
            let place = (
                x + glyph.right * self.em * stretch,
                baseline - glyph.up * self.em,
            );
            let mut pieces = Pieces::new(place, stretch);
            if piece.face.outline(glyph.id, self.em, &mut pieces) {
                outline::fill(&pieces, mask);
            }
            x += glyph.advance * self.em * stretch + gap as f32;
        }
        x
    }
}
