//! The ink of the sample PDFs beside that of `pdftoppm`: how much of it, in either picture, is more than
//! two pixels away from all ink of the other.

use std::fs;
use std::path::Path;
use std::process::Command;

use postroom::label::{Limits, Page, decode_in_process};

use super::beside::files;

const DPI: f32 = 203.0;
const NEAR: usize = 2;

/// Prints the shares of all pages.
pub fn told() {
    let mut shares: Vec<f64> = Vec::new();
    for file in files() {
        let bytes = fs::read(&file).expect("a sample");
        let Ok(ours) = decode_in_process(&bytes, DPI, &Limits::default()) else {
            continue;
        };
        let Some(theirs) = reference(&file) else {
            return println!("pdftoppm is not installed (apt-get install poppler-utils)");
        };
        for (own, other) in ours.iter().map(Picture::of_page).zip(theirs) {
            let far = own.far_from(&other) + other.far_from(&own);
            let share = far as f64 / (own.ink() + other.ink()).max(1) as f64;
            if share > 0.01 {
                println!("  {}: {:.2} %", file.display(), share * 100.0);
            }
            shares.push(share);
        }
    }
    shares.sort_by(f64::total_cmp);
    let at = |percent: usize| shares[(shares.len() * percent / 100).min(shares.len() - 1)] * 100.0;
    println!(
        "ink more than {NEAR} px away from that of pdftoppm, {} pages at {DPI} dpi: median {:.2} %, 90 % of pages {:.2} %, worst {:.2} %",
        shares.len(),
        at(50),
        at(90),
        at(100)
    );
}

/// The pages of a file as `pdftoppm` draws them; none if it refuses the file.
fn reference(file: &Path) -> Option<Vec<Picture>> {
    let drawn = Command::new("pdftoppm").args(["-gray", "-r", "203"]).arg(file).output().ok()?;
    let mut rest = drawn.stdout.as_slice();
    let mut pages = Vec::new();
    while let Some(body) = rest.strip_prefix(b"P5\n") {
        let mut lines = body.splitn(3, |byte| *byte == b'\n');
        let size = std::str::from_utf8(lines.next()?).ok()?;
        let (width, height) = size.split_once(' ')?;
        let (width, height): (usize, usize) = (width.parse().ok()?, height.parse().ok()?);
        let (_, pixels) = (lines.next()?, lines.next()?);
        let (own, after) = pixels.split_at(width * height);
        pages.push(Picture { width, ink: own.iter().map(|level| *level < 128).collect() });
        rest = after;
    }
    Some(pages)
}

struct Picture {
    width: usize,
    ink: Vec<bool>,
}

impl Picture {
    fn of_page(page: &Page) -> Self {
        let ink = page.luma.iter().map(|level| *level < 128).collect();
        Self { width: page.width_px as usize, ink }
    }

    fn ink(&self) -> usize {
        self.ink.iter().filter(|ink| **ink).count()
    }

    fn has(&self, x: usize, y: usize) -> bool {
        x < self.width && self.ink.get(y * self.width + x) == Some(&true)
    }

    /// The pixels with ink that have none of the other picture near them.
    fn far_from(&self, other: &Self) -> usize {
        let inked = (0..self.ink.len()).filter(|at| self.ink[*at]);
        let is_far = |at: &usize| {
            let (x, y) = (at % self.width, at / self.width);
            let mut rows = y.saturating_sub(NEAR)..=y + NEAR;
            !rows.any(|y| (x.saturating_sub(NEAR)..=x + NEAR).any(|x| other.has(x, y)))
        };
        inked.filter(is_far).count()
    }
}
