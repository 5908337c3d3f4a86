//! A load generator over raw sockets, shared by the benches of the practice service: some
//! keep-alive connections, each sending its next request when the last one is answered.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use postroom::base::clock::Stopwatch;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Makes the n-th request, head and body.
pub type Requests = Arc<dyn Fn(usize) -> Vec<u8> + Send + Sync>;

/// When a round ends: whichever comes first.
#[derive(Clone, Copy)]
pub struct Bound {
    pub connections: usize,
    pub requests: usize,
    pub time: Duration,
}

/// What a round measured.
#[derive(Clone, Default)]
pub struct Round {
    pub seconds: f64,
    /// From the first byte sent to the last byte received, sorted.
    pub times: Vec<Duration>,
}

impl Round {
    pub fn per_second(&self) -> f64 {
        count(self.times.len()) / self.seconds
    }

    pub fn percentile(&self, percent: usize) -> Duration {
        let at = (self.times.len() * percent / 100).min(self.times.len().saturating_sub(1));
        self.times.get(at).copied().unwrap_or_default()
    }
}

/// One answer, as far as a bench needs it.
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

/// A request as bytes; the body, where there is one, is JSON.
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

/// Sends one request on a connection of its own.
pub async fn once(address: SocketAddr, request: &[u8]) -> Result<Answer, Failure> {
    Connection::open(address).await?.send(request).await
}

/// Drives `address` from a thread and runtime of its own. Every answer must be a 200.
pub fn round(address: SocketAddr, requests: Requests, bound: Bound) -> Result<Round, Failure> {
    std::thread::spawn(move || {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?
            .block_on(drive(address, requests, bound))
    })
    .join()
    .map_err(|_| "the load generator panicked")?
}

async fn drive(address: SocketAddr, requests: Requests, bound: Bound) -> Result<Round, Failure> {
    let mut ready = Vec::new();
    for _ in 0..bound.connections {
        ready.push(Connection::open(address).await?);
    }
    let (next, times) = (
        Arc::new(AtomicUsize::new(0)),
        Arc::new(Mutex::new(Vec::new())),
    );
    let watch = Stopwatch::start();
    let mut running = Vec::new();
    for mut connection in ready {
        let (next, times) = (Arc::clone(&next), Arc::clone(&times));
        let (requests, begun) = (Arc::clone(&requests), watch);
        running.push(tokio::spawn(async move {
            let mut own = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= bound.requests || begun.elapsed() >= bound.time {
                    break;
                }
                let request = requests(number);
                let watch = Stopwatch::start();
                let answer = connection.send(&request).await?;
                own.push(watch.elapsed());
                if answer.status != 200 {
                    let words = String::from_utf8_lossy(&answer.body).into_owned();
                    return Err(Failure::from(format!("{}: {words}", answer.status)));
                }
            }
            let mut all = times.lock().unwrap_or_else(PoisonError::into_inner);
            all.extend(own);
            Ok(())
        }));
    }
    for connection in running {
        connection.await??;
    }
    let seconds = watch.elapsed().as_secs_f64();
    let mut times = std::mem::take(&mut *times.lock().unwrap_or_else(PoisonError::into_inner));
    times.sort_unstable();
    Ok(Round { seconds, times })
}

struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    async fn open(address: SocketAddr) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            buffer: Vec::with_capacity(64 * 1024),
        })
    }

    async fn send(&mut self, request: &[u8]) -> Result<Answer, Failure> {
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
        name.eq_ignore_ascii_case("content-length")
            .then(|| value.trim())
    });
    Ok(value.ok_or("an answer without Content-Length")?.parse()?)
}

#[allow(clippy::cast_precision_loss)]
pub fn count(number: usize) -> f64 {
    number as f64
}

/// The middle one.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
