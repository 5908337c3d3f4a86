//! Customs: sections 2.14 and 2.15.

use serde::{Deserialize, Serialize};

use super::value::{ContentType, Eelpfc, NonDeliveryOption, RestrictionType};
use postroom_base::money::Amount;

wire! {
    /// The declaration of an international shipment.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct CustomsInfo {
        pub customs_item: Vec<CustomsItem>,
        pub id: Option<String>,
        pub content_type: Option<ContentType>,
        pub contents_explanation: Option<String>,
        pub customs_certify: Option<bool>,
        pub customs_signer: Option<String>,
        pub currency: Option<String>,
        pub non_delivery_option: Option<NonDeliveryOption>,
        pub restriction_type: Option<RestrictionType>,
        pub restriction_comments: Option<String>,
        pub eelpfc: Option<Eelpfc>,
        pub aesitn: Option<String>,
        pub importers_contact: Option<String>,
        pub importers_reference: Option<String>,
        pub exporters_contact: Option<String>,
        pub exporters_reference: Option<String>,
        pub certificate_number: Option<String>,
        pub invoice_number: Option<String>,
        pub license_number: Option<String>,
    }

    /// One item of the declaration. The EU, Norway and Switzerland require `hsTariffNumber`.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct CustomsItem {
        pub weight_unit: Option<String>,
        pub customs_info_id: Option<String>,
        pub id: Option<String>,
        pub description: Option<String>,
        pub quantity: Option<f64>,
        pub weight: Option<f64>,
        pub value: Option<Amount>,
        pub hs_tariff_number: Option<String>,
        pub origin_country: Option<String>,
        pub item_code: Option<String>,
        pub package_number: Option<i64>,
        pub created_date: Option<String>,
        pub item_category: Option<String>,
        pub item_subcategory: Option<String>,
    }
}
