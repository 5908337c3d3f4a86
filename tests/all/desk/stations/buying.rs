//! Buying on a shared PostgreSQL: by two stations at once, after a station died, and while the server
//! is away.

use postroom::desk::flows::hand_over_orders::plan;

use super::super::orders::batches::{begin_at_both, is_idle};
use super::super::orders::printing::selected;
use super::*;
use crate::prelude::*;

const PATIENCE: Duration = Duration::from_secs(120);

impl Shop {
    /// Lets time pass at the server: its clock judges leases and cannot be moved.
    pub(super) fn pass(&self, seconds: i64) {
        self.server.admin_in(
            "stations",
            &format!(
                "UPDATE postroom.stations SET lease_until = lease_until - interval '{seconds} s';
                 UPDATE postroom.claims SET wanted_since = wanted_since - interval '{seconds} s';"
            ),
        );
    }
}

pub(super) fn wait_until(desk: &mut TestDesk, what: &str, done: impl Fn() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain for: {what}");
        desk.run_for(Duration::from_millis(50));
    }
}

#[test]
fn two_stations_that_buy_the_same_orders_buy_each_once() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("bench-1"), shop.station("bench-2"));
    two.fill();
    let priced = one.import_rated(20);
    shop.world.faults("POST /Shipment", "delay_before_commit", 20, 40);
    begin_at_both([&mut one, &mut two], &OrderWork::Buy(priced), PATIENCE);
    let done = |desk: &TestDesk| desk.state().order_batches.work.clone().unwrap().tally().done;
    assert_eq!(done(&one) + done(&two), 20);
    assert_eq!(shop.world.shipments_at_service(), 20);
    assert_eq!(shop.claims(), 0);
    // News bring it to both.
    for desk in [&mut one, &mut two] {
        desk.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 20);
    }
}

/// Z3: a person agrees to the price that the list shows, and any station can write one there.
#[test]
fn a_price_that_another_station_wrote_is_not_believed() {
    let Some(shop) = Shop::prepared() else { return };
    // A sender that each station has for itself would be part of the price.
    shop.set_sender();
    let mut one = shop.station("bench-1");
    one.import_rated(2);
    shop.server.admin_in(
        "stations",
        "UPDATE postroom.order_details SET json =
           regexp_replace(json, '\"totalFee\":[^,}]*', '\"totalFee\":0.01', 'g')
         WHERE position = (SELECT min(position) FROM postroom.orders)",
    );
    let mut two = shop.station("bench-2");
    two.run_until("the orders", |state| state.orders.in_state(OrderState::Rated) == 2);
    let ids = two.tick_all_orders();
    let priced = two.state().orders.selection.sums.clone().unwrap().priced;
    let prices: Vec<String> = priced.iter().map(|(_, price)| price.to_string()).collect();
    assert!(prices.iter().any(|price| price.contains("0.01")), "{prices:?}");
    two.work(OrderWork::Buy(priced));
    let tally = two.state().order_batches.work.clone().unwrap().tally();
    assert_eq!((tally.done, tally.look), (1, 1));
    assert_eq!(shop.world.shipments_at_service(), 1, "the other price is the service's");
    // The wrong price is gone.
    two.run_until("it has no rate", |state| state.orders.in_state(OrderState::Ready) == 1);
    two.apply(OrderBatchIntent::Work(BatchIntent::Close));
    two.work(OrderWork::GetRates(ids));
    two.buy_all();
    two.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 2);
}

#[test]
fn what_a_dead_station_left_is_bought_once_by_another() {
    let Some(shop) = Shop::prepared() else { return };
    let mut one = shop.station("bench-1");
    let priced = one.import_rated(4);
    // Two of the requests arrive, and no answer comes back.
    shop.world.faults("POST /Shipment", "internal_after_commit", 0, 2);
    shop.world.faults("POST /Shipment", "internal_before_commit", 0, 1_000);
    shop.world.faults("GET /Shipment", "internal_before_commit", 0, 10_000);
    one.work(OrderWork::Buy(priced));
    drop(one);
    shop.world.forget_faults();
    assert_eq!(shop.claims(), 4);
    assert_eq!(shop.world.shipments_at_service(), 2);
    let mut two = shop.station("bench-2");
    two.run_for(Duration::from_millis(500));
    assert_eq!(two.state().purchases.list.len(), 0, "its lease has not ended");
    shop.pass(61);
    wait_until(&mut two, "the dead station is asked", || {
        shop.number("SELECT count(*) FROM postroom.claims WHERE wanted_since IS NULL") == 0
    });
    shop.pass(11);
    two.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 4);
    assert_eq!(shop.world.shipments_at_service(), 4);
    assert_eq!(shop.claims(), 0);
}

