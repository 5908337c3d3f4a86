//! Renders lines and blocks of text.

mod wrap;

use self::wrap::{Wrapping, wrapped};
use super::font::Font;
use super::mask::Mask;

/// A drawn field.
pub struct Drawn {
    pub mask: Mask,
    /// The distance from the top of the mask to the baseline, or to a shape's lower edge. The
    /// baseline of a block can be below the mask.
    pub baseline: i32,
    /// The rows above the field's own top: accents of capitals exceed their cell.
    pub headroom: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Justify {
    Left,
    Center,
    Right,
    Both,
}

/// `^FB`: a block of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub width: i32,
    pub lines: i32,
    /// Additional space between lines; may be negative.
    pub spacing: i32,
    pub justify: Justify,
    /// The indent of all lines but the first.
    pub hanging: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Across,
    Down,
    Backwards,
}

/// Renders one line, with space below the baseline for descenders.
pub fn line(font: &Font, text: &str, direction: Direction, gap: i32) -> Option<Drawn> {
    match direction {
        Direction::Down => stacked(font, text, gap),
        Direction::Across => drawn_line(font, text, gap),
        Direction::Backwards => {
            let reversed: String = text.chars().rev().collect();
            drawn_line(font, &reversed, gap)
        }
    }
}

fn drawn_line(font: &Font, text: &str, gap: i32) -> Option<Drawn> {
    let width = font.width(text, gap).ceil() as i32;
    let headroom = font.headroom();
    let mut mask = Mask::new(width, font.height() + headroom)?;
    font.draw(&mut mask, 0.0, headroom, text, gap);
    Some(Drawn { mask, baseline: font.ascent() + headroom, headroom })
}

fn stacked(font: &Font, text: &str, gap: i32) -> Option<Drawn> {
    let letters: Vec<String> = text.chars().take(500).map(String::from).collect();
    let widths: Vec<f32> = letters.iter().map(|l| font.width(l, 0)).collect();
    let widest = widths.iter().copied().fold(0.0, f32::max);
    let step = font.height() + gap;
    let count = i32::try_from(letters.len()).ok()?;
    let headroom = font.headroom();
    let height = count.checked_mul(step)?.checked_add(headroom)?;
    let mut mask = Mask::new(widest.ceil() as i32, height)?;
    for ((row, letter), width) in (0..).zip(&letters).zip(widths) {
        font.draw(&mut mask, (widest - width) / 2.0, headroom + row * step, letter, 0);
    }
    Some(Drawn { mask, baseline: font.ascent() + headroom, headroom })
}

/// Renders a `^FB` block: words wrap, `\&` breaks a line, and excess lines are printed over the
/// last one, as printers do.
///
/// The baseline of a block is that of its last possible line (manual, `^FB`), also if the text has
/// fewer lines: with `^FT` a short text starts higher than one that fills the block.
pub fn block(font: &Font, text: &str, block: Block, gap: i32) -> Option<Drawn> {
    let width = block.width.clamp(1, 32_000);
    let most = block.lines.clamp(1, 9_999);
    let wrapping =
        Wrapping { width, hanging: block.hanging.max(0), gap, hyphens: true, most: MOST_LINES };
    let lines = wrapped(font, text, wrapping);
    let count = i32::try_from(lines.len()).ok()?;
    let rows = count.min(most).max(1);
    let step = (font.height() + block.spacing).max(1);
    let headroom = font.headroom();
    let mut mask = Mask::new(width, font.height() + (rows - 1) * step + headroom)?;
    for (at, line) in (0..).zip(&lines) {
        let row = at.min(rows - 1);
        let indent = if at == 0 { 0 } else { block.hanging.max(0) };
        let room = (width - indent) as f32;
        // A printer counts a space at the end of the text, which `\&` takes away (Labelary).
        let is_last = at + 1 == count;
        let end =
            if is_last && block.justify == Justify::Center { font.width(" ", gap) } else { 0.0 };
        let free = room - font.width(&line.text, gap) - end;
        let (x, spread) = match block.justify {
            Justify::Left => (0.0, 0.0),
            Justify::Center => (free / 2.0, 0.0),
            Justify::Right => (free, 0.0),
            // The last line of a paragraph is not justified.
            Justify::Both if line.ends => (0.0, 0.0),
            Justify::Both => (0.0, free),
        };
        let words: Vec<&str> = line.text.split(' ').collect();
        let spaces = words.len().saturating_sub(1).max(1) as f32;
        let mut x = indent as f32 + x.max(0.0);
        if spread <= 0.0 {
            font.draw(&mut mask, x, headroom + row * step, &line.text, gap);
            continue;
        }
        for word in words {
            font.draw(&mut mask, x, headroom + row * step, word, gap);
            x += font.width(word, gap) + font.width(" ", gap) + spread / spaces;
        }
    }
    Some(Drawn { mask, baseline: font.ascent() + (most - 1) * step + headroom, headroom })
}

/// Renders `^TB`: words wrap within the width, and lines that exceed the height are not printed.
/// The baseline is that of the last possible line, as with `^FB`.
///
/// The manual calls everything between `<` and `>` an escape sequence, and only says of `<< >`
/// that it prints `<`. Other text between these signs is printed as it is.
pub fn clipped_block(
    font: &Font,
    text: &str,
    (width, height): (i32, i32),
    right: bool,
) -> Option<Drawn> {
    let (width, height) = (width.min(32_000), height.min(32_000));
    let mut mask = Mask::new(width, height)?;
    let wrapping = Wrapping { width, hanging: 0, gap: 0, hyphens: false, most: MOST_LINES };
    let lines = wrapped(font, &text.replace("<< >", "<"), wrapping);
    let rows = (height / font.height().max(1)).max(1);
    for (row, line) in (0..rows).zip(&lines) {
        let top = row * font.height();
        if top + font.height() > height {
            break;
        }
        let free = width as f32 - font.width(&line.text, 0);
        let x = if right { free.max(0.0) } else { 0.0 };
        font.draw(&mut mask, x, top, &line.text, 0);
    }
    Some(Drawn { mask, baseline: font.ascent() + (rows - 1) * font.height(), headroom: 0 })
}

const MOST_LINES: usize = 1_000;
