//! How fast the practice service is, beside axum and SQLite with nothing between:
//!
//! ```text
//! cargo bench --bench service
//! ```
//!
//! Both servers and the load run in this one process on one core, over loopback, with 64
//! keep-alive connections. The contestants take turns in short rounds, so that what else the
//! machine does falls on both; a figure is the median over the rounds.
//!
//! - **POST /Shipment** (PNG label by address, drawn when asked for) must reach 70 % of a
//!   handler that writes the rows of such a purchase into a copy of the same database, with
//!   the same pragmas and one writer thread. That handler makes one commit a request, as an
//!   ordinary one does; the service lets requests that wait together share one.
//! - **Reads** must reach 80 % of a handler that reads one row of the same database by its
//!   key, on the calling thread with a cached statement, and sends the column as it is. It
//!   knows no token, no error shape and no JSON. Every read of the table is held to this.
//! - The 99th percentile must stay under four times the median.
//!
//! A word after `--` runs only the lines that hold it. The folder is `POSTROOM_BENCH_DIR`, else one in the system's place for temporary files.
//! It takes about two minutes and ends with a non-zero status when a limit is missed.

#[path = "../load/mod.rs"]
mod load;

mod bare;

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use load::{Bound, Failure, Requests, Round, median, once, request, round};
use postroom::base::clock::Clock;
use postroom::service::{self, Config};
use serde_json::{Value, json};

