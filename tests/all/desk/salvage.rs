//! A desk whose journal was damaged, restored from a backup, or cannot be written.

use postroom::store::Entry;
use postroom::store::journal::{ComparisonReason, EntryKind, Journal};

use super::harness::{FullDisk, is_bought, journal_of};
use crate::prelude::*;

/// Buys a label with a new draft.
fn buy_another(desk: &mut TestDesk) {
    desk.apply(ShipIntent::NewDraft);
    desk.choose();
    buy_one_more(desk);
}

fn bought(state: &State) -> usize {
    let bought = state.purchases.list.iter().filter(|purchase| is_bought(purchase));
    bought.count()
}

fn buy_one_more(desk: &mut TestDesk) {
    let before = bought(desk.state());
    desk.apply(Intent::Buy);
    desk.run_until("bought", |state| bought(state) == before + 1);
}

fn entries(world: &DeskFixture, desk: TestDesk) -> Vec<Entry> {
    world.runtime.block_on(desk.0.close());
    let folder = world.folder.join("desk");
    let journal = Journal::open(&folder, Clock::System).unwrap();
    world.runtime.block_on(async {
        journal.verify_chain().await.unwrap();
        journal.recent(100).await.unwrap()
    })
}

fn said(state: &State, words: &str) -> bool {
    state.notices.iter().any(|notice| notice.text.contains(words))
}

#[test]
fn a_damaged_journal_stops_buying_until_the_account_was_compared() {
    let (world, mut desk) = desk_ready_to_buy();
    desk.buy_and_wait();
    buy_another(&mut desk);
    world.runtime.block_on(desk.0.close());
    fs::write(journal_of(&world.folder), b"this is no database").unwrap();
    // The shipment list fails at first.
    world.faults("GET /Shipment", "unavailable_before_commit", 0, 1000);
    let mut desk = world.open();
    desk.run_until("connected", |state| {
        matches!(state.connection, Connection::Connected(_))
            && state.carriers.catalogs.value().is_some()
    });
    assert!(said(desk.state(), "The purchase journal was damaged. Events read: 0 of 6"));
    desk.run_until("it waits for the list", |state| {
        let sweep = state.purchases.account_comparison.as_ref();
        sweep
            .is_some_and(|sweep| sweep.why == ComparisonReason::Salvaged && sweep.trouble.is_some())
    });
    desk.choose();
    desk.apply(Intent::Buy);
    desk.run_for(Duration::from_millis(50));
    assert_eq!(world.shipments_at_service(), 2);
    assert!(said(desk.state(), "Nothing is bought until the shipments"));
    desk.apply(PracticeIntent::ClearFaults);
    desk.run_until("compared", |state| state.purchases.account_comparison.is_none());
    assert!(said(desk.state(), " added and 0 confirmed"));
    if desk.state().ship.quote_outdated || desk.state().ship.draft.chosen.is_none() {
        desk.choose();
    }
    desk.buy_and_wait();
    assert_eq!(world.shipments_at_service(), 3);
    let mut kept = entries(&world, desk);
    // The initial top-up of the practice account was entered as well.
    kept.retain(|entry| entry.kind == EntryKind::Label);
    assert_eq!(kept.len(), 3);
    assert!(
        kept.iter()
            .all(|entry| entry.state == EntryState::Confirmed && entry.kind == EntryKind::Label)
    );
    let adopted = &kept[1];
    assert!(adopted.charged.is_some() && adopted.title.contains("Jane Sample"), "{adopted:?}");

    // After the comparison, another start does not require one again.
    let desk = world.open_connected();
    assert!(desk.state().purchases.account_comparison.is_none());
}

