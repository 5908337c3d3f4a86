//! Finds the Aztec codes of a page. The library looks for one in the middle of a picture only, so
//! each code is shown to it in a picture of its own.

use rxing::BarcodeFormat;

use super::{Barcode, Page, read_one};

/// The row through the middle of a bull's eye has seven runs of one width between black ones, which
/// can be longer: the module beyond them can be black too. A code of more than four layers has more.
const RUNS: usize = 7;
/// The most modules of a side (ISO/IEC 24778: 151 in 32 layers), and its quiet zone.
const MOST_MODULES: usize = 156;
/// A page of text and lines has no more places that look like a bull's eye.
const MOST_PLACES: usize = 64;
const INK_BELOW: u8 = 128;

pub fn read(page: &Page) -> Vec<Barcode> {
    let mut found = Vec::new();
    for place in places(page) {
        found.extend(read_one(&around(page, place), BarcodeFormat::AZTEC));
    }
    found
}

/// The middle of a bull's eye, and the width of a module in pixels.
#[derive(Clone, Copy)]
struct Place {
    x: usize,
    y: usize,
    module: usize,
}

fn places(page: &Page) -> Vec<Place> {
    let (width, height) = (page.width_px as usize, page.height_px as usize);
    let ink = |x: usize, y: usize| {
        x < width && page.luma.get(y * width + x).is_some_and(|level| *level < INK_BELOW)
    };
    let mut places: Vec<Place> = Vec::new();
    for y in 0..height {
        let mut runs: [usize; RUNS] = [0; RUNS];
        let (mut start, mut is_black) = (0, false);
        for x in 0..=width {
            if x < width && ink(x, y) == is_black {
                continue;
            }
            runs.rotate_left(1);
            if let Some(last) = runs.last_mut() {
                *last = x - start;
            }
            if !is_black && let Some((from_end, module)) = middle(&runs) {
                let place = Place { x: x - from_end, y, module };
                let near = |a: usize, b: usize| a.abs_diff(b) <= module * RUNS / 2;
                let is_known = |known: &Place| near(known.x, place.x) && near(known.y, place.y);
                let is_new = places.len() < MOST_PLACES && !places.iter().any(is_known);
                if is_new && is_bulls_eye(place, &ink) {
                    places.push(place);
                }
            }
            (start, is_black) = (x, !is_black);
        }
    }
    places
}

/// The distance of the middle from the end of runs of about one width, and the width.
fn middle(runs: &[usize; RUNS]) -> Option<(usize, usize)> {
    let total: usize = runs.iter().sum();
    let module = total / RUNS;
    let is_even = |run: &usize| run.abs_diff(module) <= (module / 2).max(1);
    (module > 0 && runs.iter().all(is_even)).then_some((total / 2, module))
}

/// Whether the column through the place has the same rings as its row: the middle of each ring is
/// looked at, above and below.
fn is_bulls_eye(place: Place, ink: &impl Fn(usize, usize) -> bool) -> bool {
    (0..=RUNS / 2).all(|ring| {
        let off = ring * place.module;
        let is_black = ring % 2 == 0;
        let above = place.y.checked_sub(off).is_some_and(|y| ink(place.x, y) == is_black);
        above && ink(place.x, place.y + off) == is_black
    })
}

/// A part of the page with the place in its middle, white beyond the page.
fn around(page: &Page, place: Place) -> Page {
    let (width, height) = (page.width_px as usize, page.height_px as usize);
    let reach = (place.module + 1) * MOST_MODULES / 2;
    let half = reach.min(place.x.max(width - place.x).max(place.y.max(height - place.y)));
    let side = 2 * half + 1;
    let level = |x: usize, y: usize| {
        let x = (place.x + x).checked_sub(half).filter(|x| *x < width)?;
        let y = (place.y + y).checked_sub(half)?;
        page.luma.get(y * width + x).copied()
    };
    let luma = (0..side * side).map(|at| level(at % side, at / side).unwrap_or(255)).collect();
    let side = side as u32;
    Page { width_px: side, height_px: side, luma, ..page.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, decode_in_process, read_barcodes};

    /// Finding L7.
    #[test]
    fn aztec_codes_are_read_anywhere() {
        let page = |label: &str| {
            decode_in_process(label.as_bytes(), 203.0, &Limits::default()).unwrap().remove(0)
        };
        for (at, module) in [("20,20", 5), ("700,20", 4), ("30,1100", 3), ("650,1050", 6)] {
            for turn in ["N", "R", "I", "B"] {
                let label = format!(
                    "^XA^PW812^LL1218^FO{at}^BO{turn},{module}^FDKM4815162342^FS\
                     ^FO300,400^BO{turn},4^FDsecond code of more than four layers, {:0200}^FS\
                     ^FO40,300^BY3^BCN,60,N,N^FDKM1^FS^FO60,200^A0N,40,40^FDIII WWW lllllllll^FS^XZ",
                    7
                );
                let read = read_barcodes(&page(&label));
                let texts: Vec<&str> = read.iter().map(|code| code.text.as_str()).collect();
                assert!(texts.contains(&"KM4815162342"), "{at} {turn}: {texts:?}");
                assert!(texts.iter().any(|text| text.starts_with("second")), "{at}: {texts:?}");
                assert_eq!(texts.len(), 3, "{texts:?}");
            }
        }
        let lines = "^XA^PW812^LL1218^FO40,300^BY3^BCN,200,N,N^FDKM4815162342^FS^XZ";
        assert_eq!(places(&page(lines)).len(), 0);
    }
}
