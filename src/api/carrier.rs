//! Carriers and the catalogues: sections 2.7, 2.9 and the calls of 4.4.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::call::Call;
use super::tolerant;
use crate::base::clock::WireTime;

/// A carrier that can be configured (section 2.7).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Carrier {
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub id: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub code: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub name: Option<String>,
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
    #[serde(
        deserialize_with = "tolerant::time",
        skip_serializing_if = "Option::is_none"
    )]
    pub created_date: Option<WireTime>,
}

/// An entry of the service, special-service or package-type catalogue (section 2.9);
/// sizes only for package types.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CatalogEntry {
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub code: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub name: Option<String>,
    #[serde(
        deserialize_with = "tolerant::number",
        skip_serializing_if = "Option::is_none"
    )]
    pub length: Option<f64>,
    #[serde(
        deserialize_with = "tolerant::number",
        skip_serializing_if = "Option::is_none"
    )]
    pub width: Option<f64>,
    #[serde(
        deserialize_with = "tolerant::number",
        skip_serializing_if = "Option::is_none"
    )]
    pub height: Option<f64>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub id: Option<String>,
    #[serde(
        deserialize_with = "tolerant::time",
        skip_serializing_if = "Option::is_none"
    )]
    pub created_date: Option<WireTime>,
}

/// A catalogue: entries by carrier code (section 4.4).
pub type Catalog = BTreeMap<String, Vec<CatalogEntry>>;

/// The carriers that can be configured.
pub fn list() -> Call<Vec<Carrier>> {
    Call::new("GET /Carrier", "Reading the carriers")
}
