//! A bitmap of dots, for fields and for whole labels.

/// The largest bitmap in dots. A 4 × 6 in label has a million dots.
pub const MOST_DOTS: i32 = 16_000_000;

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
    /// Inverts dots.
    Reverse,
}

const INK: u8 = 0;
const PAPER: u8 = 255;

/// Dots as gray levels: ink is 0, paper 255. The rows below all that was drawn are not stored: a label
/// gets the largest size at its start, and its own later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    width: i32,
    height: i32,
    dots: Vec<u8>,
    /// One past the last column and row that ink was drawn for beyond the right and lower edge.
    beyond: (i32, i32),
}

impl Mask {
    /// A white bitmap, or `None` if it would be empty or too large.
    pub fn new(width: i32, height: i32) -> Option<Mask> {
        let count = i64::from(width) * i64::from(height);
        if width <= 0 || height <= 0 || count > i64::from(MOST_DOTS) {
            return None;
        }
        Some(Mask { width, height, dots: Vec::new(), beyond: (0, 0) })
    }

    /// Stores the rows above this one.
    fn store(&mut self, row: i32) {
        let dots = |rows: i32| rows as usize * self.width as usize;
        let (count, all) = (dots(row), dots(self.height));
        if self.dots.len() < count {
            // Room that is not used costs nothing, and growing copies.
            self.dots.reserve_exact(all - self.dots.len());
            self.dots.resize(count, PAPER);
        }
    }

    pub fn width(&self) -> i32 {
        self.width
    }

    pub fn height(&self) -> i32 {
        self.height
    }

    pub fn set(&mut self, x: i32, y: i32) {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if inside {
            self.store(y + 1);
        }
        let at = y as usize * self.width as usize + x as usize;
        if let Some(dot) = self.dots.get_mut(at).filter(|_| inside) {
            *dot = INK;
        }
    }

    fn row(&self, y: i32) -> &[u8] {
        let start = y.max(0) as usize * self.width as usize;
        self.dots.get(start..start + self.width as usize).unwrap_or_default()
    }

    fn row_mut(&mut self, y: i32) -> &mut [u8] {
        let start = y.max(0) as usize * self.width as usize;
        self.dots.get_mut(start..start + self.width as usize).unwrap_or_default()
    }

    /// How many rows are stored; below them is no ink.
    fn stored(&self) -> i32 {
        (self.dots.len() / self.width as usize) as i32
    }

