//! The requests of the goldens, written with the client's types.

use postroom::api::account::AutoBuyRequest;
use postroom::api::address::Address;
use postroom::api::carrier_account::CarrierAccountRequest;
use postroom::api::customs::{CustomsInfo, CustomsItem};
use postroom::api::document::{ContainerLabelRequest, DocumentType};
use postroom::api::label::PostageLabel;
use postroom::api::manifest::ManifestRequest;
use postroom::api::package::Package;
use postroom::api::page::DateRange;
use postroom::api::rate::RateRequest;
use postroom::api::shipment::{ShipmentKey, ShipmentOption, ShipmentRequest, SpecialServiceParam};
use postroom::api::user::SignUp;
use postroom::api::value::{
    CarrierAccountStatus, ContainerType, ContentType, Eelpfc, EntryFacilityType, HazmatType,
    LabelFileType, LabelOrientation, LabelSize, LabelType, LiveAnimalsType, NonDeliveryOption,
    PackageType, ReferenceType, RestrictionType, ReturnsImageType, Service, SpecialService,
};
use postroom::base::id::{AccountId, AddressId, CarrierAccountId, ManifestId, ShipmentId};
use postroom::base::money::Amount;
use postroom::base::secret::Secret;

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn amount(text: &str) -> Option<Amount> {
    Some(text.parse().unwrap())
}

pub fn account_id() -> AccountId {
    AccountId::new("5b1d7a90-2222-4c3d-8e4f-000000000002")
}

pub fn from_id() -> AddressId {
    AddressId::new("a1000000-0000-4000-8000-000000000001")
}

pub fn carrier_account_id() -> CarrierAccountId {
    CarrierAccountId::new("ca000000-0000-4000-8000-000000000001")
}

pub fn shipment_id() -> ShipmentId {
    ShipmentId::new("51000000-0000-4000-8000-000000000001")
}

pub fn manifest_id() -> ManifestId {
    ManifestId::new("3a000000-0000-4000-8000-000000000001")
}

pub fn march() -> DateRange {
    DateRange {
        start: Some("2024-03-01T00:00:00Z".parse().unwrap()),
        end: Some("2024-04-01T00:00:00Z".parse().unwrap()),
    }
}

pub fn auto_buy() -> AutoBuyRequest {
    AutoBuyRequest {
        is_auto_buy: true,
        auto_buy_amount: "100".parse().unwrap(),
        auto_buy_threshold: "10.5".parse().unwrap(),
    }
}

pub fn sign_up() -> SignUp {
    SignUp {
        email: "dana@example.com".into(),
        password: Secret::new("pass-1"),
        company_name: "Reyes Trading".into(),
        first_name: "Dana".into(),
        last_name: "Reyes".into(),
        signup_key: text("sk-1"),
    }
}

pub fn from() -> Address {
    Address {
        name: text("Dana Reyes"),
        company: text("Reyes Trading"),
        street1: text("1 Depot Way"),
        street2: text("Dock 4"),
        street3: text("Gate B"),
        city: text("New York"),
        state: text("NY"),
        zip: text("10001"),
        country: text("US"),
        phone: text("2125550100"),
        email: text("dana@example.com"),
        ..Address::default()
    }
}

pub fn to() -> Address {
    Address {
        name: text("Sam Okafor"),
        street1: text("77 Beach St"),
        city: text("San Francisco"),
        state: text("CA"),
        zip: text("94111"),
        country: text("US"),
        ..Address::default()
    }
}

pub fn new_address() -> Address {
    Address {
        save: Some(true),
        verify: Some(true),
        is_residential: Some(false),
        reference_type: Some(ReferenceType::TaxCode),
        reference_value: text("12-3456789"),
        ..from()
    }
}

pub fn carrier_account() -> CarrierAccountRequest {
    let mut configuration = serde_json::Map::new();
    configuration.insert("shipFromAddressId".into(), from_id().as_str().into());
    CarrierAccountRequest {
        id: None,
        name: "Main".into(),
        carrier_code: "POST-eVS".into(),
        configuration,
        description: text("Warehouse"),
        logo: text("https://cdn.example.com/evs.png"),
        status: Some(CarrierAccountStatus::Enabled),
    }
}

pub fn changed_carrier_account() -> CarrierAccountRequest {
    CarrierAccountRequest {
        id: Some(carrier_account_id()),
        status: Some(CarrierAccountStatus::Disabled),
        ..carrier_account()
    }
}

pub fn package() -> Package {
    Package {
        package_type: Some(PackageType::Parcel),
        is_rectangle: Some(true),
        length: Some(10.0),
        width: Some(6.0),
        height: Some(4.0),
        dimension_unit: text("in"),
        weight: Some(1.5),
        weight_unit: text("lb"),
        ..Package::default()
    }
}

