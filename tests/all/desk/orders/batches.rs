//! The way of many orders through the desk, against the real practice service: import, rates,
//! labels; stopping, faults and restarts between.

pub mod every_row;
mod stops;

use std::collections::HashSet;

use crate::prelude::*;

pub use super::super::imported_orders::{is_idle, table};

/// Every quote becomes three dollars lower than what the service will charge.
pub const LOWER_QUOTES: &str = "UPDATE order_details SET json = json_set(json,
    '$.quote.rate.totalFee', round(json_extract(json, '$.quote.rate.totalFee') - 3.0, 2));";

/// Begins the same work at two desks and runs both until neither is at work.
pub fn begin_at_both(mut desks: [&mut TestDesk; 2], work: &OrderWork, patience: Duration) {
    for desk in &mut desks {
        desk.apply(OrderBatchIntent::Begin(work.clone()));
    }
    let begun = Instant::now();
    while !desks.iter().all(|desk| is_idle(desk.state())) {
        assert!(begun.elapsed() < patience);
        for desk in &mut desks {
            desk.run_for(Duration::from_millis(5));
        }
    }
}

impl TestDesk {
    /// Ticks every order of the list and waits for the sums.
    pub fn tick_all_orders(&mut self) -> Vec<OrderId> {
        self.apply(OrderIntent::Show { filter: OrderFilter::default(), first: 0 });
        // The sums of an earlier selection stay on screen until new ones are there.
        self.apply(OrderIntent::UntickAll);
        self.apply(OrderIntent::TickAll);
        self.run_until("selection", |state| state.orders.selection.sums.is_some());
        self.state().orders.selection.ids().to_vec()
    }

    pub fn work(&mut self, work: OrderWork) {
        self.apply(OrderBatchIntent::Begin(work));
        self.run_until("batch", |state| state.order_batches.work.is_some() && is_idle(state));
    }

    pub fn rate_all(&mut self) {
        let ids = self.tick_all_orders();
        self.work(OrderWork::GetRates(ids));
        self.apply(OrderBatchIntent::Work(BatchIntent::Close));
    }

    /// Imports and rates orders of [`table`]; returns what they cost.
    pub fn import_rated(&mut self, orders: usize) -> Vec<(OrderId, Money)> {
        self.import_orders(&table(orders));
        self.rate_all();
        self.run_until("rated", |state| state.orders.in_state(OrderState::Rated) == orders as u64);
        self.tick_all_orders();
        let sums = self.state().orders.selection.sums.clone().unwrap();
        assert_eq!(sums.priced.len(), orders);
        sums.priced
    }

    /// Buys every rated order at the price on screen.
    pub fn buy_all(&mut self) {
        self.tick_all_orders();
        let sums = self.state().orders.selection.sums.clone().unwrap();
        self.work(OrderWork::Buy(sums.priced));
    }

    /// Sends what is in the journal and was not sent, which waits for a person, and what was marked
    /// as being sent and never got onto the line, once it was looked up.
    fn send_unsent(&mut self) {
        for round in 0.. {
            let ids = self.tick_all_orders();
            let selection = &self.state().orders.selection;
            if selection.in_state(OrderState::Buying) + selection.in_state(OrderState::InDoubt) == 0
            {
                break;
            }
            assert!(round < 1000, "an order stays in doubt");
            self.work(OrderWork::SendUnsent(ids));
            self.apply(OrderBatchIntent::Work(BatchIntent::Close));
            // A look-up takes its time, which rounds without a pause do not leave on a busy machine.
            self.run_for(Duration::from_millis(20));
        }
    }

    fn in_state(&self, state: OrderState) -> u64 {
        self.state().orders.in_state(state)
    }
}

