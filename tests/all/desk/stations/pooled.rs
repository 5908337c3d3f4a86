//! Stations behind PgBouncer in transaction mode, with and without a direct address of the server.

use super::super::orders::batches::table;
use super::*;
use crate::prelude::*;
use crate::proof::trial::pool::Pool;

fn pooled(shop: &Shop) -> Option<Pool> {
    let there = std::process::Command::new("pgbouncer").arg("--version").output();
    if there.is_err() {
        println!("not run: PgBouncer is not installed");
        return None;
    }
    Some(Pool::start(shop.server.port()).unwrap())
}

fn station(shop: &Shop, name: &str, pool: &Pool, direct: bool) -> TestDesk {
    let direct = match direct {
        true => format!("127.0.0.1:{}", shop.server.port()),
        false => String::new(),
    };
    let given = GivenWorkspace {
        address: WorkspaceAddress { port: pool.port, direct, ..shop.address("shop") },
        password: Some(Secret::new(PASSWORD)),
    };
    let mut desk = connected(Setup { workspace: Some(given), ..shop.setup(name) });
    desk.run_until("the shared workspace", is_open);
    desk
}

/// Imports, changes, rates and buys at one station; the other sees each.
fn work_together(shop: &Shop, one: &mut TestDesk, two: &mut TestDesk) {
    one.import_orders(&table(3));
    two.run_until("the orders", |state| state.orders.total() == 3);
    show_all(two);
    show_all(one);
    note(one, "T00001", "Ring twice");
    two.run_until("the note", |state| {
        order(state, "T00001").is_some_and(|row| row.order.note == "Ring twice")
    });
    note(two, "T00002", "Fragile");
    one.run_until("the note of the other", |state| {
        order(state, "T00002").is_some_and(|row| row.order.note == "Fragile")
    });
    one.rate_all();
    one.run_until("rated", |state| state.orders.in_state(OrderState::Rated) == 3);
    one.buy_all();
    for desk in [&mut *one, &mut *two] {
        desk.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 3);
    }
    assert_eq!(shop.world.shipments_at_service(), 3);
    let claims = "SELECT count(*) FROM postroom.claims";
    assert_eq!(shop.server.admin_in("stations", claims).trim(), "0");
}

fn listeners(shop: &Shop) -> String {
    let listening = "SELECT count(*) FROM pg_stat_activity
        WHERE application_name = 'Postroom' AND query LIKE 'LISTEN%'";
    shop.server.admin_in("stations", listening)
}

/// Announcements cannot pass through such a pool, so the tables are looked at now and then.
#[test]
fn stations_behind_a_pool_see_each_others_changes_by_looking() {
    let Some(shop) = Shop::prepared() else { return };
    let Some(pool) = pooled(&shop) else { return };
    let mut one = station(&shop, "one", &pool, false);
    let mut two = station(&shop, "two", &pool, false);
    one.apply(StationsIntent::Test {
        address: Box::new(WorkspaceAddress { port: pool.port, ..shop.address("shop") }),
        password: Some(Secret::new(PASSWORD)),
    });
    one.run_until("the test", |state| !state.stations.test.is_loading());
    let test = &one.state().stations.test;
    let found = test.value().unwrap_or_else(|| panic!("{:?}", test.trouble()));
    assert!(!found.hears && found.may_work == Some(true), "{found:?}");
    work_together(&shop, &mut one, &mut two);
}

#[test]
fn stations_behind_a_pool_hear_of_changes_at_the_direct_address() {
    let Some(shop) = Shop::prepared() else { return };
    let Some(pool) = pooled(&shop) else { return };
    let mut one = station(&shop, "one", &pool, true);
    let mut two = station(&shop, "two", &pool, true);
    for desk in [&mut one, &mut two] {
        desk.run_until("listening", |state| state.stations.is_listening);
    }
    assert_eq!(listeners(&shop), "2");
    work_together(&shop, &mut one, &mut two);
    // Everything else went through the pool: the server knows the connections by its address.
    assert_eq!(listeners(&shop), "2");
}
