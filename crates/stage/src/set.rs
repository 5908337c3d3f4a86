//! Checks the text layout of a frame: which texts overlap others, are cut off at a side, leave the
//! window, or are covered by something drawn later.

use std::fmt;

use egui::epaint::{ClippedShape, RectShape, TextShape};
use egui::{Rect, Shape};

/// Allowed overlap of two texts, in points; their boxes are slightly larger than the letters.
const TOUCH: f32 = 2.0;
/// Anything larger than a control that covers text is a menu, a dialog or a notice above it.
const CONTROL: [f32; 2] = [320.0, 40.0];
/// Words of languages without spaces, and codes, are longer and may be broken.
const LONGEST_WORD: usize = 28;
/// Identifiers are longer and may be shortened.
const LONGEST_FIGURE: usize = 24;

/// What the shapes themselves do not tell.
pub struct Surroundings {
    pub window: Rect,
    /// Bounds of text fields: long input may extend beyond its field, where it can be scrolled.
    pub fields: Vec<Rect>,
    /// The bars of what is scrolled sideways: its lines may end at both ends of the bar.
    pub sideways: Vec<Rect>,
}

/// A text that the user could not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextFault {
    OneOnTheOther(String, String),
    Cut(String),
    Covered(String),
    /// A line ends inside a word.
    Broken(String),
    /// A date, a price or another short figure that ends in an ellipsis.
    Shortened(String),
    /// A text or a control that lies outside the window, in part or wholly.
    Outside(String),
}

impl fmt::Display for TextFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneOnTheOther(one, other) => write!(out, "“{one}” lies on “{other}”"),
            Self::Cut(words) => write!(out, "“{words}” is cut at its side"),
            Self::Covered(words) => write!(out, "“{words}” is covered in part"),
            Self::Broken(words) => write!(out, "“{words}” is broken inside a word"),
            Self::Shortened(words) => write!(out, "the figure “{words}” is shortened"),
            Self::Outside(words) => write!(out, "“{words}” is outside the window"),
        }
    }
}

/// A line of text, and its visible part.
struct PaintedLine {
    words: String,
    seen: Rect,
}

/// Checks the shapes in the order in which they are painted.
pub fn text_faults(shapes: &[ClippedShape], around: Surroundings) -> Vec<TextFault> {
    let mut page = Page { lines: Vec::new(), faults: Vec::new(), around };
    for clipped in shapes {
        page.add(&clipped.shape, clipped.clip_rect);
    }
    page.faults
}

struct Page {
    lines: Vec<PaintedLine>,
    faults: Vec<TextFault>,
    around: Surroundings,
}

