//! The names of the values of a shipment, as a person reads them. A value that this version does
//! not know has the name that the service gives it, in words.

use std::borrow::Cow;

use crate::rate_ranking::spaced;
use crate::text;
use postroom_api::value::{
    ContentType, Eelpfc, HazmatType, LabelOrientation, LabelSize, LiveAnimalsType,
    NonDeliveryOption, PackageType, RestrictionType, SpecialService,
};

pub type Name = Cow<'static, str>;

pub fn package_type(kind: &PackageType) -> Name {
    known(match kind {
        PackageType::Parcel => text!("ship-package-type-parcel"),
        PackageType::FlatRateEnvelope => text!("ship-package-type-flat-rate-envelope"),
        PackageType::SmallFlatRateBox => text!("ship-package-type-small-flat-rate-box"),
        PackageType::PaddedFlatRateEnvelope => text!("ship-package-type-padded-envelope"),
        PackageType::LargeFlatRateBox => text!("ship-package-type-large-flat-rate-box"),
        PackageType::LegalFlatRateEnvelope => text!("ship-package-type-legal-envelope"),
        PackageType::SoftPack => text!("ship-package-type-soft-pack"),
        PackageType::MediumFlatRateBox1 => text!("ship-package-type-medium-flat-rate-box-1"),
        PackageType::MediumFlatRateBox2 => text!("ship-package-type-medium-flat-rate-box-2"),
        PackageType::RegionalRateBoxB1 => text!("ship-package-type-regional-rate-box-b1"),
        PackageType::RegionalRateBoxB2 => text!("ship-package-type-regional-rate-box-b2"),
        PackageType::RegionalRateBoxA1 => text!("ship-package-type-regional-rate-box-a1"),
        PackageType::RegionalRateBoxA2 => text!("ship-package-type-regional-rate-box-a2"),
        PackageType::Unknown(code) => return unknown(code),
    })
}

pub fn special_service(service: &SpecialService) -> Name {
    known(match service {
        SpecialService::RestrictedDelivery => text!("ship-service-restricted-delivery"),
        SpecialService::SundayDelivery => text!("ship-service-sunday-delivery"),
        SpecialService::HolidayDelivery => text!("ship-service-holiday-delivery"),
        SpecialService::CrematedRemains => text!("ship-service-cremated-remains"),
        SpecialService::LiveAnimals => text!("ship-service-live-animals"),
        SpecialService::Hazmat => text!("ship-service-hazmat"),
        SpecialService::Cod => text!("ship-service-cod"),
        SpecialService::RegisteredMail => text!("ship-service-registered-mail"),
        SpecialService::Insurance => text!("ship-service-insurance"),
        SpecialService::CertifiedMail => text!("ship-service-certified-mail"),
        SpecialService::ElectronicReturnReceipt => text!("ship-service-electronic-receipt"),
        SpecialService::AdultSignature => text!("ship-service-adult-signature"),
        SpecialService::Tracking => text!("ship-service-tracking"),
        SpecialService::SignatureConfirmation => text!("ship-service-signature-confirmation"),
        SpecialService::Returns => text!("ship-service-returns"),
        SpecialService::Delivery1030Am => text!("ship-service-delivery-1030"),
        SpecialService::Unknown(code) => return unknown(code),
    })
}

