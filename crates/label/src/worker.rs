//! The child process that draws labels: reads requests from standard input and writes responses
//! to standard output.
//!
//! A request is a length and a resolution (four little-endian bytes each), followed by the file.
//! A response is a sequence of messages, each a length and JSON. A page message is followed by
//! its pixels, eight in a byte if all are black or white; `Done` or `Failed` ends the response.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, ExitCode};

use serde::{Deserialize, Serialize};

use super::{DecodeError, LeftOut, Limits, Page, PageWarnings, decode_each};
use postroom_base::child;

/// How many files a child draws before a new one replaces it, so that memory leaks and used
/// processor time do not add up.
pub const MOST_REQUESTS: usize = 200;
/// Address space limit of the child, including the program itself: about 500 MB, more than any
/// label needs.
const MEMORY_BYTES: u64 = 480 * 1024 * 1024;
const PROCESSOR_SECONDS: u64 = 120;

#[derive(Debug, Serialize, Deserialize)]
pub enum Message {
    Page(PageHead),
    /// The end, with what the file contains beyond its pages.
    Done(LeftOut),
    Failed(DecodeError),
}

/// A page without its pixels, which follow as raw bytes.
#[derive(Debug, Serialize, Deserialize)]
pub struct PageHead {
    pub width_px: u32,
    pub height_px: u32,
    pub dpi: f32,
    pub width_in: f32,
    pub height_in: f32,
    pub said: PageWarnings,
    pub is_packed: bool,
}

const EACH: u64 = 0x0101_0101_0101_0101;

/// Eight pixels in each byte, the first in the highest bit, if all are black or white.
fn packed(luma: &[u8]) -> Option<Vec<u8>> {
    let (whole, rest) = luma.as_chunks();
    let mut last = [255; 8];
    last.iter_mut().zip(rest).for_each(|(padded, level)| *padded = *level);
    let mut bytes = vec![0; luma.len().div_ceil(8)];
    // Without a branch in the loop, several are packed at a time.
    let mut greys = 0;
    let chunks = whole.iter().chain((!rest.is_empty()).then_some(&last));
    for (byte, eight) in bytes.iter_mut().zip(chunks) {
        let levels = u64::from_be_bytes(*eight);
        let bits = levels & EACH;
        greys |= bits.wrapping_mul(255) ^ levels;
        *byte = (bits.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    }
    (greys == 0).then_some(bytes)
}

/// The pixels that were [`packed`].
pub fn unpacked(bytes: &[u8], pixels: usize) -> Vec<u8> {
    let mut luma = vec![0; bytes.len() * 8];
    for (eight, byte) in luma.as_chunks_mut().0.iter_mut().zip(bytes) {
        let bits = u64::from(*byte).wrapping_mul(EACH) & 0x8040_2010_0804_0201;
        let whites = bits.wrapping_add(0x7f7f_7f7f_7f7f_7f7f) >> 7 & EACH;
        *eight = whites.wrapping_mul(255).to_be_bytes();
    }
    luma.truncate(pixels);
    luma
}

/// The command that starts the child; `program` is this application's binary.
pub fn worker_command(program: &Path) -> Command {
    let mut command = child::worker(program, "decode-worker");
    // A page has millions of bytes of pixels. Allocating them in huge pages saves a tenth of the total
    // time, and keeping their memory for the next page half of it on labels: else each page is given back
    // and faulted in anew. Allocators other than glibc ignore this variable.
    command.env(
        "GLIBC_TUNABLES",
        "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=8388608:glibc.malloc.trim_threshold=16777216",
    );
    command
}

/// The main function of the child process: sets the limits, then handles one request after
/// another until the parent closes the pipe.
pub fn run_worker() -> ExitCode {
    if let Err(error) = child::limit_self(MEMORY_BYTES, PROCESSOR_SECONDS) {
        // Without limits a hostile file could exhaust the machine, so no label is drawn.
        eprintln!("postroom: the drawing process could not be limited: {error}");
        return ExitCode::FAILURE;
    }
    let mut input = io::stdin().lock();
    let mut output = io::BufWriter::new(io::stdout().lock());
    for _ in 0..MOST_REQUESTS {
        match serve_one(&mut input, &mut output) {
            Ok(true) => {}
            Ok(false) => break,
            Err(_) => return ExitCode::FAILURE,
        }
    }
    ExitCode::SUCCESS
}

/// Handles one request. Returns false if the parent has closed the pipe.
fn serve_one(input: &mut impl Read, output: &mut impl Write) -> io::Result<bool> {
    let mut head = [0; 8];
    match input.read_exact(&mut head) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
        Err(error) => return Err(error),
    }
    let [a, b, c, d, e, f, g, h] = head;
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    let dpi = f32::from_le_bytes([e, f, g, h]);
    let limits = Limits::default();
    if length > limits.max_bytes {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    let mut written = Ok(());
    let decoded = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        decode_each(&bytes, dpi, &limits, &mut |page, said| {
            if written.is_ok() {
                written = write_page(output, page, said);
            }
        })
    }));
    written?;
    let last = match decoded {
        Ok(Ok(left_out)) => Message::Done(left_out),
        Ok(Err(error)) => Message::Failed(error),
        Err(_) => Message::Failed(DecodeError::WorkerDied),
    };
    write_message(output, &last)?;
    output.flush()?;
    Ok(true)
}

fn write_page(output: &mut impl Write, page: Page, said: PageWarnings) -> io::Result<()> {
    let packed = packed(&page.luma);
    let head = PageHead {
        width_px: page.width_px,
        height_px: page.height_px,
        dpi: page.dpi,
        width_in: page.width_in,
        height_in: page.height_in,
        said,
        is_packed: packed.is_some(),
    };
    write_message(output, &Message::Page(head))?;
    output.write_all(packed.as_ref().unwrap_or(&page.luma))?;
    // The parent's time limit applies to each page, so each page is sent at once.
    output.flush()
}

fn write_message(output: &mut impl Write, message: &Message) -> io::Result<()> {
    let json = serde_json::to_vec(message)?;
    let length = u32::try_from(json.len()).map_err(io::Error::other)?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(&json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_and_white_pixels_are_packed_and_others_are_not() {
        for length in 0..40 {
            let pixels = (0..length).map(|at| if at * at % 7 < 3 { 0 } else { 255 });
            let luma: Vec<u8> = pixels.collect();
            let bytes = packed(&luma).unwrap();
            assert_eq!(bytes.len(), luma.len().div_ceil(8));
            assert_eq!(unpacked(&bytes, luma.len()), luma);
            for level in [1, 127, 128, 254] {
                assert_eq!(packed(&[&luma[..], &[level]].concat()), None);
            }
        }
    }
}
