//! Measures how fast labels are drawn:
//!
//! ```text
//! cargo bench --bench labels
//! ```
//!
//! - **Sample PDFs** at 203 and 300 dpi, compared with `pdftoppm` and `mutool`: user and system
//!   time of one process per file, from its start to its end, that draws every page to gray pixels
//!   and writes them into a pipe. Ours is the decoder process with one request. The three tools
//!   take turns for each round and resolution. Files that one of the three refuses are left out.
//!   The last column compares the times without the start: the time of a process that draws nothing
//!   (that prints its version; ours with an empty pipe) is subtracted for each file.
//! - **The ink** of the same files at 203 dpi beside that of `pdftoppm`.
//! - **A 4x6 label through the running child**, including the pipe: from the bytes to the pages.
//! - **The first preview**: a label is bought from the practice service. The time runs from the
//!   moment its bytes are in the desk to the end of the frame that shows its picture, including the
//!   texture, the tessellation, and painting by the processor, because no graphics card is needed.
//!
//! `POSTROOM_SAMPLES` names another folder of PDFs. Reads /proc, so it runs on Linux only. Ends
//! with a non-zero status if a limit is missed; for a tool that is not installed, its name is
//! printed and its limit is not checked.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::indexing_slicing)]

mod beside;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/label/facts.rs"]
mod facts;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/desk/harness.rs"]
mod harness;
mod likeness;
mod preview;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/reserved_ports.rs"]
mod reserved_ports;
mod warm;

use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let only = std::env::args().skip(1).find(|word| word != "--bench");
    let wanted = |part: &str| only.as_deref().is_none_or(|only| only == part);
    let mut holds = true;
    if wanted("beside") {
        holds &= beside::measured();
    }
    if wanted("likeness") {
        likeness::told();
    }
    if wanted("warm") {
        holds &= warm::measured();
    }
    if wanted("preview") {
        holds &= preview::measured();
    }
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints a row of times: median, 95th percentile, worst. `true` if the median meets its limit.
fn told(what: &str, mut times: Vec<Duration>, limit_ms: f64) -> bool {
    times.sort();
    let at = |percent: usize| {
        let place = (times.len() * percent / 100).min(times.len() - 1);
        times[place].as_secs_f64() * 1_000.0
    };
    let holds = at(50) <= limit_ms;
    println!(
        "{what:<40} {:>5} {:>10.1} {:>9.1} {:>9.1} {limit_ms:>8.0}{}",
        times.len(),
        at(50),
        at(95),
        at(100),
        if holds { "" } else { "   MISSED" }
    );
    holds
}

fn heading(what: &str) {
    println!(
        "\n{what:<40} {:>5} {:>10} {:>9} {:>9} {:>8}",
        "n", "median ms", "95 % ms", "worst ms", "at most"
    );
}
