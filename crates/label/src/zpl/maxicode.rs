//! MaxiCode (ISO/IEC 16023): hexagons around a bullseye, modes 2 to 6.

mod message;

use rxing::common::reedsolomon::{PredefinedGenericGF, ReedSolomonEncoder};

use self::message::{encoded, value};
use super::guarded;
use super::mask::{Mask, Paint};

/// The parameters of `^BD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxicodeOptions {
    pub mode: u8,
    /// The position and the number of linked symbols; both are 1 for a single symbol.
    pub number: u8,
    pub total: u8,
    pub dots_per_inch: i32,
}

pub const COLUMNS: i32 = 30;
pub const ROWS: i32 = 33;
/// The distance between the centers of two hexagons in a row, and between two rows, in mm.
pub const ACROSS_MM: f32 = 0.88;
pub const DOWN_MM: f32 = 0.76;
/// The radii of the bullseye's rings, inner first: black starts at the first and ends at the
/// second.
pub const RINGS_MM: [f32; 6] = [0.51, 1.18, 1.86, 2.53, 3.20, 3.87];
/// The hexagon at the center of the bullseye: column and row.
pub const MIDDLE: (i32, i32) = (14, 16);
const PAD: u8 = 33;

/// Draws the symbol. `None` if the data does not fit or a routing code is missing.
pub fn mask(data: &str, asked: MaxicodeOptions) -> Option<Mask> {
    let codewords = codewords(data, asked)?;
    let dots_per_mm = asked.dots_per_inch as f32 / 25.4;
    // Uses whole dots if that stays within the sizes of the standard, such as 7 and 6 at 203 dpi.
    let pitch = |mm: f32| {
        let dots = mm * dots_per_mm;
        let whole = dots.round();
        if (dots - whole).abs() < 0.1 * mm { whole } else { dots }
    };
    let (across, down) = (pitch(ACROSS_MM), pitch(DOWN_MM));
    let high = across * 8.0 / 7.0;
    let width = (across * COLUMNS as f32).ceil() as i32;
    let height = (down * (ROWS - 1) as f32 + high).ceil() as i32;
    let mut mask = Mask::new(width, height)?;
    let middle = |column: i32, row: i32| {
        let shift = if row % 2 == 1 { 0.5 } else { 0.0 };
        ((column as f32 + 0.5 + shift) * across, row as f32 * down + high / 2.0)
    };
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            if is_dark(&codewords, column, row) {
                hexagon(&mut mask, middle(column, row), (across - 0.7, high - 0.7));
            }
        }
    }
    bullseye(&mut mask, middle(MIDDLE.0, MIDDLE.1), dots_per_mm);
    Some(mask)
}

/// Draws a hexagon standing on its point, from its center, width and height.
fn hexagon(mask: &mut Mask, (x, y): (f32, f32), (width, height): (f32, f32)) {
    let (left, right) = ((x - width / 2.0) as i32, (x + width / 2.0).ceil() as i32);
    let (top, bottom) = ((y - height / 2.0) as i32, (y + height / 2.0).ceil() as i32);
    for dot_y in top..bottom {
        for dot_x in left..right {
            let dx = (dot_x as f32 + 0.5 - x).abs() / (width / 2.0);
            let dy = (dot_y as f32 + 0.5 - y).abs() / (height / 2.0);
            // The upper and lower quarters slope.
            if dx <= 1.0 && dy <= 1.0 - dx / 2.0 {
                mask.set(dot_x, dot_y);
            }
        }
    }
}

fn bullseye(mask: &mut Mask, (x, y): (f32, f32), dots_per_mm: f32) {
    let [.., outer] = RINGS_MM;
    let reach = outer * dots_per_mm;
    for dot_y in (y - reach) as i32..=(y + reach) as i32 {
        for dot_x in (x - reach) as i32..=(x + reach) as i32 {
            let (dx, dy) = (dot_x as f32 + 0.5 - x, dot_y as f32 + 0.5 - y);
            let away = dx.hypot(dy) / dots_per_mm;
            let passed = RINGS_MM.iter().filter(|ring| away >= **ring).count();
            if passed < RINGS_MM.len() {
                let paint = if passed % 2 == 1 { Paint::Black } else { Paint::White };
                mask.fill(dot_x, dot_y, 1, 1, paint);
            }
        }
    }
}

