//! Drafts that another one took the place of, and the check of the recipient's address.

use postroom::parcel::draft::Side;

use super::harness::address;
use crate::prelude::*;

/// A desk that checks addresses by itself.
fn checking(world: &DeskFixture) -> TestDesk {
    let pace = Timing { rates: Duration::from_millis(30), ..pace() };
    TestDesk(Desk::open_paced(world.setup(), pace).unwrap()).connected()
}

const AUSTIN: (&str, &str, &str) = ("Autsin", "TX", "78701");

/// W6: a new shipment took the place of a filled one without a word.
#[test]
fn a_draft_that_is_replaced_comes_back() {
    let (world, mut desk) = connected_desk();
    desk.fill();
    desk.edit(|draft| draft.packages[0].weight = "4".to_owned());
    let first = desk.state().ship.draft.clone();
    desk.apply(ShipIntent::NewDraft);
    let ship = &desk.state().ship;
    assert!(ship.has_put_aside && ship.draft.to.is_blank());
    assert_eq!(ship.draft.aside.len(), 1);
    // One that nobody typed into is nothing to keep.
    desk.apply(ShipIntent::NewDraft);
    assert_eq!(desk.state().ship.draft.aside.len(), 1);

    desk.edit(|draft| draft.to = address("Una Voss", "5 Elm St", ("Chicago", "IL", "60606")));
    let second = desk.state().ship.draft.order.clone();
    desk.run_for(Duration::from_millis(100));
    drop(desk);
    // They are there after a start.
    let mut desk = world.open_connected();
    desk.apply(ShipIntent::BringBack(first.order.clone()));
    let draft = desk.state().ship.draft.clone();
    assert_eq!((&draft.order, &draft.to.name), (&first.order, &first.to.name));
    assert_eq!(draft.packages[0].weight, "4");
    assert_eq!(draft.chosen, None, "its prices are of another hour");
    let aside: Vec<_> = draft.aside.iter().map(|draft| draft.order.clone()).collect();
    assert_eq!(aside, std::slice::from_ref(&second), "the other one has its place");

    // What is bought is no draft any more, and the others stay.
    desk.choose();
    desk.buy_a_shipment();
    let aside = desk.state().ship.draft.aside.iter();
    let aside: Vec<_> = aside.map(|draft| draft.order.clone()).collect();
    assert_eq!(aside, [second]);
    assert!(!desk.state().ship.has_put_aside);
    assert_eq!(world.shipments_at_service(), 1);
}

/// W7: an address was checked only by hand, and one that was refused was bought without a word.
#[test]
fn a_complete_address_is_checked_once_and_a_refusal_is_asked_about() {
    let world = DeskFixture::new();
    let mut desk = checking(&world);
    desk.fill();
    desk.run_until("the check by itself", |state| state.ship.draft.to.verification.is_some());
    assert_eq!(desk.state().ship.doubt_about_recipient(), None);

    let wrong = address("Kai Berg", "99999 Nosuch Road", AUSTIN);
    desk.edit(|draft| draft.to = wrong);
    desk.run_until("the refusal", |state| state.ship.doubt_about_recipient().is_some());
    let doubt = desk.state().ship.doubt_about_recipient().unwrap();
    assert!(doubt.contains("78701") || doubt.contains("AUTSIN"), "{doubt}");
    // Other words have not been refused.
    desk.edit(|draft| draft.to.city = "Austin".to_owned());
    assert_eq!(desk.state().ship.doubt_about_recipient(), None);

    // The clerk knows better, and is not asked again.
    desk.edit(|draft| draft.to.city = "Autsin".to_owned());
    desk.run_until("the refusal", |state| state.ship.doubt_about_recipient().is_some());
    desk.apply(ShipIntent::KeepMine { side: Side::To });
    assert_eq!(desk.state().ship.doubt_about_recipient(), None);
    desk.run_for(Duration::from_millis(300));
    assert_eq!(desk.state().ship.doubt_about_recipient(), None);
}

/// W7: nor does a scan buy for an address that the service refuses.
#[test]
fn a_scan_does_not_buy_for_a_refused_address() {
    let world = DeskFixture::new();
    let mut desk = checking(&world);
    desk.change_settings(|settings| {
        settings.express = true;
        settings.express_limit = Amount::from_cents(100_000);
    });
    desk.fill();
    desk.edit(|draft| draft.to = address("Kai Berg", "99999 Nosuch Road", AUSTIN));
    desk.run_until("the refusal", |state| state.ship.doubt_about_recipient().is_some());
    desk.quote();
    desk.choose_rate(0);
    desk.apply(Intent::BuyExpress);
    desk.run_until_told("does not find this address");
    desk.run_for(Duration::from_millis(300));
    assert_eq!(world.shipments_at_service(), 0);
}

/// An address that was checked in Ship was *Not checked* in the book.
#[test]
fn the_book_knows_that_the_address_of_a_label_was_checked() {
    let world = DeskFixture::new();
    let mut desk = checking(&world);
    desk.run_until("the samples", |state| state.ship.book.count == 12);
    // Added with the first label, found with the second.
    for _ in 0..2 {
        desk.apply(ShipIntent::NewDraft);
        desk.fill();
        desk.edit(|draft| draft.to.name = "Una Newcomer".to_owned());
        desk.run_until("the check", |state| state.ship.draft.to.verification.is_some());
        desk.quote();
        desk.choose_rate(0);
        desk.buy_and_wait();
        desk.run_until("the recipient", |state| {
            let mut recent = state.ship.book.recent.iter();
            recent.any(|it| it.address.name == "Una Newcomer" && it.address.verification.is_some())
        });
        assert_eq!(desk.state().ship.book.count, 13);
    }
}

/// W7: a service that cannot check addresses now is not asked again and again, and nothing turns red.
#[test]
fn a_check_that_fails_says_nothing_about_the_address() {
    let world = DeskFixture::new();
    let mut desk = checking(&world);
    world.faults("POST /Address", "unavailable_before_commit", 0, 50);
    desk.fill();
    desk.run_for(Duration::from_millis(600));
    assert!(matches!(desk.state().ship.checks.to, Remote::NotAsked | Remote::Loading { .. }));
    assert_eq!(desk.state().ship.doubt_about_recipient(), None);
    let asked = desk.state().activity.iter().filter(|line| line.call.ends_with("/Address")).count();
    assert!((1..=5).contains(&asked), "{asked} requests");
}
