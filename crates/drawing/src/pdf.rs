//! Rendering of PDF pages to gray pixels at exact sizes. No other module uses the PDF engine.

mod forms;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_interpret::util::TransformExt;
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{PixmapMut, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PdfError {
    #[error("the PDF is encrypted with a password")]
    Encrypted,
    #[error("the PDF is damaged and could not be read")]
    Broken,
}

/// An opened PDF.
pub struct Document(Pdf);

/// An eight-bit gray image, row by row; 255 is white.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grey {
    pub width: u32,
    pub height: u32,
    pub luma: Vec<u8>,
}

impl Document {
    /// # Errors
    /// If the bytes are not a PDF, or one that an empty password does not open.
    pub fn open(bytes: Vec<u8>) -> Result<Document, PdfError> {
        Pdf::new(bytes).map(Document).map_err(|error| match error {
            LoadPdfError::Decryption(DecryptionError::PasswordProtected) => PdfError::Encrypted,
            _ => PdfError::Broken,
        })
    }

    /// Width and height of each page in points as displayed: cropped, rotated, and in units of its own
    /// (`UserUnit`, PDF 1.6).
    pub fn page_sizes(&self) -> Vec<(f32, f32)> {
        let size = |page: &Page<'_>| {
            let (width, height) = page.render_dimensions();
            let unit = user_unit(page);
            (width * unit, height * unit)
        };
        self.0.pages().iter().map(size).collect()
    }

    /// Draws pages, by index, each on white at the given width and height in pixels. An index
    /// beyond the last page is skipped, and so is a page with forms nested without end.
    ///
    /// The scale is exactly `dpi`, not the one that fills the pixels: scaling a page that is half a
    /// dot off the grid would blur the edges of all its bars.
    pub fn draw(&self, dpi: f32, wanted: &[(usize, u16, u16)]) -> Vec<Grey> {
        let cache = RenderCache::new();
        let mut resources = Resources::default();
        let mut pictures = Vec::with_capacity(wanted.len());
        for &(index, width, height) in wanted {
            let Some(page) = self.0.pages().get(index) else {
                continue;
            };
            if forms::are_too_many(page) {
                continue;
            }
            let mut context = RenderContext::new(width, height);
            let scale = f64::from(dpi * user_unit(page)) / 72.0;
            let transform = Affine::scale(scale) * page.initial_transform(true).to_kurbo();
            render_into(
                page,
                &cache,
                &InterpreterSettings::default(),
                &RenderSettings::default(),
                &mut context,
                transform,
            );
            context.flush();
            // Zeroed by the system: a pixmap of the engine would be written twice.
            let mut pixels = vec![0; usize::from(width) * usize::from(height) * 4];
            let Some(target) = PixmapMut::new(width, height, &mut pixels) else {
                continue;
            };
            context.render_with(
                target,
                &mut resources,
                RasterizerSettings {
                    target_init: TargetInit::Clear(WHITE),
                    ..RasterizerSettings::default()
                },
            );
            pictures.push(Grey {
                width: u32::from(width),
                height: u32::from(height),
                luma: luma(pixels),
            });
        }
        pictures
    }
}

/// How many points a unit of the page has.
fn user_unit(page: &Page<'_>) -> f32 {
    let unit = page.raw().get::<f32>("UserUnit");
    unit.filter(|unit| (0.01..=100.0).contains(unit)).unwrap_or(1.0)
}

/// The luminance of RGBA pixels on white, computed in place: touching fresh memory costs more than
/// the computation. Labels are mostly white, so blank pieces of 64 pixels are filled at once.
fn luma(mut pixels: Vec<u8>) -> Vec<u8> {
    const PIECE: usize = 64;
    const BLANK: [u8; PIECE * 4] = [255; PIECE * 4];
    let count = pixels.len() / 4;
    let mut piece = [255; PIECE];
    for start in (0..count).step_by(PIECE) {
        let long = PIECE.min(count - start);
        // A written level never overwrites pixels that are still to be read.
        let from = pixels.get(start * 4..(start + long) * 4).unwrap_or_default();
        let blank = BLANK.starts_with(from);
        if !blank {
            let (colours, _) = from.as_chunks::<4>();
            for (colour, level) in colours.iter().zip(&mut piece) {
                *level = level_of(*colour);
            }
        }
        let to = pixels.get_mut(start..start + long).unwrap_or_default();
        if blank {
            to.fill(255);
        } else {
            to.copy_from_slice(piece.get(..long).unwrap_or_default());
        }
    }
    pixels.truncate(count);
    pixels.shrink_to_fit();
    pixels
}

/// Most pixels that are not white are black or gray, which need no weighted sum.
fn level_of([red, green, blue, _]: [u8; 4]) -> u8 {
    if red == green && green == blue { red } else { grey(red, green, blue) }
}

/// The luminance of a color, with the weights of Rec. 601.
pub fn grey(red: u8, green: u8, blue: u8) -> u8 {
    let weighted = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    ((weighted + 500) / 1000) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with a form, whose content draws further forms by their object's number.
    fn drawn(forms: &[&str]) -> Vec<Grey> {
        let named: String = (0..forms.len()).map(|at| format!("/F{0} {0} 0 R", at + 5)).collect();
        let named = format!("<</XObject<<{named}>>>>");
        let stream = |entries: &str, data: &str| {
            format!("<<{entries}/Length {}>>\nstream\n{data}\nendstream", data.len())
        };
        let mut file = "%PDF-1.7\n".to_owned();
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
            "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
            format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Resources{named}/Contents 4 0 R>>"
            ),
            stream("", "/F5 Do"),
        ];
        let form = format!("/Type/XObject/Subtype/Form/BBox[0 0 72 72]/Resources{named}");
        let forms = forms.iter().map(|data| stream(&form, data));
        for (object, number) in objects.into_iter().chain(forms).zip(1..) {
            file.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
        }
        file.push_str("trailer\n<</Root 1 0 R>>\n");
        Document::open(file.into_bytes()).unwrap().draw(72.0, &[(0, 72, 72)])
    }

    #[test]
    fn forms_nested_without_end_are_not_drawn() {
        let ink = |pictures: &[Grey]| pictures[0].luma.iter().filter(|level| **level < 128).count();
        let square = "0 0 9 9 re f";
        assert_eq!(ink(&drawn(&["/F6 Do 1 0 0 1 20 20 cm /F6 Do", square])), 162);
        let chain: Vec<String> =
            (6..46).map(|next| format!("{square} /F{next} Do /F{next} Do")).collect();
        let chain: Vec<&str> = chain.iter().map(String::as_str).chain([square]).collect();
        assert_eq!(drawn(&chain).len(), 0);
        let ring = drawn(&[&format!("{square} /F6 Do"), &format!("{square} /F5 Do /F5 Do")]);
        assert!(ring.len() <= 1);
    }

    #[test]
    fn pixels_become_grey_one_by_one() {
        let mut pixels = vec![255; 4 * 200];
        for (at, colour) in [(0, [0, 0, 0]), (63, [255, 0, 0]), (64, [9, 9, 9]), (199, [0, 0, 255])]
        {
            pixels[at * 4..at * 4 + 3].copy_from_slice(&colour);
        }
        let mut expected = vec![255; 200];
        for (at, level) in [(0, 0), (63, 76), (64, 9), (199, 29)] {
            expected[at] = level;
        }
        assert_eq!(luma(pixels), expected);
    }
}
