//! Measures the speed of the practice service, compared with axum and SQLite alone:
//!
//! ```text
//! cargo bench --bench service
//! ```
//!
//! Both servers and the load generator run in this process on one core, over loopback, with 64
//! keep-alive connections. The two servers alternate in short rounds, so that other load on the
//! machine affects both; a figure is the median over the rounds.
//!
//! - **POST /Shipment** (PNG label by address, drawn on request) must reach 70 % of a handler that
//!   writes the rows of such a purchase into a copy of the same database, with the same pragmas and
//!   one writer thread. That handler makes one commit per request, as usual; the service combines
//!   waiting requests into one commit.
//! - **Reads**, each one of the table, must reach 80 % of a handler that reads one row of the same
//!   database by its key, with a pooled connection and a cached statement, and sends one column as
//!   it is: no token, no error format, no JSON. It reads in `spawn_blocking`, as usual for a
//!   blocking call. `inline/s` is the same handler reading on the async thread, as the service
//!   does: the remaining difference is the cost of the interface itself. For the Base64 reprint the
//!   handler encodes the label too, because the interface requires it.
//! - The 99th percentile must stay under four times the median.
//!
//! A word after `--` runs only the lines that contain it. The folder is `POSTROOM_BENCH_DIR` or one
//! in the system's temporary folder. The bench takes about two minutes and ends with a non-zero
//! status if a limit is missed.

#[path = "../load/mod.rs"]
mod load;

mod bare;
mod rounds;

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use load::{Connection, Failure, address_of, ask, median, request, sign_in, text};
use postroom::base::clock::Clock;
use postroom::service;
use postroom::service::Config;
use rounds::{Bound, Requests, Round, round};
use serde_json::json;

const CONNECTIONS: usize = 64;
/// Shipments that the reads choose from, each with an address and a drawn label.
const SHIPMENTS: usize = 64;
const ROUNDS: usize = 9;
const READ_TIME: Duration = Duration::from_millis(400);
const WRITE_TIME: Duration = Duration::from_millis(1500);
/// Request limit of a round, so that a very fast machine stops too.
const MOST_REQUESTS: usize = 100_000;
const PINNED: &str = "POSTROOM_BENCH_PINNED";

/// The reads: name, the service's path, which key replaces `*`, the bare row, which key it has.
const READS: [(&str, &str, usize, &str, usize); 6] = [
    ("GET /Address/:id", "Address/*", 0, "address", 0),
    ("GET /Shipment?key=Id", "Shipment?key=Id&value=*", 1, "shipment", 1),
    ("GET /Account/Postage/Balance", "Account/Postage/Balance", 4, "wallet", 4),
    ("GET /Tracking?key=TrackingNumber", "Tracking?key=TrackingNumber&value=*", 2, "parcel", 2),
    ("GET /Label/:token, kept", "Label/*", 3, "label", 3),
    ("GET /Shipment/:id/Label, kept, Base64", "Shipment/*/Label", 5, "label64", 3),
];

