//! The last print run is kept: a part of it is printed again after a restart, by the same numbers.

use super::super::super::printing::{any_loopback_address, printer, set_up};
use super::{all_prints, bought, orders_of, packed, print, run_on};
use crate::prelude::*;
use postroom::desk::order_printing::print_run::PrintOrders;

#[test]
fn a_part_of_the_last_run_is_printed_again_after_a_restart() {
    let world = DeskFixture::with_still_clock();
    let mut desk = bought(&world, 12);
    let sink = FakePrinter::on(any_loopback_address());
    let other = FakePrinter::on(any_loopback_address());
    let first_listed =
        |media_in| Printer { name: "Argox".to_owned(), media_in, ..printer(other.address) };
    set_up(&mut desk, first_listed((8.5, 11.0)));
    set_up(&mut desk, printer(sink.address));
    let ids = desk.tick_all_orders();
    print(&mut desk, PrintOrders { ids, ..PrintOrders::default() });
    desk.run_until("printed", |state| {
        state.orders.in_state(OrderState::Printed) == 12 && all_prints(state) == 12
    });
    desk.run_until("known as queued", |state| {
        let run = state.order_printing.run.as_ref().unwrap();
        run.queued() == 12
    });
    let run = desk.state().order_printing.run.clone().unwrap();
    world.runtime.block_on(desk.0.close());

    let mut desk = world.open_connected();
    desk.run_until("the last run", |state| state.order_printing.run.is_some());
    assert_eq!(desk.state().order_printing.run.as_ref(), Some(&run));
    assert!(run.labels.iter().all(|it| it.printer.as_deref() == Some("Zebra")));
    world.clock.advance(SignedDuration::from_secs(5));
    // The printer that is listed first gets the same paper, so that new labels go to it.
    set_up(&mut desk, first_listed((4.0, 6.0)));
    print(
        &mut desk,
        PrintOrders {
            ids: run.labels.iter().map(|it| it.order.clone()).collect(),
            from: Some(5),
            to: Some(7),
            again: true,
            ..PrintOrders::default()
        },
    );
    desk.tick_all_orders();
    desk.run_until("printed again", |state| all_prints(state) == 15);
    assert_eq!(orders_of(&sink.taken()[12..], desk.state()), packed(12)[4..7]);
    assert_eq!(other.taken().len(), 0, "the printer that had them");
}

/// A run that was stopped says after a restart which labels were never queued.
#[test]
fn a_run_that_was_stopped_is_printed_to_its_end_after_a_restart() {
    let world = DeskFixture::new();
    let mut desk = bought(&world, 90);
    let sink = with_printer(&mut desk);
    let ids = desk.tick_all_orders();
    print(&mut desk, PrintOrders { ids, ..PrintOrders::default() });
    run_on(&mut desk, &sink, "the first part", |state| !state.printing.jobs.is_empty());
    desk.apply(PrintingIntent::Batch(BatchIntent::Cancel));
    desk.run_until("the end", super::is_over);
    let queued = desk.state().printing.work.as_ref().unwrap().tally().done as usize;
    assert!(queued == 40 || queued == 80, "{queued}");
    run_on(&mut desk, &sink, "the queue", |state| {
        let run = state.order_printing.run.as_ref().unwrap();
        run.queued() == queued && all_prints(state) == queued
    });
    world.runtime.block_on(desk.0.close());

    let mut desk = world.open_connected();
    desk.run_until("the last run", |state| state.order_printing.run.is_some());
    let run = desk.state().order_printing.run.clone().unwrap();
    assert_eq!((run.labels.len(), run.queued()), (90, queued));
    assert_eq!(run.first_unqueued(), Some(queued + 1));
    print(
        &mut desk,
        PrintOrders {
            ids: run.labels.iter().map(|it| it.order.clone()).collect(),
            from: run.first_unqueued(),
            to: None,
            again: true,
            ..PrintOrders::default()
        },
    );
    desk.tick_all_orders();
    run_on(&mut desk, &sink, "the rest", |state| {
        state.orders.in_state(OrderState::Printed) == 90
            && state.order_printing.run.as_ref().unwrap().queued() == 90
            && super::has_all_rows(state)
    });
    assert_eq!(orders_of(&sink.taken(), desk.state()), packed(90));
}
