//! A minimal HTTP client that exposes the raw response, with one connection per request.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.bytes)))
    }

    /// The body of a 200.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", String::from_utf8_lossy(&self.bytes));
        self.json()
    }

    /// The code of an error, after checking the whole shape of section 7.1.
    #[track_caller]
    pub fn code(&self) -> String {
        let body = self.json();
        assert_eq!(body["StatusCode"], self.status, "{body}");
        for name in ["TimeStamp", "Source", "Method", "Url"] {
            assert!(body[name].is_string(), "{name} in {body}");
        }
        let error = &body["Errors"][0];
        assert!(error["Message"].as_str().is_some_and(|text| !text.is_empty()), "{body}");
        assert!(error["AdditionalInfo"].is_object(), "{body}");
        assert!(self.header("x-correlation-id").is_some_and(|id| id.len() == 36));
        error["Code"].as_str().unwrap().to_owned()
    }

    pub fn message(&self) -> String {
        self.json()["Errors"][0]["Message"].as_str().unwrap_or_default().to_owned()
    }
}

/// Sends the bytes unchanged and reads to the end of the connection.
pub fn raw(address: &str, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    stream.write_all(bytes)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(answer)
}

/// Sends one request with `Connection: close`; `None` if the connection broke off.
pub fn try_send(
    base: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&str>,
) -> Option<Answer> {
    let rest = base.strip_prefix("http://").unwrap();
    let (address, prefix) = rest.split_once('/').unwrap();
    let mut request = format!("{method} /{prefix}{path} HTTP/1.1\r\nConnection: close\r\n");
    let named = |name: &str| headers.iter().any(|(key, _)| key.eq_ignore_ascii_case(name));
    if !named("host") {
        request.push_str(&format!("Host: {address}\r\n"));
    }
    for (key, value) in headers {
        request.push_str(&format!("{key}: {value}\r\n"));
    }
    if let Some(body) = body {
        if !named("content-type") {
            request.push_str("Content-Type: application/json\r\n");
        }
        request.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    } else {
        request.push_str("\r\n");
    }
    parse(&raw(address, request.as_bytes()).ok()?)
}

#[track_caller]
pub fn send(
    base: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&str>,
) -> Answer {
    try_send(base, method, path, headers, body).expect("a whole answer")
}

pub fn parse(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
        .collect();
    let answer = Answer { status, headers, bytes: bytes[end + 4..].to_vec() };
    match answer.header("content-length") {
        Some(length) => (length.parse() == Ok(answer.bytes.len())).then_some(answer),
        None => Some(answer),
    }
}
