//! The scale's reading is stored with the label, on this computer only.

use postroom::desk::scale::{ScaleReading, Status};

use super::harness::is_bought;
use super::scale::{FakeScaleDevices, STABLE, reads};
use crate::prelude::*;

/// The requests of all labels in the journal, oldest first.
fn requests(bench: &FakeScaleDevices) -> Vec<Vec<u8>> {
    let file = bench.world.folder.join("desk/journal.db");
    let journal = rusqlite::Connection::open(file).unwrap();
    let mut rows =
        journal.prepare("SELECT body FROM entries WHERE kind = 'label' ORDER BY number").unwrap();
    let bodies = rows.query_map([], |row| row.get(0)).unwrap();
    bodies.map(Result::unwrap).collect()
}

/// Buys a label; `count` is the number of purchases afterwards.
fn buy(desk: &mut TestDesk, count: usize) -> ShipmentId {
    desk.apply(Intent::Buy);
    desk.run_until("bought", |state| {
        state.purchases.list.len() == count && state.purchases.list.iter().all(is_bought)
    });
    match &desk.state().purchases.list[0].status {
        PurchaseStatus::Bought { shipment, .. } => shipment.clone(),
        other => unreachable!("{other:?}"),
    }
}

fn weighed(desk: &mut TestDesk, shipment: &ShipmentId) -> Vec<ScaleReading> {
    desk.apply(ShipmentIntent::Select(Some(shipment.clone())));
    desk.run_until("the detail", |state| {
        let detail = &state.shipments.detail;
        detail.value().is_some() && !detail.is_loading()
    });
    desk.state().shipments.weighed.clone()
}

#[test]
fn what_the_scale_showed_stays_with_the_label_and_the_service_is_told_nothing() {
    let bench = FakeScaleDevices::new();
    bench.plug("hidraw0", "Postal scale", "");
    let clock = Clock::manual("2026-11-21T14:03:07Z".parse().unwrap());
    let mut desk = bench.open_at(clock.clone());
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("connected", |state| {
        state.carriers.catalogs.value().is_some() && state.balance.summary.value().is_some()
    });
    desk.fill();
    desk.edit(|draft| {
        let more = draft.packages[0].clone();
        draft.packages.extend([more.clone(), more]);
    });
    for (package, tenths, shown) in [(0, 77, "7.7 oz"), (1, 120, "12.0 oz"), (2, 90, "9.0 oz")] {
        bench.report_weight("hidraw0", STABLE, tenths);
        reads(&mut desk, Status::Stable, shown);
        desk.apply(ScaleIntent::Weigh { package });
    }
    // The last weight is typed over, so it is not the scale's.
    desk.edit(|draft| draft.packages[2].weight = "9.5".to_owned());
    let like = desk.state().ship.draft.clone();
    choose_cheapest(&mut desk);
    let first = buy(&mut desk, 1);

    // The same parcels with typed weights.
    desk.apply(ShipIntent::NewDraft);
    desk.edit(|draft| {
        draft.to = like.to.clone();
        draft.packages = like.packages.clone();
        for package in &mut draft.packages {
            package.weighed = None;
        }
    });
    choose_cheapest(&mut desk);
    let second = buy(&mut desk, 2);
    let requests = requests(&bench);
    assert_eq!(requests.len(), 2);
    assert!(requests[0] == requests[1], "the requests differ");

    let told = |witness: &ScaleReading| (witness.package, witness.words(), witness.at.clone());
    let at = "2026-11-21T14:03:07Z".to_owned();
    let expected = [
        (1, "7.7 oz on Postal scale".to_owned(), at.clone()),
        (2, "12.0 oz on Postal scale".to_owned(), at),
    ];
    let seen = weighed(&mut desk, &first);
    assert_eq!(seen.iter().map(told).collect::<Vec<_>>(), expected);
    assert_eq!(weighed(&mut desk, &second), []);

    // After a restart, and with a new cache.
    drop(desk);
    fs::remove_file(bench.world.folder.join("desk/cache.db")).unwrap();
    let mut desk = bench.world.open_connected();
    desk.run_until("the shipments", |state| state.shipments.rows.len() == 2);
    let seen = weighed(&mut desk, &first);
    assert_eq!(seen.iter().map(told).collect::<Vec<_>>(), expected);
    let file = bench.world.folder.join("shipments.csv");
    desk.apply(ShipmentIntent::Export { file: file.clone() });
    desk.run_until("exported", |state| {
        let mut notices = state.notices.iter();
        notices.any(|notice| notice.text.starts_with("Exported 2 shipments"))
    });
    let text = fs::read_to_string(file).unwrap();
    let cell = "1: 7.7 oz on Postal scale at 2026-11-21T14:03:07Z; \
                2: 12.0 oz on Postal scale at 2026-11-21T14:03:07Z";
    assert_eq!(text.matches(cell).count(), 1, "{text}");
}

fn choose_cheapest(desk: &mut TestDesk) {
    desk.quote();
    desk.choose_cheapest();
}
