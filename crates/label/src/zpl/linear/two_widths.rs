//! Symbologies of narrow and wide elements, whose ratio is that of `^BY`.

use super::{Bars, LONGEST, Module, digits, mod10};

/// The characters of Code 39 by their value.
pub const CODE39_SIGNS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%";
const CODE39: &str = "\
    nnnwwnwnn wnnwnnnnw nnwwnnnnw wnwwnnnnn nnnwwnnnw wnnwwnnnn nnwwwnnnn nnnwnnwnw \
    wnnwnnwnn nnwwnnwnn wnnnnwnnw nnwnnwnnw wnwnnwnnn nnnnwwnnw wnnnwwnnn nnwnwwnnn \
    nnnnnwwnw wnnnnwwnn nnwnnwwnn nnnnwwwnn wnnnnnnww nnwnnnnww wnwnnnnwn nnnnwnnww \
    wnnnwnnwn nnwnwnnwn nnnnnnwww wnnnnnwwn nnwnnnwwn nnnnwnwwn wwnnnnnnw nwwnnnnnw \
    wwwnnnnnn nwnnwnnnw wwnnwnnnn nwwnwnnnn nwnnnnwnw wwnnnnwnn nwwnnnwnn nwnwnwnnn \
    nwnwnnnwn nwnnnwnwn nnnwnwnwn";
/// Start and stop of Code 39.
pub const CODE39_STAR: &str = "nwnnwnwnn";

/// Encodes `^B3`, with the mod 43 check character if requested. Lower case is printed as upper
/// case. A star around the data is the start or stop character, which the printer adds anyway.
pub fn code39(data: &str, check: bool, module: Module) -> Option<Bars> {
    let data = data.trim_matches('*').to_ascii_uppercase();
    let (widths, data) = code39_widths(&data, check, module)?;
    Some(Bars { widths, text: format!("*{data}*") })
}

/// Encodes `^BL` (LOGMARS): Code 39 that always has its check character.
pub fn logmars(data: &str, module: Module) -> Option<Bars> {
    let (widths, text) = code39_widths(&data.to_ascii_uppercase(), true, module)?;
    Some(Bars { widths, text })
}

fn code39_widths(data: &str, check: bool, module: Module) -> Option<(Vec<i32>, String)> {
    let mut text = data.to_owned();
    let value = |sign: char| CODE39_SIGNS.chars().position(|other| other == sign);
    let mut values: Vec<usize> = data.chars().take(LONGEST).map(value).collect::<Option<_>>()?;
    if check {
        let check = values.iter().sum::<usize>() % 43;
        values.push(check);
        text.extend(CODE39_SIGNS.chars().nth(check));
    }
    let inner = values.iter().filter_map(|value| CODE39.split(' ').nth(*value));
    let all = std::iter::once(CODE39_STAR).chain(inner).chain([CODE39_STAR]);
    Some((separated(all, module), text))
}

/// Characters with a narrow space between them.
fn separated<'a>(patterns: impl Iterator<Item = &'a str>, module: Module) -> Vec<i32> {
    let mut widths = Vec::new();
    for pattern in patterns {
        if !widths.is_empty() {
            widths.push(module.dots);
        }
        widths.extend(module.elements(pattern));
    }
    widths
}

const CODE11_SIGNS: &str = "0123456789-";
const CODE11: [&str; 11] = [
    "nnnnw", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "wnnnn",
    "nnwnn",
];
const CODE11_FRAME: &str = "nnwwn";

/// Encodes `^B1` (Code 11): digits and hyphens, with one or two check characters.
pub fn code11(data: &str, two_checks: bool, module: Module) -> Option<Bars> {
    let value = |sign: char| CODE11_SIGNS.chars().position(|other| other == sign);
    let mut values: Vec<usize> = data.chars().take(LONGEST).map(value).collect::<Option<_>>()?;
    if values.is_empty() {
        return None;
    }
    let mut text = data.to_owned();
    for most in [10, 9].into_iter().take(if two_checks { 2 } else { 1 }) {
        let weighted = values.iter().rev().enumerate().map(|(at, value)| value * (at % most + 1));
        let check = weighted.sum::<usize>() % 11;
        values.push(check);
        text.extend(CODE11_SIGNS.chars().nth(check));
    }
    let inner = values.iter().filter_map(|value| CODE11.get(*value).copied());
    let all = std::iter::once(CODE11_FRAME).chain(inner).chain([CODE11_FRAME]);
    Some(Bars { widths: separated(all, module), text })
}

/// Two of five elements are wide. The 2 of 5 family shares these digits.
const TWO_OF_FIVE: [&str; 10] =
    ["nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn"];

fn two_of_five(digit: u8) -> Option<&'static str> {
    TWO_OF_FIVE.get(usize::from(digit.checked_sub(b'0')?)).copied()
}

/// Encodes `^B2`: pairs of digits, padded with a leading zero.
pub fn interleaved(data: &str, check: bool, module: Module) -> Option<Bars> {
    let mut digits = digits(data, LONGEST);
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
    for pair in digits.as_bytes().chunks(2) {
        let &[first, second] = pair else { return None };
        let bars = module.elements(two_of_five(first)?);
        let spaces = module.elements(two_of_five(second)?);
        widths.extend(bars.zip(spaces).flat_map(|(bar, space)| [bar, space]));
    }
    widths.extend(module.elements("wnn"));
    Some(Bars { widths, text: digits })
}

