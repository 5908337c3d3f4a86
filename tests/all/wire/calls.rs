//! Each of the 27 calls: the client's request has the same meaning as the golden request, and the
//! client's types lose nothing of the golden reply.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;

use postroom::api::call::Call;
use postroom::api::error::ApiError;
use postroom::api::page::{DateRange, Lookup, Page};
use postroom::api::user::{App, SignUpReply, TermsReply};
use postroom::api::{
    account, address, carrier, carrier_account, document, manifest, rate, shipment, tracking, user,
};
use postroom::base::id::TransactionId;
use postroom::client::{Answer, Client};
use serde::Serialize;
use serde_json::{Value, json};

use super::golden::{self, Golden, plain, remove_empty};
use super::server::{ReceivedRequest, Reply, Server, credentials};
use crate::wire::typed;

type Read = Pin<Box<dyn Future<Output = Result<Value, ApiError>> + Send>>;

/// The name of a golden, and the call that reads its reply back into JSON.
pub struct Case {
    pub golden: &'static str,
    pub run: fn(Client) -> Read,
}

macro_rules! case {
    ($golden:literal, $call:expr) => {
        case!($golden, $call, same)
    };
    ($golden:literal, $call:expr, $back:expr) => {
        Case { golden: $golden, run: |client| Box::pin(read_back(client, $call, $back)) }
    };
}

async fn read_back<R: Send + 'static>(
    client: Client,
    call: Call<R>,
    back: fn(Answer<R>) -> Value,
) -> Result<Value, ApiError> {
    client.send(call).await.map(back)
}

const TX: &str = "0d5c0f1e-6f0b-4f6e-9a57-0c1d2e3f4a5b";
const TOP_UP_TX: &str = "0d5c0f1e-6f0b-4f6e-9a57-0c1d2e3f4a5a";
const REFUND_TX: &str = "0d5c0f1e-6f0b-4f6e-9a57-0c1d2e3f4a5c";

pub fn cases() -> Vec<Case> {
    vec![
        case!("account/token", account::token(&credentials()), |answer| {
            json!({"token": answer.value.token.expose()})
        }),
        case!("account/balance", account::balance()),
        case!(
            "account/top_up",
            account::top_up(TransactionId::new(TOP_UP_TX), "100".parse().unwrap())
        ),
        case!("account/auto_buy", account::set_auto_buy(&typed::auto_buy())),
        case!(
            "account/balance_history",
            account::balance_history(typed::march(), Some("p2")),
            page
        ),
        case!("user/sign_up", user::sign_up(&typed::sign_up()), sign_up),
        case!("user/approve_terms", user::approve_terms(&typed::account_id()), |answer| {
            let TermsReply { account_id, result } = answer.value;
            json!({"accountId": account_id, "result": result})
        }),
        case!("address/get", address::get(&typed::from_id())),
        case!("address/create", address::create(&typed::new_address())),
        case!("address/validate", address::validate(&typed::from_id())),
        case!("carrier/list", carrier::list()),
        case!("carrier_account/list", carrier_account::list()),
        case!("carrier_account/create", carrier_account::create(&typed::carrier_account())),
        case!("carrier_account/update", carrier_account::update(&typed::changed_carrier_account())),
        case!("carrier_account/delete", carrier_account::delete(&typed::carrier_account_id())),
        case!("carrier_account/services", carrier_account::services()),
        case!("carrier_account/special_services", carrier_account::special_services()),
        case!("carrier_account/package_types", carrier_account::package_types()),
        case!("rate/quote", rate::quote(&typed::rate_request())),
        case!(
            "shipment/create",
            shipment::create(TransactionId::new(TX), &typed::shipment_request())
        ),
        case!("shipment/get", shipment::get_by(shipment::ShipmentKey::TransactionId, TX), found),
        case!(
            "shipment/refund",
            shipment::refund(
                TransactionId::new(REFUND_TX),
                shipment::ShipmentKey::TrackingNumber,
                "9405500000000000000012"
            )
        ),
        case!("shipment/label", shipment::label(&typed::shipment_id(), Some(1))),
        case!(
            "tracking/get",
            tracking::get(shipment::ShipmentKey::TrackingNumber, "9405500000000000000012")
        ),
        case!("manifest/create", manifest::create(&typed::manifest())),
        case!("manifest/get", manifest::get(&typed::manifest_id()), found),
        case!(
            "document/container_label_99m",
            document::container_label_99m(&typed::container_label()),
            |answer| serde_json::from_slice(&answer.value.bytes).unwrap_or_default()
        ),
    ]
}

