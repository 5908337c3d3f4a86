//! Layout of a line of text as glyphs. The bundled typeface is used for the characters it has and
//! other faces for the rest, with shaping and word order as the script requires.

use std::ops::Range;

use unicode_bidi::{BidiInfo, Level};

use super::Face;
use super::emoji::is_emoji;
use crate::bidi;

#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    pub id: u32,
    /// As a fraction of the type size, like all lengths in this module.
    pub advance: f32,
    pub right: f32,
    pub up: f32,
    /// The bytes of the line that the glyph represents.
    pub text: Range<usize>,
}

/// Glyphs of one face, from left to right.
pub struct GlyphRun<'a> {
    pub face: &'a Face,
    pub glyphs: Vec<Glyph>,
}

impl GlyphRun<'_> {
    pub fn width(&self) -> f32 {
        self.glyphs.iter().map(|glyph| glyph.advance).sum()
    }
}

struct Run<'a> {
    face: &'a Face,
    /// Whether the face is not the bundled one, so that its letters may need shaping.
    foreign: bool,
    /// The bidirectional embedding level; odd levels run right to left.
    level: Level,
    text: Range<usize>,
}

/// Lays out a line; `other` finds a face for characters that `face` lacks.
pub fn pieces<'a>(
    face: &'a Face,
    line: &str,
    other: impl Fn(char) -> Option<&'a Face>,
) -> Vec<GlyphRun<'a>> {
    let levels = bidi::levels(line);
    let mut runs: Vec<Run<'a>> = Vec::new();
    for (at, letter) in line.char_indices() {
        let text = at..at + letter.len_utf8();
        let found = if face.has(letter) { None } else { other(letter) };
        // A combining mark uses the face of the letter before it.
        let held = runs
            .last()
            .filter(|run| run.foreign && is_mark(letter) && run.face.has(letter))
            .map(|run| run.face);
        let found = held.or(found);
        let foreign = found.is_some();
        let used = found.unwrap_or(face);
        let level = levels.get(at).copied().unwrap_or(Level::ltr());
        match runs.last_mut() {
            Some(run) if std::ptr::eq(run.face, used) && run.level == level => {
                run.text.end = text.end;
            }
            _ => runs.push(Run { face: used, foreign, level, text }),
        }
    }
    let levels: Vec<Level> = runs.iter().map(|run| run.level).collect();
    BidiInfo::reorder_visual(&levels)
        .into_iter()
        .filter_map(|at| runs.get(at))
        .map(|run| GlyphRun {
            face: run.face,
            glyphs: if run.foreign { joined(run, line) } else { plain(run, line) },
        })
        .collect()
}

/// Whether the character is set on the letter before it.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Whether the character has no glyph and only controls direction or line breaks.
fn is_unseen(letter: char) -> bool {
    matches!(
        letter,
        '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
    )
}

fn plain(run: &Run<'_>, line: &str) -> Vec<Glyph> {
    let text = line.get(run.text.clone()).unwrap_or_default();
    let leftward = run.level.is_rtl();
    let before = line.get(..run.text.start).unwrap_or_default();
    // Whether a space here would follow another one, or begin the line.
    let mut after_space = before.chars().next_back().is_none_or(char::is_whitespace);
    let mut after_omitted = false;
    let mut glyphs: Vec<Glyph> = text
        .char_indices()
        .map(|(at, letter)| {
            let letter = if leftward { bidi::mirrored(letter) } else { letter };
            let is_space = letter.is_whitespace();
            let omitted = is_emoji(letter) && !run.face.has(letter);
            // An emoji that is left out takes the space after it along, if one is before it.
            let unseen = omitted || is_unseen(letter) || (is_space && after_space && after_omitted);
            after_omitted = omitted || (after_omitted && is_unseen(letter));
            after_space = is_space || (after_space && unseen);
            let blank = unseen || (is_space && !run.face.has(letter));
            let id = run.face.glyph(if blank { ' ' } else { letter });
            let start = run.text.start + at;
            Glyph {
                id,
                advance: if unseen { 0.0 } else { run.face.advance(id) },
                right: 0.0,
                up: 0.0,
                text: start..start + letter.len_utf8(),
            }
        })
        .collect();
    if leftward {
        glyphs.reverse();
    }
    glyphs
}

