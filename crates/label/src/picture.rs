//! Decodes PNG, JPEG and GIF labels. They keep their own pixels: resampling would blur the bars.

use std::io::Cursor;

use image::codecs::gif::GifDecoder;
use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder, ImageError};

use super::{DecodeError, Limits, Page, PageWarnings, Sink, Unsupported, size};

pub fn decode_png(bytes: &[u8], limits: &Limits, sink: &mut Sink<'_>) -> Result<(), DecodeError> {
    let decoder = PngDecoder::new(Cursor::new(bytes)).map_err(|error| failed("PNG", error))?;
    decode("PNG", decoder, png_resolution(bytes), limits, sink)
}

pub fn decode_jpeg(bytes: &[u8], limits: &Limits, sink: &mut Sink<'_>) -> Result<(), DecodeError> {
    let decoder = JpegDecoder::new(Cursor::new(bytes)).map_err(|error| failed("JPEG", error))?;
    decode("JPEG", decoder, jpeg_resolution(bytes), limits, sink)
}

/// The first picture of the file; the others would be a film. GIF states no resolution.
pub fn decode_gif(bytes: &[u8], limits: &Limits, sink: &mut Sink<'_>) -> Result<(), DecodeError> {
    let decoder = GifDecoder::new(Cursor::new(bytes)).map_err(|error| failed("GIF", error))?;
    decode("GIF", decoder, None, limits, sink)
}

fn decode(
    kind: &str,
    mut decoder: impl ImageDecoder,
    stated: Option<f32>,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> Result<(), DecodeError> {
    let (width, height) = decoder.dimensions();
    limits.admit(u64::from(width), u64::from(height))?;
    let orientation = decoder.orientation().map_err(|error| failed(kind, error))?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| failed(kind, error))?;
    picture.apply_orientation(orientation);
    let pixels = picture.into_luma_alpha8();
    let (width_px, height_px) = pixels.dimensions();
    let dpi = size::resolution(stated, width_px, height_px);
    sink(
        Page {
            width_px,
            height_px,
            dpi,
            width_in: width_px as f32 / dpi,
            height_in: height_px as f32 / dpi,
            luma: pixels.pixels().map(|pixel| on_white(pixel.0)).collect(),
        },
        PageWarnings::default(),
    );
    Ok(())
}

/// Blends a pixel with white paper.
fn on_white([level, alpha]: [u8; 2]) -> u8 {
    let (level, alpha) = (u32::from(level), u32::from(alpha));
    ((level * alpha + 255 * (255 - alpha) + 127) / 255) as u8
}

fn failed(kind: &str, error: ImageError) -> DecodeError {
    let kind = kind.to_owned();
    match error {
        ImageError::Limits(_) => DecodeError::OutOfMemory,
        ImageError::Unsupported(error) => {
            DecodeError::Unsupported { kind, reason: Unsupported::Other(error.to_string()) }
        }
        _ => DecodeError::Broken { kind },
    }
}

/// Dots per inch from the `pHYs` chunk.
fn png_resolution(bytes: &[u8]) -> Option<f32> {
    let reader = png::Decoder::new(Cursor::new(bytes)).read_info().ok()?;
    let dimensions = reader.info().pixel_dims?;
    matches!(dimensions.unit, png::Unit::Meter).then_some(dimensions.xppu as f32 * 0.0254)
}

/// Dots per inch from the JFIF header, which comes first if it exists.
fn jpeg_resolution(bytes: &[u8]) -> Option<f32> {
    let header = bytes.get(2..20)?;
    let &[0xff, 0xe0, _, _, b'J', b'F', b'I', b'F', 0, _, _, unit, high, low, ..] = header else {
        return None;
    };
    let density = f32::from(u16::from_be_bytes([high, low]));
    match unit {
        1 => Some(density),
        2 => Some(density * 2.54),
        _ => None,
    }
}
