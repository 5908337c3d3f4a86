//! CODABLOCK F and E (AIM USS): rows of Code 128 with a start A, a sign for the subset of the row, a
//! row number and a check of their own, and two checks of the whole in the last row.

use super::databar::{Row, Rows};
use postroom_base::code128;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodablockOptions {
    /// The height of a row in modules.
    pub row_height: i32,
    /// The characters of data in a row, and the rows; 0 lets the data decide.
    pub columns: usize,
    pub rows: usize,
    /// A (Code 39), E (with FNC1) or F.
    pub mode: u8,
    /// Whether the rows of A have checks of the whole. The others always have them.
    pub has_checks: bool,
}

const SHIFT: u8 = 98;
const MOST_ROWS: usize = 44;
const FNC1: char = code128::FNC1_CHAR;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Subset {
    A,
    B,
    C,
}

/// The code of a check or row number in a subset.
fn numbered(subset: Subset, value: usize) -> Option<u8> {
    let value = u8::try_from(value).ok()?;
    Some(match (subset, value) {
        (Subset::C, value) => value,
        (_, 0..=31) => value + 64,
        (_, 32..=47) => value - 32,
        (_, value) => value - 22,
    })
}

struct Encoder<'a> {
    data: &'a [char],
    at: usize,
    subset: Subset,
    line: Vec<u8>,
    room: usize,
}

impl Encoder<'_> {
    fn next(&self) -> Option<char> {
        self.data.get(self.at).copied()
    }

    /// The digits ahead, counting FNC1 before or between whole pairs as two.
    fn digits(&self) -> usize {
        let mut count = 0;
        for character in self.data.iter().skip(self.at) {
            match *character {
                '0'..='9' => count += 1,
                FNC1 if count % 2 == 0 => count += 2,
                _ => break,
            }
        }
        count
    }

    /// Whether a control character comes before a lower case letter.
    fn control_first(&self, from: usize) -> bool {
        let mut rest = self.data.iter().skip(from).filter(|c| **c != FNC1);
        let special = rest.find(|c| matches!(u32::from(**c), 0..=31 | 96..=127));
        special.is_some_and(|c| u32::from(*c) < 32)
    }

    fn left(&self) -> usize {
        self.room.saturating_sub(self.line.len())
    }

    fn switch(&mut self, to: Subset) {
        self.line.push(match to {
            Subset::A => code128::CODE_A,
            Subset::B => code128::CODE_B,
            Subset::C => code128::CODE_C,
        });
        self.subset = to;
    }

    /// Encodes the next character in subset A or B.
    fn push(&mut self) -> Option<()> {
        let character = self.next()?;
        let value = u32::from(character);
        let code = match value {
            _ if character == FNC1 => u32::from(code128::FNC1),
            0..=31 => value + 64,
            32..=127 => value - 32,
            _ => return None,
        };
        self.line.push(u8::try_from(code).ok()?);
        self.at += 1;
        Some(())
    }

    /// Encodes the next pair of digits, or FNC1.
    fn push_pair(&mut self) -> Option<()> {
        if self.next()? == FNC1 {
            return self.push();
        }
        let tens = self.next()?.to_digit(10)?;
        let units = self.data.get(self.at + 1)?.to_digit(10)?;
        self.line.push(u8::try_from(tens * 10 + units).ok()?);
        self.at += 2;
        Some(())
    }

    /// Encodes one step. False if the next character does not fit into the row.
    fn step(&mut self) -> Option<bool> {
        let left = self.left();
        let digits = self.digits().min(left * 2);
        let character = self.next()?;
        let value = u32::from(character);
        let is_letter = character != FNC1;
        match self.subset {
            Subset::A | Subset::B
                if digits >= 4 && is_letter && digits.is_multiple_of(2) && left >= 3 =>
            {
                self.switch(Subset::C);
                self.push_pair()?;
                self.push_pair()?;
            }
            Subset::A | Subset::B if digits >= 4 && is_letter && digits % 2 == 1 && left >= 4 => {
                self.push()?;
                self.switch(Subset::C);
                self.push_pair()?;
                self.push_pair()?;
            }
            Subset::C if digits >= 2 => self.push_pair()?,
            Subset::C if left >= 2 => {
                let to = if self.control_first(self.at) { Subset::A } else { Subset::B };
                self.switch(to);
                return self.step();
            }
            Subset::C => return Some(false),
            Subset::B if is_letter && value < 32 => {
                if left < 2 {
                    return Some(false);
                }
                let back = self.at + 1 < self.data.len() && !self.control_first(self.at + 1);
                if back && self.lower_follows() {
                    self.line.push(SHIFT);
                } else {
                    self.switch(Subset::A);
                }
                self.push()?;
            }
            Subset::A if is_letter && value >= 96 => {
                if left < 2 {
                    return Some(false);
                }
                if self.control_first(self.at + 1) {
                    self.line.push(SHIFT);
                } else {
                    self.switch(Subset::B);
                }
                self.push()?;
            }
            Subset::A | Subset::B => self.push()?,
        }
        Some(true)
    }

    fn lower_follows(&self) -> bool {
        let mut rest = self.data.iter().skip(self.at + 1);
        rest.any(|c| *c != FNC1 && matches!(u32::from(*c), 96..=127))
    }

    fn pad(&mut self, count: usize) {
        for _ in 0..count {
            self.switch(match self.subset {
                Subset::C => Subset::B,
                _ => Subset::C,
            });
        }
    }
}

