//! Eight hours of trade in `--minutes`: a buyer every second of the service's clock, with top-ups,
//! refunds and faults. The memory and the open files of this process, desk and service together,
//! are sampled; at the end the journal is compared with the service.

use std::time::{Duration, Instant};

use postroom::desk::Timing;

use crate::arguments::ProofArgs;
use crate::kit::audit::audit;
use crate::kit::shop::{Server, ShopDesk, faults, quick};
use crate::kit::trade::{Clerk, IN_FLIGHT};
use crate::kit::{Failure, Folder};
use crate::report::Report;

const HOURS: u64 = 8;
const BUYERS: u64 = HOURS * 3600;
/// Share of the money calls that get a fault.
const FAULTED: f64 = 0.3;
const SAMPLES: u64 = 48;
/// Share of the time that is not compared, because lists and caches fill up to their limits (five
/// thousand shipments are read for manifests).
const WARM: f64 = 0.4;
/// Labels after which every list and every database's cache is full.
const FULL: u64 = 9_000;

#[derive(Clone, Copy, Debug)]
struct Sample {
    labels: u64,
    /// In kB.
    memory: u64,
    /// The part of it that is not backed by a file.
    anonymous: u64,
    files: u64,
}

pub fn run(wish: &ProofArgs, report: &mut Report) -> Result<(), Failure> {
    let folder = Folder::new("proof-soak")?;
    let real = Duration::from_secs(wish.minutes * 60);
    let day = u32::try_from(real.as_secs() * 24 / HOURS)?;
    let server = Server::start(folder.join("service"), day.clamp(1, 86_400))?;
    server.refill(9_000_000)?;
    let pace = compressed(real);
    let mut counter = ShopDesk::open(folder.join("desk"), &server.login, &pace)?;
    server.meet(&folder, &faults(wish.seed, FAULTED, FAULTED / 3.0))?;
    let mut clerk = Clerk::new(wish.seed);
    let begun = Instant::now();
    let (mut samples, mut others) = (Vec::new(), 0);
    report.say(" minute  labels  memory kB  of it anonymous  open files");
    while begun.elapsed() < real {
        counter.frame();
        let due = BUYERS as f64 * begun.elapsed().as_secs_f64() / real.as_secs_f64();
        if (clerk.bought as f64) < due {
            clerk.step(&mut counter)?;
        }
        if clerk.bought / 400 > others {
            others += 1;
            // The next buyer does not wait until a top-up with an unknown outcome is resolved.
            clerk.top_up(&mut counter, 2, IN_FLIGHT)?;
            clerk.refund(&mut counter, 4)?;
        }
        let share = begun.elapsed().as_secs_f64() / real.as_secs_f64();
        if share * SAMPLES as f64 > samples.len() as f64
            && let Some(sample) = sample(clerk.bought)
        {
            report.say(format_args!(
                "{:>7.1} {:>7} {:>10} {:>16} {:>11}",
                begun.elapsed().as_secs_f64() / 60.0,
                clerk.bought,
                sample.memory,
                sample.anonymous,
                sample.files
            ));
            samples.push(sample);
        }
    }
    server.clear_faults();
    clerk.settle_watched(&mut counter, &pace)?;
    report.say(format_args!(
        "{} of {BUYERS} buyers came in {} minutes; {others} rounds of top-ups and refunds",
        clerk.bought, wish.minutes
    ));
    let met: u64 = server.met().iter().map(|(_, count)| count).sum();
    report.say(format_args!("{met} calls met a fault"));
    counter.close();
    server.stop();
    compare(&samples, report);
    let found = audit(&[&folder.join("desk")], &folder.join("service"))?;
    super::faults::tell(&found, report);
    Ok(())
}

/// A missing purchase is looked up again as often as in eight hours of a shop.
fn compressed(real: Duration) -> Timing {
    let shop = Timing::default();
    Timing { watch: shop.watch.mul_f64(real.as_secs_f64() / (HOURS * 3600) as f64), ..quick() }
}

/// Compares the end with the time right after the warm-up, by their medians.
fn compare(samples: &[Sample], report: &mut Report) {
    if samples.is_empty() {
        return report.say("memory and open files cannot be read on this system");
    }
    let full = samples.iter().position(|sample| sample.labels >= FULL);
    let warm = (samples.len() as f64 * WARM) as usize;
    let warm = full.unwrap_or(samples.len()).max(warm);
    if warm + 4 > samples.len() {
        let labels = samples.last().map_or(0, |sample| sample.labels);
        return report.figure("labels, to see memory flat", labels, "well over 9000", false);
    }
    let part = ((samples.len() - warm) / 4).max(1);
    let middle = |of: &[Sample], what: fn(&Sample) -> u64| {
        let mut values: Vec<u64> = of.iter().map(what).collect();
        values.sort_unstable();
        values.get(values.len() / 2).copied().unwrap_or_default()
    };
    let first = samples.get(warm..(warm + part).min(samples.len())).unwrap_or_default();
    let last = samples.get(samples.len() - part..).unwrap_or_default();
    let (before, after) = (middle(first, |s| s.memory), middle(last, |s| s.memory));
    let growth = (after as f64 / before.max(1) as f64 - 1.0) * 100.0;
    report.figure(
        "memory, once the lists are full",
        format_args!("{before} kB to {after} kB, {growth:+.1} %"),
        "within 5 %",
        growth <= 5.0,
    );
    let (before, after) = (middle(first, |s| s.files), middle(last, |s| s.files));
    report.figure(
        "open files, in the same time",
        format_args!("{before} to {after}"),
        "no more than 8 above, the calls under way",
        after <= before + 8,
    );
}

/// Measures this process; `None` if the system does not provide the data.
fn sample(labels: u64) -> Option<Sample> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let of = |what: &str| -> Option<u64> {
        let line = status.lines().find(|line| line.starts_with(what))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    let (memory, anonymous) = (of("VmRSS:")?, of("RssAnon:")?);
    let files = std::fs::read_dir("/proc/self/fd").ok()?.count() as u64;
    Some(Sample { labels, memory, anonymous, files })
}