pub fn hazmat_type(kind: &HazmatType) -> Name {
    known(match kind {
        HazmatType::AirEligibleEthanol => text!("ship-hazmat-air-eligible-ethanol"),
        HazmatType::Class1 => text!("ship-hazmat-class-1"),
        HazmatType::Class3 => text!("ship-hazmat-class-3"),
        HazmatType::Class7Radioactive => text!("ship-hazmat-class-7"),
        HazmatType::Class8Corrosive => text!("ship-hazmat-class-8-corrosive"),
        HazmatType::Class8WetBattery => text!("ship-hazmat-class-8-wet-battery"),
        HazmatType::Class9LithiumGroundOnly => text!("ship-hazmat-class-9-lithium-ground-only"),
        HazmatType::Class9LithiumReturns => text!("ship-hazmat-class-9-lithium-returns"),
        HazmatType::Class9LithiumMarked => text!("ship-hazmat-class-9-lithium-marked"),
        HazmatType::Class9DryIce => text!("ship-hazmat-class-9-dry-ice"),
        HazmatType::Class9LithiumUnmarked => text!("ship-hazmat-class-9-lithium-unmarked"),
        HazmatType::Class9Magnetize => text!("ship-hazmat-class-9-magnetized"),
        HazmatType::Div41 => text!("ship-hazmat-division-41"),
        HazmatType::Div51 => text!("ship-hazmat-division-51"),
        HazmatType::Div52 => text!("ship-hazmat-division-52"),
        HazmatType::Div61 => text!("ship-hazmat-division-61"),
        HazmatType::Div62 => text!("ship-hazmat-division-62"),
        HazmatType::ExceptedQuantityProvision => text!("ship-hazmat-excepted-quantity"),
        HazmatType::GroundOnly => text!("ship-hazmat-ground-only"),
        HazmatType::ConsumerCommodity => text!("ship-hazmat-consumer-commodity"),
        HazmatType::Lighters => text!("ship-hazmat-lighters"),
        HazmatType::LimitedQuantity => text!("ship-hazmat-limited-quantity"),
        HazmatType::SmallQuantityProvision => text!("ship-hazmat-small-quantity"),
        HazmatType::Unknown(code) => return unknown(code),
    })
}

pub fn live_animals_type(kind: &LiveAnimalsType) -> Name {
    known(match kind {
        LiveAnimalsType::Bees => text!("ship-animals-bees"),
        LiveAnimalsType::DayOldPoultry => text!("ship-animals-day-old-poultry"),
        LiveAnimalsType::AdultBirds => text!("ship-animals-adult-birds"),
        LiveAnimalsType::Other => text!("ship-animals-other"),
        LiveAnimalsType::Unknown(code) => return unknown(code),
    })
}

pub fn content_type(kind: &ContentType) -> Name {
    known(match kind {
        ContentType::Merchandise => text!("ship-contents-merchandise"),
        ContentType::Gift => text!("ship-contents-gift"),
        ContentType::Documents => text!("ship-contents-documents"),
        ContentType::Sample => text!("ship-contents-sample"),
        ContentType::ReturnedGoods => text!("ship-contents-returned-goods"),
        ContentType::Humanitarian => text!("ship-contents-humanitarian"),
        ContentType::DangerousGoods => text!("ship-contents-dangerous-goods"),
        ContentType::Other => text!("ship-contents-other"),
        ContentType::Unknown(code) => return unknown(code),
    })
}

pub fn non_delivery(option: &NonDeliveryOption) -> Name {
    known(match option {
        NonDeliveryOption::Return => text!("ship-undeliverable-return"),
        NonDeliveryOption::Abandon => text!("ship-undeliverable-abandon"),
        NonDeliveryOption::Unknown(code) => return unknown(code),
    })
}

pub fn restriction(kind: &RestrictionType) -> Name {
    known(match kind {
        RestrictionType::Quarantine => text!("ship-restriction-quarantine"),
        RestrictionType::SanitaryInspection => text!("ship-restriction-sanitary-inspection"),
        RestrictionType::Phytosanitary => text!("ship-restriction-phytosanitary"),
        RestrictionType::Inspection => text!("ship-restriction-inspection"),
        RestrictionType::PhytosanitaryInspection => {
            text!("ship-restriction-phytosanitary-inspection")
        }
        RestrictionType::Other => text!("ship-restriction-other"),
        RestrictionType::Unknown(code) => return unknown(code),
    })
}

/// The exemption as the export regulations number it: `NOEEI 30.37(a)`.
pub fn export_filing(exemption: &Eelpfc) -> Name {
    known(match exemption {
        Eelpfc::NoEei3037a => text!("ship-filing-30-37-a"),
        Eelpfc::NoEei3036 => text!("ship-filing-30-36"),
        Eelpfc::NoEei3037h => text!("ship-filing-30-37-h"),
        Eelpfc::NoEei3037y => text!("ship-filing-30-37-y"),
        Eelpfc::AesItn => text!("ship-filing-aes-itn"),
        Eelpfc::Unknown(code) => return unknown(code),
    })
}

