//! Decodes graphics embedded in ZPL: hexadecimal, run-length encoded, Base64, zlib, raw.

use std::io::{Cursor, Read};

use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder};

use super::mask::Mask;
use crate::note::Note;

const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The largest graphic in bytes: sixteen million dots.
const MOST_BYTES: usize = 2_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphicError {
    /// It has no dots or far too many.
    Size,
    Data,
}

/// A graphic that could be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked {
    pub mask: Mask,
    /// False if the encoded text has a checksum that is not its own.
    pub checksum_fits: bool,
}

impl From<GraphicError> for Note {
    fn from(error: GraphicError) -> Self {
        match error {
            GraphicError::Size => Self::GraphicSize,
            GraphicError::Data => Self::GraphicData,
        }
    }
}

/// Decodes a graphic of `total` bytes in rows of `row_bytes`. Missing rows stay white.
///
/// A graphic whose checksum does not fit is drawn if its data can be decoded: printers that check
/// it leave the graphic out, and pictures of the label by other programs show it.
pub fn unpack(
    data: &[u8],
    raw: bool,
    total: usize,
    row_bytes: usize,
) -> Result<Unpacked, GraphicError> {
    if !(1..=MOST_BYTES).contains(&total) || !(1..=MOST_BYTES).contains(&row_bytes) {
        return Err(GraphicError::Size);
    }
    let (bytes, checksum_fits) = if raw && !is_encoded(data) {
        (data.iter().copied().take(total).collect(), true)
    } else {
        match encoded_bytes(data, total)? {
            Some(decoded) => decoded,
            None => (hexadecimal(data, total, row_bytes), true),
        }
    };
    Ok(Unpacked { mask: from_bytes(&bytes, total, row_bytes)?, checksum_fits })
}

/// The bytes of a file of `total` bytes, given as bytes, as Base64 or as hexadecimal digits, and
/// whether their checksum fits.
pub fn file_bytes(data: &[u8], raw: bool, total: usize) -> Result<(Vec<u8>, bool), GraphicError> {
    let total = total.clamp(1, MOST_BYTES);
    if raw {
        return Ok((data.iter().copied().take(total).collect(), true));
    }
    match encoded_bytes(data, MOST_BYTES)? {
        Some(decoded) => Ok(decoded),
        None => Ok((hexadecimal(data, total, total), true)),
    }
}

/// Decodes a PNG file of `total` bytes, given as bytes, as Base64 or as hexadecimal digits. Dots
/// darker than half are ink.
pub fn png(data: &[u8], raw: bool, total: usize) -> Result<Unpacked, GraphicError> {
    let (bytes, checksum_fits) = file_bytes(data, raw, total)?;
    let decoder = PngDecoder::new(Cursor::new(bytes)).map_err(|_| GraphicError::Data)?;
    let (width, height) = decoder.dimensions();
    let size = |side: u32| i32::try_from(side).map_err(|_| GraphicError::Size);
    // Too many dots are refused before they are decoded.
    let mut mask = Mask::new(size(width)?, size(height)?).ok_or(GraphicError::Size)?;
    let picture = DynamicImage::from_decoder(decoder).map_err(|_| GraphicError::Data)?;
    let dots = picture.into_luma_alpha8();
    for (x, y, dot) in dots.enumerate_pixels() {
        let [level, alpha] = dot.0;
        if level < 128 && alpha >= 128 {
            mask.set(size(x)?, size(y)?);
        }
    }
    Ok(Unpacked { mask, checksum_fits })
}

/// Whether the data is marked as Base64. It is, whatever its command says of its format.
pub fn is_encoded(data: &[u8]) -> bool {
    let data = data.trim_ascii_start();
    data.starts_with(b":Z64:") || data.starts_with(b":B64:")
}

/// The bytes of Base64, also compressed, at most `most`, and whether the checksum fits. `None` if
/// the data is not marked as such.
fn encoded_bytes(data: &[u8], most: usize) -> Result<Option<(Vec<u8>, bool)>, GraphicError> {
    if let Some((packed, rest)) = encoded(data, b":Z64:") {
        let bytes = inflated(&based(packed)?, most)?;
        return Ok(Some((bytes, checksum_fits(packed, rest))));
    }
    if let Some((packed, rest)) = encoded(data, b":B64:") {
        return Ok(Some((based(packed)?, checksum_fits(packed, rest))));
    }
    Ok(None)
}

fn from_bytes(bytes: &[u8], total: usize, row_bytes: usize) -> Result<Mask, GraphicError> {
    let width = i32::try_from(row_bytes.saturating_mul(8)).map_err(|_| GraphicError::Size)?;
    let height = i32::try_from(total.div_ceil(row_bytes)).map_err(|_| GraphicError::Size)?;
    let mut mask = Mask::new(width, height).ok_or(GraphicError::Size)?;
    for (y, row) in (0..height).zip(bytes.chunks(row_bytes)) {
        for (column, byte) in (0..).zip(row) {
            for bit in 0..8 {
                if byte & (0x80 >> bit) != 0 {
                    mask.set(column * 8 + bit, y);
                }
            }
        }
    }
    Ok(mask)
}

/// The part between a marker and its closing colon, and the checksum after it.
fn encoded<'a>(data: &'a [u8], marker: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let data = data.trim_ascii().strip_prefix(marker)?;
    let end = data.iter().position(|byte| *byte == b':').unwrap_or(data.len());
    Some((data.get(..end)?, data.get(end..)?.strip_prefix(b":").unwrap_or_default()))
}

