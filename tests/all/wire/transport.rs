//! How the client handles servers that fail, send wrong replies or are slow.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use postroom::api::error::{ApiError, Certainty, ErrorKind, Lost, Unsent};
use postroom::api::{account, shipment, user};
use postroom::base::id::TransactionId;
use postroom::client::{Client, Exchange, Options, TimeOuts};
use serde_json::{Value, json};

use super::golden;
use super::server::{ReceivedRequest, Reply, Server, credentials, quick, signed_in};
use super::typed;

async fn buy(client: &Client, transaction: &str) -> Result<(), ApiError> {
    let call = shipment::create(TransactionId::new(transaction), &typed::shipment_request());
    client.send(call).await.map(drop)
}

fn bought(transaction: &str) -> Value {
    let mut reply = golden::load("shipment/create").reply.unwrap();
    reply["transactionId"] = transaction.into();
    reply
}

fn refusal(status: u16, code: &str) -> Value {
    json!({"StatusCode": status, "Errors": [{"Code": code, "Message": "m"}]})
}

const BAD_TOKEN: &str = "ACCOUNT.APP.AUTHENTICATION_FAILED";

/// One kind of reply: how it ends for a purchase, and how often each kind of call is sent.
struct Fault {
    name: &'static str,
    reply: fn() -> Reply,
    ends: fn(&ErrorKind) -> bool,
    read_sendings: usize,
}

