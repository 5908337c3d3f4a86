//! The places where a parcel was scanned, as points on a map. Computed in the background: loading
//! the place tables and outlines takes tens of milliseconds the first time.

use crate::api::tracking::{Tracking, TrackingEvent};
use crate::api::value::TrackingStatus;
use crate::base::clock::WireTime;
use crate::base::geography;
use crate::base::id::TrackingNumber;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Slot;
use crate::desk::tracking::{Parcels, Tracked};
use crate::drawing::map;

const ROUTE: Slot<Parcels> = Slot::with_account("route");

/// Scans closer than this, in degrees, count as one stop: about four miles.
const SAME_PLACE: f64 = 0.06;

/// The route of one parcel so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    pub number: TrackingNumber,
    /// Number of scans it was made from. If it changes, the route is computed again.
    pub scans: usize,
    /// In the order of the scans; `None` while they are being computed.
    pub stops: Option<Vec<Stop>>,
}

/// A place where the parcel was scanned, possibly several times in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Degrees.
    pub lon: f64,
    pub lat: f64,
    pub place: String,
    /// Time of the last scan at this place.
    pub at: Option<WireTime>,
    pub status: Option<TrackingStatus>,
}

impl Route {
    /// Whether the route matches the parcel's current scans.
    pub fn is_of(&self, tracked: &Tracked) -> bool {
        self.number == tracked.number && self.scans == scans(tracked)
    }
}

fn scans(tracked: &Tracked) -> usize {
    tracked.tracking.value().map_or(0, |tracking| tracking.tracking_details.len())
}

pub(in crate::desk) fn show(me: &mut Parcels, ctx: &mut Ctx<'_>, number: &str) {
    let tracked = me.list.iter().find(|tracked| tracked.number.as_str() == number);
    let Some(tracked) = tracked else { return };
    let route = Route { number: tracked.number.clone(), scans: scans(tracked), stops: None };
    let known = tracked.tracking.known().map(|known| std::sync::Arc::clone(&known.value));
    me.route = Some(route.clone());
    let work = async move {
        let found = tokio::task::spawn_blocking(move || {
            map::warm_up();
            known.map_or_else(Vec::new, |tracking| stops(&tracking))
        });
        found.await.unwrap_or_default()
    };
    ctx.jobs.answer(ROUTE, work, move |me, _, found| {
        me.route = Some(Route { stops: Some(found), ..route });
    });
}

/// The stops in order of time. Scans at unknown places are left out.
fn stops(tracking: &Tracking) -> Vec<Stop> {
    let mut events: Vec<&TrackingEvent> = tracking.tracking_details.iter().collect();
    events.sort_by_key(|event| event.date_time.as_ref().map(|at| at.instant()));
    let mut stops: Vec<Stop> = Vec::new();
    for event in events {
        let text = |part: &Option<String>| part.clone().unwrap_or_default();
        let (city, state) = (text(&event.city), text(&event.state));
        let (zip, country) = (text(&event.zip), text(&event.country));
        let Some((lon, lat)) = geography::locate_tracking_event(&city, &state, &zip, &country)
        else {
            continue;
        };
        let at = event.date_time.clone();
        let status = event.status.clone();
        if let Some(last) = stops.last_mut()
            && (last.lon - lon).abs() < SAME_PLACE
            && (last.lat - lat).abs() < SAME_PLACE
        {
            (last.at, last.status) = (at, status);
            continue;
        }
        // Only countries abroad are named, as in addresses.
        let country = match geography::country(&country) {
            Some(known) if known.a2 == "US" => String::new(),
            Some(known) => known.name().to_owned(),
            None => country,
        };
        let words = [city, state, country];
        let words: Vec<String> = words.into_iter().filter(|part| !part.is_empty()).collect();
        let place = words.join(", ");
        stops.push(Stop { lon, lat, place, at, status });
    }
    stops
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scans_become_stops_in_order_of_time_and_what_is_nowhere_is_left_out() {
        let tracking: Tracking = serde_json::from_str(
            r#"{"trackingDetails": [
                {"city": "Denver", "state": "CO", "country": "US", "dateTime": "2026-11-03T08:00:00Z"},
                {"city": "Chicago", "state": "IL", "zip": "60606", "country": "US", "dateTime": "2026-11-01T08:00:00Z", "status": "PreTransit"},
                {"city": "Chicago", "state": "IL", "zip": "60607", "country": "US", "dateTime": "2026-11-01T19:00:00Z", "status": "InTransit"},
                {"dateTime": "2026-11-02T08:00:00Z"}
            ]}"#,
        )
        .unwrap();
        let stops = stops(&tracking);
        let places: Vec<&str> = stops.iter().map(|stop| stop.place.as_str()).collect();
        assert_eq!(places, ["Chicago, IL", "Denver, CO"]);
        assert_eq!(stops[0].status, Some(TrackingStatus::InTransit));
        assert_eq!(
            stops[0].at.as_ref().unwrap().to_string(),
            "2026-11-01T19:00:00Z",
            "the last scan there"
        );
        assert!((stops[1].lat - 39.7).abs() < 0.5, "{}", stops[1].lat);
    }
}
