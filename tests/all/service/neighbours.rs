//! Finding S2: a problem of one account must not affect the responses to another.

use postroom::base::money::Amount;
use rusqlite::Connection;
use serde_json::{Value, json};

use super::main_job::signed_up;
use super::setup::{Clerk, Running, running, running_in, shipment};

/// The largest balance a top-up can reach.
const MOST: &str = "100000000";

fn amount(clerk: &Clerk) -> Amount {
    clerk.balance_text().parse().unwrap()
}

/// The ready-made account with a refund of `price` in progress, and its API key.
fn refunding(service: &Running) -> (Clerk, String, Value) {
    let login = service.login();
    let clerk = Clerk::sign_in(&service.base, &login);
    let outcome = json!({"refunds": "Approved"});
    service.practice("POST", "/admin", Some(outcome)).ok();
    let account = clerk.carrier_account("POST-eVS");
    let bought = clerk.buy("bought", shipment(&account, "PriorityMail")).ok();
    let body = json!({"key": "Id", "value": bought["id"]});
    clerk.call("POST", "/Shipment/Refund", &[("transactionId", "back")], Some(body)).ok();
    (clerk, login.api_key, bought)
}

fn days(service: &Running, days: u32) {
    let jump = json!({"jump": {"days": days}});
    service.practice("POST", "/clock", Some(jump)).ok();
}

/// The calls that book due refunds before they read.
const READS: [&str; 3] =
    ["/Account/Postage/Balance", "/Account/Postage/BalanceHistory", "/Shipment"];

#[test]
fn a_refund_beyond_the_largest_balance_is_booked_and_stops_nobody() {
    let service = running();
    let (clerk, key, bought) = refunding(&service);
    let price: Amount = bought["rates"][0]["totalFee"].to_string().parse().unwrap();
    let most: Amount = MOST.parse().unwrap();
    let room = most.checked_sub(amount(&clerk)).unwrap();
    let full = json!({"apiKey": key, "amount": room});
    service.practice("POST", "/refill", Some(full)).ok();
    assert_eq!(amount(&clerk), most);
    days(&service, 4);
    let (other, _) = signed_up(&service.base, "neighbour", false);
    for path in READS {
        assert_eq!(other.get(path).status, 200, "{path}: {:?}", other.get(path).json());
    }
    assert_eq!(amount(&clerk), most.checked_add(price).unwrap());
    let path = format!("/Shipment?key=Id&value={}", bought["id"].as_str().unwrap());
    assert_eq!(clerk.get(&path).ok()["refundStatus"], "Refunded");
    // A top-up still cannot exceed the limit, and a refill of all accounts skips only this one.
    let more = clerk.call(
        "PUT",
        "/Account/Postage/Balance",
        &[("transactionId", "more")],
        Some(json!({"balance": 1})),
    );
    assert_eq!(more.code(), "ACCOUNT.BALANCE.VALIDATION_FAILED");
    let filled = service.practice("POST", "/refill", Some(json!({"amount": 7}))).ok();
    assert_eq!(filled["balances"].as_array().unwrap().len(), 1);
    assert_eq!(other.balance_text(), "7");
}

#[test]
fn a_refund_that_cannot_be_booked_waits_and_stops_nobody() {
    let service = running();
    let (clerk, _, bought) = refunding(&service);
    let before = amount(&clerk);
    let file = service.folder.join("practice.db");
    let wallet = |sql: &str| {
        let conn = Connection::open(&file).unwrap();
        conn.busy_timeout(std::time::Duration::from_secs(30)).unwrap();
        conn.execute_batch(sql).unwrap();
    };
    // The balance row is missing, as in a damaged file.
    wallet("CREATE TABLE aside AS SELECT * FROM wallets; DELETE FROM wallets WHERE env = 'P'");
    days(&service, 4);
    let (other, _) = signed_up(&service.base, "neighbour", false);
    for path in READS {
        assert_eq!(other.get(path).status, 200, "{path}: {:?}", other.get(path).json());
    }
    let path = format!("/Shipment?key=Id&value={}", bought["id"].as_str().unwrap());
    assert_eq!(clerk.get(&path).ok()["refundStatus"], "Approved", "not paid yet");
    wallet("INSERT OR IGNORE INTO wallets SELECT * FROM aside; DROP TABLE aside");
    // It is retried at the next start at the latest.
    let clock = service.clock.clone();
    let service = running_in(service.stop(), clock, 86_400);
    let clerk = Clerk::sign_in(&service.base, &service.login());
    let price: Amount = bought["rates"][0]["totalFee"].to_string().parse().unwrap();
    assert_eq!(amount(&clerk), before.checked_add(price).unwrap());
    assert_eq!(clerk.get(&path).ok()["refundStatus"], "Refunded");
}

/// AutoBuy: a recharge that would exceed the largest balance must not prevent buying a label.
#[test]
fn a_recharge_that_does_not_fit_refuses_no_label() {
    let service = running();
    let login = service.login();
    let clerk = Clerk::sign_in(&service.base, &login);
    let auto_buy = json!({"isAutoBuy": true, "autoBuyAmount": 50, "autoBuyThreshold": 100_000_000});
    clerk.send("PUT", "/Account/Postage/AutoBuy", auto_buy).ok();
    let room = MOST.parse::<Amount>().unwrap().checked_sub(amount(&clerk)).unwrap();
    let full = json!({"apiKey": login.api_key, "amount": room});
    service.practice("POST", "/refill", Some(full)).ok();
    let account = clerk.carrier_account("POST-eVS");
    clerk.buy("rich", shipment(&account, "PriorityMail")).ok();
}
