//! Rasterizes glyph outlines into dots of one bit, like a print head.

use std::ops::Range;

use skrifa::outline::OutlinePen;

use super::mask::{Mask, Paint};

/// Line segments of an outline in dots, with y pointing down.
#[derive(Default)]
pub struct Pieces {
    lines: Vec<[f32; 4]>,
    start: (f32, f32),
    at: (f32, f32),
    /// The position of the outline's origin, and its horizontal scale.
    origin: (f32, f32),
    stretch: f32,
}

impl Pieces {
    pub fn new(origin: (f32, f32), stretch: f32) -> Pieces {
        Pieces { origin, stretch, ..Pieces::default() }
    }

    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.origin.0 + x * self.stretch, self.origin.1 - y)
    }

    fn line(&mut self, to: (f32, f32)) {
        self.lines.push([self.at.0, self.at.1, to.0, to.1]);
        self.at = to;
    }

    fn curve(&mut self, points: [(f32, f32); 4]) {
        const STEPS: u8 = 8;
        let [a, b, c, d] = points;
        for step in 1..=STEPS {
            let t = f32::from(step) / f32::from(STEPS);
            let u = 1.0 - t;
            let weigh = |a: f32, b: f32, c: f32, d: f32| {
                u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
            };
            self.line((weigh(a.0, b.0, c.0, d.0), weigh(a.1, b.1, c.1, d.1)));
        }
    }
}

impl OutlinePen for Pieces {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.start = self.at;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.place(x, y);
        self.line(to);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (a, control, d) = (self.at, self.place(cx, cy), self.place(x, y));
        let toward = |p: (f32, f32)| {
            (p.0 + (control.0 - p.0) * 2.0 / 3.0, p.1 + (control.1 - p.1) * 2.0 / 3.0)
        };
        self.curve([a, toward(a), toward(d), d]);
    }

    fn curve_to(&mut self, bx: f32, by: f32, cx: f32, cy: f32, x: f32, y: f32) {
        let points = [self.at, self.place(bx, by), self.place(cx, cy), self.place(x, y)];
        self.curve(points);
    }

    fn close(&mut self) {
        let start = self.start;
        self.line(start);
    }
}

/// Dots with ink beside each other: their row, the first column and one past the last.
pub type Run = [i32; 3];

/// Sets every dot that is at least half covered.
pub fn fill(pieces: &Pieces, mask: &mut Mask) {
    for [row, from, to] in runs(pieces, 0..mask.width(), 0..mask.height()) {
        mask.fill(from, row, to - from, 1, Paint::Black);
    }
}

/// The dots that are at least half covered, by the non-zero winding rule, in these columns and rows.
pub fn runs(pieces: &Pieces, columns: Range<i32>, rows: Range<i32>) -> Vec<Run> {
    const SLICES: i32 = 4;
    let (left, right) = span(&pieces.lines, 0, columns);
    let (top, bottom) = span(&pieces.lines, 1, rows);
    let mut runs: Vec<Run> = Vec::new();
    let mut covered = vec![0.0_f32; (right - left).max(0) as usize];
    let mut crossings: Vec<(f32, i32)> = Vec::new();
    // From the top to the bottom of the outline only few lines are beside each other.
    let mut lines: Vec<[f32; 4]> = pieces.lines.clone();
    lines.sort_unstable_by(|a, b| top_of(a).total_cmp(&top_of(b)));
    let mut below = lines.iter().peekable();
    let mut beside: Vec<[f32; 4]> = Vec::new();
    for row in top..bottom {
        covered.fill(0.0);
        for slice in 0..SLICES {
            let y = row as f32 + (slice as f32 + 0.5) / SLICES as f32;
            while let Some(line) = below.next_if(|line| top_of(line) <= y) {
                beside.push(*line);
            }
            beside.retain(|&[_, y0, _, y1]| y0.max(y1) > y);
            crossings.clear();
            crossings.extend(beside.iter().map(|&[x0, y0, x1, y1]| {
                let winding = if y0 < y1 { 1 } else { -1 };
                (x0 + (y - y0) / (y1 - y0) * (x1 - x0), winding)
            }));
            crossings.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            let mut winding = 0;
            let mut from = 0.0;
            for &(x, step) in &crossings {
                if winding == 0 {
                    from = x;
                }
                winding += step;
                if winding == 0 {
                    cover(&mut covered, from - left as f32, x - left as f32);
                }
            }
        }
        for (x, amount) in (left..).zip(&covered) {
            if *amount >= SLICES as f32 * 0.5 {
                match runs.last_mut() {
                    Some([y, _, to]) if *y == row && *to == x => *to += 1,
                    _ => runs.push([row, x, x + 1]),
                }
            }
        }
    }
    runs
}

fn top_of(&[_, y0, _, y1]: &[f32; 4]) -> f32 {
    y0.min(y1)
}

/// The first and one past the last dot that the lines touch along an axis, within `room`.
fn span(lines: &[[f32; 4]], axis: usize, room: Range<i32>) -> (i32, i32) {
    let ends = || {
        lines.iter().flat_map(move |&[x0, y0, x1, y1]| match axis {
            0 => [x0, x1],
            _ => [y0, y1],
        })
    };
    let first = ends().fold(f32::MAX, f32::min).floor() as i32;
    let last = ends().fold(f32::MIN, f32::max).ceil() as i32;
    let first = first.clamp(room.start, room.end);
    (first, last.clamp(first, room.end))
}

/// Adds the covered part of each dot in a span.
fn cover(covered: &mut [f32], from: f32, to: f32) {
    let from = from.max(0.0);
    let to = to.min(covered.len() as f32);
    if from >= to {
        return;
    }
    let (first, last) = (from as usize, to.ceil() as usize);
    let Some((begin, behind)) = covered.get_mut(first..last).and_then(<[f32]>::split_first_mut)
    else {
        return;
    };
    *begin += to.min(first as f32 + 1.0) - from;
    if let Some((end, whole)) = behind.split_last_mut() {
        whole.iter_mut().for_each(|amount| *amount += 1.0);
        *end += to - (last - 1) as f32;
    }
}
