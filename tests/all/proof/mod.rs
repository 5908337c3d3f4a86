//! The short form of `cargo bench --bench proof`: the same code with smaller numbers.

#[path = "../../../benches/proof/kit/mod.rs"]
mod kit;
#[cfg(unix)]
mod many_stations;
#[cfg(unix)]
#[path = "../../../benches/stations/trial/mod.rs"]
pub mod trial;

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::Duration;

#[cfg(unix)]
use crate::{database_servers, reserved_ports};
use kit::audit::{Audit, audit};
use kit::crash::{self, Killed};
use kit::day::{Task, trade_at_once};
use kit::orders::{Trial, by_desk, by_program};
use kit::shop::{Server, money_kinds, quick};
use kit::{Failure, Folder, damage, doubts, races};
use serde_json::json;

const SEED: u64 = 20_261_121;
const REAL_DAY: u32 = 86_400;
/// The number of gateway behaviors, in addition to the faults of the service.
const HABITS: usize = 6;

/// Five hundred purchases, each hit by a fault, with top-ups and refunds, through a gateway that
/// delays, repeats and changes responses. Findings C5 and M5 (lag, a gateway that repeats), M1
/// (responses that are too large), M3 (spelling) and M2 (clocks ten days off).
#[test]
fn nothing_is_bought_twice_lost_or_stuck_on_a_line_full_of_faults() -> Result<(), Failure> {
    let task = |number: u64, labels, refunds, top_ups, ahead| Task {
        labels,
        refunds,
        top_ups,
        seed: SEED + number,
        ahead,
        pace: quick(),
    };
    let tasks = [
        task(0, 100, 5, 0, 10),
        task(1, 100, 5, 0, -10),
        task(2, 100, 5, 0, 0),
        task(3, 100, 5, 0, 10),
        task(4, 100, 5, 0, -10),
        task(5, 0, 0, 25, -10),
    ];
    let mut found = Audit::default();
    let mut met = BTreeMap::<_, u64>::new();
    for (task, day) in tasks.iter().zip(trade_at_once(&tasks)) {
        let day = day.map_err(|error| format!("{task:?}: {error}"))?;
        println!("{:.1} s, {:?}", day.took.as_secs_f32(), day.standing);
        for (kind, count) in day.met {
            *met.entry(kind).or_default() += count;
        }
        found.add(day.found);
    }
    println!("{met:?}\n{found}");
    found.must_be_clean()?;
    let kinds: BTreeSet<_> = money_kinds().map(|(kind, _)| kind).collect();
    assert!(met.len() >= kinds.len() + HABITS, "{met:?}");
    assert!(found.labels > 460 && found.top_ups > 10, "{found}");
    Ok(())
}

/// Every second kind of fault, each with a kill after one of the first five commits of the journal.
#[test]
fn a_desk_killed_in_the_middle_of_a_fault_comes_to_the_same_end() -> Result<(), Failure> {
    if crash::act_as_child()? {
        return Ok(());
    }
    let name = "proof::a_desk_killed_in_the_middle_of_a_fault_comes_to_the_same_end";
    let folder = Folder::new("killed")?;
    let server = Server::start(folder.join("service"), REAL_DAY)?;
    let (mut desks, mut states) = (Vec::new(), Vec::new());
    for (at, (kind, millis)) in (0u64..).zip(money_kinds()).step_by(2) {
        let fault = json!({"call": "POST /Shipment", "kind": kind, "millis": millis, "count": 2});
        let step = 1 + (at / 2) % 5;
        let (desk, killed) =
            crash::kill_and_finish(&server, &folder, (&fault, step), &|| again(name))?;
        desks.push(desk);
        if let Killed::After(_, state) = killed {
            states.push(state);
        }
    }
    server.stop();
    let desks: Vec<_> = desks.iter().map(std::path::PathBuf::as_path).collect();
    let found = audit(&desks, &folder.join("service"))?;
    found.must_be_clean()?;
    assert_eq!(found.labels, desks.len() as u64, "one label a desk: {found}");
    for state in ["intent", "sending", "unknown"] {
        assert!(states.iter().any(|killed| killed == state), "{states:?}");
    }
    Ok(())
}

