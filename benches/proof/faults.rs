//! The real desk and the real service with faults between them: every first request for money
//! meets one, and a third of the look-ups. Then the faults stop, and the books are compared.

use postroom::desk::Pace;

use crate::kit::audit::{Audit, audit};
use crate::kit::shop::{Counter, Server, faults, quick};
use crate::kit::trade::{Clerk, standing};
use crate::kit::{Failure, Folder};
use crate::report::{Report, Wish};

const REAL_DAY: u32 = 86_400;
/// Labels and refunds take turns in so many rounds.
const ROUNDS: u64 = 10;
/// Top-ups in doubt at one time: each reads the whole history several times, over a line that
/// loses a third of the pages.
const TOP_UPS: usize = 100;

pub fn run(wish: &Wish, report: &mut Report) -> Result<(), Failure> {
    let (labels, others) = (wish.of(10_000), wish.of(1_000));
    let what = format!("{labels} labels and {others} refunds asked for");
    trade(wish, report, &what, |clerk, counter| {
        for round in 0..ROUNDS {
            let part = |all: u64| all * (round + 1) / ROUNDS - all * round / ROUNDS;
            clerk.buy(counter, part(labels))?;
            clerk.refund(counter, usize::try_from(part(others))?)?;
            clerk.settle(counter)?;
        }
        Ok(())
    })?;
    // A shop of their own: each look for a top-up reads the history of all that came before.
    let what = format!("{others} top-ups asked for");
    trade(wish, report, &what, |clerk, counter| {
        clerk.top_up(counter, others, TOP_UPS)
    })
}

/// A shop that trades through faults, then in peace, and is audited.
fn trade(
    wish: &Wish,
    report: &mut Report,
    what: &str,
    trade: impl FnOnce(&mut Clerk, &mut Counter) -> Result<(), Failure>,
) -> Result<(), Failure> {
    report.say(what);
    let folder = Folder::new("proof-faults")?;
    let server = Server::start(folder.join("service"), REAL_DAY)?;
    server.refill(900_000)?;
    let pace = patient();
    let mut counter = Counter::open(folder.join("desk"), &server.login, &pace)?;
    server.meet(&folder, &faults(wish.seed, 1.0))?;
    let mut clerk = Clerk::new(wish.seed);
    trade(&mut clerk, &mut counter)?;
    server.let_be();
    clerk.settle_watched(&mut counter, &pace)?;
    for (kind, count) in server.met() {
        report.say(format_args!("{count:>6} calls met {kind}"));
    }
    report.say(format_args!("the screen says: {:?}", standing(&counter)));
    counter.close();
    server.stop();
    let found = audit(&[&folder.join("desk")], &folder.join("service"))?;
    tell(&found, report);
    Ok(())
}

/// What was not found is looked for again ten times as often as in a shop, not six hundred
/// times: with hundreds of top-ups that never arrived, the desk would read nothing else.
fn patient() -> Pace {
    Pace {
        watch: Pace::default().watch / 10,
        ..quick()
    }
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
