//! Carrier accounts: section 2.8 and the calls of 4.4.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::tolerant;
use super::value::CarrierAccountStatus;
use crate::base::clock::WireTime;
use crate::base::id::CarrierAccountId;

/// A carrier account configured on the account (section 2.8).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CarrierAccount {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<CarrierAccountId>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub name: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub carrier_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configuration: Option<Map<String, Value>>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub description: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub logo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<CarrierAccountStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_date: Option<WireTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified_date: Option<WireTime>,
}
