//! A claim that was left by a station with another account of the shipping service.

use postroom::desk::order_batches::claims_elsewhere::WhyElsewhere;

use super::super::orders::batches::table;
use super::*;
use crate::prelude::*;

/// The account in the claims as the database has them.
fn change_account(shop: &Shop, from: &str, to: &str) {
    let sql = format!("UPDATE postroom.claims SET purchase = replace(purchase, '{from}', '{to}')");
    shop.server.admin_in("stations", &sql);
}

/// A station buys one of two orders, and stops before its request arrives. Returns the name of the
/// station and its account.
fn leave_a_claim(shop: &Shop) -> (String, String) {
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
    (station, account)
}

/// The second station asks the first for its claim, which does not answer.
fn wait_for_the_lease(shop: &Shop, two: &mut TestDesk) {
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
}

#[test]
fn an_order_that_needs_another_account_says_so_until_it_is_finished() {
    let Some(shop) = Shop::prepared() else { return };
    let (station, account) = leave_a_claim(&shop);
    change_account(&shop, &format!("\"{account}\""), "\"second-account\"");

    let mut two = shop.station("two");
    show_all(&mut two);
    wait_for_the_lease(&shop, &mut two);
    two.run_until("the order says it", |state| !state.order_batches.claims_elsewhere.is_empty());
    let row = order(two.state(), "T00000").unwrap();
    let (claim, label) = two.state().order_batches.claim_elsewhere(row).expect("it waits");
    assert_eq!((claim.account.as_str(), &claim.station), ("second-account", &station));
    assert_eq!(label.station, station);
    assert_eq!(claim.begun, label.begun);
    let other = order(two.state(), "T00001").unwrap();
    assert!(two.state().order_batches.claim_elsewhere(other).is_none());
    assert_eq!(shop.world.shipments_at_service(), 0);

    // A station with that account finishes it: here the same one, once the claim names its account.
    change_account(&shop, "\"second-account\"", &format!("\"{account}\""));
    two.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 1);
    two.run_until("nothing waits", |state| state.order_batches.claims_elsewhere.is_empty());
    assert_eq!(shop.world.shipments_at_service(), 1);
}

/// Z3: a request that somebody changed in the database was sent as it was there: $251.27 for a label to
/// Miami, where $7.96 for one to Dallas was agreed.
#[test]
fn a_request_that_the_order_does_not_ask_for_is_sent_only_after_a_yes() {
    for (what, change) in [
        (
            "the recipient",
            "UPDATE postroom.claims SET body = convert_to(regexp_replace(convert_from(body, 'UTF8'),
            '\"city\":\"[^\"]*\",\"state\":\"[^\"]*\",\"zip\":\"[^\"]*\"',
            '\"city\":\"Miami\",\"state\":\"FL\",\"zip\":\"33101\"', 'g'), 'UTF8')",
        ),
        (
            "the weight",
            "UPDATE postroom.claims SET body = convert_to(regexp_replace(convert_from(body, 'UTF8'),
            '\"weight\":[0-9.]+', '\"weight\":60'), 'UTF8')",
        ),
        (
            "the service",
            "UPDATE postroom.claims SET body = convert_to(regexp_replace(convert_from(body, 'UTF8'),
            '\"service\":\"[^\"]*\"', '\"service\":\"PriorityMailExpress\"'), 'UTF8')",
        ),
        (
            "the price",
            "UPDATE postroom.claims SET purchase = regexp_replace(purchase,
            '\"amount\":[^,}]*', '\"amount\":251.27')",
        ),
        (
            "a price that the service does not ask",
            "UPDATE postroom.claims SET purchase = regexp_replace(purchase,
               '\"amount\":[^,}]*', '\"amount\":0.01');
             UPDATE postroom.order_details SET json = regexp_replace(regexp_replace(json,
               '\"amount\":[^,}]*', '\"amount\":0.01', 'g'),
               '\"totalFee\":[^,}]*', '\"totalFee\":0.01', 'g')",
        ),
    ] {
        let Some(shop) = Shop::prepared() else { return };
        leave_a_claim(&shop);
        let as_it_was = "SELECT md5(body) || purchase FROM postroom.claims";
        let before = shop.server.admin_in("stations", as_it_was);
        shop.server.admin_in("stations", change);
        assert_ne!(shop.server.admin_in("stations", as_it_was), before, "{what}");
        let mut two = shop.station("two");
        show_all(&mut two);
        wait_for_the_lease(&shop, &mut two);
        two.run_until(what, |state| !state.order_batches.claims_elsewhere.is_empty());
        two.run_for(Duration::from_secs(2));
        assert_eq!(shop.world.shipments_at_service(), 0, "{what}");
        let row = order(two.state(), "T00000").unwrap();
        let (claim, label) = two.state().order_batches.claim_elsewhere(row).expect("it waits");
        assert!(matches!(claim.why, WhyElsewhere::OtherRequest(_)), "{what}");
        let transaction = label.transaction.clone();
        two.apply(OrderBatchIntent::FinishAsLeft(transaction));
        two.run_until("finished", |state| state.order_batches.claims_elsewhere.is_empty());
    }
}

/// Z9: a station that reached the service through a gateway was killed with two claims. They stayed for
/// ever, with the advice to sign in to the account that was signed in.
#[test]
fn a_claim_at_another_address_is_finished_after_a_yes() {
    let Some(shop) = Shop::prepared() else { return };
    leave_a_claim(&shop);
    shop.server.admin_in(
        "stations",
        "UPDATE postroom.claims SET purchase =
           regexp_replace(purchase, '\"base_url\":\"[^\"]*\"',
                          '\"base_url\":\"https://gateway.example/v3.1\"')",
    );
    let mut two = shop.station("two");
    show_all(&mut two);
    wait_for_the_lease(&shop, &mut two);
    two.run_until("the order says it", |state| !state.order_batches.claims_elsewhere.is_empty());
    let row = order(two.state(), "T00000").unwrap();
    let (claim, label) = two.state().order_batches.claim_elsewhere(row).expect("it waits");
    let gateway = WhyElsewhere::OtherAddress("https://gateway.example/v3.1".to_owned());
    assert_eq!(claim.why, gateway);
    let transaction = label.transaction.clone();
    assert_eq!(shop.world.shipments_at_service(), 0);
    two.apply(OrderBatchIntent::FinishAsLeft(transaction));
    two.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 1);
    assert!(two.state().order_batches.claims_elsewhere.is_empty());
    assert_eq!(shop.world.shipments_at_service(), 1);
}
