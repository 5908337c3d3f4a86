//! A small separate HTTP server. Each client of a run has a slot, which is the first segment of its
//! base URL; a slot responds as the variation under test specifies.

use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::replies;
use crate::wire::server::{ReceivedRequest, read};

/// What is sent over the socket in response to one request.
#[derive(Clone, Debug, Default)]
pub struct Script {
    pub parts: Vec<Part>,
    /// Whether the connection is shut down afterwards.
    pub close: bool,
}

#[derive(Clone, Debug)]
pub enum Part {
    Bytes(Vec<u8>),
    Pause(Duration),
    /// Sends nothing more until the client gives up.
    Hang,
}

impl Script {
    pub fn bytes(bytes: Vec<u8>) -> Self {
        Self { parts: vec![Part::Bytes(bytes)], close: false }
    }

    pub fn closing(bytes: Vec<u8>) -> Self {
        Self { close: true, ..Self::bytes(bytes) }
    }

    /// A complete response with its length.
    pub fn answer(status: u16, lines: &[String], body: &[u8]) -> Self {
        Self::bytes(whole(status, lines, body))
    }
}

pub const JSON: &str = "Content-Type: application/json";

pub fn whole(status: u16, lines: &[String], body: &[u8]) -> Vec<u8> {
    let mut bytes = head(status, lines, Some(body.len()));
    bytes.extend_from_slice(body);
    bytes
}

pub fn head(status: u16, lines: &[String], length: Option<usize>) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status} Whatever\r\nX-Correlation-ID: corr-2\r\n");
    for line in lines {
        head.push_str(line);
        head.push_str("\r\n");
    }
    if let Some(length) = length {
        head.push_str(&format!("Content-Length: {length}\r\n"));
    }
    head.push_str("\r\n");
    head.into_bytes()
}

/// Answers the requests to one address.
pub trait Service: Send + Sync {
    /// `slot` is the first segment of the path.
    fn answer(&self, slot: usize, asked: &ReceivedRequest) -> Script;
}

/// Starts a server for the lifetime of the test process and returns its address.
pub fn start(service: Arc<dyn Service>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let service = Arc::clone(&service);
            thread::spawn(move || {
                // A client that disconnects in the middle is one of the tested cases.
                let _ = serve(stream, &*service);
            });
        }
    });
    address
}

fn serve(stream: TcpStream, service: &dyn Service) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut stream = stream;
    while let Some(asked) = read(&mut reader) {
        let slot = asked.target.trim_start_matches("/s").split('/').next().unwrap_or_default();
        let script = service.answer(slot.parse().unwrap_or(0), &asked);
        for part in script.parts {
            match part {
                Part::Bytes(bytes) => stream.write_all(&bytes)?,
                Part::Pause(pause) => thread::sleep(pause),
                Part::Hang => {
                    // Until the client closes the connection, or sends more than it should.
                    let _ = stream.read(&mut [0])?;
                    return Ok(());
                }
            }
        }
        if script.close {
            return stream.shutdown(Shutdown::Both);
        }
    }
    Ok(())
}

/// The next replies of one slot.
#[derive(Default)]
struct Slot {
    /// The last script is repeated.
    scripts: VecDeque<Script>,
    /// Whether the variation also applies to token requests.
    token_too: bool,
    asked: Vec<ReceivedRequest>,
}

/// Slots that reply as configured, for clients that make one call at a time.
#[derive(Default)]
pub struct Slots(Mutex<Vec<Slot>>);

impl Slots {
    pub fn new(count: usize) -> Arc<Self> {
        Arc::new(Self(Mutex::new((0..count).map(|_| Slot::default()).collect())))
    }

    /// Sets the replies of the slot from now on, in order.
    pub fn say(&self, slot: usize, token_too: bool, scripts: Vec<Script>) {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slots[slot] = Slot { scripts: scripts.into(), token_too, asked: Vec::new() };
    }

    /// The requests since then, without those for a token unless the token is tested.
    pub fn asked(&self, slot: usize) -> Vec<ReceivedRequest> {
        let slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slots[slot].asked.clone()
    }
}

impl Service for Slots {
    fn answer(&self, slot: usize, asked: &ReceivedRequest) -> Script {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(slot) = slots.get_mut(slot) else {
            return Script::answer(404, &[], b"no such slot");
        };
        if asked.is_token_request() && !slot.token_too {
            let body = replies::reply("POST /Account/Token").to_string();
            return Script::answer(200, &[JSON.to_owned()], body.as_bytes());
        }
        slot.asked.push(asked.clone());
        let next = if slot.scripts.len() > 1 {
            slot.scripts.pop_front()
        } else {
            slot.scripts.front().cloned()
        };
        next.unwrap_or_else(|| Script::answer(404, &[], b"nothing to say"))
    }
}
