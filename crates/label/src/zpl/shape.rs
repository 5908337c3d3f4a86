//! Boxes, circles, ellipses and diagonals.

use super::mask::{Mask, Paint};

/// The longest side in dots; larger shapes are clamped.
const LONGEST: i32 = 4_000;

/// Draws `^GB`, whose corners can be rounded in eight steps.
pub fn rectangle(width: i32, height: i32, thick: i32, rounding: i32) -> Option<Mask> {
    let thick = thick.clamp(1, LONGEST);
    let width = width.clamp(thick, LONGEST);
    let height = height.clamp(thick, LONGEST);
    let mut mask = Mask::new(width, height)?;
    if rounding <= 0 {
        mask.fill(0, 0, width, height, Paint::Black);
        mask.fill(thick, thick, width - 2 * thick, height - 2 * thick, Paint::White);
        return Some(mask);
    }
    let radius = |side: i32| rounding.min(8) as f32 / 8.0 * side as f32 / 2.0;
    let outer = radius(width.min(height));
    let inner = (outer - thick as f32).max(0.0);
    let (inner_width, inner_height) = (width - 2 * thick, height - 2 * thick);
    for y in 0..height {
        for x in 0..width {
            let hollow = rounded(x - thick, y - thick, inner_width, inner_height, inner);
            if rounded(x, y, width, height, outer) && !hollow {
                mask.set(x, y);
            }
        }
    }
    Some(mask)
}

/// Whether a dot is inside a rectangle with rounded corners.
fn rounded(x: i32, y: i32, width: i32, height: i32, radius: f32) -> bool {
    if x < 0 || y < 0 || x >= width || y >= height {
        return false;
    }
    let past = |at: i32, length: i32| {
        let at = at as f32 + 0.5;
        (radius - at).max(at - (length as f32 - radius)).max(0.0)
    };
    let (dx, dy) = (past(x, width), past(y, height));
    dx * dx + dy * dy <= radius * radius || dx == 0.0 || dy == 0.0
}

/// Draws `^GE`, and `^GC` with equal sides.
pub fn ellipse(width: i32, height: i32, thick: i32) -> Option<Mask> {
    let width = width.clamp(3, LONGEST);
    let height = height.clamp(3, LONGEST);
    let thick = thick.clamp(1, LONGEST) as f32;
    let mut mask = Mask::new(width, height)?;
    let (a, b) = (width as f32 / 2.0, height as f32 / 2.0);
    let inside = |dx: f32, dy: f32, a: f32, b: f32| {
        a > 0.0 && b > 0.0 && (dx / a).powi(2) + (dy / b).powi(2) <= 1.0
    };
    for y in 0..height {
        for x in 0..width {
            let (dx, dy) = (x as f32 + 0.5 - a, y as f32 + 0.5 - b);
            if inside(dx, dy, a, b) && !inside(dx, dy, a - thick, b - thick) {
                mask.set(x, y);
            }
        }
    }
    Some(mask)
}

/// Draws `^GD`: from the upper left to the lower right, or mirrored. The line is as thick as asked
/// in the direction of the rows, so it ends that many dots beyond the right edge of its box.
pub fn diagonal(width: i32, height: i32, thick: i32, leaning_right: bool) -> Option<Mask> {
    let width = width.clamp(3, LONGEST);
    let height = height.clamp(3, LONGEST);
    let thick = thick.clamp(1, LONGEST);
    let mut mask = Mask::new(width + thick, height)?;
    for y in 0..height {
        // The middle of the row.
        let x = (width * (2 * y + 1) + height) / (2 * height);
        mask.fill(x, y, thick, 1, Paint::Black);
    }
    Some(if leaning_right { mask.mirrored() } else { mask })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inked(mask: &Mask) -> usize {
        mask.clone().into_luma().iter().filter(|dot| **dot == 0).count()
    }

    #[test]
    fn shapes_have_the_area_they_should() {
        let check = |mask: Option<Mask>, least: usize, most: usize| {
            let ink = inked(&mask.expect("a shape"));
            assert!((least..=most).contains(&ink), "{ink} not in {least}..={most}");
        };
        check(rectangle(10, 8, 2, 0), 80 - 24, 80 - 24);
        check(rectangle(10, 8, 8, 0), 80, 80);
        check(rectangle(0, 8, 3, 0), 24, 24);
        check(rectangle(100, 100, 100, 8), 7800, 7900);
        check(ellipse(100, 50, 50), 3900, 3950);
        check(diagonal(50, 40, 3, true), 120, 120);
        check(rectangle(32_000, 32_000, 1, 0), 4 * LONGEST as usize - 4, 4 * LONGEST as usize - 4);
    }
}
