//! Malformed, oversized, deeply nested, wrongly typed and hostile input on every call must give an
//! error in the form of section 7, and never a hang, a 500 or a lost row.

use serde_json::{Value, json};

use super::every_call::{PreparedService, Request, world};
use super::http::{Answer, parse, raw};
use crate::coverage::CALLS;

const CAP: usize = 12 * 1024 * 1024;

/// Sends the body unchanged, with `headers` after the standard ones.
fn exchange(
    world: &PreparedService,
    request: &Request,
    path: &str,
    headers: &[u8],
    body: &[u8],
) -> Answer {
    let (address, prefix) = address(world);
    let mut bytes = format!(
        "{} /{prefix}{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n",
        request.method(),
        body.len()
    )
    .into_bytes();
    bytes.extend_from_slice(headers);
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    let answer = raw(&address, &bytes).expect("an answer, not a cut");
    parse(&answer).unwrap_or_else(|| panic!("{path}: {}", String::from_utf8_lossy(&answer)))
}

fn address(world: &PreparedService) -> (String, String) {
    let rest = world.service.base.strip_prefix("http://").unwrap();
    let (address, prefix) = rest.split_once('/').unwrap();
    (address.to_owned(), prefix.to_owned())
}

fn headers(world: &PreparedService, request: &Request) -> Vec<u8> {
    let mut text = String::new();
    if request.token {
        text.push_str(&format!("Authorization: Bearer {}\r\n", world.clerk.token));
    }
    if let Some(id) = &request.transaction {
        text.push_str(&format!("transactionId: {id}\r\n"));
    }
    text.into_bytes()
}

/// Asserts a success, or a refusal in the form of section 7.1, which `code` checks.
#[track_caller]
fn sound(answer: &Answer, what: &str) {
    if answer.status != 200 {
        let code = answer.code();
        assert!((400..500).contains(&answer.status), "{what}: {} {code}", answer.status);
    }
}

/// What must not change: the number of shipments and history entries, and the balance.
fn rows(world: &PreparedService) -> (Value, Value, String) {
    let total = |path: &str| world.clerk.get(path).ok()["totalResults"].clone();
    (total("/Shipment"), total("/Account/Postage/BalanceHistory"), world.clerk.balance_text())
}

