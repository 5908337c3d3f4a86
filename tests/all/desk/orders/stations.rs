//! Several stations on one workspace: each label is bought once, whichever station dies or falls
//! silent. The workspace is a file that two desks of one process share, so that the clock which
//! judges leases can be moved.

mod every_row;
mod left_claims;
mod one_printer;

use rusqlite::Connection as File;

use super::super::harness::{describe_state, steal_claims};
use super::batches::{begin_at_both, is_idle};
use crate::prelude::*;

/// A test that waits this long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// More than a station may be silent, and more than it has to answer.
const SILENCE: SignedDuration = SignedDuration::from_secs(61);
const ANSWER: SignedDuration = SignedDuration::from_secs(11);

struct Shop {
    world: DeskFixture,
    clock: Clock,
}

impl Shop {
    fn new() -> Self {
        Self { world: DeskFixture::new(), clock: Clock::manual(Timestamp::now()) }
    }

    /// A shop whose first station has imported and rated these orders.
    fn with_rated(orders: usize) -> (Self, TestDesk, Vec<(OrderId, Money)>) {
        let shop = Self::new();
        let mut one = shop.station("bench-1");
        let priced = one.import_rated(orders);
        (shop, one, priced)
    }

    /// The workspace that the stations share.
    fn shared(&self) -> PathBuf {
        self.world.folder.join("shared")
    }

    fn data(&self, station: &str) -> PathBuf {
        self.world.folder.join(station)
    }

    /// A signed-in desk with a folder of its own.
    fn station(&self, name: &str) -> TestDesk {
        let data = self.data(name);
        if !data.exists() {
            fs::create_dir_all(self.shared()).unwrap();
            fs::create_dir_all(&data).unwrap();
            std::os::unix::fs::symlink(self.shared(), data.join("practice-orders")).unwrap();
        }
        let begun = Instant::now();
        let mut desk = loop {
            let mut setup = self.world.setup();
            setup.data_dir = data.clone();
            setup.clock = self.clock.clone();
            // The jobs of a dropped desk release its journal a moment later.
            match Desk::open_paced(setup, pace()) {
                Err(DeskError::InUse) if begun.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                opened => break TestDesk(opened.unwrap()),
            }
        };
        desk.apply(SignInIntent::TryPractice);
        desk.run_until("connected", |state| {
            matches!(state.connection, Connection::Connected(_))
                && state.carriers.catalogs.value().is_some()
                && state.order_rules.documents.loaded
        });
        desk.fill();
        desk
    }

    fn file(&self) -> File {
        let file = File::open(self.shared().join("workspace.db")).unwrap();
        file.busy_timeout(PATIENCE).unwrap();
        file
    }

    fn claims(&self) -> Vec<(String, String)> {
        let file = self.file();
        let mut rows = file
            .prepare("SELECT transaction_id, station FROM claims ORDER BY transaction_id")
            .unwrap();
        rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap()
    }

    fn lease(&self) -> i64 {
        let lease = "SELECT max(lease_until) FROM stations";
        self.file().query_row(lease, [], |row| row.get(0)).unwrap()
    }

    fn steal_claims(&self) {
        assert!(!self.claims().is_empty());
        steal_claims(&self.file(), self.clock.now().as_microsecond() + 36_000_000_000);
    }

    /// Keeps the journal of a station from being written until the value is dropped.
    fn hold_journal(&self, station: &str) -> File {
        let file = File::open(self.data(station).join("journal.db")).unwrap();
        file.busy_timeout(PATIENCE).unwrap();
        file.execute_batch("BEGIN IMMEDIATE").unwrap();
        file
    }

    fn in_journal(&self, station: &str) -> Vec<(String, String)> {
        let file = File::open(self.data(station).join("journal.db")).unwrap();
        let mut rows = file.prepare("SELECT txn, state FROM entries ORDER BY number").unwrap();
        rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap()
    }

    /// No purchase gets an answer that says what became of it, until the faults are taken away. A
    /// lost connection would make a desk sign in again, which must not be under way when it dies.
    fn lose_purchases(&self, kind: &str) {
        self.world.faults("POST /Shipment", kind, 0, 1_000);
    }

    /// The lease of a dead station ends; `desk` asks whether it is still there, and takes over what
    /// it left.
    fn let_take_over(&self, desk: &mut TestDesk) {
        self.clock.advance(SILENCE);
        self.wait_until(desk, "the dead station is asked", |shop| {
            let wanted = "SELECT count(*) FROM claims WHERE wanted_since IS NULL";
            let unasked: i64 = shop.file().query_row(wanted, [], |row| row.get(0)).unwrap();
            unasked == 0
        });
        self.clock.advance(ANSWER);
    }

