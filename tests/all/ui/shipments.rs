//! The list of all shipments: search, filters, details, export.

use postroom::api::address::Address;
use postroom::api::rate::{Fee, Rate};
use postroom::api::shipment::Shipment;
use postroom::api::tracking::{Tracking, TrackingEvent};
use postroom::desk::scale::ScaleReading;
use postroom::desk::tracking::Tracked;
use postroom::ui::stage::Element;

use super::board::shipment_row;
use super::now;
use crate::prelude::*;

fn full(count: i64) -> AnsweringScene {
    let statuses = ["PreTransit", "InTransit", "Delivered", "Delayed"];
    let mut board = AnsweringScene::new();
    board.state.shipments.rows = (0..count)
        .map(|index| shipment_row(index, statuses[usize::try_from(index).unwrap() % 4]))
        .collect();
    board.state.shipments.total = 500;
    board.state.shipments.matching = 500;
    board.go_to(Panel::Shipments);
    board
}

#[test]
fn says_what_to_do_while_empty() {
    let mut board = AnsweringScene::new();
    board.go_to(Panel::Shipments);
    board.shot("shipments-empty");
    board.click("Ship something");
    assert_eq!(board.window.panel, Panel::Ship);
}

#[test]
fn searches_and_filters() {
    let mut board = full(40);
    board.shot("shipments");
    board.type_into("Search shipments", "casey");
    board.click("In transit");
    let asked = |intent: &Intent| {
        matches!(
            intent,
            Intent::Shipments(ShipmentIntent::Search { text, filter: ShipmentFilter::InTransit }) if text == "casey"
        )
    };
    assert_eq!(board.count(asked), 1);
    assert_eq!(board.bad_names(), Vec::<String>::new());
}

#[test]
fn asks_for_more_at_the_end_and_only_once() {
    let mut board = full(5);
    board.wait(5);
    assert_eq!(
        board.count(|intent| matches!(intent, Intent::Shipments(ShipmentIntent::LoadMore))),
        1
    );
}

#[test]
fn a_row_opens_the_whole_shipment() {
    let mut board = full(40);
    let row = board.named("Nov 21, 2026, 9:58");
    board.click(&row);
    let id = board.state.shipments.selected.clone().unwrap();
    assert_eq!(id.as_str(), "s-0");
    board.state.shipments.detail = Remote::ready(shipment(id), board.now);
    board.settle();
    board.shot("shipments-detail");
    for words in ["350 5th Ave", "Fuel Surcharge", "0.90", "Departure scan"] {
        assert!(board.stage.shows(words), "{words}");
    }
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.state.settings.theme = Theme::Dark;
    board.settle();
    board.shot("shipments-detail-dark");
    board.click("Ship again");
    assert_eq!(board.count(|intent| matches!(intent, Intent::Ship(ShipIntent::ShipAnother(_)))), 1);
    board.go_to(Panel::Shipments);
    board.click("Close shipment");
    assert_eq!(board.state.shipments.selected, None);
}

#[test]
fn exports_to_the_file_named() {
    let mut board = full(3);
    board.click("Export CSV…");
    board.type_into("File to save", "/tmp/out.csv");
    board.click("Save file");
    let exported = |intent: &Intent| matches!(intent, Intent::Shipments(ShipmentIntent::Export { file }) if file.ends_with("out.csv"));
    assert_eq!(board.count(exported), 1);
}

#[test]
fn the_detail_says_what_the_scale_showed() {
    let mut board = full(3);
    let row = board.named("Nov 21, 2026, 9:58");
    board.click(&row);
    let seen = |package, digits: &str, at: &str| ScaleReading {
        package,
        digits: digits.to_owned(),
        unit: WeightUnit::Oz,
        at: at.to_owned(),
        scale: "Postal scale".to_owned(),
    };
    board.state.shipments.weighed = vec![seen(1, "20.2", "2026-11-21T08:41:00Z")];
    board.settle();
    board.shot("shipments-weighed");
    let words = "Weighed 20.2 oz on Postal scale at 8:41\u{a0}AM";
    assert!(board.stage.shows(words), "{words}");
    let second = seen(2, "7.70", "2026-11-20T08:41:00Z");
    board.state.shipments.weighed.push(second);
    board.settle();
    for words in [
        "Package 1 weighed 20.2 oz on Postal scale at 8:41\u{a0}AM",
        "Package 2 weighed 7.70 oz on Postal scale, Nov 20, 2026, 8:41\u{a0}AM",
    ] {
        assert!(board.stage.shows(words), "{words}");
    }
    assert_eq!(board.bad_names(), Vec::<String>::new());
}

