//! The administrator's switches: what they affect, what they leave unchanged, and that they survive
//! a restart.

use serde_json::{Value, json};

use super::codes::{TestService, merge};
use super::http::Answer;
use super::main_job::signed_up;
use super::setup::{Clerk, noon, running_in, shipment};

fn found(rates: &Answer, carrier: &str) -> usize {
    let rates = rates.ok();
    let list = rates["rates"].as_array().unwrap();
    list.iter().filter(|rate| rate["carrierCode"] == carrier).count()
}

fn switches(stage: &TestService, carrier: &str) -> Value {
    let state = stage.service.practice("GET", "/admin", None).ok();
    let list = state["carriers"].as_array().unwrap().clone();
    list.into_iter().find(|entry| entry["code"] == carrier).unwrap()
}

#[test]
fn what_a_carrier_cannot_do_is_skipped_by_rates_and_named_when_asked_for() {
    let stage = TestService::new();
    let before = stage.rate(json!({}));
    for (switch, code) in [
        ("disabled", "CARRIER.NOT_ACTIVE"),
        ("credentialsRefused", "CARRIER.AUTHENTICATION_FAILED"),
        ("outage", "SHIPMENT.OPERATION_FAILED"),
    ] {
        stage.admin(json!({"carrier": "NOVA", switch: true}));
        assert_eq!(switches(&stage, "NOVA")[switch], json!(true));
        assert_eq!(switches(&stage, "ORBIT")[switch], json!(false));
        let all = stage.rate(json!({}));
        assert_eq!(found(&all, "NOVA"), 0, "{switch}");
        assert_eq!(found(&all, "ORBIT"), found(&before, "ORBIT"), "{switch}");
        let account = json!({"carrierAccountId": stage.clerk.carrier_account("NOVA")});
        assert_eq!(stage.rate(account).code(), code);
        assert_eq!(stage.rate_one("NOVA", "Ground", json!({})).code(), code, "{switch}");
        let balance = stage.clerk.balance_text();
        assert_eq!(stage.buy("again", "NOVA", "Ground", json!({})).code(), code, "{switch}");
        assert_eq!(stage.clerk.balance_text(), balance);
        stage.admin(json!({"carrier": "NOVA", switch: false}));
        assert_eq!(found(&stage.rate(json!({})), "NOVA"), found(&before, "NOVA"));
    }
    // None of the refusals used up the transaction id.
    stage.buy("again", "NOVA", "Ground", json!({})).ok();
    // With every carrier disabled, the call fails and says why.
    for carrier in ["POST-eVS", "POST-ePostage", "NOVA", "ORBIT"] {
        stage.admin(json!({"carrier": carrier, "disabled": true}));
    }
    let none = stage.rate(json!({}));
    assert_eq!(none.code(), "SHIPMENTRATE.NOT_FOUND");
    let causes = none.json()["Errors"][0]["AdditionalInfo"]["causes"].to_string();
    assert!(causes.contains("CARRIER.NOT_ACTIVE"), "{causes}");
}

#[test]
fn disabled_things_vanish_from_the_catalogues() {
    let stage = TestService::new();
    let codes = |path: &str, carrier: &str| -> Vec<String> {
        let catalogue = stage.clerk.get(path).ok();
        let list = catalogue[carrier].as_array().cloned().unwrap_or_default();
        list.iter().map(|entry| entry["code"].as_str().unwrap().to_owned()).collect()
    };
    let has =
        |path: &str, carrier: &str, code: &str| codes(path, carrier).iter().any(|c| c == code);
    let (services, packages) = ("/CarrierAccount/Service", "/CarrierAccount/PackageType");
    stage.admin(json!({"carrier": "NOVA", "service": "Ground", "disabled": true}));
    stage.admin(json!({"packageType": "SoftPack", "disabled": true}));
    assert!(!has(services, "NOVA", "Ground") && has(services, "NOVA", "NextDayAir"));
    for carrier in ["POST-eVS", "POST-ePostage", "NOVA", "ORBIT"] {
        assert!(!has(packages, carrier, "SoftPack") && has(packages, carrier, "Parcel"));
    }
    assert_eq!(switches(&stage, "NOVA")["disabledServices"], json!(["Ground"]));
    assert_eq!(switches(&stage, "NOVA")["disabledPackageTypes"], json!(["SoftPack"]));
    let all = stage.rate(json!({})).ok();
    let rates = all["rates"].as_array().unwrap();
    assert!(rates.iter().all(|rate| rate["finalService"] != "Ground"));
    assert_eq!(stage.rate_one("NOVA", "Ground", json!({})).code(), "SERVICE.NOT_ACTIVE");
    stage.rate_one("NOVA", "NextDayAir", json!({})).ok();
    let soft = json!({"packages": [{"packageType": "SoftPack", "weight": 1}]});
    assert_eq!(stage.buy("soft", "ORBIT", "Ecommerce", soft).code(), "PACKAGETYPE.NOT_ACTIVE");
    stage.admin(json!({"carrier": "ORBIT", "disabled": true}));
    assert!(codes(services, "ORBIT").is_empty());
    let carriers = stage.clerk.get("/Carrier").ok();
    assert!(!carriers.to_string().contains("ORBIT"), "{carriers}");
    let usual = stage.service.practice("DELETE", "/admin", None).ok();
    assert!(!usual.to_string().contains("true"), "{usual}");
    assert!(has(services, "NOVA", "Ground") && has(packages, "ORBIT", "SoftPack"));
}