fn joined(run: &Run<'_>, line: &str) -> Vec<Glyph> {
    let file = run.face.file();
    let Ok(font) = harfrust::FontRef::from_index(file.bytes, file.index) else {
        return plain(run, line);
    };
    let data = harfrust::ShaperData::new(&font);
    let shaper = data.shaper(&font).build();
    let mut buffer = harfrust::UnicodeBuffer::new();
    buffer.push_str(line.get(run.text.clone()).unwrap_or_default());
    buffer.guess_segment_properties();
    buffer.set_direction(if run.level.is_rtl() {
        harfrust::Direction::RightToLeft
    } else {
        harfrust::Direction::LeftToRight
    });
    let shaped = shaper.shape(buffer, harfrust::ShapeOptions::new());
    let em = shaper.units_per_em().max(1) as f32;
    let infos = shaped.glyph_infos();
    let mut starts: Vec<usize> = infos.iter().map(|info| info.cluster as usize).collect();
    starts.sort_unstable();
    let whole = run.text.end - run.text.start;
    infos
        .iter()
        .zip(shaped.glyph_positions())
        .map(|(info, position)| {
            let start = info.cluster as usize;
            let next = starts.iter().copied().find(|other| *other > start);
            let end = next.unwrap_or(whole);
            Glyph {
                id: info.glyph_id,
                advance: position.x_advance as f32 / em,
                right: position.x_offset as f32 / em,
                up: position.y_offset as f32 / em,
                text: run.text.start + start..run.text.start + end,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::{FontFile, Weight};

    fn face(bytes: &'static [u8]) -> Face {
        Face::of(FontFile { bytes, index: 0 }, false).expect("a font")
    }

    /// The text of each piece in visual order, with `*` before those not in the bundled face.
    fn laid_out(line: &str) -> String {
        let inter = Face::open(Weight::Regular).expect("bundled font");
        let arabic = face(include_bytes!("../../../../tests/all/label/fonts/arabic.ttf"));
        let han = face(include_bytes!("../../../../tests/all/label/fonts/han.otf"));
        let other = |letter: char| [&arabic, &han].into_iter().find(|face| face.draws(letter));
        let pieces = pieces(&inter, line, other);
        let words: Vec<String> = pieces
            .iter()
            .map(|piece| {
                let start = piece.glyphs.iter().map(|glyph| glyph.text.start).min();
                let end = piece.glyphs.iter().map(|glyph| glyph.text.end).max();
                let text = &line[start.unwrap_or(0)..end.unwrap_or(0)];
                let sign = if std::ptr::eq(piece.face, &inter) { "" } else { "*" };
                format!("{sign}{text}")
            })
            .collect();
        words.join("|")
    }

    #[test]
    fn letters_go_to_the_face_that_has_them() {
        assert_eq!(laid_out("Ann Reed"), "Ann Reed");
        assert_eq!(laid_out("日本語 12"), "*日本語| 12");
        // No face has this character: the bundled face draws an empty square.
        assert_eq!(laid_out("日\u{13000}a"), "*日|\u{13000}a");
    }

    #[test]
    fn what_has_no_shape_leaves_no_square() {
        let inter = Face::open(Weight::Regular).expect("bundled font");
        let glyphs = |line: &str| pieces(&inter, line, |_| None).remove(0).glyphs;
        let (space, wide) = (glyphs(" ").remove(0), glyphs("\u{3000}").remove(0));
        assert_eq!((wide.id, wide.advance), (space.id, space.advance));
        assert_eq!(glyphs("\u{200f}")[0].advance, 0.0);
        assert_eq!(glyphs("\u{13000}")[0].id, inter.glyph('□'));
    }

    #[test]
    fn an_emoji_that_no_face_has_is_left_out() {
        let inter = Face::open(Weight::Regular).expect("bundled font");
        let width = |line: &str| -> f32 {
            let pieces = pieces(&inter, line, |_| None);
            pieces.iter().map(GlyphRun::width).sum()
        };
        for (line, same) in [
            ("Ann🎁 Reed", "Ann Reed"),
            ("Ann 🎁 Reed", "Ann Reed"),
            ("Ann 🎁🎀 Reed", "Ann Reed"),
            ("🎁 Ann Reed", "Ann Reed"),
            ("Ann 👩\u{200d}🚀 Reed", "Ann Reed"),
            ("Ann 🖨\u{fe0f} Reed", "Ann Reed"),
            ("Shop 1\u{fe0f}\u{20e3}", "Shop 1"),
            ("🎁", ""),
        ] {
            let glyphs = pieces(&inter, line, |_| None);
            let mut glyphs = glyphs.iter().flat_map(|piece| &piece.glyphs);
            assert!(glyphs.all(|glyph| glyph.id != inter.glyph('□')), "{line}");
            assert!((width(line) - width(same)).abs() < 1e-5, "{line}");
        }
        // A letter that no face has is a part of the name: its absence has to be seen.
        assert!(width("Ann \u{13000} Reed") > width("Ann Reed"));
    }

    #[test]
    fn words_written_leftward_change_places_and_figures_do_not_turn() {
        assert_eq!(laid_out("محمد علي"), "*علي| |*محمد");
        // A line that starts right to left runs so as a whole: its last number is on the left.
        assert_eq!(laid_out("محمد 12 علي 34"), "34| |*علي| |12| |*محمد");
        assert_eq!(laid_out("Ali محمد Reed"), "Ali |*محمد| Reed");
        assert_eq!(laid_out("Ali محمد علي 9"), "Ali |9| |*علي| |*محمد");
    }

    #[test]
    fn arabic_letters_are_joined() {
        let arabic = face(include_bytes!("../../../../tests/all/label/fonts/arabic.ttf"));
        let glyphs = |line: &str| -> Vec<u32> {
            let inter = Face::open(Weight::Regular).expect("bundled font");
            let pieces = pieces(&inter, line, |_| Some(&arabic));
            pieces[0].glyphs.iter().map(|glyph| glyph.id).collect()
        };
        let (alone, word) = (glyphs("م"), glyphs("محمد"));
        assert_eq!(word.len(), 4);
        // From the left, so the last letter is first. Neither م has its isolated shape, and the
        // initial one differs from the medial one.
        assert!(!word.contains(&alone[0]));
        assert_ne!(word[1], word[3]);
        assert_eq!(word[0], glyphs("مد")[0], "د joins rightward alike");
    }
}
