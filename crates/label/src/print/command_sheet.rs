//! The sheet of command barcodes to keep next to the scanner: one Letter page, with one Code 128
//! barcode per line and its description next to it.

use krilla::Document;
use krilla::color::luma;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};

use super::PrintError;
use postroom_base::code128;
use postroom_base::text;
use postroom_drawing::font::{Face, Weight};

/// One command: the text of its barcode, its name, and a description.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandLine {
    pub code: String,
    pub name: String,
    pub words: String,
}

/// Letter paper, in points.
const PAGE: (f32, f32) = (612.0, 792.0);
const MARGIN: f32 = 54.0;
const TOP: f32 = 112.0;
/// The largest distance between lines, in points. A scanner held at one line must not read the
/// next.
const PITCH: f32 = 66.0;
const BAR_HEIGHT: f32 = 34.0;
/// Four dots at 300 dpi, so that all modules have the same width.
const MODULE: f32 = 72.0 * 4.0 / 300.0;
/// To the right of the longest command and its quiet zone.
const WORDS_AT: f32 = 260.0;

/// Creates the sheet as a PDF.
///
/// # Errors
/// `PrintError::Write` if Code 128 cannot encode a code, or if there are more lines than fit on
/// the page.
pub fn pdf(lines: &[CommandLine]) -> Result<Vec<u8>, PrintError> {
    let room = PAGE.1 - TOP - MARGIN;
    let pitch = PITCH.min(room / lines.len().max(1) as f32);
    if pitch < BAR_HEIGHT + 12.0 {
        return Err(PrintError::Write);
    }
    let regular = Typeface::open(Weight::Regular)?;
    let bold = Typeface::open(Weight::Bold)?;
    let mut document = Document::new();
    let title = text!("printing-command-sheet");
    document.set_metadata(Metadata::new().title(title.to_owned()));
    let settings = PageSettings::from_wh(PAGE.0, PAGE.1).ok_or(PrintError::Write)?;
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    bold.write(&mut surface, (MARGIN, 68.0), 22.0, title);
    let words = text!("printing-command-sheet-hint");
    regular.write(&mut surface, (MARGIN, 88.0), 11.0, words);
    for (place, line) in lines.iter().enumerate() {
        let top = TOP + place as f32 * pitch;
        bars(&mut surface, (MARGIN, top), &line.code)?;
        let below = top + BAR_HEIGHT + 11.0;
        regular.write(&mut surface, (MARGIN, below), 9.0, &line.code);
        bold.write(&mut surface, (WORDS_AT, top + 15.0), 14.0, &line.name);
        regular.write(&mut surface, (WORDS_AT, top + 31.0), 10.0, &line.words);
    }
    surface.finish();
    page.finish();
    document.finish().map_err(|_| PrintError::Write)
}

fn bars(surface: &mut Surface<'_>, (left, top): (f32, f32), code: &str) -> Result<(), PrintError> {
    let codes = code128::encode(code).ok_or(PrintError::Write)?;
    let modules = code128::modules(&codes);
    let mut path = PathBuilder::new();
    let mut x = left;
    for run in modules.chunk_by(|a, b| a == b) {
        let width = run.len() as f32 * MODULE;
        if run.first() == Some(&true) {
            path.push_rect(Rect::from_xywh(x, top, width, BAR_HEIGHT).ok_or(PrintError::Write)?);
        }
        x += width;
    }
    ink(surface);
    surface.draw_path(&path.finish().ok_or(PrintError::Write)?);
    Ok(())
}

fn ink(surface: &mut Surface<'_>) {
    surface.set_fill(Some(Fill { paint: luma::Color::new(0).into(), ..Fill::default() }));
}

struct Typeface {
    face: Face,
    font: Font,
}

impl Typeface {
    fn open(weight: Weight) -> Result<Self, PrintError> {
        let face = Face::open(weight).ok_or(PrintError::Write)?;
        let font = Font::new(weight.file().into(), 0).ok_or(PrintError::Write)?;
        Ok(Self { face, font })
    }

    /// Draws text of this program; the bundled typeface has all its characters.
    fn write(&self, surface: &mut Surface<'_>, (x, y): (f32, f32), size: f32, words: &str) {
        let glyphs: Vec<KrillaGlyph> = words
            .char_indices()
            .map(|(at, letter)| {
                let glyph = self.face.glyph(letter);
                let text = at..at + letter.len_utf8();
                let advance = self.face.advance(glyph);
                KrillaGlyph::new(GlyphId::new(glyph), advance, 0.0, 0.0, 0.0, text, None)
            })
            .collect();
        ink(surface);
        let start = Point::from_xy(x, y);
        surface.draw_glyphs(start, &glyphs, self.font.clone(), words, size, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, decode_in_process, read_barcodes};

    fn line(code: &str) -> CommandLine {
        CommandLine {
            code: code.to_owned(),
            name: "Buy label".to_owned(),
            words: "Buy the label of this draft".to_owned(),
        }
    }

    #[test]
    fn every_barcode_of_a_full_sheet_reads_back() {
        let codes: Vec<String> = (0..12).map(|n| format!("*COMMAND-{n}*")).collect();
        let lines: Vec<CommandLine> = codes.iter().map(|code| line(code)).collect();
        let bytes = pdf(&lines).unwrap();
        for dpi in [203.0, 300.0] {
            let pages = decode_in_process(&bytes, dpi, &Limits::default()).unwrap();
            assert_eq!(pages.len(), 1);
            assert_eq!((pages[0].width_in, pages[0].height_in), (8.5, 11.0));
            let mut read: Vec<String> =
                read_barcodes(&pages[0]).into_iter().map(|barcode| barcode.text).collect();
            read.sort();
            let mut expected = codes.clone();
            expected.sort();
            assert_eq!(read, expected, "{dpi}");
        }
    }

    #[test]
    fn what_does_not_fit_or_cannot_be_written_is_refused() {
        assert_eq!(pdf(&[line("ü")]), Err(PrintError::Write));
        assert_eq!(pdf(&vec![line("*A*"); 20]), Err(PrintError::Write));
    }
}
