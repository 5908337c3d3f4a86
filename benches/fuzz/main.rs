//! Sends generated input to every parser of external data until a time limit:
//!
//! ```text
//! cargo bench --bench fuzz -- [requests|replies|pages|tokens] [--seconds 600] [--seed 1]
//! ```
//!
//! `requests`: bodies of all 27 calls, over sockets, against the practice service. `replies`:
//! possible responses of a server to each call of the client. `pages` and `tokens`: page tokens and
//! sign-in tokens, over sockets. Without a name, all four run in turn.
//!
//! Input starts from the golden files of the tests. Input that gives a new kind of answer is stored
//! and changed further, so the search continues behind the first check that refuses it. A panic
//! anywhere in the process, an answer that does not follow section 7, a 500, a hang or a lost row
//! ends the run with a non-zero status and prints the input that caused it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::indexing_slicing)]

mod change;
mod replies;
mod requests;
mod socket;
mod tokens;

/// The golden files, and the client calls that belong to them, from the tests.
#[expect(dead_code, unused_imports, reason = "the tests use the rest")]
#[path = "../../tests/all/wire"]
mod wire {
    pub mod calls;
    pub mod golden;
    pub mod server;
    pub mod typed;
}

/// A running service with a valid request for each call, from the tests.
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/service"]
mod service {
    pub mod every_call;
    pub mod http;
    pub mod setup;
}

use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The message of the first panic of any thread.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// End time and random numbers of a run.
pub struct Run {
    pub until: Instant,
    pub draw: change::Draw,
}

/// The result of a target.
pub struct Report {
    pub tried: u64,
    pub different: usize,
}

/// The input that caused a failure, and the failure.
pub struct Broken {
    pub what: String,
    pub input: Vec<u8>,
}

type Target = fn(&mut Run) -> Result<Report, Broken>;

const TARGETS: [(&str, Target); 4] = [
    ("requests", requests::run),
    ("replies", replies::run),
    ("pages", tokens::pages),
    ("tokens", tokens::sign_ins),
];

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|info| {
        PANIC.lock().unwrap().get_or_insert(info.to_string());
    }));
    let (mut seconds, mut seed, mut wanted) = (20, 1, Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse().ok());
        match word.as_str() {
            "--seconds" => seconds = number().expect("a number of seconds"),
            "--seed" => seed = number().expect("a number"),
            "--bench" => {}
            name => wanted.push(name.to_owned()),
        }
    }
    println!("{:<10} {:>9} {:>12} {:>10}", "parser", "seconds", "inputs", "answers");
    for (name, target) in TARGETS {
        if !wanted.is_empty() && !wanted.iter().any(|it| it == name) {
            continue;
        }
        let mut run = Run {
            until: Instant::now() + Duration::from_secs(seconds),
            draw: change::Draw::new(seed),
        };
        match target(&mut run).and_then(no_panic) {
            Ok(report) => {
                println!("{name:<10} {seconds:>9} {:>12} {:>10}", report.tried, report.different)
            }
            Err(broken) => {
                println!("{name}: {}\n{}", broken.what, String::from_utf8_lossy(&broken.input));
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn no_panic(report: Report) -> Result<Report, Broken> {
    match panicked() {
        None => Ok(report),
        Some(what) => Err(Broken { what, input: b"found after the run".to_vec() }),
    }
}

pub fn panicked() -> Option<String> {
    PANIC.lock().unwrap().clone()
}
