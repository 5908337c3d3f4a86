//! The reminder before the carrier's pickup.

use jiff::Zoned;
use jiff::civil::{Date, Time};

use crate::desk::kernel::service_time::PracticeClock;
use crate::desk::manifests::Manifests;

/// The reminder is shown from this long before the pickup until this long after it.
const REMIND_MINUTES: i64 = 45;

/// Minutes until the pickup, and the number of today's shipments that are on no manifest yet;
/// `None` if there is nothing to remind of.
pub fn reminder(
    manifests: &Manifests,
    pick_up: &str,
    practice: Option<&PracticeClock>,
    now: &Zoned,
) -> Option<(i64, u64)> {
    let pick_up: Time = format!("{pick_up}:00").parse().ok()?;
    let left = now.datetime().duration_until(now.date().to_datetime(pick_up)).as_secs();
    let minutes = left.div_euclid(60);
    let server = practice.map(|clock| clock.at(now.timestamp()));
    let server = server.map(|at| at.to_zoned(now.time_zone().clone()).date());
    let today: Date = server.map_or(now.date(), |server| server.max(now.date()));
    let count = manifests.day.value()?.to_hand_over(today).count() as u64;
    (count > 0 && (-REMIND_MINUTES..=REMIND_MINUTES).contains(&minutes)).then_some((minutes, count))
}
