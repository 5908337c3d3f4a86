//! The outbox on disk: each label goes back to the shop once, whatever its state at a restart.

use postroom::store::outbox::{
    NewWriteBack, OutboxError, ShopOutbox, WriteBackEntry, WriteBackOutcome, retry_delay,
};

use super::{Folder, clock, run};
use crate::prelude::*;

const SETTLING: SignedDuration = SignedDuration::from_secs(30);

fn open(folder: &Folder, clock: &Clock) -> ShopOutbox {
    ShopOutbox::open(folder.path(), clock.clone(), SETTLING).unwrap()
}

fn new(order: &str, transaction: &str) -> NewWriteBack {
    NewWriteBack {
        shop: "shop".to_owned(),
        order: OrderId::new(order),
        number: order.to_uppercase(),
        transaction: TransactionId::new(transaction),
        values: format!("{{\"of\":\"{transaction}\"}}"),
    }
}

fn add(outbox: &ShopOutbox, order: &str, transaction: &str) -> i64 {
    run(outbox.add(new(order, transaction))).unwrap()
}

fn due(outbox: &ShopOutbox) -> Vec<i64> {
    let entries = run(outbox.due(100)).unwrap();
    entries.into_iter().map(|entry| entry.row).collect()
}

fn entry(outbox: &ShopOutbox, row: i64) -> WriteBackEntry {
    let entries = run(outbox.newest_entries()).unwrap();
    entries.into_iter().find(|entry| entry.row == row).unwrap()
}

fn state(outbox: &ShopOutbox, row: i64) -> WriteBackState {
    entry(outbox, row).state
}

/// Claims an entry, begins it and records what became of it.
fn settle(outbox: &ShopOutbox, row: i64, outcome: WriteBackOutcome) -> WriteBackEntry {
    let mut claim = run(outbox.claim(row)).unwrap().unwrap();
    claim.begin();
    run(outbox.settle(claim, outcome)).unwrap()
}

fn failed_for_now() -> WriteBackOutcome {
    WriteBackOutcome::FailedForNow("the line is down".into())
}

#[test]
fn a_label_is_there_once_and_everything_survives_a_restart() {
    let folder = Folder::new("outbox");
    let clock = clock();
    let outbox = open(&folder, &clock);
    let row = add(&outbox, "a", "t1");
    assert_eq!(add(&outbox, "a", "t1"), row);
    let mut elsewhere = new("a", "t1");
    elsewhere.shop = "other shop".to_owned();
    assert_ne!(run(outbox.add(elsewhere)).unwrap(), row);
    let before = run(outbox.newest_entries()).unwrap();
    assert_eq!(before.len(), 2);
    drop(outbox);
    let outbox = open(&folder, &clock);
    assert_eq!(run(outbox.newest_entries()).unwrap(), before);
    let found = entry(&outbox, row);
    assert_eq!((found.order.as_str(), found.number.as_str()), ("a", "A"));
    assert_eq!(found.transaction, TransactionId::new("t1"));
    assert_eq!(found.values, "{\"of\":\"t1\"}");
    assert_eq!(found.state, WriteBackState::Waiting);
    let of_purchase = run(outbox.entries_of(vec![TransactionId::new("t1")])).unwrap();
    assert_eq!(of_purchase.len(), 2);
    assert!(run(outbox.entries_of(vec![TransactionId::new("t2")])).unwrap().is_empty());
}

#[test]
fn only_the_oldest_entry_of_an_order_is_due() {
    let folder = Folder::new("outbox-order");
    let clock = clock();
    let outbox = open(&folder, &clock);
    let first = add(&outbox, "a", "t1");
    let second = add(&outbox, "a", "t2");
    let other = add(&outbox, "b", "t3");
    assert_eq!(due(&outbox), [first, other]);
    assert_eq!(run(outbox.due(1)).unwrap().len(), 1);

    let mut claim = run(outbox.claim(first)).unwrap().unwrap();
    assert!(run(outbox.claim(first)).unwrap().is_none(), "by one only");
    assert_eq!(due(&outbox), [other], "its turn lasts until it is over");
    claim.begin();
    let settled = run(outbox.settle(claim, failed_for_now())).unwrap();
    assert_eq!(settled.state, WriteBackState::Failed);
    assert_eq!(settled.detail, "the line is down");
    assert_eq!(due(&outbox), [other], "it waits for its time");
    assert_eq!(run(outbox.next_due()).unwrap(), Some(outbox.now()));
    clock.advance(retry_delay(1));
    assert_eq!(due(&outbox), [first, other]);

    let refused = WriteBackOutcome::Failed("no such table".into());
    settle(&outbox, first, refused);
    clock.advance(SignedDuration::from_hours(10));
    assert_eq!(due(&outbox), [other], "a person must act");
    assert!(run(outbox.claim(first)).unwrap().is_none());
    assert!(run(outbox.give_up(first)).unwrap());
    assert_eq!(due(&outbox), [second, other]);
    settle(&outbox, second, WriteBackOutcome::Written);
    assert_eq!(due(&outbox), [other]);
    assert!(!run(outbox.retry(first)).unwrap(), "the older number would replace the newer one");
    settle(&outbox, other, WriteBackOutcome::Written);
    assert!(run(outbox.open_entries()).unwrap().is_empty());
    assert_eq!(run(outbox.next_due()).unwrap(), None);

    let held = add(&outbox, "c", "t4");
    add(&outbox, "c", "t5");
    settle(&outbox, held, WriteBackOutcome::Failed("no right".into()));
    assert_eq!(run(outbox.next_due()).unwrap(), None, "both wait for a person");
}

