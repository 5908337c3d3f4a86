//! Rates: which services are offered, that fees add up, and which requests are refused.

use std::collections::BTreeSet;

use postroom::base::money::Amount;
use serde_json::{Value, json};

use super::setup::{Clerk, berlin, chicago, customs, parcel, san_francisco, signed_in};

fn ask(more: Value) -> Value {
    let mut body =
        json!({"fromAddress": chicago(), "toAddress": san_francisco(), "packages": [parcel()]});
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}

fn amount(value: &Value) -> Amount {
    value.to_string().parse().unwrap()
}

fn rates(clerk: &Clerk, more: Value) -> Vec<Value> {
    let answer = clerk.send("POST", "/ShipmentRate", ask(more)).ok();
    let rates = answer["rates"].as_array().unwrap().clone();
    for rate in &rates {
        let fees = rate["fees"].as_array().unwrap();
        let sum = Amount::total(fees.iter().map(|fee| amount(&fee["fee"]))).unwrap();
        assert_eq!(sum, amount(&rate["totalFee"]), "{rate}");
        assert!(sum > Amount::ZERO && sum == sum.round_to_cents(), "{rate}");
        for name in [
            "id",
            "carrierAccountName",
            "carrierCode",
            "carrierAccountId",
            "zone",
            "createdDate",
            "deliveryDate",
        ] {
            assert!(rate[name].is_string(), "{name} in {rate}");
        }
        assert!(
            rate["deliveryDays"].as_u64().is_some() && rate["deliveryDateGuaranteed"].is_boolean()
        );
    }
    rates
}

#[test]
fn a_small_parcel_has_many_offers_and_fees_add_up() {
    let (_service, clerk) = signed_in();
    let found = rates(&clerk, json!({}));
    let carriers: BTreeSet<&str> =
        found.iter().map(|rate| rate["carrierCode"].as_str().unwrap()).collect();
    let services: BTreeSet<&str> =
        found.iter().map(|rate| rate["finalService"].as_str().unwrap()).collect();
    assert!(carriers.len() >= 3 && services.len() >= 10, "{carriers:?} {services:?}");
    assert!(!services.contains("PriorityMailIntl"));
    // Two pounds to zone 8: (6.254 + 6×0.827 + 2×(0.408 + 6×0.145)) × 1.08.
    let priority = found.iter().find(|rate| rate["finalService"] == "PriorityMail").unwrap();
    assert_eq!((&priority["totalFee"], &priority["zone"]), (&json!(14.87), &json!("8")));
    assert_eq!(priority["fees"][0]["ratingType"], "DimensionalWeightAndZone");

    let abroad = rates(&clerk, json!({"toAddress": berlin(), "customsInfo": customs()}));
    assert!(abroad.iter().any(|rate| rate["finalService"] == "ExpressWorldwide"));
    assert!(abroad.iter().all(|rate| rate["finalService"] != "Ground"));

    let large = json!([{"weight": 3, "length": 24, "width": 14, "height": 12}, parcel()]);
    let two = rates(&clerk, json!({"packages": large, "service": "GroundAdvantage"}));
    let kinds: Vec<&Value> =
        two[0]["fees"].as_array().unwrap().iter().map(|fee| &fee["type"]).collect();
    assert_eq!(kinds, ["Base", "NonStandardDimension", "NonStandardCubicFeet", "Base"]);

    let special = json!({"service": "PriorityMail", "specialService": ["Insurance", "SignatureConfirmation"],
                         "specialServiceParam": {"insuranceAmount": 250}});
    let insured = rates(&clerk, special);
    // 14.87 + 2.70 + 2 × 1.45 + 3.95
    assert_eq!(insured[0]["totalFee"], json!(24.42));
    assert_eq!(
        rates(&clerk, json!({"service": "PriorityMail", "specialService": "Tracking"}))[0]["totalFee"],
        json!(14.87)
    );
    let flat = json!([{"packageType": "MediumFlatRateBox1", "weight": 20}]);
    assert_eq!(rates(&clerk, json!({"packages": flat}))[0]["totalFee"], json!(19.2));
}

#[test]
fn impossible_rates_say_why() {
    let (_service, clerk) = signed_in();
    let nova = clerk.carrier_account("NOVA");
    let one = |service: &str, more: Value| {
        let mut body = json!({"carrierAccountId": nova, "service": service});
        for (key, value) in more.as_object().unwrap() {
            body[key] = value.clone();
        }
        body
    };
    for (more, code) in [
        (json!({"service": "Teleport"}), "SERVICE.NOT_SUPPORTED"),
        (one("PriorityMail", json!({})), "SERVICE.NOT_SUPPORTED"),
        (one("StandardToCanada", json!({})), "SHIPMENTRATE.VALIDATION_FAILED"),
        (
            one("Ground", json!({"packages": [{"packageType": "FlatRateEnvelope", "weight": 1}]})),
            "PACKAGETYPE.NOT_SUPPORTED",
        ),
        (
            one(
                "Ground",
                json!({"packages": [{"weight": 151, "length": 9, "width": 9, "height": 9}]}),
            ),
            "PACKAGETYPE.VALIDATION_FAILED",
        ),
        (
            one(
                "Ground",
                json!({"packages": [{"weight": 10, "length": 90, "width": 20, "height": 20}]}),
            ),
            "PACKAGETYPE.VALIDATION_FAILED",
        ),
        (one("Ground", json!({"packages": [{"weight": 10}]})), "PACKAGETYPE.VALIDATION_FAILED"),
        (
            one(
                "Ground",
                json!({"specialService": "LiveAnimals", "specialServiceParam": {"liveAnimalsType": "Bees"}}),
            ),
            "SPECIALSERVICE.NOT_SUPPORTED",
        ),
        (
            one("Ground", json!({"specialService": ["AdultSignature", "SignatureConfirmation"]})),
            "SPECIALSERVICE.VALIDATION_FAILED",
        ),
        (
            one("Ground", json!({"specialService": "COD"})),
            "SHIPMENTRATE.SPECIALSERVICEPARAM.VALIDATION_FAILED",
        ),
        (json!({"specialService": "Returns"}), "SPECIALSERVICE.VALIDATION_FAILED"),
        (json!({"toAddress": berlin()}), "SHIPMENTRATE.VALIDATION_FAILED"),
        (json!({"packages": []}), "SHIPMENTRATE.BAD_REQUEST"),
        (json!({"packages": [{"weight": "heavy"}]}), "SHIPMENTRATE.BAD_REQUEST"),
        (
            json!({"packages": [{"weight": 1, "weightUnit": "stone"}]}),
            "SHIPMENTRATE.VALIDATION_FAILED",
        ),
        (json!({"packages": [{"weight": 1, "packageType": "Barrel"}]}), "PACKAGETYPE.NOT_FOUND"),
        (
            json!({"packages": [{"weight": 200, "length": 9, "width": 9, "height": 9}]}),
            "SHIPMENTRATE.NOT_FOUND",
        ),
        (json!({"carrierAccountId": "nobody"}), "CARRIERACCOUNT.NOT_FOUND"),
        (json!({"toAddress": {"id": "nowhere"}}), "ADDRESS.NOT_FOUND"),
        (
            json!({"toAddress": {"name": "A", "street1": "B", "city": "C", "state": "CA", "zip": "60606"}}),
            "ADDRESS.VALIDATION_FAILED",
        ),
    ] {
        assert_eq!(clerk.send("POST", "/ShipmentRate", ask(more.clone())).code(), code, "{more}");
    }
}
