//! Every file type, size and orientation that labels are drawn in, read at the resolutions of
//! both usual print heads. The table: `cargo test --test all -- label::matrix --nocapture`.

use std::fmt::Write as _;

use postroom::service::document::{FileType, Orientation, Size, render};
use rxing::common::HybridBinarizer;
use rxing::{BinaryBitmap, DecodeHints, Luma8LuminanceSource, MultiUseMultiFormatReader, Reader};

use super::facts;
use crate::prelude::*;

const FILE_TYPES: [FileType; 6] =
    [FileType::Pdf, FileType::Tif, FileType::Zpl, FileType::Zpl2, FileType::Png, FileType::Jpeg];

/// The dots a print head prints for a page. A picture keeps its own pixels, so each dot takes the
/// pixel under its center.
fn on_head(page: Page, dpi: f32) -> Page {
    let dots = |inches: f32| (inches * dpi).round() as u32;
    let (width, height) = (dots(page.width_in), dots(page.height_in));
    if (width, height) == (page.width_px, page.height_px) {
        return page;
    }
    let under = |at: u32, from: u32, to: u32| {
        let middle = (f64::from(at) + 0.5) * f64::from(from) / f64::from(to);
        (middle as usize).min(from as usize - 1)
    };
    let luma = (0..height)
        .flat_map(|y| {
            let row = under(y, page.height_px, height) * page.width_px as usize;
            let page = &page;
            (0..width).map(move |x| page.luma[row + under(x, page.width_px, width)])
        })
        .collect();
    Page { width_px: width, height_px: height, luma, ..page }
}

/// The only Code 128 of a page, read by rxing alone.
fn read(page: &Page) -> String {
    let source = Luma8LuminanceSource::new(page.luma.clone(), page.width_px, page.height_px)
        .expect("a picture");
    let hints = DecodeHints {
        PossibleFormats: Some([BarcodeFormat::CODE_128].into()),
        TryHarder: Some(true),
        AssumeGs1: Some(true),
        ..DecodeHints::default()
    };
    let mut picture = BinaryBitmap::new(HybridBinarizer::new(source));
    MultiUseMultiFormatReader::default()
        .decode_with_hints(&mut picture, &hints)
        .map(|found| found.getText().trim_start_matches("]C1").to_owned())
        .unwrap_or_else(|error| error.to_string())
}

/// One cell of the table: the size in dots, or the problem.
fn cell(bytes: &[u8], size: Size, orientation: Orientation, dpi: f32) -> Result<String, String> {
    let pages = decode_in_process(bytes, dpi, &Limits::default()).map_err(|e| e.to_string())?;
    let [page] = <[Page; 1]>::try_from(pages).map_err(|pages| format!("{} pages", pages.len()))?;
    let (wide, high) = match orientation {
        Orientation::Portrait => size.inches(),
        Orientation::Landscape => (size.inches().1, size.inches().0),
    };
    // A picture of a Letter page is half a pixel off at 203 dpi; nothing may be off by more than
    // a dot.
    let exact = |is: f32, should: f32| ((is - should) * dpi).abs() <= 1.0;
    if !exact(page.width_in, wide) || !exact(page.height_in, high) {
        return Err(format!("{} × {} in", page.width_in, page.height_in));
    }
    let page = on_head(page, dpi);
    let dots = (page.width_px, page.height_px);
    let should = ((wide * dpi).round(), (high * dpi).round());
    if (dots.0 as f32 - should.0).abs() > 1.0 || (dots.1 as f32 - should.1).abs() > 1.0 {
        return Err(format!("{dots:?} dots, not {should:?}"));
    }
    let text = read(&page);
    let facts = facts::postal();
    let zip = facts.to_zip.unwrap_or_default();
    let wanted = format!("420{zip}\u{1d}{}", facts.tracking_number);
    if text != wanted {
        return Err(format!("reads {text:?}"));
    }
    Ok(format!("{}×{}", dots.0, dots.1))
}

/// The rows of one size in the table, and the problems in them.
fn rows(size: Size) -> (String, Vec<String>) {
    let mut table = String::new();
    let mut wrong = Vec::new();
    for orientation in [Orientation::Portrait, Orientation::Landscape] {
        let files = FILE_TYPES.map(|file_type| {
            render(&facts::postal(), file_type, size, orientation).expect("a label")
        });
        for dpi in [203.0, 300.0] {
            let answers = files.each_ref().map(|bytes| cell(bytes, size, orientation, dpi));
            let dots = answers.iter().find_map(|answer| answer.clone().ok());
            let dots = dots.unwrap_or_default();
            let _ = write!(table, "| {size:?} | {orientation:?} | {dpi} | {dots} |");
            for (file_type, answer) in FILE_TYPES.iter().zip(answers) {
                let words = answer.map_or_else(|reason| reason, |_| "reads".to_owned());
                let _ = write!(table, " {words} |");
                if words != "reads" {
                    wrong.push(format!("{file_type:?} {size:?} {orientation:?} {dpi}: {words}"));
                }
            }
            table.push('\n');
        }
    }
    (table, wrong)
}

#[test]
fn every_format_size_and_orientation_reads_back_at_203_and_300_dots_an_inch() {
    let sizes: Vec<(String, Vec<String>)> = std::thread::scope(|scope| {
        let running = Size::ALL.map(|size| scope.spawn(move || rows(size)));
        running.into_iter().map(|thread| thread.join().expect("a size's rows")).collect()
    });
    let (rows, wrong): (Vec<String>, Vec<Vec<String>>) = sizes.into_iter().unzip();
    println!(
        "| size | orientation | dpi | dots | Pdf | Tif | Zpl | Zpl2 | Png | Jpeg |\n\
         |---|---|---|---|---|---|---|---|---|---|\n{}",
        rows.concat()
    );
    assert_eq!(wrong.concat(), Vec::<String>::new());
    let cells = rows.concat().matches(" reads |").count();
    assert_eq!(cells, 6 * 5 * 2 * 2);
}