#[test]
fn attempts_become_rarer_and_a_person_can_hurry_them() {
    let folder = Folder::new("outbox-delay");
    let clock = clock();
    let outbox = open(&folder, &clock);
    let row = add(&outbox, "a", "t1");
    for (attempt, seconds) in [(1, 5), (2, 15), (3, 60), (4, 300), (5, 900), (6, 900)] {
        let settled = settle(&outbox, row, failed_for_now());
        assert_eq!(settled.attempts, attempt);
        let later = outbox.now() + SignedDuration::from_secs(seconds);
        assert_eq!(settled.retry_at, Some(later), "attempt {attempt}");
        assert_eq!(run(outbox.next_due()).unwrap(), Some(later));
        clock.advance(SignedDuration::from_secs(seconds - 1));
        assert!(due(&outbox).is_empty());
        clock.advance(SignedDuration::from_secs(1));
        assert_eq!(due(&outbox), [row]);
    }
    settle(&outbox, row, failed_for_now());
    assert!(due(&outbox).is_empty());
    run(outbox.hurry("other shop")).unwrap();
    assert!(due(&outbox).is_empty());
    run(outbox.hurry("shop")).unwrap();
    assert_eq!(due(&outbox), [row]);
    // What cannot be reached is put off and stays what it is.
    run(outbox.put_off(vec![row], "no network".into())).unwrap();
    let found = entry(&outbox, row);
    assert_eq!((found.state, found.attempts), (WriteBackState::Failed, 8));
    assert_eq!(found.detail, "no network");
    assert!(due(&outbox).is_empty());
    // A person starts over.
    settle_refused_and_retry(&outbox, &clock, row);
}

fn settle_refused_and_retry(outbox: &ShopOutbox, clock: &Clock, row: i64) {
    clock.advance(SignedDuration::from_hours(1));
    settle(outbox, row, WriteBackOutcome::Failed("no right".into()));
    assert!(due(outbox).is_empty());
    assert_eq!(run(outbox.retry_all("other shop")).unwrap(), 0);
    assert_eq!(run(outbox.retry_all("shop")).unwrap(), 1);
    assert_eq!(due(outbox), [row]);
    let found = entry(outbox, row);
    assert_eq!((found.state, found.attempts), (WriteBackState::Waiting, 0));
}

#[test]
fn what_was_being_sent_is_unknown_after_a_restart_and_rests_before_it_is_verified() {
    let folder = Folder::new("outbox-restart");
    let clock = clock();
    let outbox = open(&folder, &clock);
    let row = add(&outbox, "a", "t1");
    let mut claim = run(outbox.claim(row)).unwrap().unwrap();
    claim.begin();
    // As a crash leaves it: nothing is recorded.
    std::mem::forget(claim);
    assert_eq!(state(&outbox, row), WriteBackState::Sending);
    assert!(!run(outbox.give_up(row)).unwrap());
    drop(outbox);

    let outbox = open(&folder, &clock);
    let found = entry(&outbox, row);
    assert_eq!(found.state, WriteBackState::Unknown);
    assert!(found.is_in_doubt);
    assert!(found.detail.contains("closed"), "{}", found.detail);
    assert!(due(&outbox).is_empty());
    clock.advance(SETTLING);
    assert_eq!(due(&outbox), [row]);
    let claim = run(outbox.claim(row)).unwrap().unwrap();
    assert!(claim.entry.is_in_doubt);
    let settled = run(outbox.settle(claim, WriteBackOutcome::Written)).unwrap();
    assert!(!settled.is_in_doubt);
    assert_eq!(settled.state, WriteBackState::Written);
    assert!(settled.state.is_over());
}

