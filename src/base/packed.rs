//! Tables and typefaces that `build.rs` packed into the program.

use std::io::Read;

use flate2::read::DeflateDecoder;

/// A packed file. What the program itself carries is whole, so a failure here is a broken
/// program file: it is logged, and nothing is there.
pub fn bytes(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Err(error) = DeflateDecoder::new(packed).read_to_end(&mut bytes) {
        tracing::error!(%error, "a file inside the program cannot be read");
        bytes.clear();
    }
    bytes
}

/// The text of a packed table.
pub fn text(packed: &[u8]) -> String {
    String::from_utf8(bytes(packed)).unwrap_or_else(|error| {
        tracing::error!(%error, "a table inside the program is no text");
        String::new()
    })
}

/// The bytes of a packed table, by the name of its file in `assets/`.
macro_rules! packed {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".deflate"))
    };
}
pub(crate) use packed;
