//! GS1 composite symbols (ISO/IEC 24723): a linear symbol with a two-dimensional part above it, which
//! has the data after a vertical bar. Types 7 to 12 of `^BR` are an EAN, a UPC or a GS1-128; types 1
//! to 6 can have such a part too.

use super::general::{self, Bits, Scheme};
use super::{
    DataBarOptions, FNC1, Row, Rows, clear_ends, complement, draw_dots, element_string, modules,
    rows,
};
use crate::zpl::linear::retail::{Retail, retail};
use crate::zpl::mask::Mask;
use crate::zpl::micropdf::{self, SIZES, Size, size};
use postroom_base::code128;

/// The sizes of CC-A, by columns and rows.
const SIZES_A: [Size; 17] = [
    size(2, 5, 4, [39, 0, 19]),
    size(2, 6, 4, [1, 0, 33]),
    size(2, 7, 5, [32, 0, 12]),
    size(2, 8, 5, [8, 0, 40]),
    size(2, 9, 6, [14, 0, 46]),
    size(2, 10, 6, [43, 0, 23]),
    size(2, 12, 7, [20, 0, 52]),
    size(3, 4, 4, [11, 43, 23]),
    size(3, 5, 5, [1, 33, 13]),
    size(3, 6, 6, [5, 37, 17]),
    size(3, 7, 7, [15, 47, 27]),
    size(3, 8, 7, [21, 1, 33]),
    size(4, 3, 4, [40, 20, 52]),
    size(4, 4, 5, [43, 23, 3]),
    size(4, 5, 6, [46, 26, 6]),
    size(4, 6, 7, [34, 14, 46]),
    size(4, 7, 8, [29, 9, 41]),
];
/// How many bits each of them holds: CC-A of two, three and four columns, then CC-B.
const BITS_A: [&[usize]; 3] =
    [&[59, 78, 88, 108, 118, 138, 167], &[78, 98, 118, 138, 167], &[78, 108, 138, 167, 197]];
const BITS_B: [&[usize]; 3] = [
    &[56, 104, 160, 208, 256, 296, 336],
    &[32, 72, 112, 152, 208, 304, 416, 536, 648, 768],
    &[56, 96, 152, 208, 264, 352, 496, 672, 840, 1_016, 1_184],
];
/// The codeword that starts the two-dimensional part of CC-B and CC-C.
const LINKAGE: u16 = 920;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Version {
    A,
    B,
    C,
}

/// Draws all types with a vertical bar in their data, and types 7 to 12 without one, whose linear
/// part is then alone.
pub fn mask(data: &str, asked: &DataBarOptions) -> Option<Mask> {
    // CC-C holds 2,361 digits.
    if data.len() > 3_000 {
        return None;
    }
    let (linear, above) = match data.split_once('|') {
        Some((linear, above)) => (linear, Some(element_string(above))),
        None => (data, None),
    };
    let module = asked.magnification;
    let rows = match asked.kind {
        ..=6 => databar_composite(linear, &above?, asked)?,
        7 => retail_composite(Retail::UpcA { show_check: true }, 4, linear, above, module)?,
        8 => retail_composite(Retail::UpcE { show_check: true }, 2, linear, above, module)?,
        9 => retail_composite(Retail::Ean13, 4, linear, above, module)?,
        10 => retail_composite(Retail::Ean8, 3, linear, above, module)?,
        kind => gs1_128(linear, above, kind == 12, asked)?,
    };
    draw_dots(&rows, module)
}

/// The modules of a row moved to the right.
fn moved(row: &[bool], by: usize) -> Row {
    let mut out = vec![false; by];
    out.extend(row);
    out
}

