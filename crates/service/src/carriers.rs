//! The carrier catalogue. Together the four carriers offer every service value of section 2.11,
//! every package type of 2.10.1 and every special service of 2.12. This module contains only
//! tables; prices are in `tariff.rs`.

use super::auth::Env;
use super::fail::{self, Fail};
use postroom_base::locale::TextOf;
use postroom_base::text;

pub struct Carrier {
    pub code: &'static str,
    pub name: &'static str,
    pub description: TextOf,
    pub class: Class,
    pub services: &'static [&'static str],
    pub package_types: &'static [&'static str],
    pub special_services: &'static [&'static str],
    pub manifests: bool,
    pub refunds: bool,
    pub tracking: bool,
    /// The fields of section 2.18 that this carrier uses.
    pub options: &'static [&'static str],
    /// Whether a party other than the sender can be billed (section 2.17).
    pub bills_others: bool,
    /// Whether Test tokens can use it; section 5 allows two carriers.
    pub in_test: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Postal,
    Express,
    Parcel,
}

pub static CARRIERS: [Carrier; 4] = [
    Carrier {
        code: "POST-eVS",
        name: "Postal Service",
        description: || text!("practice-service-carrier-evs"),
        class: Class::Postal,
        services: &[
            "PriorityMail",
            "PriorityMailExpress",
            "ParcelSelect",
            "ParcelSelectDE",
            "GroundAdvantage",
            "PriorityMailExpressIntl",
            "PriorityMailIntl",
            "GlobalExpressGuaranteed",
            "FirstClassIntl",
            "LibraryMail",
            "MediaMail",
            "BoundPrintedMatter",
            "FirstClass",
        ],
        package_types: &PACKAGE_CODES,
        special_services: &[
            "RestrictedDelivery",
            "SundayDelivery",
            "HolidayDelivery",
            "CrematedRemains",
            "LiveAnimals",
            "HAZMAT",
            "COD",
            "RegisteredMail",
            "Insurance",
            "CertifiedMail",
            "ElectronicReturnReceipt",
            "AdultSignature",
            "Tracking",
            "SignatureConfirmation",
            "Returns",
            "Delivery1030AM",
        ],
        manifests: true,
        refunds: true,
        tracking: true,
        options: &OPTIONS,
        bills_others: false,
        in_test: true,
    },
    Carrier {
        code: "POST-ePostage",
        name: "Postal Service ePostage",
        description: || text!("practice-service-carrier-epostage"),
        class: Class::Postal,
        services: &[
            "PriorityMail",
            "PriorityMailExpress",
            "GroundAdvantage",
            "MediaMail",
            "FirstClass",
            "PriorityMailIntl",
            "PriorityMailExpressIntl",
            "FirstClassIntl",
        ],
        package_types: &[
            "Parcel",
            "FlatRateEnvelope",
            "SmallFlatRateBox",
            "PaddedFlatRateEnvelope",
            "LargeFlatRateBox",
            "LegalFlatRateEnvelope",
            "SoftPack",
            "MediumFlatRateBox1",
            "MediumFlatRateBox2",
        ],
        special_services: &[
            "Insurance",
            "Tracking",
            "SignatureConfirmation",
            "CertifiedMail",
            "ElectronicReturnReceipt",
            "AdultSignature",
        ],
        manifests: false,
        refunds: true,
        tracking: true,
        options: &["locationCode", "subAccount"],
        bills_others: false,
        in_test: true,
    },
    Carrier {
        code: "NOVA",
        name: "Nova Express",
        description: || text!("practice-service-carrier-nova"),
        class: Class::Express,
        services: &[
            "SecondDayAir",
            "SecondDayAirAM",
            "ThreeDaySelect",
            "Ground",
            "NextDayAir",
            "NextDayAirSaver",
            "StandardToCanada",
            "StandardToMexico",
            "WorldWideExpedited",
            "WorldWideExpress",
            "WorldWideExpressPlus",
            "WorldWideSaver",
        ],
        package_types: &["Parcel", "SoftPack"],
        special_services: &[
            "Insurance",
            "AdultSignature",
            "SignatureConfirmation",
            "COD",
            "HAZMAT",
            "Tracking",
            "HolidayDelivery",
        ],
        manifests: true,
        refunds: false,
        tracking: true,
        options: &["subAccount"],
        bills_others: true,
        in_test: false,
    },
    Carrier {
        code: "ORBIT",
        name: "Orbit Parcel",
        description: || text!("practice-service-carrier-orbit"),
        class: Class::Parcel,
        services: &[
            "Ecommerce",
            "Express12:00DOC",
            "Express12:00",
            "Express9:00DOC",
            "Express9:00",
            "ExpressWorldwide",
            "GlobalMailBusiness",
        ],
        package_types: &["Parcel", "SoftPack"],
        special_services: &["Insurance", "SignatureConfirmation"],
        manifests: true,
        refunds: true,
        tracking: false,
        options: &["locationCode", "subAccount"],
        bills_others: false,
        in_test: false,
    },
];

