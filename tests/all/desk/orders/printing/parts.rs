//! Many labels go to the printer in parts: what a finding of the self-check or a person stops goes
//! on with what is left, in the same sequence.

use super::{bought, is_over, labels, orders_of, packed, print, run_on};
use crate::prelude::*;
use postroom::desk::order_printing::print_run::PrintOrders;

fn tally(desk: &TestDesk) -> RowCounts {
    desk.state().printing.work.as_ref().unwrap().tally()
}

/// The label of one order is in place of another's: what is before its part is printed, what is
/// after it waits for the answer.
#[test]
fn a_finding_stops_at_its_part_and_the_answer_goes_on_with_the_rest() {
    let world = DeskFixture::with_still_clock();
    let mut desk = bought(&world, 90);
    let sink = with_printer(&mut desk);
    let shipment = |desk: &TestDesk, place: usize| {
        let labels = labels(desk.state());
        labels[&packed(90)[place]].shipment.clone().unwrap()
    };
    // Two labels are on this computer once they were printed.
    let (wrong, other) = (shipment(&desk, 50), shipment(&desk, 0));
    desk.print(vec![wrong.clone(), other.clone()]);
    desk.run_until("two labels", |_| sink.count() == 2);
    desk.run_until("the end", is_over);
    let changed = rusqlite::Connection::open(world.folder.join("desk").join("cache.db"))
        .unwrap()
        .execute(
            "UPDATE labels SET bytes = (SELECT bytes FROM labels WHERE shipment = ?2)
             WHERE shipment = ?1",
            [wrong.as_str(), other.as_str()],
        )
        .unwrap();
    assert_eq!(changed, 1);
    desk.apply(PrintingIntent::Batch(BatchIntent::Close));
    world.clock.advance(SignedDuration::from_secs(61));
    let ids = desk.tick_all_orders();
    print(&mut desk, PrintOrders { ids, ..PrintOrders::default() });
    run_on(&mut desk, &sink, "asked", |state| state.printing.question.is_some());
    let question = desk.state().printing.question.clone().unwrap();
    assert_eq!((question.queued, question.check_findings.len()), (40, 1));
    assert_eq!(question.request.shipments.len(), 50);
    assert_eq!(question.request.shipments[10], wrong);
    run_on(&mut desk, &sink, "the first part", |_| sink.count() == 42);
    desk.run_until("the end", is_over);
    let counts = tally(&desk);
    assert_eq!((counts.done, counts.look, counts.left), (40, 1, 49));

    // Not printed: the rest can be printed later.
    desk.apply(PrintingIntent::DropQuestion);
    let counts = tally(&desk);
    assert_eq!((counts.done, counts.called_off), (40, 50));
    desk.apply(PrintingIntent::Batch(BatchIntent::Retry));
    run_on(&mut desk, &sink, "asked again", |state| state.printing.question.is_some());
    assert_eq!(sink.count(), 42, "nothing without the answer");
    let question = desk.state().printing.question.clone().unwrap();
    desk.run_until("the end", is_over);
    desk.apply(Intent::Print(PrintRequest { findings_confirmed: true, ..question.request }));
    run_on(&mut desk, &sink, "all of them", |_| sink.count() == 92);
    desk.run_until("the end", is_over);
    let counts = tally(&desk);
    assert_eq!((counts.done, counts.look, counts.total()), (89, 1, 90));
    let printed = orders_of(&sink.taken()[2..], desk.state());
    let mut wanted = packed(90);
    wanted[50] = wanted[0].clone();
    assert_eq!(printed, wanted, "in the sequence of the request");
}

#[test]
fn a_print_that_is_stopped_leaves_what_is_queued_and_goes_on_in_the_same_sequence() {
    let world = DeskFixture::new();
    let mut desk = bought(&world, 90);
    let sink = with_printer(&mut desk);
    let ids = desk.tick_all_orders();
    print(&mut desk, PrintOrders { ids, ..PrintOrders::default() });
    run_on(&mut desk, &sink, "the first part", |state| !state.printing.jobs.is_empty());
    desk.apply(PrintingIntent::Batch(BatchIntent::Cancel));
    desk.run_until("the end", is_over);
    let counts = tally(&desk);
    assert!(counts.done == 40 || counts.done == 80, "{counts:?}");
    assert_eq!(counts.done + counts.called_off, 90);
    let words = format!("Stopped. {} labels are in the print queue", counts.done);
    desk.run_until("told", |state| {
        let mut notices = state.notices.iter();
        notices.any(|notice| notice.text.starts_with(&words))
    });
    run_on(&mut desk, &sink, "the queue", |state| {
        let jobs = state.printing.jobs.iter();
        let sent = jobs.filter(|job| job.state == JobState::Sent).count();
        sent as u64 == counts.done
    });
    desk.apply(PrintingIntent::Batch(BatchIntent::Retry));
    run_on(&mut desk, &sink, "the rest", |state| state.orders.in_state(OrderState::Printed) == 90);
    assert_eq!(orders_of(&sink.taken(), desk.state()), packed(90));
}
