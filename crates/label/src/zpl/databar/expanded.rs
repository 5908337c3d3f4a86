//! GS1 DataBar Expanded, in one row or stacked.

use super::general::{self, Bits, Scheme};
use super::{
    FNC1, Group, Row, Rows, clear_ends, combination_widths, complement, group, group_of,
    interleaved, modules,
};

const GROUPS: [Group; 5] = [
    group(0, (12, 7), (5, 2), 4),
    group(348, (10, 5), (7, 4), 20),
    group(1_388, (8, 4), (9, 5), 52),
    group(2_948, (6, 3), (11, 6), 104),
    group(3_988, (4, 1), (13, 8), 204),
];
/// Each finder pattern, forward and reversed.
const FINDERS: [[i64; 5]; 12] = [
    [1, 8, 4, 1, 1],
    [1, 1, 4, 8, 1],
    [3, 6, 4, 1, 1],
    [1, 1, 4, 6, 3],
    [3, 4, 6, 1, 1],
    [1, 1, 6, 4, 3],
    [3, 2, 8, 1, 1],
    [1, 1, 8, 2, 3],
    [2, 6, 5, 1, 1],
    [1, 1, 5, 6, 2],
    [2, 2, 9, 1, 1],
    [1, 1, 9, 2, 2],
];
/// The finder patterns by the number of data characters, from two or three on.
const SEQUENCES: [&[usize]; 10] = [
    &[0, 1],
    &[0, 3, 2],
    &[0, 5, 2, 7],
    &[0, 9, 2, 7, 4],
    &[0, 9, 2, 7, 6, 11],
    &[0, 9, 2, 7, 8, 11, 10],
    &[0, 1, 2, 3, 4, 5, 6, 7],
    &[0, 1, 2, 3, 4, 5, 6, 9, 8],
    &[0, 1, 2, 3, 4, 5, 6, 9, 10, 11],
    &[0, 1, 2, 3, 4, 7, 6, 9, 8, 11, 10],
];
const MOST_CHARACTERS: usize = 21;

/// The rows of a symbol of element strings, with at most `segments` characters in a row.
pub fn rows(elements: &str, segments: usize, linked: bool) -> Option<Rows> {
    let bits = encoded(elements, segments, linked)?;
    let values: Vec<i64> = bits
        .0
        .chunks(12)
        .map(|twelve| twelve.iter().fold(0, |value, bit| value * 2 + i64::from(*bit)))
        .collect();
    let count = values.len();
    if count > MOST_CHARACTERS {
        return None;
    }
    let finders = *SEQUENCES.get((count.checked_sub(2)?) / 2)?;
    let mut characters = Vec::new();
    for (at, value) in values.iter().enumerate() {
        let mut elements = character(*value)?;
        if at % 2 == 0 {
            elements.reverse();
        }
        characters.push(elements);
    }
    let mut sum = 0;
    for (at, elements) in characters.iter().enumerate() {
        // Characters left of a finder count forward, the others backward; the check character is
        // the first one left.
        let place = at + 1;
        let block = finders.get(place / 2)? * 2 + place % 2;
        let power = |exponent: usize| (0..exponent).fold(1, |power, _| power * 3 % 211);
        for (element, width) in elements.iter().enumerate() {
            let inside = if place % 2 == 0 { element } else { 7 - element };
            sum += width * power((block - 1) * 8 + inside);
        }
    }
    let check = sum % 211 + (i64::try_from(count).ok()? - 3) * 211;
    characters.insert(0, character(check)?);
    let mut all: Vec<Vec<i64>> = Vec::new();
    for (at, mut elements) in characters.into_iter().enumerate() {
        if at % 2 == 0 {
            let finder = finders.get(at / 2).and_then(|number| FINDERS.get(*number))?;
            elements.extend(finder);
        }
        all.push(elements);
    }
    stacked(&all, segments.clamp(2, 22))
}

fn character(value: i64) -> Option<Vec<i64>> {
    let group = group_of(&GROUPS, value)?;
    let value = value - group.from;
    let odd = combination_widths(value / group.count, group.odd.0, 4, group.odd.1, true);
    let even = combination_widths(value % group.count, group.even.0, 4, group.even.1, false);
    Some(interleaved(odd, even))
}

fn stacked(characters: &[Vec<i64>], segments: usize) -> Option<Rows> {
    let lines: Vec<&[Vec<i64>]> = characters.chunks(segments).collect();
    let last = lines.len() - 1;
    let whole = |line: &[Vec<i64>], dark: bool| {
        let mut all = vec![1, 1];
        all.extend(line.iter().flatten());
        all.extend([1, 1]);
        modules(&all, dark)
    };
    let width = whole(lines.first()?, false).len();
    let mut out = Rows::default();
    let mut middle: Row = (0..width).map(|at| at % 2 == 1).collect();
    clear_ends(&mut middle);
    for (number, line) in lines.iter().enumerate() {
        let odd = number % 2 == 1;
        let mut row = whole(line, odd && !segments.is_multiple_of(4));
        let places = |from: usize| (from..row.len().saturating_sub(12)).step_by(98);
        let finders: Vec<usize> = places(19).chain(places(68)).collect();
        let mut separator = complement(&row, &finders, 15);
        clear_ends(&mut separator);
        if odd && segments.is_multiple_of(4) {
            // A row from right to left. The last one is moved by a module instead if it is shorter
            // and its finders are odd in number.
            if row.len() != width && finders.len() % 2 == 1 {
                row.insert(0, false);
                separator.insert(0, false);
            } else {
                row.reverse();
                separator.reverse();
            }
        }
        row.resize(width, false);
        separator.resize(width, false);
        if number > 0 {
            out.0.push((separator.clone(), 0));
        }
        out.0.push((row, 34));
        if number < last {
            out.0.push((separator, 0));
            out.0.push((middle.clone(), 0));
        }
    }
    Some(out)
}