#[test]
fn every_golden_of_a_call_is_tried() {
    let tried: BTreeSet<String> =
        cases().iter().map(|case| format!("{}.json", case.golden)).collect();
    let written: BTreeSet<String> = golden::all_calls().into_iter().map(|g| g.file).collect();
    assert_eq!(tried, written);
}

#[tokio::test]
async fn requests_and_replies_equal_the_goldens() {
    for case in cases() {
        check(&case).await;
    }
}

async fn check(case: &Case) {
    let golden = golden::load(case.golden);
    let file = &golden.file;
    // If the interface does not show the reply, any reply is sent; only the request is compared.
    let reply = golden.reply.clone().unwrap_or_else(|| json!({}));
    let answer = reply.clone();
    let server = if golden.call == "POST /Account/Token" {
        Server::start(move |_| Reply::Json(200, answer.clone()))
    } else {
        Server::with_token(move |_| Reply::Json(200, answer.clone()))
    };
    let read =
        (case.run)(server.client()).await.unwrap_or_else(|error| panic!("{file}: {error:?}"));
    let sent = server.every_request();
    let last = sent.last().unwrap();
    same_request(last, &golden);

    let mut expected = reply;
    for path in &golden.ignored {
        remove_empty(&mut expected, path, file);
    }
    assert_eq!(plain(&read), plain(&expected), "{file}: the reply");
}

/// Compares method, path, query, headers and body. No other headers of the client are allowed.
pub fn same_request(sent: &ReceivedRequest, golden: &Golden) {
    let file = &golden.file;
    let (path, query) = sent.target.split_once('?').unwrap_or((&sent.target, ""));
    assert_eq!(sent.method, golden.method, "{file}");
    assert_eq!(path, format!("/v3.1{}", golden.path), "{file}");
    let decode =
        |text: &str| percent_encoding::percent_decode_str(text).decode_utf8().unwrap().into_owned();
    let query: serde_json::Map<String, Value> = query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap())
        .map(|(key, value)| (decode(key), Value::String(decode(value))))
        .collect();
    assert_eq!(query, golden.query, "{file}");
    for name in ["Authorization", "transactionId", "Content-Type"] {
        let wanted = golden.headers.get(name).and_then(Value::as_str);
        let given = sent.header(name);
        if name == "Content-Type" && golden.body.is_none() {
            assert_eq!(given, None, "{file}: {name}");
        } else {
            assert_eq!(given, wanted, "{file}: {name}");
        }
    }
    match &golden.body {
        Some(body) => {
            let given: Value = serde_json::from_slice(&sent.body).unwrap();
            assert_eq!(plain(&given), plain(body), "{file}: the body");
        }
        None => assert!(sent.body.is_empty(), "{file}: a body was sent"),
    }
}

#[test]
fn the_same_request_always_gives_the_same_bytes() {
    let bytes =
        || shipment::create(TransactionId::new(TX), &typed::shipment_request()).body.unwrap();
    let first = bytes();
    assert!((0..100).all(|_| bytes() == first));
}

fn found<R: Serialize>(answer: Answer<Lookup<R>>) -> Value {
    serde_json::to_value(answer.value.found().unwrap()).unwrap()
}

fn same<R: Serialize>(answer: Answer<R>) -> Value {
    serde_json::to_value(answer.value).unwrap()
}

fn page<R: Serialize>(answer: Answer<Page<R>>) -> Value {
    let page = answer.value;
    json!({
        "results": page.results,
        "nextPage": page.next_page,
        "previousPage": page.previous_page,
        "pageSize": page.page_size,
        "totalResults": page.total_results,
        "totalPages": page.total_pages,
    })
}

fn sign_up(answer: Answer<SignUpReply>) -> Value {
    let reply = answer.value;
    json!({
        "user": reply.user,
        "accessToken": reply.access_token.expose(),
        "refreshToken": reply.refresh_token.expose(),
        "apiKey": reply.api_key,
        "account": reply.account,
        "apps": reply.apps.iter().map(app).collect::<Vec<_>>(),
        "status": reply.status,
    })
}

fn app(app: &App) -> Value {
    json!({
        "id": app.id, "accountId": app.account_id, "appId": app.app_id,
        "partnerAccountId": app.partner_account_id, "partnerName": app.partner_name,
        "appName": app.app_name, "appDescription": app.app_description,
        "apiVersion": app.api_version, "helpUrl": app.help_url,
        "dateCreated": app.date_created, "apiKey": app.api_key,
        "apiSecret": app.api_secret.expose(), "testApiKey": app.test_api_key,
        "testApiSecret": app.test_api_secret.expose(), "status": app.status,
    })
}

#[test]
fn a_date_range_without_ends_asks_for_everything() {
    let call = account::balance_history(DateRange::default(), None);
    assert_eq!(call.target(), "/Account/Postage/BalanceHistory");
}