/// Between the look at an order and its claim, other work of the desk or another computer can change
/// it: it is looked at and claimed anew.
#[test]
fn an_order_that_changes_before_its_claim_is_claimed_anew() {
    let (world, mut desk) = connected_desk();
    let priced = desk.import_rated(6);
    let workspace = world.folder.join("desk/practice-orders/workspace.db");
    // While the first one is claimed, the others get a new revision, once.
    rusqlite::Connection::open(workspace)
        .unwrap()
        .execute_batch(
            "CREATE TABLE changed_elsewhere (done INTEGER);
             CREATE TRIGGER change_elsewhere AFTER UPDATE ON orders
               WHEN new.state = 'buying' AND NOT EXISTS (SELECT 1 FROM changed_elsewhere)
               BEGIN
                 INSERT INTO changed_elsewhere VALUES (1);
                 UPDATE orders SET revision = revision + 1 WHERE state = 'rated';
               END;",
        )
        .unwrap();
    desk.work(OrderWork::Buy(priced));
    let tally = desk.state().order_batches.work.clone().unwrap().tally();
    assert_eq!((tally.done, tally.look), (6, 0), "{tally:?}");
    assert_eq!(world.shipments_at_service(), 6);
}

#[test]
fn imported_orders_are_rated_and_bought_once() {
    let (world, mut desk) = connected_desk();
    desk.import_orders(&table(25));
    assert_eq!(desk.in_state(OrderState::Ready), 25);
    desk.rate_all();
    desk.run_until("rated", |state| state.orders.in_state(OrderState::Rated) == 25);
    desk.buy_all();
    let batch = desk.state().order_batches.work.clone().unwrap();
    assert_eq!(batch.tally().done, 25, "{:?}", batch.rows.first());
    assert_eq!(world.shipments_at_service(), 25);
    desk.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 25);
    // Each order has its own label, with what was charged for it.
    desk.run_until("rows", |state| {
        let rows = &state.orders.rows;
        rows.len() == 25 && rows.iter().all(|row| row.state == OrderState::Bought)
    });
    let rows = &desk.state().orders.rows;
    let labels: Vec<_> = rows.iter().map(|row| row.order.bought_label().unwrap()).collect();
    let shipments: HashSet<_> = labels.iter().map(|label| label.shipment.clone()).collect();
    assert_eq!(shipments.len(), 25);
    assert!(labels.iter().all(|label| label.charged.is_some()));
    assert!(labels.iter().all(|label| label.tracking_numbers.len() == 1));
    // Buying again buys nothing.
    let priced: Vec<_> = rows
        .iter()
        .map(|row| (row.id.clone(), row.order.bought_label().unwrap().charged.unwrap()))
        .collect();
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    desk.work(OrderWork::Buy(priced));
    let again = desk.state().order_batches.work.clone().unwrap();
    assert_eq!((again.tally().done, again.tally().look), (0, 25));
    assert_eq!(world.shipments_at_service(), 25);
}

/// A price that changed since it was agreed to is not paid.
#[test]
fn only_the_agreed_price_is_paid() {
    let (world, mut desk) = connected_desk();
    desk.import_orders(&table(2));
    desk.rate_all();
    desk.tick_all_orders();
    let sums = desk.state().orders.selection.sums.clone().unwrap();
    assert_eq!(sums.priced.len(), 2);
    let mut agreed = sums.priced.clone();
    agreed[0].1.amount = agreed[0].1.amount.negated();
    desk.work(OrderWork::Buy(agreed));
    let tally = desk.state().order_batches.work.clone().unwrap().tally();
    assert_eq!((tally.done, tally.look), (1, 1));
    // An edit that changes the price makes the rate outdated: the order is not bought.
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    let left = sums.priced[0].clone();
    desk.apply(OrderIntent::Edit {
        ids: vec![left.0.clone()],
        edit: OrderEdit::To(AddressField::Zip, "10119".to_owned()),
    });
    desk.run_until("outdated", |state| state.orders.in_state(OrderState::Ready) == 1);
    desk.work(OrderWork::Buy(vec![left]));
    let batch = desk.state().order_batches.work.clone().unwrap();
    assert_eq!(batch.tally().done, 0, "{:?}", batch.rows);
    assert_eq!(world.shipments_at_service(), 1);
}

/// A third of the answers is lost: every label is bought exactly once all the same.
#[test]
fn lost_answers_buy_nothing_twice() {
    let (world, mut desk) = connected_desk();
    desk.import_rated(12);
    world.faults("POST /Shipment", "cut_after_commit", 0, 4);
    desk.buy_all();
    desk.run_until("settled", |state| state.orders.in_state(OrderState::Bought) == 12);
    assert_eq!(world.shipments_at_service(), 12);
}

