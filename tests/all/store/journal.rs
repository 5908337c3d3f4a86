//! The rules of the purchase journal: the allowed state changes, one current purchase per label,
//! one request per id, and a chain that reveals every change.

use postroom::store::{Entry, EntryContext};

use super::{Folder, clock, dollars, label, run};
use crate::prelude::*;

fn open(folder: &Folder) -> Journal {
    Journal::open(folder.path(), clock()).unwrap()
}

/// One word per step, so that a sequence of steps fits on one line of a table.
async fn step(journal: &Journal, id: &TransactionId, word: &str) -> Result<(), JournalError> {
    let watched = "2024-03-02T10:00:00Z".parse().unwrap();
    match word {
        "send" => {
            let permit = journal.mark_sending(id).await?;
            assert_eq!(permit.transaction(), id);
        }
        "unsent" => drop(journal.mark_unsent(id, "\"offline\"").await?),
        "unknown" => drop(journal.mark_unknown(id, "\"time-out\"").await?),
        "confirm" => {
            drop(journal.confirm(id, "shipment-1", Some(dollars(790)), b"reply".to_vec()).await?)
        }
        "other" => drop(journal.confirm(id, "shipment-2", None, Vec::new()).await?),
        "reject" => drop(journal.reject(id, "\"bad ZIP\"").await?),
        "absent" => drop(journal.mark_absent(id, watched).await?),
        "cancel" => drop(journal.cancel(id).await?),
        _ => unreachable!("{word}"),
    }
    Ok(())
}

#[test]
fn states_follow_each_other_as_the_rules_say() {
    use EntryState::{Absent, Cancelled, Confirmed, Intent, Rejected, Sending, Unknown};
    let folder = Folder::new("states");
    let journal = open(&folder);
    // The last step must be refused where the table says so, and must change nothing.
    let check = |number: usize, life: &str, wanted: EntryState, refused: bool| {
        run(async {
            let entry = journal.intend(label(&format!("order-{number}"), 1)).await.unwrap();
            let words: Vec<&str> = life.split_whitespace().collect();
            let (last, before) = words.split_last().unwrap();
            for word in before {
                step(&journal, &entry.transaction, word).await.unwrap();
            }
            let earlier = journal.get(&entry.transaction).await.unwrap().unwrap();
            let result = step(&journal, &entry.transaction, last).await;
            let after = journal.get(&entry.transaction).await.unwrap().unwrap();
            assert_eq!(after.state, wanted, "{life}");
            if refused {
                let error = result.unwrap_err();
                assert!(
                    matches!(error, JournalError::WrongState { state, .. } if state == wanted),
                    "{life}: {error}"
                );
                assert_eq!(after, earlier, "{life}");
            } else {
                result.unwrap();
            }
            assert_eq!(after.body, entry.body, "{life}");
            assert_eq!(after.sha256, entry.sha256, "{life}");
        });
    };
    for (number, (life, wanted, refused)) in [
        ("send", Sending, false),
        ("send unsent", Intent, false),
        ("send unsent send", Sending, false),
        ("send unknown send unsent", Unknown, false),
        ("send send unsent", Unknown, false),
        ("send unknown", Unknown, false),
        ("send unknown absent", Absent, false),
        ("send unknown absent absent", Absent, false),
        ("send absent send", Sending, false),
        ("send confirm", Confirmed, false),
        ("send confirm confirm", Confirmed, false),
        ("send unknown confirm", Confirmed, false),
        ("send unknown absent confirm", Confirmed, false),
        ("send reject confirm", Confirmed, false),
        ("confirm", Confirmed, false),
        ("send reject", Rejected, false),
        ("send unknown reject", Rejected, false),
        ("cancel", Cancelled, false),
        ("send unsent cancel", Cancelled, false),
        ("unsent", Intent, true),
        ("unknown", Intent, true),
        ("reject", Intent, true),
        ("absent", Intent, true),
        ("send cancel", Sending, true),
        ("send unknown cancel", Unknown, true),
        ("send unknown unsent", Unknown, true),
        ("send confirm other", Confirmed, true),
        ("send confirm send", Confirmed, true),
        ("send confirm unknown", Confirmed, true),
        ("send confirm reject", Confirmed, true),
        ("send confirm absent", Confirmed, true),
        ("send confirm cancel", Confirmed, true),
        ("send reject send", Rejected, true),
        ("send reject absent", Rejected, true),
        ("send reject unknown", Rejected, true),
        ("send unknown absent reject", Absent, true),
        ("send unknown absent unknown", Absent, true),
        ("send unknown absent cancel", Absent, true),
        ("cancel send", Cancelled, true),
        ("cancel confirm", Cancelled, true),
    ]
    .into_iter()
    .enumerate()
    {
        check(number, life, wanted, refused);
    }
    assert!(run(journal.verify_chain()).unwrap() > 100);
}

