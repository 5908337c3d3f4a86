//! Decides when two parcels are similar enough to compare their prices.

use crate::draft::{AddressForm, Draft, PackageForm};
use crate::{parse_input, requests};
use postroom_base::measure::{Length, LengthUnit};

const OUNCES: f64 = 16.0;
/// In ounces. Light parcels are priced in steps of a quarter of a pound.
const LIGHT_STEP: f64 = 4.0;

/// The properties two parcels must share for their prices to be comparable, as a key: origin and
/// destination, weight step, size, package type, and the services that cost extra. Names are not
/// part of it.
pub fn parcel_key(draft: &Draft) -> String {
    let side = |form: &AddressForm| {
        let full = requests::details(form);
        let zip: String = full.zip.unwrap_or_default();
        let country = full.country.unwrap_or_default().to_uppercase();
        let zip = zip.trim().to_uppercase();
        // A validated address has a ZIP with four more digits.
        match country.as_str() {
            "US" => zip.chars().take(5).collect::<String>() + " US",
            _ => format!("{zip} {country}"),
        }
    };
    let mut packages: Vec<String> = draft.packages.iter().map(of_package).collect();
    packages.sort_unstable();
    let extra = requests::rate_request(draft);
    let extra = serde_json::to_string(&(extra.special_service, extra.special_service_param));
    format!(
        "{} > {} | {} | {}",
        side(&draft.from),
        side(&draft.to),
        packages.join("; "),
        extra.unwrap_or_default()
    )
}

fn of_package(package: &PackageForm) -> String {
    let ounces = parse_input::weight(&package.weight, package.weight_unit)
        .map_or(0.0, |weight| weight.pounds() * OUNCES);
    // A converted weight may exceed its step by a rounding error.
    let up = |value: f64| (value - 1e-6).ceil().max(0.0);
    let step = match ounces {
        light if light <= OUNCES => format!("{} oz", up(light / LIGHT_STEP) * LIGHT_STEP),
        heavy => format!("{} lb", up(heavy / OUNCES)),
    };
    let mut sizes: Vec<f64> = [&package.length, &package.width, &package.height]
        .into_iter()
        .filter_map(|text| parse_input::length(text, package.length_unit))
        .map(|length: Length| up(length.to(LengthUnit::In)))
        .collect();
    // A box turned on its side is the same box.
    sizes.sort_by(|a, b| b.total_cmp(a));
    let shape = if package.irregular { " irregular" } else { "" };
    format!("{} {step} {sizes:?}{shape}", package.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use postroom_base::measure::WeightUnit;

    fn draft(weight: &str, unit: WeightUnit, sizes: [&str; 3]) -> Draft {
        let mut draft = Draft::default();
        draft.from.zip = "60606".to_owned();
        draft.to.zip = "10118".to_owned();
        for package in &mut draft.packages {
            package.weight = weight.to_owned();
            package.weight_unit = unit;
            [package.length, package.width, package.height] = sizes.map(ToOwned::to_owned);
        }
        draft
    }

    #[test]
    fn like_is_what_costs_the_same() {
        let one = draft("1.5", WeightUnit::Lb, ["10", "6", "4"]);
        let alike = [
            draft("2", WeightUnit::Lb, ["10", "6", "4"]),
            draft("24", WeightUnit::Oz, ["4", "10", "6"]),
            draft("0.68", WeightUnit::Kg, ["9.5", "6", "4"]),
            {
                let mut named = draft("1.5", WeightUnit::Lb, ["10", "6", "4"]);
                named.to.name = "Somebody".to_owned();
                named.to.zip = "10118-0110".to_owned();
                named
            },
        ];
        for other in &alike {
            assert_eq!(parcel_key(&one), parcel_key(other));
        }
        let other = [
            draft("2.1", WeightUnit::Lb, ["10", "6", "4"]),
            draft("15.9", WeightUnit::Oz, ["10", "6", "4"]),
            draft("1.5", WeightUnit::Lb, ["12", "6", "4"]),
            {
                let mut signed = draft("1.5", WeightUnit::Lb, ["10", "6", "4"]);
                let service = postroom_api::value::SpecialService::parse("Signature");
                signed.options.special_services.insert(service);
                signed
            },
            {
                let mut elsewhere = draft("1.5", WeightUnit::Lb, ["10", "6", "4"]);
                elsewhere.to.zip = "94111".to_owned();
                elsewhere
            },
        ];
        for other in &other {
            assert_ne!(parcel_key(&one), parcel_key(other));
        }
    }

    #[test]
    fn light_parcels_go_by_a_quarter_of_a_pound() {
        let step = |ounces| parcel_key(&draft(ounces, WeightUnit::Oz, ["", "", ""]));
        assert_eq!(step("4.1"), step("8"));
        assert_ne!(step("4"), step("4.1"));
        assert_eq!(step("12.5"), step("16"));
        assert_ne!(step("16"), step("16.1"));
    }
}
