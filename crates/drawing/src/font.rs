//! The typeface of the application, bundled so that labels and the window look the same on every
//! machine. All its digits have the same width, so columns of figures align. Characters it lacks
//! come from typefaces installed on the machine.

mod emoji;
mod fallback;
mod line;

use self::emoji::is_emoji;
pub use self::line::{Glyph, GlyphRun};

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    Regular,
    Medium,
    SemiBold,
    Bold,
}

impl Weight {
    pub const ALL: [Weight; 4] = [Weight::Regular, Weight::Medium, Weight::SemiBold, Weight::Bold];

    /// The TrueType file of this weight.
    pub fn file(self) -> &'static [u8] {
        match self {
            Weight::Regular => include_bytes!("../../../assets/fonts/Inter-Regular.ttf"),
            Weight::Medium => include_bytes!("../../../assets/fonts/Inter-Medium.ttf"),
            Weight::SemiBold => include_bytes!("../../../assets/fonts/Inter-SemiBold.ttf"),
            Weight::Bold => include_bytes!("../../../assets/fonts/Inter-Bold.ttf"),
        }
    }
}

/// Height of a capital letter above the baseline, as a fraction of the type size.
pub const CAP_HEIGHT: f32 = 0.727;
/// Depth of a descender below the baseline, as a fraction of the type size.
pub const DESCENT: f32 = 0.21;

/// A font in a font file, which can hold several.
#[derive(Clone, Copy, Debug)]
pub struct FontFile {
    pub bytes: &'static [u8],
    pub index: u32,
}

/// A font face, opened for measuring and for drawing outlines.
pub struct Face {
    file: FontFile,
    bold: bool,
    charmap: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
    units_per_em: f32,
}

impl Face {
    /// Opens a bundled weight. `None` only if the bundled file is not a font, which a test rules
    /// out.
    pub fn open(weight: Weight) -> Option<Face> {
        let file = FontFile { bytes: weight.file(), index: 0 };
        Face::of(file, matches!(weight, Weight::SemiBold | Weight::Bold))
    }

    fn of(file: FontFile, bold: bool) -> Option<Face> {
        let font = FontRef::from_index(file.bytes, file.index).ok()?;
        let units_per_em = font.metrics(Size::unscaled(), LocationRef::default()).units_per_em;
        Some(Face {
            file,
            bold,
            charmap: font.charmap(),
            metrics: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
            outlines: font.outline_glyphs(),
            units_per_em: f32::from(units_per_em.max(1)),
        })
    }

    pub fn file(&self) -> FontFile {
        self.file
    }

    /// Lays out a line as glyphs from left to right. Characters this face lacks use another face.
    pub fn pieces(&self, line: &str) -> Vec<GlyphRun<'_>> {
        line::pieces(self, line, |letter| fallback::face_for(letter, self.bold))
    }

    /// Whether the face has the character and an outline for it. Some fonts have only bitmaps, and
    /// fonts of colored emoji have empty outlines.
    fn draws(&self, character: char) -> bool {
        let has_ink = |glyph| {
            let bounds = self.metrics.bounds(glyph);
            bounds.is_some_and(|bounds| bounds.x_max > bounds.x_min)
        };
        self.charmap.map(character).is_some_and(|glyph| {
            glyph != GlyphId::NOTDEF
                && self.outlines.get(glyph).is_some()
                && (!is_emoji(character) || has_ink(glyph))
        })
    }

    /// The glyph of a character, or of an empty square if the face does not have it.
    pub fn glyph(&self, character: char) -> u32 {
        self.charmap
            .map(character)
            .or_else(|| self.charmap.map('□'))
            .unwrap_or(GlyphId::NOTDEF)
            .to_u32()
    }

    pub fn has(&self, character: char) -> bool {
        self.charmap.map(character).is_some()
    }

    /// The advance of a glyph as a fraction of the type size.
    pub fn advance(&self, glyph: u32) -> f32 {
        self.metrics.advance_width(GlyphId::new(glyph)).unwrap_or(0.0) / self.units_per_em
    }

    /// The width of a line as a fraction of the type size.
    pub fn width(&self, text: &str) -> f32 {
        if text.chars().all(|c| self.has(c)) {
            return text.chars().map(|c| self.advance(self.glyph(c))).sum();
        }
        self.pieces(text).iter().map(GlyphRun::width).sum()
    }

    /// Draws an outline at `size` units per em, with y upwards. `false` if the glyph has none.
    pub fn outline(&self, glyph: u32, size: f32, pen: &mut impl OutlinePen) -> bool {
        let Some(outline) = self.outlines.get(GlyphId::new(glyph)) else {
            return false;
        };
        let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
        outline.draw(settings, pen).is_ok()
    }
}

/// The letters of a text that neither the bundled typeface nor an installed one has, each once.
pub fn undrawable_letters(text: &str) -> String {
    let Some(bundled) = Face::open(Weight::Regular) else {
        return String::new();
    };
    let mut letters = String::new();
    for letter in text.chars().filter(|it| it.is_alphabetic() && !bundled.has(*it)) {
        if !letters.contains(letter) && fallback::face_for(letter, false).is_none() {
            letters.push(letter);
        }
    }
    letters
}

/// The installed typeface that has a character the bundled one lacks.
pub fn installed_font_for(letter: char, bold: bool) -> Option<FontFile> {
    fallback::face_for(letter, bold).map(Face::file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W78. No typeface of a usual system has the letters of Kawi.
    #[test]
    fn letters_that_no_typeface_has_are_named_once() {
        assert_eq!(undrawable_letters("Łącka Ωж 9, İrem"), "");
        assert_eq!(undrawable_letters("Ada \u{11F04}\u{11F05}\u{11F04}"), "\u{11F04}\u{11F05}");
    }

    #[test]
    fn every_weight_opens_and_its_figures_share_one_width() {
        for weight in Weight::ALL {
            let face = Face::open(weight).expect("bundled font");
            let widths: Vec<f32> =
                "0123456789".chars().map(|c| face.width(&c.to_string())).collect();
            let spread = widths.iter().copied().fold(0.0_f32, |a, w| a.max((w - widths[0]).abs()));
            assert!(spread < 0.002, "{weight:?}: {widths:?}");
            for c in "AZaz09éßŁőΩЖ€£–→".chars() {
                assert!(face.has(c), "{weight:?} lacks {c}");
            }
            assert!(!face.has('漢'));
        }
    }
}
