//! `cargo bench --bench orders` measures the work with many orders:
//!
//! - **a batch**: the desk without a window rates 1,000 orders, buys their labels and puts them into
//!   the queue of a label printer. Beside it a bare loop of reqwest makes the same calls, six at a
//!   time as the desk does, and sends each label to the same printer. Both use one practice service
//!   in a process of its own. It answers a request for rates or a purchase after 500 ms, as a
//!   service on the Internet does; the desk must reach 90 % of the loop. The same with answers at
//!   once is told beside it.
//! - **an import** of 100,000 rows, from the file to the saved orders in the list, as CSV (at most
//!   2 s) and as XLSX (no limit).
//! - **`postroom batch`** with a table of 100,000 rows of 80,000 orders (at most 3 s and 400 MB), and
//!   the same number of rows as XLSX (no limit). Beside them `csv` and `calamine` alone read the same
//!   bytes.
//! - **the grid** with these orders: a keystroke of a search, from the key to the frame that shows
//!   its first rows (99th percentile within 50 ms), and a frame of scrolling, layout and
//!   tessellation in processor time of the thread that draws (99th percentile under 4 ms).
//! - **the memory** of a window with these orders, in a process of its own: resident after searching
//!   and scrolling (under 300 MB).
//!
//! ```text
//! cargo bench --bench orders [-- --orders 1000 --rows 100000 --answer-ms 500 --only batch]
//! ```
//!
//! `--only` takes `batch`, `import`, `unattended`, `grid` or `memory`. `--answer-ms` is how long the service waits
//! before it answers a request for rates or a purchase.
//!
//! Reads /proc, so it runs on Linux only. The files are in `POSTROOM_BENCH_DIR` or the system's
//! temporary folder and are removed at the end. Ends with a non-zero status if a limit is missed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::indexing_slicing)]

mod bare;
mod batch;
mod driven_desk;
mod grid;
mod import;
mod memory;
mod practice;
mod printer;
mod table;
mod unattended;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/desk/orders/read_file/workbooks.rs"]
mod workbooks;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// What is measured, from the command line.
struct Asked {
    orders: usize,
    rows: usize,
    answer_ms: u64,
    only: Option<String>,
}

fn asked() -> Asked {
    let mut asked = Asked { orders: 1_000, rows: 100_000, answer_ms: 500, only: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().expect("a value");
        match word.as_str() {
            "--orders" => asked.orders = value().parse().expect("a number of orders"),
            "--rows" => asked.rows = value().parse().expect("a number of rows"),
            "--answer-ms" => asked.answer_ms = value().parse().expect("milliseconds"),
            "--only" => asked.only = Some(value()),
            _ => {}
        }
    }
    asked
}

fn main() -> ExitCode {
    postroom::catalogs::install();
    let mut words = std::env::args().skip(1);
    let (first, second) = (words.next(), words.next());
    if let (Some(role), Some(folder)) = (first, second) {
        match role.as_str() {
            practice::ROLE => return practice::serve(folder.into()),
            memory::ROLE => return memory::show_window(&PathBuf::from(folder)),
            _ => {}
        }
    }
    let asked = asked();
    let base = std::env::var_os("POSTROOM_BENCH_DIR")
        .map_or_else(std::env::temp_dir, PathBuf::from)
        .join(format!("postroom-orders-{}", std::process::id()));
    std::fs::create_dir_all(&base).expect("a folder");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let wanted = |part: &str| asked.only.as_deref().is_none_or(|only| only == part);
    let mut holds = true;
    if wanted("batch") {
        batch::compare(&runtime, &base.join("at-once"), asked.orders, 0);
        if asked.answer_ms > 0 {
            holds &= batch::compare(&runtime, &base.join("batch"), asked.orders, asked.answer_ms);
        }
    }
    let with_orders = base.join("csv");
    if wanted("import") || wanted("grid") || wanted("memory") {
        holds &= import::measure(&runtime, &base, asked.rows);
    }
    if wanted("unattended") {
        holds &= unattended::measure(&runtime, &base, asked.rows);
    }
    if wanted("grid") {
        holds &= grid::measure(&runtime, &with_orders, asked.rows);
    }
    if wanted("memory") {
        holds &= memory::measure(&with_orders);
    }
    std::fs::remove_dir_all(&base).expect("the files removed");
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Prints and returns the 99th percentile.
fn told(what: &str, mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    println!(
        "{what}: median {:.2} ms, 99 % {:.2} ms, worst {:.2} ms (n = {})",
        ms(at(50)),
        ms(at(99)),
        ms(at(100)),
        times.len()
    );
    at(99)
}

fn judged(what: &str, value: f64, limit: f64) -> bool {
    let holds = value <= limit;
    let word = if holds { "holds" } else { "MISSED" };
    println!("  {what}: {value:.2} (at most {limit}) {word}");
    holds
}
