//! What the lists of orders say: what is wrong with an order, in the list and in the preview of an
//! import, and the carriers and manifests of the day report.

use jiff::civil::date;
use postroom::api::carrier::Carrier;
use postroom::api::manifest::Manifest;
use postroom::base::locale::Message;
use postroom::desk::order_records::import::preview::ImportPreview;
use postroom::desk::order_records::import::preview::PreviewedOrder;
use postroom::orders::day_report::{DayBounds, DayReport, ReportedOrder};
use postroom::orders::order::Order;
use postroom::orders::order_state::{OrderProblem, OrderProblemField};
use postroom::parcel::draft::Field;

use super::{now, order_day, order_grid, order_samples};
use crate::prelude::*;

const PROBLEM: &str = "ZIP: Enter a ZIP code";

fn in_list(number: usize, state: OrderState) -> OrderInList {
    let problem = OrderProblem {
        field: OrderProblemField::Draft(Field::To(AddressField::Zip)),
        name: Message::from("ZIP"),
        message: Message::from("Enter a ZIP code"),
    };
    let mut row = order_grid::in_list(number, "");
    row.order.ship_by = None;
    row.state = state;
    if state == OrderState::NeedsAttention {
        row.problems.push(problem);
    }
    row
}

fn shop(states: &[OrderState]) -> State {
    let rows = (1..).zip(states).map(|(number, state)| in_list(number, *state));
    order_samples::listed(rows.collect())
}

fn paints(scene: &Scene, words: &str) -> bool {
    scene.stage.painted().contains(&words)
}

#[test]
fn the_list_says_what_is_wrong_with_an_order() {
    let states = [OrderState::NeedsAttention, OrderState::Ready];
    for (width, height, is_open) in [
        (1366.0, 768.0, false),
        (1366.0, 768.0, true),
        (1024.0, 700.0, false),
        (1920.0, 1080.0, true),
    ] {
        let mut state = shop(&states);
        // Another order than the one with the problem.
        state.orders.open = is_open.then(|| Arc::clone(&state.orders.rows[1]));
        let mut scene = Scene::on(Panel::Orders, state);
        scene.stage.set_size(egui::vec2(width, height));
        scene.settle();
        assert!(paints(&scene, PROBLEM), "{width}, {is_open}");
        scene.check(&format!("orders-problem-{width}-{is_open}"));
    }
    // Without such an order there is no column for it.
    let scene = Scene::on(Panel::Orders, shop(&[OrderState::Ready]));
    assert!(!paints(&scene, "Problem"));
    assert!(paints(&scene, "Price"));
}

#[test]
fn the_preview_of_an_import_has_room_for_the_problems() {
    let problem = "Shipping Country: “Freedonia” isn’t a country";
    let order = |number: usize| PreviewedOrder {
        number: format!("#{number}"),
        recipient: "Graham Hawkins".to_owned(),
        state: OrderState::NeedsAttention,
        problem: Some(problem.into()),
        is_new: true,
    };
    let preview = ImportPreview {
        file: "orders.csv".to_owned(),
        orders: (1..=3).map(order).collect(),
        ..ImportPreview::default()
    };
    for (width, height, has_state) in
        [(1024.0, 700.0, false), (1366.0, 768.0, true), (1920.0, 1080.0, true)]
    {
        let mut state = shop(&[OrderState::Ready]);
        state.order_import.table.preview = Remote::ready(preview.clone(), now());
        let mut scene = Scene::on(Panel::Orders, state);
        scene.stage.set_size(egui::vec2(width, height));
        scene.settle();
        assert_eq!(paints(&scene, "Needs attention"), has_state, "{width}");
        assert!(paints(&scene, problem), "{width}");
        scene.check(&format!("orders-import-problems-{width}"));
    }
}

/// A column that had given its room away to a long problem cut `#1001` to `…001`, beside empty room.
#[test]
fn numbers_of_the_next_table_get_their_room_back() {
    let problem =
        "Status: It isn’t known what “Released to bay 7” means; answer the question beside it";
    let order = |number: &str, problem: &'static str| PreviewedOrder {
        number: number.to_owned(),
        recipient: "Ana Test".to_owned(),
        state: OrderState::NeedsAttention,
        problem: Some(problem.into()),
        is_new: true,
    };
    let preview = |order: PreviewedOrder| {
        let preview = ImportPreview {
            file: "orders.csv".to_owned(),
            orders: vec![order],
            ..ImportPreview::default()
        };
        Remote::ready(preview, now())
    };
    let mut state = shop(&[OrderState::Ready]);
    state.order_import.table.preview = preview(order("U1", problem));
    let mut scene = Scene::on(Panel::Orders, state);
    scene.stage.set_size(egui::vec2(1366.0, 768.0));
    scene.settle();
    for number in ["#1001", "#1001 (2)", "#12345-A"] {
        scene.state.order_import.table.preview = preview(order(number, problem));
        scene.settle();
        assert!(paints(&scene, number), "{number}");
    }
}

const MANIFEST: &str = "3f1c9a52-7f0e-4d1e-9c55-0b9f6a1d2e3f";

fn label(carrier: &str, cents: i64) -> OrderLabel {
    OrderLabel { manifest: Some(MANIFEST.to_owned()), ..order_day::label(carrier, "Ground", cents) }
}

#[test]
fn the_day_report_names_carriers_and_dates_manifests() {
    let day = date(2026, 11, 21);
    let bounds = DayBounds::in_zone(day, &TimeZone::UTC).unwrap();
    let order = Order {
        number: "#1".to_owned(),
        labels: vec![label("POST-eVS", 500), label("ORBIT", 250)],
        ..Order::default()
    };
    let id = OrderId::new("id");
    let report = DayReport::of_orders(
        &bounds,
        [ReportedOrder {
            id: &id,
            order: &order,
            state: OrderState::HandedOver,
            first_problem: None,
            preset: None,
        }],
    );
    let mut state = shop(&[OrderState::HandedOver]);
    state.order_results.day.day = Some(day);
    state.order_results.day.report = Remote::ready(report, now());
    state.carriers.list = Remote::ready(
        vec![Carrier {
            code: Some("POST-eVS".to_owned()),
            name: Some("Postal Service".to_owned()),
            ..Carrier::default()
        }],
        now(),
    );
    state.manifests.known = vec![Arc::new(Manifest {
        id: Some(ManifestId::new(MANIFEST.to_uppercase())),
        ship_date: WireTime::parse("2026-11-23T00:00:00Z"),
        ..Manifest::default()
    })];
    let mut scene = Scene::on(Panel::Orders, state);
    scene.click("Day report");
    let rows: Vec<String> = scene
        .stage
        .elements()
        .filter(|element| element.role == egui::accesskit::Role::Row)
        .map(|element| element.name)
        .collect();
    for start in [
        "Postal Service, Ground, 1, $5.00",
        // Not in the list of carriers.
        "ORBIT, Ground, 1, $2.50",
        "Total, ",
        "Postal Service, Nov 23, 2026, ",
    ] {
        let is_there = rows.iter().any(|row| row.starts_with(start));
        assert!(is_there, "{start}: {rows:?}");
    }
    scene.check("orders-day-carriers");
}