/// Whether the checksum is that of the encoded text. A missing checksum is accepted.
fn checksum_fits(packed: &[u8], checksum: &[u8]) -> bool {
    let given = checksum.trim_ascii().get(..4).and_then(|four| std::str::from_utf8(four).ok());
    match given.and_then(|four| u16::from_str_radix(four, 16).ok()) {
        Some(given) => given == crc16(packed),
        None => true,
    }
}

/// CRC-16 with the CCITT polynomial and the initial value zero.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc: u16, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc, _| {
            if crc & 0x8000 != 0 { (crc << 1) ^ 0x1021 } else { crc << 1 }
        })
    })
}

fn based(text: &[u8]) -> Result<Vec<u8>, GraphicError> {
    LENIENT.decode(text).map_err(|_| GraphicError::Data)
}

/// Decompresses at most `total` bytes, even if there are more.
fn inflated(packed: &[u8], total: usize) -> Result<Vec<u8>, GraphicError> {
    let mut out = Vec::with_capacity(total);
    let limit = u64::try_from(total).map_err(|_| GraphicError::Size)?;
    flate2::read::ZlibDecoder::new(packed)
        .take(limit)
        .read_to_end(&mut out)
        .map_err(|_| GraphicError::Data)?;
    Ok(out)
}

/// Decodes hexadecimal digits with the run lengths of ZPL: `G`-`Y` stand for 1-19 and `g`-`z` for
/// 20-400 of the digit that follows; `,` fills the row with white, `!` with black, and `:`
/// repeats the row above.
fn hexadecimal(data: &[u8], total: usize, row_bytes: usize) -> Vec<u8> {
    let row_digits = row_bytes * 2;
    let most = total * 2;
    let mut digits: Vec<u8> = Vec::with_capacity(most);
    let mut run = 0_usize;
    for byte in data {
        if digits.len() >= most {
            break;
        }
        let into_row = digits.len() % row_digits;
        let left = row_digits - into_row;
        match byte {
            b'G'..=b'Y' => run += usize::from(byte - b'F'),
            b'g'..=b'z' => run += usize::from(byte - b'f') * 20,
            b',' | b'!' => {
                let digit = if *byte == b'!' { 0xF } else { 0 };
                digits.extend(std::iter::repeat_n(digit, left));
                run = 0;
            }
            b':' => {
                let above = digits.len() - into_row;
                let row: Vec<u8> = above
                    .checked_sub(row_digits)
                    .and_then(|start| digits.get(start..above))
                    .map(<[u8]>::to_vec)
                    .unwrap_or_default();
                digits.extend(row.into_iter().skip(into_row));
                run = 0;
            }
            _ => {
                if let Some(digit) = char::from(*byte).to_digit(16) {
                    let count = run.clamp(1, most - digits.len());
                    digits.extend(std::iter::repeat_n(digit as u8, count));
                    run = 0;
                }
            }
        }
        // Keeps the run length within what can be drawn.
        run = run.min(most);
    }
    digits
        .chunks(2)
        .take(total)
        .map(|pair| match pair {
            [high, low] => high << 4 | low,
            [high] => high << 4,
            _ => 0,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn check(data: &str, total: usize, row_bytes: usize, expected: Result<&[u8], GraphicError>) {
        let expected = expected.map(|bytes| from_bytes(bytes, total, row_bytes).expect("small"));
        let found = unpack(data.as_bytes(), false, total, row_bytes);
        assert_eq!(found.map(|found| found.mask), expected, "{data:?}");
    }

    #[test]
    fn every_packing_unpacks_to_the_same_dots() {
        let rows: &[u8] = &[0xFF, 0x00, 0xFF, 0x00, 0xAB, 0xCD];
        check("FF00FF00ABCD", 6, 2, Ok(rows));
        check("HF,:ABCD", 6, 2, Ok(rows));
        check("IF0!", 2, 2, Ok(&[0xFF, 0xF0]));
        check("FF!0", 3, 2, Ok(&[0xFF, 0xFF, 0x00]));
        let plain = LENIENT.encode(rows);
        check(&format!(":B64:{plain}:{:04X}", crc16(plain.as_bytes())), 6, 2, Ok(rows));
        let wrong = unpack(format!(":B64:{plain}:0000").as_bytes(), false, 6, 2);
        assert_eq!(wrong.map(|found| found.checksum_fits), Ok(false));
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        zlib.write_all(rows).expect("in memory");
        let packed = LENIENT.encode(zlib.finish().expect("in memory"));
        check(&format!(":Z64:{packed}:{:04x}", crc16(packed.as_bytes())), 6, 2, Ok(rows));
        check(":Z64:!!!!:", 6, 2, Err(GraphicError::Data));
    }

    #[test]
    fn announced_sizes_are_not_believed() {
        check("FF", usize::MAX, 1, Err(GraphicError::Size));
        check("FF", 10, usize::MAX, Err(GraphicError::Size));
        check("FF", 0, 1, Err(GraphicError::Size));
        check("zzzzzzzzzzzzzzzzF", 4, 2, Ok(&[0xFF, 0xFF, 0xFF, 0xFF]));
        check(":", 4, 2, Ok(&[]));
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        zlib.write_all(&vec![0_u8; 50_000_000]).expect("in memory");
        let bomb = LENIENT.encode(zlib.finish().expect("in memory"));
        check(&format!(":Z64:{bomb}:"), 8, 2, Ok(&[]));
    }
}
