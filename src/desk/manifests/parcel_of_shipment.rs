//! A shipment as it is handed over to the carrier.

use jiff::Timestamp;

use crate::api::shipment::Shipment;
use crate::api::value::TrackingStatus;
use crate::base::id::TrackingNumber;
use crate::desk::manifests::groups::{self, GroupingShipment, Origins, Parcel};
use crate::desk::records::shipment_row;
use crate::store::cache::ShipmentRecord;

/// What grouping needs of a stored shipment; `None` if it can't be read or has no id.
pub(super) fn slip_of_record(
    record: &ShipmentRecord,
    origins: &mut Origins,
) -> Option<GroupingShipment> {
    let whole = shipment_row::shipment(record)?;
    let further = record.further_numbers.clone();
    groups::slip(whole, record.created, further, origins)
}

/// `None` if the shipment has no id.
pub(super) fn parcel(
    shipment: &Shipment,
    created: Timestamp,
    further_numbers: Vec<TrackingNumber>,
) -> Option<Parcel> {
    let to = shipment.to_address.as_ref();
    let code = shipment.carrier_code.clone();
    Some(Parcel {
        id: shipment.id.clone()?,
        number: shipment.tracking_number().cloned(),
        further_numbers,
        barcode: shipment
            .tracking
            .as_ref()
            .and_then(|tracking| tracking.tracking_barcode_number.clone()),
        to_name: to.map(shipment_row::name_of).unwrap_or_default(),
        to_place: to.map(shipment_row::place_of).unwrap_or_default(),
        service: shipment.service.as_ref().map(ToString::to_string).unwrap_or_default(),
        account_name: shipment
            .carrier_account_name
            .clone()
            .filter(|name| !name.trim().is_empty())
            .or(code)
            .unwrap_or_default(),
        created,
        packages: u32::try_from(shipment.packages.len()).unwrap_or(u32::MAX).max(1),
        with_carrier: shipment
            .tracking
            .as_ref()
            .and_then(|it| it.status.as_ref())
            .is_some_and(TrackingStatus::is_with_carrier),
    })
}
