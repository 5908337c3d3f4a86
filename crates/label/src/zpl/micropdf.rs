//! MicroPDF417 (ISO/IEC 24728): the codewords of PDF417 between row address patterns.

use std::sync::OnceLock;

use rxing::pdf417::encoder::Compaction;
use rxing::pdf417::encoder::pdf_417_high_level_encoder::encodeHighLevel;
use rxing::pdf417::pdf_417_common::{CODEWORD_TABLE, NUMBER_OF_CODEWORDS, SYMBOL_TABLE};

use super::databar::{Row, Rows};
use super::guarded;

/// The size of a symbol: columns, rows, codewords of error correction, and the first row address
/// patterns left, in the center and right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: usize,
    pub rows: usize,
    pub correction: usize,
    left: usize,
    center: usize,
    right: usize,
}

pub const fn size(columns: usize, rows: usize, correction: usize, starts: [usize; 3]) -> Size {
    let [left, center, right] = starts;
    Size { columns, rows, correction, left, center, right }
}

/// The sizes in the order of the modes 0 to 33 of `^BF`.
pub const SIZES: [Size; 34] = [
    size(1, 11, 7, [1, 0, 9]),
    size(1, 14, 7, [8, 0, 8]),
    size(1, 17, 7, [36, 0, 36]),
    size(1, 20, 8, [19, 0, 19]),
    size(1, 24, 8, [9, 0, 17]),
    size(1, 28, 8, [25, 0, 33]),
    size(2, 8, 8, [1, 0, 1]),
    size(2, 11, 9, [1, 0, 9]),
    size(2, 14, 9, [8, 0, 8]),
    size(2, 17, 10, [36, 0, 36]),
    size(2, 20, 11, [19, 0, 19]),
    size(2, 23, 13, [9, 0, 17]),
    size(2, 26, 15, [27, 0, 35]),
    size(3, 6, 12, [1, 1, 1]),
    size(3, 8, 14, [7, 7, 7]),
    size(3, 10, 16, [15, 15, 15]),
    size(3, 12, 18, [25, 25, 25]),
    size(3, 15, 21, [37, 37, 37]),
    size(3, 20, 26, [1, 17, 33]),
    size(3, 26, 32, [1, 9, 17]),
    size(3, 32, 38, [21, 29, 37]),
    size(3, 38, 44, [15, 31, 47]),
    size(3, 44, 50, [1, 25, 49]),
    size(4, 4, 8, [47, 19, 43]),
    size(4, 6, 12, [1, 1, 1]),
    size(4, 8, 14, [7, 7, 7]),
    size(4, 10, 16, [15, 15, 15]),
    size(4, 12, 18, [25, 25, 25]),
    size(4, 15, 21, [37, 37, 37]),
    size(4, 20, 26, [1, 17, 33]),
    size(4, 26, 32, [1, 9, 17]),
    size(4, 32, 38, [21, 29, 37]),
    size(4, 38, 44, [15, 31, 47]),
    size(4, 44, 50, [1, 25, 49]),
];

/// The modules of the row address patterns at the sides, and in the center.
const SIDES: [u16; 52] = [
    802, 930, 946, 818, 882, 890, 826, 954, 922, 986, 970, 906, 778, 794, 786, 914, 978, 982, 980,
    916, 948, 932, 934, 942, 940, 936, 808, 812, 814, 806, 822, 950, 918, 790, 788, 820, 884, 868,
    870, 878, 876, 872, 840, 856, 860, 862, 846, 844, 836, 838, 834, 866,
];
const CENTERS: [u16; 52] = [
    718, 590, 622, 558, 550, 566, 534, 530, 538, 570, 562, 546, 610, 626, 634, 762, 754, 758, 630,
    628, 612, 614, 582, 578, 706, 738, 742, 740, 748, 620, 556, 552, 616, 744, 712, 716, 708, 710,
    646, 654, 652, 668, 664, 696, 688, 656, 720, 592, 600, 604, 732, 734,
];

