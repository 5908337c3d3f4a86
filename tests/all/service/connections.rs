//! Finding S3: clients that send incomplete requests must not block other clients or use up memory.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use postroom::service::Limits;
use serde_json::json;

use super::http::{Answer, parse};
use super::setup::{Running, running_within, shipment};

/// Long enough not to affect what is not being tested.
const LONG: Duration = Duration::from_secs(600);
/// Longer than a well-behaved client needs between two steps, even on a busy machine.
const SHORT: Duration = Duration::from_secs(1);

fn patient() -> Limits {
    Limits { head: LONG, idle: LONG, body_gap: LONG, body: LONG, answer: LONG, ..Limits::default() }
}

fn address(service: &Running) -> String {
    let rest = service.base.strip_prefix("http://").unwrap();
    rest.split_once('/').unwrap().0.to_owned()
}

fn open(service: &Running, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address(service)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(bytes).unwrap();
    stream
}

fn half_head(service: &Running) -> TcpStream {
    let head = format!("GET /v3.1/Carrier HTTP/1.1\r\nHost: {}\r\nX: ", address(service));
    open(service, head.as_bytes())
}

/// A complete request head that announces `length` bytes.
fn head(service: &Running, path: &str, token: Option<&str>, length: usize) -> Vec<u8> {
    let mut head = format!(
        "POST /v3.1{path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         transactionId: half\r\nContent-Length: {length}\r\n",
        address(service)
    );
    if let Some(token) = token {
        head.push_str(&format!("Authorization: Bearer {token}\r\n"));
    }
    head.push_str("\r\n");
    head.into_bytes()
}

/// Reads until the connection ends.
#[track_caller]
fn to_the_end(mut stream: TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
        Err(error) => panic!("it was kept open: {error}"),
    }
    bytes
}

#[track_caller]
fn answer(stream: TcpStream) -> Answer {
    let bytes = to_the_end(stream);
    parse(&bytes).unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&bytes)))
}

/// Reads the start of the response on a connection that stays open.
#[track_caller]
fn status_line(mut stream: TcpStream) -> String {
    let mut start = [0; 12];
    stream.read_exact(&mut start).unwrap();
    String::from_utf8_lossy(&start).into_owned()
}

/// Sends a byte at intervals until the service closes the connection.
#[track_caller]
fn drip(mut stream: TcpStream) -> TcpStream {
    for _ in 0..2_000 {
        if stream.write_all(b"x").is_err() {
            return stream;
        }
        std::thread::sleep(Duration::from_millis(10));
        stream.set_nonblocking(true).unwrap();
        let ended = match stream.peek(&mut [0]) {
            Ok(_) => true,
            Err(error) => error.kind() != ErrorKind::WouldBlock,
        };
        stream.set_nonblocking(false).unwrap();
        if ended {
            return stream;
        }
    }
    panic!("it was served for ever");
}

#[test]
fn a_head_that_does_not_end_is_closed() {
    let limits = Limits { head: SHORT, ..patient() };
    let service = running_within(limits);
    assert_eq!(to_the_end(half_head(&service)), b"");
    assert_eq!(to_the_end(open(&service, b"")), b"", "not even a first byte");
    assert_eq!(to_the_end(drip(half_head(&service))), b"");
    service.clerk().get("/Carrier").ok();
}

#[test]
fn a_connection_between_requests_is_closed_in_time() {
    let limits = Limits { idle: SHORT, ..patient() };
    let service = running_within(limits);
    let request = format!("GET /practice/clock HTTP/1.1\r\nHost: {}\r\n\r\n", address(&service));
    let answered = to_the_end(open(&service, format!("{request}{request}").as_bytes()));
    let text = String::from_utf8(answered).unwrap();
    assert_eq!(text.matches("HTTP/1.1 200 OK").count(), 2, "{text}");
}

