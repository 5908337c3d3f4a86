//! Rates: section 2.19 and the call of 4.5.

use serde::{Deserialize, Serialize};

use super::address::Address;
use super::call::Call;
use super::customs::CustomsInfo;
use super::package::Package;
use super::page::{self, ListItem};
use super::shipment::SpecialServiceParam;
use super::tolerant;
use super::value::{Service, SpecialService};
use crate::text;
use postroom_base::clock::WireTime;
use postroom_base::id::{CarrierAccountId, RateId};
use postroom_base::money::{Amount, Currency, Money};

/// One quoted price for one service of one carrier account.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Rate {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<RateId>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub carrier_account_name: Option<String>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub carrier_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carrier_account_id: Option<CarrierAccountId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_service: Option<Service>,
    #[serde(deserialize_with = "tolerant::amount", skip_serializing_if = "Option::is_none")]
    pub total_fee: Option<Amount>,
    #[serde(deserialize_with = "tolerant::list", skip_serializing_if = "Vec::is_empty")]
    pub fees: Vec<Fee>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    #[serde(deserialize_with = "tolerant::number", skip_serializing_if = "Option::is_none")]
    pub delivery_days: Option<f64>,
    #[serde(deserialize_with = "tolerant::time", skip_serializing_if = "Option::is_none")]
    pub delivery_date: Option<WireTime>,
    #[serde(deserialize_with = "tolerant::boolean", skip_serializing_if = "Option::is_none")]
    pub delivery_date_guaranteed: Option<bool>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    #[serde(deserialize_with = "tolerant::time", skip_serializing_if = "Option::is_none")]
    pub created_date: Option<WireTime>,
}

/// A part of the total. `type` is an open set: `Base`, `SundayDelivery`, `NonStandardDimension`, ….
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Fee {
    #[serde(deserialize_with = "tolerant::whole", skip_serializing_if = "Option::is_none")]
    pub package_number: Option<i64>,
    #[serde(
        rename = "type",
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub kind: Option<String>,
    #[serde(deserialize_with = "tolerant::amount", skip_serializing_if = "Option::is_none")]
    pub fee: Option<Amount>,
    #[serde(deserialize_with = "tolerant::text", skip_serializing_if = "Option::is_none")]
    pub rating_type: Option<String>,
}

/// Body of POST /ShipmentRate (section 4.5).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RateRequest {
    pub from_address: Address,
    pub to_address: Address,
    #[serde(deserialize_with = "tolerant::list", skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<Package>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<Service>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carrier_account_id: Option<CarrierAccountId>,
    #[serde(deserialize_with = "tolerant::list", skip_serializing_if = "Vec::is_empty")]
    pub special_service: Vec<SpecialService>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customs_info: Option<CustomsInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub special_service_param: Option<SpecialServiceParam>,
}

impl ListItem for Rate {
    const NAME: &'static str = "rate";
    const MARKS: &'static [&'static str] =
        &["totalFee", "finalService", "fees", "carrierAccountId", "deliveryDays"];
    const KEYS: &'static [&'static str] = &["rates", "rate"];
}

impl Rate {
    /// The total with its currency; `None` if the server sent no total.
    pub fn price(&self) -> Option<Money> {
        let currency = Currency::named(self.currency.as_deref());
        self.total_fee.map(|amount| Money::new(amount, currency))
    }
}

/// Response of POST /ShipmentRate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RateReply {
    #[serde(deserialize_with = "tolerant::list")]
    pub rates: Vec<Rate>,
    /// Rates that could not be decoded.
    #[serde(skip)]
    pub skipped: usize,
}

/// Requests rates of the given carrier account and service, or of all that are configured. It is an
/// error only if there is no rate at all.
pub fn quote(request: &RateRequest) -> Call<RateReply> {
    // A read although it is a POST: requesting prices changes nothing.
    let decode = |bytes: &[u8]| {
        page::read(bytes)?
            .try_map(|page| Ok(RateReply { skipped: page.skipped, rates: page.results }))
    };
    Call::with_decoder("POST /ShipmentRate", || text!("errors-attempt-get-rates"), decode)
        .json(request)
}
