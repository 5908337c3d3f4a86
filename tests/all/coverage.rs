//! Every part of the interface has a golden file: 27 calls, every field of section 2, every
//! enumerated value, every error code.

use crate::prelude::*;
use crate::service::codes;
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

/// The errors of each call, by sections 3, 4, 5, 7.3 and 8. The conformance run checks for every
/// call that it requires a token, and each field by name.
const ERRORS: [(&str, &[&str]); 17] = [
    (
        "POST /Account/Token",
        &["ACCOUNT.APP.AUTHENTICATION_FAILED", "USER.NOT_FOUND", "USER.VALIDATION_FAILED"],
    ),
    (
        "PUT /Account/Postage/Balance",
        &["ACCOUNT.PAYMENT_FAILED", "ACCOUNT.BALANCE.VALIDATION_FAILED"],
    ),
    ("GET /Account/Postage/BalanceHistory", &["ACCOUNT.VALIDATION_FAILED"]),
    (
        "POST /User/SignUp/Customer",
        &[
            "ACCOUNT.VALIDATION_FAILED",
            "USER.VALIDATION_FAILED",
            "ACCOUNT.PARENT.NOT_FOUND",
            "ACCOUNT.PARENT.VALIDATION_FAILED",
        ],
    ),
    ("POST /User/ApproveTermsAndConditions", &["ACCOUNT.NOT_FOUND", "ACCOUNT.VALIDATION_FAILED"]),
    ("POST /Address", &["ADDRESS.VALIDATION_FAILED"]),
    ("GET /Carrier", &["ACCOUNT.NOT_ACTIVE", "ACCOUNT.APP.AUTHENTICATION_FAILED"]),
    (
        "POST /CarrierAccount",
        &[
            "ACCOUNT.APP.VALIDATION_FAILED",
            "CARRIER.NOT_SUPPORTED",
            "CARRIERACCOUNT.VALIDATION_FAILED",
            "CARRIERACCOUNT.CONFIG.NOT_AUTHORIZED",
        ],
    ),
    ("PUT /CarrierAccount", &["CARRIERACCOUNT.NOT_FOUND"]),
    ("DELETE /CarrierAccount/:carrierAccountId", &["CARRIERACCOUNT.NOT_FOUND"]),
    (
        "POST /ShipmentRate",
        &[
            "CARRIER.NOT_ACTIVE",
            "CARRIER.AUTHENTICATION_FAILED",
            "CARRIERACCOUNT.NOT_ACTIVE",
            "PACKAGETYPE.NOT_ACTIVE",
            "PACKAGETYPE.NOT_FOUND",
            "PACKAGETYPE.NOT_SUPPORTED",
            "PACKAGETYPE.VALIDATION_FAILED",
            "SERVICE.NOT_ACTIVE",
            "SERVICE.NOT_SUPPORTED",
            "SHIPMENTRATE.NOT_FOUND",
            "SHIPMENTRATE.VALIDATION_FAILED",
            "SHIPMENTRATE.SPECIALSERVICEPARAM.VALIDATION_FAILED",
            "SPECIALSERVICE.NOT_SUPPORTED",
            "SPECIALSERVICE.VALIDATION_FAILED",
        ],
    ),
    ("GET /Shipment", &["SHIPMENT.NOT_FOUND"]),
    (
        "POST /Shipment",
        &[
            "ACCOUNT.BALANCE.VALIDATION_FAILED",
            "SHIPMENT.BAD_REQUEST",
            "SHIPMENT.OPERATION_FAILED",
            "SHIPMENT.VALIDATION_FAILED",
            "SHIPMENT.LABEL.VALIDATION_FAILED",
            "SHIPMENT.SPECIALSERVICEPARAM.VALIDATION_FAILED",
            "SHIPMENT.OPTION.ATTRIBUTE_IGNORED",
        ],
    ),
    (
        "POST /Shipment/Refund",
        &["SHIPMENT.REFUND.NOT_SUPPORTED", "SHIPMENT.REFUND.VALIDATION_FAILED"],
    ),
    ("POST /Manifest", &["MANIFEST.NOT_SUPPORTED", "MANIFEST.VALIDATION_FAILED"]),
    ("GET /Manifest", &["MANIFEST.NOT_FOUND", "MANIFEST.VALIDATION_FAILED"]),
    ("GET /Tracking", &["SHIPMENT.TRACKING.NOT_SUPPORTED"]),
];

/// Section 4.9 does not show the response of this endpoint.
const REPLY_NOT_SHOWN: [&str; 1] = ["POST /Document/POST/99M"];

#[test]
fn every_call_has_a_golden_request_and_reply() {
    let goldens: BTreeMap<String, golden::Golden> =
        golden::all_calls().into_iter().map(|golden| (golden.call.clone(), golden)).collect();
    let listed: BTreeSet<&str> = CALLS.into_iter().collect();
    let written: BTreeSet<&str> = goldens.keys().map(String::as_str).collect();
    assert_eq!(written, listed);
    for (call, golden) in &goldens {
        assert!(golden.source.contains("4."), "{call} cites no section");
        assert!(call.starts_with(&format!("{} ", golden.method)), "{call} is a {}", golden.method);
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
        let shown: BTreeSet<String> =
            list(&entry["at"]).iter().flat_map(|place| keys_at(place)).collect();
        let fields: BTreeSet<String> = list(&entry["fields"]).into_iter().collect();
        let missing: Vec<_> = fields.difference(&shown).collect();
        assert!(missing.is_empty(), "{object}: no golden shows {missing:?}");
        let extra: Vec<_> = shown.difference(&fields).collect();
        assert!(extra.is_empty(), "{object}: not in the interface: {extra:?}");
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

#[test]
fn every_documented_error_of_a_call_is_met() {
    let tried: BTreeSet<(&str, &str)> =
        codes::cases().iter().map(|case| (case.call, case.code)).collect();
    let gaps: Vec<_> = ERRORS
        .iter()
        .flat_map(|(call, codes)| codes.iter().map(move |code| (*call, *code)))
        .filter(|case| !tried.contains(case))
        .collect();
    assert!(gaps.is_empty(), "{gaps:#?}");
    let documented: BTreeSet<&str> =
        ERRORS.iter().flat_map(|(_, codes)| codes.iter().copied()).collect();
    let unplaced: Vec<_> =
        codes::LISTED.iter().filter(|code| !documented.contains(*code)).collect();
    assert!(unplaced.is_empty(), "no call is said to give {unplaced:?}");
}

fn list(value: &Value) -> Vec<String> {
    let items = value.as_array().unwrap().iter();
    items.map(|item| item.as_str().unwrap().to_owned()).collect()
}

/// The keys of the object at `file.json#/pointer`.
fn keys_at(place: &str) -> Vec<String> {
    let (file, pointer) = place.split_once('#').unwrap();
    let value = golden::json(file);
    let object = value.pointer(pointer).and_then(Value::as_object);
    let object = object.unwrap_or_else(|| panic!("{place} is no object"));
    object.keys().cloned().collect()
}
