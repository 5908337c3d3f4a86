//! Code 49 (AIM USS-49): two to eight rows of four patterns each, one for two characters.

use super::databar::{Row, Rows, modules};

/// The characters by their value: 43 and 44 shift the next one, 48 switches the numeric mode.
const SIGNS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%";
const SHIFT_1: u16 = 43;
const SHIFT_2: u16 = 44;
const NUMERIC: u16 = 48;
/// The shift and the character for each character of ASCII. A space is none.
const ASCII: &str = "1 1A1B1C1D1E1F1G1H1I1J1K1L1M1N1O1P1Q1R1S1T1U1V1W1X1Y1Z1112131415  161718 $ %19\
    101-1.1$ +1/ - . / 0 1 2 3 4 5 6 7 8 91+212223242526 A B C D E F G H I J K L M N O P Q R S T U \
    V W X Y Z272829202-2.2A2B2C2D2E2F2G2H2I2J2K2L2M2N2O2P2Q2R2S2T2U2V2W2X2Y2Z2$2/2+2%2 ";
/// The widths of all patterns: those of even parity by their value, then those of odd parity.
const PATTERNS: &str = include_str!("code49/patterns.txt");
const PATTERNS_OF_A_PARITY: usize = 2_401;
/// Which patterns of a row are odd, by its number. The last row has only even ones.
const ODD: [u8; 7] = [0b1001, 0b0101, 0b1100, 0b0011, 0b1010, 0b0110, 0b1111];
/// The characters of data that fit into two to eight rows.
const ROOM: [usize; 7] = [9, 16, 23, 30, 37, 42, 49];
/// The weights of the check characters. X, Y and Z start at the first, second and third of them.
const WEIGHTS: [u32; 34] = [
    1, 9, 31, 26, 2, 12, 17, 23, 37, 18, 22, 6, 27, 44, 15, 43, 39, 11, 13, 5, 41, 33, 36, 8, 4,
    32, 3, 19, 40, 25, 29, 10, 24, 30,
];

/// The rows of a symbol and the separators of one module around them. `mode` is that of `^B4`: 0
/// starts in the alphanumeric mode and 1 in that of several readings; all others follow from the
/// data.
pub fn rows(data: &str, mode: u8, row_height: i32) -> Option<Rows> {
    let (start, mut words) = encoded(data, mode)?;
    let number = ROOM.iter().position(|room| words.len() <= *room)?;
    let count = number + 2;
    words.resize(*ROOM.get(number)?, NUMERIC);
    let mut lines: Vec<Vec<u16>> = Vec::new();
    let mut rest = words.as_slice();
    for _ in 1..count {
        let (seven, after) = rest.split_at_checked(7)?;
        rest = after;
        let mut line = seven.to_vec();
        line.push(seven.iter().sum::<u16>() % 49);
        lines.push(line);
    }
    let mut last = rest.to_vec();
    last.resize(8, 0);
    let rows_and_mode = u16::try_from(count - 2).ok()? * 7 + start;
    if let Some(place) = last.get_mut(6) {
        *place = rows_and_mode;
    }
    // Z is there from seven rows on, before Y and X.
    let checks: &[(usize, u32)] =
        if count >= 7 { &[(2, 38), (1, 16), (0, 20)] } else { &[(1, 16), (0, 20)] };
    let from = 6 - checks.len() * 2;
    for (number, (offset, first)) in checks.iter().enumerate() {
        let all = lines.iter().flatten().chain(&last).copied().collect::<Vec<u16>>();
        // What the check characters cover: all pairs before them.
        let pairs = all.chunks(2).take(lines.len() * 4 + from / 2 + number);
        let sum = pairs.zip(WEIGHTS.iter().skip(*offset)).map(|(pair, weight)| {
            pair.iter().fold(0, |value, word| value * 49 + u32::from(*word)) * weight
        });
        let value = (u32::from(rows_and_mode) * first + sum.sum::<u32>()) % 2_401;
        let places = last.iter_mut().skip(from + number * 2);
        for (place, word) in places.zip([value / 49, value % 49]) {
            *place = u16::try_from(word).ok()?;
        }
    }
    if let Some((check, before)) = last.split_last_mut() {
        *check = before.iter().sum::<u16>() % 49;
    }
    lines.push(last);
    let separator: Row = vec![true; 70];
    let mut out = Rows(vec![(separator.clone(), 1)]);
    for (number, line) in lines.iter().enumerate() {
        let is_last = number + 1 == lines.len();
        let odd = if is_last { 0 } else { *ODD.get(number)? };
        let mut widths = vec![1, 1];
        for (at, pair) in line.chunks(2).enumerate() {
            let value = pair.iter().fold(0, |value, word| value * 49 + usize::from(*word));
            let from = if odd >> (3 - at) & 1 == 1 { PATTERNS_OF_A_PARITY } else { 0 };
            let pattern = PATTERNS.split_ascii_whitespace().nth(from + value)?;
            widths.extend(pattern.bytes().map(|digit| i64::from(digit.saturating_sub(b'0'))));
        }
        widths.push(4);
        out.0.push((modules(&widths, true), row_height));
        out.0.push((separator.clone(), 1));
    }
    Some(out)
}

