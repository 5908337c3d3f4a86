//! The database is put back to an older copy: what was bought since is bought once all the same.

use super::super::orders::batches::{begin_at_both, is_idle};
use super::buying::wait_until;
use super::*;
use crate::database_servers::Dump;
use crate::prelude::*;

const PATIENCE: Duration = Duration::from_secs(120);

/// The stations whose reports are missing, as the sentence names them.
fn missing(desk: &TestDesk) -> Vec<String> {
    desk.state().stations.reports.missing.named.clone()
}

fn names_all(desk: &TestDesk, stations: &[&str], shop: &Shop) -> bool {
    let stopped = desk.state().order_batches.known.buying_stopped.clone();
    let words = stopped.map(|words| words.to_string()).unwrap_or_default();
    stations.iter().all(|station| words.contains(&shop.name_of(station)))
}

impl Shop {
    /// The name of a station in the tables.
    fn name_of(&self, station: &str) -> String {
        let file = self.world.folder.join(station).join("station.txt");
        fs::read_to_string(file).unwrap().trim().to_owned()
    }

    fn dump(&self) -> Dump {
        self.server.dump("stations")
    }

    /// Makes the tables anew, as `pg_restore --clean` does.
    fn put_back(&self, dump: &Dump) {
        self.server.restore("stations", dump);
    }

    /// Puts the rows back into the same tables. Nothing but the counts says so, as with a server that
    /// is put back as a whole.
    fn put_rows_back(&self, dump: &Dump) {
        self.server.restore_rows("stations", dump);
    }

    fn close(&self, desk: TestDesk) {
        self.world.runtime.block_on(desk.0.close());
    }
}

fn run_together(desks: &mut [&mut TestDesk], what: &str, done: impl Fn(&State) -> bool) {
    let begun = Instant::now();
    while !desks.iter().all(|desk| done(desk.state())) {
        assert!(begun.elapsed() < PATIENCE, "waited in vain for: {what}");
        for desk in &mut *desks {
            desk.run_for(Duration::from_millis(20));
        }
    }
}

fn all_bought(state: &State) -> bool {
    state.orders.in_state(OrderState::Bought) == 20
}

/// Three stations, of which two buy 20 orders that the third one sees. Returns the third one, the work
/// that it could do before, and a copy from before.
fn bought_by_two(shop: &Shop) -> (TestDesk, OrderWork, Dump) {
    let (mut one, mut two) = (shop.station("bench-1"), shop.station("bench-2"));
    two.fill();
    let mut three = shop.station("bench-3");
    three.fill();
    let work = OrderWork::Buy(one.import_rated(20));
    let before = shop.dump();
    shop.world.faults("POST /Shipment", "delay_before_commit", 400, 40);
    begin_at_both([&mut one, &mut two], &work, PATIENCE);
    let counted = "SELECT count(*) FROM postroom.stations WHERE purchases > 0";
    assert_eq!(shop.number(counted), 2);
    assert_eq!(shop.number("SELECT sum(purchases) FROM postroom.stations"), 20);
    shop.close(one);
    shop.close(two);
    three.run_until("bought", all_bought);
    (three, work, before)
}

#[track_caller]
fn buys_nothing(shop: &Shop, desk: &mut TestDesk, work: &OrderWork) {
    desk.apply(OrderBatchIntent::Begin(work.clone()));
    desk.run_for(Duration::from_millis(500));
    desk.run_until("nothing is under way", is_idle);
    assert_eq!(shop.world.shipments_at_service(), 20);
}