impl Page {
    fn add(&mut self, shape: &Shape, clip: Rect) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|it| self.add(it, clip)),
            Shape::Text(text) => self.write(text, clip),
            Shape::Rect(rect) => self.cover(rect, clip),
            _ => {}
        }
    }

    fn write(&mut self, text: &TextShape, clip: Rect) {
        if text.angle != 0.0 || text.opacity_factor == 0.0 {
            return;
        }
        let before = self.lines.len();
        let visible = text.galley.rect.translate(text.pos.to_vec2());
        if clip.intersects(visible.shrink(1.0)) {
            self.faults.extend(broken_word(text).map(TextFault::Broken));
            if text.galley.elided && is_figure(text.galley.text()) {
                let words = text.galley.text().to_owned();
                self.faults.push(TextFault::Shortened(words));
            }
        }
        for row in &text.galley.rows {
            let ink = row.row.visuals.mesh_bounds;
            let words = row.row.text();
            if !ink.is_positive() || words.trim().is_empty() {
                continue;
            }
            let whole = ink.translate(text.pos.to_vec2() + row.pos.to_vec2());
            let seen = whole.intersect(clip);
            if !seen.shrink(1.0).is_positive() {
                if self.is_beside_the_window(whole, clip) {
                    self.faults.push(TextFault::Outside(words));
                }
                continue;
            }
            let runs_out = whole.left() < clip.left() - TOUCH && !self.is_scrolled(clip.left())
                || whole.right() > clip.right() + TOUCH && !self.is_scrolled(clip.right());
            let mut fields = self.around.fields.iter();
            if runs_out && !fields.any(|field| field.contains(seen.center())) {
                self.faults.push(TextFault::Cut(words.clone()));
            }
            let others = self.lines.iter().take(before);
            let below = others.filter(|other| touches(other.seen, seen));
            let faults: Vec<TextFault> = below
                .map(|other| TextFault::OneOnTheOther(words.clone(), other.words.clone()))
                .collect();
            self.faults.extend(faults);
            self.lines.push(PaintedLine { words, seen });
        }
    }

    /// Whether what ends at this x can be scrolled sideways.
    fn is_scrolled(&self, side: f32) -> bool {
        let mut bars = self.around.sideways.iter();
        bars.any(|bar| (side - bar.left()).abs() < TOUCH || (side - bar.right()).abs() < TOUCH)
    }

    /// Whether a line without a visible part is cut off by a side of the window. One that is scrolled
    /// away is cut off by its scroll area.
    fn is_beside_the_window(&self, whole: Rect, clip: Rect) -> bool {
        let height = whole.y_range().intersection(clip.y_range()).span();
        let right = whole.left() >= self.around.window.right() - 1.0
            && clip.right() >= self.around.window.right();
        let left = whole.right() <= self.around.window.left() + 1.0
            && clip.left() <= self.around.window.left();
        height > TOUCH && (left || right)
    }

    fn cover(&mut self, shape: &RectShape, clip: Rect) {
        if !shape.fill.is_opaque() || shape.blur_width > 0.0 {
            return;
        }
        let ground = shape.rect.intersect(clip);
        let [width, height] = CONTROL;
        let is_control = ground.width() <= width && ground.height() <= height;
        let faults = &mut self.faults;
        self.lines.retain_mut(|line| {
            if !touches(line.seen, ground) {
                return true;
            }
            if is_control && !ground.expand(TOUCH).contains_rect(line.seen) {
                faults.push(TextFault::Covered(line.words.clone()));
            }
            line.seen = rest(line.seen, ground);
            line.seen.is_positive()
        });
    }
}

/// The two parts of a word that stands on two lines. Long numbers and addresses of the network
/// have no better place for a break.
fn broken_word(text: &TextShape) -> Option<String> {
    let rows = &text.galley.rows;
    let mut pairs = rows.iter().zip(rows.iter().skip(1));
    pairs.find_map(|(row, next)| {
        let (row, next) = (row.text(), next.text());
        let end: String = leading_letters(row.chars().rev()).chars().rev().collect();
        let start = leading_letters(next.chars());
        let word = format!("{end}{start}");
        // A row is without the space at which the line was broken; the text has it.
        let is_word = !end.is_empty() && !start.is_empty() && text.galley.text().contains(&word);
        (is_word && word.chars().count() <= LONGEST_WORD).then(|| format!("{end}|{start}"))
    })
}

fn leading_letters(chars: impl Iterator<Item = char>) -> String {
    chars.take_while(|letter| letter.is_alphabetic()).collect()
}

/// Whether a text is one figure, such as a price or a date with its time: short, with digits, and
/// without a word longer than the name of a month is in short.
fn is_figure(words: &str) -> bool {
    let mut parts = words.split(|letter: char| !letter.is_alphabetic());
    words.chars().count() <= LONGEST_FIGURE
        && words.chars().any(|letter| letter.is_ascii_digit())
        && parts.all(|part| part.chars().count() <= 4)
}

fn touches(one: Rect, other: Rect) -> bool {
    let both = one.intersect(other);
    both.width() > TOUCH && both.height() > TOUCH
}

/// The largest part of the line beside, above or below the covering shape.
fn rest(line: Rect, ground: Rect) -> Rect {
    let sides = [
        Rect::from_min_max(line.min, egui::pos2(ground.left(), line.bottom())),
        Rect::from_min_max(egui::pos2(ground.right(), line.top()), line.max),
        Rect::from_min_max(line.min, egui::pos2(line.right(), ground.top())),
        Rect::from_min_max(egui::pos2(line.left(), ground.bottom()), line.max),
    ];
    let area = |rect: &Rect| rect.width().max(0.0) * rect.height().max(0.0);
    let largest = sides.into_iter().max_by(|a, b| area(a).total_cmp(&area(b)));
    largest.unwrap_or(Rect::NOTHING).intersect(line)
}
