//! Manifests: section 2.21 and the calls of 4.7.

use serde::{Deserialize, Serialize};

use super::address::Address;
use super::tolerant;
use crate::base::clock::WireTime;
use crate::base::id::{CarrierAccountId, ManifestId};

/// An end-of-day form (section 2.21). `form_number` and `form_url` appear once generated.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Manifest {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<ManifestId>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub app_id: Option<String>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub shipment_ids: Vec<String>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub tracking_numbers: Vec<String>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub transaction_ids: Vec<String>,
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
    pub from_address: Option<Address>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_date: Option<WireTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ship_date: Option<WireTime>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub form_number: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub form_url: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub message: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub message_code: Option<String>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub messages: Vec<ManifestMessage>,
}

/// `MANIFEST_QUEUED`, `MANIFEST_GENERATED`, ….
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ManifestMessage {
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub code: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub description: Option<String>,
}