const MODULUS: u32 = NUMBER_OF_CODEWORDS;
const PAD: u16 = 900;
const LATCH_TO_TEXT: u16 = 900;

/// The codewords of the data. There is no mode to start with, so that the first one is a latch.
pub fn codewords(data: &str) -> Option<Vec<u16>> {
    // The largest symbol holds 366 digits.
    if data.len() > 400 {
        return None;
    }
    let encoded = guarded(|| encodeHighLevel(data, Compaction::AUTO, None, false).ok())?;
    let mut words: Vec<u16> = Vec::new();
    for character in encoded.chars() {
        words.push(u16::try_from(u32::from(character)).ok()?);
    }
    if !matches!(words.first()?, 901 | 902 | 924) {
        words.insert(0, LATCH_TO_TEXT);
    }
    Some(words)
}

/// The rows of a size, padded and with its error correction. `None` if the codewords do not fit.
/// A composite symbol of three columns has no row address pattern on the left.
pub fn rows(words: &[u16], size: Size, is_composite: bool) -> Option<Rows> {
    let room = size.columns * size.rows - size.correction;
    if words.len() > room {
        return None;
    }
    let mut words = words.to_vec();
    words.resize(room, PAD);
    let correction = correction(&words, size.correction);
    words.extend(correction);
    let mut out = Rows::default();
    for (number, line) in words.chunks(size.columns).enumerate() {
        let cluster = (size.left + number + 2) % 3;
        let address = |patterns: &[u16; 52], first: usize| {
            let pattern = patterns.get((first + number + 51) % 52).copied();
            bits(u32::from(pattern.unwrap_or(0)), 10)
        };
        let mut row = Row::new();
        if !(is_composite && size.columns == 3) {
            row.extend(address(&SIDES, size.left));
        }
        for (at, word) in line.iter().enumerate() {
            if size.columns > 2 && at == size.columns - 2 {
                row.extend(address(&CENTERS, size.center));
            }
            row.extend(bits(symbol(cluster, *word)?, 17));
        }
        row.extend(address(&SIDES, size.right));
        row.push(true);
        out.0.push((row, 1));
    }
    Some(out)
}

/// The rows of a PDF417 of codewords that have their error correction, three modules high each.
pub fn pdf417_rows(words: &[u16], columns: usize, rows: usize, level: usize) -> Option<Rows> {
    let mut out = Rows::default();
    for (number, line) in words.chunks(columns).enumerate() {
        let third = number / 3 * 30;
        let counts = [(rows - 1) / 3, level * 3 + (rows - 1) % 3, columns - 1];
        let count = |at: usize| counts.get((number + at) % 3).map(|count| third + count);
        let mut row: Row = bits(START, 17).collect();
        let around = |count: usize| symbol(number % 3, u16::try_from(count).ok()?);
        row.extend(bits(around(count(0)?)?, 17));
        for word in line {
            row.extend(bits(symbol(number % 3, *word)?, 17));
        }
        row.extend(bits(around(count(2)?)?, 17));
        row.extend(bits(STOP, 18));
        out.0.push((row, 3));
    }
    Some(out)
}

/// The patterns at both ends of a PDF417.
const START: u32 = 0b1_1111_1110_1010_1000;
const STOP: u32 = 0b11_1111_1010_0010_1001;

fn bits(value: u32, count: u32) -> impl Iterator<Item = bool> {
    (0..count).rev().map(move |bit| value >> bit & 1 == 1)
}

/// The modules of a codeword in one of the three clusters.
fn symbol(cluster: usize, word: u16) -> Option<u32> {
    static SYMBOLS: OnceLock<Vec<u32>> = OnceLock::new();
    let symbols = SYMBOLS.get_or_init(|| {
        let mut symbols = vec![0; CODEWORD_TABLE.len()];
        for (symbol, number) in SYMBOL_TABLE.iter().zip(CODEWORD_TABLE) {
            let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
            if let Some(place) = place.and_then(|place| symbols.get_mut(place)) {
                *place = *symbol;
            }
        }
        symbols
    });
    symbols.get(cluster * MODULUS as usize + usize::from(word)).copied()
}