#[test]
fn a_held_carrier_account_works_again_when_it_is_approved() {
    let stage = TestService::new();
    let id = stage.clerk.carrier_account("NOVA");
    let status = || {
        let list = stage.clerk.get("/CarrierAccount").ok();
        let list = list.as_array().unwrap().clone();
        let found = list.into_iter().find(|account| account["id"] == id.as_str());
        found.unwrap()["status"].clone()
    };
    for (state, words) in
        [("AwaitingApproval", "awaiting approval"), ("Disabled", "disabled by an administrator")]
    {
        stage.admin(json!({"carrierAccountId": id, "status": state}));
        assert_eq!(status(), "Disabled");
        assert_eq!(found(&stage.rate(json!({})), "NOVA"), 0);
        let refused = stage.buy("held", "NOVA", "Ground", json!({}));
        assert_eq!(refused.code(), "CARRIERACCOUNT.NOT_ACTIVE");
        assert!(refused.message().contains(words), "{}", refused.message());
        // The owner cannot undo what an administrator has set.
        let change = json!({"id": id, "name": "Nova Express", "carrierCode": "NOVA",
                            "configuration": {}, "status": "Enabled"});
        let changed = stage.clerk.send("PUT", "/CarrierAccount", change).ok();
        assert_eq!(changed["status"], "Disabled");
        assert_eq!(status(), "Disabled");
        stage.admin(json!({"carrierAccountId": id, "status": "Approved"}));
        assert_eq!(status(), "Enabled");
    }
    stage.buy("held", "NOVA", "Ground", json!({})).ok();
}

#[test]
fn a_closed_account_can_do_nothing_until_it_is_opened() {
    let stage = TestService::new();
    let (clerk, made) = signed_up(&stage.service.base, "shut", false);
    let app = &made["apps"][0];
    let close = |closed: bool| stage.admin(json!({"apiKey": app["testApiKey"], "closed": closed}));
    close(true);
    let state = stage.service.practice("GET", "/admin", None).ok();
    assert_eq!(state["closedAccounts"], json!([made["account"]["id"]]));
    for (method, path, body) in [
        ("GET", "/Account/Postage/Balance", None),
        ("GET", "/Shipment", None),
        ("POST", "/ShipmentRate", Some(json!({}))),
    ] {
        assert_eq!(clerk.call(method, path, &[], body).code(), "ACCOUNT.NOT_ACTIVE", "{path}");
    }
    let login = json!({"apiKey": app["apiKey"], "apiSecret": app["apiSecret"],
                       "userName": made["user"]["userName"], "password": "correct horse"});
    let token = || stage.open("POST", "/Account/Token", login.clone());
    assert_eq!(token().code(), "ACCOUNT.NOT_ACTIVE");
    let terms = json!({"accountId": made["account"]["id"]});
    let approved = stage.open("POST", "/User/ApproveTermsAndConditions", terms);
    assert_eq!(approved.code(), "ACCOUNT.NOT_ACTIVE");
    // Other accounts are not affected.
    stage.clerk.get("/Account/Postage/Balance").ok();
    close(false);
    token().ok();
    clerk.get("/Account/Postage/Balance").ok();
}

#[test]
fn refunds_end_as_an_administrator_decides() {
    let stage = TestService::new();
    let refund = |of: &str| {
        let bought = stage.buy(of, "POST-eVS", "MediaMail", json!({})).ok();
        let body = json!({"key": "Id", "value": bought["id"]});
        let id = format!("{of}-back");
        let headers = [("transactionId", id.as_str())];
        let started = stage.clerk.call("POST", "/Shipment/Refund", &headers, Some(body));
        assert_eq!(started.ok()["refundStatus"], "Initiated");
        bought["id"].as_str().unwrap().to_owned()
    };
    let status = |id: &str| {
        let found = stage.clerk.get(&format!("/Shipment?key=Id&value={id}")).ok();
        found["refundStatus"].clone()
    };
    let jump = |days: u32| {
        let jump = json!({"jump": {"days": days}});
        stage.service.practice("POST", "/clock", Some(jump)).ok();
    };
    let before = stage.clerk.balance_text();
    // Chance rejects one in twenty, so eight of eight cannot be chance.
    stage.admin(json!({"refunds": "Rejected"}));
    let rejected: Vec<String> = (0..8).map(|number| refund(&format!("no-{number}"))).collect();
    stage.admin(json!({"refunds": "Approved"}));
    let approved: Vec<String> = (0..8).map(|number| refund(&format!("yes-{number}"))).collect();
    // The outcome for one shipment takes precedence over the one for all.
    stage.admin(json!({"refunds": "Rejected", "shipmentId": approved[7]}));
    stage.admin(json!({"refunds": "Usual"}));
    jump(2);
    assert!(rejected.iter().all(|id| status(id) == "Rejected"));
    assert!(approved[..7].iter().all(|id| status(id) == "Approved"));
    assert_eq!(status(&approved[7]), "Rejected");
    // An outcome that has been returned as decided does not change.
    let late = json!({"refunds": "Approved", "shipmentId": rejected[0]});
    let late = stage.service.practice("POST", "/admin", Some(late));
    assert_eq!(late.code(), "PRACTICE.VALIDATION_FAILED");
    jump(2);
    assert!(approved[..7].iter().all(|id| status(id) == "Refunded"));
    assert!(rejected.iter().all(|id| status(id) == "Rejected"));
    assert_ne!(stage.clerk.balance_text(), before, "nine are not given back");
    let history = stage.clerk.get("/Account/Postage/BalanceHistory").ok();
    let rows = history["results"].as_array().unwrap();
    let credits = rows.iter().filter(|row| row["eventType"] == "OnRefund");
    assert_eq!(credits.count(), 7);
}

