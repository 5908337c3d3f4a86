//! A claim that was left by a station with another account of the shipping service.

use std::time::{Duration, Instant};

use postroom::desk::orders::OrderState;
use postroom::desk::orders::work::OrderWork;

use super::super::orders::batches::table;
use super::*;

/// The account in the claims as the database has them.
fn change_account(shop: &Shop, from: &str, to: &str) {
    let sql = format!("UPDATE postroom.claims SET purchase = replace(purchase, '{from}', '{to}')");
    shop.server.admin_in("stations", &sql);
}

#[test]
fn an_order_that_needs_another_account_says_so_until_it_is_finished() {
    let Some(shop) = Shop::prepared() else {
        return;
    };
    let mut one = shop.station("one");
    one.import_orders(&table(2));
    one.rate_all();
    one.run_until("rated", |state| state.orders.in_state(OrderState::Rated) == 2);
    one.tick_all_orders();
    let sums = one.state().orders.selection.sums.clone().unwrap();
    let first = sums.priced[..1].to_vec();
    shop.world.faults("POST /Shipment", "internal_before_commit", 0, 1_000);
    shop.world.faults("GET /Shipment", "internal_before_commit", 0, 10_000);
    one.work(OrderWork::Buy(first));
    let station = shop.server.admin_in("stations", "SELECT station FROM postroom.claims");
    drop(one);
    shop.world.forget_faults();
    let account = shop
        .server
        .admin_in("stations", "SELECT purchase::json ->> 'account' FROM postroom.claims");
    change_account(&shop, &format!("\"{account}\""), "\"second-account\"");

    let mut two = shop.station("two");
    show_all(&mut two);
    let older = |seconds: i64| {
        shop.server.admin_in(
            "stations",
            &format!(
                "UPDATE postroom.stations SET lease_until = lease_until - interval '{seconds} s';
                 UPDATE postroom.claims SET wanted_since = wanted_since - interval '{seconds} s';"
            ),
        );
    };
    let wanted = "SELECT count(*) FROM postroom.claims WHERE wanted_since IS NOT NULL";
    older(61);
    let begun = Instant::now();
    while shop.server.admin_in("stations", wanted) != "1" {
        assert!(begun.elapsed() < Duration::from_secs(120), "nobody is asked");
        two.run_for(Duration::from_millis(50));
    }
    older(11);
    two.run_until("the order says it", |state| !state.orders.claims_elsewhere.is_empty());
    let orders = &two.state().orders;
    let row = order(two.state(), "T00000").unwrap();
    let (claim, label) = orders.claim_elsewhere(row).expect("it waits");
    assert_eq!((claim.account.as_str(), &claim.station), ("second-account", &station));
    assert_eq!(label.station, station);
    assert_eq!(claim.begun, label.begun);
    let other = order(two.state(), "T00001").unwrap();
    assert!(orders.claim_elsewhere(other).is_none());
    assert_eq!(shop.world.shipments_at_service(), 0);

    // A station with that account finishes it: here the same one, once the claim names its account.
    change_account(&shop, "\"second-account\"", &format!("\"{account}\""));
    two.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 1);
    two.run_until("nothing waits", |state| state.orders.claims_elsewhere.is_empty());
    assert_eq!(shop.world.shipments_at_service(), 1);
}