/// Encodes `^BI` (Industrial 2 of 5) and `^BJ` (Standard 2 of 5, the form of IATA): only bars carry
/// data, and the two differ in their start and stop.
pub fn bars_of_five(data: &str, industrial: bool, module: Module) -> Option<Bars> {
    let digits = digits(data, LONGEST);
    if digits.is_empty() {
        return None;
    }
    let (start, stop) = if industrial { ("wnwnnn", "wnnnw") } else { ("nnnn", "wnn") };
    let mut widths: Vec<i32> = module.elements(start).collect();
    for digit in digits.bytes() {
        let bars = module.elements(two_of_five(digit)?);
        widths.extend(bars.flat_map(|bar| [bar, module.dots]));
    }
    widths.extend(module.elements(stop));
    Some(Bars { widths, text: digits })
}

const CODABAR_SIGNS: &str = "0123456789-$:/.+ABCD";
const CODABAR: [&str; 20] = [
    "nnnnnww", "nnnnwwn", "nnnwnnw", "wwnnnnn", "nnwnnwn", "wnnnnwn", "nwnnnnw", "nwnnwnn",
    "nwwnnnn", "wnnwnnn", "nnnwwnn", "nnwwnnn", "wnnnwnw", "wnwnnnw", "wnwnwnn", "nnwnwnw",
    "nnwwnwn", "nwnwnnw", "nnnwnww", "nnnwwwn",
];

/// Encodes `^BK` (Codabar) between a start and a stop letter from A to D. Letters around the data
/// take their place.
pub fn codabar(data: &str, start: char, stop: char, module: Module) -> Option<Bars> {
    let data = data.to_ascii_uppercase();
    let frame = |c: char| matches!(c, 'A'..='D');
    let framed = data.len() > 2 && data.starts_with(frame) && data.ends_with(frame);
    let text = if framed { data } else { format!("{start}{data}{stop}") };
    if text.len() > LONGEST {
        return None;
    }
    let last = text.chars().count().checked_sub(1)?;
    let mut patterns = Vec::new();
    for (at, sign) in text.chars().enumerate() {
        let value = CODABAR_SIGNS.chars().position(|other| other == sign)?;
        // Letters stand only at the ends.
        if (value >= 16) != (at == 0 || at == last) {
            return None;
        }
        patterns.push(*CODABAR.get(value)?);
    }
    Some(Bars { widths: separated(patterns.into_iter(), module), text })
}

/// Encodes `^BM` (MSI). `check` is A for none, B for mod 10, C for twice mod 10, D for mod 11 and
/// mod 10. Data whose mod 11 check is ten has no check digit and is not printed; printers follow
/// different conventions there.
pub fn msi(data: &str, check: u8, show_check: bool, module: Module) -> Option<Bars> {
    let plain = digits(data, LONGEST);
    if plain.is_empty() {
        return None;
    }
    let mut all = plain.clone();
    if check == b'D' {
        let weights = (2..=7).cycle();
        let products = all.bytes().rev().zip(weights);
        let sum: u32 = products.map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
        all.push(char::from_digit((11 - sum % 11) % 11, 10)?);
    } else if check == b'C' {
        all.extend(char::from_digit(msi_mod10(&all), 10));
    }
    if check != b'A' {
        all.extend(char::from_digit(msi_mod10(&all), 10));
    }
    let mut widths: Vec<i32> = module.elements("wn").collect();
    for digit in all.bytes() {
        for bit in (0..4).rev() {
            let one = digit >> bit & 1 == 1;
            widths.extend(module.elements(if one { "wn" } else { "nw" }));
        }
    }
    widths.extend(module.elements("nwn"));
    Some(Bars { widths, text: if show_check { all } else { plain } })
}

/// The check digit of Luhn: every second digit from the right counts twice.
fn msi_mod10(digits: &str) -> u32 {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, digit)| {
            let value = u32::from(digit.saturating_sub(b'0'));
            match at % 2 {
                0 => value * 2 / 10 + value * 2 % 10,
                _ => value,
            }
        })
        .sum();
    (10 - sum % 10) % 10
}

/// Encodes `^BP` (Plessey): hexadecimal digits and a check of eight bits, always in the bars; the
/// text has its two digits if requested. The bar after the check is as wide as a wide and a narrow
/// one, as printers draw it: the terminator and the first bar of the reversed start touch.
pub fn plessey(data: &str, show_check: bool, module: Module) -> Option<Bars> {
    let mut bits: Vec<bool> = Vec::new();
    let mut text = String::new();
    let low_first = |value: u32| (0..4).map(move |bit| value >> bit & 1 == 1);
    for sign in data.chars().take(LONGEST) {
        bits.extend(low_first(sign.to_digit(16)?));
        text.push(sign.to_ascii_uppercase());
    }
    if bits.is_empty() {
        return None;
    }
    const GENERATOR: [bool; 9] = [true, true, true, true, false, true, false, false, true];
    let mut rest = bits.clone();
    rest.resize(bits.len() + 8, false);
    for at in 0..bits.len() {
        if rest.get(at) == Some(&true) {
            for (bit, feed) in rest.iter_mut().skip(at).zip(GENERATOR) {
                *bit ^= feed;
            }
        }
    }
    let check: Vec<bool> = rest.split_off(bits.len());
    if show_check {
        for digit in check.chunks(4) {
            let value = digit.iter().rev().fold(0, |value, bit| value * 2 + u32::from(*bit));
            text.extend(char::from_digit(value, 16).map(|sign| sign.to_ascii_uppercase()));
        }
    }
    bits.extend(check);
    let mut widths: Vec<i32> = Vec::new();
    for one in [true, true, false, true].into_iter().chain(bits) {
        widths.extend(module.elements(if one { "wn" } else { "nw" }));
    }
    widths.push(module.wide() + module.dots);
    widths.extend(module.elements("wnwnnwnw"));
    Some(Bars { widths, text })
}
