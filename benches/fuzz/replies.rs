//! Possible responses of a server to each call of the client: JSON, errors, labels.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde_json::{Value, json};

use crate::wire::calls::{Case, cases};
use crate::wire::golden;
use crate::wire::server::{quick, signed_in};
use crate::{Broken, Report, Run, change};

/// Statuses that the client retries are left out: they would only cost time.
const STATUSES: [u16; 8] = [200, 200, 200, 201, 400, 404, 409, 422];

pub fn run(run: &mut Run) -> Result<Report, Broken> {
    let calls: Vec<(Case, Value)> = cases()
        .into_iter()
        .filter(|case| case.golden != "account/token")
        .map(|case| {
            let reply = golden::load(case.golden).reply.unwrap_or(json!({}));
            (case, reply)
        })
        .collect();
    let errors = golden::json("error/codes.json");
    let errors = errors["answers"].as_array().unwrap().iter();
    let search = Arc::new(Mutex::new(Search {
        draw: change::Draw::new(run.draw.next()),
        seeds: calls.iter().map(|(_, reply)| vec![reply.clone()]).collect(),
        errors: errors.map(|answer| answer["body"].clone()).collect(),
        met: HashSet::new(),
        tried: 0,
    }));
    let calls: Arc<Vec<Case>> = Arc::new(calls.into_iter().map(|(case, _)| case).collect());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let until = run.until;
    runtime.block_on(async {
        let mut workers = tokio::task::JoinSet::new();
        for _ in 0..WORKERS {
            workers.spawn(work(Arc::clone(&search), Arc::clone(&calls), until));
        }
        while let Some(ended) = workers.join_next().await {
            match ended {
                Ok(result) => result?,
                Err(error) => {
                    return Err(Broken {
                        what: crate::panicked().unwrap_or_else(|| error.to_string()),
                        input: Vec::new(),
                    });
                }
            }
        }
        Ok(())
    })?;
    let search = search.lock().unwrap();
    Ok(Report { tried: search.tried, different: search.met.len() })
}

/// The client retries unreadable responses after a delay, so many calls run at once.
const WORKERS: usize = 96;

struct Search {
    draw: change::Draw,
    /// One list per call.
    seeds: Vec<Vec<Value>>,
    errors: Vec<Value>,
    met: HashSet<String>,
    tried: u64,
}

struct Attempt {
    call: usize,
    refusal: bool,
    status: u16,
    body: Value,
    text: Vec<u8>,
}

impl Search {
    fn attempt(&mut self) -> Attempt {
        self.tried += 1;
        let call = self.draw.below(self.seeds.len());
        let refusal = self.draw.chance(25);
        let from = if refusal { &self.errors } else { &self.seeds[call] };
        let body = self.draw.one(from).clone();
        let lender = self.draw.below(self.seeds.len());
        let body = change::tree(&mut self.draw, &body, &self.seeds[lender]);
        let text = change::text(&mut self.draw, &body);
        let status = if refusal { *self.draw.one(&STATUSES) } else { 200 };
        Attempt { call, refusal, status, body, text }
    }

    fn learn(&mut self, attempt: Attempt, kind: &str) {
        let new = self.met.insert(format!("{} {kind}", attempt.call));
        let seeds = &mut self.seeds[attempt.call];
        if new && !attempt.refusal && seeds.len() < 400 {
            seeds.push(attempt.body);
        }
    }
}

async fn work(
    search: Arc<Mutex<Search>>,
    calls: Arc<Vec<Case>>,
    until: Instant,
) -> Result<(), Broken> {
    let next = Arc::new(Mutex::new((200, Vec::new())));
    let base_url = serve(Arc::clone(&next));
    let client = signed_in(&base_url, quick());
    while Instant::now() < until {
        let attempt = search.lock().unwrap().attempt();
        *next.lock().unwrap() = (attempt.status, attempt.text.clone());
        let read = (calls[attempt.call].run)(client.clone()).await;
        let kind = match &read {
            Ok(value) => shape(value),
            // The message that a user would see; formatting it must not panic either.
            Err(error) => {
                let mut words = error.to_string();
                words.retain(|c| !c.is_ascii_digit());
                words.chars().take(120).collect()
            }
        };
        if let Some(panic) = crate::panicked() {
            return Err(Broken {
                what: format!("{}: {panic}", calls[attempt.call].golden),
                input: attempt.text,
            });
        }
        search.lock().unwrap().learn(attempt, &kind);
    }
    Ok(())
}

/// Which fields were read, without their values.
fn shape(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Object(map) => {
            map.iter().map(|(key, value)| format!("{key}{}", shape(value))).collect()
        }
        Value::Array(list) => format!("[{}]", list.first().map(shape).unwrap_or_default()),
        _ => "=".to_owned(),
    }
}

type Next = Arc<Mutex<(u16, Vec<u8>)>>;

/// Answers with a token, or with the next response. The tests' server records every request, which
/// would take too much memory for millions of them.
fn serve(next: Next) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("http://{}/v3.1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let next = Arc::clone(&next);
            std::thread::spawn(move || answer_all(stream, &next));
        }
    });
    base_url
}

fn answer_all(stream: TcpStream, next: &Next) -> Option<()> {
    let mut reader = BufReader::new(stream);
    loop {
        let (mut first, mut length) = (String::new(), 0);
        reader.read_line(&mut first).ok().filter(|read| *read > 0)?;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok()?;
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(text) = line.strip_prefix("content-length:") {
                length = text.trim().parse().ok()?;
            }
            if line.is_empty() {
                break;
            }
        }
        reader.read_exact(&mut vec![0; length]).ok()?;
        let (status, body) = if first.contains("/Account/Token") {
            (200, br#"{"token": "<ACCESS_TOKEN>"}"#.to_vec())
        } else {
            next.lock().unwrap().clone()
        };
        let head = format!(
            "HTTP/1.1 {status} Status\r\nContent-Type: application/json\r\n\
             X-Correlation-ID: corr-7\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let whole = [head.as_bytes(), &body].concat();
        reader.get_mut().write_all(&whole).ok()?;
    }
}
