//! Cells of the grid of orders that are changed in place, and many orders at once.

use egui::{Event, PointerButton};
use jiff::civil::date;
use postroom::base::locale::format::formats;
use postroom::base::measure::LengthUnit;
use postroom::orders::order::Order;

use super::order_samples;
use crate::prelude::*;

fn ship_by(number: usize) -> Date {
    date(2026, 11, 22 + i8::try_from(number).unwrap())
}

pub(super) fn in_list(number: usize, weight: &str) -> OrderInList {
    let mut order =
        Order { number: format!("#{number}"), ship_by: Some(ship_by(number)), ..Order::default() };
    order.to.name = format!("Customer {number}");
    OrderInList {
        packages: vec![PackageForm {
            weight: weight.to_owned(),
            weight_unit: WeightUnit::Lb,
            ..PackageForm::default()
        }],
        ..order_samples::in_list(format!("id-{number}"), OrderState::Ready, order)
    }
}

pub(super) fn bought(number: usize) -> OrderInList {
    let mut row = in_list(number, "9");
    row.state = OrderState::Bought;
    row.order.labels.push(order_samples::label());
    row
}

/// Three orders and a bought one.
pub(super) fn shop() -> State {
    let rows = vec![in_list(1, "1.1"), in_list(2, "2.2"), bought(3), in_list(4, "4.4")];
    let mut state = order_samples::listed(rows);
    let preset = |key: &str, name: &str| KeyedPreset {
        key: key.to_owned(),
        revision: 1,
        preset: Preset { name: name.to_owned(), ..Preset::default() },
        ..KeyedPreset::default()
    };
    state.order_rules.documents.presets =
        Arc::new(vec![preset("box", "Box"), preset("mailer", "Mailer")]);
    state
}

pub(super) fn edits(intents: &[Intent]) -> Vec<(Vec<String>, OrderEdit)> {
    let edits = intents.iter().filter_map(|intent| match intent {
        Intent::Orders(OrderIntent::Edit { ids, edit }) => {
            let ids = ids.iter().map(ToString::to_string).collect();
            Some((ids, edit.clone()))
        }
        Intent::Orders(OrderIntent::EditEntered { entered, edit }) => {
            Some((vec![entered.id.to_string()], edit.clone()))
        }
        _ => None,
    });
    edits.collect()
}

fn opened(intents: &[Intent]) -> usize {
    let is_open = |intent: &&Intent| matches!(intent, Intent::Orders(OrderIntent::Open(Some(_))));
    intents.iter().filter(is_open).count()
}

pub(super) fn weight(text: &str, unit: WeightUnit) -> OrderEdit {
    OrderEdit::Weight { text: text.to_owned(), unit, weighed: None }
}

/// Clicks a text so many times at the same place.
pub(super) fn click_text(scene: &mut Scene, words: &str, times: usize) -> Vec<Intent> {
    let pos = scene.element(words).bounds.center();
    let turned = |pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    scene.intents();
    for _ in 0..times {
        scene.stage.burst(vec![Event::PointerMoved(pos), turned(true), turned(false)]);
    }
    scene.intents()
}

#[test]
fn a_double_click_on_a_weight_changes_it_in_place() {
    let mut scene = Scene::on(Panel::Orders, shop());
    let intents = click_text(&mut scene, "1.1 lb", 2);
    assert_eq!(opened(&intents), 0, "the grid stays as wide as it is");
    let field = scene.element("Weight of order #1");
    assert!(field.focused);
    assert_eq!(field.value.as_deref(), Some("1.1 lb"));
    scene.check("orders-cell");
    scene.write("1.5");
    let intents = scene.key(Key::Enter);
    assert_eq!(edits(&intents), [(vec!["id-1".to_owned()], weight("1.5", WeightUnit::Lb))]);
    // Enter goes to the row below, with another unit this time.
    assert!(scene.element("Weight of order #2").focused);
    scene.write("24 oz");
    let intents = scene.key(Key::Enter);
    assert_eq!(edits(&intents), [(vec!["id-2".to_owned()], weight("24", WeightUnit::Oz))]);
    // The next order was bought: nothing is changed there.
    assert!(scene.stage.find("Weight of order #3").is_err());
}

