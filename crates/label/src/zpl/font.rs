//! The fonts of the printer. Their letters are drawn with the bundled typeface; the place that
//! each letter takes is the one it has on the printer, so that lines end and blocks wrap where the
//! printer's do.

mod advances;
mod cells;
mod downloaded;
mod glyphs;

use self::cells::Cell;
pub use self::downloaded::Downloaded;
use super::mask::{Mask, Paint};
use postroom_drawing::font::{CAP_HEIGHT, Face, GlyphRun, Weight};

/// The distance from the top of a scalable cell to its baseline, relative to its height (manual:
/// three quarters). Capitals reach the top of the cell.
const ASCENT: f32 = 0.75;
/// The width of a letter whose width on the printer is not known, relative to the bundled bold
/// weight. Also the most that other letters are drawn at, so that their strokes have one width.
const CONDENSED: f32 = 0.8;
/// The widths of fonts P to V relative to font 0 at the width of their cell.
const PROPORTIONAL: f32 = 0.9;
/// The smallest and the largest size in dots of a scalable font. The printer prints smaller sizes
/// at ten dots. Nothing readable above the largest fits on a label.
const SMALLEST: i32 = 10;
const TALLEST: i32 = 2_000;
/// The size of font 0 if neither `^A` nor `^CF` gives one.
const USUAL: (i32, i32) = (15, 12);

/// The places of a letter within a dot. More could not be seen, and fewer glyphs would be equal.
const PARTS: f32 = 8.0;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Set {
    Scalable {
        /// The width in dots that the widths of the letters refer to.
        width: f32,
    },
    /// Dots of `across` by `down` dots.
    Cells { cell: Cell, across: i32, down: i32 },
}

/// A font at a specific size.
pub struct Font {
    face: Face,
    /// The typeface of a scalable font that the label brings.
    file: Option<Downloaded>,
    set: Set,
    em: f32,
    height: i32,
    ascent: i32,
}

impl Font {
    /// The font with this name at the requested height and width, on a head with 203 dots per
    /// inch. If one of them is missing or 0, it follows from the other.
    pub fn named(name: u8, height: Option<i32>, width: Option<i32>) -> Option<Font> {
        Font::on_head(name, height, width, false)
    }

    /// The same font on a head with 300 dots per inch, if the head is a `fine` one.
    pub fn on_head(name: u8, height: Option<i32>, width: Option<i32>, fine: bool) -> Option<Font> {
        let height = height.filter(|h| *h > 0);
        let width = width.filter(|w| *w > 0);
        if let Some(cell) = cells::cell_of(name, fine) {
            let down = height.map(|asked| cells::times(asked, cell.height));
            let across = width.map(|asked| cells::times(asked, cell.width));
            return Font::of_cells(
                cell,
                across.or(down).unwrap_or(1),
                down.or(across).unwrap_or(1),
            );
        }
        if let Some((cell_width, cell_height)) = cells::proportional(name) {
            // A side that is not given has its smallest size, whatever the other side has.
            let times = |asked: Option<i32>, smallest| {
                smallest * asked.map_or(1, |asked| cells::times(asked, smallest))
            };
            let width = times(width, cell_width) as f32 * PROPORTIONAL;
            return Font::scalable(times(height, cell_height), width);
        }
        let (height, width) = scalable_size(height, width);
        Font::scalable(height, width)
    }

    /// A typeface that the label brings, with as many dots per em as the font is high. Its letters
    /// are as wide as in the file if the width equals the height. The baseline is that of the
    /// printer's own scalable font: the manual gives none for others.
    pub fn downloaded(file: &Downloaded, height: Option<i32>, width: Option<i32>) -> Option<Font> {
        let (height, width) = scalable_size(height, width);
        let font = Font::scalable(height, width)?;
        Some(Font { em: height as f32, file: Some(file.clone()), ..font })
    }

    fn scalable(height: i32, width: f32) -> Option<Font> {
        let cap = height as f32 * ASCENT;
        Some(Font {
            face: Face::open(Weight::Bold)?,
            file: None,
            set: Set::Scalable { width },
            em: cap / CAP_HEIGHT,
            height,
            ascent: cap.round() as i32,
        })
    }

    fn of_cells(cell: Cell, across: i32, down: i32) -> Option<Font> {
        Some(Font {
            face: Face::open(Weight::SemiBold)?,
            file: None,
            set: Set::Cells { cell, across, down },
            em: cell.baseline as f32 / CAP_HEIGHT,
            height: cell.height * down,
            ascent: cell.baseline * down,
        })
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
        match self.set {
            Set::Scalable { .. } => self.above(),
            Set::Cells { down, .. } => self.above() * down,
        }
    }

    /// The height of an accent above a capital letter at this type size.
    fn above(&self) -> i32 {
        (self.em * 0.24).ceil() as i32
    }

    /// The width of a line in dots, with `gap` added after each character.
    pub fn width(&self, text: &str, gap: i32) -> f32 {
        let gaps = text.chars().count() as f32 * gap as f32;
        match self.set {
            Set::Scalable { width } => {
                if let Some(file) = &self.file {
                    return file.width(text, self.em) * width / self.em + gaps;
                }
                if text.chars().all(|c| self.face.has(c)) {
                    let advances = text.chars().map(|c| {
                        let natural = self.face.advance(self.face.glyph(c)) * self.em;
                        advance(c, natural, width, self.height)
                    });
                    return advances.sum::<f32>() + gaps;
                }
                let runs = self.face.pieces(text);
                let glyphs = runs.iter().flat_map(|run| {
                    let own = std::ptr::eq(run.face, &self.face);
                    run.glyphs.iter().map(move |glyph| {
                        let first = text.get(glyph.text.clone()).and_then(|t| t.chars().next());
                        self.glyph_advance(first.filter(|_| own), glyph.advance, width)
                    })
                });
                glyphs.sum::<f32>() + gaps
            }
            Set::Cells { cell, across, .. } => {
                let advance = (cell.width + cell.gap) * across;
                text.chars().count() as f32 * advance as f32 + gaps
            }
        }
    }

