//! Responses that are compressed, large, slow, or have a long head. Each of them must confirm the
//! purchase.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use postroom::api::error::{ApiError, Certainty, ErrorKind, Lost};
use postroom::api::shipment::ShipmentKey;
use postroom::api::{account, shipment};
use postroom::base::id::{ShipmentId, TransactionId};
use postroom::client::{Client, Exchange, Options, TimeOuts};
use serde_json::json;

use super::golden;
use super::server::{Reply, Server, quick, signed_in};
use super::typed;

async fn buy(client: &Client) -> Result<(), ApiError> {
    let call = shipment::create(TransactionId::new("tx-1"), &typed::shipment_request());
    client.send(call).await.map(drop)
}

/// The response to a purchase whose first label has this many characters.
fn bought(label_characters: usize) -> Vec<u8> {
    let mut reply = golden::load("shipment/create").reply.unwrap();
    reply["transactionId"] = "tx-1".into();
    if label_characters > 0 {
        reply["packages"][0]["postageLabel"] =
            json!({"labels": ["A".repeat(label_characters)], "labelFileType": "JPEG"});
    }
    serde_json::to_vec(&reply).unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn lines(lines: &[&str]) -> Vec<String> {
    lines.iter().map(ToString::to_string).collect()
}

/// Findings C1 and M1: each of these left a paid label in "Checking" forever.
#[tokio::test]
async fn a_purchase_is_confirmed_however_its_answer_travels() {
    let long_line = format!("X-Trace: {}", "t".repeat(100_000));
    let many_lines: Vec<String> = (0..300).map(|n| format!("X-Hop-{n}: {n}")).collect();
    for (name, headers, body) in [
        ("gzip", lines(&["Content-Encoding: gzip"]), gzip(&bought(0))),
        ("x-gzip", lines(&["Content-Encoding: x-gzip"]), gzip(&bought(0))),
        ("gzip that nothing announces", vec![], gzip(&bought(0))),
        ("gzip announced and undone on the way", lines(&["Content-Encoding: gzip"]), bought(0)),
        ("a header of 100 kB", vec![long_line], bought(0)),
        ("300 headers", many_lines, bought(0)),
        ("9 MB of labels", vec![], bought(9_000_000)),
        (
            "9 MB of labels, compressed",
            lines(&["Content-Encoding: gzip"]),
            gzip(&bought(9_000_000)),
        ),
    ] {
        let server = Server::with_token(move |_| Reply::Full(200, headers.clone(), body.clone()));
        let result = buy(&server.client()).await;
        assert!(result.is_ok(), "{name}: {result:?}");
        assert_eq!(server.calls().len(), 1, "{name}");
        assert_eq!(server.calls()[0].header("accept-encoding"), Some("identity"));
    }
}

/// Finding M1 (a): the look-up and the reprint of such a shipment failed at the same cap.
#[tokio::test]
async fn labels_of_many_packages_come_through_look_ups_and_reprints() {
    let server = Server::with_token(|seen| match seen.target.ends_with("/Label") {
        true => {
            let labels = json!({"labels": ["A".repeat(9_000_000)], "labelFileType": "JPEG"});
            Reply::Json(200, labels)
        }
        false => Reply::Full(200, vec![], bought(9_000_000)),
    });
    let client = server.client();
    let found = client.send(shipment::get_by(ShipmentKey::TransactionId, "tx-1")).await;
    assert!(found.is_ok(), "{found:?}");
    let label = shipment::label(&ShipmentId::new("s-1"), None);
    let printed = client.send(label).await;
    assert!(printed.is_ok(), "{printed:?}");
}

#[tokio::test]
async fn an_answer_that_cannot_be_inflated_leaves_a_purchase_in_doubt() {
    let whole = gzip(&bought(0));
    let bomb = gzip(&vec![b' '; 3 << 20]);
    let cut = whole[..whole.len() / 2].to_vec();
    let is_cut = |kind: &ErrorKind| matches!(kind, ErrorKind::NoAnswer(Lost::Truncated));
    let is_large = |kind: &ErrorKind| matches!(kind, ErrorKind::TooLarge);
    let garbled = |kind: &ErrorKind| matches!(kind, ErrorKind::Unintelligible { .. });
    for (name, coding, body, ends) in [
        ("cut", "gzip", cut, is_cut as fn(&ErrorKind) -> bool),
        ("a bomb", "gzip", bomb, is_large),
        ("brotli", "br", vec![0x1b, 0x10, 0x00, 0xf8], garbled),
        ("zstd", "zstd", vec![0x28, 0xb5, 0x2f, 0xfd, 0x00], garbled),
    ] {
        let header = vec![format!("Content-Encoding: {coding}")];
        let server = Server::with_token(move |_| Reply::Full(200, header.clone(), body.clone()));
        let options = Options { json_cap: 1 << 20, ..quick() };
        let client = signed_in(&server.base_url(), options);
        let error = buy(&client).await.unwrap_err();
        assert!(ends(&error.kind), "{name}: {error:?}");
        assert_eq!(error.certainty(), Certainty::Unknown, "{name}");
        assert_eq!(server.calls().len(), 1, "{name}");
    }
}

/// The library's buffer for a response head has about 400 kB. If a head is longer, the outcome is
/// unknown.
#[tokio::test]
async fn a_head_without_measure_leaves_a_purchase_in_doubt() {
    for (length, fits) in [(390_000, true), (1_000_000, false)] {
        let server = Server::with_token(move |_| {
            Reply::Full(200, vec![format!("X-Trace: {}", "t".repeat(length))], bought(0))
        });
        match buy(&server.client()).await {
            Ok(()) => assert!(fits, "{length}"),
            Err(error) => {
                assert!(!fits, "{length}: {error:?}");
                let protocol = matches!(error.kind, ErrorKind::NoAnswer(Lost::Protocol));
                assert!(protocol, "{error:?}");
            }
        }
        assert_eq!(server.calls().len(), 1);
    }
}

/// Finding C12: a list over the cap has to be requested in parts, so repeating the request for all
/// of it is useless.
#[tokio::test]
async fn a_list_over_its_cap_says_so_at_once() {
    let server = Server::with_token(|_| Reply::Full(200, vec![], vec![b' '; 2001]));
    let options = Options { json_cap: 2000, ..quick() };
    let client = signed_in(&server.base_url(), options);
    let error = client.send(account::balance()).await.map(drop).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::TooLarge), "{error:?}");
    assert_eq!(server.calls().len(), 1);
    assert_eq!(server.calls()[0].header("accept-encoding"), Some("gzip"));
}

