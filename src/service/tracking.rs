//! GET /Tracking (section 4.8) and the tracking of a shipment (section 2.22).

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::App;
use super::auth::identify;
use super::carriers;
use super::fail::{self, Fail};
use super::ignored::Ignored;
use super::label::origin;
use super::routing::{self, Scan, Stop, Trip};
use super::shipment::{self, Stored};
use super::wire::{Call, Json, Reply, from_ms, stamp_z};

const MODULE: &str = "SHIPMENT.TRACKING";

pub async fn find(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = identify(&app, &call).await?;
    let key = call.need_param(MODULE, "key")?.to_owned();
    let value = call.need_param(MODULE, "value")?.to_owned();
    let asked = value.clone();
    let stored = app
        .db
        .read(move |conn| shipment::by_key(conn, &who, &key, &value))
        .await?;
    if !is_tracked(&stored) {
        return Err(Fail::new(
            fail::SHIPMENT_TRACKING_NOT_SUPPORTED,
            "The carrier does not support tracking.",
        ));
    }
    // A number of one parcel of several tracks that parcel.
    let number = stored
        .parcels
        .iter()
        .map(|parcel| parcel.tracking_number.as_str())
        .find(|number| *number == asked);
    let shown = show(&stored, number, app.clock.now(), &call.headers);
    Ok(Json(Ignored::in_tracking(&call.query).ride(shown)))
}

/// As GET /Shipment embeds it: of the package asked for, else of the first. A carrier without
/// tracking leaves it at its start.
pub fn embedded(
    stored: &Stored,
    package: Option<u32>,
    now: Timestamp,
    headers: &HeaderMap,
) -> Value {
    let asked = stored
        .parcels
        .iter()
        .find(|parcel| Some(parcel.number) == package)
        .map(|parcel| parcel.tracking_number.as_str());
    let now = if is_tracked(stored) {
        now
    } else {
        stored.created()
    };
    show(stored, asked, now, headers)
}

fn is_tracked(stored: &Stored) -> bool {
    carriers::find(&stored.carrier_code).is_some_and(|carrier| carrier.tracking)
}

fn show(stored: &Stored, number: Option<&str>, now: Timestamp, headers: &HeaderMap) -> Value {
    let first = stored
        .parcels
        .first()
        .map(|parcel| parcel.tracking_number.as_str());
    let number = number.or(first).unwrap_or_default();
    let scans = scans(stored, number, now);
    let (status, sub_status) = scans
        .first()
        .map_or(("PreTransit", "LabelGenerated"), |scan| {
            (scan.status, scan.sub_status)
        });
    let details: Vec<Value> = scans
        .iter()
        .map(|scan| {
            json!({
                "city": scan.city, "state": scan.state, "zip": scan.zip, "country": scan.country,
                "dateTime": stamp_z(from_ms(scan.at_ms)),
                "status": scan.status, "subStatus": scan.sub_status,
            })
        })
        .collect();
    json!({
        "trackingNumber": number,
        "trackingBarcodeNumber": barcode(stored, number),
        "status": status,
        "subStatus": sub_status,
        "trackingUrl": format!("{}/practice/track/{number}", origin(headers)),
        "trackingDetails": details,
    })
}

/// Newest first. A refund stops a parcel that no courier has yet.
fn scans(stored: &Stored, number: &str, now: Timestamp) -> Vec<Scan> {
    let stop = |name: &str| {
        let text = |field: &str| stored.fact(&format!("/shown/{name}/{field}")).to_owned();
        Stop {
            city: text("city"),
            state: text("state"),
            zip: text("zip"),
            country: text("country"),
        }
    };
    let whole = |pointer: &str| stored.facts.pointer(pointer).and_then(Value::as_i64);
    let mut to = stop("toAddress");
    if stored.fact("/label/toCountry") == "US" {
        to.country = "US".to_owned();
    }
    let from = stop("fromAddress");
    let trip = Trip {
        tracking_number: number,
        carrier_code: &stored.carrier_code,
        from: from.clone(),
        to,
        created_ms: stored.created_ms,
        ship_ms: whole("/route/shipMs").unwrap_or(stored.created_ms),
        days: whole("/route/days").unwrap_or(3),
    };
    let Some(stopped_ms) = stored
        .refund_started_ms
        .filter(|ms| *ms <= now.as_millisecond())
    else {
        return routing::so_far(&trip, now);
    };
    let mut scans = routing::so_far(&trip, from_ms(stopped_ms));
    if scans.iter().any(|scan| scan.status != "PreTransit") {
        return routing::so_far(&trip, now);
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

/// What the label's barcode holds: postal ones add the routing ZIP.
fn barcode(stored: &Stored, number: &str) -> String {
    let zip = stored.fact("/label/toZip");
    match zip.get(..5) {
        Some(zip) if stored.carrier_code.starts_with("POST") => format!("420{zip}{number}"),
        _ => number.to_owned(),
    }
}
