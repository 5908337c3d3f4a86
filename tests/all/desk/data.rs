//! The data on this computer: backups that open again, deletion that spares the journal, and
//! shipments that are removed after their retention period.

use postroom::desk::safekeeping::local_data::LocalDataTask;
use postroom::store::book::Book;
use postroom::store::spool::Spool;

use crate::prelude::*;

fn bought() -> (DeskFixture, TestDesk, ShipmentId) {
    let (world, mut desk) = connected_desk();
    // They are added one by one, and the list may be read meanwhile.
    desk.run_until("sample addresses", |state| state.ship.book.count == 12);
    let samples = desk.state().ship.book.count;
    desk.choose();
    let shipment = desk.buy_a_shipment();
    // The recipient gets into the book after the purchase.
    desk.run_until("in the list and in the book", |state| {
        state.shipments.total == 1 && state.ship.book.count > samples
    });
    (world, desk, shipment)
}

fn idle(state: &State) -> bool {
    state.safekeeping.local_data_task == LocalDataTask::Nothing
}

#[test]
fn a_backup_opens_as_what_it_was() {
    let (world, mut desk, shipment) = bought();
    let folder = world.folder.join("backups");
    desk.apply(SafekeepingIntent::BackUp { folder: folder.clone() });
    assert_eq!(desk.state().safekeeping.local_data_task, LocalDataTask::BackingUp);
    desk.run_until("the backup", idle);
    let said = desk.state().notices.last().unwrap();
    assert!(said.text.starts_with("Backed up"), "{said:?}");
    let inside: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [copy] = inside.as_slice() else { panic!("{inside:?}") };
    let journal = Journal::open(copy, Clock::System).unwrap();
    let book = Book::open(copy, Clock::System).unwrap();
    let spool = Spool::open(copy, Clock::System).unwrap();
    world.runtime.block_on(async {
        assert!(journal.verify_chain().await.unwrap() > 0);
        let entries = journal.recent(10).await.unwrap();
        assert_eq!(entries[0].result_id.as_deref(), Some(shipment.as_str()));
        let kept = book.count().await.unwrap();
        assert_eq!(kept, desk.state().ship.book.count);
        assert!(spool.jobs().await.unwrap().is_empty());
    });
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(copy.join("journal.db")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_folder_that_cannot_be_written_says_so() {
    let world = DeskFixture::new();
    let mut desk = world.open();
    let file = world.folder.join("a file");
    std::fs::write(&file, b"in the way").unwrap();
    desk.apply(SafekeepingIntent::BackUp { folder: file });
    desk.run_until("the failure", idle);
    let trouble = desk.state().notices.last().unwrap().trouble.clone().unwrap();
    assert_eq!(trouble.attempted, "Couldn’t back up");
}

#[test]
fn deleting_takes_everything_but_the_journal() {
    let (world, mut desk, shipment) = bought();
    desk.edit(|draft| draft.to.name = "Somebody to forget".into());
    desk.run_until("the daily backup", |state| {
        state.safekeeping.backup.last.is_some() && !state.safekeeping.backup.running
    });
    let data = world.folder.join("desk");
    std::fs::write(data.join("cache.db.damaged-20261121T101112.000Z"), "old").unwrap();
    std::fs::create_dir_all(data.join("crashes")).unwrap();
    std::fs::write(data.join("crashes/crash-20261121T101112.000Z-1-0.txt"), "old").unwrap();
    desk.apply(Intent::DeleteData);
    desk.run_until("deleted", idle);
    let state = desk.state();
    assert!(matches!(state.connection, Connection::None));
    assert_eq!(state.settings, Settings::default());
    assert!(state.ship.draft.to.name.is_empty());
    assert!(state.balance.summary.value().is_none() && state.shipments.rows.is_empty());
    desk.run_until("an empty book", |state| {
        state.ship.book.count == 0 && state.ship.book.rows.is_empty()
    });
    world.runtime.block_on(desk.0.close());
    let left: Vec<String> = super::canary::files(&data)
        .into_iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let gone = |name: &str| !left.iter().any(|file| file.starts_with(name));
    assert!(gone("book-") && gone("cache.db.damaged") && gone("crash-"), "{left:?}");
    assert!(!gone("journal-"), "the copies of the journal stay: {left:?}");

    for file in ["cache.db", "cache.db-wal", "book.db", "book.db-wal"] {
        let bytes = std::fs::read(world.folder.join("desk").join(file)).unwrap_or_default();
        for word in ["Somebody to forget", "Jane Sample", shipment.as_str()] {
            let found = bytes.windows(word.len()).any(|part| part == word.as_bytes());
            assert!(!found, "{word} is still in {file}");
        }
    }
    let journal = Journal::open(&world.folder.join("desk"), Clock::System).unwrap();
    let entries = world.runtime.block_on(journal.recent(10)).unwrap();
    assert_eq!(entries[0].result_id.as_deref(), Some(shipment.as_str()));
    drop(journal);

    // The service still has all shipments.
    let mut desk = world.open_connected();
    desk.run_until("fetched again", |state| state.shipments.total == 1);
    assert_eq!(desk.state().shipments.rows[0].id, shipment);
}

#[test]
fn old_shipments_leave_and_come_back_when_wanted() {
    let (_world, mut desk, _) = bought();
    desk.apply(PracticeIntent::JumpDays(100));
    desk.run_until("a hundred days later", |state| {
        state.practice_clock.as_ref().is_some_and(|clock| {
            let bought = state.shipments.rows[0].created;
            clock.now.duration_since(bought).as_hours() > 99 * 24
        })
    });
    let keep = |desk: &mut TestDesk, days| {
        desk.change_settings(|settings| settings.keep_shipments_days = days);
    };
    keep(&mut desk, 365);
    desk.run_until("looked through", |state| {
        state.shipments.sync.complete && !state.shipments.sync.running
    });
    assert_eq!(desk.state().shipments.total, 1);
    keep(&mut desk, 90);
    desk.run_until("gone", |state| state.shipments.total == 0);
    desk.run_until("not fetched again", |state| {
        state.shipments.sync.complete && !state.shipments.sync.running
    });
    assert_eq!(desk.state().shipments.total, 0);
    keep(&mut desk, 0);
    desk.run_until("back", |state| state.shipments.total == 1);
}