/// The bits of the first twenty codewords around the bullseye, in rows 9 to 23 from column 6 on:
/// the number of a bit, `+` for a black orientation mark, `.` for nothing.
const CENTRE: [&str; 15] = [
    "x x 79 78 + + 13 12 37 36 2 . 44 43 109 108",
    "x x 81 80 40 + 15 14 39 38 3 . . 45 111 110",
    "x x 83 82 41 . . . . . 5 4 47 46 113 112",
    "103 102 55 54 16 . . . . . . . 20 19 85 84",
    "105 104 57 56 . . . . . . . . 22 21 87 86",
    "107 106 59 58 . . . . . . . . . 23 89 88",
    "48 + 30 . . . . . . . . . . 0 53 52",
    "49 . + . . . . . . . . . . . + .",
    "51 50 31 . . . . . . . . . . 1 + 42",
    "97 96 61 60 . . . . . . . . . 26 91 90",
    "99 98 63 62 . . . . . . . . 28 27 93 92",
    "101 100 65 64 17 . . . . . . . 18 29 95 94",
    "x x 73 72 32 . . . . . . 10 67 66 115 114",
    "x x 75 74 + . 7 6 35 34 11 + 69 68 117 116",
    "x x 77 76 + 33 9 8 25 24 . + 71 70 119 118",
];

fn is_dark(codewords: &[u8; 144], column: i32, row: i32) -> bool {
    let bit = match place(column, row) {
        HexagonContent::Bit(bit) => bit,
        HexagonContent::Dark => return true,
        HexagonContent::Empty => return false,
    };
    let word = codewords.get(bit / 6).copied().unwrap_or(0);
    word >> (5 - bit % 6) & 1 == 1
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HexagonContent {
    Bit(usize),
    Dark,
    Empty,
}

/// The bit of a hexagon, counted over all codewords of six bits each.
fn place(column: i32, row: i32) -> HexagonContent {
    if let (Ok(line), Ok(at)) = (usize::try_from(row - 9), usize::try_from(column - 6)) {
        let found = CENTRE.get(line).and_then(|line| line.split(' ').nth(at));
        match found {
            Some("+") => return HexagonContent::Dark,
            Some(".") => return HexagonContent::Empty,
            Some(number) if number != "x" => {
                return number.parse().map_or(HexagonContent::Empty, HexagonContent::Bit);
            }
            _ => {}
        }
    }
    match (column, row) {
        (28 | 29, 0) => HexagonContent::Dark,
        // The last two columns hold three bits per two rows.
        (28, row) if row % 2 == 1 => HexagonContent::Bit((816 + row / 2 * 3) as usize),
        (29, row) if row % 2 == 1 => HexagonContent::Empty,
        (28, row) => HexagonContent::Bit((818 + (row / 2 - 1) * 3) as usize),
        (29, row) => HexagonContent::Bit((817 + (row / 2 - 1) * 3) as usize),
        // Blocks of two by three bits, alternating left to right and right to left, from codeword
        // 20 on.
        _ => {
            let (band, block) = (row / 3, column / 2);
            // Bands in the middle are shorter by the width of the center.
            let (first, blocks) = match band {
                0..=2 => (20 + band * 14, 14),
                3 => (62, 7),
                4 => (69, 6),
                5 => (75, 6),
                6 => (81, 6),
                7 => (87, 7),
                _ => (94 + (band - 8) * 14, 14),
            };
            let at = if block < 7 { block } else { block - (14 - blocks) };
            let at = if blocks == 14 { block } else { at };
            let turned = if band % 2 == 1 { blocks - 1 - at } else { at };
            let inside = row % 3 * 2 + 1 - column % 2;
            HexagonContent::Bit(((first + turned) * 6 + inside) as usize)
        }
    }
}

/// All 144 codewords: twenty with the mode and the routing, then the message, each part followed
/// by its error correction.
fn codewords(data: &str, asked: MaxicodeOptions) -> Option<[u8; 144]> {
    let (routing, text) = match asked.mode {
        2 => routed_by_number(data)?,
        3 => routed_by_letters(data)?,
        mode => (u64::from(mode), data),
    };
    let mut primary: Vec<u8> = (0..10).map(|at| (routing >> (6 * at) & 63) as u8).collect();
    let with_routing = matches!(asked.mode, 2 | 3);
    let behind = if asked.mode == 5 { 68 } else { 84 };
    let room = if with_routing { behind } else { behind + 9 };
    let mut message = Vec::with_capacity(room);
    if asked.total > 1 {
        let (number, total) = (asked.number.clamp(1, 8), asked.total.clamp(1, 8));
        message.extend([PAD, (number - 1) << 3 | (total - 1)]);
    }
    message.extend(encoded(text)?);
    if message.len() > room {
        return None;
    }
    message.resize(room, PAD);
    if !with_routing {
        primary.truncate(1);
        primary.extend(message.drain(..9));
    }
    let primary = corrected(&primary, 10)?;
    let half = |odd: usize| -> Vec<u8> {
        let half = message.iter().enumerate().filter(|(at, _)| at % 2 == odd);
        half.map(|(_, word)| *word).collect()
    };
    let correction = (124 - behind) / 2;
    let (even, odd) = (corrected(&half(0), correction)?, corrected(&half(1), correction)?);
    let both = even.into_iter().zip(odd).flat_map(|(even, odd)| [even, odd]);
    let all: Vec<u8> = primary.into_iter().chain(both).collect();
    all.try_into().ok()
}

/// The data followed by `correction` codewords of error correction.
fn corrected(data: &[u8], correction: usize) -> Option<Vec<u8>> {
    let mut words: Vec<i32> = data.iter().copied().map(i32::from).collect();
    words.resize(data.len() + correction, 0);
    guarded(|| {
        let field = PredefinedGenericGF::MaxicodeField64.into();
        let mut encoder = ReedSolomonEncoder::new(field).ok()?;
        encoder.encode(&mut words, correction).ok()?;
        words.iter().map(|word| u8::try_from(*word).ok()).collect()
    })
}

/// Class of service and country, three digits each, which start both kinds of routing.
fn service_and_country(data: &str) -> Option<(u64, &str)> {
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u64>().ok().filter(|_| digits)
    };
    let service = number(data.get(..3)?)?;
    let country = number(data.get(3..6)?)?;
    Some((service << 50 | country << 40, data.get(6..)?))
}

