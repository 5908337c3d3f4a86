//! Guessing the encoding of a file. Code pages are told apart by what the bytes above 0x7F mean in
//! each: letters inside words speak for a code page, symbols and capitals inside words against it.

mod pairs;
mod words;

use super::Encoding;

/// Enough to find the position of zero bytes.
const ZEROS_SAMPLE: usize = 4096;
/// Lines with bytes above 0x7F are looked at up to this many bytes.
const WORDS_SAMPLE: usize = 64 * 1024;

pub(super) fn detect(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => return Encoding::Utf8,
        [0xff, 0xfe, ..] => return Encoding::Utf16Le,
        [0xfe, 0xff, ..] => return Encoding::Utf16Be,
        _ => {}
    }
    if let Some(encoding) = by_zeros(bytes) {
        return encoding;
    }
    if is_nearly_utf8(bytes) {
        return Encoding::Utf8;
    }
    let sample = foreign_lines(bytes);
    pairs::detect(&sample).unwrap_or_else(|| words::detect(&sample))
}

/// UTF-16 has a zero in each ASCII character, always in the same half. Zero bytes that fill a gap
/// are in both halves.
fn by_zeros(bytes: &[u8]) -> Option<Encoding> {
    let sample = bytes.get(..ZEROS_SAMPLE).unwrap_or(bytes);
    let zeros = |odd: usize| {
        let places = sample.iter().skip(odd).step_by(2);
        places.filter(|byte| **byte == 0).count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    let (few, many) = (even.min(odd), even.max(odd));
    if many * 20 <= sample.len() || many <= few * 9 {
        return None;
    }
    Some(if odd > even { Encoding::Utf16Le } else { Encoding::Utf16Be })
}

/// Whether the bytes are UTF-8, apart from a few damaged places: characters of several bytes that
/// are valid do not happen by chance.
fn is_nearly_utf8(bytes: &[u8]) -> bool {
    let (mut characters, mut damaged) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        let starts = chunk.valid().bytes().filter(|byte| *byte >= 0xc0);
        characters += starts.count();
        damaged += usize::from(!chunk.invalid().is_empty());
    }
    damaged == 0 || characters > damaged * 3
}

/// The lines that have bytes above 0x7F, each with its end.
fn foreign_lines(bytes: &[u8]) -> Vec<u8> {
    let mut sample = Vec::new();
    for line in bytes.split(|byte| matches!(byte, b'\n' | b'\r')) {
        if line.iter().any(|byte| *byte >= 0x80) {
            let room = WORDS_SAMPLE.saturating_sub(sample.len());
            if room == 0 {
                break;
            }
            sample.extend_from_slice(line.get(..room).unwrap_or(line));
            sample.push(b'\n');
        }
    }
    sample
}
