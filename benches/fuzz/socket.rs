//! A reused connection to the practice service, with the checks that every answer must pass.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::Broken;

/// Far longer than any valid answer takes on a busy machine.
const HANG: Duration = Duration::from_secs(20);

pub struct HttpConnection {
    address: String,
    open: Option<BufReader<TcpStream>>,
}

pub struct Answer {
    pub status: u16,
    pub body: Value,
}

impl HttpConnection {
    /// `base` has the form `http://127.0.0.1:PORT/v3.1`.
    pub fn new(base: &str) -> Self {
        let rest = base.strip_prefix("http://").unwrap();
        let (address, _) = rest.split_once('/').unwrap();
        Self { address: address.to_owned(), open: None }
    }

    /// Sends a request and checks that there is an answer, that it is in time, and that a refusal
    /// has the format of section 7. `headers` are complete lines.
    pub fn exchange(
        &mut self,
        method: &str,
        path: &str,
        headers: &[u8],
        body: &[u8],
    ) -> Result<Answer, Broken> {
        let mut bytes = format!(
            "{method} /v3.1{path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n",
            self.address,
            body.len()
        )
        .into_bytes();
        bytes.extend_from_slice(headers);
        bytes.extend_from_slice(b"\r\n");
        bytes.extend_from_slice(body);
        let began = Instant::now();
        let answer = self.try_exchange(&bytes);
        let broken = |what: String| Broken {
            what: format!("{method} {path}: {what}"),
            input: body.to_vec(),
        };
        if let Some(panic) = crate::panicked() {
            return Err(broken(panic));
        }
        let (status, body) = answer.map_err(|error| broken(format!("no answer: {error}")))?;
        if began.elapsed() > HANG {
            return Err(broken("the answer took too long".to_owned()));
        }
        let body: Value = serde_json::from_slice(&body)
            .map_err(|error| broken(format!("{status} without JSON: {error}")))?;
        let shaped = body["StatusCode"] == status
            && body["Errors"][0]["Code"].is_string()
            && body["Errors"][0]["Message"].is_string()
            && body["Errors"][0]["AdditionalInfo"].is_object();
        if status != 200 && !(shaped && (400..500).contains(&status)) {
            return Err(broken(format!("{status} {body}")));
        }
        Ok(Answer { status, body })
    }

    fn try_exchange(&mut self, bytes: &[u8]) -> std::io::Result<(u16, Vec<u8>)> {
        let mut reader = match self.open.take() {
            Some(reader) => reader,
            None => {
                let stream = TcpStream::connect(&self.address)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(HANG))?;
                BufReader::new(stream)
            }
        };
        reader.get_mut().write_all(bytes)?;
        let (mut status, mut length, mut keep) = (0, 0, true);
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest.get(..3).and_then(|code| code.parse().ok()).unwrap_or(0);
            } else if let Some(rest) = line.strip_prefix("content-length:") {
                length = rest.trim().parse().unwrap_or(0);
            } else if line == "connection: close" {
                keep = false;
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        if keep {
            self.open = Some(reader);
        }
        Ok((status, body))
    }
}

/// The kind of an answer: status, code, the names of its fields, and the message without quoted
/// input and numbers.
pub fn kind(answer: &Answer) -> String {
    let error = &answer.body["Errors"][0];
    let mut quoted = false;
    let words: String = error["Message"]
        .as_str()
        .unwrap_or_default()
        .chars()
        .filter(|c| {
            if *c == '"' {
                quoted = !quoted;
            }
            !quoted && !c.is_ascii_digit()
        })
        .take(160)
        .collect();
    let mut names: Vec<&str> = match &answer.body {
        Value::Object(map) => {
            map.iter().filter(|(_, value)| !value.is_null()).map(|(key, _)| key.as_str()).collect()
        }
        _ => Vec::new(),
    };
    names.sort_unstable();
    format!("{} {} {words} {names:?}", answer.status, error["Code"])
}
