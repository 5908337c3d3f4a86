//! Measures how soon the program answers, and how much memory it takes with a thousand accounts:
//!
//! ```text
//! cargo bench -p postroom-service --bench start
//! ```
//!
//! - **First answer**: from the start of the process to the whole answer of its first call, a token,
//!   in a new world with `--seed` and one account. At most 100 ms, in the median of the starts.
//! - **Memory**: of the process with 1,000 accounts, each of which has signed in and rated a parcel.
//!   At most 100 MB.
//!
//! It ends with a status other than 0 if a limit is missed. The memory is read from `/proc`, so that
//! line is for Linux alone.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

const STARTS: usize = 21;
const FIRST_ANSWER: Duration = Duration::from_millis(100);
const ACCOUNTS: usize = 1_000;
const MEMORY_MB: f64 = 100.0;

fn main() -> Result<ExitCode, Failure> {
    let folder = std::env::temp_dir().join(format!("postroom-bench-start-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let held = measure(&folder);
    std::fs::remove_dir_all(&folder)?;
    Ok(if held? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn measure(folder: &Path) -> Result<bool, Failure> {
    let one = accounts(folder, 1)?;
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let began = Instant::now();
        let server = Server::start(&one)?;
        server.token("shop-0")?;
        times.push(began.elapsed());
    }
    times.sort();
    let (fastest, slowest) = (times.first().copied(), times.last().copied());
    let median = times.get(STARTS / 2).copied().unwrap_or_default();
    println!(
        "first answer: median {median:.1?} of {STARTS} starts, {:.1?} to {:.1?}; limit {FIRST_ANSWER:?}",
        fastest.unwrap_or_default(),
        slowest.unwrap_or_default()
    );
    let mut held = median <= FIRST_ANSWER;

    let many = accounts(folder, ACCOUNTS)?;
    let began = Instant::now();
    let server = Server::start(&many)?;
    server.token("shop-0")?;
    let ready = began.elapsed();
    let begun = server.memory_mb()?;
    for account in 0..ACCOUNTS {
        server.rate(&format!("shop-{account}"))?;
    }
    let used = server.memory_mb()?;
    println!(
        "{ACCOUNTS} accounts: first answer after {ready:.1?}; {begun:.1} MB then, {used:.1} MB when each has \
         rated a parcel; limit {MEMORY_MB} MB"
    );
    held &= used <= MEMORY_MB;
    Ok(held)
}

fn accounts(folder: &Path, count: usize) -> Result<PathBuf, Failure> {
    let list: Vec<Value> = (0..count).map(|at| json!({"name": format!("shop-{at}")})).collect();
    let file = folder.join(format!("accounts-{count}.json"));
    std::fs::write(&file, json!({"accounts": list}).to_string())?;
    Ok(file)
}

struct Server {
    process: Child,
    address: String,
}

impl Server {
    /// Starts the program and waits for the line that it prints once it accepts connections.
    fn start(accounts: &Path) -> Result<Self, Failure> {
        let mut process = Command::new(env!("CARGO_BIN_EXE_postroom-service"))
            .args(["--seed", "7", "--port", "0", "--accounts"])
            .arg(accounts)
            .stdout(Stdio::piped())
            .spawn()?;
        let out = process.stdout.take().ok_or("the program has no output")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        let address =
            line.trim().strip_prefix("listening on http://").ok_or("it does not listen")?;
        let address = address.trim_end_matches("/v3.1").to_owned();
        Ok(Self { process, address })
    }

    fn send(&self, path: &str, token: &str, body: &Value) -> Result<Value, Failure> {
        let mut stream = TcpStream::connect(&self.address)?;
        let body = body.to_string();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
        if !head.starts_with("HTTP/1.1 200") {
            return Err(format!("{path}: {answer}").into());
        }
        Ok(serde_json::from_str(body)?)
    }

    fn token(&self, name: &str) -> Result<String, Failure> {
        let wish = json!({
            "apiKey": format!("{name}-key"), "apiSecret": format!("{name}-secret"),
            "userName": name, "password": format!("{name}-password"),
        });
        let answer = self.send("/v3.1/Account/Token", "", &wish)?;
        Ok(answer.get("token").and_then(Value::as_str).ok_or("no token")?.to_owned())
    }

    fn rate(&self, name: &str) -> Result<(), Failure> {
        let token = self.token(name)?;
        let jane = json!({"name": "Jane Sample", "street1": "350 5th Ave", "city": "New York",
                          "state": "NY", "zip": "10118"});
        let packages = json!([{"weight": 1.5, "length": 10, "width": 6, "height": 4}]);
        let wish = json!({"fromAddress": jane, "toAddress": jane, "packages": packages});
        self.send("/v3.1/ShipmentRate", &token, &wish).map(drop)
    }

    fn memory_mb(&self) -> Result<f64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        let kilobytes: f64 = line.split_whitespace().nth(1).ok_or("no number")?.parse()?;
        Ok(kilobytes / 1024.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGTERM would be cleaner, and needs another crate; the temporary world of a killed process
        // is removed here.
        let world = format!("postroom-practice-{}-", self.process.id());
        self.process.kill().ok();
        self.process.wait().ok();
        for entry in std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&world) {
                std::fs::remove_dir_all(entry.path()).ok();
            }
        }
    }
}
