//! The postal barcodes of `^BZ`, whose bars have one width and different heights: POSTNET, PLANET
//! and the Intelligent Mail barcode (USPS-B-3200).

use super::mask::{Mask, Paint};

/// How far a bar reaches: into the upper third, the lower third, in addition to the middle one
/// that every bar has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    pub up: bool,
    pub down: bool,
}

/// Draws the bars of a `^BZ` type. `None` if the data is not valid for it.
pub fn mask(kind: u8, data: &str, bar: i32, height: i32) -> Option<Mask> {
    let step = bar + (bar * 3 / 2).max(2);
    let height = height.clamp(4, 400);
    let spans: Vec<(i32, i32)> = match kind {
        b'3' => intelligent_mail(data)?
            .iter()
            .map(|reach| {
                let top = if reach.up { 0 } else { height / 3 };
                let foot = if reach.down { height } else { height - height / 3 };
                (top, foot)
            })
            .collect(),
        b'1' => two_heights(planet(data)?, height),
        _ => two_heights(postnet(data)?, height),
    };
    let count = i32::try_from(spans.len()).ok()?;
    // No space after the last bar: a symbol aligned at its right edge ends with ink.
    let mut mask = Mask::new((count - 1) * step + bar, height)?;
    for (at, (top, foot)) in (0..).zip(spans) {
        mask.fill(at * step, top, bar, foot - top, Paint::Black);
    }
    Some(mask)
}

fn two_heights(bars: Vec<bool>, height: i32) -> Vec<(i32, i32)> {
    let short = height - height * 2 / 5;
    bars.into_iter().map(|tall| (if tall { 0 } else { short }, height)).collect()
}

/// POSTNET bars: true is tall. Frame bar, digits, check digit, frame bar.
fn postnet(data: &str) -> Option<Vec<bool>> {
    framed(data, true)
}

/// PLANET is POSTNET with tall and short bars exchanged between the frame bars.
fn planet(data: &str) -> Option<Vec<bool>> {
    framed(data, false)
}

fn framed(data: &str, tall: bool) -> Option<Vec<bool>> {
    const DIGITS: [&str; 10] =
        ["11000", "00011", "00101", "00110", "01001", "01010", "01100", "10001", "10010", "10100"];
    let digits: Vec<u32> = data.chars().filter_map(|c| c.to_digit(10)).take(31).collect();
    if digits.is_empty() {
        return None;
    }
    let check = (10 - digits.iter().sum::<u32>() % 10) % 10;
    let patterns = digits.iter().chain([&check]);
    let inner = patterns.filter_map(|digit| DIGITS.get(*digit as usize));
    let bars = inner.flat_map(|pattern| pattern.bytes().map(|bit| (bit == b'1') == tall));
    Some(std::iter::once(true).chain(bars).chain([true]).collect())
}

/// The source of the lower and upper third of each bar: character (A to J) and bit of the lower
/// third, then of the upper third.
const BARS: &str = "\
    H2 E3 B10 A0 J12 C8 F5 G11 I9 D1 A1 F12 C5 B8 E4 J11 G3 I10 D9 H6 F11 B4 I5 C12 J10 A2 \
    H1 G7 D6 E9 A3 I6 G4 C7 B1 J9 H10 F2 E0 D8 G2 A4 I11 B0 J8 D12 C6 H7 F1 E10 B12 G9 \
    H3 I0 F8 J7 E6 C10 D4 A5 I4 F7 H11 B9 G0 J6 A6 E8 C1 D2 F9 I12 E11 G1 J5 H4 D3 B2 \
    A7 C0 B3 E1 G10 D5 I7 J4 C11 F6 A8 H12 E2 I1 F10 D0 J3 A9 G5 C4 H8 B7 F0 E5 C3 A10 \
    G12 J2 D11 B6 I8 H9 F4 A11 B5 C2 J1 E12 I3 G6 H0 D7 E7 H5 A12 B11 C9 J0 G8 F3 D10 I2";

/// The 65 bars of a tracking code of 20 digits with a routing code of 0, 5, 9 or 11 digits.
fn intelligent_mail(data: &str) -> Option<Vec<Reach>> {
    let digits: Vec<u8> = data
        .bytes()
        .filter(|byte| !matches!(byte, b' ' | b'-' | b','))
        .map(|byte| byte.is_ascii_digit().then(|| byte - b'0'))
        .collect::<Option<_>>()?;
    let (tracking, routing) = digits.split_at_checked(20)?;
    let number = |of: &[u8], from: u128| of.iter().fold(from, |n, d| n * 10 + u128::from(*d));
    let shorter_codes = match routing.len() {
        0 => 0,
        5 => 1,
        9 => 100_000 + 1,
        11 => 1_000_000_000 + 100_000 + 1,
        _ => return None,
    };
    let (&[first, second], rest) = tracking.split_first_chunk()?;
    if second > 4 {
        return None;
    }
    let value = (number(routing, 0) + shorter_codes) * 10 + u128::from(first);
    let value = number(rest, value * 5 + u128::from(second));
    let check = frame_check(value);
    let characters = characters(value, check)?;
    let bit = |name: &str| {
        let (letter, bit) = name.split_at_checked(1)?;
        let character = letter.bytes().next()?.checked_sub(b'A')?;
        let bit: u32 = bit.parse().ok()?;
        Some(characters.get(usize::from(character))? >> bit & 1 == 1)
    };
    let bits: Vec<bool> = BARS.split(' ').map(bit).collect::<Option<_>>()?;
    let reach = |pair: &[bool]| match pair {
        &[down, up] => Some(Reach { up, down }),
        _ => None,
    };
    bits.chunks(2).map(reach).collect()
}

