//! Damage generated from a seed: whatever happens to the bytes of a journal, no purchase is lost
//! without being reported, and none is taken for less than it was. A damaged cache is replaced by
//! a new one. `POSTROOM_DAMAGES=1000` makes a long run.

use postroom::store::journal::{ComparisonReason, restore, salvage};
use postroom::store::{Cache, Entry};

use super::{Folder, clock, dollars, label, run};
use crate::prelude::*;

/// A small random number generator: the same seed damages the same bytes.
struct Seed(u64);

impl Seed {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % below as u64).unwrap()
    }
}

fn rounds() -> u64 {
    std::env::var("POSTROOM_DAMAGES").map_or(40, |text| text.parse().unwrap())
}

/// One to four kinds of damage: flipped bytes, an overwritten range, zeroed pages, a truncated
/// end.
fn injure(path: &Path, seed: &mut Seed) {
    let mut bytes = fs::read(path).unwrap();
    for _ in 0..=seed.next(4) {
        let length = bytes.len();
        let at = seed.next(length);
        match seed.next(4) {
            0 => bytes[at] ^= 1 << seed.next(8),
            1 => {
                let end = (at + 1 + seed.next(9000)).min(length);
                let with = u8::try_from(seed.next(256)).unwrap();
                bytes[at..end].fill(with);
            }
            2 => {
                let page = at / 4096 * 4096;
                bytes[page..(page + 4096).min(length)].fill(0);
            }
            _ => bytes.truncate(length / 2 + at / 2 + 1),
        }
    }
    fs::write(path, bytes).unwrap();
}

/// Fifty labels: three in four confirmed, the others unknown or never sent.
fn journal_in(folder: &Folder) -> Vec<Entry> {
    let journal = Journal::open(folder.path(), clock()).unwrap();
    run(async {
        for sequence in 0..50 {
            let entry = journal.intend(label("order", sequence)).await.unwrap();
            if sequence % 8 == 7 {
                continue;
            }
            journal.mark_sending(&entry.transaction).await.unwrap();
            if sequence % 8 == 3 {
                journal.mark_unknown(&entry.transaction, "{}").await.unwrap();
                continue;
            }
            let id = format!("s-{sequence}");
            journal
                .confirm(&entry.transaction, &id, Some(dollars(790)), vec![b'x'; 600])
                .await
                .unwrap();
        }
        journal.recent(100).await.unwrap()
    })
}

fn listed(journal: &Journal) -> BTreeMap<String, Entry> {
    let entries = run(journal.recent(100_000)).unwrap();
    entries.into_iter().map(|entry| (entry.transaction.as_str().to_owned(), entry)).collect()
}

/// Retries while the lock is held: a child process of another test holds a copy of every lock
/// between fork and exec.
fn patient<T>(attempt: impl Fn() -> Result<T, JournalError>) -> Result<T, JournalError> {
    for _ in 0..500 {
        match attempt() {
            Err(JournalError::InUse { .. }) => {
                std::thread::sleep(Duration::from_millis(10));
            }
            other => return other,
        }
    }
    attempt()
}