#[test]
fn a_claim_that_is_dropped_is_what_it_was_unless_its_statement_was_sent() {
    let folder = Folder::new("outbox-claim");
    let clock = clock();
    let outbox = open(&folder, &clock);
    let row = add(&outbox, "a", "t1");
    drop(run(outbox.claim(row)).unwrap().unwrap());
    assert_eq!(state(&outbox, row), WriteBackState::Waiting);
    assert_eq!(due(&outbox), [row]);

    let mut claim = run(outbox.claim(row)).unwrap().unwrap();
    claim.begin();
    drop(claim);
    let found = entry(&outbox, row);
    assert_eq!(found.state, WriteBackState::Unknown);
    assert!(found.is_in_doubt);
    // Doubt does not end by a claim that sent nothing.
    drop(run(outbox.claim(row)).unwrap().unwrap());
    assert_eq!(entry(&outbox, row).state, WriteBackState::Unknown);
    assert!(entry(&outbox, row).is_in_doubt);
}

#[test]
fn a_person_decides_what_nobody_can_verify() {
    let folder = Folder::new("outbox-person");
    let clock = clock();
    let outbox = open(&folder, &clock);
    let rows = [add(&outbox, "a", "t1"), add(&outbox, "b", "t2"), add(&outbox, "c", "t3")];
    for row in rows {
        let unknown = WriteBackOutcome::Unknown("look".into(), None);
        let settled = settle(&outbox, row, unknown);
        assert_eq!(settled.state, WriteBackState::Unknown);
        assert!(settled.is_in_doubt);
    }
    clock.advance(SignedDuration::from_hours(10));
    assert!(due(&outbox).is_empty());
    let [there, not_there, left] = rows;
    assert!(run(outbox.settle_unknown(there, true)).unwrap());
    assert_eq!(state(&outbox, there), WriteBackState::Written);
    assert!(run(outbox.settle_unknown(not_there, false)).unwrap());
    assert_eq!(state(&outbox, not_there), WriteBackState::Waiting);
    assert!(!entry(&outbox, not_there).is_in_doubt);
    assert_eq!(due(&outbox), [not_there]);
    assert!(!run(outbox.settle_unknown(there, false)).unwrap(), "once");
    // Given up and taken up again, it is still in doubt.
    assert!(run(outbox.give_up(left)).unwrap());
    assert!(run(outbox.retry(left)).unwrap());
    assert_eq!(state(&outbox, left), WriteBackState::Unknown);
    assert_eq!(due(&outbox), [not_there, left]);
}

#[test]
fn an_entry_in_doubt_is_verified_at_its_time() {
    let folder = Folder::new("outbox-doubt");
    let clock = clock();
    let outbox = open(&folder, &clock);
    let row = add(&outbox, "a", "t1");
    let verify_at = outbox.now() + SETTLING;
    let unknown = WriteBackOutcome::Unknown("no answer".into(), Some(verify_at));
    let settled = settle(&outbox, row, unknown);
    assert_eq!(settled.retry_at, Some(verify_at));
    // The database cannot be reached in the meantime.
    run(outbox.put_off(vec![row], "no network".into())).unwrap();
    assert_eq!(state(&outbox, row), WriteBackState::Unknown);
    clock.advance(SETTLING);
    assert_eq!(due(&outbox), [row]);
    let settled = settle(&outbox, row, failed_for_now());
    assert!(!settled.is_in_doubt, "it was verified before it failed");
}

#[test]
fn what_is_over_is_kept_for_a_season() {
    let folder = Folder::new("outbox-age");
    let clock = clock();
    let outbox = open(&folder, &clock);
    let written = add(&outbox, "a", "t1");
    let waiting = add(&outbox, "b", "t2");
    settle(&outbox, written, WriteBackOutcome::Written);
    drop(outbox);
    for (days, kept) in [(89, 2), (2, 1), (400, 1)] {
        clock.advance(SignedDuration::from_hours(24 * days));
        let entries = run(open(&folder, &clock).newest_entries()).unwrap();
        assert_eq!(entries.len(), kept, "{days} days later");
        assert!(entries.iter().any(|entry| entry.row == waiting));
    }
}

#[test]
fn another_file_is_left_alone() {
    let folder = Folder::new("outbox-other");
    let clock = clock();
    drop(open(&folder, &clock));
    let path = folder.file("outbox.db");
    let copy = folder.file("copy.db");
    run(open(&folder, &clock).backup(copy.clone())).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "application_id", 7).unwrap();
    drop(connection);
    let before = fs::read(&path).unwrap();
    let refused = ShopOutbox::open(folder.path(), clock, SETTLING).unwrap_err();
    assert!(matches!(refused, OutboxError::Damaged { .. }), "{refused:?}");
    assert!(refused.to_string().contains("outbox.db"), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(copy.exists());
}
