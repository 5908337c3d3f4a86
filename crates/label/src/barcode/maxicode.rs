//! Reads the MaxiCodes of a page. The library's search for one does not end in every picture, so its
//! hexagons are found here, and the library reads their message.

use rxing::BarcodeFormat;
use rxing::common::BitMatrix;
use rxing::maxicode::decoder::decode;

use super::bulls_eye::{Place, Rings, ink, places};
use super::{Barcode, Page};
use crate::zpl::maxicode::{ACROSS_MM, COLUMNS, DOWN_MM, MIDDLE, RINGS_MM, ROWS};

/// The circle in the middle and the rings around it, except the outer one, which touches hexagons.
const RINGS: Rings<9> = [1.0, 1.0, 1.0, 1.0, 1.5, 1.0, 1.0, 1.0, 1.0];
/// The size that was printed can differ a little from that of the rings: dots are whole.
const SCALES: [f32; 3] = [1.0, 0.98, 1.02];

pub fn read(page: &Page) -> Vec<Barcode> {
    places(page, &RINGS).into_iter().filter_map(|place| read_at(page, place)).collect()
}

fn read_at(page: &Page, place: Place) -> Option<Barcode> {
    let [.., outer, _] = RINGS_MM;
    let pixels = place.module * RINGS.iter().sum::<f32>() / (2.0 * outer);
    let upright = SCALES.iter().map(|scale| (pixels * scale, 0.0));
    let mut turned = upright.flat_map(|(x, y)| [(x, y), (y, x), (-x, y), (y, -x)]);
    turned.find_map(|axis| {
        let bits = hexagons(page, place, axis)?;
        // As in `read_formats`.
        let read = std::panic::catch_unwind(|| decode(&bits).ok()).ok().flatten()?;
        let symbology = BarcodeFormat::MAXICODE.to_string();
        Some(Barcode { symbology, text: read.getText().to_owned() })
    })
}

/// The hexagons of the code in this place, where `axis` is a millimetre of its rows in pixels.
fn hexagons(page: &Page, place: Place, axis: (f32, f32)) -> Option<BitMatrix> {
    let mut bits = BitMatrix::new(COLUMNS.unsigned_abs(), ROWS.unsigned_abs()).ok()?;
    for row in 0..ROWS {
        let shift = if row % 2 == 1 { 0.5 } else { 0.0 };
        for column in 0..COLUMNS {
            let across = ((column - MIDDLE.0) as f32 + shift) * ACROSS_MM;
            let down = (row - MIDDLE.1) as f32 * DOWN_MM;
            let x = place.x as f32 + across * axis.0 - down * axis.1;
            let y = place.y as f32 + across * axis.1 + down * axis.0;
            let is_there = x >= 0.0 && y >= 0.0;
            if is_there && ink(page, x as usize, y as usize) {
                bits.set(column.unsigned_abs(), row.unsigned_abs());
            }
        }
    }
    Some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, decode_in_process, read_barcodes};

    #[test]
    fn maxicodes_are_read_anywhere_and_turned() {
        let label = "^XA^PW812^LL1218^FO20,20^BD4^FDMOVED TO A CORNER^FS\
                       ^FO560,900^BD5^FDand to another^FS\
                       ^FO40,400^BY3^BCN,60,N,N^FDKM1^FS^FO60,200^A0N,40,40^FDIII WWW O^FS^XZ";
        for dpi in [203.0, 300.0, 600.0] {
            let limits = Limits::default();
            let mut page = decode_in_process(label.as_bytes(), dpi, &limits).unwrap().remove(0);
            for turn in 0..4 {
                let read = read_barcodes(&page);
                let mut texts: Vec<&str> = read.iter().map(|code| code.text.as_str()).collect();
                texts.sort_unstable();
                let wanted = ["KM1", "MOVED TO A CORNER", "and to another"];
                assert_eq!(texts, wanted, "{dpi}, turned {turn} times");
                page = quarter_turn(&page);
            }
        }
    }

    fn quarter_turn(page: &Page) -> Page {
        let (width, height) = (page.width_px as usize, page.height_px as usize);
        let places = (0..width).flat_map(|y| (0..height).map(move |x| (height - 1 - x, y)));
        Page {
            width_px: page.height_px,
            height_px: page.width_px,
            luma: places.map(|(row, column)| page.luma[row * width + column]).collect(),
            ..page.clone()
        }
    }
}
