//! Which shipments can still be refunded (sections 3.3 and 8).

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::api::value::TrackingStatus;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::text;

/// Section 8: a refund can be requested up to this many days after the shipment was created.
pub(super) const WINDOW_DAYS: i64 = 30;

/// A shipment that can still be refunded.
#[derive(Clone, Debug, PartialEq)]
pub struct Refundable {
    pub row: Arc<ShipmentRow>,
    /// Whole days until the window closes; 0 means today.
    pub days_left: i64,
    /// The carrier has scanned the parcel and may refuse.
    pub scanned: bool,
}

/// Why a shipment cannot be refunded, as far as known without asking the service; `None` if nothing
/// speaks against it.
pub fn obstacle(row: &ShipmentRow, now: Timestamp, is_on_manifest: bool) -> Option<String> {
    if is_on_manifest {
        return Some(text!("refunds-obstacle-manifest").to_owned());
    }
    if let Some(status) = &row.refund_status {
        return Some(match status.as_str() {
            "Initiated" => text!("refunds-obstacle-requested").to_owned(),
            "Approved" => text!("refunds-obstacle-approved").to_owned(),
            "Rejected" => text!("refunds-obstacle-declined").to_owned(),
            "Refunded" => text!("refunds-obstacle-refunded").to_owned(),
            other => text!("refunds-obstacle-other", status = other),
        });
    }
    if TrackingStatus::parse(&row.status) == TrackingStatus::Delivered {
        return Some(text!("refunds-obstacle-delivered").to_owned());
    }
    let late = || text!("refunds-obstacle-late", days = WINDOW_DAYS);
    days_left(row.created, now).is_none().then(late)
}

/// The row of the list of refundable shipments; `None` if a refund is not possible any more.
pub(super) fn refundable(row: Arc<ShipmentRow>, now: Timestamp) -> Option<Refundable> {
    let status = TrackingStatus::parse(&row.status);
    let is_over = matches!(status, TrackingStatus::Cancelled | TrackingStatus::Delivered);
    Some(Refundable {
        days_left: days_left(row.created, now).filter(|_| !is_over)?,
        scanned: status.is_with_carrier(),
        row,
    })
}

fn days_left(created: Timestamp, now: Timestamp) -> Option<i64> {
    let window = SignedDuration::from_hours(WINDOW_DAYS * 24);
    let left = now.duration_until(created.checked_add(window).ok()?);
    (!left.is_negative()).then(|| left.as_hours() / 24)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(created: &str, status: &str, refund: Option<&str>) -> ShipmentRow {
        ShipmentRow {
            created: created.parse().unwrap(),
            status: status.into(),
            refund_status: refund.map(ToOwned::to_owned),
            ..ShipmentRow::default()
        }
    }

    #[test]
    fn reasons_are_known_before_asking() {
        let now: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        let (today, new) = ("2026-11-21T11:00:00Z", "PreTransit");
        for (created, status, refund, reason) in [
            (today, new, None, None),
            (today, "InTransit", None, None),
            ("2026-10-22T12:00:00Z", new, None, None),
            ("2026-10-22T11:59:59Z", new, None, Some("30 days")),
            (today, new, Some("Initiated"), Some("2 to 4 weeks")),
            (today, new, Some("Rejected"), Some("declined")),
            // Finding S4: delivered parcels are not refunded.
            (today, "Delivered", None, Some("delivered")),
        ] {
            let row = row(created, status, refund);
            let told = obstacle(&row, now, false);
            match (told, reason) {
                (None, None) => {}
                (Some(told), Some(words)) => assert!(told.contains(words), "{told}"),
                other => panic!("{created} {refund:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn the_days_left_count_down_to_the_hour() {
        let created: Timestamp = "2026-11-01T12:00:00Z".parse().unwrap();
        for (now, left) in [
            ("2026-11-01T12:00:00Z", Some(30)),
            ("2026-11-30T11:59:59Z", Some(1)),
            ("2026-12-01T11:00:00Z", Some(0)),
            ("2026-12-01T12:00:01Z", None),
        ] {
            assert_eq!(days_left(created, now.parse().unwrap()), left, "{now}");
        }
    }
}
