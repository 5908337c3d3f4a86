//! Every enumerated value of sections 2 and 3, read and written.

use std::collections::BTreeSet;

use postroom::api::shipment::ShipmentKey;
use postroom::api::value::*;
use postroom::base::measure::{LengthUnit, WeightUnit};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::golden;

#[test]
fn every_listed_value_is_known_and_survives() {
    let lists = golden::json("values.json");
    let mut tried = BTreeSet::from(["_source".to_owned()]);
    macro_rules! check {
        ($($name:ident)+) => {$(
            check(&lists, stringify!($name), $name::ALL, |value| {
                !matches!(value, $name::Unknown(_))
            });
            tried.insert(stringify!($name).to_owned());
        )+};
    }
    check! {
        PackageType Service SpecialService HazmatType LiveAnimalsType ReturnsImageType
        ContentType NonDeliveryOption RestrictionType Eelpfc LabelType LabelFileType
        LabelSize LabelOrientation BillToType EntryFacilityType ContainerType
        ReferenceType CarrierAccountStatus AccountStatus RefundStatus TrackingStatus
    }
    check(&lists, "WeightUnit", &WeightUnit::ALL, |_| true);
    check(&lists, "LengthUnit", &LengthUnit::ALL, |_| true);
    check_texts(&lists, "Key", ShipmentKey::ALL.map(|key| key.as_str().to_owned()));
    tried.extend(["WeightUnit", "LengthUnit", "Key"].map(str::to_owned));

    let listed: BTreeSet<String> = lists.as_object().unwrap().keys().cloned().collect();
    assert_eq!(tried, listed);
}

fn check<T>(lists: &Value, name: &str, all: &[T], known: fn(&T) -> bool)
where
    T: Serialize + DeserializeOwned,
{
    for text in texts(lists, name) {
        let value: T = serde_json::from_value(Value::String(text.clone())).unwrap();
        assert!(known(&value), "{name}: {text} is not known");
        assert_eq!(serde_json::to_value(&value).unwrap(), Value::String(text), "{name}");
    }
    let written = all
        .iter()
        .map(|value| serde_json::to_value(value).unwrap())
        .map(|value| value.as_str().unwrap().to_owned());
    check_texts(lists, name, written);
}

fn check_texts(lists: &Value, name: &str, known: impl IntoIterator<Item = String>) {
    let known: BTreeSet<String> = known.into_iter().collect();
    assert_eq!(known, texts(lists, name).into_iter().collect(), "{name}");
}

fn texts(lists: &Value, name: &str) -> Vec<String> {
    lists[name]["values"]
        .as_array()
        .unwrap_or_else(|| panic!("{name} is not listed"))
        .iter()
        .map(|value| value.as_str().unwrap().to_owned())
        .collect()
}