#[tokio::test]
async fn faults_leave_a_purchase_unknown_and_unrepeated() {
    for fault in [
        Fault {
            name: "closed before the answer",
            reply: || Reply::Raw(vec![]),
            ends: |kind| matches!(kind, ErrorKind::NoAnswer(Lost::Broken)),
            read_sendings: 3,
        },
        Fault {
            name: "closed inside the head",
            reply: || Reply::Raw(b"HTTP/1.1 200 O".to_vec()),
            ends: |kind| matches!(kind, ErrorKind::NoAnswer(_)),
            read_sendings: 3,
        },
        Fault {
            name: "body shorter than promised",
            reply: || Reply::Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{\"id\":".to_vec()),
            ends: |kind| matches!(kind, ErrorKind::NoAnswer(Lost::Truncated)),
            read_sendings: 3,
        },
        Fault {
            name: "chunks that stop",
            reply: || {
                Reply::Raw(
                    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{\"id\":1\r\n"
                        .to_vec(),
                )
            },
            ends: |kind| matches!(kind, ErrorKind::NoAnswer(_)),
            read_sendings: 3,
        },
        Fault {
            name: "not HTTP",
            reply: || Reply::Raw(b"220 mail.example ESMTP\r\n\r\n".to_vec()),
            ends: |kind| matches!(kind, ErrorKind::NoAnswer(Lost::Protocol)),
            read_sendings: 3,
        },
        Fault {
            name: "body that breaks off without a length",
            reply: || Reply::Raw(b"HTTP/1.1 200 OK\r\n\r\n{\"id\":".to_vec()),
            ends: |kind| matches!(kind, ErrorKind::Unintelligible { status: 200, .. }),
            read_sendings: 3,
        },
        Fault {
            name: "a page of a proxy",
            reply: || Reply::Full(200, vec![], b"<html>Please log in</html>".to_vec()),
            ends: |kind| matches!(kind, ErrorKind::Unintelligible { status: 200, body } if body.starts_with(b"<html>")),
            read_sendings: 3,
        },
        Fault {
            name: "502 of a proxy",
            reply: || Reply::Full(502, vec![], b"<html>Bad Gateway</html>".to_vec()),
            ends: |kind| matches!(kind, ErrorKind::Unintelligible { status: 502, .. }),
            read_sendings: 3,
        },
        Fault {
            name: "503 in the shape of section 7",
            reply: || Reply::Json(503, refusal(503, "SHIPMENT.OPERATION_FAILED")),
            ends: |kind| matches!(kind, ErrorKind::Refused { status: 503, .. }),
            read_sendings: 3,
        },
        Fault {
            name: "404 of something else",
            reply: || Reply::Full(404, vec![], b"not here".to_vec()),
            ends: |kind| matches!(kind, ErrorKind::Unintelligible { status: 404, .. }),
            read_sendings: 1,
        },
        Fault {
            name: "a refusal with an unknown code",
            reply: || Reply::Json(422, refusal(422, "LATER.INVENTION")),
            ends: |kind| matches!(kind, ErrorKind::Refused { status: 422, .. }),
            read_sendings: 1,
        },
        Fault {
            name: "a redirect",
            reply: || Reply::Full(307, vec!["Location: /v3.1/elsewhere".into()], vec![]),
            ends: |kind| matches!(kind, ErrorKind::Unintelligible { status: 307, .. }),
            read_sendings: 1,
        },
    ] {
        let server = Server::with_token(move |_| (fault.reply)());
        let error = buy(&server.client(), "tx-1").await.unwrap_err();
        assert!((fault.ends)(&error.kind), "{}: {error:?}", fault.name);
        assert_eq!(error.certainty(), Certainty::Unknown, "{}", fault.name);
        assert_eq!(server.calls().len(), 1, "{}: sent again", fault.name);

        let server = Server::with_token(move |_| (fault.reply)());
        let error = server.client().send(account::balance()).await.map(drop);
        assert!((fault.ends)(&error.unwrap_err().kind), "{}", fault.name);
        let sendings = server.calls().len();
        assert_eq!(sendings, fault.read_sendings, "{}", fault.name);
    }
}

#[tokio::test]
async fn a_reply_that_proves_nothing_is_no_purchase() {
    for (name, reply) in [
        ("an empty object", json!({})),
        ("another transaction's shipment", bought("tx-2")),
        ("no id", json!({"transactionId": "tx-1"})),
        ("two that may be it", json!([{"id": "a"}, {"id": "b"}])),
    ] {
        let server = Server::with_token(move |_| Reply::Json(200, reply.clone()));
        let error = buy(&server.client(), "tx-1").await.unwrap_err();
        let garbled = matches!(error.kind, ErrorKind::Unintelligible { status: 200, .. });
        assert!(garbled, "{name}: {error:?}");
        assert_eq!(error.certainty(), Certainty::Unknown, "{name}");
    }
    let server = Server::with_token(|_| Reply::Json(200, bought("tx-1")));
    buy(&server.client(), "tx-1").await.unwrap();
}

#[tokio::test]
async fn top_ups_and_refunds_need_their_proof_too() {
    let server = Server::with_token(|_| Reply::Json(200, json!({"message": "ok"})));
    let client = server.client();
    let transaction = || TransactionId::new("tx-1");
    let top_up = account::top_up(transaction(), "10".parse().unwrap());
    let refund = shipment::refund(transaction(), shipment::ShipmentKey::Id, "x");
    for error in [
        client.send(top_up).await.map(drop).unwrap_err(),
        client.send(refund).await.map(drop).unwrap_err(),
    ] {
        assert_eq!(error.certainty(), Certainty::Unknown, "{error:?}");
    }
}

#[tokio::test]
async fn what_never_left_is_known_to_have_never_left() {
    // Accepts one connection, returns a token, and is gone when the purchase is sent.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}/v3.1", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        drop(listener);
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(
            b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 13\r\n\r\n{\"token\":\"t\"}",
        );
    });
    let error = buy(&signed_in(&base, quick()), "tx-1").await.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::NotSent(Unsent::Refused)), "{error:?}");
    assert_eq!(error.certainty(), Certainty::NotSent);
    assert!(error.is_offline());

    // A name that cannot exist.
    let client = signed_in("https://nowhere.invalid/v3.1", quick());
    let error = unauthorized(&client).await;
    assert!(matches!(error.kind, ErrorKind::NotSent(Unsent::Dns)), "{error:?}");

    // A server that does not use TLS, and one that closes the connection during the handshake.
    for reply in [&b"HTTP/1.1 400 Bad Request\r\n\r\n"[..], b""] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("https://{}/v3.1", listener.local_addr().unwrap());
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(reply);
        });
        let error = unauthorized(&signed_in(&base, quick())).await;
        assert!(matches!(error.kind, ErrorKind::NotSent(Unsent::Tls)), "{error:?}");
    }
}

/// Sends a call that needs no token and is not repeated.
async fn unauthorized(client: &Client) -> ApiError {
    let call = user::approve_terms(&typed::account_id());
    client.send(call).await.map(drop).unwrap_err()
}

#[tokio::test]
async fn dawdling_ends_at_the_time_out() {
    let short = |read: u64, total: u64| Options {
        time_outs: TimeOuts {
            connect: Duration::from_secs(5),
            read: Duration::from_millis(read),
            total: Duration::from_secs(20),
            money: Duration::from_millis(total),
        },
        ..Options::default()
    };
    let drip = || {
        let reply = format!("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n{}", " ".repeat(9000));
        Reply::Drip(reply.into_bytes(), Duration::from_millis(20))
    };
    for (name, options, reply) in [
        ("silence", short(300, 20_000), (|| Reply::Silence) as fn() -> Reply),
        ("a drip that never pauses long", short(5000, 700), drip),
    ] {
        let server = Server::with_token(move |_| reply());
        let client = signed_in(&server.base_url(), options);
        let error = buy(&client, "tx-1").await.unwrap_err();
        assert!(matches!(error.kind, ErrorKind::NoAnswer(Lost::TimeOut)), "{name}: {error:?}");
        assert_eq!(error.certainty(), Certainty::Unknown, "{name}");
    }
}