#[test]
fn the_detail_follows_the_newest_scan_known_of_its_parcel() {
    let mut board = full(3);
    let row = board.named("Nov 21, 2026, 9:58");
    board.click(&row);
    let id = board.state.shipments.selected.clone().unwrap();
    board.state.shipments.detail = Remote::ready(shipment(id), board.now);
    let tracked = |at: &str| {
        let scan = TrackingEvent {
            sub_status: Some("DestinationScan".to_owned()),
            date_time: WireTime::parse(at),
            ..TrackingEvent::default()
        };
        let tracking = Tracking { tracking_details: vec![scan], ..Tracking::default() };
        Remote::ready(tracking, now())
    };
    let number = board.state.shipments.rows[0].tracking_number.clone();
    board.state.tracking.list =
        vec![Tracked { number: number.unwrap(), tracking: tracked("2026-11-21T09:00:00Z") }];
    board.settle();
    board.shot("shipments-detail-newest-scan");
    assert!(board.stage.shows("Destination scan"));
    board.state.tracking.list[0].tracking = tracked("2026-11-21T07:00:00Z");
    board.settle();
    assert!(board.stage.shows("Departure scan"));
}

fn shipment(id: ShipmentId) -> Shipment {
    let fee = |kind: &str, cents| Fee {
        kind: Some(kind.to_owned()),
        fee: Some(Amount::from_cents(cents)),
        ..Fee::default()
    };
    Shipment {
        id: Some(id),
        from_address: Some(Address {
            name: Some("John Q Sample".to_owned()),
            street1: Some("350 5th Ave".to_owned()),
            city: Some("New York".to_owned()),
            ..Address::default()
        }),
        rates: vec![Rate {
            total_fee: Some(Amount::from_cents(790)),
            fees: vec![fee("Base", 700), fee("FuelSurcharge", 90)],
            ..Rate::default()
        }],
        tracking: Some(Tracking {
            tracking_details: vec![TrackingEvent {
                city: Some("New York".to_owned()),
                sub_status: Some("DepartureScan".to_owned()),
                date_time: WireTime::parse("2026-11-21T08:00:00Z"),
                ..TrackingEvent::default()
            }],
            ..Tracking::default()
        }),
        ..Shipment::default()
    }
}

#[test]
fn a_wide_window_keeps_service_and_number_beside_the_open_shipment() {
    for (width, kept) in [(1366, false), (1920, true)] {
        let mut board = AnsweringScene::sized(width, 1000);
        board.state.shipments.rows = vec![shipment_row(0, "InTransit")];
        board.state.shipments.total = 1;
        board.state.shipments.matching = 1;
        board.go_to(Panel::Shipments);
        let row = board.named("Nov 21, 2026, 9:58");
        board.click(&row);
        board.shot(&format!("shipments-beside-{width}"));
        let is_row = |it: &Element| it.role == egui::accesskit::Role::Row;
        let row = board.stage.elements().find(is_row);
        let name = &row.unwrap().name;
        let number = board.state.shipments.rows[0].tracking_number.clone();
        let number = number.unwrap().to_string();
        assert_eq!(name.contains(&number), kept, "{width}: {name}");
        // Where no column shows the number, the menu can copy it.
        board.press(Modifiers::NONE, Key::Menu);
        board.settle();
        board.shot(&format!("shipments-menu-{width}"));
        let copy = format!("Copy “{number}”");
        board.click(&copy);
        assert_eq!(board.stage.copied(), Some(number), "{width}");
    }
}

/// W5: the actions on the selected rows take the place of the filters, so no row moves, and a double
/// click on a check box stays on it.
#[test]
fn the_first_selected_row_moves_nothing() {
    for size in [(1024, 700), (1366, 768), (1920, 1000)] {
        let mut board = AnsweringScene::sized(size.0, size.1);
        board.state.shipments.rows = (0..12).map(|nth| shipment_row(nth, "InTransit")).collect();
        board.state.shipments.total = 12;
        board.state.shipments.matching = 12;
        board.go_to(Panel::Shipments);
        let boxes = |board: &AnsweringScene| -> Vec<(String, egui::Rect)> {
            let all = board.stage.elements();
            all.filter(|it| it.name.starts_with("Select ") && it.name.contains("9400"))
                .map(|it| (it.name, it.bounds))
                .collect()
        };
        let before = boxes(&board);
        assert!(before.len() > 5, "{before:?}");
        let (first, place) = before[0].clone();
        board.click(&first);
        assert!(board.stage.shows("1 selected"), "{size:?}");
        assert_eq!(boxes(&board), before, "{size:?}");
        board.shot(&format!("shipments-selected-{}", size.0));
        assert_eq!(board.bad_names(), Vec::<String>::new());
        let click = |pressed| egui::Event::PointerButton {
            pos: place.center(),
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        // Two clicks at one place: the box is cleared and set again, and no other row is hit.
        for pressed in [true, false, true, false] {
            let moved = egui::Event::PointerMoved(place.center());
            board.burst(vec![moved, click(pressed)]);
        }
        assert!(board.stage.shows("1 selected"), "{size:?}");
        assert_eq!(board.state.shipments.selected, None, "{size:?}");
        board.click("Clear selection");
        assert_eq!(boxes(&board), before, "{size:?}");
    }
}
