//! The paper and the picture on it.

use std::collections::BTreeMap;
use std::ops::Range;

use egui::{Color32, ColorImage, Rect, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2};

use crate::label::Page;
use crate::ui::tokens::Tokens;

/// Pictures already uploaded as textures, by label and page.
#[derive(Default)]
pub struct Textures(BTreeMap<(String, usize), Slot>);

/// The picture of one page. It stays while another one is being made.
#[derive(Default)]
struct Slot {
    whole: Option<Picture>,
    coming: Option<Picture>,
}

/// A picture made band by band from the top, one band per frame, so that a large page takes no
/// more time per frame than a label.
struct Picture {
    stamp: Stamp,
    bands: Vec<(Range<usize>, TextureHandle)>,
}

/// Changes when the page or its drawn size changes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    source: u64,
    width: usize,
    height: usize,
}

/// A page's size in points at this resolution. It is a whole number of pixels, like the
/// page rendered at that resolution.
pub fn size_on(ui: &Ui, page: &Page, dpi: f32) -> Vec2 {
    let pixels = |inches: f32| (inches * dpi).round().max(1.0) / ui.pixels_per_point();
    vec2(pixels(page.width_in), pixels(page.height_in))
}

/// Draws the page on paper. Uses the page rendered for the screen if there is one and it fits the
/// pixels better than the printer's page.
pub fn show_ui(
    ui: &Ui,
    textures: &mut Textures,
    key: &str,
    index: usize,
    page: &Page,
    sharper: Option<&Page>,
    sheet: Rect,
) {
    let tokens = Tokens::of_theme(ui);
    let scale = ui.pixels_per_point();
    let most = ui.input(|input| input.max_texture_side);
    let whole = |points: f32| (points * scale).round().max(1.0) as usize;
    let pixels = (whole(sheet.width()), whole(sheet.height()));
    let page = chosen(page, sharper, pixels);
    let stamp = Stamp {
        source: fingerprint(page),
        width: pixels.0.min(page.width_px as usize).clamp(1, most),
        height: pixels.1.min(page.height_px as usize).clamp(1, most),
    };
    let slot = textures.0.entry((key.to_owned(), index)).or_default();
    if !slot.whole.as_ref().is_some_and(|one| one.stamp == stamp) {
        // Until it is rendered again, a coarse page shows its own dots instead of a blur.
        let options =
            if pixels.0 >= stamp.width { TextureOptions::NEAREST } else { TextureOptions::LINEAR };
        slot.go_on(stamp, page, |image| {
            ui.ctx().load_texture(format!("label {key}"), image, options)
        });
        if slot.coming.is_some() {
            ui.ctx().request_repaint();
        }
    }
    let painter = ui.painter();
    painter.add(tokens.shadow.as_shape(sheet, egui::CornerRadius::ZERO));
    painter.rect_filled(sheet, egui::CornerRadius::ZERO, tokens.paper);
    if let Some(picture) = slot.whole.as_ref().or(slot.coming.as_ref()) {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let level =
            |row: usize| sheet.top() + sheet.height() * (row as f32 / picture.stamp.height as f32);
        for (rows, texture) in &picture.bands {
            let (from, to) = (level(rows.start), level(rows.end));
            let band = Rect::from_min_max(pos2(sheet.left(), from), pos2(sheet.right(), to));
            painter.image(texture.id(), band, whole, Color32::WHITE);
        }
    }
}

impl Slot {
    /// Makes the next band of a picture, or starts it; a finished picture replaces the old one.
    fn go_on(
        &mut self,
        stamp: Stamp,
        page: &Page,
        mut load: impl FnMut(ColorImage) -> TextureHandle,
    ) {
        let begun = self.coming.take().filter(|coming| coming.stamp == stamp);
        let mut coming = begun.unwrap_or(Picture { stamp, bands: Vec::new() });
        let from = coming.bands.last().map_or(0, |(rows, _)| rows.end);
        let rows = from..(from + rows_a_frame(page, stamp)).min(stamp.height);
        let texture = load(shrink(page, (stamp.width, stamp.height), rows.clone()));
        let done = rows.end == stamp.height;
        coming.bands.push((rows, texture));
        if done {
            self.whole = Some(coming);
        } else {
            self.coming = Some(coming);
        }
    }
}

/// The rows of the picture that fit in one frame, by the number of pixels read and written.
fn rows_a_frame(page: &Page, stamp: Stamp) -> usize {
    const PIXELS: usize = 2_000_000;
    let read = page.width_px as usize * (page.height_px as usize).div_ceil(stamp.height);
    (PIXELS / (read + stamp.width).max(1)).max(1)
}

/// The page closest to the resolution on screen: one of exactly this size, else the coarser one
/// that is large enough, else the finer one.
fn chosen<'a>(
    page: &'a Page,
    sharper: Option<&'a Page>,
    (width, height): (usize, usize),
) -> &'a Page {
    let Some(sharper) = sharper else {
        return page;
    };
    let exact = |page: &Page| page.width_px as usize == width && page.height_px as usize == height;
    let enough = |page: &Page| page.width_px as usize >= width;
    match (exact(sharper), enough(page), enough(sharper)) {
        (true, _, _) => sharper,
        (_, true, true) if sharper.width_px < page.width_px => sharper,
        (_, true, _) => page,
        _ if sharper.width_px > page.width_px => sharper,
        _ => page,
    }
}

