//! The sections of the proof, and their figures.

use std::process::{Command, ExitCode};
use std::time::Duration;

use crate::arguments::StationArgs;
use crate::kit::Failure;
use crate::report::{Report, percentile};
use crate::trial::growth::{self, Growth, Pace};
use crate::trial::hostile::{self, Siege};
use crate::trial::{Trial, Tried, act_as_station, claim, held, news, run};

type Section = fn(&StationArgs, &mut Report) -> Result<(), Failure>;

const SECTIONS: [(&str, Section); 7] = [
    ("trial", try_stations),
    ("growth", |wish, report| measure_growth(wish, report, false)),
    ("common", |wish, report| measure_growth(wish, report, true)),
    ("claim", measure_claims),
    ("news", measure_news),
    ("held", measure_held),
    ("hostile", measure_siege),
];

const FAULTED: f64 = 1.0 / 3.0;
/// One of so many kills is the last of its station, or followed by a late start.
const KILLS_PER_LATE: u64 = 10;
/// One restart of the database for so many orders.
const ORDERS_PER_RESTART: u64 = 1_000;

const ANSWER: Duration = Duration::from_millis(300);
const LEAST_GROWTH: f64 = 8.0;
/// Stations on one list.
const ON_ONE_LIST: usize = 8;
const LEAST_ON_ONE_LIST: f64 = 5.0;

const CLAIMS: u64 = 1_000;
const LONGEST_CLAIM: Duration = Duration::from_millis(5);

/// Claims whose news are waited for, in a quiet and in a busy shop each.
const NEWS: u64 = 100;
const LONGEST_NEWS: Duration = Duration::from_secs(1);

/// Stations that buy while another one is hostile, and the labels that they buy at least.
const BESIEGED: usize = 4;
const LEAST_BESIEGED: u64 = 2_000;
/// Between two statements of the hostile station.
const HOSTILE_PAUSE: Duration = Duration::from_millis(50);

/// A claim at the end of a long transaction may take so many times as long as at its beginning.
const MOST_SLOWER: f64 = 2.0;

pub fn carry_out() -> ExitCode {
    match prove() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("the proof broke off: {error}");
            ExitCode::FAILURE
        }
    }
}

fn prove() -> Result<ExitCode, Failure> {
    if act_as_station()? {
        return Ok(ExitCode::SUCCESS);
    }
    let names = SECTIONS.map(|(name, _)| name);
    let wish = StationArgs::read(std::env::args().skip(1), &names)?;
    let mut report = Report::new(&wish);
    for (name, section) in SECTIONS {
        if wish.wants(name) {
            report.begin(name);
            section(&wish, &mut report)?;
        }
    }
    Ok(report.end())
}

fn again() -> Result<Command, Failure> {
    Ok(Command::new(std::env::current_exe()?))
}

fn try_stations(wish: &StationArgs, report: &mut Report) -> Result<(), Failure> {
    // At least two stations stay to the end, and one of the kills is of each kind.
    let most_lost = wish.stations.saturating_sub(2) as u64;
    let some = (wish.kills / KILLS_PER_LATE).max(1);
    let late = some.min(wish.kills);
    let trial = Trial {
        stations: wish.stations,
        orders: wish.orders,
        kills: wish.kills,
        lost: some.min(most_lost).min(3).min(wish.kills - late),
        late,
        restarts: (wish.orders / ORDERS_PER_RESTART).max(2),
        seed: wish.seed,
        faulted: FAULTED,
        is_pooled: wish.pgbouncer,
        ages_leases: false,
    };
    report.say(format_args!("{trial:?}"));
    let tried = run(&trial, &again)?;
    tell(&trial, &tried, report);
    Ok(())
}