/// A server that, once `revoked` is set, no longer accepts the first token.
fn renewing_server(revoked: Arc<AtomicBool>) -> Server {
    let given = Arc::new(AtomicUsize::new(0));
    Server::start(move |seen: &ReceivedRequest| {
        if seen.is_token_request() {
            let number = given.fetch_add(1, Ordering::SeqCst) + 1;
            // Long enough for every waiting call to have been refused.
            thread::sleep(Duration::from_millis(200));
            return Reply::Json(200, json!({"token": format!("token-{number}")}));
        }
        let old = seen.header("authorization") == Some("Bearer token-1");
        if old && revoked.load(Ordering::SeqCst) {
            return Reply::Json(401, refusal(401, BAD_TOKEN));
        }
        match seen.header("transactionId") {
            Some(transaction) => Reply::Json(200, bought(transaction)),
            None => Reply::Json(200, json!({"balance": 1})),
        }
    })
}

#[tokio::test]
async fn eight_calls_share_one_renewal_and_keep_their_bytes() {
    let revoked = Arc::new(AtomicBool::new(false));
    let server = renewing_server(Arc::clone(&revoked));
    let client = server.client();
    client.send(account::balance()).await.unwrap();
    revoked.store(true, Ordering::SeqCst);

    let mut jobs = tokio::task::JoinSet::new();
    for number in 0..8 {
        let client = client.clone();
        jobs.spawn(async move { buy(&client, &format!("tx-{number}")).await });
    }
    while let Some(job) = jobs.join_next().await {
        job.unwrap().unwrap();
    }
    assert_eq!(server.token_requests(), 2);
    for number in 0..8 {
        let id = format!("tx-{number}");
        let mut sent = server.calls();
        sent.retain(|seen| seen.header("transactionId") == Some(&id));
        assert!((1..=2).contains(&sent.len()), "{id}: {}", sent.len());
        assert!(sent.iter().all(|seen| seen.body == sent[0].body), "{id}");
        let last = sent.last().unwrap();
        assert_eq!(last.header("authorization"), Some("Bearer token-2"));
    }
    let turned_away = server
        .calls()
        .iter()
        .filter(|seen| seen.header("authorization") == Some("Bearer token-1"))
        .count();
    assert!(turned_away > 1, "nothing was turned away");
}

#[tokio::test]
async fn a_second_401_is_a_failed_sign_in() {
    let server = Server::with_token(|_| Reply::Json(401, refusal(401, BAD_TOKEN)));
    let error = buy(&server.client(), "tx-1").await.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::SignInFailed(_)), "{error:?}");
    assert_eq!(error.certainty(), Certainty::NotSent);
    assert!(error.has_code(BAD_TOKEN));
    assert_eq!((server.calls().len(), server.token_requests()), (2, 2));
}

#[tokio::test]
async fn a_carrier_that_refuses_the_service_renews_no_token() {
    const CODE: &str = "CARRIER.AUTHENTICATION_FAILED";
    let server = Server::with_token(|_| Reply::Json(401, refusal(401, CODE)));
    let error = buy(&server.client(), "tx-1").await.unwrap_err();
    assert!(error.has_code(CODE) && !error.is_about_sign_in());
    assert_eq!(error.certainty(), Certainty::Refused);
    assert_eq!((server.calls().len(), server.token_requests()), (1, 1));
}

#[tokio::test]
async fn a_401_that_is_not_the_services_leaves_a_purchase_unknown() {
    let server = Server::with_token(|_| Reply::Full(401, vec![], b"<html>".to_vec()));
    let error = buy(&server.client(), "tx-1").await.unwrap_err();
    assert_eq!(error.certainty(), Certainty::Unknown);
    assert_eq!((server.calls().len(), server.token_requests()), (1, 1));
}

#[tokio::test]
async fn a_failed_sign_in_says_so_and_sends_nothing() {
    let server = Server::start(|_| Reply::Json(401, refusal(401, BAD_TOKEN)));
    let client = server.client();
    let error = buy(&client, "tx-1").await.unwrap_err();
    assert_eq!(error.certainty(), Certainty::NotSent);
    assert_eq!((error.call.attempting)(), "Couldn’t buy the label");
    assert!(error.has_code(BAD_TOKEN) && error.status() == Some(401));
    assert_eq!(server.calls().len(), 0);

    client.sign_in_with(None);
    let error = buy(&client, "tx-1").await.unwrap_err();
    let nobody = |inner: &ApiError| matches!(inner.kind, ErrorKind::NotSent(Unsent::NoCredentials));
    assert!(matches!(&error.kind, ErrorKind::SignInFailed(inner) if nobody(inner)));
    assert_eq!((error.is_offline(), server.token_requests()), (false, 1));
}

