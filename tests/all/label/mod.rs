//! Labels: drawing and reading.

mod bombs;
#[path = "../../../benches/fuzz/change.rs"]
#[expect(dead_code, reason = "the fuzzing of JSON uses the rest")]
pub mod change;
mod child;
mod command;
mod declarations;
mod drawing;
pub mod facts;
mod hostile;
mod matrix;
mod mutate;
pub mod office;
mod orientation;
mod other_languages;
mod papers;
mod past_the_edge;
mod patterns;
mod pdf_files;
mod pictures;
mod printer_language;
mod printing;
mod samples;
mod sheets;
mod whole_files;
mod worker;
mod zpl_table;

use crate::prelude::*;

/// An office printer with Letter paper that takes PDF.
pub fn office_printer() -> Printer {
    Printer {
        name: "Office".into(),
        language: Language::Pdf,
        dpi: 300,
        media_in: (8.5, 11.0),
        ..Printer::default()
    }
}

/// The pages of a label at 203 dpi.
fn pages(bytes: &[u8]) -> Vec<Page> {
    decode_in_process(bytes, 203.0, &Limits::default()).expect("a label that can be shown")
}
