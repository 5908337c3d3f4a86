//! Measures whether a client notices an attack with half-sent requests on the service.
//!
//! ```text
//! cargo bench --bench connections
//! ```
//!
//! Starts `postroom serve` as its own process. For a minute, 1,100 connections hold an incomplete
//! request head and 60 hold half a body of 10 MB, half of them with a token; connections that the
//! service closes are opened again. Meanwhile a client sends a call every 200 ms, alternating
//! between a new connection and a reused one. Prints the slowest response and the service's memory,
//! and ends with a non-zero status if a limit is missed. Reads /proc, so it runs on Linux only.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use serde_json::{Value, json};

const HALF_HEADS: usize = 1_100;
const HALF_BODIES: usize = 60;
const BODY_BYTES: usize = 10 * 1_000 * 1_000;
const CALLS: u32 = 300;
const EVERY: Duration = Duration::from_millis(200);
/// Limits of the response time and of the memory.
const SLOWEST: Duration = Duration::from_secs(1);
const MOST_MEGABYTES: f64 = 150.0;
/// A client's timeout.
const PATIENCE: Duration = Duration::from_secs(10);

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("connections: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool, Failure> {
    // The service starts with the usual limit of open files and raises it itself.
    usual_limit()?;
    let service = Served::start()?;
    rlimit::increase_nofile_limit(8_192)?;
    let address = service.address.as_str();
    let token = sign_up(address)?;
    let quiet_megabytes = service.megabytes("VmRSS")?;
    let siege = Arc::new(Siege::default());
    let mut attackers = vec![{
        let (siege, address) = (Arc::clone(&siege), address.to_owned());
        thread::spawn(move || half_heads(&siege, &address))
    }];
    for number in 0..HALF_BODIES {
        let (siege, address) = (Arc::clone(&siege), address.to_owned());
        let token = (number % 2 == 0).then(|| token.clone());
        attackers.push(thread::spawn(move || {
            half_bodies(&siege, &address, token.as_deref());
        }));
    }
    while siege.heads.load(Ordering::Relaxed) < HALF_HEADS {
        thread::sleep(Duration::from_millis(10));
    }
    let honest = call_for_a_minute(address, &token);
    let (peak, now) = (service.megabytes("VmHWM")?, service.megabytes("VmRSS")?);
    siege.over.store(true, Ordering::Relaxed);
    for attacker in attackers {
        let _ = attacker.join();
    }
    let heads = siege.heads.load(Ordering::Relaxed);
    let bodies = siege.bodies.load(Ordering::Relaxed);
    println!(
        "half heads sent                {heads:>10}   {HALF_HEADS} held open, again and again"
    );
    println!("half bodies of 10 MB sent      {bodies:>10}   {HALF_BODIES} at a time");
    println!("calls of the honest client     {:>10}", honest.calls);
    println!("  failed                       {:>10}   at most 0", honest.failed);
    println!("  slowest answer           {:>11.0} ms   at most 1000", millis(honest.slowest));
    println!("  median answer            {:>11.1} ms", millis(honest.median()));
    println!("memory before              {quiet_megabytes:>11.1} MB");
    println!("memory at its most, VmHWM  {peak:>11.1} MB   at most {MOST_MEGABYTES:.0}");
    println!("memory at the end, VmRSS   {now:>11.1} MB");
    let holds = honest.failed == 0 && honest.slowest <= SLOWEST && peak <= MOST_MEGABYTES;
    println!("{}", if holds { "all hold" } else { "MISSED" });
    Ok(holds)
}

#[cfg(unix)]
fn usual_limit() -> std::io::Result<()> {
    let (_, hard) = rlimit::Resource::NOFILE.get()?;
    rlimit::Resource::NOFILE.set(hard.min(1_024), hard)
}

#[cfg(not(unix))]
fn usual_limit() -> std::io::Result<()> {
    Ok(())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

#[derive(Default)]
struct Siege {
    over: AtomicBool,
    heads: AtomicUsize,
    bodies: AtomicUsize,
}

/// Holds all incomplete heads open; each second, closed connections are replaced.
fn half_heads(siege: &Siege, address: &str) {
    let head = format!("POST /v3.1/Shipment HTTP/1.1\r\nHost: {address}\r\nX-Half: ");
    let mut open: Vec<Option<TcpStream>> = (0..HALF_HEADS).map(|_| None).collect();
    while !siege.over.load(Ordering::Relaxed) {
        for stream in &mut open {
            if stream.as_mut().is_some_and(is_open) {
                continue;
            }
            *stream = TcpStream::connect(address).ok();
            if let Some(stream) = stream
                && stream.write_all(head.as_bytes()).is_ok()
            {
                siege.heads.fetch_add(1, Ordering::Relaxed);
            }
        }
        thread::sleep(Duration::from_secs(1));
    }
}

fn is_open(stream: &mut TcpStream) -> bool {
    if stream.set_nonblocking(true).is_err() {
        return false;
    }
    let open = match stream.read(&mut [0; 256]) {
        Ok(0) => false,
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::WouldBlock,
    };
    open && stream.set_nonblocking(false).is_ok()
}

/// Sends one half body after the other; each is held until the service closes it.
fn half_bodies(siege: &Siege, address: &str, token: Option<&str>) {
    let mut head = format!(
        "POST /v3.1/Shipment HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         transactionId: half\r\nContent-Length: {BODY_BYTES}\r\n"
    );
    if let Some(token) = token {
        head.push_str(&format!("Authorization: Bearer {token}\r\n"));
    }
    head.push_str("\r\n");
    let piece = vec![b' '; 64 * 1024];
    while !siege.over.load(Ordering::Relaxed) {
        let Ok(mut stream) = TcpStream::connect(address) else {
            thread::sleep(Duration::from_secs(1));
            continue;
        };
        let _ = stream.set_write_timeout(Some(Duration::from_secs(2)));
        let mut sent = stream.write_all(head.as_bytes()).map_or(BODY_BYTES, |()| 0);
        while sent < BODY_BYTES / 2 && stream.write_all(&piece).is_ok() {
            sent += piece.len();
        }
        siege.bodies.fetch_add(1, Ordering::Relaxed);
        while !siege.over.load(Ordering::Relaxed) && is_open(&mut stream) {
            thread::sleep(Duration::from_millis(200));
        }
        thread::sleep(Duration::from_millis(500));
    }
}

#[derive(Default)]
struct Honest {
    calls: u32,
    failed: u32,
    slowest: Duration,
    times: Vec<Duration>,
}

impl Honest {
    fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }
}

