//! Scanned codes, looked up in everything that this computer has stored.

use super::harness::is_bought;
use crate::prelude::*;

/// W14: the recipient of a tracked parcel is known from its shipment, also after a restart.
#[test]
fn a_tracked_parcel_has_a_recipient() {
    let (world, mut desk) = desk_ready_to_buy();
    desk.buy_and_wait();
    let named = |state: &State| {
        let to: Vec<_> = state.tracking.recipients.values().collect();
        matches!(to.as_slice(), [to] if to.line().starts_with("Jane Sample, New York"))
    };
    desk.run_until("the recipient", named);
    drop(desk);
    world.open_connected().run_until("the same", named);
}

#[test]
fn a_parcel_of_ours_is_found_although_no_row_of_it_is_on_the_screen() {
    let (_world, mut desk) = desk_ready_to_buy();
    desk.buy_and_wait();
    assert!(is_bought(&desk.state().purchases.list[0]));
    desk.run_until("in the list", |state| state.shipments.rows.len() == 1);
    let row = desk.state().shipments.rows[0].clone();
    let number = row.tracking_number.clone().unwrap();
    desk.apply(ShipmentIntent::Search { text: "nobody".into(), filter: ShipmentFilter::All });
    desk.run_until("no row", |state| state.shipments.rows.is_empty());
    let watched = desk.state().tracking.list.len();

    // The barcode begins with the destination's postal code.
    desk.apply(ShipmentIntent::LookUpScanned(format!("42094111{number}")));
    let answered = |count| move |state: &State| state.shipments.scanned.answered == count;
    desk.run_until("the parcel", answered(1));
    assert_eq!(desk.state().shipments.scanned.shipment.as_ref(), Some(&row.id));
    assert_eq!(desk.state().shipments.selected.as_ref(), Some(&row.id));
    assert_eq!(desk.state().tracking.list.len(), watched, "nothing is tracked anew");

    // A prefix of a number is a different number.
    let part = &number.as_str()[..number.as_str().len() - 1];
    for (count, unknown) in [(2, part), (3, "1Z999AA10123456784")] {
        desk.apply(ShipmentIntent::LookUpScanned(unknown.to_owned()));
        desk.run_until("an unknown parcel", answered(count));
        assert_eq!(desk.state().shipments.scanned.shipment, None, "{unknown}");
        let tracked = &desk.state().tracking.list;
        assert!(tracked.iter().any(|it| it.number.as_str() == unknown));
    }

    // W3: the search takes a scan as well, and finds the parcel by the entire barcode.
    for text in [number.to_string(), format!("42094111{number}")] {
        desk.apply(ShipmentIntent::Search { text, filter: ShipmentFilter::All });
        desk.run_until("the row", |state| state.shipments.rows.len() == 1);
        desk.apply(ShipmentIntent::Search { text: "nobody".into(), filter: ShipmentFilter::All });
        desk.run_until("no row", |state| state.shipments.rows.is_empty());
    }
}
