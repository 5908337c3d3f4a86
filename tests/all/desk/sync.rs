//! The cache fills with an account's older shipments, and resumes where it was stopped.

use crate::prelude::*;
use crate::service::setup::{running_in, shipment};

/// Two pages of twenty and a short one.
const BOUGHT: u64 = 43;

/// A practice account that was used from another computer.
fn used_elsewhere() -> DeskFixture {
    let world = DeskFixture::new();
    buy_elsewhere(&world, BOUGHT);
    world
}

/// The service is started on another port meanwhile, with money for these labels.
fn buy_elsewhere(world: &DeskFixture, labels: u64) {
    let running = running_in(world.folder.join("practice"), Clock::System, 86_400);
    let clerk = running.clerk();
    running.practice("POST", "/refill", Some(json!({}))).ok();
    let account = clerk.carrier_account("POST-eVS");
    for nth in 0..labels {
        let body = shipment(&account, "GroundAdvantage");
        clerk.buy(&format!("elsewhere-{labels}-{nth}"), body).ok();
    }
    running.stop();
}

fn open(world: &DeskFixture, page: Duration) -> TestDesk {
    let pace = Timing { page, ..pace() };
    let mut desk = TestDesk(Desk::open_paced(world.setup(), pace).unwrap());
    desk.apply(SignInIntent::TryPractice);
    desk
}

fn everything_fetched() -> (DeskFixture, TestDesk) {
    let world = used_elsewhere();
    let mut desk = open(&world, Duration::from_millis(5));
    desk.run_until("everything", |state| {
        state.shipments.sync.complete && state.shipments.total == BOUGHT
    });
    (world, desk)
}

#[test]
fn every_older_shipment_arrives_by_itself() {
    let (_world, desk) = everything_fetched();
    let sync = &desk.state().shipments.sync;
    assert!(!sync.running && sync.trouble.is_none() && sync.back_to.is_some());
    assert!(sync.fetched <= BOUGHT, "{}", sync.fetched);
    let work = sync.work.as_ref().unwrap();
    assert!(!work.is_running() && !work.can_retry());
    assert_eq!(work.tally().done, work.rows.len() as u64);
    assert!(work.rows[0].subject.starts_with("Page 1, "), "{:?}", work.rows[0]);
}

#[test]
fn a_stopped_run_goes_on_where_it_was() {
    let world = used_elsewhere();
    let mut desk = open(&world, Duration::from_secs(3600));
    desk.run_until("two pages", |state| state.shipments.sync.fetched >= 20);
    let work = desk.state().shipments.sync.work.as_ref().unwrap();
    assert!(work.is_running() && work.tally().waiting > 0, "{:?}", work.tally());
    desk.apply(ShipmentIntent::SyncBatch(BatchIntent::Cancel));
    desk.run_for(Duration::from_millis(100));
    let work = desk.state().shipments.sync.work.as_ref().unwrap();
    assert!(!work.is_running());
    assert!(desk.state().shipments.sync.paused && !desk.state().shipments.sync.running);
    assert!(!desk.state().shipments.sync.complete);
    world.runtime.block_on(desk.0.close());

    let mut desk = open(&world, Duration::from_millis(5));
    desk.run_until("the rest", |state| {
        state.shipments.sync.complete && state.shipments.total == BOUGHT
    });
}

/// Leaving the account ends the run and its progress display.
#[test]
fn a_run_that_leaving_the_account_ends_shows_no_progress() {
    let world = used_elsewhere();
    let mut desk = open(&world, Duration::from_secs(3600));
    desk.run_until("two pages", |state| state.shipments.sync.fetched >= 20);
    assert!(desk.state().shipments.sync.work.as_ref().unwrap().is_running());
    desk.apply(SignInIntent::SignOut);
    let sync = &desk.state().shipments.sync;
    assert!(!sync.running);
    assert!(!sync.work.as_ref().unwrap().is_running(), "{:?}", sync.work);
}

/// More than a page of new shipments: the refresh reads on until it reaches stored ones.
#[test]
fn what_another_desk_bought_meanwhile_is_fetched() {
    let (world, desk) = everything_fetched();
    world.runtime.block_on(desk.0.close());
    world.stop_service();
    buy_elsewhere(&world, 30);
    let mut desk = open(&world, Duration::from_millis(5));
    desk.run_until("the later ones too", |state| state.shipments.total == BOUGHT + 30);
}

/// W11: the first page is shown with its own age while the next one is still awaited.
#[test]
fn the_newest_rows_change_together_with_their_age() {
    let (world, desk) = everything_fetched();
    world.runtime.block_on(desk.0.close());
    world.stop_service();
    buy_elsewhere(&world, 30);

    let opened = Clock::System.now();
    let mut desk = open(&world, Duration::from_secs(3600));
    desk.run_until("one page of the later ones", |state| state.shipments.total == BOUGHT + 20);
    let refresh = &desk.state().shipments.refresh;
    assert!(refresh.is_loading());
    assert!(refresh.known().is_some_and(|known| known.at >= opened), "{refresh:?}");
}
