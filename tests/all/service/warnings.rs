//! Warnings of section 7.4, which are part of the response to the call whose field was ignored.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::codes::{TestService, merge};
use super::http::Answer;
use super::setup::{berlin, chicago, customs, san_francisco};

/// The code and field of each warning, after checking its form.
#[track_caller]
fn warned(answer: &Answer) -> BTreeSet<(String, String)> {
    let body = answer.ok();
    let Some(warnings) = body.get("Warnings") else {
        return BTreeSet::new();
    };
    let list = warnings.as_array().unwrap();
    assert!(!list.is_empty(), "an empty list is left out");
    list.iter()
        .map(|warning| {
            let message = warning["Message"].as_str().unwrap();
            assert!(message.ends_with('.'), "{message}");
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            (text(&warning["Code"]), text(&warning["AdditionalInfo"]["field"]))
        })
        .collect()
}

fn all(code: &str, fields: &[&str]) -> BTreeSet<(String, String)> {
    let entry = |field: &&str| (code.to_owned(), (*field).to_owned());
    fields.iter().map(entry).collect()
}

const SHIPMENT: &str = "SHIPMENT.ATTRIBUTE_IGNORED";
const OPTION: &str = "SHIPMENT.OPTION.ATTRIBUTE_IGNORED";
const TRACKING: &str = "SHIPMENT.TRACKING.ATTRIBUTE_IGNORED";

fn with(mut base: Value, more: Value) -> Value {
    merge(&mut base, more);
    base
}

#[test]
fn unknown_fields_of_a_purchase_are_named_by_their_way() {
    let stage = TestService::new();
    let package = json!({"weight": 1, "length": 9, "width": 6, "height": 3, "colour": "red", "oversized": true});
    let order = json!({
        "nickname": "x", "nothing": null,
        "toAddress": with(san_francisco(), json!({"planet": "Earth", "verify": true, "save": true})),
        "packages": [package],
        "postageLabel": {"labelType": "Url", "glitter": 1},
        "specialServiceParam": {"insuranceAmount": 50, "magic": true},
        "customsInfo": with(customs(), json!({"customsItem": [{
            "description": "Mug", "quantity": 1, "value": 3, "shape": "round"}]})),
    });
    let bought = stage.buy("odd", "POST-eVS", "PriorityMail", order);
    let fields = [
        "nickname",
        "toAddress.planet",
        "toAddress.verify",
        "packages[0].colour",
        "packages[0].oversized",
        "postageLabel.glitter",
        "specialServiceParam.magic",
        "specialServiceParam.insuranceAmount",
        "customsInfo.customsItem[0].shape",
    ];
    assert_eq!(warned(&bought), all(SHIPMENT, &fields));
    // A later query has no warnings, and a repeated transaction id is still refused.
    let id = bought.json()["id"].as_str().unwrap().to_owned();
    for path in [
        format!("/Shipment?key=Id&value={id}"),
        format!("/Shipment/{id}/Label"),
        "/Shipment".to_owned(),
    ] {
        assert!(warned(&stage.clerk.get(&path)).is_empty(), "{path}");
    }
    let again = stage.buy("odd", "POST-eVS", "PriorityMail", json!({"nickname": "x"}));
    assert_eq!(again.code(), "SHIPMENT.VALIDATION_FAILED");
    let plain = stage.buy("plain", "POST-eVS", "PriorityMail", json!({}));
    assert!(plain.ok().get("Warnings").is_none());
}

#[test]
fn rates_warn_of_what_only_a_purchase_takes() {
    let stage = TestService::new();
    let saved = with(chicago(), json!({"save": true}));
    let id = stage.clerk.send("POST", "/Address", saved).ok()["id"].clone();
    let ask = json!({
        "fromAddress": {"id": id, "name": "Somebody else"},
        "shipDate": "2026-03-02", "option": {"subAccount": "7"}, "specialServiceParam": {"codAmount": 5},
    });
    let fields = ["fromAddress.name", "shipDate", "option", "specialServiceParam.codAmount"];
    assert_eq!(warned(&stage.rate(ask)), all(SHIPMENT, &fields));
    assert!(warned(&stage.rate(json!({"fromAddress": {"id": id}}))).is_empty());
    let abroad = json!({"toAddress": berlin(), "customsInfo": customs()});
    assert!(warned(&stage.rate(abroad)).is_empty());
    let refused = stage.rate(json!({"shipDate": "2026-03-02", "service": "Teleport"}));
    assert_eq!(refused.code(), "SERVICE.NOT_SUPPORTED", "a failure has no warnings");
    assert!(refused.json().get("Warnings").is_none());
}

