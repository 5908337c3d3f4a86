//! Finds the rings in the middle of an Aztec code or a MaxiCode.

use crate::Page;

/// A page of text and lines has no more places that look like a bull's eye.
const MOST_PLACES: usize = 64;
const INK_BELOW: u8 = 128;

/// The widths of the runs in the row through the middle, in modules, between two black runs that can
/// be longer: what is beyond them can be black too.
pub type Rings<const RUNS: usize> = [f32; RUNS];

/// The middle of a bull's eye, and the width of a module in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub x: usize,
    pub y: usize,
    pub module: f32,
}

pub fn places<const RUNS: usize>(page: &Page, rings: &Rings<RUNS>) -> Vec<Place> {
    let (width, height) = (page.width_px as usize, page.height_px as usize);
    let mut places: Vec<Place> = Vec::new();
    for y in 0..height {
        let mut runs = [0; RUNS];
        let (mut start, mut is_black) = (0, false);
        for x in 0..=width {
            if x < width && ink(page, x, y) == is_black {
                continue;
            }
            runs.rotate_left(1);
            if let Some(last) = runs.last_mut() {
                *last = x - start;
            }
            if !is_black && let Some((from_end, module)) = middle(&runs, rings) {
                let place = Place { x: x - from_end, y, module };
                let near = |a: usize, b: usize| a.abs_diff(b) as f32 <= module * RUNS as f32 / 2.0;
                let is_known = |known: &Place| near(known.x, place.x) && near(known.y, place.y);
                let is_new = places.len() < MOST_PLACES && !places.iter().any(is_known);
                if is_new && let Some(place) = centered(page, place, rings) {
                    places.push(place);
                }
            }
            (start, is_black) = (x, !is_black);
        }
    }
    places
}

pub fn ink(page: &Page, x: usize, y: usize) -> bool {
    let width = page.width_px as usize;
    x < width && page.luma.get(y * width + x).is_some_and(|level| *level < INK_BELOW)
}

/// The distance of the middle from the end of runs of these widths, and the width of a module.
fn middle<const RUNS: usize>(runs: &[usize; RUNS], rings: &Rings<RUNS>) -> Option<(usize, f32)> {
    let total: usize = runs.iter().sum();
    let module = total as f32 / rings.iter().sum::<f32>();
    let slack = (module / 2.0).max(1.0);
    let mut pairs = runs.iter().zip(rings);
    let is_one = pairs.all(|(run, ring)| (*run as f32 - ring * module).abs() <= slack);
    (module >= 1.0 && is_one).then_some((total / 2, module))
}

/// The place in the middle of its column too, if the column has the same rings as the row: the middle
/// of each ring is looked at, above and below.
fn centered<const RUNS: usize>(page: &Page, place: Place, rings: &Rings<RUNS>) -> Option<Place> {
    // The runs end with a white one.
    let is_black = |ring: usize| (RUNS - 1 - ring) % 2 == 1;
    let same = |y: &usize| ink(page, place.x, *y) == is_black(RUNS / 2);
    let above = (0..=place.y).rev().take_while(same).count();
    let below = (place.y..page.height_px as usize).take_while(same).count();
    let place = Place { y: (place.y + 1 + place.y + below).checked_sub(above)? / 2, ..place };
    let outward = rings.iter().enumerate().skip(RUNS / 2);
    let mut off = -rings.get(RUNS / 2)? / 2.0;
    let mut has_rings = outward.map(|(ring, width)| {
        let away = ((off + width / 2.0) * place.module).round() as usize;
        off += width;
        let above = place.y.checked_sub(away);
        above.is_some_and(|above| {
            [above, place.y + away].iter().all(|y| ink(page, place.x, *y) == is_black(ring))
        })
    });
    has_rings.all(|has| has).then_some(place)
}
