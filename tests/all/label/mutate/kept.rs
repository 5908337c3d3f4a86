//! Changes that keep a picture file readable, so that the later stages of a decoder are reached:
//! one value of a TIFF's directory, or a PNG's header, chunks and rows, compressed again.

use std::io::{Read, Write};

use super::super::change::Draw;

/// Small changes of the value, and numbers at which arithmetic overflows.
fn another(draw: &mut Draw, value: u32) -> u32 {
    match draw.below(8) {
        0 => value.wrapping_add(1),
        1 => value.wrapping_sub(1),
        2 => value / 2,
        3 => value.wrapping_mul(2),
        4 => draw.below(16) as u32,
        5 => value ^ (1 << draw.below(16)),
        _ => *draw.one(&[0, 1, 3, 255, 256, 0x7fff, 0xffff, 0x7fff_ffff, u32::MAX]),
    }
}

/// Changes the value, the type or the number of values of one to three entries of the first
/// directory.
pub fn tiff(draw: &mut Draw, bytes: &mut [u8]) {
    let little = bytes.starts_with(b"II");
    let read = |bytes: &[u8], at: usize, long: usize| {
        let raw = bytes.get(at..at + long)?;
        let join = |sum: u32, byte: &u8| sum << 8 | u32::from(*byte);
        Some(match little {
            true => raw.iter().rev().fold(0, join),
            false => raw.iter().fold(0, join),
        })
    };
    let write = |bytes: &mut [u8], at: usize, long: usize, value: u32| {
        let order = match little {
            true => value.to_le_bytes()[..long].to_vec(),
            false => value.to_be_bytes()[4 - long..].to_vec(),
        };
        if let Some(place) = bytes.get_mut(at..at + long) {
            place.copy_from_slice(&order);
        }
    };
    let Some(directory) = read(bytes, 4, 4).map(|at| at as usize) else { return };
    let entries = read(bytes, directory, 2).unwrap_or(0).min(64) as usize;
    for _ in 0..=draw.below(3) {
        let entry = directory + 2 + 12 * draw.below(entries.max(1));
        // Tag, type, number of values, value: decoders mostly depend on the value.
        let (at, long) = match draw.below(10) {
            0 => (entry, 2),
            1 => (entry + 2, 2),
            2 => (entry + 4, 4),
            _ if read(bytes, entry + 2, 2) == Some(3) => (entry + 8, 2),
            _ => (entry + 8, 4),
        };
        if let Some(value) = read(bytes, at, long) {
            let value = another(draw, value);
            write(bytes, at, long, value);
        }
    }
}

/// Changes the header, the order of the chunks, or the pixel rows. Checksums and compression stay
/// valid.
pub fn png(draw: &mut Draw, bytes: &mut Vec<u8>) {
    const HEAD: usize = 8;
    let mut chunks: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    let mut at = HEAD;
    while let Some(head) = bytes.get(at..at + 8) {
        let long = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let kind = head[4..].to_vec();
        let Some(data) = bytes.get(at + 8..at + 8 + long) else {
            break;
        };
        chunks.push((kind, data.to_vec()));
        at += 12 + long;
    }
    for _ in 0..=draw.below(2) {
        match draw.below(4) {
            0 => {
                if let Some((_, data)) = chunks.first_mut().filter(|(_, data)| data.len() == 13) {
                    match draw.below(3) {
                        0 => {
                            let at = 4 * draw.below(2);
                            let old = [data[at], data[at + 1], data[at + 2], data[at + 3]];
                            let new = another(draw, u32::from_be_bytes(old));
                            data[at..at + 4].copy_from_slice(&new.to_be_bytes());
                        }
                        1 => data[8] = *draw.one(&[1, 2, 4, 8, 16, 3]),
                        _ => data[9 + draw.below(4)] = draw.below(7) as u8,
                    }
                }
            }
            1 => {
                let (from, to) = (draw.below(chunks.len()), draw.below(chunks.len()));
                let chunk = chunks[from].clone();
                match draw.below(3) {
                    0 => chunks.insert(to, chunk),
                    1 => chunks.swap(from, to),
                    _ => drop(chunks.remove(from)),
                }
                if chunks.is_empty() {
                    return;
                }
            }
            2 => {
                let at = draw.below(chunks.len());
                let data = &mut chunks[at].1;
                let byte = draw.below(data.len().max(1));
                if let Some(byte) = data.get_mut(byte) {
                    *byte ^= 1 << draw.below(8);
                }
            }
            _ => rows(draw, &mut chunks),
        }
    }
    bytes.truncate(HEAD);
    for (kind, data) in chunks {
        bytes.extend((data.len() as u32).to_be_bytes());
        let mut sum = flate2::Crc::new();
        sum.update(&kind);
        sum.update(&data);
        bytes.extend(kind);
        bytes.extend(data);
        bytes.extend(sum.sum().to_be_bytes());
    }
}

/// Decompresses the rows, changes or truncates them, and compresses them again into one chunk.
fn rows(draw: &mut Draw, chunks: &mut Vec<(Vec<u8>, Vec<u8>)>) {
    let is_rows = |chunk: &(Vec<u8>, Vec<u8>)| chunk.0 == b"IDAT";
    let Some(first) = chunks.iter().position(is_rows) else { return };
    let packed: Vec<u8> =
        chunks.iter().filter(|chunk| is_rows(chunk)).flat_map(|chunk| chunk.1.clone()).collect();
    let mut dots = Vec::new();
    let most = 16 << 20;
    // Earlier changes may have damaged the data: use what can be decompressed.
    let _ = flate2::read::ZlibDecoder::new(&*packed).take(most).read_to_end(&mut dots);
    for _ in 0..draw.below(200) {
        let at = draw.below(dots.len().max(1));
        if let Some(byte) = dots.get_mut(at) {
            *byte = draw.below(256) as u8;
        }
    }
    if draw.chance(20) {
        dots.truncate(draw.below(dots.len() + 1));
    }
    let mut packing = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    packing.write_all(&dots).expect("memory");
    let packed = packing.finish().expect("memory");
    chunks.retain(|chunk| !is_rows(chunk));
    chunks.insert(first.min(chunks.len()), (b"IDAT".to_vec(), packed));
}