/// The codewords of error correction, over the numbers modulo 929 with the generator 3.
pub fn correction(words: &[u16], count: usize) -> Vec<u16> {
    let mut generator: Vec<u32> = vec![1];
    let mut root = 1;
    for _ in 0..count {
        root = root * 3 % MODULUS;
        // Times (x - root); the highest power is first.
        let mut next = generator.clone();
        next.push(0);
        for (place, factor) in next.iter_mut().skip(1).zip(&generator) {
            *place = (*place + (MODULUS - root) * factor) % MODULUS;
        }
        generator = next;
    }
    let mut rest: Vec<u32> = vec![0; count];
    for word in words {
        let first = rest.first().copied().unwrap_or(0);
        let feed = (u32::from(*word) + first) % MODULUS;
        rest.rotate_left(1);
        if let Some(last) = rest.last_mut() {
            *last = 0;
        }
        for (place, factor) in rest.iter_mut().zip(generator.iter().skip(1)) {
            *place = (*place + (MODULUS - feed) * factor) % MODULUS;
        }
    }
    rest.into_iter().map(|value| ((MODULUS - value) % MODULUS) as u16).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zpl::databar::runs_of_rows;

    /// The rows are those that the encoder BWIPP makes of the same data.
    #[test]
    fn rows_are_those_of_another_encoder() {
        let check = |data: &str, mode: usize, expected: &[&str]| {
            let words = codewords(data).expect(data);
            let made = runs_of_rows(&rows(&words, SIZES[mode], false).expect(data));
            assert_eq!(made, expected, "{data}");
        };
        check(
            "ABC",
            0,
            &[
                "221311151413113221111",
                "311311111163314121111",
                "312211111223524211111",
                "222211111241433311111",
                "213211142111612411111",
                "214111125322112321111",
                "223111221422312312111",
                "313111114112433212111",
                "322111111323514112111",
                "412111132121164111211",
                "421111312135114111121",
            ],
        );
        check(
            "12345678901234567890",
            6,
            &[
                "22131112414113121222252213111",
                "31131132132114512222213113111",
                "31221123112161121412423122111",
                "22221114142221221211262222111",
                "21321111312261121143142132111",
                "21411132211152315113212141111",
                "22311111115152313312132231111",
                "31311162311112215211413131111",
            ],
        );
        check(
            "ABCDEF",
            13,
            &[
                "2213111423221211223141111144111232342213111",
                "3113115113122212123111611124116111243113111",
                "3122111261321112213122511213145122113122111",
                "2222111513141113113143111142233121142222111",
                "2132111123612113122131112216231431122132111",
                "2141111341232113212111533121123312232141111",
            ],
        );
        check(
            "ABCDEF",
            23,
            &[
                "211231116111246111113312312121116141511312222112131",
                "211222235212112352121112311223521211235212112111231",
                "211312311223412221232312221213233221211511242111321",
                "211321115121425311122212222111115323112152142111411",
            ],
        );
    }

    #[test]
    fn the_error_correction_divides_the_codewords() {
        let words = [900, 1, 89, 902, 4];
        for count in [2, 7, 50] {
            let all: Vec<u16> = words.iter().copied().chain(correction(&words, count)).collect();
            let mut root = 1;
            for _ in 0..count {
                root = root * 3 % MODULUS;
                let value =
                    all.iter().fold(0, |value, word| (value * root + u32::from(*word)) % MODULUS);
                assert_eq!(value, 0, "{count}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let words = codewords(&"z".repeat(40)).expect("codewords");
        assert_eq!(rows(&words, SIZES[0], false), None);
        assert!(rows(&words, SIZES[33], false).is_some());
        assert_eq!(codewords(""), None);
    }
}
