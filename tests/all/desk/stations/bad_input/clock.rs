//! Stations whose clocks are an hour off. Leases are judged by the clock of the database.

use super::*;
use crate::prelude::*;

fn station(shop: &Shop, name: &str, off: SignedDuration) -> TestDesk {
    let given =
        GivenWorkspace { address: shop.address("shop"), password: Some(Secret::new(PASSWORD)) };
    let mut desk = connected(Setup {
        workspace: Some(given),
        clock: Clock::manual(Timestamp::now() + off),
        ..shop.setup(name)
    });
    desk.run_until("the shared workspace", is_open);
    desk
}

fn is_near(at: Timestamp, seconds: i64) -> bool {
    Timestamp::now().duration_since(at).abs() < SignedDuration::from_secs(seconds)
}

#[test]
fn a_clock_that_is_an_hour_off_takes_no_claim_early_and_loses_none() {
    let Some(shop) = Shop::prepared() else { return };
    let hour = SignedDuration::from_hours(1);
    for (round, (first, second)) in [(-hour, hour), (hour, -hour)].into_iter().enumerate() {
        // Two in each round.
        let bought = 2 * round as i64;
        let mut one = station(&shop, &format!("dying-{round}"), first);
        one.import_orders(
            &crate::desk::orders::batches::table(2).replace("T0000", &format!("R{round}")),
        );
        one.rate_all();
        one.run_until("rated", |state| state.orders.in_state(OrderState::Rated) == 2);
        // The time that other stations see is the server's.
        show_all(&mut one);
        let rows = one.state().orders.rows.iter();
        let changed: Vec<Timestamp> = rows.map(|row| row.changed).collect();
        assert!(changed.iter().all(|at| is_near(*at, 1800)), "{changed:?}");
        one.tick_all_orders();
        let sums = one.state().orders.selection.sums.clone().unwrap();
        // One label is bought and the answer is lost, the other never arrives.
        let world = &shop.world;
        world.faults("POST /Shipment", "internal_after_commit", 0, 1);
        world.faults("POST /Shipment", "internal_before_commit", 0, 1_000);
        world.faults("GET /Shipment", "internal_before_commit", 0, 10_000);
        one.work(OrderWork::Buy(sums.priced));
        drop(one);
        world.forget_faults();
        assert_eq!(shop.claims(), 2);
        assert_eq!(world.shipments_at_service(), bought + 1);
        let mut two = station(&shop, &format!("taking-{round}"), second);
        // It has looked several times.
        two.run_for(Duration::from_secs(1));
        let wanted = "SELECT count(*) FROM postroom.claims WHERE wanted_since IS NOT NULL";
        assert_eq!(shop.number(wanted), 0, "its lease has not ended");
        assert!(two.state().purchases.list.is_empty());
        let older = |seconds: i64| {
            shop.server.admin_in(
                "stations",
                &format!(
                    "UPDATE postroom.stations SET lease_until = lease_until - interval '{seconds} s'
                       WHERE lease_until > now() - interval '1 h';
                     UPDATE postroom.claims SET wanted_since = wanted_since - interval '{seconds} s';"
                ),
            )
        };
        older(61);
        let begun = Instant::now();
        while shop.number(wanted) < 2 {
            assert!(begun.elapsed() < PATIENCE, "nobody is asked");
            two.run_for(Duration::from_millis(50));
        }
        older(11);
        let all = 2 * (round as u64 + 1);
        wait_for(&mut two, "bought", |state| state.orders.in_state(OrderState::Bought) == all);
        assert_eq!(shop.world.shipments_at_service(), bought + 2);
        assert_eq!(shop.claims(), 0);
        shop.world.runtime.block_on(two.0.close());
    }
}
