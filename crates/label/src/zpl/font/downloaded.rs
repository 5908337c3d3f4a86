//! A TrueType file that the label brings (`~DU` and `~DY`). Its letters are drawn one by one, as
//! the file has them: a letter it lacks stays empty.

use std::fmt;
use std::sync::Arc;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::DrawSettings;
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::super::mask::Mask;
use super::super::outline::{self, Pieces};

#[derive(Clone, PartialEq)]
pub struct Downloaded(Arc<Vec<u8>>);

impl Downloaded {
    /// `None` if the bytes are no typeface with outlines.
    pub fn new(bytes: Vec<u8>) -> Option<Downloaded> {
        let font = FontRef::new(&bytes).ok()?;
        font.outline_glyphs().get(GlyphId::NOTDEF)?;
        Some(Downloaded(Arc::new(bytes)))
    }

    fn font(&self) -> Option<FontRef<'_>> {
        FontRef::new(&self.0).ok()
    }

    pub fn has(&self, character: char) -> bool {
        self.font().is_some_and(|font| font.charmap().map(character).is_some())
    }

    /// The width of a line at a type size of `em` dots.
    pub fn width(&self, text: &str, em: f32) -> f32 {
        let Some(font) = self.font() else { return 0.0 };
        let metrics = font.glyph_metrics(Size::new(em), LocationRef::default());
        let charmap = font.charmap();
        let glyphs = text.chars().filter_map(|letter| charmap.map(letter));
        glyphs.filter_map(|glyph| metrics.advance_width(glyph)).sum()
    }

    /// Draws a line from `x` on, `stretch` times as wide as the file has it, with `gap` dots after
    /// each letter.
    pub fn draw(
        &self,
        mask: &mut Mask,
        (mut x, baseline): (f32, f32),
        text: &str,
        em: f32,
        stretch: f32,
        gap: i32,
    ) {
        let Some(font) = self.font() else { return };
        let metrics = font.glyph_metrics(Size::new(em), LocationRef::default());
        let (charmap, outlines) = (font.charmap(), font.outline_glyphs());
        for letter in text.chars() {
            if x > mask.width() as f32 {
                return;
            }
            if let Some(glyph) = charmap.map(letter) {
                let mut pieces = Pieces::new((x, baseline), stretch);
                let settings = DrawSettings::unhinted(Size::new(em), LocationRef::default());
                let outline = outlines.get(glyph);
                if outline.is_some_and(|outline| outline.draw(settings, &mut pieces).is_ok()) {
                    outline::fill(&pieces, mask);
                }
                x += metrics.advance_width(glyph).unwrap_or(0.0) * stretch;
            }
            x += gap as f32;
        }
    }
}

impl fmt::Debug for Downloaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Downloaded({} bytes)", self.0.len())
    }
}