/// DataBar: a separator of one row that follows the first row of the linear part.
fn databar_composite(linear: &str, above: &str, asked: &DataBarOptions) -> Option<Rows> {
    let linear = rows(linear, asked, true)?;
    let first = &linear.0.first()?.0;
    let columns = match asked.kind {
        3 | 4 => 2,
        5 => 3,
        _ => 4,
    };
    let (version, two_dimensional) = two_dimensional(above, columns)?;
    let wide = two_dimensional.0.first()?.0.len();
    let last = first.len().saturating_sub(12);
    let finders: Vec<usize> = match asked.kind {
        1 | 2 => vec![19, 65],
        3 | 4 => vec![18],
        5 => Vec::new(),
        _ => (19..last).step_by(98).chain((70..last).step_by(98)).collect(),
    };
    let mut separator = complement(first, &finders, 13);
    clear_ends(&mut separator);
    // The finder of value 3 shifts its separator by a module.
    let third = modules(&[9, 1, 3], true);
    for from in finders.iter().filter(|_| asked.kind < 5) {
        if first.get(*from..*from + 13) == Some(third.as_slice()) {
            for (at, module) in separator.iter_mut().skip(*from).take(13).enumerate() {
                *module = at == 10;
            }
        }
    }
    let stacked = linear.0.len() > 1;
    let (indent, linear_indent) = match (asked.kind, version) {
        (1 | 2, _) => (0, 4),
        (3 | 4, _) | (5, Version::A) => (1, 0),
        (5, _) => (0, 9),
        (_, _) if stacked => (first.len().checked_sub(wide)?.div_ceil(2), 0),
        (_, _) => (2, 0),
    };
    let module = asked.magnification;
    let mut out = Rows::default();
    for (row, high) in two_dimensional.0 {
        out.0.push((moved(&row, indent), high * module));
    }
    out.0.push((moved(&separator, linear_indent), asked.separator * module));
    for (row, high) in &linear.0 {
        let high = if *high == 0 { asked.separator } else { *high };
        out.0.push((moved(row, linear_indent), high * module));
    }
    Some(out)
}

/// EAN and UPC: bars of 72 modules, above them three separators of two modules each.
fn retail_composite(
    kind: Retail,
    columns: usize,
    data: &str,
    above: Option<String>,
    module: i32,
) -> Option<Rows> {
    let bars = retail(kind, data)?.modules;
    let height = 72 * module;
    let Some(above) = above else {
        return Some(Rows(vec![(bars, height)]));
    };
    let (_, two_dimensional) = two_dimensional(&above, columns)?;
    let width = two_dimensional.0.first()?.0.len();
    let indent = width.checked_sub(bars.len() + 2)?;
    let mut out = Rows::default();
    for (row, high) in two_dimensional.0 {
        out.0.push((row, high * module));
    }
    for inner in [false, true, false] {
        let mut separator = vec![false; bars.len() + 2];
        let last = separator.len() - 1;
        for (at, module) in separator.iter_mut().enumerate() {
            let edge = if inner { 0 } else { 1 };
            *module = at == edge || at == last - edge;
        }
        out.0.push((moved(&separator, indent), 2 * module));
    }
    out.0.push((moved(&bars, indent + 1), height));
    Some(out)
}

/// GS1-128 with CC-A or CC-B, or with CC-C, which is as wide as the bars.
fn gs1_128(data: &str, above: Option<String>, wide: bool, asked: &DataBarOptions) -> Option<Rows> {
    let elements = element_string(data);
    let contents = format!("{FNC1}{elements}").replace(FNC1, &code128::FNC1_CHAR.to_string());
    let codes = code128::encode(&contents)?;
    let module = asked.magnification;
    let Some(above) = above else {
        return Some(Rows(vec![(code128::modules(&codes), asked.height)]));
    };
    let linked = |version: Version| {
        let mut codes = codes.clone();
        // The code that switches away from the current subset links the parts.
        let set = last_subset(&codes);
        codes.push(match (set, version) {
            (Some(code128::CODE_C), Version::C) => code128::CODE_B,
            (Some(code128::CODE_C), _) => code128::CODE_A,
            (Some(code128::CODE_A), Version::C) => code128::CODE_C,
            (Some(code128::CODE_A), _) => code128::CODE_B,
            (_, Version::C) => code128::CODE_A,
            (_, _) => code128::CODE_C,
        });
        code128::modules(&codes)
    };
    let bars_wide = linked(Version::A).len();
    let (version, two_dimensional) = if wide {
        (Version::C, full_size(&above, bars_wide)?)
    } else {
        two_dimensional(&above, 4)?
    };
    let bars = linked(version);
    let x = match version {
        Version::C => -7,
        _ => {
            let signs = (bars.len() as i32 - 2) / 11;
            let after = (signs - 9) / 2;
            (signs - after - 1) * 11 + 10 + if after == 0 { 2 } else { 0 } - 99
        }
    };
    let (right, linear_right) = (x.max(0) as usize, (-x).max(0) as usize);
    let mut out = Rows::default();
    for (row, high) in two_dimensional.0 {
        out.0.push((moved(&row, right), high * module));
    }
    let separator: Row = bars.iter().map(|dark| !dark).collect();
    out.0.push((moved(&separator, linear_right), asked.separator * module));
    out.0.push((moved(&bars, linear_right), asked.height));
    Some(out)
}

