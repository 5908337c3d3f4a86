//! Ten thousand orders bought by the hundred with faults on a third of the calls and a hundred kills
//! at random moments: by a desk without a window, and by `postroom batch`.

use std::process::Command;

use crate::arguments::ProofArgs;
use crate::kit::Failure;
use crate::kit::orders::{Trial, Tried, by_desk, by_program};
use crate::report::Report;

const ORDERS: u64 = 10_000;
const KILLS: u64 = 100;
const FAULTED: f64 = 1.0 / 3.0;
/// The fewest orders for one kill: with fewer, kills would come while nothing is bought.
const ORDERS_PER_KILL: u64 = 30;

/// The desk without a window, which a clerk uses.
pub fn run(wish: &ProofArgs, report: &mut Report) -> Result<(), Failure> {
    let trial = trial(wish, report);
    let again = || Ok(Command::new(std::env::current_exe()?));
    tell(&trial, &by_desk(&trial, &again)?, report);
    Ok(())
}

/// `postroom batch`.
pub fn batch(wish: &ProofArgs, report: &mut Report) -> Result<(), Failure> {
    let trial = trial(wish, report);
    tell(&trial, &by_program(&trial)?, report);
    Ok(())
}

fn trial(wish: &ProofArgs, report: &Report) -> Trial {
    let orders = wish.orders.unwrap_or_else(|| wish.of(ORDERS));
    let kills = wish.kills.unwrap_or_else(|| {
        let usual = KILLS.min(orders / ORDERS_PER_KILL);
        usual.max(1)
    });
    report.say(format_args!("{orders} orders, {kills} kills"));
    Trial { orders, kills, seed: wish.seed, faulted: FAULTED }
}

fn tell(trial: &Trial, tried: &Tried, report: &mut Report) {
    let (deaths, found) = (&tried.deaths, &tried.found);
    report.say(format_args!(
        "{:.0} s, {} starts; runs that ended by themselves, by exit code: {:?}",
        tried.took.as_secs_f64(),
        deaths.starts,
        deaths.ends
    ));
    for (during, kills) in &deaths.during {
        report.say(format_args!("{kills:>6} kills {during}"));
    }
    for (state, labels) in &deaths.open {
        report.say(format_args!("{labels:>6} labels left by a kill: {state}"));
    }
    for (kind, calls) in &tried.met {
        report.say(format_args!("{calls:>6} calls met {kind}"));
    }
    match found.must_be_clean() {
        Ok(()) => report.say(&found.purchases),
        Err(every) => report.say(every),
    }
    let (orders, kills) = (trial.orders, trial.kills);
    report.figure("kills", deaths.kills, &kills.to_string(), deaths.kills == kills);
    let bought = found.by_state.get("bought").copied().unwrap_or_default();
    report.figure("orders that show their label", bought, &orders.to_string(), bought == orders);
    let labels = found.purchases.labels;
    report.figure("labels at the service", labels, &orders.to_string(), labels == orders);
    let purchases = &found.purchases;
    for (what, lists) in [
        ("bought twice", [&found.double, &purchases.double]),
        ("lost", [&found.lost, &purchases.lost]),
        ("stuck", [&found.stuck, &purchases.stuck]),
        ("otherwise wrong", [&found.wrong, &purchases.wrong]),
    ] {
        report.none(what, lists.iter().map(|list| list.len() as u64).sum());
    }
    let (ledger, journal) = found.purchases.debits;
    for (what, sum) in [("journal", journal), ("orders", found.charged)] {
        report.figure(
            &format!("sum of the {what}, millionths"),
            sum,
            &format!("the ledger's {ledger}"),
            sum == ledger,
        );
    }
}