/// Rates that got no answer, after three attempts each, do not hold back those of other orders; of
/// five such orders none can be the sixth in a row.
#[test]
fn rates_without_an_answer_do_not_hold_back_the_others() {
    let (world, mut desk) = connected_desk();
    desk.import_orders(&table(20));
    world.faults("POST /ShipmentRate", "cut_before_commit", 0, 16);
    let ids = desk.tick_all_orders();
    desk.work(OrderWork::GetRates(ids));
    let batch = desk.state().order_batches.work.clone().unwrap();
    let tally = batch.tally();
    assert!((1..=5).contains(&tally.failed), "{tally:?}");
    assert_eq!(tally.done, 20 - tally.failed, "{tally:?}");
    assert!(batch.trouble.is_none(), "{:?}", batch.trouble);
    // Without any answer the batch ends and says so, also if the orders are few.
    world.stop_service();
    let few = desk.state().orders.selection.ids()[..2].to_vec();
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    desk.work(OrderWork::GetRates(few));
    let batch = desk.state().order_batches.work.clone().unwrap();
    assert_eq!((batch.tally().failed, batch.tally().done), (2, 0));
    assert!(batch.trouble.is_some_and(|trouble| trouble.offline));
}

#[test]
fn a_stopped_batch_goes_on_where_it_was() {
    let (world, mut desk) = connected_desk();
    let priced = desk.import_rated(40);
    world.faults("POST /Shipment", "delay_before_commit", 30, 40);
    desk.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced.clone())));
    desk.run_until("some", |state| {
        let work = state.order_batches.work.as_ref();
        work.is_some_and(|work| work.tally().done > 0)
    });
    desk.apply(OrderBatchIntent::Work(BatchIntent::Cancel));
    desk.run_until("stopped", is_idle);
    let stopped = desk.state().order_batches.work.clone().unwrap().tally();
    assert!(stopped.done < 40, "{stopped:?}");
    desk.run_until("none is left as being bought", |state| {
        state.orders.in_state(OrderState::Buying) == 0
    });
    assert_eq!(world.shipments_at_service() as u64, stopped.done);
    desk.apply(OrderBatchIntent::Work(BatchIntent::Retry));
    desk.run_until("done", |state| {
        is_idle(state) && state.orders.in_state(OrderState::Bought) == 40
    });
    assert_eq!(world.shipments_at_service(), 40);
}

/// Labels are shown, and printed, while another purchase has no answer yet.
#[test]
fn a_slow_purchase_does_not_hold_back_what_is_bought() {
    let (world, mut desk) = connected_desk();
    let priced = desk.import_rated(3);
    world.faults("POST /Shipment", "delay_before_commit", 0, 2);
    world.faults("POST /Shipment", "delay_before_commit", 3_000, 1);
    desk.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
    desk.run_until("two of three", |state| {
        state.order_batches.work.as_ref().is_some_and(|work| work.tally().done == 2)
    });
    assert_eq!(world.shipments_at_service(), 2);
    desk.run_until("the third", |state| {
        is_idle(state) && state.orders.in_state(OrderState::Bought) == 3
    });
}

/// The balance of the start would be wrong on screen for as long as a batch takes.
#[test]
fn the_balance_follows_a_batch() {
    let world = DeskFixture::new();
    let pace = Timing { balance_while_buying: Duration::ZERO, ..pace() };
    let mut desk = TestDesk(Desk::open_paced(world.setup(), pace).unwrap()).connected();
    desk.import_orders(&table(40));
    desk.rate_all();
    desk.tick_all_orders();
    let balance = |state: &State| state.balance.summary.value().and_then(|sum| sum.balance);
    let before = balance(desk.state()).unwrap();
    let priced = desk.state().orders.selection.sums.clone().unwrap().priced;
    world.faults("POST /Shipment", "delay_before_commit", 500, 40);
    desk.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
    desk.run_until("another balance", |state| balance(state).is_some_and(|now| now < before));
    assert!(!is_idle(desk.state()));
}

