//! Tables with orders in them that an older version has made, moved forward to the newest version.

use super::super::claims::holds;
use super::*;

/// Made by the version with five steps: four orders, each with a claim of `bench-1 6ce6fc5f`.
const STEP_5: &[u8] =
    include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/workspaces/step-5.sql"));
const CONTENT: &str =
    "SELECT (SELECT string_agg(o::text, ' ' ORDER BY o.position) FROM postroom.orders o)
    || (SELECT string_agg(d::text, ' ' ORDER BY d.position) FROM postroom.order_details d)
    || (SELECT string_agg(c::text, ' ' ORDER BY c.order_id) FROM postroom.claims c)";
/// As the version with five steps writes them.
const LEASE_OF_STEP_5: &str = "INSERT INTO postroom.stations (name, lease_until, version)
     VALUES ('old', now() + 60000::bigint * interval '1 millisecond', '0.1.0')
     ON CONFLICT (name) DO UPDATE
       SET lease_until = excluded.lease_until, version = excluded.version
       WHERE stations.lease_until < now() + 60000::bigint * interval '0.5 millisecond'";
const CLAIM_OF_STEP_5: &str =
    "INSERT INTO postroom.claims (order_id, transaction_id, station, purchase, body)
     SELECT order_id, transaction_id, 'old', purchase, body
     FROM unnest(ARRAY['o-1'], ARRAY['t-1'], ARRAY['{}'], ARRAY[''::bytea])
       AS c (order_id, transaction_id, purchase, body)";

#[test]
fn tables_with_orders_are_moved_forward_and_older_stations_go_on() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::bare(&server, "older");
    server.run_script("older", STEP_5);
    let before = database.admin(CONTENT);
    let format = || run(SharedWorkspace::format_at(database.address("owner"), owner())).unwrap();
    assert_eq!(format(), WorkspaceFormat::Older(5));
    run(SharedWorkspace::prepare(database.address("owner"), owner())).unwrap();
    run(SharedWorkspace::grant(database.address("owner"), owner(), "shop")).unwrap();
    assert_eq!(format(), WorkspaceFormat::Current);
    assert_eq!(database.admin(CONTENT), before);
    let newest = database.open_as("bench-1 6ce6fc5f");
    let page = run(newest.orders(all())).unwrap();
    assert_eq!((page.matching, page.rows.len()), (4, 4));
    assert!(page.rows.iter().all(|row| row.fields.state == OrderState::InDoubt));
    let own = run(newest.own_claims()).unwrap();
    assert_eq!(own.len(), 4);
    assert!(own.iter().all(|(_, transaction)| holds(&*newest, transaction.as_str())));

    // A station of that version goes on, and nobody is asked for anything.
    database.admin(LEASE_OF_STEP_5);
    database.admin(CLAIM_OF_STEP_5);
    database.admin("DELETE FROM postroom.claims WHERE station = 'old'");
    let looked = run(database.shared("bench 2").look_for_reports()).unwrap();
    assert!(looked.missing.is_empty() && looked.owed.is_none(), "{looked:?}");
}
