//! Text as lines of placed glyphs: any script, in its reading direction, wrapped at a width.

use std::borrow::Cow;
use std::ops::Range;

use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use unicode_bidi::{Direction, get_base_direction};

use super::line_break::{Break, break_between, is_space};
use super::paper::PaperError;
use postroom_drawing::font::{Face, Glyph, GlyphRun, Weight};

/// Heights above and below the baseline that the bundled typeface needs, as fractions of the type
/// size.
const ASCENT: f32 = 0.97;
const DESCENT: f32 = 0.24;
/// Room between two lines, as a fraction of the type size.
const LEADING: f32 = 0.12;
/// The most characters that are laid out at once to find their widths: shaping takes more than
/// twice the time for twice the text.
const LONGEST_MEASURED: usize = 400;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// In points.
    pub size: f32,
    pub bold: bool,
}

impl TextStyle {
    pub const fn regular(size: f32) -> Self {
        Self { size, bold: false }
    }

    pub const fn bold(size: f32) -> Self {
        Self { size, bold: true }
    }
}

/// One line of text, ready to be drawn.
pub struct Line<'f> {
    /// The text that the glyphs name by its bytes. May begin with a direction mark.
    pub text: String,
    pub runs: Vec<GlyphRun<'f>>,
    /// In points, like all lengths here.
    pub width: f32,
    pub ascent: f32,
    pub descent: f32,
    pub size: f32,
    /// The line belongs to a paragraph that is read from right to left.
    pub leftward: bool,
}

impl Line<'_> {
    /// From the top of the line to the top of the next.
    pub fn height(&self) -> f32 {
        self.ascent + self.descent + LEADING * self.size
    }

    /// From the top of the line to the baseline.
    pub fn baseline(&self) -> f32 {
        LEADING * self.size / 2.0 + self.ascent
    }

    /// The text without direction marks.
    pub fn words(&self) -> &str {
        self.text.trim_start_matches(MARKS)
    }
}

/// The left-to-right and the right-to-left mark.
const MARKS: [char; 2] = ['\u{200e}', '\u{200f}'];

/// The two weights of the bundled typeface that papers use.
pub struct Typefaces {
    regular: Face,
    bold: Face,
}

/// Characters that are never divided, with their common width as a fraction of the type size.
struct Cluster {
    start: usize,
    advance: f32,
}

impl Typefaces {
    /// # Errors
    /// [`PaperError::Write`] if the bundled typeface cannot be opened, which a test rules out.
    pub fn open() -> Result<Self, PaperError> {
        let open = |weight| Face::open(weight).ok_or(PaperError::Write);
        Ok(Self { regular: open(Weight::Regular)?, bold: open(Weight::Bold)? })
    }

    fn face(&self, style: TextStyle) -> &Face {
        if style.bold { &self.bold } else { &self.regular }
    }