/// The rows and the separators of one module around them. `None` for a single row, which is a plain
/// Code 128, and for data that is not in its character set or needs too many rows.
pub fn rows(data: &str, asked: &CodablockOptions) -> Option<Rows> {
    // 44 rows of 62 pairs of digits.
    if data.len() > 5_456 {
        return None;
    }
    let mut message: Vec<char> = data.chars().collect();
    if asked.mode == b'E' {
        message.insert(0, FNC1);
    }
    let columns = match (asked.columns, asked.rows) {
        (0, 0) => return None,
        (0, rows) => message.len().div_ceil(rows.clamp(1, MOST_ROWS)).max(4),
        (columns, _) => columns.clamp(4, 62),
    };
    let lines = lines(&message, columns)?;
    let bits = |line: &[u8]| -> Row {
        let mut bits = Row::new();
        for code in line {
            bits.extend(code128::pattern(*code));
        }
        bits
    };
    let wide = columns * 11 + 57;
    let mut out = Rows(vec![(vec![true; wide], 1)]);
    let mut between: Row = code128::pattern(code128::START_A);
    between.resize(wide - 13, true);
    between.extend(code128::pattern(code128::STOP));
    for (number, line) in lines.iter().enumerate() {
        out.0.push((bits(line), asked.row_height));
        let is_last = number + 1 == lines.len();
        let separator = if is_last { vec![true; wide] } else { between.clone() };
        out.0.push((separator, 1));
    }
    Some(out)
}

/// The codes of each row, from start to stop.
fn lines(message: &[char], columns: usize) -> Option<Vec<Vec<u8>>> {
    let mut encoder =
        Encoder { data: message, at: 0, subset: Subset::B, line: Vec::new(), room: columns };
    let mut lines: Vec<(Subset, Vec<u8>)> = Vec::new();
    let checks = loop {
        if lines.len() >= MOST_ROWS {
            return None;
        }
        encoder.subset = if encoder.digits() >= 2 {
            Subset::C
        } else if encoder.control_first(encoder.at) {
            Subset::A
        } else {
            Subset::B
        };
        let start = encoder.subset;
        encoder.line.clear();
        while encoder.at < message.len() && encoder.left() > 0 && encoder.step()? {}
        let is_last = encoder.at == message.len() && encoder.left() >= 2 && !lines.is_empty();
        encoder.pad(encoder.left() - if is_last { 2 } else { 0 });
        if is_last {
            let (first, second) = whole_checks(message);
            encoder.line.push(numbered(encoder.subset, first)?);
            encoder.line.push(numbered(encoder.subset, second)?);
        }
        lines.push((start, encoder.line.clone()));
        if is_last {
            break lines.len();
        }
    };
    let count = checks;
    let whole = lines.into_iter().enumerate().map(|(number, (subset, line))| {
        let sign = match subset {
            Subset::A => SHIFT,
            Subset::B => code128::CODE_B,
            Subset::C => code128::CODE_C,
        };
        let own = if number == 0 { count - 2 } else { number + 42 };
        let mut codes = vec![code128::START_A, sign, numbered(subset, own)?];
        codes.extend(line);
        codes.push(code128::check_value(&codes));
        codes.push(code128::STOP);
        Some(codes)
    });
    whole.collect()
}

