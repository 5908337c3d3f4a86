//! Linear barcodes: each becomes a list of widths in dots, starting with a bar.

pub mod code128;
pub mod retail;
pub mod two_widths;

/// Widths of bars and spaces in dots, and the text printed below them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bars {
    pub widths: Vec<i32>,
    pub text: String,
}

/// The module width in dots and the ratio of wide to narrow bars (`^BY`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Module {
    pub dots: i32,
    pub ratio: f32,
}

impl Module {
    pub fn wide(self) -> i32 {
        ((self.dots as f32 * self.ratio).round() as i32).max(self.dots)
    }

    /// The widths of narrow and wide elements, given as `n` and `w`.
    pub fn elements(self, pattern: &str) -> impl Iterator<Item = i32> {
        pattern.bytes().map(move |byte| if byte == b'w' { self.wide() } else { self.dots })
    }
}

/// Longer data fits no print head.
pub const LONGEST: usize = 400;

pub fn from_modules(modules: &[bool], dots: i32) -> Vec<i32> {
    modules
        .chunk_by(|a, b| a == b)
        .map(|run| i32::try_from(run.len()).unwrap_or(0) * dots)
        .collect()
}

/// The check digit of GS1 codes, with weights 3 and 1.
pub fn mod10(digits: &str) -> u32 {
    let sum: u32 = digits
        .bytes()
        .rev()
        .zip([3, 1].into_iter().cycle())
        .map(|(digit, weight)| u32::from(digit.saturating_sub(b'0')) * weight)
        .sum();
    (10 - sum % 10) % 10
}

/// The digits of the data, at most `most`.
pub fn digits(data: &str, most: usize) -> String {
    data.chars().filter(char::is_ascii_digit).take(most).collect()
}

/// The characters of Code 93 by their value, the four shift characters as `a` to `d` last.
const CODE93_SIGNS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%abcd";
/// The nine modules of each value, and of the start and stop character.
const CODE93: [u16; 48] = [
    0x114, 0x148, 0x144, 0x142, 0x128, 0x124, 0x122, 0x150, 0x112, 0x10a, 0x1a8, 0x1a4, 0x1a2,
    0x194, 0x192, 0x18a, 0x168, 0x164, 0x162, 0x134, 0x11a, 0x158, 0x14c, 0x146, 0x12c, 0x116,
    0x1b4, 0x1b2, 0x1ac, 0x1a6, 0x196, 0x19a, 0x16c, 0x166, 0x136, 0x13a, 0x12e, 0x1d4, 0x1d2,
    0x1ca, 0x16e, 0x176, 0x1ae, 0x126, 0x1da, 0x1d6, 0x132, 0x15e,
];

/// Encodes `^BA`. The two check characters are always in the bars; `show_check` prints them in the
/// text too. The printer reads `&`, `'`, `(` and `)` as the four shift characters. All other
/// characters outside the set, such as lower case, get the shift that Code 93 defines for them.
pub fn code93(data: &str, show_check: bool, dots: i32) -> Option<Bars> {
    let mut values: Vec<usize> = Vec::new();
    let mut text = String::new();
    for character in data.chars().take(LONGEST) {
        let shift = "&'()".chars().position(|sign| sign == character);
        let value = |sign: char| CODE93_SIGNS.chars().position(|other| other == sign);
        let own = value(character).filter(|_| !character.is_ascii_lowercase());
        match (shift, own) {
            (Some(shift), _) => values.push(43 + shift),
            (None, Some(own)) => values.push(own),
            (None, None) => {
                let (shift, letter) = code93_shifted(character)?;
                values.extend([43 + shift, value(letter)?]);
            }
        }
        if shift.is_none() && !character.is_control() {
            text.push(character);
        }
    }
    if values.is_empty() {
        return None;
    }
    for most in [20, 15] {
        let weighted = values.iter().rev().enumerate().map(|(at, value)| value * (at % most + 1));
        let check = weighted.sum::<usize>() % 47;
        values.push(check);
        if show_check && check < 43 {
            text.extend(CODE93_SIGNS.chars().nth(check));
        }
    }
    const STAR: usize = 47;
    let all = std::iter::once(STAR).chain(values).chain([STAR]);
    let mut modules: Vec<bool> = Vec::new();
    for value in all {
        let pattern = CODE93.get(value)?;
        modules.extend((0..9).rev().map(|bit| pattern >> bit & 1 == 1));
    }
    modules.push(true);
    Some(Bars { widths: from_modules(&modules, dots), text })
}

/// The shift (0 to 3) and the letter that stand for an ASCII character outside the set.
fn code93_shifted(character: char) -> Option<(usize, char)> {
    let code = u8::try_from(character).ok()?;
    let from = |start: u8, first: u8| Some(char::from(first + (code - start)));
    Some(match code {
        0 => (1, 'U'),
        1..=26 => (0, from(1, b'A')?),
        27..=31 => (1, from(27, b'A')?),
        33..=44 => (2, from(33, b'A')?),
        58 => (2, 'Z'),
        59..=63 => (1, from(59, b'F')?),
        64 => (1, 'V'),
        91..=95 => (1, from(91, b'K')?),
        96 => (1, 'W'),
        97..=122 => (3, from(97, b'A')?),
        123..=127 => (1, from(123, b'P')?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
