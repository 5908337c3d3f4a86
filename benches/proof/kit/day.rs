//! A shop's day: it trades with faults and a gateway with quirks, then without, and is audited.
//! Several shops run at once, because a purchase with an unknown outcome mostly waits.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use jiff::SignedDuration;
use postroom::desk::Timing;

use super::audit::{Audit, audit};
use super::shop::{Server, ShopDesk, faults};
use super::trade::{Clerk, Standing, standing};
use super::{Failure, Folder};

const REAL_DAY: u32 = 86_400;
/// Rounds in which labels and refunds alternate.
const ROUNDS: u64 = 10;
/// Top-ups of one account that may be unsettled at a time.
const TOP_UPS: usize = 1;

/// The work of one shop in its day.
#[derive(Clone, Debug)]
pub struct Task {
    pub labels: u64,
    pub refunds: u64,
    pub top_ups: u64,
    pub seed: u64,
    /// How far the desk's clock is ahead, in days.
    pub ahead: i64,
    pub pace: Timing,
}

/// The result of one shop's day.
pub struct Day {
    pub found: Audit,
    /// Calls by the fault or quirk they got.
    pub met: BTreeMap<&'static str, u64>,
    pub standing: Standing,
    pub took: Duration,
}

/// Runs all tasks in parallel; the results are in the order of the tasks.
pub fn trade_at_once(tasks: &[Task]) -> Vec<Result<Day, Failure>> {
    std::thread::scope(|scope| {
        let begin = |task| scope.spawn(move || trade(task));
        let begun: Vec<_> = tasks.iter().map(begin).collect();
        let end = |day: std::thread::ScopedJoinHandle<'_, Result<Day, Failure>>| {
            day.join().unwrap_or_else(|_| Err("a shop panicked".into()))
        };
        begun.into_iter().map(end).collect()
    })
}

/// The share of part number `at` when a count is divided into equal parts.
pub fn part(all: u64, parts: u64, at: u64) -> u64 {
    all * (at + 1) / parts - all * at / parts
}

fn trade(task: &Task) -> Result<Day, Failure> {
    let begun = Instant::now();
    let folder = Folder::new("proof-faults")?;
    let mut server = Server::start(folder.join("service"), REAL_DAY)?;
    server.refill(900_000)?;
    server.stand_behind_a_gate(task.seed)?;
    let ahead = SignedDuration::from_hours(task.ahead * 24);
    let mut counter = ShopDesk::open_off(folder.join("desk"), &server.login, &task.pace, ahead)?;
    server.meet(&folder, &faults(task.seed, 1.0, 1.0 / 3.0))?;
    let mut clerk = Clerk::new(task.seed);
    for round in 0..ROUNDS {
        clerk.buy(&mut counter, part(task.labels, ROUNDS, round))?;
        let refunds = part(task.refunds, ROUNDS, round);
        clerk.refund(&mut counter, usize::try_from(refunds)?)?;
        clerk.settle(&mut counter)?;
    }
    // Last, because each look-up of a top-up reads the whole history before it.
    clerk.top_up(&mut counter, task.top_ups, TOP_UPS)?;
    server.clear_faults();
    clerk.settle_watched(&mut counter, &task.pace)?;
    let (met, standing) = (server.met(), standing(&counter));
    counter.close();
    server.stop();
    Ok(Day {
        found: audit(&[&folder.join("desk")], &folder.join("service"))?,
        met: met.into_iter().collect(),
        standing,
        took: begun.elapsed(),
    })
}