#[test]
fn an_entry_keeps_everything_over_a_restart() {
    let folder = Folder::new("restart");
    let clock = clock();
    let journal = Journal::open(folder.path(), clock.clone()).unwrap();
    let (entry, events) = run(async {
        let made = journal.intend(label("order", 3)).await.unwrap();
        assert_eq!(made.number, 1);
        assert_eq!(made.sha256, "757833b1e46be75ac98162a84691a807651d67df95ec0b47b616b0e9b68390b8");
        clock.advance(SignedDuration::from_secs(5));
        let permit = journal.mark_sending(&made.transaction).await.unwrap();
        assert_eq!(permit.call(), "POST /Shipment");
        assert_eq!(permit.body(), b"{\"order\":\"order\",\"sequence\":3}");
        let entry = journal
            .confirm(&made.transaction, "s-1", Some(dollars(801)), b"{}".to_vec())
            .await
            .unwrap();
        let wanted = Entry {
            state: EntryState::Confirmed,
            attempts: 1,
            updated: file_time(&clock),
            result_id: Some("s-1".to_owned()),
            charged: Some(dollars(801)),
            ..made
        };
        assert_eq!(entry, wanted);
        (entry, journal.verify_chain().await.unwrap())
    });
    drop(journal);
    let journal = open(&folder);
    run(async {
        let id = &entry.transaction;
        assert_eq!(journal.get(id).await.unwrap(), Some(entry.clone()));
        assert_eq!(journal.reply(id).await.unwrap(), Some(b"{}".to_vec()));
        assert_eq!(journal.recent(5).await.unwrap(), std::slice::from_ref(&entry));
        assert_eq!(journal.verify_chain().await.unwrap(), events);
        assert_eq!(events, 3);
        let stranger = TransactionId::mint();
        assert_eq!(journal.get(&stranger).await.unwrap(), None);
        assert!(matches!(
            journal.mark_sending(&stranger).await,
            Err(JournalError::NotFound { .. })
        ));
    });
}

/// The journal stores microseconds.
fn file_time(clock: &Clock) -> Timestamp {
    Timestamp::from_microsecond(clock.now().as_microsecond()).unwrap()
}

#[test]
fn of_sixteen_intents_for_one_label_exactly_one_lives() {
    let folder = Folder::new("race");
    let journal = open(&folder);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(4).build().unwrap();
    for sequence in 1..=20 {
        let tasks: Vec<_> = (0..16)
            .map(|number| {
                let (journal, new) = (journal.clone(), label("order", sequence));
                runtime.spawn(async move {
                    if number % 2 == 0 {
                        return journal.intend(new).await;
                    }
                    let begun = journal.intend_and_mark_sending(new, EntryContext::default());
                    begun.await.map(|(entry, _permit)| entry)
                })
            })
            .collect();
        let results: Vec<_> =
            tasks.into_iter().map(|task| runtime.block_on(task).unwrap()).collect();
        let made: Vec<&Entry> = results.iter().filter_map(|made| made.as_ref().ok()).collect();
        assert_eq!(made.len(), 1, "sequence {sequence}");
        for error in results.iter().filter_map(|made| made.as_ref().err()) {
            assert!(
                matches!(error, JournalError::AlreadyLive { transaction }
                    if *transaction == made[0].transaction),
                "{error}"
            );
        }
    }
    assert_eq!(run(journal.recent(1000)).unwrap().len(), 20);
}

