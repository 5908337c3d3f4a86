//! Tables that `build.rs` packed into the program.

use std::io::Read;

use flate2::read::DeflateDecoder;

/// The text of a packed table. What the program itself carries is whole, so a failure
/// here is a broken program file: it is logged, and the table is empty.
pub fn text(packed: &[u8]) -> String {
    let mut text = String::new();
    if let Err(error) = DeflateDecoder::new(packed).read_to_string(&mut text) {
        tracing::error!(%error, "a table inside the program cannot be read");
        text.clear();
    }
    text
}

/// The bytes of a packed table, by the name of its file in `assets/`.
macro_rules! packed {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".deflate"))
    };
}
pub(crate) use packed;
