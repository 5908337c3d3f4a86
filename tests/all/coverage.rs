//! Nothing of the interface without a golden: 27 calls, every field of section 2, every
//! enumerated value, every error code.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::wire::golden;

/// Section 4, every call by its name.
pub const CALLS: [&str; 27] = [
    "POST /Account/Token",
    "GET /Account/Postage/Balance",
    "PUT /Account/Postage/Balance",
    "PUT /Account/Postage/AutoBuy",
    "GET /Account/Postage/BalanceHistory",
    "POST /User/SignUp/Customer",
    "POST /User/ApproveTermsAndConditions",
    "GET /Address/:id",
    "POST /Address",
    "POST /Address/:id/Validate",
    "GET /Carrier",
    "GET /CarrierAccount",
    "POST /CarrierAccount",
    "PUT /CarrierAccount",
    "DELETE /CarrierAccount/:carrierAccountId",
    "GET /CarrierAccount/Service",
    "GET /CarrierAccount/SpecialService",
    "GET /CarrierAccount/PackageType",
    "POST /ShipmentRate",
    "GET /Shipment",
    "POST /Shipment",
    "POST /Shipment/Refund",
    "GET /Shipment/:id/Label",
    "POST /Manifest",
    "GET /Manifest",
    "GET /Tracking",
    "POST /Document/POST/99M",
];

/// Section 4.9: the response of this endpoint is not shown.
const REPLY_NOT_SHOWN: [&str; 1] = ["POST /Document/POST/99M"];

#[test]
fn every_call_has_a_golden_request_and_reply() {
    let goldens: BTreeMap<String, golden::Golden> = golden::all_calls()
        .into_iter()
        .map(|golden| (golden.call.clone(), golden))
        .collect();
    let listed: BTreeSet<&str> = CALLS.into_iter().collect();
    let written: BTreeSet<&str> = goldens.keys().map(String::as_str).collect();
    assert_eq!(written, listed);
    for (call, golden) in &goldens {
        assert!(golden.source.contains("4."), "{call} cites no section");
        assert!(
            call.starts_with(&format!("{} ", golden.method)),
            "{call} is a {}",
            golden.method
        );
        let shown = !REPLY_NOT_SHOWN.contains(&call.as_str());
        assert_eq!(golden.reply.is_some(), shown, "{call}");
    }
}

#[test]
fn every_field_stands_in_a_golden() {
    let objects = golden::json("fields.json");
    for (object, entry) in objects.as_object().unwrap() {
        if object == "_source" {
            continue;
        }
        let shown: BTreeSet<String> = list(&entry["at"])
            .iter()
            .flat_map(|place| keys_at(place))
            .collect();
        let fields: BTreeSet<String> = list(&entry["fields"]).into_iter().collect();
        let missing: Vec<_> = fields.difference(&shown).collect();
        assert!(missing.is_empty(), "{object}: no golden shows {missing:?}");
        let extra: Vec<_> = shown.difference(&fields).collect();
        assert!(
            extra.is_empty(),
            "{object}: not in the interface: {extra:?}"
        );
    }
}

#[test]
fn every_error_code_has_an_answer() {
    let answers = golden::json("error/codes.json");
    let codes: BTreeSet<&str> = answers["answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer["body"]["Errors"][0]["Code"].as_str().unwrap())
        .collect();
    // 43 codes of section 7.3, and INTERNAL_SERVER_ERROR of 7.2.
    assert_eq!(codes.len(), 44);
}

fn list(value: &Value) -> Vec<String> {
    let items = value.as_array().unwrap().iter();
    items
        .map(|item| item.as_str().unwrap().to_owned())
        .collect()
}

/// The keys of the object at `file.json#/pointer`.
fn keys_at(place: &str) -> Vec<String> {
    let (file, pointer) = place.split_once('#').unwrap();
    let value = golden::json(file);
    let object = value.pointer(pointer).and_then(Value::as_object);
    let object = object.unwrap_or_else(|| panic!("{place} is no object"));
    object.keys().cloned().collect()
}
