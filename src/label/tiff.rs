//! TIFF labels, every page, in the compressions the decoder knows.

use std::io::Cursor;

use tiff::ColorType;
use tiff::decoder::{Decoder, DecodingResult};
use tiff::tags::Tag;
use tiff::{TiffError, TiffUnsupportedError};

use super::{DecodeError, Limits, Page, Sink, size};
use crate::base::pdf::grey;

pub fn decode(bytes: &[u8], limits: &Limits, sink: &mut Sink<'_>) -> Result<(), DecodeError> {
    let mut decoder = Decoder::new(Cursor::new(bytes)).map_err(failed)?;
    for page in 0..limits.max_pages {
        if page > 0 {
            if !decoder.more_images() {
                break;
            }
            decoder.next_image().map_err(failed)?;
        }
        let (width, height) = decoder.dimensions().map_err(failed)?;
        limits.admit(u64::from(width), u64::from(height))?;
        let color = decoder.colortype().map_err(failed)?;
        let stated = resolution(&mut decoder);
        let orientation = decoder
            .find_tag_unsigned::<u16>(Tag::Orientation)
            .map_err(failed)?;
        refuse_reversed_fax(&mut decoder)?;
        let read = decoder.read_image().map_err(failed)?;
        let luma = to_grey(read, color, width as usize, height as usize)?;
        let (luma, width_px, height_px) = upright(luma, width, height, orientation.unwrap_or(1));
        let dpi = size::resolution(stated, width_px, height_px);
        sink(
            Page {
                width_px,
                height_px,
                dpi,
                width_in: width_px as f32 / dpi,
                height_in: height_px as f32 / dpi,
                luma,
            },
            Vec::new(),
        );
    }
    Ok(())
}

/// The decoder takes fax data whose bits run backwards for damaged.
fn refuse_reversed_fax(decoder: &mut Decoder<Cursor<&[u8]>>) -> Result<(), DecodeError> {
    let mut number = |tag| decoder.find_tag_unsigned::<u16>(tag).ok().flatten();
    let is_fax = matches!(number(Tag::Compression), Some(2..=4));
    if is_fax && number(Tag::FillOrder) == Some(2) {
        return Err(DecodeError::Unsupported {
            kind: "TIFF".to_owned(),
            reason: "its fax data runs from the lowest bit to the highest".to_owned(),
        });
    }
    Ok(())
}

fn failed(error: TiffError) -> DecodeError {
    let kind = "TIFF".to_owned();
    match error {
        TiffError::LimitsExceeded => DecodeError::OutOfMemory,
        TiffError::UnsupportedError(error) => DecodeError::Unsupported {
            kind,
            reason: reason(&error),
        },
        _ => DecodeError::Broken { kind },
    }
}

fn reason(error: &TiffUnsupportedError) -> String {
    match error {
        TiffUnsupportedError::UnsupportedCompressionMethod(method) => {
            format!("its compression {method:?} is not known")
        }
        other => other.to_string(),
    }
}

/// Dots an inch; where across and down differ, across.
fn resolution(decoder: &mut Decoder<Cursor<&[u8]>>) -> Option<f32> {
    let value = decoder.find_tag(Tag::XResolution).ok()??;
    let across = match value {
        tiff::decoder::ifd::Value::Rational(number, by) if by > 0 => number as f32 / by as f32,
        other => other.into_f32().ok()?,
    };
    match decoder.find_tag_unsigned::<u16>(Tag::ResolutionUnit).ok()? {
        Some(3) => Some(across * 2.54),
        Some(1) => None,
        _ => Some(across),
    }
}

fn to_grey(
    read: DecodingResult,
    color: ColorType,
    width: usize,
    height: usize,
) -> Result<Vec<u8>, DecodeError> {
    let unsupported = || DecodeError::Unsupported {
        kind: "TIFF".to_owned(),
        reason: format!("its colours are {color:?}"),
    };
    let bytes: Vec<u8> = match read {
        DecodingResult::U8(bytes) => bytes,
        DecodingResult::U16(words) => words.iter().map(|word| (word >> 8) as u8).collect(),
        _ => return Err(unsupported()),
    };
    let luma: Vec<u8> = match color {
        ColorType::Gray(1) => bytes
            .chunks(width.div_ceil(8).max(1))
            .flat_map(|row| {
                (0..width).map(move |x| {
                    let byte = row.get(x / 8).copied().unwrap_or(0xff);
                    if byte & (0x80 >> (x % 8)) != 0 {
                        255
                    } else {
                        0
                    }
                })
            })
            .collect(),
        ColorType::Gray(8 | 16) => bytes,
        ColorType::GrayA(8 | 16) => bytes
            .chunks_exact(2)
            .map(|p| *p.first().unwrap_or(&255))
            .collect(),
        ColorType::RGB(8 | 16) => each(&bytes, |[r, g, b]| grey(r, g, b)),
        ColorType::RGBA(8 | 16) => each(&bytes, |[r, g, b, _]| grey(r, g, b)),
        ColorType::CMYK(8 | 16) => each(&bytes, |[c, m, y, k]| {
            let ink = |part: u8| (u32::from(255 - part) * u32::from(255 - k) / 255) as u8;
            grey(ink(c), ink(m), ink(y))
        }),
        _ => return Err(unsupported()),
    };
    if luma.len() < width * height {
        return Err(DecodeError::Broken {
            kind: "TIFF".to_owned(),
        });
    }
    Ok(luma)
}

fn each<const N: usize>(bytes: &[u8], level: impl Fn([u8; N]) -> u8) -> Vec<u8> {
    bytes
        .chunks_exact(N)
        .filter_map(|pixel| <[u8; N]>::try_from(pixel).ok())
        .map(level)
        .collect()
}

/// Turns the rows as the file's orientation says they are to be seen.
fn upright(luma: Vec<u8>, width: u32, height: u32, orientation: u16) -> (Vec<u8>, u32, u32) {
    let (w, h) = (width as usize, height as usize);
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
        return (luma, width, height);
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
