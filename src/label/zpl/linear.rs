//! Linear barcodes: each becomes a list of widths in dots, starting with a bar.

use rxing::oned::{
    CodaBarWriter, Code93Writer, EAN8Writer, EAN13Writer, OneDimensionalCodeWriter, UPCEWriter,
};

use super::guarded;
use crate::base::code128;

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
    fn wide(self) -> i32 {
        ((self.dots as f32 * self.ratio).round() as i32).max(self.dots)
    }

    /// The widths of narrow and wide elements, given as `n` and `w`.
    fn elements(self, pattern: &str) -> impl Iterator<Item = i32> {
        pattern
            .bytes()
            .map(move |byte| if byte == b'w' { self.wide() } else { self.dots })
    }
}

fn from_modules(modules: &[bool], dots: i32) -> Vec<i32> {
    modules
        .chunk_by(|a, b| a == b)
        .map(|run| i32::try_from(run.len()).unwrap_or(0) * dots)
        .collect()
}

/// Longer data fits no print head.
const LONGEST: usize = 400;

/// Encodes `^BC` in one of its modes.
pub fn code128(data: &str, mode: u8, dots: i32) -> Option<Bars> {
    if data.len() > LONGEST {
        return None;
    }
    let fnc1 = code128::FNC1_CHAR;
    let automatic = |contents: String, text: String| {
        let codes = code128::encode(&contents)?;
        Some((codes, text))
    };
    let (codes, text) = match mode {
        b'A' => automatic(
            data.replace(">8", &fnc1.to_string()),
            data.replace(">8", ""),
        )?,
        b'D' => {
            let bare: String = data
                .chars()
                .filter(|c| !matches!(c, '(' | ')' | ' '))
                .collect();
            let inner = bare.replace(">8", &fnc1.to_string());
            automatic(
                format!("{fnc1}{}", inner.trim_start_matches(fnc1)),
                data.replace(">8", ""),
            )?
        }
        b'U' => {
            let digits: String = data.chars().filter(char::is_ascii_digit).take(19).collect();
            let digits = format!("{digits:0>19}");
            let whole = format!("{digits}{}", mod10(&digits));
            automatic(format!("{fnc1}{whole}"), whole.clone())?
        }
        _ => invoked(data),
    };
    Some(Bars {
        widths: from_modules(&code128::modules(&codes), dots),
        text,
    })
}

/// The check digit of GS1 codes, with weights 3 and 1.
fn mod10(digits: &str) -> u32 {
    let sum: u32 = digits
        .bytes()
        .rev()
        .zip([3, 1].into_iter().cycle())
        .map(|(digit, weight)| u32::from(digit.saturating_sub(b'0')) * weight)
        .sum();
    (10 - sum % 10) % 10
}

#[derive(Clone, Copy, PartialEq)]
enum Subset {
    A,
    B,
    C,
}

/// Encodes data with the invocation codes of the normal mode of `^BC`. The default is subset B.
fn invoked(data: &str) -> (Vec<u8>, String) {
    let mut codes: Vec<u8> = Vec::new();
    let mut text = String::new();
    let mut subset = Subset::B;
    let mut rest = data.chars().peekable();
    let begin = |codes: &mut Vec<u8>, subset: Subset| {
        if codes.is_empty() {
            codes.push(match subset {
                Subset::A => code128::START_A,
                Subset::B => code128::START_B,
                Subset::C => code128::START_C,
            });
        }
    };
    while let Some(character) = rest.next() {
        if character == '>' {
            let Some(sign) = rest.next() else { break };
            let switch = match sign {
                '9' | '7' => Some((Subset::A, code128::CODE_A)),
                ':' | '6' => Some((Subset::B, code128::CODE_B)),
                ';' | '5' => Some((Subset::C, code128::CODE_C)),
                _ => None,
            };
            if let Some((to, code)) = switch {
                // Nothing is added for a start code in the data or for the current subset.
                if codes.is_empty() {
                    begin(&mut codes, to);
                } else if to != subset {
                    codes.push(code);
                }
                subset = to;
                continue;
            }
            begin(&mut codes, subset);
            match sign {
                '8' => codes.push(code128::FNC1),
                '4' => codes.push(98),
                '3' => codes.push(97),
                '2' => codes.push(96),
                '1' => codes.push(95),
                '=' => {
                    codes.push(94);
                    text.push('~');
                }
                '<' => {
                    codes.push(62);
                    text.push('^');
                }
                '0' => {
                    codes.push(30);
                    text.push('>');
                }
                _ => {}
            }
            continue;
        }
        match subset {
            Subset::B => {
                let value = u32::from(character);
                if (32..=127).contains(&value) {
                    begin(&mut codes, subset);
                    codes.push((value - 32) as u8);
                    text.push(character);
                }
            }
            Subset::A | Subset::C => {
                let Some(tens) = character.to_digit(10) else {
                    continue;
                };
                let Some(units) = rest.peek().and_then(|next| next.to_digit(10)) else {
                    continue;
                };
                rest.next();
                begin(&mut codes, subset);
                codes.push((tens * 10 + units) as u8);
                text.push(character);
                text.extend(char::from_digit(units, 10));
            }
        }
    }
    begin(&mut codes, subset);
    (codes, text)
}

