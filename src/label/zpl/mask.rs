//! Dots: the bitmap a field draws on, and the label it is put on.

/// No field or label is larger. A whole 4x6 label has a million dots.
const MOST_DOTS: i64 = 16_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Normal,
    Right,
    Inverted,
    Bottom,
}

impl Turn {
    pub fn from_letter(letter: Option<u8>) -> Option<Turn> {
        match letter? {
            b'N' => Some(Turn::Normal),
            b'R' => Some(Turn::Right),
            b'I' => Some(Turn::Inverted),
            b'B' => Some(Turn::Bottom),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Black,
    White,
    /// Dots turn into their opposite.
    Reverse,
}

/// A field's dots, true where ink goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    width: i32,
    height: i32,
    dots: Vec<bool>,
}

impl Mask {
    /// `None` when nothing or far too much would be drawn.
    pub fn new(width: i32, height: i32) -> Option<Mask> {
        let count = i64::from(width) * i64::from(height);
        if width <= 0 || height <= 0 || count > MOST_DOTS {
            return None;
        }
        Some(Mask {
            width,
            height,
            dots: vec![false; usize::try_from(count).ok()?],
        })
    }

    pub fn width(&self) -> i32 {
        self.width
    }

    pub fn height(&self) -> i32 {
        self.height
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then_some(y as usize * self.width as usize + x as usize)
    }

    pub fn set(&mut self, x: i32, y: i32) {
        self.put(x, y, Paint::Black);
    }

    fn put(&mut self, x: i32, y: i32, paint: Paint) {
        if let Some(dot) = self.index(x, y).and_then(|at| self.dots.get_mut(at)) {
            *dot = match paint {
                Paint::Black => true,
                Paint::White => false,
                Paint::Reverse => !*dot,
            };
        }
    }

    pub fn row(&self, y: i32) -> &[bool] {
        let start = self.index(0, y);
        start
            .and_then(|at| self.dots.get(at..at + self.width as usize))
            .unwrap_or_default()
    }

    /// Paints a rectangle, cut at the edges.
    pub fn fill(&mut self, x: i32, y: i32, width: i32, height: i32, paint: Paint) {
        let left = x.clamp(0, self.width);
        let right = x.saturating_add(width).clamp(left, self.width);
        let top = y.clamp(0, self.height);
        let bottom = y.saturating_add(height).clamp(top, self.height);
        for row in top..bottom {
            let start = row as usize * self.width as usize;
            let span = start + left as usize..start + right as usize;
            for dot in self.dots.get_mut(span).unwrap_or_default() {
                *dot = match paint {
                    Paint::Black => true,
                    Paint::White => false,
                    Paint::Reverse => !*dot,
                };
            }
        }
    }

    /// Puts another mask's ink on this one, cut at the edges.
    pub fn draw(&mut self, mask: &Mask, x: i32, y: i32, paint: Paint) {
        let rows = y.saturating_neg().max(0)..mask.height.min(self.height.saturating_sub(y));
        for row in rows {
            for (column, _) in (0..).zip(mask.row(row)).filter(|(_, ink)| **ink) {
                self.put(x.saturating_add(column), y + row, paint);
            }
        }
    }

    pub fn turned(self, turn: Turn) -> Mask {
        let (width, height) = match turn {
            Turn::Normal => return self,
            Turn::Inverted => (self.width, self.height),
            Turn::Right | Turn::Bottom => (self.height, self.width),
        };
        let Some(mut out) = Mask::new(width, height) else {
            return self;
        };
        for y in 0..self.height {
            for (x, _) in (0..).zip(self.row(y)).filter(|(_, ink)| **ink) {
                match turn {
                    Turn::Normal => out.set(x, y),
                    Turn::Right => out.set(self.height - 1 - y, x),
                    Turn::Inverted => out.set(self.width - 1 - x, self.height - 1 - y),
                    Turn::Bottom => out.set(y, self.width - 1 - x),
                }
            }
        }
        out
    }

    /// Left becomes right.
    pub fn mirrored(mut self) -> Mask {
        for row in self.dots.chunks_mut(self.width as usize) {
            row.reverse();
        }
        self
    }

    /// Each dot as a block of dots.
    pub fn magnified(&self, across: i32, down: i32) -> Option<Mask> {
        let width = self.width.checked_mul(across)?;
        let mut out = Mask::new(width, self.height.checked_mul(down)?)?;
        for y in 0..self.height {
            for (x, _) in (0..).zip(self.row(y)).filter(|(_, ink)| **ink) {
                out.fill(x * across, y * down, across, down, Paint::Black);
            }
        }
        Some(out)
    }

    /// The upper left part, filled up with white.
    pub fn cropped(&self, width: i32, height: i32) -> Option<Mask> {
        let mut out = Mask::new(width, height)?;
        out.draw(self, 0, 0, Paint::Black);
        Some(out)
    }

    /// One past the last inked column and row.
    pub fn extent(&self) -> (i32, i32) {
        let mut extent = (0, 0);
        for y in 0..self.height {
            if let Some(last) = self.row(y).iter().rposition(|ink| *ink) {
                extent = (extent.0.max(last as i32 + 1), y + 1);
            }
        }
        extent
    }

    /// Eight-bit grey: ink is 0, paper 255.
    pub fn luma(&self) -> Vec<u8> {
        self.dots
            .iter()
            .map(|ink| if *ink { 0 } else { 255 })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(mask: &Mask) -> String {
        let rows: Vec<String> = (0..mask.height())
            .map(|y| {
                mask.row(y)
                    .iter()
                    .map(|ink| if *ink { '#' } else { '.' })
                    .collect()
            })
            .collect();
        rows.join("/")
    }

    fn sample() -> Mask {
        let mut mask = Mask::new(3, 2).expect("six dots");
        mask.set(0, 0);
        mask.set(1, 0);
        mask.set(0, 1);
        mask
    }

    #[test]
    fn masks_turn_and_grow() {
        let check = |mask: Mask, expected: &str| assert_eq!(drawn(&mask), expected);
        check(sample(), "##./#..");
        check(sample().turned(Turn::Right), "##/.#/..");
        check(sample().turned(Turn::Inverted), "..#/.##");
        check(sample().turned(Turn::Bottom), "../#./##");
        check(sample().mirrored(), ".##/..#");
        check(sample().magnified(2, 1).expect("small"), "####../##....");
        assert_eq!(sample().extent(), (2, 2));
    }

    #[test]
    fn nothing_is_drawn_outside_and_nothing_vast_is_made() {
        let mut mask = sample();
        mask.fill(-5, -5, 100_000, i32::MAX, Paint::Reverse);
        assert_eq!(drawn(&mask), "..#/.##");
        mask.draw(&sample(), i32::MAX - 1, i32::MIN + 1, Paint::Black);
        mask.draw(&sample(), 2, 1, Paint::White);
        assert_eq!(drawn(&mask), "..#/.#.");
        assert!(Mask::new(32_000, 32_000).is_none());
        assert!(Mask::new(0, 5).is_none());
    }
}