#[test]
fn a_purchase_that_is_sent_at_once_has_both_steps_in_one_commit() {
    let folder = Folder::new("at-once");
    let journal = open(&folder);
    run(async {
        let beside = EntryContext { claimed: true, ..EntryContext::default() };
        let begun = journal.intend_and_mark_sending(label("order", 1), beside.clone());
        let (entry, permit) = begun.await.unwrap();
        assert_eq!((permit.transaction(), permit.body()), (&entry.transaction, &*entry.body));
        assert_eq!(journal.head().await.unwrap().events, 2);
        journal.verify_chain().await.unwrap();
        assert_eq!(journal.get(&entry.transaction).await.unwrap().unwrap(), entry);
        // As after the two steps, one after the other.
        let first = journal.intend_with(label("order", 2), beside).await.unwrap();
        journal.mark_sending(&first.transaction).await.unwrap();
        let second = journal.get(&first.transaction).await.unwrap().unwrap();
        let marks =
            |entry: &Entry| (entry.state, entry.attempts, entry.uncertain_once, entry.claimed);
        assert_eq!(marks(&entry), marks(&second));
        assert_eq!(marks(&entry), (EntryState::Sending, 1, false, true));
    });
}

#[test]
fn a_label_may_be_bought_again_only_once_the_first_try_is_settled() {
    let folder = Folder::new("again");
    let journal = open(&folder);
    let check = |order: &str, life: &str, again: bool| {
        run(async {
            let first = journal.intend(label(order, 1)).await.unwrap();
            for word in life.split_whitespace() {
                step(&journal, &first.transaction, word).await.unwrap();
            }
            let second = journal.intend(label(order, 1)).await;
            assert_eq!(second.is_ok(), again, "{life}");
            // Another label of the same order is a separate purchase.
            journal.intend(label(order, 2)).await.unwrap();
        });
    };
    for (life, again) in [
        ("", false),
        ("send", false),
        ("send unknown", false),
        ("send unknown absent", false),
        ("send confirm", false),
        ("send reject confirm", false),
        ("send reject", true),
        ("cancel", true),
    ] {
        check(&format!("order {life}"), life, again);
    }
    let nameless = NewEntry { order: None, ..label("order", 1) };
    assert!(matches!(run(journal.intend(nameless)), Err(JournalError::OrderMissing)));
}

#[test]
fn a_refused_purchase_that_was_made_after_all_is_kept_beside_the_second() {
    let folder = Folder::new("overtaken");
    let journal = open(&folder);
    run(async {
        let first = journal.intend(label("order", 1)).await.unwrap();
        step(&journal, &first.transaction, "send").await.unwrap();
        step(&journal, &first.transaction, "reject").await.unwrap();
        let second = journal.intend(label("order", 1)).await.unwrap();
        step(&journal, &first.transaction, "confirm").await.unwrap();
        step(&journal, &second.transaction, "send").await.unwrap();
        step(&journal, &second.transaction, "confirm").await.unwrap();
        let states: Vec<_> = journal.recent(9).await.unwrap();
        assert!(states.iter().all(|entry| entry.state == EntryState::Confirmed));
        assert_eq!(states.len(), 2);
        journal.verify_chain().await.unwrap();
    });
}