fn tell(trial: &Trial, tried: &Tried, report: &mut Report) {
    let found = &tried.found;
    report.say(format_args!(
        "{:.0} s, {} starts of stations; the database was stopped {} times and killed {} times",
        tried.took.as_secs_f64(),
        tried.starts,
        tried.database_stops,
        tried.database_kills
    ));
    let troubles = tried.troubles;
    report.say(format_args!(
        "{} connections, {} cut; lines {} times slow, {} times silent, {} times closed",
        troubles.connections, troubles.cut, troubles.slow, troubles.silent, troubles.closed
    ));
    for (station, claims) in &tried.claims_left {
        report.say(format_args!("{claims:>6} claims left by a kill, the station {station}"));
    }
    for (kind, calls) in &tried.met {
        report.say(format_args!("{calls:>6} calls met {kind}"));
    }
    report.say(found);
    if let Err(every) = found.must_be_clean() {
        report.say(every);
    }
    let counts = [
        ("kills", tried.kills, trial.kills),
        ("stations never started again", tried.lost, trial.lost),
        ("stations started when their lease had ended", tried.late, trial.late),
        ("restarts of the database", tried.database_stops + tried.database_kills, trial.restarts),
        (
            "orders that show their label",
            found.orders.by_state.get("bought").copied().unwrap_or_default(),
            trial.orders,
        ),
        ("labels at the service", found.orders.purchases.labels, trial.orders),
    ];
    for (what, count, wanted) in counts {
        report.figure(what, count, &wanted.to_string(), count == wanted);
    }
    let taken_over = found.taken_over;
    let wanted = "at least 1";
    report.figure("claims taken over", taken_over, wanted, taken_over > 0);
    let purchases = &found.orders.purchases;
    report.none("claimed by two at once", found.at_once.len() as u64);
    for (what, lists) in [
        ("bought twice", [&found.orders.double, &purchases.double]),
        ("lost", [&found.orders.lost, &purchases.lost]),
        ("stuck", [&found.orders.stuck, &purchases.stuck]),
        ("otherwise wrong", [&found.orders.wrong, &purchases.wrong]),
    ] {
        report.none(what, lists.iter().map(|list| list.len() as u64).sum());
    }
    let (ledger, journals) = purchases.debits;
    for (what, sum) in [("journals", journals), ("orders", found.orders.charged)] {
        report.figure(
            &format!("sum of the {what}, millionths"),
            sum,
            &format!("the ledger's {ledger}"),
            sum == ledger,
        );
    }
}

/// Milliseconds of each label.
fn a_label(seconds: f64, pace: &Pace) -> f64 {
    seconds * 1_000.0 / pace.labels.max(1) as f64
}

fn measure_growth(wish: &StationArgs, report: &mut Report, is_common: bool) -> Result<(), Failure> {
    let (most, least) = match is_common {
        true => (wish.stations.min(ON_ONE_LIST), LEAST_ON_ONE_LIST),
        false => (wish.stations, LEAST_GROWTH),
    };
    let growth = Growth {
        answer: ANSWER,
        window: Duration::from_secs(wish.seconds),
        least: 1,
        most_stations: most,
        is_common,
        seed: wish.seed,
    };
    let pace = |stations: usize| -> Result<Pace, Failure> {
        let pace = growth::measure(&growth, stations, &again)?;
        report.say(format_args!(
            "{stations:>3} stations: {} labels in {} s, {} an hour; processor time a label: \
             stations {:.0} ms, database {:.0} ms, service {:.0} ms",
            pace.labels,
            wish.seconds,
            pace.an_hour,
            a_label(pace.cpu.stations, &pace),
            a_label(pace.cpu.database, &pace),
            a_label(pace.cpu.service, &pace),
        ));
        Ok(pace)
    };
    let (one, many) = (pace(1)?, pace(most)?);
    let ratio = many.an_hour as f64 / one.an_hour.max(1) as f64;
    report.figure(
        &format!("labels an hour, {} stations to one", many.stations),
        format_args!("{ratio:.1} times"),
        &format!("at least {least}"),
        ratio >= least,
    );
    Ok(())
}

