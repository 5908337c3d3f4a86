//! A seeded simulator of purchases. The code that spends money (`desk::money`) is the shipped code;
//! the journal, HTTP calls, time, screen and user around it are models. A run has a few orders, on
//! one thread in virtual time. The same seed gives the same run, step by step.

pub mod check;
mod connection;
pub mod dice;
pub mod journal;
pub mod model;
pub mod mutants;
pub mod policies;
pub mod program;
mod service;
pub mod service_quirks;
mod user;
pub mod virtual_clock;
pub mod walk;

use std::sync::Arc;
use std::time::Duration;

use self::check::Verdict;
use self::model::{Model, Rules};
use self::program::Program;
use self::virtual_clock::VirtualClock;

/// Orders per run: few, so that the crashes of the program leave each of them enough steps.
pub const ORDERS: u64 = 4;

/// The sum of many runs.
#[derive(Clone, Debug, Default)]
pub struct RunCounts {
    pub worlds: u64,
    pub orders: u64,
    pub calls: u64,
    /// How many of these calls fell into the period of faults.
    pub exposed: u64,
    pub faults: u64,
    pub crashes: u64,
    pub bought_twice: u64,
    pub lost: u64,
    pub stuck: u64,
    /// Seeds whose run broke an invariant, with the first message.
    pub broken: Vec<(u64, String)>,
}

impl RunCounts {
    fn add(&mut self, seed: u64, verdict: &Verdict) {
        self.worlds += 1;
        self.orders += verdict.orders;
        self.calls += verdict.calls;
        self.exposed += verdict.exposed;
        self.faults += verdict.faults;
        self.crashes += verdict.crashes;
        self.bought_twice += verdict.bought_twice;
        self.lost += verdict.lost;
        self.stuck += verdict.stuck;
        if let Some(first) = verdict.wrong.first() {
            self.broken.push((seed, first.clone()));
        }
    }
}

/// Simulates the seeds from `first` on until at least `orders` orders are finished, or `enough`
/// runs broke an invariant.
pub fn run_many(first: u64, orders: u64, enough: usize, rules: &Rules) -> RunCounts {
    let mut tally = RunCounts::default();
    for seed in first.. {
        if tally.orders >= orders || tally.broken.len() >= enough {
            break;
        }
        tally.add(seed, &run(seed, rules));
    }
    tally
}

/// Simulates one seed to its end.
pub fn run(seed: u64, rules: &Rules) -> Verdict {
    let pulse = VirtualClock::new();
    let model = Arc::new(Model::new(seed, rules, pulse.clone()));
    let program = Program::new(&model, rules);
    model.begin();
    program.start();
    user::begin(&model, &program);
    let over = Duration::from_secs(model.end());
    pulse.run(over, || {
        if model.take_crash() {
            program.die();
            true
        } else {
            false
        }
    });
    check::judge(&model)
}

/// Simulates the same seed again and returns the log of every event.
pub fn run_with_log(seed: u64, rules: &Rules) -> Vec<String> {
    let rules = Rules { telling: true, ..rules.clone() };
    run(seed, &rules).log
}
