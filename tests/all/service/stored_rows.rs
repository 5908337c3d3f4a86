//! Finding S1: unknown members of a request never damage a response, and a stored row that cannot
//! be read does not affect the rest of its page.

use rusqlite::{Connection, params};
use serde_json::{Value, json};

use super::setup::{Clerk, Running, berlin, customs, shipment, signed_in};

/// A word in every unknown member and nowhere else.
const STRANGER: &str = "stowaway";

fn refund(clerk: &Clerk, id: &str, shipment: &Value) -> super::http::Answer {
    let body = json!({"key": "ShipmentId", "value": shipment["id"]});
    let head = [("transactionId", id)];
    clerk.call("POST", "/Shipment/Refund", &head, Some(body))
}

fn by_id(shipment: &Value) -> String {
    format!("/Shipment?key=Id&value={}", shipment["id"].as_str().unwrap())
}

/// Asserts that every response with the shipment is JSON, has its id, and has nothing unknown.
fn check(service: &Running, clerk: &Clerk, number: usize, carrier: &str, more: &Value) {
    let account = clerk.carrier_account(carrier);
    let code = if carrier == "NOVA" { "Ground" } else { "PriorityMail" };
    let mut order = shipment(&account, code);
    for (name, value) in more.as_object().unwrap() {
        order[name] = value.clone();
    }
    if order["customsInfo"].is_object() {
        order["toAddress"] = berlin();
        order["service"] = json!("PriorityMailIntl");
    }
    let bought = clerk.buy(&format!("s1-{number}"), order);
    let mut shown = bought.ok();
    // Only the warnings name what was ignored.
    shown.as_object_mut().unwrap().remove("Warnings");
    let named = json!(format!("s1-{number}"));
    let tracking = &shown["tracking"]["trackingNumber"];
    assert!(tracking.is_string(), "{more}: {shown}");
    let page = clerk.get("/Shipment").ok();
    let mut refunded = Value::Null;
    if carrier != "NOVA" {
        refunded = refund(clerk, &format!("s1-refund-{number}"), &shown).ok();
        assert_eq!(refunded["refundStatus"], "Initiated", "{more}");
    }
    let looked = clerk.get(&by_id(&shown)).ok();
    let label = clerk.get(&format!("/Shipment/{}/Label", shown["id"].as_str().unwrap())).ok();
    assert!(label["labels"][0].is_string(), "{more}: {label}");
    for answer in [&shown, &looked, &page["results"][0]] {
        assert_eq!(answer["transactionId"], named, "{more}: {answer}");
        assert_eq!(answer["fromAddress"]["city"], "Chicago", "{more}");
    }
    for answer in [&shown, &looked, &page, &refunded, &label] {
        assert!(!answer.to_string().contains(STRANGER), "{more}: {answer}");
    }
    drop(service.practice("GET", "/clock", None));
}

#[test]
fn unknown_members_of_a_request_are_never_kept() {
    let (service, clerk) = signed_in();
    let money = json!({"amount": 50_000});
    service.practice("POST", "/refill", Some(money)).ok();
    let trap = format!("{STRANGER}\",\"shown\":{{\"y\":\"");
    let nested = json!({STRANGER: {"shown": {"shown": [trap]}}});
    let options = [
        json!({"locationCode": "A1", "shown": {STRANGER: 1}}),
        json!({"a": 1, "shown": STRANGER}),
        json!({"a": 1, "shown": {"id": STRANGER}, "z": {"shown": []}}),
        json!({"journey": {"shipMs": STRANGER}, "label": {"wish": {"labelType": STRANGER}}}),
        json!({"wish": {"labelType": "Base64"}, STRANGER: [1, "}", {"shown": "]"}]}),
        nested.clone(),
        json!({trap.clone(): trap}),
    ];
    for (number, option) in options.into_iter().enumerate() {
        check(&service, &clerk, number, "POST-eVS", &json!({"option": option}));
    }
    let with = |mut known: Value| {
        known[STRANGER] = nested.clone();
        known["shown"] = nested.clone();
        known
    };
    let bill_to = json!({"type": "Recipient", "account": "1", "zip": "60606"});
    let mut items = with(customs());
    items["customsItem"][0] = with(items["customsItem"][0].clone());
    let param = json!({"specialService": ["Insurance"],
                       "specialServiceParam": with(json!({"insuranceAmount": 20}))});
    for (number, (carrier, more)) in [
        ("NOVA", json!({"billTo": with(bill_to)})),
        ("POST-eVS", json!({"customsInfo": items})),
        ("POST-eVS", param),
        ("POST-eVS", with(json!({}))),
    ]
    .into_iter()
    .enumerate()
    {
        check(&service, &clerk, 20 + number, carrier, &more);
    }
}

