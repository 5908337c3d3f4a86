//! The dots of glyphs, each drawn once by a thread. Labels of one shop repeat most of theirs: on
//! 1,000 labels of 250 letters each, drawing them was half of the work of the drawing processes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use postroom_drawing::font::Face;

use super::super::mask::{Mask, Paint};
use super::super::outline::{self, Pieces, Run};

/// Dots per em above which a glyph is not kept.
const LARGEST: f32 = 120.0;
/// Glyphs that are kept, of at most 4 kB each.
const MOST: usize = 4_096;
/// Further from its origin than this, in dots, no kept glyph has ink.
const REACH: i32 = 4_096;

/// What the dots of a glyph depend on. The typefaces are in memory for the whole run.
#[derive(PartialEq, Eq, Hash)]
struct GlyphKey {
    file: usize,
    index: u32,
    glyph: u32,
    /// The bits of the type size, of the stretch, and of the part of its place within a dot.
    measures: [u32; 4],
}

thread_local! {
    static KEPT: RefCell<HashMap<GlyphKey, Rc<[Run]>>> = RefCell::default();
}

/// Draws a glyph with its origin at `place`, at `em` dots per em and `stretch` times as wide.
pub fn draw(
    mask: &mut Mask,
    face: &Face,
    glyph: u32,
    (em, stretch): (f32, f32),
    place: (f32, f32),
) {
    let outlined = |origin| {
        let mut pieces = Pieces::new(origin, stretch);
        face.outline(glyph, em, &mut pieces).then_some(pieces)
    };
    if em > LARGEST {
        if let Some(pieces) = outlined(place) {
            outline::fill(&pieces, mask);
        }
        return;
    }
    let (left, top) = (place.0.floor(), place.1.floor());
    let part = (place.0 - left, place.1 - top);
    let file = face.file();
    let key = GlyphKey {
        file: file.bytes.as_ptr().addr(),
        index: file.index,
        glyph,
        measures: [em, stretch, part.0, part.1].map(f32::to_bits),
    };
    let runs = KEPT.with_borrow_mut(|kept| {
        if kept.len() >= MOST {
            kept.clear();
        }
        let drawn = || {
            let runs = outlined(part).map(|it| outline::runs(&it, -REACH..REACH, -REACH..REACH));
            runs.unwrap_or_default().into()
        };
        Rc::clone(kept.entry(key).or_insert_with(drawn))
    });
    for [row, from, to] in runs.iter() {
        mask.fill(left as i32 + from, top as i32 + row, to - from, 1, Paint::Black);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use postroom_drawing::font::Weight;

    /// A kept glyph has the dots that it has when it is drawn in its place, also at the edges.
    #[test]
    fn a_kept_glyph_is_the_drawn_one() {
        let face = Face::open(Weight::Bold).expect("the bundled typeface");
        for place in [(7.125, 31.5), (7.625, 31.5), (40.125, 31.75), (-4.5, 20.25), (55.0, 9.0)] {
            let glyph = face.glyph('g');
            let mut kept = Mask::new(60, 40).expect("a small bitmap");
            draw(&mut kept, &face, glyph, (32.0, 0.8), place);
            draw(&mut kept, &face, glyph, (32.0, 0.8), place);
            let mut drawn = Mask::new(60, 40).expect("a small bitmap");
            let mut pieces = Pieces::new(place, 0.8);
            assert!(face.outline(glyph, 32.0, &mut pieces));
            outline::fill(&pieces, &mut drawn);
            assert!(drawn.extent().0 > 0, "{place:?}");
            assert!(kept.into_luma() == drawn.into_luma(), "{place:?}");
        }
    }
}
