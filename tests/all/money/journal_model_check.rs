//! The simulator's journal is a separate implementation. This test compares it with the real one:
//! the same changes in the same order are allowed or refused, and leave the same row.

use postroom::desk::money::ports::JournalPort;
use postroom::store::{Entry, EntryContext};

use super::sim::dice::Dice;
use super::sim::journal::ModelJournal;
use super::sim::model::{Model, Rules};
use super::sim::virtual_clock::{Side, VirtualClock};
use crate::prelude::*;

const CHANGES: usize = 3_000;

/// The weight of each change of [`change`]. Changes that end a row are rare, so that rows are sent,
/// become uncertain and are given up many times before.
const LIKELY: [(u64, u64); 10] =
    [(8, 0), (4, 1), (8, 2), (1, 3), (2, 4), (8, 5), (3, 6), (4, 7), (1, 8), (6, 9)];

#[test]
fn the_model_is_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let pulse = VirtualClock::new();
    let model = Arc::new(Model::new(5, &Rules::fair(), pulse.clone()));
    let clock = Clock::manual(model.now());
    let real = Journal::open(folder.path(), clock.clone()).unwrap();
    let books = ModelJournal::new(&model);
    let done = Arc::new(Mutex::new([0_u32; 2]));
    let counts = Arc::clone(&done);
    let (world, time) = (Arc::clone(&model), pulse.clone());
    pulse.begin(Side::World, async move {
        let mut dice = Dice::new(11);
        let mut pairs: Vec<[TransactionId; 2]> = Vec::new();
        for number in 0..CHANGES {
            time.sleep(Duration::from_secs(60)).await;
            clock.advance(clock.now().duration_until(world.now()));
            if pairs.is_empty() || dice.chance(120) {
                let new = new_entry(&mut dice);
                let mine = books.intend(new.clone(), EntryContext::default()).await;
                let theirs =
                    runtime.block_on(JournalPort::intend(&real, new, EntryContext::default()));
                assert_eq!(said(&mine), said(&theirs), "{number}: intend");
                if let (Ok(mine), Ok(theirs)) = (mine, theirs) {
                    pairs.push([mine.transaction, theirs.transaction]);
                }
                continue;
            }
            let recent = pairs.len().saturating_sub(12) as u64;
            let [mine, theirs] = &pairs[dice.between(recent, pairs.len() as u64) as usize];
            let what = dice.pick(&LIKELY, 0);
            // A watch may be over before the next change, or after a few.
            let minutes = dice.pick(&[(1, -1), (3, 3), (2, 60 * 24)], 0);
            let until = world.now() + SignedDuration::from_mins(minutes);
            let left = change(&books, mine, what, until).await;
            let right = runtime.block_on(change(&real, theirs, what, until));
            assert_eq!(said(&left), said(&right), "{number}: change {what}");
            counts.lock().unwrap()[usize::from(left.is_ok())] += 1;
            let open = |entries: Vec<Entry>| -> Vec<String> {
                let states = entries.iter().map(|entry| entry.state.to_string());
                states.collect()
            };
            let mine = open(books.unsettled().await.unwrap());
            assert_eq!(mine, open(runtime.block_on(real.unsettled()).unwrap()));
        }
    });
    pulse.run(Duration::from_secs(90 * CHANGES as u64), || false);
    let [refused, allowed] = *done.lock().unwrap();
    assert!(refused > 300 && allowed > 300, "{refused} {allowed}");
}

async fn change(
    journal: &impl JournalPort,
    id: &TransactionId,
    what: u64,
    until: Timestamp,
) -> Result<Entry, JournalError> {
    let charge = Money::new(Default::default(), Currency::USD);
    match what {
        0 => {
            journal.mark_sending(id).await?;
            Ok(journal.get(id).await?.unwrap())
        }
        1 => journal.mark_unsent(id, "t").await,
        2 => journal.mark_unknown(id, "t", None).await,
        3 => journal.confirm(id, "s-1", None, Vec::new()).await,
        4 => journal.reject(id, "t", until).await,
        5 => journal.mark_absent(id, until).await,
        6 => journal.mark_charged(id, charge).await,
        7 => journal.watch(id, until).await,
        8 => journal.cancel(id).await,
        _ => journal.consent_to_another(id).await,
    }
}

fn new_entry(dice: &mut Dice) -> NewEntry {
    let kinds = [(6, EntryKind::Label), (2, EntryKind::TopUp), (2, EntryKind::Refund)];
    let kind = dice.pick(&kinds, EntryKind::Label);
    NewEntry {
        kind,
        order: (kind != EntryKind::TopUp)
            .then(|| OrderId::new(format!("o-{}", dice.between(0, 30)))),
        sequence: 0,
        environment: "test".to_owned(),
        account: "key".to_owned(),
        base_url: String::new(),
        call: String::new(),
        body: b"{}".to_vec(),
        expected: Some(Money::new(Default::default(), Currency::USD)),
        title: "0".to_owned(),
    }
}

/// The parts of a result that the money jobs distinguish.
fn said(answer: &Result<Entry, JournalError>) -> String {
    match answer {
        Ok(entry) => format!(
            "{} {} {} {:?} {:?} {:?} {:?}",
            entry.state,
            entry.attempts,
            entry.uncertain_once,
            entry.result_id,
            // The model stores no message for a consent.
            entry.trouble.as_deref().map(|words| match words {
                words if words.starts_with("Not found; a person chose") => "",
                words => words,
            }),
            entry.watched_until.is_some(),
            entry.charged,
        ),
        Err(JournalError::AlreadyLive { .. }) => "already living".to_owned(),
        Err(JournalError::WrongState { state, .. }) => format!("not while {state}"),
        Err(error) => panic!("{error}"),
    }
}
