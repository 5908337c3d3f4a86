//! Every enumerated value of section 2, as open enums: an unknown value is stored and shown as
//! received, never rejected. Parsing ignores case, spaces and underscores, because the lists of the
//! interface differ in them (section 3.4, `ReturnedGoods` in 2.14).

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use postroom_base::id::named_text;

macro_rules! open_enums {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $($variant,)+
            /// A value that this version does not know, as received.
            Unknown(String),
        }

        impl $name {
            /// The known values, in the order of the interface.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)+
                    Self::Unknown(text) => text,
                }
            }

            pub fn parse(text: &str) -> Self {
                Self::ALL
                    .iter()
                    .find(|known| same_value(known.as_str(), text))
                    .cloned()
                    .unwrap_or_else(|| Self::Unknown(text.to_owned()))
            }
        }

        impl super::tolerant::Single for $name {}

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                named_text(stringify!($name), deserializer).map(|text| Self::parse(&text))
            }
        }
    )+};
}

fn same_value(known: &str, given: &str) -> bool {
    let plain = |text: &str| {
        text.chars()
            .filter(|c| !c.is_whitespace() && *c != '_')
            .map(|c| c.to_ascii_lowercase())
            .collect::<String>()
    };
    known == given || plain(known) == plain(given)
}

open_enums! {
    /// `packageType`, section 2.10.1.
    PackageType {
        Parcel = "Parcel",
        FlatRateEnvelope = "FlatRateEnvelope",
        SmallFlatRateBox = "SmallFlatRateBox",
        PaddedFlatRateEnvelope = "PaddedFlatRateEnvelope",
        LargeFlatRateBox = "LargeFlatRateBox",
        LegalFlatRateEnvelope = "LegalFlatRateEnvelope",
        SoftPack = "SoftPack",
        MediumFlatRateBox1 = "MediumFlatRateBox1",
        MediumFlatRateBox2 = "MediumFlatRateBox2",
        RegionalRateBoxB1 = "RegionalRateBoxB1",
        RegionalRateBoxB2 = "RegionalRateBoxB2",
        RegionalRateBoxA1 = "RegionalRateBoxA1",
        RegionalRateBoxA2 = "RegionalRateBoxA2",
    }
    /// `service` and `finalService`, section 2.11.
    Service {
        PriorityMail = "PriorityMail",
        PriorityMailExpress = "PriorityMailExpress",
        ParcelSelect = "ParcelSelect",
        ParcelSelectDe = "ParcelSelectDE",
        GroundAdvantage = "GroundAdvantage",
        PriorityMailExpressIntl = "PriorityMailExpressIntl",
        PriorityMailIntl = "PriorityMailIntl",
        GlobalExpressGuaranteed = "GlobalExpressGuaranteed",
        FirstClassIntl = "FirstClassIntl",
        LibraryMail = "LibraryMail",
        MediaMail = "MediaMail",
        BoundPrintedMatter = "BoundPrintedMatter",
        FirstClass = "FirstClass",
        Ecommerce = "Ecommerce",
        Express1200Doc = "Express12:00DOC",
        Express1200 = "Express12:00",
        Express900Doc = "Express9:00DOC",
        Express900 = "Express9:00",
        ExpressWorldwide = "ExpressWorldwide",
        GlobalMailBusiness = "GlobalMailBusiness",
        SecondDayAir = "SecondDayAir",
        SecondDayAirAm = "SecondDayAirAM",
        ThreeDaySelect = "ThreeDaySelect",
        Ground = "Ground",
        NextDayAir = "NextDayAir",
        NextDayAirSaver = "NextDayAirSaver",
        StandardToCanada = "StandardToCanada",
        StandardToMexico = "StandardToMexico",
        WorldWideExpedited = "WorldWideExpedited",
        WorldWideExpress = "WorldWideExpress",
        WorldWideExpressPlus = "WorldWideExpressPlus",
        WorldWideSaver = "WorldWideSaver",
    }
    /// `specialService`, section 2.12.
    SpecialService {
        RestrictedDelivery = "RestrictedDelivery",
        SundayDelivery = "SundayDelivery",
        HolidayDelivery = "HolidayDelivery",
        CrematedRemains = "CrematedRemains",
        LiveAnimals = "LiveAnimals",
        Hazmat = "HAZMAT",
        Cod = "COD",
        RegisteredMail = "RegisteredMail",
        Insurance = "Insurance",
        CertifiedMail = "CertifiedMail",
        ElectronicReturnReceipt = "ElectronicReturnReceipt",
        AdultSignature = "AdultSignature",
        Tracking = "Tracking",
        SignatureConfirmation = "SignatureConfirmation",
        Returns = "Returns",
        Delivery1030Am = "Delivery1030AM",
    }
    /// `hazmatType`, section 2.13.
    HazmatType {
        AirEligibleEthanol = "AirEligibleEthanol",
        Class1 = "Class1",
        Class3 = "Class3",
        Class7Radioactive = "Class7_Radioactive",
        Class8Corrosive = "Class8_Corrosive",
        Class8WetBattery = "Class8_WetBattery",
        Class9LithiumGroundOnly = "Class9_LithiumGroundOnly",
        Class9LithiumReturns = "Class9_LithiumReturns",
        Class9LithiumMarked = "Class9_LithiumMarked",
        Class9DryIce = "Class9_DryIce",
        Class9LithiumUnmarked = "Class9_LithiumUnmarked",
        Class9Magnetize = "Class9_Magnetize",
        Div41 = "Div4.1",
        Div51 = "Div5.1",
        Div52 = "Div5.2",
        Div61 = "Div6.1",
        Div62 = "Div6.2",
        ExceptedQuantityProvision = "ExceptedQuantityProvision",
        GroundOnly = "GroundOnly",
        ConsumerCommodity = "ConsumerCommodity",
        Lighters = "Lighters",
        LimitedQuantity = "LimitedQuantity",
        SmallQuantityProvision = "SmallQuantityProvision",
    }
    /// `liveAnimalsType`, section 2.13.
    LiveAnimalsType {
        Bees = "Bees",
        DayOldPoultry = "DayOldPoultry",
        AdultBirds = "AdultBirds",
        Other = "Other",
    }
    /// `returnsImageType`, section 2.13.
    ReturnsImageType { LabelBroker = "LabelBroker", }
    /// `contentType`, section 2.14.
    ContentType {
        Merchandise = "Merchandise",
        Gift = "Gift",
        Documents = "Documents",
        Sample = "Sample",
        ReturnedGoods = "ReturnedGoods",
        Humanitarian = "Humanitarian",
        DangerousGoods = "DangerousGoods",
        Other = "Other",
    }
    /// `nonDeliveryOption`, section 2.14.
    NonDeliveryOption { Return = "Return", Abandon = "Abandon", }
    /// `restrictionType`, section 2.14.
    RestrictionType {
        Quarantine = "Quarantine",
        SanitaryInspection = "SanitaryInspection",
        Phytosanitary = "Phytosanitary",
        Inspection = "Inspection",
        PhytosanitaryInspection = "Phytosanitary Inspection",
        Other = "Other",
    }
    /// `eelpfc`, section 2.14.
    Eelpfc {
        NoEei3037a = "NOEEI3037a",
        NoEei3036 = "NOEEI3036",
        NoEei3037h = "NOEEI3037h",
        NoEei3037y = "NOEEI3037y",
        AesItn = "AES_ITN",
    }
    /// `labelType`, section 2.16.
    LabelType { Base64 = "Base64", Url = "Url", }
    /// `labelFileType`, section 2.16.
    LabelFileType {
        Pdf = "PDF",
        Tif = "TIF",
        Zpl = "ZPL",
        Png = "PNG",
        Zpl2 = "ZPL2",
        Jpeg = "JPEG",
    }
    /// `labelSize`, section 2.16; inches, width first.
    LabelSize {
        S4x6 = "4x6",
        S6x4 = "6x4",
        S4x8 = "4x8",
        S7x3 = "7x3",
        Letter = "Letter",
    }
    /// `labelOrientation`, section 2.16.
    LabelOrientation { Portrait = "Portrait", Landscape = "Landscape", }
    /// `type` of BillTo, section 2.17.
    BillToType { Sender = "Sender", Recipient = "Recipient", ThirdParty = "ThirdParty", }
    /// `POST_EntryFacilityType`, section 2.18.
    EntryFacilityType { Dndc = "DNDC", Ddu = "DDU", Dscf = "DSCF", Dhub = "DHUB", }
    /// `POST_ContainerType1…3`, section 2.18, with the short codes of its sample.
    ContainerType {
        Pallet = "PALLET",
        Sack = "SACK",
        Receptacle = "RECEPTACLE",
        OpenDistributeFlatTubTrayBox = "OPEN_DISTRIBUTE_FLAT_TUB_TRAY_BOX",
        OpenDistributePallet = "OPEN_DISTRIBUTE_PALLET",
        OpenDistributeHalfPostalPaks = "OPEN_DISTRIBUTE_HALF_POSTAL_PAKS",
        OpenDistributeHalfTrayBox = "OPEN_DISTRIBUTE_HALF_TRAY_BOX",
        OpenDistributeFullTrayBox = "OPEN_DISTRIBUTE_FULL_TRAY_BOX",
        OpenDistributeEmmTrayBox = "OPEN_DISTRIBUTE_EMM_TRAY_BOX",
        OpenDistributionFullPostalPaks = "OPEN_DISTRIBUTION_FULL_POSTAL_PAKS",
        TruckBedload = "TRUCK_BEDLOAD",
        ShortPallet = "PT",
        ShortSack = "SK",
    }
    /// `referenceType` of an address, section 2.6.
    ReferenceType {
        TaxCode = "TaxCode",
        VatNumber = "VATNumber",
        ImportExportCode = "ImportExportCode",
    }
    /// Carrier account `status`, section 2.8.
    CarrierAccountStatus { Enabled = "Enabled", Disabled = "Disabled", }
    /// Account `status`, section 3.1.
    AccountStatus { Active = "Active", TncPending = "TnCPending", }
    /// `refundStatus`, section 3.3.
    RefundStatus {
        Initiated = "Initiated",
        Approved = "Approved",
        Rejected = "Rejected",
        Refunded = "Refunded",
    }
    /// Tracking `status`, section 3.4. Sub-statuses are free text, because every carrier has its
    /// own.
    TrackingStatus {
        PreTransit = "PreTransit",
        InTransit = "InTransit",
        Delayed = "Delayed",
        OutForDelivery = "OutForDelivery",
        DeliveryFailed = "DeliveryFailed",
        Delivered = "Delivered",
        Cancelled = "Cancelled",
        Other = "Other",
    }
}

