//! A printer that gives no label.

use super::shop::SqliteShop;
use super::{desk_with_shop, number, stage};
use crate::desk::printing::{newest, printer, set_up, unreachable_printer_address};
use crate::prelude::*;

fn is_halted(state: &State, order: &str, words: &str) -> bool {
    let is_order = number(state) == Some(order);
    is_order && matches!(stage(state), Some(ScanStage::Halted(why)) if why.as_str().contains(words))
}

fn buying_desk(world: &DeskFixture, shop: &SqliteShop) -> TestDesk {
    let mut desk = world.open_connected();
    desk.use_database(&shop.database(), None);
    desk.change_profile(|profile| profile.scan_buys = true);
    desk
}

/// The label that is bought waits for the printer, and the next one is not bought until it is out.
#[test]
fn a_printer_that_is_off_halts_the_next_order_and_loses_no_label() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut desk = buying_desk(&world, &shop);
    let address = unreachable_printer_address();
    set_up(&mut desk, printer(address));
    desk.scan("1001");
    desk.run_until_bought("1001");
    desk.run_until("it waits", |state| {
        let job = state.printing.jobs.first();
        job.is_some_and(|job| job.state == JobState::Queued && !job.detail.is_empty())
    });
    desk.scan("1002");
    desk.run_until("halted", |state| is_halted(state, "1002", "waits for Zebra"));
    assert_eq!(world.shipments_at_service(), 1);
    // Trying again while it is off changes nothing.
    desk.scan_step(ScanStep::GoOn);
    desk.run_until("halted", |state| is_halted(state, "1002", "waits for Zebra"));
    assert_eq!(world.shipments_at_service(), 1);
    let paper = FakePrinter::on(address);
    desk.run_until("the first label", |_| paper.taken().len() == 1);
    desk.run_until("sent", |state| newest(state) == Some(JobState::Sent));
    assert_eq!(world.shipments_at_service(), 1, "until a person goes on");
    desk.scan_step(ScanStep::GoOn);
    desk.run_until_bought("1002");
    desk.run_until("the second label", |_| paper.taken().len() == 2);
    assert_eq!(world.shipments_at_service(), 2);
}

/// Nobody knows whether a label came out that broke off; it is said before the next one is bought.
#[test]
fn a_label_that_broke_off_halts_the_next_order() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut desk = buying_desk(&world, &shop);
    let paper = FakePrinter::that_breaks_off_once();
    set_up(&mut desk, printer(paper.address));
    desk.scan("1001");
    desk.run_until_bought("1001");
    desk.run_until("broke off", |state| newest(state) == Some(JobState::Interrupted));
    desk.scan("1002");
    desk.run_until("halted", |state| is_halted(state, "1002", "Zebra came out"));
    assert_eq!(world.shipments_at_service(), 1);
    let job = desk.state().printing.jobs[0].row;
    desk.apply(PrintingIntent::SettleInterrupted { job, printed: true });
    desk.run_until("settled", |state| newest(state) == Some(JobState::Printed));
    desk.scan_step(ScanStep::GoOn);
    desk.run_until_bought("1002");
    assert_eq!(world.shipments_at_service(), 2);
}

/// A test print that waits is no label.
#[test]
fn another_print_job_halts_nothing() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut desk = buying_desk(&world, &shop);
    set_up(&mut desk, printer(unreachable_printer_address()));
    desk.apply(PrintingIntent::TestPrint("Zebra".to_owned()));
    desk.run_until("it waits", |state| {
        let job = state.printing.jobs.first();
        job.is_some_and(|job| job.state == JobState::Queued && !job.detail.is_empty())
    });
    desk.scan("1001");
    desk.run_until_bought("1001");
    assert_eq!(world.shipments_at_service(), 1);
}

/// The answer of the purchase is lost: the label is printed once it is known, and once only.
#[test]
fn a_label_that_was_uncertain_is_printed_when_it_is_known() {
    let (world, _shop, mut desk) = desk_with_shop();
    let paper = desk.buy_by_scan();
    world.fault("POST /Shipment", "cut_after_commit", 0);
    desk.scan("1001");
    desk.run_until_bought("1001");
    desk.run_until("paper", |_| paper.taken().len() == 1);
    desk.run_for(Duration::from_millis(300));
    assert_eq!(paper.taken().len(), 1);
    assert_eq!(world.shipments_at_service(), 1);
}
