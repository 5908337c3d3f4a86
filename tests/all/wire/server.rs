//! A small server that responds as a test specifies, including wrongly.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use postroom::api::account::Credentials;
use postroom::base::secret::Secret;
use postroom::client::{Client, Options, TimeOuts};
use serde_json::{Value, json};

/// A request as received.
#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    pub method: String,
    pub target: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

pub enum Reply {
    Json(u16, Value),
    /// Status, additional header lines, body.
    Full(u16, Vec<String>, Vec<u8>),
    /// These bytes, after which the connection ends.
    Raw(Vec<u8>),
    /// The same, one byte at a time with this pause.
    Drip(Vec<u8>, Duration),
    /// A head at once, then the body in pieces of eight bytes with this pause.
    Slow(Vec<u8>, Vec<u8>, Duration),
    /// Nothing, until the client gives up.
    Silence,
}

pub struct Server {
    pub address: SocketAddr,
    seen: Arc<Mutex<Vec<ReceivedRequest>>>,
}

impl ReceivedRequest {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The path below the base URL, without the query.
    pub fn path(&self) -> &str {
        let path = self.target.split('?').next().unwrap_or_default();
        path.split_once("/v3.1").map_or(path, |(_, below)| below)
    }

    /// The decoded value of a parameter of the query.
    pub fn query(&self, name: &str) -> Option<String> {
        let mut pairs = self.target.split_once('?')?.1.split('&');
        let value = pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))?;
        let text = percent_encoding::percent_decode_str(value).decode_utf8();
        text.ok().map(|text| text.into_owned())
    }

    pub fn is_token_request(&self) -> bool {
        self.path() == "/Account/Token"
    }
}

impl Server {
    /// Answers every request with the function's reply, each connection on its own thread. The
    /// listener lives as long as the test process.
    pub fn start(answer: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (answer, log) = (Arc::new(answer), Arc::clone(&seen));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (answer, log) = (Arc::clone(&answer), Arc::clone(&log));
                thread::spawn(move || serve(stream.unwrap(), &*answer, &log));
            }
        });
        Self { address, seen }
    }

    /// A server that answers token requests with `<ACCESS_TOKEN>` and calls the function for
    /// others.
    pub fn with_token(answer: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static) -> Self {
        Self::start(move |seen| {
            if seen.is_token_request() {
                Reply::Json(200, json!({"token": "<ACCESS_TOKEN>"}))
            } else {
                answer(seen)
            }
        })
    }

    pub fn base_url(&self) -> String {
        format!("http://{}/v3.1", self.address)
    }

    pub fn client(&self) -> Client {
        signed_in(&self.base_url(), quick())
    }

    /// The requests so far, without those for a token.
    pub fn calls(&self) -> Vec<ReceivedRequest> {
        let seen = self.seen.lock().unwrap();
        seen.iter().filter(|s| !s.is_token_request()).cloned().collect()
    }

    pub fn every_request(&self) -> Vec<ReceivedRequest> {
        self.seen.lock().unwrap().clone()
    }

    pub fn token_requests(&self) -> usize {
        let seen = self.seen.lock().unwrap();
        seen.iter().filter(|s| s.is_token_request()).count()
    }
}

/// Timeouts that are short enough for a test and long enough for a busy machine.
pub fn quick() -> Options {
    Options {
        time_outs: TimeOuts {
            connect: Duration::from_secs(5),
            read: Duration::from_secs(5),
            total: Duration::from_secs(20),
            money: Duration::from_secs(20),
        },
        ..Options::default()
    }
}

pub fn credentials() -> Credentials {
    Credentials {
        api_key: "live-key".into(),
        api_secret: Secret::new("live-secret"),
        user_name: "dana.reyes.4711".into(),
        password: Secret::new("pass-1"),
    }
}

pub fn signed_in(base_url: &str, options: Options) -> Client {
    // Errors are compared in words.
    postroom::catalogs::install();
    let client = Client::new(base_url, options).unwrap();
    client.sign_in_with(Some(credentials()));
    client
}

fn serve(
    stream: TcpStream,
    answer: &dyn Fn(&ReceivedRequest) -> Reply,
    log: &Mutex<Vec<ReceivedRequest>>,
) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut stream = stream;
    while let Some(request) = read(&mut reader) {
        log.lock().unwrap().push(request.clone());
        let reply = answer(&request);
        let (status, lines, body) = match reply {
            Reply::Json(status, value) => (
                status,
                vec!["Content-Type: application/json".to_owned()],
                serde_json::to_vec(&value).unwrap(),
            ),
            Reply::Full(status, lines, body) => (status, lines, body),
            Reply::Raw(bytes) => {
                let _ = stream.write_all(&bytes);
                let _ = stream.shutdown(Shutdown::Both);
                return;
            }
            Reply::Drip(bytes, pause) => {
                for byte in bytes {
                    if stream.write_all(&[byte]).is_err() {
                        return;
                    }
                    thread::sleep(pause);
                }
                return;
            }
            Reply::Slow(head, body, pause) => {
                let _ = stream.write_all(&head);
                for piece in body.chunks(8) {
                    if stream.write_all(piece).is_err() {
                        return;
                    }
                    thread::sleep(pause);
                }
                return;
            }
            Reply::Silence => {
                let _ = reader.read(&mut [0]);
                return;
            }
        };
        let mut head = format!("HTTP/1.1 {status} Status\r\nX-Correlation-ID: corr-7\r\n");
        for line in lines {
            head.push_str(&line);
            head.push_str("\r\n");
        }
        head.push_str(&format!("Content-Length: {}\r\n\r\n", body.len()));
        let whole = [head.as_bytes(), &body].concat();
        if stream.write_all(&whole).is_err() {
            return;
        }
    }
}

/// The next request of a connection; `None` at its end.
pub fn read(reader: &mut BufReader<TcpStream>) -> Option<ReceivedRequest> {
    let mut line = String::new();
    if reader.read_line(&mut line).ok()? == 0 {
        return None;
    }
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((key, value)) = line.trim_end().split_once(':') else {
            break;
        };
        headers.push((key.to_owned(), value.trim().to_owned()));
    }
    let mut seen = ReceivedRequest { method, target, headers, body: Vec::new() };
    let length = seen.header("content-length").unwrap_or("0").parse();
    seen.body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut seen.body).ok()?;
    Some(seen)
}
