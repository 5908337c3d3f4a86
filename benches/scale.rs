//! Checks that the practice service is as fast with a million shipments as with a thousand:
//!
//! ```text
//! cargo bench --bench scale
//! ```
//!
//! One database of each size is filled directly through SQLite with copies of a real purchase with
//! new keys. Seven of ten shipments belong to the account that sends the requests, the rest to
//! three others. They are spread over a year, so most parcels are delivered, and one in a hundred
//! was refunded. Then the real service runs on both, and each request is sent to both in turn, over
//! one keep-alive connection each, for keys from the whole table. The figures are medians of whole
//! requests; the larger database may take twice the time of the smaller.
//!
//! The folder is `POSTROOM_BENCH_DIR` or one in the system's temporary folder. The bench takes some
//! minutes and about six gigabytes, which it frees at the end, and ends with a non-zero status if a
//! limit is missed.

#[path = "load/mod.rs"]
mod load;

use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use load::{Connection, Failure, address_of, ask, median, request, sign_in, text};
use postroom::base::clock::{Clock, Stopwatch};
use postroom::service;
use postroom::service::{Config, Service};
use rusqlite::params;

const SIZES: [i64; 2] = [1_000, 1_000_000];
const LIMIT: f64 = 2.0;
/// Requests of each kind and size.
const REQUESTS: u64 = 400;
const WARM_UP: u64 = 40;
const MINE_OF_TEN: i64 = 7;
const DAYS: i64 = 360;
const PAGE_SIZE: i64 = 20;
/// Rows per transaction while filling.
const BATCH: i64 = 50_000;

/// The requests; `*` marks a key, a page token or a date, see [`Shop::path`].
const QUESTIONS: [(&str, &str); 17] = [
    ("GET /Shipment, first page", "Shipment"),
    ("GET /Shipment, middle page", "Shipment?pageToken=*half"),
    ("GET /Shipment, last page", "Shipment?pageToken=*last"),
    ("GET /Shipment, a month, first page", "Shipment?startDate=*from&endDate=*to"),
    (
        "GET /Shipment, a month, second page",
        "Shipment?startDate=*from&endDate=*to&pageToken=*second",
    ),
    ("GET /Shipment, until a day, first page", "Shipment?endDate=*to"),
    ("GET /Shipment?key=Id", "Shipment?key=Id&value=*id"),
    ("GET /Shipment?key=ShipmentId", "Shipment?key=ShipmentId&value=*id"),
    ("GET /Shipment?key=TransactionId", "Shipment?key=TransactionId&value=*transaction"),
    ("GET /Shipment?key=TrackingNumber", "Shipment?key=TrackingNumber&value=*number"),
    ("GET /Shipment/:id/Label", "Shipment/*id/Label"),
    ("GET /Tracking", "Tracking?key=TrackingNumber&value=*number"),
    ("GET /Account/Postage/Balance", "Account/Postage/Balance"),
    ("BalanceHistory, first page", "Account/Postage/BalanceHistory"),
    ("BalanceHistory, middle page", "Account/Postage/BalanceHistory?pageToken=*half"),
    ("BalanceHistory, last page", "Account/Postage/BalanceHistory?pageToken=*last"),
    ("BalanceHistory, a month", "Account/Postage/BalanceHistory?startDate=*from&endDate=*to"),
];

