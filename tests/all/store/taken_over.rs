//! Purchases that another computer left, in the journal of the one that takes them over.

use postroom::store::{Entry, EntryContext};

use super::{Folder, clock, label, run};
use crate::prelude::*;

fn open(folder: &Folder) -> Journal {
    Journal::open(folder.path(), clock()).unwrap()
}

fn theirs() -> TransactionId {
    TransactionId::new("left-by-bench-1")
}

fn take(journal: &Journal, new: NewEntry) -> Result<Entry, JournalError> {
    let begun = clock().now() - SignedDuration::from_hours(2);
    let beside = EntryContext {
        scale_reading: Some("{}".to_owned()),
        server_time: Some(begun),
        ..EntryContext::default()
    };
    run(journal.take_over(&theirs(), new, beside, begun))
}

/// A purchase of this computer whose order was claimed.
fn own(journal: &Journal) {
    let beside =
        EntryContext { transaction: Some(theirs()), claimed: true, ..EntryContext::default() };
    run(journal.intend_with(label("order", 1), beside)).unwrap();
}

fn state(journal: &Journal) -> EntryState {
    run(journal.get(&theirs())).unwrap().unwrap().state
}

#[test]
fn what_another_computer_left_is_uncertain_and_keeps_its_bytes() {
    let folder = Folder::new("taken-over");
    let journal = open(&folder);
    let entry = take(&journal, label("order", 1)).unwrap();
    assert_eq!((entry.state, entry.attempts, entry.uncertain_once), (EntryState::Unknown, 0, true));
    assert!(entry.claimed);
    assert_eq!(entry.transaction, theirs());
    assert_eq!(
        entry.created.duration_until(entry.updated),
        SignedDuration::from_hours(2),
        "its age is that of the claim"
    );
    let open_now = run(journal.unsettled()).unwrap();
    assert_eq!(open_now.len(), 1);
    // The same label cannot be bought under another id.
    let again = run(journal.intend(label("order", 1)));
    assert!(matches!(again, Err(JournalError::AlreadyLive { .. })));
    let permit = run(journal.mark_sending(&theirs())).unwrap();
    assert_eq!(permit.body(), label("order", 1).body.as_slice());
    // It may have been sent before: a failed connection does not make it certain.
    assert_eq!(run(journal.mark_unsent(&theirs(), "offline")).unwrap().state, EntryState::Unknown);
    drop(journal);
    let journal = open(&folder);
    assert_eq!(run(journal.verify_chain()).unwrap(), 3);
    assert!(run(journal.get(&theirs())).unwrap().unwrap().claimed);
}

#[test]
fn a_purchase_is_taken_over_twice_with_the_same_request_only() {
    let folder = Folder::new("taken-over-twice");
    let journal = open(&folder);
    take(&journal, label("order", 1)).unwrap();
    let again = take(&journal, label("order", 1)).unwrap();
    assert_eq!((again.number, again.state), (1, EntryState::Unknown));
    let other = NewEntry { body: b"{}".to_vec(), ..label("order", 1) };
    assert!(matches!(take(&journal, other), Err(JournalError::Altered { .. })));
    // Another purchase of the same label lives here.
    run(journal.intend(label("other", 1))).unwrap();
    let living = run(journal.take_over(
        &TransactionId::new("t-9"),
        label("other", 1),
        EntryContext::default(),
        clock().now(),
    ));
    assert!(matches!(living, Err(JournalError::AlreadyLive { .. })));
}

/// The claim went away and came back: the computer that had it meanwhile may have bought the label.
#[test]
fn a_purchase_of_this_computer_that_comes_back_is_uncertain() {
    for (life, wanted) in [
        ("", EntryState::Unknown),
        ("give up", EntryState::Unknown),
        ("send reject", EntryState::Unknown),
        ("send absent", EntryState::Unknown),
        ("send confirm", EntryState::Confirmed),
    ] {
        let folder = Folder::new("comes-back");
        let journal = open(&folder);
        own(&journal);
        let id = theirs();
        if life.starts_with("give up") {
            run(journal.give_up(&id)).unwrap();
        }
        if life.starts_with("send") {
            run(journal.mark_sending(&id)).unwrap();
        }
        if life.ends_with("reject") {
            run(journal.reject(&id, "bad ZIP")).unwrap();
        }
        if life.ends_with("absent") {
            run(journal.mark_absent(&id, clock().now())).unwrap();
        }
        if life.ends_with("confirm") {
            run(journal.confirm(&id, "s-1", None, Vec::new())).unwrap();
        }
        let entry = take(&journal, label("order", 1)).unwrap();
        assert_eq!(entry.state, wanted, "{life}");
        run(journal.verify_chain()).unwrap();
    }
}

#[test]
fn only_what_was_never_sent_from_here_is_given_up() {
    for (sent, taken, wanted) in [
        (false, false, EntryState::Cancelled),
        (false, true, EntryState::Cancelled),
        (true, true, EntryState::Unknown),
        (true, false, EntryState::Sending),
    ] {
        let folder = Folder::new("given-up");
        let journal = open(&folder);
        own(&journal);
        if sent {
            run(journal.mark_sending(&theirs())).unwrap();
        }
        if taken {
            take(&journal, label("order", 1)).unwrap();
        }
        let given_up = run(journal.give_up(&theirs()));
        assert_eq!(given_up.is_err(), sent);
        assert_eq!(state(&journal), wanted, "sent {sent}, taken {taken}");
        if !sent {
            // The label may be bought under another id once its order is free again.
            run(journal.intend(label("order", 1))).unwrap();
        }
    }
}

/// A purchase without a claim stays refused or canceled, whatever a program does to the file.
#[test]
fn what_was_never_claimed_is_not_taken_over() {
    let folder = Folder::new("never-claimed");
    let journal = open(&folder);
    let beside = EntryContext { transaction: Some(theirs()), ..EntryContext::default() };
    run(journal.intend_with(label("order", 1), beside)).unwrap();
    run(journal.cancel(&theirs())).unwrap();
    assert!(take(&journal, label("order", 1)).is_err());
    assert_eq!(state(&journal), EntryState::Cancelled);
}
