//! Every code of section 7.3, by the causes the interface describes where a call can produce
//! them. The table of docs/practice-service.md describes the same.

use serde_json::{Value, json};

use super::http::{Answer, send};
use super::setup::{Clerk, Running, chicago, parcel, san_francisco, shipment, signed_in};
use super::{codes_accounts, codes_shipping};

/// Section 7.3, transcribed.
pub const LISTED: [&str; 43] = [
    "ACCOUNT.NOT_ACTIVE",
    "ACCOUNT.NOT_FOUND",
    "ACCOUNT.PAYMENT_FAILED",
    "ACCOUNT.VALIDATION_FAILED",
    "ACCOUNT.APP.AUTHENTICATION_FAILED",
    "ACCOUNT.APP.VALIDATION_FAILED",
    "ACCOUNT.BALANCE.VALIDATION_FAILED",
    "ACCOUNT.PARENT.NOT_FOUND",
    "ACCOUNT.PARENT.VALIDATION_FAILED",
    "ADDRESS.VALIDATION_FAILED",
    "CARRIER.AUTHENTICATION_FAILED",
    "CARRIER.NOT_ACTIVE",
    "CARRIER.NOT_SUPPORTED",
    "CARRIERACCOUNT.NOT_ACTIVE",
    "CARRIERACCOUNT.NOT_FOUND",
    "CARRIERACCOUNT.VALIDATION_FAILED",
    "CARRIERACCOUNT.CONFIG.NOT_AUTHORIZED",
    "MANIFEST.NOT_FOUND",
    "MANIFEST.NOT_SUPPORTED",
    "MANIFEST.VALIDATION_FAILED",
    "PACKAGETYPE.NOT_ACTIVE",
    "PACKAGETYPE.NOT_FOUND",
    "PACKAGETYPE.NOT_SUPPORTED",
    "PACKAGETYPE.VALIDATION_FAILED",
    "SERVICE.NOT_ACTIVE",
    "SERVICE.NOT_SUPPORTED",
    "SHIPMENT.BAD_REQUEST",
    "SHIPMENT.NOT_FOUND",
    "SHIPMENT.OPERATION_FAILED",
    "SHIPMENT.VALIDATION_FAILED",
    "SHIPMENT.LABEL.VALIDATION_FAILED",
    "SHIPMENT.REFUND.NOT_SUPPORTED",
    "SHIPMENT.REFUND.VALIDATION_FAILED",
    "SHIPMENT.SPECIALSERVICEPARAM.VALIDATION_FAILED",
    "SHIPMENT.TRACKING.NOT_SUPPORTED",
    "SHIPMENT.OPTION.ATTRIBUTE_IGNORED",
    "SHIPMENTRATE.NOT_FOUND",
    "SHIPMENTRATE.VALIDATION_FAILED",
    "SHIPMENTRATE.SPECIALSERVICEPARAM.VALIDATION_FAILED",
    "SPECIALSERVICE.NOT_SUPPORTED",
    "SPECIALSERVICE.VALIDATION_FAILED",
    "USER.NOT_FOUND",
    "USER.VALIDATION_FAILED",
];

/// One way to get a code.
pub struct Case {
    pub code: &'static str,
    /// For example `POST /Shipment`.
    pub call: &'static str,
    pub cause: &'static str,
    pub make: fn(&TestService) -> Answer,
}

/// The service that the cases run against, with the ready-made account and helpers to create
/// others.
pub struct TestService {
    pub service: Running,
    pub clerk: Clerk,
}

impl TestService {
    pub fn new() -> Self {
        let (service, clerk) = signed_in();
        Self { service, clerk }
    }

    pub fn admin(&self, change: Value) {
        self.service.practice("POST", "/admin", Some(change)).ok();
    }

    pub fn fault(&self, call: &str, code: &str) {
        let fault = json!({"call": call, "kind": "error", "code": code});
        self.service.practice("POST", "/faults", Some(fault)).ok();
    }

    /// Sends a request without a token.
    pub fn open(&self, method: &str, path: &str, body: Value) -> Answer {
        let body = body.to_string();
        send(&self.service.base, method, path, &[], Some(&body))
    }

    pub fn order(&self, carrier: &str, service: &str, more: Value) -> Value {
        let mut order = shipment(&self.clerk.carrier_account(carrier), service);
        merge(&mut order, more);
        order
    }

    pub fn buy(&self, id: &str, carrier: &str, service: &str, more: Value) -> Answer {
        self.clerk.buy(id, self.order(carrier, service, more))
    }

    pub fn rate(&self, more: Value) -> Answer {
        let mut ask =
            json!({"fromAddress": chicago(), "toAddress": san_francisco(), "packages": [parcel()]});
        merge(&mut ask, more);
        self.clerk.send("POST", "/ShipmentRate", ask)
    }

    /// Requests the rates of one service of one carrier.
    pub fn rate_one(&self, carrier: &str, service: &str, more: Value) -> Answer {
        let mut ask =
            json!({"carrierAccountId": self.clerk.carrier_account(carrier), "service": service});
        merge(&mut ask, more);
        self.rate(ask)
    }