pub fn customs() -> CustomsInfo {
    CustomsInfo {
        customs_item: vec![CustomsItem {
            weight_unit: text("lb"),
            description: text("Tea tin"),
            quantity: Some(2.0),
            weight: Some(0.75),
            value: amount("12.50"),
            hs_tariff_number: text("0902.30"),
            origin_country: text("US"),
            item_code: text("TEA-1"),
            package_number: Some(1),
            item_category: text("Food"),
            item_subcategory: text("Tea"),
            ..CustomsItem::default()
        }],
        content_type: Some(ContentType::Merchandise),
        contents_explanation: text("Tea"),
        customs_certify: Some(true),
        customs_signer: text("Dana Reyes"),
        currency: text("USD"),
        non_delivery_option: Some(NonDeliveryOption::Return),
        restriction_type: Some(RestrictionType::Inspection),
        restriction_comments: text("none"),
        eelpfc: Some(Eelpfc::NoEei3037a),
        aesitn: text("X20240301000001"),
        importers_contact: text("Li"),
        importers_reference: text("IR-1"),
        exporters_contact: text("Dana"),
        exporters_reference: text("ER-1"),
        certificate_number: text("C-1"),
        invoice_number: text("I-1"),
        license_number: text("L-1"),
        ..CustomsInfo::default()
    }
}

fn stored_customs() -> CustomsInfo {
    let mut customs = customs();
    customs.id = text("cc000000-0000-4000-8000-000000000001");
    for item in &mut customs.customs_item {
        item.customs_info_id.clone_from(&customs.id);
        item.id = text("cc000000-0000-4000-8000-000000000002");
        item.created_date = text("2024-03-01T10:00:00");
    }
    customs
}

pub fn rate_request() -> RateRequest {
    RateRequest {
        from_address: Address::by_id(from_id()),
        to_address: to(),
        packages: vec![package()],
        service: Some(Service::PriorityMail),
        carrier_account_id: Some(carrier_account_id()),
        special_service: vec![SpecialService::Insurance, SpecialService::SignatureConfirmation],
        customs_info: Some(stored_customs()),
        special_service_param: Some(SpecialServiceParam {
            hazmat_description: text("Dry ice"),
            hazmat_phone: text("2125550100"),
            hazmat_type: Some(HazmatType::Class9DryIce),
            cod_amount: amount("10.5"),
            registered_mail_amount: amount("20"),
            insurance_amount: amount("100"),
            live_animals_type: Some(LiveAnimalsType::Bees),
            returns_image_type: Some(ReturnsImageType::LabelBroker),
        }),
    }
}

pub fn shipment_request() -> ShipmentRequest {
    ShipmentRequest {
        from_address: Address::by_id(from_id()),
        to_address: to(),
        packages: vec![package()],
        service: Some(Service::PriorityMail),
        carrier_account_id: Some(carrier_account_id()),
        customs_info: Some(customs()),
        alt_return_address: Some(Address::by_id(from_id())),
        postage_label: Some(PostageLabel {
            label_type: Some(LabelType::Url),
            label_file_type: Some(LabelFileType::Pdf),
            label_size: Some(LabelSize::S4x6),
            label_orientation: Some(LabelOrientation::Portrait),
            custom_text1: text("Order 1"),
            custom_text2: text("Shelf 2"),
            custom_text3: text("Thanks"),
            labels: vec![],
        }),
        ship_date: text("2024-03-01"),
        special_service: vec![SpecialService::Insurance],
        special_service_param: Some(SpecialServiceParam {
            insurance_amount: amount("100"),
            ..SpecialServiceParam::default()
        }),
        option: Some(ShipmentOption {
            entry_facility_type: Some(EntryFacilityType::Ddu),
            entry_facility_zip: text("94111"),
            container_id1: text("C1"),
            container_id2: text("C2"),
            container_id3: text("C3"),
            container_type1: Some(ContainerType::Pallet),
            container_type2: Some(ContainerType::Sack),
            container_type3: Some(ContainerType::Receptacle),
            location_code: text("L1"),
            sub_account: text("S1"),
        }),
    }
}

pub fn manifest() -> ManifestRequest {
    ManifestRequest {
        from_address: Address::by_id(from_id()),
        carrier_account_id: carrier_account_id(),
        key: ShipmentKey::ShipmentId,
        value: vec![shipment_id().to_string()],
        ship_date: text("2024-03-01"),
        asynchronous: true,
    }
}

pub fn container_label() -> ContainerLabelRequest {
    ContainerLabelRequest {
        from_address: from(),
        to_address: to(),
        content_code: "CC1".into(),
        kind: DocumentType::ContainerLabel,
        carrier_account_id: carrier_account_id(),
        pages: Some(2),
    }
}