/// Z10. Also with rows that are put back into the same tables, and at a station that was off meanwhile.
#[test]
fn buying_waits_until_the_stations_that_bought_since_have_reported() {
    for same_tables in [false, true] {
        let Some(shop) = Shop::prepared() else { return };
        let (mut three, work, before) = bought_by_two(&shop);
        three = match same_tables {
            true => {
                // Its first look after the purchases.
                three.run_for(Duration::from_secs(12));
                shop.put_rows_back(&before);
                three
            }
            false => {
                shop.close(three);
                shop.put_back(&before);
                let mut three = shop.station("bench-3");
                three.fill();
                three
            }
        };
        three.run_until("the sentence", |state| {
            let missing = &state.stations.reports.missing.named;
            missing.len() == 2 && state.orders.in_state(OrderState::Rated) == 20
        });
        assert!(names_all(&three, &["bench-1", "bench-2"], &shop), "{:?}", missing(&three));
        buys_nothing(&shop, &mut three, &work);
        // A station that is new knows nothing and waits too.
        let mut four = shop.station("bench-4");
        four.fill();
        four.run_until("the sentence", |state| state.stations.reports.missing.named.len() == 2);
        buys_nothing(&shop, &mut four, &work);
        shop.close(four);

        let mut one = shop.station("bench-1");
        one.run_until("its report", |state| state.stations.reports.owed.is_none());
        three.run_until("one is left", |state| state.stations.reports.missing.named.len() == 1);
        assert_eq!(missing(&three), [shop.name_of("bench-2")]);
        buys_nothing(&shop, &mut three, &work);
        let mut two = shop.station("bench-2");
        run_together(&mut [&mut one, &mut two, &mut three], "settled", |state| {
            state.stations.reports.missing.is_empty() && all_bought(state)
        });
        three.work(work);
        assert_eq!(shop.world.shipments_at_service(), 20);
        assert_eq!(shop.number("SELECT sum(purchases) FROM postroom.stations"), 20);
        assert_eq!(shop.claims(), 0);
    }
}

/// A person at the third station says yes: it buys, and the others still wait.
#[test]
fn a_person_can_buy_without_the_reports_until_a_station_asks_again() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut three, work, before) = bought_by_two(&shop);
    // Its first look after the purchases.
    three.run_for(Duration::from_secs(12));
    shop.put_rows_back(&before);
    three.run_until("the sentence", |state| !state.stations.reports.missing.is_empty());
    let seen = Box::new(three.state().stations.reports.clone());
    three.apply(StationsIntent::BuyWithoutReports(seen));
    three.run_until("a yes", |state| state.order_batches.known.buying_stopped.is_none());
    // It is kept, and it is an answer of this computer alone.
    shop.close(three);
    let mut three = shop.station("bench-3");
    three.fill();
    three.run_for(Duration::from_millis(500));
    assert!(three.state().order_batches.known.buying_stopped.is_none());
    let mut four = shop.station("bench-4");
    four.run_until("the sentence", |state| !state.stations.reports.missing.is_empty());
    shop.close(four);
    three.work(work);
    // The risk that the question names.
    assert_eq!(shop.world.shipments_at_service(), 40);
    // Another copy is another question.
    shop.put_rows_back(&before);
    three.run_until("asked again", |state| state.order_batches.known.buying_stopped.is_some());
}

/// The copy is from before the import, and the orders are imported again.
#[test]
fn orders_that_are_imported_again_after_the_copy_are_not_bought_again() {
    let Some((shop, mut one, mut two)) = bought_and_not_in_the_copy() else {
        return;
    };
    let again = OrderWork::Buy(two.import_rated(20));
    two.work(again);
    assert_eq!(shop.world.shipments_at_service(), 20);
    run_together(&mut [&mut one, &mut two], "settled", all_bought);
    assert_eq!(shop.world.shipments_at_service(), 20);
    assert_eq!(shop.claims(), 0);
}

/// The station that bought them has reported, and is then gone for good.
#[test]
fn labels_of_orders_that_are_imported_again_are_found_without_their_station() {
    let Some((shop, one, mut two)) = bought_and_not_in_the_copy() else {
        return;
    };
    shop.close(one);
    two.import_rated(20);
    shop.pass(61);
    wait_until(&mut two, "the station is asked", || {
        shop.number("SELECT count(*) FROM postroom.claims WHERE wanted_since IS NULL") == 0
    });
    shop.pass(11);
    two.run_until("found", all_bought);
    wait_until(&mut two, "no claims", || shop.claims() == 0);
    assert_eq!(shop.world.shipments_at_service(), 20);
}

