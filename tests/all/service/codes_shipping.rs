//! The cases of [`super::codes`] that concern parcels, rates, shipments and manifests.

use serde_json::{Value, json};

use super::codes::{Case, TestService, case};
use super::http::Answer;
use super::setup::{berlin, chicago, customs};

const RATE: &str = "POST /ShipmentRate";
const BUY: &str = "POST /Shipment";
const REFUND: &str = "POST /Shipment/Refund";

pub fn cases() -> Vec<Case> {
    let mut all = parcels();
    all.extend(shipments());
    all.extend(refunds());
    all.extend(rates());
    all.extend(manifests());
    all
}

fn sized(weight: f64, sides: [f64; 3]) -> Value {
    let [length, width, height] = sides;
    json!({"packages": [{"weight": weight, "length": length, "width": width, "height": height}]})
}

fn typed(package_type: &str) -> Value {
    json!({"packages": [{"packageType": package_type, "weight": 1}]})
}

fn parcels() -> Vec<Case> {
    vec![
        case("PACKAGETYPE.NOT_ACTIVE", RATE, "disabled by an administrator", |stage| {
            stage.admin(json!({"packageType": "Parcel", "disabled": true}));
            stage.rate_one("NOVA", "Ground", json!({}))
        }),
        case("PACKAGETYPE.NOT_FOUND", RATE, "resource missing", |stage| {
            stage.rate(typed("Barrel"))
        }),
        case("PACKAGETYPE.NOT_SUPPORTED", RATE, "carrier lacks the package type", |stage| {
            stage.rate_one("NOVA", "Ground", typed("FlatRateEnvelope"))
        }),
        case("PACKAGETYPE.VALIDATION_FAILED", RATE, "dimensions required", |stage| {
            stage.rate(json!({"packages": [{"weight": 1}]}))
        }),
        case("PACKAGETYPE.VALIDATION_FAILED", RATE, "maximum weight exceeded", |stage| {
            stage.rate_one("NOVA", "Ground", sized(151.0, [9.0, 9.0, 9.0]))
        }),
        case("PACKAGETYPE.VALIDATION_FAILED", RATE, "length plus girth exceeded", |stage| {
            stage.rate_one("NOVA", "Ground", sized(10.0, [90.0, 20.0, 20.0]))
        }),
        case("SERVICE.NOT_ACTIVE", BUY, "disabled by an administrator", |stage| {
            stage.admin(json!({"carrier": "NOVA", "service": "Ground", "disabled": true}));
            stage.buy("off", "NOVA", "Ground", json!({}))
        }),
        case(
            "SERVICE.NOT_ACTIVE",
            RATE,
            "disabled by an administrator, asked for by name",
            |stage| {
                stage.admin(json!({"carrier": "NOVA", "service": "Ground", "disabled": true}));
                stage.rate_one("NOVA", "Ground", json!({}))
            },
        ),
        case("SERVICE.NOT_SUPPORTED", RATE, "not supported by the carrier", |stage| {
            stage.rate_one("NOVA", "PriorityMail", json!({}))
        }),
        case("SPECIALSERVICE.NOT_SUPPORTED", RATE, "carrier does not support it", |stage| {
            stage.rate_one("NOVA", "Ground", json!({"specialService": "CertifiedMail"}))
        }),
        case("SPECIALSERVICE.VALIDATION_FAILED", RATE, "invalid selection", |stage| {
            let both = json!({"specialService": ["AdultSignature", "SignatureConfirmation"]});
            stage.rate_one("NOVA", "Ground", both)
        }),
    ]
}

/// A shipment to Berlin, with the customs information it needs.
fn abroad(more: Value) -> Value {
    let mut body = json!({"toAddress": berlin(), "customsInfo": customs()});
    super::codes::merge(&mut body, more);
    body
}

