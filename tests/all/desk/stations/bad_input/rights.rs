//! A role with too few rights.

use super::*;

#[test]
fn a_role_without_rights_is_named_and_used_once_it_has_them() {
    let Some(shop) = Shop::prepared() else { return };
    // It may read, as a role for reports may.
    shop.server.admin("CREATE ROLE reader LOGIN PASSWORD 'reader'");
    shop.server.admin_in(
        "stations",
        "GRANT USAGE ON SCHEMA postroom TO reader;
         GRANT SELECT ON ALL TABLES IN SCHEMA postroom TO reader;",
    );
    let mut desk = shop.alone("one");
    import(&mut desk, &["L1"]);
    desk.apply(StationsIntent::Use {
        address: Box::new(shop.address("reader")),
        password: Some(Secret::new("reader")),
        is_remembered: true,
    });
    desk.run_until("refused", is_lost);
    assert!(matches!(fault_of(desk.state()), Some(ServerFault::NotAllowed(_))));
    let said = sentence(&desk);
    for words in ["too few rights", "Let the owner", "INSERT ON postroom.claims"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(desk.state().order_batches.known.buying_stopped.is_some());
    shop.server.admin_in(
        "stations",
        "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA postroom TO reader",
    );
    // By itself.
    desk.run_until("open", is_open);
    let work = OrderWork::Buy(desk.import_rated(1));
    buys_all(&shop, &mut desk, work, 1);
}

/// Without the right to end a claim, an order could be claimed and bought, and would stay claimed.
#[test]
fn a_right_that_is_taken_away_stops_buying_before_anything_is_claimed() {
    let Some(shop) = Shop::prepared() else { return };
    let mut desk = shop.station("one");
    let work = OrderWork::Buy(desk.import_rated(3));
    shop.server.admin_in("stations", "REVOKE DELETE ON postroom.claims FROM shop");
    shop.end_connections();
    desk.run_until("refused", |state| matches!(fault_of(state), Some(ServerFault::NotAllowed(_))));
    assert!(sentence(&desk).contains("DELETE ON postroom.claims"));
    assert_eq!(desk.state().orders.rows.len(), 3);
    buys_nothing(&shop, &mut desk, &work);
    shop.server.admin_in("stations", "GRANT DELETE ON postroom.claims TO shop");
    desk.run_until("open", is_open);
    buys_all(&shop, &mut desk, work, 3);
}

/// The server lets in only some, by their address.
#[test]
fn a_server_that_lets_nobody_in_from_here_is_quoted() {
    let Some(shop) = Shop::prepared() else { return };
    let lets_in = |users: &str| {
        let file = shop.server.admin("SHOW hba_file");
        let line = format!("host all {users} 127.0.0.1/32 scram-sha-256");
        shop.server.admin(&format!("COPY (SELECT '{line}') TO '{file}'"));
        shop.server.admin("SELECT pg_reload_conf()");
    };
    let mut desk = shop.station("one");
    import(&mut desk, &["1001"]);
    lets_in("owner");
    let begun = Instant::now();
    // The server reads the new lines a moment later, and asks them of new connections only.
    while !matches!(fault_of(desk.state()), Some(ServerFault::Other(_))) {
        assert!(begun.elapsed() < PATIENCE, "{:?}", fault_of(desk.state()));
        shop.end_connections();
        desk.run_for(Duration::from_millis(300));
    }
    let said = sentence(&desk);
    assert!(said.contains("The server says: no pg_hba.conf entry"), "{said}");
    assert!(order(desk.state(), "1001").is_some());
    lets_in("owner,shop");
    desk.run_until("open", is_open);
}
