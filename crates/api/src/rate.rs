//! Rates: section 2.19 and the call of 4.5.

use serde::{Deserialize, Serialize};

use super::address::Address;
use super::call::Call;
use super::customs::CustomsInfo;
use super::package::Package;
use super::page::{self, ListItem};
use super::shipment::SpecialServiceParam;
use super::tolerant::Member;
use super::value::{Service, SpecialService};
use crate::text;
use postroom_base::clock::WireTime;
use postroom_base::id::{CarrierAccountId, RateId};
use postroom_base::money::{Amount, Currency, Money};

wire! {
    /// One quoted price for one service of one carrier account.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Rate {
        pub id: Option<RateId>,
        pub carrier_account_name: Option<String>,
        pub carrier_code: Option<String>,
        pub carrier_account_id: Option<CarrierAccountId>,
        pub final_service: Option<Service>,
        pub total_fee: Option<Amount>,
        pub fees: Vec<Fee>,
        pub currency: Option<String>,
        pub delivery_days: Option<f64>,
        pub delivery_date: Option<WireTime>,
        pub delivery_date_guaranteed: Option<bool>,
        pub zone: Option<String>,
        pub created_date: Option<WireTime>,
    }

    /// A part of the total. `type` is an open set: `Base`, `SundayDelivery`, `NonStandardDimension`, ….
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Fee {
        pub package_number: Option<i64>,
        #[serde(rename = "type")]
        pub kind: Option<String>,
        pub fee: Option<Amount>,
        pub rating_type: Option<String>,
    }

    /// Body of POST /ShipmentRate (section 4.5).
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct RateRequest {
        pub from_address: Address,
        pub to_address: Address,
        pub packages: Vec<Package>,
        pub service: Option<Service>,
        pub carrier_account_id: Option<CarrierAccountId>,
        pub special_service: Vec<SpecialService>,
        pub customs_info: Option<CustomsInfo>,
        pub special_service_param: Option<SpecialServiceParam>,
    }
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
    #[serde(deserialize_with = "Member::read")]
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
