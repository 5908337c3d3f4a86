//! Division of a date range into smaller ones.

use jiff::{SignedDuration, Timestamp};

use super::Order;
use crate::page::DateRange;

/// Start of a range without a start date, unless a row is older.
const FIRST_DAY: i64 = 946_684_800; // 2000-01-01T00:00:00Z
/// An end date may mean the start of that day in the server's time zone, and clocks differ.
const MARGIN: SignedDuration = SignedDuration::from_hours(48);
/// The halves of a wider range overlap by `MARGIN`. The halves of a narrower one share one instant,
/// which the service interprets the same way as an end and as a start.
const WIDE: SignedDuration = SignedDuration::from_hours(16 * 24);
/// Wider ranges are split at midnight UTC, so that a service that reads only dates loses no row.
const DAYS: SignedDuration = SignedDuration::from_hours(48);
const NARROWEST: SignedDuration = SignedDuration::from_secs(60);
const DAY_SECONDS: i64 = 86_400;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliceKind {
    /// The range that was requested by the caller.
    Whole,
    Part,
    /// Before or after the rows received, to find out whether there are more.
    Around,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slice {
    pub range: DateRange,
    pub kind: SliceKind,
}

impl Slice {
    /// Whether some of the times are far outside the range: the service ignored the dates.
    pub fn is_left_by(&self, mut moments: impl Iterator<Item = Timestamp>) -> bool {
        let DateRange { start, end } = self.range;
        let start = start.and_then(|start| start.checked_sub(MARGIN).ok());
        let end = end.and_then(|end| end.checked_add(MARGIN).ok());
        moments.any(|at| start.is_some_and(|start| at < start) || end.is_some_and(|end| at > end))
    }
}

/// The older and the newer half; an open side stays open. `None` if the range is too narrow.
pub fn halves(
    range: DateRange,
    oldest: Option<Timestamp>,
    newest: Option<Timestamp>,
    now: Timestamp,
) -> Option<[Slice; 2]> {
    let first = Timestamp::from_second(FIRST_DAY).ok()?;
    let earliest = oldest.map_or(first, |oldest| oldest.min(first));
    let start = range.start.unwrap_or(earliest);
    // This computer's clock may be behind the requested range.
    let latest = newest.map_or(now, |newest| newest.max(now)).max(start);
    let end = match range.end {
        Some(end) => end,
        None => latest.checked_add(MARGIN).ok()?,
    };
    let width = end.duration_since(start);
    if width <= NARROWEST {
        return None;
    }
    let middle = middle(start, width)?;
    let overlap = if width > WIDE { MARGIN } else { SignedDuration::ZERO };
    let part = |start, end| Slice { range: DateRange { start, end }, kind: SliceKind::Part };
    Some([part(range.start, middle.checked_add(overlap).ok()), part(Some(middle), range.end)])
}

fn middle(start: Timestamp, width: SignedDuration) -> Option<Timestamp> {
    let half = start.as_second().checked_add(width.as_secs() / 2)?;
    let half = if width > DAYS { half - half.rem_euclid(DAY_SECONDS) } else { half };
    Timestamp::from_second(half).ok()
}

/// The ranges before the oldest and after the newest row received.
pub fn around(range: DateRange, newest: Timestamp, oldest: Timestamp, order: Order) -> Vec<Slice> {
    let mut asked = Vec::new();
    let mut ask = |start: Option<Timestamp>, end: Option<Timestamp>| {
        let empty = start.zip(end).is_some_and(|(start, end)| start >= end);
        if !empty {
            asked.push(Slice { range: DateRange { start, end }, kind: SliceKind::Around });
        }
    };
    if !order.newest_first() {
        ask(Some(newest), range.end);
    }
    if !order.oldest_first() {
        // The last range is requested first and suits a service that reads instants; the one before
        // it is for a service that reads only dates.
        let end = oldest.checked_add(MARGIN).ok();
        if end.is_some_and(|end| end < newest) {
            ask(range.start, end);
        }
        ask(range.start, Some(oldest));
    }
    asked
}
