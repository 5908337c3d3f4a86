//! Refunds through the journal: requested once, looked up when uncertain, followed to the end.

use postroom::desk::refunds::intent::RefundIntent;

use crate::prelude::*;
use crate::service::setup::{running_in, shipment};

/// A practice account with labels, none of them scanned by the carrier.
pub fn with_labels(count: usize) -> (DeskFixture, TestDesk) {
    let world = DeskFixture::new();
    let running = running_in(world.folder.join("practice"), Clock::System, 86_400);
    let clerk = running.clerk();
    let account = clerk.carrier_account("POST-eVS");
    for nth in 0..count {
        clerk.buy(&format!("label-{nth}"), shipment(&account, "GroundAdvantage")).ok();
    }
    running.stop();
    let mut desk = world.open_connected();
    desk.run_until("what can be refunded", |state| open(state).len() == count);
    (world, desk)
}

pub fn open(state: &State) -> Vec<ShipmentId> {
    let open = state.refunds.refundable_rows.value().into_iter().flatten();
    open.map(|row| row.row.id.clone()).collect()
}

fn work(state: &State) -> &BatchJob {
    state.refunds.work.as_ref().unwrap()
}

fn over(state: &State) -> bool {
    let work = state.refunds.work.as_ref();
    work.is_some_and(|work| !work.is_running() && work.tally().doubt == 0)
}

/// The number of refunds in the service's own database.
fn at_service(world: &DeskFixture) -> i64 {
    let file = world.folder.join("practice").join("practice.db");
    let read_only = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    rusqlite::Connection::open_with_flags(file, read_only)
        .unwrap()
        .query_row(
            "SELECT count(*) FROM shipments WHERE refund_started_ms IS NOT NULL",
            [],
            |row| row.get(0),
        )
        .unwrap()
}

#[test]
fn several_are_asked_for_once_each_and_followed_until_the_money_is_back() {
    let (world, mut desk) = with_labels(3);
    desk.run_until("the balance", |state| !state.balance.summary.is_loading());
    let before = desk.state().balance.summary.value().unwrap().money().unwrap();
    let wanted = open(desk.state());
    let other = wanted[2].clone();
    let labels = desk.state().refunds.refundable_rows.value().into_iter().flatten();
    let number = |row: &ShipmentRow| row.tracking_number.as_ref().unwrap().to_string();
    let numbers: BTreeMap<String, String> =
        labels.map(|label| (label.row.id.to_string(), number(&label.row))).collect();
    desk.apply(Intent::RequestRefunds(wanted[..2].to_vec()));
    // A second click while the first is in progress sends no further request.
    desk.apply(Intent::RequestRefunds(wanted));
    desk.run_until("asked", over);
    let states: Vec<_> = work(desk.state()).rows.iter().map(|row| &row.state).collect();
    assert_eq!(states, [&RowState::Done(initiated().into()); 2]);
    let words = work(desk.state()).words;
    assert_eq!((words.finished)(), "Refunds requested");
    assert_eq!((words.row_done)(), "Requested");
    for row in &work(desk.state()).rows {
        let number = numbers.get(&row.key).unwrap();
        assert!(row.subject.ends_with(number), "{} is {number}", row.subject);
        assert!(row.price.is_some_and(|price| !price.amount.is_zero()));
    }
    assert_eq!(at_service(&world), 2);
    desk.run_until("only the third is left", |state| open(state) == [other.clone()]);
    assert_eq!(desk.state().refunds.under_way(), 2);

    desk.apply(PracticeIntent::JumpDays(4));
    desk.run_until("at their end", |state| {
        let asked = state.refunds.requested_rows.value().into_iter().flatten();
        asked
            .filter(|row| matches!(row.refund_status.as_deref(), Some("Refunded" | "Rejected")))
            .count()
            == 2
    });
    let rows = desk.state().refunds.requested_rows.value().unwrap();
    // All labels have the same recipient; each refund is still reported with its own number.
    for row in rows {
        let number = number(row);
        let mut notices = desk.state().notices.iter();
        assert!(notices.any(|it| it.text.ends_with(&number)), "{number}");
    }
    let back = rows
        .iter()
        .filter(|row| row.refund_status.as_deref() == Some("Refunded"))
        .filter_map(|row| row.price)
        .fold(before, |sum, price| sum.checked_add(price).unwrap());
    desk.run_until("the money", |state| {
        state.balance.summary.value().and_then(|summary| summary.money()) == Some(back)
    });
}

