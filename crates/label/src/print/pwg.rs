//! PWG raster (PWG 5102.4), which office printers without a page language accept: a header of
//! 1,796 bytes for each page with all numbers in network byte order, then rows of dots.

use super::paper::Paper;
use super::{Language, PrintError, Printer, media};

const SYNC: &[u8; 4] = b"RaS2";
const HEADER: usize = 1_796;
/// The limits for how often a row may repeat and how long a run of pixels may be.
const MOST_ROWS: usize = 256;
const MOST_DOTS: usize = 128;
/// Codes of the color spaces: black, and sGray.
const BLACK: u32 = 3;
const GREY: u32 = 18;

/// Writes all sheets at the printer's resolution. The whole sequence is repeated for each copy:
/// few printers implement copies for raster data.
pub fn written(papers: &[Paper], printer: &Printer, copies: usize) -> Result<Vec<u8>, PrintError> {
    let grey = printer.language != Language::PwgBlack;
    let mut sheets = SYNC.to_vec();
    let pages = u32::try_from(papers.len() * copies).map_err(|_| PrintError::Write)?;
    for paper in papers {
        sheets.extend_from_slice(&header(paper, printer, grey, pages)?);
        rows(paper, grey, &mut sheets);
    }
    let once = sheets.get(SYNC.len()..).unwrap_or_default().to_vec();
    for _ in 1..copies {
        sheets.extend_from_slice(&once);
    }
    Ok(sheets)
}

fn header(paper: &Paper, printer: &Printer, grey: bool, pages: u32) -> Result<Vec<u8>, PrintError> {
    let number = |count: usize| u32::try_from(count).map_err(|_| PrintError::Write);
    let points = |inches: f32| (inches * 72.0).round() as u32;
    let (bits, space) = if grey { (8, GREY) } else { (1, BLACK) };
    let dpi = u32::from(paper.dpi);
    let mut header = vec![0; HEADER];
    text(&mut header, 0, "PwgRaster");
    for (at, value) in [
        (276, dpi),
        (280, dpi),
        // One copy of each page.
        (340, 1),
        (352, points(printer.media_in.0)),
        (356, points(printer.media_in.1)),
        (372, number(paper.width)?),
        (376, number(paper.height)?),
        (384, bits),
        (388, bits),
        (392, number(row_bytes(paper, grey))?),
        (400, space),
        // Colors per pixel.
        (420, 1),
        (452, pages),
        // Not mirrored in either direction.
        (456, 1),
        (460, 1),
    ] {
        put(&mut header, at, &value.to_be_bytes());
    }
    // For a size without a standard name, only the size in points is given.
    text(&mut header, 1_732, media::standard(printer.media_in).unwrap_or_default());
    Ok(header)
}

fn text(header: &mut [u8], at: usize, words: &str) {
    put(header, at, words.as_bytes());
}

fn put(header: &mut [u8], at: usize, bytes: &[u8]) {
    if let Some(place) = header.get_mut(at..at + bytes.len()) {
        place.copy_from_slice(bytes);
    }
}

fn row_bytes(paper: &Paper, grey: bool) -> usize {
    if grey { paper.width } else { paper.width.div_ceil(8) }
}

/// Writes each distinct row once, preceded by how often it repeats minus one.
fn rows(paper: &Paper, grey: bool, out: &mut Vec<u8>) {
    let mut y = 0;
    while y < paper.height {
        let row = paper.row(y);
        let same = (y..paper.height)
            .take(MOST_ROWS)
            .take_while(|below| paper.row(*below) == row)
            .count()
            .max(1);
        out.push(u8::try_from(same - 1).unwrap_or(u8::MAX));
        packed(&bytes(row, grey), out);
        y += same;
    }
}

fn bytes(row: &[bool], grey: bool) -> Vec<u8> {
    if grey {
        return row.iter().map(|ink| if *ink { 0 } else { 255 }).collect();
    }
    let byte = |dots: &[bool]| {
        let ink = |byte: u8, (at, ink): (usize, &bool)| byte | (u8::from(*ink) << (7 - at));
        dots.iter().enumerate().fold(0, ink)
    };
    row.chunks(8).map(byte).collect()
}

