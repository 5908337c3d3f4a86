//! The order number as a barcode, so that a packing slip can be scanned to ship. Code 128 if its
//! letters and the room allow it, else a QR code.

use rxing::qrcode::QRCodeWriter;
use rxing::{BarcodeFormat, EncodeHints, Writer};

use super::paper::{Area, PaperSize};
use postroom_base::code128;

/// One dot of a 203 dpi label printer in points. Bars of whole dots all print equally wide.
const DOT: f32 = 72.0 / 203.0;
/// Widths of the narrowest bar in points, best first. A scanner reads the last ones from nearby.
const LABEL_MODULES: [f32; 2] = [3.0 * DOT, 2.0 * DOT];
/// Multiples of the dots of 600 dpi.
const OFFICE_MODULES: [f32; 3] = [0.96, 0.72, 0.6];
/// Blank space that scanners need on each side of Code 128, in modules.
const QUIET: f32 = 10.0;
const LABEL_BAR_HEIGHT: f32 = 26.0;
const OFFICE_BAR_HEIGHT: f32 = 28.0;
/// A QR code with more modules on a side would fill the heading; only a number of more than two
/// hundred characters needs one.
const MOST_QR_MODULES: usize = 61;

/// A barcode as black areas, from its upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderSymbol {
    /// In points, without the blank space around it.
    pub width: f32,
    pub height: f32,
    areas: Vec<Area>,
    /// The left side must be at a multiple of this, in points from the left side of the paper.
    grid: Option<f32>,
}

impl OrderSymbol {
    /// The barcode of an order number that fits in a width, with its blank space on one side.
    /// `None` if the number is empty or far too long.
    pub fn of_number(number: &str, width: f32, paper: PaperSize) -> Option<Self> {
        let number = number.trim();
        if number.is_empty() {
            return None;
        }
        let (modules, height): (&[f32], f32) = if paper.is_label_stock() {
            (&LABEL_MODULES, LABEL_BAR_HEIGHT)
        } else {
            (&OFFICE_MODULES, OFFICE_BAR_HEIGHT)
        };
        let grid = paper.is_label_stock().then_some(DOT);
        code_128(number, width, modules, height, grid)
            .or_else(|| qr_code(number, width, modules, grid))
    }

    /// Whether it is a QR code.
    pub fn is_square(&self) -> bool {
        self.width == self.height
    }

    /// The areas at a place on the page.
    pub fn placed(&self, left: f32, top: f32) -> Vec<Area> {
        let left = match self.grid {
            Some(grid) => (left / grid).round() * grid,
            None => left,
        };
        let areas = self.areas.iter().map(|area| Area {
            left: area.left + left,
            top: area.top + top,
            ..*area
        });
        areas.collect()
    }
}

fn code_128(
    number: &str,
    width: f32,
    modules: &[f32],
    height: f32,
    grid: Option<f32>,
) -> Option<OrderSymbol> {
    // The encoder takes ñ for a function character.
    if !number.chars().all(|letter| (' '..='~').contains(&letter)) {
        return None;
    }
    let bars = code128::modules(&code128::encode(number)?);
    let count = bars.len() as f32;
    let module = modules.iter().find(|module| (count + QUIET) * **module <= width)?;
    let mut areas = Vec::new();
    let mut at = 0.0;
    for run in bars.chunk_by(|a, b| a == b) {
        let wide = run.len() as f32;
        if run.first() == Some(&true) {
            areas.push(Area { left: at * module, top: 0.0, width: wide * module, height });
        }
        at += wide;
    }
    Some(OrderSymbol { width: count * module, height, areas, grid })
}

fn qr_code(number: &str, width: f32, modules: &[f32], grid: Option<f32>) -> Option<OrderSymbol> {
    if number.len() > 500 {
        return None;
    }
    let hints = EncodeHints {
        Margin: Some("0".to_owned()),
        ErrorCorrection: Some("M".to_owned()),
        CharacterSet: (!number.is_ascii()).then(|| "UTF-8".to_owned()),
        ..EncodeHints::default()
    };
    // The encoder can panic on unexpected text; that counts as none.
    let encode = || QRCodeWriter.encode_with_hints(number, &BarcodeFormat::QR_CODE, 0, 0, &hints);
    let encode = std::panic::AssertUnwindSafe(encode);
    let bits = std::panic::catch_unwind(encode).ok()?.ok()?;
    let side = u16::try_from(bits.getWidth()).ok()?;
    // Squares that a telephone reads too.
    let module = modules.first()? * 1.75;
    let module = grid.map_or(module, |grid| (module / grid).round() * grid);
    let size = f32::from(side) * module;
    if usize::from(side) > MOST_QR_MODULES || size + 4.0 * module > width {
        return None;
    }
    let mut areas = Vec::new();
    for y in 0..side {
        let row: Vec<bool> = (0..side).map(|x| bits.get(u32::from(x), u32::from(y))).collect();
        let mut at = 0.0;
        for run in row.chunk_by(|a, b| a == b) {
            let wide = run.len() as f32;
            if run.first() == Some(&true) {
                areas.push(Area {
                    left: at * module,
                    top: f32::from(y) * module,
                    width: wide * module,
                    height: module,
                });
            }
            at += wide;
        }
    }
    Some(OrderSymbol { width: size, height: size, areas, grid })
}

#[cfg(test)]
mod tests;
