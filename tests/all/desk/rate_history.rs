//! Past quotes: stored automatically, found, compared and used again.

use postroom::desk::ship::compare;
use postroom::desk::ship::rate_history::{PastRate, PastRow, RateHistoryIntent};
use postroom::parcel::restricted_services::allowed_use;
use rusqlite::Connection;

use crate::prelude::*;

fn search(desk: &mut TestDesk, text: &str) -> Vec<PastRow> {
    let before = desk.state().ship.rate_history.answered;
    desk.apply(ShipIntent::RateHistory(RateHistoryIntent::Search(text.to_owned())));
    desk.run_until("the search", |state| state.ship.rate_history.answered > before);
    let rows = desk.state().ship.rate_history.rows.iter();
    rows.map(|row| (**row).clone()).collect()
}

/// Waits until `count` quotes are stored; they are written in the background.
fn wait_for_stored_quotes(desk: &mut TestDesk, count: u64) {
    search(desk, "");
    desk.run_until("the quotes", |state| state.ship.rate_history.total == count);
}

fn cheapest(desk: &TestDesk) -> Money {
    let quote = desk.state().ship.quote.value().unwrap();
    quote.rates[quote.cheapest.unwrap()].price().unwrap()
}

#[test]
fn every_answer_is_kept_and_found_again_offline() {
    let (world, mut desk) = connected_desk();
    desk.fill();
    desk.quote();
    let price = cheapest(&desk);
    let rates = desk.state().ship.quote.value().unwrap().rates.len();
    wait_for_stored_quotes(&mut desk, 1);
    // The same request again adds no quote; another weight does.
    desk.quote();
    desk.edit(|draft| draft.packages[0].weight = "6".into());
    desk.quote();
    wait_for_stored_quotes(&mut desk, 2);
    // A comparison with other packages adds one too.
    let state = desk.state();
    let accounts = state.carriers.accounts.value().unwrap();
    let choices = compare::choices(&state.ship.draft, state.carriers.catalogs.value(), accounts);
    desk.apply(ShipIntent::ComparePackages(choices.into_iter().take(1).collect()));
    desk.run_until("the packages compared", |state| !state.ship.comparison.is_loading());
    wait_for_stored_quotes(&mut desk, 3);
    drop(desk);
    world.stop_service();

    let mut desk = world.open();
    for (text, found) in [("", 3), ("jane", 3), ("10118", 3), ("priority", 3), ("nobody", 0)] {
        assert_eq!(search(&mut desk, text).len(), found, "{text}");
    }
    let rows = search(&mut desk, "");
    let first = rows.last().unwrap();
    assert_eq!(first.price, Some(price));
    assert_eq!(first.rates, rates);
    assert_eq!(first.parcel, "1.5 lb, 10 × 6 × 4 in");
    assert_eq!(
        (first.to_name.as_str(), first.to_place.as_str()),
        ("Jane Sample", "New York, NY 10118")
    );
    desk.apply(ShipIntent::RateHistory(RateHistoryIntent::Open(Some(first.row))));
    desk.run_until("the quote", |state| state.ship.rate_history.open.is_some());
    let open = desk.state().ship.rate_history.open.as_ref().unwrap();
    assert_eq!(open.rates.len(), rates);
    // W15: the cheapest is one that takes all goods.
    let takes_all = |rate: &&PastRate| {
        let service = rate.service.as_ref();
        service.is_some_and(|service| allowed_use(service).is_none())
    };
    let rates = open.rates.iter().filter(takes_all);
    let prices = rates.filter_map(|rate| rate.price());
    assert_eq!(prices.min_by_key(|price| price.amount), Some(price));
}

/// W15: a quote that an earlier version stored named Media Mail as its cheapest rate.
#[test]
fn an_old_quote_names_no_restricted_service_as_its_cheapest() {
    let (world, mut desk) = connected_desk();
    desk.fill();
    desk.quote();
    wait_for_stored_quotes(&mut desk, 1);
    let row = search(&mut desk, "").remove(0);
    let file = world.folder.join("desk").join("cache.db");
    let stored = Connection::open(file).unwrap();
    let changed = stored.execute(
        "UPDATE quotes SET micros = 1000000, listed = json_set(listed, '$.service', 'Media Mail')",
        [],
    );
    assert_eq!(changed.unwrap(), 1);
    let shown = search(&mut desk, "").remove(0);
    assert_eq!(shown, row);
    // Nor is such a rate a reason to wait for a cheaper one.
    desk.apply(ShipIntent::NewDraft);
    desk.fill();
    desk.quote();
    wait_for_stored_quotes(&mut desk, 2);
    assert_eq!(desk.state().ship.rate_history.cheaper, None);
}

#[test]
fn a_quote_is_dated_like_the_labels_of_its_world() {
    let (_world, mut desk) = connected_desk();
    desk.run_until("the clock", |state| state.practice_clock.is_some());
    desk.apply(PracticeIntent::JumpDays(30));
    let machine = Timestamp::now();
    let later = |at: Timestamp| at.duration_since(machine) > SignedDuration::from_hours(700);
    desk.run_until("a month later", |state| {
        state.practice_clock.as_ref().is_some_and(|clock| later(clock.now))
    });
    desk.fill();
    desk.quote();
    wait_for_stored_quotes(&mut desk, 1);
    let row = search(&mut desk, "").remove(0);
    assert!(later(row.at), "{}", row.at);
}

