//! A label is printed without being asked for at one station only: at the one that finished its
//! purchase.

use super::*;
use crate::desk::printing::{FakePrinter, any_loopback_address, printer, set_up};

/// A station that prints what it bought, on this printer.
fn prints_by_itself(desk: &mut TestDesk, to: &FakePrinter) {
    set_up(desk, printer(to.address));
    desk.change_settings(|settings| settings.auto_print = true);
    desk.run_until("the printer", |state| state.printing.printers.len() == 1);
}

#[test]
fn only_the_station_that_finishes_a_purchase_prints_by_itself() {
    let shop = Shop::new();
    let (first, second) =
        (FakePrinter::on(any_loopback_address()), FakePrinter::on(any_loopback_address()));
    let mut one = shop.station("bench-1");
    prints_by_itself(&mut one, &first);
    let priced = one.import_rated(1);
    shop.lose_purchases("internal_after_commit");
    shop.world.faults("GET /Shipment", "internal_before_commit", 0, 10_000);
    one.work(OrderWork::Buy(priced));
    drop(one);
    let mut two = shop.station("bench-2");
    prints_by_itself(&mut two, &second);
    shop.world.forget_faults();
    shop.let_take_over(&mut two);
    wait_for_labels(&mut two, 1);
    two.run_until("printed", |state| state.printing.jobs.len() == 1);
    shop.wait_until(&mut two, "the paper", |_| !second.taken().is_empty());
    assert_eq!(two.state().printing.jobs.len(), 1);

    let mut one = shop.station("bench-1");
    one.run_until("the purchase is found", |state| {
        let mut purchases = state.purchases.list.iter();
        purchases.any(|purchase| matches!(purchase.status, PurchaseStatus::Bought { .. }))
    });
    one.run_until("its printer is known", |state| state.printing.printers.len() == 1);
    one.run_until_told("has finished the label of order");
    one.run_for(Duration::from_millis(500));
    assert!(one.state().printing.jobs.is_empty(), "the other one did");
    assert_eq!((first.taken().len(), second.taken().len()), (0, 1));
}

/// A purchase of this station whose answer was lost is printed here, once it is found.
#[test]
fn what_was_found_again_is_printed_by_the_station_that_began_it() {
    let shop = Shop::new();
    let paper = FakePrinter::on(any_loopback_address());
    let mut one = shop.station("bench-1");
    prints_by_itself(&mut one, &paper);
    let priced = one.import_rated(1);
    shop.world.faults("POST /Shipment", "internal_after_commit", 0, 1);
    one.work(OrderWork::Buy(priced));
    wait_for_labels(&mut one, 1);
    shop.wait_until(&mut one, "the paper", |_| paper.taken().len() == 1);
}