/// Mode 2: a ZIP code of up to nine digits follows, then the message.
fn routed_by_number(data: &str) -> Option<(u64, &str)> {
    let (head, rest) = service_and_country(data)?;
    let long = rest.bytes().take(9).take_while(u8::is_ascii_digit).count();
    let (zip, text) = rest.split_at_checked(long)?;
    let zip: u64 = zip.parse().ok()?;
    Some((head | (long as u64) << 34 | zip << 4 | 2, text))
}

/// Mode 3: a postcode of six letters and digits follows, then the message.
fn routed_by_letters(data: &str) -> Option<(u64, &str)> {
    let (head, rest) = service_and_country(data)?;
    let (code, text) = rest.split_at_checked(6)?;
    let code = code.chars().try_fold(0_u64, |code, letter| {
        let (set, value) = value(letter.to_ascii_uppercase())?;
        (set == 0).then_some(code << 6 | u64::from(value))
    })?;
    Some((head | code << 4 | 3, text))
}

#[cfg(test)]
mod tests {
    use rxing::common::HybridBinarizer;
    use rxing::maxicode::MaxiCodeReader;
    use rxing::{BinaryBitmap, Luma8LuminanceSource, Reader};

    use super::*;

    /// The text that an independent reader finds in the dots.
    fn read(data: &str, mode: u8, dots_per_inch: i32) -> Option<String> {
        let asked = MaxicodeOptions { mode, number: 1, total: 1, dots_per_inch };
        let mask = mask(data, asked)?;
        let side = |dots: i32| u32::try_from(dots).expect("a size");
        let (width, height) = (side(mask.width()), side(mask.height()));
        let source = Luma8LuminanceSource::new(mask.into_luma(), width, height).expect("a picture");
        let mut picture = BinaryBitmap::new(HybridBinarizer::new(source));
        let found = MaxiCodeReader::default().decode(&mut picture).expect("a MaxiCode");
        Some(found.getText().to_owned())
    }

