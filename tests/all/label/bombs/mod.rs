//! Files that cost far more to decode than their length suggests.

pub mod pdf;
mod pictures;
mod printer_language;

use std::io::Write;

/// The format, what is wrong with the file, and the file.
pub type Bomb = (&'static str, String, Vec<u8>);

pub fn all() -> Vec<Bomb> {
    let mut bombs = pdf::bombs();
    bombs.extend(pictures::bombs());
    bombs.extend(printer_language::bombs());
    bombs
}

/// `count` times one byte, in whole megabytes, compressed with zlib. One megabyte is compressed
/// once and its block is repeated, so that a gigabyte costs nothing to make.
fn deflated(byte: u8, count: usize) -> Vec<u8> {
    const PIECE: usize = 1 << 20;
    let mut zlib = flate2::Compress::new(flate2::Compression::best(), false);
    let mut block = Vec::with_capacity(PIECE);
    zlib.compress_vec(&vec![byte; PIECE], &mut block, flate2::FlushCompress::Full)
        .expect("in memory");
    let times = count.div_ceil(PIECE);
    let mut out = vec![0x78, 0xda];
    out.extend(block.repeat(times));
    // An empty last block, and the Adler-32 checksum of a sequence of equal bytes.
    out.extend([3, 0]);
    const MODULUS: u128 = 65_521;
    let (long, level) = ((times * PIECE) as u128, u128::from(byte));
    let first = (1 + long * level) % MODULUS;
    let second = (long + level * (long * (long + 1) / 2)) % MODULUS;
    out.extend((second as u16).to_be_bytes());
    out.extend((first as u16).to_be_bytes());
    out
}

fn deflated_pieces<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    for piece in pieces {
        zlib.write_all(piece).expect("in memory");
    }
    zlib.finish().expect("in memory")
}
