//! Converts a shipment of the interface to a row of the cache and of the list.

use std::sync::Arc;

use jiff::Timestamp;

use crate::api::address::Address;
use crate::api::lenient;
use crate::api::shipment::Shipment;
use crate::api::tracking::Tracking;
use crate::api::value::RefundStatus;
use crate::base::geography;
use crate::base::id::{ShipmentId, TrackingNumber};
use crate::base::money::Money;
use crate::desk::kernel::saved_values;
use crate::store::cache::{Cache, Scope, ShipmentRecord};

/// The data of a shipment that the list shows; the whole object is read from the cache on demand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShipmentRow {
    pub id: ShipmentId,
    pub created: Timestamp,
    pub to_name: String,
    /// City and state, and the country if the sender is in another one.
    pub to_place: String,
    pub to_email: String,
    /// The reference texts of the label.
    pub reference: String,
    pub carrier: String,
    pub service: String,
    /// The number of the first package.
    pub tracking_number: Option<TrackingNumber>,
    /// The numbers of the further packages; empty if they are not known.
    pub further_numbers: Vec<TrackingNumber>,
    pub status: String,
    pub sub_status: String,
    pub price: Option<Money>,
    pub packages: u32,
    pub refund_status: Option<String>,
}

impl ShipmentRow {
    /// The known numbers of all packages, the first package's first.
    pub fn numbers(&self) -> impl Iterator<Item = &TrackingNumber> {
        self.tracking_number.iter().chain(&self.further_numbers)
    }

    /// Whether a requested or granted refund makes the label invalid. After a declined request it
    /// is as good as before.
    pub fn is_void(&self) -> bool {
        is_void(self.refund_status.as_deref())
    }
}

/// Whether a label with this refund status must not be used.
pub fn is_void(refund_status: Option<&str>) -> bool {
    refund_status.is_some_and(|status| status != RefundStatus::Rejected.as_str())
}

/// Converts a shipment to a cache record; `None` without an id, as it could never be found again.
pub(in crate::desk) fn record_from_shipment(
    shipment: &Shipment,
    now: Timestamp,
) -> Option<ShipmentRecord> {
    let id = shipment.id.clone()?;
    let tracking = shipment.tracking.as_ref();
    let mut stored = shipment.clone();
    if let Some(label) = &mut stored.postage_label {
        // The label files have their own table; here they would slow down every search.
        label.labels.clear();
    }
    let to = shipment.to_address.as_ref();
    let home = shipment.from_address.as_ref().and_then(|from| from.country.as_deref());
    Some(ShipmentRecord {
        id,
        created: shipment.created_date.as_ref().map_or(now, |date| date.instant()),
        to_name: to.map(name_of).unwrap_or_default(),
        to_place: to.map(town_of).unwrap_or_default(),
        to_country: to.and_then(|to| foreign_country(to, home)).unwrap_or_default(),
        to_email: to.and_then(|to| to.email.clone()).unwrap_or_default(),
        reference: references(shipment).join(", "),
        carrier: first_of(&[&shipment.carrier_account_name, &shipment.carrier_code]),
        service: text(shipment.service.as_ref()),
        tracking_number: shipment.tracking_number().cloned(),
        further_numbers: Vec::new(),
        status: text(tracking.and_then(|tracking| tracking.status.as_ref())),
        sub_status: text(tracking.and_then(|tracking| tracking.sub_status.as_ref())),
        price: shipment.price(),
        packages: u32::try_from(shipment.packages.len()).unwrap_or(u32::MAX),
        refund_status: shipment.refund_status.as_ref().map(ToString::to_string),
        search_text: search_text(shipment),
        json: serde_json::to_string(&stored).unwrap_or_default(),
    })
}

pub(in crate::desk) fn row(record: ShipmentRecord) -> Arc<ShipmentRow> {
    let record = completed(record);
    Arc::new(ShipmentRow {
        id: record.id,
        created: record.created,
        to_name: record.to_name,
        to_place: with_country(&record.to_place, &record.to_country),
        to_email: record.to_email,
        reference: record.reference,
        carrier: record.carrier,
        service: record.service,
        tracking_number: record.tracking_number,
        further_numbers: record.further_numbers,
        status: record.status,
        sub_status: record.sub_status,
        price: record.price,
        packages: record.packages,
        refund_status: record.refund_status,
    })
}

