//! Every enumerated value of sections 2 and 3 in a request or a response.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Table;
use crate::service::every_call::{PreparedService, world};
use crate::service::setup::{berlin, chicago, customs, parcel, san_francisco, shipment};
use crate::wire::golden;

const CREATE: &str = "POST /Shipment";
const RATE: &str = "POST /ShipmentRate";

pub fn run(table: &mut Table) {
    let lists = golden::json("values.json");
    let mut tried = BTreeSet::new();
    let world = &world();
    let mut each = |name: &'static str, check: &mut dyn FnMut(&str)| {
        tried.insert(name);
        for value in lists[name]["values"].as_array().unwrap() {
            check(value.as_str().unwrap());
        }
    };
    each("PackageType", &mut |value| {
        let package = with(parcel(), "packageType", value);
        let order = with(order(world), "packages", json!([package]));
        created(table, world, value, &order, "/packages/0/packageType");
        rated(table, world, value, &order);
    });
    each("Service", &mut |value| service(table, world, value));
    each("SpecialService", &mut |value| {
        special_service(table, world, value);
    });
    each("HazmatType", &mut |value| {
        let param = json!({"hazmatType": value, "hazmatDescription": "x", "hazmatPhone": "1"});
        with_special(table, world, value, "HAZMAT", &param, "hazmatType");
    });
    each("LiveAnimalsType", &mut |value| {
        let param = json!({"liveAnimalsType": value});
        with_special(table, world, value, "LiveAnimals", &param, "liveAnimalsType");
    });
    each("ReturnsImageType", &mut |value| {
        let param = json!({"returnsImageType": value});
        with_special(table, world, value, "Returns", &param, "returnsImageType");
    });
    for (list, field) in [
        ("ContentType", "contentType"),
        ("NonDeliveryOption", "nonDeliveryOption"),
        ("RestrictionType", "restrictionType"),
        ("Eelpfc", "eelpfc"),
    ] {
        each(list, &mut |value| {
            // The samples write customs values in capitals, and one table has a space (2.14).
            for spelling in [value.to_owned(), value.to_uppercase(), spaced(value)] {
                let mut order = abroad(world);
                order["customsInfo"][field] = json!(spelling);
                created(table, world, &spelling, &order, "");
            }
        });
    }
    for (list, field) in [
        ("LabelType", "labelType"),
        ("LabelFileType", "labelFileType"),
        ("LabelSize", "labelSize"),
        ("LabelOrientation", "labelOrientation"),
    ] {
        each(list, &mut |value| {
            let order = with(order(world), "postageLabel", json!({field: value}));
            created(table, world, value, &order, &format!("/postageLabel/{field}"));
        });
    }
    each("BillToType", &mut |value| {
        let bill_to = json!({"type": value, "account": "1", "zip": "60606", "countryCode": "US"});
        taken(table, world, value, ("billTo", bill_to));
    });
    each("EntryFacilityType", &mut |value| {
        let option = json!({"POST_EntryFacilityType": value, "POST_EntryFacilityZip": "60606"});
        taken(table, world, value, ("option", option));
    });
    each("ContainerType", &mut |value| {
        let option = json!({
            "POST_ContainerID1": "A1", "POST_ContainerType1": value,
            "POST_ContainerID2": "A2", "POST_ContainerType2": value,
            "POST_ContainerID3": "A3", "POST_ContainerType3": value,
        });
        taken(table, world, value, ("option", option));
    });
    each("ReferenceType", &mut |value| {
        table.case("POST /Address", value, || {
            let mut address = with(chicago(), "referenceType", value);
            address["referenceValue"] = json!("12-3456789");
            address["save"] = json!(true);
            let saved = world.clerk.send("POST", "/Address", address).ok();
            assert_eq!(saved["referenceType"], value);
        });
    });
    each("CarrierAccountStatus", &mut |value| {
        for call in ["POST /CarrierAccount", "PUT /CarrierAccount"] {
            let mut request = world.request(call);
            table.case(call, value, || {
                request.body.as_mut().unwrap()["status"] = json!(value);
                assert_eq!(world.send(&request).ok()["status"], value);
            });
        }
    });
    each("WeightUnit", &mut |value| {
        let package = with(parcel(), "weightUnit", value);
        let order = with(order(world), "packages", json!([package]));
        created(table, world, value, &order, "/packages/0/weightUnit");
        rated(table, world, value, &order);
    });
    each("LengthUnit", &mut |value| {
        let sizes = [("cm", 25.0), ("mm", 250.0), ("m", 0.25), ("ft", 0.8), ("yd", 0.3)];
        let size = sizes.iter().find(|(unit, _)| *unit == value);
        let size = size.map_or(10.0, |(_, size)| *size);
        let package = json!({
            "packageType": "Parcel", "weight": 1.5, "length": size, "width": size / 2.0,
            "height": size / 3.0, "dimensionUnit": value,
        });
        let order = with(order(world), "packages", json!([package]));
        created(table, world, value, &order, "/packages/0/dimensionUnit");
        rated(table, world, value, &order);
    });
    each("Key", &mut |value| key(table, world, value));
    each("AccountStatus", &mut |value| account_status(table, value));
    each("RefundStatus", &mut |value| refund_status(table, value));
    let met = tracking_statuses();
    each("TrackingStatus", &mut |value| {
        table.case("GET /Tracking", value, || assert!(met.contains(value)));
    });

    let listed: BTreeSet<&str> = lists.as_object().unwrap().keys().map(String::as_str).collect();
    let untried: Vec<_> = listed.difference(&tried).filter(|name| **name != "_source").collect();
    assert!(untried.is_empty(), "{untried:?}");
}