    fn wait_until(&self, desk: &mut TestDesk, what: &str, done: impl Fn(&Self) -> bool) {
        let begun = Instant::now();
        while !done(self) {
            assert!(
                begun.elapsed() < PATIENCE,
                "waited in vain for: {what}\n{}",
                describe_state(desk.state())
            );
            desk.run_for(Duration::from_millis(20));
        }
    }
}

/// The labels of all orders, as the desk reads them now.
fn labels(desk: &mut TestDesk) -> Vec<OrderLabel> {
    let answered = desk.state().orders.answered;
    desk.apply(OrderIntent::Show { filter: OrderFilter::default(), first: 0 });
    desk.run_until("the orders", |state| state.orders.answered > answered);
    let rows = desk.state().orders.rows.iter();
    rows.flat_map(|row| row.order.labels.clone()).collect()
}

/// Runs the desk until every order is bought.
fn wait_for_labels(desk: &mut TestDesk, orders: usize) -> Vec<OrderLabel> {
    let begun = Instant::now();
    loop {
        let labels = labels(desk);
        let bought = labels.iter().filter(|label| label.status == LabelStatus::Bought).count();
        if bought == orders {
            return labels;
        }
        assert!(begun.elapsed() < PATIENCE, "{labels:#?}");
        desk.run_for(Duration::from_millis(50));
    }
}

#[test]
fn two_stations_that_buy_the_same_orders_buy_each_once() {
    let shop = Shop::new();
    let mut one = shop.station("bench-1");
    let mut two = shop.station("bench-2");
    let priced = one.import_rated(10);
    shop.world.faults("POST /Shipment", "delay_before_commit", 20, 20);
    begin_at_both([&mut one, &mut two], &OrderWork::Buy(priced), PATIENCE);
    let tally = |desk: &TestDesk| desk.state().order_batches.work.clone().unwrap().tally();
    let (first, second) = (tally(&one), tally(&two));
    assert_eq!(first.done + second.done, 10, "{first:?} {second:?}");
    assert_eq!(first.look + second.look, 10, "{first:?} {second:?}");
    assert_eq!(shop.world.shipments_at_service(), 10);
    let labels = wait_for_labels(&mut two, 10);
    assert_eq!(labels.len(), 10);
    assert_eq!(shop.claims(), [], "what is bought is claimed by nobody");
}

/// The request got lost with the station that had sent it.
#[test]
fn what_a_dead_station_sent_in_vain_is_bought_once_by_another() {
    let (shop, mut one, priced) = Shop::with_rated(1);
    shop.lose_purchases("internal_before_commit");
    one.work(OrderWork::Buy(priced));
    let [(transaction, station)] = shop.claims().try_into().unwrap();
    drop(one);
    let mut two = shop.station("bench-2");
    shop.world.forget_faults();
    assert_eq!(shop.world.shipments_at_service(), 0);
    shop.let_take_over(&mut two);
    let [label] = wait_for_labels(&mut two, 1).try_into().unwrap();
    assert_eq!(label.transaction.as_str(), transaction);
    assert_ne!(label.station, station);
    assert_eq!(shop.world.shipments_at_service(), 1);
    let confirmed = (transaction, "confirmed".to_owned());
    assert_eq!(shop.in_journal("bench-2"), [confirmed]);
    assert_eq!(shop.claims(), []);
}

/// The label was bought and only the answer got lost.
#[test]
fn what_a_dead_station_bought_is_found_and_not_sent_again() {
    let (shop, mut one, priced) = Shop::with_rated(3);
    shop.lose_purchases("internal_after_commit");
    shop.world.faults("GET /Shipment", "internal_before_commit", 0, 10_000);
    one.work(OrderWork::Buy(priced));
    assert_eq!(shop.claims().len(), 3);
    drop(one);
    shop.world.forget_faults();
    assert_eq!(shop.world.shipments_at_service(), 3);
    let mut two = shop.station("bench-2");
    shop.let_take_over(&mut two);
    wait_for_labels(&mut two, 3);
    assert_eq!(shop.world.shipments_at_service(), 3);
    assert_eq!(shop.claims(), []);
}

/// The station died between the claim and its journal.
#[test]
fn what_a_dead_station_only_claimed_is_bought_by_another() {
    let (shop, mut one, priced) = Shop::with_rated(2);
    let held = shop.hold_journal("bench-1");
    one.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
    shop.wait_until(&mut one, "the claims", |shop| shop.claims().len() == 2);
    let claimed = shop.claims();
    drop(one);
    drop(held);
    assert_eq!(shop.world.shipments_at_service(), 0);
    let mut two = shop.station("bench-2");
    shop.let_take_over(&mut two);
    let mut bought: Vec<String> = wait_for_labels(&mut two, 2)
        .iter()
        .map(|label| label.transaction.as_str().to_owned())
        .collect();
    bought.sort();
    let claimed: Vec<String> = claimed.into_iter().map(|(id, _)| id).collect();
    assert_eq!(bought, claimed);
    assert_eq!(shop.world.shipments_at_service(), 2);
}

