//! Fax data: CCITT Group 3 in one and in two dimensions, which the TIFF decoder does not
//! read, and Group 4, which it reads dot by dot and we by whole runs, several times quicker.
//! The code tables come from the `fax` crate.

use fax::maps::{Mode, black, mode, white};
use fax::{BitReader, Bits};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Compression 2: rows begin on a byte and have no end marks.
    Bare,
    /// Compression 3: rows have end marks; in two dimensions a bit after each mark says
    /// which kind the next row is.
    Marked { two_dimensions: bool },
    /// Compression 4, Group 4: every row is told by its difference from the one above.
    Differences,
}

/// Paints the rows of a strip into white dots, `width` to a row; `None` when the data is
/// damaged. Where it ends early, what is left is white paper.
pub fn paint(data: &[u8], coding: Coding, width: usize, dots: &mut [u8], black: u8) -> Option<()> {
    let mut bits = Reader { data, at: 0 };
    // Where the colour changes in the row above and in this one, white first.
    let (mut above, mut changes) = (Vec::new(), Vec::new());
    for row in dots.chunks_exact_mut(width.max(1)) {
        let flat = match coding {
            Coding::Bare => {
                bits.at = bits.at.next_multiple_of(8);
                true
            }
            Coding::Marked { two_dimensions } => match bits.marks(two_dimensions)? {
                Marks::Row { flat } => flat,
                Marks::End => return Some(()),
            },
            Coding::Differences => {
                if bits.at_end_of_page() {
                    return Some(());
                }
                false
            }
        };
        changes.clear();
        if flat {
            bits.flat_row(width, &mut changes)?;
        } else {
            bits.row_after(&above, width, &mut changes)?;
        }
        let mut edges = changes.iter().copied().chain([width]);
        while let (Some(from), Some(to)) = (edges.next(), edges.next()) {
            row.get_mut(from..to).unwrap_or_default().fill(black);
        }
        std::mem::swap(&mut above, &mut changes);
    }
    Some(())
}

enum Marks {
    Row { flat: bool },
    End,
}

/// Bits from the highest down. Past the end there are a few zeros, as the tables look
/// ahead, and then nothing.
struct Reader<'a> {
    data: &'a [u8],
    at: usize,
}

impl BitReader for Reader<'_> {
    type Error = ();

    fn peek(&self, bits: u8) -> Option<u16> {
        if self.at >= self.data.len() * 8 {
            return None;
        }
        let byte = |index: usize| u32::from(self.data.get(index).copied().unwrap_or(0));
        let first = self.at / 8;
        let window = byte(first) << 16 | byte(first + 1) << 8 | byte(first + 2);
        let shift = 24_u32.checked_sub((self.at % 8) as u32 + u32::from(bits))?;
        let mask = (1_u32 << bits) - 1;
        u16::try_from(window >> shift & mask).ok()
    }

    fn consume(&mut self, bits: u8) -> Result<(), ()> {
        self.at += usize::from(bits);
        Ok(())
    }

    fn expect(&mut self, bits: Bits) -> Result<(), Option<Bits>> {
        let found = self.peek(bits.len).map(|data| Bits {
            data,
            len: bits.len,
        });
        match found {
            Some(found) if found.data == bits.data => Ok(()),
            other => Err(other),
        }
    }

    fn bits_to_byte_boundary(&self) -> u8 {
        ((8 - self.at % 8) % 8) as u8
    }
}