/// The desk ends while labels are being bought; the next one settles what it finds.
#[test]
fn a_restart_settles_what_was_being_bought() {
    let (world, mut desk) = connected_desk();
    let priced = desk.import_rated(30);
    world.faults("POST /Shipment", "delay_before_commit", 40, 30);
    desk.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
    desk.run_until("some", |state| {
        let work = state.order_batches.work.as_ref();
        work.is_some_and(|work| work.tally().done > 3)
    });
    drop(desk);
    world.forget_faults();
    let mut desk = world.open_connected();
    desk.fill();
    desk.run_until("the orders", |state| state.orders.loaded && state.orders.total() == 30);
    desk.send_unsent();
    desk.run_until("nothing is left open", |state| {
        state.orders.in_state(OrderState::Buying) == 0
            && state.orders.in_state(OrderState::InDoubt) == 0
    });
    let bought = desk.in_state(OrderState::Bought);
    assert_eq!(world.shipments_at_service() as u64, bought);
    assert!(bought > 3, "{bought}");
    // A slow desk may have ended after the last one.
    if bought < 30 {
        desk.rate_all();
        desk.buy_all();
    }
    desk.run_until("all", |state| state.orders.in_state(OrderState::Bought) == 30);
    assert_eq!(world.shipments_at_service(), 30);
}

/// One order that the service refuses does not hold back the others.
#[test]
fn a_refused_order_is_named_and_the_others_are_bought() {
    let (world, mut desk) = connected_desk();
    desk.import_rated(6);
    world.practice(
        "faults",
        &json!({
            "call": "POST /Shipment", "kind": "error", "code": "ADDRESS.VALIDATION_FAILED",
        }),
    );
    desk.buy_all();
    let batch = desk.state().order_batches.work.clone().unwrap();
    assert_eq!((batch.tally().done, batch.tally().failed), (5, 1), "{:?}", batch.rows);
    let failed = batch.rows.iter().find(|row| matches!(row.state, RowState::Failed(_))).unwrap();
    assert!(failed.subject.starts_with('T'), "{failed:?}");
}

/// A desk of an account that the user signs in to, unlike that of the practice service.
fn signed_in(world: &DeskFixture) -> TestDesk {
    let mut setup = world.setup();
    setup.credentials = Some(world.credentials());
    let mut desk = TestDesk(Desk::open_paced(setup, pace()).unwrap());
    desk.run_until("signed in", |state| {
        matches!(state.connection, Connection::Connected(_))
            && state.carriers.catalogs.value().is_some()
            && state.order_rules.documents.loaded
    });
    desk
}

/// The service takes the account's sign-in no more: the user is asked to sign in, whatever the batch
/// was about, and the orders that are left are not tried.
#[test]
fn a_refused_sign_in_ends_the_batch_and_asks_the_user() {
    for (call, work) in [
        ("POST /Address", OrderWork::CheckAddresses(Vec::new())),
        ("POST /ShipmentRate", OrderWork::GetRates(Vec::new())),
        ("POST /Shipment", OrderWork::Buy(Vec::new())),
    ] {
        let world = DeskFixture::new();
        let mut desk = signed_in(&world);
        desk.import_orders(&table(30));
        let ids = match work {
            OrderWork::Buy(_) => {
                desk.rate_all();
                desk.tick_all_orders()
            }
            _ => desk.tick_all_orders(),
        };
        let priced = desk.state().orders.selection.sums.clone().unwrap().priced;
        world.practice(
            "faults",
            &json!({
                "call": call, "kind": "error",
                "code": "ACCOUNT.APP.AUTHENTICATION_FAILED", "count": 1000,
            }),
        );
        desk.work(match work {
            OrderWork::CheckAddresses(_) => OrderWork::CheckAddresses(ids),
            OrderWork::GetRates(_) => OrderWork::GetRates(ids),
            _ => OrderWork::Buy(priced),
        });
        let batch = desk.state().order_batches.work.clone().unwrap();
        assert!(batch.trouble.is_some(), "{call}");
        assert!(batch.tally().called_off > 10, "{call}: {:?}", batch.tally());
        desk.run_until("asked to sign in", |state| {
            matches!(state.connection, Connection::SignInNeeded { trouble: Some(_), .. })
        });
        assert_eq!(world.shipments_at_service(), 0, "{call}");
    }
}
