//! Crash proofs: kill -9 after every commit of a purchase, with every kind of fault; and two
//! processes that buy the same label from one journal.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::arguments::ProofArgs;
use crate::kit::audit::audit;
use crate::kit::crash::Killed;
use crate::kit::shop::{Server, money_kinds};
use crate::kit::{Failure, Folder, crash, races};
use crate::report::Report;

const REAL_DAY: u32 = 86_400;
/// More commits than one purchase takes if two of its requests fail.
const MOST_STEPS: u64 = 8;

pub fn run(wish: &ProofArgs, report: &mut Report) -> Result<(), Failure> {
    let folder = Folder::new("proof-crashes")?;
    let server = Server::start(folder.join("service"), REAL_DAY)?;
    server.refill(10_000)?;
    let mut desks: Vec<PathBuf> = Vec::new();
    let mut killed = BTreeMap::new();
    for step in 1..=wish.of(MOST_STEPS) {
        for (kind, millis) in money_kinds() {
            let fault =
                json!({"call": "POST /Shipment", "kind": kind, "millis": millis, "count": 2});
            let (desk, at) = crash::kill_and_finish(&server, &folder, (&fault, step), &again)?;
            desks.push(desk);
            let at = match at {
                Killed::After(step, state) => format!("after commit {step}, {state}"),
                Killed::Settled => "after the last commit".to_owned(),
            };
            *killed.entry(at).or_insert(0) += 1;
        }
    }
    server.stop();
    for (at, count) in killed {
        report.say(format_args!("{count:>4} killed {at}"));
    }
    let places: Vec<&Path> = desks.iter().map(PathBuf::as_path).collect();
    let found = audit(&places, &folder.join("service"))?;
    let bought = desks.len() as u64;
    report.figure(
        "labels of desks that were killed",
        found.labels,
        &bought.to_string(),
        found.labels == bought,
    );
    super::faults::tell(&found, report);
    Ok(())
}

pub fn races(wish: &ProofArgs, report: &mut Report) -> Result<(), Failure> {
    let folder = Folder::new("proof-races")?;
    let rounds = wish.of(1_000);
    let raced = races::run(&folder, rounds, &again)?;
    report.say(format_args!(
        "{} races; in {} one met the other's lock, in {} one found the label bought",
        raced.rounds, raced.locked_out, raced.already_bought
    ));
    report.none("labels bought twice", raced.double);
    report.none("labels lost", raced.lost);
    Ok(())
}

fn again() -> Result<Command, Failure> {
    Ok(Command::new(std::env::current_exe()?))
}
