//! A batch accounts for every order, also if other stations interfere with its claims.

use super::super::batches::every_row::accounts_for;
use super::*;
use crate::prelude::*;

const ORDERS: usize = 24;

/// A station whose batch has some labels under way, and the orders that it was given.
fn in_the_middle_of_a_batch(shop: &Shop) -> (TestDesk, Vec<OrderId>) {
    let mut one = shop.station("bench-1");
    let priced = one.import_rated(ORDERS);
    let given = priced.iter().map(|(id, _)| id.clone()).collect();
    shop.world.faults("POST /Shipment", "delay_before_commit", 300, 1_000);
    one.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
    one.run_until("labels", |state| {
        let work = state.order_batches.work.as_ref();
        work.is_some_and(|work| work.tally().done > 0)
    });
    (one, given)
}

#[test]
fn orders_whose_claims_are_taken_away_are_accounted_for() {
    let shop = Shop::new();
    let (mut one, given) = in_the_middle_of_a_batch(&shop);
    shop.steal_claims();
    one.run_until("the batch is over", is_idle);
    let tally = accounts_for(&one, &given);
    assert!(tally.look > 0, "{tally:?}");
    assert_eq!(tally.done + tally.look, ORDERS as u64, "{tally:?}");
    assert_eq!(shop.world.shipments_at_service() as u64, tally.done);
}

/// The lease ends again and again, and another station asks for the claims and takes some.
#[test]
fn orders_whose_lease_has_ended_are_accounted_for() {
    let shop = Shop::new();
    let mut two = shop.station("bench-2");
    let (mut one, given) = in_the_middle_of_a_batch(&shop);
    let begun = Instant::now();
    while !is_idle(one.state()) {
        assert!(begun.elapsed() < PATIENCE);
        shop.clock.advance(SILENCE);
        two.run_for(Duration::from_millis(150));
        shop.clock.advance(ANSWER);
        two.run_for(Duration::from_millis(150));
        one.run_for(Duration::from_millis(5));
    }
    let tally = accounts_for(&one, &given);
    // What was not begun is bought by no station.
    let labels_of_all = ORDERS - usize::try_from(tally.called_off).unwrap();
    let begun = Instant::now();
    loop {
        let labels = labels(&mut one);
        if labels.len() == labels_of_all
            && labels.iter().all(|label| label.status == LabelStatus::Bought)
        {
            break;
        }
        assert!(
            begun.elapsed() < PATIENCE,
            "{tally:?} {:#?}\n{labels:#?}\n{:#?} {:#?}\n{}",
            one.state().order_batches.work,
            shop.claims(),
            shop.in_journal("bench-1"),
            describe_state(one.state())
        );
        one.run_for(Duration::from_millis(20));
        two.run_for(Duration::from_millis(20));
    }
    assert_eq!(shop.world.shipments_at_service(), labels_of_all as i64, "each was bought once");
}
