//! Damaged journals and caches, and the duration of a commit.

use std::time::{Duration, Instant};

use postroom::base::clock::Clock;
use postroom::store::Journal;

use crate::arguments::ProofArgs;
use crate::kit::damage::Hurt;
use crate::kit::{Failure, Folder, damage};
use crate::report::{Report, percentile};

const COMMITS: u64 = 2_000;

pub fn damage(wish: &ProofArgs, report: &mut Report) -> Result<(), Failure> {
    let folder = Folder::new("proof-damage")?;
    let copies = (wish.seed, wish.of(1_000));
    let journals = damage::journals(&folder, copies, false)?;
    tell("journals that were closed", &journals, report);
    let journals = damage::journals(&folder, copies, true)?;
    tell("journals of a killed program, with their log", &journals, report);
    let caches = damage::caches(&folder, copies)?;
    tell("caches", &caches, report);
    Ok(())
}

fn tell(what: &str, hurt: &Hurt, report: &mut Report) {
    let all = hurt.whole + hurt.refused + hurt.silent.len() as u64;
    report.say(format_args!(
        "{all} {what}: {} as before, {} refused or rebuilt; {:?}",
        hurt.whole, hurt.refused, hurt.kinds
    ));
    for seed in hurt.silent.iter().take(20) {
        report.say(format_args!("silent: {seed}"));
    }
    report.none(&format!("silent losses, {what}"), hurt.silent.len() as u64);
}

pub fn commits(wish: &ProofArgs, report: &mut Report) -> Result<(), Failure> {
    let folder = Folder::new("proof-commits")?;
    let journal = Journal::open(&folder.join("journal"), Clock::System)?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let mut times = Vec::new();
    for number in 0..wish.of(COMMITS) / 2 {
        let begun = Instant::now();
        let entry = runtime.block_on(journal.intend(damage::label(u32::try_from(number)?)))?;
        times.push(begun.elapsed());
        let begun = Instant::now();
        runtime.block_on(journal.mark_sending(&entry.transaction))?;
        times.push(begun.elapsed());
    }
    let (half, most) = (percentile(&mut times, 50), percentile(&mut times, 99));
    report.say(format_args!("{} commits, median {half:.2?}", times.len()));
    report.figure(
        "journal commit, 99th percentile",
        format_args!("{most:.2?}"),
        "under 25 ms",
        most < Duration::from_millis(25),
    );
    Ok(())
}
