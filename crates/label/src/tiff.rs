//! Decodes TIFF labels, every page. Adds what the `tiff` crate does not support: fax compression,
//! reversed bit order, and palettes.

mod fax;
mod ifd;

use std::borrow::Cow;
use std::io::Cursor;

use tiff::ColorType;
use tiff::decoder::{Decoder, DecodingResult};
use tiff::{TiffError, TiffUnsupportedError};

use self::fax::Coding;
use self::ifd::Directory;
use super::note::{Note, Unsupported};
use super::{DecodeError, LeftOut, Limits, Page, PageWarnings, Sink, size};
use postroom_drawing::pdf::grey;

/// TIFF tag numbers.
mod tag {
    pub const WIDTH: u16 = 256;
    pub const HEIGHT: u16 = 257;
    pub const COMPRESSION: u16 = 259;
    pub const PHOTOMETRIC: u16 = 262;
    pub const FILL_ORDER: u16 = 266;
    pub const ORIENTATION: u16 = 274;
    pub const ROWS_PER_STRIP: u16 = 278;
    pub const X_RESOLUTION: u16 = 282;
    pub const FAX_OPTIONS: u16 = 292;
    pub const RESOLUTION_UNIT: u16 = 296;
    pub const COLOR_MAP: u16 = 320;
}

pub fn decode(bytes: &[u8], limits: &Limits, sink: &mut Sink<'_>) -> Result<LeftOut, DecodeError> {
    let (directories, all) = ifd::directories(bytes);
    let bytes = &*readable(bytes, &directories);
    let mut decoder = Decoder::new(Cursor::new(bytes)).map_err(failed)?;
    for (page, directory) in directories.iter().enumerate().take(limits.max_pages) {
        let tag = |tag| directory.number(bytes, tag);
        let (Some(width), Some(height)) = (tag(tag::WIDTH), tag(tag::HEIGHT)) else {
            return Err(broken());
        };
        limits.admit(width, height)?;
        let (width, height) = (width as usize, height as usize);
        let luma = match fax_coding(bytes, directory) {
            Some(coding) => fax_page(bytes, directory, coding, width, height)?,
            None => {
                decoder.seek_to_image(page).map_err(failed)?;
                let color = decoder.colortype().map_err(failed)?;
                let read = decoder.read_image().map_err(failed)?;
                let palette = palette(bytes, directory);
                to_grey(read, color, palette.as_deref(), width, height)?
            }
        };
        let orientation = tag(tag::ORIENTATION).unwrap_or(1);
        let (luma, width_px, height_px) = upright(luma, width, height, orientation);
        let dpi = size::resolution(resolution(bytes, directory), width_px, height_px);
        sink(
            Page {
                width_px,
                height_px,
                dpi,
                width_in: width_px as f32 / dpi,
                height_in: height_px as f32 / dpi,
                luma,
            },
            PageWarnings::default(),
        );
    }
    if directories.is_empty() {
        return Err(broken());
    }
    let damaged = || (!all).then_some(Note::DamagedPage);
    Ok(limits.pages_left_out(directories.len()).or_else(damaged))
}

fn broken() -> DecodeError {
    DecodeError::Broken { kind: "TIFF".to_owned() }
}

const PALETTE: u64 = 3;

/// The file in a form the decoder can read: reversed bits are turned around, and palette images
/// are marked as gray, so that the decoder returns their indexes.
fn readable<'a>(bytes: &'a [u8], directories: &[Directory]) -> Cow<'a, [u8]> {
    let mut out = Cow::Borrowed(bytes);
    for directory in directories {
        let tag = |tag| directory.number(bytes, tag);
        // In JPEG data, the bit order is that of JPEG.
        let by_bits = !matches!(tag(tag::COMPRESSION), Some(6 | 7));
        if tag(tag::FILL_ORDER) == Some(2) && by_bits {
            for chunk in directory.chunks(bytes) {
                // Reads from the original bytes: chunks that share bytes must be reversed only
                // once.
                let turned = bytes.get(chunk.clone()).unwrap_or_default();
                let turned = turned.iter().map(|byte| byte.reverse_bits());
                let place = out.to_mut().get_mut(chunk).unwrap_or_default();
                place.iter_mut().zip(turned).for_each(|(to, from)| *to = from);
            }
        }
        if tag(tag::PHOTOMETRIC) == Some(PALETTE)
            && let Some(place) = directory.place(tag::PHOTOMETRIC)
            && let Some(value) = out.to_mut().get_mut(place)
        {
            const GREY: u8 = 1;
            value.fill(0);
            let lowest = if directory.little() { value.first_mut() } else { value.last_mut() };
            if let Some(byte) = lowest {
                *byte = GREY;
            }
        }
    }
    out
}