/// A row that an earlier version stored brings its body, which has what that version did not list.
fn completed(record: ShipmentRecord) -> ShipmentRecord {
    if record.json.is_empty() {
        return record;
    }
    let whole = shipment(&record).and_then(|whole| record_from_shipment(&whole, record.created));
    match whole {
        Some(whole) => ShipmentRecord {
            to_place: whole.to_place,
            to_country: whole.to_country,
            to_email: whole.to_email,
            reference: whole.reference,
            ..record
        },
        None => record,
    }
}

/// The whole shipment of a cache record.
pub(in crate::desk) fn shipment(record: &ShipmentRecord) -> Option<Shipment> {
    serde_json::from_str(&record.json)
        .or_else(|_| lenient::from_slice(record.json.as_bytes()).map(|(shipment, _)| shipment))
        .inspect_err(|error| tracing::warn!(%error, "a cached shipment is not readable"))
        .ok()
}

pub(in crate::desk) fn name_of(address: &Address) -> String {
    first_of(&[&address.name, &address.company])
}

/// `Chicago, IL`; `Montréal, QC, Canada` outside of the US.
pub(in crate::desk) fn place_of(address: &Address) -> String {
    let country = foreign_country(address, None).unwrap_or_default();
    with_country(&town_of(address), &country)
}

fn town_of(address: &Address) -> String {
    let parts = [&address.city, &address.state].into_iter().flatten();
    let mut filled: Vec<&str> =
        parts.map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    // `Porto, Porto` is one place.
    filled.dedup_by(|state, city| state.eq_ignore_ascii_case(city));
    filled.join(", ")
}

/// The code of the address's country, unless it is that of the sender: `home`, or the US.
fn foreign_country(address: &Address, home: Option<&str>) -> Option<String> {
    let code = |country: &str| {
        let country = country.trim();
        geography::country(country).map_or(country.to_owned(), |known| known.a2.clone())
    };
    let filled = |country: &&str| !country.trim().is_empty();
    let home = code(home.filter(filled).unwrap_or("US"));
    let country = address.country.as_deref().filter(filled).map(code)?;
    (country != home).then_some(country)
}

