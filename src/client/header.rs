//! Parsing of the date and `Retry-After` headers of a response.

use std::time::Duration;

use jiff::civil::DateTime;
use jiff::fmt::{rfc2822, strtime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// The longest wait that `Retry-After` can request. A service that asks for a day, or names a date
/// far in the future, would leave the outcome of a paid label unknown for that long. Ten minutes
/// are enough for a busy server.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// The time of a `Date` header plus the `Age` that a cache adds.
pub(super) fn read_server_date(date: &str, age: Option<&str>) -> Option<Timestamp> {
    let written = read_date(date)?;
    let age_seconds = age.and_then(|age| age.trim().parse::<u32>().ok());
    let age = SignedDuration::from_secs(age_seconds.unwrap_or_default().into());
    written.checked_add(age).ok()
}

/// Reads `Retry-After` as whole seconds, at most [`LONGEST_WAIT`]. The header holds seconds or a
/// date; a date is compared with the server's clock if the response has one.
pub(super) fn read_retry_after(
    text: &str,
    server_date: Option<Timestamp>,
    now: Timestamp,
) -> Option<u32> {
    let text = text.trim();
    let longest = u32::try_from(LONGEST_WAIT.as_secs()).unwrap_or(u32::MAX);
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !whole.is_empty() && all_digits(whole) && all_digits(fraction) {
        // All characters are digits, so only a number that is too large can fail.
        let seconds = whole.parse().unwrap_or(u32::MAX);
        let part = u32::from(fraction.bytes().any(|digit| digit != b'0'));
        return Some(seconds.saturating_add(part).min(longest));
    }
    let wait = read_date(text)?.duration_since(server_date.unwrap_or(now));
    let seconds = wait.as_secs().clamp(0, longest.into());
    u32::try_from(seconds).ok()
}

/// Reads the three date formats of HTTP and that of ISO 8601.
fn read_date(text: &str) -> Option<Timestamp> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    // A wrong weekday is not a reason to ignore the date.
    let mail = rfc2822::DateTimeParser::new().relaxed_weekday(true);
    if let Ok(moment) = mail.parse_timestamp(&text) {
        return Some(moment);
    }
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Some(moment);
    }
    ["%A, %d-%b-%y %H:%M:%S GMT", "%a %b %d %H:%M:%S %Y"].iter().find_map(|form| {
        let civil: DateTime = strtime::parse(form, &text).ok()?.to_datetime().ok()?;
        Some(civil.to_zoned(TimeZone::UTC).ok()?.timestamp())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finding M6: `Retry-After: 86400` delayed the check of a bought label by a day.
    #[test]
    fn retry_after_in_seconds_and_as_a_date() {
        let now: Timestamp = "2015-10-21T07:27:30Z".parse().unwrap();
        for (text, wait) in [
            ("120", Some(120)),
            (" 0 ", Some(0)),
            ("1.5", Some(2)),
            ("2.0", Some(2)),
            ("86400", Some(600)),
            ("99999999999999999999", Some(600)),
            ("Wed, 21 Oct 2015 07:28:00 GMT", Some(30)),
            ("Wed, 21 Oct 2015 07:00:00 GMT", Some(0)),
            ("Tue, 21 Oct 2015 07:28:00 GMT", Some(30)),
            ("Wednesday, 21-Oct-15 07:28:00 GMT", Some(30)),
            ("Wed Oct 21 07:28:00 2015", Some(30)),
            ("2015-10-21T07:28:00Z", Some(30)),
            ("Fri, 21 Oct 2044 07:28:00 GMT", Some(600)),
            ("soon", None),
            ("-5", None),
            (".", None),
            ("", None),
        ] {
            assert_eq!(read_retry_after(text, None, now), wait, "{text}");
        }
        let ten_days_ago = now.checked_sub(SignedDuration::from_hours(240)).unwrap();
        let text = "Sun, 11 Oct 2015 07:28:00 GMT";
        assert_eq!(read_retry_after(text, Some(ten_days_ago), now), Some(30));
    }

    #[test]
    fn the_servers_clock() {
        for (date, age, read) in [
            ("Sun, 06 Nov 1994 08:49:37 GMT", None, Some("1994-11-06T08:49:37Z")),
            ("Sunday, 06-Nov-94 08:49:37 GMT", None, Some("1994-11-06T08:49:37Z")),
            ("Sun Nov  6 08:49:37 1994", None, Some("1994-11-06T08:49:37Z")),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some("3600"), Some("1994-11-06T09:49:37Z")),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some("old"), Some("1994-11-06T08:49:37Z")),
            ("yesterday", None, None),
        ] {
            let expected = read.map(|text| text.parse::<Timestamp>().unwrap());
            assert_eq!(read_server_date(date, age), expected, "{date} {age:?}");
        }
    }
}
