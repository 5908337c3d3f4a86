//! Texts about tracking events.

use crate::api::tracking::{Tracking, TrackingEvent};
use crate::api::value::TrackingStatus;
use crate::base::locale::TextOf;
use crate::parcel::rate_ranking::spaced;
use crate::text;
use crate::ui::parts::address_lines::place_words;
use crate::ui::widgets::{Icon, Meaning};

pub fn newest(tracking: &Tracking) -> Option<&TrackingEvent> {
    tracking
        .tracking_details
        .iter()
        .max_by_key(|event| event.date_time.as_ref().map(|at| at.instant()))
}

pub fn event_description(event: &TrackingEvent) -> String {
    let words = event
        .sub_status
        .as_deref()
        .filter(|text| !text.is_empty())
        .map_or_else(|| status_display(event.status.as_ref()).2, event_words);
    match place(event) {
        place if place.is_empty() => words,
        place => format!("{words}, {place}"),
    }
}

/// What happened, in the language of the window if section 3.4 lists it, in words or as a code. Changes
/// another code, such as `HeldAtCustoms`, to words; a carrier's sentence stays.
pub fn event_words(text: &str) -> String {
    let code: String = text.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let listed = EVENTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(&code));
    if let Some((_, words)) = listed {
        return words().to_owned();
    }
    if text.contains(char::is_whitespace) {
        return text.to_owned();
    }
    let spaced = spaced(text);
    let mut words = spaced.split(' ');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |line, word| {
        let acronym = word.len() > 1 && word.chars().all(char::is_uppercase);
        let word = if acronym { word.to_owned() } else { word.to_lowercase() };
        format!("{line} {word}")
    })
}

/// The sub-statuses of section 3.4.
const EVENTS: [(&str, TextOf); 36] = [
    ("LabelGenerated", || text!("tracking-event-label-generated")),
    ("ShippingInfoSentToCarrier", || text!("tracking-event-shipping-info-sent-to-carrier")),
    ("ReadyForPickup", || text!("tracking-event-ready-for-pickup")),
    ("OriginScan", || text!("tracking-event-origin-scan")),
    ("DepartureScan", || text!("tracking-event-departure-scan")),
    ("Arrival", || text!("tracking-event-arrival")),
    ("DestinationScan", || text!("tracking-event-destination-scan")),
    ("Damaged", || text!("tracking-event-damaged")),
    ("PickupScan", || text!("tracking-event-pickup-scan")),
    ("ReceivedByLocalPostOffice", || text!("tracking-event-received-by-local-post-office")),
    ("TransferredToLocalPostOffice", || text!("tracking-event-transferred-to-local-post-office")),
    ("ImportScan", || text!("tracking-event-import-scan")),
    ("ExportScan", || text!("tracking-event-export-scan")),
    ("CarrierChangedDelivery", || text!("tracking-event-carrier-changed-delivery")),
    ("ArrivedAtCarrierFacility", || text!("tracking-event-arrived-at-carrier-facility")),
    ("DepartedCarrierFacility", || text!("tracking-event-departed-carrier-facility")),
    ("PickupDelayed", || text!("tracking-event-pickup-delayed")),
    ("WeatherDelay", || text!("tracking-event-weather-delay")),
    ("BadDeliveryAddress", || text!("tracking-event-bad-delivery-address")),
    ("DeliveryAttempted", || text!("tracking-event-delivery-attempted")),
    ("OutForDelivery", || text!("tracking-event-out-for-delivery")),
    ("Refused", || text!("tracking-event-refused")),
    ("CanNotDeliverToPOBox", || text!("tracking-event-can-not-deliver-to-po-box")),
    ("Undeliverable", || text!("tracking-event-undeliverable")),
    ("Returning", || text!("tracking-event-returning")),
    ("Returned", || text!("tracking-event-returned")),
    ("Delivered", || text!("tracking-event-delivered")),
    ("DeliveredToAgent", || text!("tracking-event-delivered-to-agent")),
    ("SenderStopped", || text!("tracking-event-sender-stopped")),
    ("VoidInfoReceived", || text!("tracking-event-void-info-received")),
    ("Unknown", || text!("tracking-event-unknown")),
    ("Pending", || text!("tracking-event-pending")),
    ("Failure", || text!("tracking-event-failure")),
    ("LostPackage", || text!("tracking-event-lost-package")),
    ("HoldForFutureDelivery", || text!("tracking-event-hold-for-future-delivery")),
    ("PickupAtCarrierFacility", || text!("tracking-event-pickup-at-carrier-facility")),
];