    /// The advance of a glyph in dots; `natural` is relative to the type size.
    fn glyph_advance(&self, character: Option<char>, natural: f32, width: f32) -> f32 {
        let natural = natural * self.em;
        match character {
            Some(character) => advance(character, natural, width, self.height),
            None => natural * CONDENSED * width / self.height as f32,
        }
    }

    /// Draws a line of text. The upper left corner of its first cell is at `x` and `y`.
    pub fn draw(&self, mask: &mut Mask, x: f32, y: i32, text: &str, gap: i32) {
        match self.set {
            Set::Scalable { width } => {
                let baseline = y as f32 + self.height as f32 * ASCENT;
                if let Some(file) = &self.file {
                    return file.draw(mask, (x, baseline), text, self.em, width / self.em, gap);
                }
                let mut x = x;
                for piece in self.face.pieces(text) {
                    x = self.draw_piece(mask, (x, baseline), text, width, &piece, gap);
                }
            }
            Set::Cells { cell, across, down } => {
                let mut x = x.round() as i32;
                for character in text.chars() {
                    if x > mask.width() {
                        return;
                    }
                    let dots = self.cell_dots(cell, character);
                    if let Some(dots) = dots.and_then(|dots| dots.magnified(across, down)) {
                        mask.draw(&dots, x, y - self.headroom(), Paint::Black);
                    }
                    x += (cell.width + cell.gap) * across + gap;
                }
            }
        }
    }

    /// A character of a bitmap font at its smallest size, with room for accents above the cell.
    /// Larger sizes repeat its dots.
    fn cell_dots(&self, cell: Cell, character: char) -> Option<Mask> {
        let character = if cell.capitals_only { character.to_ascii_uppercase() } else { character };
        let above = self.above();
        let mut dots = Mask::new(cell.width, cell.height + above)?;
        if cell.name == b'A'
            && let Some(columns) = cells::font_a(character)
        {
            for (x, column) in (0..).zip(columns) {
                for y in (0..8).filter(|y| column >> y & 1 == 1) {
                    dots.set(x, above + y);
                }
            }
            return Some(dots);
        }
        let baseline = (above + cell.baseline) as f32;
        let wide = cell.width as f32;
        for piece in self.face.pieces(character.encode_utf8(&mut [0; 4])) {
            let natural = piece.width() * self.em;
            let stretch = (wide / natural.max(1.0)).min(1.0);
            let mut x = (wide - natural * stretch) / 2.0;
            for glyph in &piece.glyphs {
                let place = (x + glyph.right * self.em * stretch, baseline - glyph.up * self.em);
                glyphs::draw(&mut dots, piece.face, glyph.id, (self.em, stretch), place);
                x += glyph.advance * self.em * stretch;
            }
        }
        Some(dots)
    }

    /// Draws the glyphs of one face and returns the position after them.
    fn draw_piece(
        &self,
        mask: &mut Mask,
        (mut x, baseline): (f32, f32),
        text: &str,
        width: f32,
        piece: &GlyphRun<'_>,
        gap: i32,
    ) -> f32 {
        let own = std::ptr::eq(piece.face, &self.face);
        for glyph in &piece.glyphs {
            if x > mask.width() as f32 {
                break;
            }
            let character = text.get(glyph.text.clone()).and_then(|t| t.chars().next());
            let character = character.filter(|_| own);
            let advance = self.glyph_advance(character, glyph.advance, width);
            let natural = glyph.advance * self.em;
            let usual = CONDENSED * width / self.height as f32;
            let stretch = match (character, natural > 0.0) {
                (Some(character), true) if advances::fills_its_width(character) => {
                    advance / natural
                }
                (Some(_), true) => (advance / natural).min(usual),
                _ => usual,
            };
            let margin = match character {
                Some(_) => (advance - natural * stretch) / 2.0,
                None => 0.0,
            };
            let left = x + margin + glyph.right * self.em * stretch;
            let place = ((left * PARTS).round() / PARTS, baseline - glyph.up * self.em);
            glyphs::draw(mask, piece.face, glyph.id, (self.em, stretch), place);
            x += advance + gap as f32;
        }
        x
    }
}

/// The height and the width of a scalable font. If one of them is missing or 0, it equals the other.
fn scalable_size(height: Option<i32>, width: Option<i32>) -> (i32, f32) {
    let (height, width) = (height.filter(|h| *h > 0), width.filter(|w| *w > 0));
    let (height, width) = match (height, width) {
        (None, None) => USUAL,
        (Some(one), None) | (None, Some(one)) => (one, one),
        (Some(height), Some(width)) => (height, width),
    };
    (height.clamp(SMALLEST, TALLEST), width.clamp(SMALLEST, TALLEST) as f32)
}

/// The advance of a character of font 0 in dots; `natural` is that of the bundled typeface.
fn advance(character: char, natural: f32, width: f32, height: i32) -> f32 {
    match advances::advance(character) {
        Some(advance) => advance * width,
        None => natural * CONDENSED * width / height as f32,
    }
}
