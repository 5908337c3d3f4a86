//! A requested refund: checks whether the service has it, and confirms its journal row (section
//! 4.6).

use serde_json::Value;

use crate::api::error::ApiError;
use crate::api::shipment;
use crate::api::shipment::{Shipment, ShipmentKey};
use crate::base::id::ShipmentId;
use crate::desk::money::look_up::strange;
use crate::desk::money::ports::{MoneyPorts, Proof, PurchaseResult};
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::send;
use crate::store::journal::Entry;
use crate::text;

/// Checks whether the service has the refund: its status is part of the shipment.
pub(in crate::desk) async fn look_up(
    ports: &MoneyPorts,
    entry: &Entry,
) -> Result<Option<Proof>, ApiError> {
    let Some(id) = shipment_of(entry) else {
        return Ok(None);
    };
    let seen = match ports.service.shipment(ShipmentKey::Id, &id).await {
        Ok(Some(seen)) => seen,
        Ok(None) => return Ok(None),
        // Without this the look-up would be repeated forever.
        Err(error) if send::is_not_found(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    if !names(&seen.shipment, &id) {
        return Err(strange(|| text!("errors-attempt-read-shipment"), "GET /Shipment"));
    }
    let asked = seen.shipment.refund_status.is_some();
    Ok(asked.then_some(Proof { found: PurchaseResult::Refund(seen.shipment), answer: seen.answer }))
}

fn names(shipment: &Shipment, id: &str) -> bool {
    shipment.id.as_ref().is_some_and(|known| known.as_str().trim().eq_ignore_ascii_case(id.trim()))
}

/// The shipment's id, from the bytes of the request.
fn shipment_of(entry: &Entry) -> Option<String> {
    let body: Value = serde_json::from_slice(&entry.body).ok()?;
    Some(body.get("value")?.as_str()?.to_owned())
}

/// The refund is in progress: written to the journal first, then shown.
pub(in crate::desk) async fn confirmed(ports: &MoneyPorts, entry: &Entry, proof: Proof) {
    let PurchaseResult::Refund(shipment) = &proof.found else {
        return;
    };
    // The id as it was requested: the answer may spell it differently.
    let id = shipment_of(entry).map(ShipmentId::new);
    let id = id.or_else(|| shipment::id_of(shipment)).unwrap_or_default();
    let status = shipment.refund_status.as_ref().map(ToString::to_string).unwrap_or_default();
    if !send::confirm(ports, entry, id.as_str(), None, &proof).await {
        return;
    }
    let shown = PurchaseStatus::RefundAsked { shipment: id, status };
    ports.screen.done(entry, proof.found, shown).await;
}
