//! Numbers as tables write them. `1,250` and `1.250` have two readings, and only other cells or a
//! person can decide.

use crate::mapping::DecimalMark;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberReading {
    Read {
        /// Digits with at most one point, as [`postroom_base::measure::parse_number`] reads them:
        /// `1250.5`. Zeros without a meaning are left out.
        digits: String,
        /// The text was in scientific notation.
        repaired: bool,
    },
    /// Two readings, and no decimal mark is known.
    Unclear,
    Unreadable,
}

/// What the separators of a number say about the decimal mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// Only digits, or digits in groups that say nothing: `1 250`, `1'250`.
    None,
    /// Only one reading: this is the decimal mark, or the other one groups thousands.
    Clear(DecimalMark),
    /// One separator with three digits behind it: `1,250`.
    Either,
}

/// Reads a number that is not negative. A number with two readings is read with `decimal`.
pub fn read_number(text: &str, decimal: Option<DecimalMark>) -> NumberReading {
    let text = text.trim();
    if text.bytes().all(|b| b.is_ascii_digit()) && !text.is_empty() {
        let digits = without_zeros(text.to_owned());
        return NumberReading::Read { digits, repaired: false };
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => match exponent.parse::<i32>() {
            Ok(exponent @ -20..=20) => (mantissa.trim_end(), Some(exponent)),
            _ => return NumberReading::Unreadable,
        },
        None => (text, None),
    };
    let mark = match marks_of(mantissa) {
        None => return NumberReading::Unreadable,
        Some(Marks::None) => DecimalMark::Point,
        Some(Marks::Clear(mark)) => mark,
        Some(Marks::Either) => match decimal {
            Some(mark) => mark,
            // A mantissa has one digit before its decimal mark.
            None if exponent.is_some() => match mantissa.contains(',') {
                true => DecimalMark::Comma,
                false => DecimalMark::Point,
            },
            None => return NumberReading::Unclear,
        },
    };
    let digits = plain_digits(mantissa, mark);
    NumberReading::Read {
        digits: without_zeros(match exponent {
            Some(exponent) => shifted(&digits, exponent),
            None => digits,
        }),
        repaired: exponent.is_some(),
    }
}

/// What the separators of a number say; `None` if the text is no number.
pub fn marks_of(text: &str) -> Option<Marks> {
    let text = text.trim();
    if !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    if let Some(group) = text.chars().find(|c| is_neutral_group(*c)) {
        let (whole, fraction) = match text.rfind(['.', ',']) {
            Some(at) => (text.get(..at)?, text.get(at + 1..)?),
            None => (text, "0"),
        };
        let clear = is_grouped(whole, group) && is_digits(fraction);
        return clear.then_some(match text.rfind(['.', ',']) {
            Some(at) => Marks::Clear(mark_at(text, at)),
            None => Marks::None,
        });
    }
    if !text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')) {
        return None;
    }
    let Some(last) = text.rfind(['.', ',']) else {
        return Some(Marks::None);
    };
    let (whole, fraction) = (text.get(..last)?, text.get(last + 1..)?);
    let mark = mark_at(text, last);
    let grouping = match mark {
        DecimalMark::Point => '.',
        DecimalMark::Comma => ',',
    };
    let other = match mark {
        DecimalMark::Point => ',',
        DecimalMark::Comma => '.',
    };
    if whole.contains(grouping) {
        // Several of one kind group thousands; a second kind cannot stand before them.
        let grouped = !text.contains(other) && is_grouped(text, grouping);
        return grouped.then_some(Marks::Clear(opposite(mark)));
    }
    if whole.contains(other) {
        let clear = is_grouped(whole, other) && is_digits(fraction);
        return clear.then_some(Marks::Clear(mark));
    }
    if fraction.is_empty() {
        return Some(Marks::None);
    }
    let may_group = (1..=3).contains(&whole.len()) && !whole.starts_with('0');
    Some(if may_group && fraction.len() == 3 { Marks::Either } else { Marks::Clear(mark) })
}

