//! A second service that deliberately differs from the practice service: each of the 27 calls
//! against a table of variations of its reply (members, wrappers, encodings, statuses, cuts,
//! delays). It finds faults that remain hidden because client and practice service have the same
//! authors.
//!
//! `cargo test --test all variations -- --nocapture` prints the table. It is a sample of the rows,
//! with every variation, every call and every member; with `POSTROOM_WHOLE=1` all rows run.

mod calls;
mod change;
mod desk;
mod judge;
mod lists;
mod members;
mod money;
mod path;
mod replies;
mod run;
mod server;
mod shop;
mod table;

use std::collections::BTreeSet;

use crate::coverage::CALLS;

#[test]
fn each_of_the_27_calls_holds_against_every_variation() {
    let tallies = run::run_all();
    hold("call", &tallies);
}

#[test]
fn every_call_of_the_interface_is_in_the_table() {
    let tried: BTreeSet<&str> = calls::all().iter().map(calls::TestedCall::call).collect();
    assert_eq!(tried, CALLS.into());
}

/// Money through the real desk: what is paid for is confirmed, and nothing is paid for twice.
#[test]
fn what_is_paid_for_is_never_lost_at_the_desk() {
    let runs: Vec<_> = money::CALLS
        .map(|call| std::thread::spawn(move || (call, money::run(call))))
        .into_iter()
        .map(|run| run.join().unwrap())
        .collect();
    hold("call, at the desk", &runs);
}

/// C3, C4, M6: the list is called complete only after everything the service has was seen.
#[test]
fn a_list_is_read_whole_in_any_order_and_of_any_pages() {
    hold("list, at the desk", &[("GET /Shipment", lists::run())]);
}

/// Prints the table, and fails with the rows that do not hold.
fn hold(title: &str, tallies: &[(&'static str, run::Tally)]) {
    let (mut apply, mut failed) = (0, Vec::new());
    println!("{title:<42} {:>9} {:>9}", "variations", "hold");
    for (name, tally) in tallies {
        let hold = tally.apply - tally.failed.len();
        println!("{name:<42} {:>9} {hold:>9}", tally.apply);
        apply += tally.apply;
        failed.extend(tally.failed.iter().cloned());
    }
    println!("{:<42} {apply:>9} {:>9}", "in all", apply - failed.len());
    for line in &failed {
        println!("does not hold: {line}");
    }
    assert!(failed.is_empty(), "{} of {apply} do not hold", failed.len());
}
