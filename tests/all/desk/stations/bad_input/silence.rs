//! A connection that says nothing for a minute.

use super::line::Line;
use super::*;
use postroom::desk::order_batches::OrderBatchIntent;

#[test]
fn a_silent_connection_is_given_up_and_used_again() {
    let Some(shop) = Shop::prepared() else { return };
    let line = Line::to(shop.server.port());
    let mut desk = shop.alone("one");
    use_address(&mut desk, WorkspaceAddress { port: line.port, ..shop.address("shop") });
    desk.run_until("open", is_open);
    let work = OrderWork::Buy(desk.import_rated(3));
    line.set_silent(true);
    note(&mut desk, "T00001", "Ring twice");
    // Asked for before anybody knows that the line is silent: it waits, and buys nothing.
    desk.apply(OrderBatchIntent::Begin(work));
    // Single parcels go on meanwhile.
    desk.choose();
    desk.buy_and_wait();
    let begun = Instant::now();
    wait_for(&mut desk, "the line is known to be silent", is_lost);
    assert_eq!(fault_of(desk.state()), Some(ServerFault::Away));
    wait_for(&mut desk, "the note is not written", |state| {
        is_told(state, &["Couldn’t store the change of the orders", "does not answer"])
    });
    // A minute in all.
    while begun.elapsed() < Duration::from_secs(60) {
        desk.run_for(Duration::from_millis(200));
    }
    assert_eq!(desk.state().orders.rows.len(), 3);
    assert_eq!(shop.world.shipments_at_service(), 1, "only the single parcel");
    assert_eq!(shop.claims(), 0);
    line.set_silent(false);
    // The batch that was asked for goes on by itself.
    wait_for(&mut desk, "open", is_open);
    wait_for(&mut desk, "the batch is over", |state| {
        state.order_batches.work.is_some() && is_idle(state)
    });
    let batch = desk.state().order_batches.work.clone().unwrap();
    assert_eq!(batch.tally().done, 3, "{batch:?}");
    desk.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 3);
    assert_eq!(shop.world.shipments_at_service(), 4);
    assert_eq!(shop.claims(), 0);
}

/// A pool may leave the wish for announcements without an answer. The test of the address ends all
/// the same.
#[test]
fn a_wish_for_news_without_an_answer_ends_as_no_news() {
    let Some(shop) = Shop::prepared() else { return };
    let line = Line::silent_from(shop.server.port(), b"LISTEN");
    let mut desk = shop.alone("one");
    let address =
        WorkspaceAddress { direct: format!("127.0.0.1:{}", line.port), ..shop.address("shop") };
    desk.apply(StationsIntent::Test {
        address: Box::new(address),
        password: Some(Secret::new(PASSWORD)),
    });
    wait_for(&mut desk, "the test", |state| !state.stations.test.is_loading());
    let test = &desk.state().stations.test;
    let found = test.value().unwrap_or_else(|| panic!("{test:?}"));
    assert!(!found.hears && found.may_work == Some(true), "{found:?}");
}
