//! Database files changed from outside. A damaged journal is refused and left untouched; a
//! damaged cache is moved aside and replaced by a new one.

use postroom::store::{Book, BookError, Cache};

use super::{Folder, clock, label, run};
use crate::prelude::*;

type Damage = fn(&Path);

/// Kinds of damage that make every SQLite file unusable.
const DAMAGES: [(&str, Damage); 6] = [
    ("not a database", |path| {
        fs::write(path, "this was never a database, whatever its name says").unwrap();
    }),
    ("cut in the middle", |path| {
        let bytes = fs::read(path).unwrap();
        fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
    }),
    ("cut within a page", |path| {
        let bytes = fs::read(path).unwrap();
        fs::write(path, &bytes[..bytes.len() - 1000]).unwrap();
    }),
    ("first page zeroed", |path| change(path, |bytes| bytes[..4096].fill(0))),
    ("pages overwritten", |path| {
        change(path, |bytes| bytes[4096..].fill(0xa5));
    }),
    ("another program's database", |path| {
        fs::remove_file(path).unwrap();
        rusqlite::Connection::open(path)
            .unwrap()
            .execute_batch("CREATE TABLE recipes (name TEXT); PRAGMA user_version = 1;")
            .unwrap();
    }),
];

fn change(path: &Path, edit: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    edit(&mut bytes);
    fs::write(path, bytes).unwrap();
}

/// Edits a closed database like a user with a database browser.
fn tamper(path: &Path, sql: &str) {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.execute_batch(sql).unwrap();
}

fn journal_in(folder: &Folder) {
    let journal = Journal::open(folder.path(), clock()).unwrap();
    run(async {
        for sequence in 0..50 {
            let entry = journal.intend(label("order", sequence)).await.unwrap();
            journal.mark_sending(&entry.transaction).await.unwrap();
            journal.confirm(&entry.transaction, "id", None, vec![b'x'; 500]).await.unwrap();
        }
    });
}

/// Every file of the folder except SQLite's shared memory, which holds no content.
fn contents(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap())
        .map(|file| {
            let name = file.file_name().into_string().unwrap();
            (name, fs::read(file.path()).unwrap())
        })
        .filter(|(name, bytes)| !name.ends_with("-shm") && !bytes.is_empty())
        .collect()
}

fn check_refused(name: &str, folder: &Folder) {
    let before = contents(folder);
    for attempt in 0..2 {
        let error = Journal::open(folder.path(), clock()).unwrap_err();
        assert!(
            matches!(error, JournalError::Damaged { .. }),
            "{name}, attempt {attempt}: {error:?}"
        );
        let sentence = error.to_string();
        assert!(
            sentence.contains("journal.db is damaged")
                && sentence.contains("Nothing can be bought"),
            "{sentence}"
        );
        assert_eq!(contents(folder), before, "{name}");
    }
}

#[test]
fn a_damaged_journal_is_refused_and_left_untouched() {
    let mut damages = DAMAGES.to_vec();
    damages.push(("emptied", |path| fs::write(path, "").unwrap()));
    damages.push(("gone, but for its log", |path| {
        fs::write(path.with_file_name("journal.db-wal"), [7; 5000]).unwrap();
        fs::remove_file(path).unwrap();
    }));
    for (name, damage) in damages {
        let folder = Folder::new("damaged-journal");
        journal_in(&folder);
        damage(&folder.file("journal.db"));
        check_refused(name, &folder);
    }
}

/// As after a crash: the last commit is only in the log, and must stay there.
#[test]
fn the_log_of_a_damaged_journal_is_left_untouched_too() {
    let live = Folder::new("live-journal");
    let folder = Folder::new("damaged-with-log");
    let journal = Journal::open(live.path(), clock()).unwrap();
    run(journal.intend(label("order", 1))).unwrap();
    fs::create_dir_all(folder.path()).unwrap();
    for name in ["journal.db", "journal.db-wal"] {
        fs::copy(live.file(name), folder.file(name)).unwrap();
    }
    tamper_in_log(&folder.file("journal.db"));
    check_refused("changed in the log", &folder);
    assert!(contents(&folder).contains_key("journal.db-wal"));
}

