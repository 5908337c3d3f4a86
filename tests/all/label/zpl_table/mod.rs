//! Tables of ZPL snippets and what a printer makes of them, from the rules of the ZPL II manual.
//! Each row is a name, the commands and a property of the picture.

mod barcode_options;
mod barcodes_of_samples;
mod bitmap;
mod downloads;
mod fields;
mod fonts;
mod graphics;
mod labels;
mod linear;
mod matrix;
mod positions;
mod rfid;
mod stacked;
mod text;

use rxing::common::HybridBinarizer;
use rxing::{BinaryBitmap, DecodeHints, Luma8LuminanceSource, MultiFormatReader, Reader};

use postroom::label::Decoded;

use crate::prelude::*;

/// A name, the commands and what they must make. Commands without `^XA` are the inside of a label
/// of 800 × 600 dots.
pub type Row = (&'static str, &'static str, Expect);

/// A property of the first page, or of the whole file where it says so. Positions are in dots
/// from the upper left corner of the page.
#[derive(Clone, Debug)]
pub enum Expect {
    /// The smallest box with all ink: left, top, and one past its right and lower end.
    Ink([usize; 4]),
    /// The same, with a tolerance in dots on each side.
    InkNear([usize; 4], usize),
    /// One past the last column with ink.
    Right(usize),
    Blank,
    /// Width and height of the page.
    Page(usize, usize),
    /// The number of pages of the file.
    Pages(usize),
    /// All barcodes of the first page, sorted by their text.
    Read(&'static [&'static str]),
    /// A barcode of this kind with this text, found by looking for no other kind.
    ReadAs(BarcodeFormat, &'static str),
    /// All warnings of the file.
    Says(&'static [&'static str]),
    /// The sentences about ink outside the page.
    Outside(&'static [&'static str]),
    /// All pages have the same dots as those of other commands.
    Same(&'static str),
    /// The first page differs from that of other commands.
    Unlike(&'static str),
    /// The lengths of ink and paper in turn along a row of dots, from its first to its last ink.
    Runs(usize, &'static [usize]),
    /// The same down a column.
    RunsDown(usize, &'static [usize]),
    /// The shortest run of ink or paper along the middle row of the ink.
    Module(usize),
    /// The number of dots with ink on the page.
    InkDots(std::ops::RangeInclusive<usize>),
    /// The dots at a position, `#` for ink.
    Dots(usize, usize, &'static [&'static str]),
    All(&'static [Expect]),
}

/// Checks every row and lists all that fail.
pub fn check(rows: &[Row]) {
    let failures: Vec<String> = rows
        .iter()
        .filter_map(|(name, zpl, expected)| {
            let found = difference(&drawn(zpl), expected)?;
            Some(format!("{name}\n  {zpl}\n  {found}"))
        })
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} rows:\n{}",
        failures.len(),
        rows.len(),
        failures.join("\n")
    );
}

/// The label as it is decoded at the printer's own resolution of 203 dpi.
pub fn drawn(zpl: &str) -> Decoded {
    let whole = match zpl.contains("^XA") {
        true => zpl.to_owned(),
        false => format!("^XA^PW800^LL600{zpl}^XZ"),
    };
    decode_reporting(whole.as_bytes(), 203.0, &Limits::default())
        .unwrap_or_else(|error| panic!("{zpl}: {error}"))
}

/// What differs from the property, if anything does.
fn difference(drawn: &Decoded, expected: &Expect) -> Option<String> {
    let page = &drawn.pages[0];
    match expected {
        Expect::Ink(expected) => unequal(&ink_box(page), &Some(*expected)),
        Expect::InkNear(expected, tolerance) => {
            let found = ink_box(page);
            let near = found.is_some_and(|found| {
                let pairs = found.iter().zip(expected);
                pairs.into_iter().all(|(a, b)| a.abs_diff(*b) <= *tolerance)
            });
            (!near).then(|| format!("{found:?}, not near {expected:?}"))
        }
        Expect::Right(expected) => unequal(&ink_box(page).map(|ink| ink[2]), &Some(*expected)),
        Expect::Blank => unequal(&ink_box(page), &None),
        Expect::Page(width, height) => {
            unequal(&(page.width_px as usize, page.height_px as usize), &(*width, *height))
        }
        Expect::Pages(count) => unequal(&drawn.pages.len(), count),
        Expect::Read(expected) => {
            let barcodes = read_barcodes(page);
            let mut texts: Vec<&str> = barcodes.iter().map(|b| b.text.as_str()).collect();
            texts.sort_unstable();
            unequal(&texts, &expected.to_vec())
        }
        Expect::ReadAs(format, text) => unequal(&read_as(page, *format), &Ok((*text).to_owned())),
        Expect::Says(expected) => unequal(&strs(&drawn.warnings), &expected.to_vec()),
        Expect::Outside(expected) => unequal(&strs(&drawn.ink_outside_page), &expected.to_vec()),
        Expect::Same(other) => {
            let others = self::drawn(other).pages;
            if others.len() != drawn.pages.len() {
                return unequal(&drawn.pages.len(), &others.len());
            }
            let pairs = drawn.pages.iter().zip(&others);
            let unlike = pairs.into_iter().filter(|(a, b)| a.luma != b.luma).count();
            (unlike > 0).then(|| {
                let boxes = (ink_box(page), ink_box(&others[0]));
                format!("{unlike} pages differ from {other}: {boxes:?}")
            })
        }
        Expect::Unlike(other) => {
            (self::drawn(other).pages[0].luma == page.luma).then(|| format!("the same as {other}"))
        }
        Expect::Runs(y, expected) => unequal(&runs(&row(page, *y)), &expected.to_vec()),
        Expect::RunsDown(x, expected) => unequal(&runs(&column(page, *x)), &expected.to_vec()),
        Expect::Module(expected) => {
            let middle = ink_box(page).map_or(0, |ink| (ink[1] + ink[3]) / 2);
            unequal(&runs(&row(page, middle)).into_iter().min(), &Some(*expected))
        }
        Expect::InkDots(expected) => {
            let count = page.luma.iter().filter(|level| **level < 128).count();
            (!expected.contains(&count)).then(|| format!("{count} dots, not {expected:?}"))
        }
        Expect::Dots(x, y, expected) => {
            let rows = (*y..).take(expected.len()).zip(*expected).map(|(y, like)| {
                let dots = row(page, y).into_iter().skip(*x).take(like.len());
                let signs: String = dots.map(|ink| if ink { '#' } else { '.' }).collect();
                signs
            });
            let found: Vec<String> = rows.collect();
            let shown = || format!("\n    {}", found.join("\n    "));
            (strs(&found) != expected.to_vec()).then(shown)
        }
        Expect::All(all) => all.iter().find_map(|one| difference(drawn, one)),
    }
}

/// The barcode of this kind, read with the library the program uses. The reader gets only the ink
/// of the page, then the same enlarged: it looks for Aztec codes in the middle, and misses some
/// MaxiCodes at the dots of a print head.
fn read_as(page: &Page, format: BarcodeFormat) -> Result<String, String> {
    let mut answer = Err("no ink".to_owned());
    for times in 1..=4 {
        let Some((width, height, luma)) = enlarged_ink(page, times) else {
            break;
        };
        let source = Luma8LuminanceSource::new(luma, width as u32, height as u32)
            .map_err(|error| error.to_string())?;
        let hints = DecodeHints {
            PossibleFormats: Some([format].into()),
            TryHarder: Some(true),
            ..DecodeHints::default()
        };
        let mut picture = BinaryBitmap::new(HybridBinarizer::new(source));
        let read = MultiFormatReader::default().decode_with_hints(&mut picture, &hints);
        answer = read.map(|result| result.getText().to_owned()).map_err(|error| error.to_string());
        if answer.is_ok() {
            break;
        }
    }
    answer
}

/// The ink of a page in a white frame of forty dots, each dot enlarged: width, height and levels.
fn enlarged_ink(page: &Page, times: usize) -> Option<(usize, usize, Vec<u8>)> {
    const FRAME: usize = 40;
    let [left, top, right, bottom] = ink_box(page)?;
    let (wide, high) = (right - left + 2 * FRAME, bottom - top + 2 * FRAME);
    let level = |x: usize, y: usize| {
        let (x, y) =
            ((x / times + left).checked_sub(FRAME)?, (y / times + top).checked_sub(FRAME)?);
        let inside = (left..right).contains(&x) && (top..bottom).contains(&y);
        inside.then(|| page.luma[y * page.width_px as usize + x])
    };
    let (width, height) = (wide * times, high * times);
    let levels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let luma = levels.map(|(x, y)| level(x, y).unwrap_or(255)).collect();
    Some((width, height, luma))
}

fn strs(owned: &[String]) -> Vec<&str> {
    owned.iter().map(String::as_str).collect()
}

fn unequal<T: PartialEq + std::fmt::Debug>(found: &T, expected: &T) -> Option<String> {
    (found != expected).then(|| format!("{found:?}, not {expected:?}"))
}

fn row(page: &Page, y: usize) -> Vec<bool> {
    let width = page.width_px as usize;
    let levels = page.luma.iter().skip(y * width).take(width);
    levels.map(|level| *level < 128).collect()
}

fn column(page: &Page, x: usize) -> Vec<bool> {
    let levels = page.luma.iter().skip(x).step_by(page.width_px as usize);
    levels.map(|level| *level < 128).collect()
}

/// The lengths of the runs between the first and the last ink.
fn runs(line: &[bool]) -> Vec<usize> {
    let Some(first) = line.iter().position(|ink| *ink) else {
        return Vec::new();
    };
    let last = line.iter().rposition(|ink| *ink).unwrap_or(first);
    let inked = &line[first..=last];
    inked.chunk_by(|a, b| a == b).map(<[bool]>::len).collect()
}

/// The smallest box with all ink of a page.
pub fn ink_box(page: &Page) -> Option<[usize; 4]> {
    let (width, height) = (page.width_px as usize, page.height_px as usize);
    let inked_rows: Vec<usize> = (0..height).filter(|y| row(page, *y).contains(&true)).collect();
    let (top, bottom) = (*inked_rows.first()?, *inked_rows.last()? + 1);
    let inked = |x: &usize| (top..bottom).any(|y| page.luma[y * width + x] < 128);
    let left = (0..width).find(|x| inked(x))?;
    let right = (0..width).rev().find(|x| inked(x))? + 1;
    Some([left, top, right, bottom])
}
