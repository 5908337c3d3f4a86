//! Paper and PDF: the sizes that slips and lists are printed on, and pages of text, lines, bars and
//! a picture written as a file. Everything is black: label printers have no gray.

use std::collections::HashMap;
use std::rc::Rc;

use krilla::Document;
use krilla::color::luma;
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use serde::{Deserialize, Serialize};

use super::logo::Logo;
use super::typeset::Line;
use crate::text;
use postroom_base::locale::{Language, language};
use postroom_drawing::font::{Face, GlyphRun};

/// What slips and lists are printed on. The names are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaperSize {
    #[default]
    Letter,
    A4,
    /// 4 × 6 in, the paper of a label printer.
    #[serde(rename = "label-4x6")]
    Label4x6,
}

impl PaperSize {
    pub const ALL: [Self; 3] = [Self::Letter, Self::A4, Self::Label4x6];

    /// The name that is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letter => "letter",
            Self::A4 => "a4",
            Self::Label4x6 => "label-4x6",
        }
    }

    /// The paper with this stored name; Letter for any other.
    pub fn named(name: &str) -> Self {
        let name = serde_json::Value::String(name.to_owned());
        serde_json::from_value(name).unwrap_or_default()
    }

    /// Width and height in points of 1/72 in.
    pub const fn points(self) -> (f32, f32) {
        match self {
            Self::Letter => (612.0, 792.0),
            Self::A4 => (595.276, 841.89),
            Self::Label4x6 => (288.0, 432.0),
        }
    }

    /// Width and height in inches, as printers name their paper.
    pub fn inches(self) -> (f32, f32) {
        let (width, height) = self.points();
        (width / 72.0, height / 72.0)
    }

    pub const fn is_label_stock(self) -> bool {
        matches!(self, Self::Label4x6)
    }
}

/// Why a paper could not be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaperError {
    #[error("{}", text!("order-papers-slip-logo-kind"))]
    LogoKind,
    #[error("{}", text!("order-papers-slip-logo-damaged"))]
    LogoDamaged,
    #[error("{}", text!("order-papers-slip-logo-cmyk"))]
    LogoCmyk,
    #[error(
        "{}",
        text!("order-papers-slip-logo-large", width = *width, height = *height)
    )]
    LogoTooLarge { width: u32, height: u32 },
    /// No order was given.
    #[error("{}", text!("order-papers-slip-none"))]
    NoOrders,
    #[error("{}", text!("order-papers-slip-not-written"))]
    Write,
}

/// A rectangle of a page in points, from the upper left corner of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

/// Something on a page, at its final place.
#[derive(Clone)]
pub enum Mark<'f> {
    Text {
        left: f32,
        baseline: f32,
        line: Rc<Line<'f>>,
    },
    /// Black rectangles: rules, boxes and bars.
    Ink(Vec<Area>),
    /// The logo.
    Picture(Area),
}

/// A PDF that is written page by page.
pub struct PaperWriter {
    document: Document,
    size: (f32, f32),
    fonts: HashMap<usize, Font>,
    logo: Option<Logo>,
    outline: Outline,
    pages: usize,
}

impl PaperWriter {
    pub fn start(title: &str, paper: PaperSize, logo: Option<Logo>) -> Self {
        let tag = match language() {
            Language::Spanish => "es",
            Language::BritishEnglish => "en-GB",
            Language::English | Language::Pseudo => "en",
        };
        let mut document = Document::new();
        document.set_metadata(
            Metadata::new()
                .title(title.to_owned())
                .creator("Postroom".to_owned())
                .language(tag.to_owned()),
        );
        Self {
            document,
            size: paper.points(),
            fonts: HashMap::new(),
            logo,
            outline: Outline::new(),
            pages: 0,
        }
    }

    /// Names the next page in the table of contents that PDF readers show.
    pub fn add_bookmark(&mut self, title: &str) {
        let top = XyzDestination::new(self.pages, Point::from_xy(0.0, 0.0));
        self.outline.push_child(OutlineNode::new(title.to_owned(), top));
    }

    /// # Errors
    /// [`PaperError::Write`] if a typeface cannot be embedded.
    pub fn add_page(&mut self, marks: &[Mark<'_>]) -> Result<(), PaperError> {
        let settings = PageSettings::from_wh(self.size.0, self.size.1).ok_or(PaperError::Write)?;
        let mut page = self.document.start_page_with(settings);
        let mut surface = page.surface();
        surface.set_fill(Some(Fill { paint: luma::Color::new(0).into(), ..Fill::default() }));
        for mark in marks {
            match mark {
                Mark::Text { left, baseline, line } => {
                    write_line(&mut surface, &mut self.fonts, (*left, *baseline), line)?
                }
                Mark::Ink(areas) => fill(&mut surface, areas),
                Mark::Picture(area) => {
                    if let Some(logo) = &self.logo {
                        place_picture(&mut surface, logo, *area);
                    }
                }
            }
        }
        surface.finish();
        page.finish();
        self.pages += 1;
        Ok(())
    }

    /// # Errors
    /// [`PaperError::Write`] if the file cannot be written.
    pub fn finish(mut self) -> Result<Vec<u8>, PaperError> {
        self.document.set_outline(self.outline);
        self.document.finish().map_err(|error| {
            tracing::warn!(?error, "a paper was not written");
            PaperError::Write
        })
    }
}

fn write_line(
    surface: &mut Surface<'_>,
    fonts: &mut HashMap<usize, Font>,
    (left, baseline): (f32, f32),
    line: &Line<'_>,
) -> Result<(), PaperError> {
    let mut left = left;
    for run in &line.runs {
        let glyphs = glyphs_of(run);
        let font = embedded(fonts, run.face)?;
        let start = Point::from_xy(left, baseline);
        surface.draw_glyphs(start, &glyphs, font, &line.text, line.size, false);
        left += run.width() * line.size;
    }
    Ok(())
}

fn glyphs_of(run: &GlyphRun<'_>) -> Vec<KrillaGlyph> {
    let glyphs = run.glyphs.iter().map(|glyph| {
        let id = GlyphId::new(glyph.id);
        let text = glyph.text.clone();
        KrillaGlyph::new(id, glyph.advance, glyph.right, glyph.up, 0.0, text, None)
    });
    glyphs.collect()
}

/// The font of a face, opened once for each file: opening reads the whole typeface.
fn embedded(fonts: &mut HashMap<usize, Font>, face: &Face) -> Result<Font, PaperError> {
    let key = std::ptr::from_ref(face).addr();
    if let Some(font) = fonts.get(&key) {
        return Ok(font.clone());
    }
    let file = face.file();
    let font = Font::new(file.bytes.into(), file.index).ok_or(PaperError::Write)?;
    fonts.insert(key, font.clone());
    Ok(font)
}

fn fill(surface: &mut Surface<'_>, areas: &[Area]) {
    let mut path = PathBuilder::new();
    for area in areas {
        if let Some(rect) = Rect::from_xywh(area.left, area.top, area.width, area.height) {
            path.push_rect(rect);
        }
    }
    if let Some(path) = path.finish() {
        surface.draw_path(&path);
    }
}

fn place_picture(surface: &mut Surface<'_>, logo: &Logo, area: Area) {
    if let Some(size) = Size::from_wh(area.width, area.height) {
        surface.push_transform(&Transform::from_translate(area.left, area.top));
        surface.draw_image(logo.image.clone(), size);
        surface.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paper_is_stored_by_its_name() {
        for size in PaperSize::ALL {
            assert_eq!(PaperSize::named(size.name()), size);
        }
        assert_eq!(PaperSize::named(""), PaperSize::Letter);
    }
}
