//! Findings S4, C14 and those of a run of random requests: fields that responses and requests leave
//! out, and what verification and refunds report.

use serde_json::{Value, json};

use super::every_call::world;
use super::http::Answer;
use super::setup::{Clerk, Running, berlin, chicago, customs, san_francisco, shipment, signed_in};
use crate::coverage::CALLS;

/// Collects the JSON pointers of null values.
fn nulls(way: &str, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Null => found.push(way.to_owned()),
        Value::Object(map) => {
            map.iter().for_each(|(name, value)| nulls(&format!("{way}/{name}"), value, found))
        }
        Value::Array(list) => {
            list.iter().for_each(|value| nulls(&format!("{way}/*"), value, found))
        }
        _ => {}
    }
}

/// The types of section 2 have no null: an absent optional field is left out.
#[test]
fn no_answer_holds_a_null() {
    let world = world();
    for call in CALLS {
        let answer = world.send(&world.request(call)).ok();
        let mut found = Vec::new();
        nulls(call, &answer, &mut found);
        assert!(found.is_empty(), "{found:?}");
    }
    for path in ["/Shipment", "/Manifest", "/Account/Postage/BalanceHistory", "/Carrier"] {
        let answer = world.clerk.get(path).ok();
        let mut found = Vec::new();
        nulls(path, &answer, &mut found);
        assert!(found.is_empty(), "{found:?}");
    }
}

/// Rows of earlier versions have nulls and customs information, which responses leave out.
#[test]
fn rows_of_earlier_versions_are_shown_without_nulls() {
    let (service, clerk) = signed_in();
    let bought =
        clerk.buy("old", shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail")).ok();
    let conn = rusqlite::Connection::open(service.folder.join("practice.db")).unwrap();
    conn.busy_timeout(std::time::Duration::from_secs(30)).unwrap();
    let changed = conn.execute(
        "UPDATE shipments SET facts = json_set(facts, '$.shown.altReturnAddress', null,
         '$.shown.customsInfo', json('{\"customsItem\":[]}'), '$.label.wish.customText1', null)",
        [],
    );
    assert_eq!(changed.unwrap(), 1);
    let path = format!("/Shipment?key=Id&value={}", bought["id"].as_str().unwrap());
    let shown = clerk.get(&path).ok();
    let mut found = Vec::new();
    nulls("", &shown, &mut found);
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(shown["customsInfo"], Value::Null);
    assert_eq!(shown, bought);
}

/// Section 2.20 has no customs information; it is only on the label.
#[test]
fn customs_information_is_no_field_of_a_shipment() {
    let (_service, clerk) = signed_in();
    let mut order = shipment(&clerk.carrier_account("POST-eVS"), "PriorityMailIntl");
    order["toAddress"] = berlin();
    order["customsInfo"] = customs();
    order["postageLabel"] = json!({"labelFileType": "ZPL", "labelType": "Base64"});
    let bought = clerk.buy("abroad", order).ok();
    let path = format!("/Shipment?key=Id&value={}", bought["id"].as_str().unwrap());
    for shown in [&bought, &clerk.get(&path).ok(), &clerk.get("/Shipment").ok()["results"][0]] {
        assert_eq!(shown.get("customsInfo"), None, "{shown}");
        assert_eq!(shown["service"], "PriorityMailIntl");
    }
    use base64::Engine;
    let label = bought["postageLabel"]["labels"][0].as_str().unwrap();
    let label = base64::engine::general_purpose::STANDARD.decode(label).unwrap();
    let label = String::from_utf8_lossy(&label);
    assert!(label.contains("CUSTOMS DECLARATION"), "{label}");
}