const CONNECTIONS: usize = 64;
/// Shipments, each with an address and a drawn label, that the reads choose from.
const SHIPMENTS: usize = 128;
const ROUNDS: usize = 9;
const READ_TIME: Duration = Duration::from_millis(500);
const WRITE_TIME: Duration = Duration::from_millis(1500);
/// Of a round, so that a very fast machine stops as well.
const MOST_REQUESTS: usize = 100_000;
const PINNED: &str = "POSTROOM_BENCH_PINNED";

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
                return Ok(if status.success() {
                    ExitCode::SUCCESS
                } else {
                    ExitCode::FAILURE
                });
            }
            Err(error) => println!("NOT pinned to one core, there is no taskset: {error}"),
        }
    }
    let base = std::env::var_os("POSTROOM_BENCH_DIR")
        .map_or_else(std::env::temp_dir, std::path::PathBuf::from);
    let folder = base.join(format!("postroom-bench-service-{}", std::process::id()));
    let result = measure(&folder);
    std::fs::remove_dir_all(&folder)?;
    Ok(if result? {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn measure(folder: &Path) -> Result<bool, Failure> {
    // As `postroom serve` makes it; pinned to one core, that is one thread.
    let runtime = || {
        tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
    };
    let (ours, beside) = (runtime()?, runtime()?);
    let service = ours.block_on(service::start(Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data_dir: folder.to_owned(),
        day_seconds: 86_400,
        clock: Clock::System,
    }))?;
    let address: SocketAddr = authority(&service.base_url()).parse()?;
    let login = ours.block_on(service.practice_login())?;
    let shop = ours.block_on(Shop::open(address, &login))?;
    let copy = folder.join("bare.db");
    rusqlite::Connection::open(folder.join("practice.db"))?
        .execute("VACUUM INTO ?1", [copy.to_string_lossy()])?;
    let bare = beside.block_on(bare::start(&copy, shop.bought.clone()))?;

    println!(
        "{:<38} {:>8} {:>8} {:>6} {:>9} {:>9} {:>7}  limit",
        "what", "ours/s", "bare/s", "ratio", "p50", "p99", "p99/p50"
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
}

impl Pair {
    fn run(&self, ours: SocketAddr, bare: SocketAddr) -> Result<bool, Failure> {
        let bound = |time| Bound {
            connections: CONNECTIONS,
            requests: MOST_REQUESTS,
            time,
        };
        let warm = bound(Duration::from_millis(200));
        round(ours, Arc::clone(&self.ours), warm)?;
        round(bare, Arc::clone(&self.bare), warm)?;
        let (mut mine, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let own = round(ours, Arc::clone(&self.ours), bound(self.time))?;
            let other = round(bare, Arc::clone(&self.bare), bound(self.time))?;
            ratios.push(own.per_second() / other.per_second());
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
            "{:<38} {:>8.0} {:>8.0} {:>6.2} {:>6.2} ms {:>6.2} ms {:>7.2}  {:.2}, 4{}",
            self.what,
            over(Round::per_second),
            median(theirs),
            ratio,
            p50,
            p99,
            spread,
            self.at_least,
            if held { "" } else { "   MISSED" }
        );
        Ok(held)
    }
}

/// A signed-in account with shipments to look at.
struct Shop {
    bearer: String,
    carrier_account: String,
    account: String,
    /// Of each shipment: address, shipment, tracking number, label token.
    keys: Vec<[String; 4]>,
    /// The ids of those whose label comes as Base64.
    inline: Vec<String>,
    /// What a purchase answered.
    bought: String,
}

impl Shop {
    async fn open(address: SocketAddr, login: &service::PracticeLogin) -> Result<Self, Failure> {
        let credentials = json!({
            "apiKey": login.api_key, "apiSecret": login.api_secret.expose(),
            "userName": login.user_name, "password": login.password.expose(),
        });
        let token = ask(
            address,
            "POST",
            "/v3.1/Account/Token",
            &[],
            &credentials.to_string(),
        )
        .await?;
        let bearer = format!("Bearer {}", text(&token, "/token"));
        let headers = [("Authorization", bearer.as_str())];
        let refill = json!({"amount": 5_000_000}).to_string();
        ask(address, "POST", "/practice/refill", &[], &refill).await?;
        let accounts = ask(address, "GET", "/v3.1/CarrierAccount", &headers, "").await?;
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
            account: String::new(),
            keys: Vec::new(),
            inline: Vec::new(),
            bought: String::new(),
        };
        for number in 0..SHIPMENTS {
            for kind in ["Base64", "Url"] {
                let id = format!("set-up-{kind}-{number}");
                let answer = once(address, &shop.purchase(&id, kind)).await?;
                let bought: Value = serde_json::from_slice(&answer.body)?;
                let id = text(&bought, "/id").to_owned();
                if kind == "Base64" {
                    shop.inline.push(id);
                    continue;
                }
                let url = text(&bought, "/postageLabel/labels/0");
                let token = url.rsplit('/').next().unwrap_or_default().to_owned();
                // Drawn once, here; the rounds read what is kept.
                once(
                    address,
                    &request("GET", &format!("/v3.1/Label/{token}"), &[], ""),
                )
                .await?;
                shop.account = text(&bought, "/accountId").to_owned();
                shop.keys.push([
                    text(&bought, "/fromAddress/id").to_owned(),
                    id,
                    text(&bought, "/tracking/trackingNumber").to_owned(),
                    token,
                ]);
                shop.bought = String::from_utf8(answer.body)?;
            }
        }
        Ok(shop)
    }

    fn purchase(&self, transaction_id: &str, label_type: &str) -> Vec<u8> {
        let order = json!({
            "fromAddress": {"name": "Riley Sample", "street1": "233 S Wacker Dr", "city": "Chicago",
                            "state": "IL", "zip": "60606", "country": "US"},
            "toAddress": {"name": "Casey Example", "street1": "1 Ferry Building",
                          "city": "San Francisco", "state": "CA", "zip": "94111", "country": "US"},
            "packages": [{"packageType": "Parcel", "weight": 1.5, "length": 10, "width": 6, "height": 4}],
            "service": "PriorityMail",
            "carrierAccountId": self.carrier_account,
            "postageLabel": {"labelType": label_type, "labelFileType": "PNG"},
        });
        let headers = [
            ("Authorization", self.bearer.as_str()),
            ("transactionId", transaction_id),
        ];
        request("POST", "/v3.1/Shipment", &headers, &order.to_string())
    }

    fn pairs(self) -> Vec<Pair> {
        let shop = Arc::new(self);
        // The same key for both, one after the other.
        let key = |kind: usize| {
            let shop = Arc::clone(&shop);
            move |number: usize| {
                let keys = shop.keys.get(number % shop.keys.len());
                keys.and_then(|keys| keys.get(kind))
                    .cloned()
                    .unwrap_or_default()
            }
        };
        let ours =
            |path: &'static str, key: Box<dyn Fn(usize) -> String + Send + Sync>| -> Requests {
                let bearer = shop.bearer.clone();
                Arc::new(move |number| {
                    let path = path.replace('*', &key(number));
                    request("GET", &path, &[("Authorization", &bearer)], "")
                })
            };
        let bare =
            |path: &'static str, key: Box<dyn Fn(usize) -> String + Send + Sync>| -> Requests {
                Arc::new(move |number| request("GET", &path.replace('*', &key(number)), &[], ""))
            };
        let account = || {
            let account = shop.account.clone();
            Box::new(move |_: usize| account.clone())
        };
        let inline = {
            let shop = Arc::clone(&shop);
            move |number: usize| {
                shop.inline
                    .get(number % shop.inline.len())
                    .cloned()
                    .unwrap_or_default()
            }
        };
        let read = |what, ours, bare| Pair {
            what,
            time: READ_TIME,
            at_least: 0.80,
            ours,
            bare,
        };
        let sent = AtomicUsize::new(0);
        let buyer = Arc::clone(&shop);
        let label = |kind| bare("/row/label/*", Box::new(key(kind)));
        vec![
            read(
                "GET /Address/:id",
                ours("/v3.1/Address/*", Box::new(key(0))),
                bare("/row/address/*", Box::new(key(0))),
            ),
            read(
                "GET /Shipment?key=Id",
                ours("/v3.1/Shipment?key=Id&value=*", Box::new(key(1))),
                bare("/row/shipment/*", Box::new(key(1))),
            ),
            read(
                "GET /Account/Postage/Balance",
                ours("/v3.1/Account/Postage/Balance", account()),
                bare("/row/wallet/*", account()),
            ),
            read(
                "GET /Tracking?key=TrackingNumber",
                ours(
                    "/v3.1/Tracking?key=TrackingNumber&value=*",
                    Box::new(key(2)),
                ),
                bare("/row/parcel/*", Box::new(key(2))),
            ),
            read(
                "GET /Label/:token, kept",
                ours("/v3.1/Label/*", Box::new(key(3))),
                label(3),
            ),
            read(
                "GET /Shipment/:id/Label, kept, Base64",
                ours("/v3.1/Shipment/*/Label", Box::new(inline)),
                label(3),
            ),
            Pair {
                what: "POST /Shipment",
                time: WRITE_TIME,
                at_least: 0.70,
                ours: Arc::new(move |_| {
                    let number = sent.fetch_add(1, Ordering::Relaxed);
                    buyer.purchase(&format!("bench-{number}"), "Url")
                }),
                bare: {
                    let body = shop.purchase("bench", "Url");
                    let at = memchr::memmem::find(&body, b"{").unwrap_or_default();
                    let body =
                        String::from_utf8_lossy(body.get(at..).unwrap_or_default()).into_owned();
                    Arc::new(move |_| request("POST", "/write", &[], &body))
                },
            },
        ]
    }
}

async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Result<Value, Failure> {
    let answer = once(address, &request(method, path, headers, body)).await?;
    if answer.status != 200 {
        let words = String::from_utf8_lossy(&answer.body).into_owned();
        return Err(format!("{method} {path}: {} {words}", answer.status).into());
    }
    Ok(serde_json::from_slice(&answer.body)?)
}

fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value
        .pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// `127.0.0.1:8331` of `http://127.0.0.1:8331/v3.1`.
fn authority(url: &str) -> &str {
    url.split('/').nth(2).unwrap_or_default()
}