#[test]
fn its_parcel_fills_a_fresh_draft() {
    let (_world, mut desk) = desk_ready_to_buy();
    wait_for_stored_quotes(&mut desk, 1);
    let first = search(&mut desk, "")[0].row;
    desk.edit(|draft| draft.options.ship_date = "2026-11-23".into());
    desk.quote();
    let asked = desk.state().ship.draft.clone();
    // The second quote replaces the first, in the background.
    let begun = Instant::now();
    let row = loop {
        let rows = search(&mut desk, "");
        assert_eq!(rows.len(), 1);
        if rows[0].row != first {
            break rows[0].row;
        }
        assert!(begun.elapsed().as_secs() < 60, "the first is kept still");
    };
    desk.apply(ShipIntent::NewDraft);
    desk.edit(|draft| draft.to.name = "Somebody else".into());
    desk.apply(ShipIntent::RateHistory(RateHistoryIntent::UseAgain(row)));
    desk.run_until("the parcel", |state| state.ship.draft.to == asked.to);
    let draft = &desk.state().ship.draft;
    assert_eq!(draft.from, asked.from);
    let sizes = |draft: &Draft| {
        let package = &draft.packages[0];
        (package.weight.clone(), package.length.clone())
    };
    assert_eq!(sizes(draft), sizes(&asked));
    assert_ne!(draft.order, asked.order);
    assert_eq!(draft.chosen, None);
    assert_eq!(draft.options.ship_date, "");
    assert_eq!(desk.state().ship.quote.value().map(|quote| quote.rates.len()), None);
    desk.quote();
}

/// Makes the only stored quote older and cheaper, as if the tariff had changed since.
fn make_older_and_cheaper(world: &DeskFixture, days: i64, cents: i64) {
    let file = Connection::open(world.folder.join("desk/cache.db")).unwrap();
    let micros = days * 24 * 3600 * 1_000_000;
    let rows = (days * 24 * 3600 * 1000) << 20;
    file.execute_batch(&format!(
        "UPDATE quotes SET row = row - {rows}, at = at - {micros}, micros = micros - {cents}0000;
         UPDATE quote_bodies SET row = row - {rows};"
    ))
    .unwrap();
}

#[test]
fn a_parcel_that_was_cheaper_says_so_and_only_a_like_one() {
    let (world, mut desk) = connected_desk();
    desk.fill();
    desk.quote();
    let price = cheapest(&desk);
    assert_eq!(desk.state().ship.rate_history.cheaper, None);
    wait_for_stored_quotes(&mut desk, 1);
    make_older_and_cheaper(&world, 40, 100);

    // One edit right after filling the draft, because rates are requested soon after the last edit.
    let to_another = |desk: &mut TestDesk, weight: &str| {
        desk.apply(ShipIntent::NewDraft);
        desk.fill();
        desk.edit(|draft| {
            draft.to.name = "Ann Sample".into();
            draft.packages[0].weight = weight.into();
        });
    };
    to_another(&mut desk, "1.5");
    desk.quote();
    desk.run_until("the hint", |state| state.ship.rate_history.cheaper.is_some());
    let cheaper = desk.state().ship.rate_history.cheaper.clone().unwrap();
    let less = Amount::from_micros(price.amount.micros() - 1_000_000);
    assert_eq!(cheaper.price, Some(Money::new(less, Currency::USD)));
    assert!(!cheaper.service.is_empty());
    let age = Timestamp::now().duration_since(cheaper.at);
    assert_eq!(age.as_hours(), 40 * 24);

    // The hint for one parcel is not shown for the next.
    to_another(&mut desk, "9");
    assert_eq!(desk.state().ship.rate_history.cheaper, None);
    desk.quote();
    wait_for_stored_quotes(&mut desk, 3);
    assert_eq!(desk.state().ship.rate_history.cheaper, None);

    // A quote older than the retention period is removed, as are shipments of that age.
    let settings = Settings { keep_shipments_days: 30, ..desk.state().settings.clone() };
    desk.apply(Intent::ChangeSettings(Box::new(settings)));
    let begun = Instant::now();
    while search(&mut desk, "").len() != 2 {
        assert!(begun.elapsed().as_secs() < 60, "it is kept still");
    }
    assert!(SignedDuration::from_hours(24 * 30) < age);
}

#[test]
fn typed_work_is_what_would_be_lost() {
    let has = postroom::desk::ship::rate_history::has_typed_work;
    let mut draft = Draft::default();
    draft.from.name = "Practice Shop".to_owned();
    assert!(!has(&draft), "the sender is carried over");
    draft.packages[0].weight = "1".to_owned();
    assert!(has(&draft));
    draft.packages[0].weight.clear();
    draft.to.name = "Ann".to_owned();
    assert!(has(&draft));
}