fn main() -> Result<ExitCode, Failure> {
    let base = std::env::var_os("POSTROOM_BENCH_DIR")
        .map_or_else(std::env::temp_dir, std::path::PathBuf::from);
    let folder = base.join(format!("postroom-bench-scale-{}", std::process::id()));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(measure(&folder));
    std::fs::remove_dir_all(&folder)?;
    Ok(if result? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn measure(folder: &Path) -> Result<bool, Failure> {
    let mut shops = Vec::new();
    for size in SIZES {
        let watch = Stopwatch::start();
        let shop = Shop::open(&folder.join(size.to_string()), size).await?;
        println!("{size} shipments, {} MB, filled in {:.0?}", shop.megabytes, watch.elapsed());
        shops.push(shop);
    }
    println!("{:<40} {:>11} {:>13} {:>6}  limit", "what", "at 1,000", "at 1,000,000", "ratio");
    let mut held = true;
    for (what, question) in QUESTIONS {
        let mut times = vec![Vec::new(); shops.len()];
        for number in 0..REQUESTS + WARM_UP {
            for (shop, times) in shops.iter_mut().zip(&mut times) {
                let time = shop.ask(question, number).await?;
                if number >= WARM_UP {
                    times.push(time.as_secs_f64() * 1e6);
                }
            }
        }
        let medians: Vec<f64> = times.into_iter().map(median).collect();
        let [small, large] = medians.as_slice() else {
            return Err("two sizes are compared".into());
        };
        let fits = large / small <= LIMIT;
        held &= fits;
        println!(
            "{what:<40} {small:>8.0} µs {large:>10.0} µs {:>6.2}  {LIMIT}{}",
            large / small,
            if fits { "" } else { "   MISSED" }
        );
    }
    for shop in shops {
        shop.service.stop().await;
    }
    Ok(held)
}

/// A running service with a filled database.
struct Shop {
    service: Service,
    connection: Connection,
    bearer: String,
    /// Number of shipments of the account that sends the requests.
    mine: i64,
    oldest: Timestamp,
    megabytes: u64,
}

impl Shop {
    async fn open(folder: &Path, size: i64) -> Result<Self, Failure> {
        let now = Clock::System.now();
        let (service, address) = start(folder).await?;
        let bearer = sign_in(address, &service.practice_login().await?).await?;
        buy(address, &bearer).await?;
        service.stop().await;
        let oldest = now - SignedDuration::from_hours(24 * DAYS);
        let file = folder.join("practice.db");
        let template = file.clone();
        tokio::task::spawn_blocking(move || fill(&template, size, oldest)).await??;
        let (service, address) = start(folder).await?;
        Ok(Self {
            bearer: sign_in(address, &service.practice_login().await?).await?,
            connection: Connection::open(address).await?,
            service,
            mine: size * MINE_OF_TEN / 10 + 1,
            oldest,
            megabytes: std::fs::metadata(file)?.len() / 1_000_000,
        })
    }

    async fn ask(&mut self, question: &str, number: u64) -> Result<Duration, Failure> {
        let path = format!("/v3.1/{}", self.path(question, number));
        let request = request("GET", &path, &[("Authorization", &self.bearer)], "");
        let watch = Stopwatch::start();
        let answer = self.connection.send(&request).await?;
        let time = watch.elapsed();
        answer.good()?;
        Ok(time)
    }

    /// The path of a request. Page tokens are generated as `page.rs` does it: reading pages up to
    /// the middle of a million rows would take longer than the rest of the bench.
    fn path(&self, question: &str, number: u64) -> String {
        let row = i64::try_from(mixed(number) >> 16).unwrap_or_default() % (self.mine - 1);
        let token = |page: i64, newest: i64| URL_SAFE_NO_PAD.encode(format!("p{page}.{newest}"));
        let day = |day: i64| (self.oldest + SignedDuration::from_hours(24 * day)).to_string();
        let to_day = self.oldest + SignedDuration::from_hours(24 * 210);
        // The newest row up to that day; `fill` spreads the rows evenly.
        let until = (self.mine - 1) * 210 / DAYS;
        let last = (self.mine - 1) / PAGE_SIZE;
        let key = Key::of(row / MINE_OF_TEN * 10 + row % MINE_OF_TEN);
        question
            .replace("*half", &token(last / 2, self.mine))
            .replace("*last", &token(last, self.mine))
            .replace("*second", &token(1, until))
            .replace("*from", &day(180))
            .replace("*to", &to_day.to_string())
            .replace("*id", &key.id)
            .replace("*transaction", &key.transaction)
            .replace("*number", &key.number)
    }
}

async fn start(folder: &Path) -> Result<(Service, SocketAddr), Failure> {
    let service = service::start(Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data_dir: folder.to_owned(),
        day_seconds: 86_400,
        clock: Clock::System,
    })
    .await?;
    let address = address_of(&service.base_url())?;
    Ok((service, address))
}

/// Buys the shipment that all others are copies of.
async fn buy(address: SocketAddr, bearer: &str) -> Result<(), Failure> {
    let token = [("Authorization", bearer)];
    let accounts = ask(address, &request("GET", "/v3.1/CarrierAccount", &token, "")).await?;
    let carrier_account = accounts
        .as_array()
        .into_iter()
        .flatten()
        .find(|account| text(account, "/carrierCode") == "POST-eVS")
        .map(|account| text(account, "/id"))
        .ok_or("the ready-made account has no postal carrier")?;
    let order = load::order(carrier_account);
    let headers = [("Authorization", bearer), ("transactionId", "the-template")];
    let order = request("POST", "/v3.1/Shipment", &headers, &order.to_string());
    ask(address, &order).await.map(drop)
}

/// The keys by which a shipment is looked up.
struct Key {
    id: String,
    transaction: String,
    number: String,
    label_token: String,
}

impl Key {
    fn of(row: i64) -> Self {
        let word = |salt: u64| mixed(row.unsigned_abs() * 8 + salt);
        Self {
            id: uuid::Uuid::from_u64_pair(word(0), word(1)).to_string(),
            transaction: format!("order-{:016x}", word(2)),
            number: format!("9205899917{row:012}"),
            label_token: format!("{:016x}{:016x}{:011x}", word(3), word(4), word(5) >> 20),
        }
    }
}

/// Maps each number to a different pseudorandom 64-bit number (last step of splitmix64).
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Adds `size` copies of the only purchase in the file, older than it.
fn fill(file: &Path, size: i64, oldest: Timestamp) -> Result<(), Failure> {
    let mut conn = rusqlite::Connection::open(file)?;
    // The data does not have to survive a crash.
    for (name, value) in
        [("journal_mode", "OFF"), ("synchronous", "OFF"), ("cache_size", "-1000000")]
    {
        conn.pragma_update(None, name, value)?;
    }
    let (id, account, facts): (String, String, String) =
        conn.query_row("SELECT id, account_id, facts FROM shipments", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
    let address: String =
        conn.query_row("SELECT body FROM addresses ORDER BY rowid DESC LIMIT 1", [], |row| {
            row.get(0)
        })?;
    let parsed: serde_json::Value = serde_json::from_str(&facts)?;
    let ship_ms = format!(
        "\"ship_ms\":{}",
        parsed.pointer("/journey/ship_ms").ok_or("a purchase without a journey")?
    );
    let address_id = text(&parsed, "/shown/toAddress/id").to_owned();
    // The existing rows are newer than the added ones.
    for table in ["shipments", "ledger"] {
        let mine = size * MINE_OF_TEN / 10;
        conn.execute(&format!("UPDATE {table} SET number = number + ?1"), [mine])?;
    }
    let now_ms = Clock::System.now().as_millisecond();
    let step_ms = DAYS * 86_400_000 / size;
    let mut numbers = [0_i64; 4];
    for first in (0..size).step_by(usize::try_from(BATCH)?) {
        let tx = conn.transaction()?;
        for row in first..(first + BATCH).min(size) {
            let owner = usize::try_from((row % 10 - MINE_OF_TEN + 1).max(0))?;
            let account = if owner == 0 { account.clone() } else { format!("other-{owner}") };
            let number = numbers.get_mut(owner).ok_or("four accounts")?;
            *number += 1;
            let key = Key::of(row);
            let created_ms = oldest.as_millisecond() + row * step_ms;
            let refund = match row % 10_000 {
                5_000 => (Some(now_ms - 3_600_000), 0),
                some if some % 100 == 0 => (Some(created_ms + 86_400_000), 1),
                _ => (None, 0),
            };
            let kept = facts
                .replace(&id, &key.id)
                .replace("the-template", &key.transaction)
                .replace(&ship_ms, &format!("\"ship_ms\":{created_ms}"));
            tx.prepare_cached(
                "INSERT INTO shipments(id, account_id, env, transaction_id, carrier_code,
                 carrier_account_id, created_ms, charge, facts, refund_started_ms, refund_settled,
                 refund_transaction_id, number)
                 SELECT ?1, ?2, 'P', ?3, carrier_code, carrier_account_id, ?4, charge, ?5, ?6, ?7, ?3, ?8
                 FROM shipments WHERE id = ?9",
            )?
            .execute(params![
                key.id, account, key.transaction, created_ms, kept, refund.0, refund.1, *number, id
            ])?;
            tx.prepare_cached("INSERT INTO parcels VALUES(?1, 1, ?2, ?3, 'PDF', NULL)")?
                .execute(params![key.id, key.number, key.label_token])?;
            tx.prepare_cached(
                "INSERT INTO used_transactions VALUES(?1, 'P', ?2, 'POST /Shipment')",
            )?
            .execute(params![account, key.transaction])?;
            let place = uuid::Uuid::from_u64_pair(mixed(row.unsigned_abs() * 8 + 6), 7).to_string();
            tx.prepare_cached("INSERT INTO addresses VALUES(?1, ?2, 'P', ?3, ?4)")?.execute(
                params![place, account, address.replace(&address_id, &place), created_ms],
            )?;
            let entry = uuid::Uuid::from_u64_pair(mixed(row.unsigned_abs() * 8 + 7), 9).to_string();
            tx.prepare_cached(
                "INSERT INTO ledger(id, account_id, env, transaction_id, event_type,
                 transaction_type, at_ms, amount, balance, comments, payment_type, number)
                 VALUES(?1, ?2, 'P', ?3, 'OnLabelGenerate', 'Debit', ?4, -7900000, 500000000,
                 'Postal Service PriorityMail', 'Balance', ?5)",
            )?
            .execute(params![entry, account, key.transaction, created_ms, *number])?;
        }
        tx.commit()?;
    }
    conn.pragma_update(None, "journal_mode", "WAL")?;
    Ok(())
}