fn call_for_a_minute(address: &str, token: &str) -> Honest {
    let mut honest = Honest::default();
    let mut kept: Option<TcpStream> = None;
    let rate = json!({
        "fromAddress": place("60606", "Chicago", "IL"), "toAddress": place("94111", "San Francisco", "CA"),
        "packages": [{"packageType": "Parcel", "weight": 1.5, "length": 10, "width": 6, "height": 4}],
    });
    let begin = Instant::now();
    for number in 0..CALLS {
        if let Some(pause) = (EVERY * number).checked_sub(begin.elapsed()) {
            thread::sleep(pause);
        }
        let started = Instant::now();
        let answered = if number % 2 == 0 {
            let balance = ("GET", "/v3.1/Account/Postage/Balance", None);
            ask_on(&mut kept, address, token, balance)
        } else {
            let rates = ("POST", "/v3.1/ShipmentRate", Some(&rate));
            ask_on(&mut None, address, token, rates)
        };
        let took = started.elapsed();
        honest.calls += 1;
        honest.slowest = honest.slowest.max(took);
        honest.times.push(took);
        // 404 is a valid answer: this account has no carrier account to rate with.
        if !matches!(answered, Ok((200 | 404, _))) {
            kept = None;
            honest.failed += 1;
            eprintln!("call {number} after {took:?}: {answered:?}");
        }
    }
    honest
}

fn place(zip: &str, city: &str, state: &str) -> Value {
    json!({"name": "Riley Sample", "street1": "1 Main St", "city": city, "state": state, "zip": zip})
}

fn sign_up(address: &str) -> Result<String, Failure> {
    let body = json!({
        "email": "siege@example.com", "password": "correct horse", "companyName": "Siege",
        "firstName": "Riley", "lastName": "Sample",
    });
    let ask = |path: &str, body: &Value| ask_on(&mut None, address, "", ("POST", path, Some(body)));
    let (_, made) = ask("/v3.1/User/SignUp/Customer", &body)?;
    let terms = json!({"accountId": made.pointer("/account/id")});
    ask("/v3.1/User/ApproveTermsAndConditions", &terms)?;
    let token = made.get("accessToken").and_then(Value::as_str);
    Ok(token.ok_or("no token of the sign-up")?.to_owned())
}

/// Sends one call on the stored connection or a new one; returns the status and the body.
fn ask_on(
    kept: &mut Option<TcpStream>,
    address: &str,
    token: &str,
    (method, path, body): (&str, &str, Option<&Value>),
) -> Result<(u16, Value), Failure> {
    let mut stream = match kept.take() {
        Some(stream) => stream,
        None => {
            let stream = TcpStream::connect(address)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            stream
        }
    };
    let body = body.map(Value::to_string).unwrap_or_default();
    let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n{kind}\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes())?;
    let mut reader = BufReader::new(&stream);
    let (mut status, mut length) = (0, 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Err("the connection ended".into());
        }
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
            status = rest.get(..3).unwrap_or_default().parse()?;
        } else if let Some((name, value)) = line.split_once(':') {
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse()?;
            }
        } else if line.is_empty() {
            break;
        }
    }
    let mut bytes = vec![0; length];
    reader.read_exact(&mut bytes)?;
    *kept = Some(stream);
    Ok((status, serde_json::from_slice(&bytes)?))
}

/// `postroom serve` as its own process with its own folder.
struct Served {
    child: Child,
    address: String,
    folder: std::path::PathBuf,
}

impl Served {
    fn start() -> Result<Self, Failure> {
        let folder = env::temp_dir().join(format!("postroom-siege-{}", std::process::id()));
        let mut child = Command::new(env!("CARGO_BIN_EXE_postroom"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(&folder)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().ok_or("no output")?;
        BufReader::new(output).read_line(&mut line)?;
        let address = line
            .trim()
            .strip_prefix("listening on http://")
            .and_then(|rest| rest.split('/').next())
            .ok_or_else(|| format!("the service said {line:?}"))?
            .to_owned();
        Ok(Self { child, address, folder })
    }

    fn megabytes(&self, field: &str) -> Result<f64, Failure> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with(field));
        let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
        let kilobytes: f64 = kilobytes.ok_or("no memory in /proc")?.parse()?;
        Ok(kilobytes / 1_024.0)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
