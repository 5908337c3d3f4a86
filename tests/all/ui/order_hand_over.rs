//! The question before orders are handed over.

use jiff::ToSpan;
use postroom::api::address::Address;
use postroom::desk::manifests::groups::{Group, GroupId, Parcel, UnmanifestedShipments};
use postroom::desk::orders::selection::{SelectedLabel, SelectionSums};

use super::now;
use super::order_money::{id, selected};
use crate::prelude::*;

fn shipment(number: usize) -> ShipmentId {
    ShipmentId::new(format!("s-{number}"))
}

/// Labels of four orders, of which the first `left` are still to be handed over.
pub(super) fn labels(left: usize) -> SelectionSums {
    let labels = (1..=4).map(|number| SelectedLabel {
        order: id(number),
        shipment: shipment(number),
        is_printed: true,
        is_handed_over: number > left,
    });
    SelectionSums { labels: labels.collect(), ..SelectionSums::default() }
}

/// With every label handed over the button says that there is nothing left.
#[test]
fn what_is_handed_over_is_not_handed_over_again() {
    for (left, is_disabled) in [(1, false), (0, true)] {
        let mut state = selected(OrderState::HandedOver, labels(left));
        state.manifests.day = Remote::ready(Default::default(), now());
        let scene = Scene::on(Panel::Orders, state);
        let button = scene.element("Hand over");
        assert_eq!(button.disabled, is_disabled, "{left} left");
        let why = button.description.unwrap_or_default();
        assert_eq!(why.contains("handed over"), is_disabled, "{why}");
    }
}

/// A group of the first three orders. In Chicago it is the day of `now()` until six in the morning
/// of the next day in UTC.
pub(super) fn of_today() -> UnmanifestedShipments {
    let parcels = (1..=3).map(|number| {
        Arc::new(Parcel {
            id: shipment(number),
            number: None,
            further_numbers: Vec::new(),
            barcode: None,
            to_name: String::new(),
            to_place: String::new(),
            service: String::new(),
            account_name: String::new(),
            created: now(),
            packages: 1,
            with_carrier: false,
        })
    });
    let group = Group {
        id: GroupId {
            ship_date: Date::constant(2026, 11, 21),
            account: CarrierAccountId::new("post"),
            origin: "chicago".into(),
        },
        account_name: "Postal main".to_owned(),
        from: Address { zip: Some("60606".into()), ..Address::default() },
        parcels: parcels.collect(),
    };
    UnmanifestedShipments {
        groups: vec![group],
        next_day: Some("2026-11-22T06:00:00Z".parse().unwrap()),
        ..UnmanifestedShipments::default()
    }
}

/// The question stands on screen while another is at the counter, or over midnight.
#[test]
fn the_question_follows_the_groups_and_the_day() {
    let mut board = AnsweringScene::new();
    let printed = selected(OrderState::Printed, labels(4));
    (board.state.orders, board.state.order_rules) = (printed.orders, printed.order_rules);
    board.state.manifests.day = Remote::ready(of_today(), now());
    board.now = now();
    board.go_to(Panel::Orders);
    board.click("Hand over");
    let shows = |board: &AnsweringScene, words: &str| board.stage.shows(words);
    assert!(shows(&board, "Manifest of Postal main for Nov 21: 3 parcels"));
    assert!(shows(&board, "1 parcel isn’t among the shipments loaded"));
    // What is not among the newest shipments is looked for, once.
    let sought = |board: &AnsweringScene| {
        let asked = board.asked.iter();
        let sought = asked.filter_map(|intent| match intent {
            Intent::Manifests(ManifestIntent::Seek(shipments)) => Some(shipments.clone()),
            _ => None,
        });
        sought.collect::<Vec<_>>()
    };
    board.wait(10);
    assert_eq!(sought(&board), [vec![shipment(4)]]);

    let mut found = of_today();
    found.groups[0].parcels.pop();
    found.past = [(shipment(4), Date::constant(2026, 11, 3))].into();
    board.state.manifests.day = Remote::ready(found, now() + 1.second());
    board.settle();
    assert!(shows(&board, "Manifest of Postal main for Nov 21: 2 parcels"));
    assert!(shows(&board, "1 parcel has the ship date Nov 3, which has passed"));

    board.now = "2026-11-22T06:00:00Z".parse().unwrap();
    board.settle();
    assert!(!shows(&board, "Manifest of Postal main"));
    assert!(shows(&board, "2 parcels have the ship date Nov 21, which has passed"));
    board.shot("hand-over-past");
    board.click("Hand over the orders");
    let handed_over =
        |intent: &Intent| matches!(intent, Intent::HandOverOrders(orders) if orders.len() == 4);
    assert_eq!(board.count(handed_over), 1);
}
