//! The table of results of a run.

use std::fmt::Display;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub struct Report {
    begun: Instant,
    figures: u64,
    missed: Vec<String>,
}

impl Report {
    /// Prints what the run was asked for.
    pub fn new(asked: impl Display) -> Self {
        println!("Postroom {}: {asked}", env!("CARGO_PKG_VERSION"));
        Self { begun: Instant::now(), figures: 0, missed: Vec::new() }
    }

    pub fn begin(&self, section: &str) {
        let at = self.begun.elapsed();
        println!("\n== {section} ({:.0} s since the start)", at.as_secs_f64());
    }

    /// Prints information that has no limit.
    pub fn say(&self, words: impl Display) {
        println!("   {words}");
    }

    /// Prints a figure with its requirement.
    pub fn figure(&mut self, what: &str, found: impl Display, wanted: &str, held: bool) {
        self.figures += 1;
        let word = if held { "ok    " } else { "MISSED" };
        println!("   {word} {what}: {found} (must be {wanted})");
        if !held {
            self.missed.push(what.to_owned());
        }
    }

    /// Prints a count that must be zero.
    pub fn none(&mut self, what: &str, found: u64) {
        self.figure(what, found, "0", found == 0);
    }

    pub fn end(&self) -> ExitCode {
        let took = self.begun.elapsed().as_secs_f64();
        if self.missed.is_empty() {
            println!("\nAll {} figures hold; {took:.0} s", self.figures);
            return ExitCode::SUCCESS;
        }
        let missed = self.missed.join("; ");
        println!(
            "\n{} of {} figures missed: {missed}; {took:.0} s",
            self.missed.len(),
            self.figures
        );
        ExitCode::FAILURE
    }
}

/// The given percentile of the times.
pub fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    let at = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    times.get(at).copied().unwrap_or_default()
}
