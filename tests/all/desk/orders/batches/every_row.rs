//! A batch that ends accounts for every order that it was given: as done, failed or left out with the
//! reason, as in doubt, or as not begun. Whatever happened meanwhile, none is missing.

use std::collections::HashSet;

use postroom::client::TimeOuts;

use super::super::super::harness::is_bought;
use super::{is_idle, table};
use crate::prelude::*;

/// Checks that the batch has ended and says of each of these orders what became of it. Returns how
/// many there are of each kind.
#[track_caller]
pub fn accounts_for(desk: &TestDesk, given: &[OrderId]) -> RowCounts {
    let batch = desk.state().order_batches.work.clone().unwrap();
    let tally = batch.tally();
    assert!(!batch.is_running());
    assert_eq!(tally.total(), given.len() as u64, "{tally:?} {:#?}", batch.rows);
    assert_eq!(tally.waiting, 0, "{tally:?}");
    let listed: HashSet<&str> = batch.rows.iter().map(|row| row.key.as_str()).collect();
    assert_eq!(listed.len(), batch.rows.len(), "an order has two rows");
    let unlisted = given.iter().filter(|id| !listed.contains(id.as_str())).count() as u64;
    assert_eq!(listed.len() as u64 + unlisted, given.len() as u64, "an order that was not given");
    // Only a batch that was cut short has orders that it never began.
    match batch.trouble.is_some() || batch.cancelled {
        true => assert!(unlisted <= tally.called_off, "{unlisted} {tally:?}"),
        false => assert_eq!(unlisted, 0, "{tally:?}"),
    }
    for row in &batch.rows {
        assert!(says_why(row), "{row:?}");
    }
    tally
}

fn says_why(row: &BatchRow) -> bool {
    match &row.state {
        RowState::Done(_) | RowState::Uncertain | RowState::Canceled => true,
        RowState::Skipped(why) | RowState::NeedsReview(why) => !why.to_string().is_empty(),
        RowState::Failed(trouble) => !trouble.cause.to_string().is_empty(),
        RowState::Waiting | RowState::Doing => false,
    }
}

fn ids(agreed: &[(OrderId, Money)]) -> Vec<OrderId> {
    agreed.iter().map(|(id, _)| id.clone()).collect()
}

fn batch(desk: &TestDesk) -> BatchJob {
    desk.state().order_batches.work.clone().unwrap()
}

/// Orders that were removed, that were changed, that cost something else than agreed to, that the
/// service refuses, and whose answers are lost, beside others; all of them answered slowly.
#[test]
fn every_order_of_a_batch_is_accounted_for() {
    let (world, mut desk) = connected_desk();
    let mut priced = desk.import_rated(30);
    desk.apply(OrderIntent::Delete(ids(&priced[..3])));
    desk.run_until("removed", |state| state.orders.total() == 27);
    desk.apply(OrderIntent::Edit {
        ids: ids(&priced[3..7]),
        edit: OrderEdit::To(AddressField::Zip, "10119".to_owned()),
    });
    desk.run_until("changed", |state| state.orders.in_state(OrderState::Ready) == 4);
    for (_, price) in &mut priced[7..9] {
        price.amount = price.amount.negated();
    }
    world.practice(
        "faults",
        &json!({
            "call": "POST /Shipment", "kind": "error", "code": "ADDRESS.VALIDATION_FAILED",
            "count": 2,
        }),
    );
    world.faults("POST /Shipment", "cut_after_commit", 0, 3);
    world.faults("POST /Shipment", "delay_before_commit", 100, 1_000);
    desk.work(OrderWork::Buy(priced.clone()));
    let tally = accounts_for(&desk, &ids(&priced));
    let expected = RowCounts { left: 3, look: 6, failed: 2, doubt: 3, ..RowCounts::default() };
    assert_eq!(tally, RowCounts { done: 30 - 14, ..expected }, "{:#?}", batch(&desk).rows);
    assert_eq!(batch(&desk).trouble, None);
    desk.run_until("found", |state| state.orders.in_state(OrderState::Bought) == 19);
    assert_eq!(world.shipments_at_service(), 19);
}

