//! Scans beside a batch of orders.

use crate::desk::orders::batches::table;
use crate::prelude::*;

/// The rows of the batch on screen, if it is over and asked for rates.
fn rated_rows(state: &State) -> Option<u64> {
    let work = state.order_batches.work.as_ref()?;
    let is_rating = matches!(state.order_batches.work_kind, Some(OrderWork::GetRates(_)));
    (is_rating && !BatchJob::is_running(work)).then(|| work.tally().done)
}

/// A scan goes through the same batches as many orders, and one after the other: the results of the
/// batch before it come back, however often, and no scan is held up by the one before it.
#[test]
fn a_scan_keeps_the_results_on_screen() {
    let (world, mut desk) = connected_desk();
    desk.import_orders(&table(6));
    let ids = desk.tick_all_orders();
    desk.work(OrderWork::GetRates(ids));
    assert_eq!(rated_rows(desk.state()), Some(6));
    let paper = desk.buy_by_scan();
    for number in ["T00000", "T00001", "T00002", "T00003"] {
        desk.scan(number);
        desk.run_until_bought(number);
        assert_eq!(rated_rows(desk.state()), Some(6), "{number}");
    }
    assert_eq!(world.shipments_at_service(), 4);
    desk.run_until("paper", |_| paper.taken().len() == 4);
    // They can be closed while the scanned order is on screen.
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    assert!(desk.state().order_batches.work.is_none());
    desk.scan("T00004");
    desk.run_until_bought("T00004");
    assert!(desk.state().order_batches.work.is_none());
}
