//! Reads the barcodes of a page.

mod aztec;
mod bulls_eye;
mod maxicode;

use rxing::helpers::{detect_in_luma_slice_with_hints, detect_multiple_in_luma_with_hints};
use rxing::{BarcodeFormat, DecodeHints, RXingResult};

use super::Page;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Barcode {
    /// The name, such as `code 128`.
    pub symbology: String,
    /// The content. A function character inside is given as the group separator, U+001D.
    pub text: String,
}

impl Barcode {
    /// Whether it is one of lines, not of dots.
    pub fn is_linear(&self) -> bool {
        matches!(self.symbology.as_str(), "code 128" | "code 39")
    }
}

/// The symbologies that carriers print, except MaxiCode, see [`maxicode`]. Retail symbologies are left
/// out: their short codes are falsely detected within the bars of longer ones.
const FORMATS: [BarcodeFormat; 6] = [
    BarcodeFormat::CODE_128,
    BarcodeFormat::CODE_39,
    BarcodeFormat::DATA_MATRIX,
    BarcodeFormat::QR_CODE,
    BarcodeFormat::PDF_417,
    BarcodeFormat::AZTEC,
];

/// Every barcode found, without duplicates, in the order found.
pub fn read_barcodes(page: &Page) -> Vec<Barcode> {
    let mut found = read_formats(page, &FORMATS);
    for barcode in aztec::read(page).into_iter().chain(maxicode::read(page)) {
        if !found.contains(&barcode) {
            found.push(barcode);
        }
    }
    found
}

/// Reads only Code 128, which tracking numbers are printed in: several times faster than all.
pub fn read_code128(page: &Page) -> Vec<Barcode> {
    read_formats(page, &[BarcodeFormat::CODE_128])
}

/// Rows of pixels of which the first and the last are alike are those of bars if they have so many edges.
const STRIP: usize = 8;
const LEAST_EDGES: usize = 24;

/// A Code 128 of each place with upright bars, and where there is none, the first from the middle of the
/// page outwards, on it as it is or turned by 90°. Many times faster than [`read_code128`].
pub fn read_some_code128(page: &Page) -> Vec<Barcode> {
    let width = page.width_px as usize;
    let mut found = Vec::new();
    let mut last_read = None;
    for strip in page.luma.chunks_exact((width * STRIP).max(1)) {
        let first = strip.get(..width);
        let is_bars = first.is_some_and(|first| {
            let edges = first.windows(2).filter(|two| matches!(two, [a, b] if a != b));
            strip.ends_with(first) && edges.count() >= LEAST_EDGES
        });
        if is_bars && first != last_read {
            last_read = first;
            found.extend(read_one(strip, page.width_px, STRIP as u32, BarcodeFormat::CODE_128));
        }
    }
    if found.is_empty() {
        found.extend(read_one(&page.luma, page.width_px, page.height_px, BarcodeFormat::CODE_128));
    }
    found
}

fn read_one(luma: &[u8], width: u32, height: u32, format: BarcodeFormat) -> Option<Barcode> {
    // As in `read_formats`.
    std::panic::catch_unwind(|| {
        let found =
            detect_in_luma_slice_with_hints(luma, width, height, None, &mut hints(&[format]));
        Some(barcode(&found.ok()?))
    })
    .ok()
    .flatten()
}

fn read_formats(page: &Page, formats: &[BarcodeFormat]) -> Vec<Barcode> {
    let mut found: Vec<Barcode> = Vec::new();
    // The reader can panic on unexpected pictures; that counts as no barcode found.
    let read = std::panic::catch_unwind(|| read(page, formats)).unwrap_or_default();
    for barcode in read {
        if !found.contains(&barcode) {
            found.push(barcode);
        }
    }
    found
}

// The functions of `rxing::helpers` are not generic: they are compiled with `rxing`, optimized also
// where this crate is not.
fn read(page: &Page, formats: &[BarcodeFormat]) -> Vec<Barcode> {
    let (width, height) = (page.width_px, page.height_px);
    detect_multiple_in_luma_with_hints(page.luma.clone(), width, height, &mut hints(formats))
        .unwrap_or_default()
        .iter()
        .map(barcode)
        .collect()
}

fn hints(formats: &[BarcodeFormat]) -> DecodeHints {
    DecodeHints {
        PossibleFormats: Some(formats.iter().copied().collect()),
        TryHarder: Some(true),
        AssumeGs1: Some(true),
        ..DecodeHints::default()
    }
}

fn barcode(result: &RXingResult) -> Barcode {
    Barcode {
        symbology: result.getBarcodeFormat().to_string(),
        text: result.getText().trim_start_matches("]C1").to_owned(),
    }
}
