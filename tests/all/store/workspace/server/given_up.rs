//! Calls that are given up while they wait for the server, as a list does that the user leaves.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Instant;

use super::super::claims::{claim, ready};
use super::*;

/// More than the times that any call waits for the server.
const MOST_WAITS: usize = 10_000;
const ROUNDS: usize = 6;
/// The server itself ends an abandoned transaction, but only after half a minute.
const PATIENCE: Duration = Duration::from_secs(15);

/// Runs the call until it has to wait for the given time, and drops it then. Returns whether it ended
/// before.
fn give_up_at_wait<T>(number: usize, call: impl Future<Output = T>) -> bool {
    run(async {
        let mut call = pin!(call);
        let mut left = number;
        poll_fn(|context| {
            left -= 1;
            match call.as_mut().poll(context) {
                Poll::Ready(_) => Poll::Ready(true),
                Poll::Pending if left == 0 => Poll::Ready(false),
                Poll::Pending => Poll::Pending,
            }
        })
        .await
    })
}

#[test]
fn a_call_that_is_given_up_leaves_no_transaction_open() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "given_up");
    let workspace = database.try_open("shop", Secret::new(PASSWORD)).unwrap();
    // Every call is given up at its first wait, then at later ones, until each comes to its end.
    let mut given_up = [0; 4];
    for round in 0..ROUNDS {
        let (mut waits, mut has_ended) = (1, [false; 4]);
        while has_ended.contains(&false) {
            assert!(waits < MOST_WAITS, "a call does not end");
            let key = format!("{round}-{waits}");
            let new = new(&format!("new-{key}"), "Ann Lee", OrderState::Ready);
            let id = ready(&workspace, &key);
            let claimed = claim(&id, &key, &format!("t-{key}"));
            has_ended = [
                give_up_at_wait(waits, workspace.orders(all())),
                give_up_at_wait(waits, workspace.write_orders(vec![new])),
                give_up_at_wait(waits, workspace.claim_orders(vec![claimed])),
                give_up_at_wait(waits, workspace.orders_by_id(vec![id])),
            ];
            for (times, has_ended) in given_up.iter_mut().zip(has_ended) {
                *times += usize::from(!has_ended);
            }
            waits += 1 + waits / 20;
        }
    }
    // How often a call waits depends on how the answers of the server come in.
    assert!(given_up.iter().all(|times| *times >= ROUNDS), "{given_up:?} calls were given up");
    let open = "SELECT count(*) FROM pg_stat_activity
        WHERE application_name = 'Postroom' AND state LIKE 'idle in transaction%'";
    let begun = Instant::now();
    while database.admin(open).trim() != "0" {
        assert!(begun.elapsed() < PATIENCE, "a transaction stays open");
    }
    // What is written now is committed, whichever connection it gets.
    let writes = (0..8).map(|at| {
        let order = new(&format!("then-{at}"), "Ann Lee", OrderState::Ready);
        run(workspace.write_orders(vec![order])).unwrap()
    });
    let writes: Vec<_> = writes.collect();
    assert_eq!(writes, vec![[WriteOutcome::Written(1)]; 8]);
    let written = "SELECT count(*) FROM postroom.orders WHERE number LIKE 'then-%'";
    assert_eq!(database.admin(written).trim(), "8");
}