/// A date parameter that is present must be a date.
#[test]
fn an_empty_date_is_refused() {
    let (_service, clerk) = signed_in();
    for path in ["/Shipment", "/Manifest", "/Account/Postage/BalanceHistory"] {
        for query in ["startDate=", "endDate=", "startDate=null", "startDate=&endDate=2026-03-02"] {
            let answer = clerk.get(&format!("{path}?{query}"));
            assert_eq!(answer.status, 400, "{path}?{query}");
            assert!(answer.code().ends_with(".BAD_REQUEST"));
            assert!(answer.message().contains("Date"), "{}", answer.message());
        }
        clerk.get(&format!("{path}?pageToken=null")).ok();
    }
}

/// Finding C14: section 4.7 marks `key` and `value` as required; a fault simulates a service that
/// insists on them.
#[test]
fn manifests_can_insist_on_key_and_value() {
    let world = world();
    world.clerk.get("/Manifest").ok();
    let rule = json!({"call": "GET /Manifest", "kind": "key_required", "chance": 1});
    world.service.practice("POST", "/faults", Some(rule)).ok();
    for query in ["", "?startDate=2026-01-01", "?key=Id", "?value=x", "?key=&value="] {
        let answer = world.clerk.get(&format!("/Manifest{query}"));
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (400, "MANIFEST.BAD_REQUEST"),
            "{query}"
        );
    }
    let id = world.manifest.as_str().unwrap();
    let one = world.clerk.get(&format!("/Manifest?key=Id&value={id}")).ok();
    assert_eq!(one["id"], world.manifest);
}

/// Finding S4.
#[test]
fn what_an_update_of_a_carrier_account_leaves_out_stays() {
    let (_service, clerk) = signed_in();
    let whole = json!({
        "name": "Post 2", "carrierCode": "POST-eVS", "configuration": {}, "status": "Disabled",
        "description": "the second", "logo": "https://example.com/logo.png",
    });
    let made = clerk.send("POST", "/CarrierAccount", whole).ok();
    let update = |more: Value| {
        let mut body = json!({"id": made["id"], "name": "Post 3", "carrierCode": "POST-eVS",
                              "configuration": {}});
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        clerk.send("PUT", "/CarrierAccount", body).ok()
    };
    let renamed = update(json!({}));
    for (name, value) in [
        ("name", "Post 3"),
        ("status", "Disabled"),
        ("description", "the second"),
        ("logo", "https://example.com/logo.png"),
    ] {
        assert_eq!(renamed[name], value, "{renamed}");
    }
    assert_eq!(update(json!({"status": null}))["status"], "Disabled");
    assert_eq!(update(json!({"status": "Enabled"}))["status"], "Enabled");
    assert_eq!(update(json!({}))["status"], "Enabled");
    assert_eq!(update(json!({"description": ""})).get("description"), None);
}

/// Finding S4.
#[test]
fn verification_says_whether_people_live_there() {
    let (_service, clerk) = signed_in();
    let verified = |address: &Value, given: Option<bool>| {
        let mut body = address.clone();
        body["verify"] = json!(true);
        body["save"] = json!(true);
        if let Some(given) = given {
            body["isResidential"] = json!(given);
        }
        clerk.send("POST", "/Address", body).ok()
    };
    let mut said = Vec::new();
    for number in 1..=24 {
        let mut address = chicago();
        address["street1"] = json!(format!("{number} S Wacker Dr"));
        let first = verified(&address, None);
        assert!(first["isResidential"].is_boolean(), "{first}");
        // The result is the same for the same place, independent of spelling and of the caller's
        // value.
        address["street1"] = json!(format!("{number}  s. wacker  DR"));
        for given in [None, Some(true), Some(false)] {
            let again = verified(&address, given);
            assert_eq!(again["isResidential"], first["isResidential"], "{again}");
        }
        said.push(first["isResidential"].as_bool().unwrap());
    }
    assert!(said.contains(&true) && said.contains(&false), "{said:?}");
    let mut company = san_francisco();
    company["company"] = json!("Ferry Works");
    company["isResidential"] = json!(true);
    company["save"] = json!(true);
    let saved = clerk.send("POST", "/Address", company).ok();
    assert_eq!(saved["isResidential"], true, "saved as given");
    let path = format!("/Address/{}", saved["id"].as_str().unwrap());
    let validated = clerk.send("POST", &format!("{path}/Validate"), json!({})).ok();
    assert_eq!(validated["isResidential"], false);
    assert_eq!(clerk.get(&path).ok()["isResidential"], false, "and kept");
    // If verification fails, the caller's value stays.
    let mut wrong = chicago();
    wrong["zip"] = json!("94111");
    assert_eq!(verified(&wrong, Some(true))["isResidential"], true);
    assert_eq!(verified(&wrong, None).get("isResidential"), None);
}

