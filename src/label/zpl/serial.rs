//! `^SN`: a serial number that changes from label to label.

/// The parameters after the starting value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Serial {
    pub step: i64,
    /// Whether leading zeros are printed; otherwise they are spaces.
    pub zeros: bool,
}

/// In a longer sequence of digits only the last twelve are counted.
const MOST_DIGITS: usize = 12;

impl Serial {
    /// The data of the label `steps` after the first. The last sequence of digits is counted and
    /// keeps its width; an overflow is cut off.
    pub fn counted(self, data: &[u8], steps: i64) -> Vec<u8> {
        let end = data
            .iter()
            .rposition(u8::is_ascii_digit)
            .map_or(0, |last| last + 1);
        let (before, behind) = data.split_at(end);
        let counts = |byte: &&u8| byte.is_ascii_digit() || (!self.zeros && **byte == b' ');
        let wide = before.iter().rev().take_while(counts).count();
        let wide = wide.min(MOST_DIGITS);
        if wide == 0 {
            return data.to_vec();
        }
        let (kept, digits) = before.split_at(end - wide);
        let start = digits
            .iter()
            .filter(|byte| byte.is_ascii_digit())
            .fold(0_i64, |number, byte| number * 10 + i64::from(byte - b'0'));
        let most = 10_i64.pow(wide as u32);
        let now = start
            .saturating_add(self.step.saturating_mul(steps))
            .rem_euclid(most);
        let number = if self.zeros {
            format!("{now:0wide$}")
        } else {
            format!("{now:wide$}")
        };
        [kept, number.as_bytes(), behind].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_digits_count() {
        let check = |data: &str, step: i64, zeros: bool, steps: i64, expected: &str| {
            let counted = Serial { step, zeros }.counted(data.as_bytes(), steps);
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
}