/// `Chicago, IL 60601`, with the country if it is not the US; unknown parts are omitted.
pub fn place(event: &TrackingEvent) -> String {
    let parts = [&event.city, &event.state, &event.zip, &event.country];
    place_words(parts.map(|part| part.as_deref().unwrap_or_default()))
}

/// The color, icon and word of a status.
pub fn status_display(status: Option<&TrackingStatus>) -> (Meaning, Icon, String) {
    let (meaning, icon, word) = match status {
        None => (Meaning::Neutral, Icon::Dot, text!("tracking-status-unknown")),
        Some(TrackingStatus::PreTransit) => {
            (Meaning::Neutral, Icon::Ship, text!("tracking-status-pre-transit"))
        }
        Some(TrackingStatus::InTransit) => {
            (Meaning::Info, Icon::Truck, text!("tracking-status-in-transit"))
        }
        Some(TrackingStatus::Delayed) => {
            (Meaning::Warning, Icon::Clock, text!("tracking-status-delayed"))
        }
        Some(TrackingStatus::OutForDelivery) => {
            (Meaning::Info, Icon::Truck, text!("tracking-status-out-for-delivery"))
        }
        Some(TrackingStatus::DeliveryFailed) => {
            (Meaning::Bad, Icon::Warning, text!("tracking-status-delivery-failed"))
        }
        Some(TrackingStatus::Delivered) => {
            (Meaning::Good, Icon::House, text!("tracking-status-delivered"))
        }
        Some(TrackingStatus::Cancelled) => {
            (Meaning::Neutral, Icon::Cross, text!("tracking-status-canceled"))
        }
        Some(TrackingStatus::Other) => {
            (Meaning::Neutral, Icon::Info, text!("tracking-status-other"))
        }
        Some(TrackingStatus::Unknown(text)) => {
            return (Meaning::Neutral, Icon::Info, text.clone());
        }
    };
    (meaning, icon, word.to_owned())
}

/// As [`status_display`], with the words of the last event in place of the status `Other`.
pub fn status_with_event(
    status: Option<&TrackingStatus>,
    sub_status: Option<&str>,
) -> (Meaning, Icon, String) {
    let (meaning, icon, word) = status_display(status);
    let event = sub_status.map(event_words).filter(|event| !event.is_empty());
    match (status, event) {
        (Some(TrackingStatus::Other), Some(event)) => (meaning, icon, event),
        _ => (meaning, icon, word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_like_an_address() {
        let event = |city: &str, state: &str, zip: &str, country: &str| TrackingEvent {
            city: Some(city.to_owned()),
            state: Some(state.to_owned()),
            zip: Some(zip.to_owned()),
            country: Some(country.to_owned()),
            ..TrackingEvent::default()
        };
        for (event, words) in [
            (event("Chicago", "IL", "60601", "US"), "Chicago, IL 60601"),
            (event("Montréal", "QC", "H2Y 1C6", "CA"), "Montréal, QC H2Y 1C6, Canada"),
            (event("Bonn", "", "", "DE"), "Bonn, Germany"),
            (event("", "", "", "US"), ""),
        ] {
            assert_eq!(place(&event), words);
        }
    }

    #[test]
    fn a_carriers_code_reads_as_words() {
        for (code, words) in [
            ("DepartedCarrierFacility", "Departed carrier facility"),
            ("label generated", "Label generated"),
            ("HeldAtUSCustoms", "Held at US customs"),
            ("Weather delay in Omaha", "Weather delay in Omaha"),
            ("Accepted", "Accepted"),
            ("", ""),
        ] {
            assert_eq!(event_words(code), words);
        }
    }
}
