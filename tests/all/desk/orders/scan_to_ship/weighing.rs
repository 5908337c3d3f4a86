//! The scale and the scanned order.

use postroom::desk::scale::Status;

use super::shop::SqliteShop;
use super::{label, number, stage};
use crate::desk::scale::{FakeScaleDevices, STABLE, reads};
use crate::prelude::*;

fn weight(state: &State) -> Option<String> {
    let scanned = state.scan_to_ship.open.as_ref()?;
    Some(scanned.order.packages.first()?.weight.clone())
}

fn connected(devices: &FakeScaleDevices, clock: Clock) -> TestDesk {
    let mut desk = devices.open_at(clock);
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("connected", is_connected);
    let mut settings = desk.state().settings.clone();
    settings.weigh_by_itself = true;
    let intent = Intent::ChangeSettings(Box::new(settings));
    desk.apply(intent);
    desk
}

/// The parcel lies on the scale before its order is scanned: its weight goes into the order, not into
/// the draft of Ship, and each parcel is weighed for itself.
#[test]
fn the_weight_of_the_scale_goes_into_the_scanned_order() {
    let devices = FakeScaleDevices::new();
    devices.plug("hidraw0", "Postal scale", "");
    let shop = SqliteShop::new();
    // Readings stay fresh, however long the test takes.
    let clock = Clock::manual("2026-11-21T12:00:00Z".parse().unwrap());
    let mut desk = connected(&devices, clock);
    desk.use_database(&shop.database(), None);
    // `use_database` has filled the draft; an empty one takes no weight from the next parcel.
    desk.apply(ShipIntent::NewDraft);
    let _paper = desk.buy_by_scan();
    devices.report_weight("hidraw0", STABLE, 125);
    desk.run_until("the reading", |state| state.scale.reading.is_some());
    desk.run_for(Duration::from_millis(100));
    assert_eq!(desk.state().ship.draft.packages[0].weight, "");
    // The scale says no more: the parcel rests.
    desk.scan("1003");
    desk.run_until_bought("1003");
    assert_eq!(weight(desk.state()).as_deref(), Some("12.5"));
    assert!(label(desk.state()).is_some());
    assert_eq!(desk.state().ship.draft.packages[0].weight, "");
    // An order with a weight keeps it.
    desk.scan("1001");
    desk.run_until_bought("1001");
    assert_eq!(weight(desk.state()).as_deref(), Some("1.5"));
    // The same parcel is still on the scale when the next order without a weight is scanned.
    shop.connect().execute("UPDATE orders SET weight = NULL WHERE number = '1002'", []).unwrap();
    desk.scan("1002");
    desk.run_until("waits", |state| {
        number(state) == Some("1002") && stage(state) == Some(&ScanStage::Weight)
    });
    devices.report_weight("hidraw0", STABLE, 125);
    desk.run_for(Duration::from_millis(200));
    assert_eq!(stage(desk.state()), Some(&ScanStage::Weight), "not twice");
    assert!(desk.state().scale.was_taken(), "and the card says so");
    assert_eq!(devices.world.shipments_at_service(), 2);
    // A key takes it all the same.
    desk.apply(ScaleIntent::WeighOrder);
    desk.run_until_bought("1002");
    assert_eq!(weight(desk.state()).as_deref(), Some("12.5"));
    // Its label is bought: the next parcel is not weighed into it.
    devices.report_weight("hidraw0", STABLE, 200);
    reads(&mut desk, Status::Stable, "20.0 oz");
    desk.apply(ScaleIntent::WeighOrder);
    assert!(told(desk.state(), "is bought"));
    assert_eq!(weight(desk.state()).as_deref(), Some("12.5"));
}

fn told(state: &State, words: &str) -> bool {
    let mut notices = state.notices.iter();
    notices.any(|notice| notice.text.as_str().contains(words))
}

/// Whatever a scale can report besides a weight at rest: the order waits, a key says why, and nothing
/// is lost.
#[test]
fn only_a_weight_at_rest_lets_the_order_go_on() {
    let devices = FakeScaleDevices::new();
    devices.plug("hidraw0", "Postal scale", "");
    let shop = SqliteShop::new();
    let clock = Clock::manual("2026-11-21T12:00:00Z".parse().unwrap());
    let mut desk = connected(&devices, clock.clone());
    desk.use_database(&shop.database(), None);
    desk.apply(ShipIntent::NewDraft);
    let _paper = desk.buy_by_scan();
    desk.scan("1003");
    desk.run_until("the order", |state| stage(state) == Some(&ScanStage::Weight));
    for (code, status, words) in [
        (3, Status::Moving, "still moving"),
        (2, Status::Zero, "empty"),
        (5, Status::UnderZero, "below zero"),
        (6, Status::OverLimit, "too heavy"),
        (1, Status::Fault, "fault"),
    ] {
        devices.report_weight("hidraw0", code, 77);
        reads(&mut desk, status, "7.7 oz");
        desk.apply(ScaleIntent::WeighOrder);
        assert!(told(desk.state(), words), "{words}");
        assert_eq!(stage(desk.state()), Some(&ScanStage::Weight), "{words}");
        assert_eq!(weight(desk.state()).as_deref(), Some(""), "{words}");
    }
    // An hour later, the parcel may be another one.
    devices.report_weight("hidraw0", 3, 77);
    reads(&mut desk, Status::Moving, "7.7 oz");
    clock.advance(SignedDuration::from_hours(1));
    desk.apply(ScaleIntent::WeighOrder);
    assert!(told(desk.state(), "reading is old"));
    assert_eq!(weight(desk.state()).as_deref(), Some(""));
    devices.unplug("hidraw0");
    desk.run_until("gone", |state| state.scale.used.is_none());
    desk.apply(ScaleIntent::WeighOrder);
    assert!(told(desk.state(), "No scale"), "{:?}", desk.state().notices);
    assert_eq!(stage(desk.state()), Some(&ScanStage::Weight));
    assert_eq!(devices.world.shipments_at_service(), 0);
    // The order is put aside, and is as it was when it is scanned again.
    desk.scan_step(ScanStep::End);
    devices.plug("hidraw0", "Postal scale", "");
    desk.run_until("the scale", |state| state.scale.used.is_some());
    desk.scan("1003");
    desk.run_until("the order", |state| stage(state) == Some(&ScanStage::Weight));
    devices.report_weight("hidraw0", STABLE, 80);
    desk.run_until_bought("1003");
    assert_eq!(weight(desk.state()).as_deref(), Some("8.0"));
    assert_eq!(devices.world.shipments_at_service(), 1);
}