/// W15: the field of a column that is aligned to the right began where the column ends.
#[test]
fn a_cell_in_edit_is_where_its_text_was_and_as_wide_as_its_column() {
    for (width, height) in [(1366.0, 768.0), (1024.0, 700.0), (1920.0, 1080.0)] {
        let mut scene = Scene::on(Panel::Orders, shop());
        scene.stage.set_size(egui::vec2(width, height));
        scene.settle();
        let text = scene.element("1.1 lb").bounds;
        click_text(&mut scene, "1.1 lb", 2);
        let field = scene.element("Weight of order #1").bounds;
        assert!(field.width() >= 80.0 && field.contains(text.center()), "{text:?} {field:?}");
        scene.check(&format!("orders-cell-{width}"));
    }
}

/// The list rounds a weight; the field has all of it, so that leaving the cell changes nothing.
#[test]
fn a_weight_of_many_decimals_is_rounded_in_the_list_and_whole_in_its_field() {
    let mut state = shop();
    state.orders.rows[0] = Arc::new(in_list(1, "1.6625"));
    let mut scene = Scene::on(Panel::Orders, state);
    click_text(&mut scene, "1.66 lb", 2);
    let field = scene.element("Weight of order #1");
    assert_eq!(field.value.as_deref(), Some("1.6625 lb"));
    assert_eq!(edits(&scene.key(Key::Enter)), []);
}

/// Two different pieces were listed as two of the first.
#[test]
fn items_are_listed_with_their_own_number_of_pieces() {
    let mut state = shop();
    for (row, pieces) in [["2"].as_slice(), &["1", "1"], &["3", "1", "1"]].into_iter().enumerate() {
        let mut order = OrderInList::clone(&state.orders.rows[row]);
        let skus = ["SPOON", "TOWEL", "BOARD"].into_iter();
        order.order.items = skus
            .zip(pieces)
            .map(|(sku, pieces)| OrderItem {
                sku: sku.to_owned(),
                quantity: (*pieces).to_owned(),
                ..OrderItem::default()
            })
            .collect();
        state.orders.rows[row] = Arc::new(order);
    }
    let scene = Scene::on(Panel::Orders, state);
    for words in ["2 × SPOON", "SPOON +1", "3 × SPOON +2"] {
        scene.assert_shows(words);
    }
}

#[test]
fn no_order_can_be_selected_where_none_is_listed() {
    let mut state = shop();
    assert!(Scene::on(Panel::Orders, shop()).stage.shows("Select all 4 orders"));
    state.orders.rows.clear();
    state.orders.matching = 0;
    let scene = Scene::on(Panel::Orders, state);
    assert!(!scene.stage.shows("Select all 0 orders"));
}

#[test]
fn f2_changes_the_selected_row_and_tab_goes_to_its_next_cell() {
    let mut scene = Scene::on(Panel::Orders, shop());
    click_text(&mut scene, "2.2 lb", 1);
    scene.key(Key::F2);
    assert!(scene.element("Weight of order #2").focused);
    assert_eq!(scene.window.panel, Panel::Orders);
    scene.write("3");
    let intents = scene.key(Key::Tab);
    assert_eq!(edits(&intents), [(vec!["id-2".to_owned()], weight("3", WeightUnit::Lb))]);
    // The list of presets is open: the second of them is taken.
    scene.check("orders-cell-preset");
    scene.key(Key::ArrowDown);
    scene.key(Key::ArrowDown);
    let intents = scene.key(Key::Enter);
    let mailer = OrderEdit::Preset(Some("mailer".to_owned()));
    assert_eq!(edits(&intents), [(vec!["id-2".to_owned()], mailer)]);
    assert!(scene.stage.find("Preset of order #2").is_err());
}

#[test]
fn a_bought_order_is_opened_in_place_of_changed() {
    let mut scene = Scene::on(Panel::Orders, shop());
    let intents = click_text(&mut scene, "9 lb", 2);
    assert!(opened(&intents) > 0);
    assert!(scene.stage.find("Weight of order #3").is_err());
}

#[test]
fn a_click_elsewhere_stores_the_cell() {
    let mut scene = Scene::on(Panel::Orders, shop());
    click_text(&mut scene, "1.1 lb", 2);
    scene.write("8");
    let intents = click_text(&mut scene, "4.4 lb", 1);
    assert_eq!(edits(&intents), [(vec!["id-1".to_owned()], weight("8", WeightUnit::Lb))]);
    assert!(scene.stage.find("Weight of order #1").is_err());
}

