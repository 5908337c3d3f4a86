//! The general purpose field of DataBar Expanded and of composite symbols (ISO/IEC 24724, 7.2.5.5):
//! three schemes, between which the data switches.

use super::FNC1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    Numeric,
    Alphanumeric,
    Iso646,
}

/// Bits, most significant first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits(pub Vec<bool>);

impl Bits {
    pub fn push(&mut self, value: u64, count: u32) {
        self.0.extend((0..count).rev().map(|bit| value >> bit & 1 == 1));
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds the pattern 00100 up to a length, after the latch that numeric data needs before it.
    pub fn pad(&mut self, to: usize, scheme: Scheme) {
        if scheme == Scheme::Numeric {
            let latch = to.saturating_sub(self.len()).min(4);
            self.0.extend(std::iter::repeat_n(false, latch));
        }
        let pattern = [false, false, true, false, false].into_iter().cycle();
        let missing = to.saturating_sub(self.len());
        self.0.extend(pattern.take(missing));
    }
}

fn is_numeric(character: Option<&char>) -> bool {
    character.is_some_and(|c| c.is_ascii_digit() || *c == FNC1)
}

fn alphanumeric(character: char) -> Option<(u64, u32)> {
    let code = u64::from(character);
    match character {
        '0'..='9' => Some((code - 43, 5)),
        FNC1 => Some((15, 5)),
        'A'..='Z' => Some((code - 33, 6)),
        '*' => Some((58, 6)),
        ','..='/' => Some((code + 15, 6)),
        _ => None,
    }
}

fn iso646(character: char) -> Option<(u64, u32)> {
    let code = u64::from(character);
    match character {
        '0'..='9' => Some((code - 43, 5)),
        FNC1 => Some((15, 5)),
        'A'..='Z' => Some((code - 1, 7)),
        'a'..='z' => Some((code - 7, 7)),
        '!' => Some((232, 8)),
        '"' => Some((233, 8)),
        '%'..='/' => Some((code + 197, 8)),
        ':'..='?' => Some((code + 187, 8)),
        '_' => Some((251, 8)),
        ' ' => Some((252, 8)),
        _ => None,
    }
}

/// How many characters from here on are digit pairs of the numeric scheme.
fn numeric_run(rest: &[char]) -> usize {
    let pairs = rest.chunks(2);
    let fits = |pair: &&[char]| match pair {
        [FNC1, FNC1] => false,
        [first, second] => is_numeric(Some(first)) && is_numeric(Some(second)),
        _ => false,
    };
    pairs.take_while(fits).count() * 2
}

fn alphanumeric_run(rest: &[char]) -> usize {
    rest.iter().take_while(|c| alphanumeric(**c).is_some()).count()
}

/// How many characters come before one that only the ISO 646 scheme has.
fn before_iso646(rest: &[char]) -> usize {
    let only = |c: &char| iso646(*c).is_some() && alphanumeric(*c).is_none();
    rest.iter().position(only).unwrap_or(9_999)
}

/// Adds the field. `free` tells for a number of bits how many are left in the smallest symbol that
/// holds them. Returns the scheme at the end, or `None` for a character that no scheme has.
pub fn encode_general_field(
    data: &[char],
    bits: &mut Bits,
    mut scheme: Scheme,
    free: impl Fn(usize) -> usize,
) -> Option<Scheme> {
    let digit = |c: char| if c == FNC1 { 10 } else { u64::from(c) - 48 };
    let mut rest = data;
    while let Some((&first, after)) = rest.split_first() {
        match scheme {
            Scheme::Numeric => match after.split_first() {
                Some((&second, further)) => {
                    if numeric_run(rest) == 0 {
                        bits.push(0, 4);
                        scheme = Scheme::Alphanumeric;
                        continue;
                    }
                    bits.push(digit(first) * 11 + digit(second) + 8, 7);
                    rest = further;
                }
                None if !first.is_ascii_digit() => {
                    bits.push(0, 4);
                    scheme = Scheme::Alphanumeric;
                }
                None => {
                    // A last digit fits into four to six bits, if just these are left.
                    let left = free(bits.len());
                    if (4..=6).contains(&left) {
                        bits.push(digit(first) + 1, 4);
                        bits.0.extend(std::iter::repeat_n(false, left - 4));
                    } else {
                        bits.push(digit(first) * 11 + 10 + 8, 7);
                    }
                    rest = after;
                }
            },
            Scheme::Alphanumeric => {
                let numeric = numeric_run(rest);
                if first == FNC1 {
                    bits.push(15, 5);
                    scheme = Scheme::Numeric;
                    rest = after;
                } else if alphanumeric(first).is_none() {
                    iso646(first)?;
                    bits.push(4, 5);
                    scheme = Scheme::Iso646;
                } else if numeric >= 6 || (numeric >= 4 && numeric == rest.len()) {
                    bits.push(0, 3);
                    scheme = Scheme::Numeric;
                } else {
                    let (value, count) = alphanumeric(first)?;
                    bits.push(value, count);
                    rest = after;
                }
            }
            Scheme::Iso646 => {
                let far = before_iso646(rest) >= 10;
                if first == FNC1 {
                    bits.push(15, 5);
                    scheme = Scheme::Numeric;
                    rest = after;
                } else if numeric_run(rest) >= 4 && far {
                    bits.push(0, 3);
                    scheme = Scheme::Numeric;
                } else if alphanumeric_run(rest) >= 5 && far {
                    bits.push(4, 5);
                    scheme = Scheme::Alphanumeric;
                } else {
                    let (value, count) = iso646(first)?;
                    bits.push(value, count);
                    rest = after;
                }
            }
        }
    }
    Some(scheme)
}