/// A clerk imports, rates and buys orders; the desk is killed four times, and a third of the calls
/// meet faults.
#[test]
fn orders_of_a_killed_desk_are_each_bought_once() -> Result<(), Failure> {
    if crash::act_as_child()? {
        return Ok(());
    }
    let name = "proof::orders_of_a_killed_desk_are_each_bought_once";
    let trial = Trial { orders: 90, kills: 4, seed: SEED, faulted: 1.0 / 3.0 };
    let tried = by_desk(&trial, &|| again(name))?;
    println!("{:?} {:?} {:?}", tried.took, tried.deaths, tried.met);
    tried.found.must_be_clean()?;
    assert_eq!((tried.found.orders, tried.deaths.kills), (90, 4));
    Ok(())
}

/// The same with `postroom batch` and without faults: at its own pace a purchase that did not
/// arrive is looked up for a minute.
#[test]
fn orders_of_a_killed_batch_are_each_bought_once() -> Result<(), Failure> {
    let trial = Trial { orders: 30, kills: 3, seed: SEED, faulted: 0.0 };
    let tried = by_program(&trial)?;
    println!("{:?} {:?}", tried.took, tried.deaths);
    tried.found.must_be_clean()?;
    assert_eq!((tried.found.orders, tried.deaths.kills), (30, 3));
    Ok(())
}

#[test]
fn two_processes_race_for_one_journal_and_each_label_is_bought_once() -> Result<(), Failure> {
    if crash::act_as_child()? {
        return Ok(());
    }
    let name = "proof::two_processes_race_for_one_journal_and_each_label_is_bought_once";
    let folder = Folder::new("race")?;
    let raced = races::run(&folder, 30, &|| again(name))?;
    assert_eq!((raced.rounds, raced.double, raced.lost), (30, 0, 0), "{raced:?}");
    assert_eq!(raced.already_bought, 30, "both came to each label: {raced:?}");
    Ok(())
}

#[test]
fn purchases_in_doubt_at_the_start_are_all_cleared_up() -> Result<(), Failure> {
    let folder = Folder::new("doubts")?;
    let server = Server::start(folder.join("service"), REAL_DAY)?;
    server.refill(10_000)?;
    let down = Duration::from_millis(100);
    let cleared = doubts::clear_up(&folder, &server, (40, down), &quick())?;
    server.stop();
    assert_eq!(cleared.resolved.len(), 40);
    let found = audit(&[&folder.join("desk")], &folder.join("service"))?;
    found.must_be_clean()?;
    assert_eq!(found.labels, 41, "{found}");
    Ok(())
}

#[test]
fn no_damage_to_a_journal_goes_unnoticed() -> Result<(), Failure> {
    let folder = Folder::new("hurt-journals")?;
    for with_log in [false, true] {
        let hurt = damage::journals(&folder, (SEED, 60), with_log)?;
        assert_eq!(hurt.whole + hurt.refused, 60, "{with_log} {hurt:?}");
        assert!(hurt.silent.is_empty() && hurt.kinds.len() == 6, "{with_log} {hurt:?}");
    }
    Ok(())
}

#[test]
fn a_damaged_cache_is_rebuilt_or_reads_as_it_did() -> Result<(), Failure> {
    let folder = Folder::new("hurt-caches")?;
    let hurt = damage::caches(&folder, (SEED, 40))?;
    assert!(hurt.silent.is_empty() && hurt.refused > 0, "{hurt:?}");
    Ok(())
}

/// Runs this program again with a single test, which then does what its parent asked for.
fn again(test: &str) -> Result<Command, Failure> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([test, "--exact", "--nocapture", "--test-threads=1"]);
    Ok(command)
}
