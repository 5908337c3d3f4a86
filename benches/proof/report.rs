//! The arguments of a run, and the table of its results.

use std::fmt::Display;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::kit::Failure;

const SEED: u64 = 20_261_121;

pub struct ProofArgs {
    sections: Vec<String>,
    pub seed: u64,
    /// Duration of the soak.
    pub minutes: u64,
    divide: u64,
    /// Orders and kills of the sections `orders` and `batch`, if they are named.
    pub orders: Option<u64>,
    pub kills: Option<u64>,
}

impl ProofArgs {
    pub fn read(args: impl Iterator<Item = String>, known: &[&str]) -> Result<Self, Failure> {
        let mut wish = Self {
            sections: Vec::new(),
            seed: SEED,
            minutes: 60,
            divide: 1,
            orders: None,
            kills: None,
        };
        let mut args = args;
        while let Some(arg) = args.next() {
            let mut number = || -> Result<u64, Failure> {
                let value = args.next().unwrap_or_default();
                value
                    .parse()
                    .map_err(|error| format!("{arg} {value}: {error}").into())
            };
            match arg.as_str() {
                "--seed" => wish.seed = number()?,
                "--minutes" => wish.minutes = number()?.max(1),
                "--divide" => wish.divide = number()?.max(1),
                "--orders" => wish.orders = Some(number()?.max(1)),
                "--kills" => wish.kills = Some(number()?),
                // Cargo passes this to every bench.
                "--bench" => {}
                name if known.contains(&name) => wish.sections.push(arg),
                other => {
                    let known = known.join(", ");
                    return Err(format!(
                        "{other}? There are {known}, --seed, --minutes, --divide, --orders and \
                         --kills"
                    )
                    .into());
                }
            }
        }
        Ok(wish)
    }

    pub fn wants(&self, section: &str, usual: bool) -> bool {
        match self.sections.is_empty() {
            true => usual,
            false => self.sections.iter().any(|name| name == section),
        }
    }

    /// A count of the proof, divided by `--divide`.
    pub fn of(&self, count: u64) -> u64 {
        (count / self.divide).max(1)
    }
}

pub struct Report {
    begun: Instant,
    figures: u64,
    missed: Vec<String>,
}

impl Report {
    pub fn new(wish: &ProofArgs) -> Self {
        println!(
            "Postroom {}: seed {}, counts divided by {}",
            env!("CARGO_PKG_VERSION"),
            wish.seed,
            wish.divide
        );
        Self {
            begun: Instant::now(),
            figures: 0,
            missed: Vec::new(),
        }
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