#[test]
fn bill_to_counts_for_the_express_carrier_alone() {
    let stage = TestService::new();
    let bill_to = json!({"type": "Recipient", "account": "A-1", "zip": "94111"});
    let order = json!({ "billTo": bill_to });
    let before = stage.clerk.balance_text();
    let nova = stage.buy("nova", "NOVA", "Ground", order.clone());
    assert!(warned(&nova).is_empty());
    assert_eq!(nova.json()["billTo"], bill_to);
    assert_eq!(stage.clerk.balance_text(), before, "the recipient pays");
    let post = stage.buy("post", "POST-eVS", "PriorityMail", order);
    assert_eq!(warned(&post), all(SHIPMENT, &["billTo"]));
    assert_eq!(post.json()["billTo"], Value::Null);
    assert_ne!(stage.clerk.balance_text(), before, "the sender pays");
    let sender = json!({"billTo": {"type": "Sender"}});
    let balance = stage.clerk.balance_text();
    stage.buy("sender", "NOVA", "Ground", sender).ok();
    assert_ne!(stage.clerk.balance_text(), balance);
}

#[test]
fn options_warn_where_the_carrier_makes_no_use_of_them() {
    let stage = TestService::new();
    let whole = json!({
        "POST_EntryFacilityType": "DDU", "POST_EntryFacilityZip": "94111",
        "POST_ContainerID1": "C1", "POST_ContainerType1": "PALLET",
        "locationCode": "L1", "subAccount": "S1",
    });
    let post = [
        "POST_EntryFacilityType",
        "POST_EntryFacilityZip",
        "POST_ContainerID1",
        "POST_ContainerType1",
    ];
    let way = |name: &str| format!("option.{name}");
    for (carrier, service, extra) in [
        ("POST-eVS", "PriorityMail", None),
        ("POST-ePostage", "PriorityMail", Some(&[][..])),
        ("NOVA", "Ground", Some(&["locationCode"][..])),
        ("ORBIT", "Ecommerce", Some(&[][..])),
    ] {
        let bought = stage.buy(carrier, carrier, service, json!({ "option": whole }));
        let names: Vec<String> = match extra {
            None => Vec::new(),
            Some(extra) => post.iter().chain(extra).map(|name| way(name)).collect(),
        };
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(warned(&bought), all(OPTION, &names), "{carrier}");
    }
    let strange = json!({"option": {"subAccount": "S1", "cargo": "bees"}});
    let bought = stage.buy("strange", "NOVA", "Ground", strange);
    assert_eq!(warned(&bought), all(OPTION, &["option.cargo"]));
    // Half of a pair is an error, before anything is bought.
    let before = stage.clerk.balance_text();
    for half in [
        json!({"POST_EntryFacilityZip": "94111"}),
        json!({"POST_ContainerType2": "SACK", "POST_ContainerID1": "C1"}),
    ] {
        let refused = stage.buy("half", "POST-eVS", "PriorityMail", json!({ "option": half }));
        assert_eq!((refused.status, refused.code()), (422, OPTION.to_owned()));
        let field = refused.json()["Errors"][0]["AdditionalInfo"]["field"].clone();
        assert!(field.as_str().unwrap().starts_with("option.POST_"), "{field}");
    }
    assert_eq!(stage.clerk.balance_text(), before);
}

#[test]
fn tracking_and_refunds_warn_too() {
    let stage = TestService::new();
    stage.buy("t", "POST-eVS", "MediaMail", json!({})).ok();
    let path = "/Tracking?key=TransactionId&value=t";
    assert!(warned(&stage.clerk.get(path)).is_empty());
    let odd = stage.clerk.get(&format!("{path}&packageNumber=1&carrier=POST"));
    assert_eq!(warned(&odd), all(TRACKING, &["packageNumber", "carrier"]));
    let id = odd.json()["trackingNumber"].clone();
    let body = json!({"key": "TrackingNumber", "value": id, "reason": "mistake"});
    let headers = [("transactionId", "r")];
    let refund = stage.clerk.call("POST", "/Shipment/Refund", &headers, Some(body));
    assert_eq!(warned(&refund), all(SHIPMENT, &["reason"]));
}