    #[test]
    fn another_reader_finds_what_was_written() {
        let check = |mode: u8, data: &str, expected: &str| {
            for dots_per_inch in [203, 300, 600] {
                let found = read(data, mode, dots_per_inch);
                assert_eq!(found.as_deref(), Some(expected), "{mode} {data:?}");
            }
        };
        let ups = "[)>\u{1e}01\u{1d}961Z12345675\u{1d}UPSN\u{1d}1X2X3X\u{1d}195\u{1d}\u{1d}1/2\u{1d}12\u{1d}N\u{1d}\u{1d}CHICAGO\u{1d}IL\u{1e}\u{4}";
        let (head, tail) = ups.split_at(9);
        let routed = |routing: &str| format!("{head}{routing}{tail}");
        check(2, &format!("003840606010000{ups}"), &routed("606010000\u{1d}840\u{1d}003\u{1d}"));
        check(3, &format!("066826RG12 8{ups}"), &routed("RG12 8\u{1d}826\u{1d}066\u{1d}"));
        check(2, "00184012345", "12345\u{1d}840\u{1d}001\u{1d}");
        check(
            4,
            "MIXED case, UPPER and lower; {braces} ~",
            "MIXED case, UPPER and lower; {braces} ~",
        );
        check(
            4,
            "123456789 and 000000012, 999999999000000000",
            "123456789 and 000000012, 999999999000000000",
        );
        check(5, "ÄÖÜ äöü ß ¿¡ \u{0}\u{7f}\u{1b}\u{9f}", "ÄÖÜ äöü ß ¿¡ \u{0}\u{7f}\u{1b}\u{9f}");
        check(4, &"Z".repeat(93), &"Z".repeat(93));
        check(5, &"z".repeat(76), &"z".repeat(76));
    }

    #[test]
    fn every_character_of_the_sets_reads_back() {
        let all: Vec<char> = (0..=255_u8).map(char::from).collect();
        for some in all.chunks(24) {
            let text: String = some.iter().collect();
            if let Some(found) = read(&text, 4, 203) {
                assert_eq!(found, text);
            } else {
                panic!("{text:?} has no code");
            }
        }
    }

    #[test]
    fn what_cannot_be_a_symbol_is_refused() {
        let check = |mode: u8, data: &str| assert_eq!(read(data, mode, 203), None, "{data:?}");
        check(2, "840606");
        check(2, "00384x606010000");
        check(3, "066826RG1");
        check(4, &"Z".repeat(94));
        check(5, &"Z".repeat(78));
        check(4, "日本");
        check(2, "");
    }

    #[test]
    fn the_symbol_has_the_size_of_the_standard() {
        let asked = |dots_per_inch| MaxicodeOptions { mode: 4, number: 1, total: 1, dots_per_inch };
        for dots_per_inch in [203, 300, 600] {
            let mask = mask("SIZE", asked(dots_per_inch)).expect("a symbol");
            let mm = |dots: i32| dots as f32 * 25.4 / dots_per_inch as f32;
            // Between the centers of the outermost hexagons, in mm: 24.82 to 27.93 and 23.71 to
            // 26.69.
            let (across, down) = (mm(mask.width()) - 0.88, mm(mask.height()) - 1.02);
            assert!((24.82..=27.93).contains(&across), "{dots_per_inch}: {across}");
            assert!((23.71..=26.69).contains(&down), "{dots_per_inch}: {down}");
        }
    }

    #[test]
    fn each_bit_has_one_place() {
        let mut seen = vec![0; 864];
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                if let HexagonContent::Bit(bit) = place(column, row) {
                    seen[bit] += 1;
                }
            }
        }
        assert!(seen.iter().all(|times| *times == 1), "{seen:?}");
    }

    #[test]
    fn one_of_several_says_so_in_front() {
        let asked = MaxicodeOptions { mode: 4, number: 2, total: 3, dots_per_inch: 203 };
        let words = codewords("AB", asked).expect("codewords");
        assert_eq!(words[..6], [4, PAD, 0b001_010, 1, 2, PAD]);
    }
}