/// Rows of the page scaled to the displayed size. Each pixel is the mean of those it
/// covers, so that thin bars stay even.
fn shrink(page: &Page, (width, height): (usize, usize), wanted: Range<usize>) -> ColorImage {
    let (from_width, from_height) = (page.width_px as usize, page.height_px as usize);
    let mut grey = Vec::with_capacity(width * wanted.len());
    for y in wanted.clone() {
        let rows = y * from_height / height..((y + 1) * from_height).div_ceil(height);
        for x in 0..width {
            let columns = x * from_width / width..((x + 1) * from_width).div_ceil(width);
            let (mut sum, mut count) = (0u32, 0u32);
            for row in rows.clone() {
                let start = row * from_width + columns.start;
                let end = row * from_width + columns.end;
                for value in page.luma.get(start..end).unwrap_or_default() {
                    sum += u32::from(*value);
                    count += 1;
                }
            }
            grey.push(u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX));
        }
    }
    ColorImage::from_gray([width, wanted.len()], &grey)
}

/// Cheap and reliable enough to detect another page: its size and a few hundred samples.
fn fingerprint(page: &Page) -> u64 {
    let step = (page.luma.len() / 997).max(1);
    let start = u64::from(page.width_px) << 32 | u64::from(page.height_px);
    page.luma
        .iter()
        .step_by(step)
        .fold(start, |hash, value| (hash ^ u64::from(*value)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_averages_and_keeps_white_white() {
        let page = Page {
            width_px: 4,
            height_px: 2,
            dpi: 2.0,
            width_in: 2.0,
            height_in: 1.0,
            luma: vec![255, 255, 0, 255, 255, 255, 255, 0],
        };
        let image = shrink(&page, (2, 1), 0..1);
        let grey: Vec<u8> = image.pixels.iter().map(|pixel| pixel.r()).collect();
        assert_eq!(grey, [255, 127]);
    }

    #[test]
    fn a_vast_page_is_made_over_many_frames_and_a_label_in_one() {
        let context = egui::Context::default();
        let screen = egui::RawInput { max_texture_side: Some(4_096), ..egui::RawInput::default() };
        context.run_ui(screen, |_| {}).textures_delta.clear();
        let check = |side: u32, shown: usize, frames: Range<usize>| {
            let page = Page {
                width_px: side,
                height_px: side,
                dpi: 300.0,
                width_in: 1.0,
                height_in: 1.0,
                luma: (0..side * side).map(|at| (at % 251) as u8).collect(),
            };
            let stamp = Stamp { source: 0, width: shown, height: shown };
            let mut slot = Slot::default();
            let mut pixels = Vec::new();
            let mut count = 0;
            while slot.whole.is_none() {
                slot.go_on(stamp, &page, |image| {
                    pixels.extend(image.pixels.iter().copied());
                    context.load_texture("label", image, TextureOptions::LINEAR)
                });
                count += 1;
            }
            assert!(frames.contains(&count), "{side}: {count} frames");
            let whole = shrink(&page, (shown, shown), 0..shown);
            assert!(pixels == whole.pixels, "{side}: the bands are another picture");
            let bands = slot.whole.map(|picture| picture.bands).unwrap_or_default();
            let ends: Vec<usize> = bands.iter().map(|(rows, _)| rows.end).collect();
            let begins = bands.iter().skip(1).map(|(rows, _)| rows.start);
            assert_eq!(ends.last(), Some(&shown));
            assert!(begins.eq(ends.iter().copied().take(ends.len() - 1)));
        };
        check(1_000, 600, 1..2);
        check(6_000, 700, 18..30);
        check(3_000, 3_000, 9..12);
    }

    #[test]
    fn the_page_closest_to_the_pixels_is_shown() {
        let page = |width: u32| Page {
            width_px: width,
            height_px: width,
            dpi: 1.0,
            width_in: 1.0,
            height_in: 1.0,
            luma: Vec::new(),
        };
        let check = |coarse: u32, fine: Option<u32>, pixels: usize, expected: u32| {
            let sharper = fine.map(page);
            let (coarse, pixels) = (page(coarse), (pixels, pixels));
            let shown = chosen(&coarse, sharper.as_ref(), pixels);
            assert_eq!(shown.width_px, expected, "{fine:?} {pixels:?}");
        };
        check(812, None, 384, 812);
        check(812, Some(384), 384, 384);
        check(812, Some(384), 500, 812);
        check(812, Some(600), 500, 600);
        check(812, Some(1000), 1536, 1000);
        check(812, Some(384), 1536, 812);
        check(812, Some(1536), 400, 812);
    }

    #[test]
    fn another_page_is_noticed() {
        let page = |value| Page {
            width_px: 2,
            height_px: 2,
            dpi: 1.0,
            width_in: 2.0,
            height_in: 2.0,
            luma: vec![value; 4],
        };
        assert_ne!(fingerprint(&page(0)), fingerprint(&page(255)));
    }
}
