//! Label files with a few bytes, numbers or parts changed, generated from a seed.

#[path = "mutate/gif.rs"]
pub mod gif;
#[path = "mutate/kept.rs"]
mod kept;

use std::path::Path;

use postroom::label::{Limits, decode_in_process};
use postroom::service::document::{FileType, Orientation, Size, render};

use super::change::Draw;
use super::facts;

/// The formats with their names in the API, and the folder and extension of the samples. GIF files
/// are made from PNG labels.
pub const FORMATS: [(&str, FileType, &str, &str); 7] = [
    ("PDF", FileType::Pdf, "pdf", "pdf"),
    ("TIF", FileType::Tif, "tiff", "tif"),
    ("ZPL", FileType::Zpl, "zpl", "zpl"),
    ("ZPL2", FileType::Zpl2, "zpl-commands", "zpl"),
    ("PNG", FileType::Png, "", ""),
    ("JPEG", FileType::Jpeg, "", ""),
    ("GIF", FileType::Png, "", ""),
];

/// Intact files of a format: generated labels and the samples.
pub fn originals(format: &str) -> Vec<Vec<u8>> {
    let known = FORMATS.iter().find(|known| known.0 == format);
    let (_, file_type, folder, _) = *known.unwrap_or_else(|| panic!("no format {format}"));
    let labels = [
        (facts::postal(), Size::S4x6, Orientation::Portrait),
        (facts::express(), Size::S7x3, Orientation::Landscape),
        (facts::declared(), Size::S4x8, Orientation::Portrait),
        (facts::parcel(), Size::S6x4, Orientation::Portrait),
    ];
    let mut files: Vec<Vec<u8>> = labels
        .iter()
        .map(|(facts, size, turn)| render(facts, file_type, *size, *turn).expect("a label"))
        .collect();
    if !folder.is_empty() {
        files.extend(samples(folder).into_iter().map(|(_, bytes)| bytes));
    }
    if format == "GIF" {
        let with_order = files.iter().zip([false, true].into_iter().cycle());
        files = with_order.map(|(bytes, interlaced)| as_gif(bytes, interlaced)).collect();
    }
    if format == "PDF" {
        files.push(super::bombs::pdf::plain());
    }
    files
}

/// The first page of a label as a GIF file.
fn as_gif(label: &[u8], interlaced: bool) -> Vec<u8> {
    let page = decode_in_process(label, 203.0, &Limits::default()).expect("a label").remove(0);
    let size = (page.width_px as u16, page.height_px as u16);
    gif::gif(b"GIF89a", size, &page.luma, interlaced)
}

/// Names and bytes of the sample files in a folder, sorted by name.
pub fn samples(folder: &str) -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(root.join(folder))
        .expect("the folder of samples")
        .map(|entry| {
            let entry = entry.expect("a file");
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, std::fs::read(entry.path()).expect("its bytes"))
        })
        .collect();
    files.sort();
    files
}

const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "-1",
    "2",
    "9",
    "255",
    "32000",
    "65535",
    "65536",
    "99999",
    "2147483647",
    "4294967295",
    "99999999999999999999",
    "0.0000001",
];
const BYTES: [u8; 8] = [0, 1, 0x7f, 0x80, 0xff, b'^', b'(', b'<'];

/// The same file, damaged in one to six places. Changes to TIFF and PNG files mostly keep them
/// readable. Half of the files keep their length, because most pictures do not survive a shift of
/// their bytes.
pub fn mutated(draw: &mut Draw, format: &str, whole: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    if draw.chance(60) && matches!(format, "TIF" | "PNG") {
        match format {
            "TIF" => kept::tiff(draw, &mut bytes),
            _ => kept::png(draw, &mut bytes),
        }
        return bytes;
    }
    let (times, gentle) = (draw.below(7).saturating_sub(1), draw.chance(50));
    for _ in 0..=times {
        // Headers and directories matter more than the pixels after them.
        let room = match draw.below(4) {
            0 => bytes.len().min(64),
            1 => bytes.len().min(1_024),
            _ => bytes.len(),
        };
        let tail = draw.chance(20);
        let at = draw.below(room + 1);
        let at = if tail { bytes.len() - at } else { at };
        change(draw, &mut bytes, at, (other, gentle));
    }
    if format == "PNG" && draw.chance(80) {
        sealed(&mut bytes);
    }
    bytes
}

fn change(draw: &mut Draw, bytes: &mut Vec<u8>, at: usize, (other, gentle): (&[u8], bool)) {
    let upto = (at + 1 + draw.below(40)).min(bytes.len());
    let kind = draw.below(14);
    match if gentle { 4 + kind % 10 } else { kind } {
        0 => drop(bytes.drain(at..upto)),
        1 => {
            let piece = bytes[at..upto].to_vec();
            let most = if draw.chance(10) { 3_000 } else { 20 };
            let times = 1 + draw.below(most);
            bytes.splice(at..at, piece.repeat(times));
        }
        2 => {
            let from = draw.below(other.len());
            let end = (from + draw.below(400)).min(other.len());
            bytes.splice(at..upto, other[from..end].iter().copied());
        }
        3 if draw.chance(25) => bytes.truncate(at),
        4 | 5 => put(draw, bytes, at),
        6..=9 if !gentle => number(draw, bytes, at),
        10 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = *draw.one(&BYTES);
            }
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << draw.below(8);
            }
        }
    }
}

/// Writes a number of two or four bytes, in either byte order.
fn put(draw: &mut Draw, bytes: &mut [u8], at: usize) {
    let value = *draw.one(&[0_u32, 1, 2, 8, 255, 256, 0x7fff, 0xffff, 0x7fff_ffff, u32::MAX]);
    let order = if draw.chance(50) { value.to_be_bytes() } else { value.to_le_bytes() };
    let wide = if draw.chance(50) { 4 } else { 2 };
    let from = if order[0] == 0 && wide == 2 { 2 } else { 0 };
    for (place, byte) in bytes.iter_mut().skip(at).zip(&order[from..from + wide]) {
        *place = *byte;
    }
}

/// Replaces the next number that is written in digits.
fn number(draw: &mut Draw, bytes: &mut Vec<u8>, at: usize) {
    let digit = |byte: &u8| byte.is_ascii_digit();
    let Some(start) = bytes[at..].iter().position(digit).map(|more| at + more) else {
        return put(draw, bytes, at);
    };
    let long = bytes[start..].iter().take_while(|byte| digit(byte)).count();
    let new = draw.one(&NUMBERS).bytes();
    bytes.splice(start..start + long, new);
}

/// Corrects the checksums of a PNG's chunks; otherwise only the first chunk would be read.
fn sealed(bytes: &mut [u8]) {
    let mut at = 8;
    while let Some(head) = bytes.get(at..at + 8) {
        let long = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some(end) = at.checked_add(8 + long).filter(|end| end + 4 <= bytes.len()) else {
            return;
        };
        let mut sum = flate2::Crc::new();
        sum.update(&bytes[at + 4..end]);
        bytes[end..end + 4].copy_from_slice(&sum.sum().to_be_bytes());
        at = end + 4;
    }
}
