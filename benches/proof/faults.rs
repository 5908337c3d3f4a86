//! The real desk and the real service with faults between them: every first request for money
//! meets one, and a third of the look-ups. Then the faults stop, and the books are compared.

use crate::kit::audit::{Audit, audit};
use crate::kit::shop::{Counter, Server, faults, quick};
use crate::kit::trade::{Clerk, standing};
use crate::kit::{Failure, Folder};
use crate::report::{Report, Wish};

const REAL_DAY: u32 = 86_400;
/// Labels, top-ups and refunds take turns in so many rounds.
const ROUNDS: u64 = 10;

pub fn run(wish: &Wish, report: &mut Report) -> Result<(), Failure> {
    let folder = Folder::new("proof-faults")?;
    let server = Server::start(folder.join("service"), REAL_DAY)?;
    server.refill(900_000)?;
    let mut counter = Counter::open(folder.join("desk"), &server.login, &quick())?;
    server.meet(&folder, &faults(wish.seed, 1.0))?;
    let mut clerk = Clerk::new(wish.seed);
    let (labels, others) = (wish.of(10_000), wish.of(1_000));
    for round in 0..ROUNDS {
        let part = |all: u64| all * (round + 1) / ROUNDS - all * round / ROUNDS;
        clerk.buy(&mut counter, part(labels))?;
        clerk.top_up(&mut counter, part(others))?;
        clerk.refund(&mut counter, usize::try_from(part(others))?)?;
    }
    server.let_be();
    clerk.settle_watched(&mut counter)?;
    for (kind, count) in server.met() {
        report.say(format_args!("{count:>6} calls met {kind}"));
    }
    report.say(format_args!("the screen says: {:?}", standing(&counter)));
    counter.close();
    server.stop();
    let found = audit(&[&folder.join("desk")], &folder.join("service"))?;
    report.say(format_args!(
        "asked for: {labels} labels, {others} top-ups, {others} refunds"
    ));
    tell(&found, report);
    Ok(())
}

/// The four promises and the sum.
pub fn tell(found: &Audit, report: &mut Report) {
    match found.must_be_clean() {
        Ok(()) => report.say(found),
        Err(every) => report.say(every),
    }
    report.none(
        "bought, topped up or refunded twice",
        found.double.len() as u64,
    );
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
