//! The raster types: draws the label's PDF at 203 dpi and encodes it as PNG, JPEG or TIFF.

use std::convert::Infallible;

use fax::encoder::Encoder;
use fax::{Color, VecWriter};
use image::codecs::jpeg::{JpegEncoder, PixelDensity};
use image::{ExtendedColorType, ImageEncoder};

use super::DrawError;
use super::scene::{DOTS_PER_INCH, Scene};
use postroom_drawing::pdf::{Document, Grey};

/// The drawn label, one pixel per dot.
pub struct Picture(Grey);

impl Picture {
    /// Whether the printer would print this dot; false outside the picture.
    pub fn is_dark(&self, x: i32, y: i32) -> bool {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
            return false;
        };
        let at = y as usize * self.0.width as usize + x as usize;
        x < self.0.width && self.0.luma.get(at).is_some_and(|level| *level < 128)
    }
}

/// Draws a one-page PDF at the scene's exact size in dots.
pub fn draw(pdf: &[u8], scene: &Scene) -> Result<Picture, DrawError> {
    let size =
        |dots: i32| u16::try_from(dots).map_err(|error| DrawError::Raster(error.to_string()));
    let (width, height) = (size(scene.width)?, size(scene.height)?);
    let document =
        Document::open(pdf.to_vec()).map_err(|error| DrawError::Raster(error.to_string()))?;
    document
        .draw(DOTS_PER_INCH, &[(0, width, height)])
        .pop()
        .map(Picture)
        .ok_or_else(|| DrawError::Raster("it has no page".to_owned()))
}

/// Encodes as 8-bit grayscale with the resolution in `pHYs`.
pub fn png(picture: &Picture) -> Result<Vec<u8>, DrawError> {
    let mut out = Vec::new();
    let mut info = png::Info::with_size(picture.0.width, picture.0.height);
    info.color_type = png::ColorType::Grayscale;
    info.bit_depth = png::BitDepth::Eight;
    let dots_per_metre = (DOTS_PER_INCH / 0.0254).round() as u32;
    info.pixel_dims = Some(png::PixelDimensions {
        xppu: dots_per_metre,
        yppu: dots_per_metre,
        unit: png::Unit::Meter,
    });
    let written = png::Encoder::with_info(&mut out, info).and_then(|encoder| {
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&picture.0.luma)?;
        writer.finish()
    });
    written.map_err(|error| DrawError::Raster(error.to_string()))?;
    Ok(out)
}

/// Encodes as grayscale, at a quality that keeps the edges of bars sharp.
pub fn jpeg(picture: &Picture) -> Result<Vec<u8>, DrawError> {
    let mut out = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut out, 92);
    encoder.set_pixel_density(PixelDensity::dpi(DOTS_PER_INCH as u16));
    encoder.write_image(
        &picture.0.luma,
        picture.0.width,
        picture.0.height,
        ExtendedColorType::L8,
    )?;
    Ok(out)
}

/// Encodes with one bit per dot, CCITT Group 4, one strip per page.
pub fn tif(pictures: &[Picture]) -> Result<Vec<u8>, DrawError> {
    let mut out = b"II*\0".to_vec();
    for (at, picture) in pictures.iter().enumerate() {
        let width = picture.0.width;
        let columns = u16::try_from(width).map_err(|error| DrawError::Raster(error.to_string()))?;
        let mut encoder = Encoder::new(VecWriter::new());
        for row in picture.0.luma.chunks(width.max(1) as usize) {
            let dots = row.iter().map(|level| match level {
                0..128 => Color::Black,
                _ => Color::White,
            });
            let Ok(()): Result<(), Infallible> = encoder.encode_line(dots, columns);
        }
        let writer: Result<VecWriter, Infallible> = encoder.finish();
        let Ok(writer) = writer;
        let is_last = at + 1 == pictures.len();
        tiff_page(&mut out, (width, picture.0.height), &writer.finish(), is_last);
    }
    Ok(out)
}

const SHORT: u16 = 3;
const LONG: u16 = 4;
const RATIONAL: u16 = 5;

/// Appends a page with one bilevel strip, white being 0, to a little-endian TIFF. The offset of the
/// first page's directory is in the file header; each later offset is at the end of the previous
/// directory.
fn tiff_page(out: &mut Vec<u8>, (width, height): (u32, u32), strip: &[u8], is_last: bool) {
    const ENTRIES: u32 = 13;
    let length = |out: &Vec<u8>| u32::try_from(out.len()).unwrap_or(u32::MAX);
    // A directory starts at an even offset.
    if !out.len().is_multiple_of(2) {
        out.push(0);
    }
    if out.len() == 4 {
        out.extend_from_slice(&8_u32.to_le_bytes());
    }
    let here = length(out);
    let resolution_at = here + 2 + ENTRIES * 12 + 4;
    let strip_at = resolution_at + 8;
    let strip_bytes = u32::try_from(strip.len()).unwrap_or(u32::MAX);
    let entries: [(u16, u16, u32); ENTRIES as usize] = [
        (256, LONG, width),
        (257, LONG, height),
        (258, SHORT, 1),
        (259, SHORT, 4), // CCITT Group 4
        (262, SHORT, 0), // white is zero
        (273, LONG, strip_at),
        (274, SHORT, 1), // first row at the top
        (277, SHORT, 1),
        (278, LONG, height), // rows in the strip
        (279, LONG, strip_bytes),
        (282, RATIONAL, resolution_at),
        (283, RATIONAL, resolution_at),
        (296, SHORT, 2), // dots per inch
    ];
    out.extend_from_slice(&(ENTRIES as u16).to_le_bytes());
    for (tag, kind, value) in entries {
        out.extend_from_slice(&tag.to_le_bytes());
        out.extend_from_slice(&kind.to_le_bytes());
        out.extend_from_slice(&1_u32.to_le_bytes());
        out.extend_from_slice(&value.to_le_bytes());
    }
    let end = strip_at.saturating_add(strip_bytes);
    let next = if is_last { 0 } else { end + end % 2 };
    out.extend_from_slice(&next.to_le_bytes());
    out.extend_from_slice(&(DOTS_PER_INCH as u32).to_le_bytes());
    out.extend_from_slice(&1_u32.to_le_bytes());
    out.extend_from_slice(strip);
}
