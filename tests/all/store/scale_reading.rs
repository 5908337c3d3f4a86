//! What the scale showed, in the row of the label: exists whenever the row does, and never
//! changes.

use postroom::store::journal::salvage;
use rusqlite::Connection;

use super::{Folder, clock, dollars, label, run};
use crate::prelude::*;

const SEEN: &str = r#"[{"package":1,"digits":"24.60","unit":"oz"}]"#;

fn open(folder: &Folder) -> Journal {
    Journal::open(folder.path(), clock()).unwrap()
}

/// Two purchased labels, one with a weight from the scale and one without.
fn buy_two(journal: &Journal) {
    run(async {
        for (sequence, witness) in [(1, Some(SEEN.to_owned())), (2, None)] {
            let new = label("order", sequence);
            let entry = journal.intend_weighed(new, witness).await.unwrap();
            journal.mark_sending(&entry.transaction).await.unwrap();
            let id = format!("s-{sequence}");
            journal
                .confirm(&entry.transaction, &id, Some(dollars(790)), b"{}".to_vec())
                .await
                .unwrap();
        }
    });
}

fn of(journal: &Journal, account: &str, id: &str) -> Option<String> {
    run(journal.scale_reading("test", account, id)).unwrap()
}

#[test]
fn it_is_found_by_the_label_and_under_its_account_only() {
    let folder = Folder::new("witness");
    buy_two(&open(&folder));
    let journal = open(&folder);
    assert_eq!(of(&journal, "account-1", "s-1").as_deref(), Some(SEEN));
    assert_eq!(of(&journal, "account-1", "s-2"), None);
    assert_eq!(of(&journal, "account-2", "s-1"), None);
    let all = run(journal.scale_readings("test", "account-1")).unwrap();
    assert_eq!(all, [("s-1".to_owned(), SEEN.to_owned())]);
    // Three events each: created, sending, confirmed.
    assert_eq!(run(journal.verify_chain()).unwrap(), 6);
}

#[test]
fn the_file_itself_refuses_another_reading() {
    let folder = Folder::new("witness-fixed");
    buy_two(&open(&folder));
    let file = Connection::open(folder.file("journal.db")).unwrap();
    let change = "UPDATE entries SET witness = '[]' WHERE result_id = 's-1'";
    let error = file.execute(change, []).unwrap_err().to_string();
    assert!(error.contains("never changed"), "{error}");
    // If somebody removes the trigger, the chain reveals the change.
    file.execute_batch("DROP TRIGGER witnesses_are_never_changed").unwrap();
    file.execute(change, []).unwrap();
    drop(file);
    let error = Journal::open(folder.path(), clock()).unwrap_err();
    let words = error.to_string();
    assert!(words.contains("differs from its last event"), "{words}");
}

#[test]
fn a_salvaged_journal_has_it_still() {
    let folder = Folder::new("witness-salvaged");
    buy_two(&open(&folder));
    // The table of entries is gone; only the events are left.
    let path = folder.file("journal.db");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, bytes.get(4096..).unwrap()).unwrap();
    assert!(Journal::open(folder.path(), clock()).is_err());
    salvage(folder.path(), &clock()).unwrap();
    let journal = open(&folder);
    assert_eq!(of(&journal, "account-1", "s-1").as_deref(), Some(SEEN));
}

#[test]
fn a_journal_from_before_is_no_damaged_one() {
    let folder = Folder::new("witness-before");
    let journal = open(&folder);
    run(journal.intend(label("order", 1))).unwrap();
    drop(journal);
    let path = folder.file("journal.db");
    let file = Connection::open(&path).unwrap();
    file.execute_batch(
        "DROP TRIGGER witnesses_are_never_changed; DROP INDEX witnesses;
         DROP TRIGGER server_times_are_never_changed;
         ALTER TABLE entries DROP COLUMN server_time;
         DROP TRIGGER claims_are_never_changed; DROP TRIGGER terminal_states_stay;
         ALTER TABLE entries DROP COLUMN claimed;
         CREATE TRIGGER terminal_states_stay BEFORE UPDATE OF state ON entries
           WHEN old.state <> new.state AND old.state = 'confirmed'
           BEGIN SELECT raise(ABORT, 'a settled purchase stays settled'); END;
         ALTER TABLE entries DROP COLUMN witness; PRAGMA user_version = 4;",
    )
    .unwrap();
    drop(file);
    let journal = open(&folder);
    assert_eq!(run(journal.unsettled()).unwrap().len(), 1);
    // New readings can be stored from now on.
    let weighed = journal.intend_weighed(label("order", 9), Some(SEEN.to_owned()));
    let entry = run(weighed).unwrap();
    run(journal.mark_sending(&entry.transaction)).unwrap();
    run(journal.confirm(&entry.transaction, "s-9", None, Vec::new())).unwrap();
    assert_eq!(of(&journal, "account-1", "s-9").as_deref(), Some(SEEN));
}
