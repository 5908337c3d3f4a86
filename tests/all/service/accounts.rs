//! Signing in and AutoBuy.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::codes::TestService;
use super::http::send;
use super::main_job::signed_up;
use super::setup::{Clerk, shipment};

#[test]
fn a_malformed_header_or_token_never_passes() {
    let stage = TestService::new();
    let token = stage.clerk.token.as_str();
    let (head, rest) = token.split_once('.').unwrap();
    let (claims, tag) = rest.split_once('.').unwrap();
    let encode = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let decoded: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    let with = |name: &str, value: Value| {
        let mut claims = decoded.clone();
        claims[name] = value;
        encode(claims)
    };
    let padded = format!("{claims}==");
    for header in [
        String::new(),
        token.to_owned(),
        "Bearer".to_owned(),
        "Bearer ".to_owned(),
        format!("Basic {token}"),
        format!("Bearer{token}"),
        format!("Bearer {token} {token}"),
        format!("Bearer {token}."),
        format!("Bearer .{token}"),
        format!("Bearer {head}.{claims}"),
        format!("Bearer {head}..{tag}"),
        format!("Bearer {head}.{padded}.{tag}"),
        format!("Bearer {}.{claims}.{tag}", encode(json!({"alg": "HS512", "typ": "JWT"}))),
        format!("Bearer {}.{claims}.{tag}", encode(json!({"alg": "hs256"}))),
        format!("Bearer {}.{claims}.{tag}", encode(json!({"typ": "JWT"}))),
        format!("Bearer {}.{claims}.{tag}", encode(json!([]))),
        format!("Bearer {head}.{}.{tag}", with("env", json!("T"))),
        format!("Bearer {head}.{}.{tag}", with("account", json!("x"))),
        format!("Bearer {head}.{}.{tag}", with("exp", Value::Null)),
        format!("Bearer {head}.{claims}.{}", &tag[..tag.len() / 2]),
    ] {
        let headers = [("Authorization", header.as_str())];
        for (method, path) in
            [("GET", "/Carrier"), ("POST", "/Shipment"), ("GET", "/Shipment/x/Label")]
        {
            let answer = send(&stage.service.base, method, path, &headers, None);
            assert_eq!(
                (answer.status, answer.code().as_str()),
                (401, "ACCOUNT.APP.AUTHENTICATION_FAILED"),
                "{method} {path} with {header:?}"
            );
        }
    }
    let lower = format!("bearer {token}");
    let headers = [("authorization", lower.as_str())];
    send(&stage.service.base, "GET", "/Carrier", &headers, None).ok();
}

#[test]
fn every_protected_call_asks_for_the_token_first() {
    let stage = TestService::new();
    for (method, path) in [
        ("GET", "/Account/Postage/Balance"),
        ("PUT", "/Account/Postage/Balance"),
        ("PUT", "/Account/Postage/AutoBuy"),
        ("GET", "/Account/Postage/BalanceHistory"),
        ("GET", "/Address/x"),
        ("POST", "/Address"),
        ("POST", "/Address/x/Validate"),
        ("GET", "/Carrier"),
        ("GET", "/CarrierAccount"),
        ("POST", "/CarrierAccount"),
        ("PUT", "/CarrierAccount"),
        ("DELETE", "/CarrierAccount/x"),
        ("GET", "/CarrierAccount/Service"),
        ("GET", "/CarrierAccount/SpecialService"),
        ("GET", "/CarrierAccount/PackageType"),
        ("POST", "/ShipmentRate"),
        ("GET", "/Shipment"),
        ("POST", "/Shipment"),
        ("POST", "/Shipment/Refund"),
        ("GET", "/Shipment/x/Label"),
        ("POST", "/Manifest"),
        ("GET", "/Manifest"),
        ("GET", "/Tracking"),
        ("POST", "/Document/POST/99M"),
    ] {
        let answer = send(&stage.service.base, method, path, &[], None);
        assert_eq!(answer.code(), "ACCOUNT.APP.AUTHENTICATION_FAILED", "{method} {path}");
    }
}