    /// The text on one line, however long. Line breaks become spaces.
    pub fn line(&self, text: &str, style: TextStyle) -> Line<'_> {
        let text = printable(text);
        let text = text.trim();
        self.shaped(text, style, is_leftward(text))
    }

    /// The text on one line that is at most as wide as given; what is left out shows as `…`.
    pub fn shortened(&self, text: &str, style: TextStyle, width: f32) -> Line<'_> {
        let whole = self.line(text, style);
        if whole.width <= width {
            return whole;
        }
        let text = printable(text);
        let text = text.trim();
        let leftward = is_leftward(text);
        let clusters = self.clusters(text, style);
        let room = width - self.shaped("…", style, false).width;
        let mut used = 0.0;
        let fits = |cluster: &&Cluster| {
            used += cluster.advance * style.size;
            used <= room
        };
        let mut kept = clusters.iter().take_while(fits).count();
        loop {
            let end = bytes_of(text, &clusters, 0..kept).end;
            let words = text.get(..end).unwrap_or_default().trim_end();
            let line = self.shaped(&format!("{words}…"), style, leftward);
            // Letters can join differently at the end and be wider than measured.
            if line.width <= width || kept == 0 {
                return line;
            }
            kept -= 1;
        }
    }

    /// The text in lines of at most this width. Line breaks of the text stay; several empty lines
    /// become one, and none begins or ends the text. Only a single character that is wider than
    /// the width makes a line wider.
    pub fn wrapped(&self, text: &str, style: TextStyle, width: f32) -> Vec<Line<'_>> {
        let text = text.replace("\r\n", "\n");
        let ends = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
        let mut lines: Vec<Line<'_>> = Vec::new();
        let mut empty_before = false;
        for paragraph in text.split(ends) {
            let paragraph = printable(paragraph);
            let paragraph = paragraph.trim();
            if paragraph.is_empty() {
                empty_before = !lines.is_empty();
                continue;
            }
            if std::mem::take(&mut empty_before) {
                lines.push(self.shaped("", style, false));
            }
            self.wrap_paragraph(paragraph, style, width, &mut lines);
        }
        lines
    }

    fn wrap_paragraph<'f>(
        &'f self,
        text: &str,
        style: TextStyle,
        width: f32,
        lines: &mut Vec<Line<'f>>,
    ) {
        let leftward = is_leftward(text);
        let clusters = self.clusters(text, style);
        let mut first = 0;
        while first < clusters.len() {
            if starts_with_space(text, clusters.get(first)) {
                first += 1;
                continue;
            }
            let mut limit = width / style.size;
            loop {
                let end = line_end(text, &clusters, first, limit);
                let words = text.get(bytes_of(text, &clusters, first..end));
                let words = words.unwrap_or_default().trim_end_matches(is_space);
                let line = self.shaped(words, style, leftward);
                // Letters can join differently at the end of a line and be wider than measured.
                let over = (line.width - width) / style.size;
                if over <= 0.001 || end <= first + 1 {
                    lines.push(line);
                    first = end;
                    break;
                }
                limit -= over + 0.001;
            }
        }
    }

    /// The clusters of a text in logical order.
    fn clusters(&self, text: &str, style: TextStyle) -> Vec<Cluster> {
        let face = self.face(style);
        let mut clusters: Vec<Cluster> = Vec::with_capacity(text.len());
        let mut start = 0;
        while start < text.len() {
            let rest = text.get(start..).unwrap_or_default();
            let part = rest.get(..measured_length(rest)).unwrap_or(rest);
            let runs = runs_of(face, part);
            let glyphs = runs.iter().flat_map(|run| &run.glyphs);
            let mut advances: Vec<(usize, f32)> =
                glyphs.map(|glyph| (start + glyph.text.start, glyph.advance)).collect();
            advances.sort_by_key(|(at, _)| *at);
            for (at, advance) in advances {
                match clusters.last_mut() {
                    Some(last) if last.start == at => last.advance += advance,
                    _ => clusters.push(Cluster { start: at, advance }),
                }
            }
            start += part.len().max(1);
        }
        clusters
    }

    fn shaped(&self, words: &str, style: TextStyle, leftward: bool) -> Line<'_> {
        let mark = direction_mark(words, leftward);
        let text = format!("{mark}{words}");
        let mut runs = runs_of(self.face(style), &text);
        for run in &mut runs {
            run.glyphs.retain(|glyph| glyph.text.start >= mark.len());
        }
        runs.retain(|run| !run.glyphs.is_empty());
        let bundled = std::ptr::from_ref(self.face(style));
        let (mut ascent, mut descent) = (ASCENT, DESCENT);
        for run in &runs {
            if !std::ptr::eq(run.face, bundled) {
                let (above, below) = extent(run.face);
                ascent = ascent.max(above);
                descent = descent.max(below);
            }
        }
        Line {
            width: runs.iter().map(GlyphRun::width).sum::<f32>() * style.size,
            ascent: ascent * style.size,
            descent: descent * style.size,
            size: style.size,
            text,
            runs,
            leftward,
        }
    }
}

/// The glyphs of a text from left to right. What only has letters of the bundled typeface, as most
/// texts do, needs no shaping.
fn runs_of<'f>(face: &'f Face, text: &str) -> Vec<GlyphRun<'f>> {
    let plain = |letter: char| letter < '\u{300}' && face.has(letter);
    if !text.chars().all(plain) {
        return face.pieces(text);
    }
    let glyphs: Vec<Glyph> = text
        .char_indices()
        .map(|(at, letter)| {
            let id = face.glyph(letter);
            Glyph {
                id,
                advance: face.advance(id),
                right: 0.0,
                up: 0.0,
                text: at..at + letter.len_utf8(),
            }
        })
        .collect();
    if glyphs.is_empty() {
        return Vec::new();
    }
    vec![GlyphRun { face, glyphs }]
}

