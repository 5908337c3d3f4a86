//! `cargo bench --bench million` measures the window with a million shipments and a million
//! addresses, and compares it with one without any:
//!
//! - **a keystroke** of a search: from the key to the frame that shows its first rows, through the
//!   panel, the desk and the file (99th percentile within 50 ms);
//! - **a frame of scrolling**: layout and tessellation, in processor time of the thread that draws;
//!   painting is done by the graphics card (99th percentile under 4 ms);
//! - **the start**: from opening the desk to its first frame (at most 1.3 times that with empty
//!   files).
//!
//! No network is used, so only this computer is measured. Reads /proc, so it runs on Linux only.
//! Creates its files in `POSTROOM_BENCH_DIR` or the system's temporary folder and removes them; it
//! takes some minutes and four gigabytes. `POSTROOM_BENCH_ROWS` sets a smaller number of rows, and
//! `POSTROOM_BENCH_KEEP=1` leaves the files for the next run. Ends with a non-zero status if a
//! limit is missed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::indexing_slicing)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use postroom::base::clock::{Clock, Stopwatch};
use postroom::base::id::{ShipmentId, TrackingNumber};
use postroom::base::money::{Amount, Currency, Money};
use postroom::base::secret::Secret;
use postroom::desk::kernel::session::{Connection, SignIn};
use postroom::desk::state::State;
use postroom::desk::{Desk, Setup};
use postroom::rows::scope::Environment;
use postroom::store::{Book, Cache, Scope, ShipmentRecord};
use postroom::ui::driver::Driver;
use postroom::ui::panel::Panel;

/// An address where no server listens.
const NOBODY: &str = "http://127.0.0.1:9/v3.1";
/// The account key that a desk derives from the API key `bench`.
const ACCOUNT: &str = "key-1b32c28cb38c05480ecc";
const ROWS: u32 = 1_000_000;
const BATCH: u32 = 5_000;
const STARTS: usize = 15;
const FRAMES: usize = 400;
const PATIENCE: Duration = Duration::from_secs(10);
const KEYSTROKE_MS: f64 = 50.0;
const FRAME_MS: f64 = 4.0;
const START_RATIO: f64 = 1.3;

/// Searches of a clerk: names, places, numbers, words that match everything or nothing.
const TYPED: [&str; 8] = [
    "anna lo",
    "günther rossi",
    "sample street",
    "chloe 77",
    "940010000",
    "omaha",
    "zzz",
    "farid petrov 4321",
];

