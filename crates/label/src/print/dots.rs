//! A sheet as the dots of label printers that take no ZPL.

use super::Printer;
use super::paper::Paper;

/// EPL2: each sheet as one graphic.
pub fn epl2(papers: &[Paper], printer: &Printer) -> Vec<u8> {
    let darkness = half_darkness(printer).map_or_else(String::new, |level| format!("D{level}\n"));
    let begin = |paper: &Paper| {
        let (width, height, row_bytes) = (paper.width, paper.height, paper.width.div_ceil(8));
        // An empty line ends what another program may have left unfinished.
        format!("\nN\nq{width}\nQ{height},24\n{darkness}GW0,0,{row_bytes},{height},")
    };
    graphics(papers, begin, &format!("\nP{}\n", printer.copies.max(1)))
}

/// TSPL: each sheet as one graphic. A label may have left another corner or direction; gap, shift and
/// speed are the shop's own.
pub fn tspl(papers: &[Paper], printer: &Printer) -> Vec<u8> {
    let darkness = half_darkness(printer);
    let darkness = darkness.map_or_else(String::new, |level| format!("DENSITY {level}\r\n"));
    let begin = |paper: &Paper| {
        let millimeters = |dots: usize| dots as f32 / f32::from(paper.dpi) * 25.4;
        let (wide, high) = (millimeters(paper.width), millimeters(paper.height));
        let (row_bytes, height) = (paper.width.div_ceil(8), paper.height);
        format!(
            "\r\nSIZE {wide:.1} mm,{high:.1} mm\r\nREFERENCE 0,0\r\nDIRECTION 0,0\r\n{darkness}\
             CLS\r\nBITMAP 0,0,{row_bytes},{height},0,"
        )
    };
    graphics(papers, begin, &format!("\r\nPRINT 1,{}\r\n", printer.copies.max(1)))
}

/// 0 to 15, where ZPL has 0 to 30.
fn half_darkness(printer: &Printer) -> Option<u8> {
    printer.darkness.map(|level| level.min(30) / 2)
}

/// The dots of each sheet between its commands. A bit that is set stays white.
fn graphics(papers: &[Paper], begin: impl Fn(&Paper) -> String, end: &str) -> Vec<u8> {
    let mut out = Vec::new();
    for paper in papers {
        out.extend_from_slice(begin(paper).as_bytes());
        for y in 0..paper.height {
            out.extend(paper.packed_row(y).map(|byte| !byte));
        }
        out.extend_from_slice(end.as_bytes());
    }
    out
}

/// CPCL: each sheet as one graphic in hexadecimal.
pub fn cpcl(papers: &[Paper], printer: &Printer) -> Vec<u8> {
    let mut out = String::new();
    for paper in papers {
        let row_bytes = paper.width.div_ceil(8);
        let (width, height, copies) = (paper.width, paper.height, printer.copies.max(1));
        out.push_str(&format!(
            "! 0 200 200 {height} {copies}\r\nPAGE-WIDTH {width}\r\nEG {row_bytes} {height} 0 0 "
        ));
        for y in 0..height {
            for byte in paper.packed_row(y) {
                out.push_str(&format!("{byte:02X}"));
            }
        }
        out.push_str("\r\nFORM\r\nPRINT\r\n");
    }
    out.into_bytes()
}
