//! Customs: sections 2.14 and 2.15.

use serde::{Deserialize, Serialize};

use super::tolerant;
use super::value::{ContentType, Eelpfc, NonDeliveryOption, RestrictionType};
use postroom_base::money::Amount;

/// The declaration of an international shipment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CustomsInfo {
    #[serde(deserialize_with = "tolerant::list", skip_serializing_if = "Vec::is_empty")]
    pub customs_item: Vec<CustomsItem>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<ContentType>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub contents_explanation: Option<String>,
    #[serde(deserialize_with = "tolerant::boolean", skip_serializing_if = "Option::is_none")]
    pub customs_certify: Option<bool>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub customs_signer: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub non_delivery_option: Option<NonDeliveryOption>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restriction_type: Option<RestrictionType>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub restriction_comments: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eelpfc: Option<Eelpfc>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub aesitn: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub importers_contact: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub importers_reference: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub exporters_contact: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub exporters_reference: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub certificate_number: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub invoice_number: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub license_number: Option<String>,
}

/// One item of the declaration. The EU, Norway and Switzerland require `hsTariffNumber`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CustomsItem {
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub weight_unit: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub customs_info_id: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(deserialize_with = "tolerant::number", skip_serializing_if = "Option::is_none")]
    pub quantity: Option<f64>,
    #[serde(deserialize_with = "tolerant::number", skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    #[serde(deserialize_with = "tolerant::amount", skip_serializing_if = "Option::is_none")]
    pub value: Option<Amount>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub hs_tariff_number: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub origin_country: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub item_code: Option<String>,
    #[serde(deserialize_with = "tolerant::whole", skip_serializing_if = "Option::is_none")]
    pub package_number: Option<i64>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub created_date: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub item_category: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub item_subcategory: Option<String>,
}