fn main() -> Result<ExitCode, Failure> {
    if std::env::var_os(PINNED).is_none() {
        let program = std::env::current_exe()?;
        let pinned = Command::new("taskset")
            .args(["-c", "0"])
            .arg(program)
            .args(std::env::args().skip(1))
            .env(PINNED, "1")
            .status();
        match pinned {
            Ok(status) => {
                return Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
            }
            Err(error) => println!("NOT pinned to one core, there is no taskset: {error}"),
        }
    }
    let base = std::env::var_os("POSTROOM_BENCH_DIR")
        .map_or_else(std::env::temp_dir, std::path::PathBuf::from);
    let folder = base.join(format!("postroom-bench-service-{}", std::process::id()));
    let result = measure(&folder);
    std::fs::remove_dir_all(&folder)?;
    Ok(if result? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn measure(folder: &Path) -> Result<bool, Failure> {
    // As `postroom serve` creates it; pinned to one core, it has one thread.
    let runtime = || tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let (ours, beside) = (runtime()?, runtime()?);
    let service = ours.block_on(service::start(Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data_dir: folder.to_owned(),
        day_seconds: 86_400,
        clock: Clock::System,
    }))?;
    let address = address_of(&service.base_url())?;
    let login = ours.block_on(service.practice_login())?;
    let shop = ours.block_on(Shop::open(address, &login))?;
    let copy = folder.join("bare.db");
    rusqlite::Connection::open(folder.join("practice.db"))?
        .execute("VACUUM INTO ?1", [copy.to_string_lossy()])?;
    let bare = beside.block_on(bare::start(&copy, shop.bought.clone()))?;

    println!("a shipment answers {} bytes, a label has {}", shop.bought.len(), shop.label_bytes);
    println!(
        "{:<38} {:>8} {:>8} {:>6} {:>8} {:>9} {:>9} {:>7}  limit",
        "what", "ours/s", "bare/s", "ratio", "inline/s", "p50", "p99", "p99/p50"
    );
    let mut held = true;
    let only: Option<String> = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    for pair in shop.pairs() {
        if only.as_ref().is_some_and(|only| !pair.what.contains(only)) {
            continue;
        }
        held &= pair.run(address, bare)?;
    }
    ours.block_on(service.stop());
    Ok(held)
}

/// One line of the table.
struct Pair {
    what: &'static str,
    time: Duration,
    at_least: f64,
    ours: Requests,
    bare: Requests,
    /// The requests of the bare handler on the async thread.
    inline: Option<Requests>,
}

impl Pair {
    fn run(&self, ours: SocketAddr, bare: SocketAddr) -> Result<bool, Failure> {
        let bound = |time| Bound { connections: CONNECTIONS, requests: MOST_REQUESTS, time };
        let warm = bound(Duration::from_millis(200));
        round(ours, Arc::clone(&self.ours), warm)?;
        round(bare, Arc::clone(&self.bare), warm)?;
        let (mut mine, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        let mut inlines = Vec::new();
        for _ in 0..ROUNDS {
            let own = round(ours, Arc::clone(&self.ours), bound(self.time))?;
            let other = round(bare, Arc::clone(&self.bare), bound(self.time))?;
            ratios.push(own.per_second() / other.per_second());
            if let Some(inline) = &self.inline {
                let round = round(bare, Arc::clone(inline), bound(self.time))?;
                inlines.push(round.per_second());
            }
            mine.push(own);
            theirs.push(other.per_second());
        }
        let over = |figure: fn(&Round) -> f64| median(mine.iter().map(figure).collect());
        let p50 = over(|round| round.percentile(50).as_secs_f64() * 1000.0);
        let p99 = over(|round| round.percentile(99).as_secs_f64() * 1000.0);
        let spread =
            over(|round| round.percentile(99).as_secs_f64() / round.percentile(50).as_secs_f64());
        let ratio = median(ratios);
        let held = ratio >= self.at_least && spread < 4.0;
        println!(
            "{:<38} {:>8.0} {:>8.0} {:>6.2} {:>8} {:>6.2} ms {:>6.2} ms {:>7.2}  {:.2}, 4{}",
            self.what,
            over(Round::per_second),
            median(theirs),
            ratio,
            if inlines.is_empty() { "-".to_owned() } else { format!("{:.0}", median(inlines)) },
            p50,
            p99,
            spread,
            self.at_least,
            if held { "" } else { "   MISSED" }
        );
        Ok(held)
    }
}

/// A signed-in account with shipments to read.
struct Shop {
    bearer: String,
    carrier_account: String,
    /// For each shipment, the keys that [`READS`] uses.
    keys: Vec<[String; 6]>,
    label_bytes: usize,
    /// The response to a purchase.
    bought: String,
}

impl Shop {
    async fn open(address: SocketAddr, login: &service::PracticeLogin) -> Result<Self, Failure> {
        let bearer = sign_in(address, login).await?;
        let headers = [("Authorization", bearer.as_str())];
        let refill = json!({"amount": 5_000_000}).to_string();
        ask(address, &request("POST", "/practice/refill", &[], &refill)).await?;
        let accounts = ask(address, &request("GET", "/v3.1/CarrierAccount", &headers, "")).await?;
        let carrier_account = accounts
            .as_array()
            .into_iter()
            .flatten()
            .find(|account| text(account, "/carrierCode") == "POST-eVS")
            .map(|account| text(account, "/id").to_owned())
            .ok_or("the ready-made account has no postal carrier")?;
        let mut shop = Self {
            bearer: bearer.clone(),
            carrier_account,
            keys: Vec::new(),
            label_bytes: 0,
            bought: String::new(),
        };
        for number in 0..SHIPMENTS {
            let inline = shop.purchase(&format!("inline-{number}"), "Base64");
            let inline = ask(address, &inline).await?;
            let bought = shop.purchase(&format!("address-{number}"), "Url");
            let bought = ask(address, &bought).await?;
            let url = text(&bought, "/postageLabel/labels/0");
            let token = url.rsplit('/').next().unwrap_or_default().to_owned();
            // Drawn once here, so that the rounds read the stored label.
            let label = request("GET", &format!("/v3.1/Label/{token}"), &[], "");
            let label = Connection::open(address).await?.send(&label).await?;
            shop.label_bytes = label.good()?.len();
            shop.keys.push([
                text(&bought, "/fromAddress/id").to_owned(),
                text(&bought, "/id").to_owned(),
                text(&bought, "/tracking/trackingNumber").to_owned(),
                token,
                text(&bought, "/accountId").to_owned(),
                text(&inline, "/id").to_owned(),
            ]);
            shop.bought = bought.to_string();
        }
        Ok(shop)
    }

    fn purchase(&self, transaction_id: &str, label_type: &str) -> Vec<u8> {
        let mut order = load::order(&self.carrier_account);
        if let Some(order) = order.as_object_mut() {
            let label = json!({"labelType": label_type, "labelFileType": "PNG"});
            order.insert("postageLabel".to_owned(), label);
        }
        let headers = [("Authorization", self.bearer.as_str()), ("transactionId", transaction_id)];
        request("POST", "/v3.1/Shipment", &headers, &order.to_string())
    }

    fn pairs(self) -> Vec<Pair> {
        let shop = Arc::new(self);
        // The n-th request to both servers is for the same shipment.
        let get = |path: String, kind: usize, token: bool| -> Requests {
            let shop = Arc::clone(&shop);
            Arc::new(move |number| {
                let keys = shop.keys.get(number % shop.keys.len());
                let key = keys.and_then(|keys| keys.get(kind));
                let path = path.replace('*', key.map_or("", String::as_str));
                let headers = [("Authorization", shop.bearer.as_str())];
                request("GET", &path, if token { &headers } else { &[] }, "")
            })
        };
        let mut pairs: Vec<Pair> = READS
            .iter()
            .map(|(what, path, kind, row, row_kind)| Pair {
                what,
                time: READ_TIME,
                at_least: 0.80,
                ours: get(format!("/v3.1/{path}"), *kind, true),
                bare: get(format!("/row/{row}/*"), *row_kind, false),
                inline: Some(get(format!("/inline/{row}/*"), *row_kind, false)),
            })
            .collect();
        let sent = AtomicUsize::new(0);
        let body = shop.purchase("bench", "Url");
        let at = memchr::memmem::find(&body, b"{").unwrap_or_default();
        let body = String::from_utf8_lossy(body.get(at..).unwrap_or_default()).into_owned();
        pairs.push(Pair {
            what: "POST /Shipment",
            time: WRITE_TIME,
            at_least: 0.70,
            ours: Arc::new(move |_| {
                let number = sent.fetch_add(1, Ordering::Relaxed);
                shop.purchase(&format!("bench-{number}"), "Url")
            }),
            bare: Arc::new(move |_| request("POST", "/write", &[], &body)),
            inline: None,
        });
        pairs
    }
}
