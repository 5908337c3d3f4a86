//! Sends damaged label files to the decoder process and checks the results:
//!
//! ```text
//! cargo bench --bench hostile [-- --files 10000 --seed 1 --only PNG]
//! ```
//!
//! The given number of changed files of each format, and every bomb of `tests/all/label/bombs`, go
//! one after the other through the decoder that the window uses, to the program as shipped. Each
//! must end in a picture or an error message within three seconds, measured here including the
//! pipe. After a child process was given up, a new one must draw a good label. The peak is the
//! largest resident set of any child as the system counts it (`VmHWM`), read every two
//! milliseconds.
//!
//! Damaged spreadsheets go the same way, to the process that reads orders from files: an eighth of
//! the number of each format, which is 5,000 in all. Each must end in a table without lost rows or
//! in a sentence.
//!
//! Then a window shows bombs: it draws frames while its decoder is busy with them, with a desk and
//! a practice service. A frame is the layout, the widgets and the triangles for a graphics card,
//! sixty times a second. For comparison the same window is measured with a label shown and nothing
//! to decode.
//!
//! Last, a service and printers answer without end, hugely, slowly, brokenly or not at all (`--only
//! answers`): the window draws on, the whole process stays under 300 MB, what was bought meanwhile is
//! settled once the service answers again, and an honest printer prints.
//!
//! Reads /proc, so it runs on Linux only. Ends with a non-zero status if a limit is missed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::indexing_slicing)]

mod answers;
#[path = "../../tests/all/label/bombs/mod.rs"]
mod bombs;
#[expect(dead_code, reason = "the fuzzing of JSON uses the rest")]
#[path = "../fuzz/change.rs"]
mod change;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/label/facts.rs"]
mod facts;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/fake_printer.rs"]
mod fake_printer;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/desk/harness.rs"]
mod harness;
#[path = "../../tests/all/label/mutate.rs"]
mod mutate;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/reserved_ports.rs"]
mod reserved_ports;
mod sheets;
mod watch;
mod window;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/desk/orders/read_file/workbooks.rs"]
mod workbooks;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use postroom::label::{DecodeError, Decoder, Page};
use postroom::service::document::{FileType, Orientation, Size, render};
use watch::Watch;

const LONGEST: Duration = Duration::from_secs(3);
const MOST_MEMORY_MB: f64 = 512.0;

/// Results of the files of one format.
#[derive(Default)]
struct Row {
    files: usize,
    pictures: usize,
    sentences: usize,
    given_up: usize,
    longest: Duration,
    spent: Duration,
    slowest: String,
    broken: Vec<String>,
}

struct Asked {
    files: usize,
    seed: u64,
    only: Option<String>,
}

fn asked() -> Asked {
    let mut asked = Asked { files: 10_000, seed: 1, only: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().expect("a value");
        match word.as_str() {
            "--files" => asked.files = value().parse().expect("a number of files"),
            "--seed" => asked.seed = value().parse().expect("a number"),
            "--only" => asked.only = Some(value()),
            _ => {}
        }
    }
    asked
}

