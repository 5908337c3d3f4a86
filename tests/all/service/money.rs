//! Money: a transaction id is charged once, amounts are exact under concurrency, and the balance is
//! never negative.

use postroom::base::money::Amount;
use serde_json::{Value, json};

use super::setup::{Clerk, berlin, customs, shipment, signed_in};

fn balance(clerk: &Clerk) -> Amount {
    clerk.balance_text().parse().unwrap()
}

fn price(bought: &Value) -> Amount {
    bought["rates"][0]["totalFee"].to_string().parse().unwrap()
}

#[test]
fn sixteen_sends_of_one_id_buy_once() {
    let (_service, clerk) = signed_in();
    let before = balance(&clerk);
    let order = shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail");
    let threads: Vec<_> = (0..16)
        .map(|_| {
            let (clerk, order) = (clerk.clone(), order.clone());
            std::thread::spawn(move || clerk.buy("one-and-only", order))
        })
        .collect();
    let answers: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    let (good, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    assert_eq!((good.len(), refused.len()), (1, 15));
    assert!(refused.iter().all(|answer| answer.code() == "SHIPMENT.VALIDATION_FAILED"));
    assert_eq!(balance(&clerk), before.checked_sub(price(&good[0].json())).unwrap());
    assert_eq!(clerk.get("/Shipment").ok()["totalResults"], json!(1));
    let other = shipment(&clerk.carrier_account("NOVA"), "Ground");
    assert_eq!(clerk.buy("one-and-only", other).code(), "SHIPMENT.VALIDATION_FAILED");
    assert_eq!(clerk.buy("one-and-only", json!({})).code(), "SHIPMENT.VALIDATION_FAILED");
}

#[test]
fn many_buyers_spend_to_the_cent_and_never_more() {
    let (service, clerk) = signed_in();
    let before = balance(&clerk);
    // About 60 dollars each: most of the sixty-four purchases are refused.
    let order = shipment(&clerk.carrier_account("NOVA"), "NextDayAir");
    let threads: Vec<_> = (0..64)
        .map(|number| {
            let (clerk, order) = (clerk.clone(), order.clone());
            std::thread::spawn(move || clerk.buy(&format!("buyer-{number}"), order))
        })
        .collect();
    let mut spent = Amount::ZERO;
    let mut refused = 0;
    for thread in threads {
        let answer = thread.join().unwrap();
        if answer.status == 200 {
            spent = spent.checked_add(price(&answer.json())).unwrap();
        } else {
            assert_eq!(answer.code(), "ACCOUNT.BALANCE.VALIDATION_FAILED");
            refused += 1;
        }
    }
    assert!(refused > 0 && refused < 64, "{refused} refused");
    assert!(!balance(&clerk).is_negative());
    assert_eq!(before.checked_sub(spent).unwrap(), balance(&clerk));
    let history = clerk.get("/Account/Postage/BalanceHistory").ok();
    let debits = history["results"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["transactionType"] == "Debit");
    let sum =
        Amount::total(debits.map(|entry| entry["originalAmount"].to_string().parse().unwrap()))
            .unwrap();
    assert_eq!(sum, spent.negated());
    // The refused transaction id can be used again once there is money.
    service.practice("POST", "/refill", Some(json!({"amount": 500}))).ok();
    let cheap = shipment(&clerk.carrier_account("NOVA"), "Ground");
    clerk.buy("after-refill", cheap).ok();
}

/// Labels and top-ups at the same time: each history row follows from the previous one.
#[test]
fn sixty_four_at_once_leave_an_unbroken_history() {
    let (service, clerk) = signed_in();
    service.practice("POST", "/refill", Some(json!({"amount": 5000}))).ok();
    let before = balance(&clerk);
    let order = shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail");
    let threads: Vec<_> = (0..64)
        .map(|number| {
            let (clerk, order) = (clerk.clone(), order.clone());
            std::thread::spawn(move || {
                let id = format!("mixed-{number}");
                if number % 8 == 0 {
                    let headers = [("transactionId", id.as_str())];
                    let body = json!({"balance": 3.25});
                    clerk.call("PUT", "/Account/Postage/Balance", &headers, Some(body)).ok();
                    return "3.25".parse().unwrap();
                }
                price(&clerk.buy(&id, order).ok()).negated()
            })
        })
        .collect();
    let changes: Vec<Amount> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    let sum = Amount::total(changes).unwrap();
    assert_eq!(balance(&clerk), before.checked_add(sum).unwrap());
    assert_eq!(clerk.get("/Shipment").ok()["totalResults"], json!(56));

    let mut rows = Vec::new();
    let mut page = clerk.get("/Account/Postage/BalanceHistory").ok();
    loop {
        rows.extend(page["results"].as_array().unwrap().clone());
        let Some(next) = page["nextPage"].as_str() else {
            break;
        };
        let path = format!("/Account/Postage/BalanceHistory?pageToken={next}");
        page = clerk.get(&path).ok();
    }
    let amount = |row: &Value, name: &str| row[name].to_string().parse::<Amount>().unwrap();
    assert_eq!(amount(&rows[0], "balance"), balance(&clerk));
    for pair in rows.windows(2) {
        let continued = amount(&pair[1], "balance").checked_add(amount(&pair[0], "amount"));
        assert_eq!(amount(&pair[0], "balance"), continued.unwrap());
        assert!(!amount(&pair[0], "balance").is_negative());
    }
}

#[test]
fn top_ups_are_checked_and_count_once() {
    let (service, clerk) = signed_in();
    let before = balance(&clerk);
    let path = "/Account/Postage/Balance";
    let top_up =
        |id: &str, body: Value| clerk.call("PUT", path, &[("transactionId", id)], Some(body));
    top_up("t1", json!({"balance": 10.25})).ok();
    for (id, body, code) in [
        ("t1", json!({"balance": 10.25}), "ACCOUNT.VALIDATION_FAILED"),
        ("t2", json!({"balance": 0.99}), "ACCOUNT.BALANCE.VALIDATION_FAILED"),
        ("t3", json!({"balance": -5}), "ACCOUNT.BALANCE.VALIDATION_FAILED"),
        ("t4", json!({"balance": 1e30}), "ACCOUNT.BAD_REQUEST"),
        ("t5", json!({"balance": "10"}), "ACCOUNT.BAD_REQUEST"),
        ("t6", json!({}), "ACCOUNT.BAD_REQUEST"),
        ("", json!({"balance": 10}), "ACCOUNT.BAD_REQUEST"),
    ] {
        assert_eq!(top_up(id, body.clone()).code(), code, "{id} {body}");
    }
    assert_eq!(balance(&clerk), before.checked_add("10.25".parse().unwrap()).unwrap());
    let card =
        |declines: bool| service.practice("POST", "/card", Some(json!({"declines": declines})));
    assert_eq!(card(true).ok()["accounts"], json!(1));
    let declined = top_up("t8", json!({"balance": 10}));
    assert_eq!(declined.code(), "ACCOUNT.PAYMENT_FAILED");
    card(false).ok();
    let auto = json!({"isAutoBuy": true, "autoBuyAmount": 100, "autoBuyThreshold": 5000});
    assert_eq!(clerk.send("PUT", "/Account/Postage/AutoBuy", auto).ok()["isAutoBuy"], json!(true));
    let bought = clerk.buy("auto", shipment(&clerk.carrier_account("NOVA"), "Ground")).ok();
    let wanted =
        before.checked_add("110.25".parse().unwrap()).unwrap().checked_sub(price(&bought)).unwrap();
    assert_eq!(balance(&clerk), wanted);
}

#[test]
fn a_rate_is_what_the_shipment_costs() {
    let (service, clerk) = signed_in();
    service.practice("POST", "/refill", Some(json!({"amount": 5000}))).ok();
    let mut count = 0_usize;
    for abroad in [false, true] {
        let mut ask = shipment("", "");
        for name in ["service", "carrierAccountId"] {
            ask.as_object_mut().unwrap().remove(name);
        }
        if abroad {
            ask["toAddress"] = berlin();
            ask["customsInfo"] = customs();
        }
        let rates = clerk.send("POST", "/ShipmentRate", ask.clone()).ok();
        for rate in rates["rates"].as_array().unwrap() {
            let mut order = ask.clone();
            order["service"] = rate["finalService"].clone();
            order["carrierAccountId"] = rate["carrierAccountId"].clone();
            let before = balance(&clerk);
            let bought = clerk.buy(&format!("each-{count}"), order).ok();
            assert_eq!(bought["rates"][0]["totalFee"], rate["totalFee"]);
            assert_eq!(before.checked_sub(price(&bought)).unwrap(), balance(&clerk), "{rate}");
            count += 1;
        }
    }
    assert!(count >= 20, "{count}");
    // The list is paged, newest first, and pages do not shift when rows are added.
    let first = clerk.get("/Shipment").ok();
    assert_eq!((&first["pageSize"], &first["totalResults"]), (&json!(20), &json!(count)));
    assert_eq!(
        (&first["previousPage"], &first["totalPages"]),
        (&Value::Null, &json!(count.div_ceil(20)))
    );
    assert_eq!(first["results"][0]["transactionId"], format!("each-{}", count - 1));
    clerk.buy("later", shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail")).ok();
    let mut page = first;
    let mut seen = Vec::new();
    loop {
        let rows = page["results"].as_array().unwrap();
        seen.extend(rows.iter().map(|row| row["transactionId"].as_str().unwrap().to_owned()));
        let Some(next) = page["nextPage"].as_str() else {
            break;
        };
        page = clerk.get(&format!("/Shipment?pageToken={next}")).ok();
        assert!(page["previousPage"].is_string());
    }
    let wanted: Vec<String> = (0..count).rev().map(|number| format!("each-{number}")).collect();
    assert_eq!(seen, wanted);
    assert_eq!(clerk.get("/Shipment?pageToken=nonsense").code(), "SHIPMENT.VALIDATION_FAILED");
    assert_eq!(clerk.get("/Shipment?startDate=2026-03-03").ok()["totalResults"], json!(0));
    assert_eq!(
        clerk.get("/Shipment?startDate=2026-03-01&endDate=2026-03-02").ok()["totalResults"],
        json!(count + 1)
    );
    let refused =
        clerk.get("/Account/Postage/BalanceHistory?startDate=2026-03-02&endDate=2026-03-02");
    assert_eq!(refused.code(), "ACCOUNT.VALIDATION_FAILED");
}
