//! `^FC` and `^SO`: date and time in the text of a field.

use jiff::{Span, Zoned};

use postroom_base::clock::{Clock, desk_zone};

/// The codes for date and time that a printer knows (manual, `^FC`).
const CODES: &[u8] = b"aAbBdHIjmMpSUWwyY";

/// `^SO`: how far the second or third clock is from the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockOffset {
    pub months: i32,
    pub days: i32,
    pub years: i32,
    pub hours: i32,
    pub minutes: i32,
    pub seconds: i32,
}

impl ClockOffset {
    /// The time of the clock; that of the first one if the offset leaves the calendar.
    fn of(self, now: &Zoned) -> Zoned {
        // One after the other: the parts of a span have one sign in common.
        let later = || -> Result<Zoned, jiff::Error> {
            let parts = [
                Span::new().try_years(self.years)?,
                Span::new().try_months(self.months)?,
                Span::new().try_days(self.days)?,
                Span::new().try_hours(self.hours)?,
                Span::new().try_minutes(self.minutes)?,
                Span::new().try_seconds(self.seconds)?,
            ];
            let mut parts = parts.iter();
            parts.try_fold(now.clone(), |time, part| time.checked_add(*part))
        };
        later().unwrap_or_else(|_| now.clone())
    }
}

/// `^FC`: what stands in front of the codes for date and time of each clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldClocks {
    /// 0 for a clock that the field does not use.
    pub signs: [u8; 3],
    /// Of the second and the third clock.
    pub offsets: [ClockOffset; 2],
}

impl FieldClocks {
    /// Replaces the codes behind the signs by the present time, as the printer does when it prints.
    pub fn with_time(&self, text: &str) -> String {
        self.replaced(text, &Clock::System.now().to_zoned(desk_zone()))
    }

    fn replaced(&self, text: &str, now: &Zoned) -> String {
        let [second, third] = self.offsets.map(|offset| offset.of(now));
        let clocks = [now, &second, &third];
        let mut out = String::with_capacity(text.len());
        let mut rest = text.chars().peekable();
        while let Some(letter) = rest.next() {
            let mut clocks = self.signs.iter().zip(clocks);
            let clock = clocks.find(|(sign, _)| char::from(**sign) == letter && **sign != 0);
            let is_code = |code: &char| CODES.iter().any(|known| char::from(*known) == *code);
            let code = rest.peek().copied().filter(is_code);
            match clock.zip(code) {
                Some(((_, time), code)) => {
                    rest.next();
                    let part = jiff::fmt::strtime::format(format!("%{code}"), time);
                    out.push_str(&part.unwrap_or_default());
                }
                None => out.push(letter),
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_the_time() {
        let now: Zoned = "2026-11-03T16:05:09[UTC]".parse().unwrap();
        let check = |text: &str, signs: &[u8; 3], expected: &str| {
            let clocks = FieldClocks { signs: *signs, offsets: [ClockOffset::default(); 2] };
            assert_eq!(clocks.replaced(text, &now), expected, "{text}");
        };
        check("%m/%d/%y", b"%\0\0", "11/03/26");
        check("%H:%M:%S %I %p", b"%\0\0", "16:05:09 04 PM");
        check("%a %A %b %B %Y %j %w", b"%\0\0", "Tue Tuesday Nov November 2026 307 2");
        check("%U %W", b"%\0\0", "44 44");
        check("%d {d #d", b"%{#", "03 03 03");
        check("100% {d %q %", b"%\0\0", "100% {d %q %");
    }

    #[test]
    fn each_clock_has_its_own_offset() {
        let now: Zoned = "2026-11-30T23:05:09[UTC]".parse().unwrap();
        let clocks = FieldClocks {
            signs: *b"%{#",
            offsets: [
                ClockOffset { months: 3, days: 1, ..ClockOffset::default() },
                ClockOffset {
                    years: -1,
                    hours: 1,
                    minutes: -6,
                    seconds: 1,
                    ..ClockOffset::default()
                },
            ],
        };
        let text = clocks.replaced("%m/%d/%y {m/{d/{y #m/#d/#y #H:#M:#S", &now);
        assert_eq!(text, "11/30/26 03/01/27 11/30/25 23:59:10");
        let beyond = ClockOffset { years: 32_000, ..ClockOffset::default() };
        let clocks = FieldClocks { offsets: [beyond; 2], ..clocks };
        assert_eq!(clocks.replaced("{Y", &now), "2026");
    }
}
