//! Two-dimensional barcodes, encoded by the library that also reads them.

use rxing::aztec::AztecWriter;
use rxing::common::BitMatrix;
use rxing::datamatrix::DataMatrixWriter;
use rxing::datamatrix::encoder::SymbolShapeHint;
use rxing::pdf417::encoder::{Dimensions, PDF417};
use rxing::qrcode::QRCodeWriter;
use rxing::{BarcodeFormat, EncodeHints, Writer};

use super::guarded;
use super::mask::{Mask, Paint};

/// More characters than any of these symbologies can hold.
const LONGEST: usize = 8_000;

fn hints(data: &str) -> EncodeHints {
    EncodeHints {
        Margin: Some("0".to_owned()),
        CharacterSet: (!data.is_ascii()).then(|| "UTF-8".to_owned()),
        ..EncodeHints::default()
    }
}

fn mask(bits: &BitMatrix, across: i32, down: i32) -> Option<Mask> {
    let width = i32::try_from(bits.getWidth()).ok()?;
    let height = i32::try_from(bits.getHeight()).ok()?;
    let mut mask = Mask::new(width.checked_mul(across)?, height.checked_mul(down)?)?;
    for y in 0..height {
        for x in 0..width {
            if bits.get(x as u32, y as u32) {
                mask.fill(x * across, y * down, across, down, Paint::Black);
            }
        }
    }
    Some(mask)
}

/// Encodes `^BQ`: the data starts with the error correction level, the input mode and a comma.
pub fn qr(data: &str, magnification: i32) -> Option<Mask> {
    let (switches, contents) = data.split_once(',')?;
    let mut switches = switches.chars();
    let level = switches
        .next()
        .filter(|level| matches!(level, 'H' | 'Q' | 'M' | 'L'))
        .unwrap_or('M');
    let contents = match switches.next() {
        // Manual input starts with the character mode: N, A, K, or B with a four-digit count.
        Some('M') => match contents.strip_prefix('B') {
            Some(binary) => binary.get(4..)?,
            None => contents.get(1..)?,
        },
        _ => contents,
    };
    if contents.is_empty() || contents.len() > LONGEST {
        return None;
    }
    let hints = EncodeHints {
        ErrorCorrection: Some(level.to_string()),
        ..hints(contents)
    };
    let bits = guarded(|| {
        QRCodeWriter
            .encode_with_hints(contents, &BarcodeFormat::QR_CODE, 0, 0, &hints)
            .ok()
    })?;
    mask(&bits, magnification, magnification)
}

/// Encodes `^BX` of quality 200. `escape` introduces FNC1 (`_1`) and characters (`_d065`, `_X`).
pub fn data_matrix(data: &str, module: i32, escape: char, rectangular: bool) -> Option<Mask> {
    let contents = data_matrix_text(data, escape);
    if contents.is_empty() || contents.len() > LONGEST {
        return None;
    }
    let gs1 = contents.starts_with('\u{1d}');
    let shape = if rectangular {
        SymbolShapeHint::FORCE_RECTANGLE
    } else {
        SymbolShapeHint::FORCE_SQUARE
    };
    let hints = EncodeHints {
        DataMatrixShape: Some(shape),
        DataMatrixCompact: Some(gs1),
        Gs1Format: gs1.then_some(true),
        ..hints(&contents)
    };
    let bits = guarded(|| {
        DataMatrixWriter
            .encode_with_hints(&contents, &BarcodeFormat::DATA_MATRIX, 0, 0, &hints)
            .ok()
    })?;
    mask(&bits, module, module)
}

fn data_matrix_text(data: &str, escape: char) -> String {
    let mut out = String::new();
    let mut rest = data;
    while let Some(character) = rest.chars().next() {
        let after = rest.get(character.len_utf8()..).unwrap_or_default();
        if character != escape {
            out.push(character);
            rest = after;
            continue;
        }
        let sign = after.chars().next();
        let decimal = after.get(1..4).and_then(|digits| digits.parse::<u8>().ok());
        let (made, used) = match (sign, decimal) {
            (Some('1'), _) => (Some('\u{1d}'), 1),
            (Some('d'), Some(value)) => (Some(char::from(value)), 4),
            (Some(shift @ '@'..='_'), _) if shift != escape => {
                (char::from_u32(u32::from(shift) - 64), 1)
            }
            (Some(same), _) => (Some(same), same.len_utf8()),
            (None, _) => (None, 0),
        };
        out.extend(made);
        rest = after.get(used..).unwrap_or_default();
    }
    out
}

/// The parameters of `^B7`; 0 lets the encoder choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pdf417Options {
    pub module: i32,
    pub row_height: i32,
    pub security: u32,
    pub columns: usize,
    pub rows: usize,
    pub truncated: bool,
}

pub fn pdf417(data: &str, asked: Pdf417Options) -> Option<Mask> {
    if data.is_empty() || data.len() > LONGEST {
        return None;
    }
    let range = |asked: usize, least: usize, most: usize| match asked {
        0 => (least, most),
        some => (some.clamp(least, most), some.clamp(least, most)),
    };
    let (least_columns, most_columns) = range(asked.columns, 1, 30);
    let (least_rows, most_rows) = range(asked.rows, 3, 90);
    let dimensions = Dimensions::new(least_columns, most_columns, least_rows, most_rows);
    let rows = guarded(|| {
        let mut encoder = PDF417::new();
        encoder.setCompact(asked.truncated);
        encoder.setDimensions(
            dimensions.getMaxCols() as u32,
            dimensions.getMinCols() as u32,
            dimensions.getMaxRows() as u32,
            dimensions.getMinRows() as u32,
        );
        encoder
            .generateBarcodeLogic(data, asked.security.min(8))
            .ok()?;
        Some(encoder.getBarcodeMatrix().as_ref()?.getScaledMatrix(1, 1))
    })?;
    let width = i32::try_from(rows.first()?.len()).ok()?;
    let height = i32::try_from(rows.len()).ok()?;
    let (across, down) = (asked.module, asked.row_height);
    let mut mask = Mask::new(width.checked_mul(across)?, height.checked_mul(down)?)?;
    // The encoder returns its rows in reverse order.
    for (y, row) in (0..).zip(rows.iter().rev()) {
        for (x, _) in (0..).zip(row).filter(|(_, dark)| **dark == 1) {
            mask.fill(x * across, y * down, across, down, Paint::Black);
        }
    }
    Some(mask)
}

/// Encodes `^BO`: `size` 1-99 is the percentage of error correction, 101-104 are compact layers,
/// 201-232 full layers.
pub fn aztec(data: &str, magnification: i32, size: i32) -> Option<Mask> {
    // With longer data the library's encoder fails.
    if data.is_empty() || data.len() > 1_500 {
        return None;
    }
    let mut hints = hints(data);
    match size {
        1..=99 => hints.ErrorCorrection = Some(size.to_string()),
        101..=104 => hints.AztecLayers = Some(100 - size),
        201..=232 => hints.AztecLayers = Some(size - 200),
        _ => {}
    }
    let bits = guarded(|| {
        AztecWriter
            .encode_with_hints(data, &BarcodeFormat::AZTEC, 0, 0, &hints)
            .ok()
    })?;
    mask(&bits, magnification, magnification)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_data_matrix_are_read() {
        let check = |data: &str, expected: &str| assert_eq!(data_matrix_text(data, '_'), expected);
        check("_1420_192", "\u{1d}420\u{1d}92");
        check("A_d066C", "ABC");
        check("_A__", "\u{1}_");
        check("plain_", "plain");
    }
}
