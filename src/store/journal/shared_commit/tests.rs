use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::task::JoinSet;

use super::*;
use crate::base::clock::Clock;
use crate::base::id::OrderId;
use crate::store::file;
use crate::store::journal::{EntryContext, EntryKind, NewEntry, change};

fn label(order: u32) -> NewEntry {
    NewEntry {
        kind: EntryKind::Label,
        order: Some(OrderId::new(format!("o-{order}"))),
        sequence: 0,
        environment: "test".to_owned(),
        account: "a".to_owned(),
        base_url: String::new(),
        call: String::new(),
        body: b"{}".to_vec(),
        expected: None,
        title: String::new(),
    }
}

/// What a reader of the file sees.
fn committed(path: &Path) -> i64 {
    let connection = file::readers(path, 1).unwrap().remove(0);
    let count = "SELECT count(*) FROM entries";
    connection.query_row(count, [], |row| row.get(0)).unwrap()
}

/// Carries out the changes at once, as if all of them had waited for the writer. Each change gets
/// its place.
fn outcomes_of(
    dir: &Path,
    change: impl Fn(u32, &Connection) -> Outcome + Clone + Send + 'static,
) -> Vec<Outcome> {
    let journal = Journal::open(dir, Clock::System).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (release, held) = std::sync::mpsc::channel::<()>();
        let hold = move |_: &mut Connection| held.recv().unwrap();
        journal.writer.enqueue(|| (), hold).await.unwrap();
        let mut tasks = JoinSet::new();
        for place in 0..4 {
            let (journal, change) = (journal.clone(), change.clone());
            tasks.spawn(async move {
                let change = move |connection: &Connection| change(place, connection);
                (place, journal.commit("test", change).await)
            });
        }
        while journal.waiting.0.lock().unwrap().len() < 4 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        release.send(()).unwrap();
        let mut outcomes = tasks.join_all().await;
        outcomes.sort_by_key(|(place, _)| *place);
        let events = journal.verify_chain().await.unwrap();
        assert_eq!(events, u64::try_from(committed(&db(dir))).unwrap());
        outcomes.into_iter().map(|(_, outcome)| outcome).collect()
    })
}

fn db(dir: &Path) -> PathBuf {
    dir.join("journal.db")
}

#[test]
fn waiting_changes_share_a_commit_and_a_refused_one_is_taken_back_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = db(dir.path());
    let seen = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&seen);
    let outcomes = outcomes_of(dir.path(), move |place, connection| {
        // The third is for the same label as the second.
        let new = label(if place == 2 { 1 } else { place });
        let entry = change::intend_within(connection, &Clock::System, new, EntryContext::default());
        kept.lock().unwrap().push(committed(&path));
        entry
    });
    assert!(
        matches!(outcomes.as_slice(), [Ok(_), Ok(_), Err(JournalError::AlreadyLive { .. }), Ok(_)]),
        "{outcomes:?}"
    );
    assert_eq!(*seen.lock().unwrap(), [0; 4], "each ran once, before the commit");
    assert_eq!(committed(&db(dir.path())), 3);
}

#[test]
fn a_change_that_fails_at_the_file_does_not_fail_the_others() {
    let dir = tempfile::tempdir().unwrap();
    let outcomes = outcomes_of(dir.path(), |place, connection| {
        let new = label(place);
        let entry = change::intend_within(connection, &Clock::System, new, EntryContext::default());
        if place == 1 {
            connection.execute_batch("INSERT INTO nowhere VALUES (1)").map_err(sql("test"))?;
        }
        entry
    });
    assert!(
        matches!(outcomes.as_slice(), [Ok(_), Err(JournalError::Sql { .. }), Ok(_), Ok(_)]),
        "{outcomes:?}"
    );
    assert_eq!(committed(&db(dir.path())), 3);
}