/// The country is named: its code after a city would read as a state, as `CA` does.
fn with_country(town: &str, country: &str) -> String {
    let country = geography::country(country).map_or(country, |known| known.name());
    let parts = [town, country].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

/// The reference texts of the label.
pub fn references(shipment: &Shipment) -> Vec<&str> {
    let Some(label) = &shipment.postage_label else {
        return Vec::new();
    };
    let texts = [&label.custom_text1, &label.custom_text2, &label.custom_text3];
    let texts = texts.into_iter().flatten().map(|text| text.trim());
    texts.filter(|text| !text.is_empty()).collect()
}

fn first_of(texts: &[&Option<String>]) -> String {
    texts
        .iter()
        .filter_map(|text| text.as_deref())
        .find(|text| !text.trim().is_empty())
        .unwrap_or_default()
        .to_owned()
}

fn text(value: Option<&impl ToString>) -> String {
    value.map(ToString::to_string).unwrap_or_default()
}

fn search_text(shipment: &Shipment) -> String {
    let mut words: Vec<String> = Vec::new();
    for address in [&shipment.from_address, &shipment.to_address].into_iter().flatten() {
        let fields = [
            &address.name,
            &address.company,
            &address.street1,
            &address.street2,
            &address.street3,
            &address.city,
            &address.state,
            &address.zip,
            &address.country,
            &address.phone,
            &address.email,
        ];
        words.extend(fields.into_iter().flatten().cloned());
    }
    words.extend(references(shipment).into_iter().map(str::to_owned));
    words.extend(shipment.id.as_ref().map(ToString::to_string));
    words.extend(shipment.transaction_id.as_ref().map(ToString::to_string));
    words.extend(shipment.tracking_number().map(ToString::to_string));
    words.extend(shipment.service.as_ref().map(ToString::to_string));
    words.extend(shipment.carrier_account_name.clone());
    words.extend(shipment.carrier_code.clone());
    words.extend(shipment.special_service.iter().map(ToString::to_string));
    words.join(" ")
}

/// Updates the cached row of a shipment after a scan. Returns whether it changed.
pub(in crate::desk) async fn follow_tracking(
    cache: &Cache,
    scope: &Scope,
    tracking: &Tracking,
) -> bool {
    let Some(number) = tracking.tracking_number.as_ref() else {
        return false;
    };
    let known = cache.shipment_by_tracking(scope, number).await;
    let Some(known) = saved_values::logged(known).flatten() else {
        return false;
    };
    let Some(mut shipment) = shipment(&known) else {
        return false;
    };
    if shipment.tracking.as_ref() == Some(tracking) {
        return false;
    }
    shipment.tracking = Some(tracking.clone());
    let Some(row) = record_from_shipment(&shipment, known.created) else {
        return false;
    };
    saved_values::logged(cache.revise_shipment(scope, row).await).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shipment_becomes_a_row_without_its_label_files() {
        let shipment: Shipment = serde_json::from_str(
            r#"{"id":"s-1","toAddress":{"name":"","company":"Kiosk","city":"Bern","country":"CH"},
                "packages":[{},{}],"rates":[{"totalFee":7.90,"currency":"USD"}],
                "tracking":{"trackingNumber":"T9","status":"In transit"},
                "postageLabel":{"labels":["QUJD"],"customText1":"order 77"}}"#,
        )
        .unwrap();
        let record = record_from_shipment(&shipment, Timestamp::UNIX_EPOCH).unwrap();
        assert_eq!(
            (record.to_name.as_str(), record.to_place.as_str(), record.status.as_str()),
            ("Kiosk", "Bern", "InTransit")
        );
        assert_eq!((record.packages, record.price.unwrap().to_string()), (2, "$7.90".into()));
        assert!(!record.json.contains("QUJD"));
        assert!(record.search_text.contains("order 77") && record.search_text.contains("T9"));
        assert_eq!((record.to_country.as_str(), record.reference.as_str()), ("CH", "order 77"));
        assert_eq!(row(record).to_place, "Bern, Switzerland");
        assert!(record_from_shipment(&Shipment::default(), Timestamp::UNIX_EPOCH).is_none());
    }
    /// W20: `CA` behind a city is California.
    #[test]
    fn a_place_names_its_country_unless_the_sender_is_there() {
        let place = |from: &str, to: &str| {
            let json = format!(
                r#"{{"id":"s","fromAddress":{{"country":"{from}"}},"toAddress":{{{to}}}}}"#
            );
            let shipment: Shipment = serde_json::from_str(&json).unwrap();
            let record = record_from_shipment(&shipment, Timestamp::UNIX_EPOCH).unwrap();
            row(record).to_place.clone()
        };
        let montreal = r#""city":"Montréal","state":"QC","country":"CA""#;
        let chicago = r#""city":"Chicago","state":"IL","country":"US""#;
        assert_eq!(place("US", montreal), "Montréal, QC, Canada");
        assert_eq!(place("", montreal), "Montréal, QC, Canada");
        assert_eq!(place("CA", montreal), "Montréal, QC");
        assert_eq!(place("US", chicago), "Chicago, IL");
        assert_eq!(place("USA", chicago), "Chicago, IL");
        assert_eq!(place("CA", chicago), "Chicago, IL, United States");
        assert_eq!(place("US", r#""city":"Atlantis","country":"ZZ""#), "Atlantis, ZZ");
    }

    #[test]
    fn only_a_declined_refund_leaves_a_label_valid() {
        for (status, void) in [
            (None, false),
            (Some("Rejected"), false),
            (Some("Initiated"), true),
            (Some("Approved"), true),
            (Some("Refunded"), true),
            (Some("Somehow"), true),
        ] {
            assert_eq!(is_void(status), void, "{status:?}");
        }
    }
}