fn main() -> ExitCode {
    let base = std::env::var_os("POSTROOM_BENCH_DIR")
        .map_or_else(std::env::temp_dir, PathBuf::from)
        .join("postroom-million");
    let keep = std::env::var_os("POSTROOM_BENCH_KEEP").is_some();
    let rows = std::env::var("POSTROOM_BENCH_ROWS");
    let rows = rows.map_or(ROWS, |text| text.parse().expect("a number of rows"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let (full, empty) = (base.join("full"), base.join("empty"));
    for (folder, rows) in [(&full, rows), (&empty, 0)] {
        if folder.exists() {
            println!("{} is there already", folder.display());
            continue;
        }
        let watch = Stopwatch::start();
        runtime.block_on(fill(folder, rows));
        println!("{rows} rows of each kind stored in {:.0?}", watch.elapsed());
    }
    let open = |folder: &Path| start(&runtime, folder);
    let mut holds = starts(&runtime, &open, &full, &empty);
    let (mut driver, _) = open(&full);
    driver
        .wait_until("the account, without a network", PATIENCE, |state| {
            matches!(state.connection, Connection::Connected(_))
        })
        .expect("the account");
    for (panel, field, answered) in [
        (Panel::Shipments, "Search shipments", shipments_answered as fn(&State) -> u64),
        (Panel::Addresses, "Search addresses", addresses_answered),
    ] {
        driver.window().panel = panel;
        driver.settle();
        holds &= keystrokes(&mut driver, panel, field, answered);
        holds &= scrolling(&mut driver, panel);
    }
    runtime.block_on(driver.into_desk().close());
    if !keep {
        std::fs::remove_dir_all(&base).expect("the files removed");
    }
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn shipments_answered(state: &State) -> u64 {
    state.shipments.answered
}

fn addresses_answered(state: &State) -> u64 {
    state.addresses.answered
}

/// Stores the rows of an account that was open last.
async fn fill(folder: &Path, rows: u32) {
    let scope = Scope { environment: "TEST".to_owned(), account: ACCOUNT.to_owned() };
    let cache = Cache::open(folder, Clock::System).expect("a cache").cache;
    let world = format!(
        r#"{{"environment":"Test","account":"{ACCOUNT}","account_name":"Bench","base_url":"{NOBODY}"}}"#
    );
    let kept = cache.put(None, "world", world).await;
    kept.expect("the account kept");
    let book = Book::open(folder, Clock::System).expect("a book");
    for first in (0..rows).step_by(BATCH as usize) {
        let numbers = first..(first + BATCH).min(rows);
        let shipments = numbers.clone().map(shipment).collect();
        let stored = cache.put_shipments(&scope, shipments).await;
        stored.expect("shipments stored");
        let stored = book.put_all(numbers.map(address).collect()).await;
        stored.expect("addresses stored");
    }
}

fn start(runtime: &tokio::runtime::Runtime, folder: &Path) -> (Driver, Duration) {
    let watch = Stopwatch::start();
    let setup = Setup {
        runtime: runtime.handle().clone(),
        data_dir: folder.to_owned(),
        clock: Clock::System,
        waker: Arc::new(|| {}),
        practice: None,
        decoder_program: PathBuf::from(env!("CARGO_BIN_EXE_postroom")),
        base_url: None,
        credentials: Some(SignIn {
            environment: Environment::Test,
            base_url: NOBODY.to_owned(),
            api_key: "bench".to_owned(),
            api_secret: Secret::new("bench"),
            user_name: "bench".to_owned(),
            password: Secret::new("bench"),
        }),
        keyring: None,
        ca_file: None,
        workspace: None,
        devices: None,
    };
    let desk = Desk::open(setup).expect("a desk");
    let zone = jiff::tz::TimeZone::UTC;
    let driver = Driver::new(desk, Clock::System, zone, folder.to_owned(), (1366, 768));
    let mut driver = driver.expect("a window");
    driver.frame();
    (driver, watch.elapsed())
}

fn starts(
    runtime: &tokio::runtime::Runtime,
    open: &dyn Fn(&Path) -> (Driver, Duration),
    full: &Path,
    empty: &Path,
) -> bool {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..STARTS {
        // Alternating, so that other load on the machine affects both.
        for (folder, times) in [full, empty].into_iter().zip(&mut times) {
            let (driver, time) = open(folder);
            times.push(time);
            runtime.block_on(driver.into_desk().close());
        }
    }
    let [full, empty] = times.map(|times| told("start", times).0);
    let ratio = full.as_secs_f64() / empty.as_secs_f64();
    judged("start over full files, of one over empty ones", ratio, START_RATIO)
}

fn keystrokes(driver: &mut Driver, panel: Panel, field: &str, answered: fn(&State) -> u64) -> bool {
    let mut times = Vec::new();
    for text in TYPED {
        driver.click(field).expect("the search field");
        for letter in text.chars() {
            let before = answered(driver.state());
            let watch = Stopwatch::start();
            driver.type_letter(letter);
            while answered(driver.state()) == before {
                driver.frame();
                assert!(watch.elapsed() < PATIENCE, "no rows for {text:?}");
            }
            driver.frame();
            times.push(watch.elapsed());
            driver.settle();
        }
        let before = answered(driver.state());
        driver.press(egui::Modifiers::COMMAND, egui::Key::A);
        driver.press(egui::Modifiers::NONE, egui::Key::Backspace);
        driver
            .wait_until("all rows", PATIENCE, |state| answered(state) > before)
            .expect("all rows again");
    }
    let (_, slow) = told(&format!("{}: a keystroke", panel.title()), times);
    judged("99 of a hundred, ms", ms(slow), KEYSTROKE_MS)
}

fn scrolling(driver: &mut Driver, panel: Panel) -> bool {
    let mut times = Vec::new();
    for _ in 0..FRAMES {
        driver.wheel(-90.0);
        let before = processor_time();
        driver.frame();
        times.push(processor_time() - before);
    }
    let (_, slow) = told(&format!("{}: a frame of scrolling", panel.title()), times);
    judged("99 of a hundred, ms", ms(slow), FRAME_MS)
}

/// Processor time of this thread since it started.
fn processor_time() -> Duration {
    // The kernel updates the time of a running thread when it yields.
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").expect("schedstat");
    let nanos = account.split(' ').next().expect("the time on a processor");
    Duration::from_nanos(nanos.parse().expect("nanoseconds"))
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Prints and returns the median and the 99th percentile.
fn told(what: &str, mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    println!(
        "{what}: median {:.2} ms, 99 % {:.2} ms, worst {:.2} ms (n = {})",
        ms(at(50)),
        ms(at(99)),
        ms(at(100)),
        times.len()
    );
    (at(50), at(99))
}

fn judged(what: &str, value: f64, limit: f64) -> bool {
    let holds = value <= limit;
    let word = if holds { "holds" } else { "MISSED" };
    println!("  {what}: {value:.2} (at most {limit}) {word}");
    holds
}

fn shipment(number: u32) -> ShipmentRecord {
    let tracking = format!("94001{number:017}");
    ShipmentRecord {
        id: ShipmentId::new(format!("shipment-{number}")),
        created: jiff::Timestamp::UNIX_EPOCH + jiff::SignedDuration::from_mins(number.into()),
        to_name: name(number),
        to_place: "Omaha NE".to_owned(),
        to_country: String::new(),
        to_email: String::new(),
        reference: String::new(),
        carrier: "POST-eVS".to_owned(),
        service: "GroundAdvantage".to_owned(),
        tracking_number: Some(TrackingNumber::new(tracking.as_str())),
        further_numbers: Vec::new(),
        status: "InTransit".to_owned(),
        sub_status: String::new(),
        price: Some(Money::new(Amount::from_cents(430), Currency::USD)),
        packages: 1,
        refund_status: None,
        search_text: format!("{} {tracking}", words(number)),
        json: "x".repeat(1_200),
    }
}

fn address(number: u32) -> [String; 3] {
    let json = format!(
        r#"{{"name":"{}","street1":"{number} Sample Street","city":"Omaha","state":"NE","zip":"{:05}","country":"US"}}"#,
        name(number),
        number % 90_000
    );
    [name(number), words(number), json]
}

fn name(number: u32) -> String {
    const FIRST: [&str; 8] =
        ["Anna", "Bertil", "Chloë", "Dmitri", "Esra", "Farid", "Günther", "Hana"];
    const LAST: [&str; 7] = ["Löwe", "Moreau", "Nakamura", "O'Brien", "Petrov", "Quist", "Rossi"];
    let (first, last) = (number as usize % 8, number as usize / 8 % 7);
    format!("{} {}", FIRST[first], LAST[last])
}

fn words(number: u32) -> String {
    format!("{} {number} Sample Street Omaha {:05}", name(number), number % 90_000)
}
