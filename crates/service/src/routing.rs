//! The route of a parcel: every scan it will ever have, determined at the purchase by its tracking
//! number, origin, destination and service. The scans before the simulated now have happened.

use std::borrow::Cow;
use std::sync::OnceLock;

use jiff::Timestamp;
use ring::digest;
use serde::{Deserialize, Serialize};

use postroom_base::geography;

/// One tracking event (section 2.22).
#[derive(Clone, Debug, PartialEq)]
pub struct Scan<'a> {
    pub at_ms: i64,
    pub city: Cow<'a, str>,
    pub state: Cow<'a, str>,
    pub zip: Cow<'a, str>,
    pub country: Cow<'a, str>,
    pub status: &'static str,
    pub sub_status: &'static str,
}

/// Origin, destination and dates of a parcel.
#[derive(Clone, Debug)]
pub struct Trip<'a> {
    pub tracking_number: &'a str,
    pub carrier_code: &'a str,
    pub from: Stop<'a>,
    pub to: Stop<'a>,
    pub created_ms: i64,
    pub ship_ms: i64,
    pub days: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stop<'a> {
    #[serde(borrow)]
    pub city: Cow<'a, str>,
    #[serde(borrow)]
    pub state: Cow<'a, str>,
    #[serde(borrow)]
    pub zip: Cow<'a, str>,
    #[serde(borrow)]
    pub country: Cow<'a, str>,
}

#[derive(Clone, Debug, Deserialize)]
struct Hub {
    carrier: String,
    city: String,
    state: String,
    zip: String,
    lat: f64,
    lon: f64,
    kind: String,
    /// Computed once: the nearest hub is searched for up to three times per parcel.
    #[serde(skip)]
    direction: [f64; 3],
}

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// All scans, oldest first. Those after `until_ms` may be missing.
fn scans<'a>(trip: &Trip<'a>, until_ms: i64) -> Vec<Scan<'a>> {
    let mut way = Way { scans: Vec::new() };
    let created = trip.created_ms;
    way.add(created, &trip.from, "PreTransit", "LabelGenerated");
    way.add(created + 2 * HOUR_MS, &trip.from, "PreTransit", "ShippingInfoSentToCarrier");
    // The pickup is at noon UTC of the ship date or later, and at least 4 hours after the purchase.
    let earliest = trip.ship_ms.max(created + 4 * HOUR_MS);
    // The next scan is at most an hour before the pickup, and later scans follow it. Finding the
    // hubs is most of the work, so skip it if possible.
    if earliest - HOUR_MS > until_ms {
        return way.scans;
    }
    let luck = hash_permille("way", trip.tracking_number);
    let mut pickup = earliest + i64::from(luck % 4) * HOUR_MS;
    if (30..50).contains(&luck) {
        way.add(pickup, &trip.from, "Delayed", "PickupDelayed");
        pickup += DAY_MS;
    }
    let express = !trip.carrier_code.starts_with("POST");
    if express {
        let ready = (pickup - HOUR_MS).max(created + 3 * HOUR_MS);
        way.add(ready, &trip.from, "PreTransit", "ReadyForPickup");
    }
    if pickup > until_ms {
        return way.scans;
    }
    way.add(pickup, &trip.from, "InTransit", "PickupScan");
    let abroad = trip.to.country != "US";
    let stops = stops_between(trip, abroad);
    // The last 6 hours are for the delivery; the rest is divided between the hubs.
    let late = if (50..80).contains(&luck) { DAY_MS } else { 0 };
    let arrival = pickup + trip.days.max(1) * DAY_MS - 6 * HOUR_MS;
    let legs = i64::try_from(stops.len()).unwrap_or(1).max(1);
    let leg_ms = (arrival - pickup - 4 * HOUR_MS).max(6 * HOUR_MS) / legs;
    let mut at = pickup + 3 * HOUR_MS;
    for (index, stop) in stops.iter().enumerate() {
        let (first, last) = (index == 0, index + 1 == stops.len());
        let (middle, left) = if express {
            ("Arrival", "DepartureScan")
        } else {
            ("ArrivedAtCarrierFacility", "DepartedCarrierFacility")
        };
        let sub = match (first, last, abroad) {
            (true, _, _) => "OriginScan",
            (_, true, true) => "ExportScan",
            (_, true, false) => "DestinationScan",
            _ => middle,
        };
        way.add(at, stop, "InTransit", sub);
        way.add(at + leg_ms / 3, stop, "InTransit", left);
        at += leg_ms;
    }
    if abroad {
        way.add(at, &trip.to, "InTransit", "ImportScan");
        at += 6 * HOUR_MS;
    }
    if late > 0 {
        way.add(at, stops.last().unwrap_or(&trip.from), "Delayed", "WeatherDelay");
        at += late;
    }
    let local = at.max(arrival + late - 5 * HOUR_MS);
    // A share of parcels is handed over to the post office for the last part of the way.
    if luck % 10 == 9 {
        let sub = "TransferredToLocalPostOffice";
        way.add(local - HOUR_MS, &trip.to, "InTransit", sub);
    }
    way.add(local, &trip.to, "InTransit", "ReceivedByLocalPostOffice");
    let out = local + 5 * HOUR_MS;
    way.add(out, &trip.to, "OutForDelivery", "OutForDelivery");
    ending(&mut way, trip, luck, out + (2 + i64::from(luck % 7)) * HOUR_MS);
    way.scans
}

