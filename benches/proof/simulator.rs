//! The simulator with random seeds: a million orders, and the table of policies.

use postroom::base::clock::Stopwatch;

use crate::arguments::ProofArgs;
use crate::kit::Failure;
use crate::report::Report;
use crate::sim;
use crate::sim::model::Rules;
use crate::sim::mutants::Mutant;
use crate::sim::policies::Policy;
use crate::sim::service_quirks::ServiceQuirk;
use crate::sim::{RunCounts, policies};

const ORDERS: u64 = 1_000_000;
const COMPARED: u64 = 10_000;
const DOWN: u64 = 20;
const FULL: u64 = 10_000;

/// Runs the section. `POSTROOM_SIM_TELL=SEED` prints all events of the simulation with that seed
/// first.
pub fn run(wish: &ProofArgs, report: &mut Report) -> Result<(), Failure> {
    if let Some(seed) = std::env::var_os("POSTROOM_SIM_TELL") {
        for line in sim::run_with_log(seed.to_string_lossy().parse()?, &Rules::default()) {
            report.say(line);
        }
    }
    let compared = wish.of(COMPARED);
    let watch = Stopwatch::start();
    let tally = sim::run_many(wish.seed, wish.of(ORDERS), 10, &Rules::default());
    report_counts(report, wish.seed, &tally);
    report.say(format!("{:.1} s", watch.elapsed().as_secs_f32()));
    for manner in ServiceQuirk::ALL {
        report.say(format!("a service or a clock with one manner, {manner:?}:"));
        let tally = sim::run_many(wish.seed, compared, 10, &Rules::with(manner));
        report_counts(report, wish.seed, &tally);
    }
    report.say("a line down for 30 hours:");
    let down = sim::run_many(wish.seed, wish.of(DOWN), 10, &Rules::line_down());
    report_counts(report, wish.seed, &down);
    report.say("a disk that is full now and then:");
    let full = sim::run_many(wish.seed, wish.of(FULL), 10, &Rules::disk_full());
    report_counts(report, wish.seed, &full);
    report.say(format!("other policies, {compared} labels each:"));
    for policy in Policy::ALL {
        let tally = sim::run_many(wish.seed, compared, usize::MAX, &policies::rules(Some(policy)));
        row(report, policy.name(), &tally);
    }
    let ours = sim::run_many(wish.seed, compared, usize::MAX, &policies::rules(None));
    row(report, "journal + same id + look-up", &ours);
    let walk = sim::walk::one_in_so_many_steps(wish.seed, 1);
    let worlds = format!("of {} worlds with a death at every step, broken", walk.worlds);
    report.none(&worlds, walk.broken.len() as u64);
    for story in &walk.broken {
        report.say(story);
    }
    for mutant in Mutant::ALL {
        let tally = sim::run_many(wish.seed, compared, 1, &mutant.rules());
        let seen = tally.broken.first();
        let words = seen.map_or("not seen", |(_, words)| words.as_str());
        let found = format!("{words}, after {} orders", tally.orders);
        let what = format!("protection taken away: {mutant:?}");
        report.figure(&what, found, "seen", seen.is_some());
    }
    Ok(())
}

fn report_counts(report: &mut Report, first: u64, tally: &RunCounts) {
    for (name, count) in [
        ("orders", tally.orders),
        ("calls", tally.calls),
        ("calls in times of trouble", tally.exposed),
        ("of them faulted", tally.faults),
        ("crashes", tally.crashes),
    ] {
        report.say(format!("{count:>10} {name}"));
    }
    report.say(format!("{:>10} seeds from {first}", tally.worlds));
    report.none("bought twice", tally.bought_twice);
    report.none("lost", tally.lost);
    report.none("stuck", tally.stuck);
    report.none("worlds that broke a promise", tally.broken.len() as u64);
    for (seed, words) in &tally.broken {
        report.say(format!("seed {seed}: {words}"));
    }
}

fn row(report: &Report, name: &str, tally: &RunCounts) {
    report.say(format!(
        "{name:<30} bought twice {:>5}, lost or stuck {:>5}",
        tally.bought_twice,
        tally.lost + tally.stuck
    ));
}