fn database(service: &Running) -> Connection {
    let conn = Connection::open(service.folder.join("practice.db")).unwrap();
    conn.busy_timeout(std::time::Duration::from_secs(30)).unwrap();
    conn
}

#[test]
fn a_damaged_row_is_one_row() {
    let (service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let conn = database(&service);
    let damages: [fn(&str) -> String; 6] = [
        |_| String::new(),
        |_| "not JSON at all".to_owned(),
        |_| "[]".to_owned(),
        |facts| facts[..facts.len() * 2 / 3].to_owned(),
        |facts| facts[..facts.len() - 2].to_owned(),
        |facts| facts.replacen("\"shown\":{", "\"shown\":{]", 1),
    ];
    let whole = clerk.buy("whole", shipment(&account, "PriorityMail")).ok();
    for (number, damage) in damages.into_iter().enumerate() {
        let name = format!("damaged-{number}");
        let bought = clerk.buy(&name, shipment(&account, "PriorityMail")).ok();
        let id = bought["id"].as_str().unwrap();
        let facts: String = conn
            .query_row("SELECT facts FROM shipments WHERE id = ?1", [id], |row| row.get(0))
            .unwrap();
        conn.execute("UPDATE shipments SET facts = ?1 WHERE id = ?2", params![damage(&facts), id])
            .unwrap();
        let page = clerk.get("/Shipment").ok();
        let rows = page["results"].as_array().unwrap();
        assert_eq!(json!(rows.len()), page["totalResults"], "{name}");
        assert_eq!(rows.last().unwrap()["rates"], whole["rates"], "{name}");
        let looked = clerk.get(&by_id(&bought)).ok();
        let asked = refund(&clerk, &format!("back-{number}"), &bought).ok();
        assert_eq!(asked["refundStatus"], "Initiated", "{name}");
        for row in [&rows[0], &looked, &asked] {
            assert_eq!(row["id"], bought["id"], "{name}");
            assert_eq!(row["transactionId"], json!(name), "{name}: {row}");
            assert_eq!(row["tracking"]["trackingNumber"], bought["tracking"]["trackingNumber"]);
            assert!(row["errors"][0]["Message"].is_string(), "{name}: {row}");
        }
    }
    clerk.buy("after", shipment(&account, "PriorityMail")).ok();
}

#[test]
fn a_damaged_manifest_is_one_row() {
    let (service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let mut made = Vec::new();
    for number in 0..2 {
        let bought = clerk.buy(&format!("m-{number}"), shipment(&account, "PriorityMail")).ok();
        let body = json!({
            "fromAddress": super::setup::chicago(), "carrierAccountId": account,
            "key": "Id", "value": [bought["id"]], "async": true,
        });
        made.push(clerk.send("POST", "/Manifest", body).ok()["id"].clone());
    }
    let damaged = made[1].as_str().unwrap();
    database(&service)
        .execute("UPDATE manifests SET body = '{\"sh' WHERE id = ?1", [damaged])
        .unwrap();
    let page = clerk.get("/Manifest").ok();
    let ids: Vec<&Value> =
        page["results"].as_array().unwrap().iter().map(|row| &row["id"]).collect();
    assert_eq!(ids, [&made[1], &made[0]]);
    let one = clerk.get(&format!("/Manifest?key=Id&value={damaged}")).ok();
    assert_eq!(one["id"], made[1]);
}