/// Adds the scans at the destination, from `at` on. Most parcels are simply delivered; each kind of
/// exception of section 3.4 has a small share.
fn ending<'a>(way: &mut Way<'a>, trip: &Trip<'a>, luck: u32, at: i64) {
    let back = at + (1 + trip.days.max(1)) * DAY_MS;
    let (status, sub_status, days_late) = match luck {
        80..110 => ("OutForDelivery", "DeliveryAttempted", 1),
        110..120 => return send_back(way, trip, "Refused", at, back),
        120..130 => return way.add(at, &trip.to, "Delivered", "Delivered to agent"),
        130..136 => return way.add(at, &trip.to, "Other", "LostPackage"),
        136..142 => {
            way.add(at, &trip.to, "InTransit", "Damaged");
            return send_back(way, trip, "Undeliverable", at + HOUR_MS, back);
        }
        142..147 => return send_back(way, trip, "CanNotDeliverToPOBox", at, back),
        147..157 => ("Other", "HoldForFutureDelivery", 2),
        157..172 => ("Other", "PickupAtCarrierFacility", 2),
        172..177 => ("Delayed", "BadDeliveryAddress", 1),
        177..182 => ("InTransit", "CarrierChangedDelivery", 1),
        182..185 => {
            way.add(at, &trip.to, "Other", "Pending");
            way.add(at + HOUR_MS, &trip.to, "Other", "Unknown");
            return way.add(at + DAY_MS, &trip.to, "Delivered", "Delivered");
        }
        185..188 => ("Other", "Failure", 1),
        _ => return way.add(at, &trip.to, "Delivered", "Delivered"),
    };
    way.add(at, &trip.to, status, sub_status);
    way.add(at + days_late * DAY_MS, &trip.to, "Delivered", "Delivered");
}

fn send_back<'a>(way: &mut Way<'a>, trip: &Trip<'a>, why: &'static str, at: i64, back: i64) {
    way.add(at, &trip.to, "DeliveryFailed", why);
    way.add(at + DAY_MS, &trip.to, "DeliveryFailed", "Returning");
    way.add(back, &trip.from, "DeliveryFailed", "Returned");
}

struct Way<'a> {
    scans: Vec<Scan<'a>>,
}

impl<'a> Way<'a> {
    fn add(&mut self, at_ms: i64, stop: &Stop<'a>, status: &'static str, sub_status: &'static str) {
        // Scans must be in order of time, even if the legs overlap.
        let at_ms = self.scans.last().map_or(at_ms, |last| at_ms.max(last.at_ms + 60_000));
        self.scans.push(Scan {
            at_ms,
            city: stop.city.clone(),
            state: stop.state.clone(),
            zip: stop.zip.clone(),
            country: stop.country.clone(),
            status,
            sub_status,
        });
    }
}

