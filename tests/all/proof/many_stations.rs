//! The short form of `cargo bench --bench stations`.

use std::process::Command;
use std::time::Duration;

use super::kit::Failure;
use super::trial::growth::{self, Growth};
use super::trial::hostile::{self, Siege};
use super::trial::{Trial, Tried, act_as_station, claim, held, news, run};
use super::{SEED, again};

fn has_databases() -> bool {
    let has = std::env::var_os("POSTROOM_DATABASES").is_some();
    if !has {
        println!("not run: POSTROOM_DATABASES is not set, and no database server is started");
    }
    has
}

const TRIAL: Trial = Trial {
    stations: 3,
    orders: 40,
    kills: 4,
    lost: 1,
    late: 1,
    restarts: 2,
    seed: SEED,
    faulted: 1.0 / 3.0,
    is_pooled: false,
    ages_leases: true,
};

/// Three stations; one is killed with claims and never started again, one is started when others have
/// taken over what it had. The database is stopped and killed.
#[test]
fn orders_of_many_stations_are_each_bought_once() -> Result<(), Failure> {
    if act_as_station()? || !has_databases() {
        return Ok(());
    }
    let name = "proof::many_stations::orders_of_many_stations_are_each_bought_once";
    let tried = carried_out(&TRIAL, name)?;
    assert_eq!((tried.lost, tried.late), (1, 1));
    assert_eq!((tried.database_stops, tried.database_kills), (1, 1));
    let left: u64 = tried.claims_left.values().sum();
    let taken_over = tried.found.taken_over;
    assert!(left > 0 && taken_over > 0, "{left} left, {taken_over} taken over");
    Ok(())
}

/// Through a pool that gives each transaction another connection of the server.
#[test]
fn orders_of_stations_behind_pgbouncer_are_each_bought_once() -> Result<(), Failure> {
    if act_as_station()? || !has_databases() {
        return Ok(());
    }
    let there = Command::new("pgbouncer").arg("--version").output();
    if there.is_err() {
        println!("not run: PgBouncer is not installed");
        return Ok(());
    }
    let name = "proof::many_stations::orders_of_stations_behind_pgbouncer_are_each_bought_once";
    let trial = Trial { orders: 30, kills: 3, restarts: 1, is_pooled: true, ..TRIAL };
    let tried = carried_out(&trial, name)?;
    assert_eq!((tried.lost, tried.late), (1, 1));
    assert!(tried.found.taken_over > 0, "{:?}", tried.claims_left);
    Ok(())
}

fn carried_out(trial: &Trial, name: &str) -> Result<Tried, Failure> {
    let tried = run(trial, &|| again(name))?;
    println!(
        "{:.0} s, {} starts, claims left {:?}, {:?}, {:?}\n{}",
        tried.took.as_secs_f32(),
        tried.starts,
        tried.claims_left,
        tried.troubles,
        tried.met,
        tried.found
    );
    tried.found.must_be_clean()?;
    assert_eq!((tried.found.orders.orders, tried.kills), (trial.orders, trial.kills));
    Ok(tried)
}

/// A station that writes whatever its role may write makes two others buy nothing that the orders did not
/// say, and touch nothing that nobody chose.
#[test]
fn a_hostile_station_decides_nothing() -> Result<(), Failure> {
    if act_as_station()? || !has_databases() {
        return Ok(());
    }
    let name = "proof::many_stations::a_hostile_station_decides_nothing";
    let siege = Siege {
        stations: 2,
        orders: 40,
        window: Duration::from_secs(10),
        pause: Duration::from_millis(50),
        seed: SEED,
    };
    let found = hostile::measure(&siege, &|| again(name))?;
    println!(
        "{} labels, {} while {} statements of which {} were refused, {} again",
        found.labels, found.meanwhile, found.statements, found.refused, found.again
    );
    found.must_be_clean()
}

/// What is measured by the bench works: two stations buy from boxes of their own, and from one list.
#[test]
fn stations_with_boxes_of_their_own_buy_at_the_same_time() -> Result<(), Failure> {
    if act_as_station()? || !has_databases() {
        return Ok(());
    }
    let name = "proof::many_stations::stations_with_boxes_of_their_own_buy_at_the_same_time";
    let growth = Growth {
        answer: Duration::from_millis(20),
        window: Duration::from_secs(1),
        least: 6,
        most_stations: 2,
        is_common: false,
        seed: SEED,
    };
    for is_common in [false, true] {
        let growth = Growth { is_common, ..growth };
        let pace = growth::measure(&growth, 2, &|| again(name))?;
        println!(
            "{} stations bought {} labels, {} an hour",
            pace.stations, pace.labels, pace.an_hour
        );
        assert!(pace.labels >= 6, "{is_common} {pace:?}");
        let used = pace.cpu;
        assert!(used.stations + used.database > 0.0, "{pace:?}");
    }
    Ok(())
}

/// A claim reads no table of orders from one end to the other, however many there are.
#[test]
fn a_claim_finds_its_order_through_an_index() -> Result<(), Failure> {
    if !has_databases() {
        return Ok(());
    }
    let time = claim::measure(20_000, 20, SEED)?;
    println!("{time:?}");
    let claims = (time.whole.len(), time.without_commit.len());
    assert_eq!(claims, (20, 20), "{time:?}");
    assert!(time.plan.contains("Index"), "{}", time.plan);
    assert!(time.scanned.is_empty(), "{:?}", time.scanned);
    Ok(())
}

/// What the section `news` measures works: each claim of one station is seen at another.
#[test]
fn claims_of_a_station_are_seen_at_another() -> Result<(), Failure> {
    if !has_databases() {
        return Ok(());
    }
    let seen = news::measure(3, SEED)?;
    println!("{seen:?}");
    assert_eq!((seen.quiet.len(), seen.busy.len()), (3, 3));
    Ok(())
}

/// What the section `held` measures works: claims go on, and what they change cannot be cleaned.
#[test]
fn orders_are_claimed_while_a_transaction_is_held_open() -> Result<(), Failure> {
    if !has_databases() {
        return Ok(());
    }
    let held = held::measure(3)?;
    println!("{held:?}");
    assert!(!held.beginning.is_empty() && !held.end.is_empty());
    // Each order is written three times, and each claim is removed.
    assert!(held.kept_rows >= held.claims, "{held:?}");
    Ok(())
}