/// Changes an entry and leaves the change in the log.
fn tamper_in_log(path: &Path) {
    use rusqlite::config::DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.set_db_config(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).unwrap();
    connection.execute("UPDATE entries SET attempts = 9", []).unwrap();
}

#[test]
fn a_journal_changed_by_hand_is_refused() {
    const UNLOCK: &str = "DROP TRIGGER events_are_never_changed;
        DROP TRIGGER events_are_never_deleted; DROP TRIGGER entries_are_never_deleted;
        DROP TRIGGER requests_are_never_changed; DROP TRIGGER terminal_states_stay;";
    for edit in [
        "UPDATE entries SET body = x'00' WHERE number = 7",
        "UPDATE entries SET sha256 = 'x' WHERE number = 7",
        "UPDATE entries SET state = 'rejected' WHERE number = 7",
        "UPDATE entries SET charged_micros = 1, charged_currency = 'USD' WHERE number = 7",
        "UPDATE entries SET reply = x'00' WHERE number = 7",
        "UPDATE entries SET expected_currency = 'USd' WHERE number = 7",
        "UPDATE entries SET overtaken = 1 WHERE number = 7",
        "DELETE FROM events WHERE number = 20",
        "DELETE FROM events WHERE number = 150",
        "DELETE FROM events",
        "UPDATE events SET payload = '{}' WHERE number = 9",
        "UPDATE events SET at = 1 WHERE number = 9",
        "UPDATE events SET hash = 'x' WHERE number = 150",
        "UPDATE events SET number = number + 1000 WHERE number = 150",
        "DROP TABLE events",
        "PRAGMA application_id = 1",
        "PRAGMA user_version = 0",
    ] {
        let folder = Folder::new("edited-journal");
        journal_in(&folder);
        let path = folder.file("journal.db");
        tamper(&path, UNLOCK);
        tamper(&path, edit);
        check_refused(edit, &folder);
    }
}

#[test]
fn the_file_itself_refuses_to_forget() {
    let folder = Folder::new("triggers");
    journal_in(&folder);
    let connection = rusqlite::Connection::open(folder.file("journal.db")).unwrap();
    for edit in [
        "UPDATE entries SET body = x'00' WHERE number = 7",
        "UPDATE entries SET txn = 'x' WHERE number = 7",
        "UPDATE entries SET state = 'rejected' WHERE number = 7",
        "DELETE FROM entries WHERE number = 7",
        "UPDATE events SET payload = '{}' WHERE number = 9",
        "DELETE FROM events WHERE number = 9",
    ] {
        let error = connection.execute(edit, []).unwrap_err().to_string();
        assert!(error.contains("never") || error.contains("stays"), "{edit}: {error}");
    }
}

#[test]
fn a_journal_of_a_newer_version_is_left_to_it() {
    let folder = Folder::new("newer");
    journal_in(&folder);
    tamper(&folder.file("journal.db"), "PRAGMA user_version = 99");
    let before = contents(&folder);
    let error = Journal::open(folder.path(), clock()).unwrap_err();
    assert!(matches!(error, JournalError::File(_)), "{error:?}");
    assert_eq!(contents(&folder), before);
}