/// The body may arrive slowly if the head arrived in time.
#[tokio::test]
async fn a_slow_line_brings_a_large_answer_all_the_same() {
    let body = bought(0);
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
    let server = Server::with_token(move |_| {
        Reply::Slow(head.clone().into_bytes(), body.clone(), Duration::from_millis(5))
    });
    let options = Options {
        time_outs: TimeOuts { money: Duration::from_secs(1), ..quick().time_outs },
        ..Options::default()
    };
    let slow = std::time::Duration::from_millis(5) * u32::try_from(bought(0).len() / 8).unwrap();
    assert!(slow < Duration::from_secs(8), "too slow for the test: {slow:?}");
    let result = buy(&signed_in(&server.base_url(), options)).await;
    assert!(result.is_ok(), "{result:?}");
}

/// Finding M6: `Retry-After: 86400` made a label that was bought wait for a day.
#[tokio::test]
async fn a_service_is_left_alone_for_minutes_at_most() {
    for wish in ["86400", "Fri, 31 Dec 2100 00:00:00 GMT"] {
        let server = Server::with_token(move |_| {
            let body = br#"{"Errors":[{"Code":"SHIPMENT.OPERATION_FAILED"}]}"#;
            Reply::Full(503, vec![format!("Retry-After: {wish}")], body.to_vec())
        });
        let error = buy(&server.client()).await.unwrap_err();
        assert_eq!(error.retry_after(), Some(Duration::from_secs(600)), "{wish}");
    }
}

#[tokio::test]
async fn every_exchange_tells_the_clock_of_the_server() {
    for (line, seen) in [
        ("Date: Sun, 06 Nov 1994 08:49:37 GMT", Some("1994-11-06T08:49:37Z")),
        ("Date: soon", None),
        ("X-Date: none", None),
    ] {
        let server = Server::with_token(move |_| {
            Reply::Full(422, vec![line.to_owned()], b"{\"balance\":1}".to_vec())
        });
        let told: Arc<Mutex<Vec<Exchange>>> = Arc::default();
        let log = Arc::clone(&told);
        let options = Options {
            observer: Arc::new(move |exchange| log.lock().unwrap().push(exchange)),
            ..quick()
        };
        let client = signed_in(&server.base_url(), options);
        assert!(client.send(account::balance()).await.is_err());
        let told = told.lock().unwrap().pop().unwrap();
        let date = told.server_date.map(|date| date.to_string());
        assert_eq!(date.as_deref(), seen, "{line}");
    }
}
