//! How fast labels are drawn:
//!
//! ```text
//! cargo bench --bench labels
//! ```
//!
//! - **Sample PDFs** at 203 and 300 dots an inch beside `pdftoppm` and `mutool`: user and
//!   system time of one process for each file, from its start to its end, that draws every
//!   page to grey pixels and writes them into a pipe. Ours is the drawing child, asked once.
//!   The three take turns file by file. Left out are files that one of the three refuses.
//!   Below the totals stands what is left without the start: the time of a process that draws
//!   nothing (asked for its version; ours given an empty pipe) taken off for each file.
//! - **A 4x6 label through the warm child**, pipe included: from the bytes to the pages.
//! - **The first preview**: a label is bought at the practice service; from the moment its
//!   bytes are in the desk to the end of the frame that shows its picture, with the picture
//!   made into a texture, everything tessellated and painted by the processor, as no graphics
//!   card is needed here.
//!
//! `POSTROOM_SAMPLES` names another folder of PDFs. Reads /proc, so it runs on Linux only.
//! Ends with a non-zero status when a limit is missed; a tool that is not installed is named
//! and its limit left out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::indexing_slicing)]

mod beside;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/label/facts.rs"]
mod facts;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/desk/harness.rs"]
mod harness;
mod preview;
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
    if wanted("warm") {
        holds &= warm::measured();
    }
    if wanted("preview") {
        holds &= preview::measured();
    }
    if holds {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// A row of times: median, 95th of a hundred, worst. True when the median keeps its limit.
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