fn shipments() -> Vec<Case> {
    vec![
        case("SHIPMENT.BAD_REQUEST", BUY, "a required field is missing", |stage| {
            stage.buy("less", "NOVA", "Ground", json!({"toAddress": null}))
        }),
        case("SHIPMENT.NOT_FOUND", "GET /Shipment", "no shipment under the key", |stage| {
            stage.clerk.get("/Shipment?key=Id&value=x")
        }),
        case("SHIPMENT.NOT_FOUND", "GET /Shipment/:id/Label", "shipment not found", |stage| {
            stage.clerk.get("/Shipment/x/Label")
        }),
        case("SHIPMENT.OPERATION_FAILED", BUY, "a carrier outage", |stage| {
            stage.admin(json!({"carrier": "NOVA", "outage": true}));
            stage.buy("storm", "NOVA", "Ground", json!({}))
        }),
        case("SHIPMENT.VALIDATION_FAILED", BUY, "transaction id already used", |stage| {
            stage.buy("used", "NOVA", "Ground", json!({})).ok();
            stage.buy("used", "NOVA", "Ground", json!({}))
        }),
        case(
            "SHIPMENT.VALIDATION_FAILED",
            BUY,
            "return label for a non-domestic shipment",
            |stage| {
                let order = abroad(json!({"specialService": "Returns"}));
                stage.buy("back", "POST-eVS", "PriorityMailIntl", order)
            },
        ),
        case("SHIPMENT.VALIDATION_FAILED", BUY, "customs info and items missing", |stage| {
            let order = json!({"toAddress": berlin()});
            stage.buy("bare", "POST-eVS", "PriorityMailIntl", order)
        }),
        case("SHIPMENT.VALIDATION_FAILED", BUY, "ship date earlier than today", |stage| {
            stage.buy("late", "NOVA", "Ground", json!({"shipDate": "2026-02-20"}))
        }),
        case("SHIPMENT.LABEL.VALIDATION_FAILED", BUY, "carrier rejected the request", |stage| {
            stage.admin(json!({"carrier": "NOVA", "labelsRejected": true}));
            stage.buy("rejected", "NOVA", "Ground", json!({}))
        }),
        case("SHIPMENT.LABEL.VALIDATION_FAILED", BUY, "custom text abroad", |stage| {
            let order = abroad(json!({"postageLabel": {"customText2": "hello"}}));
            stage.buy("text", "POST-eVS", "PriorityMailIntl", order)
        }),
        case(
            "SHIPMENT.SPECIALSERVICEPARAM.VALIDATION_FAILED",
            BUY,
            "a parameter of the special service is missing",
            |stage| stage.buy("ssp", "NOVA", "Ground", json!({"specialService": "COD"})),
        ),
        case(
            "SHIPMENT.TRACKING.NOT_SUPPORTED",
            "GET /Tracking",
            "carrier does not support tracking",
            |stage| {
                stage.buy("blind", "ORBIT", "Ecommerce", json!({})).ok();
                stage.clerk.get("/Tracking?key=TransactionId&value=blind")
            },
        ),
        case(
            "SHIPMENT.OPTION.ATTRIBUTE_IGNORED",
            BUY,
            "an option that is nothing without its other half",
            |stage| {
                let order = json!({"option": {"POST_ContainerType1": "SACK"}});
                stage.buy("half", "POST-eVS", "PriorityMail", order)
            },
        ),
    ]
}

fn refund(stage: &TestService, id: &str, of: &str) -> Answer {
    let found = stage.clerk.get(&format!("/Shipment?key=TransactionId&value={of}")).ok();
    let body = json!({"key": "Id", "value": found["id"]});
    let headers = [("transactionId", id)];
    stage.clerk.call("POST", "/Shipment/Refund", &headers, Some(body))
}