/// The hubs on the way: the one nearest to the origin, one halfway if the distance is long, and the
/// one nearest to the destination (for international shipments the nearest gateway).
fn stops_between(trip: &Trip<'_>, abroad: bool) -> Vec<Stop<'static>> {
    let carrier = if trip.carrier_code.starts_with("POST") { "POST" } else { trip.carrier_code };
    let hubs: Vec<&'static Hub> = hubs().iter().filter(|hub| hub.carrier == carrier).collect();
    let (Some(from), Some(to)) = (point(&trip.from), point(&trip.to)) else {
        return Vec::new();
    };
    let nearest = |target: (f64, f64), gateways: bool| {
        let target = direction(target);
        hubs.iter()
            .filter(|hub| !gateways || matches!(hub.kind.as_str(), "isc" | "air_hub"))
            .map(|hub| (cosine(hub.direction, target), hub))
            .min_by(|(a, _), (b, _)| b.total_cmp(a))
            .map(|(_, hub)| stop(hub))
    };
    let mut stops: Vec<Stop<'static>> = nearest(from, false).into_iter().collect();
    if !abroad && geography::miles(from, to) > 700.0 {
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        stops.extend(nearest(middle, false));
    }
    stops.extend(nearest(to, abroad));
    stops.dedup();
    stops
}

/// The unit vector from the center of the earth to a point in degrees. The greater the cosine
/// between two vectors, the nearer the points.
fn direction((lat, lon): (f64, f64)) -> [f64; 3] {
    let (lat, lon) = (lat.to_radians(), lon.to_radians());
    [lat.cos() * lon.cos(), lat.cos() * lon.sin(), lat.sin()]
}

fn cosine(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn stop(hub: &'static Hub) -> Stop<'static> {
    Stop {
        city: Cow::Borrowed(&hub.city),
        state: Cow::Borrowed(&hub.state),
        zip: Cow::Borrowed(&hub.zip),
        country: Cow::Borrowed("US"),
    }
}

fn point(stop: &Stop<'_>) -> Option<(f64, f64)> {
    if stop.country == "US" {
        return geography::us_zip(&stop.zip)
            .map(|row| (row.lat, row.lon))
            .or_else(|| geography::zip3(&stop.zip).map(|area| (area.lat, area.lon)));
    }
    let country = geography::country(&stop.country)?;
    let city = geography::world_cities()
        .iter()
        .find(|city| city.country == country.a2 && city.city.eq_ignore_ascii_case(&stop.city));
    Some(city.map_or((country.lat, country.lon), |city| (city.lat, city.lon)))
}

fn hubs() -> &'static [Hub] {
    static HUBS: OnceLock<Vec<Hub>> = OnceLock::new();
    HUBS.get_or_init(|| {
        csv::Reader::from_reader(include_str!("../../../assets/practice/hubs.csv").as_bytes())
            .into_deserialize()
            .filter_map(|row: Result<Hub, _>| row.ok())
            .map(|mut hub| {
                hub.direction = direction((hub.lat, hub.lon));
                hub
            })
            .collect()
    })
}

/// A number from 0 to 999 derived from the text, for choosing a fixed share of shipments.
pub fn hash_permille(purpose: &str, text: &str) -> u32 {
    let hash = digest::digest(&digest::SHA256, format!("{purpose}/{text}").as_bytes());
    hash.as_ref().iter().take(4).fold(0_u32, |sum, byte| sum.wrapping_shl(8) | u32::from(*byte))
        % 1000
}

/// The scans up to now, newest first.
pub fn scans_until<'a>(trip: &Trip<'a>, now: Timestamp) -> Vec<Scan<'a>> {
    let mut scans = scans(trip, now.as_millisecond());
    scans.retain(|scan| scan.at_ms <= now.as_millisecond());
    scans.reverse();
    scans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trip<'a>(number: &'a str, to: Stop<'a>) -> Trip<'a> {
        Trip {
            tracking_number: number,
            carrier_code: "NOVA",
            from: Stop {
                city: "Chicago".into(),
                state: "IL".into(),
                zip: "60606".into(),
                country: "US".into(),
            },
            to,
            created_ms: 1_000,
            ship_ms: 1_000,
            days: 3,
        }
    }

    fn whole<'a>(number: &'a str, to: Stop<'a>) -> Vec<Scan<'a>> {
        scans(&trip(number, to), i64::MAX)
    }

    #[test]
    fn what_is_left_out_is_only_what_has_not_happened() {
        for number in 0..200 {
            let (number, to) = (number.to_string(), Stop::default());
            let all = whole(&number, to.clone());
            for scan in &all {
                let mut wanted = all.clone();
                wanted.retain(|other| other.at_ms <= scan.at_ms);
                wanted.reverse();
                let now = Timestamp::from_millisecond(scan.at_ms).unwrap();
                assert_eq!(scans_until(&trip(&number, to.clone()), now), wanted);
            }
        }
    }

    fn stop(
        city: &'static str,
        state: &'static str,
        zip: &'static str,
        country: &'static str,
    ) -> Stop<'static> {
        Stop { city: city.into(), state: state.into(), zip: zip.into(), country: country.into() }
    }

    /// A thousand domestic and a thousand international parcels.
    fn many() -> Vec<Vec<Scan<'static>>> {
        let home = stop("Seattle", "WA", "98101", "US");
        let abroad = stop("Berlin", "", "10115", "DE");
        let trips = |to: &Stop<'static>| -> Vec<_> {
            (0..1000).map(|number| whole(number.to_string().leak(), to.clone())).collect()
        };
        [trips(&home), trips(&abroad)].concat()
    }

    #[test]
    fn the_greatest_cosine_is_the_shortest_way() {
        let zips = ["60606", "98101", "33101", "04101", "96813", "99501"];
        for place in zips.map(|zip| geography::us_zip(zip).unwrap()) {
            let here = (place.lat, place.lon);
            let by_miles = hubs().iter().min_by(|a, b| {
                let far = |hub: &Hub| geography::miles((hub.lat, hub.lon), here);
                far(a).total_cmp(&far(b))
            });
            let by_cosine = hubs().iter().min_by(|a, b| {
                let near = |hub: &Hub| cosine(hub.direction, direction(here));
                near(b).total_cmp(&near(a))
            });
            assert_eq!(by_miles.unwrap().city, by_cosine.unwrap().city);
        }
    }

    #[test]
    fn every_way_starts_ends_and_goes_forward() {
        let ways = many();
        assert_eq!(ways, many());
        let mut exceptions = 0;
        for scans in &ways {
            assert_eq!(scans.first().unwrap().sub_status, "LabelGenerated");
            let last = scans.last().unwrap();
            assert!(
                matches!(last.status, "Delivered" | "DeliveryFailed")
                    || last.sub_status == "LostPackage"
            );
            assert!(scans.windows(2).all(|pair| pair[0].at_ms < pair[1].at_ms));
            let odd = |scan: &Scan<'_>| {
                matches!(scan.status, "Delayed" | "DeliveryFailed" | "Other")
                    || scan.sub_status == "DeliveryAttempted"
            };
            exceptions += usize::from(scans.iter().any(odd));
        }
        assert!((200..400).contains(&exceptions), "{exceptions} of 2000");
    }

    #[test]
    fn every_listed_status_is_met() {
        // The statuses of section 3.4, except that for cancellation: a refund sets it
        // (tracking.rs).
        let listed = [
            ("PreTransit", "LabelGenerated ShippingInfoSentToCarrier ReadyForPickup"),
            (
                "InTransit",
                "OriginScan DepartureScan Arrival DestinationScan Damaged PickupScan \
                 ReceivedByLocalPostOffice TransferredToLocalPostOffice ImportScan ExportScan \
                 CarrierChangedDelivery",
            ),
            ("Delayed", "PickupDelayed WeatherDelay BadDeliveryAddress"),
            ("OutForDelivery", "DeliveryAttempted"),
            ("DeliveryFailed", "Refused CanNotDeliverToPOBox Undeliverable Returning Returned"),
            ("Delivered", "Delivered"),
            (
                "Other",
                "Unknown Pending Failure LostPackage HoldForFutureDelivery PickupAtCarrierFacility",
            ),
        ];
        let met: std::collections::BTreeSet<(&str, &str)> =
            many().into_iter().flatten().map(|scan| (scan.status, scan.sub_status)).collect();
        for (status, subs) in listed {
            for sub in subs.split_whitespace() {
                assert!(met.contains(&(status, sub)), "{status} {sub}");
            }
        }
        assert!(met.contains(&("Delivered", "Delivered to agent")));
    }
}