fn measure_claims(wish: &StationArgs, report: &mut Report) -> Result<(), Failure> {
    let mut time = claim::measure(wish.rows, CLAIMS, wish.seed)?;
    report.say(format_args!("{} orders; the plan of a claim:", wish.rows));
    for line in time.plan.lines() {
        report.say(line);
    }
    for (what, times) in
        [("without COMMIT", &mut time.without_commit), ("with COMMIT", &mut time.whole)]
    {
        let percents = [50, 90, 99].map(|percent| percentile(times, percent));
        report.say(format_args!("{what}: half, nine of ten, 99 of 100 within {percents:.2?}"));
    }
    let claims = time.whole.len() as u64;
    let wanted = CLAIMS.to_string();
    report.figure("claims in the server's log", claims, &wanted, claims == CLAIMS);
    let is_indexed = time.plan.contains("Index");
    report.figure("the plan goes through an index", is_indexed, "true", is_indexed);
    let scans = time.scanned.len() as u64;
    report.none("tables of orders read from one end to the other", scans);
    let slowest = percentile(&mut time.whole, 99);
    report.figure(
        "a claim at the database, 99 of 100 within",
        format_args!("{slowest:.2?}"),
        &format!("less than {LONGEST_CLAIM:?}"),
        slowest < LONGEST_CLAIM,
    );
    Ok(())
}

fn measure_news(wish: &StationArgs, report: &mut Report) -> Result<(), Failure> {
    let mut times = news::measure(NEWS, wish.seed)?;
    for (shop, times) in [("quiet", &mut times.quiet), ("busy", &mut times.busy)] {
        let percents = [50, 99].map(|percent| percentile(times, percent));
        let [half, slowest] = percents;
        report.say(format_args!("a {shop} shop, {} claims: half within {half:.2?}", times.len()));
        report.figure(
            &format!("a claim is seen at the other station of a {shop} shop, 99 of 100 within"),
            format_args!("{slowest:.2?}"),
            &format!("less than {LONGEST_NEWS:?}"),
            slowest < LONGEST_NEWS,
        );
    }
    Ok(())
}

fn measure_siege(wish: &StationArgs, report: &mut Report) -> Result<(), Failure> {
    let found = hostile::measure(
        &Siege {
            stations: wish.stations.min(BESIEGED),
            orders: wish.orders.min(LEAST_BESIEGED),
            window: Duration::from_secs(wish.siege),
            pause: HOSTILE_PAUSE,
            seed: wish.seed,
        },
        &again,
    )?;
    report.say(format_args!(
        "the hostile station gave {} statements in {} s, of which the database refused {}; {} labels \
         were bought meanwhile",
        found.statements,
        wish.siege,
        found.refused,
        found.meanwhile
    ));
    report.say(format_args!(
        "{} orders have more than one label: a station's role can take a label out of an order",
        found.again
    ));
    let least = wish.orders.min(LEAST_BESIEGED);
    let wanted = format!("at least {least}");
    report.figure("labels bought", found.labels, &wanted, found.labels >= least);
    if let Err(every) = found.must_be_clean() {
        report.say(every);
    }
    for (what, lines) in found.violations() {
        report.none(what, lines.len() as u64);
    }
    report.none("connections to a server that nobody chose", found.connections);
    let works = found.traps_work;
    report.figure(
        "such a server and such a file are reached once a person allows it",
        works,
        "true",
        works,
    );
    Ok(())
}

fn measure_held(wish: &StationArgs, report: &mut Report) -> Result<(), Failure> {
    let mut held = held::measure(wish.held)?;
    report.say(format_args!(
        "{} claims while one transaction was open for {} s",
        held.claims, wish.held
    ));
    let mut slowest = Vec::new();
    for (part, times) in [("first", &mut held.beginning), ("last", &mut held.end)] {
        let percents = [50, 99].map(|percent| percentile(times, percent));
        report.say(format_args!(
            "the {part} tenth of the time: half, 99 of 100 within {percents:.2?}"
        ));
        slowest.extend(percents.last().map(Duration::as_secs_f64));
    }
    let kept = held.kept_rows;
    let wanted = format!("at least {}", held.claims);
    report.figure("rows that could not be cleaned", kept, &wanted, kept >= held.claims);
    let ratio = match slowest.as_slice() {
        [first, last] if *first > 0.0 => last / first,
        _ => return Err("nothing was claimed".into()),
    };
    report.figure(
        "a claim at the end to one at the beginning, 99 of 100",
        format_args!("{ratio:.2} times"),
        &format!("at most {MOST_SLOWER}"),
        ratio <= MOST_SLOWER,
    );
    Ok(())
}