/// The balance in cents.
fn cents(clerk: &Clerk) -> i64 {
    let balance: f64 = clerk.balance_text().parse().unwrap();
    (balance * 100.0).round() as i64
}

fn price(bought: &Value) -> i64 {
    (bought["rates"][0]["totalFee"].as_f64().unwrap() * 100.0).round() as i64
}

fn recharges(clerk: &Clerk) -> Vec<f64> {
    let history = clerk.get("/Account/Postage/BalanceHistory").ok();
    let rows = history["results"].as_array().unwrap().clone();
    rows.iter()
        .filter(|row| row["eventType"] == "OnAutoBuy")
        .map(|row| {
            assert_eq!(row["transactionType"], "Credit");
            row["amount"].as_f64().unwrap()
        })
        .collect()
}

#[test]
fn auto_buy_recharges_below_the_threshold_and_only_there() {
    let stage = TestService::new();
    let set = |on: bool, amount: u32, threshold: u32| {
        let body = json!({"isAutoBuy": on, "autoBuyAmount": amount, "autoBuyThreshold": threshold});
        let set = stage.clerk.send("PUT", "/Account/Postage/AutoBuy", body).ok();
        assert_eq!(set["isAutoBuy"], json!(on));
    };
    let buy = |id: &str| price(&stage.buy(id, "NOVA", "Ground", json!({})).ok());
    let mut wanted = cents(&stage.clerk);
    set(true, 100, 100);
    wanted -= buy("above");
    assert_eq!(cents(&stage.clerk), wanted, "the balance stays above the threshold");
    set(true, 100, 490);
    wanted += 10_000 - buy("below");
    assert_eq!((cents(&stage.clerk), recharges(&stage.clerk)), (wanted, vec![100.0]));
    set(false, 100, 5000);
    wanted -= buy("off");
    assert_eq!(cents(&stage.clerk), wanted);
    // A declined card must not prevent buying a label that the balance covers.
    set(true, 100, 5000);
    let card = |declines: bool| {
        let body = json!({ "declines": declines });
        stage.service.practice("POST", "/card", Some(body)).ok()
    };
    card(true);
    wanted -= buy("declined");
    assert_eq!((cents(&stage.clerk), recharges(&stage.clerk).len()), (wanted, 1));
    card(false);
    wanted += 10_000 - buy("again");
    assert_eq!((cents(&stage.clerk), recharges(&stage.clerk).len()), (wanted, 2));
}

#[test]
fn auto_buy_pays_for_a_label_the_balance_does_not_cover() {
    let stage = TestService::new();
    let (clerk, made) = signed_up(&stage.service.base, "broke", false);
    let new = json!({"name": "n", "carrierCode": "NOVA", "configuration": {}});
    let account = clerk.send("POST", "/CarrierAccount", new).ok();
    let order = shipment(account["id"].as_str().unwrap(), "Ground");
    let set = |amount: u32| {
        let body = json!({"isAutoBuy": true, "autoBuyAmount": amount, "autoBuyThreshold": 0});
        clerk.send("PUT", "/Account/Postage/AutoBuy", body).ok();
    };
    let refused = |id: &str| {
        let answer = clerk.buy(id, order.clone());
        assert_eq!(answer.code(), "ACCOUNT.BALANCE.VALIDATION_FAILED", "{id}");
        assert_eq!((cents(&clerk), recharges(&clerk).len()), (0, 0), "{id}: nothing moved");
    };
    set(1);
    refused("too small a recharge");
    set(100);
    let card = |declines: bool| {
        let body = json!({"declines": declines, "apiKey": made["apps"][0]["apiKey"]});
        stage.service.practice("POST", "/card", Some(body)).ok()
    };
    card(true);
    refused("declined");
    card(false);
    let bought = clerk.buy("covered", order.clone()).ok();
    assert_eq!(cents(&clerk), 10_000 - price(&bought));
    assert_eq!(recharges(&clerk), [100.0]);
}
