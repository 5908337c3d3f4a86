//! What the list of orders opens with, and its columns.

use postroom::base::locale::Message;
use postroom::desk::orders::selection::{SelectedLabel, SelectionSums};
use postroom::orders::order_state::{OrderProblem, OrderProblemField};

use super::order_grid::{bought, in_list, shop};
use super::order_money::selected;
use crate::desk::imported_orders::table;
use crate::prelude::*;

const PATIENCE: Duration = Duration::from_secs(60);

/// W18: all orders were shown, the oldest first, done ones included.
#[test]
fn orders_open_with_what_is_to_be_done_the_newest_first() {
    let (world, mut desk) = connected_desk();
    desk.import_orders(&table(3));
    let ids = desk.tick_all_orders();
    desk.apply(OrderIntent::UntickAll);
    let canceled = OrderIntent::Edit { ids: vec![ids[1].clone()], edit: OrderEdit::Cancel };
    desk.apply(canceled);
    desk.run_until("canceled", |state| state.orders.in_state(OrderState::Canceled) == 1);
    let mut window = desk.into_window(&world);
    window.window().panel = Panel::Orders;
    window.settle();
    window
        .wait_until("two to do", PATIENCE, |state| {
            let rows = state.orders.rows.iter();
            let numbers: Vec<&str> = rows.map(|row| row.order.number.as_str()).collect();
            numbers == ["T00002", "T00000"]
        })
        .unwrap();
    window.settle();
    assert!(window.shows("To do 2"));
    // A title sorts in both directions.
    for (times, numbers) in [(1, ["T00000", "T00002"]), (2, ["T00002", "T00000"])] {
        window.click("Sort by order").unwrap();
        window
            .wait_until("sorted", PATIENCE, |state| {
                let rows = state.orders.rows.iter();
                rows.map(|row| row.order.number.as_str()).eq(numbers)
            })
            .unwrap_or_else(|error| panic!("{times}: {error}"));
    }
    for id in [&ids[0], &ids[2]] {
        let edit = OrderEdit::Hold(String::new());
        window.desk().apply(OrderIntent::Edit { ids: vec![id.clone()], edit });
    }
    window.wait_until("nothing", PATIENCE, |state| state.orders.matching == 0).unwrap();
    window.settle();
    assert!(window.shows("Nothing to do"));
    window.click("Show all orders").unwrap();
    window.wait_until("all", PATIENCE, |state| state.orders.rows.len() == 3).unwrap();
}

/// One of them was bought in a service of a carrier.
fn with_label() -> OrderInList {
    let mut row = bought(3);
    row.order.source = "Etsy".to_owned();
    row.order.ordered = Some(jiff::civil::date(2026, 11, 20));
    row.order.labels[0].tracking_numbers = vec!["9400100000000000000012".to_owned()];
    row
}

/// W18: there was no column of the service, the carrier, the tracking number, the order date and the
/// source.
#[test]
fn the_columns_are_chosen_and_moved_at_the_head_of_the_table_and_kept() {
    let mut state = shop();
    state.orders.rows[2] = Arc::new(with_label());
    let mut scene = Scene::on(Panel::Orders, state);
    let kept = |intents: &[Intent]| {
        intents.iter().find_map(|intent| match intent {
            Intent::ChangeSettings(settings) => Some(settings.order_columns.clone()),
            _ => None,
        })
    };
    let shown = |scene: &mut Scene, columns: Vec<String>| {
        scene.state.settings.order_columns = columns;
        scene.settle();
    };
    scene.click("Columns");
    let columns = kept(&scene.click("Tracking number")).unwrap();
    assert_eq!(columns.last().map(String::as_str), Some("tracking"));
    shown(&mut scene, columns);
    scene.check("orders-columns");
    let columns = kept(&scene.click("Items")).unwrap();
    assert!(!columns.contains(&"items".to_owned()));
    shown(&mut scene, columns);
    let columns = kept(&scene.click("Move Tracking number to the left")).unwrap();
    assert_eq!(columns.iter().rev().position(|key| key == "tracking"), Some(1));
    assert_eq!(kept(&scene.click("Usual columns")), Some(Vec::new()));

    let all = ["number", "source", "ordered", "carrier", "service", "tracking"];
    shown(&mut scene, all.map(str::to_owned).to_vec());
    scene.key(Key::Escape);
    for words in ["Etsy", "Nov 20, 2026", "Nova", "Ground", "9400100000000000000012"] {
        scene.assert_shows(words);
    }
    assert!(!scene.stage.shows("1.1 lb"), "no other column is shown");
    scene.check("orders-columns-chosen");
    // In a small window the last ones leave.
    scene.stage.set_size(egui::vec2(640.0, 700.0));
    scene.settle();
    scene.assert_shows("Etsy");
    scene.check("orders-columns-narrow");
}

/// W18: a price had no service beside it, also on a wide screen.
#[test]
fn a_wide_list_names_the_service_by_itself() {
    let mut state = shop();
    state.orders.rows[2] = Arc::new(with_label());
    let mut scene = Scene::on(Panel::Orders, state);
    scene.stage.set_size(egui::vec2(1920.0, 1080.0));
    scene.settle();
    for words in ["Service", "Ground"] {
        scene.assert_shows(words);
    }
    scene.check("orders-wide");
}

/// W18: the problems of three orders in three hundred took the room of *To* and *Preset*.
#[test]
fn a_column_of_problems_that_is_mostly_empty_takes_no_room() {
    let mut state = shop();
    let mut wrong = in_list(1, "1.1");
    wrong.state = OrderState::NeedsAttention;
    wrong.problems = vec![OrderProblem {
        field: OrderProblemField::Number,
        name: Message::from("Recipient ZIP"),
        message: Message::from("Enter a ZIP code"),
    }];
    let orders = &mut state.orders;
    orders.rows = (0..40).map(|number| Arc::new(in_list(number % 5, "2"))).collect();
    orders.rows[39] = Arc::new(wrong);
    orders.matching = 40;
    let mut scene = Scene::on(Panel::Orders, state);
    scene.stage.set_size(egui::vec2(1024.0, 700.0));
    scene.settle();
    for title in ["To", "Preset"] {
        scene.assert_shows(title);
    }
    assert!(!scene.stage.shows("Problem"));
}

/// W52: after a batch only *Close* was offered.
#[test]
fn after_a_batch_the_next_step_is_the_button() {
    let after = |is_over: bool| {
        let labels = (1..=4).map(|number| SelectedLabel {
            order: super::order_money::id(number),
            shipment: ShipmentId::new(format!("s-{number}")),
            is_printed: false,
            is_handed_over: false,
        });
        let sums = SelectionSums { labels: labels.collect(), ..SelectionSums::default() };
        let mut state = selected(OrderState::Bought, sums);
        let mut work = BatchJob::with_expected_rows("Buying labels", 4);
        work.add_finished_rows(4, Vec::new());
        if is_over {
            work.end(None);
        }
        state.order_batches.work = Some(work);
        Scene::on(Panel::Orders, state)
    };
    assert!(after(false).stage.find("Print the labels").is_err(), "it is still at work");
    let mut scene = after(true);
    scene.check("orders-after-batch");
    let intents = scene.click("Print the labels");
    let prints = |intent: &Intent| match intent {
        Intent::PrintOrders(print) => Some(print.ids.len()),
        _ => None,
    };
    assert_eq!(intents.iter().find_map(prints), Some(4));
}