/// The bits of all data characters: linkage, method, sizes, compressed data and the general field.
fn encoded(elements: &str, segments: usize, linked: bool) -> Option<Bits> {
    let chars: Vec<char> = elements.chars().collect();
    if chars.is_empty() {
        return None;
    }
    let mut bits = Bits::default();
    bits.push(u64::from(linked), 1);
    if let Some(whole) = compressed(elements, &mut bits) {
        whole?;
        return Some(bits);
    }
    let number = |text: Option<&str>| {
        text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|text| text.parse::<u64>().ok())
    };
    let item = number(elements.get(..16).filter(|start| start.starts_with("01")));
    let variable = item.filter(|_| elements.get(2..3) == Some("9")).and_then(|_| {
        let digit = number(elements.get(19..20)).filter(|digit| *digit < 4)?;
        match elements.get(16..19)? {
            "392" => Some((digit, None)),
            "393" => number(elements.get(20..23)).map(|currency| (digit, Some(currency))),
            _ => None,
        }
    });
    // The two bits of the size are known at the end.
    let size;
    let from = match (item, variable) {
        (Some(_), Some((digit, currency))) => {
            bits.push(if currency.is_some() { 0b01101 } else { 0b01100 }, 5);
            size = bits.len();
            bits.push(0, 2);
            item_digits(elements, &mut bits)?;
            bits.push(digit, 2);
            match currency {
                Some(currency) => {
                    bits.push(currency, 10);
                    23
                }
                None => 20,
            }
        }
        (Some(_), None) => {
            bits.push(1, 1);
            size = bits.len();
            bits.push(0, 2);
            bits.push(number(elements.get(2..3))?, 4);
            item_digits(elements, &mut bits)?;
            16
        }
        (None, _) => {
            bits.push(0, 2);
            size = bits.len();
            bits.push(0, 2);
            0
        }
    };
    let total = |used: usize| {
        let mut count = used.div_ceil(12).max(3) + 1;
        // The last row of a stacked symbol has two characters at least.
        if count % segments == 1 {
            count += 1;
        }
        count
    };
    let rest = chars.get(from..).unwrap_or_default();
    // What follows a price is separated by FNC1, which the data has.
    let rest = match rest.split_first() {
        Some((&FNC1, rest)) if from == 16 => rest,
        _ => rest,
    };
    let free = |used: usize| (total(used) - 1) * 12 - used;
    let scheme = general::encode_general_field(rest, &mut bits, Scheme::Numeric, free)?;
    let count = total(bits.len());
    bits.pad((count - 1) * 12, scheme);
    let flags = [count % 2 == 1, count > 14];
    for (bit, flag) in bits.0.iter_mut().skip(size).zip(flags) {
        *bit = flag;
    }
    Some(bits)
}

/// The twelve digits of an item number after its first, in tens of bits.
fn item_digits(elements: &str, bits: &mut Bits) -> Option<()> {
    for from in [3, 6, 9, 12] {
        bits.push(elements.get(from..from + 3)?.parse().ok()?, 10);
    }
    Some(())
}

/// The methods for an item of variable weight, with or without a date. `None` if none applies.
fn compressed(elements: &str, bits: &mut Bits) -> Option<Option<()>> {
    let (item, rest) = elements.split_at_checked(16)?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !item.starts_with("019") || !digits(item) || !digits(rest) {
        return None;
    }
    let (name, weight) = rest.split_at_checked(4)?;
    let (weight, date) = weight.split_at_checked(6)?;
    let weight: u64 = weight.parse().ok()?;
    let short = match (name, date) {
        ("3103", "") if weight <= 32_767 => Some((0b0100, weight)),
        ("3202", "") if weight <= 9_999 => Some((0b0101, weight)),
        ("3203", "") if weight <= 22_767 => Some((0b0101, weight + 10_000)),
        _ => None,
    };
    if let Some((method, value)) = short {
        bits.push(method, 4);
        return Some(item_digits(elements, bits).map(|()| bits.push(value, 15)));
    }
    let pounds = match name.get(..3)? {
        "310" => 0,
        "320" => 1,
        _ => return None,
    };
    let place: u64 = name.get(3..)?.parse().ok()?;
    if weight > 99_999 {
        return None;
    }
    let (kind, day) = match date.split_at_checked(2) {
        None => (0, 38_400),
        Some((name, date)) => {
            let kind = match name {
                "11" => 0,
                "13" => 1,
                "15" => 2,
                "17" => 3,
                _ => return None,
            };
            let part = |at: usize| date.get(at..at + 2)?.parse::<u64>().ok();
            let (year, month, day) = (part(0)?, part(2)?, part(4)?);
            if date.len() != 6 || !(1..=12).contains(&month) || day > 31 {
                return None;
            }
            (kind, year * 384 + (month - 1) * 32 + day)
        }
    };
    bits.push(0b0111000 + kind * 2 + pounds, 7);
    Some(item_digits(elements, bits).map(|()| {
        bits.push(place * 100_000 + weight, 20);
        bits.push(day, 16);
    }))
}
