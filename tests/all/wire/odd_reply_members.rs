//! Findings M1(b), C1 and C7: every member of every golden reply in turn is replaced by each kind
//! of JSON value or left out. The client must still read the rest of the reply.

use postroom::api::call::Call;
use postroom::api::{
    account, address, carrier, carrier_account, manifest, rate, shipment, tracking, user,
};
use postroom::base::id::{CarrierAccountId, ShipmentId, TransactionId};
use serde_json::{Value, json};

use super::golden;
use super::server::credentials;
use super::typed;

const TX: &str = "0d5c0f1e-6f0b-4f6e-9a57-0c1d2e3f4a5b";

type Reads = Box<dyn Fn(&[u8]) -> bool>;

struct Case {
    golden: &'static str,
    /// Top-level members that identify what the reply belongs to.
    identity: &'static [&'static str],
    reads: Reads,
}

fn case<R: 'static>(
    golden: &'static str,
    identity: &'static [&'static str],
    call: Call<R>,
) -> Case {
    let reads = Box::new(move |bytes: &[u8]| (call.decode)(bytes).is_ok());
    Case { golden, identity, reads }
}

fn cases() -> Vec<Case> {
    let buy = TransactionId::new(TX);
    let by_transaction = shipment::get_by(shipment::ShipmentKey::TransactionId, TX);
    let number = "9405500000000000000012";
    let account = typed::account_id();
    let carrier_account = typed::carrier_account();
    vec![
        case("account/token", &["token"], account::token(&credentials())),
        case("account/balance", &[], account::balance()),
        case(
            "account/top_up",
            &[],
            account::top_up(TransactionId::new("t"), "100".parse().unwrap()),
        ),
        case("account/auto_buy", &[], account::set_auto_buy(&typed::auto_buy())),
        case(
            "account/balance_history",
            &["results"],
            account::balance_history(typed::march(), None),
        ),
        case("user/sign_up", &[], user::sign_up(&typed::sign_up())),
        case("user/approve_terms", &[], user::approve_terms(&account)),
        case("address/get", &["id"], address::get(&typed::from_id())),
        case("carrier/list", &[], carrier::list()),
        case("carrier_account/list", &[], carrier_account::list()),
        case("carrier_account/create", &[], carrier_account::create(&carrier_account)),
        case("carrier_account/delete", &[], carrier_account::delete(&CarrierAccountId::new("c"))),
        case("carrier_account/services", &[], carrier_account::services()),
        case(
            "carrier_account/special_services",
            &["POST-eVS"],
            carrier_account::special_services(),
        ),
        case("carrier_account/package_types", &["POST-eVS"], carrier_account::package_types()),
        case("rate/quote", &["rates"], rate::quote(&typed::rate_request())),
        case(
            "shipment/create",
            &["id", "transactionId"],
            shipment::create(buy.clone(), &typed::shipment_request()),
        ),
        case("shipment/get", &["id", "transactionId"], by_transaction),
        case(
            "shipment/refund",
            &["id"],
            shipment::refund(
                buy,
                shipment::ShipmentKey::Id,
                "51000000-0000-4000-8000-000000000001",
            ),
        ),
        case("shipment/label", &[], shipment::label(&ShipmentId::new("s"), None)),
        case(
            "tracking/get",
            &["trackingNumber"],
            tracking::get(shipment::ShipmentKey::TrackingNumber, number),
        ),
        case("manifest/create", &["id"], manifest::create(&typed::manifest())),
        case("manifest/get", &["id"], manifest::get(&typed::manifest_id())),
    ]
}

#[test]
fn one_odd_member_never_costs_the_answer() {
    let mut changes = 0;
    let mut unread = Vec::new();
    for case in cases() {
        let reply = golden::load(case.golden).reply.unwrap();
        let whole = reply.to_string();
        assert!((case.reads)(whole.as_bytes()), "{} as it is", case.golden);
        for place in places(&reply) {
            let is_identity = case.identity.iter().any(|name| place == format!("/{name}"));
            if is_identity {
                continue;
            }
            for other in others() {
                let changed = changed(&reply, &place, other.as_ref());
                changes += 1;
                if !(case.reads)(changed.to_string().as_bytes()) {
                    let shown = other.map_or("missing".to_owned(), |other| other.to_string());
                    unread.push(format!("{}{place} as {shown}", case.golden));
                }
            }
        }
    }
    println!("{changes} changes, {} make the answer unreadable", unread.len());
    assert_eq!(unread, [] as [String; 0]);
    assert!(changes > 5_000, "{changes}");
}

/// The replacements for a member; `None` leaves it out.
fn others() -> Vec<Option<Value>> {
    let values = json!([
        null, true, 7, -1.5, "", "odd", [], {}, [null], [7], {"odd": 1}, "2-4 days",
    ]);
    let values = values.as_array().unwrap().iter().cloned().map(Some);
    values.chain([None]).collect()
}

/// The pointers of all members and elements below the top level.
fn places(value: &Value) -> Vec<String> {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => {
            members.iter().map(|(name, value)| (format!("/{name}"), value)).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().map(|(number, value)| (format!("/{number}"), value)).collect()
        }
        _ => Vec::new(),
    };
    let mut all = Vec::new();
    for (step, child) in children {
        all.push(step.clone());
        all.extend(places(child).into_iter().map(|below| format!("{step}{below}")));
    }
    all
}

fn changed(reply: &Value, place: &str, other: Option<&Value>) -> Value {
    let mut reply = reply.clone();
    match other {
        Some(other) => *reply.pointer_mut(place).unwrap() = other.clone(),
        None => {
            let (parent, last) = place.rsplit_once('/').unwrap();
            match reply.pointer_mut(parent).unwrap() {
                Value::Object(members) => drop(members.remove(last)),
                Value::Array(items) => drop(items.remove(last.parse().unwrap())),
                _ => unreachable!("{place}"),
            }
        }
    }
    reply
}