/// `4 × 6 in`
pub fn label_size(size: &LabelSize) -> Name {
    match size {
        LabelSize::Letter => known(text!("ship-label-size-letter")),
        LabelSize::Unknown(code) => unknown(code),
        inches => match inches.as_str().split_once('x') {
            Some((width, height)) => {
                Cow::Owned(text!("ship-label-size-inches", width = width, height = height))
            }
            None => unknown(inches.as_str()),
        },
    }
}

pub fn label_orientation(orientation: &LabelOrientation) -> Name {
    known(match orientation {
        LabelOrientation::Portrait => text!("ship-label-portrait"),
        LabelOrientation::Landscape => text!("ship-label-landscape"),
        LabelOrientation::Unknown(code) => return unknown(code),
    })
}

fn known(name: &'static str) -> Name {
    Cow::Borrowed(name)
}

fn unknown(code: &str) -> Name {
    Cow::Owned(spaced(code))
}

/// The currencies of the world by their codes (ISO 4217), the common ones first.
#[rustfmt::skip]
pub const CURRENCIES: [&str; 155] = [
    "USD", "EUR", "GBP", "CAD", "MXN", "AUD", "JPY", "CNY", "CHF", "BRL", "COP", "ARS", "CLP", "PEN",
    "INR", "KRW", "NZD", "SEK", "NOK", "DKK", "PLN", "ILS", "SGD", "HKD", "ZAR", "AED", "AFN", "ALL",
    "AMD", "ANG", "AOA", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB",
    "BSD", "BTN", "BWP", "BYN", "BZD", "CDF", "CRC", "CUP", "CVE", "CZK", "DJF", "DOP", "DZD", "EGP",
    "ERN", "ETB", "FJD", "FKP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HNL", "HTG", "HUF",
    "IDR", "IQD", "IRR", "ISK", "JMD", "JOD", "KES", "KGS", "KHR", "KMF", "KPW", "KWD", "KYD", "KZT",
    "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU",
    "MUR", "MVR", "MWK", "MYR", "MZN", "NAD", "NGN", "NIO", "NPR", "OMR", "PAB", "PGK", "PHP", "PKR",
    "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SHP", "SLE", "SOS", "SRD",
    "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS",
    "UAH", "UGX", "UYU", "UZS", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XOF", "XPF", "YER", "ZMW",
    "ZWL",
];

/// `USD · US dollar`; the code alone for one that few people ship in.
pub fn currency(code: &str) -> Name {
    let name = match code {
        "USD" => text!("ship-currency-usd"),
        "EUR" => text!("ship-currency-eur"),
        "GBP" => text!("ship-currency-gbp"),
        "CAD" => text!("ship-currency-cad"),
        "MXN" => text!("ship-currency-mxn"),
        "AUD" => text!("ship-currency-aud"),
        "JPY" => text!("ship-currency-jpy"),
        "CNY" => text!("ship-currency-cny"),
        "CHF" => text!("ship-currency-chf"),
        "BRL" => text!("ship-currency-brl"),
        "COP" => text!("ship-currency-cop"),
        "ARS" => text!("ship-currency-ars"),
        "CLP" => text!("ship-currency-clp"),
        "PEN" => text!("ship-currency-pen"),
        "INR" => text!("ship-currency-inr"),
        "KRW" => text!("ship-currency-krw"),
        "NZD" => text!("ship-currency-nzd"),
        "SEK" => text!("ship-currency-sek"),
        "NOK" => text!("ship-currency-nok"),
        "DKK" => text!("ship-currency-dkk"),
        "PLN" => text!("ship-currency-pln"),
        "ILS" => text!("ship-currency-ils"),
        "SGD" => text!("ship-currency-sgd"),
        "HKD" => text!("ship-currency-hkd"),
        "ZAR" => text!("ship-currency-zar"),
        _ => return Cow::Owned(code.to_owned()),
    };
    Cow::Owned(text!("ship-currency", code = code, name = name))
}