/// The starting mode and the values of the data.
fn encoded(data: &str, mode: u8) -> Option<(u16, Vec<u16>)> {
    let bytes = data.as_bytes();
    // More than eight rows hold.
    if bytes.len() > 100 {
        return None;
    }
    let first = characters(*bytes.first()?)?;
    let forced = mode == b'0' || mode == b'1';
    let (start, mut words, mut at, mut numeric) = if !forced && digits(bytes) >= 5 {
        (2, Vec::new(), 0, true)
    } else if let (&[shift, rest], false) = (first.as_slice(), forced) {
        (if shift == SHIFT_1 { 4 } else { 5 }, vec![rest], 1, false)
    } else {
        (u16::from(mode == b'1'), Vec::new(), 0, false)
    };
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let run = digits(rest);
        if (run >= 5) != numeric {
            words.push(NUMERIC);
            numeric = !numeric;
        } else if numeric {
            encode_digits(rest.get(..run)?, &mut words)?;
            at += run;
        } else {
            words.extend(characters(*rest.first()?)?);
            at += 1;
        }
    }
    Some((start, words))
}

fn digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn characters(byte: u8) -> Option<Vec<u16>> {
    let from = usize::from(byte) * 2;
    let pair = ASCII.get(from..from + 2)?;
    let value = |sign: char| SIGNS.chars().position(|other| other == sign);
    let (shift, sign) = (pair.chars().next()?, pair.chars().nth(1)?);
    let value = u16::try_from(value(sign)?).ok()?;
    Some(match shift {
        '1' => vec![SHIFT_1, value],
        '2' => vec![SHIFT_2, value],
        _ => vec![value],
    })
}

/// Five digits are three characters; a rest of two is taken together with the five before it.
fn encode_digits(digits: &[u8], words: &mut Vec<u16>) -> Option<()> {
    let long = digits.len();
    let whole = if long % 5 == 2 { long - 7 } else { long - long % 5 };
    let (fives, rest) = digits.split_at_checked(whole)?;
    let mut push = |digits: &[u8], before: u32, count: u32| {
        let number = digits
            .iter()
            .fold(before, |number, digit| number * 10 + u32::from(digit.saturating_sub(b'0')));
        words.extend((0..count).rev().map(|place| (number / 48_u32.pow(place) % 48) as u16));
    };
    for five in fives.chunks(5) {
        push(five, 0, 3);
    }
    match rest {
        [] => {}
        [_] => push(rest, 0, 1),
        [_, _, _] => push(rest, 0, 2),
        [_, _, _, _] => push(rest, 10, 3),
        _ => {
            let (four, three) = rest.split_at_checked(4)?;
            push(four, 10, 3);
            push(three, 0, 2);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zpl::databar::runs_of_rows;

    /// The first two are figures of USS Code 49; the bars are those that Zint 2.15 makes of them.
    #[test]
    fn rows_are_those_of_another_encoder() {
        let check = |data: &str, expected: &[&str]| {
            let made = runs_of_rows(&rows(data, b'A', 8).expect(data));
            let lines: Vec<&str> = made.iter().skip(1).step_by(2).map(String::as_str).collect();
            assert_eq!(lines, expected, "{data}");
            assert!(made.iter().step_by(2).all(|separator| separator == "70"));
        };
        check(
            "MULTIPLE ROWS IN CODE 49",
            &[
                "11512211311132242141112151114113144",
                "11111414131243113112234112131133224",
                "11222511212131341122112431311143214",
                "11122222144112132211113162211312514",
                "11224211311611123151311311211321514",
            ],
        );
        check(
            "EXAMPLE 2",
            &["11233132114212132122421113134312114", "11231222132311221414211241161211314"],
        );
        check(
            "aB 1234567",
            &["11612122111512212211152123522311114", "11241124111323221212125212111422234"],
        );
        check(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABCDEFGHIJ",
            &[
                "11612122111241241114131411123231224",
                "11212115131115221312213241341212214",
                "11224212211223131322114114412151114",
                "11151511114141121213221412131121164",
                "11321221324211211441242111412214114",
                "11231124122133121341114122311115134",
                "11221152121111316211113162122212514",
                "11111514122411241113311331133232114",
            ],
        );
        assert_eq!(rows("é", b'A', 8), None);
        assert_eq!(rows(&"A".repeat(50), b'A', 8), None);
    }

    #[test]
    fn there_are_all_patterns() {
        let all: Vec<&str> = PATTERNS.split_ascii_whitespace().collect();
        assert_eq!(all.len(), 2 * PATTERNS_OF_A_PARITY);
        let sum = |pattern: &str| pattern.bytes().map(|digit| digit - b'0').sum::<u8>();
        assert!(all.iter().all(|pattern| pattern.len() == 8 && sum(pattern) == 16));
        let unlike: std::collections::BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(unlike.len(), all.len());
    }
}