#[test]
fn a_body_that_does_not_end_is_answered() {
    for limits in [Limits { body_gap: SHORT, ..patient() }, Limits { body: SHORT, ..patient() }] {
        let service = running_within(limits);
        let clerk = service.clerk();
        for path in ["/Shipment", "/Account/Token"] {
            let mut bytes = head(&service, path, Some(&clerk.token), 5_000);
            bytes.extend(b"{\"fromAddress\"");
            let late = answer(open(&service, &bytes));
            assert_eq!(late.status, 408, "{path}");
            assert!(late.code().ends_with(".BAD_REQUEST"), "{path}");
        }
    }
    let limits = Limits { body: SHORT, ..patient() };
    let service = running_within(limits);
    let clerk = service.clerk();
    let stream = open(&service, &head(&service, "/Shipment", Some(&clerk.token), 5_000));
    to_the_end(drip(stream));
    assert_eq!(clerk.get("/Shipment").ok()["totalResults"], json!(0));
}

#[test]
fn an_answer_that_nobody_takes_is_given_up() {
    let limits = Limits { answer: SHORT, ..patient() };
    let service = running_within(limits);
    let clerk = service.clerk();
    let request = format!(
        "GET /v3.1/CarrierAccount/Service HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\r\n",
        address(&service),
        clerk.token
    );
    let mut stream = open(&service, b"");
    stream.set_write_timeout(Some(Duration::from_secs(10))).unwrap();
    let refused = (0..200_000).find_map(|_| stream.write_all(request.as_bytes()).err());
    let refused = refused.expect("it took every request").kind();
    assert!(matches!(refused, ErrorKind::ConnectionReset | ErrorKind::BrokenPipe), "{refused:?}");
}

#[test]
fn a_new_connection_takes_the_place_of_the_one_waited_for_longest() {
    // A busy service may have read nothing of some connections, as of half of these here. All count
    // as stalled, so that only the order in which they came decides.
    let limits = Limits { connections: 8, stalled: Duration::ZERO, ..patient() };
    let service = running_within(limits);
    let idle = half_head(&service);
    let mut halves: Vec<TcpStream> = (0..30).map(|_| half_head(&service)).collect();
    halves.extend((0..30).map(|_| open(&service, b"")));
    let mut last = half_head(&service);
    for _ in 0..4 {
        assert_eq!(service.clerk().get("/Carrier").status, 200);
    }
    assert_eq!(to_the_end(idle), b"");
    assert_eq!(to_the_end(halves.remove(0)), b"");
    // The newest connection is still open, and gets a response once its request is complete.
    last.write_all(b"y\r\nConnection: close\r\n\r\n").unwrap();
    assert_eq!(answer(last).status, 401);
}

/// Its request may be in the system's buffers, so idle connections are closed first.
#[test]
fn a_connection_that_has_just_come_keeps_its_place() {
    let limits = Limits { connections: 3, stalled: LONG, ..patient() };
    let service = running_within(limits);
    let request = |end: &str| {
        format!("GET /practice/clock HTTP/1.1\r\nHost: {}\r\n{end}\r\n", address(&service))
    };
    let idle = open(&service, request("").as_bytes());
    assert_eq!(status_line(idle.try_clone().unwrap()), "HTTP/1.1 200");
    // The service notes the end of its answer after the client has it.
    while service.service.as_ref().unwrap().idle_connections() == 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    let fresh = [open(&service, b""), open(&service, b"")];
    let last = open(&service, request("Connection: close\r\n").as_bytes());
    assert_eq!(answer(last).status, 200);
    for mut stream in fresh {
        stream.write_all(request("Connection: close\r\n").as_bytes()).unwrap();
        assert_eq!(answer(stream).status, 200);
    }
}

#[test]
fn a_call_under_way_keeps_its_place() {
    let limits = Limits { connections: 3, ..patient() };
    let service = running_within(limits);
    let clerk = service.clerk();
    let fault = json!({"call": "GET /Carrier", "kind": "delay_before_commit", "millis": 1500,
                       "count": 3});
    service.practice("POST", "/faults", Some(fault)).ok();
    let calls: Vec<_> = (0..3)
        .map(|_| {
            let clerk = clerk.clone();
            std::thread::spawn(move || clerk.get("/Carrier").status)
        })
        .collect();
    // All three slots are taken by then, so a fourth connection has to wait.
    let met = || service.service.as_ref().unwrap().faults_met();
    while met().get("delay_before_commit") != Some(&3) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let halves: Vec<TcpStream> = (0..20).map(|_| half_head(&service)).collect();
    assert_eq!(clerk.get("/Address/none").status, 404);
    for call in calls {
        assert_eq!(call.join().unwrap(), 200);
    }
    drop(halves);
}