#[test]
fn an_outage_starts_no_refund() {
    let stage = TestService::new();
    let bought = stage.buy("b", "POST-eVS", "MediaMail", json!({})).ok();
    let body = json!({"key": "Id", "value": bought["id"]});
    let refund = || {
        let headers = [("transactionId", "r")];
        let body = Some(body.clone());
        stage.clerk.call("POST", "/Shipment/Refund", &headers, body)
    };
    stage.admin(json!({"carrier": "POST-eVS", "outage": true}));
    assert_eq!(refund().code(), "SHIPMENT.OPERATION_FAILED");
    stage.admin(json!({"carrier": "POST-eVS", "outage": false}));
    assert_eq!(refund().ok()["refundStatus"], "Initiated");
}

#[test]
fn the_switches_outlive_a_restart() {
    let stage = TestService::new();
    let (token, clock) = (stage.clerk.carrier_account("NOVA"), stage.service.clock.clone());
    stage.admin(json!({"carrier": "NOVA", "outage": true}));
    stage.admin(json!({"carrierAccountId": token, "status": "Disabled"}));
    stage.admin(json!({"refunds": "Rejected"}));
    let before = stage.service.practice("GET", "/admin", None).ok();
    let folder = stage.service.stop();
    assert!(clock.now() >= noon());
    let again = running_in(folder, clock, 86_400);
    assert_eq!(again.practice("GET", "/admin", None).ok(), before);
    let clerk: Clerk = again.clerk();
    let order = shipment(&token, "Ground");
    assert_eq!(clerk.buy("x", order).code(), "CARRIERACCOUNT.NOT_ACTIVE");
}

#[test]
fn changes_that_cannot_be_are_refused_in_words() {
    let stage = TestService::new();
    for (change, code, word) in [
        (json!({}), "PRACTICE.BAD_REQUEST", "carrierAccountId"),
        (json!({"carrier": "NOVA"}), "PRACTICE.BAD_REQUEST", "outage"),
        (json!({"carrier": "GHOST", "outage": true}), "PRACTICE.NOT_FOUND", "ORBIT"),
        (json!({"carrier": "NOVA", "outage": "yes"}), "PRACTICE.BAD_REQUEST", "outage"),
        (json!({"carrier": "NOVA", "outrage": true}), "PRACTICE.BAD_REQUEST", "outrage"),
        (
            json!({"carrier": "NOVA", "service": "MediaMail", "disabled": true}),
            "PRACTICE.VALIDATION_FAILED",
            "MediaMail",
        ),
        (json!({"service": "Ground"}), "PRACTICE.BAD_REQUEST", "disabled"),
        (
            json!({"packageType": "Barrel", "disabled": true}),
            "PRACTICE.VALIDATION_FAILED",
            "Barrel",
        ),
        (json!({"carrierAccountId": "x", "status": "Disabled"}), "PRACTICE.NOT_FOUND", "x"),
        (
            json!({"carrierAccountId": "x", "status": "Asleep"}),
            "PRACTICE.VALIDATION_FAILED",
            "AwaitingApproval",
        ),
        (json!({"accountId": "x", "closed": true}), "PRACTICE.NOT_FOUND", "account"),
        (json!({"refunds": "Maybe"}), "PRACTICE.VALIDATION_FAILED", "Rejected"),
        (json!({"refunds": "Approved", "shipmentId": "x"}), "PRACTICE.NOT_FOUND", "shipment"),
    ] {
        let answer = stage.service.practice("POST", "/admin", Some(change.clone()));
        assert_eq!(answer.code(), code, "{change}");
        assert!(answer.message().contains(word), "{}", answer.message());
    }
    let mut usual = stage.service.practice("GET", "/admin", None).ok();
    merge(&mut usual, json!({"carriers": null}));
    assert_eq!(usual, json!({"carrierAccounts": [], "closedAccounts": [], "refunds": "Usual"}));
}
