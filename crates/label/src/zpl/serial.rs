//! `^SN` and `^SF`: text that changes from label to label.

/// How the text of a field counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Serial {
    /// `^SN`: the last number of the text.
    Number {
        step: i64,
        /// Whether leading zeros are printed; otherwise they are spaces.
        zeros: bool,
    },
    /// `^SF`: the last characters of the text. The mask has the kind of each, and the step is added
    /// character by character, with carries. Both are aligned at the end of the text.
    Masked { mask: Vec<u8>, step: Vec<u8> },
}

/// In a longer sequence of digits only the last twelve are counted.
const MOST_DIGITS: usize = 12;
/// The printer takes 3 KB of mask and step.
const MOST_MASKED: usize = 3_000;

impl Serial {
    pub fn masked(mask: &[u8], step: &[u8]) -> Serial {
        let last = |bytes: &[u8]| {
            let from = bytes.len().saturating_sub(MOST_MASKED);
            bytes.get(from..).unwrap_or_default().to_vec()
        };
        Serial::Masked { mask: last(mask), step: last(step) }
    }

    /// The data of the label `steps` after the first.
    pub fn counted(&self, data: &[u8], steps: i64) -> Vec<u8> {
        match self {
            Serial::Number { step, zeros } => {
                counted_number(data, step.saturating_mul(steps), *zeros)
            }
            Serial::Masked { mask, step } => {
                let mut data = data.to_vec();
                for _ in 0..steps.clamp(0, 1_000) {
                    add_masked(&mut data, mask, step);
                }
                data
            }
        }
    }
}

/// The last sequence of digits is counted and keeps its width; an overflow is cut off.
fn counted_number(data: &[u8], more: i64, zeros: bool) -> Vec<u8> {
    let end = data.iter().rposition(u8::is_ascii_digit).map_or(0, |last| last + 1);
    let (before, behind) = data.split_at(end);
    let counts = |byte: &&u8| byte.is_ascii_digit() || (!zeros && **byte == b' ');
    let wide = before.iter().rev().take_while(counts).count().min(MOST_DIGITS);
    if wide == 0 {
        return data.to_vec();
    }
    let (kept, digits) = before.split_at(end - wide);
    let start = digits
        .iter()
        .filter(|byte| byte.is_ascii_digit())
        .fold(0_i64, |number, byte| number * 10 + i64::from(byte - b'0'));
    let most = 10_i64.pow(wide as u32);
    let now = start.saturating_add(more).rem_euclid(most);
    let number = if zeros { format!("{now:0wide$}") } else { format!("{now:wide$}") };
    [kept, number.as_bytes(), behind].concat()
}

/// Adds the step once. A missing step is one in the last counted place.
fn add_masked(data: &mut [u8], mask: &[u8], step: &[u8]) {
    let mut steps = step.iter().rev();
    let mut carry = u32::from(step.is_empty());
    for (byte, kind) in data.iter_mut().rev().zip(mask.iter().rev()) {
        let step = steps.next().copied();
        let Some(digits) = digits_of(*kind, *byte) else {
            continue;
        };
        let place = |byte: u8| {
            let found = digits.iter().position(|digit| digit.eq_ignore_ascii_case(&byte));
            found.map_or(0, |at| at as u32)
        };
        let base = digits.len() as u32;
        let sum = place(*byte) + step.map_or(0, place) + carry;
        carry = sum / base;
        *byte = digits.get((sum % base) as usize).copied().unwrap_or(*byte);
    }
}

/// The characters that a place runs through, in the case of its present character.
fn digits_of(kind: u8, present: u8) -> Option<&'static [u8]> {
    let small = present.is_ascii_lowercase();
    Some(match (kind.to_ascii_uppercase(), small) {
        (b'D', _) => b"0123456789",
        (b'O', _) => b"01234567",
        (b'H', false) => b"0123456789ABCDEF",
        (b'H', true) => b"0123456789abcdef",
        (b'A', false) => b"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (b'A', true) => b"abcdefghijklmnopqrstuvwxyz",
        (b'N', false) => b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (b'N', true) => b"0123456789abcdefghijklmnopqrstuvwxyz",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_digits_count() {
        let check = |data: &str, step: i64, zeros: bool, steps: i64, expected: &str| {
            let counted = Serial::Number { step, zeros }.counted(data.as_bytes(), steps);
            assert_eq!(String::from_utf8_lossy(&counted), expected, "{data}");
        };
        check("001", 1, true, 0, "001");
        check("001", 1, true, 2, "003");
        check("001", 1, false, 11, " 12");
        check("BOX 098-A", 1, true, 2, "BOX 100-A");
        check("A99", 1, true, 1, "A00");
        check("10", -3, true, 4, "98");
        check("none", 1, true, 4, "none");
        check("1234567890123456789", 1, true, 1, "1234567890123456790");
        check("5", i64::MIN, true, 0, "5");
    }

    #[test]
    fn masked_characters_count() {
        let check = |data: &str, mask: &str, step: &str, steps: i64, expected: &str| {
            let serial = Serial::masked(mask.as_bytes(), step.as_bytes());
            let counted = serial.counted(data.as_bytes(), steps);
            assert_eq!(String::from_utf8_lossy(&counted), expected, "{data} {mask}");
        };
        check("12A", "nnA", "F", 1, "12F");
        check("12Z", "nnA", "B", 1, "13A");
        check("A09", "Add", "1", 1, "A10");
        check("A99", "Add", "1", 1, "B00");
        check("BL0000", "%%dddd", "1", 12, "BL0012");
        check("BL00-0", "%%dd%d", "1%1", 1, "BL01-1");
        check("7", "d", "", 2, "9");
        check("0F", "hh", "1", 1, "10");
        check("07", "oo", "1", 1, "10");
        check("zz", "aa", "b", 1, "aa");
        check("AB", "", "1", 3, "AB");
    }
}
