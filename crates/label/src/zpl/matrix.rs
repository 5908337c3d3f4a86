//! Two-dimensional barcodes, encoded by the library that also reads them. Their data is the bytes
//! of the field, each as one character: printers do not look at their meaning.

use rxing::aztec::AztecWriter;
use rxing::common::BitMatrix;
use rxing::pdf417::encoder::pdf_417_high_level_encoder::encodeHighLevel;
use rxing::pdf417::encoder::{Compaction, PDF417};
use rxing::qrcode::QRCodeWriter;
use rxing::{BarcodeFormat, EncodeHints, Writer};

use super::guarded;
use super::mask::{Mask, Paint};

/// More characters than any of these symbologies can hold.
const LONGEST: usize = 8_000;

fn hints() -> EncodeHints {
    EncodeHints { Margin: Some("0".to_owned()), ..EncodeHints::default() }
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

/// Encodes `^BQ`.
pub fn qr(data: &str, magnification: i32) -> Option<Mask> {
    let (level, contents) = qr_contents(data);
    if contents.is_empty() || contents.len() > LONGEST {
        return None;
    }
    let hints = EncodeHints { ErrorCorrection: Some(level.to_string()), ..hints() };
    let bits = guarded(|| {
        QRCodeWriter.encode_with_hints(&contents, &BarcodeFormat::QR_CODE, 0, 0, &hints).ok()
    })?;
    mask(&bits, magnification, magnification)
}

/// The error correction level and the contents of the data of a QR code.
///
/// The data starts with the level, the input mode and a comma; in the mixed mode a header `D` with
/// six digits and a comma comes before them. Data without that form loses its first three
/// characters: printers skip them whatever they are. Manual input has its parts between commas, each
/// with its character mode: N, A, K, or B with a count of four digits. A part of mode A loses what is
/// not in the alphanumeric set.
fn qr_contents(data: &str) -> (char, String) {
    let head = |data: &str| {
        let mut signs = data.chars();
        let level = signs.next()?.to_ascii_uppercase();
        let mode = signs.next()?.to_ascii_uppercase();
        let whole = matches!(level, 'H' | 'Q' | 'M' | 'L')
            && matches!(mode, 'A' | 'M')
            && signs.next() == Some(',');
        whole.then(|| (level, mode, signs.as_str().to_owned()))
    };
    let mixed = data
        .strip_prefix(['D', 'd'])
        .and_then(|rest| rest.split_at_checked(7))
        .filter(|(header, _)| header.ends_with(','))
        .and_then(|(_, rest)| head(rest));
    let is_mixed = mixed.is_some();
    let Some((level, mode, payload)) = mixed.or_else(|| head(data)) else {
        let first = data.chars().next().unwrap_or('M').to_ascii_uppercase();
        let level = Some(first).filter(|level| matches!(level, 'H' | 'Q' | 'L'));
        return (level.unwrap_or('M'), data.chars().skip(3).collect());
    };
    if mode == 'A' && !is_mixed {
        return (level, payload);
    }
    let mut out = String::new();
    let mut rest = payload.as_str();
    loop {
        let counted = rest
            .strip_prefix('B')
            .filter(|_| mode == 'M')
            .and_then(|rest| rest.split_at_checked(4))
            .and_then(|(count, body)| Some((count.parse::<usize>().ok()?, body)));
        if let Some((count, body)) = counted {
            let end = body.char_indices().nth(count).map_or(body.len(), |(at, _)| at);
            let (part, after) = body.split_at(end);
            out.push_str(part);
            rest = after;
            // Behind a count that is too small, the printer reads on at the next comma.
            rest = rest.find(',').and_then(|at| rest.get(at..)).unwrap_or_default();
        } else {
            let (part, after) = rest.split_at(rest.find(',').unwrap_or(rest.len()));
            match part.split_at_checked(1).filter(|_| mode == 'M') {
                Some(("A", text)) => out.extend(text.chars().filter(|sign| is_alphanumeric(*sign))),
                Some(("N" | "K", text)) => out.push_str(text),
                _ => out.push_str(part),
            }
            rest = after;
        }
        let Some(more) = rest.strip_prefix(',') else {
            return (level, out);
        };
        rest = more;
    }
}

/// The alphanumeric set of QR codes (ISO/IEC 18004, table 5). Small letters are none of it, but labels have
/// them there, and nothing says that a printer leaves them out.
fn is_alphanumeric(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || " $%*+-./:".contains(sign)
}

/// The parameters of `^B7`; 0 lets the data decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pdf417Options {
    pub module: i32,
    pub row_height: i32,
    /// The height of the whole symbol, where no height of a row is requested.
    pub height: i32,
    pub security: u32,
    pub columns: usize,
    pub rows: usize,
    pub truncated: bool,
}

/// The columns and rows for a number of codewords. `None` if they do not fit.
///
/// Without any request there are twice as many rows as columns, as near as the words allow: the manual
/// has 72 codewords in six columns and twelve rows.
fn pdf417_size(codewords: usize, columns: usize, rows: usize) -> Option<(usize, usize)> {
    let sized = |columns: usize| {
        let rows = match rows {
            0 => codewords.div_ceil(columns).max(3),
            rows => rows.clamp(3, 90),
        };
        let fits = columns <= 30 && rows <= 90 && (codewords..=928).contains(&(columns * rows));
        fits.then_some((columns, rows))
    };
    match (columns, rows) {
        (0, 0) => {
            (1..=30).filter_map(sized).min_by_key(|(columns, rows)| rows.abs_diff(2 * columns))
        }
        (0, rows) => sized(codewords.div_ceil(rows.clamp(3, 90))),
        (columns, _) => sized(columns.clamp(1, 30)),
    }
}