impl Reader<'_> {
    /// Passes the end marks before a row; two in a row end the page.
    fn marks(&mut self, two_dimensions: bool) -> Option<Marks> {
        const ZEROS_OF_A_MARK: u8 = 11;
        let mut passed = 0;
        let mut flat = true;
        while self.peek(ZEROS_OF_A_MARK) == Some(0) {
            while self.peek(1)? == 0 {
                self.at += 1;
            }
            self.at += 1;
            if two_dimensions {
                flat = self.peek(1)? == 1;
                self.at += 1;
            }
            passed += 1;
            if passed == 2 {
                return Some(Marks::End);
            }
        }
        Some(Marks::Row { flat })
    }

    fn run(&mut self, dark: bool) -> Option<usize> {
        let mut long = 0;
        loop {
            let part = if dark {
                black::decode(self)?
            } else {
                white::decode(self)?
            };
            long += usize::from(part);
            if part < 64 {
                return Some(long);
            }
            // Longer than any page: damaged.
            if long > 1 << 20 {
                return None;
            }
        }
    }

    /// Two end marks in a row close a page of differences.
    fn at_end_of_page(&self) -> bool {
        const MARK: u16 = 1;
        self.peek(12) == Some(MARK)
    }

    fn flat_row(&mut self, width: usize, changes: &mut Vec<usize>) -> Option<()> {
        let (mut at, mut dark) = (0, false);
        while at < width {
            at += self.run(dark)?;
            changes.push(at);
            dark = !dark;
        }
        (at == width).then_some(())
    }

    /// A row told by its difference from the row above.
    fn row_after(&mut self, above: &[usize], width: usize, changes: &mut Vec<usize>) -> Option<()> {
        // Before the first dot there is an imagined white one.
        let mut at: Option<usize> = None;
        let mut dark = false;
        // Changes never go back, so what was passed above stays passed.
        let mut passed = 0;
        while at.unwrap_or(0) < width {
            let behind = |change: &usize| at.is_some_and(|at| *change <= at);
            while above.get(passed).is_some_and(behind) {
                passed += 1;
            }
            // The first change above, right of here, to the colour this row does not have.
            let turn = passed + usize::from((passed % 2 == 1) != dark);
            let change = |index: usize| above.get(index).copied().unwrap_or(width).min(width);
            match mode::decode(self)? {
                Mode::Pass => at = Some(change(turn + 1)),
                Mode::Vertical(by) => {
                    let to = change(turn).checked_add_signed(isize::from(by))?;
                    if to > width || at.is_some_and(|at| to < at) {
                        return None;
                    }
                    changes.push(to);
                    (at, dark) = (Some(to), !dark);
                }
                Mode::Horizontal => {
                    let first = at.unwrap_or(0) + self.run(dark)?;
                    let second = first + self.run(!dark)?;
                    if second > width {
                        return None;
                    }
                    changes.extend([first, second]);
                    at = Some(second);
                }
                Mode::Extension | Mode::EOF => return None,
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(text: &str) -> Vec<u8> {
        let bits: Vec<u8> = text.bytes().filter(|b| *b != b' ').collect();
        bits.chunks(8)
            .map(|byte| {
                byte.iter()
                    .enumerate()
                    .fold(0, |sum, (at, bit)| sum | (bit - b'0') << (7 - at))
            })
            .collect()
    }

    fn check(coding: Coding, height: usize, data: &str, expected: Option<&str>) {
        let mut dots = vec![b'.'; 8 * height];
        let drawn = paint(&bits(data), coding, 8, &mut dots, b'#').map(|()| {
            let rows = dots.chunks(8).map(String::from_utf8_lossy);
            rows.collect::<Vec<_>>().join("/")
        });
        assert_eq!(drawn.as_deref(), expected, "{data}");
    }

    #[test]
    fn rows_of_every_older_kind_are_read() {
        // White 2 is 0111, black 3 is 10, white 3 is 1000; white 0 is 00110101,
        // black 8 is 000101.
        let marked = |two_dimensions| Coding::Marked { two_dimensions };
        let mark = "000000000001";
        check(
            Coding::Bare,
            2,
            "0111 10 1000 000000 00110101 000101",
            Some("..###.../########"),
        );
        let one = format!("{mark} 0111 10 1000 0000{mark} 00110101 000101 {mark}{mark}");
        check(marked(false), 2, &one, Some("..###.../########"));
        // The page ends early: the rest is paper.
        check(marked(false), 3, &one, Some("..###.../########/........"));
        // The same row by three vertical modes, then one moved by one and a pass.
        let two = format!("{mark}1 0111 10 1000 {mark}0 1 1 1 {mark}0 011 010 1 {mark}0 0001 1");
        check(
            marked(true),
            4,
            &two,
            Some("..###.../..###.../...#..../........"),
        );
    }

    #[test]
    fn rows_of_group_4_are_read() {
        // Horizontal 001 white 2 black 3, then to the end at one; the same row again by
        // three vertical modes; one dot to the right and a pass; the page ends.
        let page = "001 0111 10 1 1 1 1 011 010 1 0001 1 000000000001 000000000001";
        let drawn = "..###.../..###.../...#..../......../........";
        check(Coding::Differences, 5, page, Some(drawn));
        // A black dot first, before which there is none of the row above.
        check(
            Coding::Differences,
            1,
            "001 00110101 010 1",
            Some("#......."),
        );
        // Uncompressed dots, which no label has, and a row that leaves the page.
        check(Coding::Differences, 1, "0000001111 000000", None);
        check(
            Coding::Differences,
            1,
            "001 00110101 000101 1 1 1",
            Some("########"),
        );
        check(Coding::Differences, 1, "001 0111 000101 1", None);
    }

    #[test]
    fn damage_is_noticed() {
        check(Coding::Bare, 1, "0111 10", None);
        check(Coding::Bare, 1, "0111 10 0111 11 1000", None);
        check(Coding::Bare, 2, "0111 10 1000", None);
        let two = Coding::Marked {
            two_dimensions: true,
        };
        check(two, 1, "000000000001 0 0000001 111", None);
    }
}
