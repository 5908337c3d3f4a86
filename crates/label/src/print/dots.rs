//! A sheet as the dots of label printers that take no ZPL.

use super::Printer;
use super::paper::Paper;

/// EPL2: each sheet as one graphic. A bit that is set stays white.
pub fn epl2(papers: &[Paper], printer: &Printer) -> Vec<u8> {
    let mut out = Vec::new();
    for paper in papers {
        let row_bytes = paper.width.div_ceil(8);
        let (width, height) = (paper.width, paper.height);
        // An empty line ends what another program may have left unfinished.
        out.extend_from_slice(format!("\nN\nq{width}\nQ{height},24\n").as_bytes());
        if let Some(level) = printer.darkness {
            // 0 to 15, where ZPL has 0 to 30.
            out.extend_from_slice(format!("D{}\n", level.min(30) / 2).as_bytes());
        }
        out.extend_from_slice(format!("GW0,0,{row_bytes},{height},").as_bytes());
        for y in 0..height {
            out.extend(paper.packed_row(y).map(|byte| !byte));
        }
        out.extend_from_slice(format!("\nP{}\n", printer.copies.max(1)).as_bytes());
    }
    out
}

/// TSPL: each sheet as one graphic. A bit that is set stays white. A label may have left another
/// corner or direction; gap, shift and speed are the shop's own.
pub fn tspl(papers: &[Paper], printer: &Printer) -> Vec<u8> {
    let mut out = Vec::new();
    for paper in papers {
        let (row_bytes, height) = (paper.width.div_ceil(8), paper.height);
        let millimeters = |dots: usize| dots as f32 / f32::from(paper.dpi) * 25.4;
        let size = (millimeters(paper.width), millimeters(height));
        // An empty line ends what another program may have left unfinished.
        out.extend_from_slice(
            format!(
                "\r\nSIZE {:.1} mm,{:.1} mm\r\nREFERENCE 0,0\r\nDIRECTION 0,0\r\n",
                size.0, size.1
            )
            .as_bytes(),
        );
        if let Some(level) = printer.darkness {
            // 0 to 15, where ZPL has 0 to 30.
            out.extend_from_slice(format!("DENSITY {}\r\n", level.min(30) / 2).as_bytes());
        }
        out.extend_from_slice(format!("CLS\r\nBITMAP 0,0,{row_bytes},{height},0,").as_bytes());
        for y in 0..height {
            out.extend(paper.packed_row(y).map(|byte| !byte));
        }
        out.extend_from_slice(format!("\r\nPRINT 1,{}\r\n", printer.copies.max(1)).as_bytes());
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