/// Carriers that were withdrawn. Their codes fail with `CARRIER.NOT_SUPPORTED`; a code that never
/// existed fails with `CARRIERACCOUNT.NOT_FOUND` (section 7.3).
const WITHDRAWN: [&str; 1] = ["LUNAR"];

/// The shipment options of section 2.18.
pub static OPTIONS: [&str; 10] = [
    "POST_EntryFacilityType",
    "POST_EntryFacilityZip",
    "POST_ContainerID1",
    "POST_ContainerID2",
    "POST_ContainerID3",
    "POST_ContainerType1",
    "POST_ContainerType2",
    "POST_ContainerType3",
    "locationCode",
    "subAccount",
];

/// The package types of section 2.10.1.
pub static PACKAGE_CODES: [&str; 13] = [
    "Parcel",
    "FlatRateEnvelope",
    "SmallFlatRateBox",
    "PaddedFlatRateEnvelope",
    "LargeFlatRateBox",
    "LegalFlatRateEnvelope",
    "SoftPack",
    "MediumFlatRateBox1",
    "MediumFlatRateBox2",
    "RegionalRateBoxB1",
    "RegionalRateBoxB2",
    "RegionalRateBoxA1",
    "RegionalRateBoxA2",
];

/// Code, name and inner size in inches; zero for the sender's own packaging.
pub static PACKAGE_TYPES: [(&str, &str, [f64; 3]); 13] = [
    ("Parcel", "Parcel", [0.0, 0.0, 0.0]),
    ("FlatRateEnvelope", "Flat Rate Envelope", [12.5, 9.5, 0.75]),
    ("SmallFlatRateBox", "Small Flat Rate Box", [8.625, 5.375, 1.625]),
    ("PaddedFlatRateEnvelope", "Padded Flat Rate Envelope", [12.5, 9.5, 1.0]),
    ("LargeFlatRateBox", "Large Flat Rate Box", [12.0, 12.0, 5.5]),
    ("LegalFlatRateEnvelope", "Legal Flat Rate Envelope", [15.0, 9.5, 0.75]),
    ("SoftPack", "Soft Pack", [0.0, 0.0, 0.0]),
    ("MediumFlatRateBox1", "Medium Flat Rate Box, top loading", [11.0, 8.5, 5.5]),
    ("MediumFlatRateBox2", "Medium Flat Rate Box, side loading", [13.625, 11.875, 3.375]),
    ("RegionalRateBoxB1", "Regional Rate Box B1", [12.0, 10.25, 5.0]),
    ("RegionalRateBoxB2", "Regional Rate Box B2", [15.875, 14.375, 2.875]),
    ("RegionalRateBoxA1", "Regional Rate Box A1", [10.0, 7.0, 4.75]),
    ("RegionalRateBoxA2", "Regional Rate Box A2", [12.8125, 10.9375, 2.375]),
];

