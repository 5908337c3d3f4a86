//! The prices of the practice carriers. The air and ground table is `assets/practice/tariff.json`;
//! the postal tables are in this file. All arithmetic is in whole millionths, rounded once to
//! cents.

use std::sync::OnceLock;

use serde_json::Value;

use postroom_base::money::Amount;

pub struct ServiceSpec {
    pub code: &'static str,
    pub name: &'static str,
    pub scope: Scope,
    pub price: Price,
    /// Transit time in business days for zones 1–9, in groups: 1–2, 3–4, 5–6, 7–8, 9.
    pub days: [u8; 5],
    pub guaranteed: bool,
    pub max_pounds: f64,
    pub max_length_plus_girth_inches: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Domestic,
    International,
    Country(&'static str),
    /// Domestic and international.
    Anywhere,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// The fitted zone formula times `hundredths`/100; uses dimensional weight.
    Zoned { hundredths: i64 },
    /// The zone formula with the multiplier of this name in tariff.json; uses dimensional weight.
    Table(&'static str),
    /// The first pound and each further pound in cents, the same for all zones; uses actual weight
    /// only.
    ByWeight { first_cents: i64, next_cents: i64 },
    /// The first ounce and each further ounce in cents; uses actual weight only.
    ByOunce { first_cents: i64, next_cents: i64 },
    /// A base and a price per pound in cents, increased by country zone; uses dimensional weight.
    Abroad { base_cents: i64, pound_cents: i64 },
}

macro_rules! services {
    ($($code:literal $name:literal $scope:expr, $price:expr, $days:expr, $sure:literal, $pounds:literal, $girth:literal;)+) => {
        /// The services of section 2.11, in its order.
        pub static SERVICES: [ServiceSpec; 32] = [$(ServiceSpec {
            code: $code, name: $name, scope: $scope, price: $price, days: $days,
            guaranteed: $sure, max_pounds: $pounds, max_length_plus_girth_inches: $girth,
        }),+];
        pub static SERVICE_CODES: [&str; 32] = [$($code),+];
    };
}

use Price::{Abroad, ByOunce, ByWeight, Table, Zoned};
use Scope::{Anywhere, Country, Domestic, International};

// Columns: code, name, destinations, price, days, guaranteed, maximum pounds, maximum inches of
// length plus girth.
services! {
    "PriorityMail" "Priority Mail" Domestic, Zoned { hundredths: 108 }, [1, 2, 3, 3, 5], false, 70.0, 108.0;
    "PriorityMailExpress" "Priority Mail Express" Domestic, Zoned { hundredths: 365 }, [1, 1, 2, 2, 3], true, 70.0, 108.0;
    "ParcelSelect" "Parcel Select" Domestic, Zoned { hundredths: 88 }, [3, 5, 6, 8, 12], false, 70.0, 130.0;
    "ParcelSelectDE" "Parcel Select Destination Entry" Domestic, Zoned { hundredths: 66 }, [2, 4, 6, 7, 12], false, 70.0, 130.0;
    "GroundAdvantage" "Ground Advantage" Domestic, Zoned { hundredths: 79 }, [2, 3, 4, 5, 8], false, 70.0, 130.0;
    "PriorityMailExpressIntl" "Priority Mail Express International" International, Abroad { base_cents: 4_450, pound_cents: 780 }, [4, 4, 5, 6, 7], true, 66.0, 108.0;
    "PriorityMailIntl" "Priority Mail International" International, Abroad { base_cents: 3_160, pound_cents: 540 }, [7, 7, 8, 10, 12], false, 66.0, 108.0;
    "GlobalExpressGuaranteed" "Global Express Guaranteed" International, Abroad { base_cents: 6_900, pound_cents: 1_150 }, [2, 2, 3, 3, 4], true, 70.0, 108.0;
    "FirstClassIntl" "First-Class Package International" International, Abroad { base_cents: 1_380, pound_cents: 620 }, [9, 10, 12, 14, 18], false, 4.0, 79.0;
    "LibraryMail" "Library Mail" Domestic, ByWeight { first_cents: 425, next_cents: 70 }, [3, 5, 7, 8, 12], false, 70.0, 108.0;
    "MediaMail" "Media Mail" Domestic, ByWeight { first_cents: 447, next_cents: 74 }, [3, 5, 7, 8, 12], false, 70.0, 108.0;
    "BoundPrintedMatter" "Bound Printed Matter" Domestic, ByWeight { first_cents: 389, next_cents: 41 }, [3, 5, 7, 8, 12], false, 15.0, 108.0;
    "FirstClass" "First-Class Package" Domestic, ByOunce { first_cents: 439, next_cents: 19 }, [2, 3, 4, 4, 6], false, 1.0, 108.0;
    "Ecommerce" "Ecommerce" Anywhere, Table("GroundSaver"), [3, 4, 6, 7, 10], false, 25.0, 84.0;
    "Express12:00DOC" "Express 12:00 Documents" Anywhere, Abroad { base_cents: 5_650, pound_cents: 890 }, [1, 1, 2, 2, 3], true, 5.0, 84.0;
    "Express12:00" "Express 12:00" Anywhere, Abroad { base_cents: 6_150, pound_cents: 960 }, [1, 1, 2, 2, 3], true, 150.0, 118.0;
    "Express9:00DOC" "Express 9:00 Documents" Anywhere, Abroad { base_cents: 7_050, pound_cents: 940 }, [1, 1, 2, 2, 3], true, 5.0, 84.0;
    "Express9:00" "Express 9:00" Anywhere, Abroad { base_cents: 7_650, pound_cents: 1_010 }, [1, 1, 2, 2, 3], true, 150.0, 118.0;
    "ExpressWorldwide" "Express Worldwide" International, Abroad { base_cents: 5_400, pound_cents: 830 }, [2, 2, 3, 3, 4], false, 150.0, 118.0;
    "GlobalMailBusiness" "Global Mail Business" International, Abroad { base_cents: 980, pound_cents: 690 }, [7, 9, 11, 13, 16], false, 4.4, 35.0;
    "SecondDayAir" "Second Day Air" Domestic, Table("2ndDayAir"), [2, 2, 2, 2, 3], true, 150.0, 165.0;
    "SecondDayAirAM" "Second Day Air AM" Domestic, Zoned { hundredths: 221 }, [2, 2, 2, 2, 3], true, 150.0, 165.0;
    "ThreeDaySelect" "Three Day Select" Domestic, Table("3DaySelect"), [3, 3, 3, 3, 5], true, 150.0, 165.0;
    "Ground" "Ground" Domestic, Table("Ground"), [1, 3, 4, 5, 7], false, 150.0, 165.0;
    "NextDayAir" "Next Day Air" Domestic, Table("NextDayAir"), [1, 1, 1, 1, 2], true, 150.0, 165.0;
    "NextDayAirSaver" "Next Day Air Saver" Domestic, Table("NextDayAirSaver"), [1, 1, 1, 1, 2], true, 150.0, 165.0;
    "StandardToCanada" "Standard to Canada" Country("CA"), Abroad { base_cents: 1_890, pound_cents: 160 }, [4, 5, 6, 7, 7], false, 150.0, 165.0;
    "StandardToMexico" "Standard to Mexico" Country("MX"), Abroad { base_cents: 2_290, pound_cents: 185 }, [4, 5, 6, 7, 7], false, 150.0, 165.0;
    "WorldWideExpedited" "Worldwide Expedited" International, Abroad { base_cents: 4_850, pound_cents: 720 }, [3, 4, 5, 5, 6], true, 150.0, 165.0;
    "WorldWideExpress" "Worldwide Express" International, Abroad { base_cents: 6_250, pound_cents: 905 }, [1, 2, 2, 3, 4], true, 150.0, 165.0;
    "WorldWideExpressPlus" "Worldwide Express Plus" International, Abroad { base_cents: 9_100, pound_cents: 1_040 }, [1, 1, 2, 3, 3], true, 150.0, 165.0;
    "WorldWideSaver" "Worldwide Saver" International, Abroad { base_cents: 5_750, pound_cents: 860 }, [2, 2, 3, 3, 4], true, 150.0, 165.0;
}

pub fn service(code: &str) -> Option<&'static ServiceSpec> {
    SERVICES.iter().find(|service| service.code == code)
}

impl ServiceSpec {
    pub fn goes_to(&self, country: &str) -> bool {
        match self.scope {
            Domestic => country == "US",
            International => country != "US",
            Country(only) => country == only,
            Anywhere => true,
        }
    }

