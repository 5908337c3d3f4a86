//! Purchases in the simulator (`docs/money.md`): the invariants, the seeds that once broke them,
//! and the proof that the simulator would notice.

mod journal_model_check;
mod reading;
mod regression_seeds;
mod sim;

use self::sim::model::Rules;
use self::sim::mutants::Mutant;
use self::sim::policies::{self, Policy};
use self::sim::service_quirks::ServiceQuirk;
use crate::extent::extent;

const ORDERS: u64 = 10_000;
/// Orders of the short form: with them too, about half of the calls fail and most runs crash.
const FEW: u64 = 2_000;
/// Orders with a connection that is down.
const DOWN: u64 = 3;
/// Orders with a disk that is sometimes full.
const FULL: u64 = 1_000;
/// The number of orders within which a removed protection must be noticed.
const SEEN_WITHIN: u64 = 3_000;

#[test]
fn nothing_is_bought_twice_lost_or_stuck() {
    let rules = Rules::default();
    for seed in regression_seeds::seeds() {
        let verdict = sim::run(seed, &rules);
        assert!(verdict.wrong.is_empty(), "{}", regression_seeds::tell(seed, &rules));
    }
    let orders = extent(FEW, ORDERS);
    let tally = sim::run_many(1, orders, 1, &rules);
    if let Some((seed, _)) = tally.broken.first() {
        regression_seeds::keep(*seed);
        panic!("{}", regression_seeds::tell(*seed, &rules));
    }
    assert_eq!((tally.bought_twice, tally.lost, tally.stuck), (0, 0, 0));
    // A simulation without failures would prove nothing.
    assert!(tally.orders >= orders && tally.crashes > orders / 2);
    let faulted = tally.faults * 100 / tally.exposed;
    assert!((47..54).contains(&faulted), "{tally:?}");
}

/// Findings C5 and M5 (lag, the balance checked first), M3 (spelling), M4 and C2 (empty responses),
/// M1 (unreadable responses), C9 (errors of a look-up), M2 (the clock): each alone, so that each is noticed if its fix is
/// removed.
#[test]
fn whatever_manners_a_service_has() {
    let orders = extent(FEW, ORDERS) / extent(10, 5);
    for manner in ServiceQuirk::ALL {
        let rules = Rules::with(manner);
        let tally = sim::run_many(1, orders, 3, &rules);
        if let Some((seed, _)) = tally.broken.first() {
            panic!("{manner:?}: {:?}\n{}", tally.broken, regression_seeds::tell(*seed, &rules));
        }
    }
}

#[test]
fn a_line_that_is_down_for_more_than_a_day() {
    let tally = sim::run_many(1, DOWN, 1, &Rules::line_down());
    assert_eq!(tally.broken, []);
    assert_eq!((tally.faults, tally.crashes), (tally.exposed, 0));
    assert!(tally.faults > 1_000, "{tally:?}");
}

#[test]
fn a_disk_that_is_full_now_and_then() {
    let tally = sim::run_many(1, FULL, 1, &Rules::disk_full());
    assert_eq!(tally.broken, []);
    assert!(tally.faults > FULL, "{tally:?}");
}

#[test]
fn a_protection_that_is_taken_away_is_missed() {
    for mutant in Mutant::ALL {
        let tally = sim::run_many(1, SEEN_WITHIN, 1, &mutant.rules());
        assert_eq!(tally.broken.len(), 1, "{mutant:?} was not seen");
    }
}

#[test]
fn programs_without_a_journal_buy_twice() {
    for policy in Policy::ALL {
        let rules = policies::rules(Some(policy));
        let tally = sim::run_many(1, 1_000, usize::MAX, &rules);
        assert!(tally.bought_twice > 10, "{}: {tally:?}", policy.name());
        assert!(tally.lost + tally.stuck > 10, "{}: {tally:?}", policy.name());
    }
    let ours = sim::run_many(1, 1_000, usize::MAX, &policies::rules(None));
    assert_eq!((ours.bought_twice, ours.lost, ours.stuck), (0, 0, 0));
}

#[test]
fn a_crash_at_any_step_reaches_the_same_result() {
    let stride = extent(4, 1);
    let walk = sim::walk::one_in_so_many_steps(1, stride);
    assert!(walk.broken.is_empty(), "{}", walk.broken[0]);
    assert!(walk.worlds > 1_000 / stride as u64, "{} worlds", walk.worlds);
}

#[test]
fn the_same_seed_is_the_same_world() {
    postroom::catalogs::install();
    let rules = Rules::default();
    let first = sim::run_with_log(7, &rules);
    assert!(first.len() > 20, "{first:#?}");
    assert_eq!(first, sim::run_with_log(7, &rules));
    assert_ne!(first, sim::run_with_log(8, &rules));
}
