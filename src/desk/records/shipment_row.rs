//! Converts a shipment of the interface to a row of the cache and of the list.

use std::sync::Arc;

use jiff::Timestamp;

use crate::api::address::Address;
use crate::api::lenient;
use crate::api::shipment::Shipment;
use crate::api::tracking::Tracking;
use crate::base::id::{ShipmentId, TrackingNumber};
use crate::base::money::Money;
use crate::desk::kernel::saved_values;
use crate::store::cache::{Cache, Scope, ShipmentRecord};

/// The data of a shipment that the list shows; the whole object is read from the cache on demand.
#[derive(Clone, Debug, PartialEq)]
pub struct ShipmentRow {
    pub id: ShipmentId,
    pub created: Timestamp,
    pub to_name: String,
    pub to_place: String,
    pub carrier: String,
    pub service: String,
    pub tracking_number: Option<TrackingNumber>,
    pub status: String,
    pub sub_status: String,
    pub price: Option<Money>,
    pub packages: u32,
    pub refund_status: Option<String>,
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
    Some(ShipmentRecord {
        id,
        created: shipment
            .created_date
            .as_ref()
            .map_or(now, |date| date.instant()),
        to_name: to.map(name_of).unwrap_or_default(),
        to_place: to.map(place_of).unwrap_or_default(),
        carrier: first_of(&[&shipment.carrier_account_name, &shipment.carrier_code]),
        service: text(shipment.service.as_ref()),
        tracking_number: shipment.tracking_number().cloned(),
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
    Arc::new(ShipmentRow {
        id: record.id,
        created: record.created,
        to_name: record.to_name,
        to_place: record.to_place,
        carrier: record.carrier,
        service: record.service,
        tracking_number: record.tracking_number,
        status: record.status,
        sub_status: record.sub_status,
        price: record.price,
        packages: record.packages,
        refund_status: record.refund_status,
    })
}

/// The whole shipment of a cache record.
pub(in crate::desk) fn shipment(record: &ShipmentRecord) -> Option<Shipment> {
    serde_json::from_str(&record.json)
        .or_else(|_| lenient::from_slice(record.json.as_bytes()).map(|(shipment, _)| shipment))
        .inspect_err(|error| tracing::warn!(%error, "a cached shipment is not readable"))
        .ok()
}

/// The shipment's id, if it has one that is not blank.
pub(in crate::desk) fn id_of(shipment: &Shipment) -> Option<ShipmentId> {
    shipment
        .id
        .clone()
        .filter(|id| !id.as_str().trim().is_empty())
}

pub(in crate::desk) fn name_of(address: &Address) -> String {
    first_of(&[&address.name, &address.company])
}

pub(in crate::desk) fn place_of(address: &Address) -> String {
    let domestic = address
        .country
        .as_deref()
        .is_none_or(|country| country.is_empty() || country.eq_ignore_ascii_case("US"));
    let beside = if domestic {
        &address.state
    } else {
        &address.country
    };
    [&address.city, beside]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(", ")
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
    for address in [&shipment.from_address, &shipment.to_address]
        .into_iter()
        .flatten()
    {
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
    if let Some(label) = &shipment.postage_label {
        let texts = [
            &label.custom_text1,
            &label.custom_text2,
            &label.custom_text3,
        ];
        words.extend(texts.into_iter().flatten().cloned());
    }
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
    saved_values::logged(cache.put_shipments(scope, vec![row]).await).is_some()
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
            (
                record.to_name.as_str(),
                record.to_place.as_str(),
                record.status.as_str()
            ),
            ("Kiosk", "Bern, CH", "InTransit")
        );
        assert_eq!(
            (record.packages, record.price.unwrap().to_string()),
            (2, "$7.90".into())
        );
        assert!(!record.json.contains("QUJD"));
        assert!(record.search_text.contains("order 77") && record.search_text.contains("T9"));
        assert!(record_from_shipment(&Shipment::default(), Timestamp::UNIX_EPOCH).is_none());
    }
}
