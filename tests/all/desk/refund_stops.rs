//! Refunds that are interrupted: the connection fails, or the program ends.

use postroom::desk::practice::Fault;
use postroom::desk::refunds::intent::RefundIntent;

use super::harness::journal_of;
use super::refunds::{open, with_labels};
use crate::prelude::*;

fn address(state: &State) -> Option<String> {
    match &state.connection {
        Connection::Connected(session) => Some(session.base_url.clone()),
        _ => None,
    }
}

fn tally(state: &State) -> RowCounts {
    state.refunds.work.as_ref().map(BatchJob::tally).unwrap_or_default()
}

/// The number of refund entries in the desk's journal, and of shipments with a refund in the
/// service's own database.
fn written(world: &DeskFixture) -> (i64, i64) {
    let count = |file: PathBuf, query: &str| {
        let read_only = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        rusqlite::Connection::open_with_flags(file, read_only)
            .unwrap()
            .query_row(query, [], |row| row.get(0))
            .unwrap()
    };
    (
        count(journal_of(&world.folder), "SELECT count(*) FROM entries WHERE kind = 'refund'"),
        count(
            world.folder.join("practice").join("practice.db"),
            "SELECT count(*) FROM shipments WHERE refund_started_ms IS NOT NULL",
        ),
    )
}

#[test]
fn without_a_line_the_rest_is_called_off_and_asked_for_once_it_is_back() {
    let (world, mut desk) = with_labels(4);
    let (wanted, before) = (open(desk.state()), address(desk.state()));
    world.stop_service();
    desk.apply(Intent::RequestRefunds(wanted));
    desk.run_until("stopped", |state| {
        let tally = tally(state);
        tally.failed == 1 && tally.called_off == 3
    });
    desk.run_for(Duration::from_millis(100));
    assert_eq!(written(&world), (1, 0), "only the first was written down");
    // When the desk reconnects, the practice service starts again on another port.
    desk.run_until("on line again", |state| {
        let now = address(state);
        now.is_some() && now != before
    });
    assert_eq!(tally(desk.state()).done, 0, "nothing is asked for by itself");
    desk.apply(RefundIntent::Batch(BatchIntent::Retry));
    desk.run_until("all asked for", |state| tally(state).done == 4);
    assert_eq!(written(&world), (4, 4), "the first under its own id");
}

#[test]
fn leaving_the_account_calls_the_rest_off() {
    let (world, mut desk) = with_labels(3);
    let wanted = open(desk.state());
    world.fault("POST /Shipment/Refund", "delay_after_commit", 400);
    desk.apply(Intent::RequestRefunds(wanted));
    desk.run_until("the first is on its way", |state| {
        state
            .purchases
            .list
            .iter()
            .any(|purchase| matches!(purchase.status, PurchaseStatus::Sending))
    });
    desk.apply(SignInIntent::SignOut);
    desk.run_until("the rest is called off", |state| {
        let tally = tally(state);
        tally.done == 1 && tally.called_off == 2
    });
    assert_eq!(written(&world), (1, 1));
}

#[test]
fn a_crash_in_the_middle_of_a_refund_is_cleared_up_at_the_next_start() {
    for kind in ["delay_after_commit", "delay_before_commit"] {
        let (world, mut desk) = with_labels(1);
        world.fault("POST /Shipment/Refund", kind, 1500);
        desk.apply(Intent::RequestRefunds(open(desk.state())));
        desk.run_until("sending", |state| {
            state
                .purchases
                .list
                .iter()
                .any(|purchase| matches!(purchase.status, PurchaseStatus::Sending))
        });
        desk.run_for(Duration::from_millis(300));
        drop(desk);

        let mut desk = world.open();
        let listed = &desk.state().purchases.list[0];
        assert_eq!(listed.kind, PurchaseKind::Refund, "listed before any answer");
        desk.run_until("cleared up", |state| {
            matches!(state.purchases.list[0].status, PurchaseStatus::RefundAsked { .. })
        });
        desk.run_until("among what was asked for", |state| {
            state.refunds.requested_rows.value().is_some_and(|rows| rows.len() == 1)
        });
        assert_eq!(written(&world), (1, 1), "{kind}");
    }
}

#[test]
fn what_can_be_refunded_shrinks_as_the_clock_moves() {
    let (_world, mut desk) = with_labels(1);
    desk.run_until("the practice clock", |state| state.practice_clock.is_some());
    desk.apply(PracticeIntent::JumpDays(31));
    desk.run_until("the window is closed", |state| open(state).is_empty());
}

#[test]
fn a_shipment_the_service_does_not_find_ends_the_look_ups() {
    let (world, mut desk) = with_labels(1);
    // More faults than the lookups can use up during this test.
    let lost = Fault {
        call: "GET /Shipment".to_owned(),
        kind: FaultKind::Refused("SHIPMENT.NOT_FOUND".to_owned()),
        millis: 0,
        count: 1000,
    };
    desk.apply(PracticeIntent::AddFault(lost));
    desk.run_until("armed", |state| !state.practice.faults.is_empty());
    world.fault("POST /Shipment/Refund", "cut_before_commit", 0);
    desk.apply(Intent::RequestRefunds(open(desk.state())));
    desk.run_until("sent again under its id", |state| tally(state).done == 1);
    assert_eq!(written(&world), (1, 1));
}
