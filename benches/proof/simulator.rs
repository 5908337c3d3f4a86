//! The seeded simulator: a million orders, and the table of policies.

use postroom::base::clock::Stopwatch;

use crate::sim::model::Rules;
use crate::sim::mutants::Mutant;
use crate::sim::policies::{self, Policy};
use crate::sim::{self, Tally};

/// Orders and the first seed, each from the environment if set there.
const ORDERS: u64 = 1_000_000;
const COMPARED: u64 = 10_000;
const DOWN: u64 = 20;
const FULL: u64 = 10_000;

/// Gives how many worlds broke a promise.
pub fn run() -> usize {
    let orders = number("POSTROOM_SIM_ORDERS", ORDERS);
    let first = number("POSTROOM_SIM_SEED", 1);
    if let Some(seed) = std::env::var_os("POSTROOM_SIM_TELL") {
        let seed = seed.to_string_lossy().parse().unwrap_or(first);
        for line in sim::tell(seed, &Rules::default()) {
            println!("{line}");
        }
    }
    println!("simulator: labels, top-ups and refunds");
    let watch = Stopwatch::start();
    let tally = sim::run_many(first, orders, 10, &Rules::default());
    report(first, &tally);
    println!("{:>22} s", watch.elapsed().as_secs_f32());
    let down = sim::run_many(first, DOWN, 10, &Rules::line_down());
    println!("a line down for 30 hours");
    report(first, &down);
    let full = sim::run_many(first, FULL, 10, &Rules::disk_full());
    println!("a disk that is full now and then");
    report(first, &full);
    println!("policies: {COMPARED} labels each");
    for policy in Policy::ALL {
        row(policy.name(), &policies::rules(Some(policy)), first);
    }
    row("journal + same id + look-up", &policies::rules(None), first);
    let walk = sim::walk::every_step(first);
    println!(
        "a death at every step: {} worlds, {} broken",
        walk.worlds,
        walk.broken.len()
    );
    for story in &walk.broken {
        println!("{story}");
    }
    println!("protections taken away, and what it takes to see it");
    for mutant in Mutant::ALL {
        let tally = sim::run_many(first, COMPARED, 1, &mutant.rules());
        let seen = tally.broken.first();
        let words = seen.map_or("NOT SEEN", |(_, words)| words.as_str());
        println!(
            "{:<18} {:>5} orders  {words}",
            format!("{mutant:?}"),
            tally.orders
        );
    }
    tally.broken.len() + down.broken.len() + full.broken.len() + walk.broken.len()
}

fn report(first: u64, tally: &Tally) {
    for (name, count) in [
        ("orders", tally.orders),
        ("calls", tally.calls),
        ("calls in times of trouble", tally.exposed),
        ("of them faulted", tally.faults),
        ("crashes", tally.crashes),
        ("bought twice", tally.bought_twice),
        ("lost", tally.lost),
        ("stuck", tally.stuck),
    ] {
        println!("{count:>22} {name}");
    }
    println!("{:>22} first seed, {} seeds", first, tally.worlds);
    for (seed, words) in &tally.broken {
        println!("seed {seed}: {words}");
    }
}

fn row(name: &str, rules: &Rules, first: u64) {
    let tally = sim::run_many(first, COMPARED, usize::MAX, rules);
    println!(
        "{name:<30} bought twice {:>5}, lost or stuck {:>5}",
        tally.bought_twice,
        tally.lost + tally.stuck
    );
}

fn number(name: &str, otherwise: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.replace('_', "").parse().ok())
        .unwrap_or(otherwise)
}
