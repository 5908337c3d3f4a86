//! A label for the same recipient and weight, bought minutes ago.

use super::harness::is_bought;
use crate::prelude::*;

#[test]
fn the_same_parcel_again_is_noticed_and_never_blocked() {
    let (world, mut desk) = desk_ready_to_buy();
    let purchase = desk.buy_and_wait();
    let PurchaseStatus::Bought { shipment, .. } = purchase.status else { unreachable!() };
    // In different letter case and another unit.
    desk.fill();
    desk.edit(|draft| {
        draft.to.name = "JANE SAMPLE".into();
        draft.packages[0].weight = "24".into();
        draft.packages[0].weight_unit = WeightUnit::Oz;
    });
    desk.run_until("the twin", |state| state.ship.duplicate.is_some());
    let twin = desk.state().ship.duplicate.clone().unwrap();
    assert_eq!(twin.row.id, shipment);
    assert_eq!(twin.bought, purchase.started, "by this machine's clock");

    desk.edit(|draft| draft.packages[0].weight = "25".into());
    assert_eq!(desk.state().ship.duplicate, None, "heavier by an ounce");
    desk.edit(|draft| draft.packages[0].weight = "24".into());
    desk.run_until("the twin again", |state| state.ship.duplicate.is_some());

    desk.quote();
    desk.choose_rate(0);
    desk.apply(Intent::Buy);
    desk.run_until("a second label", |state| {
        let bought = state.purchases.list.iter().filter(|purchase| is_bought(purchase));
        bought.count() == 2
    });
    assert_eq!(world.shipments_at_service(), 2);
}

/// W11: the age comes from the journal, not from the clock of the practice service, whose days are
/// short and which is not known yet right after the start.
#[test]
fn the_age_of_a_twin_is_right_after_a_restart() {
    let (world, mut desk) = desk_ready_to_buy();
    let purchase = desk.buy_and_wait();
    drop(desk);
    // The clock of the service is no longer a measure of the time that passed here.
    world.practice("clock", &json!({ "jump": { "hours": 0.25 } }));
    let mut desk = world.open_connected();
    desk.fill();
    desk.run_until("the twin", |state| state.ship.duplicate.is_some());
    let twin = desk.state().ship.duplicate.clone().unwrap();
    let off = twin.bought.duration_since(purchase.started).abs();
    assert!(off.as_secs() < 60, "{} and {}", twin.bought, purchase.started);
}

#[test]
fn another_parcel_is_not_asked_about_twice() {
    let (_world, mut desk) = desk_ready_to_buy();
    desk.buy_and_wait();
    desk.fill();
    desk.run_until("the twin", |state| state.ship.duplicate.is_some());
    let id = desk.state().ship.duplicate.as_ref().unwrap().row.id.clone();
    desk.apply(ShipIntent::DismissDuplicateAlert(id));
    assert_eq!(desk.state().ship.duplicate, None);
    desk.edit(|draft| draft.packages[0].weight = "3".into());
    desk.edit(|draft| draft.packages[0].weight = "1.5".into());
    desk.run_for(Duration::from_millis(300));
    assert_eq!(desk.state().ship.duplicate, None);
}
