//! Each send goes out once: on a separate connection, around proxies that must not see it, and
//! closed when the caller drops it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use postroom::api::error::{ApiError, Certainty, ErrorKind, Lost, Unsent};
use postroom::api::{account, shipment, user};
use postroom::base::id::TransactionId;
use postroom::client::{Client, Options, TimeOuts};
use serde_json::json;

use super::golden;
use super::server::{Reply, Server, quick, signed_in};
use super::typed;

async fn buy(client: &Client) -> Result<(), ApiError> {
    let call = shipment::create(TransactionId::new("tx-1"), &typed::shipment_request());
    client.send(call).await.map(drop)
}

/// `(connection, request line)` of every request received.
type Log = Arc<Mutex<Vec<(usize, String)>>>;

/// Answers reads on connections that stay open. For a purchase it reads the request and closes the
/// connection without sending a byte.
fn hangs_up_on_purchases() -> (SocketAddr, Log) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let log = Log::default();
    let kept = Arc::clone(&log);
    thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let log = Arc::clone(&kept);
            thread::spawn(move || {
                let mut stream = stream.unwrap();
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                while let Some(line) = request(&mut reader) {
                    let buys = line.starts_with("POST /v3.1/Shipment");
                    let about_token = line.contains("/Account/Token");
                    log.lock().unwrap().push((number, line));
                    if buys {
                        return;
                    }
                    let body = match about_token {
                        true => "{\"token\":\"t\"}",
                        false => "{\"balance\":1}",
                    };
                    let length = body.len();
                    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n");
                    stream.write_all(head.as_bytes()).unwrap();
                    stream.write_all(body.as_bytes()).unwrap();
                }
            });
        }
    });
    (address, log)
}

fn request(reader: &mut BufReader<TcpStream>) -> Option<String> {
    let mut first = String::new();
    if reader.read_line(&mut first).ok()? == 0 {
        return None;
    }
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim_end().is_empty() {
            break;
        }
    }
    reader.read_exact(&mut vec![0; length]).ok()?;
    Some(first.trim_end().to_owned())
}

#[tokio::test]
async fn a_connection_that_died_never_makes_a_purchase_go_out_twice() {
    let (address, log) = hangs_up_on_purchases();
    let client = signed_in(&format!("http://{address}/v3.1"), quick());
    for round in 1..=5 {
        // Leaves connections in the pool that a purchase might reuse.
        client.send(account::balance()).await.unwrap();
        let error = buy(&client).await.unwrap_err();
        let broken = matches!(error.kind, ErrorKind::NoAnswer(Lost::Broken));
        assert!(broken, "{error:?}");
        let seen = log.lock().unwrap().clone();
        let purchases: Vec<usize> = seen
            .iter()
            .filter(|(_, line)| line.starts_with("POST /v3.1/Shipment"))
            .map(|(connection, _)| *connection)
            .collect();
        assert_eq!(purchases.len(), round, "{seen:?}");
        for connection in purchases {
            let on_it = seen.iter().filter(|(number, _)| *number == connection);
            assert_eq!(on_it.count(), 1, "shared with another call: {seen:?}");
        }
    }
}

/// Findings M6 and C10: section 7.2 also allows this code with 403, but the client did not renew
/// the token.
#[tokio::test]
async fn a_403_that_says_the_token_is_bad_renews_it_once() {
    const BAD_TOKEN: &str = "ACCOUNT.APP.AUTHENTICATION_FAILED";
    for (code, renews) in [
        (BAD_TOKEN, true),
        ("SHIPMENT.AUTHENTICATION_FAILED", true),
        ("CARRIER.AUTHENTICATION_FAILED", false),
        ("CARRIERACCOUNT.CONFIG.NOT_AUTHORIZED", false),
    ] {
        let refused = AtomicUsize::new(0);
        let server = Server::with_token(move |_| {
            if refused.fetch_add(1, Ordering::SeqCst) == 0 {
                let body = json!({"StatusCode": 403, "Errors": [{"Code": code, "Message": "m"}]});
                return Reply::Json(403, body);
            }
            let mut reply = golden::load("shipment/create").reply.unwrap();
            reply["transactionId"] = "tx-1".into();
            Reply::Json(200, reply)
        });
        let result = buy(&server.client()).await;
        assert_eq!(result.is_ok(), renews, "{code}: {result:?}");
        let sendings = if renews { 2 } else { 1 };
        assert_eq!(server.calls().len(), sendings, "{code}");
        assert_eq!(server.token_requests(), sendings, "{code}");
        let first = &server.calls()[0];
        assert!(server.calls().iter().all(|call| call.body == first.body
            && call.header("transactionId") == Some("tx-1")));
    }

    // A request refused twice for its token has a known outcome: nothing was bought.
    let server = Server::with_token(|_| {
        let errors = json!({"StatusCode": 403, "Errors": [{"Code": BAD_TOKEN, "Message": "m"}]});
        Reply::Json(403, errors)
    });
    let error = buy(&server.client()).await.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::SignInFailed(_)), "{error:?}");
    assert_eq!(error.certainty(), Certainty::NotSent);
    assert_eq!((server.calls().len(), server.token_requests()), (2, 2));
}

