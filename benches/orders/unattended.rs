//! `postroom batch` imports a table of a shop: 100,000 rows of 80,000 orders. Beside it, the libraries
//! that read the file do nothing but that.

use std::io::Cursor;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use calamine::{Reader, Xlsx};
use postroom::base::clock::Stopwatch;
use postroom::desk::kernel::session::Connection;
use tokio::runtime::Runtime;

use super::driven_desk::DrivenDesk;
use super::import::write_sender;
use super::memory::megabytes;
use super::practice::PracticeProcess;
use super::{judged, table};

const MOST_SECONDS: f64 = 3.0;
const MOST_MB: f64 = 400.0;
/// Other load on the machine only ever makes a run longer, so the shortest of some counts.
const TIMES: usize = 3;

pub fn measure(runtime: &Runtime, base: &Path, rows: usize) -> bool {
    let service = PracticeProcess::start(&base.join("unattended-service"));
    let csv = table::several_items(rows);
    let bare = shortest(|| {
        let mut reader = csv::Reader::from_reader(csv.as_slice());
        let rows: Vec<csv::StringRecord> =
            reader.records().collect::<Result<_, _>>().expect("rows");
        assert!(!rows.is_empty());
    });
    let file = base.join("unattended.csv");
    std::fs::write(&file, &csv).expect("a file");
    let runs: Vec<(f64, f64)> =
        (0..TIMES).map(|_| imported(runtime, &service, base, &file)).collect();
    let seconds = runs.iter().map(|run| run.0).fold(f64::MAX, f64::min);
    let megabytes = runs.iter().map(|run| run.1).fold(0.0, f64::max);
    println!(
        "batch of {rows} rows: {:.1} times the time of `csv` alone, {bare:.2} s",
        seconds / bare
    );
    let is_fast = judged("batch of CSV, s", seconds, MOST_SECONDS);
    let is_small = judged("batch of CSV, at most MB", megabytes, MOST_MB);

    let xlsx = table::xlsx(rows);
    let bare = shortest(|| {
        let mut book = Xlsx::new(Cursor::new(xlsx.as_slice())).expect("a workbook");
        let range = book.worksheet_range_at(0).expect("a sheet").expect("cells");
        assert!(range.height() > rows);
    });
    let file = base.join("unattended.xlsx");
    std::fs::write(&file, &xlsx).expect("a file");
    let (seconds, megabytes) = imported(runtime, &service, base, &file);
    println!(
        "batch of XLSX: {seconds:.2} s and {megabytes:.0} MB, {:.1} times the time of `calamine` alone, {bare:.2} s",
        seconds / bare
    );
    is_fast & is_small
}

fn shortest(read: impl Fn()) -> f64 {
    let once = || {
        let watch = Stopwatch::start();
        read();
        watch.elapsed().as_secs_f64()
    };
    (0..TIMES).map(|_| once()).fold(f64::MAX, f64::min)
}

/// The seconds and the megabytes of the program that imports the file into a new folder.
fn imported(runtime: &Runtime, service: &PracticeProcess, base: &Path, file: &Path) -> (f64, f64) {
    let folder = base.join("unattended");
    let _ = std::fs::remove_dir_all(&folder);
    let mut desk = DrivenDesk::open(runtime, &folder, service.sign_in());
    desk.run_until("the account", |state| {
        matches!(state.connection, Connection::Connected(_)) && state.order_rules.documents.loaded
    });
    write_sender(&mut desk);
    runtime.block_on(desk.desk.close());
    let watch = Stopwatch::start();
    let mut program = Command::new(env!("CARGO_BIN_EXE_postroom"))
        .arg("batch")
        .arg(file)
        .args(["--answer", "weight-is=of-piece", "--base-url", service.text("baseUrl"), "--data"])
        .arg(&folder)
        .env("POSTROOM_ENVIRONMENT", "Test")
        .env("POSTROOM_API_KEY", service.text("apiKey"))
        .env("POSTROOM_API_SECRET", service.text("apiSecret"))
        .env("POSTROOM_USER", service.text("userName"))
        .env("POSTROOM_PASSWORD", service.text("password"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let mut peak = 0.0_f64;
    let status = loop {
        if let Some(status) = program.try_wait().expect("a status") {
            break status;
        }
        peak = megabytes(&program.id().to_string(), "VmHWM:").unwrap_or(peak).max(peak);
        thread::sleep(Duration::from_millis(5));
    };
    assert!(status.success(), "{status}");
    (watch.elapsed().as_secs_f64(), peak)
}
