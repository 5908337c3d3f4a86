//! A list is complete only when every row that the service reports was seen: any order, any page
//! size, repeated tokens, responses that are too large, lists that are refused.

use super::harness::journal_of;
use super::lister::{FakeListService, List, Lists, Order, Tokens, Wrapper, shipments};
use crate::prelude::*;

fn now() -> Timestamp {
    Timestamp::now()
}

fn settled(state: &State) -> bool {
    !state.shipments.sync.running && !state.shipments.refresh.is_loading()
}

/// Signs in and waits until the first run through the list has ended.
fn read(lister: &FakeListService) -> (DeskFixture, TestDesk) {
    let world = DeskFixture::new();
    let mut desk = world.open();
    lister.sign_in(&mut desk);
    desk.run_until("the first run", |state| {
        state.shipments.refresh.known().is_some() && settled(state)
    });
    (world, desk)
}

fn refresh(desk: &mut TestDesk) {
    desk.apply(ShipmentIntent::Refresh);
    desk.run_until("refreshed", settled);
}

/// Waits for this count: the screen follows the responses with a short delay.
#[track_caller]
fn shows(desk: &mut TestDesk, what: &str, total: u64, complete: bool) {
    let what = format!("{what}: {total} shown, complete {complete}");
    desk.run_until(&what, |state| {
        (state.shipments.total, state.shipments.sync.complete) == (total, complete)
            && settled(state)
    });
}

/// Finding C3.
#[test]
fn what_was_bought_after_a_first_look_at_an_empty_account_is_fetched_whole() {
    let lister = FakeListService::start(Lists::default());
    let (_world, mut desk) = read(&lister);
    assert!(desk.state().shipments.sync.complete && desk.state().shipments.total == 0);
    lister.change(|lists| lists.shipments.rows = shipments(100, now(), "later"));
    refresh(&mut desk);
    shows(&mut desk, "later", 100, true);
}

/// Finding C4.
#[test]
fn every_row_is_fetched_in_any_order_and_of_any_page_size() {
    for (order, count, page, totals) in [
        (Order::OldestFirst, 5_000, 20, true),
        (Order::OldestFirst, 300, 7, false),
        (Order::Shuffled, 400, 20, true),
        (Order::Shuffled, 40, 1, false),
        (Order::NewestFirst, 400, 20, true),
        (Order::NewestFirst, 40, 1, false),
        (Order::NewestFirst, 90, 500, false),
    ] {
        let what = format!("{order:?} {count} by {page}, totals {totals}");
        let lister = FakeListService::start(Lists {
            shipments: List {
                rows: shipments(count, now() - SignedDuration::from_hours(900), "first"),
                order,
                page,
                totals,
                ..List::default()
            },
            ..Lists::default()
        });
        let (_world, mut desk) = read(&lister);
        shows(&mut desk, &what, count as u64, true);

        // Newer rows are fetched without reading everything again.
        let before = lister.asked();
        lister.change(|lists| {
            let later = shipments(50, now(), "later");
            lists.shipments.rows.extend(later);
        });
        refresh(&mut desk);
        shows(&mut desk, &what, count as u64 + 50, true);
        // Where the newest rows do not come first, the two days before them are read again.
        let most = match order {
            Order::NewestFirst => 50 / page + 3,
            _ => (50 + 48) / page + 4,
        };
        let asked = lister.asked() - before;
        assert!(asked <= most, "{what}: {asked} pages");
        let before = lister.asked();
        refresh(&mut desk);
        let asked = lister.asked() - before;
        assert!(asked <= most, "{what}: {asked} pages for nothing new");
    }
}

/// Findings C4 and M6: the total that the service reports decides, and a repeated page never counts
/// as the end. The list is then read in date ranges.
#[test]
fn a_list_that_repeats_a_page_is_read_by_its_dates() {
    for tokens in [Tokens::Stuck(3), Tokens::Circle(4)] {
        let lister = FakeListService::start(Lists {
            shipments: List { rows: shipments(200, now(), "first"), tokens, ..List::default() },
            ..Lists::default()
        });
        let (_world, mut desk) = read(&lister);
        shows(&mut desk, &format!("{tokens:?}"), 200, true);
    }
}

