//! Claims on a server that is set up badly, that is dumped for hours, or whose stations ask and answer at
//! the same moment.

use postroom::base::id::{OrderId, TransactionId};
use postroom::store::workspace::{OrderClaim, WriteOutcome};

use super::super::claims::{claim, lapsed, ready, state};
use super::*;

/// A question that was asked while the computer still had its lease is asked again: since then it was
/// never asked whether it is there.
#[test]
fn a_question_from_before_the_end_of_the_lease_is_asked_again() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "asked");
    let (one, two) = (database.open_as("bench 1"), database.open_as("bench 2"));
    let id = ready(&*one, "1001");
    run(one.claim_orders(vec![claim(&id, "1001", "t-1")])).unwrap();
    // The question met the answer of a moment before.
    database.admin("UPDATE postroom.claims SET wanted_by = 'bench 2', wanted_since = now()");
    database.pass_lease();
    let found = lapsed(&*two);
    assert!(!found[0].may_be_taken, "it was not asked since");
    let taken = state(&id, "1001", 2, OrderState::InDoubt);
    let taken = run(two.take_over_claim(found[0].clone(), taken)).unwrap();
    assert!(matches!(taken, WriteOutcome::Conflict(_)));
    database.pass_answer();
    assert!(lapsed(&*two)[0].may_be_taken);
}

/// A claim that the server confirmed and lost with a power cut would let another station buy the order.
#[test]
fn a_claim_is_on_the_disk_of_the_server_before_it_counts() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "durable");
    database.admin(
        "ALTER DATABASE durable SET synchronous_commit = off;
         CREATE TABLE postroom.seen (setting text);
         CREATE FUNCTION postroom.see() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
           BEGIN
             INSERT INTO postroom.seen VALUES (current_setting('synchronous_commit'));
             RETURN NEW;
           END $$;
         CREATE TRIGGER see AFTER INSERT ON postroom.claims
           FOR EACH ROW EXECUTE FUNCTION postroom.see();",
    );
    let workspace = database.open_as("bench 1");
    let id = ready(&*workspace, "1001");
    run(workspace.claim_orders(vec![claim(&id, "1001", "t-1")])).unwrap();
    let seen = database.admin("SELECT setting FROM postroom.seen");
    assert_eq!(seen.trim(), "local");
}

/// What `pg_dump` does: it sees the tables as they were at its beginning, and keeps every row that was
/// changed since from being cleaned. It ends when the sequence says so, which belongs to no transaction.
const DUMP: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    LOCK TABLE postroom.orders, postroom.order_details, postroom.claims IN ACCESS SHARE MODE;
    DO $$ BEGIN
      PERFORM count(*) FROM postroom.orders;
      FOR turn IN 1..12000 LOOP
        EXIT WHEN (SELECT last_value FROM postroom.dump_ends) > 1;
        PERFORM pg_sleep(0.01);
      END LOOP;
    END $$;
    SELECT 'seen ' || count(*) FROM postroom.orders WHERE state = 'ready';
    COMMIT;";

const ORDERS: usize = 200;
const AT_ONCE: usize = 10;

/// The blocks that a claim reads to see whether its order is free, as the server counts them.
const BLOCKS_OF_A_CLAIM: &str = "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF, COSTS OFF)
    SELECT order_id FROM postroom.claims WHERE order_id = ANY (ARRAY['$ID'])";

/// While a dump runs, every claim and every write goes on, and a claim reads no more for all the rows that
/// cannot be cleaned.
#[test]
fn claims_go_on_while_the_database_is_dumped() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "dumped");
    database.admin("CREATE SEQUENCE postroom.dump_ends");
    let (one, two) = (database.open_as("bench 1"), database.open_as("bench 2"));
    let orders: Vec<OrderId> = (0..ORDERS).map(|at| ready(&*one, &at.to_string())).collect();
    let dumped = std::thread::scope(|scope| {
        let dump = scope.spawn(|| database.admin(DUMP));
        let is_dumping = "SELECT count(*) FROM pg_locks
            WHERE relation = 'postroom.claims'::regclass AND mode = 'AccessShareLock' AND granted";
        while database.admin(is_dumping).trim() != "1" {
            assert!(!dump.is_finished(), "the dump has not waited");
        }
        for (turn, group) in orders.chunks(AT_ONCE).enumerate() {
            let station = [&one, &two][turn % 2];
            let numbers = turn * AT_ONCE..;
            buy(&**station, group, numbers);
        }
        // Rows that were changed cannot be cleaned yet.
        database.admin("VACUUM postroom.claims");
        let pages = "SELECT pg_relation_size('postroom.claims') / 8192";
        let pages: usize = database.admin(pages).trim().parse().unwrap();
        assert!(pages > 2 * LIMIT_OF_BLOCKS, "{pages}");
        let explain = BLOCKS_OF_A_CLAIM.replace("$ID", orders[ORDERS - 1].as_str());
        let explained = database.admin(&explain);
        let read = blocks_read(&explained);
        assert!(read < LIMIT_OF_BLOCKS, "{read} of {pages}\n{explained}");
        assert!(!dump.is_finished());
        database.admin("SELECT setval('postroom.dump_ends', 2)");
        dump.join().unwrap()
    });
    assert!(dumped.contains(&format!("seen {ORDERS}")), "{dumped}");
    assert_eq!(database.admin("SELECT count(*) FROM postroom.claims").trim(), "0");
    let page = run(one.orders(all())).unwrap();
    assert_eq!(page.by_state, [(OrderState::Bought, ORDERS as u64)]);
    // When the dump is over, what was left is cleaned.
    database.admin("VACUUM postroom.claims");
    let kept = "SELECT count(*) FROM pg_class WHERE oid = 'postroom.claims'::regclass
        AND reloptions @> ARRAY['fillfactor=50', 'autovacuum_vacuum_threshold=50']";
    assert_eq!(database.admin(kept).trim(), "1");
}

const LIMIT_OF_BLOCKS: usize = 20;

/// Claims these orders, and writes that they are bought.
fn buy(workspace: &dyn Workspace, orders: &[OrderId], numbers: impl Iterator<Item = usize>) {
    let numbers: Vec<String> =
        numbers.take(orders.len()).map(|number| number.to_string()).collect();
    let claims = orders.iter().zip(&numbers).map(|(id, number)| {
        let transaction = format!("t-{number}");
        let mut claim = claim(id, number, &transaction);
        claim.write.open_purchases = vec![TransactionId::new(transaction)];
        claim.purchase.body = vec![7; 1_500];
        claim
    });
    let claims: Vec<OrderClaim> = claims.collect();
    let claimed = run(workspace.claim_orders(claims)).unwrap();
    assert_eq!(claimed, vec![WriteOutcome::Written(2); orders.len()]);
    let bought = orders.iter().zip(&numbers);
    let bought = bought.map(|(id, number)| state(id, number, 2, OrderState::Bought));
    let written = run(workspace.write_orders(bought.collect())).unwrap();
    assert_eq!(written, vec![WriteOutcome::Written(3); orders.len()]);
}

/// The buffers of the whole statement: those of its first node.
fn blocks_read(explained: &str) -> usize {
    let buffers = explained.lines().find(|line| line.contains("Buffers:"));
    let words = buffers.unwrap_or_else(|| panic!("{explained}"));
    let counts = words.split_whitespace().filter_map(|word| {
        let (what, count) = word.split_once('=')?;
        let is_read = what == "hit" || what == "read";
        is_read.then(|| count.parse::<usize>().unwrap())
    });
    counts.sum()
}