fn main() -> ExitCode {
    postroom::catalogs::install();
    let asked = asked();
    println!("seed {}", asked.seed);
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let watch = Watch::start();
    println!(
        "{:<12} {:>7} {:>9} {:>10} {:>18} {:>11} {:>8} {:>8}",
        "format",
        "files",
        "pictures",
        "sentences",
        "children replaced",
        "longest ms",
        "peak MB",
        "seconds"
    );
    let mut holds = true;
    let wanted = |format: &str| asked.only.as_deref().is_none_or(|only| only == format);
    for (format, ..) in mutate::FORMATS {
        if !wanted(format) {
            continue;
        }
        let mut draw = change::Draw::new(asked.seed);
        let originals = mutate::originals(format);
        let files = (0..asked.files).map(|at| {
            let whole = draw.one(&originals).clone();
            let other = draw.one(&originals).clone();
            let file = mutate::mutated(&mut draw, format, &whole, &other);
            (format!("{format} {at}"), file)
        });
        holds &= print_row(format, runtime.block_on(fed(files)), watch.taken());
    }
    let bombs = if wanted("bombs") { bombs::all() } else { Vec::new() };
    for (format, ..) in mutate::FORMATS {
        let bombs: Vec<_> = bombs
            .iter()
            .filter(|(of, ..)| *of == format)
            .map(|(_, what, bytes)| (what.clone(), bytes.clone()))
            .collect();
        if bombs.is_empty() {
            continue;
        }
        let name = format!("{format} bombs");
        let row = runtime.block_on(fed(bombs.into_iter()));
        holds &= print_row(&name, row, watch.taken());
    }
    if wanted("sheets") {
        holds &= sheets::hold(asked.files / 8, asked.seed, &watch);
    }
    drop(watch);
    if wanted("window") {
        holds &= window::measured();
    }
    if wanted("answers") {
        holds &= answers::measured();
    }
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print_row(name: &str, row: Row, peak_mb: f64) -> bool {
    println!(
        "{name:<12} {:>7} {:>9} {:>10} {:>18} {:>11} {peak_mb:>8.0} {:>8.0}",
        row.files,
        row.pictures,
        row.sentences,
        row.given_up,
        row.longest.as_millis(),
        row.spent.as_secs_f64()
    );
    println!("{:<12} longest: {}", "", row.slowest);
    for broken in &row.broken {
        println!("{name}: {broken}   MISSED");
    }
    row.broken.is_empty() && row.longest <= LONGEST && peak_mb < MOST_MEMORY_MB
}

fn good_label() -> Arc<[u8]> {
    let (size, turn) = (Size::S4x6, Orientation::Portrait);
    let label = render(&facts::postal(), FileType::Png, size, turn);
    label.expect("a label").into()
}

async fn fed(files: impl Iterator<Item = (String, Vec<u8>)>) -> Row {
    let decoder = Decoder::new(PathBuf::from(env!("CARGO_BIN_EXE_postroom")));
    let good = good_label();
    let expected = decoder.decode(Arc::clone(&good), 203.0).await;
    assert!(expected.is_ok(), "the good label: {expected:?}");
    let mut row = Row::default();
    for (what, bytes) in files {
        row.files += 1;
        let bytes: Arc<[u8]> = bytes.into();
        let begun = Instant::now();
        let answer = decoder.decode(Arc::clone(&bytes), 203.0).await;
        let took = begun.elapsed();
        row.spent += took;
        if took > row.longest {
            let said = answer
                .as_ref()
                .map_or_else(ToString::to_string, |pages| format!("{} pages", pages.len()));
            (row.longest, row.slowest) = (took, format!("{what} ({said})"));
        }
        if took > LONGEST {
            row.broken.push(format!("{what} took {took:?}"));
        }
        match judged(&answer) {
            Ok(()) if answer.is_ok() => row.pictures += 1,
            Ok(()) => row.sentences += 1,
            Err(fault) => row.broken.push(format!("{what}: {fault}")),
        }
        if matches!(
            answer,
            Err(DecodeError::TimedOut | DecodeError::OutOfMemory | DecodeError::WorkerDied)
        ) {
            row.given_up += 1;
            if answer == Err(DecodeError::WorkerDied) {
                println!("a child died: {}", kept(&what, &bytes).display());
            }
            let again = decoder.decode(Arc::clone(&good), 203.0).await;
            if again != expected {
                row.broken.push(format!("no good label after {what}"));
            }
        }
        if row.broken.len() > 20 {
            break;
        }
    }
    row
}

/// Checks that a picture has all its pixels and that an error is a readable message.
fn judged(answer: &Result<Vec<Page>, DecodeError>) -> Result<(), String> {
    let pages = match answer {
        Ok(pages) => pages,
        Err(DecodeError::WorkerStart(reason)) => return Err(format!("no child: {reason}")),
        Err(error) => {
            let said = error.to_string();
            let readable = said.starts_with(char::is_uppercase) && !said.ends_with('.');
            return if readable { Ok(()) } else { Err(said) };
        }
    };
    let whole = |page: &Page| page.luma.len() == page.width_px as usize * page.height_px as usize;
    if pages.is_empty() || !pages.iter().all(whole) {
        return Err("a picture without its pixels".to_owned());
    }
    Ok(())
}

/// Saves a file for inspection.
fn kept(what: &str, bytes: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("postroom-hostile-{}", what.replace(' ', "-")));
    std::fs::write(&path, bytes).expect("written");
    path
}
