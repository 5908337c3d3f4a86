//! The window with very many orders, without a display.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use postroom::base::clock::{Clock, Stopwatch};
use postroom::base::secret::Secret;
use postroom::desk::Desk;
use postroom::desk::kernel::session::{Connection, SignIn};
use postroom::rows::scope::Environment;
use postroom::store::Cache;
use postroom::ui::driver::Driver;
use postroom::ui::panel::Panel;
use tokio::runtime::Runtime;

use super::driven_desk::setup;
use super::{judged, ms, told};

/// An address where no server listens.
pub const NOBODY: &str = "http://127.0.0.1:9/v3.1";
/// The account key that a desk derives from the API key `bench`.
const ACCOUNT: &str = "key-1b32c28cb38c05480ecc";
const SEARCH: &str = "Search orders";
const KEYSTROKE_MS: f64 = 50.0;
const FRAME_MS: f64 = 4.0;
const FRAMES: usize = 400;
/// How often the searches are typed.
const ROUNDS: usize = 4;
const PATIENCE: Duration = Duration::from_secs(10);

/// Searches of a clerk: names, places, numbers, words that match everything or nothing.
const TYPED: [&str; 8] = [
    "anna lo",
    "günther rossi",
    "sample street",
    "t0777",
    "buyer4321",
    "omaha cup",
    "zzz",
    "farid petrov 4321",
];

/// Credentials for an account whose service cannot be reached, so that only this computer is
/// measured.
pub fn nobody() -> SignIn {
    SignIn {
        environment: Environment::Test,
        base_url: NOBODY.to_owned(),
        api_key: "bench".to_owned(),
        api_secret: Secret::new("bench"),
        user_name: "bench".to_owned(),
        password: Secret::new("bench"),
    }
}

/// Stores which account was open last.
pub async fn account_kept(folder: &Path) {
    let cache = Cache::open(folder, Clock::System).expect("a cache").cache;
    let world = format!(
        r#"{{"environment":"Test","account":"{ACCOUNT}","account_name":"Bench","base_url":"{NOBODY}"}}"#
    );
    let kept = cache.put(None, "world", world).await;
    kept.expect("the account kept");
}

/// A window that shows the panel of orders, with its rows.
pub fn window_with_orders(runtime: &Runtime, folder: &Path) -> Driver {
    let setup = setup(runtime, folder, nobody(), Arc::new(|| {}));
    let desk = Desk::open(setup).expect("a desk");
    let zone = jiff::tz::TimeZone::UTC;
    let driver = Driver::new(desk, Clock::System, zone, folder.to_owned(), (1366, 768));
    let mut driver = driver.expect("a window");
    driver.window().panel = Panel::Orders;
    driver
        .wait_until("the orders, without a network", PATIENCE, |state| {
            matches!(state.connection, Connection::Connected(_))
                && state.orders.loaded
                && state.orders.total() > 0
        })
        .expect("the orders");
    driver
}

/// Words of orders that are written by the thousand get into the index of the search afterwards, in
/// the background. Returns how long that still takes.
fn index_is_filled(folder: &Path) -> Duration {
    let watch = Stopwatch::start();
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let file = rusqlite::Connection::open_with_flags(folder.join("workspace.db"), flags);
    let file = file.expect("the orders");
    let owed = "SELECT EXISTS (SELECT 1 FROM owed_words)";
    while file.query_row(owed, [], |row| row.get(0)).unwrap_or(true) {
        std::thread::sleep(Duration::from_millis(10));
        assert!(watch.elapsed() < 6 * PATIENCE, "the index is not filled");
    }
    watch.elapsed()
}

pub fn measure(runtime: &Runtime, folder: &Path, rows: usize) -> bool {
    let mut driver = window_with_orders(runtime, folder);
    println!(
        "orders: the index of the search is filled after {:.0} ms",
        ms(index_is_filled(folder))
    );
    assert_eq!(driver.state().orders.total(), rows as u64);
    let slow = told("orders: a keystroke", keystrokes(&mut driver));
    let mut holds = judged("99 of a hundred, ms", ms(slow), KEYSTROKE_MS);
    let slow = told("orders: a frame of scrolling", scrolling(&mut driver));
    holds &= judged("99 of a hundred, ms", ms(slow), FRAME_MS);
    runtime.block_on(driver.into_desk().close());
    holds
}

/// Times from a key to the frame that shows the first rows for it.
pub fn keystrokes(driver: &mut Driver) -> Vec<Duration> {
    let mut times = Vec::new();
    driver.settle();
    for text in TYPED.into_iter().cycle().take(ROUNDS * TYPED.len()) {
        driver.click(SEARCH).expect("the search field");
        let mut typed = String::new();
        for letter in text.chars() {
            typed.push(letter);
            let watch = Stopwatch::start();
            driver.type_letter(letter);
            driver.frame();
            let is_asked = |driver: &Driver| driver.state().orders.filter.text == typed.trim();
            while !is_asked(driver) {
                driver.frame();
                assert!(watch.elapsed() < PATIENCE, "no search for {text:?}");
            }
            if letter == ' ' {
                // The same search.
                driver.settle();
                continue;
            }
            // The rows are asked for; answers of earlier requests are dropped from now on.
            let before = driver.state().orders.answered;
            while driver.state().orders.answered == before {
                driver.frame();
                assert!(watch.elapsed() < PATIENCE, "no rows for {text:?}");
            }
            driver.frame();
            times.push(watch.elapsed());
            assert!(is_asked(driver), "another search than {typed:?}");
            driver.settle();
        }
        let before = driver.state().orders.answered;
        driver.press(egui::Modifiers::COMMAND, egui::Key::A);
        driver.press(egui::Modifiers::NONE, egui::Key::Backspace);
        driver
            .wait_until("all rows", PATIENCE, |state| state.orders.answered > before)
            .expect("all rows again");
    }
    times
}

/// Processor time of each frame while the list is scrolled, with the windows of rows that it loads.
pub fn scrolling(driver: &mut Driver) -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..FRAMES {
        driver.wheel(-90.0);
        let before = processor_time();
        driver.frame();
        times.push(processor_time() - before);
    }
    times
}

/// Processor time of this thread since it started.
fn processor_time() -> Duration {
    // The kernel updates the time of a running thread when it yields.
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").expect("schedstat");
    let nanos = account.split(' ').next().expect("the time on a processor");
    Duration::from_nanos(nanos.parse().expect("nanoseconds"))
}