/// While the server of the orders is away nothing new is begun, and what was bought is written when
/// it is back.
#[test]
fn buying_waits_for_the_server_of_the_orders() {
    let Some(mut shop) = Shop::prepared() else { return };
    let mut one = shop.station("bench-1");
    let priced = one.import_rated(60);
    shop.world.faults("POST /Shipment", "delay_before_commit", 100, 60);
    one.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
    one.run_until("some", |state| {
        let work = state.order_batches.work.as_ref();
        work.is_some_and(|work| work.tally().done > 0)
    });
    shop.server.kill();
    one.run_until("the batch says why it waits", |state| {
        let work = state.order_batches.work.as_ref();
        work.is_some_and(|work| work.waiting_for.is_some())
    });
    let mut before = -1;
    // What was claimed is finished.
    while shop.world.shipments_at_service() != before {
        before = shop.world.shipments_at_service();
        one.run_for(Duration::from_secs(2));
    }
    assert!(before < 60, "{before}");
    assert!(!is_idle(one.state()));
    shop.server.start_again();
    one.run_until("the batch is over", is_idle);
    let batch = one.state().order_batches.work.clone().unwrap();
    assert_eq!(batch.tally().done, 60, "{:?} {:?}", batch.tally(), batch.trouble);
    assert!(batch.waiting_for.is_none());
    assert_eq!(shop.world.shipments_at_service(), 60);
    assert_eq!(shop.claims(), 0);
    one.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 60);
}

/// Finding H2: the news that an order is on a manifest was lost if it could not be written at once.
#[test]
fn what_was_handed_over_while_the_server_was_away_is_written_when_it_is_back() {
    let Some(mut shop) = Shop::prepared() else { return };
    let mut one = shop.station("bench-1");
    let priced = one.import_rated(3);
    one.work(OrderWork::Buy(priced));
    one.apply(OrderBatchIntent::Work(BatchIntent::Close));
    one.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 3);
    one.tick_all_orders();
    let orders = selected(one.state());
    let clock = shop.world.clock.clone();
    one.run_until("a plan for all", |state| {
        let plan = plan(state, &orders, clock.now());
        plan.is_some_and(|plan| {
            plan.manifests.iter().map(|it| it.shipments.len()).sum::<usize>() == 3
        })
    });
    shop.server.kill();
    one.apply(Intent::HandOverOrders(orders));
    let told = |state: &State| {
        let notices = state.notices.iter();
        notices.filter(|notice| notice.text.as_str().contains("on a manifest")).count()
    };
    one.run_until("on a manifest, and told", |state| {
        !state.manifests.known.is_empty() && told(state) > 0
    });
    one.run_for(Duration::from_secs(3));
    assert_eq!(told(one.state()), 1, "{:?}", one.state().notices);
    shop.server.start_again();
    one.run_until("handed over", |state| state.orders.in_state(OrderState::HandedOver) == 3);
}

/// A batch that was stopped while the server was away leaves its results to the journal.
#[test]
fn what_was_bought_before_a_stop_is_written_when_the_server_is_back() {
    let Some(mut shop) = Shop::prepared() else { return };
    let mut one = shop.station("bench-1");
    let priced = one.import_rated(40);
    shop.world.faults("POST /Shipment", "delay_before_commit", 300, 40);
    one.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
    wait_until(&mut one, "claims", || shop.claims() > 0);
    shop.server.kill();
    one.run_until("the batch says why it waits", |state| {
        let work = state.order_batches.work.as_ref();
        work.is_some_and(|work| work.waiting_for.is_some())
    });
    one.apply(OrderBatchIntent::Work(BatchIntent::Cancel));
    one.run_until("stopped", is_idle);
    let bought = shop.world.shipments_at_service();
    assert!(bought > 0);
    shop.server.start_again();
    one.run_until("written", |state| state.orders.in_state(OrderState::Bought) == bought as u64);
    let rows = one.state().orders.rows.iter();
    let labels = rows.flat_map(|row| &row.order.labels);
    let paid = labels.filter(|label| label.status == LabelStatus::Bought);
    assert_eq!(paid.count() as i64, bought);
    assert_eq!(shop.world.shipments_at_service(), bought);
}