#[test]
fn a_ship_by_day_is_typed_or_emptied() {
    let mut scene = Scene::on(Panel::Orders, shop());
    click_text(&mut scene, &formats().date(ship_by(1)), 2);
    let field = scene.element("Ship by of order #1");
    assert!(field.focused);
    assert_eq!(field.value, Some(formats().date(ship_by(1))));
    scene.check("orders-cell-ship-by");
    scene.write("12/24/2026");
    let intents = scene.key(Key::Enter);
    let christmas = OrderEdit::ShipBy(Some(date(2026, 12, 24)));
    assert_eq!(edits(&intents), [(vec!["id-1".to_owned()], christmas)]);
    // The next row: an empty cell is no day.
    assert!(scene.element("Ship by of order #2").focused);
    scene.press(Modifiers::COMMAND, Key::A);
    scene.key(Key::Delete);
    let intents = scene.key(Key::Enter);
    let none = OrderEdit::ShipBy(None);
    assert_eq!(edits(&intents), [(vec!["id-2".to_owned()], none)]);
    assert!(scene.stage.find("Ship by of order #3").is_err());
    // What is no day is not stored and not lost.
    click_text(&mut scene, &formats().date(ship_by(4)), 2);
    scene.write("soon");
    assert_eq!(edits(&scene.key(Key::Enter)), []);
    let field = scene.element("Ship by of order #4");
    assert!(field.focused);
    assert_eq!(field.value.as_deref(), Some("soon"));
    scene.check("orders-cell-ship-by-wrong");
    assert_eq!(edits(&scene.key(Key::Escape)), []);
    assert!(scene.stage.find("Ship by of order #4").is_err());
}

#[test]
fn a_ship_by_day_is_picked_in_the_calendar_of_its_cell() {
    let mut scene = Scene::on(Panel::Orders, shop());
    let (cell, button) = ("Ship by of order #1", "Ship by of order #1: open the calendar");
    click_text(&mut scene, &formats().date(ship_by(1)), 2);
    assert_eq!(edits(&scene.click(button)), [], "the cell is still being changed");
    scene.check("orders-cell-calendar");
    let intents = scene.click("Friday, November 27, 2026");
    let friday = OrderEdit::ShipBy(Some(date(2026, 11, 27)));
    assert_eq!(edits(&intents), [(vec!["id-1".to_owned()], friday)]);
    assert!(scene.stage.find(cell).is_err());
}

#[test]
fn escape_leaves_a_cell_as_it_was() {
    let mut scene = Scene::on(Panel::Orders, shop());
    click_text(&mut scene, "1.1 lb", 2);
    scene.write("7");
    let intents = scene.key(Key::Escape);
    assert_eq!(edits(&intents), []);
    assert!(scene.stage.find("Weight of order #1").is_err());
    // The table has the keyboard: the same row can be changed again, from its own text.
    scene.key(Key::F2);
    let field = scene.element("Weight of order #1");
    assert!(field.focused);
    assert_eq!(field.value.as_deref(), Some("1.1 lb"));
    // The list of presets closes with Escape too, and changes nothing.
    scene.key(Key::Tab);
    let intents = scene.key(Key::Escape);
    assert_eq!(edits(&intents), []);
    assert!(scene.stage.find("Preset of order #1").is_err());
    scene.key(Key::ArrowDown);
    scene.key(Key::F2);
    assert!(scene.element("Weight of order #2").focused, "the arrow keys move in the table");
    assert_eq!(edits(&scene.key(Key::Escape)), []);
    assert_eq!(scene.window.panel, Panel::Orders);
}

/// Opens the form for two selected orders.
pub(super) fn many() -> Scene {
    let mut state = shop();
    let ids = vec![OrderId::new("id-1"), OrderId::new("id-4")];
    state.orders.selection.tick(ids, true);
    let mut scene = Scene::on(Panel::Orders, state);
    scene.click("More actions");
    scene.click("Edit…");
    scene.assert_shows("Edit 2 orders");
    scene
}

#[test]
fn what_is_checked_is_changed_in_each_selected_order() {
    let mut scene = many();
    assert!(scene.element("Change the orders").disabled, "nothing is checked");
    scene.type_into("Weight, new value", "12 oz");
    scene.type_into("Length", "10");
    scene.check("orders-many-edit");
    assert!(scene.element("Change the orders").disabled, "two sides are missing");
    scene.type_into("Width", "6");
    scene.type_into("Height", "4");
    // Checked and empty: the note is removed.
    scene.click("Note");
    let intents = scene.click("Change the orders");
    let wanted = OrderEdit::Several(vec![
        weight("0.75", WeightUnit::Lb),
        OrderEdit::SizeUnit(LengthUnit::In),
        OrderEdit::Size(["10", "6", "4"].map(str::to_owned)),
        OrderEdit::Note(String::new()),
    ]);
    assert_eq!(edits(&intents), [(vec!["id-1".to_owned(), "id-4".to_owned()], wanted)]);
    assert!(scene.stage.find("Change the orders").is_err(), "the form is closed");
}