    pub fn new_carrier_account(&self, more: Value) -> Answer {
        let mut body = json!({"name": "One more", "carrierCode": "NOVA", "configuration": {}});
        merge(&mut body, more);
        self.clerk.send("POST", "/CarrierAccount", body)
    }
}

/// Merges fields into an object. A null removes the field.
pub fn merge(into: &mut Value, more: Value) {
    for (key, value) in more.as_object().unwrap() {
        if value.is_null() {
            into.as_object_mut().unwrap().remove(key);
        } else {
            into[key] = value.clone();
        }
    }
}

pub fn case(
    code: &'static str,
    call: &'static str,
    cause: &'static str,
    make: fn(&TestService) -> Answer,
) -> Case {
    Case { code, call, cause, make }
}

/// All cases, in the order of section 7.3.
pub fn cases() -> Vec<Case> {
    let mut all = codes_accounts::cases();
    all.extend(codes_shipping::cases());
    all.sort_by_key(|case| LISTED.iter().position(|code| *code == case.code));
    all
}

impl Case {
    /// Asserts that the case produces its code, and that it leaves no faults or settings behind.
    pub fn holds(&self, stage: &TestService) {
        let answer = (self.make)(stage);
        check(&answer, self.code, self.call, self.cause);
        stage.service.practice("DELETE", "/admin", None).ok();
        let left = stage.service.practice("GET", "/faults", None).ok();
        assert_eq!(left["faults"], json!([]), "{}", self.cause);
    }
}

fn status_of(code: &str) -> u16 {
    match code.rsplit_once('.').unwrap().1 {
        "BAD_REQUEST" => 400,
        "AUTHENTICATION_FAILED" => 401,
        "NOT_AUTHORIZED" => 403,
        "NOT_FOUND" => 404,
        "OPERATION_FAILED" => 503,
        _ => 422,
    }
}

/// Asserts that the response is this failure of this call, in the form of section 7.1.
#[track_caller]
fn check(answer: &Answer, code: &str, call: &str, cause: &str) {
    assert_ne!(answer.status, 200, "{call}, {cause}: not refused");
    assert_eq!(answer.code(), code, "{call}, {cause}: {}", answer.message());
    assert_eq!(answer.status, status_of(code), "{call}, {cause}");
    let (method, path) = call.split_once(' ').unwrap();
    let body = answer.json();
    assert_eq!(body["Method"], method, "{cause}");
    let url = body["Url"].as_str().unwrap();
    // For a path with an id, only the part before it is compared.
    let start = format!("/v3.1{}", path.split(':').next().unwrap());
    assert!(url.starts_with(&start), "{url} of {call}");
}

#[test]
fn any_listed_code_can_be_asked_for_and_no_other() {
    let stage = TestService::new();
    for code in LISTED {
        stage.fault("POST /ShipmentRate", code);
        check(&stage.rate(json!({})), code, "POST /ShipmentRate", "a fault");
    }
    stage.rate(json!({})).ok();
    for (fault, code) in [
        (json!({"kind": "error"}), "PRACTICE.BAD_REQUEST"),
        (json!({"kind": "error", "code": "TEA.TOO_COLD"}), "PRACTICE.VALIDATION_FAILED"),
        (json!({"kind": "error", "code": 7}), "PRACTICE.BAD_REQUEST"),
        (json!({"kind": "cut_mid_reply", "code": "USER.NOT_FOUND"}), "PRACTICE.BAD_REQUEST"),
    ] {
        let mut body = json!({"call": "*"});
        merge(&mut body, fault.clone());
        let answer = stage.service.practice("POST", "/faults", Some(body));
        assert_eq!(answer.code(), code, "{fault}");
    }
}

#[test]
fn a_carrier_speaks_for_itself() {
    let stage = TestService::new();
    for (switch, code) in [
        ("credentialsRefused", "CARRIER.AUTHENTICATION_FAILED"),
        ("labelsRejected", "SHIPMENT.LABEL.VALIDATION_FAILED"),
        ("outage", "SHIPMENT.OPERATION_FAILED"),
    ] {
        stage.admin(json!({"carrier": "NOVA", switch: true}));
        let answer = stage.buy("never", "NOVA", "Ground", json!({}));
        assert_eq!(answer.code(), code);
        let body = answer.json();
        assert_eq!(body["Source"], "NOVA");
        let info = &body["Errors"][0]["AdditionalInfo"];
        assert!(info["Code"].is_string() && info["Message"].is_string(), "{body}");
        stage.service.practice("DELETE", "/admin", None).ok();
    }
    let ours = stage.rate(json!({"service": "Teleport"})).json();
    assert_eq!(
        (&ours["Source"], &ours["Errors"][0]["AdditionalInfo"]),
        (&json!("SVC"), &json!({}))
    );
    stage.buy("never", "NOVA", "Ground", json!({})).ok();
}

#[test]
fn the_manual_says_of_each_code_how_it_is_met() {
    let manual = include_str!("../../../docs/practice-service.md");
    for code in LISTED {
        assert!(manual.contains(&format!("\n| `{code}` | ")), "{code}");
    }
}
