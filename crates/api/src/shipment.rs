//! Shipments: sections 2.12, 2.13, 2.17, 2.18, 2.20 and the calls of 4.6.

mod price;
/// The shipment's id, if it has one that is not blank.
pub fn id_of(shipment: &Shipment) -> Option<ShipmentId> {
    shipment.id.clone().filter(|id| !id.as_str().trim().is_empty())
}

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::address::Address;
use super::call::Call;
use super::customs::CustomsInfo;
use super::label::PostageLabel;
use super::lenient::UnreadableMember;
use super::package::Package;
use super::page::{self, DateRange, ListItem, Lookup, Page, RowMatch};
use super::rate::Rate;
use super::tracking::Tracking;
use super::value::{
    BillToType, ContainerType, EntryFacilityType, HazmatType, LiveAnimalsType, RefundStatus,
    ReturnsImageType, Service, SpecialService,
};
use crate::text;
use postroom_base::clock::WireTime;
use postroom_base::id::{
    AccountId, CarrierAccountId, ShipmentId, TrackingNumber, TransactionId, same_id,
};
use postroom_base::money::Amount;

wire! {
    /// A bought shipment (section 2.20).
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Shipment {
        pub id: Option<ShipmentId>,
        pub account_id: Option<AccountId>,
        pub app_id: Option<String>,
        pub from_address: Option<Address>,
        pub to_address: Option<Address>,
        pub alt_return_address: Option<Address>,
        pub packages: Vec<Package>,
        pub rates: Vec<Rate>,
        pub postage_label: Option<PostageLabel>,
        pub forms: Vec<serde_json::Value>,
        pub tracking: Option<Tracking>,
        pub special_service: Vec<SpecialService>,
        pub special_service_param: Option<SpecialServiceParam>,
        pub customs_info: Option<CustomsInfo>,
        pub refund_status: Option<RefundStatus>,
        pub carrier_account_name: Option<String>,
        pub carrier_code: Option<String>,
        pub carrier_account_id: Option<CarrierAccountId>,
        pub service: Option<Service>,
        pub ship_date: Option<WireTime>,
        pub created_date: Option<WireTime>,
        pub transaction_id: Option<TransactionId>,
        pub errors: Vec<serde_json::Value>,
        pub bill_to: Option<BillTo>,
        /// Members of the response that could not be read. A local field, stored with the shipment in
        /// the cache; responses do not set it.
        #[serde(rename = "postroom:unread")]
        pub unreadable_members: Vec<UnreadableMember>,
    }

    /// Body of POST /Shipment (section 4.6).
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct ShipmentRequest {
        pub from_address: Address,
        pub to_address: Address,
        pub packages: Vec<Package>,
        pub service: Option<Service>,
        pub carrier_account_id: Option<CarrierAccountId>,
        pub customs_info: Option<CustomsInfo>,
        pub alt_return_address: Option<Address>,
        pub postage_label: Option<PostageLabel>,
        pub ship_date: Option<String>,
        pub special_service: Vec<SpecialService>,
        pub special_service_param: Option<SpecialServiceParam>,
        pub option: Option<ShipmentOption>,
    }

    /// Parameters of special services (section 2.13).
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct SpecialServiceParam {
        pub hazmat_description: Option<String>,
        pub hazmat_phone: Option<String>,
        pub hazmat_type: Option<HazmatType>,
        pub cod_amount: Option<Amount>,
        pub registered_mail_amount: Option<Amount>,
        pub insurance_amount: Option<Amount>,
        pub live_animals_type: Option<LiveAnimalsType>,
        pub returns_image_type: Option<ReturnsImageType>,
    }

    /// Postal entry options (section 2.18).
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct ShipmentOption {
        #[serde(rename = "POST_EntryFacilityType")]
        pub entry_facility_type: Option<EntryFacilityType>,
        #[serde(rename = "POST_EntryFacilityZip")]
        pub entry_facility_zip: Option<String>,
        #[serde(rename = "POST_ContainerID1")]
        pub container_id1: Option<String>,
        #[serde(rename = "POST_ContainerID2")]
        pub container_id2: Option<String>,
        #[serde(rename = "POST_ContainerID3")]
        pub container_id3: Option<String>,
        #[serde(rename = "POST_ContainerType1")]
        pub container_type1: Option<ContainerType>,
        #[serde(rename = "POST_ContainerType2")]
        pub container_type2: Option<ContainerType>,
        #[serde(rename = "POST_ContainerType3")]
        pub container_type3: Option<ContainerType>,
        pub location_code: Option<String>,
        pub sub_account: Option<String>,
    }

    /// Who pays the carrier (section 2.17).
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct BillTo {
        #[serde(rename = "type")]
        pub kind: Option<BillToType>,
        pub account: Option<String>,
        pub zip: Option<String>,
        pub country_code: Option<String>,
    }
}