/// Two stations, of which the first has bought 20 orders that are not in the copy which was put back, and
/// has reported.
fn bought_and_not_in_the_copy() -> Option<(Shop, TestDesk, TestDesk)> {
    let shop = Shop::prepared()?;
    let mut two = shop.station("bench-2");
    two.fill();
    let mut one = shop.station("bench-1");
    one.import_rated(20);
    // The keys of orders are in the copy, and the orders are not.
    let remove = "DELETE FROM postroom.orders; DELETE FROM postroom.order_details";
    shop.server.admin_in("stations", remove);
    let before = shop.dump();
    shop.close(one);
    let mut one = shop.station("bench-1");
    one.fill();
    let work = OrderWork::Buy(one.import_rated(20));
    one.work(work);
    two.run_until("bought", all_bought);
    shop.put_back(&before);
    // A claim keeps each order that is not there.
    let begun = Instant::now();
    while shop.claims() < 20 {
        assert!(begun.elapsed() < PATIENCE);
        one.run_for(Duration::from_millis(50));
        two.run_for(Duration::from_millis(50));
    }
    run_together(&mut [&mut one, &mut two], "reported", |state| {
        state.stations.reports.missing.is_empty()
    });
    shop.close(two);
    let mut two = shop.station("bench-2");
    two.fill();
    Some((shop, one, two))
}

/// Nobody has looked since the database was put back: the claim itself notices.
#[test]
fn a_claim_notices_a_copy_that_was_put_back_a_moment_before() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut three, work, before) = bought_by_two(&shop);
    // Its first look after the purchases.
    three.run_for(Duration::from_secs(12));
    shop.put_rows_back(&before);
    assert!(three.state().order_batches.known.buying_stopped.is_none());
    three.work(work);
    assert_eq!(shop.world.shipments_at_service(), 20);
    let trouble = three.state().order_batches.work.clone().unwrap().trouble.unwrap();
    let cause = trouble.cause.to_string();
    for station in ["bench-1", "bench-2"] {
        assert!(cause.contains(&shop.name_of(station)), "{cause}");
    }
    assert_eq!(shop.claims(), 0);
}

/// What a station has seen, and what is in the tables, may differ without any copy.
#[test]
fn nobody_waits_where_no_copy_was_put_back() {
    let Some(shop) = Shop::prepared() else { return };
    let mut one = shop.station("bench-1");
    let work = OrderWork::Buy(one.import_rated(5));
    shop.close(one);
    let seen = shop.world.folder.join("bench-1").join("seen-purchases.json");
    let before = fs::read(&seen).unwrap_or_default();
    let mut one = shop.station("bench-1");
    one.fill();
    one.work(work);
    assert_eq!(shop.world.shipments_at_service(), 5);
    shop.close(one);
    // Its own purchases are on the disk before anything else is known of them.
    let own = |text: &str| text.contains(&format!("\"{}\":5", shop.name_of("bench-1")));
    assert!(own(&fs::read_to_string(&seen).unwrap()));
    // The computer stopped after the claim and before it was remembered.
    fs::write(&seen, before).unwrap();
    let mut one = shop.station("bench-1");
    one.run_for(Duration::from_millis(500));
    let mut two = shop.station("bench-2");
    two.apply(StationsIntent::Sign { name: "Front".to_owned(), person: "Ana".to_owned() });
    two.run_for(Duration::from_millis(500));
    // As docs/stations.md tells the owner to take a station out.
    let gone = shop.name_of("bench-1");
    shop.close(one);
    shop.server.admin_in(
        "stations",
        &format!("UPDATE postroom.stations SET lease_until = '-infinity' WHERE name = '{gone}'"),
    );
    two.run_for(Duration::from_secs(11));
    let stations = "SELECT count(*) FROM postroom.stations
        WHERE report_wanted_since IS NOT NULL OR tables <> 'postroom.claims'::regclass";
    assert_eq!(shop.number(stations), 0);
    assert!(two.state().order_batches.known.buying_stopped.is_none());
    // Nor is it waited for when a copy is put back later.
    shop.close(two);
    shop.put_back(&shop.dump());
    let mut three = shop.station("bench-3");
    three.run_until("the sentence", |state| !state.stations.reports.missing.is_empty());
    assert_eq!(missing(&three), [shop.name_of("bench-2")]);
}
