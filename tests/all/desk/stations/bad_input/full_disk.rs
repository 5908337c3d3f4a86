//! A server whose disk is full. Its processes get a limit for the size of files that is no multiple
//! of a page: a table that reaches it gets half a page, which PostgreSQL reports as a full disk.

use super::*;
use crate::database_servers::as_user;
use postroom::desk::order_batches::OrderBatchIntent;

/// Larger than a file of the write-ahead log, which has its whole size from the beginning.
const LIMIT: u64 = 16 * 1024 * 1024 + 4096;

fn limit_process(pid: &str, limit: &str) {
    let limit = format!("--fsize={limit}:");
    // A connection may have ended meanwhile.
    let _ = as_user("postgres", "prlimit").args(["--pid", pid, &limit]).output();
}

impl Shop {
    /// Sets the limit for the server and for all connections that there are.
    fn limit_files(&self, limit: &str) {
        let own = self.server.pid().to_string();
        // The server first: what it starts from now on has its limit.
        limit_process(&own, limit);
        let connections = self.server.admin("SELECT pid FROM pg_stat_activity");
        for pid in connections.lines() {
            limit_process(pid, limit);
        }
    }

    /// Fills the table of what orders say until nothing more goes in. `from` is the position of the
    /// first row, downwards.
    fn fill_table(&self, mut from: i64) {
        // What was left by earlier versions of orders counts as room.
        self.server.admin_in("stations", "VACUUM postroom.order_details");
        for (size, rows) in [(1_900, 20_000), (400, 20_000), (60, 100_000)] {
            let fill = format!(
                "DO $$ BEGIN FOR turn IN 1..{rows} LOOP
                   INSERT INTO postroom.order_details (position, json, words)
                     VALUES ({from} - turn, repeat('x', {size}), '');
                   COMMIT;
                 END LOOP; END $$"
            );
            let filled = self.server.try_admin_in("stations", &fill);
            let said = filled.expect_err("there is room left");
            assert!(said.contains("could not extend file"), "{said}");
            from -= rows;
        }
    }
}

#[test]
fn a_full_disk_at_the_server_stops_buying_and_loses_nothing() {
    let server = Server::start_with(ShopDatabaseKind::Postgres, |_| {
        ["-c", "autovacuum=off"].map(str::to_owned).to_vec()
    });
    let Some(server) = server else { return };
    let shop = Shop::with_tables(server);
    let mut desk = shop.station("one");
    let priced = desk.import_rated(30);
    shop.world.faults("POST /Shipment", "delay_before_commit", 1_500, 30);
    desk.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
    let begun = Instant::now();
    while shop.claims() == 0 {
        assert!(begun.elapsed() < PATIENCE, "nothing is claimed");
        desk.run_for(Duration::from_millis(10));
    }
    // Without the room that its pages keep for changes, which would take the next ones in.
    let without_room = "ALTER TABLE postroom.order_details SET (fillfactor = 100)";
    shop.server.admin_in("stations", without_room);
    shop.limit_files(&LIMIT.to_string());
    shop.fill_table(0);
    wait_for(&mut desk, "the batch ends", is_idle);
    let batch = desk.state().order_batches.work.clone().unwrap();
    let why = batch.trouble.clone().expect("a reason");
    assert!(why.cause.to_string().contains("no room left on its disk"), "{why:?}");
    let bought = shop.world.shipments_at_service();
    assert!((1..30).contains(&bought), "{bought}");
    // Nothing was bought that had no claim.
    let written = "SELECT (SELECT count(*) FROM postroom.claims)
        + (SELECT count(*) FROM postroom.orders WHERE state = 'bought')";
    assert!(shop.number(written) >= bought);
    shop.fill_table(-1_000_000);
    desk.apply(OrderBatchIntent::Work(postroom::desk::kernel::batch_job::BatchIntent::Close));
    show_all(&mut desk);
    assert_eq!(desk.state().orders.rows.len(), 30);
    note(&mut desk, "T00029", "Ring twice");
    desk.run_until("not written", |state| {
        is_told(state, &["Couldn’t store the change", "no room left on its disk"])
    });
    let note_of = |state: &State| order(state, "T00029").unwrap().order.note.clone();
    assert_eq!(note_of(desk.state()), "");
    // Somebody makes room. What was bought is written by itself, and the rest is bought.
    shop.limit_files("unlimited");
    wait_for(&mut desk, "written", |state| {
        state.orders.in_state(OrderState::Bought) as i64 == bought
    });
    assert_eq!(shop.claims(), 0);
    note(&mut desk, "T00029", "Ring twice");
    desk.run_until("the note", |state| note_of(state) == "Ring twice");
    desk.tick_all_orders();
    let sums = desk.state().orders.selection.sums.clone().unwrap();
    shop.world.forget_faults();
    desk.work(OrderWork::Buy(sums.priced));
    desk.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 30);
    assert_eq!(shop.world.shipments_at_service(), 30);
}