/// With a handshake that never ends, nothing was sent, as with a refused connection.
#[tokio::test]
async fn a_handshake_without_end_sends_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let mut kept = Vec::new();
        for stream in listener.incoming() {
            kept.push(stream);
        }
    });
    let options = Options {
        time_outs: TimeOuts { connect: Duration::from_millis(300), ..quick().time_outs },
        ..Options::default()
    };
    let client = signed_in(&format!("https://{address}/v3.1"), options);
    let call = user::approve_terms(&typed::account_id());
    let error = client.send(call).await.map(drop).unwrap_err();
    let unsent = matches!(error.kind, ErrorKind::NotSent(Unsent::ConnectTimeOut));
    assert!(unsent, "{error:?}");
}

/// Finding C15: closing the window during a hanging call kept the process alive for 30 seconds.
#[test]
fn a_call_without_an_answer_does_not_hold_up_the_end() {
    let long = Duration::from_secs(3600);
    let server = Server::with_token(|_| Reply::Silence);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let options = Options {
        time_outs: TimeOuts { connect: long, read: long, total: long, money: long },
        ..Options::default()
    };
    let client = signed_in(&server.base_url(), options);
    runtime.spawn(async move { buy(&client).await });
    while server.calls().is_empty() {
        thread::yield_now();
    }
    let (ended, end) = mpsc::channel();
    thread::spawn(move || {
        drop(runtime);
        let _ = ended.send(());
    });
    assert!(end.recv_timeout(Duration::from_secs(60)).is_ok());
}

/// Dropping a call closes its connection, so that the rest of the request cannot arrive.
#[tokio::test]
async fn a_call_that_is_dropped_hangs_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (arrived, arrival) = tokio::sync::oneshot::channel();
    let (closed, close) = mpsc::channel();
    thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(stream);
        request(&mut reader).unwrap();
        arrived.send(()).unwrap();
        let _ = closed.send(reader.read(&mut [0]));
    });
    let client = signed_in(&format!("http://{address}/v3.1"), quick());
    let call = user::approve_terms(&typed::account_id());
    let sending = tokio::spawn(async move { client.send(call).await.map(drop) });
    arrival.await.unwrap();
    sending.abort();
    assert!(sending.await.unwrap_err().is_cancelled());
    let read = tokio::task::spawn_blocking(move || close.recv_timeout(Duration::from_secs(60)));
    assert!(matches!(read.await.unwrap(), Ok(Ok(0) | Err(_))));
}

/// Runs itself again as a child process with a proxy in its environment; the parent is the proxy.
#[test]
fn a_proxy_sees_neither_this_machine_nor_the_fetching_of_labels() {
    const MARK: &str = "POSTROOM_TEST_BEHIND_A_PROXY";
    if std::env::var_os(MARK).is_some() {
        return behind_a_proxy();
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let proxy = format!("http://{}", listener.local_addr().unwrap());
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&seen);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let line = request(&mut reader).unwrap_or_default();
            log.lock().unwrap().push(line);
            let _ = stream.write_all(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
        }
    });
    let name = "wire::sending::a_proxy_sees_neither_this_machine_nor_the_fetching_of_labels";
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", name, "--nocapture"]).env(MARK, "1");
    for variable in ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"] {
        child.env(variable, &proxy);
    }
    for variable in ["NO_PROXY", "no_proxy"] {
        child.env_remove(variable);
    }
    let output = child.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
    let seen = seen.lock().unwrap().clone();
    assert_eq!(seen, ["CONNECT nowhere.invalid:443 HTTP/1.1"]);
}

fn behind_a_proxy() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let client = signed_in("https://nowhere.invalid/v3.1", quick());
        let call = user::approve_terms(&typed::account_id());
        let error = client.send(call).await.map(drop).unwrap_err();
        // The proxy would resolve the name, and refuses.
        let refused = matches!(error.kind, ErrorKind::NotSent(Unsent::Unreachable));
        assert!(refused, "{error:?}");
        let label = "https://nowhere.invalid/label.pdf";
        let error = client.download(label).await.unwrap_err();
        let no_name = matches!(error.kind, ErrorKind::NotSent(Unsent::Dns));
        assert!(no_name, "{error:?}");
        let server = Server::with_token(|_| Reply::Json(200, json!({"balance": 1})));
        server.client().send(account::balance()).await.unwrap();
    });
}