/// The code of the subset that is in force at the end.
fn last_subset(codes: &[u8]) -> Option<u8> {
    let mut current = None;
    for (at, code) in codes.iter().enumerate() {
        current = match (at, *code, current) {
            (0, code128::START_C, _) => Some(code128::CODE_C),
            (0, code128::START_A, _) => Some(code128::CODE_A),
            (0, _, _) => Some(code128::CODE_B),
            // In subset C, 99 is a pair of digits.
            (_, code128::CODE_C, Some(code128::CODE_C)) => current,
            (_, switch @ (code128::CODE_A | code128::CODE_B | code128::CODE_C), _) => Some(switch),
            _ => current,
        };
    }
    current
}

/// The bits of the data. `free` tells how many are left after a number of them. A batch number (AI
/// 10) and a date (AI 11 or 17) first have a shorter form; that of AI 90 is not used, so that such
/// a symbol may be larger than the one of a printer.
fn bits(elements: &str, free: &dyn Fn(usize) -> usize) -> Option<Bits> {
    let mut bits = Bits::default();
    let date = |name: &str| {
        let date = elements.strip_prefix(name)?.get(..6)?;
        let part = |at: usize| date.get(at..at + 2)?.parse::<u64>().ok();
        let (year, month, day) = (part(0)?, part(2)?, part(4)?);
        (1..=12).contains(&month).then_some(year * 384 + (month - 1) * 32 + day)
    };
    let mut rest = elements;
    if let Some(batch) = elements.strip_prefix("10") {
        bits.push(0b1011, 4);
        rest = batch;
    } else if let Some((value, later)) =
        date("11").map(|value| (value, 0)).or_else(|| date("17").map(|value| (value, 1)))
    {
        bits.push(0b10, 2);
        bits.push(value, 16);
        bits.push(later, 1);
        rest = elements.get(8..)?.trim_start_matches(FNC1);
        if rest.is_empty() {
            // No batch number: a switch to letters, and FNC1, which switches back.
            bits.push(0b0_0000_1111, 9);
            bits.pad(bits.len() + free(bits.len()), Scheme::Numeric);
            return Some(bits);
        }
        match rest.strip_prefix("10") {
            Some(batch) => rest = batch,
            None => {
                let with_mark: Vec<char> = std::iter::once(FNC1).chain(rest.chars()).collect();
                let scheme =
                    general::encode_general_field(&with_mark, &mut bits, Scheme::Numeric, free)?;
                bits.pad(bits.len() + free(bits.len()), scheme);
                return Some(bits);
            }
        }
    } else {
        bits.push(0, 1);
    }
    let chars: Vec<char> = rest.chars().collect();
    let scheme = general::encode_general_field(&chars, &mut bits, Scheme::Numeric, free)?;
    bits.pad(bits.len() + free(bits.len()), scheme);
    Some(bits)
}