const CODE39_SIGNS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%";
const CODE39: [&str; 43] = [
    "nnnwwnwnn",
    "wnnwnnnnw",
    "nnwwnnnnw",
    "wnwwnnnnn",
    "nnnwwnnnw",
    "wnnwwnnnn",
    "nnwwwnnnn",
    "nnnwnnwnw",
    "wnnwnnwnn",
    "nnwwnnwnn",
    "wnnnnwnnw",
    "nnwnnwnnw",
    "wnwnnwnnn",
    "nnnnwwnnw",
    "wnnnwwnnn",
    "nnwnwwnnn",
    "nnnnnwwnw",
    "wnnnnwwnn",
    "nnwnnwwnn",
    "nnnnwwwnn",
    "wnnnnnnww",
    "nnwnnnnww",
    "wnwnnnnwn",
    "nnnnwnnww",
    "wnnnwnnwn",
    "nnwnwnnwn",
    "nnnnnnwww",
    "wnnnnnwwn",
    "nnwnnnwwn",
    "nnnnwnwwn",
    "wwnnnnnnw",
    "nwwnnnnnw",
    "wwwnnnnnn",
    "nwnnwnnnw",
    "wwnnwnnnn",
    "nwwnwnnnn",
    "nwnnnnwnw",
    "wwnnnnwnn",
    "nwwnnnwnn",
    "nwnwnwnnn",
    "nwnwnnnwn",
    "nwnnnwnwn",
    "nnnwnwnwn",
];
const CODE39_STAR: &str = "nwnnwnwnn";

/// Encodes `^B3`, with the mod 43 check character if requested.
pub fn code39(data: &str, check: bool, module: Module) -> Option<Bars> {
    let data = data.to_ascii_uppercase();
    let mut values: Vec<usize> = data
        .chars()
        .take(LONGEST)
        .map(|c| CODE39_SIGNS.chars().position(|sign| sign == c))
        .collect::<Option<_>>()?;
    if check {
        values.push(values.iter().sum::<usize>() % 43);
    }
    let inner = values
        .iter()
        .filter_map(|value| CODE39.get(*value).copied());
    let mut widths = Vec::new();
    for pattern in std::iter::once(CODE39_STAR)
        .chain(inner)
        .chain([CODE39_STAR])
    {
        if !widths.is_empty() {
            widths.push(module.dots);
        }
        widths.extend(module.elements(pattern));
    }
    Some(Bars {
        widths,
        text: format!("*{data}*"),
    })
}

const ITF: [&str; 10] = [
    "nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn",
];

/// Encodes `^B2`: pairs of digits, padded with a leading zero.
pub fn interleaved(data: &str, check: bool, module: Module) -> Option<Bars> {
    let mut digits: String = data
        .chars()
        .filter(char::is_ascii_digit)
        .take(LONGEST)
        .collect();
    if digits.is_empty() {
        return None;
    }
    if check {
        digits.push_str(&mod10(&digits).to_string());
    }
    if digits.len() % 2 == 1 {
        digits.insert(0, '0');
    }
    let mut widths: Vec<i32> = module.elements("nnnn").collect();
    let pattern = |digit: u8| ITF.get(usize::from(digit.saturating_sub(b'0'))).copied();
    for pair in digits.as_bytes().chunks(2) {
        let &[first, second] = pair else { return None };
        let bars = module.elements(pattern(first)?);
        let spaces = module.elements(pattern(second)?);
        widths.extend(bars.zip(spaces).flat_map(|(bar, space)| [bar, space]));
    }
    widths.extend(module.elements("wnn"));
    Some(Bars {
        widths,
        text: digits,
    })
}

/// The symbologies whose width does not depend on the ratio of `^BY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    Ean13,
    Ean8,
    UpcA,
    UpcE,
    Code93,
    Codabar,
}

pub fn fixed(kind: Fixed, data: &str, dots: i32) -> Option<Bars> {
    let digits: String = data.chars().filter(char::is_ascii_digit).collect();
    // Printers pad with leading zeros and drop excess digits.
    let exactly = |count: usize| {
        let kept: String = digits.chars().take(count).collect();
        let body = format!("{kept:0>count$}");
        let check = mod10(&body);
        format!("{body}{check}")
    };
    let contents = match kind {
        Fixed::Ean13 => exactly(12),
        Fixed::Ean8 => exactly(7),
        Fixed::UpcA => exactly(11),
        Fixed::UpcE => digits.chars().take(8).collect(),
        Fixed::Code93 | Fixed::Codabar => data.chars().take(80).collect(),
    };
    let modules = guarded(|| match kind {
        Fixed::Ean13 => EAN13Writer.encode_oned(&contents).ok(),
        Fixed::Ean8 => EAN8Writer.encode_oned(&contents).ok(),
        // UPC-A has the same bars as an EAN-13 that starts with zero.
        Fixed::UpcA => EAN13Writer.encode_oned(&format!("0{contents}")).ok(),
        Fixed::UpcE => UPCEWriter.encode_oned(&contents).ok(),
        Fixed::Code93 => Code93Writer.encode_oned(&contents).ok(),
        Fixed::Codabar => CodaBarWriter.encode_oned(&contents).ok(),
    })?;
    let lead = modules.iter().position(|bar| *bar)?;
    Some(Bars {
        widths: from_modules(modules.get(lead..)?, dots),
        text: contents,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invocation_codes_choose_the_subset() {
        let check = |data: &str, codes: &[u8], text: &str| {
            assert_eq!(invoked(data), (codes.to_vec(), text.to_owned()), "{data:?}");
        };
        check(">;>8421234", &[105, 102, 42, 12, 34], "421234");
        check("Ab1", &[104, 33, 66, 17], "Ab1");
        check(">:A>5123>6B", &[104, 33, 99, 12, 100, 34], "A12B");
        check("a>0b", &[104, 65, 30, 66], "a>b");
        check("", &[104], "");
        check(">", &[104], "");
    }

    #[test]
    fn check_digits_follow_the_standard() {
        assert_eq!(mod10("590123412345"), 7);
        assert_eq!(mod10("1234567890123456789"), 0);
    }
}