/// Weights and presets were offered for orders that were handed over.
#[test]
fn only_the_note_of_orders_with_labels_is_offered() {
    let mut scene = many();
    let sums = scene.state.orders.selection.sums.get_or_insert_default();
    sums.by_state = [(OrderState::HandedOver, 2)].into_iter().collect();
    scene.settle();
    scene.check("orders-many-edit-note");
    assert!(!scene.stage.shows("Weight, new value"));
    scene.type_into("Note, new value", "Call first");
    let intents = scene.click("Change the orders");
    let wanted = OrderEdit::Several(vec![OrderEdit::Note("Call first".to_owned())]);
    assert_eq!(edits(&intents), [(vec!["id-1".to_owned(), "id-4".to_owned()], wanted)]);
}

#[test]
fn the_form_for_many_orders_fits_in_a_small_window_and_escape_closes_it() {
    let mut scene = many();
    for (width, height, scale, name) in [
        (1024.0, 700.0, 1.0, "orders-many-edit-1024"),
        (1366.0, 768.0, 1.5, "orders-many-edit-large"),
    ] {
        scene.state.settings.scale = scale;
        scene.stage.set_size(egui::vec2(width, height));
        scene.settle();
        scene.check(name);
    }
    assert_eq!(edits(&scene.key(Key::Escape)), []);
    assert!(scene.stage.find("Change the orders").is_err());
}

/// Far below the beginning of the list, rows are requested while a letter is typed.
#[test]
fn a_letter_typed_while_rows_are_requested_is_searched_for() {
    let mut state = shop();
    let orders = &mut state.orders;
    orders.matching = 1_000;
    orders.by_state = vec![(OrderState::Ready, 1_000)];
    let mut scene = Scene::on(Panel::Orders, state);
    scene.intents();
    let middle = scene.stage.ctx.viewport_rect().center();
    scene.stage.event(Event::PointerMoved(middle));
    for _ in 0..20 {
        scene.stage.event(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, -500.0),
            source: egui::MouseWheelSource::Wheel,
            phase: egui::TouchPhase::Move,
            modifiers: Modifiers::NONE,
        });
        scene.stage.step();
    }
    scene.settle();
    let requested = |intent: &Intent| match intent {
        Intent::Orders(OrderIntent::Show { filter, first }) => {
            Some((Some(filter.text.clone()), *first))
        }
        Intent::Orders(OrderIntent::ShowWindow { first }) => Some((None, *first)),
        _ => None,
    };
    let shown: Vec<_> = scene.intents().iter().filter_map(requested).collect();
    assert!(matches!(shown.as_slice(), [.., (None, 100..)]), "{shown:?}");
    scene.click("Search orders");
    scene.intents();
    scene.write("a");
    let shown: Vec<_> = scene.intents().iter().filter_map(requested).collect();
    assert_eq!(shown, [(Some("a".to_owned()), 0)]);
    // The rows of the old list are still there; those of the new one are shown from the first.
    scene.write("n");
    let shown: Vec<_> = scene.intents().iter().filter_map(requested).collect();
    assert_eq!(shown, [(Some("n".to_owned()), 0)]);
}

/// The rows on screen are not those of the new list: they must not be requested again.
#[test]
fn a_search_in_a_list_that_was_scrolled_asks_for_what_was_typed() {
    let mut state = shop();
    let orders = &mut state.orders;
    orders.first = 400;
    orders.matching = 1_000;
    orders.by_state = vec![(OrderState::Ready, 1_000)];
    let mut scene = Scene::on(Panel::Orders, state);
    scene.click("Search orders");
    scene.intents();
    scene.write("a");
    let intents = scene.intents();
    let shown = intents.iter().filter_map(|intent| match intent {
        Intent::Orders(OrderIntent::Show { filter, first }) => Some((filter.text.as_str(), *first)),
        _ => None,
    });
    assert_eq!(shown.collect::<Vec<_>>(), [("a", 0)]);
}
