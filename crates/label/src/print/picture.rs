//! Writes sheets of dots as a PDF or a PNG of exactly their size.

use krilla::Document;
use krilla::color::luma;
use krilla::geom::{PathBuilder, Rect, Transform};
use krilla::page::PageSettings;
use krilla::paint::Fill;

use super::paper::Paper;
use super::{PrintError, Printer};

/// Draws rectangles instead of an image: viewers and queues resample images but not paths.
pub fn pdf(papers: &[Paper], printer: &Printer, copies: usize) -> Result<Vec<u8>, PrintError> {
    let pages = std::iter::repeat_n(papers, copies).flatten();
    pages_of(pages.map(|paper| (paper, printer.media_in)))
}

/// Writes each sheet on its own page, with the given width and height in inches.
pub fn pages_of<'a>(
    papers: impl Iterator<Item = (&'a Paper, (f32, f32))>,
) -> Result<Vec<u8>, PrintError> {
    let mut document = Document::new();
    let points = |inches: f32| inches * 72.0;
    for (paper, (wide, high)) in papers {
        let settings =
            PageSettings::from_wh(points(wide), points(high)).ok_or(PrintError::Write)?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let scale = 72.0 / f32::from(paper.dpi);
        surface.push_transform(&Transform::from_scale(scale, scale));
        let mut path = PathBuilder::new();
        for (x, y, width, height) in blocks(paper) {
            let rect = Rect::from_xywh(x as f32, y as f32, width as f32, height as f32);
            path.push_rect(rect.ok_or(PrintError::Write)?);
        }
        if let Some(path) = path.finish() {
            surface.set_fill(Some(Fill { paint: luma::Color::new(0).into(), ..Fill::default() }));
            surface.draw_path(&path);
        }
        surface.pop();
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|_| PrintError::Write)
}

/// Black runs as rectangles (x, y, width, height); consecutive equal rows become one rectangle.
fn blocks(paper: &Paper) -> Vec<(usize, usize, usize, usize)> {
    let mut blocks = Vec::new();
    let mut y = 0;
    while y < paper.height {
        let row = paper.row(y);
        let same = (y..paper.height).take_while(|below| paper.row(*below) == row).count().max(1);
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run.first() == Some(&true) {
                blocks.push((x, y, run.len(), same));
            }
            x += run.len();
        }
        y += same;
    }
    blocks
}

/// One bit per dot, with the resolution: without it a queue guesses the size.
pub fn png(paper: &Paper) -> Result<Vec<u8>, PrintError> {
    let mut out = Vec::new();
    let side = |dots: usize| u32::try_from(dots).map_err(|_| PrintError::Write);
    let mut encoder = png::Encoder::new(&mut out, side(paper.width)?, side(paper.height)?);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let dots_a_metre = (f32::from(paper.dpi) / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: dots_a_metre,
        yppu: dots_a_metre,
        unit: png::Unit::Meter,
    }));
    let mut rows = Vec::with_capacity(paper.height * paper.width.div_ceil(8));
    for y in 0..paper.height {
        for dots in paper.row(y).chunks(8) {
            let white = |byte: u8, (at, ink): (usize, &bool)| byte | (u8::from(!*ink) << (7 - at));
            rows.push(dots.iter().enumerate().fold(0, white));
        }
    }
    let mut writer = encoder.write_header().map_err(|_| PrintError::Write)?;
    writer.write_image_data(&rows).map_err(|_| PrintError::Write)?;
    writer.finish().map_err(|_| PrintError::Write)?;
    Ok(out)
}
