//! `cargo bench --bench store` measures how long a journal commit, a search and opening the files
//! take on this machine. The folder is `POSTROOM_BENCH_DIR` or one in the system's temporary
//! folder; a folder in memory makes the commits look too fast.

use std::path::Path;
use std::time::Duration;

use postroom::base::clock::{Clock, Stopwatch};
use postroom::base::id::{OrderId, ShipmentId, TrackingNumber};
use postroom::store::{
    Book, Cache, EntryKind, Journal, NewEntry, Scope, ShipmentQuery, ShipmentRecord,
};

type Failure = Box<dyn std::error::Error>;

const COMMITS: u32 = 2_000;
const RECORDS: u32 = 100_000;
const SEARCHES: usize = 500;

/// From a letter that starts a word of every record to the words of a single record.
const TYPED: [&str; 10] =
    ["", "a", "s", "9", "an", "zur", "zürich", "anna lo", "940010000", "anna zurich 77"];

fn main() -> Result<(), Failure> {
    let base = std::env::var_os("POSTROOM_BENCH_DIR")
        .map_or_else(std::env::temp_dir, std::path::PathBuf::from);
    let dir = base.join(format!("postroom-bench-{}", std::process::id()));
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let result = runtime.block_on(measure(&dir));
    std::fs::remove_dir_all(&dir)?;
    result
}

async fn measure(dir: &Path) -> Result<(), Failure> {
    journal(dir).await?;
    shipments(dir).await?;
    addresses(dir).await
}

async fn journal(dir: &Path) -> Result<(), Failure> {
    let journal = Journal::open(dir, Clock::System)?;
    let mut commits = Vec::new();
    for sequence in 0..COMMITS / 2 {
        let watch = Stopwatch::start();
        let entry = journal.intend(purchase(sequence)).await?;
        commits.push(watch.elapsed());
        let watch = Stopwatch::start();
        journal.mark_sending(&entry.transaction).await?;
        commits.push(watch.elapsed());
    }
    report("journal commit", commits);
    drop(journal);
    let watch = Stopwatch::start();
    drop(Journal::open(dir, Clock::System)?);
    report("journal opening, checked and reconciled", vec![watch.elapsed()]);
    Ok(())
}

async fn shipments(dir: &Path) -> Result<(), Failure> {
    let scope = Scope { environment: "test".to_owned(), account: "bench".to_owned() };
    let cache = Cache::open(dir, Clock::System)?.cache;
    let watch = Stopwatch::start();
    for first in (0..RECORDS).step_by(1_000) {
        let batch = (first..first + 1_000).map(shipment).collect();
        cache.put_shipments(&scope, batch).await?;
    }
    println!("{RECORDS} shipments stored in {:.1?}", watch.elapsed());
    let mut all = Vec::new();
    for text in TYPED {
        let mut times = Vec::new();
        for _ in 0..SEARCHES / TYPED.len() {
            let query =
                ShipmentQuery { text: text.to_owned(), limit: 50, ..ShipmentQuery::default() };
            let watch = Stopwatch::start();
            cache.find_shipments(&scope, query).await?;
            times.push(watch.elapsed());
        }
        all.extend(times.iter().copied());
        report(&format!("  shipments for {text:?}"), times);
    }
    report("shipment search", all);
    drop(cache);
    let watch = Stopwatch::start();
    drop(Cache::open(dir, Clock::System)?);
    report("cache opening, checked", vec![watch.elapsed()]);
    Ok(())
}

async fn addresses(dir: &Path) -> Result<(), Failure> {
    let book = Book::open(dir, Clock::System)?;
    let watch = Stopwatch::start();
    let records =
        (0..RECORDS).map(|number| [name(number), words(number), "x".repeat(500)]).collect();
    book.put_all(records).await?;
    println!("{RECORDS} addresses stored in {:.1?}", watch.elapsed());
    let mut all = Vec::new();
    for text in TYPED {
        let mut times = Vec::new();
        for _ in 0..SEARCHES / TYPED.len() {
            let watch = Stopwatch::start();
            book.find(text, 20).await?;
            times.push(watch.elapsed());
        }
        all.extend(times.iter().copied());
        report(&format!("  addresses for {text:?}"), times);
    }
    report("address search", all);
    Ok(())
}

fn purchase(sequence: u32) -> NewEntry {
    NewEntry {
        kind: EntryKind::Label,
        order: Some(OrderId::new("bench")),
        sequence,
        environment: "test".to_owned(),
        account: "bench".to_owned(),
        base_url: "https://example.test/v3.1".to_owned(),
        call: "POST /Shipment".to_owned(),
        body: vec![b'x'; 2_000],
        expected: None,
        title: "Label".to_owned(),
    }
}

fn shipment(number: u32) -> ShipmentRecord {
    ShipmentRecord {
        id: ShipmentId::new(format!("shipment-{number}")),
        created: jiff::Timestamp::UNIX_EPOCH + jiff::SignedDuration::from_mins(number.into()),
        to_name: name(number),
        to_place: "Zürich".to_owned(),
        to_country: String::new(),
        to_email: String::new(),
        reference: String::new(),
        carrier: "POST-eVS".to_owned(),
        service: "Ground".to_owned(),
        tracking_number: Some(TrackingNumber::new(format!("94001{number:017}"))),
        further_numbers: Vec::new(),
        status: "Created".to_owned(),
        sub_status: String::new(),
        price: None,
        packages: 1,
        refund_status: None,
        search_text: format!("{} 94001{number:017}", words(number)),
        json: "x".repeat(1_500),
    }
}

fn name(number: u32) -> String {
    const FIRST: [&str; 8] =
        ["Anna", "Bertil", "Chloë", "Dmitri", "Esra", "Farid", "Günther", "Hana"];
    const LAST: [&str; 7] = ["Löwe", "Moreau", "Nakamura", "O'Brien", "Petrov", "Quist", "Rossi"];
    let pick = |list: &[&'static str], number: u32| {
        let at = usize::try_from(number).unwrap_or_default() % list.len();
        list.get(at).copied().unwrap_or_default()
    };
    format!("{} {}", pick(&FIRST, number), pick(&LAST, number / 8))
}

fn words(number: u32) -> String {
    format!("{} {number} Sample Street Zürich {:05}", name(number), number % 90_000)
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| {
        let index = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times.get(index).copied().unwrap_or_default()
    };
    println!("{what}: p50 {:.2?}, p99 {:.2?} ({} times)", at(50), at(99), times.len());
}
