//! Tracking: section 2.22 and the call of 4.8.

use serde::{Deserialize, Serialize};

use super::call::Call;
use super::page::{self, ListItem, RowMatch};
use super::shipment::ShipmentKey;
use super::value::TrackingStatus;
use crate::text;
use postroom_base::clock::WireTime;
use postroom_base::id::TrackingNumber;

wire! {
    /// The tracking state of a parcel (section 2.22).
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Tracking {
        pub tracking_number: Option<TrackingNumber>,
        pub tracking_barcode_number: Option<String>,
        pub status: Option<TrackingStatus>,
        pub sub_status: Option<String>,
        pub tracking_url: Option<String>,
        pub tracking_details: Vec<TrackingEvent>,
    }

    /// One scan or message from the carrier.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct TrackingEvent {
        pub city: Option<String>,
        pub state: Option<String>,
        pub zip: Option<String>,
        pub country: Option<String>,
        pub date_time: Option<WireTime>,
        pub status: Option<TrackingStatus>,
        pub sub_status: Option<String>,
    }
}

impl ListItem for Tracking {
    const NAME: &'static str = "tracking";
    const MARKS: &'static [&'static str] = &[
        "trackingNumber",
        "trackingBarcodeNumber",
        "trackingDetails",
        "trackingUrl",
        "status",
        "subStatus",
    ];
    const KEYS: &'static [&'static str] = &["tracking", "trackings"];
}

impl Tracking {
    /// Whether this tracking belongs to that number. In the barcode, a routing code may precede the
    /// printed number.
    pub(super) fn naming(&self, number: &str) -> RowMatch {
        let plain = |text: &str| -> String {
            let kept = text.chars().filter(char::is_ascii_alphanumeric);
            kept.map(|c| c.to_ascii_uppercase()).collect()
        };
        let asked = plain(number);
        let number = self.tracking_number.as_ref().map(TrackingNumber::as_str);
        let number = number.map(plain).filter(|own| !own.is_empty());
        let barcode = self.tracking_barcode_number.as_deref();
        let barcode = barcode.map(plain).filter(|own| !own.is_empty());
        let ends_alike = |own: &String| {
            *own == asked
                || (asked.len() >= LEAST_NUMBER && own.ends_with(&asked))
                || (own.len() >= LEAST_NUMBER && asked.ends_with(own.as_str()))
        };
        let is_meant = match (&number, &barcode) {
            (None, None) => return RowMatch::Silent,
            // The tracking number decides, except if the request has the whole barcode.
            (Some(own), barcode) => ends_alike(own) || barcode.as_ref() == Some(&asked),
            (None, Some(own)) => ends_alike(own),
        };
        if is_meant { RowMatch::Requested } else { RowMatch::Another }
    }
}

/// Shorter numbers may have the same ending by chance.
const LEAST_NUMBER: usize = 10;

/// Reads the tracking of a shipment. Every key may be used; only a sample shows `TransactionId`. A
/// response for another tracking number is treated as unintelligible.
pub fn get(key: ShipmentKey, value: &str) -> Call<Tracking> {
    let asked = value.to_owned();
    let decode = move |bytes: &[u8]| {
        page::one(bytes, |row: &Tracking| match key {
            ShipmentKey::TrackingNumber => row.naming(&asked),
            _ => RowMatch::Silent,
        })
    };
    Call::with_decoder("GET /Tracking", || text!("errors-attempt-read-tracking"), decode)
        .query("key", Some(key.as_str().to_owned()))
        .query("value", Some(value.to_owned()))
}