fn hours(service: &Running, hours: u32) {
    let jump = json!({"jump": {"hours": hours}});
    service.practice("POST", "/clock", Some(jump)).ok();
}

fn refund(clerk: &Clerk, id: &str, shipment: &Value) -> Answer {
    let body = json!({"key": "Id", "value": shipment["id"]});
    let head = [("transactionId", id)];
    clerk.call("POST", "/Shipment/Refund", &head, Some(body))
}

/// Finding S4: the carrier rejects the refund of a scanned parcel, whatever an administrator sets.
#[test]
fn a_parcel_that_was_scanned_is_not_refunded() {
    let (service, clerk) = signed_in();
    let approve = json!({"refunds": "Approved"});
    service.practice("POST", "/admin", Some(approve)).ok();
    let account = clerk.carrier_account("POST-eVS");
    let order = || shipment(&account, "PriorityMail");
    let bought: Vec<Value> =
        ["early", "under way", "delivered"].map(|id| clerk.buy(id, order()).ok()).to_vec();
    let before = clerk.balance_text();
    let look = |shipment: &Value| {
        let path = format!("/Shipment?key=Id&value={}", shipment["id"].as_str().unwrap());
        clerk.get(&path).ok()
    };
    refund(&clerk, "early-back", &bought[0]).ok();
    let mut statuses = Vec::new();
    let mut shown = look(&bought[1]);
    while shown["tracking"]["status"] == "PreTransit" {
        hours(&service, 1);
        shown = look(&bought[1]);
    }
    let asked = refund(&clerk, "way-back", &bought[1]).ok();
    assert_eq!(asked["refundStatus"], "Initiated");
    assert_ne!(asked["tracking"]["status"], "Cancelled");
    // An administrator cannot approve it even for this one shipment.
    let this = json!({"refunds": "Approved", "shipmentId": bought[1]["id"]});
    let refused = service.practice("POST", "/admin", Some(this));
    assert_eq!(refused.code(), "PRACTICE.VALIDATION_FAILED");
    while !matches!(
        look(&bought[2])["tracking"]["status"].as_str().unwrap(),
        "Delivered" | "DeliveryFailed" | "Other"
    ) {
        hours(&service, 12);
    }
    refund(&clerk, "delivered-back", &bought[2]).ok();
    for _ in 0..10 {
        hours(&service, 12);
        statuses.push(look(&bought[1])["refundStatus"].clone());
        statuses.push(look(&bought[2])["refundStatus"].clone());
    }
    let paid_back = |status: &Value| status == "Approved" || status == "Refunded";
    assert!(!statuses.iter().any(paid_back), "{statuses:?}");
    assert_eq!(look(&bought[1])["refundStatus"], "Rejected");
    assert_eq!(look(&bought[2])["refundStatus"], "Rejected");
    let early = look(&bought[0]);
    assert_eq!(early["refundStatus"], "Refunded");
    assert_eq!(early["tracking"]["status"], "Cancelled");
    let history = clerk.get("/Account/Postage/BalanceHistory").ok();
    let credits = history["results"].as_array().unwrap().iter();
    assert_eq!(credits.filter(|row| row["eventType"] == "OnRefund").count(), 1);
    assert_ne!(clerk.balance_text(), before);
}