/// A list without a wrapper that ends after its newest rows and cannot say that it is incomplete;
/// finding C12: a page too large to read.
#[test]
fn what_a_page_cannot_say_or_hold_is_asked_for_in_other_ranges() {
    for (count, list) in [
        (70, List { wrapper: Wrapper::Bare, ..List::default() }),
        (60, List { page: 100, too_many: 9, ..List::default() }),
    ] {
        let rows = shipments(count, now(), "first");
        let lister =
            FakeListService::start(Lists { shipments: List { rows, ..list }, ..Lists::default() });
        let (_world, mut desk) = read(&lister);
        shows(&mut desk, "all", count as u64, true);
    }
}

/// Finding C12: rows that cannot be read at all are reported.
#[test]
fn what_cannot_be_read_in_any_range_is_named() {
    let mut rows = shipments(10, now(), "first");
    let at = rows[4].0;
    let more = shipments(5, at, "same").into_iter();
    // Five rows with the same timestamp: no date range separates them.
    rows.extend(more.map(|(_, row)| (at, row)));
    let lister = FakeListService::start(Lists {
        shipments: List { rows, page: 100, too_many: 5, ..List::default() },
        ..Lists::default()
    });
    let (_world, mut desk) = read(&lister);
    shows(&mut desk, "what can be read", 9, false);
    let said = desk.state().shipments.sync.incomplete.clone().unwrap_or_default();
    assert!(said.contains("too large"), "{said}");
}

/// Finding M6: a sweep that received the same page twice has not seen the whole account.
#[test]
fn a_repeated_page_never_lets_buying_begin_again() {
    for (of_shipments, of_history) in [
        (Tokens::Stuck(1), Tokens::Numbers),
        (Tokens::Circle(3), Tokens::Numbers),
        (Tokens::Numbers, Tokens::Stuck(1)),
    ] {
        let at = now() - SignedDuration::from_hours(1);
        let same = |name: &str| {
            let rows = shipments(90, now(), name).into_iter();
            // All with the same timestamp, so that no date range separates them either.
            rows.map(|(_, mut row)| {
                row["createdDate"] = at.to_string().into();
                (at, row)
            })
            .collect()
        };
        let list = |name: &str, tokens| List { rows: same(name), tokens, ..List::default() };
        let lister = FakeListService::start(Lists {
            shipments: list("first", of_shipments),
            history: list("line", of_history),
            ..Lists::default()
        });
        let world = DeskFixture::new();
        let desk = world.open_connected();
        world.runtime.block_on(desk.0.close());
        fs::write(journal_of(&world.folder), b"this is no database").unwrap();
        let mut desk = world.open();
        lister.sign_in(&mut desk);
        desk.run_until("the sweep has an end", |state| {
            let sweep = state.purchases.account_comparison.as_ref();
            sweep.is_none_or(|sweep| sweep.trouble.is_some())
        });
        let stopped = desk.state().buying_stopped().unwrap_or_default();
        assert!(
            stopped.contains("The service repeated a page"),
            "{of_shipments:?}, {of_history:?}: {stopped:?}"
        );
    }
}

fn asked_for(state: &State) -> Option<ManifestOrderStatus> {
    let orders = state.manifests.orders.first();
    orders.map(|order| order.status.clone())
}

fn create(desk: &mut TestDesk) {
    let groups = &desk.state().manifests.day.value().unwrap().groups;
    let group = groups[0].clone();
    let shipments = group.parcels.iter().map(|it| it.id.clone()).collect();
    let create = ManifestIntent::Create { group: group.id, shipments };
    desk.apply(Intent::Manifests(create));
}

/// A shipment of today that is ready for a manifest, at a service that lists manifests in this
/// form.
fn to_hand_over(wrapper: Wrapper) -> (DeskFixture, FakeListService, TestDesk) {
    let lister = FakeListService::start(Lists {
        shipments: List {
            rows: shipments(1, now() + SignedDuration::from_mins(59), "first"),
            ..List::default()
        },
        manifests: List { wrapper, ..List::default() },
        ..Lists::default()
    });
    let (world, mut desk) = read(&lister);
    desk.run_until("to hand over", |state| {
        let day = state.manifests.day.value();
        state.manifests.restored && day.is_some_and(|day| !day.groups.is_empty())
    });
    (world, lister, desk)
}

