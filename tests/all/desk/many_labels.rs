//! A desk that stays open for a long time and buys many labels: what it stores is limited, its
//! lookups are not.

use crate::prelude::*;

/// The top-up whose response was lost is followed by more than twenty pages of history entries.
#[test]
fn a_lost_top_up_is_found_behind_a_busy_day() {
    const HISTORY: &str = "GET /Account/Postage/BalanceHistory";
    let (world, mut desk) = connected_desk();
    let faults = json!({"rules": [
        {"call": "PUT /Account/Postage/Balance", "kind": "cut_after_commit"},
        {"call": HISTORY, "kind": "unavailable_before_commit", "chance": 1},
    ]});
    world.practice("faults", &faults);
    let amount = Amount::from_cents(5_000);
    desk.apply(Intent::TopUp { amount });
    desk.run_until("in doubt", |state| {
        let newest = state.purchases.list.first().map(|purchase| &purchase.status);
        matches!(newest, Some(PurchaseStatus::Checking { attempts, .. }) if *attempts > 0)
    });
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..55 {
                    world.practice("refill", &json!({"amount": 1}));
                }
            });
        }
    });
    world.forget_faults();
    desk.run_until("settled", |state| {
        matches!(
            state.purchases.list.first().map(|purchase| &purchase.status),
            Some(PurchaseStatus::ToppedUp { .. } | PurchaseStatus::Absent { .. })
        )
    });
    let status = &desk.state().purchases.list[0].status;
    assert!(matches!(status, PurchaseStatus::ToppedUp { .. }), "{status:?}");
}

/// Only the labels shown last stay drawn; an older one is drawn again when it is opened.
#[test]
fn drawn_labels_do_not_pile_up() {
    let (_world, mut desk) = desk_ready_to_buy();
    let bought = desk.buy_and_wait();
    let PurchaseStatus::Bought { shipment, .. } = bought.status else {
        panic!("{bought:?}");
    };
    for _ in 0..14 {
        desk.apply(ShipIntent::NewDraft);
        desk.choose();
        desk.buy_and_wait();
    }
    assert_eq!(desk.state().labels.views.len(), 12);
    assert!(!desk.state().labels.views.contains_key(&shipment));
    desk.apply(LabelIntent::Show(shipment.clone()));
    desk.run_until("drawn again", |state| {
        let view = state.labels.views.get(&shipment);
        view.is_some_and(|view| view.pages.value().is_some())
    });
    assert_eq!(desk.state().labels.views.len(), 12);
}

/// The watch list is limited, and delivered parcels are removed first.
#[test]
fn the_watch_list_has_an_end() {
    let (_world, mut desk) = connected_desk();
    desk.apply(TrackingIntent::Track { text: "9400100000000000000001".to_owned() });
    desk.run_until("asked", |state| {
        state.tracking.list.iter().all(|tracked| !tracked.tracking.is_loading())
    });
    for round in 0..5 {
        let numbers: Vec<String> =
            (0..500).map(|number| format!("94001{round:02}{number:015}")).collect();
        desk.apply(TrackingIntent::Track { text: numbers.join(" ") });
    }
    assert_eq!(desk.state().tracking.list.len(), 2_000);
    let kept = |number: &str| {
        let mut watched = desk.state().tracking.list.iter();
        watched.any(|tracked| tracked.number.as_str() == number)
    };
    assert!(kept("9400104000000000000499") && !kept("9400100000000000000001"));
}