    /// Whether the price uses dimensional weight, which also determines the rating type.
    pub fn by_volume(&self) -> bool {
        matches!(self.price, Zoned { .. } | Table(_) | Abroad { .. })
    }

    pub fn transit_days(&self, zone: u8) -> u8 {
        let group = usize::from(zone.clamp(1, 9).saturating_sub(1) / 2);
        self.days.get(group).copied().unwrap_or(5)
    }

    /// The base price of one parcel. `None` only if the tariff file lacks the service or the
    /// numbers overflow.
    pub fn base_price(&self, zone: u8, pounds: i64, ounces: i64) -> Option<Amount> {
        let zone = i64::from(zone);
        match self.price {
            Zoned { hundredths } => zoned(zone, pounds, hundredths.checked_mul(10_000)?),
            Table(name) => zoned(zone, pounds, tariff()?.multiplier(name)?),
            ByWeight { first_cents, next_cents } => {
                Some(Amount::from_cents(first_cents + next_cents.checked_mul(pounds.max(1) - 1)?))
            }
            ByOunce { first_cents, next_cents } => {
                Some(Amount::from_cents(first_cents + next_cents.checked_mul(ounces.max(1) - 1)?))
            }
            Abroad { base_cents, pound_cents } => {
                let cents = base_cents.checked_add(pound_cents.checked_mul(pounds)?)?;
                // Each further zone adds 12 % of the price in zone 1.
                let grown = cents.checked_mul(10_000)?.checked_mul(100 + 12 * (zone - 1))? / 100;
                Some(Amount::from_micros(grown).round_to_cents())
            }
        }
    }
}

/// Flat rates in cents, independent of weight and distance (Priority Mail and Express only).
pub fn flat_rate(package_type: &str, express: bool) -> Option<Amount> {
    let cents = match (package_type, express) {
        ("FlatRateEnvelope", true) => 3_140,
        ("LegalFlatRateEnvelope", true) => 3_155,
        ("PaddedFlatRateEnvelope", true) => 3_190,
        (_, true) => return None,
        ("FlatRateEnvelope", false) => 1_040,
        ("LegalFlatRateEnvelope", false) => 1_070,
        ("PaddedFlatRateEnvelope", false) => 1_125,
        ("SmallFlatRateBox", false) => 1_090,
        ("MediumFlatRateBox1" | "MediumFlatRateBox2", false) => 1_920,
        ("LargeFlatRateBox", false) => 2_695,
        _ => return None,
    };
    Some(Amount::from_cents(cents))
}

/// Rates of regional boxes, by zone and independent of weight (Priority Mail only).
pub fn regional_rate(package_type: &str, zone: u8) -> Option<Amount> {
    let (base, step) = match package_type {
        "RegionalRateBoxA1" | "RegionalRateBoxA2" => (1_045, 62),
        "RegionalRateBoxB1" | "RegionalRateBoxB2" => (1_310, 148),
        _ => return None,
    };
    Some(Amount::from_cents(base + step * (i64::from(zone.max(1)) - 1)))
}

/// The price of a special service; for insurance and collection it depends on the amount.
pub fn special_service(code: &str, insured: Amount, collected: Amount) -> Option<Amount> {
    let cents = match code {
        "Insurance" => return by_value(insured, 270, 145),
        "COD" => return by_value(collected, 975, 110),
        "Tracking" | "Returns" => 0,
        "RestrictedDelivery" => 1_340,
        "SundayDelivery" => 1_690,
        "HolidayDelivery" => 1_690,
        "CrematedRemains" => 675,
        "LiveAnimals" => 1_150,
        "HAZMAT" => 850,
        "RegisteredMail" => 1_875,
        "CertifiedMail" => 525,
        "ElectronicReturnReceipt" => 262,
        "AdultSignature" => 970,
        "SignatureConfirmation" => 395,
        "Delivery1030AM" => 1_000,
        _ => return None,
    };
    Some(Amount::from_cents(cents))
}

/// A price for up to 100, and an addition for every further 100 or part of it.
fn by_value(value: Amount, first_cents: i64, next_cents: i64) -> Option<Amount> {
    let hundreds = value.micros().max(0).checked_add(99_999_999)? / 100_000_000;
    Some(Amount::from_cents(
        first_cents.checked_add(next_cents.checked_mul((hundreds - 1).max(0))?)?,
    ))
}

/// The formula of tariff.json, mult × (a0 + a1·(z−2) + lb·(b0 + b1·(z−2))), with the multiplier in
/// millionths.
fn zoned(zone: i64, pounds: i64, multiplier: i64) -> Option<Amount> {
    let fit = tariff()?;
    let further = zone.max(2) - 2;
    let inner = fit.a0
        + fit.a1.checked_mul(further)?
        + pounds.checked_mul(fit.b0 + fit.b1.checked_mul(further)?)?;
    let micros = i128::from(inner) * i128::from(multiplier) / 1_000_000;
    Some(Amount::from_micros(i64::try_from(micros).ok()?).round_to_cents())
}

struct Tariff {
    a0: i64,
    a1: i64,
    b0: i64,
    b1: i64,
    services: Value,
}

impl Tariff {
    fn multiplier(&self, name: &str) -> Option<i64> {
        micros(self.services.get(name)?.get("mult")?)
    }
}

fn tariff() -> Option<&'static Tariff> {
    static TARIFF: OnceLock<Option<Tariff>> = OnceLock::new();
    TARIFF
        .get_or_init(|| {
            let file: Value =
                serde_json::from_str(include_str!("../../../assets/practice/tariff.json")).ok()?;
            let fit = file.get("fit")?;
            Some(Tariff {
                a0: micros(fit.get("a0")?)?,
                a1: micros(fit.get("a1")?)?,
                b0: micros(fit.get("b0")?)?,
                b1: micros(fit.get("b1")?)?,
                services: file.get("services")?.clone(),
            })
        })
        .as_ref()
}