#[tokio::test]
async fn reads_are_repeated_and_each_sending_is_seen() {
    let sendings = AtomicUsize::new(0);
    let server = Server::with_token(move |_| match sendings.fetch_add(1, Ordering::SeqCst) {
        0 => Reply::Full(503, vec!["Retry-After: 0".into()], vec![]),
        1 => Reply::Raw(vec![]),
        _ => Reply::Json(200, json!({"balance": "12.50"})),
    });
    let (client, seen) = watched(&server);
    let answer = client.send(account::balance()).await.unwrap();
    assert_eq!(answer.value.balance.unwrap().to_string(), "12.50");
    let told: Vec<_> = seen
        .lock()
        .unwrap()
        .iter()
        .map(|e| (e.call, e.attempt, e.status, e.error.is_some()))
        .collect();
    let balance = "GET /Account/Postage/Balance";
    assert_eq!(
        told,
        [
            ("POST /Account/Token", 1, Some(200), false),
            (balance, 1, Some(503), true),
            (balance, 2, None, true),
            (balance, 3, Some(200), false),
        ]
    );
}

fn watched(server: &Server) -> (Client, Arc<Mutex<Vec<Exchange>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let options = Options {
        observer: Arc::new(move |exchange| log.lock().unwrap().push(exchange)),
        ..quick()
    };
    (signed_in(&server.base_url(), options), seen)
}

#[tokio::test]
async fn a_wish_to_be_left_alone_reaches_the_caller() {
    let server = Server::with_token(|_| {
        let body = refusal(503, "SHIPMENT.OPERATION_FAILED");
        let body = serde_json::to_vec(&body).unwrap();
        Reply::Full(503, vec!["Retry-After: 7".into()], body)
    });
    let error = buy(&server.client(), "tx-1").await.unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::from_secs(7)));
}

#[tokio::test]
async fn an_answer_may_be_as_large_as_the_cap_and_no_larger() {
    for (length, fits) in [(1000, true), (1001, false), (100_000, false)] {
        let server = Server::with_token(move |_| {
            let mut body = br#"{"balance":1}"#.to_vec();
            body.resize(length, b' ');
            Reply::Full(200, vec![], body)
        });
        let options = Options { json_cap: 1000, ..quick() };
        let client = signed_in(&server.base_url(), options);
        let result = client.send(account::balance()).await.map(drop);
        match result {
            Ok(()) => assert!(fits, "{length}"),
            Err(error) => {
                assert!(!fits, "{length}: {error:?}");
                assert!(matches!(error.kind, ErrorKind::TooLarge), "{error:?}");
            }
        }
    }
}

#[tokio::test]
async fn secrets_are_in_nothing_that_is_shown() {
    const CANARY: &str = "canary";
    let server = Server::start(|seen| match seen.target.as_str() {
        "/v3.1/Account/Token" => Reply::Json(200, json!({"token": "canary-token"})),
        "/v3.1/User/SignUp/Customer" => Reply::Json(
            200,
            json!({"accessToken": "canary-access", "apps": [{"apiSecret": "canary-app"}]}),
        ),
        "/v3.1/User/ApproveTermsAndConditions" => Reply::Json(200, json!("canary-odd")),
        _ => Reply::Full(500, vec![], b"canary-page".to_vec()),
    });
    let (client, seen) = watched(&server);
    let mut credentials = credentials();
    for secret in [&mut credentials.api_secret, &mut credentials.password] {
        *secret = postroom::base::secret::Secret::new("canary-secret");
    }
    client.sign_in_with(Some(credentials.clone()));
    let mut form = typed::sign_up();
    form.password = postroom::base::secret::Secret::new("canary-password");

    let token = account::token(&credentials);
    let mut shown = format!("{credentials:?} {client:?} {form:?} {token:?}");
    let token = client.send(token).await.unwrap();
    let signed_up = client.send(user::sign_up(&form)).await.unwrap();
    shown.push_str(&format!("{token:?} {:?}", token.value));
    shown.push_str(&format!("{signed_up:?} {:?}", signed_up.value));
    for error in [unauthorized(&client).await, buy(&client, "tx-1").await.unwrap_err()] {
        shown.push_str(&format!("{error:?} {error}"));
    }
    shown.push_str(&format!("{:?}", seen.lock().unwrap()));
    assert!(seen.lock().unwrap().len() >= 4);
    assert!(!shown.contains(CANARY), "{shown}");
}

#[test]
fn a_send_can_travel_between_threads() {
    fn travels<T: Send>(_: T) {}
    let client = Client::new("http://127.0.0.1:1/v3.1", quick()).unwrap();
    travels(client.send(account::balance()));
    travels(client.download("http://127.0.0.1:1/l"));
}