impl ListItem for Shipment {
    const NAME: &'static str = "shipment";
    const MARKS: &'static [&'static str] = &[
        "id",
        "transactionId",
        "packages",
        "rates",
        "postageLabel",
        "refundStatus",
        "fromAddress",
        "toAddress",
    ];
    const KEYS: &'static [&'static str] = &["shipments", "shipment"];

    fn note(&mut self, oddities: Vec<UnreadableMember>) {
        self.unreadable_members = oddities;
    }
}

impl Shipment {
    pub fn tracking_number(&self) -> Option<&TrackingNumber> {
        self.tracking.as_ref()?.tracking_number.as_ref()
    }
}

/// The kind of value that identifies a shipment in a query, a refund or a manifest (sections 4.6 to
/// 4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum ShipmentKey {
    Id,
    ShipmentId,
    TransactionId,
    TrackingNumber,
}

impl ShipmentKey {
    pub const ALL: [Self; 4] =
        [Self::Id, Self::ShipmentId, Self::TransactionId, Self::TrackingNumber];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Id => "Id",
            Self::ShipmentId => "ShipmentId",
            Self::TransactionId => "TransactionId",
            Self::TrackingNumber => "TrackingNumber",
        }
    }
}

/// Reads one shipment. A response with another shipment than the requested one is treated as
/// unintelligible.
pub fn get_by(key: ShipmentKey, value: &str) -> Call<Lookup<Shipment>> {
    let asked = value.to_owned();
    let decode = move |bytes: &[u8]| page::look_up(bytes, |row| naming(row, key, &asked));
    Call::with_decoder("GET /Shipment", || text!("errors-attempt-read-shipment"), decode)
        .query("key", Some(key.as_str().to_owned()))
        .query("value", Some(value.to_owned()))
}

/// Whether a row is the shipment that this key and value identify.
fn naming(row: &Shipment, key: ShipmentKey, value: &str) -> RowMatch {
    let compare = |own: Option<&str>| match own {
        None => RowMatch::Silent,
        Some(own) if same_id(own, value) => RowMatch::Requested,
        Some(_) => RowMatch::Another,
    };
    match key {
        // Without its id a row is of no use to a caller that looks it up by another key.
        _ if row.id.is_none() => RowMatch::Another,
        ShipmentKey::Id | ShipmentKey::ShipmentId => {
            compare(row.id.as_ref().map(ShipmentId::as_str))
        }
        ShipmentKey::TransactionId => {
            compare(row.transaction_id.as_ref().map(TransactionId::as_str))
        }
        ShipmentKey::TrackingNumber => row.tracking.as_ref().map_or(RowMatch::Silent, |tracking| {
            match tracking.naming(value) {
                // A shipment has one tracking number in its row; its other packages have their own.
                RowMatch::Another if row.packages.len() > 1 => RowMatch::Silent,
                naming => naming,
            }
        }),
    }
}

/// Like [`get_by`] with an id, for one package: the tracking number is that of the package.
pub fn get_package(id: &ShipmentId, package_number: u32) -> Call<Lookup<Shipment>> {
    get_by(ShipmentKey::Id, id.as_str()).query("packageNumber", Some(package_number.to_string()))
}