impl TrackingStatus {
    /// Whether the status shows that the carrier has or had the parcel. `false` for unknown
    /// statuses.
    pub fn is_with_carrier(&self) -> bool {
        matches!(
            self,
            Self::InTransit
                | Self::Delayed
                | Self::OutForDelivery
                | Self::DeliveryFailed
                | Self::Delivered
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_the_listings_meet() {
        assert_eq!(ContentType::parse("Returned Goods"), ContentType::ReturnedGoods);
        assert_eq!(ContentType::parse("MERCHANDISE"), ContentType::Merchandise);
        assert_eq!(TrackingStatus::parse("Out for delivery"), TrackingStatus::OutForDelivery);
        assert_eq!(HazmatType::parse("Div4.1"), HazmatType::Div41);
    }

    #[test]
    fn an_unknown_value_survives_a_round_trip() {
        let service: Service = serde_json::from_str("\"DroneDrop\"").unwrap();
        assert_eq!(service, Service::Unknown("DroneDrop".into()));
        assert_eq!(serde_json::to_string(&service).unwrap(), "\"DroneDrop\"");
    }

    #[test]
    fn values_are_as_many_as_the_interface_lists() {
        assert_eq!(Service::ALL.len(), 32);
        assert_eq!(PackageType::ALL.len(), 13);
        assert_eq!(SpecialService::ALL.len(), 16);
        assert_eq!(HazmatType::ALL.len(), 23);
    }
}
