//! `^GS`: signs that stand for letters.

use super::font::Font;
use super::mask::{Mask, Paint};
use super::shape;
use super::text::Drawn;

/// The cell of the font of signs at its smallest size, the gap between two signs, and its
/// baseline: three quarters of the height (manual, table of fonts).
const CELL: i32 = 24;
const GAP: i32 = 3;
const LARGEST: i32 = 2_000;

/// Draws the signs of a text. The font can have any size; a side that is missing is as long as the
/// other one. Letters without a sign leave their place empty.
pub fn signs(text: &str, height: Option<i32>, width: Option<i32>) -> Option<Drawn> {
    let given = |side: Option<i32>| side.filter(|side| *side > 0);
    let (height, width) = (given(height), given(width));
    let high = height.or(width).unwrap_or(CELL).min(LARGEST);
    let wide = width.or(height).unwrap_or(CELL).min(LARGEST);
    let letters: Vec<char> = text.chars().take(100).collect();
    let count = i32::try_from(letters.len()).ok()?;
    let step = wide + wide * GAP / CELL;
    let mut mask = Mask::new(count.checked_mul(step)?, high)?;
    for (at, letter) in (0..).zip(letters) {
        if let Some(drawn) = sign(letter, wide, high) {
            mask.draw(&drawn, at * step, 0, Paint::Black);
        }
    }
    Some(Drawn { baseline: high * 3 / 4, headroom: 0, mask })
}

fn sign(letter: char, wide: i32, high: i32) -> Option<Mask> {
    match letter {
        'A' => ringed("R", wide, high, 0.62),
        'B' => ringed("C", wide, high, 0.62),
        'C' => inscribed("TM", wide, high, Part { left: 0.0, top: 0.0, across: 1.0, down: 0.5 }),
        'D' => ringed("UL", wide, high, 0.72),
        'E' => canadian(wide, high),
        _ => None,
    }
}

/// Letters in a ring.
fn ringed(letters: &str, wide: i32, high: i32, share: f32) -> Option<Mask> {
    let mut mask = shape::ellipse(wide, high, stroke(wide, high))?;
    let edge = (1.0 - share) / 2.0;
    let inside =
        inscribed(letters, wide, high, Part { left: edge, top: edge, across: share, down: share })?;
    mask.draw(&inside, 0, 0, Paint::Black);
    Some(mask)
}

/// The mark of the Canadian Standards Association: a large C around the letters SA.
fn canadian(wide: i32, high: i32) -> Option<Mask> {
    let mut mask = shape::ellipse(wide, high, stroke(wide, high) * 2)?;
    mask.fill(wide * 3 / 4, high * 3 / 10, wide, high * 4 / 10, Paint::White);
    let inside =
        inscribed("SA", wide, high, Part { left: 0.3, top: 0.32, across: 0.62, down: 0.36 })?;
    mask.draw(&inside, 0, 0, Paint::Black);
    Some(mask)
}

fn stroke(wide: i32, high: i32) -> i32 {
    (wide.min(high) / 12).max(1)
}

/// A part of a cell: its left and upper edge and its size, each as a share of the cell.
struct Part {
    left: f32,
    top: f32,
    across: f32,
    down: f32,
}

/// Letters that fill a part of the cell.
fn inscribed(letters: &str, wide: i32, high: i32, part: Part) -> Option<Mask> {
    let Part { left, top, across, down } = part;
    let mut mask = Mask::new(wide, high)?;
    let (room_wide, room_high) = (wide as f32 * across, high as f32 * down);
    // Capitals have three quarters of the height of their cell.
    let cell = ((room_high / 0.75) as i32).max(10);
    let natural = Font::named(b'0', Some(cell), Some(cell))?.width(letters, 0);
    let narrowed = cell as f32 * (room_wide / natural.max(1.0)).min(1.0);
    let font = Font::named(b'0', Some(cell), Some((narrowed as i32).max(10)))?;
    let x = wide as f32 * left + (room_wide - font.width(letters, 0)).max(0.0) / 2.0;
    font.draw(&mut mask, x, (high as f32 * top) as i32, letters, 0);
    Some(mask)
}
