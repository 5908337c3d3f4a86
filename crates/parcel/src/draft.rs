//! The shipment being prepared, as typed: forms store text so that the clerk's input is never lost
//! or rewritten. `problems::check` lists the problems of the fields; `requests` builds the bodies
//! of POST /ShipmentRate and POST /Shipment.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::last_service::LastServices;
use postroom_api::rate::Rate;
use postroom_api::value::{
    ContentType, Eelpfc, EntryFacilityType, HazmatType, LabelFileType, LabelOrientation, LabelSize,
    LiveAnimalsType, NonDeliveryOption, PackageType, RestrictionType, Service, SpecialService,
};
use postroom_base::id::{AddressId, CarrierAccountId, OrderId};
use postroom_base::locale::Message;
use postroom_base::measure::{LengthUnit, WeightUnit};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    From,
    To,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Draft {
    pub order: OrderId,
    /// Which label of the order this is; one live purchase per (order, sequence).
    pub sequence: u32,
    pub from: AddressForm,
    pub to: AddressForm,
    /// The sender of the next draft, if it is not `from`: a return label is sent by a customer.
    pub usual_sender: Option<Box<AddressForm>>,
    pub packages: Vec<PackageForm>,
    pub options: OptionsForm,
    pub customs: CustomsForm,
    pub label: LabelForm,
    /// The chosen rate; dropped when an input of the price changes.
    pub chosen: Option<Rate>,
    /// Chosen automatically when rates arrive.
    pub usual: Option<PreferredService>,
    /// Drafts that another one took the place of before they were bought, oldest first. They stay with
    /// the account, as the draft on screen does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aside: Vec<Draft>,
    /// The services of earlier parcels, which are chosen where `usual` is none.
    #[serde(skip_serializing_if = "LastServices::is_empty")]
    pub last_services: LastServices,
}

/// The account and service of an earlier parcel, or of a choice that an edit reset. They are chosen
/// again automatically, so that a repeat label needs only a search, a weight and Ctrl+Enter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PreferredService {
    pub account: Option<CarrierAccountId>,
    pub service: Option<Service>,
    /// The user chose it for this very parcel, and an edit reset the choice.
    pub of_this_parcel: bool,
}

impl PreferredService {
    pub fn of_rate(rate: &Rate) -> Self {
        Self {
            account: rate.carrier_account_id.clone(),
            service: rate.final_service.clone(),
            of_this_parcel: false,
        }
    }

    /// The same for a rate that the user chose for the parcel on screen.
    pub fn chosen_now(rate: &Rate) -> Self {
        Self { of_this_parcel: true, ..Self::of_rate(rate) }
    }

    pub fn is(&self, rate: &Rate) -> bool {
        self.service.is_some()
            && self.service == rate.final_service
            && self.account == rate.carrier_account_id
    }
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            order: OrderId::mint(),
            sequence: 1,
            from: AddressForm::default(),
            to: AddressForm::default(),
            usual_sender: None,
            packages: vec![PackageForm::of_region()],
            options: OptionsForm::default(),
            customs: CustomsForm::default(),
            label: LabelForm::default(),
            chosen: None,
            usual: None,
            aside: Vec::new(),
            last_services: LastServices::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AddressForm {
    /// Set while the fields still equal the stored address of that id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored: Option<AddressId>,
    pub name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub company: String,
    pub street1: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub street2: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub street3: String,
    pub city: String,
    pub state: String,
    pub zip: String,
    /// Two-letter code.
    pub country: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub phone: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub residential: Option<bool>,
    /// `Success` and the like, from the last validation of exactly these fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification: Option<String>,
}

impl AddressForm {
    /// Whether neither a name nor an address was entered.
    pub fn is_blank(&self) -> bool {
        let parts = [&self.name, &self.company, &self.street1, &self.city, &self.zip];
        self.stored.is_none() && parts.iter().all(|part| part.trim().is_empty())
    }

