//! One call through the gateway: the request is read from the desk and delivered, and the response
//! is returned. Responses that the service cuts off, slows down or garbles pass unchanged.

use std::io;
use std::sync::Arc;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{Plan, Shared, Subject, bend};

/// Limit of a request head; this client's are shorter.
const LONGEST_HEAD: usize = 64 * 1024;
/// More than any client accepts as one response.
const OVERSIZE: u64 = 1 << 40;

pub struct Request {
    method: String,
    /// Path and query.
    target: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

pub async fn serve(mut desk: TcpStream, shared: &Arc<Shared>) -> io::Result<()> {
    let Some(request) = Request::read(&mut desk).await? else {
        return Ok(());
    };
    let (subject, plan) = shared.plan(&request);
    // Runs to its end even if the desk has closed the connection: the service may be working.
    let (request, own) = (request.bytes(shared, &plan), Arc::clone(shared));
    let carried = carry(&mut desk, &request, &own, &plan).await;
    shared.answered(&subject);
    let answer = carried?;
    if let Some(answer) = answer {
        desk.write_all(&changed(answer, &subject, &plan)).await?;
    }
    desk.shutdown().await
}

/// Returns the response if it must be changed; otherwise forwards it as it arrives.
async fn carry(
    desk: &mut TcpStream,
    request: &[u8],
    shared: &Shared,
    plan: &Plan,
) -> io::Result<Option<Vec<u8>>> {
    if plan.repeated {
        let mut first = Vec::new();
        // The response to the first delivery is discarded.
        if let Ok(mut service) = deliver(request, shared).await {
            service.read_to_end(&mut first).await.ok();
        }
    }
    let mut service = deliver(request, shared).await?;
    if plan.changes_the_answer() {
        let mut answer = Vec::new();
        // If the response is cut off, the received part is forwarded.
        service.read_to_end(&mut answer).await.ok();
        return Ok(Some(answer));
    }
    let mut listens = true;
    let mut piece = vec![0; 16 * 1024];
    loop {
        let read = match service.read(&mut piece).await {
            Ok(0) | Err(_) => return Ok(None),
            Ok(read) => read,
        };
        if listens {
            let piece = piece.get(..read).unwrap_or_default();
            listens = desk.write_all(piece).await.is_ok();
        }
    }
}

async fn deliver(request: &[u8], shared: &Shared) -> io::Result<TcpStream> {
    let mut service = TcpStream::connect(shared.service).await?;
    service.set_nodelay(true)?;
    service.write_all(request).await?;
    Ok(service)
}

/// Changes only complete responses with status 200 and JSON.
fn changed(answer: Vec<u8>, subject: &Subject, plan: &Plan) -> Vec<u8> {
    let Some((head, body)) = split(&answer) else {
        return answer;
    };
    let whole = header(head, "content-length") == Some(body.len().to_string());
    if !head.starts_with("HTTP/1.1 200") || !whole {
        return answer;
    }
    let Ok(mut value) = serde_json::from_slice::<Value>(body) else {
        return answer;
    };
    bend::bend(&mut value, subject, plan);
    let body = value.to_string().into_bytes();
    let length = match plan.oversize {
        true => OVERSIZE,
        false => body.len() as u64,
    };
    let lines = head.split("\r\n");
    let kept = lines.filter(|line| !is_header(line, "content-length"));
    let mut changed = kept.collect::<Vec<_>>().join("\r\n");
    changed.push_str(&format!("\r\nContent-Length: {length}\r\n\r\n"));
    [changed.into_bytes(), body].concat()
}

fn split(message: &[u8]) -> Option<(&str, &[u8])> {
    let end = message.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(message.get(..end)?).ok()?;
    Some((head, message.get(end + 4..)?))
}

fn is_header(line: &str, name: &str) -> bool {
    let named = line.split_once(':').map(|(named, _)| named.trim());
    named.is_some_and(|named| named.eq_ignore_ascii_case(name))
}

fn header(head: &str, name: &str) -> Option<String> {
    let line = head.split("\r\n").find(|line| is_header(line, name))?;
    let (_, value) = line.split_once(':')?;
    Some(value.trim().to_owned())
}

impl Request {
    /// `None` if the connection is closed before a complete request arrives.
    async fn read(desk: &mut TcpStream) -> io::Result<Option<Self>> {
        let mut bytes = Vec::new();
        loop {
            if let Some((head, body)) = split(&bytes) {
                let length = header(head, "content-length");
                let length = length.and_then(|length| length.parse().ok()).unwrap_or(0);
                if body.len() >= length {
                    return Ok(Self::of(head, body));
                }
            } else if bytes.len() > LONGEST_HEAD {
                return Ok(None);
            }
            if desk.read_buf(&mut bytes).await? == 0 {
                return Ok(None);
            }
        }
    }

    fn of(head: &str, body: &[u8]) -> Option<Self> {
        let mut lines = head.split("\r\n");
        let mut first = lines.next()?.split(' ');
        let (method, target) = (first.next()?, first.next()?);
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            Some((name.trim().to_owned(), value.trim().to_owned()))
        };
        Some(Self {
            method: method.to_owned(),
            target: target.to_owned(),
            headers: lines.filter_map(header).collect(),
            body: body.to_vec(),
        })
    }

    /// The request as the service receives it.
    fn bytes(&self, shared: &Shared, plan: &Plan) -> Vec<u8> {
        let mut target = self.target.clone();
        if plan.hidden
            && let Some(value) = self.query("value")
        {
            let other = uuid::Uuid::new_v4().to_string();
            target = target.replace(value, &other);
        }
        let mut head = format!("{} {target} HTTP/1.1\r\n", self.method);
        let own = ["host", "connection", "accept-encoding"];
        for (name, value) in &self.headers {
            if !own.contains(&name.to_ascii_lowercase().as_str()) {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
        }
        let host = shared.service;
        head.push_str(&format!("Host: {host}\r\nConnection: close\r\n\r\n"));
        [head.as_bytes(), &self.body].concat()
    }

    pub fn subject(&self) -> Subject {
        let path = self.target.split('?').next().unwrap_or_default();
        let path = path.strip_prefix("/v3.1").unwrap_or_default();
        match (self.method.as_str(), path) {
            ("POST", "/Shipment" | "/Shipment/Refund") | ("PUT", "/Account/Postage/Balance") => {
                Subject::Money {
                    transaction: self.header("transactionid").unwrap_or_default(),
                    shipment: self.refunded(),
                }
            }
            ("GET", "/Shipment") => match (self.query("key"), self.query("value")) {
                (Some("TransactionId"), Some(id)) => Subject::Transaction(id.to_lowercase()),
                (Some(_), Some(id)) => Subject::Shipment(id.to_lowercase()),
                _ => Subject::List,
            },
            ("GET", "/Account/Postage/BalanceHistory") => Subject::List,
            _ => Subject::Other,
        }
    }

    fn header(&self, wanted: &str) -> Option<String> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(name, _)| name.eq_ignore_ascii_case(wanted))?;
        Some(value.to_lowercase())
    }

    fn query(&self, wanted: &str) -> Option<&str> {
        let (_, query) = self.target.split_once('?')?;
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(name, _)| *name == wanted).map(|(_, it)| it)
    }

    fn refunded(&self) -> Option<String> {
        if !self.target.ends_with("/Refund") {
            return None;
        }
        let body: Value = serde_json::from_slice(&self.body).ok()?;
        Some(body.get("value")?.as_str()?.to_lowercase())
    }
}