#[test]
fn unsettled_is_what_still_needs_somebody() {
    let folder = Folder::new("unsettled");
    let clock = clock();
    let journal = Journal::open(folder.path(), clock.clone()).unwrap();
    let titles = || -> Vec<String> {
        let entries = run(journal.unsettled()).unwrap();
        entries.into_iter().map(|entry| entry.title).collect()
    };
    run(async {
        for life in [
            "",
            "send",
            "send unknown",
            "send unknown absent",
            "send confirm",
            "send reject",
            "cancel",
        ] {
            let new = NewEntry { title: life.to_owned(), ..label(life, 1) };
            let entry = journal.intend(new).await.unwrap();
            for word in life.split_whitespace() {
                step(&journal, &entry.transaction, word).await.unwrap();
            }
        }
    });
    assert_eq!(titles(), ["", "send", "send unknown", "send unknown absent"]);
    // The time of the watch is over, but nobody has looked since.
    clock.advance(SignedDuration::from_hours(30));
    assert_eq!(titles().len(), 4);
    let entries = run(journal.unsettled()).unwrap();
    run(journal.mark_absent(&entries[3].transaction, clock.now())).unwrap();
    assert_eq!(titles(), ["", "send", "send unknown"]);
}

/// Finding M2: one open top-up per account, the next one only with the user's consent, and the
/// cap checked in the commit that creates the entry, whatever the clock does.
#[test]
fn top_ups_are_begun_one_at_a_time_and_under_the_cap() {
    let folder = Folder::new("top-ups");
    let clock = clock();
    let journal = Journal::open(folder.path(), clock.clone()).unwrap();
    let begin = |account: &str, cap: i64, server: Option<Timestamp>| {
        let new = NewEntry {
            kind: EntryKind::TopUp,
            order: None,
            account: account.to_owned(),
            expected: Some(Money::new(Amount::from_cents(1_000), Currency::USD)),
            ..label("none", 0)
        };
        let beside = EntryContext {
            daily_cap: Some(Amount::from_cents(cap)),
            server_time: server,
            ..EntryContext::default()
        };
        run(journal.intend_with(new, beside))
    };
    let first = begin("a", 2_000, None).unwrap().transaction;
    let blocked = |cap| matches!(begin("a", cap, None), Err(JournalError::AlreadyLive { .. }));
    assert!(blocked(9_000), "not sent yet");
    run(journal.mark_sending(&first)).unwrap();
    assert!(blocked(9_000), "being sent");
    run(journal.mark_unknown(&first, "t")).unwrap();
    assert!(blocked(9_000), "in doubt");
    run(journal.mark_absent(&first, clock.now())).unwrap();
    assert!(blocked(9_000), "not found, and nobody watches it any more");
    begin("b", 2_000, None).unwrap();
    // Consent is required, and the first top-up still counts against the cap.
    run(journal.consent_to_another(&first)).unwrap();
    let over = begin("a", 1_999, None).unwrap_err();
    assert!(matches!(over, JournalError::OverCap { .. }), "{over}");
    let second = begin("a", 2_000, None).unwrap().transaction;
    run(journal.mark_sending(&second)).unwrap();
    run(journal.confirm(&second, "line", None, Vec::new())).unwrap();
    // By the server's clock, only an hour passes while this computer's clock advances ten days.
    let server = clock.now();
    let third = begin("a", 3_000, Some(server)).unwrap().transaction;
    run(journal.mark_sending(&third)).unwrap();
    run(journal.confirm(&third, "line 3", None, Vec::new())).unwrap();
    clock.advance(SignedDuration::from_hours(240));
    let hour_later = Some(server + SignedDuration::from_hours(1));
    let sum = run(journal.top_up_sum_last_day("test", "a", hour_later)).unwrap();
    assert_eq!(sum, Amount::from_cents(1_000), "the third by the service's clock");
    let day_later = Some(server + SignedDuration::from_hours(25));
    let sum = run(journal.top_up_sum_last_day("test", "a", day_later)).unwrap();
    assert_eq!(sum, Amount::default());
    assert_eq!(run(journal.verify_chain()).unwrap(), 12);
}

