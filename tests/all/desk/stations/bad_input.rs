//! Everything that can be wrong with the server of the orders: each time a sentence says it, what is
//! on screen stays, nothing is bought without a claim, and work goes on when the cause is gone.

mod certificate;
mod clock;
mod full_disk;
mod line;
mod rights;
mod silence;
mod versions;

use postroom::desk::stations::{ServerFault, SharedStatus, WorkspaceAddress};

use super::super::orders::batches::is_idle;
use super::*;
use crate::prelude::*;

/// A statement that gets no answer is given up after half a minute; a test that waits this long has
/// failed.
const PATIENCE: Duration = Duration::from_secs(240);

fn fault_of(state: &State) -> Option<ServerFault> {
    match &state.stations.status {
        SharedStatus::Lost { fault, .. } => Some(fault.clone()),
        _ => None,
    }
}

/// What the top bar says of the workspace.
fn sentence(desk: &TestDesk) -> String {
    let trouble = desk.state().stations.status.trouble();
    trouble.map(|words| words.to_string()).unwrap_or_default()
}

fn is_told(state: &State, words: &[&str]) -> bool {
    state.notices.iter().any(|notice| {
        let text = notice.text.to_string();
        words.iter().all(|part| text.contains(part))
    })
}

/// As `run_until`, for what takes as long as a statement without an answer.
#[track_caller]
fn wait_for(desk: &mut TestDesk, what: &str, done: impl Fn(&State) -> bool) {
    let begun = Instant::now();
    while !done(desk.state()) {
        assert!(
            begun.elapsed() < PATIENCE,
            "waited in vain for: {what}: {:?} {:?}",
            desk.state().stations.status,
            desk.state().notices
        );
        desk.run_for(Duration::from_millis(20));
    }
}

/// Asks for labels while none may be bought, and sees that none is.
#[track_caller]
fn buys_nothing(shop: &Shop, desk: &mut TestDesk, work: &OrderWork) {
    let before = shop.world.shipments_at_service();
    desk.apply(OrderBatchIntent::Begin(work.clone()));
    let why = desk.state().order_batches.known.buying_stopped.clone();
    let why = why.expect("a reason").to_string();
    desk.run_until("the reason", |state| is_told(state, &[&why]));
    assert!(desk.state().order_batches.work.is_none());
    assert_eq!(shop.world.shipments_at_service(), before);
    assert_eq!(shop.claims(), 0);
}

/// Buys what is rated, as soon as that is possible again.
#[track_caller]
fn buys_all(shop: &Shop, desk: &mut TestDesk, work: OrderWork, orders: i64) {
    desk.apply(OrderBatchIntent::Begin(work));
    wait_for(desk, "the batch", |state| state.order_batches.work.is_some() && is_idle(state));
    desk.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == orders as u64);
    assert_eq!(shop.world.shipments_at_service(), orders);
    assert_eq!(shop.claims(), 0);
}

impl Shop {
    /// Ends every connection of the stations, so that they look again.
    fn end_connections(&self) {
        self.server.admin(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'Postroom'",
        );
    }
}

fn use_address(desk: &mut TestDesk, address: WorkspaceAddress) {
    desk.apply(StationsIntent::Use {
        address: Box::new(address),
        password: Some(Secret::new(PASSWORD)),
        is_remembered: true,
    });
}

/// Back to the orders of the computer itself.
fn leave(desk: &mut TestDesk) {
    desk.apply(StationsIntent::Leave);
    desk.run_until("its own workspace", |state| state.stations.status == SharedStatus::Local);
}

#[test]
fn a_wrong_address_is_named_and_can_be_corrected() {
    let Some(shop) = Shop::prepared() else { return };
    let mut desk = shop.alone("one");
    import(&mut desk, &["L1"]);
    // A name that nobody has, and a server that speaks something else.
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port();
    std::thread::spawn(move || {
        use std::io::Write;
        for client in other.incoming() {
            let _ = client.unwrap().write_all(b"SSH-2.0-OpenSSH_9.2\r\n");
        }
    });
    let unknown =
        WorkspaceAddress { host: "no-such-server.invalid".to_owned(), ..shop.address("shop") };
    let foreign = WorkspaceAddress { port, ..shop.address("shop") };
    for address in [unknown, foreign] {
        use_address(&mut desk, address);
        wait_for(&mut desk, "refused", is_lost);
        assert_eq!(fault_of(desk.state()), Some(ServerFault::Away));
        assert!(sentence(&desk).contains("check the address"), "{}", sentence(&desk));
        assert!(desk.state().order_batches.known.buying_stopped.is_some());
        leave(&mut desk);
        desk.run_until("its own orders", |state| order(state, "L1").is_some());
    }
    // The one step: the right address. The own orders are where they were.
    use_address(&mut desk, shop.address("shop"));
    desk.run_until("open", is_open);
    leave(&mut desk);
    desk.run_until("its own orders", |state| order(state, "L1").is_some());
}

/// The password was changed at the server while the station is at work.
#[test]
fn a_changed_password_stops_buying_and_is_entered_once() {
    let Some(shop) = Shop::prepared() else { return };
    let mut desk = shop.station("one");
    let work = OrderWork::Buy(desk.import_rated(3));
    shop.server.admin("ALTER ROLE shop PASSWORD 'another'");
    shop.end_connections();
    desk.run_until("refused", |state| fault_of(state) == Some(ServerFault::WrongPassword));
    let SharedStatus::Lost { is_tried_again, .. } = desk.state().stations.status else {
        panic!("it is lost")
    };
    // A server may lock the role.
    assert!(!is_tried_again);
    assert!(sentence(&desk).contains("Check both in Settings → Stations"));
    assert_eq!(desk.state().orders.rows.len(), 3);
    note(&mut desk, "T00001", "Ring twice");
    desk.run_until("not written", |state| {
        is_told(state, &["Couldn’t store the change of the orders", "Check both in Settings"])
    });
    buys_nothing(&shop, &mut desk, &work);
    desk.apply(StationsIntent::Use {
        address: Box::new(shop.address("shop")),
        password: Some(Secret::new("another")),
        is_remembered: true,
    });
    desk.run_until("open", is_open);
    show_all(&mut desk);
    buys_all(&shop, &mut desk, work, 3);
}