/// CC-A, or CC-B if the data needs it. A row is two modules high.
fn two_dimensional(elements: &str, columns: usize) -> Option<(Version, Rows)> {
    let of = |rooms: [&'static [usize]; 3]| rooms.get(columns.checked_sub(2)?).copied();
    for (version, rooms) in [(Version::A, of(BITS_A)?), (Version::B, of(BITS_B)?)] {
        let most = *rooms.last()?;
        let free = |used: usize| {
            let room = rooms.iter().find(|room| **room >= used);
            room.map_or(0, |room| room - used)
        };
        let bits = bits(elements, &free)?;
        if bits.len() > most {
            continue;
        }
        let place = rooms.iter().position(|room| *room == bits.len())?;
        let all: &[Size] = if version == Version::A { &SIZES_A } else { &SIZES };
        let size = *all.iter().filter(|size| size.columns == columns).nth(place)?;
        let words = match version {
            Version::A => base_928(&bits.0),
            _ => bytes(&bits.0),
        };
        let mut rows = micropdf::rows(&words, size, version == Version::A)?;
        rows.0.iter_mut().for_each(|row| row.1 = 2);
        return Some((version, rows));
    }
    None
}

/// Codewords of CC-A: 69 bits are a number of seven digits to the base 928, fewer bits one digit for
/// each ten and one more.
fn base_928(bits: &[bool]) -> Vec<u16> {
    let mut words = Vec::new();
    for some in bits.chunks(69) {
        let mut value = some.iter().fold(0_u128, |value, bit| value * 2 + u128::from(*bit));
        let count = some.len() / 10 + 1;
        let mut digits = vec![0; count];
        for digit in digits.iter_mut().rev() {
            *digit = (value % 928) as u16;
            value /= 928;
        }
        words.extend(digits);
    }
    words
}

/// Codewords of CC-B and CC-C: the bits as bytes, six of which are five codewords.
fn bytes(bits: &[bool]) -> Vec<u16> {
    let bytes: Vec<u64> = bits
        .chunks(8)
        .map(|eight| eight.iter().fold(0, |value, bit| value * 2 + u64::from(*bit)))
        .collect();
    let whole = bytes.len().is_multiple_of(6);
    let mut words = vec![LINKAGE, if whole { 924 } else { 901 }];
    for six in bytes.chunks(6) {
        if six.len() < 6 {
            words.extend(six.iter().map(|byte| *byte as u16));
            continue;
        }
        let mut value = six.iter().fold(0, |value, byte| value * 256 + byte);
        let mut five = [0; 5];
        for word in five.iter_mut().rev() {
            *word = (value % 900) as u16;
            value /= 900;
        }
        words.extend(five);
    }
    words
}

/// CC-C: a PDF417 that is as wide as the bars below it. A row is three modules high.
fn full_size(elements: &str, bars_wide: usize) -> Option<Rows> {
    let shape = |used: usize| {
        let bytes = used.div_ceil(8);
        let words = bytes / 6 * 5 + bytes % 6;
        let correction = match words {
            ..=40 => 8,
            41..=160 => 16,
            161..=320 => 32,
            321..=833 => 64,
            _ => 32,
        };
        let all = words + correction + 3;
        let mut columns = (bars_wide.saturating_sub(52) / 17).clamp(1, 30);
        while all.div_ceil(columns) > 30 && columns < 30 {
            columns += 1;
        }
        (columns, all.div_ceil(columns).max(3), correction)
    };
    let free = |used: usize| {
        let (columns, rows, correction) = shape(used);
        let words = (columns * rows).saturating_sub(correction + 3);
        ((words / 5 * 6 + words % 5) * 8).saturating_sub(used)
    };
    let bits = bits(elements, &free)?;
    if bits.len() > 8_304 {
        return None;
    }
    let (columns, rows, correction) = shape(bits.len());
    let data = bytes(&bits.0);
    let room = (columns * rows).checked_sub(correction)?;
    let mut words = vec![u16::try_from(room).ok()?];
    words.extend(data);
    if words.len() > room {
        return None;
    }
    words.resize(room, 900);
    let level = correction.ilog2() - 1;
    words.extend(micropdf::correction(&words.clone(), correction));
    micropdf::pdf417_rows(&words, columns, rows, level as usize)
}

#[cfg(test)]
mod tests;