/// Consent given after the time of the watch, without a response of the server, does not end the
/// watch: the first purchase may have been made.
#[test]
fn only_an_answer_ends_the_watch_of_a_purchase_that_was_given_up() {
    for kind in [EntryKind::Label, EntryKind::TopUp] {
        let folder = Folder::new("watch");
        let clock = clock();
        let journal = Journal::open(folder.path(), clock.clone()).unwrap();
        let new = NewEntry { kind, ..label("watched", 1) };
        let first = run(journal.intend(new)).unwrap().transaction;
        run(journal.mark_sending(&first)).unwrap();
        let until = clock.now() + SignedDuration::from_hours(24);
        run(journal.mark_absent(&first, until)).unwrap();
        let is_watched = || {
            let open = run(journal.unsettled()).unwrap();
            open.iter().any(|entry| entry.transaction == first)
        };
        clock.advance(SignedDuration::from_hours(30));
        assert!(is_watched(), "{kind:?}: nobody has answered");
        let consented = run(journal.consent_to_another(&first)).unwrap();
        assert!(is_watched(), "{kind:?}: a consent is no answer");
        let a_day_on = consented.updated + SignedDuration::from_hours(24);
        assert!(
            consented.watched_until >= Some(a_day_on),
            "{kind:?}: the clock may have jumped over the first watch"
        );
        run(journal.watch(&first, clock.now())).unwrap();
        assert!(!is_watched(), "{kind:?}: the service answered");
    }
}

#[test]
fn a_second_window_is_told_so_until_the_first_has_closed() {
    let folder = Folder::new("lock");
    let first = open(&folder);
    let clone = first.clone();
    for _ in 0..2 {
        let error = Journal::open(folder.path(), clock()).unwrap_err();
        assert!(matches!(error, JournalError::InUse { .. }), "{error}");
    }
    drop(first);
    assert!(Journal::open(folder.path(), clock()).is_err());
    drop(clone);
    open(&folder);
}

#[cfg(unix)]
#[test]
fn files_are_private_from_the_first_moment() {
    use postroom::store::{Book, Cache};
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("rights");
    let journal = open(&folder);
    let cache = Cache::open(folder.path(), clock()).unwrap().cache;
    let book = Book::open(folder.path(), clock()).unwrap();
    run(async {
        journal.intend(label("order", 1)).await.unwrap();
        cache.put(None, "key", "1".to_owned()).await.unwrap();
        book.put(None, "Ann", "Ann", "{}".to_owned()).await.unwrap();
    });
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(folder.path()) & 0o777, 0o700);
    let mut seen = Vec::new();
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let path = file.unwrap().path();
        assert_eq!(mode(&path) & 0o777, 0o600, "{}", path.display());
        seen.push(path.file_name().unwrap().to_owned());
    }
    for wanted in ["journal.db", "journal.db-wal", "cache.db", "book.db"] {
        assert!(seen.iter().any(|name| name == wanted), "{wanted}");
    }
}

#[test]
fn what_was_charged_otherwise_than_quoted_is_found() {
    let folder = Folder::new("drift");
    let journal = open(&folder);
    let buy = |order: &str, account: &str, expected: i64| {
        let new = NewEntry {
            account: account.to_owned(),
            expected: Some(dollars(expected)),
            ..label(order, 1)
        };
        run(async {
            let entry = journal.intend(new).await.unwrap();
            // Confirmed with a charge of 7.90.
            for word in ["send", "confirm"] {
                step(&journal, &entry.transaction, word).await.unwrap();
            }
            entry
        })
    };
    let first = buy("a", "one", 745);
    buy("b", "one", 790);
    let second = buy("c", "one", 800);
    buy("d", "two", 100);
    let environment = first.environment.clone();
    let (rows, compared) = run(journal.price_differences(&environment, "one")).unwrap();
    let found: Vec<_> = rows.iter().map(|entry| &entry.transaction).collect();
    assert_eq!(found, [&second.transaction, &first.transaction]);
    assert_eq!(compared, 3);
    assert_eq!(run(journal.price_differences("elsewhere", "one")).unwrap(), (vec![], 0));
}
