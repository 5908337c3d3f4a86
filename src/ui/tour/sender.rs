//! The sender of a tour. Manifests are made for the day at the sender, so that day must not change
//! while the tour runs: late in the day of Chicago, the sender is in Los Angeles.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// A sender, as it is typed into Ship.
#[derive(Clone, Copy, Debug)]
pub struct TourSender {
    /// Each field with its text.
    pub fields: [(&'static str, &'static str); 5],
    /// The time zone of the ZIP.
    pub zone: &'static str,
}

const CHICAGO: TourSender = TourSender {
    fields: [
        ("Sender name", "Riley Sample"),
        ("Sender street", "233 S Wacker Dr"),
        ("Sender city", "Chicago"),
        ("Sender state", "IL"),
        ("Sender ZIP", "60606"),
    ],
    zone: "America/Chicago",
};
const LOS_ANGELES: TourSender = TourSender {
    fields: [
        ("Sender name", "Riley Sample"),
        ("Sender street", "200 N Spring St"),
        ("Sender city", "Los Angeles"),
        ("Sender state", "CA"),
        ("Sender ZIP", "90012"),
    ],
    zone: "America/Los_Angeles",
};
/// From this hour on, a tour may still run at midnight.
const LATE: i8 = 21;

/// The sender whose day lasts for at least two more hours.
pub fn tour_sender(now: Timestamp) -> TourSender {
    let zone = TimeZone::get(CHICAGO.zone);
    let is_late = zone.is_ok_and(|zone| now.to_zoned(zone).hour() >= LATE);
    match is_late {
        true => LOS_ANGELES,
        false => CHICAGO,
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;

    use super::*;

    #[test]
    fn the_day_of_the_sender_lasts_for_two_more_hours_whenever_a_tour_begins() {
        let mut streets = std::collections::BTreeSet::new();
        // With and without daylight saving time.
        for midnight in ["2026-11-27T00:00:00Z", "2026-07-27T00:00:00Z"] {
            let midnight: Timestamp = midnight.parse().unwrap();
            for minutes in 0..24 * 60 {
                let now = midnight + minutes.minutes();
                let sender = tour_sender(now);
                let zone = TimeZone::get(sender.zone).unwrap();
                let [begin, end] = [now, now + 119.minutes()].map(|at| at.to_zoned(zone.clone()));
                assert_eq!(begin.date(), end.date(), "{begin}");
                streets.insert(sender.fields[1].1);
            }
        }
        assert_eq!(streets.len(), 2);
    }
}