#[test]
fn bodies_that_are_none() {
    let world = world();
    let deep_list = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
    let deep_object = [br#"{"a":"#.repeat(100_000), b"1".to_vec(), vec![b'}'; 100_000]].concat();
    let bodies: [&[u8]; 16] = [
        b"",
        b"{",
        b"}",
        b"[]",
        b"null",
        b"7",
        b"\"text\"",
        b"{\"a\":1}}",
        b"{\"a\":1,}",
        b"{'a':1}",
        b"{\"a\":\"\xff\xfe\"}",
        b"\xef\xbb\xbf{}",
        b"{\"a\":\"\\ud800\"}",
        b"{\"a\":1e99999999}",
        &deep_list,
        &deep_object,
    ];
    for call in CALLS {
        let request = world.request(call);
        let takes_body = request.body.is_some();
        let before = rows(&world);
        for body in bodies {
            let head = headers(&world, &request);
            let answer = exchange(&world, &request, &request.path, &head, body);
            let what = format!("{call} {}", String::from_utf8_lossy(&body[..body.len().min(20)]));
            sound(&answer, &what);
            assert!(!takes_body || answer.status != 200, "{what}");
        }
        if takes_body {
            assert_eq!(rows(&world), before, "{call}");
        }
    }
}

#[test]
fn bodies_of_twelve_mebibytes() {
    let world = world();
    let padded = |length: usize| {
        let mut body = b"{\"a\":\"".to_vec();
        body.resize(length - 2, b'x');
        body.extend_from_slice(b"\"}");
        body
    };
    let (most, over) = (padded(CAP), padded(CAP + 1));
    for call in CALLS {
        let request = world.request(call);
        if request.body.is_none() {
            continue;
        }
        let head = headers(&world, &request);
        let answer = exchange(&world, &request, &request.path, &head, &most);
        sound(&answer, call);
        assert_ne!(answer.status, 200, "{call}: fields are missing");
        let answer = exchange(&world, &request, &request.path, &head, &over);
        assert!(answer.code().ends_with(".BAD_REQUEST"), "{call}");
        assert_eq!(answer.status, 413, "{call}");
    }
}

/// Replaces every leaf of every body in turn by a hostile value.
#[test]
fn nasty_values_in_every_place() {
    let world = world();
    let long = "x".repeat(70_000);
    let nasty = [
        json!("'; DROP TABLE shipments; --"),
        json!("\u{0}\u{1}\u{7f}\u{202e}\u{feff}"),
        json!("../../../etc/passwd%00"),
        json!("<script>alert(1)</script>"),
        json!("^XA^FO0,0^FDhello^FS^XZ"),
        json!("\u{1f4e6}".repeat(600)),
        json!(long),
        json!(-1),
        json!(1e308),
        json!(9_223_372_036_854_775_807_u64),
        json!([]),
        json!({}),
        Value::Null,
    ];
    for call in CALLS {
        let places = places(&world.request(call).body.unwrap_or_default());
        for place in places {
            for value in &nasty {
                let mut request = world.request(call);
                *request.body.as_mut().unwrap().pointer_mut(&place).unwrap() = value.clone();
                let answer = world.send(&request);
                sound(&answer, &format!("{call} {place} {value:.40}"));
            }
        }
    }
    let (shipments, history, _) = rows(&world);
    assert!(shipments.as_u64() > Some(0) && history.as_u64() > Some(0));
    // Every row that was created can still be read.
    let mut next = "/Shipment".to_owned();
    let mut read = 0;
    loop {
        let page = world.clerk.get(&next).ok();
        read += page["results"].as_array().unwrap().len();
        match page["nextPage"].as_str() {
            Some(token) => next = format!("/Shipment?pageToken={token}"),
            None => break,
        }
    }
    assert_eq!(json!(read), shipments);
}

/// JSON pointers of all leaves.
fn places(value: &Value) -> Vec<String> {
    let below = |key: &str, value: &Value| -> Vec<String> {
        let key = key.replace('~', "~0").replace('/', "~1");
        places(value).into_iter().map(|rest| format!("/{key}{rest}")).collect()
    };
    match value {
        Value::Object(map) => map.iter().flat_map(|(key, value)| below(key, value)).collect(),
        Value::Array(list) => {
            list.iter().enumerate().flat_map(|(at, value)| below(&at.to_string(), value)).collect()
        }
        Value::Null => Vec::new(),
        _ => vec![String::new()],
    }
}

#[test]
fn nasty_paths_queries_and_headers() {
    let world = world();
    let long = "a".repeat(60_000);
    for call in CALLS {
        let request = world.request(call);
        let head = headers(&world, &request);
        let plain = request.path.split('?').next().unwrap().to_owned();
        let value = |text: &str| format!("{plain}?key=Id&value={text}&packageNumber={text}");
        let body = request.body.as_ref().map(Value::to_string).unwrap_or_default();
        let mut paths = vec![
            value("%FF%FE"),
            value("%00"),
            value("%"),
            value("%zz"),
            value("' OR 1=1 --").replace(' ', "%20"),
            value("-1"),
            value("99999999999999999999"),
            value(&long),
            format!("{plain}?key=Id&key=TrackingNumber&value=&value=x"),
            format!("{plain}?key&value&=&&&"),
            format!("{plain}?pageToken=%F0%9F%93%A6&startDate=0000-00-00&endDate=9999-99-99"),
            format!("{plain}?startDate=-999999-01-01T00:00:00Z&endDate=+999999-01-01T00:00:00Z"),
        ];
        if call.contains(':') {
            let (front, _) = call.split_once(' ').unwrap().1.split_once(':').unwrap();
            let tail = if call.ends_with("Label") { "/Label" } else { "" };
            for id in ["%2e%2e%2f", "%00", "%FF", "'%20OR%201=1", long.as_str()] {
                paths.push(format!("{front}{id}{tail}"));
            }
        }
        for path in &paths {
            let answer = exchange(&world, &request, path, &head, body.as_bytes());
            sound(&answer, &format!("{call} {path:.80}"));
        }
        for line in [
            &b"Authorization: Bearer \xff\xfe\r\ntransactionId: a\r\n"[..],
            b"Authorization: Bearer a.b.c\r\ntransactionId: \xf0\x9f\x93\xa6\r\n",
            b"Authorization: \r\ntransactionId: \r\n",
            b"Authorization: Bearer x\r\nAuthorization: Bearer y\r\n",
        ] {
            let answer = exchange(&world, &request, &request.path, line, body.as_bytes());
            sound(&answer, &format!("{call} {:?}", String::from_utf8_lossy(line)));
            assert!(!request.token || answer.status == 401, "{call}");
        }
    }
}

#[test]
fn a_request_that_stops_half_way_hangs_nobody() {
    let world = world();
    let (address, prefix) = address(&world);
    let request = world.request("POST /Shipment");
    let before = rows(&world);
    let mut open = Vec::new();
    for _ in 0..100 {
        let mut stream = std::net::TcpStream::connect(&address).unwrap();
        let head = format!(
            "POST /{prefix}/Shipment HTTP/1.1\r\nHost: {address}\r\n\
             Content-Type: application/json\r\nContent-Length: 500\r\n"
        );
        let mut bytes = head.into_bytes();
        bytes.extend(headers(&world, &request));
        bytes.extend(b"\r\n{\"fromAddress\"");
        std::io::Write::write_all(&mut stream, &bytes).unwrap();
        open.push(stream);
    }
    assert_eq!(rows(&world), before, "others are served meanwhile");
    drop(open);
    assert_eq!(rows(&world), before);
    world.send(&world.request("POST /Shipment")).ok();
}