    /// The runs of ink in a row, as start and end.
    pub fn runs(&self, y: i32) -> impl Iterator<Item = (i32, i32)> + '_ {
        let row = self.row(y);
        let mut from = 0;
        std::iter::from_fn(move || {
            let start = from + memchr::memchr(INK, row.get(from..)?)?;
            let rest = row.get(start..)?;
            let end = start + memchr::memchr(PAPER, rest).unwrap_or(rest.len());
            from = end;
            Some((start as i32, end as i32))
        })
    }

    /// Paints a rectangle, clipped at the edges.
    pub fn fill(&mut self, x: i32, y: i32, width: i32, height: i32, paint: Paint) {
        let left = x.clamp(0, self.width);
        let right = x.saturating_add(width).clamp(left, self.width);
        let top = y.clamp(0, self.height);
        let bottom = y.saturating_add(height).clamp(top, self.height);
        if paint != Paint::White && left < right && top < bottom {
            self.store(bottom);
        }
        for row in top..bottom {
            let start = row as usize * self.width as usize;
            let span = start + left as usize..start + right as usize;
            let dots = self.dots.get_mut(span).unwrap_or_default();
            match paint {
                Paint::Black => dots.fill(INK),
                Paint::White => dots.fill(PAPER),
                Paint::Reverse => dots.iter_mut().for_each(|dot| *dot = !*dot),
            }
        }
    }

    /// Draws the ink of another mask on this one, clipped at the edges.
    pub fn draw(&mut self, mask: &Mask, x: i32, y: i32, paint: Paint) {
        let (right, below) = (x.saturating_add(mask.width), y.saturating_add(mask.height));
        if paint != Paint::White && (right > self.width || below > self.height) {
            let ink = mask.extent();
            let (right, below) = (x.saturating_add(ink.0), y.saturating_add(ink.1));
            if below > 0 && right > self.width.max(x) {
                self.beyond.0 = self.beyond.0.max(right);
            }
            if right > 0 && below > self.height.max(y) {
                self.beyond.1 = self.beyond.1.max(below);
            }
        }
        // The columns that both have, as the first one of each and how many.
        let (from, to) = (x.saturating_neg().max(0), x.max(0));
        let across =
            (mask.width - from.min(mask.width)).min(self.width - to.min(self.width)) as usize;
        let (first, last) =
            (y.saturating_neg().max(0), mask.stored().min(self.height.saturating_sub(y)));
        if across == 0 || first >= last {
            return;
        }
        if paint != Paint::White {
            self.store(y + last);
        }
        for row in first..last {
            let ink = mask.row(row).get(from as usize..).unwrap_or_default().iter().take(across);
            let dots = self.row_mut(y + row).get_mut(to as usize..).unwrap_or_default().iter_mut();
            // Byte by byte and without a branch, which the compiler turns into steps of many bytes.
            match paint {
                Paint::Black => dots.zip(ink).for_each(|(dot, ink)| *dot &= ink),
                Paint::White => dots.zip(ink).for_each(|(dot, ink)| *dot |= !ink),
                Paint::Reverse => dots.zip(ink).for_each(|(dot, ink)| *dot ^= !ink),
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
            for (start, end) in self.runs(y) {
                let long = end - start;
                match turn {
                    Turn::Normal => {}
                    Turn::Right => out.fill(self.height - 1 - y, start, 1, long, Paint::Black),
                    Turn::Inverted => {
                        out.fill(self.width - end, self.height - 1 - y, long, 1, Paint::Black);
                    }
                    Turn::Bottom => out.fill(y, self.width - end, 1, long, Paint::Black),
                }
            }
        }
        out
    }

    /// Mirrors left and right.
    pub fn mirrored(mut self) -> Mask {
        for row in self.dots.chunks_mut(self.width as usize) {
            row.reverse();
        }
        self
    }

    /// Enlarges each dot to a block of dots.
    pub fn magnified(&self, across: i32, down: i32) -> Option<Mask> {
        let width = self.width.checked_mul(across)?;
        let mut out = Mask::new(width, self.height.checked_mul(down)?)?;
        for y in 0..self.stored() {
            for (start, end) in self.runs(y) {
                out.fill(start * across, y * down, (end - start) * across, 1, Paint::Black);
            }
            // The rows below it are the same.
            out.store((y + 1) * down);
            let first = (y * down) as usize * width as usize;
            let row = first..first + width as usize;
            for below in 1..down as usize {
                out.dots.copy_within(row.clone(), first + below * width as usize);
            }
        }
        Some(out)
    }

    /// The upper left part, padded with white.
    pub fn cropped(&self, width: i32, height: i32) -> Option<Mask> {
        let mut out = Mask::new(width, height)?;
        out.draw(self, 0, 0, Paint::Black);
        Some(out)
    }

    /// One past the last column and row with ink.
    pub fn extent(&self) -> (i32, i32) {
        let mut extent = (0, 0);
        for y in 0..self.height {
            if let Some(last) = memchr::memrchr(INK, self.row(y)) {
                extent = (extent.0.max(last as i32 + 1), y + 1);
            }
        }
        extent
    }

    /// One past the last column and row of the ink, also of ink that was drawn for places beyond
    /// the edges and is lost.
    pub fn reach(&self) -> (i32, i32) {
        let inside = self.extent();
        (inside.0.max(self.beyond.0), inside.1.max(self.beyond.1))
    }

    /// A larger bitmap with the same dots. Ink that was lost beyond the edges stays lost.
    pub fn enlarged(&self, width: i32, height: i32) -> Option<Mask> {
        let mut out = self.cropped(self.width.max(width), self.height.max(height))?;
        out.beyond = self.beyond;
        Some(out)
    }

    /// Eight-bit gray levels: ink is 0, paper 255.
    pub fn into_luma(mut self) -> Vec<u8> {
        self.store(self.height);
        self.dots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(mask: &Mask) -> String {
        let luma = mask.clone().into_luma();
        let rows = luma.chunks(mask.width() as usize);
        let signs =
            |row: &[u8]| row.iter().map(|dot| if *dot == INK { '#' } else { '.' }).collect();
        rows.map(signs).collect::<Vec<String>>().join("/")
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
        assert_eq!(mask.reach(), (3, 2));
        mask.draw(&sample(), 2, 1, Paint::Black);
        assert_eq!(mask.reach(), (4, 3));
        let larger = mask.enlarged(9, 1).expect("small");
        assert_eq!((larger.width(), larger.height(), larger.reach()), (9, 2, (4, 3)));
        assert!(Mask::new(32_000, 32_000).is_none());
        assert!(Mask::new(0, 5).is_none());
    }
}