pub fn with(mut value: Value, field: &str, it: impl Into<Value>) -> Value {
    value[field] = it.into();
    value
}

pub fn order(world: &PreparedService) -> Value {
    shipment(&world.account, "PriorityMail")
}

fn abroad(world: &PreparedService) -> Value {
    let mut order = shipment(&world.account, "PriorityMailIntl");
    order["toAddress"] = berlin();
    order["customsInfo"] = customs();
    order
}

/// The value with a space or in lower case: `ReturnedGoods` as `Returned Goods`.
fn spaced(value: &str) -> String {
    match value {
        "ReturnedGoods" => "Returned Goods".to_owned(),
        other => other.to_lowercase(),
    }
}

pub fn buy(world: &PreparedService, order: &Value) -> Value {
    let mut request = world.request(CREATE);
    request.body = Some(order.clone());
    world.send(&request).ok()
}

/// POST /Shipment accepts the order and returns the value at `place`.
fn created(table: &mut Table, world: &PreparedService, value: &str, order: &Value, place: &str) {
    table.case(CREATE, value, || {
        let bought = buy(world, order);
        if !place.is_empty() {
            assert_eq!(bought.pointer(place), Some(&json!(value)), "{bought}");
        }
    });
}

/// The same for values that the response to POST /Shipment does not have.
fn taken(table: &mut Table, world: &PreparedService, value: &str, (field, it): (&str, Value)) {
    created(table, world, value, &with(order(world), field, it), "");
}

fn rated(table: &mut Table, world: &PreparedService, value: &str, order: &Value) {
    table.case(RATE, value, || {
        let answer = world.clerk.send("POST", "/ShipmentRate", order.clone()).ok();
        assert!(!answer["rates"].as_array().unwrap().is_empty());
    });
}