macro_rules! special_services {
    ($(($code:literal, $name:literal),)+) => {
        /// Code and name of the special services of section 2.12.
        pub static SPECIAL_SERVICES: [(&str, &str); 16] = [$(($code, $name)),+];
        pub static SPECIAL_CODES: [&str; 16] = [$($code),+];
    };
}

special_services! {
    ("RestrictedDelivery", "Restricted Delivery"),
    ("SundayDelivery", "Sunday Delivery"),
    ("HolidayDelivery", "Holiday Delivery"),
    ("CrematedRemains", "Cremated Remains"),
    ("LiveAnimals", "Live Animals"),
    ("HAZMAT", "Hazardous Materials"),
    ("COD", "Collect on Delivery"),
    ("RegisteredMail", "Registered Mail"),
    ("Insurance", "Insurance"),
    ("CertifiedMail", "Certified Mail"),
    ("ElectronicReturnReceipt", "Electronic Return Receipt"),
    ("AdultSignature", "Adult Signature"),
    ("Tracking", "Tracking"),
    ("SignatureConfirmation", "Signature Confirmation"),
    ("Returns", "Returns"),
    ("Delivery1030AM", "Delivery by 10:30 AM"),
}

pub fn find(code: &str) -> Option<&'static Carrier> {
    CARRIERS.iter().find(|carrier| carrier.code == code)
}

/// The carrier with this code, if the environment may use it: `CARRIERACCOUNT.NOT_FOUND` for an
/// unknown code, `CARRIER.NOT_SUPPORTED` for a withdrawn carrier, and
/// `ACCOUNT.APP.VALIDATION_FAILED` for a carrier outside the sandbox (section 5.5).
pub fn find_for_env(env: Env, code: &str) -> Result<&'static Carrier, Fail> {
    let carrier = find(code).ok_or_else(|| {
        if WITHDRAWN.contains(&code) {
            let words = text!("practice-service-carrier-withdrawn", carrier = code);
            return Fail::new(fail::CARRIER_NOT_SUPPORTED, words);
        }
        let words = text!("practice-service-carrier-unknown", carrier = code);
        Fail::new(fail::CARRIERACCOUNT_NOT_FOUND, words)
    })?;
    if env == Env::Test && !carrier.in_test {
        return Err(Fail::new(
            fail::ACCOUNT_APP_VALIDATION_FAILED,
            text!("practice-service-carrier-not-in-test", carrier = carrier.name),
        ));
    }
    Ok(carrier)
}

/// The id of a catalogue entry, derived from its name so that it is the same after a restart.
pub fn catalogue_id(kind: &str, carrier: &str, code: &str) -> String {
    let name = format!("{kind}/{carrier}/{code}");
    let hash = ring::digest::digest(&ring::digest::SHA256, name.as_bytes());
    let mut bytes = [0_u8; 16];
    for (to, from) in bytes.iter_mut().zip(hash.as_ref()) {
        *to = *from;
    }
    uuid::Builder::from_custom_bytes(bytes).into_uuid().to_string()
}

#[cfg(test)]
mod tests {
    use super::super::tariff::SERVICES;
    use super::*;

    #[test]
    fn together_they_offer_everything() {
        let offered = |part: fn(&Carrier) -> &'static [&'static str], value: &str| {
            CARRIERS.iter().any(|carrier| part(carrier).contains(&value))
        };
        assert_eq!(SERVICES.len(), 32);
        for service in &SERVICES {
            assert!(offered(|carrier| carrier.services, service.code), "{}", service.code);
        }
        for code in PACKAGE_CODES {
            assert!(offered(|carrier| carrier.package_types, code), "{code}");
            assert!(PACKAGE_TYPES.iter().any(|(known, _, _)| *known == code), "{code}");
        }
        for (code, _) in SPECIAL_SERVICES {
            assert!(offered(|carrier| carrier.special_services, code), "{code}");
        }
        for carrier in &CARRIERS {
            for code in carrier.services {
                assert!(SERVICES.iter().any(|service| service.code == *code), "{code}");
            }
        }
    }
}
