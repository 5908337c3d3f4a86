//! Breaks text into lines.

use super::Font;

pub struct TextLine {
    pub text: String,
    /// Whether this is the last line of a paragraph.
    pub ends: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Wrapping {
    /// The width of a line in dots.
    pub width: i32,
    /// The indent of all lines but the first.
    pub hanging: i32,
    /// The space after each character.
    pub gap: i32,
    /// Whether a divided word gets a hyphen.
    pub hyphens: bool,
    /// No more lines are made.
    pub most: usize,
}

/// What ends a line and where a word may be divided, among the characters of a text.
const LINE_END: char = '\u{fdd0}';
const DIVISION: char = '\u{fdd1}';

/// The text with these marks in place of `\&` and `\-`. In blocks with hyphens two backslashes are
/// one (manual, `^FB`), also before a sign that would be such a command with it.
fn marked(text: &str, hyphens: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let made = match (letter, letters.peek()) {
            ('\\', Some('&')) => Some(LINE_END),
            ('\\', Some('-')) if hyphens => Some(DIVISION),
            ('\\', Some('\\')) if hyphens => Some('\\'),
            _ => None,
        };
        if made.is_some() {
            letters.next();
        }
        out.push(made.unwrap_or(letter));
    }
    out
}

/// The lines of a text. `\&` ends a line, and spaces where a line breaks are left out.
///
/// A word wider than a line is divided where the line is full, with a hyphen (manual, `^FB`).
/// `\-` marks a better place, where the hyphen only appears if the word is divided there. The
/// manual also lists `\` with any letter or digit as such a mark. That form is not followed: texts
/// such as paths would lose their backslashes.
pub fn wrapped(font: &Font, text: &str, wrapping: Wrapping) -> Vec<TextLine> {
    let mut writer =
        Writer { font, wrapping, lines: Vec::new(), current: String::new(), used: 0.0 };
    // The printer takes 3 KB.
    let end = text.char_indices().nth(MOST_CHARACTERS).map(|(end, _)| end);
    let text = end.and_then(|end| text.get(..end)).unwrap_or(text);
    for paragraph in marked(text, wrapping.hyphens).split(LINE_END) {
        if writer.is_full() {
            break;
        }
        for word in paragraph.split(' ') {
            if writer.is_full() {
                return writer.lines;
            }
            writer.word(word);
        }
        writer.end_line(true);
    }
    writer.lines
}

struct Writer<'a> {
    font: &'a Font,
    wrapping: Wrapping,
    lines: Vec<TextLine>,
    current: String,
    /// The width of the current line.
    used: f32,
}

impl Writer<'_> {
    fn is_full(&self) -> bool {
        self.lines.len() >= self.wrapping.most
    }

    fn width(&self, text: &str) -> f32 {
        self.font.width(text, self.wrapping.gap)
    }

    /// The width of the current line that is free, after a space if the line has a word.
    fn room(&self) -> f32 {
        let indent = if self.lines.is_empty() { 0 } else { self.wrapping.hanging };
        let space = if self.current.is_empty() { 0.0 } else { self.width(" ") };
        (self.wrapping.width - indent) as f32 - self.used - space
    }

    fn end_line(&mut self, ends: bool) {
        if self.is_full() {
            return;
        }
        let text = std::mem::take(&mut self.current);
        self.used = 0.0;
        self.lines.push(TextLine { text, ends });
    }

    /// Adds a word that fits, or a part of one.
    fn add(&mut self, word: &str) {
        if !self.current.is_empty() {
            self.used += self.width(" ");
            self.current.push(' ');
        }
        self.used += self.width(word);
        self.current.push_str(word);
    }

    fn word(&mut self, word: &str) {
        let parts: Vec<&str> = word.split(DIVISION).collect();
        let hyphen = self.width("-");
        let mut rest = parts.as_slice();
        while !self.is_full() {
            let room = self.room();
            // How many parts fit, and how many of them in front of a hyphen.
            let (mut used, mut fitting, mut before_hyphen) = (0.0, 0, 0);
            for part in rest {
                used += self.width(part);
                if used > room {
                    break;
                }
                fitting += 1;
                if used + hyphen <= room {
                    before_hyphen = fitting;
                }
            }
            if fitting == rest.len() {
                self.add(&rest.concat());
                return;
            }
            if before_hyphen > 0
                && let Some((before, after)) = rest.split_at_checked(before_hyphen)
            {
                self.add(&format!("{}-", before.concat()));
                self.end_line(false);
                rest = after;
                continue;
            }
            if !self.current.is_empty() {
                self.end_line(false);
                continue;
            }
            self.divided(&rest.concat());
            return;
        }
    }

    /// Adds a word that is wider than a line, on as many lines as it needs.
    fn divided(&mut self, word: &str) {
        let hyphen = if self.wrapping.hyphens { self.width("-") } else { 0.0 };
        let mut rest: Vec<char> = word.chars().collect();
        while !self.is_full() {
            let room = self.room();
            let widths: Vec<f32> = rest
                .iter()
                .take(MOST_IN_LINE)
                .map(|c| self.width(c.encode_utf8(&mut [0; 4])))
                .collect();
            if widths.len() == rest.len() && widths.iter().sum::<f32>() <= room {
                let word: String = rest.into_iter().collect();
                self.add(&word);
                return;
            }
            let mut used = 0.0;
            let fitting = widths.iter().take_while(|width| {
                used += **width;
                used + hyphen <= room
            });
            // A line has at least one character, however narrow it is.
            let count = fitting.count().max(1).min(rest.len());
            let after = rest.split_off(count);
            let mut part: String = rest.into_iter().collect();
            if after.is_empty() {
                self.add(&part);
                return;
            }
            if self.wrapping.hyphens && widths.first().is_some_and(|w| w + hyphen <= room) {
                part.push('-');
            }
            self.add(&part);
            self.end_line(false);
            rest = after;
        }
    }
}

/// Longer texts are cut off.
const MOST_CHARACTERS: usize = 10_000;
/// The characters of a divided word that are measured for one line. A longer line fits no label.
const MOST_IN_LINE: usize = 2_000;