/// Rates the service with a carrier that offers it and a destination that it allows.
fn service(table: &mut Table, world: &PreparedService, value: &str) {
    let catalogue = world.clerk.get("/CarrierAccount/Service").ok();
    let carrier = catalogue.as_object().unwrap().iter().find(|(_, entries)| {
        entries.as_array().unwrap().iter().any(|entry| entry["code"] == value)
    });
    let mut found = None;
    table.case("GET /CarrierAccount/Service", value, || {
        found = Some(world.clerk.carrier_account(carrier.unwrap().0));
    });
    let Some(account) = found else { return };
    let toronto = json!({
        "name": "Maple", "street1": "100 Queen St W", "city": "Toronto", "state": "ON",
        "zip": "M5H 2N2", "country": "CA",
    });
    let mexico = json!({
        "name": "Sol", "street1": "Av. Juarez 1", "city": "Ciudad de Mexico", "state": "CMX",
        "zip": "06010", "country": "MX",
    });
    let orders = [san_francisco(), berlin(), toronto, mexico].map(|to| {
        let mut order = shipment(&account, value);
        if to["country"] != "US" {
            order["customsInfo"] = customs();
        }
        order["toAddress"] = to;
        order["packages"][0]["weight"] = json!(0.5);
        order
    });
    let rate = |order: &Value| world.clerk.send("POST", "/ShipmentRate", order.clone());
    let good = orders.iter().find(|order| rate(order).status == 200);
    let Some(order) = good else {
        return table.case(RATE, value, || panic!("no destination for {value}"));
    };
    table.case(RATE, value, || {
        let answer = rate(order).ok();
        assert_eq!(answer["rates"][0]["finalService"], value);
    });
    created(table, world, value, order, "/service");
}

fn special_service(table: &mut Table, world: &PreparedService, value: &str) {
    table.case("GET /CarrierAccount/SpecialService", value, || {
        let catalogue = world.clerk.get("/CarrierAccount/SpecialService").ok();
        let mut entries = catalogue
            .as_object()
            .unwrap()
            .values()
            .flat_map(|list| list.as_array().unwrap().iter());
        assert!(entries.any(|entry| entry["code"] == value));
    });
    let mut order = order(world);
    order["specialServiceParam"] = json!({
        "insuranceAmount": 100, "codAmount": 20, "registeredMailAmount": 30,
        "hazmatType": "GroundOnly", "liveAnimalsType": "Bees",
    });
    // A string or a list of strings (2.12).
    for spelling in [json!(value), json!([value])] {
        order["specialService"] = spelling;
        created(table, world, value, &order, "/specialService/0");
        if value != "Returns" {
            rated(table, world, value, &order);
        }
    }
    if value == "Returns" {
        table.case(RATE, "Returns is for POST /Shipment only", || {
            let answer = world.clerk.send("POST", "/ShipmentRate", order.clone());
            assert_eq!(answer.code(), "SPECIALSERVICE.VALIDATION_FAILED");
        });
    }
}

fn with_special(
    table: &mut Table,
    world: &PreparedService,
    value: &str,
    special: &str,
    param: &Value,
    field: &str,
) {
    let mut order = order(world);
    order["specialService"] = json!([special]);
    order["specialServiceParam"] = param.clone();
    let place = format!("/specialServiceParam/{field}");
    created(table, world, value, &order, &place);
}

fn key(table: &mut Table, world: &PreparedService, key: &str) {
    let bought = buy(world, &order(world));
    let value = match key {
        "TransactionId" => &bought["transactionId"],
        "TrackingNumber" => &bought["tracking"]["trackingNumber"],
        _ => &bought["id"],
    };
    let text = value.as_str().unwrap();
    for call in ["GET /Shipment", "GET /Tracking"] {
        let path = call.split_once(' ').unwrap().1;
        table.case(call, key, || {
            let found = world.clerk.get(&format!("{path}?key={key}&value={text}")).ok();
            let tracking = found.get("tracking").unwrap_or(&found);
            assert_eq!(tracking["trackingNumber"], bought["tracking"]["trackingNumber"]);
        });
    }
    let mut manifest = world.request("POST /Manifest");
    table.case("POST /Manifest", key, || {
        let body = manifest.body.as_mut().unwrap();
        body["key"] = json!(key);
        body["value"] = json!([value]);
        let made = world.send(&manifest).ok();
        assert_eq!(made["shipmentIds"], json!([bought["id"]]));
    });
    if key != "TransactionId" {
        let other = buy(world, &order(world));
        let mut refund = world.request("POST /Shipment/Refund");
        table.case("POST /Shipment/Refund", key, || {
            let value = match key {
                "TrackingNumber" => &other["tracking"]["trackingNumber"],
                _ => &other["id"],
            };
            refund.body = Some(json!({"key": key, "value": value}));
            assert_eq!(world.send(&refund).ok()["refundStatus"], "Initiated");
        });
    }
    if key == "Id" {
        table.case("GET /Manifest", key, || {
            let request = world.request("GET /Manifest");
            assert_eq!(world.send(&request).ok()["id"], world.manifest);
        });
    }
}

