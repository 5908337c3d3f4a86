//! Code 128, the barcode symbology of tracking numbers. Code values are 0 to 106, as in its
//! standard. It is in `base` because drawing labels and decoding them both need it.

/// Widths of bar, space, bar… in modules, by code value. Value 106 is the stop pattern.
const PATTERNS: [&str; 107] = [
    "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212",
    "221213", "221312", "231212", "112232", "122132", "122231", "113222", "123122", "123221",
    "223211", "221132", "221231", "213212", "223112", "312131", "311222", "321122", "321221",
    "312212", "322112", "322211", "212123", "212321", "232121", "111323", "131123", "131321",
    "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331", "132131",
    "113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311", "213131",
    "311123", "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111",
    "111224", "111422", "121124", "121421", "141122", "141221", "112214", "112412", "122114",
    "122411", "142112", "142211", "241211", "221114", "413111", "241112", "134111", "111242",
    "121142", "121241", "114212", "124112", "124211", "411212", "421112", "421211", "212141",
    "214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311",
    "113141", "114131", "311141", "411131", "211412", "211214", "211232", "2331112",
];

pub const CODE_C: u8 = 99;
pub const CODE_B: u8 = 100;
pub const CODE_A: u8 = 101;
pub const FNC1: u8 = 102;
pub const START_A: u8 = 103;
pub const START_B: u8 = 104;
pub const START_C: u8 = 105;
pub const STOP: u8 = 106;

/// Stands for FNC1 in the text given to [`encode`].
pub const FNC1_CHAR: char = '\u{f1}';

/// Chooses the start code, subsets and code values for printable ASCII and [`FNC1_CHAR`], using
/// subset C wherever that is shorter. The result has no check value and no stop. `None` for text
/// with any other character, and for empty text.
pub fn encode(text: &str) -> Option<Vec<u8>> {
    let chars: Vec<char> = text.chars().collect();
    if chars.is_empty() || !chars.iter().all(|c| *c == FNC1_CHAR || (' '..='~').contains(c)) {
        return None;
    }
    let mut codes = Vec::with_capacity(chars.len() + 4);
    let mut in_c: Option<bool> = None;
    let mut rest = chars.as_slice();
    while let Some((&first, tail)) = rest.split_first() {
        let (digits, marks) = digit_run(rest);
        let ends = digits + marks == rest.len();
        let want_c = match in_c {
            Some(true) => digits >= 2,
            // Switching to C costs a code word: it pays for four digits at an end, six in the
            // middle.
            None => digits >= 4 || (ends && digits >= 2 && digits % 2 == 0),
            Some(false) => digits % 2 == 0 && (digits >= 6 || (ends && digits >= 4)),
        };
        if first == FNC1_CHAR {
            if in_c.is_none() {
                codes.push(if want_c { START_C } else { START_B });
                in_c = Some(want_c);
            }
            codes.push(FNC1);
            rest = tail;
            continue;
        }
        if in_c != Some(want_c) {
            codes.push(match (in_c, want_c) {
                (None, true) => START_C,
                (None, false) => START_B,
                (Some(_), true) => CODE_C,
                (Some(_), false) => CODE_B,
            });
            in_c = Some(want_c);
        }
        let pair = tail.first().and_then(|c| c.to_digit(10));
        match (want_c, first.to_digit(10), pair) {
            (true, Some(tens), Some(units)) => {
                codes.push(u8::try_from(tens * 10 + units).ok()?);
                rest = tail.get(1..)?;
            }
            _ => {
                codes.push(u8::try_from(u32::from(first)).ok()?.checked_sub(32)?);
                rest = tail;
            }
        }
    }
    Some(codes)
}

/// The digits and the FNC1 marks ahead. FNC1 counts only before or between whole digit pairs.
fn digit_run(chars: &[char]) -> (usize, usize) {
    let (mut digits, mut marks) = (0, 0);
    for c in chars {
        match c {
            '0'..='9' => digits += 1,
            &FNC1_CHAR if digits % 2 == 0 => marks += 1,
            _ => break,
        }
    }
    (digits, marks)
}

/// The check value of codes that start with a start code.
pub fn check_value(codes: &[u8]) -> u8 {
    let sum: u64 = codes
        .iter()
        .enumerate()
        .map(|(place, code)| u64::from(*code) * (place.max(1) as u64))
        .sum();
    (sum % 103) as u8
}

/// The modules of a complete symbol, `true` for a bar: the codes, the check value, the stop
/// pattern.
pub fn modules(codes: &[u8]) -> Vec<bool> {
    let all = codes.iter().copied().chain([check_value(codes), STOP]);
    all.flat_map(pattern).collect()
}

/// The modules of one code, `true` for a bar.
pub fn pattern(code: u8) -> Vec<bool> {
    let mut modules = Vec::with_capacity(13);
    let mut bar = true;
    for width in PATTERNS.get(usize::from(code)).unwrap_or(&"").bytes() {
        let width = usize::from(width.saturating_sub(b'0'));
        modules.extend(std::iter::repeat_n(bar, width));
        bar = !bar;
    }
    modules
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, codes: &[u8], module_count: usize) {
        let made = encode(text).expect(text);
        assert_eq!(made, codes, "{text:?}");
        assert_eq!(modules(&made).len(), module_count, "{text:?}");
    }

    #[test]
    fn the_shortest_subsets_are_chosen() {
        check("1234", &[105, 12, 34], 57);
        check("12345", &[105, 12, 34, 100, 21], 79);
        check("A1", &[104, 33, 17], 57);
        check("AB123456", &[104, 33, 34, 99, 12, 34, 56], 101);
        check("\u{f1}42090210", &[105, 102, 42, 9, 2, 10], 90);
        check("1Z12X", &[104, 17, 58, 17, 18, 56], 90);
        // The 30 digits of a domestic package barcode: 222 modules.
        let package = format!("\u{f1}42090210\u{f1}{}", "92".repeat(11));
        assert_eq!(modules(&encode(&package).expect("digits")).len(), 222);
    }

    #[test]
    fn every_pattern_is_eleven_modules_and_unlike_the_others() {
        let mut seen = std::collections::BTreeSet::new();
        for pattern in &PATTERNS[..106] {
            assert_eq!(pattern.bytes().map(|b| b - b'0').sum::<u8>(), 11);
            assert!(seen.insert(pattern));
        }
        assert_eq!(PATTERNS[106].bytes().map(|b| b - b'0').sum::<u8>(), 13);
    }

    #[test]
    fn the_check_value_follows_the_standard() {
        // 103 + 48*1 + 42*2 + … for "PJJ123C": the standard's worked example gives 54.
        assert_eq!(check_value(&[103, 48, 42, 42, 17, 18, 19, 35]), 54);
    }

    #[test]
    fn what_cannot_be_written_is_refused() {
        for text in ["", "é", "a\u{7}"] {
            assert_eq!(encode(text), None);
        }
    }
}
