//! Fax compression: CCITT Group 3 in one and two dimensions, and Group 4. `hayro-ccitt` decodes
//! the codes; this module interprets the TIFF tags and decides what counts as damage.

use hayro_ccitt::{DecodeSettings, Decoder, DecoderContext, EncodingMode};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Compression 2: rows start at a byte boundary and have no end-of-line codes.
    Bare,
    /// Compression 3: rows have end-of-line codes. In two dimensions, a bit after each code gives
    /// the type of the next row.
    Marked { two_dimensions: bool },
    /// Compression 4, Group 4: every row is coded as its difference from the row above.
    Differences,
}

/// Draws the rows of a strip into white dots, `width` per row. `None` if the data is damaged.
/// After an end-of-block code the remaining rows stay white.
pub fn paint(data: &[u8], coding: Coding, width: usize, dots: &mut [u8], black: u8) -> Option<()> {
    let rows = dots.len() / width.max(1);
    let settings = DecodeSettings {
        columns: u32::try_from(width).ok()?,
        rows: u32::try_from(rows).ok()?,
        end_of_block: coding != Coding::Bare,
        // Not required: TIFF files of compression 3 without end-of-line codes exist.
        end_of_line: false,
        rows_are_byte_aligned: coding == Coding::Bare,
        encoding: match coding {
            Coding::Differences => EncodingMode::Group4,
            Coding::Marked { two_dimensions: true } => EncodingMode::Group3_2D,
            Coding::Bare | Coding::Marked { .. } => EncodingMode::Group3_1D,
        },
        // A repaired row could contain a wrong barcode.
        strict: true,
    };
    // The library interprets zero rows as "until the data ends".
    if rows == 0 {
        return Some(());
    }
    let mut painter = Painter { rows: dots.chunks_exact_mut(width.max(1)), painted: 0, black };
    let mut context = DecoderContext::new(settings);
    let read = hayro_ccitt::decode(data, &mut painter, &mut context).ok()?;
    let ended = painter.painted == rows
        || coding != Coding::Bare && ends_with_a_mark(data.get(..read)?, coding);
    ended.then_some(())
}

struct Painter<'a> {
    rows: std::slice::ChunksExactMut<'a, u8>,
    painted: usize,
    black: u8,
}

impl Decoder for Painter<'_> {
    fn push_row(&mut self, changes: &[u32]) {
        let Some(row) = self.rows.next() else { return };
        self.painted += 1;
        let mut edges = changes.iter().map(|change| *change as usize);
        while let Some(from) = edges.next() {
            let to = edges.next().unwrap_or(row.len());
            row.get_mut(from..to).unwrap_or_default().fill(self.black);
        }
    }
}

/// Whether the data ends with an end-of-line code. The library also stops without an error if the
/// data is cut off between two rows.
fn ends_with_a_mark(data: &[u8], coding: Coding) -> bool {
    let last = data.iter().rev().take(4).enumerate();
    let bits = last.fold(0_u32, |bits, (at, byte)| bits | u32::from(*byte) << (8 * at));
    let bits = bits.checked_shr(bits.trailing_zeros()).unwrap_or(0);
    match coding {
        // The code is followed by the bit that gives the type of the next row.
        Coding::Marked { two_dimensions: true } => bits & 0x1fff == 0b11,
        _ => bits & 0xfff == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(text: &str) -> Vec<u8> {
        let bits: Vec<u8> = text.bytes().filter(|b| *b != b' ').collect();
        bits.chunks(8)
            .map(|byte| {
                byte.iter().enumerate().fold(0, |sum, (at, bit)| sum | (bit - b'0') << (7 - at))
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
        check(Coding::Bare, 2, "0111 10 1000 000000 00110101 000101", Some("..###.../########"));
        let block = mark.repeat(6);
        let one = format!("{mark} 0111 10 1000 0000{mark} 00110101 000101 {block}");
        check(marked(false), 2, &one, Some("..###.../########"));
        // The page ends early: the remaining rows are white.
        check(marked(false), 3, &one, Some("..###.../########/........"));
        // The same row by three vertical modes, then a row shifted by one dot, then a pass mode.
        let two = format!("{mark}1 0111 10 1000 {mark}0 1 1 1 {mark}0 011 010 1 {mark}0 0001 1");
        let drawn = "..###.../..###.../...#..../........";
        check(marked(true), 4, &two, Some(drawn));
        // This page ends early too. Without the codes, the page counts as cut off.
        let ended = format!("{two}{}", format!("{mark}1").repeat(6));
        check(marked(true), 5, &ended, Some(&format!("{drawn}/........")));
        check(marked(true), 5, &two, None);
        // Rows of compression 3 without an end-of-line code between them.
        check(marked(false), 1, "0111 10 1000", Some("..###..."));
    }

    #[test]
    fn rows_of_group_4_are_read() {
        // Horizontal mode 001 with white 2 and black 3, then vertical mode to the end; the same
        // row again by three vertical modes; one dot to the right and a pass mode; the page ends.
        let page = "001 0111 10 1 1 1 1 011 010 1 0001 1 000000000001 000000000001";
        let drawn = "..###.../..###.../...#..../......../........";
        check(Coding::Differences, 5, page, Some(drawn));
        // The row starts with a black dot although the row above has no changing element.
        check(Coding::Differences, 1, "001 00110101 010 1", Some("#......."));
        // Uncompressed mode, which no label uses, and a row that is longer than the page is wide.
        check(Coding::Differences, 1, "0000001111 000000", None);
        check(Coding::Differences, 1, "001 00110101 000101 1 1 1", Some("########"));
        check(Coding::Differences, 1, "001 0111 000101 1", None);
    }

    #[test]
    fn damage_is_noticed() {
        check(Coding::Bare, 1, "0111 10", None);
        check(Coding::Bare, 1, "0111 10 0111 11 1000", None);
        check(Coding::Bare, 2, "0111 10 1000", None);
        // A whole row is missing, with no data left that could be misread.
        check(Coding::Bare, 2, "00110101 000101 00", None);
        check(Coding::Differences, 2, "1 1 1 1 1 1 1 1", Some("......../........"));
        check(Coding::Differences, 9, "1 1 1 1 1 1 1 1", None);
        // Very many zeros, and a run longer than any page.
        let zeros = "0".repeat(80_000);
        let long = format!("001 {} 0111", "000000011111".repeat(10_000));
        for data in [&zeros, &long] {
            for coding in
                [Coding::Bare, Coding::Marked { two_dimensions: true }, Coding::Differences]
            {
                check(coding, 3, data, None);
            }
        }
        let two = Coding::Marked { two_dimensions: true };
        check(two, 1, "000000000001 0 0000001 111", None);
    }
}
