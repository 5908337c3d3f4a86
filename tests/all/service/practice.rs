//! The practice routes, and what depends on the simulated clock.

use serde_json::{Value, json};

use super::http::try_send;
use super::setup::{Clerk, Running, running, shipment, signed_in};

fn jump(service: &Running, hours: u32) {
    service.practice("POST", "/clock", Some(json!({"jump": {"hours": hours}}))).ok();
}

fn track(clerk: &Clerk, number: &str) -> Value {
    clerk.get(&format!("/Tracking?key=TrackingNumber&value={number}")).ok()
}

#[test]
fn tracking_moves_with_the_clock_to_the_end() {
    let (service, clerk) = signed_in();
    let bought =
        clerk.buy("moves", shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail")).ok();
    let number = bought["tracking"]["trackingNumber"].as_str().unwrap();
    let start = track(&clerk, number);
    assert_eq!(
        (&start["status"], &start["subStatus"]),
        (&json!("PreTransit"), &json!("LabelGenerated"))
    );
    assert_eq!(start["trackingDetails"].as_array().unwrap().len(), 1);
    let (mut seen, mut count) = (Vec::new(), 1);
    for _ in 0..90 {
        jump(&service, 6);
        let now = track(&clerk, number);
        assert_eq!(now, track(&clerk, number), "a look changes nothing");
        let details = now["trackingDetails"].as_array().unwrap();
        assert!(details.len() >= count);
        count = details.len();
        let times: Vec<&str> =
            details.iter().map(|detail| detail["dateTime"].as_str().unwrap()).collect();
        assert!(times.windows(2).all(|pair| pair[0] > pair[1]), "newest first: {times:?}");
        assert_eq!(
            (&details[0]["status"], &details[0]["subStatus"]),
            (&now["status"], &now["subStatus"])
        );
        for name in ["city", "state", "zip", "country"] {
            assert!(details[0][name].is_string());
        }
        seen.push(now["status"].as_str().unwrap().to_owned());
    }
    seen.dedup();
    assert!(seen.contains(&"InTransit".to_owned()), "{seen:?}");
    assert!(matches!(seen.last().unwrap().as_str(), "Delivered" | "DeliveryFailed"), "{seen:?}");
    assert!(count >= 8, "{count} scans");
    let embedded = clerk.get(&format!("/Shipment?key=TrackingNumber&value={number}")).ok();
    assert_eq!(embedded["tracking"]["status"], *seen.last().unwrap());
    let untracked = clerk.buy("blind", shipment(&clerk.carrier_account("ORBIT"), "Ecommerce")).ok();
    let path = format!("/Tracking?key=Id&value={}", untracked["id"].as_str().unwrap());
    assert_eq!(clerk.get(&path).code(), "SHIPMENT.TRACKING.NOT_SUPPORTED");
}

#[test]
fn refunds_return_the_money_once() {
    let (service, clerk) = signed_in();
    let before = clerk.balance_text();
    let refund = |id: &str, shipment: &Value| {
        let body = json!({"key": "ShipmentId", "value": shipment["id"]});
        clerk.call("POST", "/Shipment/Refund", &[("transactionId", id)], Some(body))
    };
    let status = |shipment: &Value| {
        clerk.get(&format!("/Shipment?key=Id&value={}", shipment["id"].as_str().unwrap())).ok()
                ["refundStatus"]
                .clone()
    };
    // One refund in twenty is rejected: buy until one is not.
    let mut refunded = false;
    for number in 0..8 {
        let bought = clerk
            .buy(
                &format!("r-{number}"),
                shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail"),
            )
            .ok();
        assert_eq!(status(&bought), Value::Null);
        let started = refund(&format!("refund-{number}"), &bought).ok();
        assert_eq!(
            (&started["refundStatus"], &started["tracking"]["status"]),
            (&json!("Initiated"), &json!("Cancelled"))
        );
        assert_eq!(
            refund(&format!("refund-{number}"), &bought).code(),
            "SHIPMENT.VALIDATION_FAILED"
        );
        assert_eq!(
            refund(&format!("again-{number}"), &bought).code(),
            "SHIPMENT.REFUND.VALIDATION_FAILED"
        );
        jump(&service, 36);
        let decided = status(&bought);
        jump(&service, 48);
        if decided == "Approved" {
            assert_eq!(status(&bought), "Refunded");
            refunded = number == 0 && clerk.balance_text() == before || number > 0;
            break;
        }
        assert_eq!((decided, status(&bought)), (json!("Rejected"), json!("Rejected")));
    }
    assert!(refunded);
    let history = clerk.get("/Account/Postage/BalanceHistory").ok();
    let credits = history["results"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["eventType"] == "OnRefund");
    assert_eq!(credits.count(), 1);
    let kept = clerk.buy("nova", shipment(&clerk.carrier_account("NOVA"), "Ground")).ok();
    assert_eq!(refund("refund-nova", &kept).code(), "SHIPMENT.REFUND.NOT_SUPPORTED");
    let old = clerk.buy("old", shipment(&clerk.carrier_account("POST-eVS"), "MediaMail")).ok();
    jump(&service, 31 * 24);
    assert_eq!(refund("refund-old", &old).code(), "SHIPMENT.REFUND.VALIDATION_FAILED");
}

#[test]
fn faults_happen_to_the_call_they_were_asked_for() {
    let (service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let bearer = format!("Bearer {}", clerk.token);
    for (kind, bought) in [
        ("cut_before_commit", false),
        ("cut_after_commit", true),
        ("cut_mid_reply", true),
        ("unavailable_before_commit", false),
        ("unavailable_after_commit", true),
        ("garbage_before_commit", false),
        ("garbage_after_commit", true),
    ] {
        service
            .practice("POST", "/faults", Some(json!({"call": "POST /Shipment", "kind": kind})))
            .ok();
        clerk.get("/Carrier").ok();
        let headers = [("Authorization", bearer.as_str()), ("transactionId", kind)];
        let order = shipment(&account, "PriorityMail").to_string();
        let answer = try_send(&service.base, "POST", "/Shipment", &headers, Some(&order));
        assert_eq!(answer.is_none(), kind.starts_with("cut"), "{kind}: {answer:?}");
        if let Some(answer) = answer {
            assert_eq!(
                answer.status,
                if kind.starts_with("garbage") { 502 } else { 503 },
                "{kind}"
            );
            assert!(answer.header("x-correlation-id").is_some());
        }
        let found = clerk.get(&format!("/Shipment?key=TransactionId&value={kind}"));
        assert_eq!(found.status == 200, bought, "{kind}");
        assert_eq!(service.practice("GET", "/faults", None).ok()["faults"], json!([]), "used up");
    }
    let wrong =
        service.practice("POST", "/faults", Some(json!({"call": "*", "kind": "earthquake"})));
    assert_eq!(wrong.code(), "PRACTICE.VALIDATION_FAILED");
}

#[test]
fn a_delayed_purchase_happens_although_the_buyer_hung_up() {
    use std::io::Write;
    let (service, clerk) = signed_in();
    let order = shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail").to_string();
    let fault = json!({"call": "POST /Shipment", "kind": "delay_before_commit", "millis": 300});
    service.practice("POST", "/faults", Some(fault)).ok();
    let address =
        service.base.strip_prefix("http://").unwrap().split_once('/').unwrap().0.to_owned();
    let request = format!(
        "POST /v3.1/Shipment HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\ntransactionId: late\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{order}",
        clerk.token,
        order.len()
    );
    let mut stream = std::net::TcpStream::connect(&address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    // The fault is consumed once the call has arrived completely; disconnect only then.
    while service.practice("GET", "/faults", None).ok()["faults"] != json!([]) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    drop(stream);
    let arrived = (0..400).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(25));
        clerk.get("/Shipment?key=TransactionId&value=late").status == 200
    });
    assert!(arrived);
}

#[test]
fn the_clock_can_be_stopped_and_hurried() {
    let service = running();
    let set = |body: Value| service.practice("POST", "/clock", Some(body));
    assert_eq!(set(json!({"paused": true})).ok()["paused"], json!(true));
    service.clock.advance(jiff::SignedDuration::from_secs(50));
    assert_eq!(service.practice("GET", "/clock", None).ok()["now"], "2026-03-02T18:00:00.000Z");
    set(json!({"paused": false, "dayLength": 60})).ok();
    service.clock.advance(jiff::SignedDuration::from_secs(30));
    let now = service.practice("GET", "/clock", None).ok();
    assert_eq!((&now["now"], &now["dayLength"]), (&json!("2026-03-03T06:00:00.000Z"), &json!(60)));
    for bad in [
        json!({"dayLength": 0}),
        json!({"dayLength": "fast"}),
        json!({"jump": {"days": -1}}),
        json!({"paused": 1}),
    ] {
        assert_eq!(set(bad.clone()).code(), "PRACTICE.BAD_REQUEST", "{bad}");
    }
}