#[test]
fn nothing_of_a_stranger_is_read() {
    let service = running_within(patient());
    let clerk = service.clerk();
    let large = 10 * 1024 * 1024;
    for (path, token) in [
        ("/Shipment", None),
        ("/Shipment", Some("a.b.c")),
        ("/CarrierAccount", None),
        ("/Document/POST/99M", Some("x")),
    ] {
        // The rest of the body is never sent: the response must not wait for it.
        let mut bytes = head(&service, path, token, large);
        bytes.extend(vec![b' '; 1024]);
        let refused = answer(open(&service, &bytes));
        assert_eq!(refused.code(), "ACCOUNT.APP.AUTHENTICATION_FAILED", "{path}");
    }
    // The fault that repeats a call does not read it either.
    let fault = json!({"call": "POST /Shipment", "kind": "duplicate"});
    service.practice("POST", "/faults", Some(fault)).ok();
    let mut bytes = head(&service, "/Shipment", None, large);
    bytes.extend(vec![b' '; 1024]);
    assert_eq!(answer(open(&service, &bytes)).status, 401);
    // A client whose token has expired still receives the reason.
    let mut bytes = head(&service, "/Shipment", Some("a.b.c"), 100_000);
    bytes.extend(vec![b' '; 100_000]);
    assert_eq!(status_line(open(&service, &bytes)), "HTTP/1.1 401");
    for path in ["/Account/Token", "/User/SignUp/Customer", "/User/ApproveTermsAndConditions"] {
        let bytes = head(&service, path, None, 70_000);
        assert_eq!(answer(open(&service, &bytes)).status, 413, "{path}");
        let small = [head(&service, path, None, 60_000), vec![b' '; 60_000]].concat();
        assert_eq!(status_line(open(&service, &small)), "HTTP/1.1 400", "{path}");
    }
    clerk.get("/Carrier").ok();
}

#[test]
fn large_bodies_share_one_memory() {
    let limits = Limits { bodies_bytes: 256 * 1024, ..patient() };
    let service = running_within(limits);
    let clerk = service.clerk();
    let account = clerk.carrier_account("POST-eVS");
    let large = || {
        let mut body = b"{\"a\":\"".to_vec();
        body.resize(200_000, b'x');
        body.extend_from_slice(b"\"}");
        body
    };
    let post = |body: &[u8]| {
        let mut bytes = head(&service, "/Address", Some(&clerk.token), body.len());
        let line = b"Connection: close\r\n\r\n";
        bytes.truncate(bytes.len() - 2);
        bytes.extend_from_slice(line);
        bytes.extend_from_slice(body);
        answer(open(&service, &bytes))
    };
    assert_eq!(post(&large()).status, 422, "there is room for one");
    let mut bytes = head(&service, "/Shipment", Some(&clerk.token), 200_000);
    bytes.extend(vec![b' '; 180_000]);
    let half = open(&service, &bytes);
    let tried = |wanted: u16| {
        (0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            post(&large()).status == wanted
        })
    };
    assert!(tried(503), "a second one is refused while the first takes it up");
    assert_eq!(post(&large()).code(), "ADDRESS.OPERATION_FAILED");
    clerk.buy("small", shipment(&account, "PriorityMail")).ok();
    drop(half);
    assert!(tried(422), "and read again afterwards");
}

#[test]
fn a_body_of_a_million_values_is_refused_before_it_is_read() {
    let service = running_within(patient());
    let clerk = service.clerk();
    let body = format!("{{\"packages\":[{}1]}}", "1,".repeat(1_000_000));
    let mut bytes = head(&service, "/ShipmentRate", Some(&clerk.token), body.len());
    bytes.truncate(bytes.len() - 2);
    bytes.extend_from_slice(b"Connection: close\r\n\r\n");
    bytes.extend_from_slice(body.as_bytes());
    let refused = answer(open(&service, &bytes));
    assert_eq!(refused.code(), "SHIPMENTRATE.BAD_REQUEST");
    assert!(refused.message().contains("too many values"), "{}", refused.message());
}