#[test]
fn no_damage_loses_a_purchase_silently() {
    let pristine = Folder::new("salvage-pristine");
    let before = journal_in(&pristine);
    // Six entries have only the first event, the others three each.
    let events = 150 - 2 * 6;
    let (mut whole, mut refused, mut lost, mut told) = (0, 0, 0, 0);
    for round in 1..=rounds() {
        let folder = Folder::new("salvage");
        fs::create_dir_all(folder.path()).unwrap();
        for name in ["journal.db", "journal.mark"] {
            fs::copy(pristine.file(name), folder.file(name)).unwrap();
        }
        let path = folder.file("journal.db");
        injure(&path, &mut Seed(round.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let damaged = fs::read(&path).unwrap();
        match patient(|| Journal::open(folder.path(), clock())) {
            Ok(journal) => {
                // Only unused bytes were damaged.
                let after = listed(&journal);
                assert_eq!(after.len(), before.len(), "seed {round}");
                assert!(before.iter().all(|entry| after[entry.transaction.as_str()] == *entry));
                whole += 1;
                continue;
            }
            Err(JournalError::Damaged { .. }) => refused += 1,
            Err(error) => panic!("seed {round}: {error:?}"),
        }
        let found = patient(|| salvage(folder.path(), &clock())).unwrap();
        assert_eq!(found.original_events, Some(events), "seed {round}");
        assert_eq!(fs::read(found.folder.join("journal.db")).unwrap(), damaged);
        assert!(found.folder.join("salvage.json").exists());
        let journal = patient(|| Journal::open(folder.path(), clock())).unwrap();
        assert_eq!(
            journal.pending_comparison("test", "account-1").unwrap().why,
            ComparisonReason::Salvaged
        );
        run(journal.verify_chain()).unwrap();
        let after = listed(&journal);
        assert_eq!(after.len() as u64, found.entries);
        for entry in &before {
            let Some(kept) = after.get(entry.transaction.as_str()) else {
                lost += 1;
                // The loss is reported: fewer events were found than there were.
                assert!(found.events < events, "seed {round}: lost silently");
                told += 1;
                continue;
            };
            assert_eq!(kept.title, entry.title, "seed {round}");
            assert_eq!(kept.expected, entry.expected, "seed {round}");
            let allowed = match entry.state {
                // If its last events are lost, the entry is unknown and has to be looked up.
                EntryState::Confirmed => match kept.state {
                    EntryState::Confirmed => kept.result_id == entry.result_id,
                    state => state == EntryState::Unknown,
                },
                EntryState::Intent => {
                    matches!(kept.state, EntryState::Intent | EntryState::Unknown)
                }
                state => kept.state == state,
            };
            assert!(allowed, "seed {round}: {:?} became {:?}", entry.state, kept.state);
            // A request is never sent again with different bytes.
            assert!(kept.body == entry.body || kept.body.is_empty(), "seed {round}");
            if kept.body.is_empty() && kept.state != EntryState::Confirmed {
                let sent = run(journal.mark_sending(&kept.transaction));
                assert!(matches!(sent, Err(JournalError::Altered { .. })), "{sent:?}");
            }
        }
        assert!(folder.file("journal.db").exists() && !folder.file("journal.db.salvaged").exists());
    }
    println!(
        "journals: {refused} damaged and salvaged, {whole} unharmed; purchases not found {lost}, told of {told}"
    );
    assert!(refused > 0 && lost == told);
}

#[test]
fn without_its_first_page_a_journal_is_read_from_its_bytes() {
    let folder = Folder::new("salvage-bytes");
    let before = journal_in(&folder);
    let path = folder.file("journal.db");
    let mut bytes = fs::read(&path).unwrap();
    bytes[..4096].fill(0);
    fs::write(&path, bytes).unwrap();
    let found = salvage(folder.path(), &clock()).unwrap();
    assert_eq!(
        (found.entries, found.doubtful, Some(found.events)),
        (50, 0, found.original_events),
        "{found:?}"
    );
    let after = listed(&Journal::open(folder.path(), clock()).unwrap());
    for entry in before {
        let kept = &after[entry.transaction.as_str()];
        assert_eq!((kept.state, &kept.result_id), (entry.state, &entry.result_id));
    }
}

#[test]
fn a_salvage_cut_short_goes_on_with_what_it_kept() {
    let folder = Folder::new("salvage-twice");
    journal_in(&folder);
    let path = folder.file("journal.db");
    // As after a crash: the copy was made, and then the rest was lost as well.
    let kept = folder.file("journal-damaged-20240301T095959.000Z");
    fs::create_dir_all(&kept).unwrap();
    fs::copy(&path, kept.join("journal.db")).unwrap();
    fs::write(&path, "nothing is left").unwrap();
    let found = salvage(folder.path(), &clock()).unwrap();
    assert_eq!((found.entries, found.doubtful), (50, 0));
    // Another damage later is handled separately.
    fs::write(&path, "nothing again").unwrap();
    let found = salvage(folder.path(), &clock()).unwrap();
    assert_eq!(found.entries, 0);
}

#[test]
fn an_older_copy_owes_a_comparison_once_for_each_account() {
    let folder = Folder::new("restored");
    let buy = |journal: &Journal, sequence: u32| {
        run(journal.intend(label("order", sequence))).unwrap();
    };
    let open = || Journal::open(folder.path(), clock()).unwrap();
    let journal = open();
    assert_eq!(journal.pending_comparison("test", "a"), None, "a first start owes nothing");
    buy(&journal, 1);
    let copy = folder.file("copy.db");
    run(journal.backup(copy.clone())).unwrap();
    drop(journal);
    assert_eq!(open().pending_comparison("test", "a"), None, "nor does a second");
    buy(&open(), 2);

    // With the command, and by copying the file.
    for by_hand in [false, true] {
        if by_hand {
            fs::copy(&copy, folder.file("journal.db")).unwrap();
        } else {
            let aside = restore(folder.path(), &copy, &clock()).unwrap();
            assert!(aside.join("journal.db").exists());
        }
        let journal = open();
        let owed = journal.pending_comparison("test", "a").unwrap();
        assert_eq!(owed.why, ComparisonReason::Restored);
        assert_eq!(run(journal.recent(10)).unwrap().len(), 1);
        journal.mark_compared("test", "a").unwrap();
        drop(journal);
        let journal = open();
        assert_eq!(journal.pending_comparison("test", "a"), None);
        assert!(journal.pending_comparison("test", "b").is_some());
        buy(&journal, 2);
    }
    // After a salvage that was compared, a restored copy is suspicious again.
    fs::write(folder.file("journal.db"), "damaged").unwrap();
    salvage(folder.path(), &clock()).unwrap();
    let journal = open();
    assert_eq!(journal.pending_comparison("test", "a").unwrap().why, ComparisonReason::Salvaged);
    journal.mark_compared("test", "a").unwrap();
    buy(&journal, 3);
    drop(journal);
    restore(folder.path(), &copy, &clock()).unwrap();
    let owed = open().pending_comparison("test", "a").unwrap();
    assert_eq!((owed.why, owed.since()), (ComparisonReason::Restored, None));
    buy(&open(), 2);

    let error = restore(folder.path(), &folder.file("journal.mark"), &clock()).unwrap_err();
    assert!(matches!(error, JournalError::Damaged { .. }), "{error:?}");
    assert_eq!(run(open().recent(10)).unwrap().len(), 2, "and nothing was replaced");
}

/// A refused refund and the one requested after it look like two refunds of one shipment if the
/// refusal is lost. Both are stored, and the account is compared.
#[test]
fn two_refunds_of_one_shipment_are_both_salvaged() {
    let folder = Folder::new("salvage-refunds");
    let journal = Journal::open(folder.path(), clock()).unwrap();
    let asked = run(async {
        let [first, second] = refunds(&journal).await;
        journal.mark_unknown(&second, "{}").await.unwrap();
        [first, second]
    });
    drop(journal);
    let connection = rusqlite::Connection::open(folder.file("journal.db")).unwrap();
    connection
        .execute_batch(
            // Without VACUUM, the salvage would read the event from the bytes it left behind.
            "DROP TRIGGER events_are_never_deleted;
             DELETE FROM events WHERE state = 'rejected';
             VACUUM;",
        )
        .unwrap();
    drop(connection);
    let opened = patient(|| Journal::open(folder.path(), clock()));
    assert!(matches!(opened, Err(JournalError::Damaged { .. })));
    patient(|| salvage(folder.path(), &clock())).unwrap();
    let journal = patient(|| Journal::open(folder.path(), clock())).unwrap();
    let kept = listed(&journal);
    for transaction in asked {
        let entry = &kept[transaction.as_str()];
        assert_eq!(entry.state, EntryState::Unknown, "{}", entry.title);
    }
}

/// If the server reports that a refused refund was made after all, that is recorded, even if a
/// second refund was requested in the meantime.
#[test]
fn a_refused_refund_that_was_made_leaves_the_newer_one_its_place() {
    let folder = Folder::new("refused-refund");
    let journal = Journal::open(folder.path(), clock()).unwrap();
    run(async {
        let [first, second] = refunds(&journal).await;
        let made = journal.confirm(&first, "s-1", None, Vec::new()).await;
        assert_eq!(made.unwrap().state, EntryState::Confirmed);
        let again = journal.intend(refund()).await.unwrap_err();
        let JournalError::AlreadyLive { transaction } = again else {
            panic!("{again:?}");
        };
        assert_eq!(transaction, second);
    });
}

/// Two refunds of one shipment: the first is refused, the second sent.
async fn refunds(journal: &Journal) -> [TransactionId; 2] {
    let first = journal.intend(refund()).await.unwrap().transaction;
    journal.mark_sending(&first).await.unwrap();
    journal.reject(&first, "{}").await.unwrap();
    let second = journal.intend(refund()).await.unwrap().transaction;
    journal.mark_sending(&second).await.unwrap();
    [first, second]
}

fn refund() -> NewEntry {
    NewEntry {
        kind: EntryKind::Refund,
        call: "POST /Shipment/Refund".to_owned(),
        title: "Refund of s-1".to_owned(),
        ..label("s-1", 0)
    }
}

#[test]
fn a_cache_damaged_anyhow_opens_and_works() {
    let pristine = Folder::new("cache-pristine");
    let opened = Cache::open(pristine.path(), clock()).unwrap();
    for number in 0..60 {
        let key = format!("draft {number}");
        run(opened.cache.put(None, &key, "\"text\"".repeat(200))).unwrap();
    }
    drop(opened);
    let mut rebuilt = 0;
    for round in 1..=rounds() {
        let folder = Folder::new("cache-damaged");
        fs::create_dir_all(folder.path()).unwrap();
        let path = folder.file("cache.db");
        fs::copy(pristine.file("cache.db"), &path).unwrap();
        injure(&path, &mut Seed(round.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let damaged = fs::read(&path).unwrap();
        let opened = Cache::open(folder.path(), clock()).unwrap();
        if opened.rebuilt {
            rebuilt += 1;
            let kept = fs::read_dir(folder.path()).unwrap().any(|file| {
                let file = file.unwrap();
                file.file_name().to_string_lossy().starts_with("cache.db.damaged-")
                    && fs::read(file.path()).unwrap() == damaged
            });
            assert!(kept, "seed {round}: the damaged cache is gone");
        }
        run(async {
            opened.cache.put(None, "new", "1".to_owned()).await.unwrap();
            let read = opened.cache.get(None, "new").await.unwrap();
            assert_eq!(read.unwrap().json, "1", "seed {round}");
        });
    }
    println!("caches: {rebuilt} rebuilt of {}", rounds());
    assert!(rebuilt > 0);
}