/// A desk that checks refunds once an hour.
fn patient(world: &DeskFixture) -> TestDesk {
    let pace = Timing { tracking_in_practice: Duration::from_secs(3600), ..pace() };
    let mut desk = TestDesk(Desk::open_paced(world.setup(), pace).unwrap());
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("what can be refunded", |state| {
        let connected = matches!(state.connection, Connection::Connected(_));
        connected && open(state).len() == 3 && !state.balance.summary.is_loading()
    });
    desk.apply(Intent::RequestRefunds(open(desk.state())));
    desk.run_until("asked", |state| over(state) && state.refunds.under_way() == 3);
    desk
}

#[test]
fn money_that_comes_back_is_news_of_the_refunds() {
    let (world, desk) = with_labels(3);
    world.runtime.block_on(desk.0.close());
    let mut desk = patient(&world);
    // Without the desk's involvement; the balance is the first sign of it.
    world.practice("clock", &json!({ "jump": { "days": 4 } }));
    desk.apply(BalanceIntent::Refresh);
    desk.run_until("the ends", |state| state.refunds.under_way() == 0);
}

#[test]
fn days_jumped_over_bring_refunds_to_their_end() {
    let (world, desk) = with_labels(3);
    world.practice("admin", &json!({ "refunds": "Rejected" }));
    world.runtime.block_on(desk.0.close());
    let mut desk = patient(&world);
    desk.apply(PracticeIntent::JumpDays(4));
    desk.run_until("the ends", |state| state.refunds.under_way() == 0);
}

#[test]
fn a_lost_answer_to_a_refund_is_looked_up_and_asked_once() {
    for kind in [
        "cut_after_commit",
        "garbage_after_commit",
        "cut_before_commit",
        "unavailable_before_commit",
    ] {
        let (world, mut desk) = with_labels(1);
        world.fault("POST /Shipment/Refund", kind, 0);
        desk.apply(Intent::RequestRefunds(open(desk.state())));
        desk.run_until(kind, over);
        let state = &work(desk.state()).rows[0].state;
        assert_eq!(*state, RowState::Done(initiated().into()), "{kind}");
        assert_eq!(at_service(&world), 1, "{kind}");
    }
}

#[test]
fn what_cannot_be_refunded_is_said_before_any_call_and_a_refusal_keeps_its_code() {
    let (world, mut desk) = with_labels(2);
    let wanted = open(desk.state());
    desk.apply(Intent::RequestRefunds(vec![wanted[0].clone()]));
    desk.run_until("asked", over);
    // One refund is a notice; only several, or one that failed, are worth a panel.
    let notices = desk.state().notices.iter();
    let said = notices.filter(|notice| notice.text.starts_with("Refund requested: "));
    assert_eq!(said.count(), 1);
    assert!(desk.state().refunds.work_to_show().is_none());
    desk.run_until("known", |state| open(state).len() == 1);
    // Already requested: the desk sends nothing.
    desk.apply(Intent::RequestRefunds(vec![wanted[0].clone()]));
    let told = |state: &State, words: &str| {
        let said = state.notices.iter().any(|notice| notice.text.contains(words));
        assert!(said, "{words}: {:?}", state.notices);
    };
    told(desk.state(), "A refund was already requested");
    assert!(!work(desk.state()).is_running());

    // Refused by the service: its code and correlation id are stored with the row.
    let refuse = postroom::desk::practice::Fault {
        call: "POST /Shipment/Refund".to_owned(),
        kind: FaultKind::Refused("SHIPMENT.REFUND.NOT_SUPPORTED".to_owned()),
        millis: 0,
        count: 1,
    };
    desk.apply(PracticeIntent::AddFault(refuse));
    desk.run_until("armed", |state| !state.practice.faults.is_empty());
    desk.apply(Intent::RequestRefunds(vec![wanted[1].clone()]));
    desk.run_until("refused", over);
    let RowState::Failed(trouble) = &work(desk.state()).rows[0].state else {
        panic!("{:?}", work(desk.state()));
    };
    assert_eq!(trouble.codes, ["SHIPMENT.REFUND.NOT_SUPPORTED"]);
    assert!(desk.state().refunds.work_to_show().is_some());
    assert!(trouble.correlation.is_some() && !trouble.advice.is_empty());
    assert_eq!(at_service(&world), 1);

    desk.apply(RefundIntent::Batch(BatchIntent::Retry));
    desk.run_until("asked again", |state| over(state) && work(state).tally().done == 1);
    assert_eq!(at_service(&world), 2);
}

/// The meaning of the status, not the API's own term.
fn initiated() -> String {
    "With the carrier, 2 to 4 weeks".to_owned()
}