/// The gray level of each palette index.
fn palette(bytes: &[u8], directory: &Directory) -> Option<Vec<u8>> {
    let levels = directory.numbers(bytes, tag::COLOR_MAP);
    let count = levels.len() / 3;
    let (reds, rest) = levels.split_at(count);
    let (greens, blues) = rest.split_at(count);
    let level = |of: &u64| (of >> 8) as u8;
    let all = reds.iter().zip(greens).zip(blues);
    let grey: Vec<u8> = all.map(|((r, g), b)| grey(level(r), level(g), level(b))).collect();
    (!grey.is_empty()).then_some(grey)
}

fn fax_coding(bytes: &[u8], directory: &Directory) -> Option<Coding> {
    match directory.number(bytes, tag::COMPRESSION)? {
        2 => Some(Coding::Bare),
        3 => {
            let options = directory.number(bytes, tag::FAX_OPTIONS).unwrap_or(0);
            Some(Coding::Marked { two_dimensions: options & 1 == 1 })
        }
        // The decoder handles tiles itself.
        4 if !directory.tiled() => Some(Coding::Differences),
        _ => None,
    }
}

fn fax_page(
    bytes: &[u8],
    directory: &Directory,
    coding: Coding,
    width: usize,
    height: usize,
) -> Result<Vec<u8>, DecodeError> {
    let rows = directory.number(bytes, tag::ROWS_PER_STRIP);
    let rows = rows.map_or(height, |rows| rows.clamp(1, height.max(1) as u64) as usize);
    // In fax data, 0 is white. If the file defines 0 as black, all levels are inverted.
    let inverted = directory.number(bytes, tag::PHOTOMETRIC) == Some(1);
    let (white, black) = if inverted { (0, 255) } else { (255, 0) };
    let mut luma = vec![white; width * height];
    let mut strips = luma.chunks_mut((width * rows).max(1));
    for chunk in directory.chunks(bytes) {
        let Some(dots) = strips.next() else { break };
        let data = bytes.get(chunk).unwrap_or_default();
        fax::paint(data, coding, width, dots, black).ok_or_else(broken)?;
    }
    match strips.next() {
        Some(_) => Err(broken()),
        None => Ok(luma),
    }
}

fn failed(error: TiffError) -> DecodeError {
    let kind = "TIFF".to_owned();
    match error {
        TiffError::LimitsExceeded => DecodeError::OutOfMemory,
        TiffError::UnsupportedError(error) => {
            DecodeError::Unsupported { kind, reason: reason(&error) }
        }
        _ => broken(),
    }
}

fn reason(error: &TiffUnsupportedError) -> Unsupported {
    match error {
        TiffUnsupportedError::UnsupportedCompressionMethod(method) => {
            Unsupported::Compression(format!("{method:?}"))
        }
        other => Unsupported::Other(other.to_string()),
    }
}

/// Dots per inch. If the horizontal and vertical resolution differ, the horizontal one.
fn resolution(bytes: &[u8], directory: &Directory) -> Option<f32> {
    let across = directory.fraction(bytes, tag::X_RESOLUTION)?;
    match directory.number(bytes, tag::RESOLUTION_UNIT) {
        Some(3) => Some(across * 2.54),
        Some(1) => None,
        _ => Some(across),
    }
}