/// The other station has the claim by the time that this one would send.
#[test]
fn a_station_without_the_claim_sends_nothing() {
    // A journal waits five seconds for its file, which is too short on a very busy computer.
    let is_tried = (0..5).any(|_| sends_nothing_without_its_claim());
    assert!(is_tried, "the journal could never be written in time");
}

/// Returns false if the journal did not take the purchase, so that the claim was never checked.
fn sends_nothing_without_its_claim() -> bool {
    let (shop, mut one, priced) = Shop::with_rated(1);
    let held = shop.hold_journal("bench-1");
    one.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
    shop.wait_until(&mut one, "the claim", |shop| shop.claims().len() == 1);
    shop.steal_claims();
    drop(held);
    one.run_until("the batch is over", is_idle);
    let batch = one.state().order_batches.work.clone().unwrap();
    let [row] = batch.rows.as_slice() else { panic!("{:?}", batch.rows) };
    if matches!(row.state, RowState::Failed(_)) {
        return false;
    }
    assert!(matches!(row.state, RowState::NeedsReview(_)), "{row:?}");
    assert_eq!(shop.world.shipments_at_service(), 0);
    let [(_, state)] = shop.in_journal("bench-1").try_into().unwrap();
    assert_eq!(state, "cancelled", "nothing was ever sent");
    let [label] = labels(&mut one).try_into().unwrap();
    assert_eq!(label.status, LabelStatus::Buying, "it is of the other one");
    assert_eq!(shop.claims().len(), 1);
    true
}

/// A purchase that was sent once is not sent again after the claim is gone.
#[test]
fn a_station_without_the_claim_does_not_send_again() {
    let (shop, mut one, priced) = Shop::with_rated(1);
    // No look-up counts before the claim is gone, so nothing is sent a second time until then.
    shop.world.faults("GET /Shipment", "internal_before_commit", 0, 10_000);
    shop.world.faults("POST /Shipment", "internal_before_commit", 0, 1);
    one.work(OrderWork::Buy(priced));
    shop.steal_claims();
    shop.world.forget_faults();
    one.run_until("given up", |state| {
        let mut purchases = state.purchases.list.iter();
        purchases.any(|purchase| {
            matches!(&purchase.status, PurchaseStatus::Absent { trouble: Some(_), .. })
        })
    });
    assert_eq!(shop.world.shipments_at_service(), 0);
    let [(_, state)] = shop.in_journal("bench-1").try_into().unwrap();
    assert_eq!(state, "absent", "the first request may still arrive");
}

/// A station that is there keeps its claims, however long a purchase is in doubt.
#[test]
fn the_lease_is_renewed_while_a_purchase_is_in_doubt() {
    let shop = Shop::new();
    let mut one = shop.station("bench-1");
    let mut two = shop.station("bench-2");
    let priced = one.import_rated(1);
    shop.lose_purchases("internal_before_commit");
    one.work(OrderWork::Buy(priced));
    // It was sent as often as allowed, and is only watched now.
    one.run_until("not found", |state| {
        let mut purchases = state.purchases.list.iter();
        purchases.any(|purchase| matches!(purchase.status, PurchaseStatus::Absent { .. }))
    });
    let [before] = shop.claims().try_into().unwrap();
    for _ in 0..4 {
        let lease = shop.lease();
        shop.clock.advance(SignedDuration::from_secs(45));
        shop.wait_until(&mut one, "the lease", |shop| shop.lease() > lease);
        two.run_for(Duration::from_millis(300));
    }
    assert_eq!(shop.claims(), [before]);
    assert_eq!(two.state().purchases.list.len(), 0);
    one.run_until("in doubt", |state| state.orders.in_state(OrderState::InDoubt) == 1);
}

/// A station that comes back finds what another one has finished, and does nothing about it.
#[test]
fn a_station_that_comes_back_leaves_the_order_to_the_other() {
    let (shop, mut one, priced) = Shop::with_rated(1);
    shop.lose_purchases("internal_before_commit");
    one.work(OrderWork::Buy(priced));
    drop(one);
    shop.world.forget_faults();
    let mut two = shop.station("bench-2");
    shop.let_take_over(&mut two);
    let [label] = wait_for_labels(&mut two, 1).try_into().unwrap();
    let mut one = shop.station("bench-1");
    one.run_until("the purchase is found", |state| {
        let mut purchases = state.purchases.list.iter();
        purchases.any(|purchase| matches!(purchase.status, PurchaseStatus::Bought { .. }))
    });
    one.run_for(Duration::from_millis(300));
    assert_eq!(labels(&mut one), [label]);
    assert_eq!(shop.world.shipments_at_service(), 1);
}
