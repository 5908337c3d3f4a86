//! Times as the interface writes them.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// A timestamp such as `2026-11-21T00:26:21.123Z`.
pub fn stamp_z(at: Timestamp) -> String {
    format!("{}Z", stamp(at))
}

/// A timestamp such as `2026-11-21T00:26:21.123`, the other format of the interface (section 2).
pub fn stamp(at: Timestamp) -> String {
    // Formatted by hand because almost every response has several.
    let at = TimeZone::UTC.to_datetime(at);
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}",
        at.year(),
        at.month(),
        at.day(),
        at.hour(),
        at.minute(),
        at.second(),
        at.millisecond()
    )
}

pub fn from_ms(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH)
}