#[test]
fn a_damaged_cache_is_moved_aside_and_begun_anew() {
    let mut damages = DAMAGES.to_vec();
    damages.push(("a table is missing", |path| tamper(path, "DROP TABLE labels")));
    damages.push(("of a newer version", |path| tamper(path, "PRAGMA user_version = 99")));
    damages.push(("an index of no known format", |path| {
        tamper(path, "UPDATE shipment_words_config SET v = 99 WHERE k = 'version'");
    }));
    for (name, damage) in damages {
        let folder = Folder::new("damaged-cache");
        let opened = Cache::open(folder.path(), clock()).unwrap();
        assert!(!opened.rebuilt);
        for number in 0..20 {
            let key = format!("draft {number}");
            run(opened.cache.put(None, &key, "\"text\"".repeat(200))).unwrap();
        }
        drop(opened);
        let path = folder.file("cache.db");
        damage(&path);
        let damaged = fs::read(&path).unwrap();
        // Twice in the same millisecond: the second must not overwrite the first.
        for round in 1..=2 {
            let opened = Cache::open(folder.path(), clock()).unwrap();
            assert!(opened.rebuilt, "{name}");
            run(async {
                assert_eq!(opened.cache.get(None, "draft 1").await.unwrap(), None);
                opened.cache.put(None, "draft 1", "2".to_owned()).await.unwrap();
                let read = opened.cache.get(None, "draft 1").await.unwrap();
                assert_eq!(read.unwrap().json, "2", "{name}");
            });
            drop(opened);
            let aside: Vec<_> = contents(&folder)
                .into_iter()
                .filter(|(file, _)| {
                    file.starts_with("cache.db.damaged-20240301T100000.123Z")
                        && !file.ends_with("-wal")
                })
                .collect();
            assert_eq!(aside.len(), round, "{name}");
            assert!(aside.iter().all(|(_, bytes)| *bytes == damaged), "{name}");
            assert!(!Cache::open(folder.path(), clock()).unwrap().rebuilt, "{name}");
            fs::write(&path, &damaged).unwrap();
        }
    }
}

#[test]
fn a_damaged_address_book_is_refused_and_left_untouched() {
    for (name, damage) in DAMAGES {
        let folder = Folder::new("damaged-book");
        let book = Book::open(folder.path(), clock()).unwrap();
        for number in 0..50 {
            let text = format!("Ann {number} {}", "street ".repeat(40));
            run(book.put(None, "Ann", &text, "{}".to_owned())).unwrap();
        }
        drop(book);
        damage(&folder.file("book.db"));
        let before = contents(&folder);
        let error = Book::open(folder.path(), clock()).unwrap_err();
        assert!(matches!(error, BookError::Damaged { .. }), "{name}: {error:?}");
        assert_eq!(contents(&folder), before, "{name}");
    }
}

/// Makes the file larger than what is read before opening; SQLite creates the bytes.
fn enlarge(path: &Path) {
    tamper(
        path,
        "CREATE TABLE ballast (bytes BLOB);
         INSERT INTO ballast VALUES (zeroblob(50000000)), (zeroblob(9000000));",
    );
}

#[test]
fn a_large_file_opens_at_once_and_what_is_found_in_it_later_is_dealt_with_at_the_next_start() {
    let folder = Folder::new("large");
    let path = folder.path().join("cache.db");
    drop(Cache::open(folder.path(), clock()).unwrap());
    enlarge(&path);
    let opened = Cache::open(folder.path(), clock()).unwrap();
    let owed = opened.unchecked_file.clone().expect("it is large");
    postroom::store::look_through(&owed).unwrap();
    drop(opened);

    change(&path, |bytes| {
        let middle = bytes.len() / 2;
        bytes[middle..middle + 40_960].fill(0xa5);
    });
    let opened = Cache::open(folder.path(), clock()).unwrap();
    assert!(!opened.rebuilt, "nobody looked yet");
    let found = postroom::store::look_through(&opened.unchecked_file.clone().unwrap());
    assert!(found.unwrap_err().is_damage());
    drop(opened);

    let opened = Cache::open(folder.path(), clock()).unwrap();
    assert!(opened.rebuilt);
    drop(opened);
    assert!(!Cache::open(folder.path(), clock()).unwrap().rebuilt);
}

#[test]
fn a_large_address_book_found_damaged_is_refused_at_the_next_start() {
    let folder = Folder::new("large-book");
    let path = folder.path().join("book.db");
    drop(Book::open(folder.path(), clock()).unwrap());
    enlarge(&path);
    change(&path, |bytes| {
        let middle = bytes.len() / 2;
        bytes[middle..middle + 40_960].fill(0xa5);
    });
    let book = Book::open(folder.path(), clock()).unwrap();
    assert!(postroom::store::look_through(book.unchecked_file().unwrap()).is_err());
    drop(book);
    assert!(matches!(Book::open(folder.path(), clock()), Err(BookError::Damaged { .. })));
}
