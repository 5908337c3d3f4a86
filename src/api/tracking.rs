//! Tracking: section 2.22 and the call of 4.8.

use serde::{Deserialize, Serialize};

use super::call::Call;
use super::shipment::Key;
use super::tolerant;
use super::value::TrackingStatus;
use crate::base::clock::WireTime;
use crate::base::id::TrackingNumber;

/// Where a parcel is (section 2.22).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Tracking {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracking_number: Option<TrackingNumber>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub tracking_barcode_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<TrackingStatus>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub sub_status: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub tracking_url: Option<String>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub tracking_details: Vec<TrackingEvent>,
}

/// One scan or message of the carrier.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TrackingEvent {
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub city: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub state: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub zip: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub country: Option<String>,
    #[serde(
        deserialize_with = "tolerant::time",
        skip_serializing_if = "Option::is_none"
    )]
    pub date_time: Option<WireTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<TrackingStatus>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub sub_status: Option<String>,
}

/// Where the parcel of a shipment is. Every key may be used; `TransactionId` is listed
/// by a sample only.
pub fn get(key: Key, value: &str) -> Call<Tracking> {
    Call::new("GET /Tracking", "Reading the tracking")
        .query("key", Some(key.as_str().to_owned()))
        .query("value", Some(value.to_owned()))
}
