//! Carrier accounts: section 2.8 and the calls of 4.4.

use serde::de::Error;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::call::Call;
use super::carrier::{Catalog, read_catalog};
use super::lenient::{self, Decoded};
use super::page::{self, ListItem, RowMatch};
use super::tolerant::Single;
use super::value::CarrierAccountStatus;
use crate::text;
use postroom_base::clock::WireTime;
use postroom_base::id::CarrierAccountId;

wire! {
    /// A carrier account configured on the account (section 2.8).
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct CarrierAccount {
        pub id: Option<CarrierAccountId>,
        pub name: Option<String>,
        pub carrier_code: Option<String>,
        pub configuration: Option<Map<String, Value>>,
        pub description: Option<String>,
        pub logo: Option<String>,
        pub status: Option<CarrierAccountStatus>,
        pub created_date: Option<WireTime>,
        pub modified_date: Option<WireTime>,
    }
}

/// Body of POST and PUT /CarrierAccount (section 4.4). Only an update has the id.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CarrierAccountRequest {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<CarrierAccountId>,
    pub name: String,
    pub carrier_code: String,
    /// May be empty; a known key is `shipFromAddressId`.
    pub configuration: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<CarrierAccountStatus>,
}

impl CarrierAccount {
    /// The configured sender address. Responses capitalize the key, requests do not.
    pub fn ship_from_address_id(&self) -> Option<&str> {
        self.configuration
            .as_ref()?
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case("shipFromAddressId"))
            .and_then(|(_, value)| value.as_str())
    }
}

impl ListItem for CarrierAccount {
    const NAME: &'static str = "carrier account";
    const MARKS: &'static [&'static str] = &["id", "name", "carrierCode", "configuration"];
    const KEYS: &'static [&'static str] = &["carrierAccounts", "accounts", "carrierAccount"];
}

fn one(bytes: &[u8]) -> Result<Decoded<CarrierAccount>, serde_json::Error> {
    page::one(bytes, |_| RowMatch::Requested)
}

/// Reads `true`, also as text, as a number or as the only member of an object. An empty response or
/// `null` with a success status counts as removed.
fn removed(bytes: &[u8]) -> Result<Decoded<bool>, serde_json::Error> {
    let mut oddities = Vec::new();
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Ok(Decoded::whole(true));
    }
    let answer = lenient::parse(bytes, &mut oddities)?;
    let said = match &answer {
        Value::Object(members) if members.len() == 1 => members.values().next(),
        other => Some(other),
    };
    let value = match said {
        Some(Value::Null) => Some(true),
        Some(value) => bool::read_optional(value)?,
        None => None,
    };
    match value {
        Some(value) => Ok(Decoded { value, oddities }),
        None => Err(Error::custom("neither true nor false")),
    }
}

/// The carrier accounts configured on the account.
pub fn list() -> Call<Vec<CarrierAccount>> {
    Call::with_decoder(
        "GET /CarrierAccount",
        || text!("errors-attempt-read-carrier-accounts"),
        |bytes| page::read(bytes)?.try_map(|page| Ok(page.results)),
    )
}

pub fn create(request: &CarrierAccountRequest) -> Call<CarrierAccount> {
    Call::with_decoder(
        "POST /CarrierAccount",
        || text!("errors-attempt-create-carrier-account"),
        one,
    )
    .write()
    .uncertain(|| text!("errors-uncertain-create-carrier-account"))
    .json(request)
}

/// Replaces the carrier account that `id` names.
pub fn update(request: &CarrierAccountRequest) -> Call<CarrierAccount> {
    Call::with_decoder(
        "PUT /CarrierAccount",
        || text!("errors-attempt-change-carrier-account"),
        one,
    )
    .write()
    .uncertain(|| text!("errors-uncertain-change-carrier-account"))
    .json(request)
}

/// Removes the carrier account; the response is `true`.
pub fn delete(id: &CarrierAccountId) -> Call<bool> {
    Call::with_decoder(
        "DELETE /CarrierAccount/:carrierAccountId",
        || text!("errors-attempt-remove-carrier-account"),
        removed,
    )
    .write()
    .uncertain(|| text!("errors-uncertain-remove-carrier-account"))
    .route("carrierAccountId", id.as_str())
}

/// Services by carrier code.
pub fn services() -> Call<Catalog> {
    Call::with_decoder(
        "GET /CarrierAccount/Service",
        || text!("errors-attempt-read-services"),
        read_catalog,
    )
}

/// Special services by carrier code.
pub fn special_services() -> Call<Catalog> {
    Call::with_decoder(
        "GET /CarrierAccount/SpecialService",
        || text!("errors-attempt-read-special-services"),
        read_catalog,
    )
}

/// Package types by carrier code, with sizes.
pub fn package_types() -> Call<Catalog> {
    Call::with_decoder(
        "GET /CarrierAccount/PackageType",
        || text!("errors-attempt-read-package-types"),
        read_catalog,
    )
}

impl CarrierAccount {
    /// Whether the account can be used. An unknown status, such as one that waits for approval
    /// (section 3.2), counts as not enabled. The status is optional; without one the account is
    /// enabled.
    pub fn is_enabled(&self) -> bool {
        matches!(self.status, None | Some(CarrierAccountStatus::Enabled))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finding C13.
    #[test]
    fn an_account_of_an_unknown_status_is_not_enabled() {
        for (status, enabled) in [
            (None, true),
            (Some("Enabled"), true),
            (Some("enabled"), true),
            (Some("Disabled"), false),
            (Some("Requested"), false),
            (Some("Suspended"), false),
        ] {
            let account = CarrierAccount {
                status: status.map(CarrierAccountStatus::parse),
                ..CarrierAccount::default()
            };
            assert_eq!(account.is_enabled(), enabled, "{status:?}");
        }
    }
}
