//! Shipments: sections 2.12, 2.13, 2.17, 2.18, 2.20 and the calls of 4.6.

use serde::{Deserialize, Serialize};

use super::address::Address;
use super::customs::CustomsInfo;
use super::label::PostageLabel;
use super::package::Package;
use super::rate::Rate;
use super::tolerant;
use super::tracking::Tracking;
use super::value::{
    BillToType, ContainerType, EntryFacilityType, HazmatType, LiveAnimalsType, RefundStatus,
    ReturnsImageType, Service, SpecialService,
};
use crate::base::clock::WireTime;
use crate::base::id::{AccountId, CarrierAccountId, ShipmentId, TrackingNumber, TransactionId};
use crate::base::money::{Amount, Currency, Money};

/// A bought shipment (section 2.20).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Shipment {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<ShipmentId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_id: Option<AccountId>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub app_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_address: Option<Address>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_address: Option<Address>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alt_return_address: Option<Address>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub packages: Vec<Package>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub rates: Vec<Rate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postage_label: Option<PostageLabel>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub forms: Vec<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracking: Option<Tracking>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub special_service: Vec<SpecialService>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub special_service_param: Option<SpecialServiceParam>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customs_info: Option<CustomsInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund_status: Option<RefundStatus>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub carrier_account_name: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub carrier_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carrier_account_id: Option<CarrierAccountId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<Service>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ship_date: Option<WireTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_date: Option<WireTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_id: Option<TransactionId>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub errors: Vec<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bill_to: Option<BillTo>,
}

/// Body of POST /Shipment (section 4.6).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ShipmentRequest {
    pub from_address: Address,
    pub to_address: Address,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub packages: Vec<Package>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<Service>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carrier_account_id: Option<CarrierAccountId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customs_info: Option<CustomsInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alt_return_address: Option<Address>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postage_label: Option<PostageLabel>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub ship_date: Option<String>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub special_service: Vec<SpecialService>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub special_service_param: Option<SpecialServiceParam>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<ShipmentOption>,
}

/// Parameters of special services (section 2.13).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SpecialServiceParam {
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub hazmat_description: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub hazmat_phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hazmat_type: Option<HazmatType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cod_amount: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registered_mail_amount: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insurance_amount: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live_animals_type: Option<LiveAnimalsType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returns_image_type: Option<ReturnsImageType>,
}

/// Postal entry options (section 2.18).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ShipmentOption {
    #[serde(
        rename = "POST_EntryFacilityType",
        skip_serializing_if = "Option::is_none"
    )]
    pub entry_facility_type: Option<EntryFacilityType>,
    #[serde(
        rename = "POST_EntryFacilityZip",
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub entry_facility_zip: Option<String>,
    #[serde(
        rename = "POST_ContainerID1",
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub container_id1: Option<String>,
    #[serde(
        rename = "POST_ContainerID2",
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub container_id2: Option<String>,
    #[serde(
        rename = "POST_ContainerID3",
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub container_id3: Option<String>,
    #[serde(
        rename = "POST_ContainerType1",
        skip_serializing_if = "Option::is_none"
    )]
    pub container_type1: Option<ContainerType>,
    #[serde(
        rename = "POST_ContainerType2",
        skip_serializing_if = "Option::is_none"
    )]
    pub container_type2: Option<ContainerType>,
    #[serde(
        rename = "POST_ContainerType3",
        skip_serializing_if = "Option::is_none"
    )]
    pub container_type3: Option<ContainerType>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub location_code: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub sub_account: Option<String>,
}

/// Who pays the carrier (section 2.17).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BillTo {
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<BillToType>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub account: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub zip: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub country_code: Option<String>,
}

impl Shipment {
    /// What was charged: the total of the rate the shipment was bought at.
    pub fn price(&self) -> Option<Money> {
        let rate = self.rates.first()?;
        let currency = rate
            .currency
            .as_deref()
            .and_then(Currency::parse)
            .unwrap_or_default();
        Amount::total(self.rates.iter().filter_map(|rate| rate.total_fee))
            .filter(|_| rate.total_fee.is_some())
            .map(|amount| Money::new(amount, currency))
    }

    pub fn tracking_number(&self) -> Option<&TrackingNumber> {
        self.tracking.as_ref()?.tracking_number.as_ref()
    }
}
