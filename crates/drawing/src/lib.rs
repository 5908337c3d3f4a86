//! What labels, papers and the window are drawn with: typefaces and lines of text, the order of
//! letters in scripts that run leftward, outlines of maps, and pages of PDF files as pixels.

pub mod bidi;
pub mod font;
pub mod map;
pub mod pdf;