    /// A company without a person is the recipient itself: every label needs a name.
    pub fn name_by_company(&mut self) {
        if self.name.trim().is_empty() && !self.company.trim().is_empty() {
            self.name = std::mem::take(&mut self.company);
            self.stored = None;
        }
    }
}

impl Default for AddressForm {
    fn default() -> Self {
        Self {
            stored: None,
            name: String::new(),
            company: String::new(),
            street1: String::new(),
            street2: String::new(),
            street3: String::new(),
            city: String::new(),
            state: String::new(),
            zip: String::new(),
            country: "US".to_owned(),
            phone: String::new(),
            email: String::new(),
            residential: None,
            verification: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PackageForm {
    pub kind: PackageType,
    pub weight: String,
    pub weight_unit: WeightUnit,
    pub length: String,
    pub width: String,
    pub height: String,
    pub length_unit: LengthUnit,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub irregular: bool,
    /// The size is from the last parcel and was not edited yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub carried_over: bool,
    /// The last reading taken from the scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighed: Option<Weighed>,
}

/// A weight as the scale displayed it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Weighed {
    pub digits: String,
    pub unit: WeightUnit,
    /// The time of the reading, for example `2026-11-21T14:03:07Z`; empty in drafts of older
    /// versions.
    pub at: String,
    /// The scale's name.
    pub scale: String,
}

impl PackageForm {
    /// A new package, in the units of the region. What is stored keeps its own.
    pub fn of_region() -> Self {
        Self {
            weight_unit: WeightUnit::of_region(),
            length_unit: LengthUnit::of_region(),
            ..Self::default()
        }
    }

    /// Whether the weight is from the scale and was not edited since.
    pub fn is_weighed(&self) -> bool {
        self.weighed
            .as_ref()
            .is_some_and(|it| it.digits == self.weight && it.unit == self.weight_unit)
    }
}

impl Default for PackageForm {
    fn default() -> Self {
        Self {
            kind: PackageType::Parcel,
            weight: String::new(),
            weight_unit: WeightUnit::Lb,
            length: String::new(),
            width: String::new(),
            height: String::new(),
            length_unit: LengthUnit::In,
            irregular: false,
            carried_over: false,
            weighed: None,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OptionsForm {
    pub special_services: BTreeSet<SpecialService>,
    pub insurance_amount: String,
    pub cod_amount: String,
    pub registered_mail_amount: String,
    pub hazmat_type: Option<HazmatType>,
    pub hazmat_description: String,
    pub hazmat_phone: String,
    pub live_animals_type: Option<LiveAnimalsType>,
    /// `returnsImageType` LabelBroker: the recipient shows a code instead of printing.
    pub label_broker: bool,
    pub return_address: Option<AddressForm>,
    pub custom_text1: String,
    pub custom_text2: String,
    pub custom_text3: String,
    /// `2026-11-21`, or empty for today.
    pub ship_date: String,
    pub entry_facility: Option<EntryFacilityType>,
    pub entry_facility_zip: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CustomsForm {
    pub content_type: ContentType,
    pub contents_explanation: String,
    pub certify: bool,
    pub signer: String,
    pub currency: String,
    pub non_delivery: NonDeliveryOption,
    pub restriction: Option<RestrictionType>,
    pub restriction_comments: String,
    pub eelpfc: Option<Eelpfc>,
    pub aes_itn: String,
    pub invoice_number: String,
    pub items: Vec<CustomsItemForm>,
}

impl Default for CustomsForm {
    fn default() -> Self {
        Self {
            content_type: ContentType::Merchandise,
            contents_explanation: String::new(),
            certify: false,
            signer: String::new(),
            currency: "USD".to_owned(),
            non_delivery: NonDeliveryOption::Return,
            restriction: None,
            restriction_comments: String::new(),
            eelpfc: None,
            aes_itn: String::new(),
            invoice_number: String::new(),
            items: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CustomsItemForm {
    pub description: String,
    pub quantity: String,
    pub weight: String,
    pub weight_unit: WeightUnit,
    pub value: String,
    pub hs_tariff_number: String,
    pub origin_country: String,
}

impl CustomsItemForm {
    /// A new item, in the unit of the region. What is stored keeps its own.
    pub fn of_region() -> Self {
        Self { weight_unit: WeightUnit::of_region(), ..Self::default() }
    }
}

impl Default for CustomsItemForm {
    fn default() -> Self {
        Self {
            description: String::new(),
            quantity: "1".to_owned(),
            weight: String::new(),
            weight_unit: WeightUnit::Lb,
            value: String::new(),
            hs_tariff_number: String::new(),
            origin_country: "US".to_owned(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LabelForm {
    pub file_type: LabelFileType,
    pub size: LabelSize,
    pub orientation: LabelOrientation,
}

impl Default for LabelForm {
    fn default() -> Self {
        Self {
            file_type: LabelFileType::Pdf,
            size: LabelSize::S4x6,
            orientation: LabelOrientation::Portrait,
        }
    }
}

/// The field that a problem belongs to, so that a panel can show it there and jump to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    From(AddressField),
    To(AddressField),
    Return(AddressField),
    Package(usize, PackageField),
    Option(OptionField),
    Customs(CustomsField),
    CustomsItem(usize, CustomsItemField),
    Rate,
}

/// Each field of an address that is typed, with its member of [`AddressForm`].
macro_rules! address_fields {
    ($($field:ident $member:ident)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum AddressField {
            $($field,)+
        }

        impl AddressField {
            /// In the order of tables, searches and comparisons.
            pub const ALL: [Self; [$(Self::$field),+].len()] = [$(Self::$field),+];

            /// The name in files and reports for programs.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$field => stringify!($member),)+
                }
            }

            pub fn text(self, form: &AddressForm) -> &str {
                match self {
                    $(Self::$field => &form.$member,)+
                }
            }

            pub fn text_mut(self, form: &mut AddressForm) -> &mut String {
                match self {
                    $(Self::$field => &mut form.$member,)+
                }
            }
        }
    };
}

address_fields! {
    Name name
    Company company
    Street1 street1
    Street2 street2
    Street3 street3
    City city
    State state
    Zip zip
    Country country
    Phone phone
    Email email
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PackageField {
    Kind,
    Weight,
    Length,
    Width,
    Height,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OptionField {
    SpecialServices,
    InsuranceAmount,
    CodAmount,
    RegisteredMailAmount,
    HazmatType,
    HazmatDescription,
    HazmatPhone,
    LiveAnimalsType,
    CustomText,
    ShipDate,
    EntryFacilityZip,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CustomsField {
    Items,
    ContentsExplanation,
    Signer,
    Certify,
    RestrictionComments,
    Eelpfc,
    AesItn,
    Currency,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CustomsItemField {
    Description,
    Quantity,
    Weight,
    Value,
    HsTariffNumber,
    OriginCountry,
}

/// A problem of the draft, in words that a clerk can act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub field: Field,
    /// For example `Enter a weight`: no final period, sentence case.
    pub message: Message,
    /// The field is just empty: named in the footer, but not shown in red yet.
    pub missing: bool,
}
