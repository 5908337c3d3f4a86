//! The clock, and timestamps in requests and responses. No other module reads the time.

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The source of the current time. Callers pass a `Clock`; tests pass a manual one.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    #[default]
    System,
    /// Runs as the system clock does, so much ahead of it.
    Ahead(SignedDuration),
    Manual(Arc<Mutex<Timestamp>>),
}

impl Clock {
    pub fn manual(start: Timestamp) -> Self {
        Self::Manual(Arc::new(Mutex::new(start)))
    }

    /// A clock that shows `start` now and runs on from there.
    pub fn starting_at(start: Timestamp) -> Self {
        Self::Ahead(start.duration_since(Timestamp::now()))
    }

    pub fn now(&self) -> Timestamp {
        match self {
            Self::System => Timestamp::now(),
            Self::Ahead(by) => {
                let now = Timestamp::now();
                now.checked_add(*by).unwrap_or(now)
            }
            Self::Manual(time) => *time.lock().unwrap_or_else(|broken| broken.into_inner()),
        }
    }

    /// Advances a manual clock; does nothing to one that runs.
    pub fn advance(&self, by: SignedDuration) {
        if let Self::Manual(time) = self {
            let mut time = time.lock().unwrap_or_else(|broken| broken.into_inner());
            *time = time.checked_add(by).unwrap_or(*time);
        }
    }
}

/// A stopwatch that daylight saving time and clock corrections do not affect.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    pub fn start() -> Self {
        Self(Instant::now())
    }

    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The time zone of this computer, for showing dates.
pub fn desk_zone() -> TimeZone {
    TimeZone::system()
}

/// A `<timestamp>` of section 2. With an offset or `Z` it is an instant. Without one its zone is
/// unknown: it sorts as UTC, and its text is shown unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireTime {
    text: String,
    instant: Timestamp,
    zone_given: bool,
}

impl WireTime {
    pub fn parse(text: &str) -> Option<Self> {
        let trimmed = text.trim();
        if let Ok(instant) = trimmed.parse::<Timestamp>() {
            return Some(Self { text: text.to_owned(), instant, zone_given: true });
        }
        let civil = trimmed
            .parse::<DateTime>()
            .or_else(|_| trimmed.parse::<jiff::civil::Date>().map(DateTime::from))
            .ok()?;
        let instant = civil.to_zoned(TimeZone::UTC).ok()?.timestamp();
        Some(Self { text: text.to_owned(), instant, zone_given: false })
    }

    pub fn from_timestamp(instant: Timestamp) -> Self {
        Self { text: instant.to_string(), instant, zone_given: true }
    }

    /// The instant, for sorting and arithmetic. A time without a zone counts as UTC.
    pub fn instant(&self) -> Timestamp {
        self.instant
    }

    pub fn zone_given(&self) -> bool {
        self.zone_given
    }

    /// The text as the server wrote it.
    pub fn source_text(&self) -> &str {
        &self.text
    }

    /// The time in the given zone, or the clock time as written if the server gave no zone.
    pub fn in_zone(&self, zone: &TimeZone) -> Zoned {
        let zone = if self.zone_given { zone.clone() } else { TimeZone::UTC };
        self.instant.to_zoned(zone)
    }
}

impl fmt::Display for WireTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for WireTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for WireTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text)
            .ok_or_else(|| serde::de::Error::custom(format!("{text:?} is not a timestamp")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_ways_of_writing_a_time() {
        let zulu = WireTime::parse("2024-03-01T10:00:00.123Z").unwrap();
        let bare = WireTime::parse("2024-03-01T10:00:00.123").unwrap();
        assert_eq!(zulu.instant(), bare.instant());
        assert!(zulu.zone_given() && !bare.zone_given());
        assert_eq!(bare.source_text(), "2024-03-01T10:00:00.123");
        assert!(WireTime::parse("2024-03-01").is_some());
        assert!(WireTime::parse("yesterday").is_none());
    }

    #[test]
    fn a_manual_clock_moves_only_when_told() {
        let clock = Clock::manual(Timestamp::UNIX_EPOCH);
        assert_eq!(clock.now(), Timestamp::UNIX_EPOCH);
        clock.advance(SignedDuration::from_hours(1));
        assert_eq!(clock.now().as_second(), 3600);
    }
}
