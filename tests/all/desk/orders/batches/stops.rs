//! What a batch waits for, and what it stops for by itself: a busy service, no service, no money, a
//! journal that cannot be written. What is left is done by Try again, and nothing twice.

use std::collections::HashSet;

use postroom::desk::order_batches::work::AT_ONCE;

use super::super::super::harness::FullDisk;
use super::{LOWER_QUOTES, is_idle, table};
use crate::prelude::*;

const ORDERS: usize = 30;

fn batch(state: &State) -> &BatchJob {
    state.order_batches.work.as_ref().unwrap()
}

/// Tries again, sends what was not sent, and checks that every order has a label of its own, and the
/// service no other.
#[track_caller]
fn try_again(world: &DeskFixture, desk: &mut TestDesk, orders: usize) {
    desk.apply(OrderBatchIntent::Work(BatchIntent::Retry));
    assert!(!is_idle(desk.state()));
    desk.run_until("the end", is_idle);
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    desk.send_unsent();
    desk.run_until("all bought", |state| {
        state.orders.in_state(OrderState::Bought) == orders as u64
    });
    assert_eq!(world.shipments_at_service(), orders as i64);
    desk.tick_all_orders();
    let labels = |state: &State| {
        let sums = state.orders.selection.sums.as_ref();
        sums.map(|sums| sums.labels.clone()).unwrap_or_default()
    };
    desk.run_until("their labels", |state| labels(state).len() == orders);
    let labels = labels(desk.state()).into_iter();
    let shipments: HashSet<ShipmentId> = labels.map(|label| label.shipment).collect();
    assert_eq!(shipments.len(), orders);
}

/// The whole batch keeps a pause that a busy service asks for; that no request is sent meanwhile is
/// tested where the pause is.
#[test]
fn a_busy_service_delays_a_batch_and_fails_no_order() {
    let (world, mut desk) = connected_desk();
    desk.import_orders(&table(20));
    world.fault("POST /Address", "unavailable_before_commit", 1_000);
    let ids = desk.tick_all_orders();
    desk.work(OrderWork::CheckAddresses(ids));
    assert_eq!(world.faults_met("unavailable_before_commit"), 1);
    let tally = batch(desk.state()).tally();
    assert_eq!((tally.failed, tally.called_off), (0, 0), "{tally:?}");
    assert_eq!(tally.done + tally.look, 20, "{tally:?}");
}

#[test]
fn buying_stops_when_the_service_is_gone() {
    let (world, mut desk) = connected_desk();
    let Connection::Connected(gone) = desk.state().connection.clone() else { unreachable!() };
    let priced = desk.import_rated(ORDERS);
    world.faults("POST /Shipment", "delay_before_commit", 40, ORDERS as u32);
    desk.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
    desk.run_until("some", |state| {
        state.order_batches.work.as_ref().is_some_and(|work| work.tally().done > 3)
    });
    world.stop_service();
    desk.run_until("stopped", is_idle);
    let ended = batch(desk.state());
    assert!(ended.trouble.as_ref().is_some_and(|trouble| trouble.offline));
    assert!(ended.tally().done < ORDERS as u64, "{:?}", ended.tally());
    // The desk reconnects by itself.
    desk.run_until("back", |state| {
        matches!(&state.connection, Connection::Connected(now) if now.base_url != gone.base_url)
            && matches!(state.connectivity, Connectivity::Online { .. })
    });
    try_again(&world, &mut desk, ORDERS);
}

/// A refusal for lack of money may follow a purchase, so such a label is looked up before it counts as
/// not bought. Try again buys the others meanwhile, and Buy those that turned out not to be bought.
#[test]
fn buying_stops_when_the_money_is_used_up() {
    // The balance is enough for most of 80. Those under way when it is used up are all refused, and
    // some must be left that were not begun.
    const MANY: usize = 120;
    let (world, mut desk) = connected_desk();
    let priced = desk.import_rated(MANY);
    desk.work(OrderWork::Buy(priced));
    let ended = batch(desk.state());
    let trouble = ended.trouble.clone().unwrap();
    let no_money = "ACCOUNT.BALANCE.VALIDATION_FAILED";
    assert_eq!(trouble.codes, [no_money], "{trouble:?}");
    let bought = world.shipments_at_service();
    assert!((10..MANY as i64).contains(&bought), "{bought}");
    world.practice("refill", &json!({ "amount": 1_000 }));
    desk.apply(OrderBatchIntent::Work(BatchIntent::Retry));
    assert!(!is_idle(desk.state()));
    desk.run_until("the end", is_idle);
    assert_eq!(batch(desk.state()).trouble, None);
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    desk.run_until("certain", |state| {
        let open = [OrderState::Buying, OrderState::InDoubt];
        let open = open.map(|kind| state.orders.in_state(kind));
        let over = [OrderState::Bought, OrderState::Rated];
        let over = over.map(|kind| state.orders.in_state(kind));
        open == [0, 0] && over.iter().sum::<u64>() == MANY as u64
    });
    if desk.state().orders.in_state(OrderState::Rated) > 0 {
        desk.buy_all();
    }
    desk.run_until("all bought", |state| state.orders.in_state(OrderState::Bought) == MANY as u64);
    assert_eq!(world.shipments_at_service(), MANY as i64);
}

#[test]
fn buying_stops_when_the_journal_cannot_be_written() {
    let (world, mut desk) = connected_desk();
    let priced = desk.import_rated(ORDERS);
    let some = "WHEN new.state = 'intent'
        AND (SELECT count(*) FROM entries WHERE state = 'confirmed') > 3";
    let full = FullDisk::set(&world, some);
    desk.work(OrderWork::Buy(priced));
    let ended = batch(desk.state());
    let trouble = ended.trouble.clone().unwrap();
    assert!(trouble.cause.contains("the disk is full"), "{trouble:?}");
    let tally = ended.tally();
    assert!(tally.done > 3 && tally.called_off > 10, "{tally:?}");
    assert_eq!(world.shipments_at_service() as u64, tally.done);
    full.free();
    try_again(&world, &mut desk, ORDERS);
}

/// C4: the price rose by three dollars while a batch ran, and it bought all the same.
#[test]
fn buying_stops_when_a_label_costs_more_than_its_quote() {
    let (world, mut desk) = connected_desk();
    desk.import_rated(ORDERS);
    let workspace = world.folder.join("desk/practice-orders/workspace.db");
    let workspace = rusqlite::Connection::open(workspace).unwrap();
    workspace.execute_batch(LOWER_QUOTES).unwrap();
    desk.tick_all_orders();
    let priced = desk.state().orders.selection.sums.clone().unwrap().priced;
    desk.work(OrderWork::Buy(priced.clone()));
    let ended = batch(desk.state());
    let words = ended.trouble.clone().unwrap().cause;
    assert!(words.contains("was charged $") && words.contains("its quote was $"), "{words}");
    // Those that were under way are finished, and each has both prices.
    let tally = ended.tally();
    assert!((1..=AT_ONCE as u64).contains(&tally.look), "{tally:?}");
    assert_eq!((tally.done, tally.called_off), (0, ORDERS as u64 - tally.look), "{tally:?}");
    assert_eq!(world.shipments_at_service() as u64, tally.look);
    assert_eq!(desk.state().orders.in_state(OrderState::Buying), 0);
    // With a limit above the rise the others are bought.
    desk.change_settings(|settings| settings.price_rise_limit = Amount::from_cents(300));
    try_again(&world, &mut desk, ORDERS);
}
