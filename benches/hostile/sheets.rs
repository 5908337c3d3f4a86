//! Damaged spreadsheets through the child process that reads them, and damaged tables of text, which
//! need none.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use postroom::tables::read_file::{ReadFileError, ReadOptions, read_file_in_child};

use super::change;
use super::watch::Watch;
use super::workbooks;

#[path = "../../tests/all/desk/orders/read_file/damaged/mutate.rs"]
mod mutate;

use self::mutate::{FORMATS, TEXT, damaged, judge, originals};

/// The time limit of the child, and what it takes to end it.
const LONGEST: Duration = Duration::from_secs(31);
/// The limit of its address space. What is resident is less.
const MOST_MEMORY_MB: f64 = 1_074.0;

/// Feeds so many damaged files of each format to children, and prints a row for each format. Each
/// must end in a table without lost rows or in a sentence.
pub fn hold(files: usize, seed: u64, watch: &Watch) -> bool {
    println!(
        "{:<12} {:>7} {:>9} {:>10} {:>10} {:>11} {:>8} {:>8}",
        "sheets", "files", "tables", "sentences", "given up", "longest ms", "peak MB", "seconds"
    );
    let mut all_hold = true;
    for format in FORMATS {
        all_hold &= format_holds(format, files, seed, watch);
    }
    all_hold
}

fn format_holds(format: &str, files: usize, seed: u64, watch: &Watch) -> bool {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_postroom"));
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let originals = originals(format);
    let mut draw = change::Draw::new(seed);
    let (mut tables, mut sentences, mut given_up) = (0, 0, 0);
    let mut longest = Duration::ZERO;
    let mut broken = Vec::new();
    let begun = Instant::now();
    for at in 0..files {
        let whole = draw.one(&originals);
        let (bytes, expected) = damaged(&mut draw, whole);
        let bytes: Arc<[u8]> = bytes.into();
        let started = Instant::now();
        let reading =
            read_file_in_child(&program, format, Arc::clone(&bytes), ReadOptions::default());
        let read = runtime.block_on(reading);
        longest = longest.max(started.elapsed());
        match &read {
            Ok(_) => tables += 1,
            Err(_) => sentences += 1,
        }
        match &read {
            Err(ReadFileError::WorkerDied) => broken.push(format!("{at}: a child died")),
            Err(ReadFileError::TimedOut | ReadFileError::OutOfMemory) => given_up += 1,
            _ => {}
        }
        if let Err(fault) = judge(&read, expected, whole) {
            let path = super::kept(&format!("{format} {at}"), &bytes);
            broken.push(format!("{at}: {fault}, kept in {}", path.display()));
        }
        if broken.len() > 20 {
            break;
        }
    }
    // Tables of text are read in this process.
    let peak_mb = match format {
        TEXT => 0.0,
        _ => watch.taken(),
    };
    println!(
        "{format:<12} {files:>7} {tables:>9} {sentences:>10} {given_up:>10} {:>11} {peak_mb:>8.0} {:>8.0}",
        longest.as_millis(),
        begun.elapsed().as_secs_f64()
    );
    for broken in &broken {
        println!("{format}: {broken}   MISSED");
    }
    broken.is_empty() && longest <= LONGEST && peak_mb < MOST_MEMORY_MB
}