fn refunds() -> Vec<Case> {
    vec![
        case(
            "SHIPMENT.REFUND.NOT_SUPPORTED",
            REFUND,
            "carrier does not support refunds",
            |stage| {
                stage.buy("kept", "NOVA", "Ground", json!({})).ok();
                refund(stage, "kept-back", "kept")
            },
        ),
        case("SHIPMENT.REFUND.VALIDATION_FAILED", REFUND, "manifest already generated", |stage| {
            let bought = stage.buy("gone", "POST-eVS", "MediaMail", json!({})).ok();
            manifest(stage, "POST-eVS", &bought, "2026-03-02").ok();
            refund(stage, "gone-back", "gone")
        }),
        case("SHIPMENT.REFUND.VALIDATION_FAILED", REFUND, "refund already initiated", |stage| {
            stage.buy("once", "POST-eVS", "MediaMail", json!({})).ok();
            refund(stage, "once-back", "once").ok();
            refund(stage, "once-more", "once")
        }),
        case("SHIPMENT.REFUND.VALIDATION_FAILED", REFUND, "more than 30 days", |stage| {
            stage.buy("old", "POST-eVS", "MediaMail", json!({})).ok();
            let jump = json!({"jump": {"days": 31}});
            stage.service.practice("POST", "/clock", Some(jump)).ok();
            refund(stage, "old-back", "old")
        }),
    ]
}

fn rates() -> Vec<Case> {
    vec![
        case("SHIPMENTRATE.NOT_FOUND", RATE, "no rates for the shipment", |stage| {
            stage.rate(sized(200.0, [9.0, 9.0, 9.0]))
        }),
        case("SHIPMENTRATE.VALIDATION_FAILED", RATE, "customs info missing", |stage| {
            stage.rate(json!({"toAddress": berlin()}))
        }),
        case("SHIPMENTRATE.VALIDATION_FAILED", RATE, "service not for the country", |stage| {
            stage.rate_one("NOVA", "Ground", abroad(json!({})))
        }),
        case(
            "SHIPMENTRATE.VALIDATION_FAILED",
            RATE,
            "service does not take the package",
            |stage| stage.rate_one("POST-eVS", "MediaMail", typed("SmallFlatRateBox")),
        ),
        case(
            "SHIPMENTRATE.SPECIALSERVICEPARAM.VALIDATION_FAILED",
            RATE,
            "a parameter of the special service is missing",
            |stage| stage.rate(json!({"specialService": "Insurance"})),
        ),
    ]
}

const MANIFEST: &str = "POST /Manifest";

fn manifest(stage: &TestService, carrier: &str, shipment: &Value, ship_date: &str) -> Answer {
    let body = json!({
        "fromAddress": chicago(), "carrierAccountId": stage.clerk.carrier_account(carrier),
        "key": "ShipmentId", "value": [shipment["id"]], "shipDate": ship_date, "async": true,
    });
    stage.clerk.send("POST", "/Manifest", body)
}

fn manifests() -> Vec<Case> {
    const FIND: &str = "GET /Manifest";
    vec![
        case("MANIFEST.NOT_FOUND", FIND, "id does not exist", |stage| {
            stage.clerk.get("/Manifest?key=Id&value=x")
        }),
        case("MANIFEST.NOT_SUPPORTED", MANIFEST, "carrier does not support manifests", |stage| {
            let bought = stage.buy("epostage", "POST-ePostage", "MediaMail", json!({})).ok();
            manifest(stage, "POST-ePostage", &bought, "2026-03-02")
        }),
        case("MANIFEST.VALIDATION_FAILED", FIND, "start date not before end date", |stage| {
            stage.clerk.get("/Manifest?startDate=2026-03-02&endDate=2026-03-01")
        }),
        case("MANIFEST.VALIDATION_FAILED", FIND, "key unsupported", |stage| {
            stage.clerk.get("/Manifest?key=TrackingNumber&value=x")
        }),
        case(
            "MANIFEST.VALIDATION_FAILED",
            MANIFEST,
            "a shipment with another ship date",
            |stage| {
                let tomorrow = json!({"shipDate": "2026-03-03"});
                let bought = stage.buy("tomorrow", "POST-eVS", "MediaMail", tomorrow).ok();
                manifest(stage, "POST-eVS", &bought, "2026-03-02")
            },
        ),
    ]
}