/// A JSON number as millionths, without conversion to a floating-point number.
fn micros(number: &Value) -> Option<i64> {
    number.as_number()?.to_string().parse::<Amount>().ok().map(Amount::micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_by_hand() {
        for (code, zone, pounds, ounces, price) in [
            // 6.254 + 2 × 0.408
            ("Ground", 2, 2, 24, "7.07"),
            // 6.254 + 6×0.827 + 2×(0.408 + 6×0.145) = 13.772; × 1.08
            ("PriorityMail", 8, 2, 24, "14.87"),
            ("MediaMail", 8, 3, 48, "5.95"),
            ("FirstClass", 5, 1, 12, "6.48"),
            // (31.60 + 2 × 5.40) × 1.24
            ("PriorityMailIntl", 3, 2, 24, "52.58"),
        ] {
            let amount = service(code).unwrap().base_price(zone, pounds, ounces).unwrap();
            assert_eq!(amount.to_string(), price, "{code}");
        }
    }

    #[test]
    fn every_service_has_a_price() {
        for service in &SERVICES {
            for zone in 1..=9 {
                let price = service.base_price(zone, 1, 8).unwrap();
                assert!(price > Amount::ZERO, "{} zone {zone}", service.code);
            }
        }
    }

    #[test]
    fn insurance_grows_by_the_begun_hundred() {
        for (value, price) in [(0, "2.70"), (10_000, "2.70"), (10_001, "4.15"), (50_000, "8.50")] {
            let amount = special_service("Insurance", Amount::from_cents(value), Amount::ZERO);
            assert_eq!(amount.unwrap().to_string(), price, "{value}");
        }
    }
}
