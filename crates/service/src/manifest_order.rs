//! The request of POST /Manifest, and the check of which shipments may go on the manifest.

use std::collections::HashSet;

use jiff::Timestamp;
use jiff::civil::Date;
use rusqlite::Connection;
use serde_json::{Value, json};

use super::address::{self, Address, AddressInput, RequiredAddressFields};
use super::address_check;
use super::auth::Identity;
use super::carrier_account::{self, CarrierAccount};
use super::carrier_rules::Rules;
use super::carriers::{self, Carrier};
use super::fail::{self, Fail};
use super::fields::Fields;
use super::manifest::MODULE;
use super::purchase;
use super::refund;
use super::spec_shapes::MOST_ON_A_MANIFEST;
use super::stored_shipment::{self, Stored};
use postroom_base::geography;
use postroom_base::text;

pub struct Order {
    from: AddressInput,
    carrier_account_id: String,
    key: &'static str,
    values: Vec<String>,
    ship_date: Option<Date>,
    queued: bool,
}

/// A request that passed all checks.
pub struct CheckedManifest {
    pub from: Address,
    pub account: CarrierAccount,
    pub carrier: &'static Carrier,
    pub shipments: Vec<Stored>,
    pub ship_date: Date,
    /// `async` was false: the form is ready with the response.
    pub at_once: bool,
}

/// A value of the request that cannot go on the manifest, with the reason.
struct Refused {
    value: String,
    reason: String,
}

impl Order {
    pub fn read(fields: &Fields<'_>) -> Result<Self, Fail> {
        let from = address::read_given(
            &fields.need_object("fromAddress")?,
            RequiredAddressFields::WholeButState,
        )?;
        let carrier_account_id = fields.need_text("carrierAccountId")?;
        let key = fields.need_one_of("key")?;
        // Unlike for specialService, a single string is not accepted in place of a list (section
        // 4.7).
        let (values, most) = fields.need_texts("value")?;
        if values.iter().any(String::is_empty) {
            return Err(Fail::bad_request(MODULE, "value must not hold an empty string."));
        }
        if values.len() > most {
            return Err(too_many());
        }
        Ok(Self {
            from,
            carrier_account_id,
            key,
            values,
            ship_date: purchase::read_ship_date(fields)?,
            queued: fields.flag("async")?.unwrap_or(false),
        })
    }
}

fn too_many() -> Fail {
    Fail::new(
        fail::MANIFEST_VALIDATION_FAILED,
        text!("practice-service-manifest-full", most = MOST_ON_A_MANIFEST),
    )
}

/// Checks a request. Runs in the transaction that will store the manifest.
pub fn check_manifest(
    conn: &Connection,
    who: &Identity,
    order: Order,
    now: Timestamp,
    machine_now: Timestamp,
) -> Result<CheckedManifest, Fail> {
    let account = carrier_account::load_active(conn, who, &order.carrier_account_id)?;
    let carrier = carriers::find_for_env(who.env, &account.carrier_code)?;
    if !carrier.manifests {
        return Err(Fail::new(
            fail::MANIFEST_NOT_SUPPORTED,
            text!("practice-service-no-manifests", carrier = carrier.name),
        ));
    }
    Rules::load(conn)?.check_reachable(carrier)?;
    let from = origin(conn, who, order.from)?;
    let earliest = purchase::earliest_ship_date(&from, now, machine_now);
    if order.ship_date.is_some_and(|date| date < earliest) {
        return Err(Fail::new(
            fail::MANIFEST_VALIDATION_FAILED,
            text!("practice-service-ship-date-past"),
        ));
    }
    let mut ship_date = order.ship_date;
    let mut shipments: Vec<Stored> = Vec::new();
    let mut refused = Vec::new();
    let (mut values, mut ids) = (HashSet::new(), HashSet::new());
    let mut packages = 0;
    for value in order.values {
        let found = if values.insert(value.clone()) {
            stored_shipment::look_up(conn, who, order.key, &value)?
                .ok_or_else(|| text!("practice-service-manifest-unknown", key = order.key))
        } else {
            Err(text!("practice-service-manifest-twice").to_owned())
        };
        let checked = found.and_then(|stored| {
            let date = fit(&stored, &account, now, earliest, ship_date)?;
            Ok((stored, date))
        });
        match checked {
            Ok((stored, date)) => {
                ship_date = Some(date);
                // The tracking number of any parcel stands for the whole shipment.
                if ids.insert(stored.id.clone()) {
                    packages += stored.parcels.len();
                    shipments.push(stored);
                }
            }
            Err(reason) => refused.push(Refused { value, reason }),
        }
    }
    if !refused.is_empty() {
        return Err(refusal(order.key, &refused));
    }
    if packages > MOST_ON_A_MANIFEST {
        return Err(too_many());
    }
    let ship_date = ship_date.ok_or_else(|| Fail::internal("a manifest without a ship date"))?;
    Ok(CheckedManifest { from, account, carrier, shipments, ship_date, at_once: !order.queued })
}

/// The ship date of a shipment that may go on the manifest, or the reason why it may not.
fn fit(
    stored: &Stored,
    account: &CarrierAccount,
    now: Timestamp,
    earliest: Date,
    wanted: Option<Date>,
) -> Result<Date, String> {
    if stored.carrier_account_id != account.id {
        return Err(text!("practice-service-manifest-other-account").to_owned());
    }
    if stored.manifest_id.is_some() {
        return Err(text!("practice-service-manifest-already").to_owned());
    }
    // After a rejected refund the label is valid again.
    if refund::status(stored, now).is_some_and(|status| status != "Rejected") {
        return Err(text!("practice-service-manifest-refund").to_owned());
    }
    let text = stored.fact("/label/shipDate");
    let date: Date = text.parse().map_err(|_| "its ship date cannot be read".to_owned())?;
    if date < earliest {
        return Err(text!("practice-service-manifest-past", date = date.to_string()));
    }
    match wanted {
        Some(wanted) if wanted != date => Err(text!(
            "practice-service-manifest-other-date",
            date = date.to_string(),
            wanted = wanted.to_string()
        )),
        _ => Ok(date),
    }
}

/// Lists every refused value with its reason, so that the caller can correct all at once.
fn refusal(key: &str, refused: &[Refused]) -> Fail {
    let words = match refused {
        [one] => text!(
            "practice-service-manifest-refused",
            key = key,
            value = one.value.as_str(),
            reason = one.reason.as_str()
        ),
        [first, ..] => text!(
            "practice-service-manifest-refused-several",
            count = refused.len(),
            value = first.value.as_str(),
            reason = first.reason.as_str()
        ),
        [] => String::new(),
    };
    let list: Vec<Value> =
        refused.iter().map(|it| json!({"value": it.value, "reason": it.reason})).collect();
    Fail::new(fail::MANIFEST_VALIDATION_FAILED, words)
        .with_info(json!({"key": key, "refused": list}))
}

/// The address where the parcels are handed over. A state is required only for rates and shipments
/// (section 2.6), so a missing one is derived from the ZIP.
fn origin(conn: &Connection, who: &Identity, given: AddressInput) -> Result<Address, Fail> {
    let mut address = match given {
        AddressInput::Id(id) => address::load(conn, who, &id)?,
        AddressInput::Details(address) => *address,
    };
    if address.state.is_empty()
        && address.is_domestic()
        && let Some(row) = geography::us_zip(&address.zip)
    {
        address.state = row.state.clone();
    }
    address_check::deliverable(address)
}
