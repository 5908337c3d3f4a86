//! The balance history by days and as a file, and the sums from this computer's own records.

use postroom::desk::balance::history::Range;

use super::harness::journal_of;
use crate::prelude::*;

fn loaded(state: &State) -> bool {
    state.balance.history.entries.value().is_some() && !state.balance.history.entries.is_loading()
}

/// W11: the balance and the list of shipments are fetched again before they are old.
#[test]
fn the_balance_on_screen_does_not_grow_old() {
    let world = DeskFixture::new();
    let refresh = Duration::from_millis(50);
    let pace = Timing { refresh, ..pace() };
    let mut desk = TestDesk(Desk::open_paced(world.setup(), pace).unwrap());
    desk.apply(SignInIntent::TryPractice);
    let ages = |state: &State| {
        let balance = state.balance.summary.known().map(|known| known.at);
        let shipments = state.shipments.refresh.known().map(|known| known.at);
        balance.zip(shipments)
    };
    desk.run_until("both", |state| ages(state).is_some());
    let (balance, shipments) = ages(desk.state()).unwrap();
    desk.run_until("newer ones", |state| {
        ages(state).is_some_and(|(newer, list)| newer > balance && list > shipments)
    });
}

#[test]
fn a_purchase_shows_in_the_sums_and_in_the_file() {
    let (world, mut desk) = desk_ready_to_buy();
    let service = desk.state().ship.draft.chosen.clone().unwrap();
    desk.buy_and_wait();
    desk.run_until("the sums", |state| {
        state.balance.ledger.services.value().is_some_and(|one| !one.is_empty())
            && state.balance.ledger.drift.value().is_some_and(|drift| drift.compared == 1)
    });
    let ledger = &desk.state().balance.ledger;
    let sums = ledger.services.value().unwrap();
    assert_eq!(sums.len(), 1);
    assert_eq!(Some(sums[0].sum), service.price());
    assert_eq!(sums[0].shipments, 1);
    assert_eq!(sums[0].service, service.final_service.unwrap().as_str());
    assert!(ledger.drift.value().unwrap().rows.is_empty(), "charged as quoted");

    let file = world.folder.join("history.csv");
    desk.apply(BalanceIntent::LoadHistory(Range::All));
    desk.run_until("the history", loaded);
    let entries = desk.state().balance.history.total_results.unwrap();
    desk.apply(BalanceIntent::ExportHistory { file: file.clone() });
    desk.run_until_told("history.csv");
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count() as u64, entries + 1);
    let price = service.total_fee.unwrap();
    assert!(text.contains(&format!(",-{price},")), "{text}");

    // Offline, the file is still written, and the notice says that it is incomplete.
    world.stop_service();
    fs::remove_file(&file).unwrap();
    desk.apply(BalanceIntent::ExportHistory { file: file.clone() });
    desk.run_until("the file of what is here", |state| {
        let of_here = |text: &str| text.contains("only the") && text.contains("history.csv");
        state.notices.iter().any(|notice| notice.tone == Tone::Warning && of_here(&notice.text))
    });
    assert!(file.exists());
}

#[test]
fn only_the_days_asked_for_are_loaded() {
    let (_world, mut desk) = connected_desk();
    let before = Date::constant(2020, 1, 1);
    desk.apply(BalanceIntent::LoadHistory(Range::Between { from: before, to: before }));
    desk.run_until("the empty day", |state| {
        loaded(state) && state.balance.history.entries.value().unwrap().is_empty()
    });
    let today = desk.state().balance.summary.known().unwrap().at;
    let today = today.to_zoned(TimeZone::system()).date();
    desk.apply(BalanceIntent::LoadHistory(Range::Between { from: today, to: today }));
    desk.run_until("today's entries", |state| {
        loaded(state) && !state.balance.history.entries.value().unwrap().is_empty()
    });
    let later = today.checked_add(jiff::Span::new().days(2)).unwrap();
    desk.apply(BalanceIntent::LoadHistory(Range::Between { from: later, to: later }));
    desk.run_until("nothing of days to come", |state| {
        loaded(state) && state.balance.history.entries.value().unwrap().is_empty()
    });
}

#[test]
fn the_cap_counts_what_went_in() {
    let (world, mut desk) = connected_desk();
    desk.run_until("the journal read", |state| state.balance.ledger.topped_up.is_some());
    assert_eq!(desk.state().balance.ledger.topped_up, Some(Amount::default()));
    let amount = Amount::from_cents(2_500);
    desk.apply(Intent::TopUp { amount });
    desk.run_until("topped up", |state| {
        state.purchases.list.first().is_some_and(|purchase| {
            purchase.kind == PurchaseKind::TopUp
                && matches!(purchase.status, PurchaseStatus::ToppedUp { .. })
        }) && state.balance.ledger.topped_up == Some(amount)
    });
    assert!(journal_of(&world.folder).exists());
}
