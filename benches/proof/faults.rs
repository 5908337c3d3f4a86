//! The real desk and the real service with faults between them: every request for money gets one,
//! and so does a third of the look-ups. Between them is a gateway with several quirks, and some
//! desks have a clock that is ten days off. Then the faults stop, and the journal is compared with
//! the service.

use std::collections::BTreeMap;

use postroom::desk::Timing;

use crate::arguments::ProofArgs;
use crate::kit::Failure;
use crate::kit::audit::Audit;
use crate::kit::day::{Task, part, trade_at_once};
use crate::kit::shop::quick;
use crate::report::Report;

/// Days that the clock of each shop is ahead. Top-ups have their own shops, because each look-up of
/// a top-up reads the history of all earlier ones.
const LABEL_SHOPS: [i64; 4] = [0, 10, -10, 0];
const TOP_UP_SHOPS: [i64; 4] = [0, 10, -10, 0];

pub fn run(wish: &ProofArgs, report: &mut Report) -> Result<(), Failure> {
    let (labels, others) = (wish.of(10_000), wish.of(1_000));
    let tasks = tasks(wish.seed, labels, others);
    report.say(format_args!(
        "{labels} labels, {others} refunds and {others} top-ups asked for, in {} shops",
        tasks.len()
    ));
    let mut found = Audit::default();
    let mut met = BTreeMap::<_, u64>::new();
    for (task, day) in tasks.iter().zip(trade_at_once(&tasks)) {
        let Task { seed, ahead, .. } = task;
        let day = day.map_err(|error| format!("seed {seed}, clock {ahead:+} days: {error}"))?;
        report.say(format_args!(
            "seed {seed}, clock {ahead:+} days, {:.0} s; the screen says {:?}",
            day.took.as_secs_f32(),
            day.standing
        ));
        report.say(format_args!("     {}", day.found));
        for (kind, count) in day.met {
            *met.entry(kind).or_default() += count;
        }
        found.add(day.found);
    }
    for (kind, count) in met {
        report.say(format_args!("{count:>6} calls met {kind}"));
    }
    tell(&found, report);
    Ok(())
}

fn tasks(seed: u64, labels: u64, others: u64) -> Vec<Task> {
    let mut tasks = Vec::new();
    let shops = LABEL_SHOPS.len() as u64;
    for (at, ahead) in (0..).zip(LABEL_SHOPS) {
        tasks.push(Task {
            labels: part(labels, shops, at),
            refunds: part(others, shops, at),
            top_ups: 0,
            seed: seed + at,
            ahead,
            pace: patient(),
        });
    }
    let (first, shops) = (seed + shops, TOP_UP_SHOPS.len() as u64);
    for (at, ahead) in (0..).zip(TOP_UP_SHOPS) {
        tasks.push(Task {
            labels: 0,
            refunds: 0,
            top_ups: part(others, shops, at),
            seed: first + at,
            ahead,
            pace: patient(),
        });
    }
    tasks
}

/// A missing purchase is looked up again ten times as often as in a shop, not six hundred times:
/// with hundreds of top-ups that never arrived, the desk would read nothing else.
fn patient() -> Timing {
    Timing { watch: Timing::default().watch / 10, ..quick() }
}

/// Reports the four guarantees and the comparison of the sums.
pub fn tell(found: &Audit, report: &mut Report) {
    match found.must_be_clean() {
        Ok(()) => report.say(found),
        Err(every) => report.say(every),
    }
    report.none("bought, topped up or refunded twice", found.double.len() as u64);
    report.none("lost", found.lost.len() as u64);
    report.none("stuck", found.stuck.len() as u64);
    report.none("otherwise wrong", found.wrong.len() as u64);
    let ((ledger, journal), (credited, confirmed)) = (found.debits, found.credits);
    report.figure(
        "confirmed debits, millionths",
        journal,
        &format!("the ledger's {ledger}"),
        ledger == journal,
    );
    report.figure(
        "confirmed top-ups, millionths",
        confirmed,
        &format!("the ledger's {credited}"),
        credited == confirmed,
    );
}