/// Lists the shipments of a date range. The interface documents no wrapper for this list, so any of
/// the usual forms is read.
pub fn list(range: DateRange, page_token: Option<&str>) -> Call<Page<Shipment>> {
    Call::with_decoder("GET /Shipment", || text!("errors-attempt-read-shipments"), page::read)
        .query("pageToken", page_token.map(str::to_owned))
        .query("startDate", range.start_text())
        .query("endDate", range.end_text())
}

/// Buys a label. The response must have a shipment id. If it has a transaction id, it must be this
/// one.
pub fn create(transaction: TransactionId, request: &ShipmentRequest) -> Call<Shipment> {
    buying(transaction).json(request)
}

/// Like [`create`], with a body that was stored before the first attempt.
pub fn create_bytes(transaction: TransactionId, body: Arc<[u8]>) -> Call<Shipment> {
    buying(transaction).bytes(body)
}

fn buying(transaction: TransactionId) -> Call<Shipment> {
    let sent = transaction.clone();
    let decode = move |bytes: &[u8]| {
        page::one(bytes, |row: &Shipment| match &row.transaction_id {
            _ if row.id.is_none() => RowMatch::Another,
            None => RowMatch::Silent,
            Some(named) if named.same_as(&sent) => RowMatch::Requested,
            Some(_) => RowMatch::Another,
        })
    };
    Call::with_decoder("POST /Shipment", || text!("errors-attempt-buy"), decode)
        .money(transaction)
        .uncertain(|| text!("errors-uncertain-buy"))
}

/// Reads the shipment of a stored answer: the answer to [`create`], or to a look-up of the
/// transaction.
pub fn from_stored_answer(transaction: &TransactionId, answer: &[u8]) -> Option<Shipment> {
    let bought = (buying(transaction.clone()).decode)(answer).ok().map(|decoded| decoded.value);
    bought.or_else(|| {
        let key = ShipmentKey::TransactionId;
        let found = (get_by(key, transaction.as_str()).decode)(answer).ok()?;
        found.value.found()
    })
}

/// Requests a refund. The transaction id in the response is that of the purchase, not of this call.
/// `TransactionId` is not among the documented keys for refunds.
pub fn refund(transaction: TransactionId, key: ShipmentKey, value: &str) -> Call<Shipment> {
    refunding(transaction, Some((key, value.to_owned())))
        .json(&json!({ "key": key, "value": value }))
}

/// Like [`refund`], with a body that was stored before the first attempt.
pub fn refund_bytes(transaction: TransactionId, body: Arc<[u8]>) -> Call<Shipment> {
    refunding(transaction, named_in(&body)).bytes(body)
}

/// A response that names another shipment does not confirm this refund.
fn refunding(transaction: TransactionId, asked: Option<(ShipmentKey, String)>) -> Call<Shipment> {
    let decode = move |bytes: &[u8]| {
        page::one(bytes, |row: &Shipment| match &asked {
            _ if row.id.is_none() && row.refund_status.is_none() => RowMatch::Another,
            Some((key, value)) if row.id.is_some() => naming(row, *key, value),
            _ => RowMatch::Silent,
        })
    };
    Call::with_decoder("POST /Shipment/Refund", || text!("errors-attempt-refund"), decode)
        .money(transaction)
        .uncertain(|| text!("errors-uncertain-refund"))
}

/// The key and the value in the body of a refund request.
fn named_in(body: &[u8]) -> Option<(ShipmentKey, String)> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let text = |name: &str| body.get(name).and_then(Value::as_str);
    let key = ShipmentKey::ALL.into_iter().find(|key| text("key") == Some(key.as_str()))?;
    Some((key, text("value")?.to_owned()))
}

/// Fetches the labels again: those of all packages, or that of one package.
pub fn label(id: &ShipmentId, package_number: Option<u32>) -> Call<PostageLabel> {
    Call::with_decoder(
        "GET /Shipment/:id/Label",
        || text!("errors-attempt-fetch-label"),
        |bytes| page::one(bytes, |_| RowMatch::Requested),
    )
    .route("id", id.as_str())
    .query("packageNumber", package_number.map(|n| n.to_string()))
}