/// PackBits-like encoding. A run is its length minus one and the value; different values are 257
/// minus their number, followed by the values.
fn packed(row: &[u8], out: &mut Vec<u8>) {
    let mut rest = row;
    while let Some(first) = rest.first() {
        let run = rest.iter().take(MOST_DOTS).take_while(|byte| *byte == first).count();
        if run > 1 || rest.len() == 1 {
            out.extend([u8::try_from(run - 1).unwrap_or(0), *first]);
            rest = rest.get(run..).unwrap_or_default();
            continue;
        }
        let pairs = rest.windows(2).take(MOST_DOTS);
        let mut plain = pairs.take_while(|pair| pair.first() != pair.last()).count();
        // The last value has no successor to compare with.
        if plain + 1 == rest.len() && plain < MOST_DOTS {
            plain += 1;
        }
        match plain {
            1 => out.push(0),
            several => out.push(u8::try_from(257 - several).unwrap_or(0)),
        }
        out.extend_from_slice(rest.get(..plain).unwrap_or_default());
        rest = rest.get(plain..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printer(language: Language) -> Printer {
        Printer { language, dpi: 300, ..Printer::default() }
    }

    fn number(bytes: &[u8], at: usize) -> u32 {
        u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap())
    }

    /// Compares values at the offsets of the table of the page header in the specification.
    #[test]
    fn the_header_says_what_the_specification_has_in_its_places() {
        for (language, bits, line, space) in
            [(Language::Pwg, 8, 1_200, 18), (Language::PwgBlack, 1, 150, 3)]
        {
            let printer = printer(language);
            let paper = Paper::blank(&printer).unwrap();
            let bytes = written(&[paper], &printer, 1).unwrap();
            assert_eq!(&bytes[..4], b"RaS2");
            let header = &bytes[4..4 + 1_796];
            assert_eq!(&header[..10], b"PwgRaster\0");
            assert_eq!(&header[1_732..1_751], b"na_index-4x6_4x6in\0");
            for (at, value) in [
                (268, 0), // CutMedia
                (272, 0), // Duplex
                (276, 300),
                (280, 300), // HWResolution
                (324, 0),   // MediaPosition
                (340, 1),   // NumCopies
                (344, 0),   // Orientation
                (352, 288),
                (356, 432),   // PageSize
                (368, 0),     // Tumble
                (372, 1_200), // Width
                (376, 1_800), // Height
                (384, bits),  // BitsPerColor
                (388, bits),  // BitsPerPixel
                (392, line),  // BytesPerLine
                (396, 0),     // ColorOrder
                (400, space), // ColorSpace
                (420, 1),     // NumColors
                (452, 1),     // TotalPageCount
                (456, 1),     // CrossFeedTransform
                (460, 1),     // FeedTransform
                (484, 0),     // PrintQuality
                (508, 0),     // VendorIdentifier
                (512, 0),     // VendorLength
            ] {
                assert_eq!(number(header, at), value, "{at} of {language:?}");
            }
        }
    }

    /// The example row of the specification, with one byte per pixel.
    #[test]
    fn rows_are_packed_as_the_specification_packs_them() {
        for (row, wanted) in [
            (&[7, 7, 7][..], &[2, 7][..]),
            (&[1, 2, 3, 3, 3, 4], &[255, 1, 2, 2, 3, 0, 4]),
            (&[1, 2, 3], &[254, 1, 2, 3]),
            (&[1, 2, 2, 3], &[0, 1, 1, 2, 0, 3]),
            (&[], &[]),
        ] {
            let mut out = Vec::new();
            packed(row, &mut out);
            assert_eq!(out, wanted, "{row:?}");
        }
        for length in [127, 128, 129, 256, 257, 300] {
            let plain: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            let same = vec![9; length];
            for row in [plain, same] {
                let mut out = Vec::new();
                packed(&row, &mut out);
                assert_eq!(unpacked(&out), row, "{length}");
            }
        }
    }

    fn unpacked(mut from: &[u8]) -> Vec<u8> {
        let mut row = Vec::new();
        while let [code, rest @ ..] = from {
            let count = usize::from(*code);
            assert_ne!(count, 128, "the specification keeps it");
            let (taken, times) = if count < 128 { (1, count + 1) } else { (257 - count, 1) };
            for _ in 0..times {
                row.extend_from_slice(&rest[..taken]);
            }
            from = &rest[taken..];
        }
        row
    }

    #[test]
    fn white_sheets_and_ink_have_the_right_levels() {
        for (language, white, ink) in [
            // 1,200 bytes are nine runs of 128 and one of 48; 150 bytes start with one of 128.
            (Language::Pwg, 255, 0),
            (Language::PwgBlack, 0, 0xFF),
        ] {
            let printer = printer(language);
            let mut paper = Paper::blank(&printer).unwrap();
            paper.fill(0, 1_799, 1_200, 1);
            let bytes = written(&[paper], &printer, 2).unwrap();
            let rows = &bytes[4 + 1_796..];
            // A row repeated 256 times, starting with a run of 128 white bytes.
            assert_eq!(rows[..3], [255, 127, white]);
            let once = (bytes.len() - 4) / 2;
            assert_eq!(bytes[4..4 + once], bytes[4 + once..], "two copies");
            assert_eq!(number(&bytes, 4 + 452), 2, "pages in all");
            assert_eq!(*bytes.last().unwrap(), ink);
        }
    }
}