/// Findings C6 and C14: where the list cannot be read, the outcome of a lost response stays unknown
/// until the user decides, and nothing is sent automatically.
#[test]
fn a_lost_manifest_stays_in_doubt_where_the_list_cannot_be_read() {
    for wrapper in [Wrapper::KeyNeeded, Wrapper::ById] {
        let (_world, lister, mut desk) = to_hand_over(wrapper);
        lister.change(|lists| lists.lose_manifests = true);
        create(&mut desk);
        desk.run_until("in doubt", |state| {
            matches!(
                asked_for(state),
                Some(ManifestOrderStatus::InDoubt(_) | ManifestOrderStatus::Absent)
            )
        });
        let status = asked_for(desk.state()).unwrap();
        assert!(
            matches!(&status, ManifestOrderStatus::InDoubt(why) if !why.is_empty()),
            "{wrapper:?}: {status:?}"
        );
        assert_eq!(lister.lists.lock().unwrap().manifests_made, 1);
        let order = desk.state().manifests.orders[0].number.clone();
        desk.apply(ManifestIntent::ConfirmManifestExists(order));
        desk.run_until("decided", |state| {
            let day = state.manifests.day.value();
            asked_for(state).is_none() && day.is_some_and(|day| day.groups.is_empty())
        });
        assert_eq!(lister.lists.lock().unwrap().manifests_made, 1);
    }
}

/// Finding C14: a manifest whose response arrived is read by its id.
#[test]
fn manifests_are_followed_by_their_ids_where_the_list_is_refused() {
    let (_world, lister, mut desk) = to_hand_over(Wrapper::KeyNeeded);
    assert!(desk.state().manifests.list.trouble().is_none());
    create(&mut desk);
    desk.run_until("known", |state| state.manifests.known.len() == 1);
    lister.change(|lists| {
        lists.manifests.rows[0].1["formNumber"] = "92750".into();
        lists.manifests.rows[0].1["messages"][0]["code"] = "MANIFEST_GENERATED".into();
    });
    desk.apply(ManifestIntent::Refresh);
    desk.run_until("its form", |state| {
        state.manifests.known[0].form_number.as_deref() == Some("92750")
    });
    assert!(desk.state().manifests.incomplete.is_some());
}

/// Finding C7: a row that is not a shipment is skipped and reported; the other rows are listed.
#[test]
fn a_row_that_cannot_be_read_is_said_and_hides_no_other() {
    let mut rows = shipments(20, now(), "first");
    let at = rows[7].0;
    rows.push((at, json!("odd")));
    let lister = FakeListService::start(Lists {
        shipments: List { rows, page: 50, ..List::default() },
        ..Lists::default()
    });
    let (_world, mut desk) = read(&lister);
    for _ in 0..2 {
        shows(&mut desk, "the others", 20, false);
        let said = desk.state().shipments.sync.incomplete.as_deref();
        assert_eq!(said, Some("One entry of the list couldn’t be read"));
        refresh(&mut desk);
    }
}

/// The history shows each entry once, whatever order its pages arrive in.
#[test]
fn every_entry_of_the_history_loads_as_one_scrolls() {
    for tokens in [Tokens::Numbers, Tokens::Stuck(2)] {
        let lister = FakeListService::start(Lists {
            history: List { rows: shipments(90, now(), "line"), tokens, ..List::default() },
            ..Lists::default()
        });
        let (_world, mut desk) = read(&lister);
        let mut pages = 0;
        loop {
            desk.run_until("a page", |state| !state.balance.history.entries.is_loading());
            let history = &desk.state().balance.history;
            assert!(history.entries.trouble().is_none());
            if history.listing.is_none() {
                break;
            }
            pages += 1;
            assert!(pages < 1_000, "{tokens:?}");
            desk.apply(BalanceIntent::LoadMoreHistory);
            desk.run_for(Duration::from_millis(5));
        }
        let history = &desk.state().balance.history;
        assert_eq!(history.entries.value().unwrap().len(), 90, "{tokens:?}");
        assert_eq!(history.incomplete, None, "{tokens:?}");
    }
}
