//! The current time of the service. Practice days are short, so the practice service's clock runs
//! ahead of this computer's.

use std::time::Duration;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use crate::base::clock::desk_zone;
use crate::desk::kernel::ctx::Ctx;
use crate::rows::scope::Environment;

/// The practice service's clock.
#[derive(Clone, Debug, PartialEq)]
pub struct PracticeClock {
    pub now: Timestamp,
    /// When `now` was read, by this computer's clock.
    pub read: Timestamp,
    pub day_seconds: u32,
    pub paused: bool,
}

impl PracticeClock {
    /// The practice time when this computer's clock shows `machine`.
    pub fn at(&self, machine: Timestamp) -> Timestamp {
        let passed = machine.duration_since(self.read).as_millis_f64().max(0.0);
        if self.paused || self.day_seconds == 0 {
            return self.now;
        }
        let passed = passed * 86_400.0 / f64::from(self.day_seconds);
        let passed = SignedDuration::from_millis(passed as i64);
        self.now.checked_add(passed).unwrap_or(self.now)
    }
}

/// The service's current time; never earlier than this computer's.
pub(in crate::desk) fn now(ctx: &Ctx<'_>) -> Timestamp {
    at(ctx.practice.as_ref(), ctx.clock.now())
}

/// The service's time when this computer's clock shows `machine`; never earlier than that.
pub(in crate::desk) fn at(practice: Option<&PracticeClock>, machine: Timestamp) -> Timestamp {
    practice.map_or(machine, |clock| clock.at(machine).max(machine))
}

/// The service's current day: by the practice service's clock, or else by the desk's.
pub(in crate::desk) fn today(ctx: &Ctx<'_>) -> Date {
    now(ctx).to_zoned(desk_zone()).date()
}

impl Ctx<'_> {
    /// Interval of automatic requests, for tracking and refunds.
    pub(in crate::desk) fn polling_pause(&self) -> Duration {
        match self.link.as_ref().map(|link| link.environment) {
            Some(Environment::Practice) => self.pace.tracking_in_practice,
            _ => self.pace.tracking,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_runs_on_between_two_answers() {
        let read = "2026-11-21T10:00:00Z".parse::<Timestamp>().unwrap();
        let mut clock = PracticeClock {
            now: "2026-11-22T08:00:00Z".parse().unwrap(),
            read,
            day_seconds: 60,
            paused: false,
        };
        // Fifteen seconds are a quarter of a day that lasts a minute.
        let later = read + SignedDuration::from_secs(15);
        assert_eq!(clock.at(later).to_string(), "2026-11-22T14:00:00Z");
        let before = read - SignedDuration::from_secs(15);
        assert_eq!(clock.at(before), clock.now);
        clock.paused = true;
        assert_eq!(clock.at(later), clock.now);
    }
}
