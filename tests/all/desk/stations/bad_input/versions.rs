//! Tables of an older and of a newer version.

use postroom::desk::kernel::remote::Remote;
use postroom::desk::stations::PrepareQuestion;

use super::*;

/// Everything that the tables hold, as text.
const CONTENT: &str = "SELECT md5(string_agg(o::text || d.json, '' ORDER BY o.position))
    FROM postroom.orders o JOIN postroom.order_details d USING (position)";

#[test]
fn older_tables_are_moved_forward_by_their_owner_after_a_question() {
    let Some(shop) = Shop::prepared() else { return };
    {
        let mut before = shop.station("before");
        import(&mut before, &["1001"]);
        shop.world.runtime.block_on(before.0.close());
    }
    // As the first version made them.
    shop.server.admin_in(
        "stations",
        "DROP TABLE postroom.addresses, postroom.address_sequence;
         DROP INDEX IF EXISTS postroom.claims_wanted;
         ALTER TABLE postroom.order_details RESET (fillfactor, autovacuum_vacuum_scale_factor,
           autovacuum_analyze_scale_factor);
         UPDATE postroom.format SET version = 1, oldest_writer = 1",
    );
    let mut desk = shop.alone("one");
    use_address(&mut desk, shop.address("shop"));
    desk.run_until("a question", |state| {
        state.stations.status.question() == Some(PrepareQuestion::MoveForward)
    });
    assert_eq!(fault_of(desk.state()), Some(ServerFault::Older { version: 1 }));
    assert!(sentence(&desk).contains("older version of Postroom"));
    assert!(desk.state().order_batches.known.buying_stopped.is_some());
    // The role of a station may not do it; a sentence says who may.
    desk.apply(StationsIntent::Prepare);
    desk.run_until("refused", |state| matches!(state.stations.preparing, Remote::Failed { .. }));
    let said = format!("{:?}", desk.state().stations.preparing);
    assert!(said.contains("too few rights. Let the owner"), "{said}");
    let version = || shop.number("SELECT version FROM postroom.format");
    assert_eq!(version(), 1);
    // The owner may.
    desk.apply(StationsIntent::Use {
        address: Box::new(shop.address("owner")),
        password: Some(Secret::new("owner-password")),
        is_remembered: true,
    });
    desk.run_until("a question", |state| {
        let address = state.stations.address();
        address.is_some_and(|address| address.user == "owner")
            && state.stations.status.question() == Some(PrepareQuestion::MoveForward)
    });
    desk.apply(StationsIntent::Prepare);
    desk.run_until("moved forward", is_open);
    assert!(version() > 1);
    let leaves_room = "SELECT count(*) FROM pg_class
        WHERE oid = 'postroom.order_details'::regclass AND reloptions @> ARRAY['fillfactor=50']";
    assert_eq!(shop.number(leaves_room), 1);
    // And the station works with its own role again.
    use_address(&mut desk, shop.address("shop"));
    desk.run_until("the order", |state| is_open(state) && order(state, "1001").is_some());
    note(&mut desk, "1001", "Moved");
    desk.run_until("written", |state| {
        order(state, "1001").is_some_and(|row| row.order.note == "Moved")
    });
}

/// Another station is updated first, and its version forbids this one to write.
#[test]
fn newer_tables_are_only_read() {
    let Some(shop) = Shop::prepared() else { return };
    let mut desk = shop.station("one");
    let work = OrderWork::Buy(desk.import_rated(3));
    let before = shop.server.admin_in("stations", CONTENT);
    shop.server.admin_in("stations", "UPDATE postroom.format SET version = 99, oldest_writer = 99");
    // The first write finds it, whatever the status says.
    note(&mut desk, "T00001", "Ring twice");
    desk.run_until("not written", |state| {
        is_told(state, &["Couldn’t store the change", "newer version of Postroom (99)"])
    });
    shop.end_connections();
    desk.run_until("reads only", |state| {
        state.stations.status == SharedStatus::Open { newer: Some(99) }
    });
    assert!(sentence(&desk).contains("until Postroom is updated on this computer"));
    assert_eq!(desk.state().orders.rows.len(), 3);
    buys_nothing(&shop, &mut desk, &work);
    assert_eq!(shop.server.admin_in("stations", CONTENT), before);
    // A station that starts now reads too.
    let mut two = super::super::connected_to_nothing(Setup {
        workspace: Some(GivenWorkspace {
            address: shop.address("shop"),
            password: Some(Secret::new(PASSWORD)),
        }),
        ..shop.setup("two")
    });
    two.run_until("reads only", |state| {
        state.stations.status == SharedStatus::Open { newer: Some(99) } && state.orders.total() == 3
    });
    assert!(two.state().order_batches.known.buying_stopped.is_some());
    // Both are updated, so to speak.
    shop.server.admin_in("stations", "UPDATE postroom.format SET version = 99, oldest_writer = 1");
    shop.end_connections();
    desk.run_until("writes again", is_open);
    buys_all(&shop, &mut desk, work, 3);
}