/// Also what is not about money.
#[test]
fn a_removed_order_has_a_row_in_every_batch() {
    let (_world, mut desk) = connected_desk();
    desk.import_orders(&table(4));
    let given = desk.tick_all_orders();
    desk.apply(OrderIntent::Delete(given[1..3].to_vec()));
    desk.run_until("removed", |state| state.orders.total() == 2);
    for work in [OrderWork::CheckAddresses(given.clone()), OrderWork::GetRates(given.clone())] {
        desk.work(work);
        let tally = accounts_for(&desk, &given);
        assert_eq!((tally.left, tally.total()), (2, 4), "{:#?}", batch(&desk).rows);
        desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    }
}

/// Rule 10 of the purchases. What was under way is in doubt and says so; the others are not begun.
#[test]
fn labels_without_an_answer_end_a_batch() {
    const ORDERS: u64 = 40;
    let (world, mut desk) = connected_desk();
    let priced = desk.import_rated(ORDERS as usize);
    world.faults("POST /Shipment", "cut_after_commit", 0, 1_000);
    desk.work(OrderWork::Buy(priced.clone()));
    let tally = accounts_for(&desk, &ids(&priced));
    let trouble = batch(&desk).trouble;
    assert!(trouble.as_ref().is_some_and(|trouble| trouble.offline), "{tally:?} {trouble:?}");
    assert!(tally.doubt >= 6 && tally.called_off > 10, "{tally:?}");
    assert_eq!(tally.doubt + tally.called_off, ORDERS, "{tally:?}");
    world.forget_faults();
    desk.run_until("found", |state| {
        let is_online = matches!(state.connectivity, Connectivity::Online { .. });
        is_online && state.orders.in_state(OrderState::Bought) == tally.doubt
    });
    assert_eq!(world.shipments_at_service() as u64, tally.doubt);
    desk.apply(OrderBatchIntent::Work(BatchIntent::Retry));
    assert!(!is_idle(desk.state()));
    desk.run_until("all", |state| {
        is_idle(state) && state.orders.in_state(OrderState::Bought) == ORDERS
    });
    assert_eq!(world.shipments_at_service() as u64, ORDERS);
}

/// A list shows the labels before their own answers, which are lost then. They were bought, and that
/// is no failure.
#[test]
fn a_label_that_a_list_has_before_its_answer_has_not_failed() {
    let world = DeskFixture::new();
    let time_outs = TimeOuts { money: Duration::from_secs(2), ..TimeOuts::default() };
    let pace = Timing { time_outs, ..pace() };
    let mut desk = TestDesk(Desk::open_paced(world.setup(), pace).unwrap()).connected();
    let priced = desk.import_rated(3);
    world.faults("POST /Shipment", "delay_after_commit", 4_000, 3);
    desk.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced.clone())));
    desk.run_until("the service has them", |_| world.shipments_at_service() == 3);
    desk.apply(ShipmentIntent::Refresh);
    desk.run_until("the end", is_idle);
    let tally = accounts_for(&desk, &ids(&priced));
    assert_eq!(tally.done + tally.doubt, 3, "{:#?}", batch(&desk).rows);
    desk.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 3);
    assert_eq!(world.shipments_at_service(), 3);
}

/// The account is signed in again while labels are under way, as after a lost connection: they are the
/// batch's, and none stays on screen as uncertain.
#[test]
fn signing_in_again_leaves_the_labels_of_a_batch_to_it() {
    let (world, mut desk) = connected_desk();
    let priced = desk.import_rated(6);
    world.faults("POST /Shipment", "delay_before_commit", 3_000, 6);
    desk.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced.clone())));
    desk.run_until("under way", |_| world.faults_met("delay_before_commit") == 6);
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("the end", is_idle);
    assert_eq!(accounts_for(&desk, &ids(&priced)).done, 6, "{:#?}", batch(&desk).rows);
    desk.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 6);
    let open: Vec<&Purchase> =
        desk.state().purchases.list.iter().filter(|it| !is_bought(it)).collect();
    assert!(open.is_empty(), "{open:#?}");
}