/// The data of `^B7` without its escapes: `\&` is a line end, and two backslashes are one (manual,
/// `^FD` for PDF417).
fn pdf417_contents(data: &str) -> String {
    let mut out = String::with_capacity(data.len());
    let mut rest = data.chars().peekable();
    while let Some(character) = rest.next() {
        let made = match (character, rest.peek()) {
            ('\\', Some('&')) => "\r\n",
            ('\\', Some('\\')) => "\\",
            _ => {
                out.push(character);
                continue;
            }
        };
        rest.next();
        out.push_str(made);
    }
    out
}

pub fn pdf417(data: &str, asked: Pdf417Options) -> Option<Mask> {
    let data = &pdf417_contents(data);
    if data.is_empty() || data.len() > LONGEST {
        return None;
    }
    let security = asked.security.min(8);
    let rows = guarded(|| {
        let words = encodeHighLevel(data, Compaction::AUTO, None, false).ok()?;
        let count = words.chars().count() + 1 + (2 << security);
        let (columns, rows) = pdf417_size(count, asked.columns, asked.rows)?;
        let (columns, rows) = (u32::try_from(columns).ok()?, u32::try_from(rows).ok()?);
        let mut encoder = PDF417::new();
        encoder.setCompact(asked.truncated);
        encoder.setDimensions(columns, columns, rows, rows);
        encoder.generateBarcodeLogic(data, security).ok()?;
        Some(encoder.getBarcodeMatrix().as_ref()?.getScaledMatrix(1, 1))
    })?;
    let width = i32::try_from(rows.first()?.len()).ok()?;
    let height = i32::try_from(rows.len()).ok()?;
    let across = asked.module;
    let down = match asked.row_height {
        0 => (asked.height / height).max(1),
        height => height,
    };
    let mut mask = Mask::new(width.checked_mul(across)?, height.checked_mul(down)?)?;
    // The encoder returns its rows in reverse order.
    for (y, row) in (0..).zip(rows.iter().rev()) {
        for (x, _) in (0..).zip(row).filter(|(_, dark)| **dark == 1) {
            mask.fill(x * across, y * down, across, down, Paint::Black);
        }
    }
    Some(mask)
}

/// Encodes `^BO`: `size` 1-99 is the percentage of the symbol that is error correction (the library
/// asks for that of the data), 101-104 are compact layers,
/// 201-232 full layers, 300 is a rune. The standard recommends 23 percent, which is what printers
/// use by default.
pub fn aztec(data: &str, magnification: i32, size: i32) -> Option<Mask> {
    if size == 300 {
        return rune(data, magnification);
    }
    // With longer data the library's encoder fails.
    if data.is_empty() || data.len() > 1_500 {
        return None;
    }
    let mut hints = hints();
    match size {
        1..=99 => {
            let of_data = (100 * size + 99 - size) / (100 - size);
            hints.ErrorCorrection = Some(of_data.to_string());
        }
        101..=104 => hints.AztecLayers = Some(100 - size),
        201..=232 => hints.AztecLayers = Some(size - 200),
        _ => hints.ErrorCorrection = Some("23".to_owned()),
    }
    let encoded = |hints: &EncodeHints| {
        guarded(|| AztecWriter.encode_with_hints(data, &BarcodeFormat::AZTEC, 0, 0, hints).ok())
    };
    let largest =
        || encoded(&EncodeHints { AztecLayers: Some(32), ErrorCorrection: None, ..hints.clone() });
    // The largest symbol has less than is asked for.
    let bits = encoded(&hints).or_else(|| largest().filter(|_| (1..=99).contains(&size)))?;
    mask(&bits, magnification, magnification)
}

/// An Aztec rune: a number up to 255 around a small bullseye.
fn rune(data: &str, magnification: i32) -> Option<Mask> {
    use rxing::common::reedsolomon::{PredefinedGenericGF, ReedSolomonEncoder};

    let value: u8 = data.trim().parse().ok()?;
    let words = guarded(|| {
        let mut words = vec![i32::from(value >> 4), i32::from(value & 15), 0, 0, 0, 0, 0];
        let field = PredefinedGenericGF::AztecParam.into();
        let mut encoder = ReedSolomonEncoder::new(field).ok()?;
        encoder.encode(&mut words, 5).ok()?;
        Some(words)
    })?;
    // Every second bit is inverted, which tells a rune from a compact symbol.
    let bits =
        words.iter().flat_map(|word| (0..4).rev().map(move |bit| (word ^ 0b1010) >> bit & 1 == 1));
    let mut mask = Mask::new(11_i32.checked_mul(magnification)?, 11 * magnification)?;
    let mut dark = |x: i32, y: i32| {
        mask.fill(x * magnification, y * magnification, magnification, magnification, Paint::Black);
    };
    for y in -5_i32..=5 {
        for x in -5_i32..=5 {
            let ring = x.abs().max(y.abs());
            if ring < 5 && ring % 2 == 0 {
                dark(x + 5, y + 5);
            }
        }
    }
    for (x, y) in [(0, 0), (1, 0), (0, 1), (10, 0), (10, 1), (10, 9)] {
        dark(x, y);
    }
    // Seven bits on each side, clockwise from the top left.
    for (at, bit) in (0_i32..).zip(bits) {
        let along = at % 7;
        let place = match at / 7 {
            0 => (along + 2, 0),
            1 => (10, along + 2),
            2 => (8 - along, 10),
            _ => (0, 8 - along),
        };
        if bit {
            dark(place.0, place.1);
        }
    }
    Some(mask)
}

#[cfg(test)]
mod tests;
