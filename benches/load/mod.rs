//! HTTP over raw sockets, shared by the benches of the practice service.

use std::net::SocketAddr;

use postroom::service::PracticeLogin;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The parts of a response that the benches need.
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

/// A request as bytes; a body that is not empty is JSON.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    if !body.is_empty() {
        text.push_str(&format!(
            "Content-Type: application/json\r\nContent-Length: {}\r\n",
            body.len()
        ));
    }
    text.push_str("\r\n");
    text.push_str(body);
    text.into_bytes()
}

/// Sends one request on a new connection; the response must be a 200.
pub async fn ask(address: SocketAddr, request: &[u8]) -> Result<Value, Failure> {
    let answer = Connection::open(address).await?.send(request).await?;
    Ok(serde_json::from_slice(&answer.good()?)?)
}

/// The Authorization header of the ready-made account.
pub async fn sign_in(address: SocketAddr, login: &PracticeLogin) -> Result<String, Failure> {
    let credentials = json!({
        "apiKey": login.api_key, "apiSecret": login.api_secret.expose(),
        "userName": login.user_name, "password": login.password.expose(),
    });
    let path = "/v3.1/Account/Token";
    let token = ask(address, &request("POST", path, &[], &credentials.to_string())).await?;
    Ok(format!("Bearer {}", text(&token, "/token")))
}

impl Answer {
    /// The body of a 200; an error for any other status.
    pub fn good(self) -> Result<Vec<u8>, Failure> {
        if self.status == 200 {
            return Ok(self.body);
        }
        let words = String::from_utf8_lossy(&self.body).into_owned();
        Err(format!("{}: {words}", self.status).into())
    }
}

/// A connection for several requests.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    pub async fn send(&mut self, request: &[u8]) -> Result<Answer, Failure> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let (head, length) = loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err("the service closed the connection".into());
            }
            if let Some(end) = memchr::memmem::find(&self.buffer, b"\r\n\r\n") {
                let head = self.buffer.get(..end).unwrap_or_default();
                break (end + 4, content_length(head)?);
            }
        };
        while self.buffer.len() < head + length {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err("the service cut its answer off".into());
            }
        }
        let text = |range: std::ops::Range<usize>| {
            std::str::from_utf8(self.buffer.get(range).unwrap_or_default()).unwrap_or_default()
        };
        Ok(Answer {
            status: text(9..12).parse()?,
            body: self.buffer.get(head..).unwrap_or_default().to_vec(),
        })
    }
}

fn content_length(head: &[u8]) -> Result<usize, Failure> {
    let head = std::str::from_utf8(head)?;
    let value = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim())
    });
    Ok(value.ok_or("an answer without Content-Length")?.parse()?)
}

/// The body of POST /Shipment that every bench buys.
pub fn order(carrier_account: &str) -> Value {
    json!({
        "fromAddress": {"name": "Riley Sample", "street1": "233 S Wacker Dr", "city": "Chicago",
                        "state": "IL", "zip": "60606", "country": "US"},
        "toAddress": {"name": "Casey Example", "street1": "1 Ferry Building",
                      "city": "San Francisco", "state": "CA", "zip": "94111", "country": "US"},
        "packages": [{"packageType": "Parcel", "weight": 1.5, "length": 10, "width": 6, "height": 4}],
        "service": "PriorityMail",
        "carrierAccountId": carrier_account,
    })
}

/// The text at a JSON pointer, or empty text.
pub fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// The socket address of a URL such as `http://127.0.0.1:8331/v3.1`.
pub fn address_of(url: &str) -> Result<SocketAddr, Failure> {
    Ok(url.split('/').nth(2).unwrap_or_default().parse()?)
}

/// The median of the values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