#[test]
fn what_was_bought_after_the_copy_is_entered_when_the_copy_is_put_back() {
    let (world, mut desk) = desk_ready_to_buy();
    desk.buy_and_wait();
    let folder = world.folder.join("backups");
    desk.apply(SafekeepingIntent::BackUp { folder: folder.clone() });
    desk.run_until("the backup", |state| said(state, "Backed up"));
    buy_another(&mut desk);
    let before = entries(&world, desk);
    assert_eq!(before.len(), 2);
    let copy = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    fs::copy(copy.join("journal.db"), journal_of(&world.folder)).unwrap();

    let mut desk = world.open_connected();
    desk.run_until("compared", |state| {
        state.purchases.account_comparison.is_none()
            && said(state, "The restored purchase journal was compared")
    });
    assert!(said(desk.state(), " added and 0 confirmed"));
    let after = entries(&world, desk);
    let ids = |entries: &[Entry]| -> Vec<String> {
        let mut ids: Vec<_> = entries
            .iter()
            .filter(|entry| entry.kind == EntryKind::Label)
            .map(|entry| format!("{} {:?}", entry.transaction, entry.result_id))
            .collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&after), ids(&before));
}

#[test]
fn what_cannot_be_recorded_is_not_bought_and_buying_goes_on_by_itself() {
    let (world, mut desk) = desk_ready_to_buy();
    let full = FullDisk::set(&world, "");
    desk.apply(Intent::Buy);
    desk.run_until("refused", |state| state.purchases.blocked.is_some());
    let blocked = desk.state().purchases.blocked.clone().unwrap();
    assert!(blocked.starts_with("Not bought: the purchase can’t be recorded"), "{blocked}");
    assert!(blocked.contains("the disk is full"), "{blocked}");
    assert!(desk.state().purchases.list.is_empty());
    desk.run_for(Duration::from_millis(300));
    assert!(desk.state().purchases.blocked.is_some(), "it is still full");
    assert_eq!(world.shipments_at_service(), 0);
    full.free();
    desk.run_until("room again", |state| state.purchases.blocked.is_none());
    desk.buy_and_wait();
    assert_eq!(world.shipments_at_service(), 1);
}

#[test]
fn what_was_bought_and_cannot_be_recorded_is_kept_and_stops_further_purchases() {
    let (world, mut desk) = desk_ready_to_buy();
    let full = FullDisk::set(&world, "WHEN new.state = 'confirmed'");
    desk.apply(Intent::Buy);
    desk.run_until("bought, not recorded", |state| {
        let blocked = state.purchases.blocked.as_deref().unwrap_or_default();
        blocked.starts_with("Bought, but not recorded yet: free disk space")
    });
    assert_eq!(world.shipments_at_service(), 1);
    desk.apply(ShipIntent::NewDraft);
    desk.choose();
    desk.apply(Intent::Buy);
    desk.run_for(Duration::from_millis(300));
    assert_eq!(world.shipments_at_service(), 1, "bought while one is not recorded");
    let notice = desk.state().notices.last().unwrap();
    assert_eq!(notice.tone, Tone::Warning);
    full.free();
    desk.run_until("recorded", |state| {
        state.purchases.blocked.is_none() && state.purchases.list.iter().any(is_bought)
    });
    buy_one_more(&mut desk);
    assert_eq!(world.shipments_at_service(), 2);
    assert_eq!(bought(desk.state()), 2);
}

#[test]
fn the_daily_backup_is_made_by_itself_and_told() {
    let (world, mut desk) = desk_ready_to_buy();
    desk.buy_and_wait();
    desk.run_until("a backup", |state| {
        state.safekeeping.backup.last.is_some() && !state.safekeeping.backup.running
    });
    assert_eq!(desk.state().safekeeping.backup.trouble, None);
    let folder = world.folder.join("desk").join("backups");
    let copies = || -> Vec<_> {
        let files = fs::read_dir(&folder).unwrap();
        let mut names: Vec<_> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let names = copies();
    assert_eq!(names.len(), 3, "{names:?}");
    for (name, file) in ["book", "journal", "print"].iter().zip(&names) {
        assert!(file.starts_with(name) && file.ends_with(".db"), "{names:?}");
    }
    world.runtime.block_on(desk.0.close());
    // Within the same day there is no second backup.
    let mut desk = world.open();
    desk.run_until("looked", |state| state.safekeeping.backup.last.is_some());
    desk.run_for(Duration::from_millis(200));
    assert_eq!(copies(), names);
}