fn mark_at(text: &str, at: usize) -> DecimalMark {
    match text.as_bytes().get(at) {
        Some(b',') => DecimalMark::Comma,
        _ => DecimalMark::Point,
    }
}

const fn opposite(mark: DecimalMark) -> DecimalMark {
    match mark {
        DecimalMark::Point => DecimalMark::Comma,
        DecimalMark::Comma => DecimalMark::Point,
    }
}

/// Characters that only group thousands: spaces and the apostrophe of Switzerland.
fn is_neutral_group(letter: char) -> bool {
    matches!(letter, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '\'' | '’')
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether the text is groups of three digits, of which the first may be shorter.
fn is_grouped(text: &str, group: char) -> bool {
    let mut groups = text.split(group);
    let first = groups.next().unwrap_or_default();
    is_digits(first) && first.len() <= 3 && groups.all(|it| it.len() == 3 && is_digits(it))
}

/// The digits with the decimal mark as a point and without grouping.
fn plain_digits(text: &str, mark: DecimalMark) -> String {
    let mark = match mark {
        DecimalMark::Point => '.',
        DecimalMark::Comma => ',',
    };
    // `1.250,` has no fraction and `1,250` with a point for decimals has no mark at all.
    text.chars()
        .filter_map(|letter| match letter {
            letter if letter.is_ascii_digit() => Some(letter),
            letter if letter == mark => Some('.'),
            _ => None,
        })
        .collect()
}

/// Moves the point of plain digits to the right by `exponent` places.
fn shifted(digits: &str, exponent: i32) -> String {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let places = usize::try_from(exponent.unsigned_abs()).unwrap_or_default();
    if exponent >= 0 {
        let padded = format!("{fraction:0<places$}");
        let (moved, rest) = padded.split_at_checked(places).unwrap_or((&padded, ""));
        return format!("{whole}{moved}.{rest}");
    }
    let width = places + 1;
    let padded = format!("{whole:0>width$}");
    let at = padded.len().saturating_sub(places);
    let (kept, moved) = padded.split_at_checked(at).unwrap_or((&padded, ""));
    format!("{kept}.{moved}{fraction}")
}

/// Without zeros in front and, behind a point, at the end: `007.50` is `7.5`.
fn without_zeros(digits: String) -> String {
    let mut plain = match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => &digits,
    };
    while plain.len() > 1 && plain.starts_with('0') && !plain.starts_with("0.") {
        plain = plain.get(1..).unwrap_or_default();
    }
    match plain {
        "" => "0".to_owned(),
        plain if plain.starts_with('.') => format!("0{plain}"),
        plain if plain.len() == digits.len() => digits,
        plain => plain.to_owned(),
    }
}

/// `whole * factor + rest` of plain digits, exactly; `None` if it has too many digits.
pub(super) fn times_plus(whole: &str, factor: i128, rest: &str) -> Option<String> {
    let places_of = |digits: &str| digits.split_once('.').map_or(0, |(_, it)| it.len());
    let places = places_of(whole).max(places_of(rest));
    if places > 12 {
        return None;
    }
    let scaled = |digits: &str| {
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        format!("{whole}{fraction:0<places$}").parse::<i128>().ok()
    };
    let sum = scaled(whole)?.checked_mul(factor)?.checked_add(scaled(rest)?)?;
    let width = places + 1;
    let padded = format!("{sum:0>width$}");
    let (kept, fraction) = padded.split_at_checked(padded.len().checked_sub(places)?)?;
    Some(without_zeros(match places {
        0 => padded,
        _ => format!("{kept}.{fraction}"),
    }))
}

/// Whether plain digits are zero.
pub fn is_zero(digits: &str) -> bool {
    digits.bytes().all(|b| matches!(b, b'0' | b'.'))
}

#[cfg(test)]
mod tests;
