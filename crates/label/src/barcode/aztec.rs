//! Finds the Aztec codes of a page. The library looks for one in the middle of a picture only, so
//! each code is shown to it in a picture of its own.

use rxing::BarcodeFormat;

use super::bulls_eye::{Place, Rings, places};
use super::{Barcode, Page, read_one};

/// A code of more than four layers has more rings.
const RINGS: Rings<7> = [1.0; 7];
/// The most modules of a side (ISO/IEC 24778: 151 in 32 layers), and its quiet zone.
const MOST_MODULES: usize = 156;

pub fn read(page: &Page) -> Vec<Barcode> {
    let mut found = Vec::new();
    for place in places(page, &RINGS) {
        let Page { width_px, height_px, luma, .. } = around(page, place);
        found.extend(read_one(&luma, width_px, height_px, BarcodeFormat::AZTEC));
    }
    found
}

/// A part of the page with the place in its middle, white beyond the page.
fn around(page: &Page, place: Place) -> Page {
    let (width, height) = (page.width_px as usize, page.height_px as usize);
    let reach = (place.module as usize + 1) * MOST_MODULES / 2;
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
        assert_eq!(places(&page(lines), &RINGS).len(), 0);
    }
}
