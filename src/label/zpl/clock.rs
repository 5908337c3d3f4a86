//! `^FC`: date and time in the text of a field.

use jiff::Zoned;

use crate::base::clock::{Clock, desk_zone};

/// The codes for date and time that a printer knows (manual, `^FC`).
const CODES: &[u8] = b"aAbBdHIjmMpSUWwyY";

/// Replaces the codes behind the three signs by the present time, as the printer does when it
/// prints. All three clocks show the same time: their offsets are set in the printer.
pub fn with_time(text: &str, signs: [u8; 3]) -> String {
    replaced(text, signs, &Clock::System.now().to_zoned(desk_zone()))
}

fn replaced(text: &str, signs: [u8; 3], now: &Zoned) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        let is_sign = signs
            .iter()
            .any(|sign| char::from(*sign) == letter && *sign != 0);
        let code = rest
            .peek()
            .copied()
            .filter(|code| is_sign && CODES.iter().any(|known| char::from(*known) == *code));
        match code {
            Some(code) => {
                rest.next();
                let part = jiff::fmt::strtime::format(format!("%{code}"), now);
                out.push_str(&part.unwrap_or_default());
            }
            None => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_the_time() {
        let now: Zoned = "2026-11-03T16:05:09[UTC]".parse().unwrap();
        let check = |text: &str, signs: &[u8; 3], expected: &str| {
            assert_eq!(replaced(text, *signs, &now), expected, "{text}");
        };
        check("%m/%d/%y", b"%\0\0", "11/03/26");
        check("%H:%M:%S %I %p", b"%\0\0", "16:05:09 04 PM");
        check(
            "%a %A %b %B %Y %j %w",
            b"%\0\0",
            "Tue Tuesday Nov November 2026 307 2",
        );
        check("%U %W", b"%\0\0", "44 44");
        check("%d {d #d", b"%{#", "03 03 03");
        check("100% {d %q %", b"%\0\0", "100% {d %q %");
    }
}
