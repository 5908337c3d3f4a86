//! GET /Tracking (section 4.8) and the tracking of a shipment (section 2.22).

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::app::App;
use super::carriers;
use super::facts::Journey;
use super::fail::{self, Fail};
use super::label::origin;
use super::reply::JsonText;
use super::routing::{self, Scan, Trip};
use super::stamp::{from_ms, stamp_z};
use super::stored_shipment::{self, Stored};
use super::warnings::Warnings;
use super::wire::Call;
use postroom_base::text;

const MODULE: &str = "SHIPMENT.TRACKING";

pub async fn find(State(app): State<Arc<App>>, call: Call) -> Result<JsonText, Fail> {
    let who = call.caller()?;
    let key = call.need_param(MODULE, "key")?.to_owned();
    let value = call.need_param(MODULE, "value")?.to_owned();
    let asked = value.clone();
    let stored = app.db.read(move |conn| stored_shipment::by_key(conn, &who, &key, &value)).await?;
    if !is_tracked(&stored) {
        return Err(Fail::new(
            fail::SHIPMENT_TRACKING_NOT_SUPPORTED,
            text!("practice-service-no-tracking"),
        ));
    }
    // The tracking number of one of several parcels tracks that parcel.
    let number = stored
        .parcels
        .iter()
        .map(|parcel| parcel.tracking_number.as_str())
        .find(|number| *number == asked);
    let text = show(&stored, number, stored.now(&app), &call.headers)?;
    Ok(JsonText(Warnings::in_tracking(&call.query).ride_text(text)))
}

/// The tracking embedded in GET /Shipment, as JSON text: of the requested package, or of the first.
/// For a carrier without tracking it stays at its first state.
pub fn embedded_text(
    stored: &Stored,
    package: Option<u32>,
    now: Timestamp,
    headers: &HeaderMap,
) -> Result<String, Fail> {
    let asked = stored
        .parcels
        .iter()
        .find(|parcel| Some(parcel.number) == package)
        .map(|parcel| parcel.tracking_number.as_str());
    let now = if is_tracked(stored) { now } else { stored.created() };
    show(stored, asked, now, headers)
}

/// The tracking of the first package as a JSON tree.
pub fn embedded(stored: &Stored, now: Timestamp, headers: &HeaderMap) -> Value {
    embedded_text(stored, None, now, headers)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

fn is_tracked(stored: &Stored) -> bool {
    carriers::find(&stored.carrier_code).is_some_and(|carrier| carrier.tracking)
}

/// The tracking of section 2.22.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tracking<'a> {
    tracking_number: &'a str,
    tracking_barcode_number: String,
    status: &'static str,
    sub_status: &'static str,
    tracking_url: String,
    tracking_details: Vec<Detail<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Detail<'a> {
    city: Cow<'a, str>,
    state: Cow<'a, str>,
    zip: Cow<'a, str>,
    country: Cow<'a, str>,
    date_time: String,
    status: &'static str,
    sub_status: &'static str,
}

fn show(
    stored: &Stored,
    number: Option<&str>,
    now: Timestamp,
    headers: &HeaderMap,
) -> Result<String, Fail> {
    let first = stored.parcels.first().map(|parcel| parcel.tracking_number.as_str());
    let number = number.or(first).unwrap_or_default();
    let journey = stored.facts.journey();
    let barcode = barcode(stored, &journey, number);
    let scans = scans(stored, journey, number, now);
    let (status, sub_status) = scans
        .first()
        .map_or(("PreTransit", "LabelGenerated"), |scan| (scan.status, scan.sub_status));
    let tracking_details = scans
        .into_iter()
        .map(|scan| Detail {
            city: scan.city,
            state: scan.state,
            zip: scan.zip,
            country: scan.country,
            date_time: stamp_z(from_ms(scan.at_ms)),
            status: scan.status,
            sub_status: scan.sub_status,
        })
        .collect();
    Ok(serde_json::to_string(&Tracking {
        tracking_number: number,
        tracking_barcode_number: barcode,
        status,
        sub_status,
        tracking_url: format!("{}/practice/track/{number}", origin(headers)),
        tracking_details,
    })?)
}

/// Whether the carrier had any parcel of the shipment at that time, even if the carrier offers no
/// tracking.
pub fn was_scanned(stored: &Stored, at: Timestamp) -> bool {
    stored.parcels.iter().any(|parcel| {
        scans(stored, stored.facts.journey(), &parcel.tracking_number, at)
            .iter()
            .any(|scan| scan.status == "InTransit")
    })
}

/// The scans up to now, newest first. A refund stops a parcel that has not been picked up yet.
fn scans<'a>(
    stored: &'a Stored,
    journey: Journey<'a>,
    number: &'a str,
    now: Timestamp,
) -> Vec<Scan<'a>> {
    let from = journey.from;
    let trip = Trip {
        tracking_number: number,
        carrier_code: &stored.carrier_code,
        from: from.clone(),
        to: journey.to,
        created_ms: stored.created_ms,
        ship_ms: journey.ship_ms,
        days: journey.days,
    };
    let Some(stopped_ms) = stored.refund_started_ms.filter(|ms| *ms <= now.as_millisecond()) else {
        return routing::scans_until(&trip, now);
    };
    let mut scans = routing::scans_until(&trip, from_ms(stopped_ms));
    if scans.iter().any(|scan| scan.status == "InTransit") {
        return routing::scans_until(&trip, now);
    }
    scans.insert(
        0,
        Scan {
            at_ms: stopped_ms,
            city: from.city,
            state: from.state,
            zip: from.zip,
            country: from.country,
            status: "Cancelled",
            sub_status: "VoidInfoReceived",
        },
    );
    scans
}

/// The content of the label's barcode: for postal carriers it includes the destination ZIP.
fn barcode(stored: &Stored, journey: &Journey<'_>, number: &str) -> String {
    match journey.to_zip.as_ref().and_then(|zip| zip.get(..5)) {
        Some(zip) if stored.carrier_code.starts_with("POST") => format!("420{zip}{number}"),
        _ => number.to_owned(),
    }
}
