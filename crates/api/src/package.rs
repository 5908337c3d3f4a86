//! Packages: section 2.10.

use serde::{Deserialize, Serialize};

use super::tolerant;
use super::value::PackageType;

/// One parcel of a shipment. Missing units mean `in` and `lb`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Package {
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(deserialize_with = "tolerant::whole", skip_serializing_if = "Option::is_none")]
    pub package_number: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package_type: Option<PackageType>,
    #[serde(deserialize_with = "tolerant::boolean", skip_serializing_if = "Option::is_none")]
    pub is_rectangle: Option<bool>,
    #[serde(deserialize_with = "tolerant::number", skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    #[serde(deserialize_with = "tolerant::number", skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    #[serde(deserialize_with = "tolerant::number", skip_serializing_if = "Option::is_none")]
    pub height: Option<f64>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub dimension_unit: Option<String>,
    #[serde(deserialize_with = "tolerant::number", skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub weight_unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_package_type: Option<PackageType>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub final_weight_unit: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub final_dimension_unit: Option<String>,
    #[serde(deserialize_with = "tolerant::number", skip_serializing_if = "Option::is_none")]
    pub final_weight: Option<f64>,
    #[serde(deserialize_with = "tolerant::number", skip_serializing_if = "Option::is_none")]
    pub final_volume: Option<f64>,
    #[serde(deserialize_with = "tolerant::boolean", skip_serializing_if = "Option::is_none")]
    pub oversized: Option<bool>,
}