fn to_grey(
    read: DecodingResult,
    color: ColorType,
    palette: Option<&[u8]>,
    width: usize,
    height: usize,
) -> Result<Vec<u8>, DecodeError> {
    let unsupported = || DecodeError::Unsupported {
        kind: "TIFF".to_owned(),
        reason: Unsupported::Colors(format!("{color:?}")),
    };
    let bytes: Vec<u8> = match read {
        DecodingResult::U8(bytes) => bytes,
        DecodingResult::U16(words) => words.iter().map(|word| (word >> 8) as u8).collect(),
        _ => return Err(unsupported()),
    };
    let luma: Vec<u8> = match color {
        ColorType::Gray(bits @ (1 | 2 | 4)) => {
            let indexes = unpacked(&bytes, bits, width);
            let most = (1_u8 << bits) - 1;
            match palette {
                Some(palette) => looked_up(&indexes, palette),
                None => indexes.iter().map(|level| level * (255 / most)).collect(),
            }
        }
        ColorType::Gray(8 | 16) => match palette {
            Some(palette) => looked_up(&bytes, palette),
            None => bytes,
        },
        ColorType::GrayA(8 | 16) => {
            bytes.chunks_exact(2).map(|p| *p.first().unwrap_or(&255)).collect()
        }
        ColorType::RGB(8 | 16) => each(&bytes, |[r, g, b]| grey(r, g, b)),
        ColorType::RGBA(8 | 16) => each(&bytes, |[r, g, b, _]| grey(r, g, b)),
        ColorType::CMYK(8 | 16) => each(&bytes, |[c, m, y, k]| {
            let ink = |part: u8| (u32::from(255 - part) * u32::from(255 - k) / 255) as u8;
            grey(ink(c), ink(m), ink(y))
        }),
        _ => return Err(unsupported()),
    };
    if luma.len() < width * height {
        return Err(broken());
    }
    Ok(luma)
}

/// Unpacks values of fewer than eight bits. Each row starts at a byte boundary.
fn unpacked(bytes: &[u8], bits: u8, width: usize) -> Vec<u8> {
    let in_byte = 8 / usize::from(bits);
    let mask = (1_u8 << bits) - 1;
    bytes
        .chunks(width.div_ceil(in_byte).max(1))
        .flat_map(|row| {
            (0..width).map(move |x| {
                let byte = row.get(x / in_byte).copied().unwrap_or(0xff);
                byte >> (8 - usize::from(bits) * (x % in_byte + 1)) & mask
            })
        })
        .collect()
}

fn looked_up(indexes: &[u8], palette: &[u8]) -> Vec<u8> {
    let level = |index: &u8| palette.get(usize::from(*index)).copied().unwrap_or(255);
    indexes.iter().map(level).collect()
}

fn each<const N: usize>(bytes: &[u8], level: impl Fn([u8; N]) -> u8) -> Vec<u8> {
    bytes.chunks_exact(N).filter_map(|pixel| <[u8; N]>::try_from(pixel).ok()).map(level).collect()
}

/// Rotates and mirrors the rows according to the orientation tag.
fn upright(luma: Vec<u8>, w: usize, h: usize, orientation: u64) -> (Vec<u8>, u32, u32) {
    let (out_w, out_h) = if orientation >= 5 { (h, w) } else { (w, h) };
    let source = |x: usize, y: usize| match orientation {
        2 => (w - 1 - x, y),
        3 => (w - 1 - x, h - 1 - y),
        4 => (x, h - 1 - y),
        5 => (y, x),
        6 => (y, h - 1 - x),
        7 => (w - 1 - y, h - 1 - x),
        8 => (w - 1 - y, x),
        _ => (x, y),
    };
    if !(2..=8).contains(&orientation) {
        return (luma, w as u32, h as u32);
    }
    let mut out = Vec::with_capacity(luma.len());
    for y in 0..out_h {
        for x in 0..out_w {
            let (from_x, from_y) = source(x, y);
            out.push(luma.get(from_y * w + from_x).copied().unwrap_or(255));
        }
    }
    (out, out_w as u32, out_h as u32)
}
