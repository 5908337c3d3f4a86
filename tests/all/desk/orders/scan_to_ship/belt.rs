//! Items that are checked by scanning.

use postroom::orders::scan_state::BeltStop;

use super::shop::SqliteShop;
use super::{label, number, stage};
use crate::prelude::*;

fn items_left(state: &State) -> Option<u32> {
    match stage(state) {
        Some(ScanStage::Items(left)) => Some(*left),
        _ => None,
    }
}

fn stop(state: &State) -> Option<BeltStop> {
    match stage(state) {
        Some(ScanStage::Stopped(stop)) => Some(stop.clone()),
        _ => None,
    }
}

fn checking_desk(world: &DeskFixture, shop: &SqliteShop) -> TestDesk {
    let mut desk = world.open_connected();
    desk.use_database(&shop.database(), None);
    desk.change_profile(|profile| profile.scan_checks_items = true);
    desk
}

#[test]
fn the_label_is_bought_once_every_piece_is_scanned() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut desk = checking_desk(&world, &shop);
    let paper = desk.buy_by_scan();
    desk.scan("1001");
    desk.run_until("the items", |state| items_left(state) == Some(3));
    // As fast as a hand can scan, and in any order.
    desk.scan("MUG");
    desk.scan("cup-1");
    assert_eq!(items_left(desk.state()), Some(1));
    desk.run_for(Duration::from_millis(200));
    assert_eq!(items_left(desk.state()), Some(1), "the stored counts agree");
    assert_eq!(world.shipments_at_service(), 0);
    desk.scan("MUG");
    desk.run_until_bought("1001");
    desk.run_until("paper", |_| paper.taken().len() == 1);
    assert_eq!(world.shipments_at_service(), 1);
}

/// The order is read again after each change of the list; the count on screen does not wait for it.
#[test]
fn a_piece_is_counted_at_once_while_the_order_is_read_again() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut desk = checking_desk(&world, &shop);
    desk.scan("1001");
    desk.run_until("the items", |state| items_left(state) == Some(3));
    desk.run_for(Duration::from_millis(200));
    for (code, left) in [("MUG", 2), ("CUP-1", 1)] {
        let lists = desk.state().orders.answered;
        desk.apply(OrderIntent::ShowWindow { first: 0 });
        desk.run_until("the list", |state| state.orders.answered > lists);
        desk.scan(code);
        assert_eq!(items_left(desk.state()), Some(left));
    }
}

#[test]
fn a_wrong_item_stops_the_belt_until_a_person_confirms() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut desk = checking_desk(&world, &shop);
    let _paper = desk.buy_by_scan();
    desk.scan("1001");
    desk.run_until("the items", |state| items_left(state) == Some(3));
    desk.scan("PLATE");
    let wrong = BeltStop::NotInOrder { code: "PLATE".to_owned() };
    desk.run_until("stopped", |state| stop(state) == Some(wrong.clone()));
    // Nothing counts meanwhile.
    for code in ["MUG", "MUG", "CUP-1", "1002"] {
        desk.scan(code);
    }
    desk.run_for(Duration::from_millis(200));
    assert_eq!(stop(desk.state()), Some(wrong));
    assert_eq!(number(desk.state()), Some("1001"));
    desk.scan_step(ScanStep::Confirm);
    assert_eq!(items_left(desk.state()), Some(3));
    for code in ["CUP-1", "CUP-1"] {
        desk.scan(code);
    }
    let one_too_many = stop(desk.state());
    assert!(
        matches!(&one_too_many, Some(BeltStop::OneTooMany { code, name })
            if code == "CUP-1" && name == "A cup"),
        "{one_too_many:?}"
    );
    desk.scan_step(ScanStep::Confirm);
    assert_eq!(items_left(desk.state()), Some(2));
    assert_eq!(world.shipments_at_service(), 0);
    // What has no barcode is checked by hand.
    let items = desk.state().scan_to_ship.open.as_ref().unwrap().order.order.items.clone();
    let mug = items.iter().position(|item| item.sku == "MUG").unwrap();
    desk.scan_step(ScanStep::CheckItem(mug));
    desk.run_until_bought("1001");
    assert_eq!(world.shipments_at_service(), 1);
}

/// The parcel is set aside and taken up again, by another run too.
#[test]
fn checked_pieces_are_kept_with_the_order() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut desk = checking_desk(&world, &shop);
    desk.scan("1001");
    desk.run_until("the items", |state| items_left(state) == Some(3));
    desk.scan("MUG");
    desk.scan("CUP-1");
    // Another order's number is no wrong item.
    desk.run_until("stored", |state| {
        let open = state.orders.open.as_ref();
        open.is_some_and(|open| open.order.scanned.iter().sum::<u32>() == 2)
    });
    desk.scan("1002");
    desk.run_until("not here yet", |state| stop(state).is_some());
    desk.scan_step(ScanStep::End);
    desk.scan("1002");
    desk.run_until("the other order", |state| {
        number(state) == Some("1002") && items_left(state) == Some(1)
    });
    desk.scan("1001");
    desk.run_until("the first order", |state| {
        number(state) == Some("1001") && items_left(state) == Some(1)
    });
    drop(desk);
    let mut desk = world.open_connected();
    desk.fill();
    desk.run_until("the profile", |state| {
        state.order_rules.documents.shop.profile.scan_rules().checks_items
    });
    desk.scan("1001");
    desk.run_until("what is left", |state| items_left(state) == Some(1));
    desk.scan_step(ScanStep::UncheckItems);
    desk.run_until("all of it", |state| items_left(state) == Some(3));
    desk.apply(ScanIntent::Step(ScanStep::End));
    assert!(label(desk.state()).is_none());
    assert_eq!(world.shipments_at_service(), 0);
}
