//! Files made by hand to cost far more than they are long.

pub mod pdf;
mod pictures;
mod printer_language;

use std::io::Write;

/// Format, what is wrong with it, and the file.
pub type Bomb = (&'static str, String, Vec<u8>);

pub fn all() -> Vec<Bomb> {
    let mut bombs = pdf::bombs();
    bombs.extend(pictures::bombs());
    bombs.extend(printer_language::bombs());
    bombs
}

/// So many times one byte, with zlib's compression.
fn deflated(byte: u8, count: usize) -> Vec<u8> {
    deflated_pieces(std::iter::repeat_n(&vec![byte; 1 << 16][..], count >> 16))
}

fn deflated_pieces<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    for piece in pieces {
        zlib.write_all(piece).expect("in memory");
    }
    zlib.finish().expect("in memory")
}