/// The 11-bit CRC of the 102 bits of the value.
fn frame_check(value: u128) -> u16 {
    const GENERATOR: u16 = 0x0f35;
    (0..102).rev().fold(0x07ff, |check, bit| {
        let data = (value >> bit & 1) as u16;
        let feed = (check >> 10 & 1) != data;
        let shifted = check << 1 & 0x07ff;
        if feed { (shifted ^ GENERATOR) & 0x07ff } else { shifted }
    })
}

/// The ten characters of thirteen bits each.
fn characters(mut value: u128, check: u16) -> Option<[u16; 10]> {
    let fives = characters_with(5);
    let twos = characters_with(2);
    let mut words = [0_usize; 10];
    for (at, word) in words.iter_mut().enumerate().rev() {
        let base = match at {
            9 => 636,
            // The rest is less than 659.
            0 => u128::MAX,
            _ => 1_365,
        };
        *word = (value % base) as usize;
        value /= base;
    }
    // The last word is always even, which gives the orientation; the first word carries the
    // highest bit of the CRC.
    let [first, .., last] = &mut words;
    *last *= 2;
    *first += if check >> 10 & 1 == 1 { 659 } else { 0 };
    let mut characters = [0; 10];
    for (at, (character, word)) in characters.iter_mut().zip(words).enumerate() {
        let found = match fives.get(word) {
            Some(found) => found,
            None => twos.get(word - fives.len())?,
        };
        let turned = check >> at & 1 == 1;
        *character = if turned { !found & 0x1fff } else { *found };
    }
    Some(characters)
}

/// All 13-bit characters with `ones` bits set, each followed by its mirror image. Characters
/// equal to their mirror image are at the end, in reverse order.
fn characters_with(ones: u32) -> Vec<u16> {
    let mirrored = |character: u16| character.reverse_bits() >> 3;
    let all = || (0_u16..1 << 13).filter(move |character| character.count_ones() == ones);
    let pairs = all()
        .filter(|character| mirrored(*character) > *character)
        .flat_map(|character| [character, mirrored(character)]);
    let own = all().filter(|character| mirrored(*character) == *character);
    let own: Vec<u16> = own.collect();
    pairs.chain(own.into_iter().rev()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(data: &str) -> String {
        let letter = |reach: &Reach| match (reach.up, reach.down) {
            (true, true) => 'F',
            (true, false) => 'A',
            (false, true) => 'D',
            (false, false) => 'T',
        };
        let bars = intelligent_mail(data).expect("a code");
        bars.iter().map(letter).collect()
    }

    /// The four examples of the specification.
    #[test]
    fn intelligent_mail_is_the_published_one() {
        let check = |routing: &str, expected: &str| {
            assert_eq!(letters(&format!("01234567094987654321{routing}")), expected);
        };
        check("", "ATTFATTDTTADTAATTDTDTATTDAFDDFADFDFTFFFFFTATFAAAATDFFTDAADFTFDTDT");
        check("01234", "DTTAFADDTTFTDTFTFDTDDADADAFADFATDDFTAAAFDTTADFAAATDFDTDFADDDTDFFT");
        check("012345678", "ADFTTAFDTTTTFATTADTAAATFTFTATDAAAFDDADATATDTDTTDFDTDATADADTDFFTFA");
        check("01234567891", "AADTFFDFTDADTAADAATFDTDDAAADDTDTTDAFADADDDTFFFDDTTTADFAAADFTDAADA");
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for data in [
            "",
            "0123456709498765432",
            "05234567094987654321",
            "012345670949876543211",
            "0123456709498765432!",
        ] {
            assert_eq!(intelligent_mail(data), None, "{data}");
        }
        assert!(intelligent_mail("01 234 567094 987654321, 01234-5678-91").is_some());
    }

    #[test]
    fn the_older_codes_have_frames_and_check_digits() {
        let bars = |bars: Option<Vec<bool>>| -> String {
            let bars = bars.expect("a code");
            bars.iter().map(|tall| if *tall { '|' } else { '.' }).collect()
        };
        // Digit 1 and its check digit 9.
        assert_eq!(bars(postnet("1")), "|...|||.|..|");
        assert_eq!(bars(planet("1")), "||||...|.|||");
        assert_eq!(postnet("123456789").map(|bars| bars.len()), Some(52));
        assert_eq!(postnet("none"), None);
    }

    #[test]
    fn bars_reach_a_third_up_and_down() {
        let mask = mask(b'3', "01234567094987654321", 3, 30).expect("a code");
        assert_eq!((mask.width(), mask.height()), (64 * 7 + 3, 30));
        // Type A, then T: the first bar has no lower third, the second only the middle.
        let ink = |x: i32| -> Vec<i32> {
            (0..30).filter(|y| mask.runs(*y).any(|(from, to)| (from..to).contains(&x))).collect()
        };
        assert_eq!(ink(0), (0..20).collect::<Vec<_>>());
        assert_eq!(ink(7), (10..20).collect::<Vec<_>>());
    }
}
