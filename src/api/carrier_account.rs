//! Carrier accounts: section 2.8 and the calls of 4.4.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::call::Call;
use super::carrier::Catalog;
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
    #[serde(
        deserialize_with = "tolerant::time",
        skip_serializing_if = "Option::is_none"
    )]
    pub created_date: Option<WireTime>,
    #[serde(
        deserialize_with = "tolerant::time",
        skip_serializing_if = "Option::is_none"
    )]
    pub modified_date: Option<WireTime>,
}

/// Body of POST and PUT /CarrierAccount (section 4.4). The id belongs in an update.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CarrierAccountRequest {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<CarrierAccountId>,
    pub name: String,
    pub carrier_code: String,
    /// May be empty; a key seen is `shipFromAddressId`.
    pub configuration: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<CarrierAccountStatus>,
}

impl CarrierAccount {
    /// The configured sender address. Replies capitalise the key, requests do not.
    pub fn ship_from_address_id(&self) -> Option<&str> {
        self.configuration
            .as_ref()?
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case("shipFromAddressId"))
            .and_then(|(_, value)| value.as_str())
    }
}

/// The carrier accounts configured on the account.
pub fn list() -> Call<Vec<CarrierAccount>> {
    Call::new("GET /CarrierAccount", "Reading the carrier accounts")
}

pub fn create(request: &CarrierAccountRequest) -> Call<CarrierAccount> {
    Call::new("POST /CarrierAccount", "Creating the carrier account")
        .write()
        .json(request)
}

/// The whole account as it shall be; `id` names it.
pub fn update(request: &CarrierAccountRequest) -> Call<CarrierAccount> {
    Call::new("PUT /CarrierAccount", "Changing the carrier account")
        .write()
        .json(request)
}

/// The reply is `true`.
pub fn delete(id: &CarrierAccountId) -> Call<bool> {
    Call::new(
        "DELETE /CarrierAccount/:carrierAccountId",
        "Removing the carrier account",
    )
    .write()
    .route("carrierAccountId", id.as_str())
}

/// Services by carrier code.
pub fn services() -> Call<Catalog> {
    Call::new("GET /CarrierAccount/Service", "Reading the services")
}

/// Special services by carrier code.
pub fn special_services() -> Call<Catalog> {
    Call::new(
        "GET /CarrierAccount/SpecialService",
        "Reading the special services",
    )
}

/// Package types by carrier code, with sizes.
pub fn package_types() -> Call<Catalog> {
    Call::new(
        "GET /CarrierAccount/PackageType",
        "Reading the package types",
    )
}
