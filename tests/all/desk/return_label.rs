//! The label that brings a shipment back, as one step from the shipment.

use crate::prelude::*;

#[test]
fn a_return_label_exchanges_the_addresses_and_the_next_parcel_has_the_shop_as_sender() {
    let (world, mut desk) = desk_ready_to_buy();
    let shipment = desk.buy_a_shipment();
    desk.apply(Intent::ReturnLabel(shipment));
    desk.run_until("the return", |state| state.ship.draft.from.name == "Jane Sample");
    let ship = &desk.state().ship;
    let draft = &ship.draft;
    assert_eq!(draft.to.name, "Practice Shop");
    assert_eq!(draft.to.street1.to_uppercase(), "233 S WACKER DR");
    assert_eq!(draft.packages[0].weight, "1.5");
    assert_eq!(draft.chosen, None, "nothing is chosen without new rates");
    assert_eq!(ship.just_bought, None, "the wizard is on screen");
    assert_eq!(world.shipments_at_service(), 1);

    desk.apply(ShipIntent::NewDraft);
    assert_eq!(desk.state().ship.draft.from.name, "Practice Shop");
}

/// W16: after “Ship another like this” of a return label, the customer was the sender of every
/// later parcel.
#[test]
fn a_return_shipped_again_is_a_return_and_the_next_parcel_has_the_shop_as_sender() {
    let (_world, mut desk) = desk_ready_to_buy();
    let shipment = desk.buy_a_shipment();
    desk.apply(Intent::ReturnLabel(shipment));
    desk.run_until("the return", |state| state.ship.draft.from.name == "Jane Sample");
    desk.quote();
    desk.choose_rate(0);
    let back = desk.buy_a_shipment();
    assert_eq!(desk.state().ship.draft.from.name, "Practice Shop");

    desk.apply(ShipIntent::ShipAnother(back));
    desk.run_until("the copy", |state| state.ship.draft.from.name == "Jane Sample");
    assert_eq!(desk.state().ship.draft.to.name, "Practice Shop");
    for _ in 0..2 {
        desk.apply(ShipIntent::NewDraft);
        assert_eq!(desk.state().ship.draft.from.name, "Practice Shop");
    }
}