fn account_status(table: &mut Table, value: &str) {
    let world = world();
    if value == "TnCPending" {
        return table.case("POST /User/SignUp/Customer", value, || {
            let made = world.send(&world.request("POST /User/SignUp/Customer")).ok();
            assert_eq!(made["status"], value);
            assert_eq!(made["account"]["status"], value);
        });
    }
    table.case("GET /Account/Postage/Balance", value, || {
        let balance = world.clerk.get("/Account/Postage/Balance").ok();
        assert_eq!(balance["status"], value);
    });
}

/// Runs a week of the practice clock with the outcome that leads to this status.
fn refund_status(table: &mut Table, wanted: &str) {
    table.case("POST /Shipment/Refund", wanted, || {
        let world = world();
        let outcome = if wanted == "Rejected" { "Rejected" } else { "Approved" };
        let outcome = json!({"refunds": outcome});
        world.service.practice("POST", "/admin", Some(outcome)).ok();
        let bought = buy(&world, &order(&world));
        let mut refund = world.request("POST /Shipment/Refund");
        refund.body = Some(json!({"key": "Id", "value": bought["id"]}));
        let mut met = vec![world.send(&refund).ok()["refundStatus"].clone()];
        for _ in 0..7 {
            let jump = json!({"jump": {"days": 1}});
            world.service.practice("POST", "/clock", Some(jump)).ok();
            let path = format!("/Shipment?key=Id&value={}", bought["id"].as_str().unwrap());
            met.push(world.clerk.get(&path).ok()["refundStatus"].clone());
        }
        assert!(met.contains(&json!(wanted)), "{met:?}");
    });
}

/// All tracking statuses of three hundred parcels within three weeks of the practice clock.
fn tracking_statuses() -> BTreeSet<String> {
    let world = world();
    let mut order = order(&world);
    order["packages"] = json!(vec![parcel(); 20]);
    let bought: Vec<Value> = (0..15).map(|_| buy(&world, &order)).collect();
    let stopped = buy(&world, &self::order(&world));
    let mut refund = world.request("POST /Shipment/Refund");
    refund.body = Some(json!({"key": "Id", "value": stopped["id"]}));
    world.send(&refund).ok();
    let jump = json!({"jump": {"days": 21}});
    world.service.practice("POST", "/clock", Some(jump)).ok();
    let mut met = BTreeSet::new();
    for shipment in bought.iter().chain([&stopped]) {
        let id = shipment["id"].as_str().unwrap();
        for package in 1..=shipment["packages"].as_array().unwrap().len() {
            let path = format!("/Shipment?key=Id&value={id}&packageNumber={package}");
            let tracking = world.clerk.get(&path).ok()["tracking"].take();
            let number = tracking["trackingNumber"].as_str().unwrap();
            let path = format!("/Tracking?key=TrackingNumber&value={number}");
            let alone = world.clerk.get(&path).ok();
            assert_eq!(alone, tracking);
            for scan in tracking["trackingDetails"].as_array().unwrap() {
                met.insert(scan["status"].as_str().unwrap().to_owned());
            }
        }
    }
    met
}
