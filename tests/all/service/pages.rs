//! Paged lists: pages, date ranges and page tokens (sections 4.1 and 4.6).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::setup::{Clerk, Running, shipment, signed_in};

const LISTS: [(&str, &str); 2] =
    [("/Shipment", "SHIPMENT"), ("/Account/Postage/BalanceHistory", "ACCOUNT")];

fn jump(service: &Running, days: u32) {
    let body = json!({"jump": {"days": days}});
    service.practice("POST", "/clock", Some(body)).ok();
}

fn transactions(page: &Value) -> Vec<String> {
    let rows = page["results"].as_array().unwrap().iter();
    rows.map(|row| row["transactionId"].as_str().unwrap().to_owned()).collect()
}

/// Buys one label per day at 18:00, from 2026-03-02 on, with the day in the transaction id.
fn a_label_a_day(service: &Running, clerk: &Clerk, days: usize) {
    let order = shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail");
    for day in 0..days {
        clerk.buy(&format!("day-{}", 2 + day), order.clone()).ok();
        jump(service, 1);
    }
}

#[test]
fn dates_cut_a_list_where_they_say() {
    let (service, clerk) = signed_in();
    a_label_a_day(&service, &clerk, 5);
    for (path, _) in LISTS {
        for (dates, wanted) in [
            ("startDate=2026-03-03&endDate=2026-03-04", &[4, 3][..]),
            ("endDate=2026-03-03", &[3, 2]),
            ("startDate=2026-03-05", &[6, 5]),
            ("startDate=2026-03-05T18:00:00.001Z", &[6]),
            ("startDate=2026-03-03T00:00:00Z&endDate=2026-03-03T17:59:59Z", &[]),
            ("startDate=2027-01-01", &[]),
            ("endDate=2020-01-01", &[]),
        ] {
            let page = clerk.get(&format!("{path}?{dates}")).ok();
            let mut found = transactions(&page);
            // The history begins with the initial money of the ready-made account.
            let labels = page["totalResults"].as_u64().unwrap();
            let others = found.iter().filter(|id| !id.starts_with("day-")).count();
            found.retain(|id| id.starts_with("day-"));
            let wanted: Vec<String> = wanted.iter().map(|day| format!("day-{day}")).collect();
            assert_eq!(found, wanted, "{path} {dates}");
            assert_eq!(labels, (wanted.len() + others) as u64, "{path} {dates}");
        }
    }
}

#[test]
fn pages_stand_still_while_rows_are_added() {
    let (service, clerk) = signed_in();
    let refill = || service.practice("POST", "/refill", Some(json!({"amount": 1}))).ok();
    for _ in 0..44 {
        refill();
    }
    let path = "/Account/Postage/BalanceHistory";
    let first = clerk.get(path).ok();
    let total = first["totalResults"].as_u64().unwrap();
    assert_eq!(first["totalPages"].as_u64().unwrap(), total.div_ceil(20));
    let (mut page, mut seen) = (first.clone(), Vec::new());
    loop {
        assert_eq!(page["totalResults"].as_u64().unwrap(), total);
        seen.extend(page["results"].as_array().unwrap().iter().map(|row| row["id"].clone()));
        refill();
        let Some(next) = page["nextPage"].as_str() else {
            break;
        };
        page = clerk.get(&format!("{path}?pageToken={next}")).ok();
    }
    assert_eq!(seen.len() as u64, total);
    seen.dedup();
    assert_eq!(seen.len() as u64, total, "no row twice");
    let back = page["previousPage"].as_str().unwrap();
    let back = clerk.get(&format!("{path}?pageToken={back}")).ok();
    let back_again = back["previousPage"].as_str().unwrap();
    let again = clerk.get(&format!("{path}?pageToken={back_again}")).ok();
    assert_eq!(again["results"], first["results"]);
}

#[test]
fn tokens_from_elsewhere_are_refused() {
    let (service, clerk) = signed_in();
    a_label_a_day(&service, &clerk, 2);
    let coded = |text: &str| URL_SAFE_NO_PAD.encode(text);
    for (path, module) in LISTS {
        for token in [
            "nonsense".to_owned(),
            "%00".to_owned(),
            "'%20OR%201=1".to_owned(),
            coded("p0.0"),
            coded("p0.-1"),
            coded("p-1.2"),
            coded("p1.2"),
            coded("p0.1000000"),
            coded("p9223372036854775807.9223372036854775807"),
            coded("p0.2 "),
            "A".repeat(5_000),
        ] {
            let answer = clerk.get(&format!("{path}?pageToken={token}"));
            assert_eq!(answer.code(), format!("{module}.VALIDATION_FAILED"), "{token}");
        }
        assert_eq!(clerk.get(&format!("{path}?pageToken=null")).status, 200);
    }
}

/// A refund is booked by the next read; its row is not dated before the rows preceding it.
#[test]
fn a_refund_booked_late_keeps_the_history_in_order() {
    let (service, clerk) = signed_in();
    let approved = json!({"refunds": "Approved"});
    service.practice("POST", "/admin", Some(approved)).ok();
    let order = shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail");
    // One refund in twenty is rejected, by the shipment's id; of eight, some are not.
    for number in 0..8 {
        let bought = clerk.buy(&format!("first-{number}"), order.clone()).ok();
        let refund = json!({"key": "Id", "value": bought["id"]});
        let id = format!("refund-{number}");
        let headers = [("transactionId", id.as_str())];
        clerk.call("POST", "/Shipment/Refund", &headers, Some(refund)).ok();
    }
    jump(&service, 10);
    clerk.buy("second", order).ok();
    let history = clerk.get("/Account/Postage/BalanceHistory").ok();
    let rows = history["results"].as_array().unwrap();
    let ids = transactions(&history);
    let booked = ids.iter().position(|id| id == "second").unwrap();
    assert!(booked > 0 && ids[..booked].iter().all(|id| id.starts_with("refund-")));
    for pair in rows.windows(2) {
        let date = |row: &Value| row["transactionDate"].as_str().unwrap().to_owned();
        assert!(date(&pair[0]) >= date(&pair[1]), "{history}");
    }
}
