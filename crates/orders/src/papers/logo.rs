//! The shop's logo: a PNG or JPEG of any size, made ready for paper.

use std::hash::{Hash, Hasher};
use std::io::Cursor;
use std::sync::Arc;

use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::imageops::{FilterType, resize};
use image::{DynamicImage, ImageDecoder, ImageError, Limits, RgbImage};
use krilla::image::{BitsPerComponent, CustomImage, Image, ImageColorspace};

use super::paper::PaperError;
use postroom_label::{LabelFormat, sniff};

/// A larger logo is refused: it would take hundreds of megabytes to read.
const MOST_PIXELS: u64 = 40_000_000;
/// More pixels than this are not visible at the size of a logo on paper.
const PRINTED_PIXELS: (u32, u32) = (1_600, 800);

/// A logo on white, ready to be embedded.
#[derive(Clone)]
pub struct Logo {
    pub image: Image,
    /// Width and height in points if printed at its own size, 96 pixels per inch.
    pub own_size: (f32, f32),
}

impl Logo {
    /// Reads a logo. Transparent parts become white.
    ///
    /// # Errors
    /// An error with a sentence for the user if the file is neither PNG nor JPEG, is damaged, has
    /// more than 40 million pixels, or is a JPEG in CMYK colors: those look different on each
    /// printer, and most programs that write them store them inverted.
    pub fn read(bytes: &[u8]) -> Result<Self, PaperError> {
        let picture = match sniff(bytes) {
            Some(LabelFormat::Png) => {
                decoded(PngDecoder::with_limits(Cursor::new(bytes), limits()).map_err(failed)?)
            }
            Some(LabelFormat::Jpeg) => {
                if jpeg_components(bytes) == Some(4) {
                    return Err(PaperError::LogoCmyk);
                }
                decoded(JpegDecoder::new(Cursor::new(bytes)).map_err(failed)?)
            }
            _ => Err(PaperError::LogoKind),
        }?;
        let (width, height) = (picture.width(), picture.height());
        let pixels = sized_for_paper(on_white(&picture));
        let to_points = |pixels: u32| pixels as f32 * 72.0 / 96.0;
        let image = Image::from_custom(Pixels::of(pixels), true);
        Ok(Self {
            image: image.map_err(|_| PaperError::LogoDamaged)?,
            own_size: (to_points(width), to_points(height)),
        })
    }

    /// Width and height in points within a box. A small logo is enlarged by at most a third, so
    /// that its pixels do not show.
    pub fn size_within(&self, (most_wide, most_high): (f32, f32)) -> (f32, f32) {
        let (width, height) = self.own_size;
        let scale = (most_wide / width).min(most_high / height).min(4.0 / 3.0);
        ((width * scale).max(0.5), (height * scale).max(0.5))
    }
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_PIXELS * 8);
    limits
}

fn decoded(mut decoder: impl ImageDecoder) -> Result<DynamicImage, PaperError> {
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(PaperError::LogoDamaged);
    }
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(PaperError::LogoTooLarge { width, height });
    }
    decoder.set_limits(limits()).map_err(failed)?;
    let orientation = decoder.orientation().map_err(failed)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(failed)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn failed(error: ImageError) -> PaperError {
    tracing::warn!(%error, "a logo was not read");
    PaperError::LogoDamaged
}

/// The number of color components that the frame header of a JPEG names.
fn jpeg_components(bytes: &[u8]) -> Option<u8> {
    let mut rest = bytes.get(2..)?;
    loop {
        let [0xff, marker, after @ ..] = rest else {
            return None;
        };
        match marker {
            // Fill bytes, and markers without data.
            0xff => rest = rest.get(1..)?,
            0x01 | 0xd0..=0xd8 => rest = after,
            // SOF0 to SOF15, without DHT, JPG and DAC.
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                return after.get(7).copied();
            }
            _ => {
                let length = u16::from_be_bytes([*after.first()?, *after.get(1)?]);
                rest = after.get(usize::from(length).max(2)..)?;
            }
        }
    }
}

fn on_white(picture: &DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.to_rgb8();
    }
    let pixels = picture.to_rgba8();
    let mut made = RgbImage::new(pixels.width(), pixels.height());
    for (to, from) in made.pixels_mut().zip(pixels.pixels()) {
        let [red, green, blue, alpha] = from.0;
        let blend = |level: u8| {
            let sum = u32::from(level) * u32::from(alpha) + 255 * (255 - u32::from(alpha));
            ((sum + 127) / 255) as u8
        };
        to.0 = [blend(red), blend(green), blend(blue)];
    }
    made
}

fn sized_for_paper(pixels: RgbImage) -> RgbImage {
    let (width, height) = pixels.dimensions();
    let (most_wide, most_high) = PRINTED_PIXELS;
    let scale =
        (f64::from(most_wide) / f64::from(width)).min(f64::from(most_high) / f64::from(height));
    if scale >= 1.0 {
        return pixels;
    }
    let side = |pixels: u32| ((f64::from(pixels) * scale).round() as u32).max(1);
    resize(&pixels, side(width), side(height), FilterType::Triangle)
}

/// The pixels as the PDF holds them: gray if all are.
#[derive(Clone)]
struct Pixels {
    levels: Arc<[u8]>,
    size: (u32, u32),
    gray: bool,
}

impl Pixels {
    fn of(pixels: RgbImage) -> Self {
        let size = pixels.dimensions();
        let gray = pixels.pixels().all(|pixel| {
            let [red, green, blue] = pixel.0;
            red == green && green == blue
        });
        let levels = if gray {
            pixels
                .pixels()
                .map(|pixel| {
                    let [level, ..] = pixel.0;
                    level
                })
                .collect()
        } else {
            pixels.into_raw().into()
        };
        Self { levels, size, gray }
    }
}

impl Hash for Pixels {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.levels.hash(state);
        self.size.hash(state);
    }
}

impl CustomImage for Pixels {
    fn color_channel(&self) -> &[u8] {
        &self.levels
    }

    fn alpha_channel(&self) -> Option<&[u8]> {
        None
    }

    fn bits_per_component(&self) -> BitsPerComponent {
        BitsPerComponent::Eight
    }

    fn size(&self) -> (u32, u32) {
        self.size
    }

    fn icc_profile(&self) -> Option<&[u8]> {
        None
    }

    fn color_space(&self) -> ImageColorspace {
        if self.gray { ImageColorspace::Luma } else { ImageColorspace::Rgb }
    }
}

#[cfg(test)]
mod tests;
