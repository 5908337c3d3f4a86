//! Carriers, carrier accounts and catalogues.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::setup::{Clerk, signed_in};

fn codes(clerk: &Clerk, path: &str) -> BTreeSet<String> {
    let catalogue = clerk.get(path).ok();
    let lists = catalogue.as_object().unwrap().values();
    lists
        .flat_map(|list| list.as_array().unwrap())
        .map(|entry| {
            assert!(
                ["name", "id", "createdDate"].iter().all(|name| entry[*name].is_string()),
                "{entry}"
            );
            entry["code"].as_str().unwrap().to_owned()
        })
        .collect()
}

#[test]
fn catalogues_hold_every_value_of_the_interface() {
    let (_service, clerk) = signed_in();
    let carriers = clerk.get("/Carrier").ok();
    let known: Vec<&Value> =
        carriers.as_array().unwrap().iter().map(|carrier| &carrier["code"]).collect();
    assert_eq!(known, ["POST-eVS", "POST-ePostage", "NOVA", "ORBIT"]);
    for (path, count, some) in [
        ("/CarrierAccount/Service", 32, "Express12:00DOC"),
        ("/CarrierAccount/SpecialService", 16, "Delivery1030AM"),
        ("/CarrierAccount/PackageType", 13, "RegionalRateBoxA2"),
    ] {
        let codes = codes(&clerk, path);
        assert_eq!(codes.len(), count, "{path}: {codes:?}");
        assert!(codes.contains(some), "{path}");
    }
}

#[test]
fn carrier_accounts_are_made_changed_and_removed() {
    let (_service, clerk) = signed_in();
    let path = "/CarrierAccount";
    let new =
        json!({"name": "Night post", "carrierCode": "NOVA", "configuration": {"costCentre": "7"}});
    let made = clerk.send("POST", path, new.clone()).ok();
    assert_eq!(
        (&made["status"], &made["configuration"]),
        (&json!("Enabled"), &json!({"costCentre": "7"}))
    );
    assert_eq!(clerk.send("POST", path, new).code(), "CARRIERACCOUNT.VALIDATION_FAILED");
    for (body, code) in [
        (
            json!({"name": "x", "carrierCode": "GHOST", "configuration": {}}),
            "CARRIERACCOUNT.NOT_FOUND",
        ),
        (json!({"name": "x", "carrierCode": "NOVA"}), "CARRIERACCOUNT.BAD_REQUEST"),
        (
            json!({"name": 7, "carrierCode": "NOVA", "configuration": {}}),
            "CARRIERACCOUNT.BAD_REQUEST",
        ),
        (
            json!({"name": "x", "carrierCode": "NOVA", "configuration": {}, "status": "Sleeping"}),
            "CARRIERACCOUNT.VALIDATION_FAILED",
        ),
    ] {
        assert_eq!(clerk.send("POST", path, body.clone()).code(), code, "{body}");
    }
    let id = made["id"].as_str().unwrap();
    let change = json!({"id": id, "name": "Day post", "carrierCode": "NOVA", "configuration": {}, "status": "Disabled"});
    assert_eq!(clerk.send("PUT", path, change).ok()["name"], "Day post");
    let order = super::setup::shipment(id, "Ground");
    assert_eq!(clerk.buy("disabled", order).code(), "CARRIERACCOUNT.NOT_ACTIVE");
    assert_eq!(clerk.call("DELETE", &format!("{path}/{id}"), &[], None).ok(), json!(true));
    assert_eq!(
        clerk.call("DELETE", &format!("{path}/{id}"), &[], None).code(),
        "CARRIERACCOUNT.NOT_FOUND"
    );
    assert_eq!(clerk.get(path).ok().as_array().unwrap().len(), 4);
}
