//! How uncertain purchases are settled other than by a lookup, and how responses are stored.

use super::harness::{is_bought, is_checking};
use crate::prelude::*;

fn connected(world: &DeskFixture, clock: Clock, pace: Timing) -> TestDesk {
    let setup = Setup { clock, ..world.setup() };
    TestDesk(Desk::open_paced(setup, pace).unwrap()).connected()
}

/// A desk whose lookups of uncertain purchases begin only after the tests are over.
fn patient(world: &DeskFixture) -> TestDesk {
    let look_ups = vec![Duration::from_secs(3600)];
    connected(world, Clock::System, Timing { look_ups, ..pace() })
}

/// The response stored in the journal on disk.
fn stored_response(world: &DeskFixture, transaction: &TransactionId) -> Option<String> {
    let copy = world.folder.join("copy");
    fs::create_dir_all(&copy).unwrap();
    for name in ["journal.db", "journal.db-wal"] {
        // The write-ahead log is part of the journal too.
        let _ = fs::copy(world.folder.join("desk").join(name), copy.join(name));
    }
    let journal = Journal::open(&copy, Clock::System).unwrap();
    let reply = world.runtime.block_on(journal.reply(transaction)).unwrap();
    reply.map(|bytes| String::from_utf8(bytes).unwrap())
}

/// Finding M1: the response is stored with its row as the service wrote it.
#[test]
fn the_answer_of_a_purchase_is_kept_with_its_row() {
    let (world, mut desk) = desk_ready_to_buy();
    let bought = desk.buy_and_wait();
    world.runtime.block_on(desk.0.close());
    let kept = stored_response(&world, &bought.transaction).unwrap();
    let answer: Value = serde_json::from_str(&kept).unwrap();
    assert_eq!(answer["transactionId"], bought.transaction.as_str());
    // Members that the client does not use are stored too: these are the service's own bytes.
    assert!(answer["postageLabel"]["labels"][0].is_string(), "{kept}");
    assert!(answer.get("accountId").is_some(), "{kept}");
}

/// Findings M1 and M3: an unreadable response is stored while the outcome is unknown, and a list
/// that was requested for another reason settles it.
#[test]
fn a_list_that_names_a_purchase_in_doubt_settles_it() {
    let world = DeskFixture::new();
    let mut desk = patient(&world);
    desk.choose();
    world.fault("POST /Shipment", "garbage_after_commit", 0);
    desk.apply(Intent::Buy);
    desk.run_until("in doubt", |state| state.purchases.list.first().is_some_and(is_checking));
    let transaction = desk.state().purchases.list[0].transaction.clone();
    let page = stored_response(&world, &transaction).unwrap();
    assert!(page.contains("<html"), "{page}");
    desk.apply(ShipmentIntent::Refresh);
    desk.run_until("bought", |state| state.purchases.list.first().is_some_and(is_bought));
    assert_eq!(world.shipments_at_service(), 1);
    let row = stored_response(&world, &transaction).unwrap();
    assert!(row.contains(transaction.as_str()), "{row}");
}

/// Finding M2: a clock that is days off is reported once, and labels can still be bought.
#[test]
fn a_clock_that_is_ten_days_off_is_told_and_hides_nothing() {
    for days in [10, -10] {
        let world = DeskFixture::new();
        let ahead = SignedDuration::from_hours(24 * days);
        let clock = Clock::manual(Clock::System.now() + ahead);
        let mut desk = connected(&world, clock, pace());
        let told = |state: &State| {
            let text = "This computer’s clock says";
            let notices = state.notices.iter();
            notices.filter(|notice| notice.text.starts_with(text)).count()
        };
        desk.run_until("the notice", |state| told(state) > 0);
        desk.choose();
        world.fault("POST /Shipment", "cut_after_commit", 0);
        desk.apply(Intent::Buy);
        desk.run_until("bought", |state| state.purchases.list.first().is_some_and(is_bought));
        assert_eq!(world.shipments_at_service(), 1, "{days} days");
        assert_eq!(told(desk.state()), 1, "{days} days");
    }
}