/// The two checks over all characters, modulo 86.
fn whole_checks(message: &[char]) -> (usize, usize) {
    let values = message.iter().enumerate().filter_map(|(at, character)| match *character {
        FNC1 if at == 0 => None,
        FNC1 => Some(29),
        other => Some(u32::from(other) as usize),
    });
    values.enumerate().fold((0, 0), |(first, second), (at, value)| {
        ((first + value * (at + 1)) % 86, (second + value * at) % 86)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zpl::databar::runs_of_rows;

    /// The rows are those that the encoder BWIPP makes of the same data.
    #[test]
    fn rows_are_those_of_another_encoder() {
        let check = |data: &str, columns: usize, expected: &[&str]| {
            let asked =
                CodablockOptions { row_height: 8, columns, rows: 0, mode: b'F', has_checks: true };
            let made = runs_of_rows(&rows(data, &asked).expect(data));
            let lines: Vec<&str> = made.iter().skip(1).step_by(2).map(String::as_str).collect();
            assert_eq!(lines, expected, "{data}");
        };
        check(
            "CODABLOCK F Symbology",
            6,
            &[
                "2114121141311214211313211331211123131113231311231321312131132331112",
                "2114121141312312121331211313211123312122221323112122223141112331112",
                "2114121141311122322131132121414131111214211341112211142122222331112",
                "2114121141311221321341111221142121411131411422112131312131312331112",
            ],
        );
        check(
            "1234567890123456789012345678",
            5,
            &[
                "2114121131412222211122321311233311212411122141211312222331112",
                "2114121131411123311122321311233311212411122141214211122331112",
                "2114121131411321311122321311233311212411121141313311212331112",
                "2114121141311221321131411141311131412232112213123111232331112",
            ],
        );
        check(
            "Hello 1234 World 12345 x",
            10,
            &[
                "2114121141311211242311131122142211142211141341112122221131411122321311231141311412212331112",
                "2114121141312312122122223113211341111212412211141412212122221232212232112211321232212331112",
                "2114121131411321311131231141312122224212111131411141311131411141312213121312221214212331112",
            ],
        );
        check(
            "A\tbc\t\tD more",
            8,
            &[
                "2114124113111114221113231421121141311214211411223111411421121421123121132331112",
                "2114121141312312121123132122224131111341111212411122141113231122142212132331112",
            ],
        );
    }

    #[test]
    fn columns_follow_from_rows() {
        let size = |data: &str, columns: usize, count: usize, mode: u8| {
            let asked =
                CodablockOptions { row_height: 8, columns, rows: count, mode, has_checks: true };
            let rows = rows(data, &asked)?;
            Some((rows.0.first()?.0.len(), rows.0.len() / 2))
        };
        // Two characters of twenty-two are left for the checks.
        assert_eq!(size(&"A".repeat(22), 0, 3, b'F'), Some((8 * 11 + 57, 3)));
        assert_eq!(size(&"A".repeat(22), 12, 0, b'F'), Some((12 * 11 + 57, 2)));
        // FNC1 takes a place of its own.
        assert_eq!(size(&"A".repeat(22), 12, 0, b'E'), Some((12 * 11 + 57, 3)));
        assert_eq!(size("A", 0, 0, b'F'), None);
        assert_eq!(size("é", 4, 0, b'F'), None);
    }
}
