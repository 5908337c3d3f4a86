//! Draws the test page: a frame on the outermost dots, a ruler of quarter inches, a one-inch
//! square to measure, and the printer's settings as text.

use super::paper::Paper;
use super::{PrintError, Printer, measure};
use crate::zpl::words;
use postroom_base::text;

pub fn draw(printer: &Printer) -> Result<Paper, PrintError> {
    let mut paper = Paper::blank(printer)?;
    let (width, height) = (paper.width, paper.height);
    let inch = usize::from(paper.dpi);
    let thin = (inch / 100).max(2);
    frame(&mut paper, 0, 0, width, height, thin);
    // Each quarter is computed from its index: adding up a rounded step would be some dots off at
    // the end.
    let quarters = |side: usize| {
        let place = move |at: usize| (at, at * inch / 4);
        (0..).map(place).take_while(move |(_, dot)| *dot < side)
    };
    for (at, x) in quarters(width) {
        let long = tick(at, inch);
        paper.fill(x, 0, thin, long);
        paper.fill(x, height.saturating_sub(long), thin, long);
    }
    for (at, y) in quarters(height) {
        let long = tick(at, inch);
        paper.fill(0, y, long, thin);
        paper.fill(width.saturating_sub(long), y, long, thin);
    }
    let (left, top) = (inch / 2, inch / 2);
    frame(&mut paper, left, top, inch, inch, thin);
    paper.fill(left + inch / 2, top, thin, inch);
    paper.fill(left, top + inch / 2, inch, thin);
    if printer.shares_sheets() {
        // The line where the sheet is cut in two.
        match height >= width {
            true => paper.fill(0, height / 2, width, thin),
            false => paper.fill(width / 2, 0, thin, height),
        }
    }
    // Lines of one, two, three and four dots: a print that is too dark closes the gaps between
    // them.
    for (thick, x) in (1..=4).zip((left..).step_by(inch / 3)) {
        for line in 0..6 {
            paper.fill(x + line * thick * 2, top + inch + inch / 6, thick, inch / 3);
        }
    }
    let lines = [
        text!("printing-test-title").to_owned(),
        printer.name.clone(),
        text!("printing-test-paper", size = measure(printer.media_in), dpi = printer.dpi,),
        text!("printing-test-offset", right = printer.offset.0, down = printer.offset.1,),
        text!("printing-test-square").to_owned(),
        text!("printing-test-frame").to_owned(),
    ];
    let mut y = top + inch * 2;
    for line in lines {
        write(&mut paper, &line, left, y, inch / 7);
        y += inch / 5;
    }
    let sheet = paper.into_page();
    // The page shows the offset: it is moved like a label, and parts beyond the edge are cut off.
    shifted(&sheet, printer)
}

fn shifted(sheet: &crate::Page, printer: &Printer) -> Result<Paper, PrintError> {
    let mut paper = Paper::blank(printer)?;
    let (width, height) = (paper.width, paper.height);
    for (y, row) in sheet.luma.chunks(width.max(1)).enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, level)| **level == 0) {
            let place = |at: usize, by: i32, most: usize| {
                let moved = i64::try_from(at).ok()? + i64::from(by);
                usize::try_from(moved).ok().filter(|at| *at < most)
            };
            let moved = place(x, printer.offset.0, width).zip(place(y, printer.offset.1, height));
            if let Some((x, y)) = moved {
                paper.fill(x, y, 1, 1);
            }
        }
    }
    Ok(paper)
}

fn tick(at: usize, inch: usize) -> usize {
    if at.is_multiple_of(4) { inch / 4 } else { inch / 8 }
}

fn frame(paper: &mut Paper, x: usize, y: usize, width: usize, height: usize, thick: usize) {
    paper.fill(x, y, width, thick);
    paper.fill(x, (y + height).saturating_sub(thick), width, thick);
    paper.fill(x, y, thick, height);
    paper.fill((x + width).saturating_sub(thick), y, thick, height);
}

fn write(paper: &mut Paper, line: &str, x: usize, y: usize, height: usize) {
    let Some(mask) = words(line, height) else {
        return;
    };
    let columns = usize::try_from(mask.width()).unwrap_or(0);
    for (row, line) in mask.into_luma().chunks(columns.max(1)).enumerate() {
        for (column, _) in line.iter().enumerate().filter(|(_, level)| **level == 0) {
            paper.fill(x + column, y + row, 1, 1);
        }
    }
}
