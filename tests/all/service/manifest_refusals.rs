//! The shipments that a manifest refuses, and the errors.

use serde_json::{Value, json};

use super::manifests::{bought, jump, manifest, refused, request};
use super::setup::{shipment, signed_in};

#[test]
fn what_cannot_be_manifested_is_named_and_keeps_nothing() {
    let (_service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let good = bought(&clerk, "good", &account, "PriorityMail");
    let nova = bought(&clerk, "nova", &clerk.carrier_account("NOVA"), "Ground");
    let used = bought(&clerk, "used", &account, "PriorityMail");
    manifest(&clerk, &account, "Id", &[&used]).ok();
    let back = bought(&clerk, "back", &account, "PriorityMail");
    clerk
        .call(
            "POST",
            "/Shipment/Refund",
            &[("transactionId", "back-again")],
            Some(json!({"key": "Id", "value": back})),
        )
        .ok();
    let mut order = shipment(&account, "PriorityMail");
    order["shipDate"] = json!("2026-03-04");
    let later = clerk.buy("later", order).ok();
    let later = later["id"].as_str().unwrap();
    let values = [&good, &nova, &used, &back, later, "unknown", &good];
    let answer = manifest(&clerk, &account, "Id", &values);
    assert_eq!(answer.code(), "MANIFEST.VALIDATION_FAILED");
    assert_eq!(answer.json()["Errors"][0]["AdditionalInfo"]["key"], "Id");
    let wanted = [
        (&*nova, "it was bought with another carrier account"),
        (&used, "it is on a manifest already"),
        (&back, "its refund has been asked for"),
        (later, "its ship date is 2026-03-04 and not 2026-03-02"),
        ("unknown", "no shipment has this Id"),
        (&good, "it is named twice"),
    ];
    let wanted: Vec<(String, String)> =
        wanted.map(|(value, reason)| (value.to_owned(), reason.to_owned())).to_vec();
    assert_eq!(refused(&answer), wanted);
    assert!(answer.message().starts_with("6 values"), "{}", answer.message());
    // A key that does not match the kind of value finds nothing.
    let answer = manifest(&clerk, &account, "TrackingNumber", &[&good]);
    assert_eq!(answer.code(), "MANIFEST.VALIDATION_FAILED");
    assert_eq!(refused(&answer).len(), 1);
    // The valid shipment was not marked, and the later one can go on a manifest for its date.
    assert_eq!(clerk.get("/Manifest").ok()["totalResults"], json!(1));
    manifest(&clerk, &account, "Id", &[&good]).ok();
    let mut body = request(&account, "Id", &[later]);
    body["shipDate"] = json!("2026-03-04T00:00:00Z");
    let made = clerk.send("POST", "/Manifest", body).ok();
    assert!(made["shipDate"].as_str().unwrap().starts_with("2026-03-04"));
    // Without a ship date in the request, all shipments must have the same one.
    let one = bought(&clerk, "one", &account, "PriorityMail");
    let mut order = shipment(&account, "PriorityMail");
    order["shipDate"] = json!("2026-03-05");
    let two = clerk.buy("two", order).ok();
    let mut body = request(&account, "Id", &[&one, two["id"].as_str().unwrap()]);
    body.as_object_mut().unwrap().remove("shipDate");
    let answer = clerk.send("POST", "/Manifest", body);
    assert_eq!(refused(&answer)[0].0, two["id"].as_str().unwrap());
}

#[test]
fn a_shipment_whose_day_is_past_enters_no_network() {
    let (service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let id = bought(&clerk, "left-over", &account, "PriorityMail");
    // Only the simulated day may be ahead: today by either clock is not in the past.
    jump(&service, 24);
    let other = bought(&clerk, "ahead", &account, "PriorityMail");
    let mut body = request(&account, "Id", &[&other]);
    body["shipDate"] = json!("2026-03-03");
    clerk.send("POST", "/Manifest", body).ok();
    service.clock.advance(jiff::SignedDuration::from_hours(24));
    let clerk = service.clerk();
    let mut body = request(&account, "Id", &[&id]);
    let answer = clerk.send("POST", "/Manifest", body.clone());
    assert_eq!(answer.code(), "MANIFEST.VALIDATION_FAILED");
    assert_eq!(answer.message(), "shipDate is earlier than today.");
    body.as_object_mut().unwrap().remove("shipDate");
    let answer = clerk.send("POST", "/Manifest", body);
    assert_eq!(answer.code(), "MANIFEST.VALIDATION_FAILED");
    assert_eq!(refused(&answer)[0].1, "its ship date 2026-03-02 is past");
}

#[test]
fn requests_that_are_wrong_in_themselves() {
    let (_service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let id = bought(&clerk, "whole", &account, "PriorityMail");
    let disabled = clerk.carrier_account("ORBIT");
    let body = json!({"id": disabled, "name": "Orbit", "carrierCode": "ORBIT",
                      "configuration": {}, "status": "Disabled"});
    clerk.send("PUT", "/CarrierAccount", body).ok();
    let good = request(&account, "Id", &[&id]);
    let many: Vec<String> = (0..2001).map(|at| at.to_string()).collect();
    let walk_in = clerk.carrier_account("POST-ePostage");
    for (field, value, code) in [
        ("fromAddress", Value::Null, "MANIFEST.BAD_REQUEST"),
        ("fromAddress", json!({"id": "x"}), "ADDRESS.NOT_FOUND"),
        ("fromAddress", json!({"name": "x"}), "MANIFEST.BAD_REQUEST"),
        ("carrierAccountId", Value::Null, "MANIFEST.BAD_REQUEST"),
        ("carrierAccountId", json!("x"), "CARRIERACCOUNT.NOT_FOUND"),
        ("carrierAccountId", json!(disabled), "CARRIERACCOUNT.NOT_ACTIVE"),
        ("carrierAccountId", json!(walk_in), "MANIFEST.NOT_SUPPORTED"),
        ("key", Value::Null, "MANIFEST.BAD_REQUEST"),
        ("key", json!("Colour"), "MANIFEST.VALIDATION_FAILED"),
        ("value", Value::Null, "MANIFEST.BAD_REQUEST"),
        ("value", json!([]), "MANIFEST.BAD_REQUEST"),
        ("value", json!([""]), "MANIFEST.BAD_REQUEST"),
        ("value", json!([7]), "MANIFEST.BAD_REQUEST"),
        ("value", json!(id), "MANIFEST.BAD_REQUEST"),
        ("value", json!(many), "MANIFEST.VALIDATION_FAILED"),
        ("shipDate", json!("soon"), "MANIFEST.BAD_REQUEST"),
        ("shipDate", json!("2026-03-01"), "MANIFEST.VALIDATION_FAILED"),
        ("async", json!("true"), "MANIFEST.BAD_REQUEST"),
    ] {
        let mut body = good.clone();
        body[field] = value;
        let answer = clerk.send("POST", "/Manifest", body.clone());
        assert_eq!(answer.code(), code, "{field}: {}", body[field]);
    }
    // The state follows from the ZIP; only rates and shipments require it (2.6).
    let mut body = good;
    body["fromAddress"].as_object_mut().unwrap().remove("state");
    let made = clerk.send("POST", "/Manifest", body).ok();
    assert_eq!(made["fromAddress"]["state"], "IL");
}

#[test]
fn after_a_rejected_refund_the_label_is_good_again() {
    let (service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let body = json!({"amount": 5000});
    service.practice("POST", "/refill", Some(body)).ok();
    // One refund in twenty is rejected, depending on the shipment's random id.
    let (mut rejected, mut approved) = (None, None);
    for at in 0..400 {
        let id = bought(&clerk, &format!("try-{at}"), &account, "GroundAdvantage");
        let refund = json!({"key": "Id", "value": id});
        let transaction = format!("back-{at}");
        let headers = [("transactionId", transaction.as_str())];
        clerk.call("POST", "/Shipment/Refund", &headers, Some(refund)).ok();
        jump(&service, 24);
        let path = format!("/Shipment?key=Id&value={id}");
        match clerk.get(&path).ok()["refundStatus"].as_str() {
            Some("Rejected") => rejected = Some(id),
            _ => approved = Some(id),
        }
        if rejected.is_some() && approved.is_some() {
            break;
        }
    }
    let manifested = |found: Option<String>| {
        let mut body = request(&account, "Id", &[&found.unwrap()]);
        body.as_object_mut().unwrap().remove("shipDate");
        clerk.send("POST", "/Manifest", body)
    };
    assert_eq!(manifested(rejected).status, 200);
    let answer = manifested(approved);
    assert_eq!(refused(&answer)[0].1, "its refund has been asked for");
}