/// Heights above and below the baseline that a face asks for, as fractions of the type size. Some
/// faces name absurd ones.
fn extent(face: &Face) -> (f32, f32) {
    let file = face.file();
    let Ok(font) = skrifa::FontRef::from_index(file.bytes, file.index) else {
        return (ASCENT, DESCENT);
    };
    let metrics = font.metrics(Size::unscaled(), LocationRef::default());
    let em = f32::from(metrics.units_per_em.max(1));
    let above = (metrics.ascent / em).clamp(0.5, 2.0);
    let below = (-metrics.descent / em).clamp(0.0, 1.2);
    (above, below)
}

/// The text with spaces for tabs, line breaks and control characters, and without characters that
/// have no shape and would be drawn as a square.
fn printable(text: &str) -> Cow<'_, str> {
    let odd = |letter: char| letter.is_control() || matches!(letter, '\u{ad}' | '\u{feff}');
    if !text.contains(odd) {
        return Cow::Borrowed(text);
    }
    let kept = text.chars().filter(|letter| !matches!(letter, '\u{ad}' | '\u{feff}'));
    let spaced = kept.map(|letter| if letter.is_control() { ' ' } else { letter });
    Cow::Owned(spaced.collect())
}

/// Whether the text is read from right to left: its first letter with a direction decides.
fn is_leftward(text: &str) -> bool {
    text.chars().any(|letter| letter >= '\u{590}') && get_base_direction(text) == Direction::Rtl
}

/// The mark that gives a line the direction of its paragraph, where its own letters say otherwise.
fn direction_mark(words: &str, leftward: bool) -> &'static str {
    match (is_leftward(words), leftward) {
        (true, false) => "\u{200e}",
        (false, true) => "\u{200f}",
        _ => "",
    }
}

/// The bytes of the part of a text that is measured next: it ends after a space if possible, and
/// before no character that belongs to the one before it.
fn measured_length(text: &str) -> usize {
    let mut letters = text.char_indices().skip(LONGEST_MEASURED / 2);
    let (mut before, mut in_word) = (' ', text.len());
    for (count, (at, letter)) in letters.by_ref().enumerate() {
        match break_between(before, letter) {
            _ if count == 0 => {}
            Break::Allowed => return at,
            Break::InWord | Break::AfterHyphen if count < LONGEST_MEASURED / 2 => in_word = at,
            Break::InWord | Break::AfterHyphen => return in_word.min(at),
            Break::Never => {}
        }
        before = letter;
    }
    text.len()
}

fn starts_with_space(text: &str, cluster: Option<&Cluster>) -> bool {
    cluster.and_then(|cluster| letter_at(text, cluster.start)).is_some_and(is_space)
}

fn letter_at(text: &str, at: usize) -> Option<char> {
    text.get(at..).and_then(|rest| rest.chars().next())
}

fn bytes_of(text: &str, clusters: &[Cluster], range: Range<usize>) -> Range<usize> {
    let start_of = |at: usize| clusters.get(at).map_or(text.len(), |cluster| cluster.start);
    start_of(range.start)..start_of(range.end)
}

/// The first cluster of the next line, if this one begins at `first` and is at most `limit` wide.
/// A space at the end of the line needs no room.
fn line_end(text: &str, clusters: &[Cluster], first: usize, limit: f32) -> usize {
    let mut used = 0.0;
    let (mut allowed, mut after_hyphen, mut in_word) = (None, None, None);
    for (at, cluster) in clusters.iter().enumerate().skip(first) {
        let before = text.get(..cluster.start).and_then(|it| it.chars().next_back());
        let after = letter_at(text, cluster.start);
        if let (Some(before), Some(after)) = (before, after)
            && at > first
        {
            match break_between(before, after) {
                Break::Allowed => allowed = Some(at),
                Break::AfterHyphen => after_hyphen = Some(at),
                Break::InWord => in_word = Some(at),
                Break::Never => {}
            }
        }
        let space = after.is_some_and(is_space);
        if !space && used + cluster.advance > limit + 0.0005 {
            let best = allowed.or(after_hyphen).or(in_word);
            return best.unwrap_or(at.max(first + 1));
        }
        used += cluster.advance;
    }
    clusters.len()
}

#[cfg(test)]
mod tests;
